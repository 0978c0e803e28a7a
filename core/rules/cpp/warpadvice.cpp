#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cpplanes.h"
#include "core/rules/cpp/warpnumbers.h"
#include "core/text/bytes.h"

#include <QHash>

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

namespace rocport {

namespace {

constexpr int kLanes = 64;
constexpr int kMaxThreads = 1024;
constexpr int kMaxClimb = 64;
constexpr int kMaxSpecifiers = 64;        ///< tokens of a declaration before its name
constexpr int kMostConditionTokens = 400; ///< tokens of a condition that is looked at

QString shortText(const CppFile& file, TokenSpan span)
{
    const QString text = toText(file.textOf(span).substr(0, 1000)).simplified();
    return text.size() <= 60 ? text : text.left(59) + QChar(0x2026);
}

/// The value of a plain number, or -1.
int numberAt(const CppFile& file, int at)
{
    const std::string_view digits = file.text(at);
    int value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool plain = read.ec == std::errc() && (read.ptr == digits.data() + digits.size() ||
                                                  *read.ptr == 'u' || *read.ptr == 'U');
    return file.isKind(at, CTokenKind::Number) && plain ? value : -1;
}

/// Whether a condition tells the lanes of one wavefront apart.
bool dependsOnLane(const CppFile& file, TokenSpan condition)
{
    bool thread = false;
    bool compared = false;
    const int end = std::min(condition.end, condition.begin + kMostConditionTokens);
    for (int i = condition.begin; i < end; ++i) {
        const std::string_view word = file.text(i);
        if (file.isKind(i, CTokenKind::Identifier)) {
            const std::string name = lowered(word);
            const bool lane = holds(name, "lane") && !holds(name, "lanes");
            thread = thread || (word == "threadIdx" && file.is(i + 2, "x")) || lane ||
                     name == "tid" || name == "tidx" || name == "tx" || name == "threadid" ||
                     name == "thread_id";
        } else {
            compared = compared || word == "<" || word == "<=" || word == ">" || word == ">=" ||
                       word == "==" || word == "!=" || word == "&";
        }
        // Divided by the width it is the number of a warp, the same for all of its lanes.
        if (thread && (word == "/" || word == ">>")) {
            return false;
        }
    }
    return thread && compared;
}

/// The condition of the innermost `if` around `at` that tells lanes apart; empty when there is
/// none.
TokenSpan laneBranch(const CppFile& file, int at, int bodyOpen)
{
    // "if (lane < 16) x = __shfl(...)" on the level of the statement.
    const TokenSpan statement = file.statement(at);
    if (file.is(statement.begin, "if") && file.is(statement.begin + 1, "(")) {
        const int close = file.match(statement.begin + 1);
        const TokenSpan condition{statement.begin + 2, close};
        if (close > 0 && close < at && dependsOnLane(file, condition)) {
            return condition;
        }
    }
    int inner = at;
    for (int climbed = 0; climbed < kMaxClimb; ++climbed) {
        inner = file.enclosing(inner);
        if (inner <= bodyOpen) {
            break;
        }
        const int close = inner - 1;
        const int open = file.is(inner, "{") && file.is(close, ")") ? file.match(close) : -1;
        if (open > 0 && file.is(open - 1, "if") && dependsOnLane(file, {open + 1, close})) {
            return {open + 1, close};
        }
    }
    return {};
}

class TileFinder
{
public:
    TileFinder(const CppFile& file, const Rule& rule, ProposalWriter& writer)
        : m_file(file), m_rule(rule), m_writer(writer)
    {
    }

    void run();

private:
    void launchBounds(int at);
    void launch(int at);
    void dimensions(int at);
    void constant(int at);
    /// Places that say the same are one finding.
    void add(TokenSpan span, const QString& note)
    {
        const auto known = m_byNote.constFind(note);
        if (known != m_byNote.constEnd()) {
            m_found[*known].places.add(m_file.range(span));
        } else {
            m_byNote.insert(note, m_found.size());
            m_found.push_back({span, note, {}});
            m_found.back().places.add(m_file.range(span));
        }
    }
    void addSize(TokenSpan span, int threads)
    {
        add(span, QStringLiteral("%1 threads are not a multiple of 64: the last wavefront of a "
                                 "block runs with idle lanes.")
                      .arg(threads));
    }

