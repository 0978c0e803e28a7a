#pragma once

#include "core/files/rootfolder.h"

#include <QDateTime>
#include <QStringList>
#include <QVector>

#include <optional>

namespace rocport {

/// What is kept about a file that is written, in the set's folder for records.
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
    /// What the file must hold now, where the new text was made from it; nothing: anything.
    std::optional<QByteArray> replaces = std::nullopt;
    /// Written together with the file, and undone together with it.
    std::optional<FileRecord> record = std::nullopt;
};

/// What the next start did about an interrupted write.
struct InterruptedWrite
{
    QDateTime when;        ///< when the write began; UTC
    bool finished = false; ///< it had been completed; only its leftovers were removed
    int files = 0;         ///< how many were to be written, not counting records
    int undone = 0;        ///< files that have their old content again, or are gone again
    QStringList kept;      ///< changed by others since: left as they are
};

/// Writes several files below one folder, all or none. Each is prepared beside its place; then they
/// are exchanged one after the other, and when one fails, those before it are undone. A journal in
/// a folder of the user's (never in the repository, whose files are not trusted) says what to undo
/// when the program or the machine stops in between; undoInterruptedWrite() does that. Records
/// share the fate of their files, so that what is known about a file is true however the write
/// ended.
class WriteSet
{
public:
    /// \a journalFolder: where journals are kept; created when needed. \a records: the folder for
    /// the files' records; nothing: no file has one.
    WriteSet(RootFolder root, const QString& journalFolder,
             std::optional<RootFolder> records = std::nullopt);

    /// Errors: FileWriteFailed, DiskFull, FileUnreadable, PathOutsideRepository, EditStale (a file
    /// no longer holds what its new text was made from), ProjectLocked (another program is writing
    /// here, or an interrupted write has not been undone yet). After any of them all files are as
    /// they were.
    Result<void> write(const QVector<FileChange>& changes);

    /// Undoes what an interrupted write() left; nothing: there was none. The folder for records is
    /// the one that the journal names. Errors: as for write().
    Result<std::optional<InterruptedWrite>> undoInterruptedWrite();

    /// Whether a write was interrupted before all files had their new content, so that
    /// undoInterruptedWrite() would change them. Also true if the journal cannot be read.
    [[nodiscard]] bool isHalfWritten() const;

    /// Where the journal of this folder is kept.
    [[nodiscard]] QString journalFile() const { return m_journal; }

private:
    RootFolder m_root;
    std::optional<RootFolder> m_records;
    QString m_journal;
};

} // namespace rocport
