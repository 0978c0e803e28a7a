#pragma once

#include "core/process/localprocess.h"
#include "core/remote/synctree.h"
#include "tests/support/giventransport.h"
#include "tests/support/loopbacknode.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace rocport::test {

inline SyncFile fileOf(const QByteArray& path, const QByteArray& content,
                       SyncFile::Kind kind = SyncFile::Kind::File)
{
    return {RepoPath(path), blobIdentity(content), kind, content.size(),
            [content]() -> Result<QByteArray> { return content; }};
}

inline QByteArray contentOf(const QByteArray& path)
{
    std::ifstream file(path.toStdString(), std::ios::binary); // QFile takes no such names
    if (!file) {
        return "(cannot be read)";
    }
    return QByteArray::fromStdString({std::istreambuf_iterator<char>(file), {}});
}

inline void writeFile(const QByteArray& path, const QByteArray& content)
{
    QFile file(QFile::decodeName(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

/// Of finished(). Result has no default value, so that QVariant::value() cannot give it.
inline Result<SyncSummary> resultOf(const QSignalSpy& spy)
{
    const QVariant value = spy.first().first();
    return *static_cast<const Result<SyncSummary>*>(value.constData());
}

inline bool exists(const QByteArray& path)
{
    struct stat status = {};
    return ::lstat(path.constData(), &status) == 0;
}

/// sh with other options first ("busybox sh"), so that the script runs under another shell.
class ShellRunner : public ProcessRunner
{
public:
    explicit ShellRunner(QStringList shell, QString path = {})
        : m_shell(std::move(shell)), m_path(std::move(path))
    {
    }
    [[nodiscard]] std::unique_ptr<Process> create(const ProcessCommand& command) const override
    {
        ProcessCommand other = command;
        other.program = m_shell.first();
        other.arguments = m_shell.mid(1) + command.arguments;
        if (!m_path.isEmpty()) {
            other.environment.append({QStringLiteral("PATH"), m_path});
        }
        return m_runner.create(other);
    }
    [[nodiscard]] QString describe() const override { return QStringLiteral("this machine"); }

private:
    LocalProcessRunner m_runner;
    QStringList m_shell;
    QString m_path;
};

/// A node (this machine, or one on loopback) with a workspace, and trees on it.
class SyncBed
{
public:
    SyncBed()
        : m_runner(std::make_shared<LocalProcessRunner>()),
          m_node(localNode()),
          m_workspace(path(QStringLiteral("work space")))
    {
    }
    ~SyncBed()
    {
        // QTemporaryDir leaves files whose names are not UTF-8.
        if (m_loopback != nullptr) {
            std::filesystem::remove_all(m_workspace.toStdString());
        }
        std::filesystem::remove_all(m_folder.path().toStdString());
    }
    SyncBed(const SyncBed&) = delete;
    SyncBed& operator=(const SyncBed&) = delete;

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString workspace() const { return m_workspace; }
    [[nodiscard]] std::shared_ptr<const ProcessRunner> runner() const { return m_runner; }
    [[nodiscard]] LoopbackNode* loopback() const { return m_loopback.get(); }
    void setRunner(std::shared_ptr<const ProcessRunner> runner) { m_runner = std::move(runner); }
    /// From now on over ssh. Gives why it cannot be; empty: it can.
    QString useLoopback()
    {
        m_loopback = std::make_unique<LoopbackNode>();
        if (!m_loopback->start()) {
            return m_loopback->problem();
        }
        m_node = m_loopback->node();
        m_runner = transportOf(m_node, m_loopback->settings())->hostRunner();
        return {};
    }
    /// A folder "bin" with a program of this text; gives a PATH with it first.
    [[nodiscard]] QString fakeProgram(const char* name, const QByteArray& text) const
    {
        const QString bin = path(QStringLiteral("bin"));
        QDir().mkpath(bin);
        const QByteArray file = QFile::encodeName(bin) + '/' + name;
        writeFile(file, text);
        ::chmod(file.constData(), 0755);
        return bin + u':' + qEnvironmentVariable("PATH");
    }

    /// The folder of a tree, with '/'.
    [[nodiscard]] QByteArray root(const QString& tree = QStringLiteral("t")) const
    {
        return QFile::encodeName(m_workspace) + "/trees/" + tree.toUtf8() + '/';
    }
    [[nodiscard]] std::unique_ptr<TreeSync> make(const QString& tree = QStringLiteral("t")) const
    {
        Node node = m_node;
        node.workspace = m_workspace;
        return std::make_shared<GivenTransport>(node, m_runner)->sync(tree);
    }
    /// To its end.
    [[nodiscard]] Result<SyncSummary> sync(const QVector<SyncFile>& files,
                                           const QString& tree = QStringLiteral("t")) const
    {
        const std::unique_ptr<TreeSync> sync = make(tree);
        Result<SyncSummary> result = Error{ErrorCode::Internal, QStringLiteral("never ended"), {}};
        bool ended = false;
        QObject::connect(sync.get(), &TreeSync::finished, sync.get(),
                         [&](const Result<SyncSummary>& given) {
                             result = given;
                             ended = true;
                         });
        sync->start(files);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(ended, 120000); }();
        if (!result) {
            qInfo("sync: %s (%s)", qPrintable(result.error().detail),
                  qPrintable(result.error().object));
        }
        return result;
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<LoopbackNode> m_loopback;
    std::shared_ptr<const ProcessRunner> m_runner;
    Node m_node;
    QString m_workspace;
};

} // namespace rocport::test
