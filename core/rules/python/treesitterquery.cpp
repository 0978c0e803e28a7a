#include "core/rules/python/treesitterquery.h"

#include "core/base/threadtime.h"
#include "core/rules/packs/packwork.h"
#include "core/text/bytes.h"

#include <QElapsedTimer>

#include <algorithm>
#include <chrono>
#include <tree_sitter/api.h>

extern "C" const TSLanguage* tree_sitter_python();

namespace rocport {

namespace {

const char* describe(TSQueryError error)
{
    switch (error) {
    case TSQueryErrorNodeType:
        return "unknown kind of node";
    case TSQueryErrorField:
        return "unknown field";
    case TSQueryErrorCapture:
        return "unknown capture";
    case TSQueryErrorStructure:
        return "a pattern that can never match";
    default:
        return "syntax error";
    }
}

Error invalid(const QString& detail, qsizetype line = 0)
{
    return {ErrorCode::RulePackInvalid, detail, QString::number(line)};
}

/// Before a regular expression: ends one that backtracks without end. PCRE2 takes the lower limit
/// where the expression sets one of its own.
const QString& limits()
{
    static const QString text = QStringLiteral("(*LIMIT_MATCH=200000)");
    return text;
}

} // namespace

/// Strings are nodes too ("+"), and are passed by; so are predicates and comments.
QuerySize querySize(const QByteArray& text)
{
    struct Group
    {
        bool predicate = false;
        bool repeats = false; ///< a quantifier stands in it
    };
    QuerySize size;
    std::vector<Group> open;
    bool lastRepeats = false; ///< what ended right before holds a quantifier
    const auto isPredicate = [&] { return !open.empty() && open.back().predicate; };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ';') {
            const qsizetype end = text.indexOf('\n', i);
            i = end < 0 ? text.size() : end;
        } else if (c == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                i += text[i] == '\\' ? 1 : 0;
            }
            size.nodes += isPredicate() ? 0 : 1;
            lastRepeats = false;
        } else if (c == '(' || c == '[') {
            const bool predicate =
                QByteArrayView(text).sliced(i + 1).trimmed().startsWith('#') || isPredicate();
            open.push_back({c == '(' && predicate, false});
            size.nodes += predicate ? 0 : 1;
            size.depth = std::max(size.depth, static_cast<int>(open.size()));
        } else if ((c == ')' || c == ']') && !open.empty()) {
            lastRepeats = open.back().repeats;
            open.pop_back();
            if (lastRepeats && !open.empty()) {
                open.back().repeats = true;
            }
        } else if ((c == '?' || c == '*' || c == '+') && !isPredicate()) {
            ++size.quantifiers;
            size.nested = size.nested || lastRepeats;
            lastRepeats = true;
            if (!open.empty()) {
                open.back().repeats = true;
            }
        } else if (c == '_' && !isPredicate() && i > 0 &&
                   QByteArrayView(" \n\t[:").contains(text[i - 1])) {
            ++size.nodes; // any node, without brackets
            lastRepeats = false;
        }
    }
    return size;
}

QString queryOverLimits(const QuerySize& size, const QueryLimits& limits)
{
    if (size.nodes > limits.nodes) {
        return QStringLiteral("the query contains more than %1 nodes").arg(limits.nodes);
    }
    if (size.depth > limits.depth) {
        return QStringLiteral("the query is nested more than %1 deep").arg(limits.depth);
    }
    if (size.nested) {
        return QStringLiteral("the query repeats what holds a repetition");
    }
    if (size.quantifiers > limits.quantifiers) {
        return QStringLiteral("the query has more than %1 of ?, * and +").arg(limits.quantifiers);
    }
    return {};
}

void TreeSitterQuery::Deleter::operator()(TSQuery* query) const
{
    ts_query_delete(query);
}

