// Faults of memory, handles, callbacks and textures that compile without an error.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/faultfinders.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

bool endsCall(std::string_view word, std::initializer_list<std::string_view> names)
{
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return isRuntimeCall(word, name); });
}

/// Whether a word is called like a function of the runtime or of the driver API.
bool isApiName(std::string_view word)
{
    for (const std::string_view prefix : {"cuda"sv, "hip"sv, "cu"sv}) {
        if (word.size() > prefix.size() + 2 && word.starts_with(prefix)) {
            return isUpperLetter(word[prefix.size()]) && !word.ends_with("_t");
        }
    }
    return false;
}

/// Copies from memory of a function that ends before anybody waited for the copy.
class HostCopies
{
public:
    explicit HostCopies(const CppInput& input) : m_input(input), m_file(input.file) {}
    void run();

private:
    /// How the call names what it copies from.
    enum class Form : quint8 {
        Unknown,
        Variable, ///< &value
        Array,    ///< values, &values[0]
        Vector    ///< values.data(), &values[0]
    };
    [[nodiscard]] int sourceOf(int call, Form& form) const;
    [[nodiscard]] int declaration(int name, Form form, const CppFunction& function) const;
    [[nodiscard]] bool isLocal(int at, Form form) const;
    [[nodiscard]] bool isWaitedFor(int from, int to, std::string_view name) const;

    const CppInput& m_input;
    const CppFile& m_file;
};

/// The token of the variable that the call copies from, on the host; -1: not known.
int HostCopies::sourceOf(int call, Form& form) const
{
    const std::string_view word = m_file.text(call);
    const bool ofDriver = word == "cuMemcpyHtoDAsync" || word == "hipMemcpyHtoDAsync";
    const bool ofSymbol = isRuntimeCall(word, "MemcpyToSymbolAsync");
    const bool isPlain = isRuntimeCall(word, "MemcpyAsync");
    const bool isFlat = isRuntimeCall(word, "Memcpy2DAsync");
    if (!ofDriver && !ofSymbol && !isPlain && !isFlat) {
        return -1;
    }
    const std::vector<TokenSpan> arguments = m_file.arguments(call + 1);
    const size_t place = isFlat ? 2 : 1;
    if (arguments.size() <= place) {
        return -1;
    }
    bool toDevice = ofDriver;
    for (const TokenSpan& one : arguments) {
        toDevice = toDevice || m_file.is(one.begin, "cudaMemcpyHostToDevice") ||
                   m_file.is(one.begin, "hipMemcpyHostToDevice");
    }
    const TokenSpan source = arguments[place];
    const bool isData = source.size() == 5 && m_file.is(source.begin + 1, ".") &&
                        m_file.is(source.begin + 2, "data");
    const bool isFirst = source.size() == 5 && m_file.is(source.begin, "&") &&
                         m_file.is(source.begin + 2, "[") && m_file.is(source.begin + 3, "0");
    const bool isAddress = source.size() == 2 && m_file.is(source.begin, "&");
    form = isData || isFirst ? Form::Vector : isAddress ? Form::Variable : Form::Array;
    const int name = isData || source.size() == 1 ? source.begin
                     : isFirst || isAddress       ? source.begin + 1
                                                  : -1;
    return toDevice && name >= 0 && m_file.isKind(name, CTokenKind::Identifier) ? name : -1;
}

/// The token that declares a variable of the function whose memory goes with its block; -1: none.
int HostCopies::declaration(int name, Form form, const CppFunction& function) const
{
    for (int at = m_file.mentionBefore(name, name); at > function.bodyOpen;
         at = m_file.mentionBefore(at, name)) {
        if (isLocal(at, form)) {
            return at;
        }
    }
    return -1;
}

