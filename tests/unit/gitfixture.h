#pragma once

#include "tests/support/isolatehome.h"

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

/// A scratch repository driven by the git program, away from the settings of whoever runs the test.
class GitFixture
{
public:
    /// Call once, before anything initialises libgit2.
    static void isolate(const QString& home)
    {
        rocport::test::isolateHome(home);
        qputenv("GIT_CONFIG_GLOBAL", "/dev/null");
    }

    explicit GitFixture(bool init = true)
    {
        if (init) {
            run({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"),
                 QStringLiteral("main")});
            configure(path());
        }
    }

    /// Names that are not UTF-8 are beyond QTemporaryDir.
    ~GitFixture()
    {
        std::error_code ignored;
        std::filesystem::remove_all(QFile::encodeName(m_folder.path()).constData(), ignored);
    }
    GitFixture(const GitFixture&) = delete;
    GitFixture& operator=(const GitFixture&) = delete;

    void configure(const QString& folder) const
    {
        runIn(folder, {QStringLiteral("config"), QStringLiteral("user.name"),
                       QStringLiteral("Zo\u00eb M\u00fcller")});
        runIn(folder, {QStringLiteral("config"), QStringLiteral("user.email"),
                       QStringLiteral("zoe@example.org")});
    }

    [[nodiscard]] QString path() const { return m_folder.path() + QStringLiteral("/repo"); }
    [[nodiscard]] QString outside(const QString& name) const { return m_folder.filePath(name); }

    /// Output of git; fails the test when git does.
    QByteArray run(const QStringList& arguments) const { return runIn(path(), arguments); }

    static QByteArray runIn(const QString& folder, const QStringList& arguments,
                            int* exitCode = nullptr)
    {
        QDir().mkpath(folder);
        QProcess git;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        git.setProcessEnvironment(environment);
        git.setWorkingDirectory(folder);
        git.start(QStringLiteral("git"), arguments);
        if (!git.waitForFinished(30000)) {
            qFatal("git does not end");
        }
        const QByteArray output = git.readAllStandardOutput();
        const QByteArray errors = git.readAllStandardError();
        if (exitCode != nullptr) {
            *exitCode = git.exitCode();
            return output + errors;
        }
        if (git.exitCode() != 0) {
            qFatal("git %s: %s", qPrintable(arguments.join(u' ')), errors.constData());
        }
        return output;
    }

    /// Writes a file; `name` is bytes, folders are made.
    void write(const QByteArray& name, const QByteArray& content) const
    {
        const QByteArray full = QFile::encodeName(path()) + '/' + name;
        for (qsizetype slash = full.indexOf('/', 1); slash > 0;
             slash = full.indexOf('/', slash + 1)) {
            ::mkdir(full.left(slash).constData(), 0755);
        }
        FILE* file = ::fopen(full.constData(), "wb");
        if (file == nullptr) {
            qFatal("cannot write %s", full.constData());
        }
        ::fwrite(content.constData(), 1, static_cast<size_t>(content.size()), file);
        ::fclose(file);
    }

    static QByteArray readFile(const QString& name)
    {
        QFile file(name);
        if (!file.open(QIODevice::ReadOnly)) {
            return "<cannot open>";
        }
        return file.readAll();
    }

    /// Adds everything and commits; the new commit's id.
    QByteArray commitAll(const QString& message = QStringLiteral("change")) const
    {
        run({QStringLiteral("add"), QStringLiteral("-A")});
        run({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("--allow-empty"),
             QStringLiteral("-m"), message});
        return head();
    }

    QByteArray head() const
    {
        return run({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).trimmed();
    }

    QByteArray blob(const QByteArray& commit, const QString& name) const
    {
        return run({QStringLiteral("cat-file"), QStringLiteral("blob"),
                    QString::fromLatin1(commit) + u':' + name});
    }

    /// Every file of the checkout with type, mode and content, and what git keeps of it: index,
    /// HEAD, settings and the branches of the user.
    [[nodiscard]] QMap<QString, QByteArray> snapshot() const
    {
        QMap<QString, QByteArray> state;
        QDirIterator it(path(),
                        QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString name = it.next();
            const QString inside = name.mid(path().size() + 1);
            const bool ofGit = inside.startsWith(QStringLiteral(".git/")) &&
                               inside != QStringLiteral(".git/index") &&
                               inside != QStringLiteral(".git/HEAD") &&
                               inside != QStringLiteral(".git/config") &&
                               inside != QStringLiteral(".git/refs/heads/main") &&
                               inside != QStringLiteral(".git/logs/HEAD");
            if (ofGit || it.fileInfo().isDir()) {
                continue;
            }
            struct stat status = {};
            ::lstat(QFile::encodeName(name).constData(), &status);
            QByteArray entry =
                QByteArray::number(status.st_mode, 8) + ' ' +
                QByteArray::number(static_cast<qint64>(status.st_mtim.tv_sec)) + '.' +
                QByteArray::number(static_cast<qint64>(status.st_mtim.tv_nsec)) + ' ';
            entry +=
                it.fileInfo().isSymLink() ? it.fileInfo().symLinkTarget().toUtf8() : readFile(name);
            state.insert(inside, entry);
        }
        return state;
    }

private:
    QTemporaryDir m_folder;
};
