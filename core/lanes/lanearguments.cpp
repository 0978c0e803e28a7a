#include "core/lanes/lanearguments.h"

#include "core/lanes/lanechecks.h"

namespace rocport {

namespace {

/// What the GPUs that are played have: gfx942, gfx1100 and an H100.
struct PlayedGpu
{
    int lanes;
    int shared;
    int sharedOptIn;
    int processors;
    int deepest; ///< z of a block
};
constexpr PlayedGpu kNvidia = {32, 48 * 1024, 227 * 1024, 132, 64};
constexpr PlayedGpu kCdna = {64, 64 * 1024, 64 * 1024, 304, 1024};
constexpr PlayedGpu kRdna = {32, 64 * 1024, 64 * 1024, 96, 1024};

const PlayedGpu& playedGpu(const LaneRequest& request)
{
    return request.original ? kNvidia : request.lanes == 64 ? kCdna : kRdna;
}

constexpr int kNewestClang = 24;
constexpr int kOldestClang = 14;
constexpr int kNewestGcc = 16;
constexpr int kOldestGcc = 12;

} // namespace

QStringList laneCompilerNames()
{
    QStringList names = {QStringLiteral("clang++")};
    for (int version = kNewestClang; version >= kOldestClang; --version) {
        names.append(QStringLiteral("clang++-%1").arg(version));
    }
    names.append(QStringLiteral("g++"));
    for (int version = kNewestGcc; version >= kOldestGcc; --version) {
        names.append(QStringLiteral("g++-%1").arg(version));
    }
    return names;
}

QStringList playedArguments(const LaneRequest& request, const QString& headers)
{
    const PlayedGpu& gpu = playedGpu(request);
    const auto define = [](const char* name, int value) {
        return QStringLiteral("-D%1=%2").arg(QLatin1StringView(name)).arg(value);
    };
    return {QStringLiteral("-std=gnu++20"), QStringLiteral("-O2"), QStringLiteral("-g1"),
            QStringLiteral("-pthread"),
            QStringLiteral("-fwrapv"),           // as a GPU's integers
            QStringLiteral("-ffp-contract=off"), // also where a host has the instruction
            // So that the use of a null pointer is kept, which then ends the program.
            QStringLiteral("-fno-delete-null-pointer-checks"), QStringLiteral("-I"),
            headers + QStringLiteral("/include"), define("LANES_WAVE", gpu.lanes),
            define("LANES_SHARED", gpu.shared), define("LANES_SHARED_OPT_IN", gpu.sharedOptIn),
            define("LANES_PROCESSORS", gpu.processors), define("LANES_DEEPEST", gpu.deepest),
            define("LANES_ASSERT_ENDS_KERNEL", request.original ? 1 : 0),
            QStringLiteral("-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP")};
}

QStringList laneUnitArguments(const LaneRequest& request, const GateUnit& unit, LaneUnitKind kind,
                              const QString& headers, const QString& tree)
{
    QStringList arguments = playedArguments(request, headers);
    arguments += {QStringLiteral("-w"), QStringLiteral("-fno-strict-aliasing"),
                  QStringLiteral("-fstack-clash-protection"),
                  QStringLiteral("-ffile-prefix-map=%1/=").arg(tree),
                  QStringLiteral("-ffile-prefix-map=tree/=")}; // as the cache names them
    if (kind.plainC) {
        arguments.removeAll(QStringLiteral("-std=gnu++20"));
        return arguments + QStringList{QStringLiteral("-std=gnu11"), QStringLiteral("-x"),
                                       QStringLiteral("c"),
                                       // older C has them, newer compilers take them for errors
                                       QStringLiteral("-Wno-error=implicit-function-declaration"),
                                       QStringLiteral("-Wno-error=implicit-int")};
    }
    arguments += {QStringLiteral("-fpermissive"), QStringLiteral("-x"), QStringLiteral("c++")};
    if (checksAccesses(request.checks)) {
        arguments += accessCheckArguments(kind.isClang);
    }
    const bool device = !unit.host && unit.path.suffix() != "cpp" && unit.path.suffix() != "cc" &&
                        unit.path.suffix() != "c";
    if (request.original || !device) {
        arguments.append(QStringLiteral("-Wno-register")); // nvcc takes the word, HIP's does not
    }
    if (request.original) {
        arguments += {QStringLiteral("-I"), headers + QStringLiteral("/include/cuda")};
        if (device) {
            arguments += {QStringLiteral("-D__CUDACC__"),
                          QStringLiteral("-D__NVCC__"),
                          QStringLiteral("-D__CUDA_ARCH__=900"),
                          QStringLiteral("-D__CUDACC_VER_MAJOR__=13"),
                          QStringLiteral("-D__CUDACC_VER_MINOR__=0"),
                          QStringLiteral("-include"),
                          QStringLiteral("cuda_runtime.h")};
        }
        return arguments;
    }
    arguments += {QStringLiteral("-I"), headers + QStringLiteral("/include/hip"),
                  QStringLiteral("-D__HIP_PLATFORM_AMD__=1"),
                  QStringLiteral("-D%1=1").arg(request.input.target.guardMacro)};
    if (device) {
        arguments += {QStringLiteral("-D__HIPCC__=1"), QStringLiteral("-D__HIP__=1"),
                      QStringLiteral("-D__HIP_DEVICE_COMPILE__=1"), QStringLiteral("-include"),
                      QStringLiteral("hip/hip_runtime.h")};
    }
    return arguments;
}

} // namespace rocport
