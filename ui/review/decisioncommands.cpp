#include "ui/review/decisioncommands.h"

#include "ui/review/changedecisions.h"
#include "ui/review/changeediting.h"
#include "ui/review/changelist.h"
#include "ui/review/guardwidths.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QMenu>

#include <array>

namespace rocport {

namespace {

/// A command that decides all rows that are selected.
struct ForSelected
{
    const char* name;
    const char* single; ///< the command whose key does the same there; null: there is none
    DecisionKind kind;
};

constexpr std::array kForSelected = {
    ForSelected{"acceptSelected", "accept", DecisionKind::Accepted},
    ForSelected{"rejectSelected", "reject", DecisionKind::Rejected},
    ForSelected{"deferSelected", "defer", DecisionKind::Deferred},
    ForSelected{"reopenSelected", nullptr, DecisionKind::Open}};

} // namespace

DecisionCommands::DecisionCommands(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_decisions(parts.decisions),
      m_editing(parts.editing),
      m_widths(parts.widths),
      m_list(parts.list)
{
    addCommands();
    addGroupCommands();
    addSelectedCommands();
}

void DecisionCommands::addCommands()
{
    m_commands.add(QStringLiteral("accept"), tr("Accept change"), tr("Accept"), {"A"},
                   [this] { decide(DecisionKind::Accepted); });
    m_commands.add(QStringLiteral("reject"), tr("Reject change"), tr("Reject"), {"R"},
                   [this] { decide(DecisionKind::Rejected); });
    m_commands.add(QStringLiteral("edit"), tr("Edit change"), tr("Edit"), {"E"},
                   [this] { m_editing.begin(); });
    m_commands.add(QStringLiteral("defer"), tr("Defer change"), tr("Defer"), {"S"},
                   [this] { decide(DecisionKind::Deferred); });
    m_commands.add(QStringLiteral("undo"), tr("Undo"), tr("Undo"), {"U", "Ctrl+Z"},
                   [this] { m_decisions.undo(); });
    m_commands.add(QStringLiteral("redo"), tr("Redo"), tr("Redo"), {"Shift+U", "Ctrl+Shift+Z"},
                   [this] { m_decisions.redo(); });
    m_commands.add(QStringLiteral("note"), tr("Write a note"), tr("Note"), {"C"},
                   [this] { m_decisions.writeNote(); });
}

/// Of the current change's rule and file, and all that is proved.
void DecisionCommands::addGroupCommands()
{
    m_commands.add(QStringLiteral("acceptRule"), tr("Accept all open of this rule"),
                   tr("Accept all of rule"), {"Shift+A"},
                   [this] { m_decisions.decideRule(DecisionKind::Accepted); });
    m_commands.add(QStringLiteral("rejectRule"), tr("Reject all open of this rule"),
                   tr("Reject all of rule"), {"Shift+R"},
                   [this] { m_decisions.decideRule(DecisionKind::Rejected); });
    m_commands.add(QStringLiteral("deferRule"), tr("Defer all open of this rule"),
                   tr("Defer all of rule"), {},
                   [this] { m_decisions.decideRule(DecisionKind::Deferred); });
    m_commands.add(QStringLiteral("acceptFile"), tr("Accept all open of this file"),
                   tr("Accept file"), {"Shift+F"},
                   [this] { m_decisions.decideFile(DecisionKind::Accepted); });
    m_commands.add(QStringLiteral("rejectFile"), tr("Reject all open of this file"),
                   tr("Reject file"), {"Shift+X"},
                   [this] { m_decisions.decideFile(DecisionKind::Rejected); });
    m_commands.add(QStringLiteral("deferFile"), tr("Defer all open of this file"), tr("Defer file"),
                   {}, [this] { m_decisions.decideFile(DecisionKind::Deferred); });
    m_commands.add(QStringLiteral("acceptProved"), tr("Accept all proved changes"),
                   tr("Accept all proved"), {}, [this] { m_decisions.acceptProved(); });
    m_commands.add(QStringLiteral("acceptNames"), tr("Accept all in which only names change"),
                   tr("Accept all renames"), {}, [this] { m_decisions.acceptNames(); });
}

void DecisionCommands::addSelectedCommands()
{
    for (const auto& [name, single, kind] : kForSelected) {
        m_commands.add(QLatin1String(name), tr("%1 the selected changes").arg(verbOf(kind)),
                       tr("%1 selected").arg(verbOf(kind)), {},
                       [this, kind = kind] { decideSelected(kind); });
    }
}

void DecisionCommands::decide(DecisionKind kind) const
{
    if (m_list.keysMeanSelected()) {
        decideSelected(kind);
    } else {
        m_decisions.decideCurrent(kind);
    }
}

void DecisionCommands::decideSelected(DecisionKind kind) const
{
    m_decisions.decideMany(m_list.selected(), kind, tr("selected"), false);
}

void DecisionCommands::update() const
{
    const Hunk* hunk = m_desk.currentHunk();
    const ReviewCounts& counts = m_desk.model().totals();
    const QString none = m_commands.whyNoneCurrent();
    m_commands.enable({"accept", "reject", "defer", "edit", "note"}, m_commands.whyNotCurrent());
    const QString rule = hunk != nullptr ? hunk->ruleIds.value(0) : QString();
    const auto open =
        hunk != nullptr ? m_desk.openOnly(m_desk.model().changesOfRule(rule)).size() : 0;
    m_commands.at(QStringLiteral("acceptRule"))
        .setIconText(
            hunk != nullptr
                ? tr("Accept all of %1 (%2 open)").arg(withoutMnemonic(rule), QString::number(open))
                : tr("Accept all of rule"));
    m_commands.enable(
        {"acceptRule"},
        firstReason({none, open > 0 ? QString() : tr("No change of this rule is open.")}));
    m_commands.enable({"rejectRule", "deferRule", "acceptFile", "rejectFile", "deferFile"}, none);
    m_commands.at(QStringLiteral("acceptProved"))
        .setIconText(tr("Accept all proved %1").arg(counts.openProved));
    m_commands.enable(
        {"acceptProved"},
        firstReason({m_commands.whyNoDecision(), m_commands.whyOutOfSight(),
                     counts.openProved > 0 ? QString() : tr("No open change is proved.")}));
    m_commands.enable(
        {"acceptNames"},
        firstReason({m_commands.whyNoDecision(), m_commands.whyOutOfSight(),
                     counts.openNames == 0 ? tr("No open change that is proved changes only names.")
                                           : QString()}));
    updateUndo();
    updateSelected();
}

void DecisionCommands::updateUndo() const
{
    const bool writable = m_desk.isWritable();
    const bool onItsWay = writable && m_widths.isOnItsWay();
    const bool canUndo = onItsWay || (writable && m_desk.state()->decisions.canUndo());
    const bool canRedo = writable && m_desk.state()->decisions.canRedo();
    const QString decision = m_commands.whyNoDecision();
    m_commands.enable({"undo"}, canUndo, firstReason({decision, tr("Nothing to undo.")}));
    m_commands.enable({"redo"}, canRedo, firstReason({decision, tr("Nothing to redo.")}));
    QAction& undo = m_commands.at(QStringLiteral("undo"));
    undo.setToolTip(onItsWay ? withKey(tr("Undo: the guard that is being changed"), undo)
                    : canUndo
                        ? withKey(tr("Undo: %1").arg(m_desk.state()->decisions.undoLabel()), undo)
                        : tr("Nothing to undo"));
    QAction& redo = m_commands.at(QStringLiteral("redo"));
    redo.setToolTip(canRedo
                        ? withKey(tr("Redo: %1").arg(m_desk.state()->decisions.redoLabel()), redo)
                        : tr("Nothing to redo"));
}

void DecisionCommands::updateSelected() const
{
    const bool several = m_list.selected().size() > 1;
    const QString why = firstReason(
        {m_commands.whyNoDecision(),
         several ? QString()
                 : tr("Several changes are not selected: hold Shift or Ctrl in the list.")});
    for (const auto& one : kForSelected) {
        m_commands.enable({one.name}, why);
    }
}

void DecisionCommands::addSelectedTo(QMenu& menu) const
{
    const QVector<int> chosen = m_list.selected();
    if (chosen.size() < 2) {
        return;
    }
    const bool keysAreTheirs = m_list.keysMeanSelected();
    for (const auto& [name, single, kind] : kForSelected) {
        QString text = tr("%1 %2 selected").arg(verbOf(kind)).arg(changeCountText(chosen.size()));
        const QKeySequence key = keysAreTheirs && single != nullptr
                                     ? m_commands.at(QLatin1String(single)).shortcut()
                                     : QKeySequence();
        if (!key.isEmpty()) {
            text += u'\t' + key.toString(QKeySequence::NativeText);
        }
        QAction* action = menu.addAction(text);
        action->setEnabled(m_commands.at(QLatin1String(name)).isEnabled());
        connect(action, &QAction::triggered, this, [this, chosen, kind = kind] {
            m_decisions.decideMany(chosen, kind, tr("selected"), false);
        });
    }
    menu.addSeparator();
}

} // namespace rocport
