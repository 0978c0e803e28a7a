#include "core/rules/containerimages.h"

#include <array>

namespace rocport {

namespace {

QString pytorchImage(const TargetSettings& target)
{
    const bool newer = target.rocm >= Version({6, 3});
    return QStringLiteral("rocm/pytorch:rocm%1_%2_pytorch_release_%3")
        .arg(target.rocm.toString(),
             newer ? QStringLiteral("ubuntu24.04_py3.12") : QStringLiteral("ubuntu22.04_py3.10"),
             target.torch.toString());
}

/// Images of CUDA's toolkit become those of ROCm's, for the same system where there is one.
ImageAdvice toolkitImage(const QByteArray& tag, const TargetSettings& target)
{
    const bool enterprise = tag.contains("rocky") || tag.contains("ubi") || tag.contains("centos");
    const QString system = enterprise ? QStringLiteral("almalinux-8")
                           : tag.contains("ubuntu22.04") || tag.contains("ubuntu20.04")
                               ? QStringLiteral("ubuntu-22.04")
                               : QStringLiteral("ubuntu-24.04");
    const bool whole = tag.contains("devel") || tag.contains("cudnn");
    return {
        QStringLiteral("rocm/dev-%1:%2%3")
            .arg(system, target.rocm.toString(), whole ? QStringLiteral("-complete") : QString()),
        QStringLiteral("It has compilers and libraries but not PyTorch; `%1` includes it.")
            .arg(pytorchImage(target))};
}

struct Known
{
    const char* name;    ///< of the repository, as it ends
    const char* instead; ///< empty: none
    const char* note;
};

constexpr std::array kKnown = {
    Known{"nvidia/tensorflow", "rocm/tensorflow:latest", "AMD's builds of TensorFlow."},
    Known{"tensorflow/tensorflow", "rocm/tensorflow:latest", "AMD's builds of TensorFlow."},
    Known{"nvidia/jax", "rocm/jax:latest", "AMD's builds of JAX."},
    Known{"vllm/vllm-openai", "rocm/vllm:latest", "AMD's builds of vLLM."},
    Known{"lmsysorg/sglang", "", "The same repository has tags with `rocm` in them."},
    Known{"huggingface/text-generation-inference", "", "The same tag with `-rocm` at its end."},
    Known{"huggingface/transformers-pytorch-gpu", "huggingface/transformers-pytorch-amd-gpu",
          "The same image for AMD GPUs."},
    Known{"huggingface/transformers-pytorch-deepspeed-latest-gpu",
          "huggingface/transformers-pytorch-deepspeed-amd-gpu", "The same image for AMD GPUs."},
    Known{"nvidia/tritonserver", "", "There is no such image for ROCm; use vLLM or MIGraphX."},
    Known{"nvidia/tensorrt", "", "TensorRT is NVIDIA's; MIGraphX takes its place."}};

bool looksLikeCuda(const QByteArray& image)
{
    const qsizetype at = image.indexOf("cuda");
    if (at >= 0) {
        return true;
    }
    for (qsizetype cu = image.indexOf("cu1"); cu >= 0; cu = image.indexOf("cu1", cu + 1)) {
        const bool alone = cu == 0 || QByteArrayView("-_:.").contains(image[cu - 1]);
        if (alone && cu + 3 < image.size() && image[cu + 3] >= '0' && image[cu + 3] <= '9') {
            return true;
        }
    }
    return false;
}

} // namespace

std::optional<ImageAdvice> adviseImage(const QByteArray& image, const TargetSettings& target)
{
    const QByteArray lower = image.toLower();
    if (lower.isEmpty() || lower.contains("rocm") || lower.contains("amd-gpu") ||
        lower.contains("-cpu")) {
        return std::nullopt;
    }
    const qsizetype slash = lower.lastIndexOf('/');
    const qsizetype colon = lower.indexOf(':', slash + 1);
    const QByteArray name = lower.first(colon < 0 ? lower.size() : colon);
    const QByteArray tag = colon < 0 ? QByteArray() : lower.sliced(colon + 1);
    if (name == "nvidia/cuda" || name.endsWith("/nvidia/cuda") || name.endsWith("/nvidia/cudagl") ||
        name == "nvidia/cudagl") {
        return toolkitImage(tag, target);
    }
    if (name == "pytorch/pytorch" || name.endsWith("/pytorch/pytorch") ||
        name.endsWith("nvidia/pytorch") || name.startsWith("pytorch/manylinux-cuda")) {
        return ImageAdvice{pytorchImage(target),
                           QStringLiteral("It has PyTorch, Triton and the libraries built for "
                                          "ROCm; the exact tags are on Docker Hub.")};
    }
    for (const Known& known : kKnown) {
        const bool gpu = QByteArrayView(known.name) != QByteArrayView("tensorflow/tensorflow") ||
                         tag.contains("gpu");
        if (gpu && (name == known.name || name.endsWith(QByteArray("/") + known.name))) {
            return ImageAdvice{QString::fromLatin1(known.instead), QString::fromUtf8(known.note)};
        }
    }
    if (name.startsWith("nvcr.io/") || looksLikeCuda(lower)) {
        return ImageAdvice{{},
                           QStringLiteral("Look for a tag of its project for ROCm, or build on "
                                          "`%1`.")
                               .arg(pytorchImage(target))};
    }
    return std::nullopt;
}

} // namespace rocport
