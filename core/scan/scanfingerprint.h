#pragma once

#include "core/rules/analyse.h"

namespace rocport {

/// What the analysis of a file depends on besides its text: this program, the rules, the target
/// and how the project wants its lines.
/// 16 hexadecimal digits.
QByteArray rulesFingerprint(const RuleSet& rules, const TargetSettings& target,
                            const ProjectStyle& style);
/// Of a whole scan: the first half, `rules`, speaks for what a file has by itself, the second for
/// how it is to be ported.
/// `context` has all that was chosen for the project.
QByteArray wholeFingerprint(const QByteArray& rules, const AnalysisContext& context);

} // namespace rocport
