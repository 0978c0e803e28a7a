#include "core/base/cancelscope.h"
#include "core/rules/cpp/sitefinder.h"
#include "core/text/bytes.h"
#include "core/translate/declared.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxTokensBack =
    60; ///< tokens before a name that are searched for what it is stored in
constexpr int kMaxStatement = 200; ///< tokens of a statement that are looked at

bool isComparison(std::string_view word)
{
    return isOneOf(word, {"==", "!=", "<", "<=", ">", ">="});
}

} // namespace

bool SiteFinder::namesGrid(TokenSpan span) const
{
    const int end = std::min(span.end, span.begin + kMaxStatement);
    for (int i = span.begin; i < end; ++i) {
        if (isOneOf(m_file.text(i), {"blockIdx", "gridDim"})) {
            return true;
        }
    }
    return false;
}

/// What the value at `at` is stored in: a variable, a macro, or the function that returns it.
std::string_view SiteFinder::holderOf(int at) const
{
    if (m_file.token(at).inDirective) {
        const int hash = directiveOf(at);
        return m_file.is(hash + 1, "define") && at > hash + 2 ? m_file.text(hash + 2)
                                                              : std::string_view();
    }
    const TokenSpan statement = m_file.statement(at);
    for (int i = at - 1; i > statement.begin && at - i < kMaxTokensBack; --i) {
        if (m_file.is(i, "=") && m_file.isKind(i - 1, CTokenKind::Identifier)) {
            return m_file.text(i - 1);
        }
    }
    const int open = m_file.enclosing(at); // "int warp{threadIdx.x / 32};"
    if (m_file.is(open, "{") && m_file.isKind(open - 1, CTokenKind::Identifier) &&
        m_file.isKind(open - 2, CTokenKind::Identifier) && m_file.is(m_file.match(open) + 1, ";") &&
        !isOneOf(m_file.text(open - 2), {"struct", "class", "union", "enum"})) {
        return m_file.text(open - 1);
    }
    const int function = m_file.functionOf(at);
    return m_file.is(statement.begin, "return") && function >= 0
               ? m_file.functions()[static_cast<size_t>(function)].name
               : std::string_view();
}

/// Arrays that functions declare: those in shared memory, and those of a thread.
void SiteFinder::collectArrays()
{
    for (int i = 2; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const bool declared = m_file.is(i, "[") && m_file.isKind(i - 1, CTokenKind::Identifier) &&
                              m_file.isKind(i - 2, CTokenKind::Identifier) &&
                              !isStatementKeyword(m_file.text(i - 2)) &&
                              !isOneOf(m_file.text(i - 2), {"else", "do"}) &&
                              m_file.functionOf(i) >= 0 && !m_file.token(i).inDirective;
        if (declared) {
            m_arrays.insert(m_file.text(i - 1));
        }
    }
}

/// Notes what holds the number of a lane, of a warp, or how many warps there are: what the operator
/// at `op` makes of threads.
void SiteFinder::addNumber(int op, bool lane)
{
    const TokenSpan left = leftOperand(op);
    bool dimension = false;
    bool thread = false;
    for (int i = left.begin; i < left.end; ++i) {
        dimension = dimension || m_file.is(i, "blockDim");
        thread = thread || m_file.is(i, "threadIdx") || m_threadNames.count(m_file.text(i)) > 0;
    }
    if (namesGrid(left) || (left.size() > 0 && !dimension && !thread && m_file.is(op, "/"))) {
        block(QStringLiteral("warps may be counted across blocks, and the launch decides how many "
                             "there are"));
    }
    if (!dimension || thread) {
        reach(op, lane);
    }
    if (const std::string_view holder = holderOf(op); !holder.empty()) {
        (lane ? m_laneNumbers : dimension && !thread ? m_warpCounts : m_warpNumbers).insert(holder);
    }
}

