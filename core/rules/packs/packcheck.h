#pragma once

#include "core/base/cancel.h"
#include "core/rules/analyse.h"
#include "core/rules/packs/rulepack.h"

namespace rocport {

/// What is to be said of one pack.
struct PackCheck
{
    QString name;            ///< the pack's own
    QVector<Rule> rules;     ///< the good ones
    QVector<Error> problems; ///< RulePackInvalid, object = file:line, by line: what cannot be read,
                             ///< queries that do not compile, samples that fail
    QVector<int> ruleLines;  ///< where [[rule]] tables begin, good or not, 1-based, ascending
    int samples = 0;         ///< that were run
};

/// Reads a pack, compiles its queries and runs its samples. Pure, but for time: a cancelled check
/// gives what it has so far.
PackCheck checkPack(const PackText& pack, const CancelToken& cancel = {});

/// Runs one sample of a rule: what was expected and what was found; empty when it passes. The rule
/// is run alone, for a target that it applies to.
QString sampleProblem(const Rule& rule, const RuleSample& sample);

/// What a rule says of the first of its samples that it points at; empty: of none.
QString sampleMessage(const Rule& rule);

/// What only one rule finds: the rule, and what its edits need to be made.
AnalysisContext contextFor(const Rule& rule, const TargetSettings& target);

/// The rule in whose table line `line` (1-based) of its pack stands; null: none, or not a good one.
const Rule* ruleAtLine(const PackCheck& check, int line);

} // namespace rocport
