#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

class OpenProjectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStateThatIsHeldStaysAsItWas();
    void whatMayNotBeWrittenIsSaid();
    void writesAreCountedUntilTheyAreTold();
    void aFailureIsTold();
    void lateResultsAreKnown();
};

void OpenProjectTest::aStateThatIsHeldStaysAsItWas()
{
    StoredProject p;
    const std::shared_ptr<const ProjectState> held = p.project.state();
    p.project.writable().meta.name = QStringLiteral("other");
    QCOMPARE(held->meta.name, QStringLiteral("seqkernels"));
    QCOMPARE(p.state().meta.name, QStringLiteral("other"));
    QCOMPARE(p.changed.size(), 0); // until it is published
    p.project.publish(StateChange::Target);
    QCOMPARE(p.changed.size(), 1);
}

void OpenProjectTest::whatMayNotBeWrittenIsSaid()
{
    StoredProject p;
    QVERIFY(p.project.checkWritable().ok());
    p.alter([](ProjectState& state) { state.readOnly = true; });
    QCOMPARE(p.project.checkWritable().error().code, ErrorCode::ProjectReadOnly);
    p.alter([](ProjectState& state) { state.scan.reset(); });
    QCOMPARE(p.project.checkWritable().error().code, ErrorCode::NotPossibleNow);
    p.project.setState(nullptr);
    QCOMPARE(p.project.checkWritable().error().code, ErrorCode::NotPossibleNow);
}

void OpenProjectTest::writesAreCountedUntilTheyAreTold()
{
    StoredProject p;
    p.project.write(
        [](ProjectFile& file) { return file.setSummary(Phase::Build, QStringLiteral("x")); });
    QVERIFY(!p.project.isStored());
    const QFuture<void> stored = p.project.stored();
    QTRY_VERIFY_WITH_TIMEOUT(stored.isFinished(), fixture::kPatience);
    QVERIFY(p.project.isStored());
    p.project.write([](ProjectFile&) { return Result<void>(); }, true);
    QVERIFY(p.project.isStored()); // nothing is lost with it
}

void OpenProjectTest::aFailureIsTold()
{
    StoredProject p;
    p.project.write([](ProjectFile&) { return Result<void>(Error{ErrorCode::DiskFull, {}, {}}); });
    p.store();
    QCOMPARE(p.failure(), ErrorCode::DiskFull);
}

void OpenProjectTest::lateResultsAreKnown()
{
    StoredProject p;
    const quint64 at = p.project.generation();
    QVERIFY(p.project.isOpen(at));
    p.project.setState(nullptr);
    QVERIFY(!p.project.isOpen(at));
    p.project.setState(std::make_shared<const ProjectState>());
    p.project.startGeneration();
    QVERIFY(!p.project.isOpen(at));
}

QTEST_GUILESS_MAIN(OpenProjectTest)
#include "tst_openproject.moc"
