// What of a manifest brings CUDA builds.
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/requirement.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// "+cu124", also as "%2Bcu124" of an address.
bool hasCudaLocal(QByteArrayView version)
{
    for (const QByteArrayView mark : {QByteArrayView("+cu"), QByteArrayView("%2Bcu")}) {
        const qsizetype at = version.indexOf(mark);
        const qsizetype digit =
            at + mark.size() + (at >= 0 && version.sliced(at).contains("cuda") ? 2 : 0);
        if (at >= 0 && digit < version.size() && version[digit] >= '0' && version[digit] <= '9') {
            return true;
        }
    }
    return false;
}

/// Packages that are CUDA builds of something that has another package for ROCm, or none.
bool isCudaBuild(const Requirement& one)
{
    // cudf-cu12, spconv-cu120
    const qsizetype mark = one.name.lastIndexOf("-cu");
    const QByteArrayView release = QByteArrayView(one.name).sliced(mark < 0 ? 0 : mark + 3);
    const bool suffix =
        mark > 0 && release.size() >= 2 && release.size() <= 3 &&
        std::all_of(release.begin(), release.end(), [](char c) { return c >= '0' && c <= '9'; });
    return suffix || one.name.startsWith("dgl-cu") || one.name.startsWith("mxnet-cu") ||
           isOneOf(one.name, {"onnxruntime-gpu", "tensorflow-gpu", "faiss-gpu", "paddlepaddle-gpu",
                              "tensorrt", "torch-tensorrt", "cuda-python", "tensorrt-llm"}) ||
           (one.name == "tensorflow" && one.extras.contains("and-cuda"));
}

bool pinsTorch(const Requirement& one)
{
    const bool some = isOneOf(one.name, {"xformers", "vllm", "torchtext", "sglang"});
    return some && one.url.isEmpty() && !one.specifier.contains("rocm");
}

std::optional<PinKind> kindOf(const Requirement& one)
{
    const bool extra = std::any_of(one.extras.begin(), one.extras.end(), isCudaExtra);
    if (((one.name == "jax" || one.name == "jaxlib") && extra) || one.name.startsWith("jax-cuda") ||
        (one.name == "jaxlib" && one.specifier.contains("+cuda"))) {
        return PinKind::JaxCuda;
    }
    if (hasCudaLocal(one.specifier) || hasCudaLocal(one.url)) {
        return PinKind::TorchCuda;
    }
    if (isTorchPackage(one.name) && !one.name.endsWith("-rocm") && one.specifier.contains("==") &&
        !one.specifier.contains("+")) {
        return PinKind::TorchVersion;
    }
    // Python only, and of use to nobody else than who has NVIDIA's driver.
    if (one.name.startsWith("nvidia-") || one.name == "pynvml") {
        return PinKind::NvidiaPackage;
    }
    if (one.name.startsWith("cupy-cuda")) {
        return PinKind::CupyCuda;
    }
    if (isCudaBuild(one)) {
        return PinKind::CudaBuild;
    }
    return pinsTorch(one) ? std::optional(PinKind::TorchPinner) : std::nullopt;
}

} // namespace

bool isTorchPackage(QByteArrayView name)
{
    return std::any_of(kTorchPackages.begin(), kTorchPackages.end(),
                       [&](const char* one) { return name == one; });
}

bool isCudaExtra(QByteArrayView extra)
{
    return extra.startsWith("cuda") || extra.startsWith("cu1");
}

QByteArray condaName(QByteArrayView entry)
{
    const qsizetype channel = entry.indexOf("::");
    const QByteArrayView spec = entry.sliced(channel < 0 ? 0 : channel + 2);
    qsizetype end = 0;
    while (end < spec.size() && !QByteArrayView("=<>!~[ ").contains(spec[end])) {
        ++end;
    }
    return spec.first(end).toByteArray().toLower();
}

