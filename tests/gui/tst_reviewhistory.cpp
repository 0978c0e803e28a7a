// Decisions and guards are steps of one history, which can be looked at and gone through.
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projecthistory.h"
#include "tests/gui/guardreview.h"
#include "ui/review/historydialog.h"
#include "ui/review/historymodel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QThreadPool>
#include <QTreeView>

using namespace rocport;

namespace {

const QByteArray kSource = "#include <cuda_runtime.h>\n"                                  // 1
                           "\n"                                                           // 2
                           "__global__ void reduce(unsigned* out, int n)\n"               // 3
                           "{\n"                                                          // 4
                           "    int limit = n;\n"                                         // 5
                           "    if (limit > 0) {\n"                                       // 6
                           "        unsigned mask = __ballot_sync(0xffffffffu, limit);\n" // 7
                           "        out[blockIdx.x] = __popc(mask);\n"                    // 8
                           "        out[7] = limit;\n"                                    // 9
                           "    }\n"                                                      // 10
                           "    int other = 1;\n"                                         // 11
                           "    unsigned last = __ballot_sync(0xffffffffu, other);\n"     // 12
                           "    out[1] = __popc(last);\n"                                 // 13
                           "}\n";                                                         // 14

} // namespace

class ReviewHistoryTest : public QObject, private GuardReview
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void widthIsOneStep();
    void widthTakesItsDecisionsAlong();
    void stepsNameTheAuthor();
    void titlesStayBold();
    void widthKeepsTheNote();
    void whatWasDecidedAtAWidthComesBackWithIt();
    void ownGuardIsAStep();
    void fastKeysAreAllTakenBack();
    void guardsOnTheirWayAreAllTakenBack();
    void whoGoesOnGetsTheGuard();
    void closedProjectSaysNothing();
    void survivesReopening();
    void committedStepsStay();
    void historyIsShownAndGoneThrough();

private:
    /// Until widths that are being tried are set, or not.
    void waitForTrial() const
    {
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        waitForTasks();
    }
    /// All that makes the port: keys, decisions, widths.
    [[nodiscard]] QStringList picture() const
    {
        QStringList lines;
        for (const Hunk& hunk : state()->scan->hunks) {
            const Decision* decision = state()->decisions.decision(hunk.key);
            lines.append(QStringLiteral("%1 %2 %3 %4")
                             .arg(QString::fromLatin1(hunk.key))
                             .arg(int(state()->decisions.kind(hunk.key)))
                             .arg(int(state()->guardWidth(hunk.key)))
                             .arg(decision != nullptr ? decision->note : QString()));
        }
        lines.sort();
        return lines;
    }
};

void ReviewHistoryTest::init()
{
    openProject(kSource);
}

void ReviewHistoryTest::cleanup()
{
    close();
}

void ReviewHistoryTest::widthIsOneStep()
{
    const QStringList before = picture();
    pressWidth("W");
    waitForTasks();
    const QStringList wide = picture();
    QVERIFY(wide != before);
    QCOMPARE(state()->decisions.history().size(), 1);
    QVERIFY(m_area->command(QStringLiteral("undo"))->isEnabled());
    QVERIFY(
        m_area->command(QStringLiteral("undo"))->toolTip().contains(QStringLiteral("Guard of")));
    press("U");
    waitForTasks();
    QCOMPARE(picture(), before);
    QVERIFY(state()->guardWidths.isEmpty());
    QVERIFY(m_area->command(QStringLiteral("redo"))->isEnabled());
    press("Shift+U");
    waitForTasks();
    QCOMPARE(picture(), wide);
    QVERIFY(!state()->decisions.canRedo());
}

void ReviewHistoryTest::widthTakesItsDecisionsAlong()
{
    press("A"); // the change at line 7
    const QStringList before = picture();
    show(keyAt(7));
    pressWidth("W"); // block
    waitForTasks();
    const QStringList wide = picture();
    QCOMPARE(state()->decisions.kind(keyAt(7)), DecisionKind::Accepted);
    QCOMPARE(state()->decisions.history().size(), 2); // not a third one for what was carried over
    press("U");
    waitForTasks();
    QCOMPARE(picture(), before);
    QVERIFY(state()->decisions.canRedo()); // nothing was added that would have cleared it
    press("U");
    waitForTasks();
    QCOMPARE(state()->decided, 0);
    press("Shift+U");
    waitForTasks();
    press("Shift+U");
    waitForTasks();
    QCOMPARE(picture(), wide);
    QVERIFY(!state()->decisions.canRedo());
    QVERIFY(state()->orphaned.isEmpty());
}

