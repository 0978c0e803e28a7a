#include "ui/review/reviewfilter.h"
#include "ui/review/reviewmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

namespace {

Hunk makeHunk(int number, Phase phase, const char* path, const char* rule, Verdict verdict)
{
    Hunk hunk;
    hunk.key = QByteArray::number(number).rightJustified(16, '0');
    hunk.sourcePath = RepoPath(path);
    hunk.targetPath = hunk.sourcePath;
    hunk.phase = phase;
    hunk.firstLine = number;
    hunk.lastLine = number;
    hunk.ruleIds = {QLatin1String(rule)};
    hunk.title = QStringLiteral("Title of ") + QLatin1String(rule);
    hunk.verdict = verdict;
    return hunk;
}

std::shared_ptr<ProjectState> makeState(const QVector<Hunk>& hunks)
{
    auto scan = std::make_shared<ScanResult>();
    scan->hunks = hunks;
    auto state = std::make_shared<ProjectState>();
    state->scan = scan;
    state->hunks = static_cast<int>(hunks.size());
    return state;
}

std::shared_ptr<ProjectState> smallState()
{
    return makeState(
        {makeHunk(1, Phase::Translation, "csrc/a.cu", "hipify-api", Verdict::Projected),
         makeHunk(2, Phase::Translation, "csrc/a.cu", "hipify-header", Verdict::Projected),
         makeHunk(3, Phase::Translation, "csrc/b.cu", "hipify-api", Verdict::Unproved),
         makeHunk(4, Phase::Wavefront, "csrc/a.cu", "warp-mask", Verdict::Projected),
         makeHunk(5, Phase::Wavefront, "csrc/Ünïcode \n.cu", "warp-mask", Verdict::Violated)});
}

void decide(ProjectState& state, const QVector<QByteArray>& keys, DecisionKind kind)
{
    DecisionBatch batch;
    batch.id = state.decisions.lastBatchId() + 1;
    for (const QByteArray& key : keys) {
        batch.decisions.append({key, kind, {}, {}, {}});
    }
    state.decisions.append(batch);
}

QStringList shown(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (index.data(ReviewModel::LevelRole).toInt() == ReviewModel::ChangeLevel) {
            lines.append(QString(depth, u' ') + index.data(ReviewModel::NumberRole).toString());
        } else {
            lines.append(QString(depth, u' ') + index.data().toString() + u' ' +
                         index.data(ReviewModel::CountRole).toString());
        }
        lines += shown(model, index, depth + 1);
    }
    return lines;
}

} // namespace

class ReviewModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void grouping();
    void oneShapeForAllGroups();
    void decisionsUpdateWithoutReset();
    void filters_data();
    void filters();
    void pinnedStays();
    void nextAndPrevious();
    void emptyStates();
    void largeProjectFiltersInTime();
};

void ReviewModelTest::grouping()
{
    ReviewModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setState(smallState());
    QCOMPARE(shown(model),
             (QStringList{QStringLiteral("Source translation 0/3"), QStringLiteral(" a.cu 0/2"),
                          QStringLiteral("  1"), QStringLiteral("  2"), QStringLiteral(" b.cu 0/1"),
                          QStringLiteral("  3"), QStringLiteral("Wavefront adaptation 0/2"),
                          QStringLiteral(" a.cu 0/1"), QStringLiteral("  4"),
                          QStringLiteral(" ") + RepoPath("csrc/Ünïcode \n.cu").displayName() +
                              QStringLiteral(" 0/1"),
                          QStringLiteral("  5")}));
    model.setGrouping(ReviewGrouping::Rules);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, 0).data(ReviewModel::NumberRole).toString(),
             QStringLiteral("hipify-api"));
    QCOMPARE(model.changesUnder(model.index(0, 0)).size(), 2);
    QCOMPARE(model.changesOfFile(RepoPath("csrc/a.cu")).size(), 3);
    for (int change = 0; change < model.changes().size(); ++change) {
        QCOMPARE(model.changesUnder(model.indexOfChange(change)), QVector<int>{change});
    }
}

