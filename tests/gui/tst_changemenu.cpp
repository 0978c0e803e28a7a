// The menu over a change, and what it offers of guards; without the area.
#include "core/project/session/projectscanner.h"
#include "tests/gui/partsfixture.h"
#include "ui/review/changedecisions.h"
#include "ui/review/changeediting.h"
#include "ui/review/changemenu.h"
#include "ui/review/decisioncommands.h"
#include "ui/review/guardcommands.h"
#include "ui/review/guardwidths.h"
#include "ui/review/ownchanges.h"
#include "ui/theme/whynot.h"

#include <QMenu>

using namespace rocport;

class TestChangeMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void ofTheCurrentChange();
    void ofSeveralRows();
    void reopensWhatIsDecided();
    void guardsNeedAChange();
    void guardsKeptAreAProblem();

private:
    [[nodiscard]] QMenu* open() const
    {
        m_decisionCommands->update();
        m_guards->update();
        m_menu->open({10, 10}, *m_parts->window);
        return m_parts->window->findChild<QMenu*>(QStringLiteral("changeMenu"));
    }
    static QStringList namesOf(const QMenu& menu)
    {
        QStringList names;
        for (const QAction* action : menu.actions()) {
            if (!action->isSeparator()) {
                names.append(action->objectName().isEmpty() ? action->text()
                                                            : action->objectName());
            }
        }
        return names;
    }

    std::unique_ptr<PartsFixture> m_parts;
    std::unique_ptr<GuardWidths> m_widths;
    std::unique_ptr<ChangeDecisions> m_decisions;
    std::unique_ptr<ChangeEditing> m_editing;
    std::unique_ptr<OwnChanges> m_own;
    std::unique_ptr<DecisionCommands> m_decisionCommands;
    std::unique_ptr<GuardCommands> m_guards;
    std::unique_ptr<ChangeMenu> m_menu;
};

void TestChangeMenu::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_widths = std::make_unique<GuardWidths>(*m_parts->desk);
    m_decisions = std::make_unique<ChangeDecisions>(*m_parts->desk, *m_parts->questions, *m_widths);
    m_editing = std::make_unique<ChangeEditing>(*m_parts->desk, *m_parts->diff);
    m_own = std::make_unique<OwnChanges>(*m_parts->desk, *m_parts->questions, *m_parts->diff);
    m_decisionCommands = std::make_unique<DecisionCommands>(DecisionCommands::Parts{
        *m_parts->desk, *m_parts->commands, *m_decisions, *m_editing, *m_widths, *m_parts->list});
    m_guards = std::make_unique<GuardCommands>(*m_parts->desk, *m_parts->commands, *m_widths,
                                               *m_own, *m_editing);
    // The others that the menu has, of parts that are not here.
    DeskFixture::addStandIns(*m_parts->commands,
                             {"explainProof", "checkFile", "copyPath", "copyPlace", "copyPatch",
                              "openInEditor", "find", "searchChanges", "symbols", "allSymbols",
                              "showMore", "showAllLines", "foldLines", "wrapLines", "blame",
                              "lostDecisions"});
    m_menu = std::make_unique<ChangeMenu>(*m_parts->desk, *m_parts->commands, *m_parts->list,
                                          *m_decisionCommands, *m_guards);
}

void TestChangeMenu::cleanup()
{
    m_menu.reset();
    m_guards.reset();
    m_decisionCommands.reset();
    m_own.reset();
    m_editing.reset();
    m_decisions.reset();
    m_widths.reset();
    m_parts.reset();
}

void TestChangeMenu::ofTheCurrentChange()
{
    m_parts->goTo(7);
    m_parts->diff->setFocus();
    QMenu* menu = open();
    QVERIFY(menu != nullptr);
    QVERIFY(menu->isVisible());
    const QStringList names = namesOf(*menu);
    for (const char* name : {"accept", "edit", "acceptRule", "copyPatch", "expandAll", "blame"}) {
        QVERIFY2(names.contains(QLatin1String(name)), name);
    }
    QVERIFY(names.contains(QStringLiteral("Guard width")));
    QVERIFY(names.contains(QStringLiteral("lostDecisions"))); // as it can be used
    QVERIFY(!names.contains(QStringLiteral("removeGuard")));  // which cannot
    menu->close();
    m_parts->commands->enable({"lostDecisions"}, false, {});
    QTRY_VERIFY(m_parts->window->findChild<QMenu*>(QStringLiteral("changeMenu")) == nullptr);
    menu = open();
    QVERIFY(!namesOf(*menu).contains(QStringLiteral("lostDecisions")));
}

