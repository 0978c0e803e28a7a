#include "core/process/localprocess.h"
#include "core/remote/noderunner.h"
#include "core/remote/synctree.h"
#include "tests/support/loopbacknode.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace rocport;
using rocport::test::LoopbackNode;

namespace {

SyncFile fileOf(const QByteArray& path, const QByteArray& content,
                SyncFile::Kind kind = SyncFile::Kind::File)
{
    return {RepoPath(path), blobIdentity(content), kind, content.size(),
            [content]() -> Result<QByteArray> { return content; }};
}

QByteArray contentOf(const QByteArray& path)
{
    std::ifstream file(path.toStdString(), std::ios::binary); // QFile takes no such names
    if (!file) {
        return "(cannot be read)";
    }
    return QByteArray::fromStdString({std::istreambuf_iterator<char>(file), {}});
}

void writeFile(const QByteArray& path, const QByteArray& content)
{
    QFile file(QFile::decodeName(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

/// Of finished(). Result has no default value, so that QVariant::value() cannot give it.
Result<SyncSummary> resultOf(const QSignalSpy& spy)
{
    const QVariant value = spy.first().first();
    return *static_cast<const Result<SyncSummary>*>(value.constData());
}

bool exists(const QByteArray& path)
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

} // namespace

class TestSyncTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_runner = std::make_shared<LocalProcessRunner>();
        m_node = localNode();
        m_workspace = m_folder->filePath(QStringLiteral("work space"));
    }
    void cleanup()
    {
        if (m_loopback != nullptr && !m_workspace.isEmpty()) {
            std::filesystem::remove_all(m_workspace.toStdString());
        }
        m_loopback.reset();
        // QTemporaryDir leaves files whose names are not UTF-8.
        std::filesystem::remove_all(m_folder->path().toStdString());
        m_folder.reset();
    }

    void shells_data();
    void shells();
    void hostileNames();
    void buildOutputsStay();
    void changedThere();
    void kindsChange();
    void linkInTheWay();
    void twoProjects();
    void badPaths_data();
    void badPaths();
    void unreadableFile();
    void cancelled();
    void deletedInTheMiddle();
    void toolMissing();
    void badTreeName();
    void diskFull();
    void interruptedApply();
    void cutStream();
    void staleLock();
    void changedByAnother();
    void folderTree();
    void overSsh();
    void connectionCut();

private:
    Result<SyncSummary> sync(const QVector<SyncFile>& files, const QString& tree = QString());
    [[nodiscard]] QByteArray root(const QString& tree = QString()) const
    {
        return QFile::encodeName(m_workspace) + "/trees/" +
               (tree.isEmpty() ? QByteArray("t") : tree.toUtf8()) + '/';
    }
    void loopback();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LoopbackNode> m_loopback;
    std::shared_ptr<const ProcessRunner> m_runner;
    Node m_node;
    QString m_workspace;
};

Result<SyncSummary> TestSyncTree::sync(const QVector<SyncFile>& files, const QString& tree)
{
    TreeSync sync(m_runner, m_node, m_workspace, tree.isEmpty() ? QStringLiteral("t") : tree);
    Result<SyncSummary> result = Error{ErrorCode::Internal, QStringLiteral("never ended"), {}};
    bool ended = false;
    connect(&sync, &TreeSync::finished, this, [&](const Result<SyncSummary>& r) {
        result = r;
        ended = true;
    });
    sync.start(files);
    [&] { QTRY_VERIFY_WITH_TIMEOUT(ended, 60000); }();
    if (!result) {
        qInfo("sync: %s (%s)", qPrintable(result.error().detail),
              qPrintable(result.error().object));
    }
    return result;
}

void TestSyncTree::loopback()
{
    m_loopback = std::make_unique<LoopbackNode>();
    if (!m_loopback->start()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + m_loopback->problem()));
    }
    m_node = m_loopback->node();
    m_runner = hostRunner(m_node, m_loopback->settings());
}

