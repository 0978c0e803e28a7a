#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// An exclusive lock on a side file that lives as long as this object and dies with the process,
/// however it ends (flock(2)): no stale locks, no process numbers to compare. The side file is
/// empty and stays; removing it would race with another process that has just opened it.
class FileLock
{
public:
    FileLock() = default;
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;

    /// Errors: ProjectLocked when another holds it, ProjectReadOnly, DiskFull, FileWriteFailed.
    static Result<FileLock> take(const QString& file);

private:
    int m_descriptor = -1;
};

/// Effective access of this process, which QFileInfo does not tell (it asks for the real user).
bool canWrite(const QString& path);
bool canRead(const QString& path);
/// Error for a failed system call on `path`, by errno.
Error systemError(int number, const QString& path);
/// Makes the file, or the folder's list of files, durable.
Result<void> syncToDisk(const QString& path);

} // namespace rocport
