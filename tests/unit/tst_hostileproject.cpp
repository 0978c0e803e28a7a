// Project files that somebody made to act when they are opened: what is refused, before anything of
// them is evaluated, and what is said.
#include "attack.h"
#include "projectfolder.h"

#include "core/base/cancel.h"
#include "core/store/database.h"
#include "core/store/storedvalues.h"
#include "tests/support/cputime.h"

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rocport;
using fixture::attack;

namespace {

QStringList listing(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System |
                                  QDir::NoDotAndDotDot);
}

} // namespace

class TestHostileProject : public QObject, protected fixture::ProjectFolder
{
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }
    void schemaIsTheMigrationsOwn_data();
    void schemaIsTheMigrationsOwn();
    void statisticsAreNoneOfIt();
    void constraintsAreNotEvaluated_data();
    void constraintsAreNotEvaluated();
    void statisticsAreNotComputed();
    void manyObjectsEndSoon();
    void moreRowsThanRocportWrites_data();
    void moreRowsThanRocportWrites();
    void nothingIsWrittenThatCannotBeRead();
    void textsCountInBytes();
    void longObjectsEndSoon();
    void filesBeside_data();
    void filesBeside();
    void aJournalDeletesNothing();
    void nothingIsLeftBeside();
    void nothingIsLeftBesideAWriter();
    void openingIsCancelled();
    void connectionsAreProtected();

private:
    void isRefused(const QString& detail) const
    {
        for (const bool readOnly : {true, false}) {
            const auto opened = ProjectFile::open(path(), readOnly);
            QVERIFY2(!opened.ok(), readOnly ? "read" : "written");
            QCOMPARE(opened.error().code, ErrorCode::ProjectCorrupt);
            QVERIFY2(opened.error().detail.contains(detail), qPrintable(opened.error().detail));
        }
    }
};

void TestHostileProject::schemaIsTheMigrationsOwn_data()
{
    QTest::addColumn<QByteArrayList>("statements");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, const QByteArrayList& statements, const char* detail) {
        QTest::newRow(name) << statements << QString::fromLatin1(detail);
    };
    row("table", {"CREATE TABLE more (x)"}, "table more");
    row("index", {"CREATE INDEX more ON scan_file (language)"}, "index more");
    row("index on an expression", {"CREATE INDEX more ON scan_file (length(payload))"},
        "index more");
    row("view", {"CREATE VIEW more AS SELECT 1"}, "view more");
    row("trigger",
        {"CREATE TRIGGER evil AFTER INSERT ON decision_batch BEGIN DELETE FROM scan; END"},
        "trigger evil");
    row("trigger with SQLite's prefix",
        {"CREATE TRIGGER evil AFTER INSERT ON decision_batch BEGIN DELETE FROM scan; END",
         "UPDATE sqlite_schema SET name='sqlite_evil', sql=replace(sql,'evil','sqlite_evil') "
         "WHERE name='evil'"},
        "trigger sqlite_evil");
    row("view with SQLite's prefix",
        {"CREATE VIEW evil AS SELECT 1",
         "UPDATE sqlite_schema SET name='sqlite_evil', tbl_name='sqlite_evil', "
         "sql=replace(sql,'evil','sqlite_evil') WHERE name='evil'"},
        "view sqlite_evil");
    row("table that calls itself statistics",
        {"CREATE TABLE evil (x)",
         "UPDATE sqlite_schema SET name='sqlite_stat4', tbl_name='sqlite_stat4', "
         "sql='CREATE TABLE sqlite_stat4(x CHECK(x))' WHERE name='evil'"},
        "table sqlite_stat4");
    row("virtual table",
        {"CREATE TABLE more (x)", "UPDATE sqlite_schema SET rootpage=0, "
                                  "sql='CREATE VIRTUAL TABLE more USING dbstat' WHERE name='more'"},
        "table more");
    row("constraint",
        {"UPDATE sqlite_schema SET sql=replace(sql,'files INTEGER NOT NULL',"
         "'files INTEGER NOT NULL CHECK (length(randomblob(1000000000)))') WHERE name='scan'"},
        "table scan");
    row("default",
        {"UPDATE sqlite_schema SET sql=replace(sql,'edited INTEGER NOT NULL',"
         "'edited INTEGER NOT NULL DEFAULT (randomblob(9))') WHERE name='phase_summary'"},
        "table phase_summary");
    row("collation",
        {"UPDATE sqlite_schema SET sql=replace(sql,'label TEXT NOT NULL',"
         "'label TEXT NOT NULL COLLATE NOCASE') WHERE name='decision_batch'"},
        "table decision_batch");
    row("generated column", {"ALTER TABLE scan ADD COLUMN more AS (length(payload))"},
        "table scan");
    row("trigger that does something else",
        {"UPDATE sqlite_schema SET sql=replace(sql,'SELECT RAISE(ABORT, ''decision is only "
         "appended to'')','DELETE FROM scan') WHERE name='decision_no_delete'"},
        "trigger decision_no_delete");
    row("view that does something else",
        {"UPDATE sqlite_schema SET sql='CREATE VIEW decision_history AS SELECT 1' "
         "WHERE name='decision_history'"},
        "view decision_history");
    row("missing trigger", {"DROP TRIGGER decision_no_delete"}, "trigger decision_no_delete");
    row("missing index", {"DROP INDEX journal_by_subject"}, "index journal_by_subject");
    row("trigger of another table",
        {"UPDATE sqlite_schema SET tbl_name='scan' WHERE name='decision_no_delete'"},
        "decision_no_delete");
    row("no SQL at all", {"UPDATE sqlite_schema SET sql='rubbish' WHERE name='scan'"}, "");
}