void TestSyncTree::shells_data()
{
    QTest::addColumn<QStringList>("shell");
    QTest::addColumn<bool>("onlyBusybox");
    QTest::newRow("sh") << QStringList{QStringLiteral("sh")} << false;
    QTest::newRow("dash") << QStringList{QStringLiteral("dash")} << false;
    QTest::newRow("bash") << QStringList{QStringLiteral("bash"), QStringLiteral("--posix")}
                          << false;
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")}
                             << true;
}

void TestSyncTree::shells()
{
    QFETCH(QStringList, shell);
    QFETCH(bool, onlyBusybox);
    const Result<QString> program = findProgram(shell.first());
    if (!program) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST no ") + shell.first()));
    }
    shell.first() = *program;
    QString path;
    if (onlyBusybox) { // tar, find, xargs, stat … of busybox and nothing else
        path = m_folder->filePath(QStringLiteral("bin"));
        QVERIFY(QDir().mkpath(path));
        for (const char* name :
             {"sh", "tar", "find", "xargs", "stat", "mkdir", "mv", "rm", "cmp", "wc", "df", "awk",
              "uname", "cat", "rmdir", "head", "tail", "sleep"}) {
            QVERIFY(QFile::link(*program, path + u'/' + QLatin1StringView(name)));
        }
    }
    m_runner = std::make_shared<ShellRunner>(shell, path);
    QVector<SyncFile> files{fileOf("a.cu", "one\n"),
                            fileOf("src/b.cu", "two\n"),
                            fileOf("src/deep/er/c.h", "three\n"),
                            fileOf("run me", "#!/bin/sh\n", SyncFile::Kind::Executable),
                            fileOf("link", "src/b.cu", SyncFile::Kind::Link),
                            fileOf(".hidden", "h"),
                            fileOf("..dots", "d")};
    Result<SyncSummary> result = sync(files);
    QVERIFY(result.ok());
    QVERIFY(!result->unchanged);
    QCOMPARE(result->sent, 7);
    QCOMPARE(result->folder.toUtf8() + '/', root());
    QCOMPARE(contentOf(root() + "a.cu"), QByteArray("one\n"));
    QCOMPARE(contentOf(root() + "src/deep/er/c.h"), QByteArray("three\n"));
    QCOMPARE(contentOf(root() + "link"), QByteArray("two\n"));
    QCOMPARE(contentOf(root() + ".hidden"), QByteArray("h"));
    QCOMPARE(contentOf(root() + "..dots"), QByteArray("d"));
    QCOMPARE(::access((root() + "run me").constData(), X_OK), 0);

    result = sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);

    files[1] = fileOf("src/b.cu", "changed\n");
    files.remove(2);
    files.append(fileOf("new", "n"));
    result = sync(files);
    QVERIFY(result.ok());
    QCOMPARE(result->sent, 2);
    QCOMPARE(result->removed, 1);
    QCOMPARE(result->restored, 0);
    QCOMPARE(contentOf(root() + "link"), QByteArray("changed\n"));
    QVERIFY(!exists(root() + "src/deep"));
    QVERIFY(exists(root() + "src"));
    result = sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);

    result = sync({}); // nothing at all is a tree too
    QVERIFY(result.ok());
    QCOMPARE(result->removed, 7);
    QVERIFY(!exists(root() + "src"));
    result = sync({});
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
}

