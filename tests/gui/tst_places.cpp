// A place carries the side that it belongs to: lines of the port open in the port, from anywhere.
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "tests/gui/windowfixture.h"
#include "ui/runs/runsarea.h"
#include "ui/shell/sourceviewer.h"
#include "ui/theme/texttable.h"
#include "ui/verify/verifyarea.h"

#include <QAction>
#include <QFile>
#include <QTreeView>

using namespace rocport;

class TestPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void failedCheckOpensThePort();
    void originalSideStaysOriginal();
    void placeInAChangeChoosesIt();
    void nextGoesOnFromThePlace();
    void openChangesCountAsNotMade();
    void evidenceReachesReviewAtItsLine();
    void allDecidedStillShowsThePlace();
    void placeStaysWhenTheFileIsLaidOutAnew();
    void placeIsOfTheDecisionsThatAreOnTheirWay();

private:
    [[nodiscard]] const DiffScene& scene() const { return m_window->review().diff().scene(); }
    /// What the row that is marked shows on the right.
    [[nodiscard]] QByteArray markedRight() const
    {
        const int row = scene().marked;
        return row < 0 ? QByteArray() : scene().layout.right.line(row).toByteArray();
    }
    [[nodiscard]] QByteArray markedLeft() const
    {
        const int row = scene().marked;
        return row < 0 ? QByteArray() : scene().layout.left.line(row).toByteArray();
    }
    /// The marked row is on the screen, in the right pane.
    void checkInSight() const
    {
        DiffEditor& right = m_window->review().diff().rightEditor();
        QVERIFY(right.isVisible());
        QVERIFY(scene().marked >= right.firstVisibleRow());
        QVERIFY(scene().marked < right.firstVisibleRow() + right.visibleRowCount());
    }
    void acceptAll() const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : m_window->state().scan->hunks) {
            keys.append(hunk.key);
        }
        QVERIFY(m_window->project.session->decisions()
                    .decide(keys, DecisionKind::Accepted, QStringLiteral("all"), {},
                            QStringLiteral("a test"))
                    .ok());
    }
    /// 1-based line of `text` in the port as it is committed.
    int lineInPort(const QByteArray& text) const
    {
        QVector<Phase> phases;
        for (int phase = 0; phase < kPhaseCount; ++phase) {
            phases.append(static_cast<Phase>(phase));
        }
        m_window->project.session->commits().commitPhases(phases);
        const auto done = [this] { return !m_window->state().commits.isEmpty(); };
        if (!QTest::qWaitFor(done, 20000)) {
            return 0;
        }
        QFile file(m_window->state().meta.worktree + QStringLiteral("/k.cu"));
        if (!file.open(QIODevice::ReadOnly)) {
            return 0;
        }
        const QList<QByteArray> lines = file.readAll().split('\n');
        for (int i = 0; i < lines.size(); ++i) {
            if (lines[i].contains(text)) {
                return i + 1;
            }
        }
        return 0;
    }
    void runWithCheck(int line, PlaceSide side) const
    {
        VerifyRun run;
        run.id = QStringLiteral("run-1");
        run.level = VerifyLevel::Static;
        run.title = QStringLiteral("Static checks");
        run.time = QDateTime::currentDateTimeUtc();
        VerifyCheck check;
        check.id = QStringLiteral("static:syntax:k.cu");
        check.name = QStringLiteral("Ported text parses");
        check.state = CheckState::Failed;
        check.detail = QStringLiteral("There is an error in line %1.").arg(line);
        check.file = QStringLiteral("k.cu");
        check.line = line;
        check.side = side;
        run.checks = {check};
        m_window->remote.now->runs = {run};
        Q_EMIT m_window->remote.runsChanged();
    }
    /// Enter on the check.
    void openCheck() const
    {
        m_window->window().setCurrentArea(QStringLiteral("verify"));
        m_window->assembly->verify().showRun(QStringLiteral("run-1"));
        auto* table =
            m_window->assembly->verify().findChild<TextTable*>(QStringLiteral("checkTable"));
        QVERIFY(table != nullptr);
        table->setCurrentIndex(table->model()->index(0, 0));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestPlaces::init()
{
    m_window = std::make_unique<WindowFixture>();
    QByteArray text = "#include <cuda_runtime.h>\n";
    for (int i = 0; i < 6; ++i) {
        const QByteArray n = QByteArray::number(i);
        text += "__global__ void k" + n + "(unsigned* o) {\n  unsigned m" + n +
                " = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n  o[0] = __popc(m" + n +
                ");\n}\n";
        for (int line = 0; line < 20; ++line) {
            text += "// filler " + n + "\n";
        }
    }
    text += "int the_marked_line = 1;\n";
    m_window->project.write(QStringLiteral("k.cu"), text);
    m_window->project.write(QStringLiteral("train.py"),
                            "import torch\nm = torch.compile(f, mode=\"reduce-overhead\")\n");
    m_window->open();
    QVERIFY(m_window->state().scan->hunks.size() > 3);
}

void TestPlaces::cleanup()
{
    m_window.reset();
}

void TestPlaces::failedCheckOpensThePort()
{
    acceptAll();
    const int line = lineInPort("the_marked_line");
    QVERIFY2(line > 146, qPrintable(QString::number(line))); // guards stand above it
    runWithCheck(line, PlaceSide::Port);
    openCheck();
    QTRY_COMPARE(markedRight(), QByteArray("int the_marked_line = 1;"));
    checkInSight();
    // It belongs to no change: none is current, and a key decides nothing.
    QVERIFY(m_window->review().currentKey().isEmpty());
    QCOMPARE(scene().current, -1);
}

void TestPlaces::originalSideStaysOriginal()
{
    acceptAll();
    runWithCheck(2, PlaceSide::Original);
    m_window->window().showPlace({RepoPath("k.cu"), 51, PlaceSide::Original});
    auto* viewer = m_window->window().findChild<SourceViewer*>();
    QVERIFY(viewer != nullptr && viewer->isVisible());
    viewer->close();
    m_window->review().goToPlace({RepoPath("k.cu"), 145, PlaceSide::Original});
    QTRY_VERIFY(scene().marked >= 0);
    QCOMPARE(scene().layout.rows[scene().marked].left, 145);
    QVERIFY(markedLeft().startsWith("// filler 5"));
}

void TestPlaces::placeInAChangeChoosesIt()
{
    acceptAll();
    const int line = lineInPort("m4 = ");
    m_window->window().showPlace({RepoPath("k.cu"), line, PlaceSide::Port});
    QTRY_VERIFY2(markedRight().contains("m4 = "), markedRight().constData());
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    const QByteArray key = m_window->review().currentKey();
    QVERIFY(!key.isEmpty());
    QCOMPARE(scene().layout.changes.value(scene().current).key, key);
    // Gone to another change, the mark goes.
    m_window->review().command(QStringLiteral("next"))->trigger();
    QTRY_VERIFY(m_window->review().currentKey() != key);
    QCOMPARE(scene().marked, -1);
}

void TestPlaces::nextGoesOnFromThePlace()
{
    m_window->showReview();
    m_window->review().goToPlace({RepoPath("k.cu"), 40, PlaceSide::Original});
    QTRY_VERIFY(scene().marked >= 0);
    QVERIFY(m_window->review().currentKey().isEmpty());
    m_window->review().command(QStringLiteral("next"))->trigger();
    QTRY_VERIFY(!m_window->review().currentKey().isEmpty());
    const int after = m_window->state().hunk(m_window->review().currentKey())->firstLine;
    QVERIFY2(after > 40 && after < 60, qPrintable(QString::number(after)));
}

void TestPlaces::openChangesCountAsNotMade()
{
    // Nothing is accepted: the port is the original, whatever is proposed above.
    m_window->window().showPlace({RepoPath("k.cu"), 146, PlaceSide::Port});
    QTRY_COMPARE(markedRight(), QByteArray("int the_marked_line = 1;"));
    checkInSight();
}

void TestPlaces::evidenceReachesReviewAtItsLine()
{
    m_window->window().showPlace({RepoPath("k.cu"), 100, PlaceSide::Original});
    auto* viewer = m_window->window().findChild<SourceViewer*>();
    QVERIFY(viewer != nullptr && viewer->isVisible());
    const auto buttons = viewer->findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("Show in Review")) {
            button->click();
        }
    }
    QTRY_VERIFY(scene().marked >= 0);
    QCOMPARE(m_window->window().currentArea(), QStringLiteral("review"));
    QCOMPARE(scene().layout.rows[scene().marked].left, 100);
    checkInSight();
}

