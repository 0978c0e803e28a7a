#include "tests/gui/verifyfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/plotspane.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/requestdialog.h"
#include "ui/verify/tensordetail.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCoreApplication>
#include <QDateTime>
#include <QGraphicsView>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

/// What a user sees and does in the area Verify.
class VerifyAreaTest : public QObject, protected test::VerifyFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void neverRun();
    void pyramidSaysStateCountAndTime();
    void pyramidByKeyboard();
    void largeTextLeavesPlotsAndRowsTheirHeight();
    void otherLevelsShowTheirChecks();
    void sentencesStandAboveTheirDetail();
    void staticRunsHere();
    void readOnly();
    void plotsStack();
    void looks_data();
    void looks();
};

void VerifyAreaTest::neverRun()
{
    m_area->showLevel(VerifyLevel::Load);
    QVERIFY(!checks()->isVisible());
    QString title;
    const auto states = m_area->findChildren<EmptyState*>();
    for (EmptyState* state : states) {
        title = state->isVisible() ? state->title() : title;
    }
    QCOMPARE(title, QStringLiteral("L4 Load was not run"));
    QVERIFY(m_area->run() == nullptr);
    QCOMPARE(part<QPushButton>("runButton")->text(), QStringLiteral("Run L4 Load…"));
}

void VerifyAreaTest::pyramidSaysStateCountAndTime()
{
    LevelsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setState(m_remote->now, false);
    QCOMPARE(model.stateOf(VerifyLevel::Numerical), CheckState::Failed);
    QCOMPARE(model.stateOf(VerifyLevel::Static), CheckState::Passed);
    QCOMPARE(model.stateOf(VerifyLevel::Load), CheckState::NotRun);
    QCOMPARE(model.countText(VerifyLevel::Build), QStringLiteral("7 of 8 passed"));
    auto* pyramid = part<Pyramid>("pyramid");
    const QString name = pyramid->level(VerifyLevel::Build).accessibleName();
    QVERIFY2(name.startsWith(QStringLiteral("Level 2, Build, Failed, 7 of 8 passed, ")),
             qPrintable(name));
    QCOMPARE(pyramid->level(VerifyLevel::Load).accessibleName(),
             QStringLiteral("Level 4, Load, Not run, Not run"));
    QVERIFY(pyramid->level(VerifyLevel::Numerical).isChecked()); // what was run last
}

void VerifyAreaTest::pyramidByKeyboard()
{
    auto* pyramid = part<Pyramid>("pyramid");
    PyramidLevel& top = pyramid->level(VerifyLevel::Numerical);
    QVERIFY(top.focusPolicy() & Qt::TabFocus);
    top.setFocus();
    QTest::keyClick(&top, Qt::Key_Down);
    QCOMPARE(m_area->level(), VerifyLevel::Load);
    PyramidLevel& load = pyramid->level(VerifyLevel::Load);
    QVERIFY(load.hasFocus());
    QTest::keyClick(&load, Qt::Key_Down);
    QCOMPARE(m_area->level(), VerifyLevel::Lanes);
    QTest::keyClick(&pyramid->level(VerifyLevel::Lanes), Qt::Key_Down);
    QCOMPARE(m_area->level(), VerifyLevel::Build);
    QTest::keyClick(&pyramid->level(VerifyLevel::Build), Qt::Key_Up);
    QTest::keyClick(&pyramid->level(VerifyLevel::Lanes), Qt::Key_Up);
    QCOMPARE(m_area->level(), VerifyLevel::Load);
    // The list beside it agrees.
    QCOMPARE(part<QListView>("levelList")->currentIndex().row(), 1);
    QTest::mouseClick(&top, Qt::LeftButton);
    QCOMPARE(m_area->level(), VerifyLevel::Numerical);
}