void TestSyncTree::hostileNames()
{
    const QVector<QByteArray> names{"a b",
                                    "line\nbreak",
                                    "line\nfolder/in folder\n/x",
                                    "'quote'",
                                    "\"double\"",
                                    "$(touch pwned)",
                                    "`touch pwned`",
                                    "-rf",
                                    "--/-x",
                                    "*",
                                    "[a]",
                                    "back\\slash",
                                    "back\\nslash",
                                    "caf\xe9",
                                    "\xff\xfe",
                                    " leading",
                                    "trailing ",
                                    "tab\there",
                                    "semi;colon&|<>",
                                    QByteArray(200, 'l') + '/' + QByteArray(200, 'm'),
                                    "~",
                                    "#x",
                                    "!x",
                                    "{a,b}",
                                    "\x01\x7f"};
    QVector<SyncFile> files;
    for (const QByteArray& name : names) {
        files.append(fileOf(name, "content of " + name));
    }
    Result<SyncSummary> result = sync(files);
    QVERIFY(result.ok());
    for (const QByteArray& name : names) {
        QCOMPARE(contentOf(root() + name), "content of " + name);
    }
    result = sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
    result = sync({files.first()});
    QVERIFY(result.ok());
    QCOMPARE(result->removed, int(names.size() - 1));
    QCOMPARE(QDir(QFile::decodeName(root()))
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("a b")});
}

void TestSyncTree::buildOutputsStay()
{
    QVERIFY(sync({fileOf("src/a.cu", "a"), fileOf("src/b.cu", "b")}).ok());
    QVERIFY(QDir().mkpath(QFile::decodeName(root() + "build-rocm")));
    writeFile(root() + "build-rocm/a.o", "object");
    writeFile(root() + "src/a.hip", "made by the build");
    Result<SyncSummary> result = sync({fileOf("src/a.cu", "a"), fileOf("src/b.cu", "b")});
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
    struct stat before = {};
    struct stat after = {};
    QCOMPARE(::stat((root() + "src/a.cu").constData(), &before), 0);
    result = sync({fileOf("src/a.cu", "a")});
    QVERIFY(result.ok());
    QCOMPARE(result->sent, 0);
    QCOMPARE(contentOf(root() + "build-rocm/a.o"), QByteArray("object"));
    QCOMPARE(contentOf(root() + "src/a.hip"), QByteArray("made by the build"));
    QCOMPARE(::stat((root() + "src/a.cu").constData(), &after), 0);
    QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec); // not built again for nothing
}

void TestSyncTree::changedThere()
{
    const QVector<SyncFile> files{fileOf("a", "aaaa"), fileOf("b", "bbbb"), fileOf("c", "cccc"),
                                  fileOf("d", "dddd"), fileOf("e", "eeee")};
    QVERIFY(sync(files).ok());
    writeFile(root() + "a", "AAAA"); // as long as before
    QVERIFY(QFile::remove(QFile::decodeName(root() + "b")));
    QCOMPARE(::chmod((root() + "c").constData(), 0755), 0);
    // With its old time, as cp -p would.
    struct stat status = {};
    QCOMPARE(::stat((root() + "d").constData(), &status), 0);
    writeFile(root() + "d", "DDDD");
    const timespec times[2]{status.st_atim, status.st_mtim};
    QCOMPARE(::utimensat(AT_FDCWD, (root() + "d").constData(), times, 0), 0);
    const Result<SyncSummary> result = sync(files);
    QVERIFY(result.ok());
    QVERIFY(!result->unchanged);
    QCOMPARE(result->restored, 4);
    QCOMPARE(result->sent, 4);
    for (const SyncFile& file : files) {
        QCOMPARE(contentOf(root() + file.path.bytes()), *file.read());
    }
    QVERIFY(::access((root() + "c").constData(), X_OK) != 0 || ::getuid() == 0);
    QCOMPARE(::stat((root() + "c").constData(), &status), 0);
    QVERIFY((status.st_mode & S_IXUSR) == 0);
}

void TestSyncTree::kindsChange()
{
    QVERIFY(sync({fileOf("x", "file"), fileOf("y/z", "in a folder"), fileOf("l", "x")}).ok());
    QVERIFY(sync({fileOf("x/inside", "now a folder"), fileOf("y", "now a file"),
                  fileOf("l", "x/inside", SyncFile::Kind::Link)})
                .ok());
    QCOMPARE(contentOf(root() + "x/inside"), QByteArray("now a folder"));
    QCOMPARE(contentOf(root() + "y"), QByteArray("now a file"));
    QCOMPARE(contentOf(root() + "l"), QByteArray("now a folder"));
    QVERIFY(sync({fileOf("l/sub", "link became a folder")}).ok());
    QCOMPARE(contentOf(root() + "l/sub"), QByteArray("link became a folder"));
    QVERIFY(!exists(root() + "x"));
}

