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
    bool complete = false;   ///< and no step of it failed
    bool ended = false;      ///< by a limit: nothing was run after it
    QString problem;         ///< why not: a sentence with the last words of the build
    qsizetype units = 0;
    QStringList standIns; ///< what was not installed and had a stand-in: "Boost", "FAISS_LIBRARY"
    QStringList releases; ///< of CMake or meson: "3.26 3.25", asked for, and what is here
};

/// Whether the ROCm build of a port compiles what the CUDA build compiles. A value.
struct WholeBuildResult
{
    BuildSystem system = BuildSystem::CMake;
    RecordedBuild cuda;
    RecordedBuild rocm;
    QVector<UnitComparison> units;
    QVector<RepoPath> submodules; ///< of which no file is here
    /// The units of the ROCm build, compiled with the flags that it gave. Nothing: that build
    /// compiles none.
    std::optional<GateResult> compiled;
    /// Both builds were recorded whole, and each unit is in both with the flags that it needs.
    /// What compiling them gave is not asked here.
    [[nodiscard]] bool passed() const;
    [[nodiscard]] qsizetype missing() const;
    [[nodiscard]] qsizetype wrong() const; ///< compiled, with problems
};

/// Runs the build of the original and that of the port with stand-ins for nvcc, ROCm and the host
/// compilers, which note what they are asked for and compile nothing, in copies of the tree in a
/// private temporary folder; then compiles the units of the ROCm build as runGate() does, with the
/// flags that were noted. That runs code of the project, so it is done in bubblewrap alone, with
/// no network and limits of time, memory, output and of what `limits` says; a build over one is
/// ended, and nothing is run after it. Waits: for worker threads. `progress` gets a sentence at
/// each step. `settings`: "NAME=VALUE", options of CMake or meson or variables of make that both
/// builds get. What is not installed has stand-ins in both. Errors: NotPossibleNow (no bubblewrap,
/// no CMake, meson or make, nothing for one of them at the top), Cancelled, those of reading the
/// tree and of writing the folder.
Result<WholeBuildResult> runWholeBuild(const GateInput& input, const GateOptions& options,
                                       const ProcessRunner& runner, const CancelToken& cancel,
                                       const std::function<void(const QString&)>& progress = {},
                                       const ProcessLimits& limits = {},
                                       const QStringList& settings = {});

/// Sentences about what was not here: releases of CMake or meson, packages with stand-ins,
/// submodules.
QStringList standInSentences(const WholeBuildResult& result);

/// As a result of the compile check: units that the ROCm build lost, or compiles otherwise, have
/// failed, besides those that do not compile; a lost unit's message leads to the line that names
/// it.
GateResult gateOfWholeBuild(const WholeBuildResult& result);

/// The comparison for a terminal. UTF-8, LF.
QByteArray renderWholeBuildText(const WholeBuildResult& result);
/// As JSON ("format": 1), for scripts.
QByteArray renderWholeBuildJson(const WholeBuildResult& result);

} // namespace rocport
