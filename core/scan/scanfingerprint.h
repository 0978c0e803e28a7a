#pragma once

#include "core/rules/analyse.h"

namespace rocport {

/// What the analysis of a file depends on besides its text: this program, the rules, the target and
/// the project's code style. 16 hexadecimal digits.
QByteArray rulesFingerprint(const RuleSet& rules, const TargetSettings& target,
                            const ProjectStyle& style);
/// The fingerprint of a whole scan: the first half, `rules`, stands for what a file has by itself,
/// the second for how it is to be ported. `context` has everything that was chosen for the project.
QByteArray wholeFingerprint(const QByteArray& rules, const AnalysisContext& context);

} // namespace rocport
