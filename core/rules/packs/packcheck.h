#pragma once

#include "core/base/cancel.h"
#include "core/rules/analyse.h"
#include "core/rules/packs/rulepack.h"

namespace rocport {

/// The result of checking one pack.
struct PackCheck
{
    QString name;            ///< the pack's own
    QVector<Rule> rules;     ///< the good ones
    QVector<Error> problems; ///< RulePackInvalid, object = file:line, by line: what cannot be read,
                             ///< queries that do not compile, samples that fail
    QVector<int> ruleLines;  ///< where [[rule]] tables begin, good or not, 1-based, ascending
    int samples = 0;         ///< how many were run
};

/// Reads a pack, compiles its queries and runs its samples. Pure, except for time: a cancelled
/// check returns what it has so far.
PackCheck checkPack(const PackText& pack, const CancelToken& cancel = {});

/// Runs one sample of a rule; returns what was expected and what was found; empty when it passes.
/// The rule is run alone, for a target that it applies to.
QString sampleProblem(const Rule& rule, const RuleSample& sample);

/// What a rule says about the first of its samples that it points at; empty: it points at none.
QString sampleMessage(const Rule& rule);

/// A context in which only one rule is applied: the rule, and what its edits need.
AnalysisContext contextFor(const Rule& rule, const TargetSettings& target);

/// The rule whose table contains line `line` (1-based) of its pack; null: none, or not a valid one.
const Rule* ruleAtLine(const PackCheck& check, int line);

} // namespace rocport
