#include "core/joblog/joblog.h"
#include "core/joblog/logindex.h"

#include <QFile>
#include <QRandomGenerator>
#include <QSemaphore>
#include <QSignalSpy>
#include <QtConcurrentRun>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

using namespace rocport;

namespace {

/// Lines of a log by the words of LogIndex: the slow way.
QList<QByteArray> linesOf(const QByteArray& bytes)
{
    QList<QByteArray> lines;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const LogScan scan = scanLogLine(bytes, at, true);
        if (scan.kind == LogScan::Kind::Ended) {
            lines.append(bytes.mid(at, scan.end - at));
        }
        at = scan.next;
    }
    return lines;
}

QByteArray anyLog(quint32 seed, int pieces)
{
    QRandomGenerator random(seed);
    QByteArray bytes;
    for (int i = 0; i < pieces; ++i) {
        switch (random.bounded(8)) {
        case 0:
            bytes += '\r';
            break;
        case 1:
            bytes += "\r\n";
            break;
        case 2:
            bytes += QByteArray(random.bounded(12), '\r');
            break;
        case 3:
            bytes += QByteArray(random.bounded(20'000), 'x');
            break;
        case 4:
            bytes += QByteArray("\xf0\x9f\x98\x80").repeated(random.bounded(4000));
            break;
        case 5:
            bytes += '\n';
            break;
        default:
            bytes += "line " + QByteArray::number(i) + '\n';
            break;
        }
    }
    return bytes;
}

} // namespace

/// Lines of a log that grows, and the log as a window sees it.
class LogIndexTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void lines_data();
    void lines();
    void anySplit();
    void growing();
    void longProgressLine();
    void shorterFile();
    void missingFile();
    void search_data();
    void search();
    void searchGoesOn();
    void hostileExpression();
    void badExpression();
    void textAndSave();
    void diagnosticsOfAnOpenLine();
    void endsWhileItsPoolIsBusy();

private:
    void write(const QByteArray& bytes, QIODevice::OpenMode mode = QIODevice::Append)
    {
        QFile file(m_file);
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void open(JobLog& log) const
    {
        log.open(m_file);
        QTRY_VERIFY_WITH_TIMEOUT(log.isCaughtUp(), 30000);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_file;
    QThreadPool m_pool;
};

void LogIndexTest::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_file = m_dir->filePath(QStringLiteral("log"));
}

void LogIndexTest::lines_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<QByteArray>>("lines");
    const auto row = [](const char* name, const QByteArray& bytes, const QList<QByteArray>& lines) {
        QTest::newRow(name) << bytes << lines;
    };
    const QByteArray wide(LogIndex::kMaxLine, 'x');
    row("empty", "", {});
    row("one", "a\n", {"a"});
    row("no end", "a\nb", {"a", "b"});
    row("empty lines", "\n\na\n", {"", "", "a"});
    row("CRLF", "a\r\nb\r\n", {"a", "b"});
    row("CR CR LF", "a\r\r\nb", {"a", "b"});
    row("progress", "10%\r50%\r100%\nnext\n", {"100%", "next"});
    row("progress without end", "10%\r50%\r", {"50%"});
    row("CR first", "\r 10%\r 20%", {" 20%"});
    row("exactly the limit", wide + "\nb", {wide, "b"});
    row("over the limit", wide + "yz\n", {wide, "yz"});
    row("twice the limit", wide + wide + "z", {wide, wide, "z"});
    row("not inside of a character", wide.chopped(1) + "\xe2\x82\xac\n",
        {wide.chopped(1), "\xe2\x82\xac"});
    row("NUL", QByteArray("a\0b\n", 4), {QByteArray("a\0b", 3)});
}

void LogIndexTest::lines()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QList<QByteArray>, lines);
    QCOMPARE(linesOf(bytes), lines);
    write(bytes);
    JobLog log(m_pool);
    open(log);
    QCOMPARE(log.lines(0, 100), lines);
    QCOMPARE(log.lineCount(), lines.size());
    QCOMPARE(log.byteCount(), bytes.size());
}

