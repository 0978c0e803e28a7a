#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/vcs/patchmail.h"
#include "core/vcs/repository_p.h"

#include <QDir>

#include <algorithm>

namespace rocport {

namespace {

QByteArray takeBuffer(git_buf& buffer)
{
    QByteArray bytes(buffer.ptr, static_cast<qsizetype>(buffer.size));
    git_buf_dispose(&buffer);
    return bytes;
}

Result<GitDiff> diffOf(git_repository* repository, git_commit* commit)
{
    GitCommit parent;
    GitTree before;
    GitTree after;
    const bool hasParent = git_commit_parentcount(commit) > 0;
    if ((hasParent && (gitMake(parent, git_commit_parent, commit, 0U) < 0 ||
                       gitMake(before, git_commit_tree, parent.get()) < 0)) ||
        gitMake(after, git_commit_tree, commit) < 0) {
        return gitError(QString::fromLatin1(gitHex(git_commit_id(commit))));
    }
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    options.flags = GIT_DIFF_SHOW_BINARY;
    options.id_abbrev = GIT_OID_HEXSZ;
    GitDiff diff;
    if (gitMake(diff, git_diff_tree_to_tree, repository, before.get(), after.get(), &options) < 0) {
        return gitError(QString::fromLatin1(gitHex(git_commit_id(commit))));
    }
    return Result<GitDiff>(std::move(diff));
}

Result<PatchMail> mailOf(git_repository* repository, git_commit* commit)
{
    const Result<GitDiff> diff = diffOf(repository, commit);
    if (!diff) {
        return diff.error();
    }
    PatchMail mail;
    mail.commit = gitHex(git_commit_id(commit));
    const git_signature* author = git_commit_author(commit);
    mail.authorName = author->name;
    mail.authorMail = author->email;
    mail.date = QDateTime::fromSecsSinceEpoch(author->when.time, Qt::OffsetFromUTC,
                                              author->when.offset * 60);
    mail.message = git_commit_message(commit);
    const QString name = QString::fromLatin1(mail.commit);
    GitDiffStats stats;
    git_buf text = GIT_BUF_INIT;
    if (gitMake(stats, git_diff_get_stats, diff->get()) < 0 ||
        git_diff_stats_to_buf(&text, stats.get(),
                              static_cast<git_diff_stats_format_t>(GIT_DIFF_STATS_FULL |
                                                                   GIT_DIFF_STATS_INCLUDE_SUMMARY),
                              72) < 0) {
        return gitError(name);
    }
    mail.stat = takeBuffer(text);
    git_buf patch = GIT_BUF_INIT;
    if (git_diff_to_buf(&patch, diff->get(), GIT_DIFF_FORMAT_PATCH) < 0) {
        return gitError(name);
    }
    mail.diff = takeBuffer(patch);
    return mail;
}

Result<std::vector<GitCommit>> commitsBetween(git_repository* repository, const git_oid* base,
                                              const git_oid* tip)
{
    const QString name = QString::fromLatin1(gitHex(tip));
    GitRevwalk walk;
    if (gitMake(walk, git_revwalk_new, repository) < 0 ||
        git_revwalk_sorting(walk.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE) < 0 ||
        git_revwalk_push(walk.get(), tip) < 0 || git_revwalk_hide(walk.get(), base) < 0) {
        return gitError(name);
    }
    std::vector<GitCommit> commits;
    git_oid id;
    int code = 0;
    while ((code = git_revwalk_next(&id, walk.get())) == 0) {
        GitCommit commit;
        if (gitMake(commit, git_commit_lookup, repository, &id) < 0) {
            return gitError(name);
        }
        if (git_commit_parentcount(commit.get()) <= 1) {
            commits.push_back(std::move(commit));
        }
    }
    if (code != GIT_ITEROVER) {
        return gitError(name);
    }
    return Result<std::vector<GitCommit>>(std::move(commits));
}

} // namespace

Result<QStringList> Repository::exportPatches(const QByteArray& base, const QByteArray& tip,
                                              const QString& folder) const
{
    const Result<GitCommit> from = d->lookUpCommit(base);
    const Result<GitCommit> to = d->lookUpCommit(tip);
    if (!from || !to) {
        return !from ? from.error() : to.error();
    }
    // A patch says what the commits do, whatever attributes the user's files have.
    GitRepository bare;
    if (Result<void> opened = reopenGitBare(bare, d->gitFolder); !opened) {
        return opened.error();
    }
    if (Result<void> checked = checkPatterns(bare.get(), to->get(), {}); !checked) {
        return checked.error();
    }
    const Result<std::vector<GitCommit>> commits =
        commitsBetween(bare.get(), git_commit_id(from->get()), git_commit_id(to->get()));
    if (!commits) {
        return commits.error();
    }
    if (Result<void> made = makeFolder(folder); !made) {
        return made.error();
    }
    QStringList paths;
    const int total = static_cast<int>(commits->size());
    for (int i = 0; i < total; ++i) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, folder};
        }
        Result<PatchMail> mail = mailOf(bare.get(), (*commits)[static_cast<size_t>(i)].get());
        if (!mail) {
            return mail.error();
        }
        mail->number = i + 1;
        mail->total = total;
        const QByteArray subject = mail->message.left(mail->message.indexOf('\n'));
        const QString path = QDir(folder).filePath(patchFileName(i + 1, subject));
        const Result<void> written = writeFile(path, renderPatchMail(*mail));
        if (!written) {
            return written.error();
        }
        paths.append(path);
    }
    return paths;
}

} // namespace rocport