void TestHostileProject::schemaIsTheMigrationsOwn()
{
    QFETCH(QByteArrayList, statements);
    QFETCH(QString, detail);
    makeProject();
    QCOMPARE(attack(path(), statements), QString());
    isRefused(detail);
    // Nothing that was there has acted.
    QVERIFY(attack(path(), {"SELECT count(*) FROM scan"}).isEmpty() || detail.isEmpty());
}

void TestHostileProject::statisticsAreNoneOfIt()
{
    makeProject();
    QCOMPARE(attack(path(), {"ANALYZE"}), QString());
    const auto opened = ProjectFile::open(path());
    QVERIFY2(opened.ok(), qPrintable(opened.ok() ? QString() : opened.error().detail));
    QCOMPARE((*opened)->batches()->size(), 1);
}

void TestHostileProject::constraintsAreNotEvaluated_data()
{
    QTest::addColumn<QByteArray>("constraint");
    QTest::newRow("memory") << QByteArray("length(hex(zeroblob(900000000))) > 0");
    QTest::newRow("time") << QByteArray(
        "(x LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%b' OR x LIKE '%a%a%a%a%a%a%a%a%a%a%a%c') IS NOT NULL");
}

/// The check of the content evaluates every constraint that the file's tables have, so it comes
/// after the check of the schema. Without that order the first row takes gigabytes, the second one
/// minutes.
void TestHostileProject::constraintsAreNotEvaluated()
{
    QFETCH(QByteArray, constraint);
    makeProject();
    QCOMPARE(
        attack(path(),
               {"CREATE TABLE evil (x)", "INSERT INTO evil VALUES (hex(zeroblob(200000)) || 'a')",
                "UPDATE evil SET x = replace(x, '0', 'a')",
                "UPDATE sqlite_schema SET sql='CREATE TABLE evil (x CHECK (" +
                    QByteArray(constraint).replace("'", "''") + "))' WHERE name='evil'"}),
        QString());
    sqlite3_memory_highwater(1);
    const CpuTimer cpu;
    isRefused(QStringLiteral("table evil"));
    QVERIFY2(sqlite3_memory_highwater(0) < 32 * 1024 * 1024,
             qPrintable(QString::number(sqlite3_memory_highwater(0))));
    QVERIFY2(cpu.elapsed() < 20'000, "a guard against hanging, not a measure");
}

/// SQLite reads the tables of ANALYZE together with the schema, so their columns are evaluated
/// before anybody can look. Without a limit of patterns this row takes years.
void TestHostileProject::statisticsAreNotComputed()
{
    makeProject();
    const QByteArray columns = "(x, tbl TEXT AS (x LIKE ''%a%a%a%a%a%a%a%a%a%a%a%b''), "
                               "idx TEXT AS (1), stat TEXT AS (1))";
    QCOMPARE(attack(path(), {"CREATE TABLE evil (x)",
                             "INSERT INTO evil VALUES (replace(hex(zeroblob(1500)), '0', 'a'))",
                             "UPDATE sqlite_schema SET name='sqlite_stat1', "
                             "tbl_name='sqlite_stat1', sql='CREATE TABLE sqlite_stat1" +
                                 columns + "' WHERE name='evil'"}),
             QString());
    const CpuTimer cpu;
    isRefused(QStringLiteral("table sqlite_stat1"));
    QVERIFY2(cpu.elapsed() < 30'000, "a guard against hanging, not a measure");
}

void TestHostileProject::manyObjectsEndSoon()
{
    makeProject();
    // 200,000 rows of sqlite_schema that all speak of one table.
    QCOMPARE(attack(path(), {"CREATE TABLE evil (x)",
                             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                             "200000) INSERT INTO sqlite_schema SELECT 'view', 'v' || i, 'v' || i, "
                             "0, 'CREATE VIEW v' || i || ' AS SELECT 1' FROM n"}),
             QString());
    sqlite3_memory_highwater(1);
    isRefused(QString());
    QVERIFY2(sqlite3_memory_highwater(0) < 64 * 1024 * 1024,
             qPrintable(QString::number(sqlite3_memory_highwater(0))));
}

void TestHostileProject::moreRowsThanRocportWrites_data()
{
    QTest::addColumn<QByteArrayList>("statements");
    QTest::addColumn<QString>("detail");
    const QByteArray batches =
        "INSERT INTO decision_batch (kind, label, author, time) WITH RECURSIVE "
        "n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1) "
        "SELECT '%2', 'x', 'a', i FROM n";
    const auto of = [&batches](const char* count, const char* kind) {
        return QByteArray(batches).replace("%1", count).replace("%2", kind);
    };
    const QByteArray numbers =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ";
    QTest::newRow("steps that undo")
        << QByteArrayList{of("100001", "undo")} << QStringLiteral("more than 100000 steps");
    QTest::newRow("steps with a decision each")
        << QByteArrayList{of("100001", "decide"),
                          "INSERT INTO decision SELECT id, 0, 'k' || id, 'accepted', NULL, '', '' "
                          "FROM decision_batch"}
        << QStringLiteral("more than 100000 steps");
    QTest::newRow("decisions")
        << QByteArrayList{of("1", "decide"),
                          "INSERT INTO decision " + numbers +
                              "300001) SELECT 1, i, 'k', 'accepted', NULL, '', '' FROM n"}
        << QStringLiteral("more than 300000 decisions");
    QTest::newRow("texts")
        << QByteArrayList{of("1", "decide"),
                          "INSERT INTO decision " + numbers +
                              "33) SELECT 1, i, 'k', 'edited', zeroblob(1048576), '', '' FROM n"}
        << QStringLiteral("more than 32 MiB of text");
    QTest::newRow("guards") << QByteArrayList{"INSERT INTO journal (kind, subject, time, body) " +
                                              numbers +
                                              "300000) SELECT 'guard-step', i, 0, x'' FROM n"}
                            << QStringLiteral("more than Rocport writes");
}

/// Rows are small, and what is made of each is not.
void TestHostileProject::moreRowsThanRocportWrites()
{
    QFETCH(QByteArrayList, statements);
    QFETCH(QString, detail);
    QVERIFY(create() != nullptr);
    QCOMPARE(attack(path(), statements), QString());
    const auto file = reopen(true);
    QVERIFY(file != nullptr);
    const auto read = file->batches();
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ProjectCorrupt);
    QVERIFY2(read.error().detail.contains(detail), qPrintable(read.error().detail));
}

void TestHostileProject::nothingIsWrittenThatCannotBeRead()
{
    QVERIFY(create() != nullptr);
    QCOMPARE(
        attack(path(),
               {"INSERT INTO decision_batch (kind, label, author, time) WITH RECURSIVE n(i) AS "
                "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99998) "
                "SELECT 'undo', 'x', 'a', i FROM n"}),
        QString());
    const auto one =
        fixture::batch(BatchKind::Decide, {fixture::decision("a", DecisionKind::Accepted)});
    for (const bool isRead : {false, true}) {
        const auto file = reopen();
        QVERIFY(file != nullptr);
        QVERIFY(!isRead || file->batches().ok());
        QVERIFY(file->appendBatch(one).ok()); // the last but one, and the last
    }
    for (const bool isRead : {false, true}) {
        const auto file = reopen();
        QVERIFY(file != nullptr);
        QVERIFY(!isRead || file->batches().ok());
        const auto refused = file->appendBatch(one);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::StoreFailed);
        QVERIFY2(refused.error().detail.contains(QStringLiteral("more than 100000 steps")),
                 qPrintable(refused.error().detail));
        const auto read = file->batches();
        QVERIFY(read.ok());
        QCOMPARE(read->size(), 100'000);
    }
}

/// What SQLite counts and what is counted as it is read are the same bytes: each character here is
/// one code point, two units of UTF-16 and four bytes.
void TestHostileProject::textsCountInBytes()
{
    QVERIFY(create() != nullptr);
    QCOMPARE(attack(path(), {"INSERT INTO decision_batch (kind, label, author, time) "
                             "VALUES ('decide', 'x', 'a', 1)",
                             "INSERT INTO decision WITH RECURSIVE n(i) AS "
                             "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 31) "
                             "SELECT 1, i, 'k' || i, 'accepted', NULL, "
                             "replace(hex(zeroblob(262144)), '00', char(128512)), '' FROM n"}),
             QString());
    Decision decision = fixture::decision("a", DecisionKind::Accepted);
    decision.note = QString(1024 * 1024, u'x');
    for (const bool isRead : {false, true}) {
        const auto file = reopen();
        QVERIFY(file != nullptr);
        QVERIFY(!isRead || file->batches().ok());
        const auto refused = file->appendBatch(fixture::batch(BatchKind::Decide, {decision}));
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().detail.contains(QStringLiteral("more than 32 MiB of text")),
                 qPrintable(refused.error().detail));
        const auto read = file->batches();
        QVERIFY2(read.ok(), qPrintable(read.ok() ? QString() : read.error().detail));
        QCOMPARE(read->first().decisions.size(), 31);
    }
}

