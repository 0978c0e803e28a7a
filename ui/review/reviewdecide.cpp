#include "core/base/wording.h"
#include "ui/review/changedecisions.h"
#include "ui/review/changeediting.h"
#include "ui/review/commitdialog.h"
#include "ui/review/diffview.h"
#include "ui/review/findingspage.h"
#include "ui/review/guardwidths.h"
#include "ui/review/historydialog.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/whynot.h"

#include <QAccessible>
#include <QAction>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>

namespace rocport {

QAction* ReviewArea::addCommand(const QString& name, const QString& text, const QString& shortText,
                                const QList<QKeySequence>& keys, const std::function<void()>& run)
{
    QAction* action = WorkArea::addCommand(name, text, shortText, keys, [this, name, run] {
        // From the palette: what is done has to be in sight. Undo and redo are of both pages.
        if (showsFindings() && !m_findings->actions().contains(command(name))) {
            showFindings(false);
        }
        run();
    });
    action->setProperty("tip", text);
    action->setToolTip(withKey(text, *action));
    removeAction(action); // letters of the list of findings are its own
    m_changes->addAction(action);
    return action;
}

void ReviewArea::addCommands()
{
    const auto add = [this](const char* name, const QString& text, const QString& shortText,
                            const QList<QKeySequence>& keys, const std::function<void()>& run) {
        addCommand(QLatin1String(name), text, shortText, keys, run);
    };
    const auto key = [](const char* text) {
        return QList<QKeySequence>{QKeySequence(QLatin1String(text))};
    };
    add("accept", tr("Accept change"), tr("Accept"), key("A"),
        [this] { decideCurrent(DecisionKind::Accepted); });
    add("reject", tr("Reject change"), tr("Reject"), key("R"),
        [this] { decideCurrent(DecisionKind::Rejected); });
    add("edit", tr("Edit change"), tr("Edit"), key("E"), [this] { m_editing->begin(); });
    add("defer", tr("Defer change"), tr("Defer"), key("S"),
        [this] { decideCurrent(DecisionKind::Deferred); });
    add("next", tr("Next change"), tr("Next"), key("N"), [this] { step(1); });
    add("previous", tr("Previous change"), tr("Previous"), key("P"), [this] { step(-1); });
    add("nextFile", tr("Next file"), tr("Next file"), key("]"), [this] { stepFile(1); });
    add("previousFile", tr("Previous file"), tr("Previous file"), key("["),
        [this] { stepFile(-1); });
    add("firstChange", tr("First change"), tr("First"), {}, [this] { goToEnd(1); });
    add("lastChange", tr("Last change"), tr("Last"), {}, [this] { goToEnd(-1); });
    add("acceptRule", tr("Accept all open of this rule"), tr("Accept all of rule"), key("Shift+A"),
        [this] { m_decisions->decideRule(DecisionKind::Accepted); });
    add("rejectRule", tr("Reject all open of this rule"), tr("Reject all of rule"), key("Shift+R"),
        [this] { m_decisions->decideRule(DecisionKind::Rejected); });
    add("deferRule", tr("Defer all open of this rule"), tr("Defer all of rule"), {},
        [this] { m_decisions->decideRule(DecisionKind::Deferred); });
    add("acceptFile", tr("Accept all open of this file"), tr("Accept file"), key("Shift+F"),
        [this] { m_decisions->decideFile(DecisionKind::Accepted); });
    add("rejectFile", tr("Reject all open of this file"), tr("Reject file"), key("Shift+X"),
        [this] { m_decisions->decideFile(DecisionKind::Rejected); });
    add("deferFile", tr("Defer all open of this file"), tr("Defer file"), {},
        [this] { m_decisions->decideFile(DecisionKind::Deferred); });
    add("acceptProved", tr("Accept all proved changes"), tr("Accept all proved"), {},
        [this] { m_decisions->acceptProved(); });
    add("undo", tr("Undo"), tr("Undo"), {QStringLiteral("U"), QStringLiteral("Ctrl+Z")},
        [this] { m_decisions->undo(); });
    add("history", tr("History of changes…"), tr("History"), key("Ctrl+Alt+Z"),
        [this] { showHistory(); });
    add("redo", tr("Redo"), tr("Redo"), {QStringLiteral("Shift+U"), QStringLiteral("Ctrl+Shift+Z")},
        [this] { m_decisions->redo(); });
    add("note", tr("Write a note"), tr("Note"), key("C"), [this] { m_decisions->writeNote(); });
    add("unified", tr("Side by side or unified"), tr("Side by side"), key("V"), [this] {
        m_unifiedWanted = !m_unifiedWanted;
        m_settings.setValue(QStringLiteral("review/unified"), m_unifiedWanted);
        updateUnified();
    });
    add("filter", tr("Filter changes"), tr("Filter"), key("/"), [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    add("commit", tr("Commit decisions…"), tr("Commit"),
        {QStringLiteral("Ctrl+Return"), QStringLiteral("Ctrl+Enter")},
        [this] { openCommitDialog(); });
    add("findings", tr("Show findings"), tr("Findings"), key("F"), [this] { showFindings(true); });
    add("backToFinding", tr("Back to the finding that led here"), tr("Back to the finding"),
        key("Backspace"), [this] { backToFinding(); });
    addFilterCommands();
    addChipCommands();
    addMenuCommands();
    addGuardCommands();
    addGateCommands();
    addFindCommands();
    addViewCommands();
}

void ReviewArea::setLetterKeys(bool on)
{
    WorkArea::setLetterKeys(on);
    for (QAction* action : commands()) {
        const QString text = action->property("tip").toString();
        if (!text.isEmpty()) {
            action->setToolTip(withKey(text, *action));
        }
    }
    for (SegmentedControl* mode : std::as_const(m_modeSwitches)) {
        mode->setSegmentToolTip(
            1, withKey(tr("What is left to do by hand"), *command(QStringLiteral("findings"))));
    }
    updateCommands(); // sentences name keys
}

void ReviewArea::updateCommands()
{
    if (!m_commit) {
        return;
    }
    const bool writable = m_desk->isWritable();
    const bool any = m_desk->current() >= 0 && m_model->totals().total > 0;
    const ReviewCounts& counts = m_model->totals();
    const bool committed =
        any && m_desk->state() && m_desk->state()->isCommitted(m_desk->currentKey());
    for (const char* name : {"accept", "reject", "defer", "edit", "note"}) {
        command(QLatin1String(name))->setEnabled(writable && any && !committed);
    }
    for (const char* name :
         {"next", "previous", "nextFile", "previousFile", "firstChange", "lastChange"}) {
        command(QLatin1String(name))->setEnabled(counts.total > 0);
    }
    command(QStringLiteral("explainProof"))->setEnabled(any);
    int ruleOpen = 0;
    QString rule;
    if (any) {
        rule = m_model->changes()[m_desk->current()].hunk->ruleIds.value(0);
        ruleOpen = static_cast<int>(m_desk->openOnly(m_model->changesOfRule(rule)).size());
    }
    QAction* acceptRule = command(QStringLiteral("acceptRule"));
    acceptRule->setIconText(
        any ? tr("Accept all of %1 (%2 open)").arg(withoutMnemonic(rule), QString::number(ruleOpen))
            : tr("Accept all of rule"));
    for (const char* name :
         {"acceptRule", "rejectRule", "deferRule", "acceptFile", "rejectFile", "deferFile"}) {
        command(QLatin1String(name))->setEnabled(writable && any);
    }
    acceptRule->setEnabled(writable && ruleOpen > 0);
    QAction* proved = command(QStringLiteral("acceptProved"));
    proved->setIconText(tr("Accept all proved %1").arg(counts.openProved));
    proved->setEnabled(writable && counts.openProved > 0);

    updateGuardCommands();
    updateMenuCommands();
    for (const char* name : {"checkCompiles", "checkWhole", "proveNvcc", "gateResults",
                             "searchChanges", "allSymbols"}) {
        command(QLatin1String(name))->setEnabled(m_desk->state() && m_desk->state()->scan);
    }
    const bool onItsWay = writable && m_widths->isOnItsWay();
    const bool canUndo = onItsWay || (writable && m_desk->state()->decisions.canUndo());
    const bool canRedo = writable && m_desk->state()->decisions.canRedo();
    QAction* undo = command(QStringLiteral("undo"));
    undo->setEnabled(canUndo);
    command(QStringLiteral("history"))->setEnabled(m_desk->state() && m_desk->state()->scan);
    undo->setToolTip(
        onItsWay  ? withKey(tr("Undo: the guard that is being changed"), *undo)
        : canUndo ? withKey(tr("Undo: %1").arg(m_desk->state()->decisions.undoLabel()), *undo)
                  : tr("Nothing to undo"));
    QAction* redo = command(QStringLiteral("redo"));
    redo->setEnabled(canRedo);
    redo->setToolTip(
        canRedo ? withKey(tr("Redo: %1").arg(m_desk->state()->decisions.redoLabel()), *redo)
                : tr("Nothing to redo"));
    QAction* unified = command(QStringLiteral("unified"));
    const bool isUnified = unified->property("unified").toBool();
    unified->setIconText(isUnified ? tr("Unified") : tr("Side by side"));
    m_layoutButton->setIcon(m_provider.icon(isUnified ? Glyph::UnifiedView : Glyph::SplitView));
    QAction* commit = command(QStringLiteral("commit"));
    const bool anyCommit =
        m_desk->state() && !m_desk->state()->commits.isEmpty(); // to reword, undo, hand over
    commit->setIconText(
        counts.uncommitted > 0
            ? tr("Commit %1…").arg(counted(counts.uncommitted, tr("decision"), tr("decisions")))
        : anyCommit ? tr("Commits…")
                    : tr("Commit…"));
    commit->setEnabled(writable && (counts.uncommitted > 0 || !m_desk->state()->commits.isEmpty()));
    explainCommands();
    if (m_pages->currentIndex() == AllDecidedPage) {
        for (const char* name :
             {"accept", "reject", "defer", "edit", "note", "acceptRule", "rejectRule", "deferRule",
              "acceptFile", "rejectFile", "deferFile", "acceptProved", "explainProof", "widerGuard",
              "narrowerGuard", "guardSelection", "ownChange", "removeGuard", "keepMine"}) {
            command(QLatin1String(name))->setEnabled(false); // what they are about is out of sight
            setWhyNot(*command(QLatin1String(name)),
                      tr("Every change is decided: show the decided ones to change that."));
        }
    }
}

QVector<int> ReviewArea::selectedChanges() const
{
    QVector<int> found;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        for (const int change : m_model->changesUnder(m_filter->mapToSource(index))) {
            if (m_filter->passes(change) && !found.contains(change)) {
                found.append(change);
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

bool ReviewArea::actOnSelection() const
{
    return m_tree->hasFocus() && m_tree->selectionModel()->selectedRows().size() > 1;
}

void ReviewArea::decideCurrent(DecisionKind kind)
{
    if (actOnSelection()) {
        m_decisions->decideMany(selectedChanges(), kind, tr("selected"), false);
    } else {
        m_decisions->decideCurrent(kind);
    }
}

void ReviewArea::afterDecision(int from)
{
    const int next = m_desk->nextOpen(from);
    if (next >= 0) {
        setCurrentChange(next, true);
    } else {
        updateExplanation();
        updateCommands();
    }
    QAccessibleEvent event(m_decided, QAccessible::NameChanged); // says the new count
    QAccessible::updateAccessibility(&event);
}

void ReviewArea::showHistory()
{
    auto* dialog = new HistoryDialog(m_session, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ReviewArea::openCommitDialog()
{
    // One that was closed a moment ago is still there.
    if (!m_commitDialog || !m_commitDialog->isVisible()) {
        m_commitDialog = new CommitDialog(m_session, m_provider, m_settings, this);
        m_commitDialog->setAttribute(Qt::WA_DeleteOnClose);
        m_commitDialog->open();
        Q_EMIT commitRequested();
    }
}

} // namespace rocport
