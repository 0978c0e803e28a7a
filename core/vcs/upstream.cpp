#include "core/vcs/repository_p.h"

#include <QFile>

#include <algorithm>

namespace rocport {

namespace {

bool isFile(const git_diff_file& file)
{
    return file.mode == GIT_FILEMODE_BLOB || file.mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

PathChange changeOf(const git_diff_delta& delta)
{
    PathChange change;
    const bool before = isFile(delta.old_file);
    const bool after = isFile(delta.new_file);
    if (before) {
        change.oldPath = RepoPath(delta.old_file.path);
    }
    change.path = after ? RepoPath(delta.new_file.path) : change.oldPath;
    if (!before) {
        change.kind = PathChange::Kind::Added;
    } else if (!after) {
        change.kind = PathChange::Kind::Removed;
    } else if (change.path != change.oldPath) {
        change.kind = PathChange::Kind::Renamed;
    }
    return change;
}

Result<GitTree> treeOf(git_commit* commit)
{
    GitTree tree;
    if (gitMake(tree, git_commit_tree, commit) < 0) {
        return gitError(QStringLiteral("tree"));
    }
    return Result<GitTree>(std::move(tree));
}

} // namespace

Result<QVector<PathChange>> Repository::changesBetween(const QByteArray& from,
                                                       const QByteArray& to) const
{
    const Result<GitCommit> older = d->lookUpCommit(from);
    const Result<GitCommit> newer = d->lookUpCommit(to);
    if (!older || !newer) {
        return !older ? older.error() : newer.error();
    }
    const Result<GitTree> before = treeOf(older->get());
    const Result<GitTree> after = treeOf(newer->get());
    if (!before || !after) {
        return !before ? before.error() : after.error();
    }
    GitDiff diff;
    if (gitMake(diff, git_diff_tree_to_tree, d->git(), before->get(), after->get(), nullptr) < 0) {
        return gitError(QString::fromLatin1(to));
    }
    git_diff_find_options find = GIT_DIFF_FIND_OPTIONS_INIT;
    find.flags = GIT_DIFF_FIND_RENAMES;
    if (git_diff_find_similar(diff.get(), &find) < 0) {
        return gitError(QString::fromLatin1(to));
    }
    QVector<PathChange> changes;
    const size_t count = git_diff_num_deltas(diff.get());
    for (size_t i = 0; i < count; ++i) {
        const git_diff_delta* delta = git_diff_get_delta(diff.get(), i);
        if (isFile(delta->old_file) || isFile(delta->new_file)) {
            changes.append(changeOf(*delta));
        }
    }
    std::sort(changes.begin(), changes.end(),
              [](const PathChange& a, const PathChange& b) { return a.path < b.path; });
    return changes;
}

QString Repository::gitFolderOf(const QString& path)
{
    const GitLibrary library;
    GitRepository found;
    if (!openGit(found, QFile::encodeName(path), true) ||
        git_repository_is_bare(found.get()) != 0) {
        return {};
    }
    return QFile::decodeName(git_repository_commondir(found.get()));
}

} // namespace rocport
