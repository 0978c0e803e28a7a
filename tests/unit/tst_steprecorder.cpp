#include "core/project/session/steprecorder.h"
#include "storedproject.h"

using namespace rocport;
using fixture::StoredProject;

namespace {

struct Fixture : StoredProject
{
    StepRecorder recorder{project};

    ~Fixture() { project.drain(); } // before the parts go
};

} // namespace

class StepRecorderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepIsShownAtOnceAndStored();
    void stepsAreNumberedInOrder();
    void whatCannotBeStoredIsTakenBack();
};

void StepRecorderTest::aStepIsShownAtOnceAndStored()
{
    Fixture p;
    QVector<QByteArray> keys;
    DecisionKind before = DecisionKind::Rejected;
    connect(&p.recorder, &StepRecorder::appended, this,
            [&](const DecisionLog& log, const QVector<QByteArray>& changed) {
                keys = changed;
                before = log.kind(p.key(1));
            });
    DecisionBatch step = p.recorder.newStep(QStringLiteral("Accept one"));
    QCOMPARE(step.author, QStringLiteral("Ada Lovelace"));
    step.decisions = {fixture::decision(p.key(1), DecisionKind::Accepted)};
    p.recorder.append(step);
    QCOMPARE(p.state().decisions.kind(p.key(1)), DecisionKind::Accepted);
    QCOMPARE(p.state().decided, 1);
    QCOMPARE(keys, QVector<QByteArray>{p.key(1)});
    QCOMPARE(before, DecisionKind::Open);
    QCOMPARE(p.changed.size(), 1);
    const auto stored = p.stored(&ProjectFile::batches);
    QCOMPARE(stored.size(), 1);
    QCOMPARE(stored[0].label, QStringLiteral("Accept one"));
}

void StepRecorderTest::stepsAreNumberedInOrder()
{
    Fixture p;
    DecisionBatch first = p.recorder.newStep(QStringLiteral("one"));
    first.decisions = {fixture::decision(p.key(1), DecisionKind::Accepted)};
    DecisionBatch second = p.recorder.newStep(QStringLiteral("two"));
    second.decisions = {fixture::decision(p.key(2), DecisionKind::Rejected)};
    p.recorder.append({first, second});
    p.recorder.append(second);
    QCOMPARE(p.state().decisions.lastBatchId(), 3);
    const auto stored = p.stored(&ProjectFile::batches);
    QCOMPARE(stored.size(), 3);
    QCOMPARE(stored[2].id, 3);
}

void StepRecorderTest::whatCannotBeStoredIsTakenBack()
{
    Fixture p;
    DecisionBatch good = p.recorder.newStep(QStringLiteral("good"));
    good.decisions = {fixture::decision(p.key(1), DecisionKind::Accepted)};
    p.recorder.append(good);
    p.store();
    QSignalSpy back(&p.recorder, &StepRecorder::takenBack);
    DecisionBatch bad = p.recorder.newStep(QStringLiteral("bad"));
    bad.decisions = {fixture::decision(QByteArray(100'000, 'k'), DecisionKind::Accepted)};
    p.recorder.append(bad);
    QTRY_COMPARE_WITH_TIMEOUT(back.size(), 1, fixture::kPatience);
    QCOMPARE(p.failed.size(), 1);
    QCOMPARE(p.state().decisions.kinds().size(), 1);
    QCOMPARE(p.state().decisions.kind(p.key(1)), DecisionKind::Accepted);
}

QTEST_GUILESS_MAIN(StepRecorderTest)
#include "tst_steprecorder.moc"
