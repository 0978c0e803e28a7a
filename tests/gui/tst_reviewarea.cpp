#include "core/project/session/projectdecisions.h"
#include "tests/gui/reviewfixture.h"
#include "ui/review/commitdialog.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/editpane.h"
#include "ui/review/explanationpane.h"
#include "ui/review/reviewarea.h"

#include <QAccessible>
#include <QAction>
#include <QPlainTextEdit>
#include <QSet>
#include <QTreeView>
#include <QVector>

using namespace rocport;

class ReviewAreaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void countsAreAlwaysInView();
    void keysDecideAndGoOn();
    void theLastOpenChangeOfAFileLeadsToTheNextFile();
    void keysWaitForWhatTheyDecide();
    void acceptAllOfRuleListsFilesAndUndoesAsOne();
    void acceptAllProved();
    void selectionOfSeveralRows();
    void editInPlace();
    void noteIsKept();
    void lettersStayInTextFields();
    void filterAndClear();
    void everyChangeDecided();
    void unified();
    void commitAndUndo();
    void speaks();
    void screenshots();

private:
    [[nodiscard]] QString text(const char* name) const
    {
        auto* label = m_area->findChild<QLabel*>(QLatin1String(name));
        return label ? label->text() : QString();
    }
    [[nodiscard]] int decided() const { return m_fixture->session->state()->decided; }
    void press(const char* key)
    {
        QTest::keySequence(m_area.get(), QKeySequence(QLatin1String(key)));
    }
    void waitForFile() const
    {
        QTRY_VERIFY(!m_area->diff().isEmpty());
        QTRY_COMPARE(m_area->diff().current() >= 0, true);
    }

    /// Key of the change that the diff marks.
    [[nodiscard]] QByteArray shownKey() const
    {
        const DiffScene& scene = m_area->diff().scene();
        return scene.layout.changes.value(m_area->diff().current()).key;
    }
    /// What is shown, explained and decided by the next key is one change.
    void checkOneState() const
    {
        QTRY_COMPARE(shownKey(), m_area->currentKey());
        const Hunk* hunk = m_fixture->session->state()->hunk(shownKey());
        QVERIFY(hunk != nullptr);
        QTRY_COMPARE(m_area->findChild<QWidget*>(QStringLiteral("changeTitle"))->accessibleName(),
                     hunk->title);
        const QVector<int> inFile = m_area->model().changesOfFile(hunk->targetPath);
        const auto number = inFile.indexOf(m_area->model().changeOfKey(shownKey())) + 1;
        QTRY_COMPARE(text("changePosition"),
                     QStringLiteral("Change %1 of %2").arg(number).arg(inFile.size()));
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
};

void ReviewAreaTest::initTestCase()
{
    QAccessible::setActive(true);
}

void ReviewAreaTest::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->copySample();
    m_fixture->commitAll();
    m_fixture->open();
    m_area =
        std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1384, 830);
    m_area->show();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    waitForFile();
    m_area->diff().focusText();
}

void ReviewAreaTest::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void ReviewAreaTest::countsAreAlwaysInView()
{
    const int total = m_fixture->session->state()->hunks;
    QVERIFY(total > 10);
    QCOMPARE(text("decidedText"), QStringLiteral("0 of %1 decided").arg(total));
    press("A");
    QCOMPARE(text("decidedText"), QStringLiteral("%1 of %2 decided").arg(decided()).arg(total));
    QVERIFY(decided() >= 1);
}

void ReviewAreaTest::keysDecideAndGoOn()
{
    const QByteArray first = m_area->currentKey();
    press("A");
    const ProjectState& state = *m_fixture->session->state();
    QCOMPARE(state.decisions.kind(first), DecisionKind::Accepted);
    const QByteArray second = m_area->currentKey();
    QVERIFY(second != first);
    QCOMPARE(m_fixture->session->state()->decisions.kind(second), DecisionKind::Open);
    checkOneState();
    press("R");
    QCOMPARE(m_fixture->session->state()->decisions.kind(second), DecisionKind::Rejected);
    const QByteArray third = m_area->currentKey();
    checkOneState();
    press("S");
    QCOMPARE(m_fixture->session->state()->decisions.kind(third), DecisionKind::Deferred);
    press("U");
    QCOMPARE(m_area->currentKey(), third);
    press("U");
    QCOMPARE(m_area->currentKey(), second);
    QCOMPARE(m_fixture->session->state()->decisions.kind(second), DecisionKind::Open);
    press("Ctrl+Shift+Z");
    QCOMPARE(m_fixture->session->state()->decisions.kind(second), DecisionKind::Rejected);
    press("N");
    QVERIFY(m_area->currentKey() != second);
    const RepoPath path = m_fixture->session->state()->hunk(m_area->currentKey())->targetPath;
    press("]");
    QVERIFY(m_fixture->session->state()->hunk(m_area->currentKey())->targetPath != path);
    press("[");
    QCOMPARE(m_fixture->session->state()->hunk(m_area->currentKey())->targetPath, path);
}

