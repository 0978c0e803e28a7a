// Project files that another process has, that may not be read or written, or for which the disk
// has no room.
#include "projectfolder.h"
#include "tests/support/filesizelimit.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace rocport;
using fixture::outside;

namespace {

/// Acts as a user without rights while it lives: root may write everywhere, so tests of read-only
/// files would pass nothing.
class WithoutRights
{
public:
    WithoutRights()
    {
        if (::geteuid() == 0) {
            m_dropped = ::seteuid(65534) == 0;
        }
    }
    ~WithoutRights()
    {
        if (m_dropped && ::seteuid(0) != 0) {
            qFatal("rights are not back");
        }
    }
    WithoutRights(const WithoutRights&) = delete;
    WithoutRights& operator=(const WithoutRights&) = delete;

private:
    bool m_dropped = false;
};

} // namespace

class TestProjectAccess : public QObject, protected fixture::ProjectFolder
{
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }
    void lockedByAnotherProcess();
    void lockDiesWithItsProcess();
    void openTwiceInOneProcess();
    void readOnlyFile();
    void readOnlyFolder();
    void unreadableFile();
    void createWhereNothingCanBeWritten();
    void fullDiskKeepsWhatWasThere();
    void fullDiskAtCreation();
};

void TestProjectAccess::lockedByAnotherProcess()
{
    makeProject();
    int ready[2];
    int done[2];
    QVERIFY(::pipe(ready) == 0 && ::pipe(done) == 0);
    const QByteArray lockFile = QFile::encodeName(path() + QStringLiteral(".lock"));
    const pid_t child = ::fork();
    if (child == 0) { // another process that holds what an open project holds
        const int file = ::open(lockFile.constData(), O_RDWR | O_CREAT, 0666);
        const char ok = ::flock(file, LOCK_EX | LOCK_NB) == 0 ? 'y' : 'n';
        (void)!::write(ready[1], &ok, 1);
        char byte = 0;
        (void)!::read(done[0], &byte, 1);
        ::_exit(0);
    }
    char locked = 0;
    QCOMPARE(::read(ready[0], &locked, 1), 1);
    QCOMPARE(locked, 'y');
    QCOMPARE(openCode(), ErrorCode::ProjectLocked);
    QCOMPARE(ProjectFile::open(path()).error().object, path());
    QVERIFY(ProjectFile::open(path(), true).ok()); // reading is free
    QCOMPARE(::write(done[1], "x", 1), 1);
    ::waitpid(child, nullptr, 0);
    QVERIFY(ProjectFile::open(path()).ok());
    for (const int end : {ready[0], ready[1], done[0], done[1]}) {
        ::close(end);
    }
}

void TestProjectAccess::lockDiesWithItsProcess()
{
    makeProject();
    int ready[2];
    QVERIFY(::pipe(ready) == 0);
    const QByteArray lockFile = QFile::encodeName(path() + QStringLiteral(".lock"));
    const pid_t child = ::fork();
    if (child == 0) {
        const int file = ::open(lockFile.constData(), O_RDWR | O_CREAT, 0666);
        (void)::flock(file, LOCK_EX | LOCK_NB);
        (void)!::write(ready[1], "y", 1);
        for (;;) {
            ::pause();
        }
    }
    char byte = 0;
    QCOMPARE(::read(ready[0], &byte, 1), 1);
    QCOMPARE(openCode(), ErrorCode::ProjectLocked);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    QVERIFY(ProjectFile::open(path()).ok());
    ::close(ready[0]);
    ::close(ready[1]);
}

void TestProjectAccess::openTwiceInOneProcess()
{
    makeProject();
    auto first = ProjectFile::open(path());
    QVERIFY(first.ok());
    QCOMPARE(openCode(), ErrorCode::ProjectLocked);
    first->reset();
    QVERIFY(ProjectFile::open(path()).ok());
}

void TestProjectAccess::readOnlyFile()
{
    makeProject();
    QVERIFY(::chmod(QFile::encodeName(path()).constData(), 0444) == 0);
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0777) == 0);
    const WithoutRights user;
    QCOMPARE(openCode(), ErrorCode::ProjectReadOnly);
    const auto opened = ProjectFile::open(path(), true);
    QVERIFY(opened.ok());
    QCOMPARE((*opened)->batches()->size(), 1);
    QCOMPARE((*opened)->setSummary(Phase::Build, QStringLiteral("x")).error().code,
             ErrorCode::ProjectReadOnly);
    QCOMPARE((*opened)->recordCommit({}).error().code, ErrorCode::ProjectReadOnly);
    QCOMPARE((*opened)->recordUndoneCommit("a").error().code, ErrorCode::ProjectReadOnly);
    QCOMPARE((*opened)->recordExport({}).error().code, ErrorCode::ProjectReadOnly);
    QCOMPARE((*opened)->setOverride({}, false).error().code, ErrorCode::ProjectReadOnly);
}

