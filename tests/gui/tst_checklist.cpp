// Steps of a phase's checklist are ticked off in Plan and kept.
#include "core/plan/checklist.h"
#include "core/report/report.h"
#include "core/store/checksteps.h"
#include "tests/gui/windowfixture.h"
#include "ui/plan/evidencemodel.h"
#include "ui/plan/planarea.h"
#include "ui/shell/mainwindow.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QTableView>

using namespace rocport;

class TestChecklist : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void keyAndClickTickOff();
    void isAStepOfTheHistory();
    void isKept();
    void reportSaysIt();
    void refuses();

private:
    [[nodiscard]] PlanArea& plan() const { return *m_window->window().findChild<PlanArea*>(); }
    [[nodiscard]] QTableView& table() const
    {
        for (QTableView* view : plan().findChildren<QTableView*>()) {
            if (qobject_cast<EvidenceModel*>(view->model()) != nullptr) {
                return *view;
            }
        }
        qFatal("no table");
    }
    [[nodiscard]] Qt::CheckState shown(int row) const
    {
        return table().model()->index(row, 0).data(Qt::CheckStateRole).value<Qt::CheckState>();
    }
    [[nodiscard]] bool isDone(int row) const
    {
        return m_window->state().decisions.kind(stepKey(
                   Phase::Build, phaseChecklist(Phase::Build)[row])) == DecisionKind::Accepted;
    }
    [[nodiscard]] QString header() const
    {
        return table().model()->headerData(EvidenceModel::SourceColumn, Qt::Horizontal).toString();
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestChecklist::init()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.copySample();
    m_window->open();
    m_window->window().setCurrentArea(QStringLiteral("plan"));
    plan().showSubject(QStringLiteral("phase-4"));
    QCOMPARE(table().model()->rowCount(), phaseChecklist(Phase::Build).size());
}

void TestChecklist::keyAndClickTickOff()
{
    QAbstractItemModelTester tester(table().model());
    QCOMPARE(header(), QStringLiteral("0 of 6 done"));
    const int decided = m_window->state().decided;
    table().setFocus();
    table().setCurrentIndex(table().model()->index(1, EvidenceModel::SourceColumn));
    QTest::keyClick(&table(), Qt::Key_Space);
    QVERIFY(isDone(1));
    QTRY_COMPARE(shown(1), Qt::Checked);
    QCOMPARE(table().currentIndex().row(), 1); // the row stays
    QCOMPARE(header(), QStringLiteral("1 of 6 done"));
    QCOMPARE(table().model()->index(1, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Step 2, done"));
    // A click on the box of another one, and on the first again.
    const QImage before = table().viewport()->grab().toImage();
    for (const int row : {2, 1}) {
        const QRect cell = table().visualRect(table().model()->index(row, 0));
        QStyleOptionViewItem option;
        option.initFrom(&table());
        option.rect = cell;
        option.features |= QStyleOptionViewItem::HasCheckIndicator;
        const QRect box = table().style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator,
                                                          &option, &table());
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, box.center());
    }
    QVERIFY(isDone(2));
    QVERIFY(!isDone(1));
    QTRY_COMPARE(shown(1), Qt::Unchecked);
    QVERIFY(table().viewport()->grab().toImage() != before);
    QCOMPARE(m_window->state().decided, decided); // no change is decided by it
    // The command does what the key does.
    plan().command(QStringLiteral("tick-step"))->trigger();
    QVERIFY(isDone(table().currentIndex().row()));
}

void TestChecklist::isAStepOfTheHistory()
{
    table().setCurrentIndex(table().model()->index(0, 0));
    QVERIFY(plan().toggleStep());
    QVERIFY(isDone(0));
    QVERIFY(m_window->state().decisions.undoLabel().startsWith(
        QStringLiteral("Done: step of phase 4, “")));
    QVERIFY(m_window->project.session->undo().ok());
    QVERIFY(!isDone(0));
    QTRY_COMPARE(shown(0), Qt::Unchecked);
    QVERIFY(m_window->project.session->redo().ok());
    QVERIFY(isDone(0));
    m_window->showReview();
    m_window->press("U");
    QVERIFY(!isDone(0));
}

void TestChecklist::isKept()
{
    table().setCurrentIndex(table().model()->index(3, 0));
    QVERIFY(plan().toggleStep());
    m_window->assembly.reset();
    m_window->project.session.reset();
    m_window->project.open();
    QVERIFY(m_window->project.session->state()->decisions.kind(
                stepKey(Phase::Build, phaseChecklist(Phase::Build)[3])) == DecisionKind::Accepted);
    QVERIFY(m_window->project.session->state()->orphaned.isEmpty());
}

void TestChecklist::reportSaysIt()
{
    table().setCurrentIndex(table().model()->index(5, 0));
    QVERIFY(plan().toggleStep());
    const ProjectState& state = m_window->state();
    const ReportModel report = buildReport(state.meta, state.scan, {}, state.decisions, {}, {},
                                           QDateTime::currentDateTimeUtc(), {}, {}, {});
    const ReportPhase& phase = report.phases[static_cast<int>(Phase::Build)];
    for (int row = 0; row < phase.plan.checklist.size(); ++row) {
        const QString step = phaseChecklist(Phase::Build)[row];
        QCOMPARE(phase.plan.checklist[row], row == 5 ? QStringLiteral("Done: ") + step : step);
    }
    QVERIFY(renderMarkdown(report).contains("Done: "));
}

void TestChecklist::refuses()
{
    ProjectSession& session = *m_window->project.session;
    const QByteArray key = stepKey(Phase::Build, QStringLiteral("Any words"));
    QVERIFY(!session.decide({key}, DecisionKind::Rejected, {}).ok());
    QVERIFY(!session.decide({key, QByteArray("00")}, DecisionKind::Accepted, {}).ok());
    QVERIFY(phaseOfStepKey(key) == Phase::Build);
    QVERIFY(!phaseOfStepKey("0123abcd").has_value());
    QVERIFY(!phaseOfStepKey("step:").has_value());
    // Evidence is no step.
    plan().showSubject(QStringLiteral("kernels"));
    QVERIFY(!plan().toggleStep());
}

QTEST_MAIN(TestChecklist)
#include "tst_checklist.moc"