// However the bytes come, the lines are the same.
void LogIndexTest::anySplit()
{
    for (quint32 seed = 1; seed <= 8; ++seed) {
        const QByteArray bytes = anyLog(seed, 200);
        const QList<QByteArray> expected = linesOf(bytes);
        QRandomGenerator random(seed);
        LogIndex index;
        QList<QByteArray> shown;
        qsizetype known = 0;
        while (known < bytes.size()) {
            known += 1 + random.bounded(30'000);
            known = std::min(known, bytes.size());
            index.add(QByteArrayView(bytes).first(known).sliced(index.resumeAt()),
                      [&](qint64 line, QByteArrayView text) {
                          QCOMPARE(line, shown.size());
                          shown.append(text.toByteArray());
                      });
        }
        QCOMPARE(index.byteCount(), bytes.size());
        QCOMPARE(index.lineCount(), expected.size());
        QCOMPARE(shown, expected.mid(0, shown.size()));
        QVERIFY(expected.size() - shown.size() <= 1);
    }
}

void LogIndexTest::growing()
{
    const QByteArray bytes = anyLog(99, 1500);
    const QList<QByteArray> expected = linesOf(bytes);
    JobLog log(m_pool);
    QSignalSpy changed(&log, &JobLog::changed);
    open(log);
    QCOMPARE(log.lineCount(), 0);
    QRandomGenerator random(7);
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype size = 1 + random.bounded(400'000);
        write(bytes.mid(at, size));
        at += size;
        log.grew();
    }
    log.setEnded(true);
    QTRY_VERIFY_WITH_TIMEOUT(log.isCaughtUp() && log.byteCount() == bytes.size(), 30000);
    QVERIFY(changed.count() > 0);
    QCOMPARE(log.lineCount(), expected.size());
    for (const qint64 from : {qint64(0), qint64(1), qint64(255), qint64(256), qint64(600),
                              log.lineCount() - 3, log.lineCount(), log.lineCount() + 5}) {
        QCOMPARE(log.lines(from, 7), expected.mid(from, 7));
    }
}

void LogIndexTest::longProgressLine()
{
    QByteArray bytes = "before\n";
    for (int i = 0; bytes.size() < 3'000'000; ++i) {
        bytes += '\r' + QByteArray::number(i) + " of many";
    }
    bytes += "\rdone\nafter\n";
    write(bytes);
    JobLog log(m_pool);
    open(log);
    QCOMPARE(log.lines(0, 9), (QList<QByteArray>{"before", "done", "after"}));
    QCOMPARE(log.lines(2, 9), QList<QByteArray>{"after"});
    QVERIFY(log.search({QStringLiteral("done")}).ok());
    QTRY_COMPARE_WITH_TIMEOUT(log.hits(), (QVector<LogHit>{{1, 0, 4}}), 30000);
}

void LogIndexTest::shorterFile()
{
    write("one\ntwo\nthree\n");
    JobLog log(m_pool);
    open(log);
    QSignalSpy restarted(&log, &JobLog::restarted);
    write("new\n", QIODevice::WriteOnly);
    log.grew();
    QTRY_COMPARE(restarted.count(), 1);
    QTRY_COMPARE(log.lines(0, 9), QList<QByteArray>{"new"});
}

void LogIndexTest::missingFile()
{
    JobLog log(m_pool);
    QSignalSpy failed(&log, &JobLog::failed);
    open(log);
    QCOMPARE(log.lineCount(), 0);
    QVERIFY(log.lines(0, 5).isEmpty());
    write("now\n");
    log.grew();
    QTRY_COMPARE(log.lineCount(), 1);
    QCOMPARE(failed.count(), 0);
    log.open(m_dir->path()); // a folder is no log
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::FileUnreadable);
}

void LogIndexTest::search_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("caseSensitive");
    QTest::addColumn<bool>("expression");
    QTest::addColumn<QVector<LogHit>>("hits");
    const auto row = [](const char* name, const QString& text, bool caseSensitive, bool expression,
                        const QVector<LogHit>& hits) {
        QTest::newRow(name) << text << caseSensitive << expression << hits;
    };
    row("any case", QStringLiteral("error"), false, false, {{0, 4, 5}, {0, 10, 5}, {2, 0, 5}});
    row("this case", QStringLiteral("error"), true, false, {{0, 4, 5}, {2, 0, 5}});
    row("through colours", QStringLiteral("red text"), true, false, {{3, 0, 8}});
    row("not what is hidden", QStringLiteral("50%"), false, false, {});
    row("umlaut, any case", QStringLiteral("\u00c4"), false, false, {{4, 0, 1}});
    row("expression", QStringLiteral("^e\\w+"), true, true, {{2, 0, 5}});
    row("not over lines", QStringLiteral("Error\\s+error"), true, true, {});
    row("empty match", QStringLiteral("z*"), true, true, {});
    row("nothing", QString(), true, false, {});
}