bool HostCopies::isLocal(int at, Form form) const
{
    const TokenSpan before{m_file.statement(at).begin, at};
    constexpr std::array kOthers = {
        "static"sv, "thread_local"sv, "&"sv,          "return"sv, "="sv,
        "."sv,      "->"sv,           "__shared__"sv, "auto"sv,   "delete"sv,
        "else"sv,   "new"sv,          "case"sv,       "("sv,      "extern"sv};
    for (const std::string_view word : kOthers) {
        if (holdsWord(m_file, before, word)) {
            return false;
        }
    }
    if (before.size() < 1) {
        return false;
    }
    const bool isNamed = m_file.isKind(at - 1, CTokenKind::Identifier); // a type, not a pointer
    if (form == Form::Variable) {
        return isNamed && (m_file.is(at + 1, "=") || m_file.is(at + 1, ";"));
    }
    // Memory of an allocator of its own may be pinned.
    const bool isVector = form == Form::Vector && m_file.is(at - 1, ">") &&
                          holdsWord(m_file, before, "vector") && !holdsWord(m_file, before, ",");
    return isVector || (isNamed && m_file.is(at + 1, "["));
}

/// Whether something between two tokens may wait for the copy, or take the memory over.
bool HostCopies::isWaitedFor(int from, int to, std::string_view name) const
{
    for (int at = from; at < to; ++at) {
        const std::string_view word = m_file.text(at);
        if (!m_file.isKind(at, CTokenKind::Identifier)) {
            continue;
        }
        const bool isAsync = word.find("Async") != std::string_view::npos ||
                             word.find("async") != std::string_view::npos;
        const bool isCopy = !isAsync && isApiName(word) &&
                            word.find("Memcpy") != std::string_view::npos &&
                            (m_file.is(at + 1, "(") || m_file.is(at + 1, "<"));
        bool waits = isCopy || endsCall(word, {"Free", "FreeHost", "HostFree", "DeviceReset"}) ||
                     word == "cuMemFree" || word == "cuMemFreeHost";
        for (const std::string_view part :
             {"ync"sv, "YNC"sv, "wait"sv, "Wait"sv, "WAIT"sv, "inish"sv, "lush"sv, "join"sv,
              "allback"sv, "HostFunc"sv, "Query"sv}) {
            waits = waits || (!isAsync && word.find(part) != std::string_view::npos);
        }
        const bool isTaken =
            word == name &&
            (m_file.is(at - 1, "return") || (m_file.is(at - 1, "(") && m_file.is(at - 2, "move")));
        if (waits || isTaken) {
            return true;
        }
    }
    return false;
}

void HostCopies::run()
{
    for (int i = 1; i + 1 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const int index = m_file.is(i + 1, "(") && m_file.text(i).ends_with("Async") &&
                                  m_file.match(i + 1) > 0 && isLive(m_input, i)
                              ? m_file.functionOf(i)
                              : -1;
        Form form = Form::Unknown;
        const int name = index < 0 ? -1 : sourceOf(i, form);
        if (name < 0) {
            continue;
        }
        const CppFunction& function = m_file.functions()[static_cast<size_t>(index)];
        const int declared = declaration(name, form, function);
        int block = declared < 0 ? -1 : m_file.enclosing(declared);
        while (block >= 0 && !m_file.is(block, "{")) {
            block = m_file.enclosing(block);
        }
        const int end = block < 0 ? -1 : m_file.match(block);
        if (end < 0 || isWaitedFor(m_file.match(i + 1), end, m_file.text(name))) {
            continue;
        }
        addFault(m_input, {i, m_file.match(i + 1) + 1}, m_file.text(i),
                 QStringLiteral("`%1` is declared in line %2 and goes with its block, in line "
                                "%3, where nothing has waited for the copy.")
                     .arg(toText(m_file.text(name)), faultLine(m_file, declared),
                          faultLine(m_file, end)));
    }
}

