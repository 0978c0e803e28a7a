#pragma once

#include "core/base/repopath.h"
#include "core/verify/gate.h"
#include "core/verify/verifyrun.h"

#include <QHash>
#include <QVector>

namespace rocport {

/// How a change is backed, for reports and the window.
struct ChangeEvidence
{
    /// By what was run with the port as it is now.
    EvidenceGrade grade = EvidenceGrade::NotRun;
    QString runId; ///< of the VerifyRun or compile check; empty: none
    QString jobId;
    QByteArray logHash;
    bool outOfDate = false; ///< an earlier state of the port had more: `former`
    EvidenceGrade former = EvidenceGrade::NotRun; ///< what that was; with outOfDate
    QString formerRunId;
};

/// The id that evidence has where the compile check on this machine gave it.
inline constexpr const char* kCompileCheckId = "compile-check";

/// A change, as far as its evidence needs it.
struct EvidenceChange
{
    QByteArray key;
    RepoPath file; ///< that it writes
    bool accepted = false;
};

struct EvidenceInput
{
    QVector<EvidenceChange> changes;
    QVector<VerifyRun> runs;          ///< newest first
    QByteArray portKey;               ///< of the port as of now; empty: no run counts as current
    const GateResult* gate = nullptr; ///< newest compile check here; null: none
    bool gateOutOfDate = false;
};

struct PortEvidence
{
    QHash<QByteArray, ChangeEvidence> changes; ///< by hunk key
    /// By file: the weakest of its accepted changes; Proposed where none is accepted.
    QHash<RepoPath, ChangeEvidence> files;

    [[nodiscard]] ChangeEvidence of(const QByteArray& key) const { return changes.value(key); }
};

/// Grades every change. A run counts for a file that it covers, when it passed, was made with the
/// port as it is now, and, for Loaded and Verified, ran on an AMD GPU; Verified needs besides a
/// tensor that was compared and passed (a capture or a stability test compares none). A run that
/// failed keeps from its grade what older runs of the same level on the same node and image with
/// the same title had given, and so does a failed compile check.
PortEvidence gradeEvidence(const EvidenceInput& input);

/// Whether a run's level gives a grade at all, were it of the port as it is now: the grade that it
/// gives to files it covers. NotRun: none.
EvidenceGrade gradeOfRun(const VerifyRun& run);

/// Whether the run is about that file. Builds cover only what a compiler reads.
bool coversFile(const VerifyRun& run, const RepoPath& file);

} // namespace rocport
