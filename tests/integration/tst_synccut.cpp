#include "tests/integration/syncfixture.h"

#include <QThread>

using namespace rocport;
using namespace rocport::test;

class TestSyncCut : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bed = std::make_unique<SyncBed>(); }
    void cleanup() { m_bed.reset(); }
    void cancelled();
    void deletedInTheMiddle();
    void diskFull();
    void interruptedApply();
    void cutStream();
    void staleLock();
    void changedByAnother();
    void overSsh();
    void connectionCut();

private:
    std::unique_ptr<SyncBed> m_bed;
};

void TestSyncCut::cancelled()
{
    const CancelToken cancel;
    const auto syncOwner = m_bed->make();
    TreeSync& sync = *syncOwner;
    QSignalSpy ended(&sync, &TreeSync::finished);
    cancel.cancel();
    sync.start({fileOf("a", "1")}, cancel);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30000);
    const auto result = resultOf(ended);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}

void TestSyncCut::deletedInTheMiddle()
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
    auto sync = m_bed->make();
    QSignalSpy moved(sync.get(), &TreeSync::progress);
    sync->start(files);
    QTRY_VERIFY_WITH_TIMEOUT(!moved.isEmpty(), 30000);
    sync.reset();
    const Result<SyncSummary> result = m_bed->sync(files);
    QVERIFY(result.ok());
    QCOMPARE(contentOf(m_bed->root() + "f49").size(), 300000);
}

void TestSyncCut::diskFull()
{
    // A stand-in that fails as tar does when the disk is full.
    const QString path = m_bed->fakeProgram(
        "tar", "#!/bin/sh\ncat >/dev/null\n"
               "echo 'tar: files/a: Cannot write: No space left on device' >&2\nexit 2\n");
    m_bed->setRunner(
        std::make_shared<ShellRunner>(QStringList{*findProgram(QStringLiteral("sh"))}, path));
    Result<SyncSummary> result = m_bed->sync({fileOf("a", "1")});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NodeDiskFull);
    QVERIFY(result.error().detail.contains(QStringLiteral("No space left")));
    QVERIFY(result.error().detail.contains(m_bed->workspace()));
    m_bed->setRunner(std::make_shared<LocalProcessRunner>());
    result = m_bed->sync({fileOf("a", "1")});
    QVERIFY(result.ok());
}

void TestSyncCut::interruptedApply()
{
    // mv is killed after some files: the tree is neither the old nor the new one.
    QVERIFY(
        m_bed->sync({fileOf("d1/a", "old"), fileOf("d2/b", "old"), fileOf("gone", "old")}).ok());
    const QString path = m_bed->fakeProgram(
        "mv", "#!/bin/sh\ncase $* in\n*./d*) [ -e \"$0.once\" ] && kill -9 $PPID && exit 1\n"
              "echo x >\"$0.once\";;\nesac\nexec " +
                  findProgram(QStringLiteral("mv"))->toUtf8() + " \"$@\"\n");
    m_bed->setRunner(
        std::make_shared<ShellRunner>(QStringList{*findProgram(QStringLiteral("sh"))}, path));
    const Result<SyncSummary> broken =
        m_bed->sync({fileOf("d1/a", "new"), fileOf("d1/extra", "new"), fileOf("d2/extra", "new"),
                     fileOf("d2/b", "new")});
    QVERIFY(!broken.ok());
    // One of the folders was moved, whichever find gave first.
    QVERIFY((contentOf(m_bed->root() + "d1/a") == "new") !=
            (contentOf(m_bed->root() + "d2/b") == "new"));
    QVERIFY(!exists(m_bed->root() + "gone"));
    m_bed->setRunner(std::make_shared<LocalProcessRunner>());
    // Back to the first list, as if the user had undone it: all is as it was.
    const Result<SyncSummary> mended =
        m_bed->sync({fileOf("d1/a", "old"), fileOf("d2/b", "old"), fileOf("gone", "old")});
    QVERIFY(mended.ok());
    QVERIFY(!mended->unchanged);
    QCOMPARE(contentOf(m_bed->root() + "d1/a"), QByteArray("old"));
    QCOMPARE(contentOf(m_bed->root() + "d2/b"), QByteArray("old"));
    QCOMPARE(contentOf(m_bed->root() + "gone"), QByteArray("old"));
    QVERIFY(!exists(m_bed->root() + "d1/extra"));
    QVERIFY(!exists(m_bed->root() + "d2/extra"));
}

