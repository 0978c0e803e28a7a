#include "core/lanes/lanewords.h"

#include "core/base/cancelscope.h"
#include "core/lanes/kerneldeclaration.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <string_view>

namespace rocport {

namespace {

constexpr int kMostSteps = 4096; // of one declaration

/// A declaration outside of functions and classes that begins with a word of the device.
struct DeviceDeclaration
{
    QByteArray name;
    int begin = -1;
    bool isKernel = false;
    bool isDefined = false;
    bool isExtern = false;
};

bool isDeviceWord(std::string_view word)
{
    return isOneOf(word, {"__device__", "__constant__", "__managed__", "__global__"});
}

class DeclarationReader
{
public:
    explicit DeclarationReader(const TokenWalk& walk) : m_walk(walk) {}

    std::vector<DeviceDeclaration> read()
    {
        for (int i = 0; i < m_walk.count() && !isWorkCancelledAt(i); ++i) {
            if (m_walk.token(i).inDirective) {
                continue;
            }
            if (m_walk.is(i, "{")) {
                m_open.push_back(opensNamespace(i));
            } else if (m_walk.is(i, "}") && !m_open.empty()) {
                m_open.pop_back();
            } else if (i > m_read && m_walk.is(i, "__global__")) {
                readKernel(i);
            } else if (i > m_read && m_walk.isIdentifier(i) && isDeviceWord(m_walk.text(i))) {
                readFrom(i);
            }
        }
        return m_found;
    }

private:
    bool opensNamespace(int i) const
    {
        int at = m_walk.previous(i);
        for (int steps = 0; at >= 0 && steps < 16; ++steps, at = m_walk.previous(at)) {
            const std::string_view word = m_walk.text(at);
            if (word == "namespace" || word == "extern") {
                return true;
            }
            const CTokenKind kind = m_walk.kind(at);
            if (kind != CTokenKind::Identifier && kind != CTokenKind::String && word != "::") {
                return false;
            }
        }
        return false;
    }

    [[nodiscard]] bool isOutside() const
    {
        return std::all_of(m_open.begin(), m_open.end(), [](bool one) { return one; });
    }

    void readKernel(int first)
    {
        const KernelDeclaration kernel = kernelDeclaration(m_walk, first);
        if (kernel.name < 0) {
            return;
        }
        DeviceDeclaration one;
        one.name = toBytes(m_walk.text(kernel.name));
        one.begin = first;
        one.isKernel = true;
        m_found.push_back(one);
        m_read = m_walk.partner(kernel.open);
    }

    void readFrom(int first)
    {
        DeviceDeclaration one;
        one.begin = first;
        bool isOwn = isOutside();
        int at = m_walk.previous(first);
        if (at >= 0 && isOneOf(m_walk.text(at), {"extern"})) {
            one.isExtern = true;
        } else if (at >= 0 && !m_walk.token(at).inDirective &&
                   !isOneOf(m_walk.text(at), {";", "}", "{"})) {
            isOwn = m_walk.kind(at) == CTokenKind::String && isOwn; // extern "C"
            one.isExtern = isOwn;
        }
        int name = -1;
        for (int steps = 0, i = first; i >= 0 && steps < kMostSteps; i = m_walk.next(i), ++steps) {
            const std::string_view word = m_walk.text(i);
            if (word == "__global__") {
                return; // that is a kernel
            }
            m_read = i;
            one.isExtern = one.isExtern || word == "extern";
            isOwn = isOwn && !isOneOf(word, {"static", "inline", "__forceinline__", "__inline__",
                                             "template", "__shared__", "typedef", "__host__"});
            if (word == "(" && isOneOf(m_walk.text(m_walk.previous(i)),
                                       {"__align__", "__attribute__", "alignas"})) {
                i = m_walk.partner(i);
                if (i < 0) {
                    return;
                }
                continue;
            }
            if (isOneOf(word, {"(", "=", ";", "[", "{", ","})) {
                name = m_walk.previous(i);
                finish(one, name, i, isOwn);
                return;
            }
        }
    }

    void finish(DeviceDeclaration& one, int name, int at, bool isOwn)
    {
        const int before = m_walk.previous(name);
        if (!m_walk.isIdentifier(name) || (before >= 0 && m_walk.is(before, "::"))) {
            return;
        }
        one.name = toBytes(m_walk.text(name));
        one.isDefined = !one.isExtern;
        if (m_walk.is(at, "(")) {
            const int close = m_walk.partner(at);
            const int behind = close < 0 ? -1 : m_walk.next(close);
            one.isDefined = behind >= 0 && m_walk.is(behind, "{");
            m_read = close < 0 ? m_read : close;
        }
        if (isOwn || one.isExtern || !one.isDefined) {
            m_found.push_back(one);
        }
    }