/// Where they need more than the window has, the window scrolls.
void VerifyAreaTest::largeTextLeavesPlotsAndRowsTheirHeight()
{
    m_provider->setTextPercent(150);
    const auto before = qScopeGuard([this] { m_provider->setTextPercent(100); });
    const auto faults = [this] {
        const QSize least = m_area->minimumSizeHint();
        m_area->resize(std::max(1240, least.width()), std::max(700, least.height()));
        QStringList found;
        const auto views = m_area->findChildren<QGraphicsView*>();
        for (const QGraphicsView* view : views) {
            if (view->isVisible() && view->height() < m_provider->theme().scaled(80)) {
                found.append(view->accessibleName());
            }
        }
        const QRect row = checks()->visualRect(checks()->model()->index(1, 0));
        if (views.size() < 4 || !checks()->viewport()->rect().contains(row)) {
            found.append(QStringLiteral("the second row"));
        }
        return found;
    };
    const bool whole = QTest::qWaitFor([&] { return faults().isEmpty(); }, 5000);
    QVERIFY2(whole, qPrintable(faults().join(u' ')));
}

void VerifyAreaTest::otherLevelsShowTheirChecks()
{
    QSignalSpy places(m_area.get(), &VerifyArea::showPlaceRequested);
    m_area->showLevel(VerifyLevel::Build);
    QCOMPARE(checks()->model()->rowCount(), 8);
    QCOMPARE(cell(checks(), 0, 0), QStringLiteral("Failed"));
    QVERIFY(cell(checks(), 0, 2).contains(QStringLiteral("__shfl_sync")));
    QCOMPARE(cell(checks(), 0, 4), QStringLiteral("1.2 s"));
    QVERIFY(!part<PlotsPane>("plotsPane")->isVisible());
    Q_EMIT checks()->idActivated(QStringLiteral("check:0"));
    QCOMPARE(places.size(), 1);
    QCOMPARE(places[0][0].value<Place>().path, RepoPath("src/kernels/attention_0.cu"));
}

/// Sentences have the whole width, and their detail stands below them at any size of the window.
void VerifyAreaTest::sentencesStandAboveTheirDetail()
{
    VerifyRun run;
    run.id = QStringLiteral("static-now");
    run.level = VerifyLevel::Static;
    run.time = QDateTime::currentDateTimeUtc();
    for (int i = 0; i < 12; ++i) {
        VerifyCheck check;
        check.id = QStringLiteral("static:%1").arg(i);
        check.name = QStringLiteral("Critical finding without an accepted change");
        check.state = i < 6 ? CheckState::Passed : CheckState::Failed;
        check.detail = QStringLiteral("line %1: `CUDA_NVCC_FLAGS` is read for CUDA only; HIP reads "
                                      "`CMAKE_HIP_FLAGS`; and %2 more places of the file say so.")
                           .arg(i)
                           .arg(i);
        check.file =
            QStringLiteral("src/some/folder/of/the/project/number_%1/CMakeLists.txt").arg(i);
        run.checks.append(check);
    }
    m_remote->now->runs.prepend(run);
    Q_EMIT m_remote->runsChanged();
    m_area->showLevel(VerifyLevel::Static);
    auto* detail = part<TensorDetail>("tensorDetail");
    for (const int width : {1240, 1060, 1440}) {
        m_area->resize(width, 830);
        QCoreApplication::processEvents();
        const QRect table(checks()->mapTo(m_area.get(), QPoint()), checks()->size());
        const QRect below(detail->mapTo(m_area.get(), QPoint()), detail->size());
        QVERIFY2(below.top() >= table.bottom(), qPrintable(QString::number(width)));
        QVERIFY(below.right() <= m_area->width());
        QCOMPARE(checks()->horizontalScrollBar()->maximum(), 0);
        // A sentence of that length takes four lines at most.
        const int row = checks()->visualRect(checks()->model()->index(0, 0)).height();
        QVERIFY2(row < m_provider->theme().scaled(80), qPrintable(QString::number(row)));
    }
    // What failed comes first.
    QCOMPARE(cell(checks(), 0, 0), QStringLiteral("Failed"));
    QCOMPARE(cell(checks(), 11, 0), QStringLiteral("Passed"));
    // Code is shown as code.
    QString painted;
    for (const test::PaintedText& text :
         test::paintedTexts(*checks(), checks()->model()->index(0, 2))) {
        painted += text.text;
    }
    QVERIFY2(painted.contains(QStringLiteral("CUDA_NVCC_FLAGS")), qPrintable(painted));
    QVERIFY2(!painted.contains(u'`'), qPrintable(painted));
    checks()->setCurrentId(QStringLiteral("static:7"));
    QVERIFY(detail->plainText().contains(QStringLiteral("line 7")));
    const auto labels = detail->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        QVERIFY2(!label->text().contains(u'`'), qPrintable(label->text()));
    }
}

