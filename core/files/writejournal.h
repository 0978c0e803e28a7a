#pragma once

#include "core/base/repopath.h"
#include "core/base/result.h"

#include <QDateTime>
#include <QMap>
#include <QVector>

namespace rocport {

/// What WriteSet records before it touches anything, for the next start if the program is killed.
struct WriteJournal
{
    enum class State {
        Preparing,  ///< new texts are being written beside the files; nothing is changed yet
        Exchanging, ///< some files may have been exchanged
        Done,       ///< all files were exchanged; the files beside them hold the old texts
    };
    struct Entry
    {
        RepoPath path;
        QByteArray temporary; ///< file name beside `path`
        QByteArray newHash;   ///< SHA-256 as hex
        QByteArray oldHash;   ///< empty: there was no such file
    };

    State state = State::Preparing;
    QString root; ///< canonical path of the folder
    QDateTime when;
    QVector<Entry> entries;
    QVector<RepoPath> folders; ///< that are created for new files, outermost first
    QString recordRoot;        ///< canonical path of the folder for records; empty: there are none
    QMap<qsizetype, Entry> records;  ///< by the index of the entry that they belong to
    QVector<RepoPath> recordFolders; ///< as `folders`, in recordRoot

    [[nodiscard]] QByteArray toJson() const;
    /// Also reads journals of versions without records. Errors: ParseFailed, also for a journal of
    /// another folder or one with names that WriteSet does not give; `place` is the journal's path.
    static Result<WriteJournal> fromJson(const QByteArray& bytes, const QString& root,
                                         const QString& place);
};

} // namespace rocport