/// The parameter that the only statement of a body returns; -1: it returns something else.
int returnedName(const CppFile& file, int bodyOpen)
{
    int at = bodyOpen + 1;
    if (!file.is(at, "return")) {
        return -1;
    }
    ++at;
    if (file.is(at, "std") && file.is(at + 1, "::")) {
        at += 2;
    }
    const bool isPassed =
        file.is(at, "forward") || file.is(at, "move") || file.is(at, "static_cast");
    if (isPassed) {
        while (at < bodyOpen + 16 && !file.is(at, "(")) {
            ++at;
        }
        const bool isWhole = file.match(at) == at + 2 && file.is(at + 3, ";");
        return isWhole ? at + 1 : -1;
    }
    return file.isKind(at, CTokenKind::Identifier) && file.is(at + 1, ";") ? at : -1;
}

/// Functions that run in the thread of the runtime which host functions have.
class HostCallbacks
{
public:
    explicit HostCallbacks(const CppInput& input) : m_input(input), m_file(input.file) {}
    void run();

private:
    [[nodiscard]] TokenSpan bodyOf(TokenSpan argument) const;
    [[nodiscard]] TokenSpan bodyNamed(std::string_view name) const;
    [[nodiscard]] int apiCallIn(TokenSpan body) const;

    const CppInput& m_input;
    const CppFile& m_file;
    std::set<int> m_said;
};

TokenSpan HostCallbacks::bodyNamed(std::string_view name) const
{
    for (const CppFunction& one : m_file.functions()) {
        if (one.name == name && !one.global) {
            return {one.bodyOpen, one.bodyClose};
        }
    }
    return {};
}

/// The body of a lambda or of a function that the argument names.
TokenSpan HostCallbacks::bodyOf(TokenSpan argument) const
{
    for (int at = argument.begin; at < argument.end; ++at) {
        if (m_file.is(at, "{") && m_file.match(at) > 0) {
            return {at, m_file.match(at)};
        }
    }
    for (int at = argument.end - 1; at >= argument.begin; --at) {
        const TokenSpan body =
            m_file.isKind(at, CTokenKind::Identifier) ? bodyNamed(m_file.text(at)) : TokenSpan();
        if (body.size() > 0) {
            return body;
        }
    }
    return {};
}

int HostCallbacks::apiCallIn(TokenSpan body) const
{
    for (int at = body.begin; at < body.end; ++at) {
        const std::string_view word = m_file.text(at);
        const bool isText = word.find("GetErrorString") != std::string_view::npos ||
                            word.find("GetErrorName") != std::string_view::npos;
        if (m_file.is(at + 1, "(") && !isText && isApiName(word) && !m_file.is(at - 1, ".") &&
            !m_file.is(at - 1, "->")) {
            return at;
        }
    }
    return -1;
}

void HostCallbacks::run()
{
    for (int i = 0; i + 1 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = m_file.text(i);
        if (!m_file.is(i + 1, "(") ||
            !(endsCall(word, {"LaunchHostFunc", "StreamAddCallback"}) ||
              word == "cuLaunchHostFunc" || word == "cuStreamAddCallback")) {
            continue;
        }
        const std::vector<TokenSpan> arguments = m_file.arguments(i + 1);
        const TokenSpan body = arguments.size() < 2 ? TokenSpan() : bodyOf(arguments[1]);
        int call = apiCallIn(body);
        for (int at = body.begin; call < 0 && at < body.end; ++at) { // one call further
            const bool isMember = m_file.is(at - 1, ".") || m_file.is(at - 1, "->");
            call = m_file.is(at + 1, "(") && m_file.isKind(at, CTokenKind::Identifier) && !isMember
                       ? apiCallIn(bodyNamed(m_file.text(at)))
                       : -1; // whose member it is, is not known
        }
        if (call >= 0 && isLive(m_input, call) && m_said.insert(call).second) {
            addFault(m_input, {call, call + 1}, m_file.text(call),
                     QStringLiteral("`%1` in line %2 hands the function over.")
                         .arg(toText(word), faultLine(m_file, i)));
        }
    }
}

