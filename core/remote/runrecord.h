#pragma once

#include "core/base/cancel.h"
#include "core/remote/job.h"

namespace rocport {

/// Names in the folder of a run (docs/runs.md).
namespace runfile {
inline const QString kJob = QStringLiteral("job.json");
inline const QString kStatus = QStringLiteral("status.json");
inline const QString kLog = QStringLiteral("log");
/// When the log's bytes came (LogTimes).
inline const QString kTimes = QStringLiteral("log.times");
inline const QString kResults = QStringLiteral("results");
/// Only in saved runs: what is in the folder, with lengths and hashes.
inline const QString kManifest = QStringLiteral("run.json");
} // namespace runfile

/// The record of a run, without locking it. A run whose status cannot be read is Lost: the node
/// knows better. Errors: FileNotFound, FileUnreadable, ParseFailed (`object` is the file).
Result<JobEntry> readRunRecord(const QString& folder);

/// A file of a run, on this machine.
struct RunFile
{
    QString name; ///< in the folder of the run, with '/'
    qint64 bytes = 0;
    QDateTime changed; ///< UTC
};
/// What a run's folder holds for people: job, state, log and its times, then results by name, at
/// most 10,000. Links are left out. Empty: no such folder.
QVector<RunFile> runFiles(const QString& folder);

/// Bytes of a run's log from an offset on, at most `limit`; empty at its end. Errors: FileNotFound,
/// FileUnreadable.
Result<QByteArray> readLogPart(const QString& folder, qint64 from, qint64 limit = 1 << 20);

/// SHA-256 of a file, in hex. Errors: FileNotFound, FileUnreadable, Cancelled.
Result<QByteArray> fileHash(const QString& path, const CancelToken& cancel = {});

/// Copies a run into a folder that does not exist yet, or is empty: record, log, results and a
/// manifest with their hashes. All of it or nothing. Errors: FileWriteFailed, DiskFull,
/// FileUnreadable, Cancelled.
Result<void> saveRunFolder(const JobEntry& entry, const QString& target,
                           const CancelToken& cancel = {});

/// Opens a run that was saved, here or elsewhere. Untrusted: every length and hash of its manifest
/// is checked, links are refused, and so is a name that leads out of the folder. `replayed` is set;
/// a state that is not an end becomes Detached. Errors: FileNotFound, FileUnreadable, FileTooLarge,
/// ParseFailed (`object` is the file), Cancelled.
Result<JobEntry> openRunFolder(const QString& folder, const CancelToken& cancel = {});

} // namespace rocport