Result<TreeSitterQuery> TreeSitterQuery::compile(const QByteArray& text)
{
    uint32_t offset = 0;
    TSQueryError error = TSQueryErrorNone;
    TreeSitterQuery result;
    result.m_query.reset(ts_query_new(tree_sitter_python(), text.constData(),
                                      static_cast<uint32_t>(text.size()), &offset, &error));
    if (!result.m_query) {
        const QByteArray before = text.left(static_cast<qsizetype>(offset));
        const QByteArray rest = text.mid(static_cast<qsizetype>(offset), 24);
        return invalid(QStringLiteral("%1 in the query at \"%2\"")
                           .arg(QLatin1StringView(describe(error)),
                                QString::fromUtf8(rest).section(u'\n', 0, 0)),
                       before.count('\n'));
    }
    const uint32_t count = ts_query_capture_count(result.m_query.get());
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t size = 0;
        const char* name = ts_query_capture_name_for_id(result.m_query.get(), i, &size);
        result.m_names.emplace_back(name, size);
    }
    if (Result<void> read = result.readPredicates(); !read) {
        // Only what the predicate says is known, not where: it is looked for.
        const qsizetype at = text.indexOf(read.error().object.toUtf8());
        return invalid(read.error().detail, at < 0 ? 0 : text.left(at).count('\n'));
    }
    return result;
}

Result<void> TreeSitterQuery::readPredicates()
{
    const uint32_t patterns = ts_query_pattern_count(m_query.get());
    m_predicates.resize(patterns);
    for (uint32_t pattern = 0; pattern < patterns; ++pattern) {
        uint32_t count = 0;
        const TSQueryPredicateStep* steps =
            ts_query_predicates_for_pattern(m_query.get(), pattern, &count);
        std::vector<std::pair<bool, std::string>> words; // is a capture, text
        std::vector<quint32> ids;
        for (uint32_t i = 0; i < count; ++i) {
            if (steps[i].type == TSQueryPredicateStepTypeDone) {
                Result<Predicate> predicate = readPredicate(words, ids);
                if (!predicate) {
                    return predicate.error();
                }
                m_predicates[pattern].push_back(std::move(*predicate));
                words.clear();
                ids.clear();
                continue;
            }
            const bool isCapture = steps[i].type == TSQueryPredicateStepTypeCapture;
            std::string word;
            if (!isCapture) {
                uint32_t size = 0;
                const char* text =
                    ts_query_string_value_for_id(m_query.get(), steps[i].value_id, &size);
                word.assign(text, size);
            }
            words.emplace_back(isCapture, word);
            ids.push_back(steps[i].value_id);
        }
    }
    return {};
}

Result<TreeSitterQuery::Predicate>
TreeSitterQuery::readPredicate(const std::vector<std::pair<bool, std::string>>& words,
                               const std::vector<quint32>& ids) const
{
    Predicate result;
    if (words.size() < 3 || words[0].first || !words[1].first) {
        return invalid(QStringLiteral("a predicate needs a name, a capture and a value"));
    }
    std::string name = words[0].second;
    if (name.starts_with("not-")) {
        result.negated = true;
        name = name.substr(4);
    }
    result.capture = ids[1];
    for (size_t i = 2; i < words.size(); ++i) {
        if (words[i].first) {
            result.captures.push_back(ids[i]);
        } else {
            result.values.push_back(words[i].second);
        }
    }
    if (name == "eq?") {
        result.test = Test::Equal;
    } else if (name == "any-of?") {
        result.test = Test::AnyOf;
    } else if (name == "match?" && !result.values.empty()) {
        result.test = Test::Match;
        const QString written = QString::fromStdString(result.values.front());
        result.pattern.setPattern(limits() + written);
        if (!result.pattern.isValid()) {
            return Error{ErrorCode::RulePackInvalid,
                         QStringLiteral("bad regular expression \"%1\": %2")
                             .arg(written, result.pattern.errorString()),
                         u'"' + written.section(u'\\', 0, 0)};
        }
    } else {
        const QString predicate = u'#' + QString::fromStdString(words[0].second);
        return Error{ErrorCode::RulePackInvalid,
                     QStringLiteral("unknown predicate %1").arg(predicate), predicate};
    }
    return result;
}

/// A match with what its predicates need.
struct TreeSitterQuery::Found
{
    const TSQueryMatch& match;
    const SyntaxTree& tree;
    QueryRun& run;
    RuleWork* work;

    [[nodiscard]] std::string_view textOf(quint32 capture) const
    {
        for (uint16_t i = 0; i < match.capture_count; ++i) {
            if (match.captures[i].index == capture) {
                const TSNode node = match.captures[i].node;
                return tree.source().substr(ts_node_start_byte(node),
                                            ts_node_end_byte(node) - ts_node_start_byte(node));
            }
        }
        return {};
    }
};

