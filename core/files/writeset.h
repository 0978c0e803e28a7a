#pragma once

#include "core/files/rootfolder.h"

#include <QDateTime>
#include <QStringList>
#include <QVector>

#include <optional>

namespace rocport {

/// What is kept of a file that is written, in the set's folder of records.
struct FileRecord
{
    RepoPath path;
    QByteArray content;
};

/// One file of a set that is written together.
struct FileChange
{
    RepoPath path;
    QByteArray content;
    /// What the file must hold now, for text that was made from it; nothing: whatever is there.
    std::optional<QByteArray> replaces = std::nullopt;
    /// Is written where the file is, and taken back where the file is.
    std::optional<FileRecord> record = std::nullopt;
};

/// What the next start did about a write that was interrupted.
struct InterruptedWrite
{
    QDateTime when;        ///< the write began; UTC
    bool finished = false; ///< it had come to its end; only its leftovers were removed
    int files = 0;         ///< that were to be written; records are not counted
    int undone = 0;        ///< files that have their old content again, or are gone again
    QStringList kept;      ///< changed by others since: left as they are
};

/// Writes several files of one folder, all or none. Each is prepared beside its place; then they
/// are exchanged one after the other, and when one fails, those before it are taken back. A journal
/// in a folder of the user (never in the repository, whose files nobody trusts) says what to take
/// back when the program or the machine ends in between; undoInterruptedWrite() does that. Records
/// share the fate of their files, so that what is known of a file is true after any end.
class WriteSet
{
public:
    /// \a journalFolder: where journals are kept; made when needed. \a records: the folder that the
    /// records of the files lie in; nothing: no file has one.
    WriteSet(RootFolder root, const QString& journalFolder,
             std::optional<RootFolder> records = std::nullopt);

    /// Errors: FileWriteFailed, DiskFull, FileUnreadable, PathOutsideRepository, EditStale (a file
    /// no longer holds what its new text was made from), ProjectLocked (another program writes
    /// here, or an interrupted write was not undone yet). With any of them all files are as they
    /// were.
    Result<void> write(const QVector<FileChange>& changes);

    /// Takes back what an interrupted write() left; nothing: there was none. The folder of the
    /// records is the one that the journal names. Errors: as above.
    Result<std::optional<InterruptedWrite>> undoInterruptedWrite();

    /// Whether a write was interrupted before all files had their new content, so that
    /// undoInterruptedWrite() would change them. Also where the journal cannot be read.
    [[nodiscard]] bool isHalfWritten() const;

    /// Where the journal of this folder is kept.
    [[nodiscard]] QString journalFile() const { return m_journal; }

private:
    RootFolder m_root;
    std::optional<RootFolder> m_records;
    QString m_journal;
};

} // namespace rocport
