// What is done with changes, and that one thing leads to the next; without the area.
#include "tests/gui/deskfixture.h"
#include "ui/review/changelist.h"
#include "ui/review/diffpage.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewactions.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewnavigator.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/shownfile.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QTreeView>

using namespace rocport;

class TestReviewActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void decisionGoesOnToTheNext();
    void undoTellsWhatItWasAbout();
    void buttonsDecideTheChangeShown();
    void draftsAreMarkedAndDropped();
    void ownChangeThatCannotBeEdited();
    void everythingDecided();
    void menuOverAChange();

private:
    void goTo(int line) const
    {
        m_navigator->goTo(m_desk->desk->model().changeOfKey(m_desk->keyAt(line)));
        QTRY_VERIFY_WITH_TIMEOUT(m_shown->showsCurrent(), DeskFixture::kPatience);
        m_actions->update();
    }
    [[nodiscard]] QAction& command(const char* name) const
    {
        return m_commands->at(QLatin1String(name));
    }

    std::unique_ptr<DeskFixture> m_desk;
    std::unique_ptr<QWidget> m_window;
    DiffPage* m_page = nullptr;
    ChangeList* m_list = nullptr;
    std::unique_ptr<ReviewCommands> m_commands;
    std::unique_ptr<ShownFile> m_shown;
    std::unique_ptr<ReviewNavigator> m_navigator;
    std::unique_ptr<ReviewActions> m_actions;
};

