#pragma once

#include "core/remote/runrecord.h"
#include "core/remote/secretmask.h"

#include <memory>

namespace rocport {

/// The folder of a run in progress, for whoever follows it. At every moment its log is a prefix of
/// the log on the node: bytes are only appended, and its length tells where to continue.
///
/// If the program is killed, the system keeps what it wrote, so the length counts. After a crash of
/// the machine itself only what was synced counts: what comes after it is cut off when the folder
/// is opened, and fetched again from the node.
class RunFolder
{
public:
    /// The longest file of times, in bytes: LogTimes reads no more.
    static constexpr qint64 kMaxTimes = 8 * 1024 * 1024;

    /// Creates the folder and the record. Errors: FileWriteFailed, DiskFull.
    static Result<std::unique_ptr<RunFolder>> create(const QString& folder, const JobSpec& job);
    /// Opens an existing folder. Errors: those of readRunRecord(); ProjectLocked if another Rocport
    /// follows the run.
    static Result<std::unique_ptr<RunFolder>> open(const QString& folder);
    ~RunFolder();
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;

    [[nodiscard]] const QString& folder() const { return m_entry.folder; }
    [[nodiscard]] const JobSpec& job() const { return m_entry.spec; }
    /// As it was when the folder was opened.
    [[nodiscard]] const JobStatus& recordedStatus() const { return m_entry.status; }
    [[nodiscard]] QString logFile() const { return folder() + u'/' + runfile::kLog; }
    [[nodiscard]] QString resultsFolder() const { return folder() + u'/' + runfile::kResults; }

    /// How many bytes of the log are here; the offset to follow from.
    [[nodiscard]] qint64 logSize() const { return m_size; }
    /// Adds to the log, with the job's secrets masked. `offset` must be where the last call ended
    /// (at first, and after forgetHeld(), logSize()), else InvalidArgument. The end of the bytes
    /// may be the beginning of a secret, so up to a secret's length is held back until more comes.
    /// After DiskFull or FileWriteFailed logSize() tells what was written, and nothing is held
    /// back.
    Result<void> append(qint64 offset, const QByteArray& bytes);
    /// Sets when what append() adds from now on arrived here; invalid: unknown. Recorded beside the
    /// log, at most once a second, in up to kMaxTimes bytes. Times that could not be recorded are
    /// unknown.
    void setArrival(const QDateTime& time) { m_arrival = time; }
    /// To be called when nothing more comes: what is held back is not a secret, and is appended.
    /// Errors: those of append().
    Result<void> appendHeld();
    /// Drops what is held back; the node is asked again for what comes after logSize().
    void forgetHeld() { m_held.clear(); }
    /// To be called when the log is complete: closes it, and removes the marks by which secrets in
    /// it are recognised.
    void removeMarks();
    /// Replaces the status, completely or not at all. Errors: FileWriteFailed, DiskFull.
    Result<void> writeStatus(const JobStatus& status) const;

    /// A sync of the log that can run in another thread, since it holds only values. Returns once
    /// everything that was in the log when sync() was called survives a power failure. Errors:
    /// FileWriteFailed, DiskFull.
    struct Sync
    {
        QString folder;
        qint64 size = 0;
        Result<void> operator()() const;
    };
    [[nodiscard]] Sync sync() const { return {folder(), m_size}; }

private:
    RunFolder() = default;
    Result<void> lockAndOpen();
    Result<void> openLog();
    void closeLog();
    void cutUnsynced();
    void readMarks();
    Result<void> write(const QByteArray& bytes);
    void openTimes();
    void closeTimes();
    void noteArrival();

    SecretMask m_mask;
    QByteArray m_held; ///< bytes that follow those in the log
    JobEntry m_entry;
    qint64 m_size = 0;
    QDateTime m_arrival;
    qint64 m_noted = -2;   ///< the second recorded last; -1: unknown was recorded; -2: nothing yet
    qint64 m_unnoted = -1; ///< from here on times could not be recorded; -1: all were
    qint64 m_timesSize = 0;
    bool m_timesFull = false; ///< nothing more is recorded in it
    bool m_timesTorn = false; ///< the file of times ends in a part of a line
    int m_log = -1;
    int m_times = -1;
    int m_lock = -1;
};

} // namespace rocport
