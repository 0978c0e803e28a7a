#include "core/vcs/repository_p.h"
#include "core/vcs/stagedcheckout.h"
#include "core/vcs/unfinishedworktree.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace rocport {

namespace {

/// In the worktree's folder inside .git: says that the worktree is ours, and which commit it was
/// last brought to. git ignores files that it does not know there.
const QString kMarker = QStringLiteral("rocport");
/// Of the names that git has for our worktrees.
const QByteArray kNamePrefix = QByteArrayLiteral("rocport-");

QString canonical(const QString& path)
{
    const QString real = QFileInfo(path).canonicalFilePath();
    return real.isEmpty() ? QDir::cleanPath(QFileInfo(path).absoluteFilePath()) : real;
}

QString markerPath(const QByteArray& gitFolder, const QByteArray& name)
{
    return QFile::decodeName(gitFolder + "/worktrees/" + name + '/') + kMarker;
}

QList<QByteArray> worktreeNames(git_repository* repository)
{
    QList<QByteArray> names;
    git_strarray list = {};
    if (git_worktree_list(&list, repository) == 0) {
        for (size_t i = 0; i < list.count; ++i) {
            names.append(list.strings[i]);
        }
        git_strarray_dispose(&list);
    }
    return names;
}

/// What the HEAD file of a work tree names ("refs/heads/main"), a branch without commit included.
QByteArray headTarget(const QString& headFile)
{
    constexpr qint64 kLongestHead = 64 * 1024;
    const Result<QByteArray> bytes = readFile(headFile, kLongestHead);
    const QByteArray text = bytes ? bytes->trimmed() : QByteArray();
    return text.startsWith("ref:") ? text.mid(4).trimmed() : QByteArray();
}

struct Conflicts
{
    QList<QByteArray> paths;

