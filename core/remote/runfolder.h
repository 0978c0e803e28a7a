#pragma once

#include "core/remote/runrecord.h"
#include "core/remote/secretmask.h"

#include <memory>

namespace rocport {

/// The folder of a run that is under way, for the one who follows it. Its log is a prefix of the
/// log on the node at every moment: bytes are added only where it ends, and its length says where
/// to go on.
///
/// A program that is killed leaves what it wrote with the system, so the length counts. After the
/// machine itself went down only what was synced counts: what is after it is cut when the folder is
/// opened, and comes again from the node.
class RunFolder
{
public:
    /// Longest file of times, in bytes: LogTimes reads no more.
    static constexpr qint64 kMaxTimes = 8 * 1024 * 1024;

    /// Makes the folder and the record. Errors: FileWriteFailed, DiskFull.
    static Result<std::unique_ptr<RunFolder>> create(const QString& folder, const JobSpec& job);
    /// Opens one. Errors: those of readRunRecord(); ProjectLocked where another Rocport follows it.
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

    /// Bytes of the log that are here; the offset to follow from.
    [[nodiscard]] qint64 logSize() const { return m_size; }
    /// Adds to the log, with the job's secrets masked. `offset` has to be where the last call ended
    /// (at first, and after forgetHeld(), logSize()), else InvalidArgument. The end of what came
    /// may be the beginning of a secret: up to its length is held until more comes. After DiskFull
    /// or FileWriteFailed logSize() says what was written, and nothing is held.
    Result<void> append(qint64 offset, const QByteArray& bytes);
    /// When what append() adds from now on came here; invalid: nobody knows. Noted beside the log,
    /// once a second at most, in up to kMaxTimes bytes. Of what could not be noted it is not known.
    void setArrival(const QDateTime& time) { m_arrival = time; }
    /// Nothing more comes: what is held is no secret. Errors: those of append().
    Result<void> appendHeld();
    /// The node is asked again for what is after logSize().
    void forgetHeld() { m_held.clear(); }
    /// The log is whole: the marks by which secrets are known in it are not kept any longer.
    void removeMarks();
    /// Replaces the status, whole or not at all. Errors: FileWriteFailed, DiskFull.
    Result<void> writeStatus(const JobStatus& status) const;

    /// A sync of the log that can run in another thread: values only. Gives when all that was in
    /// the log when this was called survives a loss of power. Errors: FileWriteFailed, DiskFull.
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
    void cutUnsynced();
    void readMarks();
    Result<void> write(const QByteArray& bytes);
    void openTimes();
    void closeTimes();
    void noteArrival();

    SecretMask m_mask;
    QByteArray m_held; ///< came after what is in the log
    JobEntry m_entry;
    qint64 m_size = 0;
    QDateTime m_arrival;
    qint64 m_noted = -2;   ///< second that was noted last; -1: that it is not known; -2: nothing
    qint64 m_unnoted = -1; ///< from here on notes failed; -1: none did
    qint64 m_timesSize = 0;
    bool m_timesTorn = false; ///< a part of a line stands at its end
    int m_log = -1;
    int m_times = -1;
    int m_lock = -1;
};

} // namespace rocport