void TestSyncTree::linkInTheWay()
{
    // What a build puts there must never lead a sync out of the tree.
    const QByteArray outside = QFile::encodeName(m_folder->filePath(QStringLiteral("outside")));
    QVERIFY(QDir().mkpath(QFile::decodeName(outside)));
    writeFile(outside + "/a", "precious");
    QVERIFY(sync({fileOf("src/a", "1"), fileOf("src/b", "1"), fileOf("top", "1")}).ok());
    QVERIFY(QDir(QFile::decodeName(root() + "src")).removeRecursively());
    QCOMPARE(::symlink(outside.constData(), (root() + "src").constData()), 0);
    QVERIFY(sync({fileOf("top", "1")}).ok()); // removes src/a
    QCOMPARE(contentOf(outside + "/a"), QByteArray("precious"));
    QVERIFY(sync({fileOf("top", "1"), fileOf("src/a", "2")}).ok());
    QCOMPARE(contentOf(outside + "/a"), QByteArray("precious"));
    QCOMPARE(contentOf(root() + "src/a"), QByteArray("2"));
}

void TestSyncTree::twoProjects()
{
    const QString one = treeName(QStringLiteral("Flash Kernels"), "/home/a/p.rocport");
    const QString two = treeName(QStringLiteral("Flash Kernels"), "/home/b/p.rocport");
    QVERIFY(one != two);
    QVERIFY(sync({fileOf("a", "1")}, one).ok());
    QVERIFY(sync({fileOf("a", "2")}, two).ok());
    QCOMPARE(contentOf(root(one) + "a"), QByteArray("1"));
    QCOMPARE(contentOf(root(two) + "a"), QByteArray("2"));
}

void TestSyncTree::badPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const char* path : {"", "/etc/passwd", "../x", "a/../../x", "a//b", "./a", ".git/config",
                             "sub/.GIT/hooks/post-checkout", "a/"}) {
        QTest::newRow(path) << QByteArray(path);
    }
}

void TestSyncTree::badPaths()
{
    QFETCH(QByteArray, path);
    const Result<SyncSummary> result = sync({fileOf(path, "x")});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!exists(root()));
}

void TestSyncTree::unreadableFile()
{
    SyncFile bad = fileOf("bad", "x");
    bad.read = []() -> Result<QByteArray> {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("no"), QStringLiteral("bad")};
    };
    Result<SyncSummary> result = sync({fileOf("a", "1"), bad});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::FileUnreadable);
    result = sync({fileOf("a", "1")}); // nothing of the failed one is in the way
    QVERIFY(result.ok());
    QCOMPARE(contentOf(root() + "a"), QByteArray("1"));
}

void TestSyncTree::cancelled()
{
    const CancelToken cancel;
    TreeSync sync(m_runner, m_node, m_workspace, QStringLiteral("t"));
    QSignalSpy ended(&sync, &TreeSync::finished);
    cancel.cancel();
    sync.start({fileOf("a", "1")}, cancel);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30000);
    const auto result = resultOf(ended);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}

void TestSyncTree::deletedInTheMiddle()
{
    QVector<SyncFile> files;
    for (int i = 0; i < 50; ++i) {
        SyncFile slow = fileOf("f" + QByteArray::number(i), QByteArray(300000, 'x'));
        slow.read = [read = slow.read] {
            QThread::msleep(2);
            return read();
        };
        files.append(slow);
    }
    auto sync = std::make_unique<TreeSync>(m_runner, m_node, m_workspace, QStringLiteral("t"));
    QSignalSpy moved(sync.get(), &TreeSync::progress);
    sync->start(files);
    QTRY_VERIFY_WITH_TIMEOUT(!moved.isEmpty(), 30000);
    sync.reset();
    const Result<SyncSummary> result = this->sync(files);
    QVERIFY(result.ok());
    QCOMPARE(contentOf(root() + "f49").size(), 300000);
}

