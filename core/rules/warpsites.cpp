#include "core/rules/warpsites.h"

#include "core/base/cancelscope.h"
#include "core/rules/warpnumbers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace rocport {

namespace {

constexpr int kMaxExpression = 400; ///< tokens of an expression that are looked at
constexpr int kMaxSpecifiers = 64;  ///< tokens of a declaration before its name

class SiteFinder
{
public:
    SiteFinder(const CppFile& file, const LaneMasks& masks, bool header)
        : m_file(file), m_masks(masks), m_header(header)
    {
    }
    WarpSites run();

private:
    void definition(int at);
    void laneOrWarp(int at);
    void loop(int at);
    void slots(int at);
    void comparison(int at);
    void blockers(int at);
    void constantUse(int at);
    void foreignConstant(int at);
    void sharedConstants();
    void collectThreadNames();
    void collectWarpFunctions();
    void collectShuffles();
    [[nodiscard]] int directiveOf(int at) const { return m_directiveOf[static_cast<size_t>(at)]; }

    [[nodiscard]] bool mentionsThread(TokenSpan span) const;
    [[nodiscard]] TokenSpan leftOperand(int op) const;
    [[nodiscard]] std::string receiver(int at) const;
    [[nodiscard]] bool functionUsesWarps(int at) const;
    void add(WarpSite::Kind kind, int number, TokenSpan around, bool certain, const QString& doubt)
    {
        WarpSite site;
        site.kind = kind;
        site.number = {number, number + 1};
        site.around = around;
        site.wide = widened(m_file.text(number));
        site.certain = certain;
        site.doubt = doubt;
        m_result.sites.push_back(site);
    }
    void block(const QString& why)
    {
        if (m_result.blocker.isEmpty()) {
            m_result.blocker = why;
        }
    }

    const CppFile& m_file;
    const LaneMasks& m_masks;
    bool m_header = false;
    WarpSites m_result;
    std::set<std::string_view> m_threadNames; ///< variables made from threadIdx
    std::set<std::string_view> m_constants;   ///< warp constants defined here
    std::vector<bool> m_warpFunctions;        ///< by function: see functionUsesWarps()
    std::set<std::string_view> m_ownNames;    ///< warp constants defined as something else
    int m_constantUses = 0;
    std::vector<int> m_directiveOf; ///< by token: the last '#' up to there
    std::map<std::string_view, std::vector<int>> m_shuffles;
    std::map<std::string_view, std::vector<int>> m_warpIndexed;
    std::vector<int> m_segments; ///< shuffles that name 32 lanes
};

void SiteFinder::collectThreadNames()
{
    for (int i = 2; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (!m_file.is(i, "threadIdx")) {
            continue;
        }
        // "name = [(cast)] threadIdx.x" and nothing but that before it.
        int at = i - 1;
        while (at > 0 && i - at < 6 &&
               (m_file.is(at, "(") || m_file.is(at, ")") || m_file.is(at, "int") ||
                m_file.is(at, "unsigned"))) {
            --at;
        }
        if (m_file.is(at, "=") && m_file.isKind(at - 1, CTokenKind::Identifier)) {
            m_threadNames.insert(m_file.text(at - 1));
        }
    }
}

bool SiteFinder::mentionsThread(TokenSpan span) const
{
    const int end = std::min(span.end, span.begin + kMaxExpression);
    for (int i = span.begin; i < end; ++i) {
        if (isOneOf(m_file.text(i), {"threadIdx", "blockDim"}) ||
            m_threadNames.count(m_file.text(i)) > 0) {
            return true;
        }
    }
    return false;
}

TokenSpan SiteFinder::leftOperand(int op) const
{
    int begin = op;
    while (begin > 0 && op - begin < 40) {
        const int before = begin - 1;
        if (m_file.is(before, ")") && m_file.match(before) >= 0) {
            begin = m_file.match(before);
        } else if (m_file.isKind(before, CTokenKind::Identifier) && !m_file.is(before, "return")) {
            begin = before;
        } else if (m_file.is(before, ".") || m_file.is(before, "::")) {
            begin = before;
            continue;
        } else {
            break;
        }
        if (!m_file.is(begin - 1, ".") && !m_file.is(begin - 1, "::") &&
            !(m_file.is(begin, "(") && m_file.isKind(begin - 1, CTokenKind::Identifier) &&
              !m_file.is(begin - 1, "return"))) {
            break;
        }
    }
    return {begin, op};
}

/// Lower-case name of what the expression around `at` is stored in: a variable or a macro.
std::string SiteFinder::receiver(int at) const
{
    if (m_file.token(at).inDirective) {
        const int i = directiveOf(at);
        return m_file.is(i + 1, "define") ? lower(m_file.text(i + 2)) : std::string();
    }
    const TokenSpan statement = m_file.statement(at);
    for (int i = at; i > statement.begin && at - i < kMaxExpression; --i) {
        if (m_file.is(i, "=") && m_file.isKind(i - 1, CTokenKind::Identifier)) {
            return lower(m_file.text(i - 1));
        }
        if (m_file.is(i, ",") && m_file.enclosing(i) == m_file.enclosing(statement.begin)) {
            break;
        }
    }
    if (m_file.is(statement.begin, "return")) {
        const int function = m_file.functionOf(at);
        return function < 0 ? std::string() : lower(m_file.functions()[function].name);
    }
    return {};
}

bool SiteFinder::functionUsesWarps(int at) const
{
    const int function = m_file.functionOf(at);
    return function >= 0 && m_warpFunctions[static_cast<size_t>(function)];
}

/// A function uses warps when it names a warp builtin, a lane or a warp, or calls one that does.
void SiteFinder::collectWarpFunctions()
{
    const auto& functions = m_file.functions();
    m_warpFunctions.assign(functions.size(), false);
    std::set<std::string_view> names;
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
        for (size_t f = 0; f < functions.size(); ++f) {
            for (int i = functions[f].paramsOpen; i < functions[f].bodyClose && !m_warpFunctions[f];
                 ++i) {
                if (isWorkCancelled()) {
                    return;
                }
                if (!m_file.isKind(i, CTokenKind::Identifier)) {
                    continue;
                }
                const std::string_view word = m_file.text(i);
                const WarpBuiltin builtin = warpBuiltin(word);
                const std::string name = lower(word);
                m_warpFunctions[f] =
                    (builtin != WarpBuiltin::None && builtin < WarpBuiltin::Count) ||
                    holds(name, "warp") || holds(name, "lane") || names.count(word) > 0;
            }
            if (m_warpFunctions[f]) {
                names.insert(functions[f].name);
            }
        }
    }
}