void TestHostileProject::longObjectsEndSoon()
{
    makeProject();
    QCOMPARE(attack(path(), {"CREATE TABLE evil (x)",
                             "UPDATE sqlite_schema SET sql='CREATE TABLE evil (x CHECK (x' || "
                             "replace(hex(zeroblob(20000000)), '00', '+1') || '))' "
                             "WHERE name='evil'"}),
             QString());
    sqlite3_memory_highwater(1);
    isRefused(QStringLiteral("longer than any"));
    QVERIFY2(sqlite3_memory_highwater(0) < 64 * 1024 * 1024,
             qPrintable(QString::number(sqlite3_memory_highwater(0))));
}

void TestHostileProject::filesBeside_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<bool>("link");
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
        QTest::addRow("FIFO at %s", suffix) << QString::fromLatin1(suffix) << false;
        QTest::addRow("link at %s", suffix) << QString::fromLatin1(suffix) << true;
    }
    QTest::newRow("FIFO itself") << QString() << false;
}

/// A FIFO would hang SQLite's open(), a link would have it write elsewhere.
void TestHostileProject::filesBeside()
{
    QFETCH(QString, suffix);
    QFETCH(bool, link);
    makeProject();
    const QString beside = path() + suffix;
    const QString victim = m_folder->filePath(QStringLiteral("victim"));
    QFile kept(victim);
    QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("mine") == 4);
    kept.close();
    QFile::remove(beside);
    if (link) {
        QVERIFY(QFile::link(victim, beside));
    } else {
        QVERIFY(::mkfifo(QFile::encodeName(beside).constData(), 0600) == 0);
    }
    for (const bool readOnly : {true, false}) {
        const auto opened = ProjectFile::open(path(), readOnly);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code,
                 suffix.isEmpty() ? ErrorCode::ProjectNotSqlite : ErrorCode::ProjectCorrupt);
    }
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("mine"));
}