void TestSyncTree::toolMissing()
{
    const QString bin = m_folder->filePath(QStringLiteral("bin"));
    QVERIFY(QDir().mkpath(bin));
    for (const char* name :
         {"tar", "find", "stat", "mkdir", "mv", "rm", "cmp", "wc", "df", "awk"}) {
        const Result<QString> program = findProgram(QLatin1StringView(name));
        QVERIFY(program.ok());
        QVERIFY(QFile::link(*program, bin + u'/' + QLatin1StringView(name)));
    }
    m_runner = std::make_shared<ShellRunner>(QStringList{*findProgram(QStringLiteral("sh"))}, bin);
    const Result<SyncSummary> result = sync({fileOf("a", "1")});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NodeToolMissing);
    QCOMPARE(result.error().object, QStringLiteral("xargs"));
}

void TestSyncTree::badTreeName()
{
    for (const QString& name : {QStringLiteral("../x"), QStringLiteral("-x"), QStringLiteral("a b"),
                                QStringLiteral(".x")}) {
        const Result<SyncSummary> result = sync({fileOf("a", "1")}, name);
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, ErrorCode::NodeFailed);
    }
}

void TestSyncTree::diskFull()
{
    // A stand-in that fails as tar does when the disk is full.
    const QString bin = m_folder->filePath(QStringLiteral("bin"));
    QVERIFY(QDir().mkpath(bin));
    const QByteArray tar = QFile::encodeName(bin) + "/tar";
    writeFile(tar, "#!/bin/sh\ncat >/dev/null\n"
                   "echo 'tar: files/a: Cannot write: No space left on device' >&2\nexit 2\n");
    QCOMPARE(::chmod(tar.constData(), 0755), 0);
    m_runner = std::make_shared<ShellRunner>(QStringList{*findProgram(QStringLiteral("sh"))},
                                             bin + u':' + qEnvironmentVariable("PATH"));
    Result<SyncSummary> result = sync({fileOf("a", "1")});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NodeDiskFull);
    QVERIFY(result.error().detail.contains(QStringLiteral("No space left")));
    QVERIFY(result.error().detail.contains(m_workspace));
    m_runner = std::make_shared<LocalProcessRunner>();
    result = sync({fileOf("a", "1")});
    QVERIFY(result.ok());
}

void TestSyncTree::interruptedApply()
{
    // mv is killed after some files: the tree is neither the old nor the new one.
    QVERIFY(sync({fileOf("d1/a", "old"), fileOf("d2/b", "old"), fileOf("gone", "old")}).ok());
    const QString bin = m_folder->filePath(QStringLiteral("bin"));
    QVERIFY(QDir().mkpath(bin));
    const QByteArray mv = QFile::encodeName(bin) + "/mv";
    writeFile(mv, "#!/bin/sh\ncase $* in\n*./d*) [ -e \"$0.once\" ] && kill -9 $PPID && exit 1\n"
                  "echo x >\"$0.once\";;\nesac\nexec " +
                      findProgram(QStringLiteral("mv"))->toUtf8() + " \"$@\"\n");
    QCOMPARE(::chmod(mv.constData(), 0755), 0);
    m_runner = std::make_shared<ShellRunner>(QStringList{*findProgram(QStringLiteral("sh"))},
                                             bin + u':' + qEnvironmentVariable("PATH"));
    const Result<SyncSummary> broken = sync({fileOf("d1/a", "new"), fileOf("d1/extra", "new"),
                                             fileOf("d2/extra", "new"), fileOf("d2/b", "new")});
    QVERIFY(!broken.ok());
    // One of the folders was moved, whichever find gave first.
    QVERIFY((contentOf(root() + "d1/a") == "new") != (contentOf(root() + "d2/b") == "new"));
    QVERIFY(!exists(root() + "gone"));
    m_runner = std::make_shared<LocalProcessRunner>();
    // Back to the first list, as if the user had undone it: all is as it was.
    const Result<SyncSummary> mended =
        sync({fileOf("d1/a", "old"), fileOf("d2/b", "old"), fileOf("gone", "old")});
    QVERIFY(mended.ok());
    QVERIFY(!mended->unchanged);
    QCOMPARE(contentOf(root() + "d1/a"), QByteArray("old"));
    QCOMPARE(contentOf(root() + "d2/b"), QByteArray("old"));
    QCOMPARE(contentOf(root() + "gone"), QByteArray("old"));
    QVERIFY(!exists(root() + "d1/extra"));
    QVERIFY(!exists(root() + "d2/extra"));
}

