#pragma once

#include "core/base/result.h"
#include "core/files/descriptor.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Who may read a file that is written.
enum class FileAccess {
    Shared,  ///< what the user's umask allows; an existing file keeps its mode
    Private, ///< its owner alone, even if the file existed already
};

/// How certain it must be that the bytes survive a crash of the machine.
enum class Durability {
    Synced, ///< on the disk before success is reported
    Later,  ///< whenever the system writes it: for temporary folders, and for files after which
            ///< syncFolder() is called
};

/// Writes one file: to a temporary file beside it first, which is then renamed into its place, so
/// that at every moment the file has the old content or the new one, whatever ends the program and
/// however full the disk is. Without commit() nothing changes. The only way in which this program
/// writes files (together with RootFolder, for files of a repository).
///
/// The target may be a link; the file that it leads to is replaced. A device or a pipe (/dev/null,
/// a shell's process substitution) is written to, since a file must not take its place.
class FileWriter
{
public:
    /// Opens the writer for `path`, whose folder must exist. Errors: FileWriteFailed, DiskFull.
    static Result<FileWriter> open(const QString& path, FileAccess access = FileAccess::Shared,
                                   Durability durability = Durability::Synced);

    FileWriter(FileWriter&& other) noexcept;
    FileWriter& operator=(FileWriter&& other) noexcept;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    /// Removes the temporary file if it was not committed.
    ~FileWriter();

    /// Adds bytes. After an error commit() fails too. Errors: FileWriteFailed, DiskFull.
    Result<void> write(QByteArrayView bytes);
    /// Puts the file in its place. Errors: FileWriteFailed, DiskFull; the old content is kept then.
    Result<void> commit();

private:
    FileWriter() = default;
    void drop();
    Error fail(int number);

    QString m_path;         ///< as the user gave it
    Descriptor m_folder;    ///< of the file that is written; not open for a device
    QByteArray m_name;      ///< in that folder
    QByteArray m_temporary; ///< in that folder; empty: nothing to remove
    Descriptor m_file;
    Durability m_durability = Durability::Synced;
    bool m_failed = false;
};

/// Writes `bytes` with a FileWriter and creates missing parent folders. Errors: FileWriteFailed,
/// DiskFull.
Result<void> writeFile(const QString& path, QByteArrayView bytes,
                       FileAccess access = FileAccess::Shared,
                       Durability durability = Durability::Synced);

/// Creates a folder and its parents. Private: what is created is accessible to its owner only
/// (0700). Errors: FileWriteFailed, DiskFull.
Result<void> makeFolder(const QString& path, FileAccess access = FileAccess::Shared);

/// Waits until everything that was written below `folder` is on the disk (its whole file system, by
/// Linux's syncfs). Errors: FileWriteFailed, DiskFull.
Result<void> syncFolder(const QString& folder);

} // namespace rocport
