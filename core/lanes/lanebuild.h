#pragma once

#include "core/lanes/kernelsignature.h"
#include "core/lanes/lanedata.h"
#include "core/process/runprocess.h"
#include "core/verify/gate.h"

namespace rocport {

/// A program of CUDA or HIP that is to run on the CPU.
struct LaneRequest
{
    GateInput input;           ///< the port; with no files in it the original
    bool original = false;     ///< CUDA as it is written, on 32 lanes; else HIP
    int lanes = 32;            ///< of a wave: 64 (gfx942) or 32
    QVector<RepoPath> sources; ///< compiled and linked, as they are named in the repository; empty:
                               ///< all that use the GPU
    QStringList checks;        ///< of laneCheckNames(), for which it is built and run
    /// One kernel of the first source is run with these arguments, which were written to their
    /// folder, and not the program; its buffers are the copies that come back.
    std::optional<KernelCall> kernel;
    bool records = false;  ///< copies to the host are written down, in laneRecordFolder()
    CompilerSearch search; ///< `compiler`: clang++ 14 or g++ 12, or newer; empty: the best
    /// Private folder of the job, absolute; what is made lies below it.
    QString folder;
    /// Where what compilers made is kept between jobs (LaneCache); empty: nowhere.
    QString cacheFolder;
    /// Private folder with objects of the engine, for several builds with one compiler; empty: a
    /// folder below `folder`.
    QString engineFolder;
};

/// Where a kernel is defined.
struct LaneKernelPlace
{
    QByteArray name; ///< without namespace and template arguments
    RepoPath path;
    int line = 1; ///< 1-based, of its name
    int lastLine = 1;
};

/// What modules are built with while the program runs.
struct LaneModuleTools
{
    bool loads = false;    ///< the program loads modules
    bool compiles = false; ///< and asks for some
    QString compiler;      ///< absolute
    bool isClang = false;
    QString place; ///< folder of the repository that the program starts in; empty: its top
};

/// What came of building it.
struct LaneProgram
{
    QString program; ///< absolute; empty: it was not built
    /// To start it in: as deep as the first source lies, what is beside that by links
    /// (with a sandbox) or copies.
    QString runFolder;
    QString note;        ///< that the program does not find all of that, a sentence; empty: it does
    QString compiler;    ///< first line of what it says of its version
    QByteArray output;   ///< of compilers and the linker, led back to the repository's paths
    QStringList reasons; ///< why it was not built, "path:line: inline assembly …"
    QVector<LaneKernelPlace> kernels; ///< of the sources and what they include
    KernelSignature kernel;           ///< the one that is run alone
    LaneModuleTools modules;
    /// Makes what it is started in anew, as it was before a run that wrote there; while the request
    /// that it was built for is there. Null: it was not built.
    std::function<Result<LaneData>(const CancelToken&)> place;
};

/// Where the program of a request writes what came back from the device; readLaneRecording() reads
/// it.
QString laneRecordFolder(const LaneRequest& request);

/// Folders that the program of a request may read beside the system's, with a sandbox.
QStringList programReadable(const LaneRequest& request);

/// Writes the tree with its device code as host C++ (laneSource()), compiles the sources against
/// the headers of resources/lanes and links them with the engine. Runs compilers in the sandbox
/// where that works. For worker threads. What the sources do wrong is a value (LaneProgram);
/// errors: Cancelled, FileNotFound (no compiler, or a source that the repository does not have),
/// InvalidArgument (no kernel of that name takes these arguments), those of reading and writing.
Result<LaneProgram> buildLanes(const LaneRequest& request, const Sandbox& sandbox,
                               const ProcessRunner& runner, const CancelToken& cancel,
                               const std::function<void(const GateProgress&)>& progress = {});

/// What a kernel did that is told beside its results.
struct LaneComplaint
{
    QString check; ///< as docs/lanes.md has them: "mask", "early-return", "bounds" …
    QString path;  ///< as in the repository; empty: not known
    int line = 0;  ///< 1-based; 0: not known
    QString kernel;
    QString text;
};

inline constexpr int kMostLaneDevices = 16;

struct LaneLimits
{
    std::chrono::milliseconds time = std::chrono::minutes(1);
    qint64 memory = 0; ///< bytes; 0: as for compilers (compilerMemory())
    quint32 seed = 0;  ///< of the order of lanes and blocks; 0: as they are numbered
    int devices = 1;   ///< GPUs that the program finds, kMostLaneDevices at most
};

/// How a program ran.
struct LaneRun
{
    ProcessOutput output;
    bool sandboxed = false;
    QString notSandboxed; ///< why not
    QVector<LaneComplaint> complaints;
};

/// Runs what was built: without network, with the folders of users read-only or hidden where the
/// sandbox works, within the limits, with an empty standard input. Errors: Cancelled,
/// ProcessFailed.
Result<LaneRun> runLanes(const LaneRequest& request, const LaneProgram& program,
                         const QStringList& arguments, const LaneLimits& limits,
                         const Sandbox& sandbox, const ProcessRunner& runner,
                         const CancelToken& cancel);

} // namespace rocport
