#pragma once

#include "core/rules/amdtwins.h"
#include "core/rules/projectstyle.h"
#include "core/rules/rule.h"

namespace rocport {

/// What the analysis of a file depends on besides its text: this program, the rules, the target
/// and how the project wants its lines.
/// 16 hexadecimal digits.
QByteArray rulesFingerprint(const RuleSet& rules, const TargetSettings& target,
                            const ProjectStyle& style);
/// Of a whole scan: the first half, `rules`, speaks for what a file has by itself, the second for
/// how it is to be ported.
QByteArray wholeFingerprint(const QByteArray& rules, Strategy strategy,
                            const RepoPath& compatHeader, const AmdTwins& twins);

} // namespace rocport
