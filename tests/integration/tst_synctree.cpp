#include "tests/integration/syncfixture.h"

using namespace rocport;
using namespace rocport::test;

class TestSyncTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bed = std::make_unique<SyncBed>(); }
    void cleanup() { m_bed.reset(); }
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
    void lockOfOneThatWasKilled_data();
    void lockOfOneThatWasKilled();
    void toolMissing();
    void badTreeName();
    void folderTree();

private:
    std::unique_ptr<SyncBed> m_bed;
};

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
        path = m_bed->path(QStringLiteral("bin"));
        QVERIFY(QDir().mkpath(path));
        for (const char* name :
             {"sh", "tar", "find", "xargs", "stat", "mkdir", "mv", "rm", "cmp", "wc", "df", "awk",
              "uname", "cat", "rmdir", "head", "tail", "sleep"}) {
            QVERIFY(QFile::link(*program, path + u'/' + QLatin1StringView(name)));
        }
    }
    m_bed->setRunner(std::make_shared<ShellRunner>(shell, path));
    QVector<SyncFile> files{fileOf("a.cu", "one\n"),
                            fileOf("src/b.cu", "two\n"),
                            fileOf("src/deep/er/c.h", "three\n"),
                            fileOf("run me", "#!/bin/sh\n", SyncFile::Kind::Executable),
                            fileOf("link", "src/b.cu", SyncFile::Kind::Link),
                            fileOf(".hidden", "h"),
                            fileOf("..dots", "d")};
    Result<SyncSummary> result = m_bed->sync(files);
    QVERIFY(result.ok());
    QVERIFY(!result->unchanged);
    QCOMPARE(result->sent, 7);
    QCOMPARE(result->folder.toUtf8() + '/', m_bed->root());
    QCOMPARE(contentOf(m_bed->root() + "a.cu"), QByteArray("one\n"));
    QCOMPARE(contentOf(m_bed->root() + "src/deep/er/c.h"), QByteArray("three\n"));
    QCOMPARE(contentOf(m_bed->root() + "link"), QByteArray("two\n"));
    QCOMPARE(contentOf(m_bed->root() + ".hidden"), QByteArray("h"));
    QCOMPARE(contentOf(m_bed->root() + "..dots"), QByteArray("d"));
    QCOMPARE(::access((m_bed->root() + "run me").constData(), X_OK), 0);

    result = m_bed->sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);

    files[1] = fileOf("src/b.cu", "changed\n");
    files.remove(2);
    files.append(fileOf("new", "n"));
    result = m_bed->sync(files);
    QVERIFY(result.ok());
    QCOMPARE(result->sent, 2);
    QCOMPARE(result->removed, 1);
    QCOMPARE(result->restored, 0);
    QCOMPARE(contentOf(m_bed->root() + "link"), QByteArray("changed\n"));
    QVERIFY(!exists(m_bed->root() + "src/deep"));
    QVERIFY(exists(m_bed->root() + "src"));
    result = m_bed->sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);

    result = m_bed->sync({}); // nothing at all is a tree too
    QVERIFY(result.ok());
    QCOMPARE(result->removed, 7);
    QVERIFY(!exists(m_bed->root() + "src"));
    result = m_bed->sync({});
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
    Result<SyncSummary> result = m_bed->sync(files);
    QVERIFY(result.ok());
    for (const QByteArray& name : names) {
        QCOMPARE(contentOf(m_bed->root() + name), "content of " + name);
    }
    result = m_bed->sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
    result = m_bed->sync({files.first()});
    QVERIFY(result.ok());
    QCOMPARE(result->removed, int(names.size() - 1));
    QCOMPARE(QDir(QFile::decodeName(m_bed->root()))
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("a b")});
}

void TestSyncTree::buildOutputsStay()
{
    QVERIFY(m_bed->sync({fileOf("src/a.cu", "a"), fileOf("src/b.cu", "b")}).ok());
    QVERIFY(QDir().mkpath(QFile::decodeName(m_bed->root() + "build-rocm")));
    writeFile(m_bed->root() + "build-rocm/a.o", "object");
    writeFile(m_bed->root() + "src/a.hip", "made by the build");
    Result<SyncSummary> result = m_bed->sync({fileOf("src/a.cu", "a"), fileOf("src/b.cu", "b")});
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
    struct stat before = {};
    struct stat after = {};
    QCOMPARE(::stat((m_bed->root() + "src/a.cu").constData(), &before), 0);
    result = m_bed->sync({fileOf("src/a.cu", "a")});
    QVERIFY(result.ok());
    QCOMPARE(result->sent, 0);
    QCOMPARE(contentOf(m_bed->root() + "build-rocm/a.o"), QByteArray("object"));
    QCOMPARE(contentOf(m_bed->root() + "src/a.hip"), QByteArray("made by the build"));
    QCOMPARE(::stat((m_bed->root() + "src/a.cu").constData(), &after), 0);
    QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec); // not built again for nothing
}