void TestSyncTree::cutStream()
{
    // Without the last member nothing of it is applied.
    const auto list = std::make_shared<SyncList>(*makeSyncList({fileOf("a", "1")}));
    const SyncPlan plan = planSync(list, {});
    ProcessCommand command;
    QFile script(QStringLiteral(":/rocport/node/sync.sh"));
    QVERIFY(sync({}).ok()); // the resource is there from now on
    QVERIFY(script.open(QIODevice::ReadOnly));
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"),
                         QString::fromUtf8(script.readAll()),
                         QStringLiteral("sync.sh"),
                         QStringLiteral("apply"),
                         m_workspace,
                         QStringLiteral("t"),
                         QString::fromLatin1(list->digest)};
    const QByteArray stream = syncStreamHead(plan) + syncStreamFile(list->files.first(), "1");
    for (const QByteArray& part : {stream, stream.left(stream.size() - 600), stream.left(100),
                                   QByteArray("no tar at all")}) {
        command.input = part;
        const auto process = m_runner->create(command);
        QSignalSpy ended(process.get(), &Process::finished);
        process->start();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30000);
        QCOMPARE(ended.first().first().value<ProcessOutcome>().exitCode, 8);
        QVERIFY(!exists(root() + "a"));
    }
}

void TestSyncTree::staleLock()
{
    const QByteArray lock = QFile::encodeName(m_workspace) + "/sync/t/lock";
    QVERIFY(QDir().mkpath(QFile::decodeName(lock)));
    writeFile(lock + "/owner", "999999999 " + QSysInfo::machineHostName().toUtf8() + '\n');
    QVERIFY(sync({fileOf("a", "1")}).ok());
    QVERIFY(!exists(lock));
}

void TestSyncTree::changedByAnother()
{
    // Two syncs of one tree at once: one after the other, and the tree is one of both lists.
    TreeSync one(m_runner, m_node, m_workspace, QStringLiteral("t"));
    TreeSync two(m_runner, m_node, m_workspace, QStringLiteral("t"));
    QSignalSpy oneEnded(&one, &TreeSync::finished);
    QSignalSpy twoEnded(&two, &TreeSync::finished);
    QVector<SyncFile> first;
    QVector<SyncFile> second;
    for (int i = 0; i < 40; ++i) {
        first.append(fileOf("one" + QByteArray::number(i), "1"));
        second.append(fileOf("two" + QByteArray::number(i), "2"));
    }
    one.start(first);
    two.start(second);
    QTRY_COMPARE_WITH_TIMEOUT(oneEnded.size() + twoEnded.size(), 2, 60000);
    QVERIFY(resultOf(oneEnded).ok());
    QVERIFY(resultOf(twoEnded).ok());
    const int ones = exists(root() + "one0") ? 40 : 0;
    QCOMPARE(QDir(QFile::decodeName(root())).entryList(QDir::Files).size(), 40);
    QCOMPARE(exists(root() + "one39"), ones == 40);
    QCOMPARE(exists(root() + "two39"), ones == 0);
}

