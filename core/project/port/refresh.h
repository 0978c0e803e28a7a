#pragma once

#include "core/project/port/port.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What Rocport generated last, path by path, as far as it is still on the branch.
using GeneratedTexts = QHash<RepoPath, QByteArray>;

/// The newest of `files` for each path whose commit `tip` comes from and that was not undone.
GeneratedTexts generatedOn(const Repository& repository, const QByteArray& tip,
                           const QVector<GeneratedFile>& files,
                           const QVector<RecordedCommit>& commits);

/// What would bring the port branch up to the scanned commit.
struct Refresh
{
    bool mergesUpstream = false;      ///< the scanned commit is not on the branch yet
    QVector<CommitFile> files;        ///< that change on the branch
    QVector<GeneratedFile> generated; ///< without commit: what was generated for them
    QStringList kept; ///< files edited by hand where the new text could not be merged in; they stay
    QString message;
    [[nodiscard]] bool isEmpty() const { return !mergesUpstream && files.isEmpty(); }
};

/// Works out a refresh of the branch at `tip`: the commits that upstream made since are merged, and
/// files with committed changes are generated anew. Every file that a person changed on the branch
/// is merged three ways, from what was generated last. Errors: MergeConflict when upstream and a
/// person changed the same lines (`detail` lists files and lines; nothing is to be written), those
/// of the repository.
Result<Refresh> makeRefresh(const ProjectState& state, const Repository& repository,
                            const QByteArray& tip, const GeneratedTexts& last,
                            const ReadSource& read);

} // namespace rocport