    static int notify(git_checkout_notify_t /*why*/, const char* path,
                      const git_diff_file* /*baseline*/, const git_diff_file* /*target*/,
                      const git_diff_file* /*workdir*/, void* self)
    {
        static_cast<Conflicts*>(self)->paths.append(path);
        return 0;
    }
};

/// Whether the file in the worktree already is what `tree` has at `path` (after git's filters).
bool isAlready(git_repository* worktree, git_tree* tree, const QByteArray& path)
{
    GitTreeEntry entry;
    const bool wanted = gitMake(entry, git_tree_entry_bypath, tree, path.constData()) == 0;
    const QString file = QFile::decodeName(QByteArray(git_repository_workdir(worktree)) + path);
    const QFileInfo info(file);
    if (!wanted || info.isSymLink() || !info.isFile()) {
        return !wanted && !info.exists() && !info.isSymLink();
    }
    git_oid id;
    return git_repository_hashfile(&id, worktree, path.constData(), GIT_OBJECT_BLOB, nullptr) ==
               0 &&
           git_oid_equal(&id, git_tree_entry_id(entry.get())) != 0;
}

struct OpenWorktree
{
    GitRepository repository;
    GitTree base; // what the worktree was last brought to
    GitTree target;
};

constexpr int kMaxHandCommits = 10000;

/// Where a person committed in the worktree, its index has the tree of that commit, which lies
/// between what the worktree was last brought to and `target`. Gives that tree, else nothing.
GitTree committedByHand(git_repository* worktree, const git_oid* base, git_commit* target)
{
    GitIndex index;
    git_oid indexTree;
    if (gitMake(index, git_repository_index, worktree) < 0 || git_index_read(index.get(), 1) < 0 ||
        git_index_write_tree(&indexTree, index.get()) < 0) {
        return {};
    }
    GitCommit at;
    git_commit* current = target;
    for (int i = 0; i < kMaxHandCommits && !git_oid_equal(git_commit_id(current), base); ++i) {
        GitTree tree;
        if (git_oid_equal(git_commit_tree_id(current), &indexTree) != 0 &&
            gitMake(tree, git_commit_tree, current) == 0) {
            return tree;
        }
        GitCommit parent;
        if (gitMake(parent, git_commit_parent, current, 0U) < 0) {
            return {};
        }
        at = std::move(parent);
        current = at.get();
    }
    return {};
}

Result<OpenWorktree> openWorktree(git_repository* main, const QByteArray& name,
                                  const QByteArray& baseId, git_commit* target)
{
    const QString label = QString::fromUtf8(name);
    OpenWorktree open;
    GitWorktree worktree;
    git_oid id;
    GitCommit base;
    if (gitMake(worktree, git_worktree_lookup, main, name.constData()) < 0) {
        return gitError(label);
    }
    if (Result<void> opened = openGitWorktree(open.repository, worktree.get(), label); !opened) {
        return opened.error();
    }
    if (git_oid_fromstr(&id, baseId.constData()) < 0 ||
        gitMake(base, git_commit_lookup, open.repository.get(), &id) < 0 ||
        gitMake(open.base, git_commit_tree, base.get()) < 0 ||
        gitMake(open.target, git_tree_lookup, open.repository.get(), git_commit_tree_id(target)) <
            0) {
        return gitError(label);
    }
    if (GitTree byHand = committedByHand(open.repository.get(), &id, target)) {
        open.base = std::move(byHand);
    }
    return Result<OpenWorktree>(std::move(open));
}

/// Writes all files of a worktree that is new.
Result<void> checkOut(git_worktree* worktree, const QString& label)
{
    GitRepository repository;
    if (Result<void> opened = openGitWorktree(repository, worktree, label); !opened) {
        return opened;
    }
    git_checkout_options options = GIT_CHECKOUT_OPTIONS_INIT;
    options.checkout_strategy = GIT_CHECKOUT_SAFE | GIT_CHECKOUT_RECREATE_MISSING;
    return git_checkout_head(repository.get(), &options) < 0 ? Result<void>(gitError(label))
                                                             : Result<void>();
}

Result<QList<QByteArray>> findConflicts(const OpenWorktree& open, const QString& label)
{
    Conflicts conflicts;
    git_checkout_options options = GIT_CHECKOUT_OPTIONS_INIT;
    options.checkout_strategy = GIT_CHECKOUT_NONE | GIT_CHECKOUT_ALLOW_CONFLICTS;
    options.baseline = open.base.get();
    options.notify_flags = GIT_CHECKOUT_NOTIFY_CONFLICT;
    options.notify_cb = &Conflicts::notify;
    options.notify_payload = &conflicts;
    const auto* target = reinterpret_cast<const git_object*>(open.target.get());
    const int code = git_checkout_tree(open.repository.get(), target, &options);
    if (code < 0 && code != GIT_ECONFLICT) {
        return gitError(label);
    }
    QList<QByteArray> real;
    for (const QByteArray& path : conflicts.paths) {
        if (!isAlready(open.repository.get(), open.target.get(), path)) {
            real.append(path);
        }
    }
    return real;
}

/// The index entries of files that checkout left alone say what the tip has, so that git shows a
/// person's changes as changes.
Result<void> settleIndex(const OpenWorktree& open, const QString& label)
{
    GitIndex index;
    if (gitMake(index, git_repository_index, open.repository.get()) < 0 ||
        git_index_read(index.get(), 1) < 0) {
        return gitError(label);
    }
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    GitDiff diff;
    if (gitMake(diff, git_diff_tree_to_index, open.repository.get(), open.target.get(), index.get(),
                &options) < 0) {
        return gitError(label);
    }
    const size_t count = git_diff_num_deltas(diff.get());
    for (size_t i = 0; i < count; ++i) {
        const git_diff_delta* delta = git_diff_get_delta(diff.get(), i);
        int code = 0;
        if (delta->status == GIT_DELTA_ADDED) {
            code = git_index_remove(index.get(), delta->new_file.path, 0);
        } else {
            git_index_entry entry = {};
            entry.mode = delta->old_file.mode;
            entry.id = delta->old_file.id;
            entry.path = delta->old_file.path;
            code = git_index_add(index.get(), &entry);
        }
        if (code < 0) {
            return gitError(label);
        }
    }
    if (git_index_write(index.get()) < 0) {
        return gitError(label);
    }
    return {};
}

QStringList forPeople(const QList<QByteArray>& paths)
{
    QStringList names;
    for (const QByteArray& path : paths) {
        names.append(RepoPath(path).display());
    }
    return names;
}

/// Beside a worktree while it is made: the name that git has for it.
QString unfinishedNote(const QString& folder)
{
    return folder + QStringLiteral(".rocport-making");
}

/// Removes what is there of a worktree whose HEAD is not: git shows it as broken, and libgit2 does
/// not know it. Nothing else is touched.
void removeHalf(git_repository* repository, const QByteArray& name, const QString& folder)
{
    constexpr qint64 kLongestPath = 8192;
    const QString half = QFile::decodeName(git_repository_commondir(repository)) +
                         QStringLiteral("worktrees/") + QFile::decodeName(name);
    const QString link = QDir(folder).absoluteFilePath(QStringLiteral(".git"));
    const Result<QByteArray> place = readFile(half + QStringLiteral("/gitdir"), kLongestPath);
    const QString said = place ? QFile::decodeName(place->trimmed()) : QString();
    const bool isOurs = said.isEmpty() || canonical(QFileInfo(said).path()) == canonical(folder);
    if (!name.startsWith(kNamePrefix) || name.contains('/') || !isOurs ||
        QFileInfo::exists(half + QStringLiteral("/HEAD"))) {
        return;
    }
    for (const char* file : {"commondir", "gitdir", "HEAD.lock"}) {
        QFile::remove(half + u'/' + QLatin1StringView(file));
    }
    const Result<QByteArray> back = readFile(link, kLongestPath);
    if (back && (back->isEmpty() || back->contains(name))) {
        QFile::remove(link);
    }
    QDir().rmdir(folder); // where nothing else is in it
    QDir().rmdir(half);
}

/// Removes what a kill left of a worktree that was being made: nobody has worked in it.
Result<void> removeUnfinished(git_repository* repository, const QString& folder)
{
    constexpr qint64 kLongestName = 256;
    const QString note = unfinishedNote(folder);
    const Result<QByteArray> name = readFile(note, kLongestName);
    if (!name) {
        return name.error().code == ErrorCode::FileNotFound ? Result<void>() : name.error();
    }
    GitWorktree half;
    if (gitMake(half, git_worktree_lookup, repository, name->constData()) == 0) {
        git_worktree_prune_options prune = GIT_WORKTREE_PRUNE_OPTIONS_INIT;
        prune.flags = GIT_WORKTREE_PRUNE_VALID | GIT_WORKTREE_PRUNE_WORKING_TREE;
        const QString path = QFile::decodeName(git_worktree_path(half.get()));
        if (QFileInfo(path).absoluteFilePath() == QFileInfo(folder).absoluteFilePath() &&
            git_worktree_prune(half.get(), &prune) < 0) {
            return gitError(folder);
        }
    } else {
        removeHalf(repository, *name, folder);
    }
    QFile::remove(note);
    return {};
}

QByteArray freeName(git_repository* repository, const QString& branch)
{
    const QByteArray hash =
        QCryptographicHash::hash(branch.toUtf8(), QCryptographicHash::Sha1).toHex().left(8);
    QByteArray name = kNamePrefix + hash;
    const QList<QByteArray> taken = worktreeNames(repository);
    for (int i = 2; taken.contains(name); ++i) {
        name = kNamePrefix + hash + '-' + QByteArray::number(i);
    }
    return name;
}

} // namespace

