#include "core/vcs/repository_p.h"

#include "core/files/readfile.h"
#include "core/vcs/unfinishedworktree.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cerrno>

namespace rocport {

namespace {

struct Signatures
{
    GitSignature author;
    GitSignature committer;
};

Result<GitSignature> signatureOf(const GitPerson& person)
{
    GitSignature signature;
    if (gitMake(signature, git_signature_now, person.name.toUtf8().constData(),
                person.mail.toUtf8().constData()) < 0) {
        return gitError(person.text(), ErrorCode::InvalidArgument);
    }
    return Result<GitSignature>(std::move(signature));
}

/// Who makes a commit now. `chosen`: the author that was given.
Result<Signatures> signaturesFor(const Repository& repository, const GitPerson& chosen)
{
    const Result<GitIdentity> known = repository.identity();
    const Result<GitPerson> committer = repository.signer();
    if (!known || !committer) {
        return !known ? known.error() : committer.error();
    }
    const GitPerson& author = chosen.isComplete() ? chosen : known->author;
    if (!author.isComplete()) {
        return noIdentity();
    }
    Result<GitSignature> wrote = signatureOf(author);
    Result<GitSignature> made = signatureOf(*committer);
    if (!wrote || !made) {
        return !wrote ? wrote.error() : made.error();
    }
    Signatures signatures;
    signatures.author = std::move(*wrote);
    signatures.committer = std::move(*made);
    return Result<Signatures>(std::move(signatures));
}

/// UTF-8, no NUL, as git cleans it.
QByteArray cleanMessage(const QString& message)
{
    return cleanedMessage(message).toUtf8();
}

/// What git would refuse to check out, or what a path relative to the top cannot be.
bool isFileName(const QByteArray& path)
{
    if (path.contains('\0')) {
        return false;
    }
    const QList<QByteArray> parts = path.split('/');
    return std::none_of(parts.begin(), parts.end(), [](const QByteArray& part) {
        return part.isEmpty() || part == "." || part == ".." || part.toLower() == ".git";
    });
}

/// A folder on the way to `path` that is no folder in the tree.
bool runsThroughFile(git_index* index, const QByteArray& path)
{
    for (qsizetype slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
        if (git_index_get_bypath(index, path.left(slash).constData(), 0) != nullptr) {
            return true;
        }
    }
    return false;
}

Result<void> putFile(git_repository* repository, git_index* index, const CommitFile& file)
{
    const QString name = file.path.display();
    const QByteArray& path = file.path.bytes();
    if (!isFileName(path)) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("not a file name"), name};
    }
    const git_index_entry* existing = git_index_get_bypath(index, path.constData(), 0);
    if (file.removed) {
        if (existing == nullptr) {
            return Error{ErrorCode::FileNotFound, {}, name};
        }
        if (git_index_remove(index, path.constData(), 0) < 0) {
            return gitError(name);
        }
        return {};
    }
    if (runsThroughFile(index, path)) {
        return Error{
            ErrorCode::PathOutsideRepository,
            QStringLiteral("One of the folders on the path is a file, a link or a submodule."),
            name};
    }
    const bool isFile = existing == nullptr || existing->mode == GIT_FILEMODE_BLOB ||
                        existing->mode == GIT_FILEMODE_BLOB_EXECUTABLE;
    if (!isFile) {
        return Error{ErrorCode::PathOutsideRepository,
                     QStringLiteral("Links and submodules are never written."), name};
    }
    errno = 0;
    git_error_clear(); // libgit2 1.5 says nothing when a loose object cannot be written
    git_index_entry entry = {};
    const git_filemode_t newMode =
        file.executable ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB;
    entry.mode = existing != nullptr ? existing->mode : static_cast<uint32_t>(newMode);
    entry.path = path.constData();
    if (git_blob_create_from_buffer(&entry.id, repository, file.content.constData(),
                                    static_cast<size_t>(file.content.size())) < 0) {
        return gitError(name);
    }
    if (git_index_add(index, &entry) < 0) {
        return gitError(name, ErrorCode::InvalidArgument);
    }
    return {};
}

uint32_t modeOf(TreeChange::Kind kind)
{
    switch (kind) {
    case TreeChange::Kind::Executable:
        return GIT_FILEMODE_BLOB_EXECUTABLE;
    case TreeChange::Kind::Link:
        return GIT_FILEMODE_LINK;
    case TreeChange::Kind::Submodule:
        return GIT_FILEMODE_COMMIT;
    case TreeChange::Kind::Removed:
    case TreeChange::Kind::File:
        break;
    }
    return GIT_FILEMODE_BLOB;
}