/// A rollback journal may name a "super-journal", which SQLite deletes after it rolled back.
void TestHostileProject::aJournalDeletesNothing()
{
    makeProject();
    QCOMPARE(attack(path(), {"PRAGMA journal_mode=DELETE"}), QString());
    const QByteArray victim = QFile::encodeName(m_folder->filePath(QStringLiteral("victim")));
    QFile kept(QFile::decodeName(victim));
    QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("mine") == 4);
    kept.close();
    // The header of a journal that holds no page, and at its end the name of the victim.
    const QByteArray magic = QByteArray::fromHex("d9d505f920a163d7");
    const auto number = [](quint32 value) {
        QByteArray bytes(4, '\0');
        for (int i = 0; i < 4; ++i) {
            bytes[i] = char(value >> (24 - 8 * i));
        }
        return bytes;
    };
    QFile file(path());
    QByteArray journal = magic + number(0) + number(1) + number(quint32(file.size() / 4096)) +
                         number(512) + number(4096);
    journal.append(QByteArray(512 - journal.size(), '\0'));
    quint32 sum = 0;
    for (const char c : victim) {
        sum += quint32(static_cast<signed char>(c));
    }
    journal += number(0x40000000 / 4096 + 1) + victim + number(quint32(victim.size())) +
               number(sum) + magic;
    QFile beside(path() + QStringLiteral("-journal"));
    const auto place = [&] {
        return beside.open(QIODevice::WriteOnly) && beside.write(journal) == journal.size();
    };
    QVERIFY(place());
    beside.close();
    isRefused(QStringLiteral("would delete another file"));
    QVERIFY(kept.exists());
    // That it is such a journal: SQLite by itself deletes the victim.
    QCOMPARE(attack(path(), {"SELECT count(*) FROM scan"}), QString());
    QVERIFY(!kept.exists());
}

