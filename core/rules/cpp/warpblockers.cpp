#include "core/rules/cpp/sitefinder.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Whether "mm", "ma" or "sm" is in a word, in small or capital letters: each name of matrix
/// fragments has one of them.
bool mayNameMatrix(std::string_view word)
{
    constexpr char kSmall = 0x20;
    for (size_t i = 1; i < word.size(); ++i) {
        const char before = static_cast<char>(word[i - 1] | kSmall);
        const char here = static_cast<char>(word[i] | kSmall);
        if ((before == 'm' && (here == 'm' || here == 'a')) || (before == 's' && here == 'm')) {
            return true;
        }
    }
    return false;
}

/// Whether an identifier names work on matrix fragments, which 32 lanes hold: mma_m16n8k16,
/// ptx_mma, wmma, ldmatrix, load_matrix_sync.
bool isMatrixName(std::string_view word)
{
    constexpr std::array kWords = {
        std::string_view("mma"),      std::string_view("wmma"),     std::string_view("hmma"),
        std::string_view("imma"),     std::string_view("bmma"),     std::string_view("wgmma"),
        std::string_view("ldmatrix"), std::string_view("stmatrix"), std::string_view("ldsm")};
    if (!mayNameMatrix(word)) {
        return false;
    }
    if (word == "load_matrix_sync" || word == "store_matrix_sync" || word == "rocportMma" ||
        word == "rocportMmaQuads" || word == "rocportLoadMatrix" || word == "rocportStoreMatrix") {
        return true;
    }
    while (!word.empty()) {
        const size_t end = std::min(word.find('_'), word.size());
        const std::string_view part = word.substr(0, end);
        for (const std::string_view one : kWords) {
            const bool begins =
                part.size() >= one.size() &&
                std::equal(one.begin(), one.end(), part.begin(), [](char a, char b) {
                    return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b + 32) : b);
                });
            // "mma16816" is one, "mmap" is not.
            if (begins && (part.size() == one.size() ||
                           (part[one.size()] >= '0' && part[one.size()] <= '9'))) {
                return true;
            }
        }
        word.remove_prefix(std::min(end + 1, word.size()));
    }
    return false;
}

/// The same for the text of inline PTX.
bool isMatrixText(std::string_view literal)
{
    return literal.find("mma.sync") != std::string_view::npos ||
           literal.find("ldmatrix.") != std::string_view::npos ||
           literal.find("stmatrix.") != std::string_view::npos;
}

} // namespace

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
    if ((word == "warpSize" && !isOneOf(m_file.text(at - 1), {".", "->", "::"})) ||
        word == "C10_WARP_SIZE") {
        m_result.asksWidth = true;
    }
    const bool upper =
        std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    const bool constant =
        upper || (word.size() > 2 && word[0] == 'k' && word[1] >= 'A' && word[1] <= 'Z');
    const char kind = constant ? warpConstantKind(word) : '\0';
    if (kind == '\0') {
        return;
    }
    const bool macro = m_file.is(at - 1, "define");
    if ((macro || m_file.is(at + 1, "=")) && kind == 'S') {
        const int value = macro ? at + 1 : at + 2;
        if (!is32(m_file.text(m_file.is(value, "(") ? value + 1 : value))) {
            m_result.otherWidths.insert(word);
        }
    }
    if (macro) {
        m_ownNames.insert(word);
    } else if (!m_file.is(at + 1, "=") && !m_file.is(at + 1, "(") && !m_file.is(at - 1, ".") &&
               m_ownNames.count(word) == 0) {
        if (kind != 'M') {
            m_result.narrow.push_back(at);
        }
        if (word != "C10_WARP_SIZE") {
            m_result.foreign.push_back(at);
        }
        leave(QStringLiteral("`%1` is defined in another file").arg(toText(word)));
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
    if (m_file.isKind(at, CTokenKind::String) ? isMatrixText(word) : isMatrixName(word)) {
        m_result.fragments = true;
        block(QStringLiteral("matrix fragments that 32 lanes hold are used"));
    } else if (word == "__lane_id" && m_file.is(at + 1, "(") && m_file.is(at + 3, "&") &&
               is32(m_file.text(at + 4))) {
        block(QStringLiteral("votes are cut to half a wavefront"));
    } else if (word == "tiled_partition" && m_file.is(at + 1, "<") && is32(m_file.text(at + 2))) {
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

} // namespace rocport
