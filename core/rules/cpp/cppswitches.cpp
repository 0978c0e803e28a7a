// The project's own switches for CUDA, and what it calls a device by them.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cppconditions.h"
#include "core/rules/cudaswitch.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <map>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Whether a word is a name of CUDA, or of code that is made for it.
bool isGpuName(std::string_view word)
{
    return word.find("cuda") != std::string_view::npos ||
           word.find("Cuda") != std::string_view::npos ||
           word.find("CUDA") != std::string_view::npos || word == "__global__" ||
           word == "__device__" || word.starts_with("cublas") || word.starts_with("cudnn") ||
           word.starts_with("cusparse") || word.starts_with("cufft") ||
           word.starts_with("curand") || word.starts_with("cusolver") || word.starts_with("nccl") ||
           word.starts_with("nvml");
}

/// Whether the arms of the conditional behind token `at`, its last, hold code for GPUs.
bool guardsGpuCode(const CppFile& file, int at)
{
    constexpr int kMostTokens = 2000;
    int depth = 0;
    const int end = std::min(file.size(), at + kMostTokens);
    for (int i = at + 1; i < end; ++i) {
        if (file.token(i).kind == CTokenKind::Directive) {
            const std::string_view name = file.text(i + 1);
            depth += name == "if" || name == "ifdef" || name == "ifndef" ? 1 : 0;
            depth -= name == "endif" ? 1 : 0;
            if (depth < 0) {
                return false;
            }
            const bool asks = name != "include" && name != "define";
            while (asks && i + 1 < end && file.token(i + 1).inDirective &&
                   file.token(i + 1).kind != CTokenKind::Directive) {
                ++i; // what it asks for is no code
            }
            continue;
        }
        if (file.is(i, "<<<") || isGpuName(file.text(i))) {
            return true;
        }
    }
    return false;
}

/// The places of one name.
struct NamedPlaces
{
    RepeatedPlaces places;
    bool isAsked = false; ///< by a condition, not only defined
};

/// The last token of the directive whose '#' is token `hash`.
int endOfDirective(const CppFile& file, int hash)
{
    int end = hash;
    while (end + 1 < file.size() && file.token(end + 1).inDirective &&
           file.token(end + 1).kind != CTokenKind::Directive) {
        ++end;
    }
    return end;
}

/// #ifndef X with "#define X" in the next line: a header's own guard, whatever it is called.
bool isIncludeGuard(const CppFile& file, int hash)
{
    return file.is(hash + 1, "ifndef") && file.is(hash + 4, "define") &&
           file.text(hash + 2) == file.text(hash + 5) &&
           !(file.isKind(hash + 6, CTokenKind::Number) && file.token(hash + 6).inDirective);
}

bool includesTorch(const CppFile& file)
{
    constexpr std::array kFolders = {"torch/"sv, "ATen/"sv, "c10/"sv, "caffe2/"sv};
    return std::any_of(file.includes().begin(), file.includes().end(), [&](const CppInclude& one) {
        return std::any_of(kFolders.begin(), kFolders.end(),
                           [&](std::string_view folder) { return one.header.starts_with(folder); });
    });
}

/// "CUDA", "kCUDA", "Cuda", "kCuda", "GPU_CUDA", "kDGLCUDA": an enumerator by its name.
bool isCudaEnumerator(std::string_view word)
{
    constexpr size_t kLongest = 24;
    return word.size() <= kLongest && (word.ends_with("CUDA") || word == "Cuda" || word == "kCuda");
}

} // namespace

bool isCudaSwitchMacro(std::string_view word)
{
    return !isCudaConditionMacro(word) && cudaSwitchOf(word) != CudaSwitch::No;
}

void findCudaSwitches(const CppInput& input)
{
    const CppFile& file = input.file;
    std::map<std::string_view, NamedPlaces> names;
    for (int i = 0; i < file.size() && !isWorkCancelledAt(i); ++i) {
        if (file.token(i).kind != CTokenKind::Directive) {
            continue;
        }
        const int end = endOfDirective(file, i);
        const std::string_view directive = file.text(i + 1);
        const bool defines = directive == "define" || directive == "cmakedefine" ||
                             directive == "cmakedefine01" || directive == "mesondefine";
        const bool asks = directive == "if" || directive == "ifdef" || directive == "ifndef" ||
                          directive == "elif";
        const int hash = i;
        i = end;
        if ((!asks && !defines) || file.isInert(file.token(hash).begin) ||
            isIncludeGuard(file, hash) || (hash >= 3 && isIncludeGuard(file, hash - 3))) {
            continue;
        }
        bool knowsBoth = false;
        for (int at = hash + 2; at <= end; ++at) {
            knowsBoth = knowsBoth || file.isRocmWord(file.text(at));
        }
        // A definition is one of a switch where it is its name, alone or with a number.
        const bool isPlain =
            end <= hash + 2 || (end == hash + 3 && file.isKind(end, CTokenKind::Number));
        const int last = defines ? std::min(end, hash + 2) : end;
        for (int at = hash + 2; at <= last && !knowsBoth && (asks || isPlain); ++at) {
            if (!file.isKind(at, CTokenKind::Identifier) || isCudaConditionMacro(file.text(at))) {
                continue;
            }
            const CudaSwitch what = cudaSwitchOf(file.text(at));
            if (what == CudaSwitch::Yes ||
                (what == CudaSwitch::Maybe && asks && guardsGpuCode(file, end))) {
                NamedPlaces& one = names[file.text(at)];
                one.places.add(file.range(at));
                one.isAsked = one.isAsked || asks;
            }
        }
    }
    for (const auto& [name, one] : names) {
        const QString symbol = toText(name);
        const Captures captures = {
            {QStringLiteral("symbol"), symbol},
            {QStringLiteral("note"),
             one.isAsked ? QStringLiteral("decides what of this file is compiled for GPUs.")
                         : QStringLiteral("is defined here, whatever is built for.")}};
        input.writer.addRepeated(input.rule, one.places, symbol,
                                 fillText(input.rule.message, captures), input.rule.wayOut,
                                 input.rule.effort, {});
    }
}