/// Classes whose destructor gives a handle back and that are copied.
class OwnedHandles
{
public:
    explicit OwnedHandles(const CppInput& input) : m_input(input), m_file(input.file) {}
    void run();

private:
    [[nodiscard]] bool givesBack(TokenSpan body) const;
    [[nodiscard]] bool saysHowCopied(TokenSpan type, std::string_view name) const;
    [[nodiscard]] bool hasBases(TokenSpan head, std::string_view name) const;
    [[nodiscard]] int copyOf(std::string_view name, TokenSpan type) const;

    const CppInput& m_input;
    const CppFile& m_file;
};

bool OwnedHandles::givesBack(TokenSpan body) const
{
    constexpr std::array kLibraries = {"cublas"sv,    "cufft"sv,     "curand"sv,   "cusparse"sv,
                                       "cusolver"sv,  "hipblas"sv,   "hipfft"sv,   "hiprand"sv,
                                       "hipsparse"sv, "hipsolver"sv, "rocblas"sv,  "rocfft"sv,
                                       "rocrand"sv,   "rocsparse"sv, "rocsolver"sv};
    for (int at = body.begin; at < body.end; ++at) {
        const std::string_view word = m_file.text(at);
        const bool isEnd =
            word.find("Destroy") != std::string_view::npos ||
            word.find("_destroy") != std::string_view::npos || // rocblas_destroy_handle
            endsCall(word, {"Free", "FreeHost", "FreeArray", "HostFree", "FreeAsync"});
        if (m_file.is(at + 1, "(") && isEnd &&
            (isApiName(word) ||
             std::any_of(kLibraries.begin(), kLibraries.end(),
                         [&](std::string_view library) { return word.starts_with(library); }))) {
            return true;
        }
    }
    return false;
}

/// Whether the class has a copy, a move or an assignment of its own, or forbids them.
bool OwnedHandles::saysHowCopied(TokenSpan type, std::string_view name) const
{
    for (int at = type.begin; at < type.end; ++at) {
        const std::string_view word = m_file.text(at);
        const bool isSaid = word == "operator" || word.find("opy") != std::string_view::npos ||
                            word.find("COPY") != std::string_view::npos ||
                            word.find("unique_ptr") != std::string_view::npos ||
                            word.find("shared_ptr") != std::string_view::npos ||
                            word.find("ref") != std::string_view::npos;
        const bool isConstructor =
            word == name && m_file.is(at + 1, "(") && !m_file.is(at - 1, "~");
        const int close = isConstructor ? m_file.match(at + 1) : -1;
        if (isSaid || (close > 0 && holdsWord(m_file, {at + 2, close}, name))) {
            return true;
        }
    }
    return false;
}

/// Whether the class derives from others, which may forbid copies.
bool OwnedHandles::hasBases(TokenSpan head, std::string_view name) const
{
    int at = head.begin;
    while (at < head.end && !m_file.is(at, name)) {
        ++at;
    }
    return holdsWord(m_file, {at, head.end}, ":");
}

/// A place where an object of the class is copied: an element of a vector, or a parameter by value.
int OwnedHandles::copyOf(std::string_view name, TokenSpan type) const
{
    for (int at = 2; at + 1 < m_file.size(); ++at) {
        if (!m_file.is(at, name) || (at >= type.begin && at < type.end)) {
            continue;
        }
        const bool isElement =
            m_file.is(at - 1, "<") && m_file.is(at - 2, "vector") && m_file.is(at + 1, ">");
        const int open = m_file.enclosing(at);
        const bool isParameter = open > 0 && m_file.is(open, "(") &&
                                 (m_file.is(at - 1, "(") || m_file.is(at - 1, ",")) &&
                                 m_file.isKind(at + 1, CTokenKind::Identifier) &&
                                 (m_file.is(at + 2, ",") || m_file.is(at + 2, ")"));
        if (isElement || isParameter) {
            return at;
        }
    }
    return -1;
}

