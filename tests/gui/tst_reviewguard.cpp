// Guards at a chosen width and around a selection, edits in conflict and decisions without a place,
// with keys in the real review.

#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projectsources.h"
#include "core/rules/analyse.h"
#include "tests/gui/guardreview.h"
#include "ui/review/diffeditor.h"
#include "ui/review/editpane.h"
#include "ui/review/orphaneddialog.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

#include <Qsci/qsciscintilla.h>

using namespace rocport;

namespace {

const QByteArray kSource = "#include <cuda_runtime.h>\n"                                  // 1
                           "\n"                                                           // 2
                           "__global__ void votes(unsigned* out, int limit)\n"            // 3
                           "{\n"                                                          // 4
                           "    int unrelated = 0;\n"                                     // 5
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

class ReviewGuardTest : public QObject, private GuardReview
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void widthFollowsTheKeys();
    void widthOfFileAndProject();
    void guardsTheSelectedLines();
    void cutSelectionsAreExplained();
    void conflictIsShownAndResolved();
    void keepsMine();
    void lostDecisionsAreListed();
    void violatedChangeIsAcceptedWithAReason();
    void bulkLeavesConflictsAlone();

private:
    [[nodiscard]] QString text(const char* name) const
    {
        auto* label = m_area->findChild<QLabel*>(QLatin1String(name));
        return label ? label->text() : QString();
    }
    void upstream(const QByteArray& source) const
    {
        m_fixture->write(QStringLiteral("src/reduce.cu"), source);
        QVERIFY(ReviewFixture::git(
            m_fixture->folder.path(),
            {QStringLiteral("commit"), QStringLiteral("-qam"), QStringLiteral("upstream")}));
        m_fixture->session->scanner().rescan();
        waitForTasks();
    }
    /// Edits the change at line 7 such that upstream's next text clashes with it.
    QByteArray makeConflict() const
    {
        const QByteArray key = keyAt(7);
        const FileTexts texts =
            *m_fixture->session->sources().loadFile(RepoPath("src/reduce.cu")).result();
        QByteArray lines = hunkReplacementLines(texts.original, *state()->hunk(key));
        lines.replace(lines.indexOf("limit"), 5, "limit /* mine */");
        auto done = m_fixture->session->decisions().edit(key, lines);
        if (!QTest::qWaitFor([&] { return done.isFinished(); }, 20000) || !done.result().ok()) {
            return {};
        }
        QByteArray source = kSource;
        source.replace("0xffffffffu, limit)", "0xffffffffu, limit > 3)");
        upstream(source);
        return keyAt(7);
    }
    /// Selects text of the original in the left pane.
    void select(const QByteArray& wanted) const
    {
        QTRY_VERIFY(!m_area->diff().isEmpty());
        DiffEditor& editor = m_area->diff().leftEditor();
        const QByteArray& shown = m_area->diff().scene().layout.left.text;
        const qsizetype at = shown.indexOf(wanted);
        QVERIFY(at >= 0);
        editor.SendScintilla(QsciScintillaBase::SCI_SETSEL, static_cast<unsigned long>(at),
                             static_cast<long>(at + wanted.size()));
        editor.setFocus();
    }
};

void ReviewGuardTest::init()
{
    openProject(kSource);
}

void ReviewGuardTest::cleanup()
{
    close();
}

void ReviewGuardTest::widthFollowsTheKeys()
{
    const qsizetype before = state()->scan->hunks.size();
    const QByteArray narrow = keyAt(7);
    const QByteArray other = keyAt(12);
    QVERIFY(narrow != other);
    pressWidth("W"); // block
    QCOMPARE(state()->guardWidth(m_area->currentKey()), GuardWidth::Block);
    QCOMPARE(state()->hunk(m_area->currentKey())->firstLine, 7);
    QCOMPARE(state()->hunk(m_area->currentKey())->lastLine, 9);
    pressWidth("W"); // function
    const QByteArray wide = m_area->currentKey();
    const Hunk* hunk = state()->hunk(wide);
    QVERIFY(hunk != nullptr);
    QCOMPARE(hunk->firstLine, 3);
    QCOMPARE(hunk->lastLine, 14);
    QCOMPARE(hunk->verdict, Verdict::Projected);
    QVERIFY(state()->scan->hunks.size() < before);
    QVERIFY(state()->membersOf(wide).contains(other));
    // The diff shows it at once.
    QTRY_VERIFY(m_area->diff().scene().layout.right.text.count("#ifdef USE_ROCM") <= 2);
    QVERIFY2(text("decisionText").contains(QStringLiteral("changes, which are decided together")),
             qPrintable(text("decisionText")));
    show(wide);
    press("A");
    QCOMPARE(state()->decisions.kind(wide), DecisionKind::Accepted);
    m_area->goToChange(wide);
    pressWidth("Shift+W");
    pressWidth("Shift+W");
    QCOMPARE(state()->scan->hunks.size(), before);
    QCOMPARE(state()->decisions.kind(narrow), DecisionKind::Accepted);
    QCOMPARE(state()->decisions.kind(other), DecisionKind::Accepted);
    QVERIFY(state()->orphaned.isEmpty());
}