void TestHostileProject::nothingIsLeftBeside()
{
    makeProject();
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    file.close();
    const QStringList before = listing(m_folder->path());
    {
        const auto opened = ProjectFile::open(path(), true);
        QVERIFY(opened.ok());
        QCOMPARE((*opened)->batches()->size(), 1);
        QCOMPARE((*opened)->setSummary(Phase::Build, QStringLiteral("x")).error().code,
                 ErrorCode::ProjectReadOnly);
    }
    QCOMPARE(listing(m_folder->path()), before);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), content);
}

void TestHostileProject::nothingIsLeftBesideAWriter()
{
    makeProject();
    const QStringList before = listing(m_folder->path());
    {
        const auto writer = ProjectFile::open(path());
        QVERIFY(writer.ok());
        QVERIFY((*writer)->setSummary(Phase::Build, QStringLiteral("text")).ok());
        const QStringList meanwhile = listing(m_folder->path());
        {
            const auto reader = ProjectFile::open(path(), true);
            QVERIFY(reader.ok());
            QCOMPARE((*reader)->summaries()->size(), 1);
            QVERIFY((*writer)->setSummary(Phase::Compile, QStringLiteral("text")).ok());
            QCOMPARE((*reader)->summaries()->size(), 2);
        }
        QCOMPARE(listing(m_folder->path()), meanwhile);
        QVERIFY((*writer)->setSummary(Phase::Libraries, QStringLiteral("text")).ok());
    }
    QCOMPARE(listing(m_folder->path()), before);
    // The reader closes last.
    auto writer = ProjectFile::open(path());
    QVERIFY(writer.ok());
    auto reader = ProjectFile::open(path(), true);
    QVERIFY(reader.ok());
    QVERIFY((*writer)->setSummary(Phase::Detection, QStringLiteral("text")).ok());
    writer->reset();
    QCOMPARE((*reader)->summaries()->size(), 4);
    reader->reset();
    QCOMPARE(listing(m_folder->path()), before);
    QCOMPARE((*ProjectFile::open(path(), true))->summaries()->size(), 4);
}

void TestHostileProject::openingIsCancelled()
{
    makeProject();
    const CancelToken cancel;
    cancel.cancel();
    QCOMPARE(ProjectFile::open(path(), false, cancel).error().code, ErrorCode::Cancelled);
    QVERIFY(ProjectFile::open(path()).ok());
}

void TestHostileProject::connectionsAreProtected()
{
    makeProject();
    auto database = Database::open(path(), Database::Access::ReadWrite);
    QVERIFY(database.ok());
    const Database& open = **database;
    // Before the schema is known to be ours: no trigger acts, no view is read, nothing is attached.
    QVERIFY(open.exec(QStringLiteral("DELETE FROM decision")).ok());
    QVERIFY(!open.scalar(QStringLiteral("SELECT count(*) FROM decision_history")).ok());
    QVERIFY(!open.exec(QStringLiteral("ATTACH ':memory:' AS other")).ok());
    QCOMPARE(open.scalar(QStringLiteral("PRAGMA mmap_size"))->toInt(), 0);
    QCOMPARE(open.scalar(QStringLiteral("PRAGMA cell_size_check"))->toInt(), 1);
    QCOMPARE(open.scalar(QStringLiteral("PRAGMA trusted_schema"))->toInt(), 0);
    QVERIFY(open.exec(QStringLiteral("PRAGMA writable_schema=ON")).ok());
    QVERIFY(!open.exec(QStringLiteral("DELETE FROM sqlite_schema")).ok()); // defensive
    QVERIFY(!open.exec(QStringLiteral("SELECT \"no such column\"")).ok());
    // A statement without an end is ended.
    QCOMPARE(open.scalar(QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                                        "FROM n) SELECT count(*) FROM n"))
                 .error()
                 .code,
             ErrorCode::ProjectCorrupt);
    (*database)->trustSchema();
    QVERIFY(!open.exec(QStringLiteral("DELETE FROM decision_batch")).ok()); // our triggers
    QCOMPARE(open.scalar(QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                                        "FROM n) SELECT count(*) FROM n"))
                 .error()
                 .code,
             ErrorCode::ProjectCorrupt);
}

QTEST_GUILESS_MAIN(TestHostileProject)
#include "tst_hostileproject.moc"