void VerifyAreaTest::staticRunsHere()
{
    m_area->showLevel(VerifyLevel::Static);
    part<QListView>("levelList")->setFocus();
    QTest::keyClick(part<QListView>("levelList"), Qt::Key_F5);
    QCOMPARE(m_remote->verifications.size(), 1);
    QCOMPARE(m_remote->verifications[0].level, VerifyLevel::Static);
    QVERIFY(!part<QPushButton>("stopButton")->isVisible());
    Q_EMIT m_remote->verificationProgress(QStringLiteral("Looking at 12 of 48 files"), 12, 48);
    QVERIFY(part<QLabel>("verifyActivity")->isVisible());
    QCOMPARE(part<QLabel>("verifyActivity")->text(), QStringLiteral("Looking at 12 of 48 files"));
    QVERIFY(!part<QPushButton>("runButton")->isEnabled());
    part<QPushButton>("stopButton")->click();
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("cancelVerification")});
    Q_EMIT m_remote->verificationProgress({}, 0, 0);
    QVERIFY(!part<QLabel>("verifyActivity")->isVisible());
    QVERIFY(part<QPushButton>("runButton")->isEnabled());
}

void VerifyAreaTest::readOnly()
{
    m_remote->now->readOnly = true;
    Q_EMIT m_remote->runsChanged();
    QVERIFY(checks()->setCurrentId(QStringLiteral("tensor:attn_fwd")));
    QVERIFY(!part<QPushButton>("runButton")->isEnabled());
    QVERIFY(part<QPushButton>("runButton")->toolTip().contains(QStringLiteral("read-only")));
    QVERIFY(!part<QPushButton>("setToleranceButton")->isEnabled());
    QVERIFY(!m_area->command(QStringLiteral("runStatic"))->isEnabled());
    QVERIFY(checks()->isVisible()); // what was found can be read
}

void VerifyAreaTest::plotsStack()
{
    auto* plots = part<PlotsPane>("plotsPane");
    QVERIFY(!plots->isStacked());
    m_area->resize(940, 800);
    QTRY_VERIFY(plots->isStacked());
}

void VerifyAreaTest::looks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// Pictures to look at: ROCPORT_PICTURES names the folder.
void VerifyAreaTest::looks()
{
    QFETCH(bool, dark);
    m_provider->setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    m_area->resize(1440, 900);
    QTest::qWait(50);
    const auto keep = [dark](QWidget* widget, const char* name) {
        QVERIFY(rocport::test::keepPicture(widget, name, dark));
    };
    QVERIFY(checks()->setCurrentId(QStringLiteral("tensor:attn_bwd")));
    keep(m_area.get(), "verify");
    m_area->showRun(QStringLiteral("run-old"));
    keep(m_area.get(), "verify-old");
    m_area->showLevel(VerifyLevel::Build);
    keep(m_area.get(), "verify-build");
    auto* pages = part<SegmentedControl>("verifyPages");
    pages->setCurrent(VerifyArea::MatrixPage);
    keep(m_area.get(), "verify-matrix");
    pages->setCurrent(VerifyArea::HistoryPage);
    keep(m_area.get(), "verify-history");
    m_area->showLevel(VerifyLevel::Load);
    keep(m_area.get(), "verify-none");
    VerifyRequest start;
    start.level = VerifyLevel::Numerical;
    RequestDialog dialog(*m_remote, *m_provider, start, m_area.get());
    dialog.show();
    QTest::qWait(50);
    keep(&dialog, "verify-request");
}

QTEST_MAIN(VerifyAreaTest)
#include "tst_verifyarea.moc"
