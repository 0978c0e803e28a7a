// Where a CMake file looks for headers, libraries and packages of NVIDIA by itself.
#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/buildnames.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What is looked for, and what it is on ROCm.
struct Look
{
    std::string_view name; ///< in small letters
    std::string_view rocm; ///< empty: ROCm has none
};

constexpr std::array kHeaders = {Look{"cuda.h"sv, "hip/hip_runtime.h"sv},
                                 Look{"cuda_runtime.h"sv, "hip/hip_runtime.h"sv},
                                 Look{"cuda_runtime_api.h"sv, "hip/hip_runtime_api.h"sv},
                                 Look{"cublas_v2.h"sv, "hipblas/hipblas.h"sv},
                                 Look{"cudnn.h"sv, "miopen/miopen.h"sv},
                                 Look{"nccl.h"sv, "rccl/rccl.h"sv},
                                 Look{"cub/cub.cuh"sv, "hipcub/hipcub.hpp"sv},
                                 Look{"nvml.h"sv, ""sv},
                                 Look{"nvtoolsext.h"sv, ""sv},
                                 Look{"cupti.h"sv, ""sv},
                                 Look{"nvinfer.h"sv, ""sv}};

// nvcc itself is found by the rule for CUDA's language.
constexpr std::array kPrograms = {Look{"nvidia-smi"sv, "amd-smi"sv}, Look{"ptxas"sv, ""sv},
                                  Look{"fatbinary"sv, ""sv}, Look{"cuobjdump"sv, ""sv}};

constexpr std::array kPackages = {Look{"nccl"sv, "rccl"sv},      Look{"cudnn"sv, "miopen"sv},
                                  Look{"cub"sv, "hipcub"sv},     Look{"thrust"sv, "rocthrust"sv},
                                  Look{"cccl"sv, "rocthrust"sv}, Look{"nvidiacutlass"sv, ""sv},
                                  Look{"cutlass"sv, ""sv},       Look{"nvtx"sv, ""sv},
                                  Look{"nvtx3"sv, ""sv},         Look{"nvml"sv, ""sv},
                                  Look{"cupti"sv, ""sv},         Look{"cutensor"sv, "hiptensor"sv},
                                  Look{"tensorrt"sv, ""sv},      Look{"nvshmem"sv, ""sv},
                                  Look{"optix"sv, ""sv}};

template <size_t kCount>
const Look* lookFor(const std::array<Look, kCount>& table, std::string_view name)
{
    const std::string low = lowered(name);
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Look& one) { return one.name == low; });
    return found == table.end() ? nullptr : &*found;
}

/// The first argument of a command that names something of NVIDIA; `look` gets what.
const CMakeArgument* lookedForIn(const CMakeCommand& command, Look& look)
{
    const bool isLibrary = command.name == "find_library";
    const bool isFile = command.name == "find_path" || command.name == "find_file";
    for (size_t i = 1; i < command.arguments.size(); ++i) {
        const CMakeArgument& argument = command.arguments[i];
        if (isOneOf(std::string(argument.text), {"PATHS", "HINTS", "PATH_SUFFIXES", "DOC"})) {
            return nullptr; // what follows is where, not what
        }
        if (isLibrary) {
            const BuildLibrary* library = libraryOfArgument(argument.text);
            if (library != nullptr) {
                const std::string_view rocm = library->library;
                look = {library->cuda, rocm == "-" ? std::string_view() : rocm};
                return &argument;
            }
            continue;
        }
        const Look* one =
            isFile ? lookFor(kHeaders, argument.text) : lookFor(kPrograms, argument.text);
        if (one != nullptr) {
            look = *one;
            return &argument;
        }
    }
    return nullptr;
}

} // namespace

void findCMakeLooks(const CMakeFile& file, const BuildRules& rules, ProposalWriter& writer)
{
    if (rules.targets == nullptr) {
        return;
    }
    for (const CMakeCommand& command : file.commands()) {
        const std::string& name = command.name;
        const bool isPackage = name == "find_package";
        const bool isLook = name == "find_library" || name == "find_path" || name == "find_file" ||
                            name == "find_program";
        const bool isCall = name == "execute_process" && command.find("nvidia-smi") > 0;
        if (command.decided || (!isPackage && !isLook && !isCall) || command.arguments.empty()) {
            continue;
        }
        Look look;
        const CMakeArgument* argument = nullptr;
        if (isLook || isCall) {
            argument = lookedForIn(command, look);
        } else if (const Look* one = lookFor(kPackages, command.text(0))) {
            argument = &command.arguments.front();
            look = *one;
        }
        if (argument == nullptr) {
            continue;
        }
        const QString symbol = toText(argument->text);
        const QString note =
            look.rocm.empty()
                ? QStringLiteral("is looked for; it is NVIDIA's alone, and ROCm has nothing of "
                                 "this interface.")
                : QStringLiteral("is looked for; on ROCm it is `%1`.").arg(toText(look.rocm));
        const QString wayOut =
            look.rocm.empty()
                ? QStringLiteral("Look for it only where the build is for CUDA, and leave out on "
                                 "ROCm what needs it.")
                : QStringLiteral("Where the build is for ROCm, look for `%1`.")
                      .arg(toText(look.rocm));
        writer.addFinding(*rules.targets, argument->range, symbol,
                          fillText(rules.targets->message, {{QStringLiteral("symbol"), symbol},
                                                            {QStringLiteral("note"), note}}),
                          wayOut, rules.targets->effort, {});
        if (command.find("REQUIRED") < 0) { // CMake goes on without it
            writer.analysis().findings.last().severity = Severity::Warning;
        }
    }
}

} // namespace rocport