/// The shuffles by what their lanes are apart, and the arrays that a lane or warp is the index of.
void SiteFinder::collectShuffles()
{
    if (isWorkCancelled()) {
        return;
    }
    m_directiveOf.resize(static_cast<size_t>(m_file.size()));
    int directive = 0;
    for (int i = 0; i < m_file.size() && !isWorkCancelled(); ++i) {
        const CTokenKind kind = m_file.token(i).kind;
        directive = kind == CTokenKind::Directive ? i : directive;
        m_directiveOf[static_cast<size_t>(i)] = directive;
        if (kind != CTokenKind::Identifier) {
            continue;
        }
        if (m_file.is(i + 1, "[")) {
            const std::string index = lower(m_file.text(i + 2));
            if (holds(index, "warp") || holds(index, "wid") || holds(index, "lane")) {
                m_warpIndexed[m_file.text(i)].push_back(i);
            }
        }
        if (warpBuiltin(m_file.text(i)) != WarpBuiltin::Shuffle || !m_file.is(i + 1, "(")) {
            continue;
        }
        const std::vector<TokenSpan> arguments = m_file.arguments(i + 1);
        const size_t offset = takesLaneMask(m_file.text(i)) ? 2 : 1;
        if (offset >= arguments.size()) {
            continue;
        }
        if (arguments[offset].size() == 1) {
            m_shuffles[m_file.text(arguments[offset].begin)].push_back(i);
        }
        if (offset + 1 < arguments.size() && arguments[offset + 1].size() == 1 &&
            is32(m_file.text(arguments[offset + 1].begin))) {
            m_segments.push_back(i);
        }
    }
}

void SiteFinder::definition(int at)
{
    const std::string_view value = m_file.text(at);
    int name = -1;
    if (m_file.token(at).inDirective) {
        int i = at;
        while (i > 0 && at - i < 6 && m_file.token(i).kind != CTokenKind::Directive) {
            --i;
        }
        const bool alone = at + 1 == m_file.size() || !m_file.token(at + 1).inDirective ||
                           m_file.token(at + 1).kind == CTokenKind::Directive ||
                           (m_file.is(at + 1, ")") && m_file.is(at - 1, "("));
        const int body = m_file.is(at - 1, "(") ? at - 1 : at;
        name = m_file.is(i + 1, "define") && i + 3 == body && alone ? i + 2 : -1;
    } else if (m_file.is(at - 1, "=") && isOneOf(m_file.text(at + 1), {";", ",", "}"})) {
        const TokenSpan statement = m_file.statement(at);
        const int open = m_file.enclosing(at);
        bool constant = open > 0 && (m_file.is(open - 1, "enum") || m_file.is(open - 2, "enum") ||
                                     m_file.is(open - 3, "enum"));
        const int end = std::min(at, statement.begin + kMaxSpecifiers);
        for (int i = statement.begin; i < end && !constant; ++i) {
            constant = isOneOf(m_file.text(i), {"const", "constexpr"});
        }
        name = constant ? at - 2 : -1;
    }
    const char kind = name < 0 ? '\0' : warpConstantKind(m_file.text(name));
    if ((kind == 'S' && is32(value)) || (kind == 'L' && value == "5") ||
        (kind == 'M' && is31(value))) {
        m_constants.insert(m_file.text(name));
        add(WarpSite::Kind::Definition, at, {name, at + 1}, true, {});
    }
}

