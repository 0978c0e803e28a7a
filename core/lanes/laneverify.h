#pragma once

#include "core/lanes/lanebuild.h"
#include "core/tensor/tolerances.h"
#include "core/verify/lanecheck.h"

namespace rocport {

/// A port that is compared with its original.
struct LanePort
{
    int lanes = 64; ///< 64 (gfx942) or 32
    GateInput input;
};

/// What a rule says of a line of the original: shown where a kernel there gives other results.
struct LaneHint
{
    RepoPath path;
    int line = 1; ///< 1-based
    QString text; ///< a sentence or a title
};

/// The three runs that are compared.
struct LaneVerifyRequest
{
    GateInput original;               ///< with no files of a port in it
    QVector<LanePort> ports;          ///< 64 lanes first
    QVector<RepoPath> sources;        ///< as in LaneRequest
    std::optional<KernelCall> kernel; ///< one kernel is run, as in LaneRequest
    QStringList arguments;            ///< of the program
    QStringList
        checks; ///< of laneCheckNames(): what the original and the ports are looked over for
    CompilerSearch search;
    Tolerances tolerances;
    LaneLimits limits;
    QVector<LaneHint> hints; ///< the most severe first
    QString folder;          ///< private and empty, absolute; with room for two runs' copies
    QString cacheFolder;     ///< as in LaneRequest
};

/// One of the runs.
struct LaneSide
{
    bool original = false;
    int lanes = 32;
    LaneProgram program; ///< `reasons` and `output` where it could not be built
    bool ran = false;
    LaneRun run;
    bool moreCopies = false;  ///< than are recorded
    bool lacksSource = false; ///< a port that has no such source as the original has

    [[nodiscard]] QString name() const; ///< "The original on 32 lanes", "The port on 64 lanes"
    /// How it ended: "exited with 1", "was ended by signal 11".
    [[nodiscard]] QString ending() const;
    /// Why it gave nothing to compare, a sentence; empty: it did.
    [[nodiscard]] QString problem() const;
};

/// What came of the three.
struct LaneVerification
{
    QVector<LaneSide> sides; ///< the original first; those behind one that failed may be missing
    QVector<LaneCopyCheck> copies;
    QStringList differences; ///< of exit status and output, a sentence each
    QStringList notes;       ///< sentences
    qint64 elapsedMs = 0;

    /// Whether all were built and ran to an end, and all that they copied was recorded.
    [[nodiscard]] bool complete() const;
    /// Copies that are right in all ports.
    [[nodiscard]] qsizetype passed() const;
    /// Whether all is equal, or within the tolerance.
    [[nodiscard]] bool equal() const { return differences.isEmpty() && passed() == copies.size(); }
    /// Whether one of `checks` found something in a port.
    [[nodiscard]] bool failsCheck(const QStringList& checks) const;
    /// Whether the original is told the same at the same place.
    [[nodiscard]] bool originalToo(const LaneComplaint& complaint) const;
};

/// How far it is: a run of builds, then the programs.
struct LaneProgress
{
    QString step; ///< "Building the port on 64 lanes"
    int done = 0;
    int total = 0; ///< steps of all; 0: not known
};

/// Builds and runs the original and the ports one after another, each in a folder of its own below
/// the request's, and compares exit status, output and each copy from the device to the host. What
/// cannot be built or run is a value. For worker threads. Errors: those of buildLanes(), runLanes()
/// and of reading the records, Cancelled.
Result<LaneVerification> verifyLanes(const LaneVerifyRequest& request, const Sandbox& sandbox,
                                     const ProcessRunner& runner, const CancelToken& cancel,
                                     const std::function<void(const LaneProgress&)>& progress = {});

/// The first line in which two outputs differ, as a sentence; empty: none does. Integers
/// are equal, other numbers agree within `tolerance`, and those that are times or rates, by a word
/// or a unit beside them, are not compared.
QString outputDifference(const QByteArray& reference, const QByteArray& candidate,
                         const Tolerance& tolerance);

} // namespace rocport
