// Nothing that a repository names leads out of its folder.

#include "core/files/repositoryname.h"
#include "core/files/rootfolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rocport;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class TestRootFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAsGitTakesThem_data();
    void namesAsGitTakesThem();
    void writesAndReads();
    void refusesWhatLeadsOut_data();
    void refusesWhatLeadsOut();
    void theFolderItselfMayBeALink();
    void readsRegularFilesOnly();
};

void TestRootFolder::namesAsGitTakesThem_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("good");
    const QByteArrayList good{"a.cu",
                              "src/a b.cu",
                              "src/.gitignore",
                              ".github/x",
                              "..a",
                              "a..",
                              "...",
                              "back\\slash",
                              "new\nline",
                              "\xff\xfe",
                              "-rf",
                              "git~10",
                              QByteArray(255, 'n'),
                              QByteArray("d/").repeated(2000) + "f"};
    const QByteArrayList bad{"",
                             "/etc/passwd",
                             "..",
                             "../x",
                             "a/../../x",
                             "a/./b",
                             "a//b",
                             "a/",
                             ".git",
                             ".git/config",
                             "a/.GIT/hooks/x",
                             ".git./x",
                             ".git /x",
                             "GIT~1/config",
                             ".git::$INDEX_ALLOCATION/x",
                             ".g\xe2\x80\x8cit/config",
                             QByteArray("a\0b", 3),
                             QByteArray(256, 'n'),
                             QByteArray("d/").repeated(2048) + "f"};
    for (const QByteArray& name : good) {
        QTest::addRow("good: %s", name.left(40).toPercentEncoding().constData()) << name << true;
    }
    for (const QByteArray& name : bad) {
        QTest::addRow("bad: %s", name.left(40).toPercentEncoding().constData()) << name << false;
    }
}

void TestRootFolder::namesAsGitTakesThem()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, good);
    const auto checked = checkRepositoryName(RepoPath(name));
    QCOMPARE(checked.ok(), good);
    if (!good) {
        QCOMPARE(checked.error().code, ErrorCode::PathOutsideRepository);
        QVERIFY(!checked.error().detail.isEmpty());
    }
}

void TestRootFolder::writesAndReads()
{
    const QTemporaryDir dir;
    const auto root = RootFolder::open(dir.path());
    QVERIFY(root.ok());
    QVERIFY(root->write(RepoPath("\xffname.cu"), "any bytes").ok());
    QCOMPARE(*root->read(RepoPath("\xffname.cu")), QByteArray("any bytes"));
    const RepoPath path("src/deep/name.cu");
    QCOMPARE(root->read(path).error().code, ErrorCode::FileNotFound);
    QVERIFY(root->write(path, "one").ok());
    QCOMPARE(*root->read(path), QByteArray("one"));
    const QByteArray native = QFile::encodeName(dir.path()) + '/' + path.bytes();
    ::chmod(native.constData(), 0755);
    QVERIFY(root->write(path, "two").ok());
    QCOMPARE(*root->read(path), QByteArray("two"));
    struct stat status = {};
    QVERIFY(::stat(native.constData(), &status) == 0);
    QCOMPARE(int(status.st_mode & 0777), 0755);
    QCOMPARE(QDir(dir.filePath(QStringLiteral("src/deep")))
                 .entryList(QDir::Files | QDir::Hidden | QDir::System)
                 .size(),
             1);
    QCOMPARE(root->read(path, 2).error().code, ErrorCode::FileTooLarge);
    QCOMPARE(RootFolder::open(dir.filePath(QStringLiteral("none"))).error().code,
             ErrorCode::FileNotFound);
}