void OwnedHandles::run()
{
    for (int i = 1; i + 4 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const int close = m_file.is(i, "~") && m_file.is(i + 2, "(") ? m_file.match(i + 2) : -1;
        const int open = m_file.enclosing(i);
        if (close < 0 || open < 1 || !m_file.is(open, "{") || m_file.match(open) < 0 ||
            !isLive(m_input, i)) {
            continue;
        }
        int body = close + 1;
        while (body < close + 4 && !m_file.is(body, "{")) {
            ++body;
        }
        const std::string_view name = m_file.text(i + 1);
        const TokenSpan head{m_file.statement(open).begin, open};
        const TokenSpan type{head.begin, m_file.match(open)};
        if (!m_file.is(body, "{") || m_file.match(body) < 0 || !holdsWord(m_file, head, name) ||
            hasBases(head, name) || !givesBack({body, m_file.match(body)}) ||
            saysHowCopied(type, name)) {
            continue;
        }
        const int copied = copyOf(name, type);
        if (copied >= 0) {
            addFault(m_input, {i, i + 2}, name,
                     QStringLiteral("It is copied in line %1.").arg(faultLine(m_file, copied)));
        }
    }
}

} // namespace

void findShortLivedCopies(const CppInput& input)
{
    HostCopies(input).run();
}

void findReferenceFunctors(const CppInput& input)
{
    const CppFile& file = input.file;
    for (int i = 3; i + 4 < file.size() && !isWorkCancelledAt(i); ++i) {
        const bool isCall = file.is(i, "operator") && file.is(i + 1, "(") && file.is(i + 2, ")") &&
                            file.is(i + 3, "(") && file.match(i + 3) > 0;
        if (!isCall || !(file.is(i - 1, "&") || file.is(i - 1, "&&")) || !isLive(input, i) ||
            !holdsWord(file, {file.statement(i).begin, i}, "__device__")) {
            continue;
        }
        const int close = file.match(i + 3);
        int body = close + 1;
        while (body < close + 4 && !file.is(body, "{")) {
            ++body;
        }
        const int name = file.is(body, "{") ? returnedName(file, body) : -1;
        for (int at = i + 4; name >= 0 && at < close; ++at) {
            const bool isParameter =
                file.text(at) == file.text(name) && (file.is(at + 1, ",") || at + 1 == close);
            // A reference to a value that its caller holds is another matter.
            if (isParameter && !file.is(at - 1, "&")) {
                addFault(input, {i, i + 3}, file.text(name),
                         file.is(at - 1, "&&")
                             ? QStringLiteral("The parameter may be a temporary; only then is what "
                                              "the reference names gone.")
                             : QStringLiteral("The parameter is a copy."));
                break;
            }
        }
    }
}

void findCallbackCalls(const CppInput& input)
{
    HostCallbacks(input).run();
}

void findCopiedHandles(const CppInput& input)
{
    OwnedHandles(input).run();
}

void findLinearTextures(const CppInput& input)
{
    const CppFile& file = input.file;
    for (int i = 4; i < file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = file.text(i);
        const bool isLinear = word == "cudaFilterModeLinear" || word == "hipFilterModeLinear";
        if (!isLinear || !file.is(i - 1, "=") || !file.is(i - 2, "filterMode") ||
            !isLive(input, i)) {
            continue;
        }
        const std::string_view object = file.text(i - 4);
        const int index = file.functionOf(i);
        if (index < 0) {
            continue;
        }
        const CppFunction& function = file.functions()[static_cast<size_t>(index)];
        bool isElement = false;
        for (int at = function.bodyOpen; at < function.bodyClose; ++at) {
            isElement = isElement || (file.is(at, "readMode") && file.text(at - 2) == object &&
                                      file.text(at + 2).ends_with("ReadModeElementType"));
        }
        if (isElement) {
            addFault(input, {i - 4, i + 1}, file.textOf({i - 4, i + 1}));
        }
    }
}

