#pragma once

#include "core/base/cancel.h"
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
    bool cut = false; ///< it ended early: there may be more

    [[nodiscard]] auto begin() const { return matches.begin(); }
    [[nodiscard]] auto end() const { return matches.end(); }
    [[nodiscard]] size_t size() const { return matches.size(); }
    [[nodiscard]] bool empty() const { return matches.empty(); }
};

class RuleWork;

/// Limits for a query that is not the program's: compiling one takes time quadratic in its optional
/// parts.
struct QueryLimits
{
    int nodes = 64;      ///< that it names
    int quantifiers = 8; ///< `?`, `*` and `+`, none inside another
    int depth = 16;      ///< of brackets
};

/// How a query is run.
struct QueryOptions
{
    /// Offsets, in order: only matches whose outermost node contains one, and which are within one
    /// statement of the module, are wanted. Null: all.
    const std::vector<quint32>* places = nullptr;
    size_t limit = 10000;                ///< of matches
    RuleWork* work = nullptr;            ///< counts its work; null: not counted
    const CancelToken* cancel = nullptr; ///< takes effect within 100 ms
};

/// How large a query is, counted without compiling it.
struct QuerySize
{
    int nodes = 0;
    int quantifiers = 0;
    int depth = 0;
    bool nested = false; ///< a quantifier inside another
};
QuerySize querySize(const QByteArray& text);
/// What exceeds the limits, as a sentence; empty: nothing.
QString queryOverLimits(const QuerySize& size, const QueryLimits& limits = {});

/// A tree-sitter query over Python with the predicates #eq?, #not-eq?, #any-of?, #match? and
/// #not-match?. Immutable once made.
class TreeSitterQuery
{
public:
    /// Errors: RulePackInvalid; `detail` says what is wrong, `object` is the line in the text,
    /// 0-based.
    static Result<TreeSitterQuery> compile(const QByteArray& text);

    /// Matches in order of position, at most `limit`. A query that takes over a second or does more
    /// work than its rule may, a regular expression that backtracks without end, too many matches,
    /// or a cancel end it early.
    [[nodiscard]] QueryRun run(const SyntaxTree& tree, const QueryOptions& options = {}) const;

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
    class Cursor;
    struct Found;
    [[nodiscard]] bool holds(const Predicate& predicate, const Found& found) const;
    [[nodiscard]] Result<void> readPredicates();
    [[nodiscard]] Result<Predicate>
    readPredicate(const std::vector<std::pair<bool, std::string>>& words,
                  const std::vector<quint32>& ids) const;

    std::unique_ptr<TSQuery, Deleter> m_query;
    std::vector<std::vector<Predicate>> m_predicates; ///< by pattern
    std::vector<std::string> m_names;                 ///< of captures
};

} // namespace rocport
