// When the log of a run came, as it is noted beside it.
#include "core/joblog/logtimes.h"
#include "core/remote/runfolder.h"
#include "tests/support/filesizelimit.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

JobSpec someJob()
{
    JobSpec job;
    job.id = newJobId();
    job.title = QStringLiteral("Build");
    job.node = localNode();
    job.created = QDateTime::fromMSecsSinceEpoch(1700000000123, Qt::UTC);
    JobStage stage;
    stage.id = QStringLiteral("build");
    stage.kind = StageKind::Build;
    stage.script = QStringLiteral("make\n");
    job.stages = {stage};
    job.purpose = QStringLiteral("build");
    return job;
}

QDateTime momentOf(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
}

} // namespace

class TestRunTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void notesAgainWhatItCouldNot();
    void endsItsTimesAtTheLimit();
};

/// A time that could not be noted is tried again, and what came before has none, not another's.
void TestRunTimes::notesAgainWhatItCouldNot()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run"));
    const QString times = path + QStringLiteral("/log.times");
    QVERIFY(RunFolder::create(path, someJob()).ok());
    put(times, "0 1600000000000\n0 16"); // a kill in the middle of a note
    auto run = RunFolder::open(path);
    QVERIFY(run.ok());
    (*run)->setArrival(momentOf(1700000000000));
    QVERIFY((*run)->append(0, "one\n").ok());
    const QByteArray first = "0 1600000000000\n0 16\n0 1700000000000\n";
    QCOMPARE(bytesOf(times), first);
    {
        // The log has room, its times have not: a part of the note at most.
        const rocport::test::FileSizeLimit limit(first.size() + 3);
        (*run)->setArrival(momentOf(1700000005000));
        QVERIFY((*run)->append(4, "two\n").ok());
        (*run)->setArrival(momentOf(1700000006000));
        QVERIFY((*run)->append(8, "three\n").ok());
        QCOMPARE(bytesOf(times), first);
    }
    QVERIFY((*run)->append(14, "four\n").ok()); // the same second as the one that failed
    QCOMPARE(bytesOf(times), first + "4 -\n14 1700000006000\n");
    (*run)->setArrival(momentOf(1700000007000));
    QVERIFY((*run)->append(19, "five\n").ok());
    QVERIFY(bytesOf(times).endsWith("\n19 1700000007000\n"));
}

/// Who reads no more than so much is told that later times are not known.
void TestRunTimes::endsItsTimesAtTheLimit()
{
    QCOMPARE(RunFolder::kMaxTimes, LogTimes::kMaxFile);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run"));
    const QString times = path + QStringLiteral("/log.times");
    QVERIFY(RunFolder::create(path, someJob()).ok());
    put(times, QByteArray(RunFolder::kMaxTimes - 100, '\n'));
    qint64 at = 0;
    qint64 second = 1700000000;
    for (int opened = 0; opened < 3; ++opened) {
        auto run = RunFolder::open(path);
        QVERIFY(run.ok());
        for (int i = 0; i < 10; ++i, at += 5, ++second) {
            (*run)->setArrival(momentOf(second * 1000));
            QVERIFY((*run)->append(at, "line\n").ok());
        }
    }
    const QByteArray written = bytesOf(times);
    QVERIFY2(written.size() <= RunFolder::kMaxTimes, QByteArray::number(written.size()));
    LogTimes read;
    read.add(written);
    QCOMPARE(read.at(0).toSecsSinceEpoch(), 1700000000);
    QVERIFY(!read.at(at - 5).isValid());
}

QTEST_GUILESS_MAIN(TestRunTimes)
#include "tst_runtimes.moc"