void findEarlyPlatformMacros(const CppInput& input)
{
    const CppFile& file = input.file;
    int hip = 0; // line of the include that defines the macro
    int foreign = 0;
    for (const CppInclude& include : file.includes()) {
        const bool isRuntime = include.header.starts_with("hip/");
        const bool isStandard = !include.quoted &&
                                include.header.find('/') == std::string_view::npos &&
                                include.header.find("cu") == std::string_view::npos &&
                                include.header.find("hip") == std::string_view::npos;
        if (isRuntime && hip == 0) {
            if (include.conditional) {
                return; // the build says which side it is
            }
            hip = include.line;
        } else if (!isStandard && foreign == 0) {
            foreign = include.line;
        }
    }
    for (int i = 1; hip > 0 && i < file.size() && !isWorkCancelledAt(i); ++i) {
        const int line = file.source().lineOf(file.token(i).begin);
        if (line >= hip || (foreign > 0 && line > foreign)) {
            return;
        }
        if (file.is(i, "__HIP_PLATFORM_AMD__") && file.token(i).inDirective &&
            !file.is(i - 1, "define")) {
            addFault(input, {i, i + 1}, file.text(i),
                     QStringLiteral("The header that defines it is included in line %1.").arg(hip));
            return;
        }
    }
}

void findCapabilityAttributes(const CppInput& input)
{
    const CppFile& file = input.file;
    constexpr std::array kAttributes = {"cudaDevAttrComputeCapabilityMajor"sv,
                                        "hipDeviceAttributeComputeCapabilityMajor"sv,
                                        "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR"sv};
    constexpr std::array kOperators = {">="sv, ">"sv, "<="sv, "<"sv, "=="sv, "!="sv, "*"sv};
    const auto isOperator = [&](int at) {
        return std::find(kOperators.begin(), kOperators.end(), file.text(at)) != kOperators.end();
    };
    for (int i = 1; i + 1 < file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = file.text(i);
        const bool isCall =
            word == "cuDeviceComputeCapability" || word == "hipDeviceComputeCapability";
        const bool isAttribute =
            std::find(kAttributes.begin(), kAttributes.end(), word) != kAttributes.end();
        const int open = isCall ? i + 1 : isAttribute ? file.enclosing(i) : -1;
        const int index =
            open > 0 && file.is(open, "(") && isLive(input, i) ? file.functionOf(i) : -1;
        const std::vector<TokenSpan> arguments =
            index < 0 ? std::vector<TokenSpan>() : file.arguments(open);
        if (arguments.empty() || arguments.front().size() < 1) {
            continue;
        }
        // What holds the answer is compared, or becomes a number like 90.
        const std::string_view name = file.text(arguments.front().end - 1);
        const CppFunction& function = file.functions()[static_cast<size_t>(index)];
        for (int at = open; at < function.bodyClose; ++at) {
            const bool isCompared = at > i && file.is(at, name) &&
                                    (isOperator(at + 1) || (isOperator(at - 1) && at - 1 > i));
            if (isCompared && !file.is(at - 1, "<<")) {
                addFault(input, {i, i + 1}, word,
                         QStringLiteral("`%1` is used like it in line %2.")
                             .arg(toText(name), faultLine(file, at)));
                break;
            }
        }
    }
}

void findRuntimePtx(const CppInput& input)
{
    const CppFile& file = input.file;
    int first = -1;
    for (int i = 0; i + 1 < file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = file.text(i);
        if (word.starts_with("nvrtc") || word.starts_with("hiprtc")) {
            return; // the runtime compiler of ROCm gives code objects for the same calls
        }
        const bool isLoad = word == "cuModuleLoad" || word == "cuModuleLoadData" ||
                            word == "cuModuleLoadDataEx" || word == "cuModuleLoadFatBinary" ||
                            word == "cuLinkAddData" || word == "cuLinkAddFile" ||
                            word == "cuLibraryLoadData" || word == "cuLibraryLoadFromFile";
        if (first < 0 && isLoad && file.is(i + 1, "(") && isLive(input, i) &&
            file.functionOf(i) >= 0) {
            first = i;
        }
    }
    if (first >= 0) {
        addFault(input, {first, first + 1}, file.text(first));
    }
}

} // namespace rocport