void SiteFinder::collectNumbers()
{
    for (const WarpSite& site : m_result.sites) {
        if (site.kind == WarpSite::Kind::Lane || site.kind == WarpSite::Kind::Warp) {
            addNumber(site.number.begin - 1, site.kind == WarpSite::Kind::Lane);
        }
    }
    for (int i = 2; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (m_file.isKind(i, CTokenKind::Identifier) && m_constants.count(m_file.text(i)) > 0) {
            const int op = m_file.is(i - 1, "(") ? i - 2 : i - 1; // "& (WARP_SIZE - 1)"
            if (isOneOf(m_file.text(op), {"/", "%", "&"}) && functionUsesWarps(i)) {
                addNumber(op, !m_file.is(op, "/"));
            }
        }
    }
    constexpr int kRounds = 2; // "base = warp * n", "at = base + 1"
    for (int round = 0; round < kRounds && !m_warpNumbers.empty(); ++round) {
        for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
            if (m_file.isKind(i, CTokenKind::Identifier) &&
                m_warpNumbers.count(m_file.text(i)) > 0 && !m_file.token(i).inDirective &&
                !m_file.is(m_file.enclosing(i), "[")) {
                if (const std::string_view holder = holderOf(i); !holder.empty()) {
                    m_warpNumbers.insert(holder);
                }
            }
        }
    }
}

/// The bracket that `at` stands in, not counting parentheses that only group.
int SiteFinder::bracketAround(int at) const
{
    constexpr int kMaxDepth = 16;
    int open = m_file.enclosing(at);
    for (int depth = 0;
         depth < kMaxDepth && m_file.is(open, "(") &&
         !m_file.isKind(open - 1, CTokenKind::Identifier) && !m_file.is(open - 1, ">");
         ++depth) {
        open = m_file.enclosing(open);
    }
    return open;
}

/// The number of a warp or a lane at `at`, a name or an operator, where it reaches further than the
/// block: blocks have fewer warps with 64 lanes, and others may have 32 places for lanes.
void SiteFinder::reach(int at, bool lane)
{
    const int open = bracketAround(at);
    const bool isName = m_file.isKind(at, CTokenKind::Identifier);
    const QString name = isName ? QStringLiteral("`%1`").arg(toText(m_file.text(at)))
                         : lane ? QStringLiteral("the number of a lane")
                                : QStringLiteral("the number of a warp");
    if (!lane && namesGrid(m_file.statement(at))) {
        block(QStringLiteral(
                  "%1 counts warps across blocks, and the launch decides how many there are")
                  .arg(name));
    } else if (m_file.is(open, "[") && m_arrays.count(m_file.text(open - 1)) == 0) {
        block(QStringLiteral("%1 is a place in memory that others fill or read").arg(name));
    } else if (!lane && m_file.is(open, "(") && m_file.isKind(open - 1, CTokenKind::Identifier) &&
               warpBuiltin(m_file.text(open - 1)) == WarpBuiltin::None &&
               !isOneOf(m_file.text(open - 1),
                        {"if", "for", "while", "switch", "return", "sizeof", "min", "max"})) {
        block(QStringLiteral("%1 is handed to `%2`").arg(name, toText(m_file.text(open - 1))));
    }
}

void SiteFinder::warpNumber(int at)
{
    reach(at, false);
    if (isComparison(m_file.text(at + 1)) && !m_file.is(at + 2, "0") && !countsWarps(at + 2)) {
        block(QStringLiteral("`%1` is compared with something that does not count warps of a block")
                  .arg(toText(m_file.text(at))));
    }
}

void SiteFinder::laneNumber(int at)
{
    reach(at, true);
    const bool ordered = isOneOf(m_file.text(at + 1), {"<", "<=", ">", ">="});
    const bool distance = m_shuffles.count(m_file.text(at + 2)) > 0; // "if (lane >= offset)"
    if (ordered && !distance && !countsWarps(at + 2)) {
        block(QStringLiteral("`%1` is compared with something that does not count warps of a block")
                  .arg(toText(m_file.text(at))));
    }
}