void TestChangeMenu::ofSeveralRows()
{
    m_parts->goTo(7);
    m_parts->list->tree().expandAll();
    m_parts->list->tree().selectAll();
    m_parts->list->tree().setFocus();
    const QStringList names = namesOf(*open());
    QVERIFY2(names.first().startsWith(QStringLiteral("Accept ")) &&
                 names.first().contains(QStringLiteral("selected")),
             qPrintable(names.first()));
    QVERIFY(!names.contains(QStringLiteral("accept"))); // whose key decides them all
    QVERIFY(names.contains(QStringLiteral("edit")));
}

void TestChangeMenu::reopensWhatIsDecided()
{
    m_parts->goTo(7);
    m_parts->diff->setFocus();
    const auto reopen = [](const QMenu& menu) -> QAction* {
        for (QAction* action : menu.actions()) {
            if (action->text() == QStringLiteral("Reopen change")) {
                return action;
            }
        }
        return nullptr;
    };
    QMenu* menu = open();
    QVERIFY(reopen(*menu) != nullptr);
    QVERIFY(!reopen(*menu)->isEnabled()); // it is open
    menu->close();
    QTRY_VERIFY(m_parts->window->findChild<QMenu*>(QStringLiteral("changeMenu")) == nullptr);
    const QByteArray key = m_parts->choose(7);
    m_decisionCommands->decide(DecisionKind::Accepted);
    m_parts->choose(7);
    menu = open();
    QVERIFY(reopen(*menu)->isEnabled());
    reopen(*menu)->trigger();
    QCOMPARE(m_parts->kind(key), DecisionKind::Open);
}

void TestChangeMenu::guardsNeedAChange()
{
    m_guards->update();
    for (const char* name : {"widerGuard", "narrowerGuard", "guard-block", "guardFile-block"}) {
        QVERIFY2(!m_parts->command(name).isEnabled(), name);
        QCOMPARE(whyNot(m_parts->command(name)), m_parts->commands->whyNotCurrent());
    }
    QVERIFY(m_parts->command("guardProject-block").isEnabled());
    m_parts->alter([](ProjectState& state) { state.readOnly = true; });
    m_guards->update();
    QCOMPARE(whyNot(m_parts->command("guardProject-block")),
             QStringLiteral("The project is open read-only."));
    m_parts->alter([](ProjectState&) {});
    m_guards->update();
    QVERIFY(!m_parts->command("guardSelection").isEnabled());
    QCOMPARE(whyNot(m_parts->command("guardSelection")), QStringLiteral("No file is shown."));
    m_parts->goTo(7);
    m_guards->update();
    for (const char* name :
         {"widerGuard", "narrowerGuard", "guard-block", "guardFile-block", "guardSelection"}) {
        QVERIFY2(m_parts->command(name).isEnabled(), name);
    }
    QVERIFY(!m_parts->command("removeGuard").isEnabled());
    QCOMPARE(whyNot(m_parts->command("removeGuard")),
             QStringLiteral("This guard was not added by you."));
    QVERIFY(!m_parts->command("keepMine").isEnabled());
    // The command does what it says.
    m_parts->goTo(7);
    m_guards->update();
    const QByteArray key = m_parts->desk->currentKey();
    m_parts->run("guard-function");
    QTRY_VERIFY_WITH_TIMEOUT(m_parts->desk->model().changeOfKey(key) < 0, DeskFixture::kPatience);
}

void TestChangeMenu::guardsKeptAreAProblem()
{
    Q_EMIT m_parts->project.session->scanner().guardsKept({"a"});
    Q_EMIT m_parts->project.session->scanner().guardsKept({"a", "b"});
    QCOMPARE(m_parts->problems.size(), 2);
    QVERIFY(m_parts->problems[0].startsWith(QStringLiteral("1 change keeps its guard")));
    QVERIFY(m_parts->problems[1].startsWith(QStringLiteral("2 changes keep their guards")));
}

QTEST_MAIN(TestChangeMenu)
#include "tst_changemenu.moc"
