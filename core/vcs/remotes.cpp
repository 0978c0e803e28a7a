#include "core/vcs/remotes.h"

#include "core/scan/githandle.h"

#include <QFile>
#include <QStringList>

namespace rocport {

namespace {

QStringList remoteNames(git_repository* repository)
{
    QStringList names;
    git_strarray list = {};
    if (git_remote_list(&list, repository) == 0) {
        for (size_t i = 0; i < list.count; ++i) {
            names.append(QString::fromUtf8(list.strings[i]));
        }
        git_strarray_dispose(&list);
    }
    return names;
}

QString setting(git_repository* repository, const QByteArray& key)
{
    GitConfig config;
    git_buf text = GIT_BUF_INIT;
    const bool found = gitMake(config, git_repository_config, repository) == 0 &&
                       git_config_get_string_buf(&text, config.get(), key.constData()) == 0;
    QString value = found ? QString::fromUtf8(text.ptr) : QString();
    git_buf_dispose(&text);
    return value;
}

} // namespace

Result<QString> pushRemote(const QString& folder)
{
    const GitLibrary library;
    GitRepository repository;
    if (Result<void> opened = openGit(repository, QFile::encodeName(folder), true); !opened) {
        return opened.error();
    }
    const QStringList names = remoteNames(repository.get());
    QStringList wanted{setting(repository.get(), "remote.pushdefault")};
    GitReference head;
    if (gitMake(head, git_repository_head, repository.get()) == 0) {
        const QByteArray branch = git_reference_shorthand(head.get());
        wanted.append(setting(repository.get(), "branch." + branch + ".remote"));
    }
    wanted.append(QStringLiteral("origin"));
    for (const QString& name : std::as_const(wanted)) {
        if (names.contains(name)) {
            return name;
        }
    }
    return names.value(0);
}

} // namespace rocport
