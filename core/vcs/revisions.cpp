#include "core/vcs/repository_p.h"

namespace rocport {

Result<QByteArray> Repository::resolve(const QString& revision) const
{
    const QByteArray name = revision.toUtf8();
    GitObject object;
    GitObject commit;
    const int code = name.isEmpty() || name.contains('\0')
                         ? GIT_EINVALIDSPEC
                         : gitMake(object, git_revparse_single, d->git(), name.constData());
    if (code == GIT_ERROR) {
        return gitError(revision); // it is there, and cannot be read
    }
    if (code < 0 || gitMake(commit, git_object_peel, object.get(), GIT_OBJECT_COMMIT) < 0) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no commit has this name"),
                     revision};
    }
    return gitHex(git_object_id(commit.get()));
}

Result<CommitRange> Repository::range(const QString& text) const
{
    const qsizetype dots = text.indexOf(QStringLiteral(".."));
    if (dots < 0) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a range of commits must be written as BASE..TIP"), text};
    }
    const bool parted = text.mid(dots).startsWith(QStringLiteral("..."));
    const auto named = [](const QString& side) {
        return side.isEmpty() ? QStringLiteral("HEAD") : side;
    };
    auto base = resolve(named(text.left(dots)));
    auto tip = resolve(named(text.mid(dots + (parted ? 3 : 2))));
    if (!base || !tip) {
        return base ? tip.error() : base.error();
    }
    if (parted) {
        base = mergeBase(*base, *tip);
        if (!base) {
            return base.error();
        }
    }
    return CommitRange{*std::move(base), *std::move(tip)};
}

Result<QByteArray> Repository::mergeBase(const QByteArray& one, const QByteArray& other) const
{
    const Result<GitCommit> first = d->lookUpCommit(one);
    const Result<GitCommit> second = d->lookUpCommit(other);
    if (!first || !second) {
        return !first ? first.error() : second.error();
    }
    git_oid base;
    if (git_merge_base(&base, d->git(), git_commit_id(first->get()), git_commit_id(second->get())) <
        0) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the two have no common commit"),
                     QString::fromLatin1(one + "..." + other)};
    }
    return gitHex(&base);
}

Result<QVector<CommitInfo>> Repository::historyBetween(const QByteArray& base,
                                                       const QByteArray& tip) const
{
    const Result<GitCommit> from = d->lookUpCommit(base);
    const Result<GitCommit> to = d->lookUpCommit(tip);
    if (!from || !to) {
        return !from ? from.error() : to.error();
    }
    const QString name = QString::fromLatin1(tip);
    GitRevwalk walk;
    if (gitMake(walk, git_revwalk_new, d->git()) < 0 ||
        git_revwalk_sorting(walk.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE) < 0 ||
        git_revwalk_push(walk.get(), git_commit_id(to->get())) < 0 ||
        git_revwalk_hide(walk.get(), git_commit_id(from->get())) < 0) {
        return gitError(name);
    }
    QVector<CommitInfo> commits;
    git_oid id;
    int code = 0;
    while ((code = git_revwalk_next(&id, walk.get())) == 0) {
        GitCommit commit;
        if (gitMake(commit, git_commit_lookup, d->git(), &id) < 0) {
            return gitError(name);
        }
        commits.append(describeCommit(commit.get()));
    }
    if (code != GIT_ITEROVER) {
        return gitError(name);
    }
    return commits;
}

} // namespace rocport