std::optional<CudaPin> classifyRequirement(QByteArrayView text)
{
    const std::optional<Requirement> one = parseRequirement(text);
    if (!one || !mayApply(one->marker)) {
        return std::nullopt;
    }
    const std::optional<PinKind> kind = kindOf(*one);
    if (!kind) {
        return std::nullopt;
    }
    QByteArray symbol = text.toByteArray();
    for (const char* mark : {";", " #", "\\", " --"}) {
        const qsizetype end = symbol.indexOf(mark);
        symbol.truncate(end < 0 ? symbol.size() : end);
    }
    symbol = symbol.simplified();
    while (symbol.startsWith('"') || symbol.startsWith('\'')) {
        symbol = symbol.sliced(1, symbol.size() - (symbol.size() > 1 ? 2 : 1)).trimmed();
    }
    CudaPin pin;
    pin.kind = *kind;
    pin.range = {0, text.size()};
    pin.symbol = QString::fromUtf8(symbol);
    return pin;
}

std::optional<CudaPin> classifyConda(QByteArrayView text)
{
    const QByteArray entry = text.toByteArray().simplified();
    const QByteArray name = condaName(entry);
    const bool build = (name == "pytorch" || name == "torchvision" || name == "jaxlib" ||
                        name == "tensorflow" || name == "xformers") &&
                       (entry.contains("cuda") || entry.contains("_cu"));
    const bool toolkit =
        isOneOf(name, {"pytorch-cuda", "cudatoolkit", "cudatoolkit-dev", "cuda-toolkit",
                       "cuda-version", "cuda-nvcc", "cuda", "cuda-runtime", "cuda-libraries",
                       "cuda-cudart", "cudnn", "nccl", "pytorch-gpu", "tensorflow-gpu", "faiss-gpu",
                       "cuda-compiler", "cuda-libraries-dev", "cuda-cudart-dev"}) ||
        entry.startsWith("nvidia::") || entry.startsWith("nvidia/");
    if (!build && !toolkit) {
        return std::nullopt;
    }
    CudaPin pin;
    pin.kind = PinKind::CondaCuda;
    pin.range = {0, text.size()};
    pin.symbol = QString::fromUtf8(entry);
    return pin;
}

std::optional<CudaPin> findCudaIndex(QByteArrayView text)
{
    qsizetype at = text.indexOf("/whl/");
    for (; at >= 0; at = text.indexOf("/whl/", at + 1)) {
        const QByteArrayView rest = text.sliced(at + 5);
        const qsizetype cu = rest.startsWith("nightly/") ? 8 : (rest.startsWith("test/") ? 5 : 0);
        if (rest.size() > cu + 2 && rest.sliced(cu).startsWith("cu") && rest[cu + 2] >= '0' &&
            rest[cu + 2] <= '9') {
            break;
        }
    }
    for (const char* host : {"pypi.nvidia.com", "pypi.ngc.nvidia.com", "jax_cuda_releases",
                             "data.pyg.org/whl/torch-", "flashinfer.ai/whl/cu"}) {
        at = at < 0 ? text.indexOf(host) : at;
    }
    if (at < 0) {
        return std::nullopt;
    }
    if (text.contains("data.pyg.org") && !hasCudaLocal(text)) {
        return std::nullopt;
    }
    const auto stops = [](char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"' || c == '\'' ||
               c == '=' || c == ',' || c == ')' || c == '(' || c == '<' || c == '>' || c == '`';
    };
    CudaPin pin;
    pin.kind = PinKind::CudaIndex;
    pin.range = {at, at};
    while (pin.range.begin > 0 && !stops(text[pin.range.begin - 1])) {
        --pin.range.begin;
    }
    while (pin.range.end < text.size() && !stops(text[pin.range.end])) {
        ++pin.range.end;
    }
    pin.symbol = QString::fromUtf8(text.sliced(pin.range.begin, pin.range.size()));
    return pin;
}

} // namespace rocport