void TestReviewActions::init()
{
    m_desk = std::make_unique<DeskFixture>();
    m_desk->open();
    ReviewDesk& desk = *m_desk->desk;
    m_window = std::make_unique<QWidget>();
    m_commands = std::make_unique<ReviewCommands>(desk, *m_window);
    m_page = new DiffPage(desk, m_desk->project.provider, m_desk->project.settings, m_desk->syntax,
                          m_window.get());
    m_list = new ChangeList(desk, *m_commands, m_desk->project.provider, m_window.get());
    m_shown = std::make_unique<ShownFile>(desk, m_page->diff());
    m_navigator = std::make_unique<ReviewNavigator>(desk, *m_commands, *m_list, *m_shown,
                                                    m_page->questions());
    m_actions = std::make_unique<ReviewActions>(ReviewActions::Parts{
        desk, *m_commands, *m_navigator, *m_list, *m_shown, *m_page, m_desk->syntax,
        m_desk->project.provider, m_desk->project.settings, *m_window});
    auto* layout = new QHBoxLayout(m_window.get());
    layout->addWidget(m_list);
    layout->addWidget(m_page, 1);
    m_window->resize(1300, 800);
    m_window->show();
    m_list->expandGroups();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestReviewActions::cleanup()
{
    m_actions.reset();
    m_navigator.reset();
    m_shown.reset();
    m_commands.reset();
    m_window.reset();
    m_desk.reset();
}

void TestReviewActions::decisionGoesOnToTheNext()
{
    const QSignalSpy decided(m_actions.get(), &ReviewActions::decided);
    goTo(7);
    const QByteArray key = m_desk->desk->currentKey();
    const int next = m_desk->desk->nextOpen(m_desk->desk->current());
    command("accept").trigger();
    QCOMPARE(m_desk->kind(key), DecisionKind::Accepted);
    QCOMPARE(m_desk->desk->current(), next);
    QCOMPARE(decided.size(), 1);
}

void TestReviewActions::undoTellsWhatItWasAbout()
{
    const QSignalSpy back(m_actions.get(), &ReviewActions::wentBack);
    const QSignalSpy changed(m_actions.get(), &ReviewActions::changed);
    goTo(7);
    const QByteArray key = m_desk->desk->currentKey();
    command("reject").trigger();
    m_actions->update();
    command("undo").trigger();
    QCOMPARE(back.size(), 1);
    QCOMPARE(back[0][0].toByteArray(), key);
    // A guard that is being changed is told, so that undo can say so.
    goTo(7);
    const auto before = changed.size();
    command("widerGuard").trigger();
    QVERIFY(changed.size() > before);
    m_desk->waitForTasks();
}

void TestReviewActions::buttonsDecideTheChangeShown()
{
    m_list->tree().expandAll();
    goTo(7);
    const QByteArray key = m_desk->desk->currentKey();
    m_list->tree().selectAll(); // whatever the list has selected
    m_list->tree().setFocus();
    Q_EMIT m_page->diff().rejectRequested();
    QCOMPARE(m_desk->kind(key), DecisionKind::Rejected);
    QCOMPARE(m_desk->state()->decided, 1);
    // And the mark of another one leads to it.
    goTo(7);
    const auto& changes = m_page->diff().scene().layout.changes;
    QVERIFY(changes.size() > 1);
    Q_EMIT m_page->diff().currentRequested(static_cast<int>(changes.size()) - 1);
    QCOMPARE(m_desk->desk->currentKey(), changes.last().key);
}

void TestReviewActions::draftsAreMarkedAndDropped()
{
    goTo(7);
    command("edit").trigger();
    QVERIFY(m_page->diff().isEditing());
    EditDraft draft;
    draft.text = QStringLiteral("int typed;\n");
    Q_EMIT m_page->diff().draftLeft(m_desk->desk->currentKey(), draft);
    QVERIFY(m_actions->hasDraft());
    QCOMPARE(m_actions->unsaved(), QStringList{QStringLiteral("src/reduce.cu:7")});
    const DiffScene& scene = m_page->diff().scene();
    QVERIFY(scene.info[scene.current].draft);
    m_actions->drop();
    QVERIFY(!m_actions->hasDraft());
    QVERIFY(m_actions->unsaved().isEmpty());
    QVERIFY(!scene.info[scene.current].draft);
}

void TestReviewActions::ownChangeThatCannotBeEdited()
{
    goTo(7);
    m_commands->enable({"edit"}, false, QStringLiteral("It rains."));
    Q_EMIT m_actions->own().editWanted();
    QVERIFY(!m_page->diff().isEditing());
    QCOMPARE(m_desk->said, QStringList{QStringLiteral("It rains.")});
    m_commands->enable({"edit"}, true, {});
    Q_EMIT m_actions->own().editWanted();
    QVERIFY(m_page->diff().isEditing());
}

void TestReviewActions::everythingDecided()
{
    const QSignalSpy changed(m_actions.get(), &ReviewActions::changed);
    goTo(7);
    const ReviewModel& model = m_desk->desk->model();
    for (int i = 0; i < model.changes().size(); ++i) {
        m_navigator->goTo(model.changeAt(i));
        QTRY_VERIFY_WITH_TIMEOUT(m_shown->showsCurrent(), DeskFixture::kPatience);
        m_actions->update();
        command("reject").trigger();
    }
    QVERIFY(m_desk->desk->isAllDecided());
    QVERIFY(!changed.isEmpty()); // no other one is open
    m_actions->update();
    QVERIFY(!command("accept").isEnabled());
    QCOMPARE(whyNot(command("accept")),
             QStringLiteral("Every change is decided: show the decided ones to change that."));
    for (const char* name : {"acceptRule", "rejectFile", "acceptProved", "explainProof",
                             "widerGuard", "guard-block", "guardSelection", "keepMine"}) {
        QCOMPARE(whyNot(command(name)), whyNot(command("accept")));
    }
    QVERIFY(command("undo").isEnabled());
    m_list->setStatus(ReviewStatus::All); // they are in sight again
    m_actions->update();
    QVERIFY(command("accept").isEnabled());
}

void TestReviewActions::menuOverAChange()
{
    // The others that the menu has, of parts that are not here.
    DeskFixture::addStandIns(*m_commands, {"find", "searchChanges", "symbols", "allSymbols"});
    goTo(7);
    Q_EMIT m_page->diff().menuRequested({20, 20});
    auto* menu = m_window->findChild<QMenu*>(QStringLiteral("changeMenu"));
    QVERIFY(menu != nullptr);
    QVERIFY(menu->actions().contains(&command("accept")));
}

QTEST_MAIN(TestReviewActions)
#include "tst_reviewactions.moc"