    const TokenWalk& m_walk;
    std::vector<bool> m_open;
    std::vector<DeviceDeclaration> m_found;
    int m_read = -1; ///< last token of the declaration that was read
};

/// Whether "(…)" or "<…>" from `open` on says "void*", with or without const; `close` gets its end.
bool isVoidPointer(const TokenWalk& walk, int open, std::string_view end, int& close)
{
    bool isVoid = false;
    for (int at = walk.next(open), steps = 0; at >= 0 && steps < 5; at = walk.next(at), ++steps) {
        if (walk.is(at, end)) {
            close = at;
            return isVoid && walk.is(walk.previous(at), "*");
        }
        isVoid = isVoid || walk.is(at, "void");
        if (!isOneOf(walk.text(at), {"void", "const", "*"})) {
            return false;
        }
    }
    return false;
}

/// "(void*)kernel" and "reinterpret_cast<void*>(kernel)".
void addAddress(const TokenWalk& walk, int i, const LaneNames& names,
                std::vector<LanePiece>& pieces)
{
    const bool isNamed = walk.is(i, "reinterpret_cast");
    const int open = isNamed ? walk.next(i) : i;
    int close = -1;
    if (open < 0 || (isNamed && !walk.is(open, "<")) ||
        !isVoidPointer(walk, open, isNamed ? ">" : ")", close)) {
        return;
    }
    int at = walk.next(close);
    const bool isWrapped = at >= 0 && walk.is(at, "(");
    if (isNamed && !isWrapped) {
        return;
    }
    at = isWrapped ? walk.next(at) : at;
    const int begin = at;
    at = at >= 0 && walk.is(at, "&") ? walk.next(at) : at;
    while (at >= 0 && walk.next(at) >= 0 && walk.is(walk.next(at), "::")) {
        at = walk.next(walk.next(at));
    }
    if (at < 0 || !names.kernels.contains(toBytes(walk.text(at)))) {
        return;
    }
    int last = at;
    if (walk.next(at) >= 0 && walk.is(walk.next(at), "<")) {
        int depth = 0;
        int steps = 0;
        for (int in = walk.next(at); in >= 0 && steps < kMostSteps; in = walk.next(in), ++steps) {
            depth += walk.is(in, "<") ? 1 : walk.is(in, ">") ? -1 : walk.is(in, ">>") ? -2 : 0;
            last = in;
            if (depth <= 0 || isOneOf(walk.text(in), {";", "{", "}"})) {
                break;
            }
        }
        if (depth != 0) {
            return;
        }
    }
    pieces.push_back({walk.token(i).begin, walk.token(close).end,
                      isWrapped ? QByteArray("::rocport_lanes::address")
                                : QByteArray("::rocport_lanes::address(")});
    if (!isWrapped && begin >= 0) {
        pieces.push_back({walk.token(last).end, walk.token(last).end, ")"});
    }
}

/// "clock()", and not of a class or a namespace, or its declaration.
bool isCallOfClock(const TokenWalk& walk, int i)
{
    const int open = walk.next(i);
    const int close = open < 0 ? -1 : walk.next(open);
    const int before = walk.previous(i);
    return close >= 0 && walk.is(open, "(") && walk.is(close, ")") && before >= 0 &&
           (walk.is(before, "return") ||
            (!walk.isIdentifier(before) && !isOneOf(walk.text(before), {".", "->", "::", "~"})));
}

/// "cudaMalloc", "hipFree"; not "cuda_setup" or "cudaless".
bool isRuntimeName(std::string_view word)
{
    for (const std::string_view vendor : {"cuda", "hip"}) {
        if (word.size() > vendor.size() && word.substr(0, vendor.size()) == vendor) {
            const char next = word[vendor.size()];
            return next >= 'A' && next <= 'Z';
        }
    }
    return false;
}

bool isVendorHeader(std::string_view name)
{
    name = name.substr(1); // behind '<' or '"'
    for (const std::string_view vendor :
         {"cuda", "hip/", "curand", "cublas", "cufft", "cusparse", "cusolver", "thrust/", "cub/",
          "cooperative_groups", "device_launch_parameters", "vector_types"}) {
        if (name.substr(0, vendor.size()) == vendor) {
            return true;
        }
    }
    return false;
}

/// "#define SHARED __shared__", with extern, static and __device__ before it or not.
void addSharedWords(const TokenWalk& walk, QHash<QByteArray, bool>& words)
{
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (!walk.token(i).inDirective || !walk.is(i, "define")) {
            continue;
        }
        const int name = walk.next(i);
        bool isShared = false;
        bool isExtern = false;
        bool hasOthers = false;
        for (int at = name < 0 ? -1 : walk.next(name); at >= 0 && !hasOthers; at = walk.next(at)) {
            isShared = isShared || walk.is(at, "__shared__");
            isExtern = isExtern || walk.is(at, "extern");
            hasOthers = hasOthers ||
                        !isOneOf(walk.text(at), {"__shared__", "extern", "static", "__device__"});
        }
        if (isShared && !hasOthers) {
            words[toBytes(walk.text(name))] = isExtern;
        }
    }
}

/// "#define NAME", and "NAME(…) {".
void addMacrosAndFunctions(const TokenWalk& walk, LaneNames& names)
{
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (!walk.isIdentifier(i)) {
            continue;
        }
        if (walk.token(i).inDirective) {
            if (walk.is(walk.previous(i), "define")) {
                names.macros.insert(toBytes(walk.text(i)));
            }
            continue;
        }
        const int open = walk.next(i);
        const int close = walk.is(open, "(") ? walk.partner(open) : -1;
        const int behind = close < 0 ? -1 : walk.next(close);
        if (behind >= 0 && walk.is(behind, "{")) {
            names.functions.insert(toBytes(walk.text(i)));
        }
    }
}

} // namespace

