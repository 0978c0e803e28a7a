// Several changes at once, filters as chips, menus, patches, and changes of the user's own, in the
// real review.

#include "tests/gui/reviewfixture.h"
#include "ui/review/diffeditor.h"
#include "ui/review/diffview.h"
#include "ui/review/editpane.h"
#include "ui/review/filterchips.h"
#include "ui/review/reviewarea.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTreeView>

#include <Qsci/qsciscintilla.h>

using namespace rocport;

class TestReviewMenus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void severalAreOneStep();
    void chipsNarrow();
    void chipsAreTakenBack();
    void menuOfSeveralDecidesSeveral();
    void menuHasWhatLeavesTheWindow();
    void patchOfTheSelection();
    void ownChangeInAnyText();
    void ownChangeEditsWhatIsProposed();
    void editorIsAsked();

private:
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_fixture->session->state();
    }
    [[nodiscard]] QTreeView* tree() const
    {
        return m_area->findChild<QTreeView*>(QStringLiteral("changeTree"));
    }
    void press(const char* key) const
    {
        QTest::keySequence(m_area.get(), QKeySequence(QLatin1String(key)));
    }
    void run(const char* command) const
    {
        QAction* action = m_area->command(QLatin1String(command));
        QVERIFY2(action != nullptr && action->isEnabled(), command);
        action->trigger();
    }
    /// Selects all changes of the first file that has several; gives their keys.
    QVector<QByteArray> selectFile() const
    {
        QModelIndex file;
        for (int at = 0; at < m_area->model().changes().size() && !file.isValid(); ++at) {
            const QModelIndex one = m_area->filter().mapFromSource(
                m_area->model().fileIndexOfChange(m_area->model().changeAt(at)));
            file = m_area->filter().rowCount(one) > 1 ? one : QModelIndex();
        }
        tree()->expandAll();
        tree()->setFocus();
        tree()->setCurrentIndex(m_area->filter().index(0, 0, file));
        QVector<QByteArray> keys;
        for (int row = 0; row < m_area->filter().rowCount(file); ++row) {
            const QModelIndex index = m_area->filter().index(row, 0, file);
            tree()->selectionModel()->select(index, QItemSelectionModel::Select);
            for (const int change :
                 m_area->model().changesUnder(m_area->filter().mapToSource(index))) {
                keys.append(m_area->model().changes()[change].hunk->key);
            }
        }
        return keys;
    }
    [[nodiscard]] bool allAre(const QVector<QByteArray>& keys, DecisionKind kind) const
    {
        return std::all_of(keys.begin(), keys.end(), [&](const QByteArray& key) {
            return state()->decisions.kind(key) == kind;
        });
    }
    void showLine(const RepoPath& path, int line) const
    {
        m_area->goToPlace({path, line, PlaceSide::Original});
        QTRY_COMPARE(m_area->diff().scene().layout.path, path);
        m_area->diff().focusText();
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
};

void TestReviewMenus::init()
{
    m_fixture = std::make_unique<ReviewFixture>();
    m_fixture->copySample();
    m_fixture->write(QStringLiteral("notes/run.sh"), "#!/bin/sh\nnvidia-smi -L\n");
    m_fixture->commitAll();
    m_fixture->open();
    m_area =
        std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider, m_fixture->settings);
    m_area->resize(1440, 860);
    m_area->show();
    m_area->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    QTRY_VERIFY(m_area->diff().current() >= 0);
}

void TestReviewMenus::cleanup()
{
    m_area.reset();
    m_fixture.reset();
}

void TestReviewMenus::severalAreOneStep()
{
    const QVector<QByteArray> keys = selectFile();
    QVERIFY(keys.size() > 1);
    const std::pair<const char*, DecisionKind> words[] = {
        {"deferSelected", DecisionKind::Deferred},
        {"rejectSelected", DecisionKind::Rejected},
    };
    for (const auto& [command, kind] : words) {
        selectFile();
        run(command);
        QVERIFY2(allAre(keys, kind), command);
        run("undo"); // one step
        QVERIFY2(allAre(keys, DecisionKind::Open), command);
    }
    // The same by key.
    selectFile();
    QTest::keyClick(tree(), Qt::Key_R);
    QVERIFY(allAre(keys, DecisionKind::Rejected));
    run("undo");
    QVERIFY(allAre(keys, DecisionKind::Open));
    // One change is not several.
    tree()->setCurrentIndex(tree()->currentIndex());
    tree()->selectionModel()->select(tree()->currentIndex(), QItemSelectionModel::ClearAndSelect);
    if (m_area->model().changesUnder(m_area->filter().mapToSource(tree()->currentIndex())).size() ==
        1) {
        QVERIFY(!m_area->command(QStringLiteral("rejectSelected"))->isEnabled());
    }
    for (const char* command : {"deferRule", "deferFile", "rejectRule", "rejectFile"}) {
        QVERIFY2(m_area->command(QLatin1String(command)) != nullptr, command);
    }
}

