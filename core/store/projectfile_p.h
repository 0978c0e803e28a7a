#pragma once

#include "core/store/database.h"
#include "core/store/filelock.h"
#include "core/store/projectfile.h"
#include "core/store/storedvalues.h"

#include <memory>

class QTemporaryDir;

namespace rocport {

struct ProjectFile::Private
{
    /// What is known of a stored analysis: enough to tell that it need not be written again.
    struct StoredFile
    {
        std::weak_ptr<const FileAnalysis> analysis; ///< expired or null: compare digests
        QByteArray identity;
        QByteArray digest;
    };

    QString path;
    bool readOnly = false;
    FileLock lock;                               ///< not held when read-only
    std::unique_ptr<QTemporaryDir> migratedCopy; ///< of an older file opened read-only
    std::unique_ptr<Database> database;
    mutable QHash<RepoPath, StoredFile> stored;
    mutable bool storedKnown = false; ///< `stored` is what the file holds

    /// Opens the database at `path`, checks it and brings it up to date. The lock is held already.
    static Result<std::unique_ptr<ProjectFile>> connect(std::unique_ptr<Private> priv,
                                                        const CancelToken& cancel);
    Result<void> prepare(int version);
    /// Fills `stored` from the file's columns, without decoding payloads.
    [[nodiscard]] Result<void> readStored() const;
    [[nodiscard]] Error corrupt(const QString& detail) const
    {
        return {ErrorCode::ProjectCorrupt, detail, path};
    }
    /// Whether a value that was read is one that Rocport writes.
    template <typename Value>
    [[nodiscard]] Result<void> sound(const Value& value) const
    {
        const QString problem = stored::problemOf(value);
        return problem.isEmpty() ? Result<void>() : Result<void>(corrupt(problem));
    }
    /// Error for every write of a read-only project.
    [[nodiscard]] Result<void> writable() const
    {
        return readOnly ? Result<void>(Error{ErrorCode::ProjectReadOnly, {}, path})
                        : Result<void>();
    }
};

/// Times in the file: milliseconds since 1970, UTC.
inline QDateTime timeFromFile(qint64 milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC);
}

/// A null time means now.
inline qint64 timeToFile(const QDateTime& time)
{
    return time.isValid() ? time.toMSecsSinceEpoch() : QDateTime::currentMSecsSinceEpoch();
}

/// What the calls of those names do, in a transaction that is open.
Result<void> insertGenerated(const Database& database, const QVector<GeneratedFile>& files);
Result<void> insertJournal(const Database& database, const QVector<JournalEntry>& entries);

} // namespace rocport
