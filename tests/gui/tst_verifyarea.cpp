#include "tests/gui/verifyfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/theme/whynot.h"
#include "ui/verify/checkrows.h"
#include "ui/verify/levelsmodel.h"
#include "ui/verify/plotspane.h"
#include "ui/verify/pyramid.h"
#include "ui/verify/requestdialog.h"
#include "ui/verify/tensordetail.h"
#include "ui/verify/tolerancedialog.h"
#include "ui/verify/verifytext.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGraphicsView>
#include <QListView>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <cmath>
#include <limits>

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
    void tensorsWithTheirFigures();
    void figures();
    void detailHasAllFigures();
    void toleranceNeedsAReason();
    void copiesCsv();
    void largeTextLeavesPlotsAndRowsTheirHeight();
    void otherLevelsShowTheirChecks();
    void sentencesStandAboveTheirDetail();
    void notOnAnAmdGpu();
    void onAnEmulatedGpu();
    void outOfDate();
    void matrixByNode();
    void matrixJoinsEqualRows();
    void historyShowsARun();
    void staticRunsHere();
    void comparesFiles();
    void aComparisonIsNoRun();
    void readOnly();
    void plotsStack();
    void looks_data();
    void looks();

private:
    [[nodiscard]] TextTable* checks() const { return part<TextTable>("checkTable"); }
    [[nodiscard]] static QString cell(const TextTable* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
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

void VerifyAreaTest::tensorsWithTheirFigures()
{
    QCOMPARE(checks()->model()->rowCount(), 6);
    const QStringList row{QStringLiteral("attn_bwd"),     QStringLiteral("Failed"),
                          QStringLiteral("bfloat16"),     QStringLiteral("(4, 128, 64)"),
                          QStringLiteral("2.60e-01"),     QStringLiteral("1.90e+00"),
                          QStringLiteral("412"),          QStringLiteral("0.31"),
                          QStringLiteral("5e-02 + 5e-02")};
    for (int column = 0; column < row.size(); ++column) {
        QCOMPARE(cell(checks(), 1, column), row[column]);
    }
    checks()->sortByColumn(4, Qt::DescendingOrder);
    QCOMPARE(cell(checks(), 0, 0), QStringLiteral("attn_bwd"));
    checks()->sortByColumn(1, Qt::AscendingOrder);
    QCOMPARE(cell(checks(), 0, 1), QStringLiteral("Failed"));
    QCOMPARE(part<Chip>("failedChip")->text(), QStringLiteral("1 failed"));
    part<QLineEdit>("checkFilter")->setText(QStringLiteral("layer float16"));
    QCOMPARE(checks()->model()->rowCount(), 1);
}

void VerifyAreaTest::figures()
{
    QCOMPARE(figure(0), QStringLiteral("0"));
    QCOMPARE(figure(0.00123), QStringLiteral("1.23e-03"));
    QCOMPARE(shortFigure(5e-2), QStringLiteral("5e-02"));
    QCOMPARE(shortFigure(0.00123), QStringLiteral("1.23e-03"));
    QCOMPARE(shortFigure(0), QStringLiteral("0"));
    QCOMPARE(figure(std::nan("")), QStringLiteral("NaN"));
    QCOMPARE(figure(std::numeric_limits<double>::infinity()), QStringLiteral("Inf"));
    // A share that is not 0 is not shown as 0.
    VerifyRun run = test::RemoteSample::numerical(QStringLiteral("r"), QStringLiteral("n"), true);
    run.checks[1].comparison->elements = 100000000;
    run.checks[1].comparison->mismatched = 1;
    QCOMPARE(verifyCheckRows(run)[1].cells[7].text, QStringLiteral("< 0.01"));
    run.checks[0].comparison->tolerance.reason = QStringLiteral("many layers");
    QVERIFY(verifyCheckRows(run)[0].cells[8].text.endsWith(u'*'));
    // What was not compared has none.
    run.checks[0].comparison->verdict = TensorVerdict::Missing;
    for (int column = 4; column < 9; ++column) {
        QCOMPARE(verifyCheckRows(run)[0].cells[column].text, QStringLiteral("–"));
    }
}

void VerifyAreaTest::detailHasAllFigures()
{
    QVERIFY(checks()->setCurrentId(QStringLiteral("tensor:attn_bwd")));
    auto* detail = part<TensorDetail>("tensorDetail");
    const QString text = detail->plainText();
    for (const char* expected :
         {"attn_bwd", "Verdict: Failed", "Shape: (4, 128, 64)", "Elements: 32768",
          "Mismatched: 101", "Abs max, mean: 2.60e-01", "ULP max: 412", "First mismatch: [0, 1, 1]",
          "Worst: [1, 3, 3]", "Candidate there: 0.392578125", "Tightest: 2.60e-01"}) {
        QVERIFY2(text.contains(QString::fromLatin1(expected)), qPrintable(text));
    }
    auto* plots = part<PlotsPane>("plotsPane");
    QVERIFY(plots->isVisible());
    QVERIFY(plots->errorText().contains(QStringLiteral("101 of 32768")));
    QVERIFY(plots->stabilityText().contains(QStringLiteral("memory did not grow")));
    QVERIFY(plots->stabilityText().contains(QStringLiteral("0 with NaN")));
}

void VerifyAreaTest::toleranceNeedsAReason()
{
    QVERIFY(checks()->setCurrentId(QStringLiteral("tensor:attn_bwd")));
    part<QPushButton>("setToleranceButton")->click();
    auto* dialog = part<ToleranceDialog>("toleranceDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(!button(dialog, "toleranceSet")->isEnabled());
    QVERIFY(dialog->problem().contains(QStringLiteral("reason")));
    line(dialog, "toleranceAbsolute")->setText(QStringLiteral("-1"));
    QVERIFY(dialog->problem().contains(QStringLiteral("numbers")));
    line(dialog, "toleranceAbsolute")->setText(QStringLiteral("3e-1"));
    line(dialog, "toleranceReason")->setText(QStringLiteral("24 layers of bfloat16"));
    QCOMPARE(dialog->tolerance()->absolute, 0.3);
    button(dialog, "toleranceSet")->click();
    QCOMPARE(m_remote->calls, QStringList{QStringLiteral("tolerance attn_bwd")});
    QVERIFY(part<QLabel>("verifySaid")->text().contains(QStringLiteral("attn_bwd")));
}

void VerifyAreaTest::copiesCsv()
{
    m_area->command(QStringLiteral("copyCsv"))->trigger();
    const QStringList lines =
        QGuiApplication::clipboard()->text().split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines[0],
             QStringLiteral("Tensor,Verdict,dtype,Shape,Max abs,Max rel,ULP,Mism. %,Tolerance"));
    QVERIFY(
        lines[2].startsWith(QStringLiteral("attn_bwd,Failed,bfloat16,\"(4, 128, 64)\",2.60e-01")));
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

void VerifyAreaTest::notOnAnAmdGpu()
{
    m_area->showRun(QStringLiteral("run-ref"));
    QVERIFY(part<QLabel>("verifyNotice")->isVisible());
    QVERIFY(part<QLabel>("verifyNotice")
                ->text()
                .contains(QStringLiteral("Not on an AMD GPU: it ran on NVIDIA H200")));
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("Not on an AMD GPU"));
    m_area->showRun(QStringLiteral("run-new"));
    QVERIFY(!part<QLabel>("verifyNotice")->isVisible());
    QVERIFY(!part<Chip>("caveatChip")->isVisible());
    m_area->showLevel(VerifyLevel::Static); // needs no GPU
    QVERIFY(!part<QLabel>("verifyNotice")->isVisible());
}

void VerifyAreaTest::onAnEmulatedGpu()
{
    for (VerifyRun& run : m_remote->now->runs) {
        if (run.id == QStringLiteral("run-ref")) {
            run.emulated = true;
            run.jobId.clear();
        }
    }
    m_area->showRun(QStringLiteral("run-ref"));
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("On an emulated GPU"));
    bool said = false;
    const auto lines = m_area->findChildren<QWidget*>();
    for (const QWidget* line : lines) {
        said = said ||
               (line->isVisible() && line->accessibleName() == QStringLiteral("AMD GPU: emulated"));
    }
    QVERIFY(said);
    QAction* job = m_area->command(QStringLiteral("showJob"));
    QVERIFY(!job->isEnabled());
    QCOMPARE(whyNot(*job), QStringLiteral("This run has no job."));
}

