#include "core/vcs/stagedcheckout.h"

#include "core/files/fileerror.h"
#include "core/files/rootfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

namespace rocport {

namespace {

struct Changes
{
    QList<QByteArray> written;
    QList<QByteArray> removed;
};

Result<Changes> changesOf(git_repository* worktree, git_tree* base, git_tree* target,
                          const QList<QByteArray>& except)
{
    const QSet<QByteArray> left(except.cbegin(), except.cend());
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    options.flags = GIT_DIFF_INCLUDE_TYPECHANGE;
    GitDiff diff;
    if (gitMake(diff, git_diff_tree_to_tree, worktree, base, target, &options) < 0) {
        return gitError(QFile::decodeName(git_repository_workdir(worktree)));
    }
    Changes changes;
    const size_t count = git_diff_num_deltas(diff.get());
    for (size_t i = 0; i < count; ++i) {
        const git_diff_delta* delta = git_diff_get_delta(diff.get(), i);
        const bool gone = delta->status == GIT_DELTA_DELETED;
        const git_diff_file& file = gone ? delta->old_file : delta->new_file;
        if (file.mode != GIT_FILEMODE_COMMIT && !left.contains(file.path)) {
            (gone ? changes.removed : changes.written).append(file.path);
        }
    }
    return changes;
}

/// The folder in which files wait for their place; gone with this object.
class Stage
{
public:
    explicit Stage(const QString& worktree)
        : m_path(worktree + QStringLiteral("/.rocport-checkout"))
    {
        remove(); // of a run that was killed
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage() { remove(); }

    [[nodiscard]] QString path() const { return m_path; }

private:
    void remove() const
    {
        if (QFileInfo(m_path).isSymLink()) {
            ::unlink(QFile::encodeName(m_path).constData());
        } else {
            QDir(m_path).removeRecursively();
        }
    }

    QString m_path;
};

Result<void> fill(const Stage& stage, git_repository* worktree, git_tree* target,
                  const QList<QByteArray>& paths)
{
    if (Result<void> made = makeFolder(stage.path()); !made) {
        return made;
    }
    const QByteArray folder = QFile::encodeName(stage.path());
    std::vector<char*> names;
    names.reserve(static_cast<size_t>(paths.size()));
    for (const QByteArray& path : paths) {
        names.push_back(const_cast<char*>(path.constData())); // libgit2 only reads them
    }
    git_checkout_options options = GIT_CHECKOUT_OPTIONS_INIT;
    options.checkout_strategy = GIT_CHECKOUT_FORCE | GIT_CHECKOUT_DONT_UPDATE_INDEX |
                                GIT_CHECKOUT_DONT_WRITE_INDEX | GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH;
    options.target_directory = folder.constData();
    options.paths = {names.data(), names.size()};
    if (git_checkout_tree(worktree, reinterpret_cast<const git_object*>(target), &options) < 0) {
        return gitError(stage.path());
    }
    return syncFolder(stage.path());
}

Result<void> removeFile(const RootFolder& root, const RepoPath& path)
{
    const Result<Descriptor> folder = root.openParent(path, false);
    if (!folder) {
        return folder.error().code == ErrorCode::FileNotFound ? Result<void>() : folder.error();
    }
    if (::unlinkat(folder->number(), path.fileName().constData(), 0) != 0 && errno != ENOENT) {
        return writeError(errno, root.display(path));
    }
    // Folders that git would not keep, from the inside out.
    for (RepoPath up = path.folder(); !up.isEmpty(); up = up.folder()) {
        const Result<Descriptor> above = root.openParent(up, false);
        if (!above || ::unlinkat(above->number(), up.fileName().constData(), AT_REMOVEDIR) != 0) {
            break;
        }
    }
    return {};
}

Result<void> place(const RootFolder& from, const RootFolder& to, const RepoPath& path)
{
    const Result<Descriptor> source = from.openParent(path, false);
    if (!source) {
        return source.error();
    }
    const Result<Descriptor> target = to.openParent(path, true);
    if (!target) {
        return target.error();
    }
    const QByteArray name = path.fileName();
    return ::renameat(source->number(), name.constData(), target->number(), name.constData()) == 0
               ? Result<void>()
               : Result<void>(writeError(errno, to.display(path)));
}

} // namespace

Result<void> checkOutStaged(git_repository* worktree, git_tree* base, git_tree* target,
                            const QList<QByteArray>& except)
{
    const QString folder = QDir::cleanPath(QFile::decodeName(git_repository_workdir(worktree)));
    const Result<Changes> changes = changesOf(worktree, base, target, except);
    if (!changes) {
        return changes.error();
    }
    const Stage stage(folder);
    const Result<RootFolder> root = RootFolder::open(folder);
    if (!root) {
        return root.error();
    }
    if (!changes->written.isEmpty()) {
        if (Result<void> filled = fill(stage, worktree, target, changes->written); !filled) {
            return filled;
        }
    }
    for (const QByteArray& path : changes->removed) {
        if (Result<void> gone = removeFile(*root, RepoPath(path)); !gone) {
            return gone;
        }
    }
    if (changes->written.isEmpty()) {
        return {};
    }
    const Result<RootFolder> staged = RootFolder::open(stage.path());
    if (!staged) {
        return staged.error();
    }
    for (const QByteArray& path : changes->written) {
        if (Result<void> placed = place(*staged, *root, RepoPath(path)); !placed) {
            return placed;
        }
    }
    return syncFolder(folder);
}

} // namespace rocport