Result<void> putChange(git_repository* repository, git_index* index, const TreeChange& change)
{
    const QString name = change.path.display();
    const QByteArray& path = change.path.bytes();
    if (!isFileName(path) || runsThroughFile(index, path)) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("not a file name"), name};
    }
    git_index_entry entry = {};
    entry.mode = modeOf(change.kind);
    entry.path = path.constData();
    errno = 0;
    git_error_clear();
    const int made =
        change.kind == TreeChange::Kind::Submodule
            ? git_oid_fromstrn(&entry.id, change.content.constData(),
                               static_cast<size_t>(change.content.size()))
            : git_blob_create_from_buffer(&entry.id, repository, change.content.constData(),
                                          static_cast<size_t>(change.content.size()));
    if (made < 0) {
        return gitError(name);
    }
    return git_index_add(index, &entry) < 0 ? gitError(name, ErrorCode::InvalidArgument)
                                            : Result<void>();
}

/// What is removed goes first: it may be in the place of a folder that comes.
Result<void> putChanges(git_repository* repository, git_index* index,
                        const QVector<TreeChange>& changes)
{
    for (const TreeChange& change : changes) {
        const bool removes = change.kind == TreeChange::Kind::Removed;
        if (removes && git_index_remove(index, change.path.bytes().constData(), 0) < 0) {
            return Error{ErrorCode::FileNotFound, {}, change.path.display()};
        }
    }
    for (const TreeChange& change : changes) {
        if (change.kind != TreeChange::Kind::Removed) {
            if (Result<void> put = putChange(repository, index, change); !put) {
                return put;
            }
        }
    }
    return {};
}

/// The tree of `parent` with files changed, made in memory.
Result<git_oid> changedTree(git_repository* repository, git_commit* parent,
                            const QVector<CommitFile>& files, const QVector<TreeChange>& changes)
{
    GitTree base;
    GitIndex index;
    if (gitMake(base, git_commit_tree, parent) < 0 || gitMake(index, git_index_new) < 0 ||
        git_index_read_tree(index.get(), base.get()) < 0) {
        return gitError(QStringLiteral("tree"));
    }
    for (const CommitFile& file : files) {
        const Result<void> put = putFile(repository, index.get(), file);
        if (!put) {
            return put.error();
        }
    }
    if (Result<void> put = putChanges(repository, index.get(), changes); !put) {
        return put.error();
    }
    git_oid tree;
    if (git_index_write_tree_to(&tree, index.get(), repository) < 0) {
        return gitError(QStringLiteral("tree"));
    }
    return tree;
}

Result<GitCommit> writeCommit(git_repository* repository, const Signatures& people,
                              const git_oid& treeId, git_commit* parent, const QByteArray& message,
                              const git_commit* merged = nullptr)
{
    GitTree tree;
    if (gitMake(tree, git_tree_lookup, repository, &treeId) < 0) {
        return gitError(QStringLiteral("tree"));
    }
    git_oid id;
    const git_commit* parents[] = {parent, merged};
    if (git_commit_create(&id, repository, nullptr, people.author.get(), people.committer.get(),
                          "UTF-8", message.constData(), tree.get(), merged == nullptr ? 1 : 2,
                          parents) < 0) {
        return gitError(QStringLiteral("commit"));
    }
    GitCommit made;
    if (gitMake(made, git_commit_lookup, repository, &id) < 0) {
        return gitError(QStringLiteral("commit"));
    }
    return Result<GitCommit>(std::move(made));
}

QString conflictNames(git_index* index)
{
    QStringList names;
    git_index_conflict_iterator* raw = nullptr;
    if (git_index_conflict_iterator_new(&raw, index) == 0) {
        const git_index_entry* ancestor = nullptr;
        const git_index_entry* ours = nullptr;
        const git_index_entry* theirs = nullptr;
        while (git_index_conflict_next(&ancestor, &ours, &theirs, raw) == 0) {
            const git_index_entry* any = ours != nullptr     ? ours
                                         : theirs != nullptr ? theirs
                                                             : ancestor;
            names.append(RepoPath(any->path).display());
        }
        git_index_conflict_iterator_free(raw);
    }
    return names.join(QStringLiteral(", "));
}

Error isElsewhere(const QByteArray& tip, const QString& branch)
{
    return {ErrorCode::BranchBusy,
            tip.isEmpty()
                ? QStringLiteral("It is not there any more.")
                : QStringLiteral("It is at %1 now.").arg(QString::fromLatin1(tip.left(7))),
            branch};
}

Result<git_oid> revertedTree(git_repository* repository, git_commit* commit, git_commit* tip,
                             const QString& name)
{
    git_merge_options options = GIT_MERGE_OPTIONS_INIT;
    GitIndex index;
    if (gitMake(index, git_revert_commit, repository, commit, tip, 0U, &options) < 0) {
        return gitError(name);
    }
    if (git_index_has_conflicts(index.get()) != 0) {
        return Error{ErrorCode::MergeConflict, conflictNames(index.get()), name};
    }
    git_oid tree;
    if (git_index_write_tree_to(&tree, index.get(), repository) < 0) {
        return gitError(name);
    }
    return tree;
}

} // namespace

