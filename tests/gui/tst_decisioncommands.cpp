// The commands that decide changes: which can be used, and what each decides; without the area.
#include "core/project/session/projectdecisions.h"
#include "tests/gui/partsfixture.h"
#include "ui/review/changedecisions.h"
#include "ui/review/changeediting.h"
#include "ui/review/decisioncommands.h"
#include "ui/review/guardwidths.h"
#include "ui/theme/whynot.h"

#include <QMenu>
#include <QPushButton>

#include <numeric>

using namespace rocport;

class TestDecisionCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void currentChangeIsDecided();
    void chosenRowsAreDecided();
    void commandsNeedAChange();
    void ruleCountsItsOpenChanges();
    void provedChangesAreCounted();
    void changesOfNamesAreOneStep();
    void committedChangesStay();
    void undoSaysWhat();
    void menuOfChosenRows();

private:
    /// Rows of the list are chosen, and it has the focus.
    void choose(const QVector<int>& changes) const
    {
        QTreeView& tree = m_parts->list->tree();
        const ReviewModel& model = m_parts->desk->model();
        ReviewFilter& filter = m_parts->desk->filter();
        tree.expandAll();
        tree.clearSelection();
        for (const int change : changes) {
            tree.selectionModel()->select(filter.mapFromSource(model.indexOfChange(change)),
                                          QItemSelectionModel::Select);
        }
        tree.setFocus();
        m_commands->update();
    }

    std::unique_ptr<PartsFixture> m_parts;
    std::unique_ptr<GuardWidths> m_widths;
    std::unique_ptr<ChangeDecisions> m_decisions;
    std::unique_ptr<ChangeEditing> m_editing;
    std::unique_ptr<DecisionCommands> m_commands;
};

void TestDecisionCommands::init()
{
    m_parts = std::make_unique<PartsFixture>();
    m_widths = std::make_unique<GuardWidths>(*m_parts->desk);
    m_decisions = std::make_unique<ChangeDecisions>(*m_parts->desk, *m_parts->questions, *m_widths);
    m_editing = std::make_unique<ChangeEditing>(*m_parts->desk, *m_parts->diff);
    m_commands = std::make_unique<DecisionCommands>(DecisionCommands::Parts{
        *m_parts->desk, *m_parts->commands, *m_decisions, *m_editing, *m_widths, *m_parts->list});
    m_commands->update();
}

void TestDecisionCommands::cleanup()
{
    m_commands.reset();
    m_editing.reset();
    m_decisions.reset();
    m_widths.reset();
    m_parts.reset();
}

void TestDecisionCommands::currentChangeIsDecided()
{
    const QByteArray key = m_parts->choose(7);
    m_commands->update();
    const std::initializer_list<std::pair<const char*, DecisionKind>> commands = {
        {"accept", DecisionKind::Accepted},
        {"reject", DecisionKind::Rejected},
        {"defer", DecisionKind::Deferred}};
    for (const auto& [name, kind] : commands) {
        m_parts->run(name);
        QCOMPARE(m_parts->kind(key), kind);
    }
    m_commands->decide(DecisionKind::Open);
    QCOMPARE(m_parts->kind(key), DecisionKind::Open);
    m_parts->run("acceptRule");
    QCOMPARE(m_parts->below->currentWidget(), m_parts->sheet); // which asks first
}

void TestDecisionCommands::chosenRowsAreDecided()
{
    const QByteArray first = m_parts->keyAt(7);
    const QByteArray second = m_parts->keyAt(11);
    m_parts->choose(7);
    QVERIFY(!m_parts->command("rejectSelected").isEnabled());
    choose({m_parts->changeAt(7), m_parts->changeAt(11)});
    QVERIFY(m_parts->command("rejectSelected").isEnabled());
    m_parts->run("reject");
    QCOMPARE(m_parts->kind(first), DecisionKind::Rejected);
    QCOMPARE(m_parts->kind(second), DecisionKind::Rejected);
    m_parts->list->setStatus(ReviewStatus::All);
    choose({m_parts->changeAt(7), m_parts->changeAt(11)});
    m_parts->diff->setFocus();
    m_parts->run("deferSelected"); // wherever the focus is
    QCOMPARE(m_parts->kind(first), DecisionKind::Deferred);
    QCOMPARE(m_parts->kind(second), DecisionKind::Deferred);
}

void TestDecisionCommands::commandsNeedAChange()
{
    const auto ofOne = {"accept", "reject", "edit", "defer", "note", "rejectRule", "acceptFile"};
    for (const char* name : ofOne) {
        QVERIFY2(!m_parts->command(name).isEnabled(), name);
        QVERIFY2(whyNot(m_parts->command(name)).startsWith(QStringLiteral("No change is selected")),
                 name);
    }
    m_parts->choose(7);
    m_commands->update();
    for (const char* name : ofOne) {
        QVERIFY2(m_parts->command(name).isEnabled(), name);
    }
    m_parts->alter([](ProjectState& state) { state.readOnly = true; });
    m_commands->update();
    for (const char* name : ofOne) {
        QVERIFY2(!m_parts->command(name).isEnabled(), name);
        QCOMPARE(whyNot(m_parts->command(name)), QStringLiteral("The project is open read-only."));
    }
}

void TestDecisionCommands::ruleCountsItsOpenChanges()
{
    m_parts->choose(7);
    m_commands->update();
    const QString rule = m_parts->desk->currentHunk()->ruleIds.value(0);
    const QVector<int> ofRule = m_parts->desk->model().changesOfRule(rule);
    const QAction& accept = m_parts->command("acceptRule");
    QVERIFY2(accept.iconText().contains(QStringLiteral("(%1 open)").arg(ofRule.size())),
             qPrintable(accept.iconText()));
    m_decisions->decideMany(ofRule, DecisionKind::Rejected, QStringLiteral("selected"), false);
    m_parts->choose(7);
    m_commands->update();
    QVERIFY(!accept.isEnabled());
    QCOMPARE(whyNot(accept), QStringLiteral("No change of this rule is open."));
}

