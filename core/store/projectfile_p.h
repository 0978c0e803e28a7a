#pragma once

#include "core/store/database.h"
#include "core/store/filelock.h"
#include "core/store/projectfile.h"
#include "core/store/storedvalues.h"

#include <memory>
#include <optional>

class QTemporaryDir;

namespace rocport {

/// How much a decision log holds. All of it is kept in memory, so it is bounded; what could not be
/// read again is not written either.
struct LogSize
{
    static constexpr qint64 kMostBatches = 100'000;
    static constexpr qint64 kMostDecisions = 300'000;
    static constexpr qint64 kMostBytes = 32LL * 1024 * 1024;

    qint64 batches = 0;
    qint64 decisions = 0;
    qint64 bytes = 0; ///< UTF-8 bytes of notes, reasons, edited texts, labels and authors

    void add(const DecisionBatch& batch);
    void add(const Decision& decision);
    /// What exceeds its bound, with the bound; empty: nothing does.
    [[nodiscard]] QString problem() const;
};

struct ProjectFile::Private
{
    /// What is known about a stored analysis: enough to tell that it need not be written again.
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
    mutable bool storedKnown = false;       ///< `stored` is what the file holds
    mutable std::optional<LogSize> logSize; ///< of the decision log; nothing: it has not been read
                                            ///  yet

    /// Opens the database at `path`, checks and migrates it. The lock is held already.
    static Result<std::unique_ptr<ProjectFile>> connect(std::unique_ptr<Private> priv,
                                                        const CancelToken& cancel);
    Result<void> prepare(int version);
    /// Fills `stored` from the file's columns, without decoding payloads.
    [[nodiscard]] Result<void> readStored() const;
    /// Fills `logSize`, counted by SQLite.
    [[nodiscard]] Result<void> measureLog() const;
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
    /// The error of every write to a read-only project.
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

/// What recordGenerated() and appendJournal() do, inside an open transaction.
Result<void> insertGenerated(const Database& database, const QVector<GeneratedFile>& files);
Result<void> insertJournal(const Database& database, const QVector<JournalEntry>& entries);

} // namespace rocport
