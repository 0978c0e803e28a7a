#include "core/base/cancelscope.h"
#include "core/rules/cpp/sitefinder.h"

#include <algorithm>
#include <unordered_set>

namespace rocport {

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
    const int end = std::min(span.end, span.begin + kMaxSiteExpression);
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
        return m_file.is(i + 1, "define") ? lowered(m_file.text(i + 2)) : std::string();
    }
    const TokenSpan statement = m_file.statement(at);
    for (int i = at; i > statement.begin && at - i < kMaxSiteExpression; --i) {
        if (m_file.is(i, "=") && m_file.isKind(i - 1, CTokenKind::Identifier)) {
            return lowered(m_file.text(i - 1));
        }
        if (m_file.is(i, ",") && m_file.enclosing(i) == m_file.enclosing(statement.begin)) {
            break;
        }
    }
    if (m_file.is(statement.begin, "return")) {
        const int function = m_file.functionOf(at);
        return function < 0 ? std::string() : lowered(m_file.functions()[function].name);
    }
    return {};
}

bool SiteFinder::functionUsesWarps(int at) const
{
    const int function = m_file.functionOf(at);
    return function >= 0 && m_warpFunctions[static_cast<size_t>(function)];
}

namespace {

/// Whether a word by itself says that its function uses warps.
bool tellsOfWarps(std::string_view word)
{
    const WarpBuiltin builtin = warpBuiltin(word);
    return (builtin != WarpBuiltin::None && builtin < WarpBuiltin::Count) ||
           holdsLower(word, "warp") || holdsLower(word, "lane");
}

} // namespace