void TestDecisionCommands::provedChangesAreCounted()
{
    const ReviewModel& model = m_parts->desk->model();
    const int open = model.totals().openProved;
    QVERIFY(open > 0);
    const QAction& proved = m_parts->command("acceptProved");
    QVERIFY(proved.isEnabled());
    QCOMPARE(proved.iconText(), QStringLiteral("Accept all proved %1").arg(open));
    QVector<int> all(model.totals().total);
    std::iota(all.begin(), all.end(), 0);
    m_parts->list->setStatus(ReviewStatus::All);
    m_decisions->decideMany(all, DecisionKind::Rejected, QStringLiteral("all"), false);
    m_commands->update();
    QVERIFY(!proved.isEnabled());
    QCOMPARE(whyNot(proved), QStringLiteral("No open change is proved."));
}

void TestDecisionCommands::changesOfNamesAreOneStep()
{
    const QAction& names = m_parts->command("acceptNames");
    QVERIFY(!names.isEnabled());
    QCOMPARE(whyNot(names), QStringLiteral("No open change that is proved changes only names."));
    // Three of them, one of which alters the NVIDIA path.
    QVector<QByteArray> keys;
    m_parts->alter([&](ProjectState& state) {
        auto scan = std::make_shared<ScanResult>(*state.scan);
        for (Hunk& hunk : scan->hunks) {
            if (keys.size() < 3 && isProved(hunk.verdict) && hunk.sourcePath == hunk.targetPath) {
                hunk.onlyNames = true;
                keys.append(hunk.key);
                hunk.verdict = keys.size() == 3 ? Verdict::Violated : hunk.verdict;
            }
        }
        state.scan = scan;
    });
    QCOMPARE(keys.size(), 3);
    m_parts->desk->model().setState(m_parts->desk->state());
    m_commands->update();
    QCOMPARE(m_parts->desk->model().totals().openNames, 2);
    QVERIFY(names.isEnabled());
    m_parts->run("filter-kind-names");
    QCOMPARE(m_parts->desk->filter().accepted(), 3);
    m_parts->run("clearFilters");
    m_parts->run("acceptNames");
    QVERIFY(m_parts->sheet->isVisible());
    QCOMPARE(m_parts->kind(keys[0]), DecisionKind::Open);
    m_parts->sheet->findChild<QPushButton*>(QStringLiteral("askYes"))->click();
    QCOMPARE(m_parts->kind(keys[0]), DecisionKind::Accepted);
    QCOMPARE(m_parts->kind(keys[1]), DecisionKind::Accepted);
    QCOMPARE(m_parts->kind(keys[2]), DecisionKind::Open);
    m_decisions->undo();
    QCOMPARE(m_parts->kind(keys[0]), DecisionKind::Open);
    QCOMPARE(m_parts->kind(keys[1]), DecisionKind::Open);
}

void TestDecisionCommands::committedChangesStay()
{
    m_parts->choose(7);
    m_parts->alter(
        [this](ProjectState& state) { state.committed.insert(m_parts->desk->currentKey()); });
    m_commands->update();
    QVERIFY(!m_parts->command("accept").isEnabled());
    QVERIFY(
        whyNot(m_parts->command("accept")).startsWith(QStringLiteral("This change is committed")));
}

void TestDecisionCommands::undoSaysWhat()
{
    const QAction& undo = m_parts->command("undo");
    const QAction& redo = m_parts->command("redo");
    QVERIFY(!undo.isEnabled());
    QCOMPARE(whyNot(undo), QStringLiteral("Nothing to undo."));
    const QByteArray key = m_parts->choose(7);
    m_commands->update();
    m_parts->run("accept");
    m_commands->update();
    QVERIFY(undo.isEnabled());
    QVERIFY2(undo.toolTip().startsWith(QStringLiteral("Undo: ")) &&
                 undo.toolTip().endsWith(QStringLiteral("(u)")),
             qPrintable(undo.toolTip()));
    m_parts->run("undo");
    QCOMPARE(m_parts->kind(key), DecisionKind::Open);
    m_commands->update();
    QVERIFY(redo.isEnabled());
    QVERIFY(redo.toolTip().startsWith(QStringLiteral("Redo: ")));
    // A guard that is being changed is taken back first.
    m_parts->choose(7);
    m_widths->step(1);
    m_commands->update();
    QVERIFY2(undo.toolTip().contains(QStringLiteral("the guard that is being changed")),
             qPrintable(undo.toolTip()));
    m_parts->waitForTasks();
}

void TestDecisionCommands::menuOfChosenRows()
{
    QMenu menu;
    m_commands->addSelectedTo(menu);
    QVERIFY(menu.isEmpty());
    choose({m_parts->changeAt(7), m_parts->changeAt(11)});
    m_commands->addSelectedTo(menu);
    const QList<QAction*> actions = menu.actions();
    QCOMPARE(actions.size(), 5); // and a separator
    QVERIFY2(actions[0]->text().startsWith(QStringLiteral("Accept 2 changes selected")),
             qPrintable(actions[0]->text()));
    QVERIFY(actions[0]->text().contains(u'\t')); // with the key that does the same there
    actions[1]->trigger();
    QCOMPARE(m_parts->kind(m_parts->keyAt(7)), DecisionKind::Rejected);
    QCOMPARE(m_parts->kind(m_parts->keyAt(11)), DecisionKind::Rejected);
}

QTEST_MAIN(TestDecisionCommands)
#include "tst_decisioncommands.moc"