void TestProjectAccess::readOnlyFolder()
{
    makeProject();
    QVERIFY(::chmod(QFile::encodeName(path()).constData(), 0666) == 0);
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0555) == 0);
    {
        const WithoutRights user;
        QCOMPARE(openCode(), ErrorCode::ProjectReadOnly);
        const auto opened = ProjectFile::open(path(), true);
        QVERIFY(opened.ok());
        QCOMPARE((*(*opened)->loadScan())->files.size(), 3);
    }
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755) == 0);
}

void TestProjectAccess::unreadableFile()
{
    makeProject();
    QVERIFY(::chmod(QFile::encodeName(path()).constData(), 0) == 0);
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755) == 0);
    const WithoutRights user;
    QCOMPARE(openCode(), ErrorCode::FileUnreadable);
    QCOMPARE(openCode(true), ErrorCode::FileUnreadable);
}

void TestProjectAccess::createWhereNothingCanBeWritten()
{
    const QString nowhere = m_folder->filePath(QStringLiteral("no/such/folder/x.rocport"));
    QCOMPARE(ProjectFile::create(nowhere, fixture::meta()).error().code,
             ErrorCode::FileWriteFailed);
    // Names that are too long are said as such, by the system's limit and by SQLite's.
    const QString longName = m_folder->filePath(QString(300, u'x'));
    const Error named = ProjectFile::create(longName, fixture::meta()).error();
    QCOMPARE(named.code, ErrorCode::FileWriteFailed);
    QVERIFY2(named.detail.contains(QStringLiteral("longer than the file system allows")),
             qPrintable(named.detail));
    QString deep = m_folder->path();
    for (int i = 0; i < 4; ++i) {
        deep += u'/' + QString(120, u'd');
    }
    QVERIFY(QDir().mkpath(deep));
    const Error path =
        ProjectFile::create(deep + QStringLiteral("/x.rocport"), fixture::meta()).error();
    QCOMPARE(path.code, ErrorCode::FileWriteFailed);
    QVERIFY2(path.detail.contains(QStringLiteral("SQLite allows")), qPrintable(path.detail));
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0555) == 0);
    {
        const WithoutRights user;
        QCOMPARE(ProjectFile::create(this->path(), fixture::meta()).error().code,
                 ErrorCode::ProjectReadOnly);
    }
    QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755) == 0);
}

void TestProjectAccess::fullDiskKeepsWhatWasThere()
{
    makeProject();
    {
        auto file = ProjectFile::open(path());
        QVERIFY(file.ok());
        const test::FileSizeLimit disk(200 * 1024);
        const auto saved = (*file)->saveScan(*fixture::scan(200, 30));
        QVERIFY(!saved.ok());
        QCOMPARE(saved.error().code, ErrorCode::DiskFull);
        QVector<Decision> many(5000, fixture::decision(fixture::hexId(1), DecisionKind::Accepted));
        many[0].note = QString(300'000, u'x');
        QCOMPARE((*file)->appendBatch(fixture::batch(BatchKind::Decide, many)).error().code,
                 ErrorCode::DiskFull);
        // What was there still is, and small writes still go through.
        QCOMPARE((*(*file)->loadScan())->files.size(), 3);
        QCOMPARE((*file)->batches()->size(), 1);
        QCOMPARE((*file)->appendBatch(fixture::batch(BatchKind::Undo)).value(), 2);
    }
    const auto again = ProjectFile::open(path());
    QVERIFY(again.ok());
    QCOMPARE((*(*again)->loadScan())->files.size(), 3);
    QCOMPARE((*again)->batches()->size(), 2);
    QVERIFY((*again)->saveScan(*fixture::scan(200, 30)).ok()); // room again
    QCOMPARE((*(*again)->loadScan())->files.size(), 200);
}

void TestProjectAccess::fullDiskAtCreation()
{
    {
        const test::FileSizeLimit disk(40 * 1024);
        const auto made = ProjectFile::create(path(), fixture::meta());
        QVERIFY(!made.ok());
        QCOMPARE(made.error().code, ErrorCode::DiskFull);
    }
    QVERIFY(!QFile::exists(path()));
    QVERIFY(!QFile::exists(path() + QStringLiteral(".new")));
    QVERIFY(ProjectFile::create(path(), fixture::meta()).ok());
}

QTEST_GUILESS_MAIN(TestProjectAccess)
#include "tst_projectaccess.moc"
