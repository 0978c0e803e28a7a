#pragma once

#include "core/base/cancel.h"
#include "core/base/repopath.h"
#include "core/base/result.h"

#include <QDateTime>
#include <QString>
#include <QVector>

#include <chrono>

namespace rocport {

/// The commit that a line comes from.
struct BlameCommit
{
    QByteArray id; ///< 40 hex digits
    QString author;
    QDateTime time;  ///< of the author
    QString summary; ///< first line of the message
    friend bool operator==(const BlameCommit&, const BlameCommit&) = default;
};

/// Who wrote some lines of a file.
struct Blame
{
    int firstLine = 0;            ///< 1-based
    QVector<int> commitOf;        ///< by line from firstLine on: index into commits; -1: not found
    QVector<BlameCommit> commits; ///< newest first
    bool cut = false;             ///< a bound was reached: some lines may be older than the search
                                  ///  went
};

/// How far a search for lines goes.
struct BlameBounds
{
    int commits = 100000; ///< how many are examined
    std::chrono::milliseconds time{20000};
    int lines = 1000; ///< of the file; further lines are left out
};

/// Finds who wrote lines `first` to `last` (1-based, inclusive) of `path` at `commit` (hex) in the
/// repository that holds `folder`: back through all parents, as `git blame` does, and through
/// renames of the whole file where a commit does not touch too many files. Nothing is written. For
/// a worker thread; checks `cancel` at each commit. Errors: those of opening a repository;
/// InvalidArgument (no such commit or lines), FileNotFound, FileTooLarge (over 16 MiB),
/// FileNotText, Cancelled, GitFailed.
Result<Blame> blameLines(const QString& folder, const QByteArray& commit, const RepoPath& path,
                         int first, int last, const CancelToken& cancel,
                         const BlameBounds& bounds = {});

} // namespace rocport
