#include "projectfolder.h"

#include "core/store/scancodec.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace rocport;
using fixture::outside;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeBytes(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

class TestProjectFileBad : public QObject, protected fixture::ProjectFolder
{
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }
    void badFiles_data();
    void badFiles();
    void cutShort_data();
    void cutShort();
    void whatIsInTheWayOfAMigrationIsRefused();
    void foreignTriggerIsRefused();
    void aTableThatGoesAwayIsStoreFailed();
    void changedTableIsRefused();
    void damagedPayload();
    void endlessSummary();
    void payloadsOfAnyBytes_data();
    void payloadsOfAnyBytes();
    void pathsOutOfTheRepository_data();
    void pathsOutOfTheRepository();
    void flippedBytesOfTheFile();
};

void TestProjectFileBad::badFiles_data()
{
    QTest::addColumn<QStringList>("statements"); // on a good project; empty: `bytes` instead
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("missing") << QStringList() << QByteArray() << ErrorCode::FileNotFound;
    QTest::newRow("empty") << QStringList() << QByteArray("") << ErrorCode::ProjectNotSqlite;
    QTest::newRow("text") << QStringList() << QByteArray("no project at all\n").repeated(500)
                          << ErrorCode::ProjectNotSqlite;
    QTest::newRow("header only") << QStringList() << QByteArray("SQLite format 3\0", 16)
                                 << ErrorCode::ProjectNotSqlite;
    QTest::newRow("another program's") << QStringList{QStringLiteral("PRAGMA application_id=77")}
                                       << QByteArray() << ErrorCode::ProjectNotSqlite;
    QTest::newRow("newer") << QStringList{QStringLiteral("PRAGMA user_version=99")} << QByteArray()
                           << ErrorCode::ProjectNewer;
    QTest::newRow("version zero") << QStringList{QStringLiteral("PRAGMA user_version=0")}
                                  << QByteArray() << ErrorCode::ProjectCorrupt;
    QTest::newRow("negative version") << QStringList{QStringLiteral("PRAGMA user_version=-5")}
                                      << QByteArray() << ErrorCode::ProjectCorrupt;
}

void TestProjectFileBad::badFiles()
{
    QFETCH(QStringList, statements);
    QFETCH(QByteArray, bytes);
    QFETCH(ErrorCode, code);
    if (!statements.isEmpty()) {
        makeProject();
        QCOMPARE(outside(path(), statements), QString());
    } else if (!bytes.isNull()) {
        QVERIFY(writeBytes(path(), bytes));
    }
    const QByteArray before = bytesOf(path());
    for (const bool readOnly : {false, true}) {
        const auto opened = ProjectFile::open(path(), readOnly);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, code);
        QCOMPARE(opened.error().object, path());
    }
    if (code == ErrorCode::ProjectNewer) {
        QCOMPARE(ProjectFile::open(path()).error().detail, QStringLiteral("99"));
    }
    QCOMPARE(bytesOf(path()), before); // looked at, not touched
}

void TestProjectFileBad::cutShort_data()
{
    QTest::addColumn<int>("percent");
    for (const int percent : {10, 30, 50, 75, 90, 99}) {
        QTest::addRow("%d percent", percent) << percent;
    }
}

void TestProjectFileBad::cutShort()
{
    QFETCH(int, percent);
    makeProject(20, 30);
    const QByteArray whole = bytesOf(path());
    QVERIFY(writeBytes(path(), whole.left(whole.size() * percent / 100)));
    QCOMPARE(openCode(), ErrorCode::ProjectCorrupt);
    QCOMPARE(openCode(true), ErrorCode::ProjectCorrupt);
}