// The tree moves its current row when that goes; the change that is shown stays the one that keys
// decide.
void ReviewAreaTest::theLastOpenChangeOfAFileLeadsToTheNextFile()
{
    const int total = m_fixture->session->state()->hunks;
    for (int i = 0; i < total; ++i) {
        checkOneState();
        if (QTest::currentTestFailed()) {
            return;
        }
        const QByteArray key = shownKey();
        QCOMPARE(m_fixture->session->state()->decisions.kind(key), DecisionKind::Open);
        press("R");
        QCOMPARE(m_fixture->session->state()->decisions.kind(key), DecisionKind::Rejected);
        QCOMPARE(decided(), i + 1);
    }
    for (int i = total; i > 0; --i) {
        press("U");
        QCOMPARE(decided(), i - 1);
        checkOneState();
    }
}

void ReviewAreaTest::keysWaitForWhatTheyDecide()
{
    // A file that is neither next nor before: those are laid out in advance.
    QVector<int> firsts; // change of each file
    QSet<RepoPath> seen;
    const QVector<ReviewChange>& changes = m_area->model().changes();
    for (int i = 0; i < changes.size(); ++i) {
        if (!seen.contains(changes[i].hunk->targetPath)) {
            seen.insert(changes[i].hunk->targetPath);
            firsts.append(i);
        }
    }
    QVERIFY(firsts.size() > 4);
    m_area->goToChange(changes[firsts[2]].hunk->key);
    QVERIFY(shownKey() != m_area->currentKey()); // the file is on its way
    press("A");
    QCOMPARE(decided(), 0);
    auto* problem = m_area->findChild<QWidget*>(QStringLiteral("reviewProblem"));
    QVERIFY(problem->isVisible());
    QVERIFY(problem->toolTip().contains(QStringLiteral("press the key again")));
    checkOneState();
    const QByteArray key = shownKey();
    press("A");
    QCOMPARE(m_fixture->session->state()->decisions.kind(key), DecisionKind::Accepted);
    QVERIFY(!problem->isVisible());
}

void ReviewAreaTest::acceptAllOfRuleListsFilesAndUndoesAsOne()
{
    QByteArray wanted; // a rule with several changes, all of them free to be accepted
    for (const ReviewChange& change : m_area->model().changes()) {
        const QVector<int> same = m_area->model().changesOfRule(change.hunk->ruleIds.value(0));
        const bool violated = std::any_of(same.begin(), same.end(), [&](int at) {
            return m_area->model().changes()[at].verdict == Verdict::Violated;
        });
        if (same.size() > 1 && !violated) {
            wanted = change.hunk->key;
            break;
        }
    }
    QVERIFY(!wanted.isEmpty());
    m_area->goToChange(wanted);
    const QString rule = m_fixture->session->state()->hunk(wanted)->ruleIds.value(0);
    press("Shift+A");
    auto* list = m_area->findChild<QPlainTextEdit*>(QStringLiteral("askList"));
    QTRY_VERIFY(list->isVisible());
    QVERIFY(list->toPlainText().contains(
        m_fixture->session->state()->hunk(wanted)->targetPath.display()));
    QCOMPARE(decided(), 0);
    QTest::keyClick(m_area->findChild<QPushButton*>(QStringLiteral("askYes")), Qt::Key_Return);
    for (const int change : m_area->model().changesOfRule(rule)) {
        QCOMPARE(m_area->model().changes()[change].kind, DecisionKind::Accepted);
    }
    QVERIFY(!list->isVisible());
    press("U");
    QCOMPARE(decided(), 0);
}

void ReviewAreaTest::acceptAllProved()
{
    const int proved = m_area->model().totals().openProved;
    QVERIFY(proved > 0);
    m_area->command(QStringLiteral("acceptProved"))->trigger();
    auto* sheet = m_area->findChild<QWidget*>(QStringLiteral("askSheet"));
    QVERIFY(sheet->isVisible());
    QTest::keyClick(m_area->findChild<QPushButton*>(QStringLiteral("askNo")), Qt::Key_Escape);
    QVERIFY(!sheet->isVisible());
    QCOMPARE(decided(), 0);
    m_area->command(QStringLiteral("acceptProved"))->trigger();
    m_area->findChild<QPushButton*>(QStringLiteral("askYes"))->click();
    QVERIFY(decided() >= proved);
    QCOMPARE(m_area->model().totals().openProved, 0);
}