/// A function uses warps when it names a warp builtin, a lane or a warp, or calls one that does.
void SiteFinder::collectWarpFunctions()
{
    const auto& functions = m_file.functions();
    m_warpFunctions.assign(functions.size(), false);
    std::unordered_set<std::string_view> names;
    std::vector<size_t> seen(functions.size(), 0); // names that were known at the last look
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
        for (size_t f = 0; f < functions.size(); ++f) {
            const bool first = round == 0;
            if (m_warpFunctions[f] || (!first && seen[f] == names.size())) {
                continue;
            }
            for (int i = functions[f].paramsOpen; i < functions[f].bodyClose && !m_warpFunctions[f];
                 ++i) {
                if (isWorkCancelledAt(i)) {
                    return;
                }
                if (m_file.isKind(i, CTokenKind::Identifier)) {
                    const std::string_view word = m_file.text(i);
                    m_warpFunctions[f] =
                        (first && tellsOfWarps(word)) || (!names.empty() && names.contains(word));
                }
            }
            seen[f] = names.size();
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
    for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const CTokenKind kind = m_file.token(i).kind;
        directive = kind == CTokenKind::Directive ? i : directive;
        m_directiveOf[static_cast<size_t>(i)] = directive;
        if (kind != CTokenKind::Identifier) {
            continue;
        }
        if (m_file.is(i + 1, "[")) {
            const std::string_view index = m_file.text(i + 2);
            if (holdsLower(index, "warp") || holdsLower(index, "wid") ||
                holdsLower(index, "lane")) {
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

/// Whether what begins at `begin` is the distance of a shift that a lane mask meets: the number of
/// a lane, whatever it is called.
bool SiteFinder::isDistance(int begin) const
{
    int op = begin - 1;
    while (m_file.is(op, "(") && begin - op < 4) {
        --op;
    }
    if (m_file.is(op, ">>")) {
        return m_masks.truth({op - 1, op}) == MaskTruth::Hard;
    }
    if (!m_file.is(op, "<<") || !m_file.isKind(op - 1, CTokenKind::Number)) {
        return false;
    }
    if (m_masks.meetsMask(op)) {
        return true;
    }
    const LaneMasks::Destination to = m_masks.destination(op);
    return to.value >= 0 && to.kind != LaneMasks::Destination::Kind::Memory &&
           m_masks.values()[static_cast<size_t>(to.value)].isCertain();
}

void SiteFinder::collectDistances()
{
    for (int i = 2; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const bool shift = m_file.is(i - 1, "<<") || m_file.is(i - 1, ">>");
        if (shift && m_file.isKind(i, CTokenKind::Identifier) && !m_file.is(i + 1, ".") &&
            !m_file.is(i + 1, "(") && isDistance(i)) {
            m_distances[m_file.text(i)].push_back(i);
            m_distanceNames.insert(lowered(m_file.text(i)));
        }
    }
}

/// Whether the identifier at `at` stands where a variable is declared: behind a type or a comma.
bool SiteFinder::isDeclared(int at) const
{
    return at > 0 && !m_file.is(at - 1, "return") &&
           (m_file.isKind(at - 1, CTokenKind::Identifier) || m_file.is(at - 1, ","));
}

/// The names that get a value after they are declared: by an assignment, or by their address.
void SiteFinder::collectGiven()
{
    for (int i = 1; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const bool assigned = m_file.is(i + 1, "=") && !isDeclared(i);
        if (m_file.isKind(i, CTokenKind::Identifier) && (assigned || m_file.is(i - 1, "&")) &&
            holdsLower(m_file.text(i), "warp")) {
            m_given.insert(m_file.text(i));
        }
    }
}

/// Whether a variable that is declared at `name` is called the width of a warp, and nothing else
/// gives it a value.
bool SiteFinder::isWidthVariable(int name) const
{
    const std::string_view word = m_file.text(name);
    return isDeclared(name) && warpConstantKind(word) == 'S' && m_given.count(word) == 0;
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
        const int end = std::min(at, statement.begin + kMaxSiteSpecifiers);
        for (int i = statement.begin; i < end && !constant; ++i) {
            constant = isOneOf(m_file.text(i), {"const", "constexpr"});
        }
        name = constant ? at - 2 : -1;
        if (!constant && is32(value) && isWidthVariable(at - 2)) {
            add(WarpSite::Kind::Definition, at, {at - 2, at + 1}, false,
                QStringLiteral("It is a variable: `warpSize` of the device's properties says how "
                               "wide the waves of the GPU are."));
        }
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
    const bool shifts = lane && (isDistance(left.begin) || m_distanceNames.count(name) > 0);
    const bool named = lane ? holds(name, "lane") || shifts
                            : holds(name, "warp") || holds(name, "wid") || holds(name, "wrp");
    if (left.size() <= 0) {
        return;
    }
    if (!named && !mentionsThread(left)) {
        // The number of warps of a constant block, or a tile: it cannot be told apart.
        if (functionUsesWarps(at)) {
            m_result.narrow.push_back(at);
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
    const auto bits = m_distances.find(m_file.text(name));
    if (up && bits != m_distances.end() && any(bits->second)) {
        bool indexes = false;
        for (int i = begin; i < end; ++i) {
            indexes = indexes || (m_file.is(i - 1, "[") && m_file.text(i) == m_file.text(name));
        }
        add(WarpSite::Kind::Lane, at, {open - 1, close + 1}, !indexes,
            indexes ? QStringLiteral("The loop goes over the bits of a mask and over an array, "
                                     "which may have 32 places.")
                    : QString());
        return;
    }
    const bool shuffles = steps != m_shuffles.end() && any(steps->second);
    const bool segments = any(m_segments);
    if (shuffles && !segments) { // an explicit width of 32 keeps its meaning
        add(WarpSite::Kind::Loop, at, {open - 1, close + 1}, true, {});
    }
}

void SiteFinder::slots(int at)
{
    if (!is32(m_file.text(at)) || !m_file.is(at - 1, "[") || !m_file.is(at + 1, "]")) {
        return;
    }
    const bool several = m_file.is(at + 2, "[") || m_file.is(at - 2, "]");
    const TokenSpan statement = m_file.statement(at);
    bool shared = false;
    const int end = std::min(at, statement.begin + kMaxSiteSpecifiers);
    for (int i = statement.begin; i < end; ++i) {
        shared = shared || m_file.is(i, "__shared__");
    }
    const int function = m_file.functionOf(at);
    if (!shared || function < 0) {
        return;
    }
    if (several) {
        if (functionUsesWarps(at)) {
            block(QStringLiteral("an array may have a place for each of 32 lanes"));
        }
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
    const std::string name = lowered(m_file.text(at - 2));
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
    if (to.argument == offset && is31(value) && !holds(lowered(m_file.text(to.callee)), "xor")) {
        add(WarpSite::Kind::Lane, at, {to.callee, at + 1}, true, {});
    } else if (to.argument == offset && (value == "16" || is31(value))) {
        add(WarpSite::Kind::Loop, at, {to.callee, at + 1}, false,
            QStringLiteral("The first step of a written-out reduction: 64 lanes need one more."));
    } else if (to.argument == offset + 1 && is32(value)) {
        block(QStringLiteral("a shuffle names segments of 32 lanes"));
    }
}

WarpSites SiteFinder::run()
{
    collectThreadNames();
    collectWarpFunctions();
    collectShuffles();
    collectDistances();
    collectGiven();
    for (int i = 2; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
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
    for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const CToken& token = m_file.token(i);
        const bool isText = token.kind == CTokenKind::String;
        if (token.kind != CTokenKind::Identifier && !isText && !m_file.is(i, "<<<")) {
            continue;
        }
        blockers(i);
        if (isText) {
            continue;
        }
        const bool defined = m_file.is(i - 1, "define") || m_file.is(i + 1, "=");
        m_result.asksWidth =
            m_result.asksWidth || (!defined && m_result.otherWidths.count(m_file.text(i)) > 0);
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
        leave(QStringLiteral("nothing in this file says how the lanes and warps are numbered"));
    }
    std::sort(m_result.sites.begin(), m_result.sites.end(),
              [](const WarpSite& a, const WarpSite& b) { return a.number.begin < b.number.begin; });
    escapes();
    return m_result;
}

char warpConstantKind(std::string_view name)
{
    if (!holdsLower(name, "warp") && !holdsLower(name, "lane")) {
        return '\0';
    }
    const std::string word = lowered(name);
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
    return word == "warp" || holds(word, "size") || holds(word, "sz") || holds(word, "threads") ||
                   holds(word, "width") || holds(word, "lanes")
               ? 'S'
               : '\0';
}

WarpSites findWarpSites(const CppFile& file, const LaneMasks& masks, bool header)
{
    return SiteFinder(file, masks, header).run();
}

} // namespace rocport