/// One group with two files of one name is enough for folders above the files of all.
void ReviewModelTest::oneShapeForAllGroups()
{
    ReviewModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setState(makeState(
        {makeHunk(1, Phase::Detection, "pkg/cache/lmq.cuh", "detect-arch", Verdict::Projected),
         makeHunk(2, Phase::Translation, "pkg/a/util.cu", "hipify-api", Verdict::Projected),
         makeHunk(3, Phase::Translation, "pkg/b/util.cu", "hipify-api", Verdict::Projected)}));
    const QStringList rows = shown(model);
    QVERIFY2(rows.contains(QStringLiteral(" pkg/cache 0/1")), qPrintable(rows.join(u'\n')));
    QVERIFY2(rows.contains(QStringLiteral("  lmq.cuh 0/1")), qPrintable(rows.join(u'\n')));
    QVERIFY2(rows.contains(QStringLiteral("   util.cu 0/1")), qPrintable(rows.join(u'\n')));
    for (int change = 0; change < 3; ++change) { // the folder's row says it, and only that
        QVERIFY(model.fileIndexOfChange(change).data(ReviewModel::FolderRole).toString().isEmpty());
    }
}

void ReviewModelTest::decisionsUpdateWithoutReset()
{
    ReviewModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto state = smallState();
    model.setState(state);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    auto after = std::make_shared<ProjectState>(*state);
    decide(*after, {state->scan->hunks[0].key}, DecisionKind::Accepted);
    decide(*after, {state->scan->hunks[2].key}, DecisionKind::Deferred);
    model.setState(after);
    QCOMPARE(resets.size(), 0);
    QVERIFY(!changes.isEmpty());
    QCOMPARE(model.totals().decided, 1);
    QCOMPARE(model.totals().accepted, 1);
    QCOMPARE(model.totals().uncommitted, 1);
    QCOMPARE(model.totals().needsLook, 2); // deferred is not decided
    const QModelIndex file = model.fileIndexOfChange(0);
    QCOMPARE(file.data(ReviewModel::CountRole).toString(), QStringLiteral("1/2"));
    QCOMPARE(file.data(ReviewModel::MarkRole).toInt(), int(ReviewMark::Partly));
    QVERIFY(
        file.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("1 of 2 decided")));
}

void ReviewModelTest::filters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("accepted");
    QTest::newRow("open") << QString() << int(ReviewStatus::Open) << -1 << 4;
    QTest::newRow("needs a look") << QString() << int(ReviewStatus::NeedsLook) << -1 << 2;
    QTest::newRow("decided") << QString() << int(ReviewStatus::Decided) << -1 << 1;
    QTest::newRow("all") << QString() << int(ReviewStatus::All) << -1 << 5;
    QTest::newRow("path") << QStringLiteral("B.CU") << int(ReviewStatus::All) << -1 << 1;
    QTest::newRow("rule") << QStringLiteral("hipify") << int(ReviewStatus::All) << -1 << 3;
    QTest::newRow("one rule") << QStringLiteral("rule:HIPIFY-API") << int(ReviewStatus::All) << -1
                              << 2;
    QTest::newRow("part of a rule")
        << QStringLiteral("rule:hipify") << int(ReviewStatus::All) << -1 << 0;
    QTest::newRow("title and path")
        << QStringLiteral("title a.cu") << int(ReviewStatus::All) << -1 << 3;
    QTest::newRow("phase") << QString() << int(ReviewStatus::All) << 3 << 2;
    QTest::newRow("nothing") << QStringLiteral("zzz") << int(ReviewStatus::All) << -1 << 0;
}

