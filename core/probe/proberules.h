#pragma once

#include "core/probe/probereport.h"
#include "core/rules/rule.h"

#include <memory>

namespace rocport {

/// Settings for making the findings of a probe.
struct ProbeRuleOptions
{
    /// Texts, severities and commands; null: the program's own. Rules of a repository's packs are
    /// ignored, since their commands would be a stranger's.
    std::shared_ptr<const RuleSet> rules;
    QStringList off;             ///< ids that are switched off
    QVector<ImageRecord> images; ///< the history; empty: seededImages()
};

/// Replaces the findings of a report, most severe first, and marks the variables that they are
/// about.
void applyProbeRules(ProbeReport& report, const ProbeRuleOptions& options = {});

/// The program's own rules about nodes (resources/rules/probe.toml).
const QVector<Rule>& builtInProbeRules();

} // namespace rocport