QByteArray Repository::Private::worktreeBase(const QByteArray& name) const
{
    constexpr qint64 kLongestMarker = 256;
    const Result<QByteArray> bytes = readFile(markerPath(gitFolder, name), kLongestMarker);
    const QByteArray id = bytes ? bytes->trimmed() : QByteArray();
    return id.size() == GIT_OID_HEXSZ ? id : QByteArray();
}

Result<void> Repository::Private::setWorktreeBase(const QByteArray& name,
                                                  const QByteArray& commit) const
{
    const QString path = markerPath(gitFolder, name);
    return writeFile(path, commit + '\n');
}

QByteArray Repository::Private::ownWorktree(const QByteArray& reference) const
{
    for (const QByteArray& name : worktreeNames(git())) {
        const QString folder = QFile::decodeName(gitFolder + "/worktrees/" + name);
        if (!worktreeBase(name).isEmpty() &&
            headTarget(folder + QStringLiteral("/HEAD")) == reference) {
            GitWorktree worktree;
            if (gitMake(worktree, git_worktree_lookup, git(), name.constData()) == 0 &&
                git_worktree_validate(worktree.get()) == 0) {
                return name;
            }
        }
    }
    return {};
}

Result<void> Repository::Private::checkNotInUse(const QByteArray& reference) const
{
    const QString name = QString::fromUtf8(reference.mid(11)); // without "refs/heads/"
    GitRepository main;
    if (reopenGit(main, gitFolder) && git_repository_is_bare(main.get()) == 0 &&
        headTarget(QFile::decodeName(gitFolder) + QStringLiteral("/HEAD")) == reference) {
        return Error{ErrorCode::BranchBusy,
                     QStringLiteral("It is checked out in %1.")
                         .arg(QFile::decodeName(git_repository_workdir(main.get()))),
                     name};
    }
    for (const QByteArray& worktree : worktreeNames(git())) {
        const QString folder = QFile::decodeName(gitFolder + "/worktrees/" + worktree);
        if (worktreeBase(worktree).isEmpty() &&
            headTarget(folder + QStringLiteral("/HEAD")) == reference) {
            GitWorktree handle;
            if (gitMake(handle, git_worktree_lookup, git(), worktree.constData()) == 0 &&
                git_worktree_validate(handle.get()) == 0) {
                return Error{ErrorCode::BranchBusy,
                             QStringLiteral("It is checked out in %1.")
                                 .arg(QFile::decodeName(git_worktree_path(handle.get()))),
                             name};
            }
        }
    }
    return {};
}

