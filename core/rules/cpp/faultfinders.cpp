#include "core/rules/cpp/faultfinders.h"

#include "core/base/cancelscope.h"
#include "core/text/bytes.h"
#include "core/text/charclass.h"

#include <algorithm>
#include <array>
#include <string>

namespace rocport {

namespace {

// Compilers that a program starts or asks at run time: their names and options are in strings.
using namespace std::string_view_literals;

/// What a string literal holds, without prefix and quotes; of a raw string with its delimiters.
std::string_view literalText(std::string_view literal)
{
    const size_t open = literal.find('"');
    if (open == std::string_view::npos || !literal.ends_with('"') || literal.size() < open + 2) {
        return {};
    }
    return literal.substr(open + 1, literal.size() - open - 2);
}

bool endsName(char one)
{
    return one == ' ' || one == '"' || one == '\'' || one == '\\';
}

/// Whether a text names nvcc as a program: by its path or, where the file starts programs
/// (`starts`), before an option or by the bare name.
bool namesCompiler(std::string_view text, bool starts)
{
    constexpr std::string_view kName = "nvcc";
    for (size_t at = text.find(kName); at != std::string_view::npos;
         at = text.find(kName, at + kName.size())) {
        const size_t end = at + kName.size();
        const bool isWhole = end == text.size() || endsName(text[end]);
        const bool hasPath = at > 0 && text[at - 1] == '/';
        if (!isWhole || (at > 0 && !hasPath && !endsName(text[at - 1]))) {
            continue;
        }
        const bool hasOption = text.substr(end).starts_with(" -");
        if (hasPath || (starts && (hasOption || (at == 0 && text.size() <= end + 1)))) {
            return true;
        }
    }
    return false;
}

bool startsPrograms(std::string_view word)
{
    constexpr std::array kCalls = {"system"sv,  "popen"sv,       "_popen"sv, "execv"sv,
                                   "execvp"sv,  "execl"sv,       "execlp"sv, "posix_spawn"sv,
                                   "_wpopen"sv, "posix_spawnp"sv};
    return std::find(kCalls.begin(), kCalls.end(), word) != kCalls.end();
}

/// The option that a text begins with, of those that nvcc and NVRTC have and clang does not; empty:
/// none.
std::string_view foreignOption(std::string_view text)
{
    constexpr std::array kOptions = {"--gpu-architecture=sm_"sv, // hipRTC takes it with gfx names
                                     "--gpu-architecture=compute_"sv,
                                     "--gpu-code"sv,
                                     "--generate-code"sv,
                                     "-gencode"sv,
                                     "-arch=sm_"sv,
                                     "-arch=compute_"sv,
                                     "--use_fast_math"sv,
                                     "-use_fast_math"sv,
                                     "--extra-device-vectorization"sv,
                                     "-extra-device-vectorization"sv,
                                     "--device-as-default-execution-space"sv,
                                     "-default-device"sv,
                                     "--relocatable-device-code"sv,
                                     "--maxrregcount"sv,
                                     "-maxrregcount"sv,
                                     "--generate-line-info"sv,
                                     "-lineinfo"sv};
    const auto* const found =
        std::find_if(kOptions.begin(), kOptions.end(), [&](std::string_view option) {
            return text.starts_with(option) &&
                   (option.ends_with('_') || text.size() == option.size() ||
                    !isIdentifierByte(text[option.size()]));
        });
    return found == kOptions.end() ? std::string_view() : *found;
}

/// Whether a text is the name of an NVIDIA GPU or its beginning: "sm_", "sm_80", "compute_%d".
bool namesNvidiaGpu(std::string_view text)
{
    for (const std::string_view prefix : {"sm_"sv, "compute_"sv}) {
        if (text.starts_with(prefix)) {
            const std::string_view rest = text.substr(prefix.size());
            return rest.find_first_not_of("0123456789adf%{}") == std::string_view::npos;
        }
    }
    return false;
}

} // namespace

bool isLive(const CppInput& input, int at)
{
    return !input.file.isInert(input.file.token(at).begin);
}

void addFault(const CppInput& input, TokenSpan span, std::string_view symbol, const QString& note)
{
    input.writer.addFinding(input.rule, input.file.range(span), toText(symbol).simplified(),
                            {{QStringLiteral("note"), note}});
}

QString faultLine(const CppFile& file, int at)
{
    return QString::number(file.source().lineOf(file.token(at).begin));
}

bool isRuntimeCall(std::string_view word, std::string_view name)
{
    return word.ends_with(name) &&
           (word.size() == name.size() + 4
                ? word.starts_with("cuda")
                : word.size() == name.size() + 3 && word.starts_with("hip"));
}

bool isWidthName(std::string_view word)
{
    constexpr size_t kLongest = 24;
    if (word.size() > kLongest) {
        return false;
    }
    std::string plain;
    for (const char one : word) {
        if (one != '_') {
            plain += one >= 'A' && one <= 'Z' ? static_cast<char>(one + ('a' - 'A')) : one;
        }
    }
    if (plain.starts_with('k')) {
        plain.erase(0, 1);
    }
    return plain == "warpsize" || plain == "wavesize" || plain == "wavefrontsize" ||
           plain == "threadsperwarp" || plain == "lanesperwarp" || plain == "warplanes";
}

bool holdsWord(const CppFile& file, TokenSpan span, std::string_view word)
{
    for (int at = span.begin; at < span.end; ++at) {
        if (file.is(at, word)) {
            return true;
        }
    }
    return false;
}

void findCompilerStrings(const CppInput& input)
{
    const CppFile& file = input.file;
    bool starts = false;
    bool asks = false;
    for (int i = 0; i + 1 < file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = file.text(i);
        starts = starts || (file.is(i + 1, "(") && startsPrograms(word));
        asks = asks || word == "nvrtcCompileProgram";
    }
    for (int i = 0; i < file.size() && !isWorkCancelledAt(i); ++i) {
        if (file.token(i).kind != CTokenKind::String || !isLive(input, i)) {
            continue;
        }
        const std::string_view text = literalText(file.text(i));
        if (namesCompiler(text, starts)) {
            addFault(input, {i, i + 1}, "nvcc",
                     QStringLiteral("A machine with ROCm has no nvcc; its compiler is `hipcc`."));
            continue;
        }
        const std::string_view option = asks ? foreignOption(text) : std::string_view();
        if (asks && namesNvidiaGpu(text)) {
            addFault(input, {i, i + 1}, text,
                     QStringLiteral("It names NVIDIA GPUs; hipRTC takes the name of an AMD GPU."));
        }
        if (!option.empty()) {
            addFault(input, {i, i + 1}, option,
                     QStringLiteral("NVRTC takes this option; hipRTC takes those of clang."));
        }
    }
}

} // namespace rocport
