#pragma once

#include "core/rules/packs/rulepack.h"

namespace rocport {

/// What all packs other than the program's may hold together. Each query takes milliseconds to
/// compile, and each rule is applied to each file.
struct PackSetLimits
{
    static constexpr qsizetype kBytes = 8 * 1024 * 1024;
    static constexpr int kRules = 2000;
    static constexpr int kPatterns = 20'000;
    static constexpr int kAnalyses = 100; ///< rules that name a built-in analysis
    static constexpr int kQueries = 100;
    static constexpr int kQueryNodes = 1000;
    static constexpr int kQuantifiers = 200;
    static constexpr int kWordBytes = 20'000;
};

/// Counts what those packs hold together, one after the other.
class PackTotals
{
public:
    /// Leaves out the rules that would exceed the totals of all packs so far, and adds one problem
    /// that says so. `file` is only for messages.
    void keepWithin(RulePack& pack, const QString& file);

private:
    QString add(const Rule& rule);
    [[nodiscard]] QString over() const;

    int m_rules = 0;
    int m_patterns = 0;
    int m_analyses = 0;
    int m_queries = 0;
    int m_nodes = 0;
    int m_quantifiers = 0;
    int m_wordBytes = 0;
};

} // namespace rocport