Result<void> Repository::Private::checkPatternsIn(const QByteArray& name, git_commit* target) const
{
    QList<QByteArray> folders{QFile::encodeName(root)};
    GitWorktree worktree;
    if (!name.isEmpty() && gitMake(worktree, git_worktree_lookup, git(), name.constData()) == 0) {
        folders.append(git_worktree_path(worktree.get()));
    }
    return checkPatterns(git(), target, folders);
}

Result<QStringList> Repository::Private::worktreeConflicts(const QByteArray& name,
                                                           git_commit* target) const
{
    if (Result<void> checked = checkPatternsIn(name, target); !checked) {
        return checked.error();
    }
    const Result<OpenWorktree> open = openWorktree(git(), name, worktreeBase(name), target);
    if (!open) {
        return open.error();
    }
    const Result<QList<QByteArray>> conflicts = findConflicts(*open, QString::fromUtf8(name));
    if (!conflicts) {
        return conflicts.error();
    }
    return forPeople(*conflicts);
}

Result<QStringList> Repository::Private::forwardWorktree(const QByteArray& name,
                                                         git_commit* target) const
{
    const QString label = QString::fromUtf8(name);
    if (Result<void> checked = checkPatternsIn(name, target); !checked) {
        return checked.error();
    }
    const Result<OpenWorktree> open = openWorktree(git(), name, worktreeBase(name), target);
    if (!open) {
        return open.error();
    }
    const Result<QList<QByteArray>> conflicts = findConflicts(*open, label);
    if (!conflicts) {
        return conflicts.error();
    }
    const Result<void> written =
        checkOutStaged(open->repository.get(), open->base.get(), open->target.get(), *conflicts);
    if (!written) {
        return written.error();
    }
    const Result<void> settled = settleIndex(*open, label);
    if (!settled) {
        return settled.error();
    }
    const Result<void> marked = setWorktreeBase(name, gitHex(git_commit_id(target)));
    if (!marked) {
        return marked.error();
    }
    return forPeople(*conflicts);
}