/// Titles of the explanation are bold in every theme, however often it is changed.
void ReviewHistoryTest::titlesStayBold()
{
    const auto titles = [this] {
        QVector<int> weights;
        const auto labels = m_area->findChildren<QLabel*>();
        for (const QLabel* label : labels) {
            if (label->text() == QLatin1StringView("Why") ||
                label->text() == QLatin1StringView("Findings")) {
                weights.append(label->font().weight());
            }
        }
        return weights;
    };
    QVERIFY(titles().contains(QFont::DemiBold));
    const QVector<int> before = titles();
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
        m_fixture->provider.setChoice(choice);
        QCOMPARE(titles(), before);
    }
}

/// Who decides is the author that git knows.
void ReviewHistoryTest::stepsNameTheAuthor()
{
    const QByteArray key = state()->scan->hunks.first().key;
    QVERIFY(m_fixture->session->decisions()
                .decide({key}, DecisionKind::Accepted, QStringLiteral("one"))
                .ok());
    const DecisionBatch* step = state()->decisions.undoBatch();
    QVERIFY(step != nullptr);
    QCOMPARE(step->author, QStringLiteral("Test"));
}

void ReviewHistoryTest::widthKeepsTheNote()
{
    const QByteArray narrow = keyAt(7);
    QVERIFY(m_fixture->session->decisions()
                .decide({narrow}, DecisionKind::Open, QStringLiteral("note"),
                        QStringLiteral("look twice"))
                .ok());
    show(narrow);
    pressWidth("W");
    waitForTasks();
    auto* facts = m_area->findChild<QLabel*>(QStringLiteral("decisionText"));
    QTRY_VERIFY2(facts->text().contains(QStringLiteral("look twice")), qPrintable(facts->text()));
    // A note on the wide guard comes back with the narrow one.
    QVERIFY(m_fixture->session->decisions()
                .decide({keyAt(7)}, DecisionKind::Open, QStringLiteral("note"),
                        QStringLiteral("look thrice"))
                .ok());
    pressWidth("Shift+W");
    waitForTasks();
    QTRY_VERIFY2(facts->text().contains(QStringLiteral("look thrice")), qPrintable(facts->text()));
}

void ReviewHistoryTest::whatWasDecidedAtAWidthComesBackWithIt()
{
    press("A"); // the change at line 7
    show(keyAt(7));
    pressWidth("W"); // block: accepted as well
    waitForTasks();
    const QByteArray wide = keyAt(7);
    // Open again, while what folded into it is accepted.
    QVERIFY(m_fixture->session->decisions()
                .decide({wide}, DecisionKind::Open, QStringLiteral("open"))
                .ok());
    waitForTasks();
    const QStringList end = picture();
    const qsizetype steps = state()->decisions.history().size();
    QVERIFY(m_fixture->session->history().goTo(0).ok());
    waitForTasks();
    QCOMPARE(state()->decided, 0);
    const qint64 last = state()->decisions.history().last().batch->id;
    QVERIFY(m_fixture->session->history().goTo(last).ok()); // width and decision in one go
    waitForTasks();
    QCOMPARE(picture(), end);
    QCOMPARE(state()->decisions.kind(wide), DecisionKind::Open);
    QCOMPARE(state()->decisions.history().size(), steps);
    QVERIFY(!state()->decisions.canRedo());
    // A guard on its way is a new step: what was taken back before it is not done again.
    press("U");
    waitForTasks();
    QVERIFY(state()->decisions.canRedo());
    QVERIFY(
        m_fixture->session->guards().setWidth(RepoPath("src/reduce.cu"), GuardWidth::File).ok());
    const Result<void> redone = m_fixture->session->history().redo();
    QVERIFY(!redone.ok());
    QCOMPARE(redone.error().code, ErrorCode::NotPossibleNow);
    waitForTasks();
    QVERIFY(!state()->decisions.canRedo());
}

