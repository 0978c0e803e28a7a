#pragma once

#include "core/base/result.h"
#include "core/files/descriptor.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// Who may read a file that is made.
enum class FileAccess {
    Shared,  ///< what the user's umask allows; a file that is there keeps its mode
    Private, ///< its owner alone, also where the file was there already
};

/// How sure it must be that the bytes outlast a crash of the machine.
enum class Durability {
    Synced, ///< on the disk before success is said
    Later,  ///< whenever the system writes it: temporary folders, and files that syncFolder()
            ///< follows
};

/// Writes one file: beside it first, then in its place by a rename, so that there is the old
/// content or the new one at every moment, whatever ends the program and however full the disk is.
/// Without commit() nothing happened. The one way in which this program writes files (with
/// RootFolder, for files of a repository).
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
    /// What was not committed is removed.
    ~FileWriter();

    /// Adds bytes. After an error commit() refuses. Errors: FileWriteFailed, DiskFull.
    Result<void> write(QByteArrayView bytes);
    /// Puts the file in its place. Errors: FileWriteFailed, DiskFull; then the old content is
    /// there.
    Result<void> commit();

private:
    FileWriter() = default;
    void drop();
    Error fail(int number);

    QString m_path;         ///< as the user named it
    Descriptor m_folder;    ///< of the file that is written; not open for a device
    QByteArray m_name;      ///< in that folder
    QByteArray m_temporary; ///< in that folder; empty: nothing to remove
    Descriptor m_file;
    Durability m_durability = Durability::Synced;
    bool m_failed = false;
};

/// Writes `bytes` with a FileWriter and makes the folders above where they are missing. Errors:
/// FileWriteFailed, DiskFull.
Result<void> writeFile(const QString& path, QByteArrayView bytes,
                       FileAccess access = FileAccess::Shared,
                       Durability durability = Durability::Synced);

/// Makes a folder and those above it. Private: what is made is its owner's alone (0700). Errors:
/// FileWriteFailed, DiskFull.
Result<void> makeFolder(const QString& path, FileAccess access = FileAccess::Shared);

/// Waits until everything below `folder` that was written is on the disk (its whole file system,
/// Linux' syncfs). Errors: FileWriteFailed, DiskFull.
Result<void> syncFolder(const QString& folder);

} // namespace rocport