/// Runs a query in slices of 100 steps: the library looks at its clock that often, goes on where it
/// was when it is called again after its time is over, and does not say whether it is at its end.
class TreeSitterQuery::Cursor
{
public:
    Cursor(const TSQuery* query, const SyntaxTree& tree, const QueryOptions& options)
        : m_query(query),
          m_options(options),
          m_limited(options.work != nullptr && options.work->isLimited())
    {
        ts_query_cursor_set_match_limit(m_cursor.get(), m_limited ? kStatesLimited : kStates);
        const std::chrono::microseconds free = m_limited ? std::chrono::microseconds(1) : kFree;
        ts_query_cursor_set_timeout_micros(m_cursor.get(), static_cast<uint64_t>(free.count()));
        m_clock.start();
        m_begin = threadTime();
        m_mark = m_begin;
        const TSNode root = ts_tree_root_node(tree.handle());
        if (options.places == nullptr) {
            begin(root);
        } else {
            m_statements.reset(new TSTreeCursor(ts_tree_cursor_new(root)));
            m_isAtEnd = !ts_tree_cursor_goto_first_child(m_statements.get());
        }
    }

    /// False: at its end, or ended.
    bool next(TSQueryMatch& match)
    {
        if (m_statements == nullptr) {
            return nextHere(match);
        }
        while (!m_isOver) {
            if (m_slices > 0 && nextHere(match)) {
                return true;
            }
            if (m_isOver || !beginStatement()) {
                return false;
            }
        }
        return false;
    }

    [[nodiscard]] bool isCut() const
    {
        return m_cut || ts_query_cursor_did_exceed_match_limit(m_cursor.get());
    }

private:
    struct StatementsDeleter
    {
        void operator()(TSTreeCursor* cursor) const
        {
            ts_tree_cursor_delete(cursor);
            delete cursor;
        }
    };

    void begin(TSNode node)
    {
        m_cut = m_cut || ts_query_cursor_did_exceed_match_limit(m_cursor.get());
        m_slices =
            static_cast<qint64>(ts_node_descendant_count(node)) * kStepsPerNode / kSlice + 64;
        ts_query_cursor_exec(m_cursor.get(), m_query, node);
    }

    /// Goes on to the next statement of the module that holds a place.
    bool beginStatement()
    {
        const std::vector<quint32>& places = *m_options.places;
        while (!m_isAtEnd && m_place < places.size()) {
            const TSNode node = ts_tree_cursor_current_node(m_statements.get());
            const uint32_t end = ts_node_end_byte(node);
            while (m_place < places.size() && places[m_place] < ts_node_start_byte(node)) {
                ++m_place;
            }
            const size_t first = m_place;
            while (m_place < places.size() && places[m_place] < end) {
                ++m_place;
            }
            m_isAtEnd = !ts_tree_cursor_goto_next_sibling(m_statements.get());
            if (m_place > first) {
                ts_query_cursor_set_byte_range(m_cursor.get(), places[first],
                                               places[m_place - 1] + 1);
                begin(node);
                return true;
            }
        }
        return false;
    }

    bool nextHere(TSQueryMatch& match)
    {
        while (m_slices > 0) {
            const qint64 before = m_clock.nsecsElapsed();
            const bool found = ts_query_cursor_next_match(m_cursor.get(), &match);
            const qint64 now = m_clock.nsecsElapsed();
            if (!found && !m_limited && now < std::chrono::nanoseconds(kFree).count()) {
                return false; // it was not interrupted
            }
            m_slices -= found ? 0 : 1;
            if (isOver(now - before, now)) {
                m_cut = true;
                m_isOver = true;
                return false;
            }
            if (found) {
                return true;
            }
        }
        return false;
    }

    static constexpr qint64 kSlice = 100;       ///< steps; query.c of tree-sitter 0.22
    static constexpr qint64 kStepsPerNode = 16; ///< 4 are the most that were seen
    static constexpr uint32_t kStates = 1024;   ///< matches in the making
    static constexpr uint32_t kStatesLimited = 64;
    static constexpr std::chrono::milliseconds kFree{20}; ///< before the first slice
    static constexpr std::chrono::milliseconds kMost{1000};
    static constexpr std::chrono::milliseconds kSliceMost{20};

