#pragma once

#include "core/base/result.h"

#include <QString>

namespace rocport {

/// An exclusive lock on a side file that lasts as long as this object and ends with the process,
/// however that ends (flock(2)): no stale locks, no process ids to compare. The side file is empty
/// and is kept; removing it would race with another process that has just opened it.
class FileLock
{
public:
    FileLock() = default;
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;

    /// Errors: ProjectLocked when another process holds it, ProjectReadOnly, DiskFull,
    /// FileWriteFailed.
    static Result<FileLock> take(const QString& file);

private:
    int m_descriptor = -1;
};

/// Whether this process may write or read, by its effective user; QFileInfo asks for the real user.
bool canWrite(const QString& path);
bool canRead(const QString& path);
/// The error of a failed system call on `path`, by errno.
Error systemError(int number, const QString& path);
/// Makes a file, or the list of files in a folder, durable.
Result<void> syncToDisk(const QString& path);

} // namespace rocport