void LogIndexTest::search()
{
    QFETCH(QString, text);
    QFETCH(bool, caseSensitive);
    QFETCH(bool, expression);
    QFETCH(QVector<LogHit>, hits);
    write("one error Error\n50%\rdone\nerror\n\x1b[31mred\x1b[0m text\n\xc3\xa4\n");
    JobLog log(m_pool);
    open(log);
    QVERIFY(log.search({text, caseSensitive, false, expression}).ok());
    QTRY_VERIFY(!log.isSearching());
    QCOMPARE(log.hits(), hits);
}

void LogIndexTest::searchGoesOn()
{
    write("hit\nno\n");
    JobLog log(m_pool);
    open(log);
    QVERIFY(log.search({QStringLiteral("hit")}).ok());
    QTRY_COMPARE(log.hits().size(), 1);
    write("another hit\nhi");
    log.grew();
    QTRY_COMPARE(log.hits().size(), 2);
    write("t\n");
    log.grew();
    QTRY_COMPARE(log.hits().size(), 3);
    QCOMPARE(log.hits().last(), (LogHit{3, 0, 3}));
    QVERIFY(log.search({}).ok());
    QVERIFY(log.hits().isEmpty());
}

/// An expression that takes 2 to the power of the line ends, and the line is told of.
void LogIndexTest::hostileExpression()
{
    write("error\n" + QByteArray(3000, 'a') + "b!\nerror\n");
    JobLog log(m_pool);
    open(log);
    QVERIFY(log.search({QStringLiteral("(a+)+b$|error"), true, true, true}).ok());
    QTRY_VERIFY(!log.isSearching());
    QCOMPARE(log.hits(), (QVector<LogHit>{{0, 0, 5}, {2, 0, 5}}));
    QCOMPARE(log.linesLeftOut(), 1);
}

void LogIndexTest::badExpression()
{
    write("text\n");
    JobLog log(m_pool);
    open(log);
    const Result<void> bad = log.search({QStringLiteral("(a"), true, false, true});
    QVERIFY(!bad.ok());
    QCOMPARE(bad.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!bad.error().detail.isEmpty());
    // A cancelled search says so.
    LogSearchRange range;
    range.file = m_file;
    range.marks = {{0, 0}};
    range.endLine = 1;
    range.endOffset = 5;
    const CancelToken cancel;
    cancel.cancel();
    const Result<bool> done =
        searchLog(range, {QStringLiteral("t")}, 9, cancel, [](const auto&, int) {});
    QVERIFY(!done.ok());
    QCOMPARE(done.error().code, ErrorCode::Cancelled);
}

void LogIndexTest::textAndSave()
{
    const QByteArray bytes = "\x1b[31mone\x1b[0m\n1%\r2%\ntwo\nthree";
    write(bytes);
    JobLog log(m_pool);
    open(log);
    const Result<QString> text = log.text(0, 2).result();
    QVERIFY(text.ok());
    QCOMPARE(*text, QStringLiteral("one\n2%\ntwo"));
    const QString copy = m_dir->filePath(QStringLiteral("copy"));
    QVERIFY(log.save(copy).result().ok());
    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), bytes);
    const Result<void> refused = log.save(m_dir->filePath(QStringLiteral("no/such/copy"))).result();
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::FileWriteFailed);
}

void LogIndexTest::diagnosticsOfAnOpenLine()
{
    JobLog log(m_pool);
    write("a.cu:3:4: error: no such\nRuntimeError: HIP out of memory");
    open(log);
    QTRY_COMPARE(log.diagnostics().size(), 1);
    QCOMPARE(log.failures().size(), 0);
    log.setEnded(true);
    QTRY_COMPARE(log.diagnostics().size(), 2);
    QCOMPARE(log.diagnostics()[1].logLine, 1);
    QTRY_COMPARE(log.failures().size(), 1);
    log.setEnded(false);
    log.setEnded(true); // not twice
    QTRY_VERIFY(log.isCaughtUp());
    QCOMPARE(log.failures()[0].times, 1);
}

// The destructor then does the waiting step itself, and begins no other.
void LogIndexTest::endsWhileItsPoolIsBusy()
{
    write("line\n");
    QThreadPool pool;
    pool.setMaxThreadCount(1);
    QSemaphore gate;
    const QFuture<void> busy = QtConcurrent::run(&pool, [&gate] { gate.acquire(); });
    {
        JobLog log(pool);
        QSignalSpy changed(&log, &JobLog::changed);
        log.open(m_file);
        log.grew();
        log.grew();
        QCOMPARE(changed.count(), 0);
    }
    gate.release();
    QTRY_VERIFY(busy.isFinished());
}

QTEST_GUILESS_MAIN(LogIndexTest)
#include "tst_logindex.moc"