void TestProjectFileBad::whatIsInTheWayOfAMigrationIsRefused()
{
    makeProject();
    // Back to version 1, but with something in the way of the step to version 2.
    QCOMPARE(outside(path(), {QStringLiteral("ALTER TABLE project DROP COLUMN inductor_profile"),
                              QStringLiteral("ALTER TABLE project DROP COLUMN flag_module"),
                              QStringLiteral("ALTER TABLE project DROP COLUMN rules_off"),
                              QStringLiteral("ALTER TABLE project DROP COLUMN compat_folder"),
                              QStringLiteral("DROP TABLE compiled_proof"),
                              QStringLiteral("DROP TABLE journal"),
                              QStringLiteral("DROP TABLE port_commit_replaced"),
                              QStringLiteral("DROP TABLE decision_text"),
                              QStringLiteral("DROP TABLE generated_file"),
                              QStringLiteral("DROP TABLE guard_setting"),
                              QStringLiteral("DROP TABLE user_guard"),
                              QStringLiteral("DROP VIEW decision_history"),
                              QStringLiteral("DROP INDEX decision_by_hunk"),
                              QStringLiteral("CREATE TABLE decision_history (x)"),
                              QStringLiteral("PRAGMA user_version=1")}),
             QString());
    const auto opened = ProjectFile::open(path());
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().code, ErrorCode::ProjectCorrupt);
    QVERIFY2(opened.error().detail.contains(QStringLiteral("table decision_history")),
             qPrintable(opened.error().detail));
    QVERIFY(!QFile::exists(path() + QStringLiteral(".v1.bak")));
    QCOMPARE(outside(path(), {QStringLiteral("DROP TABLE decision_history")}), QString());
    const auto mended = ProjectFile::open(path());
    QVERIFY(mended.ok());
    QCOMPARE((*mended)->batches()->size(), 1);
    QVERIFY(QFile::exists(path() + QStringLiteral(".v1.bak")));
}

/// Another program changes the open file: what cannot be written is said, and later writes work.
void TestProjectFileBad::aTableThatGoesAwayIsStoreFailed()
{
    makeProject();
    const auto opened = ProjectFile::open(path());
    QVERIFY(opened.ok());
    QCOMPARE(outside(path(), {QStringLiteral("ALTER TABLE phase_summary RENAME TO elsewhere")}),
             QString());
    const auto written = (*opened)->setSummary(Phase::Build, QStringLiteral("text"));
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::StoreFailed);
    QVERIFY2(written.error().detail.contains(QStringLiteral("phase_summary")),
             qPrintable(written.error().detail));
    QCOMPARE(outside(path(), {QStringLiteral("ALTER TABLE elsewhere RENAME TO phase_summary")}),
             QString());
    QVERIFY((*opened)->setSummary(Phase::Build, QStringLiteral("text")).ok());
    QCOMPARE((*opened)->summaries()->size(), 1);
}

void TestProjectFileBad::foreignTriggerIsRefused()
{
    makeProject();
    QCOMPARE(
        outside(path(), {QStringLiteral("CREATE TRIGGER evil AFTER INSERT ON decision_batch BEGIN "
                                        "DELETE FROM project; END")}),
        QString());
    const auto opened = ProjectFile::open(path());
    QCOMPARE(opened.error().code, ErrorCode::ProjectCorrupt);
    QVERIFY(opened.error().detail.contains(QStringLiteral("evil")));
}

void TestProjectFileBad::changedTableIsRefused()
{
    makeProject();
    QCOMPARE(outside(path(), {QStringLiteral("DROP TRIGGER decision_no_delete")}), QString());
    QCOMPARE(openCode(), ErrorCode::ProjectCorrupt);
    QVERIFY(QFile::remove(path()));
    makeProject();
    QCOMPARE(outside(path(), {QStringLiteral("ALTER TABLE scan ADD COLUMN more TEXT")}), QString());
    QCOMPARE(openCode(), ErrorCode::ProjectCorrupt);
}

void TestProjectFileBad::damagedPayload()
{
    makeProject();
    QCOMPARE(
        outside(path(), {QStringLiteral("UPDATE scan_file SET payload = x'0102' WHERE id = 2")}),
        QString());
    const auto opened = ProjectFile::open(path());
    QVERIFY(opened.ok()); // decisions can still be read
    QCOMPARE((*opened)->batches()->size(), 1);
    const auto loaded = (*opened)->loadScan();
    QVERIFY(!loaded.ok());
    QCOMPARE(loaded.error().code, ErrorCode::ProjectCorrupt);
    QVERIFY(loaded.error().detail.contains(QStringLiteral("file_000001.cu")));
    // A new scan mends it.
    QVERIFY((*opened)->saveScan(*fixture::scan(2, 6)).ok());
}

void TestProjectFileBad::endlessSummary()
{
    makeProject();
    QCOMPARE(outside(path(), {QStringLiteral("INSERT INTO phase_summary (phase, text, edited) "
                                             "VALUES (3, hex(zeroblob(100001)), 1)")}),
             QString());
    const auto opened = ProjectFile::open(path());
    QVERIFY(opened.ok());
    const auto summaries = (*opened)->summaries();
    QVERIFY(!summaries.ok());
    QCOMPARE(summaries.error().code, ErrorCode::ProjectCorrupt);
}