Result<void> Repository::Private::moveBranch(const QByteArray& reference, const git_oid* to,
                                             const git_oid* from, const char* why) const
{
    GitReference made;
    const int code = from == nullptr ? gitMake(made, git_reference_create, git(),
                                               reference.constData(), to, 0, why)
                                     : gitMake(made, git_reference_create_matching, git(),
                                               reference.constData(), to, 1, from, why);
    if (code == GIT_EMODIFIED || code == GIT_EEXISTS || code == GIT_ELOCKED ||
        (code == GIT_ENOTFOUND && from != nullptr)) {
        return Error{ErrorCode::BranchBusy, gitMessage(), QString::fromUtf8(reference)};
    }
    if (code < 0) {
        return gitError(QString::fromUtf8(reference));
    }
    return {};
}

Result<void> Repository::Private::moveBranchAndWorktree(const QByteArray& reference, git_commit* to,
                                                        const git_oid* from, const char* why) const
{
    const QByteArray worktree = ownWorktree(reference);
    if (!worktree.isEmpty()) {
        const Result<QStringList> conflicts = worktreeConflicts(worktree, to);
        if (!conflicts) {
            return conflicts.error();
        }
        if (!conflicts->isEmpty()) {
            return Error{ErrorCode::MergeConflict, conflicts->join(QStringLiteral(", ")),
                         QString::fromUtf8(reference.mid(11))};
        }
    }
    Result<void> moved = moveBranch(reference, git_commit_id(to), from, why);
    if (!moved || worktree.isEmpty()) {
        return moved;
    }
    const Result<QStringList> kept = forwardWorktree(worktree, to);
    return kept ? Result<void>() : Result<void>(kept.error());
}

Result<CommitInfo> Repository::commitLoose(const LooseCommit& draft, const QByteArray& merged)
{
    const Result<GitCommit> base = d->lookUpCommit(draft.parent);
    if (!base) {
        return base.error();
    }
    Result<Signatures> people = signaturesFor(*this, d->author);
    if (!people) {
        return people.error();
    }
    const QByteArray& kept = draft.authorOf.isEmpty() ? draft.dateOf : draft.authorOf;
    if (!kept.isEmpty()) {
        const Result<GitCommit> old = d->lookUpCommit(kept);
        if (!old) {
            return old.error();
        }
        const git_signature* author = git_commit_author(old->get());
        if (draft.authorOf.isEmpty()) {
            people->author->when = author->when;
        } else if (gitMake(people->author, git_signature_dup, author) < 0) {
            return gitError(QString::fromLatin1(kept));
        }
    }
    const Result<git_oid> tree = changedTree(d->git(), base->get(), draft.files, draft.changes);
    if (!tree) {
        return tree.error();
    }
    if (draft.mustChange && git_oid_equal(&*tree, git_commit_tree_id(base->get())) != 0) {
        return Error{ErrorCode::NothingToCommit, {}, {}};
    }
    GitCommit second;
    if (!merged.isEmpty()) {
        Result<GitCommit> found = d->lookUpCommit(merged);
        if (!found) {
            return found.error();
        }
        second = std::move(*found);
    }
    const Result<GitCommit> made = writeCommit(d->git(), *people, *tree, base->get(),
                                               cleanMessage(draft.message), second.get());
    if (!made) {
        return made.error();
    }
    return describeCommit(made->get());
}

Result<void> Repository::replaceTip(const QString& branch, const QByteArray& from,
                                    const QByteArray& to)
{
    const Result<GitCommit> tip = d->tipOf(branch);
    const Result<GitCommit> target = d->lookUpCommit(to);
    if (!tip || !target) {
        return !tip ? tip.error() : target.error();
    }
    const QByteArray reference = *branchReference(branch);
    const QByteArray at = gitHex(git_commit_id(tip->get()));
    if (at != from) {
        return isElsewhere(at, branch);
    }
    if (Result<void> free = d->checkNotInUse(reference); !free) {
        return free;
    }
    return d->moveBranchAndWorktree(reference, target->get(), git_commit_id(tip->get()),
                                    "rewrite: Rocport");
}