void VerifyAreaTest::outOfDate()
{
    m_remote->now->portKey = "port-later";
    Q_EMIT m_remote->runsChanged();
    QVERIFY(part<QLabel>("verifyNotice")->text().contains(QStringLiteral("Out of date")));
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("Out of date"));
    const QModelIndex level = part<QListView>("levelList")->model()->index(0, 0);
    QVERIFY(level.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Out of date")));
}

void VerifyAreaTest::matrixByNode()
{
    const auto* matrix = part<TextTable>("matrixTable");
    QStringList columns;
    for (int column = 0; column < matrix->model()->columnCount(); ++column) {
        columns.append(matrix->model()->headerData(column, Qt::Horizontal).toString());
    }
    const QStringList expected{QStringLiteral("Check"), QStringLiteral("mi300x-07"),
                               QStringLiteral("This machine"), QStringLiteral("h200-ref")};
    QCOMPARE(columns, expected);
    QCOMPARE(matrix->model()->rowCount(), 6 + 8 + 8);
    QCOMPARE(cell(matrix, 1, 0), QStringLiteral("L5 attn_bwd"));
    QCOMPARE(cell(matrix, 1, 1), QStringLiteral("Failed")); // of the newest, not of the old run
    QCOMPARE(cell(matrix, 1, 2), QStringLiteral("Not run"));
    QCOMPARE(cell(matrix, 1, 3), QStringLiteral("Failed"));
}

