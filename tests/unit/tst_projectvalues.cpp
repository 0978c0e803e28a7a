// Values of a project file that no Rocport writes: they are refused when they are loaded, and not
// written.
#include "attack.h"
#include "core/store/database.h"
#include "core/store/storedvalues.h"
#include "projectfolder.h"

#include <QFile>

using namespace rocport;
using fixture::attack;

class TestProjectValues : public QObject, protected fixture::ProjectFolder
{
    Q_OBJECT

private Q_SLOTS:
    void init() { renew(); }
    void whatIsLoadedIsChecked_data();
    void whatIsLoadedIsChecked();
    void whatIsWrittenIsChecked();
    void addressesOfPages();
    void longValues();
};

void TestProjectValues::whatIsLoadedIsChecked_data()
{
    QTest::addColumn<QByteArray>("statement");
    const auto meta = [](const char* name, const char* assignment) {
        QTest::newRow(name) << QByteArray("UPDATE project SET ") + assignment;
    };
    meta("macro with code", "guard_macro = 'X) || 1 /*'");
    meta("macro of lines", "guard_macro = 'X' || char(10) || '#include \"/etc/passwd\"'");
    meta("macro that is a number", "guard_macro = '1X'");
    meta("macro of nvcc", "guard_macro = '__CUDACC__'");
    meta("macro that is a word", "guard_macro = 'defined'");
    meta("module that is a word", "flag_module = 'a.class'");
    meta("module that hides a library", "flag_module = 'os'");
    meta("no macro", "guard_macro = ''");
    meta("macro that is a blob", "guard_macro = x'58002f'");
    meta("module with code", "flag_module = 'os; import os; os.system(\"x\") #'");
    meta("module of a path", "flag_module = 'a/../b'");
    meta("module of dots", "flag_module = 'a..b'");
    meta("folder that leads up", "compat_folder = 'a/../..'");
    meta("folder at the root", "compat_folder = '/etc'");
    meta("folder of git", "compat_folder = '.git/hooks'");
    meta("folder with code", "compat_folder = 'a\" ) execute_process('");
    meta("no folder", "compat_folder = ''");
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

void TestProjectValues::whatIsLoadedIsChecked()
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
void TestProjectValues::whatIsWrittenIsChecked()
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
    QCOMPARE(file.setSummary(Phase::Build, QString(kLongestSummary + 1, u'x')).error().code,
             ErrorCode::InvalidArgument);
    QVERIFY(file.setSummary(Phase::Build, QString(kLongestSummary, u'x')).ok());
    QCOMPARE(file.summaries()->first().text.size(), kLongestSummary);
}

void TestProjectValues::addressesOfPages()
{
    for (const char* good : {"https://rocm.docs.amd.com/x?y=1&z=2#a", "http://localhost:80/"}) {
        QVERIFY2(stored::isWebAddress(QString::fromLatin1(good)), good);
    }
    for (const char* bad : {"", "file:///etc/passwd", "javascript:alert(1)",
                            "https://x\"onload=", "https://x y", "https://x\n", "HTTPS:x"}) {
        QVERIFY2(!stored::isWebAddress(QString::fromLatin1(bad)), bad);
    }
}

void TestProjectValues::longValues()
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

QTEST_GUILESS_MAIN(TestProjectValues)
#include "tst_projectvalues.moc"