void TestSyncTree::changedThere()
{
    const QVector<SyncFile> files{fileOf("a", "aaaa"), fileOf("b", "bbbb"), fileOf("c", "cccc"),
                                  fileOf("d", "dddd"), fileOf("e", "eeee")};
    QVERIFY(m_bed->sync(files).ok());
    writeFile(m_bed->root() + "a", "AAAA"); // as long as before
    QVERIFY(QFile::remove(QFile::decodeName(m_bed->root() + "b")));
    QCOMPARE(::chmod((m_bed->root() + "c").constData(), 0755), 0);
    // With its old time, as cp -p would.
    struct stat status = {};
    QCOMPARE(::stat((m_bed->root() + "d").constData(), &status), 0);
    writeFile(m_bed->root() + "d", "DDDD");
    const timespec times[2]{status.st_atim, status.st_mtim};
    QCOMPARE(::utimensat(AT_FDCWD, (m_bed->root() + "d").constData(), times, 0), 0);
    const Result<SyncSummary> result = m_bed->sync(files);
    QVERIFY(result.ok());
    QVERIFY(!result->unchanged);
    QCOMPARE(result->restored, 4);
    QCOMPARE(result->sent, 4);
    for (const SyncFile& file : files) {
        QCOMPARE(contentOf(m_bed->root() + file.path.bytes()), *file.read());
    }
    QVERIFY(::access((m_bed->root() + "c").constData(), X_OK) != 0 || ::getuid() == 0);
    QCOMPARE(::stat((m_bed->root() + "c").constData(), &status), 0);
    QVERIFY((status.st_mode & S_IXUSR) == 0);
}

void TestSyncTree::kindsChange()
{
    QVERIFY(
        m_bed->sync({fileOf("x", "file"), fileOf("y/z", "in a folder"), fileOf("l", "x")}).ok());
    QVERIFY(m_bed
                ->sync({fileOf("x/inside", "now a folder"), fileOf("y", "now a file"),
                        fileOf("l", "x/inside", SyncFile::Kind::Link)})
                .ok());
    QCOMPARE(contentOf(m_bed->root() + "x/inside"), QByteArray("now a folder"));
    QCOMPARE(contentOf(m_bed->root() + "y"), QByteArray("now a file"));
    QCOMPARE(contentOf(m_bed->root() + "l"), QByteArray("now a folder"));
    QVERIFY(m_bed->sync({fileOf("l/sub", "link became a folder")}).ok());
    QCOMPARE(contentOf(m_bed->root() + "l/sub"), QByteArray("link became a folder"));
    QVERIFY(!exists(m_bed->root() + "x"));
}

void TestSyncTree::linkInTheWay()
{
    // What a build puts there must never lead a sync out of the tree.
    const QByteArray outside = QFile::encodeName(m_bed->path(QStringLiteral("outside")));
    QVERIFY(QDir().mkpath(QFile::decodeName(outside)));
    writeFile(outside + "/a", "precious");
    QVERIFY(m_bed->sync({fileOf("src/a", "1"), fileOf("src/b", "1"), fileOf("top", "1")}).ok());
    QVERIFY(QDir(QFile::decodeName(m_bed->root() + "src")).removeRecursively());
    QCOMPARE(::symlink(outside.constData(), (m_bed->root() + "src").constData()), 0);
    QVERIFY(m_bed->sync({fileOf("top", "1")}).ok()); // removes src/a
    QCOMPARE(contentOf(outside + "/a"), QByteArray("precious"));
    QVERIFY(m_bed->sync({fileOf("top", "1"), fileOf("src/a", "2")}).ok());
    QCOMPARE(contentOf(outside + "/a"), QByteArray("precious"));
    QCOMPARE(contentOf(m_bed->root() + "src/a"), QByteArray("2"));
}