void ReviewModelTest::filters()
{
    QFETCH(QString, text);
    QFETCH(int, status);
    QFETCH(int, phase);
    QFETCH(int, accepted);
    ReviewModel model;
    auto state = smallState();
    decide(*state, {state->scan->hunks[0].key}, DecisionKind::Accepted);
    model.setState(state);
    ReviewFilter filter(model);
    QAbstractItemModelTester tester(&filter,
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setStatus(static_cast<ReviewStatus>(status));
    filter.setPhase(phaseFromInt(phase));
    filter.setText(text);
    QCOMPARE(filter.accepted(), accepted);
    int changes = 0;
    for (const QString& line : shown(filter)) {
        changes += line.startsWith(QStringLiteral("  ")) ? 1 : 0;
    }
    QCOMPARE(changes, accepted);
}

void ReviewModelTest::pinnedStays()
{
    ReviewModel model;
    auto state = smallState();
    model.setState(state);
    ReviewFilter filter(model);
    QAbstractItemModelTester tester(&filter,
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(filter.rowCount(filter.index(1, 0)), 2);
    auto after = std::make_shared<ProjectState>(*state);
    decide(*after, {state->scan->hunks[3].key}, DecisionKind::Rejected);
    filter.setPinned(3);
    model.setState(after);
    QCOMPARE(filter.rowCount(filter.index(1, 0)), 2);
    filter.setPinned(4);
    QCOMPARE(filter.rowCount(filter.index(1, 0)), 1);
}

void ReviewModelTest::nextAndPrevious()
{
    ReviewModel model;
    model.setState(smallState());
    ReviewFilter filter(model);
    QCOMPARE(filter.next(-1, 1, false), model.changeAt(0));
    QCOMPARE(filter.next(model.changeAt(4), 1, false), -1);
    QCOMPARE(filter.next(model.changeAt(4), 1, true), model.changeAt(0));
    QCOMPARE(filter.next(model.changeAt(0), -1, true), model.changeAt(4));
    filter.setText(QStringLiteral("b.cu"));
    QCOMPARE(filter.next(model.changeAt(0), 1, true), 2);
}

void ReviewModelTest::emptyStates()
{
    ReviewModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ReviewFilter filter(model);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(filter.next(-1, 1, true), -1);
    model.setState(std::make_shared<ProjectState>()); // no scan yet
    QCOMPARE(model.rowCount(), 0);
    model.setState(smallState());
    QCOMPARE(filter.accepted(), 5);
    model.setState({});
    QCOMPARE(filter.accepted(), 0);
    QCOMPARE(filter.rowCount(), 0);
}

void ReviewModelTest::largeProjectFiltersInTime()
{
    QVector<Hunk> hunks;
    for (int i = 0; i < 100000; ++i) {
        const QByteArray path =
            "src/dir" + QByteArray::number(i / 2000) + "/f" + QByteArray::number(i / 37) + ".cu";
        hunks.append(makeHunk(i, i < 60000 ? Phase::Translation : Phase::Wavefront,
                              path.constData(), i % 3 == 0 ? "warp-mask" : "hipify-api",
                              Verdict::Projected));
    }
    ReviewModel model;
    QElapsedTimer timer;
    timer.start();
    model.setState(makeState(hunks));
    const qint64 opened = timer.restart();
    ReviewFilter filter(model);
    for (int row = 0; row < filter.rowCount(); ++row) { // as the tree does
        filter.rowCount(filter.index(row, 0));
    }
    timer.restart();
    filter.setText(QStringLiteral("f12 mask"));
    const qint64 narrowed = timer.restart();
    filter.setText(QString());
    const qint64 cleared = timer.elapsed();
    qInfo("100,000 changes: shown %lld ms, filtered %lld ms, cleared %lld ms", opened, narrowed,
          cleared);
    QVERIFY(filter.accepted() == 100000);
    // Generous limits: the machine may be busy; tests/bench prints the figures that count.
    QVERIFY(narrowed < 1000);
    QVERIFY(cleared < 1000);
}

QTEST_GUILESS_MAIN(ReviewModelTest)
#include "tst_reviewmodel.moc"
