#include "core/project/session/projectreports.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "storedproject.h"

#include <QFileInfo>

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    ProjectTasks tasks;
    RulePacks packs{project};
    ProjectReports reports{project, tasks, packs};

    ~Fixture() { project.drain(); } // before the parts go

    void write(const QStringList& formats, const QString& to)
    {
        reports.write(formats, to);
        QTRY_VERIFY_WITH_TIMEOUT(tasks.running().isEmpty(), fixture::kPatience);
    }
};

} // namespace

class ProjectReportsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReportIsMade();
    void whatIsWrittenIsKept();
    void aFormatOfTheWindow();
    void whatFailsIsToldAndTheOthersAreWritten();
    void withoutAScanThereIsNone();
};

void ProjectReportsTest::aReportIsMade()
{
    Fixture p;
    const ReportModel report = p.reports.make().result();
    QCOMPARE(report.projectName, QStringLiteral("seqkernels"));
    QCOMPARE(report.hunks, p.state().hunks);
}

void ProjectReportsTest::whatIsWrittenIsKept()
{
    Fixture p;
    p.write({QStringLiteral("md"), QStringLiteral("json")},
            p.folder.filePath(QStringLiteral("out")));
    QVERIFY(p.failed.isEmpty());
    QCOMPARE(p.state().exports.size(), 2);
    QVERIFY(QFileInfo::exists(p.state().exports[0].path));
    QCOMPARE(p.changed.size(), 1);
    QCOMPARE(p.changed[0][0].value<StateChange>(), StateChange::Exports);
    QCOMPARE(p.stored(&ProjectFile::exports).size(), 2);
}

void ProjectReportsTest::aFormatOfTheWindow()
{
    Fixture p;
    p.write({QStringLiteral("pdf")}, p.folder.path());
    QCOMPARE(p.failed.size(), 1); // nobody writes it
    p.reports.addFormat(QStringLiteral("pdf"), [](const ReportModel& report) {
        return Result<QByteArray>(report.projectName.toUtf8());
    });
    p.write({QStringLiteral("pdf")}, p.folder.path());
    QCOMPARE(p.failed.size(), 1);
    QCOMPARE(p.state().exports.size(), 1);
}

void ProjectReportsTest::whatFailsIsToldAndTheOthersAreWritten()
{
    Fixture p;
    p.write({QStringLiteral("no such format"), QStringLiteral("md")}, p.folder.path());
    QCOMPARE(p.failed.size(), 1);
    QCOMPARE(p.state().exports.size(), 1);
}

void ProjectReportsTest::withoutAScanThereIsNone()
{
    Fixture p;
    p.alter([](ProjectState& state) { state.scan.reset(); });
    p.reports.write({QStringLiteral("md")}, p.folder.path());
    QCOMPARE(p.failure(), ErrorCode::NotPossibleNow);
    QVERIFY(p.reports.make().result().projectName.isEmpty());
}

QTEST_GUILESS_MAIN(ProjectReportsTest)
#include "tst_projectreports.moc"