void TestSyncTree::twoProjects()
{
    const QString one = treeName(QStringLiteral("Flash Kernels"), "/home/a/p.rocport");
    const QString two = treeName(QStringLiteral("Flash Kernels"), "/home/b/p.rocport");
    QVERIFY(one != two);
    QVERIFY(m_bed->sync({fileOf("a", "1")}, one).ok());
    QVERIFY(m_bed->sync({fileOf("a", "2")}, two).ok());
    QCOMPARE(contentOf(m_bed->root(one) + "a"), QByteArray("1"));
    QCOMPARE(contentOf(m_bed->root(two) + "a"), QByteArray("2"));
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
    const Result<SyncSummary> result = m_bed->sync({fileOf(path, "x")});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!exists(m_bed->root()));
}

void TestSyncTree::unreadableFile()
{
    SyncFile bad = fileOf("bad", "x");
    bad.read = []() -> Result<QByteArray> {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("no"), QStringLiteral("bad")};
    };
    Result<SyncSummary> result = m_bed->sync({fileOf("a", "1"), bad});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::FileUnreadable);
    result = m_bed->sync({fileOf("a", "1")}); // nothing of the failed one is in the way
    QVERIFY(result.ok());
    QCOMPARE(contentOf(m_bed->root() + "a"), QByteArray("1"));
}

void TestSyncTree::lockOfOneThatWasKilled_data()
{
    QTest::addColumn<QByteArray>("owner"); // null: the file is not there
    QTest::newRow("before it said whose it is") << QByteArray();
    QTest::newRow("while it said so") << QByteArray("");
    QTest::newRow("then") << QByteArray("999999999 %\n"); // more than a process can have
}

void TestSyncTree::lockOfOneThatWasKilled()
{
    QFETCH(QByteArray, owner);
    QVERIFY(m_bed->sync({fileOf("a", "1")}).ok());
    const QByteArray lock = QFile::encodeName(m_bed->workspace()) + "/sync/t/lock";
    QVERIFY(QDir().mkpath(QFile::decodeName(lock)));
    if (!owner.isNull()) {
        writeFile(lock + "/owner", owner.replace('%', QSysInfo::machineHostName().toUtf8()));
    }
    QVERIFY(m_bed->sync({fileOf("a", "2")}).ok());
    QCOMPARE(contentOf(m_bed->root() + "a"), QByteArray("2"));
    QVERIFY(!exists(lock));
}

void TestSyncTree::toolMissing()
{
    const QString bin = m_bed->path(QStringLiteral("bin"));
    QVERIFY(QDir().mkpath(bin));
    for (const char* name :
         {"tar", "find", "stat", "mkdir", "mv", "rm", "cmp", "wc", "df", "awk"}) {
        const Result<QString> program = findProgram(QLatin1StringView(name));
        QVERIFY(program.ok());
        QVERIFY(QFile::link(*program, bin + u'/' + QLatin1StringView(name)));
    }
    m_bed->setRunner(
        std::make_shared<ShellRunner>(QStringList{*findProgram(QStringLiteral("sh"))}, bin));
    const Result<SyncSummary> result = m_bed->sync({fileOf("a", "1")});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NodeToolMissing);
    QCOMPARE(result.error().object, QStringLiteral("xargs"));
}

void TestSyncTree::badTreeName()
{
    for (const QString& name : {QStringLiteral("../x"), QStringLiteral("-x"), QStringLiteral("a b"),
                                QStringLiteral(".x")}) {
        const Result<SyncSummary> result = m_bed->sync({fileOf("a", "1")}, name);
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, ErrorCode::NodeFailed);
    }
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
    QCOMPARE(sources->notes.size(), 3);
    QVERIFY(sources->notes.join(u' ').contains(QStringLiteral("src/sub/outside")));
    QVERIFY(sources->notes.join(u' ').contains(QStringLiteral("sneaky")));
    const Result<SyncSummary> result = m_bed->sync(sources->files);
    QVERIFY(result.ok());
    QCOMPARE(contentOf(m_bed->root() + "src/a.cu"), QByteArray("ported"));
    QCOMPARE(contentOf(m_bed->root() + "src/new.h"), QByteArray("generated"));
    QCOMPARE(contentOf(m_bed->root() + "src/sub/b.cu"), QByteArray("b"));
    QCOMPARE(contentOf(m_bed->root() + "src/sub/inside"), QByteArray("ported"));
    QVERIFY(!exists(m_bed->root() + "src/sub/outside"));
    QVERIFY(!exists(m_bed->root() + "absolute"));
    QCOMPARE(contentOf(from + "src/a.cu"), QByteArray("original"));
}

QTEST_GUILESS_MAIN(TestSyncTree)
#include "tst_synctree.moc"
