#include "core/joblog/joblog.h"
#include "core/joblog/logtimes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

using namespace rocport;

/// When the lines of a log came.
class tst_LogTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheTimeOfAByte();
    void passesOverWhatItDoesNotKnow();
    void laterLinesTakeThePlace();
    void linesOfALog();
    void fileThatIsTooLong();
};

void tst_LogTimes::findsTheTimeOfAByte()
{
    LogTimes times;
    QVERIFY(times.isEmpty());
    times.add("0 1700000000000\n12 17000000");
    times.add("05000\n40 -\n60 1700000009000\n");
    QVERIFY(!times.isEmpty());
    QCOMPARE(times.at(0).toMSecsSinceEpoch(), 1700000000000);
    QCOMPARE(times.at(11).toMSecsSinceEpoch(), 1700000000000);
    QCOMPARE(times.at(12).toMSecsSinceEpoch(), 1700000005000);
    QVERIFY(!times.at(40).isValid()); // nobody saw it come
    QVERIFY(!times.at(59).isValid());
    QCOMPARE(times.at(1'000'000).toMSecsSinceEpoch(), 1700000009000);
    times.clear();
    QVERIFY(times.isEmpty());
    QVERIFY(!times.at(0).isValid());
}

void tst_LogTimes::passesOverWhatItDoesNotKnow()
{
    LogTimes times;
    times.add("\n");
    times.add("1\n-5 12\nx 12\n1 2 3\n4 99999999999999999\n4 -7\n");
    times.add(QByteArray(100'000, '7') + " 5\n");
    times.add(QByteArray("\0 \xff\n", 4));
    QVERIFY(times.isEmpty());
    times.add("10 1700000000000\n");
    QVERIFY(!times.at(9).isValid()); // before the first
    QVERIFY(times.at(10).isValid());
}

/// A log that was cut went on at a byte that was told of before.
void tst_LogTimes::laterLinesTakeThePlace()
{
    LogTimes times;
    times.add("0 1700000000000\n50 1700000001000\n90 1700000002000\n50 1700000060000\n");
    QCOMPARE(times.at(49).toMSecsSinceEpoch(), 1700000000000);
    QCOMPARE(times.at(50).toMSecsSinceEpoch(), 1700000060000);
    QCOMPARE(times.at(95).toMSecsSinceEpoch(), 1700000060000);
}

void tst_LogTimes::linesOfALog()
{
    const QTemporaryDir folder;
    const auto append = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    };
    QThreadPool pool;
    JobLog log(pool);
    append("log", "one\ntwo\n");
    log.open(folder.filePath(QStringLiteral("log")));
    QTRY_VERIFY(log.isCaughtUp());
    QVERIFY(!log.hasTimes());
    QVERIFY(log.times(0, 2).isEmpty());
    // A line's time is that of what is shown of it: of a progress bar, its last state.
    append("log.times", "0 -\n8 1700000000000\n18 1700000007000\n");
    append("log", "three\n10%\r20%\rdone\n");
    log.grew();
    QTRY_VERIFY(log.isCaughtUp());
    QVERIFY(log.hasTimes());
    const QVector<QDateTime> times = log.times(1, 10);
    QCOMPARE(times.size(), log.lineCount() - 1);
    QVERIFY(!times.at(0).isValid());
    QCOMPARE(times.at(1).toMSecsSinceEpoch(), 1700000000000);
    QCOMPARE(times.at(2).toMSecsSinceEpoch(), 1700000007000);
}

/// What the part that is not read tells of has no time, not the last one that was read.
void tst_LogTimes::fileThatIsTooLong()
{
    const QTemporaryDir folder;
    const auto put = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    };
    const QByteArray early = "0 1700000000000\n4 1700000001000\n";
    const QByteArray filler(LogTimes::kMaxFile - early.size(), '\n');
    QThreadPool pool;
    put("log", "one\ntwo\nthree\n");
    for (const bool goesOn : {false, true}) {
        put("log.times", early + filler + (goesOn ? "8 1700000009000\n" : ""));
        JobLog log(pool);
        log.open(folder.filePath(QStringLiteral("log")));
        QTRY_VERIFY(log.isCaughtUp());
        const QVector<QDateTime> times = log.times(0, 3);
        QCOMPARE(times.size(), 3);
        QCOMPARE(times.at(0).toMSecsSinceEpoch(), 1700000000000);
        QCOMPARE(times.at(1).toMSecsSinceEpoch(), 1700000001000);
        QCOMPARE(times.at(2).isValid(), !goesOn);
    }
}

QTEST_GUILESS_MAIN(tst_LogTimes)
#include "tst_logtimes.moc"