namespace {

/// What the project calls devices, by enumerators.
class DeviceNames
{
public:
    explicit DeviceNames(const CppInput& input)
        : m_input(input), m_file(input.file), m_isTorch(includesTorch(input.file))
    {
    }

    void run()
    {
        for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
            if (m_file.token(i).inDirective || !m_file.isKind(i, CTokenKind::Identifier)) {
                continue;
            }
            if (m_file.is(i, "enum")) {
                readEnum(i);
            } else if (isCudaEnumerator(m_file.text(i))) {
                readUse(i);
            }
        }
        for (const auto& [name, places] : m_names) {
            const QString symbol = toText(name);
            m_input.writer.addRepeated(
                m_input.rule, places, symbol,
                fillText(m_input.rule.message, {{QStringLiteral("symbol"), symbol}}),
                m_input.rule.wayOut, m_input.rule.effort, {});
        }
    }

private:
    /// "enum class Device : int { CPU, CUDA }": the enumerators that name CUDA.
    void readEnum(int at)
    {
        constexpr int kMostHead = 10;
        int open = at + 1;
        std::string_view name;
        while (open < at + kMostHead && !m_file.is(open, "{") && !m_file.is(open, ";")) {
            const bool isName = name.empty() && m_file.isKind(open, CTokenKind::Identifier) &&
                                !m_file.is(open, "class") && !m_file.is(open, "struct");
            name = isName ? m_file.text(open) : name;
            ++open;
        }
        const int close = m_file.is(open, "{") ? m_file.match(open) : -1;
        for (int i = open + 1; i < close; ++i) {
            const bool isFirst = m_file.is(i - 1, "{") || m_file.is(i - 1, ",");
            if (isFirst && isCudaEnumerator(m_file.text(i)) &&
                !m_file.isInert(m_file.token(i).begin)) {
                m_names[std::string(m_file.text(i))].add(m_file.range(i));
            }
        }
    }

    /// `Device::CUDA`, and `case kDGLCUDA:`.
    void readUse(int at)
    {
        if (m_file.isInert(m_file.token(at).begin)) {
            return;
        }
        if (m_file.is(at - 1, "case") && m_file.is(at + 1, ":")) {
            if (!m_isTorch) {
                m_names[std::string(m_file.text(at))].add(m_file.range(at));
            }
            return;
        }
        if (!m_file.is(at - 1, "::") || !m_file.isKind(at - 2, CTokenKind::Identifier) ||
            m_file.is(at + 1, "(") || m_file.is(at + 1, "::") || m_file.is(at + 1, "{")) {
            return;
        }
        // torch::kCUDA and at::DeviceType::CUDA name AMD GPUs on ROCm, and stay.
        constexpr std::array kTorch = {"torch"sv, "at"sv, "c10"sv, "caffe2"sv};
        constexpr std::array kTypes = {"DeviceType"sv, "DispatchKey"sv, "Backend"sv, "Device"sv};
        const auto isAmong = [](const auto& words, std::string_view word) {
            return std::find(words.begin(), words.end(), word) != words.end();
        };
        const std::string_view scope = m_file.text(at - 2);
        const std::string_view outer =
            m_file.is(at - 3, "::") ? m_file.text(at - 4) : std::string_view();
        if (!isAmong(kTorch, scope) && !isAmong(kTorch, outer) &&
            !(m_isTorch && isAmong(kTypes, scope))) {
            m_names[std::string(m_file.text(at))].add(
                {m_file.token(at - 2).begin, m_file.token(at).end});
        }
    }

    const CppInput& m_input;
    const CppFile& m_file;
    bool m_isTorch;
    std::map<std::string, RepeatedPlaces> m_names;
};

} // namespace

void findCudaDevices(const CppInput& input)
{
    DeviceNames(input).run();
}

} // namespace rocport
