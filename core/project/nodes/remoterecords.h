#pragma once

#include "core/probe/probereport.h"
#include "core/remote/job.h"
#include "core/store/projectfile.h"
#include "core/tensor/tolerances.h"
#include "core/verify/verifyrun.h"

#include <QHash>

namespace rocport {

struct ProjectState;

/// What the project file's journal knows about nodes and verification.
struct RemoteRecords
{
    QVector<ProbeReport> probes;          ///< newest first, the kMaxProbesKept newest of each node
    QVector<VerifyRun> runs;              ///< newest first
    QHash<QString, Tolerance> tolerances; ///< overrides by tensor
    QString currentNode;
    int unreadable = 0; ///< entries of another form (a newer Rocport's): passed over, never lost
};
inline constexpr int kMaxProbesKept = 20;

/// Errors: those of ProjectFile::journal().
Result<RemoteRecords> readRemoteRecords(const ProjectFile& file);

/// The project's bounds, for a comparison.
Tolerances tolerancesOf(const RemoteRecords& records);

JournalEntry journalEntry(const ProbeReport& report);
JournalEntry journalEntry(const VerifyRun& run);
/// The job with what is known about it, without its log.
JournalEntry journalEntry(const JobEntry& job);
/// Nothing: back to the default.
JournalEntry journalEntry(const QString& tensor, const std::optional<Tolerance>& tolerance);
JournalEntry currentNodeEntry(const QString& nodeId);

/// What is verified: a hash of the scanned commit, the taken changes with their edits, and what
/// else shapes the ported text. Two equal keys are the same port; empty without a scan.
QByteArray portKeyOf(const ProjectState& state);

} // namespace rocport