void ReviewAreaTest::selectionOfSeveralRows()
{
    auto* tree = m_area->findChild<QTreeView*>(QStringLiteral("changeTree"));
    tree->setFocus();
    tree->selectionModel()->clear();
    const QModelIndex group = m_area->filter().index(0, 0);
    QSet<QByteArray> keys;
    int rows = 0;
    for (int g = 0; g < m_area->filter().rowCount() && rows < 2; ++g) {
        const QModelIndex parent = m_area->filter().index(g, 0);
        for (int row = 0; row < m_area->filter().rowCount(parent) && rows < 2; ++row, ++rows) {
            const QModelIndex file = m_area->filter().index(row, 0, parent);
            tree->selectionModel()->select(file, QItemSelectionModel::Select);
            for (const int change :
                 m_area->model().changesUnder(m_area->filter().mapToSource(file))) {
                keys.insert(m_area->model().changes()[change].hunk->key);
            }
        }
    }
    QVERIFY(group.isValid());
    QCOMPARE(rows, 2);
    press("R");
    for (const QByteArray& key : keys) {
        QCOMPARE(m_fixture->session->state()->decisions.kind(key), DecisionKind::Rejected);
    }
    press("U");
    QCOMPARE(decided(), 0);
}

void ReviewAreaTest::editInPlace()
{
    const QByteArray key = m_area->currentKey();
    press("E");
    auto* pane = m_area->findChild<EditPane*>();
    QTRY_VERIFY(pane->isVisible());
    QWidget* editor = pane->findChild<QWidget*>(QStringLiteral("editText"));
    QTest::keyClick(editor, Qt::Key_Escape);
    QTRY_VERIFY(!pane->isVisible());
    QCOMPARE(decided(), 0);

    press("E");
    QTRY_VERIFY(pane->isVisible());
    const QString before = pane->text();
    QTest::keyClicks(editor, QStringLiteral("/"));
    QVERIFY(pane->text() != before);
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    // An edit that changes what NVIDIA sees asks for a reason first.
    auto* reason = pane->findChild<QLineEdit*>(QStringLiteral("editReason"));
    QTRY_VERIFY(reason->isVisible() || !pane->isVisible());
    if (reason->isVisible()) {
        QVERIFY(!pane->findChild<QPushButton*>(QStringLiteral("editSave"))->isEnabled());
        QTest::keyClicks(reason, QStringLiteral("a test"));
        QTest::keyClick(reason, Qt::Key_Return);
    }
    QTRY_VERIFY(!pane->isVisible());
    QTRY_COMPARE(m_fixture->session->state()->decisions.kind(key), DecisionKind::Edited);
    QVERIFY(m_fixture->session->state()->decisions.decision(key)->editedText.startsWith('/'));
}

void ReviewAreaTest::noteIsKept()
{
    const QByteArray key = m_area->currentKey();
    press("C");
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("askField"));
    QTRY_VERIFY(field->isVisible());
    QTest::keyClicks(field, QStringLiteral("ask the kernel team"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m_fixture->session->state()->decisions.decision(key)->note,
             QStringLiteral("ask the kernel team"));
    m_area->goToChange(key);
    QTRY_VERIFY(text("decisionText").contains(QStringLiteral("ask the kernel team")));
}

void ReviewAreaTest::lettersStayInTextFields()
{
    press("/");
    auto* search = m_area->findChild<QLineEdit*>(QStringLiteral("reviewFilter"));
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("arenu"));
    QCOMPARE(search->text(), QStringLiteral("arenu"));
    QCOMPARE(decided(), 0);
    m_area->setLetterKeys(false);
    search->clear();
    m_area->diff().focusText();
    press("A");
    QCOMPARE(decided(), 0);
}

void ReviewAreaTest::filterAndClear()
{
    auto* search = m_area->findChild<QLineEdit*>(QStringLiteral("reviewFilter"));
    search->setText(QStringLiteral("no such thing anywhere"));
    auto* none = m_area->findChild<QWidget*>(QStringLiteral("noMatch"));
    QTRY_VERIFY(none->isVisible());
    none->findChild<QPushButton*>()->click();
    QTRY_VERIFY(!none->isVisible());
    QVERIFY(search->text().isEmpty());
}

