#pragma once

#include "core/probe/probereport.h"
#include "core/rules/rule.h"

#include <memory>

namespace rocport {

/// What the findings of a probe are made with.
struct ProbeRuleOptions
{
    /// Texts, severities and commands; null: the program's own. Rules of a repository's packs are
    /// set aside: their commands would be a stranger's.
    std::shared_ptr<const RuleSet> rules;
    QStringList off;             ///< ids that are switched off
    QVector<ImageRecord> images; ///< the history; empty: seededImages()
};

/// Makes the findings of a report anew, most severe first, and marks the variables that they are
/// about.
void applyProbeRules(ProbeReport& report, const ProbeRuleOptions& options = {});

/// The program's own rules about nodes (resources/rules/probe.toml).
const QVector<Rule>& builtInProbeRules();

} // namespace rocport
