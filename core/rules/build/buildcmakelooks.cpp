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
    std::string_view name;  ///< in small letters
    std::string_view rocm;  ///< empty: ROCm has none with this interface
    std::string_view other; ///< what does its work there, with an interface of its own
};

/// A header, and the library that it is of, which says what ROCm has.
struct Header
{
    std::string_view name; ///< in small letters
    std::string_view library;
    std::string_view rocm; ///< the header there; empty: none
};

constexpr std::array kHeaders = {
    Header{"cuda.h"sv, "cuda"sv, "hip/hip_runtime.h"sv},
    Header{"cuda_runtime.h"sv, "cudart"sv, "hip/hip_runtime.h"sv},
    Header{"cuda_runtime_api.h"sv, "cudart"sv, "hip/hip_runtime_api.h"sv},
    Header{"cublas_v2.h"sv, "cublas"sv, "hipblas/hipblas.h"sv},
    Header{"cudnn.h"sv, "cudnn"sv, ""sv},
    Header{"nccl.h"sv, "nccl"sv, "rccl/rccl.h"sv},
    Header{"cub/cub.cuh"sv, "cub"sv, "hipcub/hipcub.hpp"sv},
    Header{"nvml.h"sv, "nvml"sv, ""sv},
    Header{"nvtoolsext.h"sv, "nvtoolsext"sv, ""sv},
    Header{"cupti.h"sv, "cupti"sv, ""sv},
    Header{"nvinfer.h"sv, "nvinfer"sv, ""sv}};

// nvcc itself is found by the rule for CUDA's language.
constexpr std::array kPrograms = {Look{"nvidia-smi"sv, "amd-smi"sv, ""sv},
                                  Look{"ptxas"sv, ""sv, ""sv}, Look{"fatbinary"sv, ""sv, ""sv},
                                  Look{"cuobjdump"sv, ""sv, ""sv}};

/// Packages that are no library of BuildLibrary.
constexpr std::array kPackages = {
    Look{"cccl"sv, "rocthrust"sv, ""sv}, Look{"nvidiacutlass"sv, ""sv, "Composable Kernel"sv},
    Look{"cutlass"sv, ""sv, "Composable Kernel"sv}, Look{"optix"sv, ""sv, ""sv}};

/// What the table of libraries says of one.
Look lookOf(const BuildLibrary& library, std::string_view rocm)
{
    return {library.cuda, rocm == "-" ? std::string_view() : rocm, library.other};
}

template <typename Entry, size_t kCount>
const Entry* lookFor(const std::array<Entry, kCount>& table, std::string_view name)
{
    const std::string low = lowered(name);
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Entry& one) { return one.name == low; });
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
                look = lookOf(*library, library->library);
                return &argument;
            }
            continue;
        }
        if (isFile) {
            const Header* header = lookFor(kHeaders, argument.text);
            if (header != nullptr) {
                const BuildLibrary* library = findBuildLibrary(header->library);
                look = {header->name, header->rocm, library != nullptr ? library->other : ""sv};
                return &argument;
            }
        } else if (const Look* one = lookFor(kPrograms, argument.text)) {
            look = *one;
            return &argument;
        }
    }
    return nullptr;
}

/// The library that find_package() looks for by its own name: not the toolkit and its runtime.
const BuildLibrary* packageLibrary(std::string_view name)
{
    const std::string low = lowered(name);
    constexpr std::array kOwn = {"nccl"sv, "cudnn"sv,    "cub"sv,   "thrust"sv, "nvtx3"sv,
                                 "nvml"sv, "cutensor"sv, "cupti"sv, "nvshmem"sv};
    if (low == "nvtx") {
        return findBuildLibrary("nvtx3");
    }
    if (low == "tensorrt") {
        return findBuildLibrary("nvinfer");
    }
    return std::find(kOwn.begin(), kOwn.end(), low) == kOwn.end() ? nullptr : findBuildLibrary(low);
}

} // namespace

bool stopsWithout(const CMakeCommand& command)
{
    if (command.name != "execute_process") {
        return command.find("REQUIRED") >= 0;
    }
    const int fatal = command.find("COMMAND_ERROR_IS_FATAL");
    return fatal >= 0 && command.text(static_cast<size_t>(fatal) + 1) != "NONE";
}

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
        } else if (const BuildLibrary* library = packageLibrary(command.text(0))) {
            argument = &command.arguments.front();
            look = lookOf(*library, library->package);
        } else if (const Look* one = lookFor(kPackages, command.text(0))) {
            argument = &command.arguments.front();
            look = *one;
        }
        if (argument == nullptr) {
            continue;
        }
        const QString symbol = toText(argument->text);
        QString note = QStringLiteral("is looked for; on ROCm it is `%1`.").arg(toText(look.rocm));
        QString wayOut =
            QStringLiteral("Where the build is for ROCm, look for `%1`.").arg(toText(look.rocm));
        if (look.rocm.empty()) {
            note = look.other.empty()
                       ? QStringLiteral("is looked for; it is NVIDIA's alone, and ROCm has nothing "
                                        "of this interface.")
                       : QStringLiteral("is looked for; on ROCm %1 does its work, with an "
                                        "interface of its own.")
                             .arg(toText(look.other));
            wayOut =
                QStringLiteral("Look for it only where the build is for CUDA, and leave out on "
                               "ROCm what needs it, or port that.");
        }
        writer.addFinding(*rules.targets, argument->range, symbol,
                          fillText(rules.targets->message, {{QStringLiteral("symbol"), symbol},
                                                            {QStringLiteral("note"), note}}),
                          wayOut, rules.targets->effort, {});
        if (!stopsWithout(command)) {
            writer.analysis().findings.last().severity = Severity::Warning;
        }
    }
}

} // namespace rocport
