#include "core/vcs/repository.h"

#include "core/vcs/repository_p.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace rocport {

namespace {

Error noCommit(const QString& path)
{
    return {ErrorCode::EmptyRepository, {}, path};
}

QStringList submodulesOf(git_repository* repository)
{
    QStringList names;
    GitIndex index;
    if (gitMake(index, git_repository_index, repository) < 0) {
        return names;
    }
    const size_t count = git_index_entrycount(index.get());
    for (size_t i = 0; i < count; ++i) {
        const git_index_entry* entry = git_index_get_byindex(index.get(), i);
        if (entry->mode == GIT_FILEMODE_COMMIT) {
            names.append(RepoPath(entry->path).display());
        }
    }
    return names;
}

QString headBranch(git_repository* repository)
{
    GitReference head;
    if (gitMake(head, git_reference_lookup, repository, "HEAD") < 0) {
        return {};
    }
    const char* target = git_reference_symbolic_target(head.get());
    const QString name = target != nullptr ? QString::fromUtf8(target) : QString();
    const QLatin1StringView heads("refs/heads/");
    return name.startsWith(heads) ? name.mid(heads.size()) : QString();
}

QString withoutSlash(const char* folder)
{
    QString name = QFile::decodeName(folder);
    while (name.size() > 1 && name.endsWith(u'/')) {
        name.chop(1);
    }
    return name;
}

} // namespace

Result<QByteArray> branchReference(const QString& branch)
{
    const QByteArray name = branch.toUtf8();
    int valid = 0;
    if (name.contains('\0') || git_branch_name_is_valid(&valid, name.constData()) < 0 ||
        valid == 0) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("not a branch name"), branch};
    }
    return "refs/heads/" + name;
}

CommitInfo describeCommit(git_commit* commit)
{
    CommitInfo info;
    info.id = gitHex(git_commit_id(commit));
    if (git_commit_parentcount(commit) > 0) {
        info.parent = gitHex(git_commit_parent_id(commit, 0));
    }
    const char* summary = git_commit_summary(commit);
    info.summary = summary != nullptr ? QString::fromUtf8(summary) : QString();
    info.time = QDateTime::fromSecsSinceEpoch(git_commit_time(commit), Qt::UTC);
    const git_signature* author = git_commit_author(commit);
    info.author = author != nullptr ? QString::fromUtf8(author->name) : QString();
    return info;
}

Repository::Repository(std::unique_ptr<Private> p) : d(std::move(p)) {}

Repository::~Repository() = default;

Result<std::unique_ptr<Repository>> Repository::open(const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists()) {
        return Error{ErrorCode::NotARepository, QStringLiteral("There is no such folder."), path};
    }
    const QString folder = file.isDir() ? file.absoluteFilePath() : file.absolutePath();
    auto d = std::make_unique<Private>();
    if (const Result<void> opened = openGit(d->handle, QFile::encodeName(folder), true); !opened) {
        const Error& error = opened.error();
        if (error.code == ErrorCode::NotARepository &&
            ::faccessat(AT_FDCWD, QFile::encodeName(folder).constData(), R_OK | X_OK, AT_EACCESS) !=
                0) {
            return Error{ErrorCode::FileUnreadable, QString::fromLocal8Bit(std::strerror(errno)),
                         path};
        }
        return error;
    }
    if (git_repository_is_bare(d->git()) != 0 || git_repository_workdir(d->git()) == nullptr) {
        return Error{ErrorCode::BareRepository, {}, path};
    }
    d->root = withoutSlash(git_repository_workdir(d->git()));
    d->gitFolder = git_repository_commondir(d->git());
    GitReference head;
    const int headCode = gitMake(head, git_repository_head, d->git());
    if (headCode == GIT_EUNBORNBRANCH || headCode == GIT_ENOTFOUND) {
        return noCommit(path);
    }
    if (headCode < 0) {
        return gitError(path);
    }
    return std::unique_ptr<Repository>(new Repository(std::move(d)));
}