void TestReviewMenus::chipsNarrow()
{
    run("showAll");
    const auto& changes = m_area->model().changes();
    const auto count = [&](const std::function<bool(const ReviewChange&)>& wanted) {
        return static_cast<int>(std::count_if(changes.begin(), changes.end(), wanted));
    };
    const int critical = count(
        [](const ReviewChange& change) { return change.hunk->severity == Severity::Critical; });
    const int added = count([](const ReviewChange& change) {
        return change.hunk->severity == Severity::Critical && change.hunk->sourcePath.isEmpty();
    });
    QVERIFY(critical > 0 && critical < changes.size());
    run("filter-severity-critical");
    QCOMPARE(m_area->filter().accepted(), critical);
    run("filter-kind-new-file"); // between kinds they narrow
    QCOMPARE(m_area->filter().accepted(), added);
    run("filter-kind-new-file");
    run("filter-severity-warning"); // within a kind they add up
    QCOMPARE(m_area->filter().accepted(), count([](const ReviewChange& change) {
                 return change.hunk->severity != Severity::Info;
             }));
    run("clearFilters");
    QCOMPARE(m_area->filter().accepted(), static_cast<int>(changes.size()));
    QVERIFY(m_area->filter().chips().isEmpty());
    int byVerdict = 0;
    for (const Verdict verdict : {Verdict::Violated, Verdict::Unproved, Verdict::Equivalent,
                                  Verdict::Projected, Verdict::Identical, Verdict::Compiled}) {
        const QString name = QStringLiteral("filter-verdict-") + verdictId(verdict);
        run(qPrintable(name));
        byVerdict += m_area->filter().accepted();
        run(qPrintable(name));
    }
    QCOMPARE(byVerdict, static_cast<int>(changes.size()));
}

void TestReviewMenus::chipsAreTakenBack()
{
    run("showAll");
    const int all = m_area->filter().accepted();
    run("filter-severity-critical");
    run("filter-kind-own"); // nothing has it
    QCOMPARE(m_area->filter().accepted(), 0);
    auto* none = m_area->findChild<EmptyState*>(QStringLiteral("noMatch"));
    QTRY_VERIFY(none->isVisible());
    auto* chips = m_area->findChild<FilterChips*>(QStringLiteral("filterChips"));
    const auto chip = [chips](const QString& name) -> QPushButton* {
        const auto buttons = chips->findChildren<QPushButton*>();
        for (QPushButton* button : buttons) {
            if (button->isVisible() && button->accessibleName().endsWith(name)) {
                return button;
            }
        }
        return nullptr;
    };
    QVERIFY(chip(QStringLiteral("Critical")) != nullptr);
    QPushButton* own = chip(QStringLiteral("Your own"));
    QVERIFY(own != nullptr);
    QVERIFY(chips->rect().contains(own->geometry()));
    QTest::mouseClick(own, Qt::LeftButton);
    QVERIFY(m_area->filter().accepted() > 0);
    QVERIFY(chip(QStringLiteral("Your own")) == nullptr);
    // By key, and the focus stays here.
    QPushButton* critical = chip(QStringLiteral("Critical"));
    critical->setFocus();
    QTest::keyClick(critical, Qt::Key_Space);
    QCOMPARE(m_area->filter().accepted(), all);
    QVERIFY(chips->isAncestorOf(QApplication::focusWidget()));
    // The menu says how many there are of each.
    auto* menu = chips->findChild<QMenu*>(QStringLiteral("filterMenu"));
    Q_EMIT menu->aboutToShow();
    QStringList texts;
    const auto actions = menu->actions();
    for (const QAction* action : actions) {
        texts.append(action->text());
    }
    QVERIFY2(!texts.filter(QStringLiteral("Critical (")).isEmpty(), qPrintable(texts.join(u'|')));
    QVERIFY(texts.filter(QStringLiteral("Your own")).isEmpty());
}

