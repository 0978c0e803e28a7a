#include "core/rules/build/buildlibraries.h"

#include "core/rules/cpp/cppsupplied.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <array>
#include <string>

namespace rocport {

namespace {

constexpr std::array kLibraries = {
    BuildLibrary{"cudart", "hip", "hip::host", "amdhip64"},
    BuildLibrary{"cuda", "hip", "hip::host", "amdhip64"},
    BuildLibrary{"cuda_driver", "hip", "hip::host", "amdhip64"},
    BuildLibrary{"cublas", "hipblas", "roc::hipblas", "hipblas"},
    BuildLibrary{"cublaslt", "hipblaslt", "roc::hipblaslt", "hipblaslt"},
    BuildLibrary{"cufft", "hipfft", "hip::hipfft", "hipfft"},
    BuildLibrary{"curand", "hiprand", "hip::hiprand", "hiprand"},
    BuildLibrary{"cusparse", "hipsparse", "roc::hipsparse", "hipsparse"},
    BuildLibrary{"cusparselt", "hipsparselt", "roc::hipsparselt", "hipsparselt"},
    BuildLibrary{"cusolver", "hipsolver", "roc::hipsolver", "hipsolver"},
    BuildLibrary{"nvrtc", "hiprtc", "hiprtc::hiprtc", "hiprtc"},
    BuildLibrary{"nccl", "rccl", "roc::rccl", "rccl"},
    BuildLibrary{"thrust", "rocthrust", "roc::rocthrust", ""},
    BuildLibrary{"cub", "hipcub", "hip::hipcub", ""},
    BuildLibrary{"cudadevrt", "", "-", "-"},
    BuildLibrary{"culibos", "", "-", "-"},
    BuildLibrary{"cudart_static_deps", "", "-", "-"},
    BuildLibrary{"toolkit", "hip", "hip::host", ""},
    BuildLibrary{"nvtoolsext", "", "", "", "ROCTX"},
    BuildLibrary{"nvtx3", "", "", "", "ROCTX"},
    BuildLibrary{"nvml", "", "", "", "AMD SMI"},
    BuildLibrary{"nvidia-ml", "", "", "", "AMD SMI"},
    BuildLibrary{"cupti", "", "", "", "rocprofiler-sdk"},
    BuildLibrary{"cudnn", "", "", "", "MIOpen"},
    BuildLibrary{"nvjpeg", "", "", "", "rocJPEG"},
    BuildLibrary{"nvjitlink", "", "", ""},
    BuildLibrary{"nvinfer", "", "", "", "MIGraphX"},
    BuildLibrary{"cufftw", "", "", ""},
    BuildLibrary{"cufile", "", "", ""},
    BuildLibrary{"npp", "", "", "", "RPP"},
    BuildLibrary{"cutensor", "", "", "", "hipTensor"},
    BuildLibrary{"nvshmem", "", "", "", "rocSHMEM"},
};

} // namespace

const BuildLibrary* findBuildLibrary(std::string_view name)
{
    std::string key = lowered(name);
    if (key.size() > 80) {
        return nullptr;
    }
    const auto cut = [&key](std::string_view end) {
        if (key.size() > end.size() && key.ends_with(end)) {
            key.resize(key.size() - end.size());
        }
    };
    for (int round = 0; round < 2; ++round) {
        for (const BuildLibrary& library : kLibraries) {
            if (key == library.cuda) {
                return &library;
            }
        }
        if (key.starts_with("npp")) {
            return findBuildLibrary("npp"); // whichever part of it
        }
        cut("_static_nocallback");
        cut("_static");
        cut("_builtins");
    }
    return nullptr;
}

QString withoutTwin(const BuildLibrary& library)
{
    return library.other[0] == '\0'
               ? QStringLiteral("has no counterpart.")
               : QStringLiteral("has no counterpart with its interface; %1 does its work on ROCm.")
                     .arg(QLatin1StringView(library.other));
}

QString noteOfLinked(const BuildLibrary& library, std::string_view now)
{
    return now.empty()  ? withoutTwin(library)
           : now == "-" ? QStringLiteral("has no counterpart and needs none.")
                        : QStringLiteral("is `-l%1` of ROCm.").arg(toText(now));
}

bool comesWithHeaders(const BuildLibrary& library, Strategy strategy)
{
    const std::string_view name = library.cuda;
    return (name == "nvtoolsext" || name == "nvtx3") && suppliesMissing(strategy);
}

const BuildLibrary* libraryOfArgument(std::string_view argument)
{
    if (argument.starts_with("CUDA::")) {
        std::string_view name = argument.substr(6);
        // CUDA::cudart${static_suffix}: the library is the same with any end.
        const size_t variable = name.find("${");
        if (variable != std::string_view::npos && variable > 0 &&
            name.find('}') == name.size() - 1 &&
            lowered(name.substr(variable)).find("static") != std::string::npos) {
            name = name.substr(0, variable);
        }
        return findBuildLibrary(name);
    }
    if (argument == "Thrust::Thrust" || argument == "CUB::CUB" || argument == "CCCL::Thrust" ||
        argument == "CCCL::CUB" || argument == "NCCL::NCCL") {
        return findBuildLibrary(argument.substr(argument.rfind(':') + 1));
    }
    if (argument.starts_with("${CUDA_") && argument.ends_with('}')) {
        std::string_view name = argument.substr(7, argument.size() - 8);
        if (name == "LIBRARIES") {
            return findBuildLibrary("cudart");
        }
        for (const std::string_view end : {"_LIBRARIES", "_LIBRARY"}) {
            if (name.ends_with(end)) {
                name.remove_suffix(end.size());
                return findBuildLibrary(name);
            }
        }
        return nullptr;
    }
    if (argument.starts_with("-l")) {
        return findBuildLibrary(argument.substr(2));
    }
    const size_t slash = argument.rfind('/');
    if (slash != std::string_view::npos) {
        std::string_view name = argument.substr(slash + 1);
        const size_t dot = name.find('.');
        return name.starts_with("lib") && dot != std::string_view::npos
                   ? findBuildLibrary(name.substr(3, dot - 3))
                   : nullptr;
    }
    // Bare names: only those that can be nothing else.
    const bool plain = argument.starts_with("cu") || argument.starts_with("nv") ||
                       argument == "nccl" || argument.starts_with("npp");
    return plain && argument != "cub" && argument != "cuda_driver" ? findBuildLibrary(argument)
                                                                   : nullptr;
}

} // namespace rocport
