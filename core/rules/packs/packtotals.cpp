#include "core/rules/packs/packtotals.h"

#include "core/base/wording.h"
#include "core/rules/python/treesitterquery.h"

#include <tuple>

namespace rocport {

namespace {

int patternsOf(const QVariantMap& match)
{
    qsizetype count = match.value(QStringLiteral("patterns")).toList().size() +
                      match.value(QStringLiteral("includes")).toList().size();
    const QVariantList entries = match.value(QStringLiteral("entries")).toList();
    for (const QVariant& entry : entries) {
        count += 1 + entry.toMap().value(QStringLiteral("names")).toList().size();
    }
    return static_cast<int>(count);
}

} // namespace

QString PackTotals::over() const
{
    using Most = PackSetLimits;
    const std::tuple<int, int, const char*> all[] = {
        {m_rules, Most::kRules, "rules"},
        {m_patterns, Most::kPatterns, "patterns"},
        {m_analyses, Most::kAnalyses, "rules with a built-in analysis"},
        {m_queries, Most::kQueries, "queries"},
        {m_nodes, Most::kQueryNodes, "nodes in their queries"},
        {m_quantifiers, Most::kQuantifiers, "of ?, * and + in their queries"},
        {m_wordBytes, Most::kWordBytes, "characters in their words"}};
    for (const auto& [count, most, what] : all) {
        if (count > most) {
            return QStringLiteral("%1 %2").arg(most).arg(QLatin1StringView(what));
        }
    }
    return {};
}

/// What there would be too much of with this rule; empty: it is counted and may be used.
QString PackTotals::add(const Rule& rule)
{
    PackTotals with = *this;
    ++with.m_rules;
    const QVariantMap& match = rule.matcherParameters;
    const QVariantList words = match.value(QStringLiteral("words")).toList();
    for (const QVariant& word : words) {
        with.m_wordBytes += static_cast<int>(word.toString().size());
    }
    if (rule.matcher == MatcherKind::TreeSitter) {
        const QuerySize size = querySize(match.value(QStringLiteral("query")).toString().toUtf8());
        ++with.m_queries;
        with.m_nodes += size.nodes;
        with.m_quantifiers += size.quantifiers;
    } else if (rule.matcher == MatcherKind::TokenPattern) {
        with.m_patterns += patternsOf(match);
    } else if (rule.matcher != MatcherKind::Probe) {
        ++with.m_analyses;
    }
    QString over = with.over();
    if (over.isEmpty()) {
        *this = with;
    }
    return over;
}

void PackTotals::keepWithin(RulePack& pack, const QString& file)
{
    QVector<Rule> kept;
    QString over;
    const Rule* first = nullptr;
    qsizetype left = 0;
    for (const Rule& rule : std::as_const(pack.rules)) {
        const QString here = add(rule);
        if (here.isEmpty()) {
            kept.append(rule);
            continue;
        }
        ++left;
        if (first == nullptr) {
            first = &rule;
            over = here;
        }
    }
    if (first != nullptr) {
        pack.problems.append(
            {ErrorCode::RulePackInvalid,
             QStringLiteral("%1 not used, from %2 on: the packs hold more than %3 together")
                 .arg(counted(left, "rule is", "rules are"), first->id, over),
             QStringLiteral("%1:%2").arg(file).arg(first->packLine)});
        pack.rules = kept;
    }
}

} // namespace rocport
