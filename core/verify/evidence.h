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
    /// The grade from what was run with the port as it is now.
    EvidenceGrade grade = EvidenceGrade::NotRun;
    QString runId; ///< of the VerifyRun or compile check; empty: none
    QString jobId;
    QByteArray logHash;
    bool outOfDate = false; ///< an earlier state of the port had more: `former`
    EvidenceGrade former = EvidenceGrade::NotRun; ///< that earlier grade; with outOfDate
    QString formerRunId;
};

/// The id of evidence that comes from the compile check on this machine.
inline constexpr const char* kCompileCheckId = "compile-check";

/// What evidence needs to know about a change.
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
    const GateResult* gate = nullptr; ///< the newest compile check here; null: none
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
/// port as it is now, and, for Loaded and Verified, ran on an AMD GPU; Verified also needs a tensor
/// that was compared and passed (a capture or a stability test compares none), and ExecutedOnLanes
/// that all which came back from 64 lanes was right. A failed run
/// withdraws the grade that older runs of the same level on the same node and image with the same
/// title had given, and so does a failed compile check.
PortEvidence gradeEvidence(const EvidenceInput& input);

/// The grade that a run would give to the files that it covers if it was made with the port as it
/// is now. NotRun: none.
EvidenceGrade gradeOfRun(const VerifyRun& run);

/// Whether the run covers that file. Builds cover only what a compiler reads, runs on lanes
/// only the files that they name.
bool coversFile(const VerifyRun& run, const RepoPath& file);

} // namespace rocport
