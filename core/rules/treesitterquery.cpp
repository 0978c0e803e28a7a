#include "core/rules/treesitterquery.h"

#include <QElapsedTimer>

#include <algorithm>
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
        return "a pattern that no text can have";
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

QueryRun TreeSitterQuery::run(const SyntaxTree& tree, size_t limit) const
{
    constexpr uint32_t kMatchLimit = 4096;
    constexpr qint64 kMilliseconds = 1000;
    QueryRun result;
    QElapsedTimer clock;
    clock.start();
    if (tree.handle() == nullptr) {
        return result;
    }
    const std::unique_ptr<TSQueryCursor, void (*)(TSQueryCursor*)> cursor(ts_query_cursor_new(),
                                                                          ts_query_cursor_delete);
    ts_query_cursor_set_match_limit(cursor.get(), kMatchLimit);
    ts_query_cursor_set_timeout_micros(cursor.get(), kMilliseconds * 1000);
    ts_query_cursor_exec(cursor.get(), m_query.get(), ts_tree_root_node(tree.handle()));
    const auto textOf = [&](const TSQueryMatch& match, quint32 id) {
        for (uint16_t i = 0; i < match.capture_count; ++i) {
            if (match.captures[i].index == id) {
                const TSNode node = match.captures[i].node;
                return tree.source().substr(ts_node_start_byte(node),
                                            ts_node_end_byte(node) - ts_node_start_byte(node));
            }
        }
        return std::string_view();
    };
    const auto holds = [&](const Predicate& predicate, const TSQueryMatch& match) {
        const std::string_view text = textOf(match, predicate.capture);
        bool truth = false;
        if (predicate.test == Test::Match) {
            const QRegularExpressionMatch found = predicate.pattern.match(
                QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
            if (!found.isValid()) {
                result.cut = true; // it ran into its limit
                return false;
            }
            truth = found.hasMatch();
        } else {
            truth = std::find(predicate.values.begin(), predicate.values.end(), text) !=
                    predicate.values.end();
            for (const quint32 other : predicate.captures) {
                truth = truth || textOf(match, other) == text;
            }
        }
        return truth != predicate.negated;
    };
    TSQueryMatch match;
    while (result.matches.size() < limit && clock.elapsed() < kMilliseconds &&
           ts_query_cursor_next_match(cursor.get(), &match)) {
        const std::vector<Predicate>& predicates = m_predicates[match.pattern_index];
        if (!std::all_of(predicates.begin(), predicates.end(),
                         [&](const Predicate& one) { return holds(one, match); })) {
            continue;
        }
        QueryMatch captures;
        for (uint16_t i = 0; i < match.capture_count; ++i) {
            const TSNode node = match.captures[i].node;
            captures.push_back({m_names[match.captures[i].index],
                                {ts_node_start_byte(node), ts_node_end_byte(node)}});
        }
        result.matches.push_back(std::move(captures));
    }
    result.cut = result.cut || result.matches.size() >= limit || clock.elapsed() >= kMilliseconds ||
                 ts_query_cursor_did_exceed_match_limit(cursor.get());
    return result;
}

} // namespace rocport
