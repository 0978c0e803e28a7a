#pragma once

#include "core/project/port/port.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What Rocport generated last, path by path, as far as it is still on the branch.
using GeneratedTexts = QHash<RepoPath, QByteArray>;

/// For each path, the newest of `files` whose commit is an ancestor of `tip` and was not undone.
GeneratedTexts generatedOn(const Repository& repository, const QByteArray& tip,
                           const QVector<GeneratedFile>& files,
                           const QVector<RecordedCommit>& commits);

/// What would bring the port branch up to date with the scanned commit.
struct Refresh
{
    bool mergesUpstream = false;      ///< the scanned commit is not on the branch yet
    QVector<CommitFile> files;        ///< that change on the branch
    QVector<GeneratedFile> generated; ///< what was generated for them, without a commit id
    QStringList kept; ///< files edited by hand into which the new text could not be merged; they
                      ///  stay as they are
    QString message;
    [[nodiscard]] bool isEmpty() const { return !mergesUpstream && files.isEmpty(); }
};

/// Works out a refresh of the branch at `tip`: upstream's later commits are merged, and files with
/// committed changes are regenerated. Every file that a person changed on the branch is merged
/// three ways, from what was generated last. Errors: MergeConflict when upstream and a person
/// changed the same lines (`detail` lists files and lines; nothing must be written then), those of
/// the repository.
Result<Refresh> makeRefresh(const ProjectState& state, const Repository& repository,
                            const QByteArray& tip, const GeneratedTexts& last,
                            const ReadSource& read);

} // namespace rocport
