#pragma once

#include "core/base/result.h"
#include "core/isolation/syntaxtree.h"

#include <QByteArray>
#include <QRegularExpression>

#include <memory>
#include <string>
#include <vector>

struct TSQuery;

namespace rocport {

/// What one capture of a match holds: "@name" without the '@' and a range of bytes.
struct QueryCapture
{
    std::string name;
    ByteRange range;
};

using QueryMatch = std::vector<QueryCapture>;

/// What a query found.
struct QueryRun
{
    std::vector<QueryMatch> matches;
    bool cut = false; ///< it was ended early: there may be more

    [[nodiscard]] auto begin() const { return matches.begin(); }
    [[nodiscard]] auto end() const { return matches.end(); }
    [[nodiscard]] size_t size() const { return matches.size(); }
    [[nodiscard]] bool empty() const { return matches.empty(); }
};

/// A tree-sitter query over Python with the predicates #eq?, #not-eq?, #any-of?, #match? and
/// #not-match?. Immutable once made.
class TreeSitterQuery
{
public:
    /// Errors: RulePackInvalid; `detail` says what is wrong, `object` is the line in the text,
    /// 0-based.
    static Result<TreeSitterQuery> compile(const QByteArray& text);

    /// Matches in order of position, at most `limit`. A query that takes over a second, a regular
    /// expression that backtracks without end, or too many matches end it early.
    [[nodiscard]] QueryRun run(const SyntaxTree& tree, size_t limit = 10000) const;

private:
    struct Deleter
    {
        void operator()(TSQuery* query) const;
    };
    enum class Test : quint8 { Equal, AnyOf, Match };
    struct Predicate
    {
        Test test = Test::Equal;
        bool negated = false;
        quint32 capture = 0;
        std::vector<std::string> values;
        std::vector<quint32> captures; ///< #eq? @a @b
        QRegularExpression pattern;
    };
    [[nodiscard]] Result<void> readPredicates();
    [[nodiscard]] Result<Predicate>
    readPredicate(const std::vector<std::pair<bool, std::string>>& words,
                  const std::vector<quint32>& ids) const;

    std::unique_ptr<TSQuery, Deleter> m_query;
    std::vector<std::vector<Predicate>> m_predicates; ///< by pattern
    std::vector<std::string> m_names;                 ///< of captures
};

} // namespace rocport