/// One check of many files is one row while it says the same of all; what differs has its file.
void VerifyAreaTest::matrixJoinsEqualRows()
{
    m_remote->now->runs.clear();
    VerifyRun run = test::RemoteSample::simple(VerifyLevel::Static, QStringLiteral("run-a"), 0);
    run.checks.clear();
    for (int i = 0; i < 18; ++i) {
        VerifyCheck check;
        check.file = QStringLiteral("src/kernel_%1.cu").arg(i);
        check.id = QStringLiteral("static:isolation:") + check.file;
        check.name = QStringLiteral("NVIDIA path unchanged");
        check.state = CheckState::Passed;
        run.checks.append(check);
    }
    VerifyCheck other;
    other.id = QStringLiteral("static:lanes");
    other.name = QStringLiteral("Lane masks");
    other.state = CheckState::Passed;
    run.checks.insert(3, other);
    m_remote->now->runs = {run};
    Q_EMIT m_remote->runsChanged();
    const auto* matrix = part<TextTable>("matrixTable");
    QCOMPARE(matrix->model()->rowCount(), 2);
    QCOMPARE(cell(matrix, 0, 0), QStringLiteral("L1 NVIDIA path unchanged: 18 files"));
    QCOMPARE(cell(matrix, 0, 1), QStringLiteral("Passed"));
    QVERIFY(matrix->model()
                ->index(0, 0)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("src/kernel_17.cu")));
    QCOMPARE(cell(matrix, 1, 0), QStringLiteral("L1 Lane masks"));
    // One differs: it is told by its file. An older run does not count.
    VerifyRun old = run;
    old.id = QStringLiteral("run-old");
    old.time = run.time.addSecs(-60);
    old.checks[5].state = CheckState::Failed;
    run.checks[0].state = CheckState::Failed;
    m_remote->now->runs = {run, old};
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(matrix->model()->rowCount(), 3);
    QCOMPARE(cell(matrix, 0, 0), QStringLiteral("L1 NVIDIA path unchanged: src/kernel_0.cu"));
    QCOMPARE(cell(matrix, 0, 1), QStringLiteral("Failed"));
    QCOMPARE(cell(matrix, 1, 0), QStringLiteral("L1 NVIDIA path unchanged: 17 files"));
    QSet<QString> texts;
    for (int row = 0; row < matrix->model()->rowCount(); ++row) {
        texts.insert(cell(matrix, row, 0));
    }
    QCOMPARE(texts.size(), matrix->model()->rowCount());
}