void SiteFinder::laneOrWarp(int at)
{
    const std::string_view op = m_file.text(at - 1);
    const std::string_view value = m_file.text(at);
    const bool lane = (op == "&" && is31(value)) || (op == "%" && is32(value));
    const bool warp = (op == ">>" && value == "5") || (op == "/" && is32(value));
    if (!lane && !warp) {
        return;
    }
    const TokenSpan left = leftOperand(at - 1);
    const std::string name = receiver(at);
    const bool named = lane ? holds(name, "lane")
                            : holds(name, "warp") || holds(name, "wid") || holds(name, "wrp");
    if (left.size() <= 0) {
        return;
    }
    if (!named && !mentionsThread(left)) {
        // The number of warps of a constant block, or a tile: it cannot be told apart.
        if (functionUsesWarps(at)) {
            block(QStringLiteral("another number is divided by 32, which may count warps"));
        }
        return;
    }
    const int after = m_file.is(at + 1, ")") ? at + 2 : at + 1;
    const bool first = lane && m_file.is(after, "==") && m_file.is(after + 1, "0");
    bool dimension = false;
    for (int i = left.begin; i < left.end; ++i) {
        dimension = dimension || m_file.is(i, "blockDim");
    }
    const bool warps = functionUsesWarps(at);
    if (!named && !warps && !(m_file.token(at).inDirective && named)) {
        return; // a layout of its own
    }
    const bool certain = named || first || (warp && dimension);
    add(lane ? WarpSite::Kind::Lane : WarpSite::Kind::Warp, at, {left.begin, at + 1}, certain,
        certain ? QString()
                : QStringLiteral("It may be a lane of a warp or a place in a tile of 32."));
    // (blockDim.x + 31) / 32 rounds up by the same width.
    const int inner = left.end - 2;
    if (warp && certain && m_file.is(left.end - 1, ")") && is31(m_file.text(inner)) &&
        m_file.is(inner - 1, "+")) {
        add(WarpSite::Kind::Warp, inner, {left.begin, at + 1}, true, {});
    }
}

void SiteFinder::loop(int at)
{
    const std::string_view value = m_file.text(at);
    const bool down = value == "16" && m_file.is(at - 1, "=");
    const bool up = is32(value) && m_file.is(at - 1, "<");
    const int open = m_file.enclosing(at);
    if ((!down && !up) || open < 1 || !m_file.is(open - 1, "for") || m_file.match(open) < 0) {
        return;
    }
    const int name = at - 2;
    const int close = m_file.match(open);
    const int begin = close + 1;
    int end = begin;
    if (m_file.is(begin, "{") && m_file.match(begin) > 0) {
        end = m_file.match(begin);
    } else {
        while (end < m_file.size() && end - begin < 200 && !m_file.is(end, ";")) {
            ++end;
        }
    }
    const auto any = [begin, end](const std::vector<int>& places) {
        const auto next = std::lower_bound(places.begin(), places.end(), begin);
        return next != places.end() && *next < end;
    };
    const auto steps = m_shuffles.find(m_file.text(name));
    const bool shuffles = steps != m_shuffles.end() && any(steps->second);
    const bool segments = any(m_segments);
    if (shuffles && !segments) { // an explicit width of 32 keeps its meaning
        add(WarpSite::Kind::Loop, at, {open - 1, close + 1}, true, {});
    }
}