/// Whether what begins at `at` is the number of warps of a block, made of its dimension.
bool SiteFinder::countsWarps(int at) const
{
    return m_warpCounts.count(m_file.text(at)) > 0 || m_file.is(at, "blockDim") ||
           (m_file.is(at, "(") && m_file.is(at + 1, "blockDim"));
}

/// An array with a place for each warp, read otherwise: blocks have fewer warps with 64 lanes, so
/// that the reader has to ask how many there are.
void SiteFinder::placesOfWarps()
{
    std::set<std::string_view> arrays;
    std::set<std::string_view> bounded; // "for (w = 0; w < warps; ++w)"
    std::set<int> asking;               // functions that compare with the number of warps
    for (int i = 0; i + 2 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (m_file.is(i + 1, "[") && m_warpNumbers.count(m_file.text(i + 2)) > 0) {
            arrays.insert(m_file.text(i));
        } else if (m_file.is(i + 1, "<") && countsWarps(i + 2)) {
            asking.insert(m_file.functionOf(i));
            bounded.insert(m_file.text(i));
        }
    }
    for (int i = 0; i + 2 < m_file.size() && !arrays.empty() && !isWorkCancelledAt(i); ++i) {
        const std::string_view index = m_file.text(i + 2);
        const bool declares =
            m_file.isKind(i - 1, CTokenKind::Identifier) && !isStatementKeyword(m_file.text(i - 1));
        if (!m_file.is(i + 1, "[") || arrays.count(m_file.text(i)) == 0 || declares ||
            index == "0" || m_warpNumbers.count(index) > 0) {
            continue;
        }
        const bool thread = m_laneNumbers.count(index) > 0 || index == "threadIdx" ||
                            m_threadNames.count(index) > 0;
        if (thread ? asking.count(m_file.functionOf(i)) == 0 : bounded.count(index) == 0) {
            block(
                QStringLiteral("`%1` has a place for each warp, and what reads it does not ask how "
                               "many there are")
                    .arg(toText(m_file.text(i))));
        }
    }
}

/// A number beside warps that may stand for their 32 lanes and is not among the places that change:
/// code that is widened in part is wrong.
void SiteFinder::stray(int at)
{
    const std::string_view value = m_file.text(at);
    const bool half = value == "16" && m_file.is(at - 1, "=") &&
                      m_file.is(m_file.enclosing(at), "(") &&
                      m_file.is(m_file.enclosing(at) - 1, "for");
    const bool shift = value == "5" && isOneOf(m_file.text(at - 1), {"<<", ">>"});
    if ((!is32(value) && !is31(value) && !half && !shift) || !functionUsesWarps(at)) {
        return;
    }
    const auto place = std::lower_bound(
        m_result.sites.begin(), m_result.sites.end(), at,
        [](const WarpSite& site, int number) { return site.number.begin < number; });
    if (place == m_result.sites.end() || place->number.begin != at) {
        block(
            QStringLiteral("`%1` stands beside warps and may count lanes too").arg(toText(value)));
    }
}

/// Keeps the file as it is where something depends on the width of a warp and would not change with
/// it. `m_result.sites` are in order.
void SiteFinder::escapes()
{
    if (m_result.sites.empty() || m_result.counts32) {
        return;
    }
    collectArrays();
    collectNumbers();
    placesOfWarps();
    for (int i = 2; i < m_file.size() && !m_result.counts32 && !isWorkCancelledAt(i); ++i) {
        const CToken& token = m_file.token(i);
        if (m_file.isInert(token.begin)) {
            continue;
        }
        if (token.kind == CTokenKind::Number && token.end - token.begin <= 5) {
            stray(i);
        } else if (token.kind == CTokenKind::Identifier && !m_file.is(i + 1, "=") &&
                   !m_file.is(i - 1, "define")) {
            if (m_warpNumbers.count(m_file.text(i)) > 0) {
                warpNumber(i);
            } else if (m_laneNumbers.count(m_file.text(i)) > 0) {
                laneNumber(i);
            }
        }
    }
}

} // namespace rocport