void ReviewGuardTest::widthOfFileAndProject()
{
    QVERIFY(m_fixture->session->decisions().decide({keyAt(12)}, DecisionKind::Rejected,
                                                   QStringLiteral("no")));
    const QByteArray rejected = keyAt(12);
    m_area->command(QStringLiteral("guardProject-function"))->trigger();
    waitForTasks();
    const QByteArray wide = keyAt(12);
    QVERIFY(wide != rejected);
    // Decided differently inside: the whole is open until it is decided.
    QCOMPARE(state()->decisions.kind(wide), DecisionKind::Open);
    m_area->goToChange(wide);
    m_area->command(QStringLiteral("guardFile-line"))->trigger();
    waitForTasks();
    QCOMPARE(keyAt(12), rejected);
    QCOMPARE(state()->decisions.kind(rejected), DecisionKind::Rejected);
    QVERIFY(state()->orphaned.isEmpty());
}

void ReviewGuardTest::guardsTheSelectedLines()
{
    select("int unrelated = 0;");
    press("G");
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("askField"));
    QTRY_VERIFY(field->isVisible());
    QCOMPARE(text("askTitle"), QStringLiteral("Guard line 5 of src/reduce.cu"));
    auto* yes = m_area->findChild<QPushButton*>(QStringLiteral("askYes"));
    QVERIFY(!yes->isEnabled()); // a reason is needed
    QTest::keyClicks(field, QStringLiteral("a larger start on ROCm"));
    QTest::keyClick(field, Qt::Key_Return);
    auto* pane = m_area->findChild<EditPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->isVisible(), 20000);
    const QByteArray key = m_area->currentKey();
    const Hunk* hunk = state()->hunk(key);
    QCOMPARE(hunk->firstLine, 5);
    QCOMPARE(hunk->reason, QStringLiteral("a larger start on ROCm"));
    QCOMPARE(hunk->verdict, Verdict::Projected);
    QString lines = pane->text();
    QVERIFY2(lines.startsWith(QStringLiteral("#ifdef USE_ROCM\n    int unrelated = 0;\n#else\n")),
             qPrintable(lines));
    lines.replace(lines.indexOf(QStringLiteral("= 0")), 3, QStringLiteral("= 64"));
    auto* editor = pane->findChild<QsciScintilla*>(QStringLiteral("editText"));
    editor->setText(lines);
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(state()->decisions.kind(key), DecisionKind::Edited);
    QTRY_COMPARE(state()->verdict(*state()->hunk(key)), Verdict::Projected);
    QVERIFY(state()->decisions.decision(key)->editedText.contains("= 64"));
    // It is there again after a restart, where upstream moved it too.
    QByteArray source = kSource;
    source.insert(0, "// above\n\n");
    upstream(source);
    QCOMPARE(state()->hunk(key)->firstLine, 7);
    QCOMPARE(state()->decisions.kind(key), DecisionKind::Edited);
    m_area->goToChange(key);
    QVERIFY(m_fixture->session->decisions().decide({key}, DecisionKind::Open,
                                                   QStringLiteral("reopen")));
    m_area->command(QStringLiteral("removeGuard"))->trigger();
    waitForTasks();
    QVERIFY(state()->hunk(key) == nullptr);
    QVERIFY(state()->orphaned.isEmpty());
}

void ReviewGuardTest::cutSelectionsAreExplained()
{
    select("related = 0;\n    if (limit");
    press("G");
    QTRY_COMPARE(text("askTitle"), QStringLiteral("The selection cannot be guarded as it is"));
    auto* sheet = m_area->findChild<QWidget*>(QStringLiteral("askSheet"));
    QString shown;
    for (const QLabel* label : sheet->findChildren<QLabel*>()) {
        shown += label->text();
    }
    QVERIFY2(shown.contains(QStringLiteral("contains only part of “unrelated” on line 5")),
             qPrintable(shown));
    QCOMPARE(m_area->findChild<QPushButton*>(QStringLiteral("askYes"))->text(),
             QStringLiteral("Guard lines 5 to 6"));
    QTest::keyClick(sheet, Qt::Key_Escape);
}

void ReviewGuardTest::conflictIsShownAndResolved()
{
    const QByteArray key = makeConflict();
    QVERIFY(!key.isEmpty());
    show(key);
    QTRY_VERIFY2(text("decisionText").contains(QStringLiteral("In conflict")),
                 qPrintable(text("decisionText")));
    press("E");
    auto* pane = m_area->findChild<EditPane*>();
    QTRY_VERIFY(pane->isVisible());
    QVERIFY(pane->text().contains(QStringLiteral("<<<<<<< your edit")));
    auto* editor = pane->findChild<QsciScintilla*>(QStringLiteral("editText"));
    // Saved with the markers still in it: refused.
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QTest::qWait(0);
    QVERIFY(pane->isVisible());
    QVERIFY(state()->conflict(key) != nullptr);
    const FileTexts texts =
        *m_fixture->session->sources().loadFile(RepoPath("src/reduce.cu")).result();
    QString lines = QString::fromUtf8(hunkReplacementLines(texts.original, *state()->hunk(key)));
    lines.replace(lines.indexOf(QStringLiteral("limit > 3")), 9,
                  QStringLiteral("limit > 3 /* mine */"));
    editor->setText(lines);
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(state()->decisions.kind(key), DecisionKind::Edited);
    QVERIFY(state()->conflict(key) == nullptr);
    QVERIFY(state()->orphaned.isEmpty());
    show(key);
    QVERIFY(!text("decisionText").contains(QStringLiteral("In conflict")));
}

