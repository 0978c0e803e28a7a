#pragma once

#include "core/base/cancel.h"
#include "core/remote/job.h"

namespace rocport {

/// Names in the folder of a run (docs/runs.md).
namespace runfile {
inline const QString kJob = QStringLiteral("job.json");
inline const QString kStatus = QStringLiteral("status.json");
inline const QString kLog = QStringLiteral("log");
/// When the log's bytes arrived (LogTimes).
inline const QString kTimes = QStringLiteral("log.times");
inline const QString kResults = QStringLiteral("results");
/// Only in saved runs: what is in the folder, with lengths and hashes.
inline const QString kManifest = QStringLiteral("run.json");
} // namespace runfile

/// Reads the record of a run without locking it. A run whose status cannot be read is Lost: the
/// node knows more. Errors: FileNotFound, FileUnreadable, ParseFailed (`object` is the file).
Result<JobEntry> readRunRecord(const QString& folder);

/// A file of a run, on this machine.
struct RunFile
{
    QString name; ///< within the folder of the run, with '/'
    qint64 bytes = 0;
    QDateTime changed; ///< UTC
};
/// The files in a run's folder that are of interest to people: job, status, log and its times, then
/// results by name, at most 10,000. Links are left out. Empty: no such folder.
QVector<RunFile> runFiles(const QString& folder);

/// At most `limit` bytes of a run's log from an offset on; empty at its end. Errors: FileNotFound,
/// FileUnreadable.
Result<QByteArray> readLogPart(const QString& folder, qint64 from, qint64 limit = 1 << 20);

/// SHA-256 of a file, in hex. Errors: FileNotFound, FileUnreadable, Cancelled.
Result<QByteArray> fileHash(const QString& path, const CancelToken& cancel = {});

/// Copies a run into a folder that does not exist yet or is empty: record, log, results and a
/// manifest with their hashes. All or nothing. Errors: FileWriteFailed, DiskFull, FileUnreadable,
/// Cancelled.
Result<void> saveRunFolder(const JobEntry& entry, const QString& target,
                           const CancelToken& cancel = {});

/// Opens a run that was saved, here or elsewhere. It is not trusted: every length and hash in its
/// manifest is checked, and links and names that lead out of the folder are refused. `replayed` is
/// set; a state that is not final becomes Detached. Errors: FileNotFound, FileUnreadable,
/// FileTooLarge, ParseFailed (`object` is the file), Cancelled.
Result<JobEntry> openRunFolder(const QString& folder, const CancelToken& cancel = {});

} // namespace rocport
