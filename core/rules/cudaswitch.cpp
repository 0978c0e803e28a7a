#include "core/rules/cudaswitch.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <array>
#include <string>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr size_t kShortestSwitch = 4;
constexpr size_t kLongestSwitch = 64;
constexpr size_t kMostParts = 8;
constexpr size_t kLongestJoined = 10; // "ENABLECUDA"

/// What CUDA and its libraries are called in switches.
constexpr std::array kCudaParts = {
    "cuda"sv,     "cudatoolkit"sv, "cudart"sv,   "cudnn"sv,  "cublas"sv,  "cublaslt"sv,
    "cusparse"sv, "cusparselt"sv,  "cusolver"sv, "cufft"sv,  "curand"sv,  "cutensor"sv,
    "cufile"sv,   "cupti"sv,       "cutlass"sv,  "nccl"sv,   "nvml"sv,    "nvtx"sv,
    "nvrtc"sv,    "nvcc"sv,        "nvshmem"sv,  "nvjpeg"sv, "tensorrt"sv};

/// What stands before them.
constexpr std::array kPartsBefore = {"use"sv,     "uses"sv,    "using"sv,   "with"sv,  "have"sv,
                                     "has"sv,     "enable"sv,  "enables"sv, "build"sv, "built"sv,
                                     "support"sv, "compile"sv, "force"sv,   "want"sv,  "no"sv,
                                     "not"sv,     "without"sv, "disable"sv, "dont"sv,  "skip"sv};

/// What stands behind them.
constexpr std::array kPartsBehind = {"enabled"sv,   "enable"sv,   "support"sv, "supported"sv,
                                     "available"sv, "disabled"sv, "backend"sv, "found"sv};

/// What may follow both: "BUILD_CUDA_MODULE".
constexpr std::array kPartsLast = {"module"sv,    "modules"sv,    "backend"sv, "ext"sv,
                                   "extension"sv, "extensions"sv, "kernels"sv, "ops"sv,
                                   "code"sv,      "device"sv,     "plugin"sv,  "library"sv};

template <size_t kCount>
bool isSwitchPart(const std::array<std::string_view, kCount>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The parts of a name, at most kMostParts.
struct SwitchParts
{
    std::array<std::string_view, kMostParts> parts;
    size_t count = 0;
    bool isWhole = true;
};

SwitchParts switchPartsOf(std::string_view name)
{
    SwitchParts result;
    for (size_t at = 0; at < name.size();) {
        const size_t end = std::min(name.find_first_of("_-", at), name.size());
        if (end > at && result.count == kMostParts) {
            result.isWhole = false;
            break;
        }
        if (end > at) {
            result.parts[result.count++] = name.substr(at, end - at);
        }
        at = end + 1;
    }
    return result;
}

/// Whether a name may hold one of the libraries: asked of every name, so it copies nothing.
bool mayNameCuda(std::string_view name)
{
    for (size_t at = 0; at + 1 < name.size(); ++at) {
        const char first = static_cast<char>(name[at] | 0x20);
        const char second = static_cast<char>(name[at + 1] | 0x20);
        if ((first == 'c' && second == 'u') || (first == 'n' && (second == 'v' || second == 'c')) ||
            (first == 'g' && second == 'p') || (first == 't' && second == 'e')) {
            return true;
        }
    }
    return false;
}

} // namespace

CudaSwitch cudaSwitchOf(std::string_view name)
{
    if (name.size() < kShortestSwitch || name.size() > kLongestSwitch || !mayNameCuda(name) ||
        name.starts_with("CMAKE_") ||
        (name.size() > kLongestJoined && name.find_first_of("_-") == std::string_view::npos)) {
        return CudaSwitch::No;
    }
    const std::string low = lowered(name);
    const SwitchParts parts = switchPartsOf(low);
    if (!parts.isWhole || parts.count == 0) {
        return CudaSwitch::No;
    }
    const std::string_view last = parts.parts[parts.count - 1];
    if (parts.count == 1) {
        const bool isJoined = last == "usecuda" || last == "withcuda" || last == "havecuda" ||
                              last == "enablecuda" || last == "buildcuda" || last == "nocuda";
        return isJoined ? CudaSwitch::Yes : CudaSwitch::No;
    }
    const std::string_view before = parts.parts[parts.count - 2];
    if ((isSwitchPart(kPartsBefore, before) && isSwitchPart(kCudaParts, last)) ||
        (isSwitchPart(kCudaParts, before) && isSwitchPart(kPartsBehind, last))) {
        return CudaSwitch::Yes;
    }
    if (parts.count > 2 && isSwitchPart(kPartsLast, last) && isSwitchPart(kCudaParts, before) &&
        isSwitchPart(kPartsBefore, parts.parts[parts.count - 3])) {
        return CudaSwitch::Yes;
    }
    bool isPair = isSwitchPart(kCudaParts, last);
    for (size_t i = 0; i + 1 < parts.count; ++i) {
        const std::string_view one = parts.parts[i];
        const std::string_view next = parts.parts[i + 1];
        isPair = isPair ||
                 (isSwitchPart(kPartsBefore, one) &&
                  (isSwitchPart(kCudaParts, next) || next == "gpu")) ||
                 (one == "gpu" && isSwitchPart(kPartsBehind, next));
    }
    return isPair ? CudaSwitch::Maybe : CudaSwitch::No;
}

} // namespace rocport