void TestSyncTree::folderTree()
{
    const QTemporaryDir source;
    const QByteArray from = QFile::encodeName(source.path()) + '/';
    QVERIFY(QDir(source.path()).mkpath(QStringLiteral("src/sub")));
    writeFile(from + "src/a.cu", "original");
    writeFile(from + "src/sub/b.cu", "b");
    QCOMPARE(::symlink("../a.cu", (from + "src/sub/inside").constData()), 0);
    QCOMPARE(::symlink("../../../etc/passwd", (from + "src/sub/outside").constData()), 0);
    QCOMPARE(::symlink("/etc/passwd", (from + "absolute").constData()), 0);
    QCOMPARE(::symlink("src/sub/../../..", (from + "sneaky").constData()), 0);
    Result<std::unique_ptr<SourceTree>> tree = openFolderTree(source.path());
    QVERIFY(tree.ok());
    const std::shared_ptr<const SourceTree> shared = std::move(*tree);
    const Result<SyncSources> sources = collectSyncFiles(
        shared, {{RepoPath("src/a.cu"), "ported"}, {RepoPath("src/new.h"), "generated"}}, {});
    QVERIFY(sources.ok());
    QCOMPARE(sources->remarks.size(), 3);
    QVERIFY(sources->remarks.join(u' ').contains(QStringLiteral("src/sub/outside")));
    QVERIFY(sources->remarks.join(u' ').contains(QStringLiteral("sneaky")));
    const Result<SyncSummary> result = sync(sources->files);
    QVERIFY(result.ok());
    QCOMPARE(contentOf(root() + "src/a.cu"), QByteArray("ported"));
    QCOMPARE(contentOf(root() + "src/new.h"), QByteArray("generated"));
    QCOMPARE(contentOf(root() + "src/sub/b.cu"), QByteArray("b"));
    QCOMPARE(contentOf(root() + "src/sub/inside"), QByteArray("ported"));
    QVERIFY(!exists(root() + "src/sub/outside"));
    QVERIFY(!exists(root() + "absolute"));
    QCOMPARE(contentOf(from + "src/a.cu"), QByteArray("original"));
}

void TestSyncTree::overSsh()
{
    loopback();
    if (QTest::currentTestFailed() || m_loopback->problem().size() > 0) {
        return;
    }
    QVector<SyncFile> files{fileOf("a b\n'c'", "1"), fileOf("caf\xe9/-x", "2"),
                            fileOf("big", QByteArray(6'000'000, 'b'))};
    Result<SyncSummary> result = sync(files);
    QVERIFY(result.ok());
    QCOMPARE(result->sent, 3);
    QCOMPARE(contentOf(root() + "caf\xe9/-x"), QByteArray("2"));
    QCOMPARE(contentOf(root() + "big").size(), 6'000'000);
    result = sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
    m_loopback->stop();
    result = sync(files);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NodeUnreachable);
}

void TestSyncTree::connectionCut()
{
    loopback();
    if (QTest::currentTestFailed() || m_loopback->problem().size() > 0) {
        return;
    }
    QVERIFY(sync({fileOf("old", "kept until all is there")}).ok());
    QVector<SyncFile> files;
    for (int i = 0; i < 60; ++i) {
        files.append(fileOf("f" + QByteArray::number(i), QByteArray(500'000, char('a' + i % 26))));
    }
    TreeSync cut(m_runner, m_node, m_workspace, QStringLiteral("t"));
    QSignalSpy ended(&cut, &TreeSync::finished);
    bool done = false;
    connect(&cut, &TreeSync::progress, this, [&](qint64 sent, qint64) {
        if (!done && sent > 2'000'000) {
            done = true;
            m_loopback->cutConnections();
        }
    });
    cut.start(files);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
    const auto result = resultOf(ended);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::ConnectionLost);
    QVERIFY(exists(root() + "old")); // nothing was applied
    QVERIFY(!exists(root() + "f0"));
    const Result<SyncSummary> next = sync(files);
    QVERIFY(next.ok());
    QCOMPARE(next->sent, 60);
    QVERIFY(!exists(root() + "old"));
    QCOMPARE(contentOf(root() + "f59"), QByteArray(500'000, char('a' + 59 % 26)));
}

QTEST_GUILESS_MAIN(TestSyncTree)
#include "tst_synctree.moc"