void TestRootFolder::refusesWhatLeadsOut_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("up") << QByteArray("../outside/x");
    QTest::newRow("a file that is a link") << QByteArray("link");
    QTest::newRow("a link to nothing yet") << QByteArray("dangling");
    QTest::newRow("a folder that is a link") << QByteArray("folder/x");
    QTest::newRow("a folder that is a link, further down") << QByteArray("folder/sub/deep/x");
    QTest::newRow("a link in between") << QByteArray("real/back/x");
    QTest::newRow("a link that stays inside") << QByteArray("inside/x");
    QTest::newRow("the git folder") << QByteArray(".git/hooks/post-checkout");
}

void TestRootFolder::refusesWhatLeadsOut()
{
    QFETCH(QByteArray, path);
    const QTemporaryDir dir;
    const QString outside = dir.filePath(QStringLiteral("outside"));
    const QString inside = dir.filePath(QStringLiteral("repository"));
    QVERIFY(QDir().mkpath(outside) && QDir().mkpath(inside + QStringLiteral("/real")) &&
            QDir().mkpath(inside + QStringLiteral("/.git/hooks")));
    put(outside + QStringLiteral("/x"), "kept");
    QVERIFY(QFile::link(outside + QStringLiteral("/x"), inside + QStringLiteral("/link")));
    QVERIFY(QFile::link(outside + QStringLiteral("/new"), inside + QStringLiteral("/dangling")));
    QVERIFY(QFile::link(outside, inside + QStringLiteral("/folder")));
    QVERIFY(QFile::link(QStringLiteral("../../outside"), inside + QStringLiteral("/real/back")));
    QVERIFY(QFile::link(QStringLiteral("real"), inside + QStringLiteral("/inside")));
    const auto root = RootFolder::open(inside);
    QVERIFY(root.ok());
    const auto written = root->write(RepoPath(path), "evil");
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::PathOutsideRepository);
    const auto bytes = root->read(RepoPath(path));
    QVERIFY(!bytes.ok());
    QCOMPARE(bytes.error().code, ErrorCode::PathOutsideRepository);
    // A link in the file's own place is not told as one on the way.
    const bool isFile = path == "link" || path == "dangling" || path == "folder";
    for (const QString& detail : {written.error().detail, bytes.error().detail}) {
        QCOMPARE(detail.contains(QStringLiteral("the file is a symbolic link")), isFile);
    }
    QCOMPARE(contentOf(outside + QStringLiteral("/x")), QByteArray("kept"));
    QCOMPARE(QDir(outside).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("x")});
    QVERIFY(QDir(inside + QStringLiteral("/.git/hooks")).isEmpty());
    QVERIFY(QDir(inside + QStringLiteral("/real")).entryList(QDir::Files).isEmpty());
}

void TestRootFolder::theFolderItselfMayBeALink()
{
    const QTemporaryDir dir;
    QVERIFY(QDir().mkpath(dir.filePath(QStringLiteral("real"))));
    const QString link = dir.filePath(QStringLiteral("link"));
    QVERIFY(QFile::link(dir.filePath(QStringLiteral("real")), link));
    const auto root = RootFolder::open(link);
    QVERIFY(root.ok());
    QVERIFY(root->write(RepoPath("a"), "text").ok());
    QCOMPARE(contentOf(dir.filePath(QStringLiteral("real/a"))), QByteArray("text"));
}

void TestRootFolder::readsRegularFilesOnly()
{
    const QTemporaryDir dir;
    const QByteArray pipe = QFile::encodeName(dir.filePath(QStringLiteral("pipe")));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const auto root = RootFolder::open(dir.path());
    QVERIFY(root.ok());
    QCOMPARE(root->read(RepoPath("pipe")).error().code, ErrorCode::FileUnreadable);
    QCOMPARE(root->write(RepoPath("pipe"), "x").error().code, ErrorCode::FileWriteFailed);
    struct stat status = {};
    QVERIFY(::stat(pipe.constData(), &status) == 0 && S_ISFIFO(status.st_mode));
}

QTEST_GUILESS_MAIN(TestRootFolder)
#include "tst_rootfolder.moc"