void ReviewAreaTest::everyChangeDecided()
{
    QVector<QByteArray> keys;
    for (const ReviewChange& change : m_area->model().changes()) {
        keys.append(change.hunk->key);
    }
    QVERIFY(m_fixture->session->decisions()
                .decide(keys, DecisionKind::Rejected, QStringLiteral("all"))
                .ok());
    auto* page = m_area->findChild<QWidget*>(QStringLiteral("allDecided"));
    QTRY_VERIFY(page->isVisible());
    for (auto* button : page->findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Show all")) {
            button->click();
        }
    }
    QTRY_VERIFY(!page->isVisible());
    QCOMPARE(m_area->filter().status(), ReviewStatus::All);
}

void ReviewAreaTest::unified()
{
    press("V");
    QTRY_VERIFY(m_area->diff().scene().layout.unified);
    QVERIFY(m_area->diff().unifiedEditor().isVisible());
    QVERIFY(!m_area->diff().leftEditor().isVisible());
    press("V");
    QTRY_VERIFY(!m_area->diff().scene().layout.unified);
    m_area->resize(1000, 700);
    QTRY_VERIFY(m_area->diff().scene().layout.unified);
}

void ReviewAreaTest::commitAndUndo()
{
    m_area->command(QStringLiteral("acceptProved"))->trigger();
    m_area->findChild<QPushButton*>(QStringLiteral("askYes"))->click();
    QVERIFY(decided() > 0);
    m_area->command(QStringLiteral("commit"))->trigger();
    auto* dialog = m_area->findChild<CommitDialog*>();
    QVERIFY(dialog);
    auto* message = dialog->findChild<QPlainTextEdit*>(QStringLiteral("commitMessage"));
    QTRY_VERIFY(!message->toPlainText().isEmpty());
    dialog->findChild<QPushButton*>(QStringLiteral("commitNow"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->session->state()->commits.isEmpty(), 20000);
    QTRY_COMPARE(m_area->model().totals().uncommitted, 0);
    const auto undo = [dialog]() -> QPushButton* {
        for (auto* button : dialog->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Undo") && button->isVisible()) {
                return button;
            }
        }
        return nullptr;
    };
    QTRY_VERIFY(undo() != nullptr && undo()->isEnabled());
    undo()->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_area->model().totals().uncommitted > 0, 20000);
    dialog->reject();
}

void ReviewAreaTest::speaks()
{
    // Every control has a name; every mark of the gutter says what it is.
    for (auto* widget : m_area->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() ||
            widget->objectName() == QStringLiteral("qt_scrollarea_viewport")) {
            continue;
        }
        QAccessibleInterface* said = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(said);
        const bool hasText =
            !said->text(QAccessible::Name).isEmpty() || qobject_cast<QLabel*>(widget);
        const bool plainArea =
            QByteArrayView(widget->metaObject()->className()) == "QStackedWidget";
        QVERIFY2(hasText || plainArea, qPrintable(QLatin1String(widget->metaObject()->className()) +
                                                  u' ' + widget->objectName()));
    }
    QAccessibleInterface* gutter = QAccessible::queryAccessibleInterface(&m_area->diff().gutter());
    const DiffScene& scene = m_area->diff().scene();
    QVERIFY(gutter->childCount() >= scene.layout.changes.size());
    const QString first = gutter->child(0)->text(QAccessible::Name);
    QVERIFY2(first.startsWith(QStringLiteral("Change 1 of %1, ").arg(scene.layout.changes.size())),
             qPrintable(first));
    QVERIFY(first.contains(QStringLiteral("open")));
}

void ReviewAreaTest::screenshots()
{
    const QString folder = qEnvironmentVariable("ROCPORT_SCREENSHOTS");
    if (folder.isEmpty()) {
        QSKIP("ROCPORT_SCREENSHOTS names no folder");
    }
    for (const bool dark : {false, true}) {
        m_fixture->provider.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
        for (const char* file : {"csrc/warp_reduce.cuh", "setup.py"}) {
            m_area->goToPlace({RepoPath(file)});
        }
        for (const ReviewChange& change : m_area->model().changes()) {
            if (change.hunk->phase == Phase::Wavefront && !dark) {
                m_area->goToChange(change.hunk->key);
                break;
            }
            if (change.hunk->phase == Phase::Compile && dark) {
                m_area->goToChange(change.hunk->key);
                break;
            }
        }
        QTest::qWait(400);
        press("A");
        press("R");
        QTest::qWait(400);
        m_area->grab().save(folder + (dark ? QStringLiteral("/review-dark.png")
                                           : QStringLiteral("/review-light.png")));
    }
}

QTEST_MAIN(ReviewAreaTest)
#include "tst_reviewarea.moc"