void SiteFinder::slots(int at)
{
    if (!is32(m_file.text(at)) || !m_file.is(at - 1, "[") || !m_file.is(at + 1, "]") ||
        m_file.is(at + 2, "[") || m_file.is(at - 2, "]")) {
        return;
    }
    const TokenSpan statement = m_file.statement(at);
    bool shared = false;
    const int end = std::min(at, statement.begin + kMaxSpecifiers);
    for (int i = statement.begin; i < end; ++i) {
        shared = shared || m_file.is(i, "__shared__");
    }
    const int function = m_file.functionOf(at);
    if (!shared || function < 0) {
        return;
    }
    const CppFunction& one = m_file.functions()[function];
    const auto used = m_warpIndexed.find(m_file.text(at - 2));
    if (used != m_warpIndexed.end()) {
        const auto next = std::lower_bound(used->second.begin(), used->second.end(), at + 2);
        if (next != used->second.end() && *next < one.bodyClose) {
            add(WarpSite::Kind::Slots, at, {at - 2, at + 2}, true, {});
        }
    }
}

void SiteFinder::comparison(int at)
{
    const std::string_view value = m_file.text(at);
    const std::string_view op = m_file.text(at - 1);
    const std::string name = lower(m_file.text(at - 2));
    if (is31(value) && (op == "==" || op == "!=") && holds(name, "lane")) {
        add(WarpSite::Kind::Lane, at, {at - 2, at + 1}, true, {});
    } else if (is32(value) && (op == "<" || op == ">=") && functionUsesWarps(at) &&
               !m_file.is(m_file.enclosing(at) - 1, "for")) {
        const bool thread = mentionsThread(leftOperand(at - 1));
        if (thread) {
            add(WarpSite::Kind::Lane, at, {at - 2, at + 1}, false,
                QStringLiteral("It may mean the first warp or the first 32 threads."));
        }
    }
    // A literal source lane or offset of a shuffle.
    const LaneMasks::Destination to = m_masks.destination(at);
    if (to.kind != LaneMasks::Destination::Kind::Builtin || to.whole.size() != 1 ||
        warpBuiltin(m_file.text(to.callee)) != WarpBuiltin::Shuffle) {
        return;
    }
    const int offset = takesLaneMask(m_file.text(to.callee)) ? 2 : 1;
    if (to.argument == offset && is31(value) && !holds(lower(m_file.text(to.callee)), "xor")) {
        add(WarpSite::Kind::Lane, at, {to.callee, at + 1}, true, {});
    } else if (to.argument == offset && (value == "16" || is31(value))) {
        add(WarpSite::Kind::Loop, at, {to.callee, at + 1}, false,
            QStringLiteral("The first step of a written-out reduction: 64 lanes need one more."));
    } else if (to.argument == offset + 1 && is32(value)) {
        block(QStringLiteral("a shuffle names segments of 32 lanes"));
    }
}

void SiteFinder::constantUse(int at)
{
    ++m_constantUses;
    const bool tile =
        (m_file.is(at - 1, "[") && (m_file.is(at + 2, "[") || m_file.is(at - 2, "]"))) ||
        (m_file.is(at + 1, "*") && m_file.text(at + 2) == m_file.text(at));
    if (tile) {
        block(QStringLiteral("`%1` is also the side of a tile")
                  .arg(QString::fromUtf8(m_file.text(at).data(),
                                         static_cast<qsizetype>(m_file.text(at).size()))));
    }
    const int open = m_file.enclosing(at);
    const bool dimension = open > 0 && m_file.is(open, "(") &&
                           (m_file.is(open - 1, "dim3") || m_file.is(open - 2, "dim3"));
    if (dimension || m_file.is(at - 1, "<<") || m_file.is(open - 1, "static_assert")) {
        block(QStringLiteral("the warp width is also the size of a block or checked to be 32"));
    }
}

/// A warp width that another file defines: whether it becomes 64 is not known here.
void SiteFinder::foreignConstant(int at)
{
    const std::string_view word = m_file.text(at);
    const bool upper =
        std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    const bool constant =
        upper || (word.size() > 2 && word[0] == 'k' && word[1] >= 'A' && word[1] <= 'Z');
    if (!constant || !m_result.blocker.isEmpty() || warpConstantKind(word) == '\0') {
        return;
    }
    if (m_file.is(at - 1, "define")) {
        m_ownNames.insert(word);
    } else if (!m_file.is(at + 1, "=") && !m_file.is(at + 1, "(") && !m_file.is(at - 1, ".") &&
               m_ownNames.count(word) == 0) {
        block(QStringLiteral("`%1` is defined in another file")
                  .arg(QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()))));
    }
}

/// Constants of a header belong to every file that includes it.
void SiteFinder::sharedConstants()
{
    const bool shared =
        m_header &&
        std::any_of(m_result.sites.begin(), m_result.sites.end(), [this](const WarpSite& site) {
            return site.kind == WarpSite::Kind::Definition &&
                   m_file.functionOf(site.number.begin) < 0;
        });
    if (shared) {
        block(QStringLiteral("files that include this one may use the constant for a tile or a "
                             "block"));
    }
}

