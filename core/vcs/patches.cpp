#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/vcs/patchmail.h"
#include "core/vcs/repository_p.h"

#include <QDir>

#include <utility>

namespace rocport {

namespace {

QByteArray takeBuffer(git_buf& buffer)
{
    QByteArray bytes(buffer.ptr, static_cast<qsizetype>(buffer.size));
    git_buf_dispose(&buffer);
    return bytes;
}

Error cancelled()
{
    return {ErrorCode::Cancelled, {}, {}};
}

/// For libgit2: anything but 0 ends what it is at.
int stopWhereCancelled(const git_diff* /*diff*/, const char* /*before*/, const char* /*after*/,
                       void* /*payload*/)
{
    return isWorkCancelled() ? GIT_EUSER : 0;
}

int appendLine(const git_diff_delta* /*delta*/, const git_diff_hunk* /*hunk*/,
               const git_diff_line* line, void* payload)
{
    if (isWorkCancelled()) {
        return GIT_EUSER;
    }
    auto& bytes = *static_cast<QByteArray*>(payload);
    if (line->origin == GIT_DIFF_LINE_CONTEXT || line->origin == GIT_DIFF_LINE_ADDITION ||
        line->origin == GIT_DIFF_LINE_DELETION) {
        bytes += line->origin;
    }
    bytes.append(line->content, static_cast<qsizetype>(line->content_len));
    return 0;
}

/// What libgit2 gave up.
Error endedBy(const QString& commit)
{
    return isWorkCancelled() ? cancelled() : gitError(commit);
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
    options.progress_cb = stopWhereCancelled;
    GitDiff diff;
    if (gitMake(diff, git_diff_tree_to_tree, repository, before.get(), after.get(), &options) < 0) {
        return endedBy(QString::fromLatin1(gitHex(git_commit_id(commit))));
    }
    return Result<GitDiff>(std::move(diff));
}

/// The mail of a commit; its numbers go into `patch`.
Result<PatchMail> mailOf(git_repository* repository, git_commit* commit, Patch& patch)
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
    patch.files = static_cast<int>(git_diff_stats_files_changed(stats.get()));
    patch.added = static_cast<int>(git_diff_stats_insertions(stats.get()));
    patch.removed = static_cast<int>(git_diff_stats_deletions(stats.get()));
    if (isWorkCancelled()) {
        return cancelled();
    }
    if (git_diff_print(diff->get(), GIT_DIFF_FORMAT_PATCH, appendLine, &mail.diff) != 0) {
        return endedBy(name);
    }
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

Result<void> Repository::forEachPatch(const QByteArray& base, const QByteArray& tip,
                                      const std::function<Result<void>(const Patch&)>& take) const
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
    const int total = static_cast<int>(commits->size());
    for (int i = 0; i < total; ++i) {
        if (isWorkCancelled()) {
            return cancelled();
        }
        Patch patch;
        Result<PatchMail> mail =
            mailOf(bare.get(), (*commits)[static_cast<size_t>(i)].get(), patch);
        if (!mail) {
            return mail.error();
        }
        mail->number = i + 1;
        mail->total = total;
        const QByteArray subject = mail->message.left(mail->message.indexOf('\n'));
        patch.name = patchFileName(i + 1, subject);
        patch.bytes = renderPatchMail(*mail);
        if (Result<void> taken = take(patch); !taken) {
            return taken;
        }
    }
    return {};
}

Result<QStringList> Repository::exportPatches(const QByteArray& base, const QByteArray& tip,
                                              const QString& folder) const
{
    // All of them first: what is cancelled or cannot be read leaves no part of a series.
    QVector<Patch> patches;
    const Result<void> done = forEachPatch(base, tip, [&](const Patch& patch) -> Result<void> {
        patches.append(patch);
        return {};
    });
    if (!done) {
        return done.error();
    }
    if (Result<void> made = makeFolder(folder); !made) {
        return made.error();
    }
    QStringList paths;
    for (const Patch& patch : std::as_const(patches)) {
        paths.append(QDir(folder).filePath(patch.name));
        if (Result<void> written = writeFile(paths.last(), patch.bytes); !written) {
            return written.error();
        }
    }
    return paths;
}

} // namespace rocport
