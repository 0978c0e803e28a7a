#include "core/project/nodes/remoterecords.h"
#include "core/project/session/projectjournal.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

class ProjectJournalTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestRunIsFirst();
    void aToleranceIsSetAndForgotten();
    void theCurrentNodeIsToldToNobody();
    void aReadOnlyProjectKeepsItInTheStateAlone();
};

void ProjectJournalTest::theNewestRunIsFirst()
{
    StoredProject p;
    ProjectJournal journal(p.project);
    VerifyRun run;
    run.id = QStringLiteral("one");
    journal.recordRuns({run});
    run.id = QStringLiteral("two");
    journal.recordRuns({run});
    journal.recordRuns({});
    QCOMPARE(p.state().remote->runs.size(), 2);
    QCOMPARE(p.state().remote->runs[0].id, QStringLiteral("two"));
    QCOMPARE(p.changed.size(), 2);
    QCOMPARE(p.changed[0][0].value<StateChange>(), StateChange::Verification);
    p.store();
    const auto file = ProjectFile::open(p.file(), true);
    QVERIFY(file.ok());
    const auto stored = readRemoteRecords(**file);
    QVERIFY(stored.ok());
    QCOMPARE(stored->runs.size(), 2);
    QVERIFY(p.failed.isEmpty());
}

void ProjectJournalTest::aToleranceIsSetAndForgotten()
{
    StoredProject p;
    ProjectJournal journal(p.project);
    journal.recordTolerance(QStringLiteral("y"), Tolerance());
    QVERIFY(p.state().remote->tolerances.contains(QStringLiteral("y")));
    journal.recordTolerance(QStringLiteral("y"), std::nullopt);
    QVERIFY(p.state().remote->tolerances.isEmpty());
    p.store();
    QVERIFY(p.failed.isEmpty());
}

void ProjectJournalTest::theCurrentNodeIsToldToNobody()
{
    StoredProject p;
    ProjectJournal journal(p.project);
    journal.recordCurrentNode(QStringLiteral("node-1"));
    journal.recordCurrentNode(QStringLiteral("node-1"));
    QCOMPARE(p.state().remote->currentNode, QStringLiteral("node-1"));
    QCOMPARE(p.changed.size(), 0);
    p.store();
    QVERIFY(p.failed.isEmpty());
}

void ProjectJournalTest::aReadOnlyProjectKeepsItInTheStateAlone()
{
    StoredProject p;
    ProjectJournal journal(p.project);
    p.alter([](ProjectState& state) { state.readOnly = true; });
    journal.recordCurrentNode(QStringLiteral("node-1"));
    QCOMPARE(p.state().remote->currentNode, QStringLiteral("node-1"));
    QVERIFY(p.project.isStored());
    p.project.setState(nullptr);
    journal.recordCurrentNode(QStringLiteral("node-2")); // nothing
    journal.recordRuns({VerifyRun()});
}

QTEST_GUILESS_MAIN(ProjectJournalTest)
#include "tst_projectjournal.moc"
