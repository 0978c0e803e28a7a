#pragma once

#include "core/process/processwatch.h"
#include "core/verify/buildrecords.h"
#include "core/verify/buildsystems.h"
#include "core/verify/gate.h"

namespace rocport {

/// How one of the two builds went.
struct RecordedBuild
{
    bool configured = false; ///< the build began
    bool complete = false;   ///< and no step failed
    bool ended = false;      ///< it was ended by a limit: nothing was run after it
    QString problem;         ///< why not: a sentence with the last output of the build
    qsizetype units = 0;
    QStringList standIns; ///< what was not installed and had a stand-in: "Boost", "FAISS_LIBRARY"
    QStringList releases; ///< of CMake or meson: "3.26 3.25", the one required and the one
                          ///  installed
};

/// Whether the ROCm build of a port compiles what the CUDA build compiles. A value.
struct WholeBuildResult
{
    BuildSystem system = BuildSystem::CMake;
    RecordedBuild cuda;
    RecordedBuild rocm;
    QVector<UnitComparison> units;
    QVector<RepoPath> submodules; ///< that have no files here
    /// The units of the ROCm build, compiled with its flags. Nothing: that build compiles none.
    std::optional<GateResult> compiled;
    /// Whether both builds were recorded completely, and each unit is in both with the flags that
    /// it needs. The results of compiling them do not count here.
    [[nodiscard]] bool passed() const;
    [[nodiscard]] qsizetype missing() const;
    [[nodiscard]] qsizetype wrong() const; ///< compiled, with problems
};

/// Runs the builds of the original and of the port with stand-ins for nvcc, ROCm and the host
/// compilers, which record how they are called and compile nothing, in copies of the tree in a
/// private temporary folder; then compiles the units of the ROCm build as runGate() does, with the
/// flags that were recorded. That runs code of the project, so it is done only in bubblewrap,
/// without a network and with limits on time, memory, output and what `limits` bounds; a build that
/// exceeds one is ended, and nothing is run after it. Blocks: for worker threads. `progress` gets a
/// sentence at each step. `settings`: "NAME=VALUE", options of CMake or meson or variables of make
/// that both builds get. What is not installed has stand-ins in both. Errors: NotPossibleNow (no
/// bubblewrap; no CMake, meson or make; no build file for one of them at the top level), Cancelled,
/// those of reading the tree and of writing the folder.
Result<WholeBuildResult> runWholeBuild(const GateInput& input, const GateOptions& options,
                                       const ProcessRunner& runner, const CancelToken& cancel,
                                       const std::function<void(const QString&)>& progress = {},
                                       const ProcessLimits& limits = {},
                                       const QStringList& settings = {});

/// Sentences about what was missing here: releases of CMake or meson, packages with stand-ins,
/// submodules.
QStringList standInSentences(const WholeBuildResult& result);

/// The result in the form of the compile check: units that the ROCm build lost or compiles
/// differently have failed, like those that do not compile; the message for a lost unit leads to
/// the line that names it.
GateResult gateOfWholeBuild(const WholeBuildResult& result);

/// The comparison for a terminal. UTF-8, LF.
QByteArray renderWholeBuildText(const WholeBuildResult& result);
/// As JSON ("format": 1), for scripts.
QByteArray renderWholeBuildJson(const WholeBuildResult& result);

} // namespace rocport