    bool isOver(qint64 slice, qint64 all)
    {
        if (m_options.cancel != nullptr && m_options.cancel->isCancelled()) {
            return true;
        }
        // What the clock says of a busy machine is looked at again in time of this thread's own.
        if (!m_limited) {
            return all >= std::chrono::nanoseconds(kMost).count() &&
                   threadTime() - m_begin >= kMost;
        }
        // A call after the end takes far less than the microsecond that a slice does.
        bool slow = slice > std::chrono::nanoseconds(kSliceMost).count();
        m_options.work->spend(slice > 1000 ? kSlice : 0);
        if (++m_calls % 32 == 0 || slow) {
            const std::chrono::nanoseconds now = threadTime();
            slow = slow && now - m_mark > kSliceMost;
            m_mark = now;
            m_options.work->spendTime();
        }
        if (slow && ++m_slow > 1) {
            m_options.work->end(); // the next slice may take longer than this one
        }
        return m_options.work->isOver();
    }

    const std::unique_ptr<TSQueryCursor, void (*)(TSQueryCursor*)> m_cursor{ts_query_cursor_new(),
                                                                            ts_query_cursor_delete};
    const TSQuery* m_query;
    const QueryOptions& m_options;
    const bool m_limited;
    std::unique_ptr<TSTreeCursor, StatementsDeleter> m_statements; ///< null: the whole tree
    size_t m_place = 0;
    bool m_isAtEnd = false; ///< of the statements
    bool m_isOver = false;  ///< ended early
    QElapsedTimer m_clock;
    std::chrono::nanoseconds m_begin{}; ///< of threadTime()
    std::chrono::nanoseconds m_mark{};  ///< the same, when it was last looked at
    qint64 m_slices = 0;
    int m_calls = 0;
    int m_slow = 0;
    bool m_cut = false;
};

bool TreeSitterQuery::holds(const Predicate& predicate, const Found& found) const
{
    constexpr size_t kMostText = 64 * 1024;
    const std::string_view text = found.textOf(predicate.capture);
    bool truth = false;
    if (predicate.test == Test::Match) {
        if (found.work != nullptr && found.work->isLimited() && text.size() > kMostText) {
            found.run.cut = true;
            return false;
        }
        const QRegularExpressionMatch matched = predicate.pattern.match(toText(text));
        if (found.work != nullptr) {
            found.work->spendTime();
        }
        if (!matched.isValid()) {
            found.run.cut = true; // it ran into its limit
            return false;
        }
        truth = matched.hasMatch();
    } else {
        truth = std::find(predicate.values.begin(), predicate.values.end(), text) !=
                predicate.values.end();
        for (const quint32 other : predicate.captures) {
            truth = truth || found.textOf(other) == text;
        }
    }
    return truth != predicate.negated;
}

QueryRun TreeSitterQuery::run(const SyntaxTree& tree, const QueryOptions& options) const
{
    QueryRun result;
    if (tree.handle() == nullptr) {
        return result;
    }
    Cursor cursor(m_query.get(), tree, options);
    TSQueryMatch match;
    while (result.matches.size() < options.limit && cursor.next(match)) {
        const Found found{match, tree, result, options.work};
        const std::vector<Predicate>& predicates = m_predicates[match.pattern_index];
        if (!std::all_of(predicates.begin(), predicates.end(),
                         [&](const Predicate& one) { return holds(one, found); })) {
            continue;
        }
        QueryMatch captures;
        const bool each = options.work == nullptr || !options.work->isLimited();
        for (uint16_t i = 0; i < match.capture_count; ++i) {
            const TSNode node = match.captures[i].node;
            const std::string& name = m_names[match.captures[i].index];
            // What repeats gives as many captures of one name as the file has nodes.
            if (!each && std::any_of(captures.begin(), captures.end(),
                                     [&](const auto& one) { return one.name == name; })) {
                continue;
            }
            captures.push_back({m_names[match.captures[i].index],
                                {ts_node_start_byte(node), ts_node_end_byte(node)}});
        }
        result.matches.push_back(std::move(captures));
        if (options.work != nullptr && !options.work->addMatch()) {
            result.cut = true;
            break;
        }
    }
    result.cut = result.cut || cursor.isCut() || result.matches.size() >= options.limit;
    return result;
}

} // namespace rocport