/// Where the keys decide all rows that are selected, the menu has no line that says they decide
/// one.
void TestReviewMenus::menuOfSeveralDecidesSeveral()
{
    const QVector<QByteArray> keys = selectFile();
    QVERIFY(keys.size() > 1);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {10, 10},
                            tree()->viewport()->mapToGlobal(QPoint(10, 10)));
    QApplication::sendEvent(tree()->viewport(), &event);
    auto* menu = m_area->findChild<QMenu*>(QStringLiteral("changeMenu"));
    QVERIFY(menu != nullptr);
    QAction* reject = nullptr;
    QStringList texts;
    const auto actions = menu->actions();
    for (QAction* action : actions) {
        texts.append(action->text());
        if (action->text() == QStringLiteral("Reject %1 changes selected\tR").arg(keys.size())) {
            reject = action;
        }
    }
    const QString all = texts.join(u'|');
    if (reject == nullptr) {
        QFAIL(qPrintable(all));
    }
    for (const char* single : {"Accept change", "Reject change", "Defer change", "Reopen change"}) {
        QVERIFY2(!texts.contains(QLatin1String(single)), qPrintable(all));
    }
    menu->close();
    reject->trigger();
    QVERIFY(allAre(keys, DecisionKind::Rejected));
}

void TestReviewMenus::menuHasWhatLeavesTheWindow()
{
    tree()->setFocus();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {10, 10},
                            tree()->viewport()->mapToGlobal(QPoint(10, 10)));
    QApplication::sendEvent(tree()->viewport(), &event);
    auto* menu = m_area->findChild<QMenu*>(QStringLiteral("changeMenu"));
    QVERIFY(menu != nullptr);
    QStringList texts;
    const auto actions = menu->actions();
    for (const QAction* action : actions) {
        texts.append(action->text());
    }
    for (const char* text : {"Copy path", "Copy path and line", "Copy as patch",
                             "Open in your editor", "Unfold all changes", "Fold all changes"}) {
        QVERIFY2(texts.contains(QLatin1String(text)), qPrintable(texts.join(u'|')));
    }
    QVERIFY2(texts.contains(QStringLiteral("Accept change")), qPrintable(texts.join(u'|')));
    menu->close();
    const Hunk& hunk =
        *m_area->model().changes()[m_area->model().changeOfKey(m_area->currentKey())].hunk;
    QSignalSpy said(m_area.get(), &ReviewArea::said);
    run("copyPath");
    QCOMPARE(QGuiApplication::clipboard()->text(), hunk.targetPath.display());
    run("copyPlace");
    QCOMPARE(QGuiApplication::clipboard()->text(),
             hunk.targetPath.display() + u':' + QString::number(std::max(1, hunk.firstLine)));
    QCOMPARE(said.size(), 2);
    run("collapseAll");
    QVERIFY(!tree()->isExpanded(m_area->filter().index(0, 0)));
    run("expandAll");
    QVERIFY(tree()->isExpanded(m_area->filter().index(0, 0)));
}