Result<RepositoryInfo> Repository::info() const
{
    RepositoryInfo info;
    info.root = d->root;
    info.name = QFileInfo(d->root).fileName();
    if (info.name.isEmpty()) {
        info.name = d->root;
    }
    info.headBranch = headBranch(d->git());
    if (const Result<GitIdentity> known = identity()) {
        info.author = known->author.name;
    }
    git_oid head;
    const int code = git_reference_name_to_id(&head, d->git(), "HEAD");
    if (code == GIT_ENOTFOUND) {
        return noCommit(d->root);
    }
    if (code < 0) {
        return gitError(d->root);
    }
    info.headCommit = gitHex(&head);
    info.submodules = submodulesOf(d->git());
    return info;
}

Result<GitCommit> Repository::Private::lookUpCommit(const QByteArray& id) const
{
    git_oid oid;
    if (id.size() != GIT_OID_HEXSZ || git_oid_fromstr(&oid, id.constData()) < 0) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("not a commit id"),
                     QString::fromLatin1(id)};
    }
    GitCommit commit;
    if (gitMake(commit, git_commit_lookup, git(), &oid) < 0) {
        return gitError(QString::fromLatin1(id));
    }
    return Result<GitCommit>(std::move(commit));
}

Result<GitCommit> Repository::Private::tipOf(const QString& branch) const
{
    const Result<QByteArray> reference = branchReference(branch);
    if (!reference) {
        return reference.error();
    }
    git_oid oid;
    const int code = git_reference_name_to_id(&oid, git(), reference->constData());
    if (code == GIT_ENOTFOUND) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("There is no such branch."),
                     branch};
    }
    if (code < 0) {
        return gitError(branch);
    }
    return lookUpCommit(gitHex(&oid));
}

Result<QByteArray> Repository::branchTip(const QString& branch) const
{
    const Result<QByteArray> reference = branchReference(branch);
    if (!reference) {
        return reference.error();
    }
    git_oid oid;
    const int code = git_reference_name_to_id(&oid, d->git(), reference->constData());
    if (code == GIT_ENOTFOUND) {
        return QByteArray();
    }
    if (code < 0) {
        return gitError(branch);
    }
    return gitHex(&oid);
}

Result<std::unique_ptr<SourceTree>> Repository::treeAt(const QByteArray& commit) const
{
    const Result<GitCommit> found = d->lookUpCommit(commit);
    if (!found) {
        return found.error();
    }
    git_oid head;
    const bool isHead = git_reference_name_to_id(&head, d->git(), "HEAD") == 0 &&
                        git_oid_equal(&head, git_commit_id(found->get())) != 0;
    const QString branch = isHead ? headBranch(d->git()) : QString();
    const QString shortId = QString::fromLatin1(commit.left(7));
    const QString description =
        branch.isEmpty() ? shortId : QStringLiteral("%1 @ %2").arg(branch, shortId);
    return makeCommitTree(git_repository_path(d->git()), commit, description);
}

Result<QByteArray> Repository::fileAt(const QByteArray& commit, const RepoPath& path,
                                      qint64 limit) const
{
    const Result<GitCommit> found = d->lookUpCommit(commit);
    if (!found) {
        return found.error();
    }
    GitTree tree;
    if (gitMake(tree, git_commit_tree, found->get()) < 0) {
        return gitError(QString::fromLatin1(commit));
    }
    GitTreeEntry entry;
    const int code = gitMake(entry, git_tree_entry_bypath, tree.get(), path.bytes().constData());
    if (code == GIT_ENOTFOUND || path.isEmpty()) {
        return Error{ErrorCode::FileNotFound, {}, path.display()};
    }
    if (code < 0) {
        return gitError(path.display());
    }
    const git_filemode_t mode = git_tree_entry_filemode(entry.get());
    if (mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) {
        return Error{ErrorCode::FileUnreadable,
                     mode == GIT_FILEMODE_LINK     ? QStringLiteral("a symbolic link, not followed")
                     : mode == GIT_FILEMODE_COMMIT ? QStringLiteral("a submodule")
                                                   : QStringLiteral("a folder, not a file"),
                     path.display()};
    }
    return readBlob(d->git(), git_tree_entry_id(entry.get()), limit, path.display());
}

} // namespace rocport