void ReviewHistoryTest::ownGuardIsAStep()
{
    const QStringList before = picture();
    auto made = m_fixture->session->guards().guardLines(RepoPath("src/reduce.cu"), {11, 11},
                                                        QStringLiteral("a test"));
    QTRY_VERIFY(made.isFinished());
    QVERIFY(made.result().ok());
    waitForTasks();
    QVERIFY(picture() != before);
    QCOMPARE(state()->userGuards.size(), 1);
    press("U");
    waitForTasks();
    QCOMPARE(picture(), before);
    QVERIFY(state()->userGuards.isEmpty());
    press("Shift+U");
    waitForTasks();
    QCOMPARE(state()->userGuards.size(), 1);
    const QByteArray key = state()->userGuards.first().key;
    QVERIFY(m_fixture->session->guards().remove(key).ok());
    waitForTasks();
    QVERIFY(state()->userGuards.isEmpty());
    press("Ctrl+Z");
    waitForTasks();
    QCOMPARE(state()->userGuards.size(), 1);
    QCOMPARE(state()->userGuards.first().reason, QStringLiteral("a test"));
}

void ReviewHistoryTest::fastKeysAreAllTakenBack()
{
    const QAction* undo = m_area->command(QStringLiteral("undo"));
    const QStringList before = picture();
    press("W");
    QVERIFY(undo->isEnabled()); // though nothing is decided
    press("U");
    waitForTrial();
    // On a busy machine the guard was set by then, and is taken back as a step.
    QTRY_COMPARE_WITH_TIMEOUT(picture(), before, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(!undo->isEnabled(), 20000);
    waitForTasks();
    QCOMPARE(picture(), before);
    // What was decided before it stays.
    const QByteArray first = keyAt(7);
    press("A");
    show(keyAt(12));
    const QStringList decided = picture();
    press("W");
    press("U");
    waitForTrial();
    QTRY_COMPARE_WITH_TIMEOUT(picture(), decided, 20000);
    waitForTasks();
    QCOMPARE(picture(), decided);
    QCOMPARE(state()->decisions.kind(first), DecisionKind::Accepted);
    // Once it is set, shown or not.
    QSignalSpy said(m_area.get(), &ReviewArea::said);
    press("W");
    QTRY_VERIFY(!said.isEmpty());
    press("U");
    waitForTasks();
    QTRY_VERIFY_WITH_TIMEOUT(state()->decisions.canRedo(), 20000);
    QTRY_COMPARE_WITH_TIMEOUT(picture(), decided, 20000);
}

/// Another change that is gone to, or a decision, does not take the guard back.
void ReviewHistoryTest::whoGoesOnGetsTheGuard()
{
    press("W");
    press("A");
    waitForTrial();
    QCOMPARE(state()->guardWidth(keyAt(7)), GuardWidth::Block);
    QCOMPARE(state()->decisions.kind(keyAt(7)), DecisionKind::Accepted);
    show(keyAt(12));
    press("W");
    m_area->goToChange(keyAt(7));
    waitForTrial();
    QVERIFY(state()->guardWidth(keyAt(12)) != GuardWidth::Line);
}

void ReviewHistoryTest::closedProjectSaysNothing()
{
    press("W");
    m_fixture->session->close();
    const QSignalSpy said(m_area.get(), &ReviewArea::said);
    waitForTrial();
    QVERIFY(said.isEmpty());
}

void ReviewHistoryTest::guardsOnTheirWayAreAllTakenBack()
{
    const QStringList before = picture();
    QVERIFY(m_fixture->session->guards()
                .setWidth(QVector<QByteArray>{keyAt(7)}, GuardWidth::Block)
                .ok());
    QVERIFY(
        m_fixture->session->guards().setWidth(RepoPath("src/reduce.cu"), GuardWidth::File).ok());
    QVERIFY(m_fixture->session->history().undo().ok()); // before it is shown
    QVERIFY(m_fixture->session->history().undo().ok());
    QTRY_COMPARE_WITH_TIMEOUT(state()->decisions.history().size(), 2, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(!state()->decisions.canUndo(), 20000);
    waitForTasks();
    QTRY_COMPARE_WITH_TIMEOUT(picture(), before, 20000);
    QVERIFY(state()->guardWidths.isEmpty());
}

void ReviewHistoryTest::survivesReopening()
{
    const QStringList before = picture();
    press("A");
    show(keyAt(12));
    pressWidth("W");
    waitForTasks();
    const QStringList wide = picture();
    m_area.reset();
    m_fixture->open(); // the same project file, in another session
    waitForTasks();
    openArea();
    QCOMPARE(picture(), wide);
    QCOMPARE(state()->decisions.history().size(), 2);
    press("U");
    waitForTasks();
    press("U");
    waitForTasks();
    QCOMPARE(picture(), before);
}

void ReviewHistoryTest::committedStepsStay()
{
    pressWidth("W");
    waitForTasks();
    show(keyAt(7));
    press("A");
    QVector<Phase> phases;
    for (int phase = 0; phase < kPhaseCount; ++phase) {
        phases.append(static_cast<Phase>(phase));
    }
    m_fixture->session->commits().commitPhases(phases);
    QTRY_VERIFY_WITH_TIMEOUT(!state()->commits.isEmpty(), 20000);
    waitForTasks();
    const QStringList before = picture();
    const Result<void> gone = m_fixture->session->history().goTo(0);
    QVERIFY(!gone.ok());
    QVERIFY(gone.error().detail.contains(QStringLiteral("committed")));
    QCOMPARE(picture(), before);
    QVERIFY(!m_fixture->session->history().goTo(4711).ok());
}

void ReviewHistoryTest::historyIsShownAndGoneThrough()
{
    const QStringList first = picture();
    press("A");
    const QStringList second = picture();
    show(keyAt(12));
    pressWidth("W");
    waitForTasks();
    show(keyAt(12));
    press("R");
    const QStringList last = picture();
    press("Ctrl+Alt+Z");
    auto* dialog = m_area->findChild<HistoryDialog*>();
    QTRY_VERIFY(dialog != nullptr && dialog->isVisible());
    auto* list = dialog->findChild<QTreeView*>(QStringLiteral("historyList"));
    auto* model = qobject_cast<HistoryModel*>(list->model());
    const QAbstractItemModelTester tester(model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model->rowCount(), 4);
    QCOMPARE(model->nowRow(), 0);
    const auto cell = [&](int row, int column) {
        return model->index(row, column).data().toString();
    };
    QVERIFY2(cell(0, 0).startsWith(QStringLiteral("Reject")), qPrintable(cell(0, 0)));
    QVERIFY2(cell(1, 0).startsWith(QStringLiteral("Guard of")), qPrintable(cell(1, 0)));
    QVERIFY2(cell(2, 0).startsWith(QStringLiteral("Accept")), qPrintable(cell(2, 0)));
    QVERIFY2(cell(2, 1).startsWith(QStringLiteral("src/reduce.cu")), qPrintable(cell(2, 1)));
    QVERIFY(!cell(1, 2).isEmpty());
    auto* go = dialog->findChild<QPushButton*>(QStringLiteral("historyGo"));
    QVERIFY(!go->isEnabled()); // this is where we are
    // Down two rows and Enter: what came after is undone.
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Down);
    auto* text = dialog->findChild<QLabel*>(QStringLiteral("historyText"));
    QVERIFY2(text->text().contains(QStringLiteral("2 steps")), qPrintable(text->text()));
    QTest::keyClick(list, Qt::Key_Return);
    waitForTasks();
    QTRY_COMPARE(picture(), second);
    QCOMPARE(model->nowRow(), 2);
    QVERIFY(cell(0, 0).contains(QStringLiteral("undone")));
    // To the beginning, and forward to the end.
    list->setCurrentIndex(model->index(3, 0));
    go->click();
    waitForTasks();
    QTRY_COMPARE(picture(), first);
    list->setCurrentIndex(model->index(0, 0));
    go->click();
    waitForTasks();
    QTRY_COMPARE(picture(), last);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(m_area->findChild<HistoryDialog*>() == nullptr);
}

QTEST_MAIN(ReviewHistoryTest)
#include "tst_reviewhistory.moc"