void ReviewGuardTest::keepsMine()
{
    const QByteArray key = makeConflict();
    show(key);
    QAction* keep = m_area->command(QStringLiteral("keepMine"));
    QVERIFY(keep->isEnabled());
    // The edit was made for the old text: NVIDIA would get that back, so it is refused in words.
    keep->trigger();
    auto* problem = m_area->findChild<QWidget*>(QStringLiteral("reviewProblem"));
    QTRY_VERIFY(problem->isVisible() || state()->decisions.kind(key) == DecisionKind::Edited);
    QVERIFY(state()->conflict(key) != nullptr ||
            state()->decisions.kind(key) == DecisionKind::Edited);
}

void ReviewGuardTest::lostDecisionsAreListed()
{
    const QByteArray key = keyAt(7);
    QVERIFY(m_fixture->session->decisions().decide(
        {key}, DecisionKind::Accepted, QStringLiteral("yes"), QStringLiteral("a note")));
    auto* button = m_area->findChild<QPushButton*>(QStringLiteral("lostDecisionsButton"));
    QVERIFY(!button->isVisible());
    QByteArray source = kSource;
    const qsizetype begin = source.indexOf("    if (limit > 0)");
    source.remove(begin, source.indexOf("    int other") - begin);
    upstream(source);
    QTRY_VERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("1 decision no longer has a place"));
    button->click();
    auto* dialog = m_area->findChild<OrphanedDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(dialog->isVisible());
    auto* list = dialog->findChild<QListWidget*>(QStringLiteral("lostList"));
    QCOMPARE(list->count(), 1);
    QVERIFY(list->item(0)->text().contains(QStringLiteral("src/reduce.cu:7, accepted")));
    const QString shown =
        dialog->findChild<QPlainTextEdit*>(QStringLiteral("lostText"))->toPlainText();
    QVERIFY2(shown.contains(QStringLiteral("a note")), qPrintable(shown));
    QVERIFY(shown.contains(QStringLiteral("mask = __ballot_sync(0xffffffffu, limit)")));
    dialog->findChild<QPushButton*>(QStringLiteral("lostDismiss"))->click();
    QTRY_COMPARE(list->count(), 0);
    QVERIFY(!button->isVisible());
    dialog->close();
}

void ReviewGuardTest::violatedChangeIsAcceptedWithAReason()
{
    TargetSettings target = state()->meta.target;
    target.strategy = Strategy::InPlace;
    m_fixture->session->plan().setTarget(target);
    waitForTasks();
    QByteArray violated;
    for (const Hunk& hunk : state()->scan->hunks) {
        violated = hunk.verdict == Verdict::Violated ? hunk.key : violated;
    }
    QVERIFY(!violated.isEmpty());
    QVERIFY(m_fixture->session->decisions()
                .decide({violated}, DecisionKind::Deferred, QStringLiteral("later"),
                        QStringLiteral("see the plan"))
                .ok());
    show(violated);
    press("A");
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("askField"));
    QTRY_VERIFY(field->isVisible());
    QCOMPARE(text("askTitle"), QStringLiteral("This change alters the NVIDIA path"));
    QCOMPARE(state()->decisions.kind(violated), DecisionKind::Deferred);
    QTest::keyClicks(field, QStringLiteral("the NVIDIA build is retired"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(state()->decisions.kind(violated), DecisionKind::Accepted);
    QCOMPARE(state()->decisions.decision(violated)->overrideReason,
             QStringLiteral("the NVIDIA build is retired"));
    QCOMPARE(state()->decisions.decision(violated)->note, QStringLiteral("see the plan"));
    m_area->goToChange(violated);
    QTRY_VERIFY(text("decisionText").contains(QStringLiteral("the NVIDIA build is retired")));
}

void ReviewGuardTest::bulkLeavesConflictsAlone()
{
    const QByteArray key = makeConflict();
    QVERIFY(state()->conflict(key) != nullptr);
    m_area->command(QStringLiteral("acceptProved"))->trigger();
    auto* yes = m_area->findChild<QPushButton*>(QStringLiteral("askYes"));
    if (yes->isVisible()) {
        yes->click();
    }
    QVERIFY(state()->conflict(key) != nullptr);
    QCOMPARE(state()->decisions.kind(key), DecisionKind::Open);
}

QTEST_MAIN(ReviewGuardTest)
#include "tst_reviewguard.moc"
