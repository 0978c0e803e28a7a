#include "core/lanes/lanecopies.h"

#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocport {

namespace {

constexpr int kMostCallTokens = 4096;     // of one call
constexpr qsizetype kMostCopiedText = 80; // bytes of a copied expression

/// A call that takes memory from the device.
struct CopyCall
{
    std::string_view name; ///< behind "cuda", "hip" or "cu"
    int argument;          ///< 0-based, the device's memory
};
constexpr std::array<CopyCall, 15> kCopyCalls = {{
    {"Memcpy", 1},
    {"MemcpyAsync", 1},
    {"MemcpyWithStream", 1},
    {"MemcpyDtoH", 1},
    {"MemcpyDtoHAsync", 1},
    {"Memcpy2D", 2},
    {"Memcpy2DAsync", 2},
    {"Memcpy2DFromArray", 2},
    {"Memcpy2DFromArrayAsync", 2},
    {"Memcpy3D", 0},
    {"Memcpy3DAsync", 0},
    {"MemcpyFromSymbol", 1},
    {"MemcpyFromSymbolAsync", 1},
    {"MemcpyFromArray", 1},
    {"MallocManaged", 0},
}};

class CopyNamer
{
public:
    CopyNamer(const TokenWalk& walk, std::vector<LanePiece>& pieces)
        : m_walk(walk), m_pieces(pieces)
    {
    }

    static const CopyCall* copyCall(std::string_view word)
    {
        for (const std::string_view vendor : {"cuda", "hip", "cu"}) {
            if (word.substr(0, vendor.size()) == vendor) {
                const std::string_view rest = word.substr(vendor.size());
                const auto* found =
                    std::find_if(kCopyCalls.begin(), kCopyCalls.end(),
                                 [rest](const CopyCall& call) { return call.name == rest; });
                return found == kCopyCalls.end() ? nullptr : found;
            }
        }
        return nullptr;
    }

    /// Where the call of the function named at `i` begins, "::" included; -1: it is no call.
    int callBegin(int i) const
    {
        int begin = i;
        int before = m_walk.previous(i);
        if (before >= 0 && m_walk.is(before, "::")) {
            begin = before;
            before = m_walk.previous(before);
            if (before >= 0 && (m_walk.isIdentifier(before) || m_walk.is(before, ">"))) {
                return -1;
            }
        }
        if (before >= 0 && m_walk.isIdentifier(before) &&
            !isOneOf(m_walk.text(before), {"return", "else", "do", "co_return", "case"})) {
            return -1; // a declaration
        }
        const bool isOfAnother =
            before >= 0 && isOneOf(m_walk.text(before), {".", "->", "*", "&", ">", "#", "##"});
        return isOfAnother ? -1 : begin;
    }

    /// "cudaMemcpy(to, from, …)" says before that it copies "from".
    void nameCopy(int i, const CopyCall& call)
    {
        if (m_walk.token(i).inDirective) {
            return; // a macro's part: those of the port only give other names to the functions
        }
        const int open = m_walk.next(i);
        const int close = open >= 0 && m_walk.is(open, "(") ? m_walk.partner(open) : -1;
        const int begin = close < 0 ? -1 : callBegin(i);
        if (begin < 0) {
            return;
        }
        QByteArray text;
        int argument = 0;
        int steps = 0;
        for (int at = m_walk.next(open); at >= 0 && at != close; at = m_walk.next(at)) {
            const std::string_view word = m_walk.text(at);
            if (++steps > kMostCallTokens || word == "#" || word == "##" ||
                m_walk.token(at).inDirective ||
                word.find("HostToDevice") != std::string_view::npos ||
                word.find("DeviceToDevice") != std::string_view::npos) {
                return;
            }
            const int partner = word == "(" || word == "[" || word == "{" ? m_walk.partner(at) : at;
            if (partner < 0) {
                return;
            }
            if (argument == call.argument && word != ",") {
                addCopied(text, at, partner);
            }
            argument += word == "," ? 1 : 0;
            at = partner;
        }
        if (argument == 0 && call.argument != 0) {
            return; // a type's list or a call that is not the runtime's
        }
        insert(m_walk.token(begin).begin, "(::rocport_lanes::nameCopy(\"" + quotedText(text) +
                                              "\", ::rocport_lanes::Site::here()), ");
        insert(m_walk.token(close).end, ")");
    }

    /// Adds tokens of what is copied, without a cast or an address before it.
    void addCopied(QByteArray& text, int first, int last) const
    {
        const bool isCast =
            text.isEmpty() && m_walk.is(first, "(") && m_walk.is(m_walk.previous(last), "*");
        if (isCast || (text.isEmpty() && m_walk.is(first, "&"))) {
            return;
        }
        const quint32 begin = m_walk.token(first).begin;
        const auto length = static_cast<qsizetype>(m_walk.token(last).end - begin);
        if (text.size() > kMostCopiedText || length > kMostCallTokens) {
            return; // too long to be a name
        }
        const QByteArray piece =
            QByteArrayView(m_walk.source()).sliced(begin, length).toByteArray().simplified();
        const bool apart = !text.isEmpty() && QByteArrayView(" +-*/%?:").contains(piece.back());
        text += apart ? ' ' + piece + ' ' : piece;
    }

    /// As the inside of a string literal; what is not ASCII is left out.
    static QByteArray quotedText(QByteArray text)
    {
        text = text.simplified();
        if (text.startsWith("HIP_SYMBOL(") && text.endsWith(')')) {
            text = text.sliced(11).chopped(1); // as the original has it
        }
        if (text.size() > kMostCopiedText) {
            text = text.left(kMostCopiedText) + "...";
        }
        QByteArray result;
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                result += '\\';
            }
            result += c >= 0x20 && c < 0x7f ? c : ' ';
        }
        return result;
    }

private:
    void insert(quint32 at, const QByteArray& text) { m_pieces.push_back({at, at, text}); }

    const TokenWalk& m_walk;
    std::vector<LanePiece>& m_pieces;
};

} // namespace

void nameLaneCopy(const TokenWalk& walk, int i, std::vector<LanePiece>& pieces)
{
    if (const CopyCall* call = CopyNamer::copyCall(walk.text(i))) {
        CopyNamer(walk, pieces).nameCopy(i, *call);
    }
}

} // namespace rocport
