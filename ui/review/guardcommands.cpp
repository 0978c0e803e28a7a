#include "ui/review/guardcommands.h"

#include "core/project/session/projectscanner.h"
#include "ui/review/changeediting.h"
#include "ui/review/guardwidths.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewtext.h"

#include <QAction>
#include <QMenu>

namespace rocport {

GuardCommands::GuardCommands(ReviewDesk& desk, ReviewCommands& commands, GuardWidths& widths,
                             OwnChanges& own, ChangeEditing& editing, QObject* parent)
    : QObject(parent), m_desk(desk), m_commands(commands)
{
    const auto key = [](const char* text) {
        return QList<QKeySequence>{QKeySequence(QLatin1String(text))};
    };
    addWidths(widths);
    commands.add(QStringLiteral("guardSelection"), tr("Guard the selected lines…"),
                 tr("Guard selection"), key("G"), [&commands, &own] {
                     own.guardSelection(commands.key(QStringLiteral("guardSelection")));
                 });
    commands.add(QStringLiteral("ownChange"), tr("Write a change of your own here…"),
                 tr("Change of your own"), key("Shift+E"), [&own] { own.write(); });
    commands.add(QStringLiteral("removeGuard"), tr("Remove this guard or change of your own"),
                 tr("Remove guard"), {}, [&own] { own.remove(); });
    commands.add(QStringLiteral("keepMine"), tr("Keep your edit of a change in conflict"),
                 tr("Keep yours"), {}, [&editing] { editing.keepMine(); });
    connect(&desk.session().scanner(), &ProjectScanner::guardsKept, this, &GuardCommands::sayKept);
}

void GuardCommands::addWidths(GuardWidths& widths)
{
    m_commands.add(QStringLiteral("widerGuard"), tr("Wider guard for this change"),
                   tr("Wider guard"), {QKeySequence(QStringLiteral("W"))},
                   [&widths] { widths.step(1); });
    m_commands.add(QStringLiteral("narrowerGuard"), tr("Narrower guard for this change"),
                   tr("Narrower guard"), {QKeySequence(QStringLiteral("Shift+W"))},
                   [&widths] { widths.step(-1); });
    for (const GuardWidth width : kGuardWidths) {
        const QString id = guardWidthId(width);
        const QString text = guardWidthText(width);
        m_commands.add(QStringLiteral("guard-") + id,
                       tr("Guard this change: %1").arg(text.toLower()), text, {},
                       [&widths, width] { widths.setOfChange(width); });
        m_commands.add(QStringLiteral("guardFile-") + id,
                       tr("Guards of this file: %1").arg(text.toLower()), text, {},
                       [&widths, width] { widths.setOfFile(width); });
        m_commands.add(QStringLiteral("guardProject-") + id,
                       tr("Guards of the project: %1").arg(text.toLower()), text, {},
                       [&widths, width] { widths.setOfProject(width); });
    }
}

void GuardCommands::sayKept(const QVector<QByteArray>& keys) const
{
    const QString text =
        keys.size() == 1
            ? tr("1 change keeps its guard: a wider one could not be proved or holds a "
                 "committed change")
            : tr("%1 changes keep their guards: wider ones could not be proved or hold "
                 "committed changes")
                  .arg(keys.size());
    m_desk.showProblem(text, text);
}

void GuardCommands::update() const
{
    const bool writable = m_desk.isWritable() && m_desk.state()->scan;
    const Hunk* hunk = writable ? m_desk.currentHunk() : nullptr;
    const bool free = hunk != nullptr && !m_desk.state()->isCommitted(hunk->key);
    const bool guardable = free && hunk->sourcePath == hunk->targetPath &&
                           GuardPlaces::canGuard(languageOfFile(hunk->targetPath.fileName()));
    const auto first = [](const QString& a, const QString& b) { return a.isEmpty() ? b : a; };
    const QString current = m_commands.whyNotCurrent();
    m_commands.enable(
        {"widerGuard", "narrowerGuard"}, guardable,
        first(current, tr("Changes in this kind of file have no guard of their own.")));
    for (const GuardWidth width : kGuardWidths) {
        const QString id = guardWidthId(width);
        m_commands.at(QStringLiteral("guard-") + id).setEnabled(guardable);
        m_commands.at(QStringLiteral("guardFile-") + id).setEnabled(guardable);
        m_commands.at(QStringLiteral("guardProject-") + id).setEnabled(writable);
    }
    m_commands.enable({"guardSelection", "ownChange"},
                      writable && !m_desk.texts().path.isEmpty() &&
                          !m_desk.texts().original.isEmpty(),
                      first(m_commands.whyNoDecision(), tr("No file is shown.")));
    m_commands.enable({"removeGuard"}, free && hunk->ruleIds.value(0) == kUserGuardRule,
                      first(current, tr("This guard was not added by you.")));
    m_commands.enable({"keepMine"},
                      hunk != nullptr && m_desk.state()->conflict(hunk->key) != nullptr,
                      first(current, tr("This change is not in conflict.")));
}

void GuardCommands::addTo(QMenu& menu) const
{
    QMenu* guards = menu.addMenu(tr("Guard width"));
    const auto add = [&](const QString& prefix, const QString& title) {
        QMenu* part = guards->addMenu(title);
        for (const GuardWidth width : kGuardWidths) {
            part->addAction(&m_commands.at(prefix + guardWidthId(width)));
        }
    };
    guards->addAction(&m_commands.at(QStringLiteral("widerGuard")));
    guards->addAction(&m_commands.at(QStringLiteral("narrowerGuard")));
    add(QStringLiteral("guard-"), tr("This change"));
    add(QStringLiteral("guardFile-"), tr("This file"));
    add(QStringLiteral("guardProject-"), tr("The project"));
    for (const char* name : {"guardSelection", "removeGuard", "keepMine"}) {
        QAction& action = m_commands.at(QLatin1String(name));
        if (action.isEnabled()) {
            menu.addAction(&action);
        }
    }
}

} // namespace rocport
