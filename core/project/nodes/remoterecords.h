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
    QVector<ProbeReport> probes;          ///< newest first, at most kMaxProbesKept for each node
    QVector<VerifyRun> runs;              ///< newest first
    QHash<QString, Tolerance> tolerances; ///< overrides by tensor
    QString currentNode;
    int unreadable = 0; ///< entries in an unknown form (a newer Rocport's): skipped, never lost
};
inline constexpr int kMaxProbesKept = 20;

/// Errors: those of ProjectFile::journal().
Result<RemoteRecords> readRemoteRecords(const ProjectFile& file);

/// The project's tolerances, for a comparison.
Tolerances tolerancesOf(const RemoteRecords& records);

JournalEntry journalEntry(const ProbeReport& report);
JournalEntry journalEntry(const VerifyRun& run);
/// The job with what is known about it, without its log.
JournalEntry journalEntry(const JobEntry& job);
/// Nothing: the default again.
JournalEntry journalEntry(const QString& tensor, const std::optional<Tolerance>& tolerance);
JournalEntry currentNodeEntry(const QString& nodeId);

/// Identifies what is verified: a hash of the scanned commit, the accepted changes with their
/// edits, and whatever else shapes the ported text. Equal keys mean the same port; empty without a
/// scan.
QByteArray portKeyOf(const ProjectState& state);

} // namespace rocport