void VerifyAreaTest::historyShowsARun()
{
    auto* history = part<TextTable>("historyTable");
    QCOMPARE(history->model()->rowCount(), 5);
    QCOMPARE(cell(history, 3, 7), QStringLiteral("Not on an AMD GPU"));
    QCOMPARE(cell(history, 4, 7), QStringLiteral("Out of date"));
    QCOMPARE(cell(history, 0, 7), QStringLiteral("Counts"));
    Q_EMIT history->idActivated(QStringLiteral("run-old"));
    QCOMPARE(m_area->run()->id, QStringLiteral("run-old"));
    QVERIFY(part<QLabel>("verifyNotice")->text().contains(QStringLiteral("Out of date")));
    QSignalSpy jobs(m_area.get(), &VerifyArea::showJobRequested);
    part<QPushButton>("showJobButton")->click();
    QCOMPARE(jobs.first().first().toString(), QStringLiteral("20261122-054501-3f9a"));
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

void VerifyAreaTest::comparesFiles()
{
    const QTemporaryDir data;
    const QString golden = data.filePath(QStringLiteral("golden vectors")); // a blank in a name
    const QString sent = data.filePath(QStringLiteral("sent back"));
    const QString pickle = data.filePath(QStringLiteral("out.pt"));
    QVERIFY(QDir().mkpath(golden) && QDir().mkpath(sent));
    for (const QString& name : {golden + QStringLiteral("/bundle.json"), pickle}) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    m_area->command(QStringLiteral("compareFiles"))->trigger();
    auto* dialog = part<QDialog>("compareDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    auto* compare = dialog->findChild<QPushButton*>(QStringLiteral("compareNow"));
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("compareProblem"));
    QVERIFY(!compare->isEnabled());
    const auto choose = [&](const char* button, const QString& what) {
        QTest::mouseClick(dialog->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
        auto* chooser = dialog->findChild<QFileDialog*>(QStringLiteral("compareChooser"));
        QVERIFY(chooser != nullptr);
        Q_EMIT chooser->fileSelected(what);
        delete chooser;
    };
    choose("compareReferenceFile",
           golden + QStringLiteral("/bundle.json")); // stands for its folder
    // What cannot be compared is said before anything is read.
    auto* candidate = dialog->findChild<QLineEdit*>(QStringLiteral("compareCandidate"));
    for (const auto& [side, why] : {std::pair(pickle, "pickle"), std::pair(golden, "the same"),
                                    std::pair(sent + u'x', "does not exist")}) {
        candidate->setText(side);
        QVERIFY(!compare->isEnabled());
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QLatin1String(why)), qPrintable(problem->text()));
        QCoreApplication::processEvents();
        const auto labels = dialog->findChildren<QLabel*>();
        for (const QLabel* label : labels) { // none takes another one's room
            QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                     qPrintable(label->text()));
        }
    }
    choose("compareCandidateFolder", sent);
    QVERIFY(!problem->isVisible());
    QTest::keyClick(candidate, Qt::Key_Return);
    const QString call = QStringLiteral("compare %1 %2").arg(golden, sent);
    QCOMPARE(m_remote->calls, QStringList{call});
    // The next time both are there again, and Esc compares nothing.
    QTRY_VERIFY(part<QDialog>("compareDialog") == nullptr);
    m_area->command(QStringLiteral("compareFiles"))->trigger();
    dialog = part<QDialog>("compareDialog");
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("compareCandidate"))->text(), sent);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(part<QDialog>("compareDialog") == nullptr);
    QCOMPARE(m_remote->calls, QStringList{call});
}

/// What comes of it is shown as what it is, and no level is greener for it.
void VerifyAreaTest::aComparisonIsNoRun()
{
    m_area->command(QStringLiteral("compareFiles"))->trigger();
    auto* dialog = part<QDialog>("compareDialog");
    dialog->findChild<QLineEdit*>(QStringLiteral("compareReference"))->setText(QDir::tempPath());
    dialog->findChild<QLineEdit*>(QStringLiteral("compareCandidate"))->setText(QDir::rootPath());
    dialog->findChild<QPushButton*>(QStringLiteral("compareNow"))->click();
    QCOMPARE(m_remote->calls.size(), 1);
    VerifyRun compared;
    compared.id = QStringLiteral("compare-1");
    compared.level = VerifyLevel::Numerical;
    compared.byHand = true;
    compared.title = QStringLiteral("out.safetensors against golden");
    compared.time = QDateTime::currentDateTimeUtc();
    VerifyCheck check;
    check.id = QStringLiteral("tensor:out");
    check.name = QStringLiteral("out");
    check.state = CheckState::Passed;
    compared.checks = {check};
    m_remote->now->runs = {compared};
    Q_EMIT m_remote->runsChanged();
    QCOMPARE(part<ElidedLabel>("runTitle")->text(), compared.title);
    QCOMPARE(part<Chip>("caveatChip")->text(), QStringLiteral("Files compared by hand"));
    QVERIFY(part<Chip>("caveatChip")->isVisible());
    const QString notice = part<QLabel>("verifyNotice")->text();
    QVERIFY2(notice.contains(QStringLiteral("not a run of the port")), qPrintable(notice));
    QVERIFY(!notice.contains(QStringLiteral("Out of date")));
    QCOMPARE(part<Pyramid>("pyramid")->level(VerifyLevel::Numerical).state(), CheckState::NotRun);
    QVERIFY(!part<Pyramid>("pyramid")->level(VerifyLevel::Numerical).isChecked());
    auto* levels = part<QListView>("levelList");
    QVERIFY(!levels->currentIndex().isValid());
    QCOMPARE(cell(checks(), 0, 0), QStringLiteral("out"));
    // The level itself was not run.
    levels->setCurrentIndex(levels->model()->index(LevelsModel::rowOf(VerifyLevel::Numerical), 0));
    QVERIFY(!checks()->isVisible());
    QVERIFY(!part<Chip>("caveatChip")->isVisible());
    QVERIFY(part<Pyramid>("pyramid")->level(VerifyLevel::Numerical).isChecked());
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