    struct Found
    {
        TokenSpan span;
        QString note;
        RepeatedPlaces places;
    };

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    std::vector<Found> m_found;
    QHash<QString, size_t> m_byNote;
};

void TileFinder::launchBounds(int at)
{
    const int threads = m_file.is(at + 1, "(") ? numberAt(m_file, at + 2) : -1;
    const TokenSpan span{at, at + 4};
    if (m_file.is(at + 1, "(") && m_file.arguments(at + 1).size() > 1) {
        add({at, m_file.match(at + 1) + 1},
            QStringLiteral("the second number counts blocks of a multiprocessor in CUDA and waves "
                           "of an execution unit in HIP."));
    }
    if (!m_file.is(at + 3, ")") && !m_file.is(at + 3, ",")) {
        return; // a product with something else
    }
    if (threads > kMaxThreads) {
        add(span, QStringLiteral("AMD GPUs run at most 1024 threads in a block."));
    } else if (threads > 0 && threads % kLanes != 0) {
        addSize(span, threads);
    }
}

/// k<<<grid, 32>>>
void TileFinder::launch(int at)
{
    int depth = 0;
    int argument = 0;
    for (int i = at + 1; i < m_file.size() && i - at < 80 && !m_file.is(i, ">>>"); ++i) {
        const std::string_view word = m_file.text(i);
        depth += word == "(" || word == "[" ? 1 : word == ")" || word == "]" ? -1 : 0;
        if (depth != 0 || word != ",") {
            continue;
        }
        ++argument;
        const int threads = numberAt(m_file, i + 1);
        const bool whole = m_file.is(i + 2, ",") || m_file.is(i + 2, ">>>");
        if (argument == 1 && whole && threads > 1 && threads % kLanes != 0) {
            addSize({at - 1, i + 2}, threads);
        }
    }
}

/// dim3 block(16, 2);
void TileFinder::dimensions(int at)
{
    const int open = m_file.is(at + 1, "(") ? at + 1 : at + 2;
    if (!m_file.is(open, "(") || m_file.match(open) < 0) {
        return;
    }
    // dim3 block(32, 8), dim3 block = dim3(32, 8)
    const int variable = open - 1 != at ? open - 1 : m_file.is(at - 1, "=") ? at - 2 : at;
    const std::string name = lowered(m_file.text(variable));
    if (!holds(name, "block") && !holds(name, "thread")) {
        return;
    }
    int threads = 1;
    const std::vector<TokenSpan> sizes = m_file.arguments(open);
    for (const TokenSpan& one : sizes) {
        const int value = one.size() == 1 ? numberAt(m_file, one.begin) : -1;
        if (value <= 0 || value > kMaxThreads) {
            return;
        }
        threads *= value;
    }
    const bool size = !holds(name, "grid") && !holds(name, "num") && !holds(name, "nblock");
    const TokenSpan span{at, m_file.match(open) + 1};
    if (size && threads > 1 && threads % kLanes != 0) {
        addSize(span, threads);
    } else if (size && sizes.size() > 1 && numberAt(m_file, sizes[0].begin) == 32) {
        add(span, QStringLiteral("two rows of 32 threads share a wavefront on CDNA. What takes a "
                                 "row for a warp must change."));
    }
}

/// #define BLOCK_SIZE 96, constexpr int kThreads = 32
void TileFinder::constant(int at)
{
    const bool macro = m_file.is(at - 2, "define");
    const int name = macro ? at - 1 : m_file.is(at - 1, "=") ? at - 2 : -1;
    const int value = numberAt(m_file, at);
    if (name < 1 || value < 8 || value > kMaxThreads || value % kLanes == 0) {
        return;
    }
    if (!macro) {
        const TokenSpan statement = m_file.statement(at);
        bool fixed = false;
        const int end = std::min(name, statement.begin + kMaxSpecifiers);
        for (int i = statement.begin; i < end; ++i) {
            fixed = fixed || m_file.is(i, "constexpr") || m_file.is(i, "const");
        }
        if (!fixed) {
            return;
        }
    }
    const std::string word = lowered(m_file.text(name));
    const bool threads =
        holds(word, "threads_per_block") || holds(word, "block_size") || holds(word, "blocksize") ||
        holds(word, "num_threads") || holds(word, "numthreads") || holds(word, "nthreads") ||
        holds(word, "threadsperblock") || holds(word, "block_dim") || holds(word, "blockdim");
    if (threads && !holds(word, "warp") && (macro ? m_file.token(at).inDirective : true)) {
        addSize({name, at + 1}, value);
    }
}

void TileFinder::run()
{
    for (int i = 1; i < m_file.size() && !isWorkCancelled(); ++i) {
        const CToken& token = m_file.token(i);
        const bool word = token.kind == CTokenKind::Identifier;
        const bool number = token.kind == CTokenKind::Number;
        const bool launched = !word && !number && m_file.is(i, "<<<");
        if (!(word || number || launched) || m_file.isInert(token.begin)) {
            continue;
        }
        if (number) {
            constant(i);
        } else if (launched) {
            launch(i);
        } else if (m_file.is(i, "__launch_bounds__")) {
            launchBounds(i);
        } else if (m_file.is(i, "dim3")) {
            dimensions(i);
        }
    }
    for (const Found& one : m_found) {
        const QString symbol = shortText(m_file, one.span);
        const QString message = fillText(m_rule.message, {{QStringLiteral("symbol"), symbol},
                                                          {QStringLiteral("note"), one.note}});
        m_writer.addRepeated(m_rule, one.places, symbol, message, m_rule.wayOut, m_rule.effort, {});
    }
}

} // namespace

void findDivergentShuffles(const CppInput& input)
{
    input.lanes.find();
    if (input.lanes.masks() == nullptr) {
        return; // nothing here counts lanes
    }
    const CppFile& file = input.file;
    std::set<int> done;
    for (const CppFunction& function : file.functions()) {
        if (!(function.device || function.global)) {
            continue;
        }
        for (int i = function.bodyOpen + 1; i < function.bodyClose; ++i) {
            const WarpBuiltin builtin = file.isKind(i, CTokenKind::Identifier)
                                            ? warpBuiltin(file.text(i))
                                            : WarpBuiltin::None;
            const bool together = builtin == WarpBuiltin::Shuffle || builtin == WarpBuiltin::Vote ||
                                  builtin == WarpBuiltin::Reduce ||
                                  (builtin == WarpBuiltin::Ballot && !file.is(i, "__activemask"));
            if (!together || !file.is(i + 1, "(") || file.isInert(file.token(i).begin)) {
                continue;
            }
            const TokenSpan branch = laneBranch(file, i, function.bodyOpen);
            if (branch.size() > 0 && done.insert(branch.begin).second) {
                input.writer.addFinding(input.rule, file.range(i), toText(file.text(i)),
                                        {{QStringLiteral("condition"), shortText(file, branch)}});
            }
        }
    }
}

void findBlockTiles(const CppInput& input)
{
    TileFinder(input.file, input.rule, input.writer).run();
}

} // namespace rocport