Result<void> Repository::moveTip(const QString& branch, const QByteArray& from,
                                 const QByteArray& to)
{
    const Result<QByteArray> reference = branchReference(branch);
    const Result<QByteArray> tip = branchTip(branch);
    const Result<GitCommit> target = d->lookUpCommit(to);
    if (!reference || !tip || !target) {
        return !reference ? reference.error() : !tip ? tip.error() : target.error();
    }
    if (*tip != from) {
        return isElsewhere(*tip, branch);
    }
    if (Result<void> free = d->checkNotInUse(*reference); !free) {
        return free;
    }
    git_oid old;
    if (!from.isEmpty() && git_oid_fromstr(&old, from.constData()) < 0) {
        return gitError(branch);
    }
    return d->moveBranch(*reference, git_commit_id(target->get()), from.isEmpty() ? nullptr : &old,
                         "commit: Rocport");
}

void forgetUnfinishedMove(const QString& root, const QString& branch, const QByteArray& to)
{
    const GitLibrary library;
    GitRepository repository;
    const Result<QByteArray> reference = branchReference(branch);
    const QString gitFolder = Repository::gitFolderOf(root);
    if (!reference || gitFolder.isEmpty() || !reopenGit(repository, QFile::encodeName(gitFolder))) {
        return;
    }
    constexpr qint64 kLongestLock = 256;
    const QByteArray folder(git_repository_commondir(repository.get()));
    const QString lock = QFile::decodeName(folder + *reference + ".lock");
    const Result<QByteArray> content = readFile(lock, kLongestLock);
    if (content && (content->isEmpty() || content->trimmed() == to)) {
        QFile::remove(lock);
    }
}

Result<CommitInfo> Repository::commit(const QString& branch, const QByteArray& parent,
                                      const QVector<CommitFile>& files, const QString& message)
{
    const Result<QByteArray> reference = branchReference(branch);
    const Result<QByteArray> tip = branchTip(branch);
    if (!reference || !tip) {
        return !reference ? reference.error() : tip.error();
    }
    if (!tip->isEmpty() && *tip != parent) {
        return isElsewhere(*tip, branch);
    }
    if (Result<void> free = d->checkNotInUse(*reference); !free) {
        return free.error();
    }
    Result<CommitInfo> made = commitLoose({parent, files, message, {}, {}, true, {}});
    if (!made) {
        return made.error().code == ErrorCode::NothingToCommit
                   ? Error{ErrorCode::NothingToCommit, {}, branch}
                   : made.error();
    }
    const Result<void> moved = moveTip(branch, *tip, made->id);
    return moved ? made : moved.error();
}

Result<CommitInfo> Repository::undoCommit(const QString& branch, const QByteArray& commit)
{
    const Result<QByteArray> tip = branchTip(branch);
    Result<CommitInfo> target = withoutCommit(branch, commit);
    if (!tip || !target) {
        return !target ? target.error() : tip.error();
    }
    const Result<void> moved = replaceTip(branch, *tip, target->id);
    return moved ? target : moved.error();
}

Result<CommitInfo> Repository::withoutCommit(const QString& branch, const QByteArray& commit)
{
    const Result<GitCommit> tip = d->tipOf(branch);
    const Result<GitCommit> undone = d->lookUpCommit(commit);
    if (!tip || !undone) {
        return !tip ? tip.error() : undone.error();
    }
    const QByteArray reference = *branchReference(branch);
    const Result<void> free = d->checkNotInUse(reference);
    if (!free) {
        return free.error();
    }
    const git_oid* tipId = git_commit_id(tip->get());
    const git_oid* undoneId = git_commit_id(undone->get());
    const bool isTip = git_oid_equal(tipId, undoneId) != 0;
    if (git_commit_parentcount(undone->get()) != 1 ||
        (!isTip && git_graph_descendant_of(d->git(), tipId, undoneId) != 1)) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("It is not a commit of this branch that can be undone."),
                     QString::fromLatin1(commit)};
    }
    GitCommit target;
    if (isTip) {
        if (gitMake(target, git_commit_parent, undone->get(), 0U) < 0) {
            return gitError(QString::fromLatin1(commit));
        }
    } else {
        if (Result<void> checked = d->checkPatternsIn({}, tip->get()); !checked) {
            return checked.error();
        }
        const Result<git_oid> tree =
            revertedTree(d->git(), undone->get(), tip->get(), QString::fromLatin1(commit));
        if (!tree) {
            return tree.error();
        }
        const Result<Signatures> people = signaturesFor(*this, d->author);
        if (!people) {
            return people.error();
        }
        const char* summary = git_commit_summary(undone->get());
        Result<GitCommit> revert = writeCommit(
            d->git(), *people, *tree, tip->get(),
            cleanMessage(QStringLiteral("Revert \"%1\"\n\nThis reverts commit %2.")
                             .arg(QString::fromUtf8(summary), QString::fromLatin1(commit))));
        if (!revert) {
            return revert.error();
        }
        target = std::move(*revert);
    }
    return describeCommit(target.get());
}

} // namespace rocport