void TestSyncCut::cutStream()
{
    // Without the last member nothing of it is applied.
    const auto list = std::make_shared<SyncList>(*makeSyncList({fileOf("a", "1")}));
    const SyncPlan plan = planSync(list, {});
    ProcessCommand command;
    QFile script(QStringLiteral(":/rocport/node/sync.sh"));
    QVERIFY(m_bed->sync({}).ok()); // the resource is there from now on
    QVERIFY(script.open(QIODevice::ReadOnly));
    command.program = QStringLiteral("sh");
    command.arguments = {QStringLiteral("-c"),
                         QString::fromUtf8(script.readAll()),
                         QStringLiteral("sync.sh"),
                         QStringLiteral("apply"),
                         m_bed->workspace(),
                         QStringLiteral("t"),
                         QString::fromLatin1(list->digest)};
    const QByteArray stream = syncStreamHead(plan) + syncStreamFile(list->files.first(), "1");
    for (const QByteArray& part : {stream, stream.left(stream.size() - 600), stream.left(100),
                                   QByteArray("no tar at all")}) {
        command.input = part;
        const auto process = m_bed->runner()->create(command);
        QSignalSpy ended(process.get(), &Process::finished);
        process->start();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30000);
        QCOMPARE(ended.first().first().value<ProcessOutcome>().exitCode, 8);
        QVERIFY(!exists(m_bed->root() + "a"));
    }
}

void TestSyncCut::staleLock()
{
    const QByteArray lock = QFile::encodeName(m_bed->workspace()) + "/sync/t/lock";
    QVERIFY(QDir().mkpath(QFile::decodeName(lock)));
    writeFile(lock + "/owner", "999999999 " + QSysInfo::machineHostName().toUtf8() + '\n');
    QVERIFY(m_bed->sync({fileOf("a", "1")}).ok());
    QVERIFY(!exists(lock));
}

void TestSyncCut::changedByAnother()
{
    // Two syncs of one tree at once: one after the other, and the tree is one of both lists.
    const auto oneOwner = m_bed->make();
    TreeSync& one = *oneOwner;
    const auto twoOwner = m_bed->make();
    TreeSync& two = *twoOwner;
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
    const int ones = exists(m_bed->root() + "one0") ? 40 : 0;
    QCOMPARE(QDir(QFile::decodeName(m_bed->root())).entryList(QDir::Files).size(), 40);
    QCOMPARE(exists(m_bed->root() + "one39"), ones == 40);
    QCOMPARE(exists(m_bed->root() + "two39"), ones == 0);
}

void TestSyncCut::overSsh()
{
    if (const QString problem = m_bed->useLoopback(); !problem.isEmpty()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + problem));
    }
    QVector<SyncFile> files{fileOf("a b\n'c'", "1"), fileOf("caf\xe9/-x", "2"),
                            fileOf("big", QByteArray(6'000'000, 'b'))};
    Result<SyncSummary> result = m_bed->sync(files);
    QVERIFY(result.ok());
    QCOMPARE(result->sent, 3);
    QCOMPARE(contentOf(m_bed->root() + "caf\xe9/-x"), QByteArray("2"));
    QCOMPARE(contentOf(m_bed->root() + "big").size(), 6'000'000);
    result = m_bed->sync(files);
    QVERIFY(result.ok());
    QVERIFY(result->unchanged);
    m_bed->loopback()->stop();
    result = m_bed->sync(files);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NodeUnreachable);
}

void TestSyncCut::connectionCut()
{
    if (const QString problem = m_bed->useLoopback(); !problem.isEmpty()) {
        QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST ") + problem));
    }
    QVERIFY(m_bed->sync({fileOf("old", "kept until all is there")}).ok());
    QVector<SyncFile> files;
    for (int i = 0; i < 60; ++i) {
        files.append(fileOf("f" + QByteArray::number(i), QByteArray(500'000, char('a' + i % 26))));
    }
    const auto cutOwner = m_bed->make();
    TreeSync& cut = *cutOwner;
    QSignalSpy ended(&cut, &TreeSync::finished);
    bool done = false;
    connect(&cut, &TreeSync::progress, this, [&](qint64 sent, qint64) {
        if (!done && sent > 2'000'000) {
            done = true;
            m_bed->loopback()->cutConnections();
        }
    });
    cut.start(files);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
    const auto result = resultOf(ended);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::ConnectionLost);
    QVERIFY(exists(m_bed->root() + "old")); // nothing was applied
    QVERIFY(!exists(m_bed->root() + "f0"));
    const Result<SyncSummary> next = m_bed->sync(files);
    QVERIFY(next.ok());
    QCOMPARE(next->sent, 60);
    QVERIFY(!exists(m_bed->root() + "old"));
    QCOMPARE(contentOf(m_bed->root() + "f59"), QByteArray(500'000, char('a' + 59 % 26)));
}

QTEST_GUILESS_MAIN(TestSyncCut)
#include "tst_synccut.moc"