bool needsCpp(const TokenWalk& walk)
{
    for (int i = 0; i < walk.count(); ++i) {
        const CToken& token = walk.token(i);
        const std::string_view word = walk.text(i);
        if (token.kind == CTokenKind::HeaderName) {
            if (isVendorHeader(word)) {
                return true;
            }
        } else if (token.kind == CTokenKind::Punctuator) {
            if (word == "<<<" || word == "::") {
                return true;
            }
        } else if (token.kind == CTokenKind::Identifier) {
            const int behind = walk.next(i);
            const bool isNamed = behind >= 0 && walk.isIdentifier(behind);
            if (isDeviceWord(word) || word == "__shared__" || isRuntimeName(word) ||
                (isOneOf(word, {"namespace", "class"}) && isNamed) ||
                (word == "template" && behind >= 0 && walk.is(behind, "<"))) {
                return true;
            }
        }
    }
    return false;
}

void LaneNames::add(const TokenWalk& walk, bool isHeader)
{
    addSharedWords(walk, sharedWords);
    addMacrosAndFunctions(walk, *this);
    const std::vector<DeviceDeclaration> all = DeclarationReader(walk).read();
    QSet<QByteArray> here;
    for (const DeviceDeclaration& one : all) {
        if (one.isKernel) {
            kernels.insert(one.name);
        } else if (one.isDefined && !here.contains(one.name)) {
            here.insert(one.name);
            defined[one.name] += isHeader ? 2 : 1;
        }
    }
    for (const DeviceDeclaration& one : all) {
        // A prototype before the definition in the same source is no other source's.
        const bool isElsewhere = !here.contains(one.name) || walk.is(one.begin, "extern");
        if (!one.isKernel && !one.isDefined && isElsewhere) {
            declared.insert(one.name);
        }
    }
}

bool LaneNames::isOfEachSource(const QByteArray& name) const
{
    return defined.value(name) > 1 && !declared.contains(name) && !kernels.contains(name);
}

std::vector<LanePiece> lanePieces(const TokenWalk& walk, const LaneNames& names)
{
    std::vector<LanePiece> pieces;
    const std::vector<DeviceDeclaration> declarations = DeclarationReader(walk).read();
    for (const DeviceDeclaration& one : declarations) {
        if (!one.isKernel && names.isOfEachSource(one.name) && !walk.is(one.begin, "extern")) {
            const quint32 begin = walk.token(one.begin).begin;
            pieces.push_back({begin, begin, "static "});
        }
    }
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = walk.text(i);
        if (word == "blockDim" || word == "gridDim") {
            const int before = walk.previous(i);
            const int behind = walk.next(i);
            if (behind >= 0 && walk.is(behind, ".") &&
                (before < 0 || !isOneOf(walk.text(before), {".", "->", "::"}))) {
                pieces.push_back(
                    {walk.token(i).begin, walk.token(i).begin, "::rocport_lanes::dimOf("});
                pieces.push_back({walk.token(i).end, walk.token(i).end, ")"});
            }
        } else if (word == "clock" && !declarations.empty() && isCallOfClock(walk, i)) {
            pieces.push_back({walk.token(i).begin, walk.token(i).end, "::rocport_lanes::clockNow"});
        } else if (!names.kernels.isEmpty() && (word == "(" || word == "reinterpret_cast")) {
            addAddress(walk, i, names, pieces);
        }
    }
    return pieces;
}

} // namespace rocport
