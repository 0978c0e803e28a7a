#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

namespace rocport::test {

ScratchRepository::ScratchRepository() : m_folder(m_temporary.path() + QStringLiteral("/repo"))
{
    QDir().mkpath(m_folder);
    git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"),
         QStringLiteral("main")});
    git({QStringLiteral("config"), QStringLiteral("user.name"), QStringLiteral("Test")});
    git({QStringLiteral("config"), QStringLiteral("user.email"), QStringLiteral("test@localhost")});
}

QString ScratchRepository::file(const QString& name) const
{
    return m_folder + u'/' + name;
}

void ScratchRepository::write(const QString& name, const QByteArray& bytes) const
{
    writeRaw(QFile::encodeName(name), bytes);
}

void ScratchRepository::writeRaw(const QByteArray& name, const QByteArray& bytes) const
{
    const QByteArray path = QFile::encodeName(m_folder) + '/' + name;
    QDir().mkpath(QFile::decodeName(path.left(path.lastIndexOf('/'))));
    FILE* out = std::fopen(path.constData(), "wb");
    if (out == nullptr) {
        qFatal("cannot write %s", path.constData());
    }
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), out);
    std::fclose(out);
}

QByteArray ScratchRepository::read(const QString& name) const
{
    QFile in(file(name));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QByteArray ScratchRepository::commitAll(const QString& message) const
{
    git({QStringLiteral("add"), QStringLiteral("-A")});
    git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("--allow-empty"),
         QStringLiteral("-m"), message});
    return git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).trimmed();
}

QByteArray ScratchRepository::git(const QStringList& arguments) const
{
    int code = 0;
    QByteArray output = runGit(m_folder, arguments, &code);
    if (code != 0) {
        qFatal("git %s failed: %s", qPrintable(arguments.join(u' ')), output.constData());
    }
    return output;
}

void ScratchRepository::copyFrom(const QString& folder) const
{
    QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        const QString target = file(QDir(folder).relativeFilePath(path));
        QDir().mkpath(QFileInfo(target).absolutePath());
        QFile::copy(path, target);
        QFile::setPermissions(target, QFile::permissions(target) | QFile::WriteOwner);
    }
}

QByteArray ScratchRepository::runGit(const QString& folder, const QStringList& arguments,
                                     int* exitCode)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("GIT_CONFIG_SYSTEM"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("git"), arguments);
    process.waitForFinished(30000);
    if (exitCode != nullptr) {
        *exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    return process.readAll();
}

} // namespace rocport::test