Result<void> Repository::Private::addWorktree(const QString& branch, const QByteArray& reference,
                                              const QString& folder) const
{
    const QFileInfo info(folder);
    if (info.exists() && (!info.isDir() || !QDir().rmdir(info.absoluteFilePath()))) {
        return Error{ErrorCode::FileWriteFailed, QStringLiteral("Something else is already there."),
                     folder};
    }
    if (Result<void> made = makeFolder(info.absolutePath()); !made) {
        return made;
    }
    GitReference head;
    if (gitMake(head, git_reference_lookup, git(), reference.constData()) < 0) {
        return gitError(branch);
    }
    GitCommit commit;
    if (gitMake(commit, git_commit_lookup, git(), git_reference_target(head.get())) < 0) {
        return gitError(branch);
    }
    if (Result<void> checked = checkPatternsIn({}, commit.get()); !checked) {
        return checked;
    }
    const QByteArray name = freeName(git(), branch);
    git_worktree_add_options options = GIT_WORKTREE_ADD_OPTIONS_INIT;
    options.ref = head.get();
    // git_worktree_add() opens the repository in libgit2's own way, which believes object files:
    // it writes no file, and the checkout goes through a handle of ours.
    options.checkout_options.checkout_strategy =
        GIT_CHECKOUT_NONE | GIT_CHECKOUT_ALLOW_CONFLICTS | GIT_CHECKOUT_DONT_UPDATE_INDEX;
    const QByteArray path = QFile::encodeName(info.absoluteFilePath());
    GitWorktree worktree;
    const QByteArray tip = gitHex(git_reference_target(head.get()));
    if (Result<void> noted = writeFile(unfinishedNote(folder), name); !noted) {
        return noted;
    }
    Result<void> added =
        gitMake(worktree, git_worktree_add, git(), name.constData(), path.constData(), &options) < 0
            ? Result<void>(gitError(folder))
            : checkOut(worktree.get(), folder);
    if (!added) {
        // Half a checkout is of no use; both folders were made by the call above.
        GitWorktree broken;
        if (gitMake(broken, git_worktree_lookup, git(), name.constData()) == 0) {
            git_worktree_prune_options prune = GIT_WORKTREE_PRUNE_OPTIONS_INIT;
            prune.flags = GIT_WORKTREE_PRUNE_VALID | GIT_WORKTREE_PRUNE_WORKING_TREE;
            git_worktree_prune(broken.get(), &prune);
        } else {
            removeHalf(git(), name, folder);
        }
        QFile::remove(unfinishedNote(folder));
        return added;
    }
    Result<void> marked = setWorktreeBase(name, tip);
    if (marked) {
        QFile::remove(unfinishedNote(folder));
    }
    return marked;
}

Result<void> removeUnfinishedWorktree(const QString& root, const QString& folder)
{
    if (folder.isEmpty() || !QFileInfo::exists(unfinishedNote(folder))) {
        return {};
    }
    const GitLibrary library;
    GitRepository repository;
    const QString gitFolder = Repository::gitFolderOf(root);
    if (gitFolder.isEmpty()) {
        return {};
    }
    if (Result<void> opened = reopenGit(repository, QFile::encodeName(gitFolder)); !opened) {
        return opened;
    }
    return removeUnfinished(repository.get(), folder);
}

Result<void> Repository::updateWorktree(const QString& branch, const QString& folder)
{
    const Result<GitCommit> tip = d->tipOf(branch);
    if (!tip) {
        return tip.error();
    }
    const QByteArray reference = *branchReference(branch);
    if (Result<void> settled = removeUnfinished(d->git(), folder); !settled) {
        return settled;
    }
    const Result<void> free = d->checkNotInUse(reference);
    if (!free) {
        return free.error();
    }
    const QString wanted = canonical(folder);
    const QString gitDir = canonical(QFile::decodeName(d->gitFolder));
    if ((wanted + u'/').startsWith(canonical(d->root) + u'/') &&
        !wanted.startsWith(gitDir + u'/')) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("A worktree inside the repository's own folder would show up "
                                    "there as a change."),
                     folder};
    }
    for (const QByteArray& name : worktreeNames(d->git())) {
        GitWorktree worktree;
        if (d->worktreeBase(name).isEmpty() ||
            gitMake(worktree, git_worktree_lookup, d->git(), name.constData()) < 0) {
            continue;
        }
        const QString path = canonical(QFile::decodeName(git_worktree_path(worktree.get())));
        const bool valid = git_worktree_validate(worktree.get()) == 0;
        const QString head = QFile::decodeName(d->gitFolder + "/worktrees/" + name + "/HEAD");
        const bool ours = headTarget(head) == reference;
        if (!valid) {
            if (path == wanted || ours) { // its folder was deleted
                git_worktree_prune(worktree.get(), nullptr);
            }
            continue;
        }
        if (path == wanted && ours) {
            const Result<QStringList> kept = d->forwardWorktree(name, tip->get());
            if (!kept) {
                return kept.error();
            }
            if (!kept->isEmpty()) {
                return Error{ErrorCode::MergeConflict, kept->join(QStringLiteral(", ")), folder};
            }
            return {};
        }
        if (path == wanted || ours) {
            return Error{ErrorCode::BranchBusy,
                         QStringLiteral("Another worktree is in the way: %1").arg(path), branch};
        }
    }
    return d->addWorktree(branch, reference, folder);
}

} // namespace rocport