/// git takes what the clipboard has.
void TestReviewMenus::patchOfTheSelection()
{
    const QVector<QByteArray> keys = selectFile();
    QVERIFY(keys.size() > 1);
    QGuiApplication::clipboard()->clear();
    QSignalSpy said(m_area.get(), &ReviewArea::said);
    run("copyPatch");
    QTRY_VERIFY(!said.isEmpty());
    QVERIFY(said.last().first().toString().contains(QString::number(keys.size())));
    const QString patch = QGuiApplication::clipboard()->text();
    QVERIFY(patch.startsWith(QStringLiteral("diff --git ")));
    QFile file(m_fixture->data.filePath(QStringLiteral("clip.patch")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(patch.toUtf8());
    file.close();
    QVERIFY(
        ReviewFixture::git(m_fixture->folder.path(),
                           {QStringLiteral("apply"), QStringLiteral("--check"), file.fileName()}));
}

/// In a file of a kind that has no guards and no proposal: from the diff, at the caret.
void TestReviewMenus::ownChangeInAnyText()
{
    const RepoPath path("notes/run.sh");
    showLine(path, 2);
    auto* editor = m_area->diff().findChild<DiffEditor*>();
    QVERIFY(editor != nullptr);
    const auto editors = m_area->diff().findChildren<DiffEditor*>();
    for (DiffEditor* one : editors) {
        one->SendScintilla(QsciScintillaBase::SCI_GOTOLINE, 1UL);
    }
    press("Shift+E");
    auto* title = m_area->findChild<QLabel*>(QStringLiteral("askTitle"));
    QTRY_VERIFY(title->isVisible());
    QVERIFY2(title->text().contains(QStringLiteral("line 2 of notes/run.sh without a guard")),
             qPrintable(title->text()));
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("askField"));
    QVERIFY(field != nullptr);
    QTest::keyClicks(field, QStringLiteral("another tool"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(m_area->diff().isEditing());
    auto* text = m_area->findChild<QsciScintilla*>(QStringLiteral("editText"));
    QCOMPARE(text->text().trimmed(), QStringLiteral("nvidia-smi -L"));
    text->selectAll();
    text->replaceSelectedText(QStringLiteral("rocm-smi"));
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
    const auto own = [this, &path]() -> const Hunk* {
        for (const Hunk& hunk : state()->scan->hunks) {
            if (hunk.targetPath == path) {
                return &hunk;
            }
        }
        return nullptr;
    };
    QTRY_VERIFY(own() != nullptr && state()->decisions.kind(own()->key) == DecisionKind::Edited);
    QCOMPARE(own()->title, QStringLiteral("Change of your own"));
    QCOMPARE(state()->verdict(*own()), Verdict::Unproved);
    QCOMPARE(state()->decisions.decision(own()->key)->editedText, QByteArray("rocm-smi\n"));
}

void TestReviewMenus::ownChangeEditsWhatIsProposed()
{
    const QByteArray key = m_area->currentKey();
    const Hunk* hunk = state()->hunk(key);
    QVERIFY(hunk != nullptr);
    if (hunk->lastLine < hunk->firstLine || hunk->sourcePath != hunk->targetPath) {
        for (const Hunk& one : state()->scan->hunks) {
            if (one.lastLine >= one.firstLine && one.sourcePath == one.targetPath) {
                hunk = &one;
                break;
            }
        }
    }
    showLine(hunk->targetPath, hunk->firstLine);
    QTRY_COMPARE(m_area->currentKey(), hunk->key);
    const DiffLayout& layout = m_area->diff().scene().layout;
    int row = 0;
    for (int i = 0; i < layout.rows.size(); ++i) {
        row = layout.rows[i].left == hunk->firstLine ? i : row;
    }
    const auto editors = m_area->diff().findChildren<DiffEditor*>();
    for (DiffEditor* one : editors) {
        one->SendScintilla(QsciScintillaBase::SCI_GOTOLINE, static_cast<unsigned long>(row));
    }
    press("Shift+E");
    QTRY_VERIFY(m_area->diff().isEditing());
    QCOMPARE(m_area->currentKey(), hunk->key);
}

void TestReviewMenus::editorIsAsked()
{
    run("setEditor");
    auto* field = m_area->findChild<QLineEdit*>(QStringLiteral("askField"));
    QTRY_VERIFY(field != nullptr && field->isVisible());
    const QString log = m_fixture->data.filePath(QStringLiteral("opened"));
    QFile script(m_fixture->data.filePath(QStringLiteral("editor")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nprintf '%s' \"$*\" > '" + log.toUtf8() + ".part'\nmv '" +
                 log.toUtf8() + ".part' '" + log.toUtf8() + "'\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    field->setText(script.fileName() + QStringLiteral(" +{line} {file}"));
    QTest::keyClick(field, Qt::Key_Return);
    const Hunk* hunk = state()->hunk(m_area->currentKey());
    tree()->setFocus();
    run("openInEditor");
    if (hunk->sourcePath == hunk->targetPath) {
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(log), 20000);
        QFile said(log);
        QVERIFY(said.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(said.readAll());
        QVERIFY2(text.startsWith(QStringLiteral("+%1 /").arg(hunk->firstLine)), qPrintable(text));
        QVERIFY2(text.endsWith(u'/' + hunk->targetPath.display()), qPrintable(text));
    }
}

QTEST_MAIN(TestReviewMenus)
#include "tst_reviewmenus.moc"