void TestPlaces::allDecidedStillShowsThePlace()
{
    m_window->showReview();
    acceptAll();
    m_window->window().showPlace({RepoPath("k.cu"), 10, PlaceSide::Port});
    QTRY_VERIFY(scene().marked >= 0);
    QTRY_VERIFY(m_window->review().diff().isVisible());
    checkInSight();
}

/// A line that was gone to is still marked and in sight when the panes become one, and when what is
/// above it is decided otherwise.
void TestPlaces::placeStaysWhenTheFileIsLaidOutAnew()
{
    m_window->showReview();
    m_window->review().goToPlace({RepoPath("k.cu"), 120, PlaceSide::Original});
    QTRY_VERIFY(scene().marked >= 0);
    QCOMPARE(scene().layout.rows[scene().marked].left, 120);
    m_window->review().command(QStringLiteral("unified"))->trigger();
    QTRY_VERIFY(scene().layout.unified);
    QVERIFY(scene().marked >= 0);
    QCOMPARE(scene().layout.rows[scene().marked].left, 120);
    const DiffEditor& editor = m_window->review().diff().unifiedEditor();
    QTRY_VERIFY(scene().marked >= editor.firstVisibleRow() &&
                scene().marked < editor.firstVisibleRow() + editor.visibleRowCount());
    m_window->review().command(QStringLiteral("unified"))->trigger();
    QTRY_VERIFY(!scene().layout.unified);
    QCOMPARE(scene().layout.rows.value(scene().marked).left, 120);
}

/// Every change is rejected, which lays the file out anew, and the place is asked for meanwhile.
void TestPlaces::placeIsOfTheDecisionsThatAreOnTheirWay()
{
    m_window->showReview();
    QVector<QByteArray> keys;
    for (const Hunk& hunk : m_window->state().scan->hunks) {
        keys.append(hunk.key);
    }
    acceptAll();
    QVERIFY(m_window->project.session->decisions()
                .decide(keys, DecisionKind::Rejected, QStringLiteral("none"), {},
                        QStringLiteral("a test"))
                .ok());
    m_window->review().goToPlace({RepoPath("k.cu"), 146, PlaceSide::Port});
    QTRY_COMPARE(markedRight(), QByteArray("int the_marked_line = 1;"));
    QTest::qWait(50); // what was on its way is here
    QCOMPARE(markedRight(), QByteArray("int the_marked_line = 1;"));
    checkInSight();
}

QTEST_MAIN(TestPlaces)
#include "tst_places.moc"
