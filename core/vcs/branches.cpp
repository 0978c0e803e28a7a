#include "core/vcs/branches.h"

#include "core/scan/githandle.h"

#include <QFile>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

BranchInfo branchOf(git_repository* repository, git_reference* reference, git_branch_t kind)
{
    BranchInfo branch;
    const char* name = nullptr;
    if (git_branch_name(&name, reference) == 0) {
        branch.name = QString::fromUtf8(name);
    }
    branch.remote = kind == GIT_BRANCH_REMOTE;
    branch.head = git_branch_is_head(reference) == 1;
    GitCommit commit;
    const git_oid* tip = git_reference_target(reference);
    if (tip != nullptr && gitMake(commit, git_commit_lookup, repository, tip) == 0) {
        const git_signature* author = git_commit_author(commit.get());
        branch.summary = QString::fromUtf8(git_commit_summary(commit.get()));
        branch.author = author != nullptr ? QString::fromUtf8(author->name) : QString();
        branch.time = QDateTime::fromSecsSinceEpoch(git_commit_time(commit.get()), Qt::UTC);
    }
    return branch;
}

/// "origin/main", if origin/HEAD leads there.
QString mainOfRemote(git_repository* repository)
{
    const QByteArray prefix = "refs/remotes/";
    GitReference head;
    if (gitMake(head, git_reference_lookup, repository, "refs/remotes/origin/HEAD") != 0 ||
        git_reference_type(head.get()) != GIT_REFERENCE_SYMBOLIC) {
        return {};
    }
    const QByteArray target = git_reference_symbolic_target(head.get());
    return target.startsWith(prefix) ? QString::fromUtf8(target.mid(prefix.size())) : QString();
}

QString mainBranch(git_repository* repository, const QVector<BranchInfo>& branches)
{
    QSet<QString> local;
    QSet<QString> remote;
    QString head;
    for (const BranchInfo& branch : branches) {
        (branch.remote ? remote : local).insert(branch.name);
        head = branch.head ? branch.name : head;
    }
    const QString named = mainOfRemote(repository);
    const QString shortName = named.section(u'/', 1);
    if (remote.contains(named)) {
        return local.contains(shortName) ? shortName : named;
    }
    for (const QString& usual : {QStringLiteral("main"), QStringLiteral("master")}) {
        if (local.contains(usual)) {
            return usual;
        }
    }
    return head;
}

} // namespace

Result<BranchList> listBranches(const QString& folder)
{
    const GitLibrary library;
    GitRepository repository;
    if (Result<void> opened = openGit(repository, QFile::encodeName(folder), true); !opened) {
        return opened.error();
    }
    git_branch_iterator* raw = nullptr;
    if (git_branch_iterator_new(&raw, repository.get(), GIT_BRANCH_ALL) < 0) {
        return Error{ErrorCode::GitFailed, QStringLiteral("branches cannot be listed"), folder};
    }
    const std::unique_ptr<git_branch_iterator, void (*)(git_branch_iterator*)> iterator(
        raw, &git_branch_iterator_free);
    BranchList list;
    git_branch_t kind = GIT_BRANCH_LOCAL;
    for (;;) {
        GitReference reference;
        if (gitMake(reference, git_branch_next, &kind, iterator.get()) != 0) {
            break;
        }
        if (git_reference_type(reference.get()) == GIT_REFERENCE_DIRECT) { // not origin/HEAD
            list.branches.append(branchOf(repository.get(), reference.get(), kind));
        }
    }
    std::stable_sort(list.branches.begin(), list.branches.end(),
                     [](const BranchInfo& a, const BranchInfo& b) { return a.time > b.time; });
    list.main = mainBranch(repository.get(), list.branches);
    list.more = static_cast<int>(std::max<qsizetype>(0, list.branches.size() - kMostBranches));
    list.branches.resize(std::min(list.branches.size(), kMostBranches));
    return list;
}

} // namespace rocport
