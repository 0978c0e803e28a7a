#include "core/rules/manifests/containerimages.h"

#include <array>

namespace rocport {

namespace {

/// Tags that are known to exist: AMD's documentation pulls `latest`. Others name ROCm, system and
/// torch in ways that changed between releases, so that none is made up from versions.
constexpr QLatin1StringView kPytorchImage("rocm/pytorch:latest");

/// What to choose in place of `latest`.
QString tagAdvice(const char* image, const TargetSettings& target, bool torch)
{
    return QStringLiteral("`latest` moves: where there is a tag for ROCm %1%2, take that; "
                          "hub.docker.com/r/%3/tags lists them.")
        .arg(target.rocm.toString(),
             torch ? QStringLiteral(" and torch %1").arg(target.torch.toString()) : QString(),
             QLatin1StringView(image));
}

/// Images of CUDA's toolkit become those of ROCm's, for the same system where there is one.
ImageAdvice toolkitImage(const QByteArray& tag, const TargetSettings& target)
{
    const bool enterprise = tag.contains("rocky") || tag.contains("ubi") || tag.contains("centos");
    if (enterprise) {
        return {{},
                QStringLiteral("AMD's images for such systems are in `rocm/dev-almalinux-8` on "
                               "Docker Hub; take a tag for ROCm %1 from its list.")
                    .arg(target.rocm.toString())};
    }
    const bool older = tag.contains("ubuntu22.04") || tag.contains("ubuntu20.04");
    const char* image = older ? "rocm/dev-ubuntu-22.04" : "rocm/dev-ubuntu-24.04";
    return {QLatin1StringView(image) + QStringLiteral(":latest"),
            QStringLiteral("It has compilers and libraries but not PyTorch; `%1` includes it. %2")
                .arg(kPytorchImage, tagAdvice(image, target, false))};
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
        return ImageAdvice{kPytorchImage,
                           QStringLiteral("It has PyTorch, Triton and the libraries built for "
                                          "ROCm. ") +
                               tagAdvice("rocm/pytorch", target, true)};
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
                               .arg(kPytorchImage)};
    }
    return std::nullopt;
}

} // namespace rocport
