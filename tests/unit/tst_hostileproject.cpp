// Project files that somebody made to act when they are opened: what is refused, before anything of
// them is evaluated, and what is said.
#include "scanfixture.h"

#include "core/base/cancel.h"
#include "core/store/database.h"
#include "core/store/storedvalues.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rocport;

namespace {

/// Runs statements with all of SQLite's protections off; gives the first error.
QString attack(const QString& file, const QByteArrayList& statements)
{
    sqlite3* handle = nullptr;
    QString answer;
    if (sqlite3_open(QFile::encodeName(file).constData(), &handle) != SQLITE_OK) {
        answer = QStringLiteral("it cannot be opened");
    }
    sqlite3_exec(handle, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
    for (const QByteArray& statement : statements) {
        char* message = nullptr;
        if (answer.isEmpty() &&
            sqlite3_exec(handle, statement.constData(), nullptr, nullptr, &message) != SQLITE_OK) {
            answer = QString::fromUtf8(message);
        }
        sqlite3_free(message);
    }
    sqlite3_close(handle);
    return answer;
}

QStringList listing(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System |
                                  QDir::NoDotAndDotDot);
}

/// Processor time of this process so far, in milliseconds.
qint64 cpuTime()
{
    struct rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000LL +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

} // namespace

class TestHostileProject : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void schemaIsTheMigrationsOwn_data();
    void schemaIsTheMigrationsOwn();
    void statisticsAreNoneOfIt();
    void constraintsAreNotEvaluated_data();
    void constraintsAreNotEvaluated();
    void statisticsAreNotComputed();
    void manyObjectsEndSoon();
    void longObjectsEndSoon();
    void whatIsLoadedIsChecked_data();
    void whatIsLoadedIsChecked();
    void whatIsWrittenIsChecked();
    void addressesOfPages();
    void longValues();
    void filesBeside_data();
    void filesBeside();
    void aJournalDeletesNothing();
    void nothingIsLeftBeside();
    void nothingIsLeftBesideAWriter();
    void openingIsCancelled();
    void connectionsAreProtected();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("x.rocport")); }
    void makeProject() const
    {
        auto file = ProjectFile::create(path(), fixture::meta());
        QVERIFY(file.ok());
        QVERIFY((*file)->saveScan(*fixture::scan(3, 6)).ok());
        QVERIFY((*file)
                    ->appendBatch(fixture::batch(BatchKind::Decide,
                                                 {fixture::decision("a", DecisionKind::Accepted)}))
                    .ok());
    }
    void isRefused(const QString& detail) const
    {
        for (const bool readOnly : {true, false}) {
            const auto opened = ProjectFile::open(path(), readOnly);
            QVERIFY2(!opened.ok(), readOnly ? "read" : "written");
            QCOMPARE(opened.error().code, ErrorCode::ProjectCorrupt);
            QVERIFY2(opened.error().detail.contains(detail), qPrintable(opened.error().detail));
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
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
    const qint64 before = cpuTime();
    isRefused(QStringLiteral("table evil"));
    QVERIFY2(sqlite3_memory_highwater(0) < 32 * 1024 * 1024,
             qPrintable(QString::number(sqlite3_memory_highwater(0))));
    QVERIFY2(cpuTime() - before < 20'000, "a guard against hanging, not a measure");
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
    const qint64 before = cpuTime();
    isRefused(QStringLiteral("table sqlite_stat1"));
    QVERIFY2(cpuTime() - before < 30'000, "a guard against hanging, not a measure");
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

void TestHostileProject::whatIsLoadedIsChecked_data()
{
    QTest::addColumn<QByteArray>("statement");
    const auto meta = [](const char* name, const char* assignment) {
        QTest::newRow(name) << QByteArray("UPDATE project SET ") + assignment;
    };
    meta("macro with code", "guard_macro = 'X) || 1 /*'");
    meta("macro of lines", "guard_macro = 'X' || char(10) || '#include \"/etc/passwd\"'");
    meta("macro that is a number", "guard_macro = '1X'");
    meta("no macro", "guard_macro = ''");
    meta("macro that is a blob", "guard_macro = x'58002f'");
    meta("module with code", "flag_module = 'os; import os; os.system(\"x\") #'");
    meta("module of a path", "flag_module = 'a/../b'");
    meta("module of dots", "flag_module = 'a..b'");
    meta("architecture with an option", "architectures = 'gfx942 -wrapper sh'");
    meta("architecture with a command", "architectures = 'gfx942,$(id)'");
    meta("version of words", "rocm = '7.2; rm'");
    meta("other version", "torch = 'x'");
    meta("branch that is an option", "port_branch = '-u'");
    meta("branch that leads up", "port_branch = 'rocport/../../x'");
    meta("branch with a line", "port_branch = 'a' || char(10) || 'b'");
    meta("commit that is an option", "base_commit = '--output=/x'");
    meta("relative repository", "repository_root = '../x'");
    meta("repository with a way up", "repository_root = '/a/../../x'");
    meta("worktree with a way up", "worktree = '/a/../etc'");
    meta("name that is a path", "name = '../../x'");
    meta("strategy", "strategy = 'none'");
    meta("profile", "inductor_profile = 'none'");
    QTest::newRow("guard outside") << QByteArray(
        "INSERT INTO user_guard VALUES (1, 'k', CAST('../x' AS BLOB), 1, 1, x'', '', 1, 0)");
    QTest::newRow("guard in git") << QByteArray(
        "INSERT INTO user_guard VALUES (1, 'k', CAST('a/.GIT/config' AS BLOB), 1, 1, x'', '', 1, "
        "0)");
    QTest::newRow("guard on no lines") << QByteArray(
        "INSERT INTO user_guard VALUES (1, 'k', CAST('a' AS BLOB), -5, 4294967297, x'', '', 1, 0)");
    QTest::newRow("guard without a key") << QByteArray(
        "INSERT INTO user_guard VALUES (1, 'k\"/>', CAST('a' AS BLOB), 1, 1, x'', '', 1, 0)");
    QTest::newRow("generated file outside")
        << QByteArray("INSERT INTO generated_file VALUES (1, 'aa', CAST('.git/hooks/x' AS BLOB), "
                      "x'00000000789c030000000001')");
    QTest::newRow("text outside") << QByteArray(
        "INSERT INTO decision_text VALUES ('k', CAST('/etc/x' AS BLOB), CAST('a' AS BLOB), 1, 1, "
        "'', '', '', x'', x'', 0)");
    QTest::newRow("width of what")
        << QByteArray("INSERT INTO guard_setting VALUES (1, 'other', 'line', 0)");
    QTest::newRow("commit") << QByteArray(
        "INSERT INTO port_commit VALUES (1, 'HEAD@{1}', 1, 'b', '', 0)");
    QTest::newRow("branch of a commit")
        << QByteArray("INSERT INTO port_commit VALUES (1, 'aa', 1, '--upload-pack=x', '', 0)");
    QTest::newRow("format of a report")
        << QByteArray("INSERT INTO report_export VALUES (1, '../sh', '/x', 0, 0)");
    QTest::newRow("change of a decision") << QByteArray(
        "INSERT INTO decision VALUES (1, 7, 'a\"><img src=x>', 'accepted', NULL, '', '')");
    QTest::newRow("proof") << QByteArray(
        "INSERT INTO compiled_proof VALUES (1, 'k', '<b>', '', 1, '', '', 0)");
    QTest::newRow("journal without a subject")
        << QByteArray("INSERT INTO journal VALUES (1, 'job', '', 0, x'7b7d')");
}

void TestHostileProject::whatIsLoadedIsChecked()
{
    QFETCH(QByteArray, statement);
    makeProject();
    QCOMPARE(attack(path(), {statement}), QString());
    const auto opened = ProjectFile::open(path());
    QVERIFY2(opened.ok(), qPrintable(opened.ok() ? QString() : opened.error().detail));
    const ProjectFile& file = **opened;
    QVector<ErrorCode> codes;
    const auto look = [&codes](const auto& result) {
        if (!result.ok()) {
            codes.append(result.error().code);
        }
    };
    look(file.meta());
    look(file.userGuards());
    look(file.generatedFiles());
    look(file.decisionTexts());
    look(file.guardWidths());
    look(file.commits());
    look(file.exports());
    look(file.batches());
    look(file.compiledProofs());
    look(file.journal(JournalKind::Job));
    QCOMPARE(codes, QVector<ErrorCode>{ErrorCode::ProjectCorrupt});
}

/// What could not be read again is not written either.
void TestHostileProject::whatIsWrittenIsChecked()
{
    makeProject();
    const auto opened = ProjectFile::open(path());
    QVERIFY(opened.ok());
    ProjectFile& file = **opened;
    ProjectMeta meta = fixture::meta();
    meta.target.guardMacro = QStringLiteral("A B");
    QCOMPARE(file.setMeta(meta).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(
        ProjectFile::create(m_folder->filePath(QStringLiteral("y.rocport")), meta).error().code,
        ErrorCode::InvalidArgument);
    QCOMPARE(file.meta()->target.guardMacro, fixture::meta().target.guardMacro);
    auto scan = fixture::scan(2, 6);
    scan->files[1] = fixture::file("../../x.cu", 6, 6);
    QCOMPARE(file.saveScan(*scan).error().code, ErrorCode::InvalidArgument);
    QCOMPARE((*file.loadScan())->files.size(), 3); // the one before
    QCOMPARE(file.appendBatch(fixture::batch(BatchKind::Decide,
                                             {fixture::decision("", DecisionKind::Accepted)}))
                 .error()
                 .code,
             ErrorCode::InvalidArgument);
    QCOMPARE(file.setUserGuard({"k", RepoPath("../x"), 1, 1, {}, {}}, true).error().code,
             ErrorCode::InvalidArgument);
    QCOMPARE(file.setSummary(Phase::Build, QString(Statement::kMaxText + 1, u'x')).error().code,
             ErrorCode::InvalidArgument);
    QVERIFY(file.setSummary(Phase::Build, QString(Statement::kMaxText, u'x')).ok());
    QCOMPARE(file.summaries()->first().text.size(), Statement::kMaxText);
}

void TestHostileProject::addressesOfPages()
{
    for (const char* good : {"https://rocm.docs.amd.com/x?y=1&z=2#a", "http://localhost:80/"}) {
        QVERIFY2(stored::isWebAddress(QString::fromLatin1(good)), good);
    }
    for (const char* bad : {"", "file:///etc/passwd", "javascript:alert(1)",
                            "https://x\"onload=", "https://x y", "https://x\n", "HTTPS:x"}) {
        QVERIFY2(!stored::isWebAddress(QString::fromLatin1(bad)), bad);
    }
}

void TestHostileProject::longValues()
{
    makeProject();
    // Longer than a value may be: SQLite itself refuses it, before it is in memory.
    QCOMPARE(attack(path(), {"INSERT INTO plan_override VALUES (1, 's', 1, "
                             "CAST(zeroblob(100000000) AS TEXT), 1, 0)"}),
             QString());
    sqlite3_memory_highwater(1);
    {
        const auto opened = ProjectFile::open(path());
        QVERIFY2(opened.ok(), qPrintable(opened.ok() ? QString() : opened.error().detail));
        const auto overrides = (*opened)->overrides();
        QCOMPARE(overrides.error().code, ErrorCode::ProjectCorrupt);
        QVERIFY2(overrides.error().detail.contains(QStringLiteral("longer than any")),
                 qPrintable(overrides.error().detail));
    }
    QVERIFY2(sqlite3_memory_highwater(0) < 64 * 1024 * 1024,
             qPrintable(QString::number(sqlite3_memory_highwater(0))));

    // Shorter than that, and still no text that Rocport writes.
    QVERIFY(QFile::remove(path()));
    makeProject();
    QCOMPARE(attack(path(), {"INSERT INTO plan_override VALUES (1, 's', 1, "
                             "CAST(zeroblob(9000000) AS TEXT), 1, 0)"}),
             QString());
    const auto opened = ProjectFile::open(path());
    QVERIFY2(opened.ok(), qPrintable(opened.ok() ? QString() : opened.error().detail));
    QCOMPARE((*opened)->overrides().error().code, ErrorCode::ProjectCorrupt);
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