void SiteFinder::blockers(int at)
{
    const std::string_view word = m_file.text(at);
    if (word == "tiled_partition" && m_file.is(at + 1, "<") && is32(m_file.text(at + 2))) {
        block(QStringLiteral("cooperative groups of 32 lanes are used"));
    } else if (word == "<<<") {
        for (int i = at + 1; i < m_file.size() && i - at < 60 && !m_file.is(i, ">>>"); ++i) {
            if (m_file.is(i, ",") && is32(m_file.text(i + 1)) &&
                isOneOf(m_file.text(i + 2), {",", ">>>"})) {
                block(QStringLiteral("a kernel is launched with blocks of 32 threads"));
            }
        }
    } else if (word == "dim3") {
        const int open = m_file.is(at + 1, "(") ? at + 1 : at + 2;
        if (m_file.is(open, "(") && is32(m_file.text(open + 1))) {
            block(QStringLiteral("blocks are 32 threads wide"));
        }
    } else if (word == "threadIdx" && m_file.is(at + 1, ".") && !m_file.is(at + 2, "x") &&
               functionUsesWarps(at)) {
        block(QStringLiteral("threads are numbered in two dimensions, so rows and warps may be the "
                             "same thing"));
    } else if (warpBuiltin(word) == WarpBuiltin::Ballot && m_file.is(at + 1, "(")) {
        const LaneMasks::Destination to = m_masks.destination(at);
        if (to.kind == LaneMasks::Destination::Kind::Memory &&
            m_masks.truth(to.whole) == MaskTruth::Hard) {
            block(QStringLiteral("a ballot is stored as a word of 32 bits"));
        }
    }
}

WarpSites SiteFinder::run()
{
    collectThreadNames();
    collectWarpFunctions();
    collectShuffles();
    for (int i = 2; i < m_file.size() && !isWorkCancelled(); ++i) {
        const CToken& token = m_file.token(i);
        if (token.kind == CTokenKind::Number && token.end - token.begin <= 5 &&
            !m_file.isInert(token.begin)) {
            const std::string_view value = m_file.text(i);
            if (value == "5" || value == "16" || is31(value) || is32(value)) {
                definition(i);
                laneOrWarp(i);
                loop(i);
                slots(i);
                comparison(i);
            }
        }
    }
    for (int i = 0; i < m_file.size() && !isWorkCancelled(); ++i) {
        const CToken& token = m_file.token(i);
        if (token.kind != CTokenKind::Identifier && !m_file.is(i, "<<<")) {
            continue;
        }
        blockers(i);
        const bool defined = m_file.is(i - 1, "define") || m_file.is(i + 1, "=");
        if (!defined && m_constants.count(m_file.text(i)) > 0) {
            constantUse(i);
        } else if (token.kind == CTokenKind::Identifier) {
            foreignConstant(i);
        }
    }
    sharedConstants();
    const bool anchored =
        std::any_of(m_result.sites.begin(), m_result.sites.end(), [this](const WarpSite& site) {
            return site.kind == WarpSite::Kind::Lane || site.kind == WarpSite::Kind::Warp ||
                   (site.kind == WarpSite::Kind::Definition && m_constantUses > 0);
        });
    if (!anchored) {
        block(QStringLiteral("nothing in this file says how the lanes and warps are numbered"));
    }
    std::sort(m_result.sites.begin(), m_result.sites.end(),
              [](const WarpSite& a, const WarpSite& b) { return a.number.begin < b.number.begin; });
    return m_result;
}

} // namespace

char warpConstantKind(std::string_view name)
{
    const std::string word = lower(name);
    const bool warp = holds(word, "warp");
    const bool several =
        holds(word, "warps") && !holds(word, "warpsize") && !holds(word, "warpshift");
    if ((!warp && !holds(word, "lane")) || several || holds(word, "num_warp") ||
        holds(word, "per_block")) {
        return '\0';
    }
    if (holds(word, "mask")) {
        return 'M';
    }
    if (!warp) {
        return '\0';
    }
    if (holds(word, "log") || holds(word, "shift") || holds(word, "bits")) {
        return 'L';
    }
    return holds(word, "size") || holds(word, "threads") || holds(word, "width") ||
                   holds(word, "lanes")
               ? 'S'
               : '\0';
}

WarpSites findWarpSites(const CppFile& file, const LaneMasks& masks, bool header)
{
    return SiteFinder(file, masks, header).run();
}

} // namespace rocport