void TestProjectFileBad::payloadsOfAnyBytes_data()
{
    QTest::addColumn<QString>("damage");
    for (const char* damage : {"flip", "cut", "insert", "noise", "huge number"}) {
        QTest::newRow(damage) << QString::fromLatin1(damage);
    }
}

void TestProjectFileBad::payloadsOfAnyBytes()
{
    QFETCH(QString, damage);
    const auto scan = fixture::scan(2, 12);
    const QByteArray file = encodeAnalysis(*scan->files[0]);
    const QByteArray rest = encodeScan(*scan);
    QRandomGenerator random(20240607);
    int refused = 0;
    for (int round = 0; round < 4000; ++round) {
        QByteArray payload = round % 2 == 0 ? file : rest;
        const auto at = qsizetype(random.bounded(quint32(payload.size())));
        if (damage == QLatin1StringView("flip")) {
            payload[at] = char(payload[at] ^ char(1 << random.bounded(8)));
        } else if (damage == QLatin1StringView("cut")) {
            payload.truncate(at);
        } else if (damage == QLatin1StringView("insert")) {
            payload.insert(at, char(random.bounded(256)));
        } else if (damage == QLatin1StringView("noise")) {
            payload = QByteArray(qsizetype(random.bounded(400)), '\1');
            for (qsizetype i = 1; i < payload.size(); ++i) {
                payload[i] = char(random.bounded(256));
            }
        } else {
            payload.replace(at, 1, QByteArray("\xff\xff\xff\xff\xff\xff\xff\xff\x7f"));
        }
        StringPool pool;
        if (round % 2 == 0) {
            refused += decodeAnalysis(payload, pool) == nullptr ? 1 : 0;
        } else {
            ScanResult result;
            result.files = scan->files;
            refused += decodeScan(payload, pool, result) ? 0 : 1;
        }
    }
    QVERIFY(refused > 0);
    if (damage == QLatin1StringView("cut")) {
        QCOMPARE(refused, 4000);
    }
}

void TestProjectFileBad::pathsOutOfTheRepository_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("fine");
    QTest::newRow("plain") << QByteArray("a/b.cu") << true;
    QTest::newRow("not UTF-8") << QByteArray("a/\xff.cu") << true;
    QTest::newRow("dots in a name") << QByteArray("a/..b/c..cu") << true;
    QTest::newRow("absolute") << QByteArray("/etc/passwd") << false;
    QTest::newRow("up") << QByteArray("../x.cu") << false;
    QTest::newRow("up inside") << QByteArray("a/../../x.cu") << false;
    QTest::newRow("here") << QByteArray("a/./x.cu") << false;
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << false;
}

void TestProjectFileBad::pathsOutOfTheRepository()
{
    QFETCH(QByteArray, path);
    QFETCH(bool, fine);
    const auto analysis = fixture::file("x.cu", 4, 1);
    analysis->hunks[0].targetPath = RepoPath(path);
    StringPool pool;
    QCOMPARE(decodeAnalysis(encodeAnalysis(*analysis), pool) != nullptr, fine);
}

void TestProjectFileBad::flippedBytesOfTheFile()
{
    makeProject(4, 8);
    const QByteArray whole = bytesOf(path());
    QRandomGenerator random(4711);
    int refused = 0;
    constexpr int kRounds = 300;
    for (int round = 0; round < kRounds; ++round) {
        QByteArray damaged = whole;
        for (int n = 0; n < 3; ++n) {
            const auto at = qsizetype(random.bounded(quint32(damaged.size())));
            damaged[at] = char(random.bounded(256));
        }
        for (const char* suffix : {"-wal", "-shm"}) {
            QFile::remove(path() + QLatin1StringView(suffix));
        }
        QVERIFY(writeBytes(path(), damaged));
        const auto opened = ProjectFile::open(path());
        if (!opened.ok()) {
            ++refused;
            continue;
        }
        // Whatever was met, each call answers with a value or an error.
        const bool whole4 = (*opened)->meta().ok() & (*opened)->loadScan().ok() &
                            (*opened)->batches().ok() & (*opened)->commits().ok() &
                            (*opened)->exports().ok() & (*opened)->summaries().ok() &
                            (*opened)->overrides().ok();
        refused += whole4 ? 0 : 1;
    }
    QVERIFY(refused > kRounds / 10);
    qInfo("%d of %d damaged files were refused", refused, kRounds);
}

QTEST_GUILESS_MAIN(TestProjectFileBad)
#include "tst_projectfilebad.moc"
