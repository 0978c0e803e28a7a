#include "core/scan/githandle.h"

#include "core/scan/gitfiles.h"
#include "core/scan/objectstore.h"

#include <QFile>

#include <cerrno>
#include <cstring>

namespace rocport {

namespace {

bool saysDiskFull(const QString& message)
{
    return message.contains(QString::fromLocal8Bit(std::strerror(ENOSPC))) ||
           message.contains(QString::fromLocal8Bit(std::strerror(EDQUOT))) ||
           message.contains(QString::fromLocal8Bit(std::strerror(EFBIG)));
}

/// libgit2 1.5.1 answers "not found" where the owner is somebody else and safe.directory is not
/// set.
bool isThereAllTheSame(const QString& path)
{
    git_buf found = GIT_BUF_INIT;
    const int code =
        git_repository_discover(&found, QFile::encodeName(path).constData(), 0, nullptr);
    git_buf_dispose(&found);
    return code == 0;
}

/// Gives a handle that was just opened its objects, unless it would read what it should not.
Result<void> complete(GitRepository& repository)
{
    const QByteArray workdir = git_repository_workdir(repository.get());
    for (const PatternsFile& file : namedPatterns(repository.get())) {
        const QByteArray path = file.path.startsWith('/') ? file.path : workdir + file.path;
        Result<void> good = file.ofUser ? Result<void>() : checkPatternFile(path);
        if (!good) {
            repository.reset();
            return good;
        }
    }
    Result<void> objects = openObjects(repository.get());
    if (!objects) {
        repository.reset();
    }
    return objects;
}

Result<void> openWith(GitRepository& repository, const QByteArray& folder, unsigned flags)
{
    const int code =
        gitMake(repository, git_repository_open_ext, folder.constData(), flags, nullptr);
    if (code < 0) {
        return gitOpenError(code, QFile::decodeName(folder));
    }
    return complete(repository);
}

} // namespace

GitLibrary::GitLibrary()
{
    static const bool ready = [] {
        git_libgit2_init();
        // Objects and references are on the disk before a commit is said to be made.
        git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
        return true;
    }();
    Q_UNUSED(ready);
}

QString gitMessage()
{
    const git_error* last = git_error_last();
    return last != nullptr && last->message != nullptr ? QString::fromUtf8(last->message)
                                                       : QString();
}

Error gitError(const QString& object, ErrorCode otherwise)
{
    const int system = errno; // libgit2 1.5 says nothing when a loose object cannot be written
    QString message = gitMessage();
    if (message.isEmpty() && system != 0) {
        message = QString::fromLocal8Bit(std::strerror(system));
    }
    return {saysDiskFull(message) ? ErrorCode::DiskFull : otherwise, message, object};
}

Error gitOpenError(int code, const QString& path)
{
    const QString said = gitMessage();
    if (code == GIT_EOWNER || (code == GIT_ENOTFOUND && isThereAllTheSame(path))) {
        return {ErrorCode::FileUnreadable,
                QStringLiteral("The repository belongs to another user. If you trust it, run: git "
                               "config --global --add safe.directory \"%1\"")
                    .arg(path),
                path};
    }
    if (code == GIT_ENOTFOUND) {
        return {ErrorCode::NotARepository, said, path};
    }
    if (said.contains(QString::fromLocal8Bit(std::strerror(EACCES)))) {
        return {ErrorCode::FileUnreadable, said, path};
    }
    return gitError(path);
}

Result<void> openGit(GitRepository& repository, const QByteArray& path, bool upwards)
{
    QByteArray folder = path;
    while (folder.size() > 1 && folder.endsWith('/')) {
        folder.chop(1);
    }
    if (Result<void> checked = checkGitFiles(folder); !checked) {
        return checked;
    }
    const auto flags = upwards ? 0U : static_cast<unsigned>(GIT_REPOSITORY_OPEN_NO_SEARCH);
    return openWith(repository, folder, flags);
}

Result<void> reopenGit(GitRepository& repository, const QByteArray& gitFolder)
{
    return openWith(repository, gitFolder,
                    GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_NO_DOTGIT);
}

Result<void> reopenGitBare(GitRepository& repository, const QByteArray& gitFolder)
{
    return openWith(repository, gitFolder,
                    GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_BARE);
}

Result<void> openGitWorktree(GitRepository& repository, git_worktree* worktree,
                             const QString& label)
{
    if (Result<void> checked = checkGitFiles(git_worktree_path(worktree)); !checked) {
        return checked;
    }
    if (gitMake(repository, git_repository_open_from_worktree, worktree) < 0) {
        return gitError(label);
    }
    return complete(repository);
}

QList<PatternsFile> namedPatterns(git_repository* repository)
{
    GitConfig config;
    QList<PatternsFile> files;
    if (gitMake(config, git_repository_config_snapshot, repository) < 0) {
        return files;
    }
    for (const char* key : {"core.attributesfile", "core.excludesfile"}) {
        git_config_entry* found = nullptr;
        if (git_config_get_entry(&found, config.get(), key) < 0) {
            continue;
        }
        const std::unique_ptr<git_config_entry, GitFree<git_config_entry_free>> entry(found);
        PatternsFile file{entry->value != nullptr ? entry->value : "",
                          entry->level < GIT_CONFIG_LEVEL_LOCAL};
        if (file.path.startsWith("~/")) {
            git_buf path = GIT_BUF_INIT;
            const bool expanded = git_config_parse_path(&path, file.path.constData()) == 0;
            file.path = expanded ? path.ptr : "";
            git_buf_dispose(&path);
        }
        if (!file.path.isEmpty()) {
            files.append(file);
        }
    }
    return files;
}

QByteArray gitHex(const git_oid* id)
{
    QByteArray hex(GIT_OID_HEXSZ, '\0');
    git_oid_fmt(hex.data(), id);
    return hex;
}

} // namespace rocport
