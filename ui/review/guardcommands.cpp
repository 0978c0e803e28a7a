#include "ui/review/guardcommands.h"

#include "core/project/session/projectscanner.h"
#include "ui/review/changeediting.h"
#include "ui/review/guardwidths.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QMenu>

namespace rocport {

GuardCommands::GuardCommands(ReviewDesk& desk, ReviewCommands& commands, GuardWidths& widths,
                             OwnChanges& own, ChangeEditing& editing, QObject* parent)
    : QObject(parent), m_desk(desk), m_commands(commands)
{
    addWidths(widths);
    commands.add(QStringLiteral("guardSelection"), tr("Guard the selected lines…"),
                 tr("Guard selection"), {"G"}, [&commands, &own] {
                     own.guardSelection(commands.key(QStringLiteral("guardSelection")));
                 });
    commands.add(QStringLiteral("ownChange"), tr("Write a change of your own here…"),
                 tr("Change of your own"), {"Shift+E"}, [&own] { own.write(); });
    commands.add(QStringLiteral("removeGuard"), tr("Remove this guard or change of your own"),
                 tr("Remove guard"), {}, [&own] { own.remove(); });
    commands.add(QStringLiteral("keepMine"), tr("Keep your edit of a change in conflict"),
                 tr("Keep yours"), {}, [&editing] { editing.keepMine(); });
    connect(&desk.session().scanner(), &ProjectScanner::guardsKept, this, &GuardCommands::sayKept);
}

void GuardCommands::addWidths(GuardWidths& widths)
{
    m_commands.add(QStringLiteral("widerGuard"), tr("Wider guard for this change"),
                   tr("Wider guard"), {"W"}, [&widths] { widths.step(1); });
    m_commands.add(QStringLiteral("narrowerGuard"), tr("Narrower guard for this change"),
                   tr("Narrower guard"), {"Shift+W"}, [&widths] { widths.step(-1); });
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
    const Hunk* hunk = m_desk.currentHunk();
    const bool guardable = hunk != nullptr && hunk->sourcePath == hunk->targetPath &&
                           GuardPlaces::canGuard(languageOfFile(hunk->targetPath.fileName()));
    const QString current = m_commands.whyNotCurrent();
    const QString noGuard =
        firstReason({current, guardable ? QString()
                                        : tr("Changes in this kind of file have no guard of "
                                             "their own.")});
    const QString notWritable = m_commands.whyNotWritable();
    m_commands.enable({"widerGuard", "narrowerGuard"}, noGuard);
    for (const GuardWidth width : kGuardWidths) {
        const QString id = guardWidthId(width);
        m_commands.enable(QStringLiteral("guard-") + id, noGuard);
        m_commands.enable(QStringLiteral("guardFile-") + id, noGuard);
        m_commands.enable(QStringLiteral("guardProject-") + id, notWritable);
    }
    const bool file = !m_desk.texts().path.isEmpty() && !m_desk.texts().original.isEmpty();
    m_commands.enable({"guardSelection", "ownChange"},
                      firstReason({notWritable, m_commands.whyOutOfSight(),
                                   file ? QString() : tr("No file is shown.")}));
    const bool own = hunk != nullptr && hunk->ruleIds.value(0) == kUserGuardRule;
    m_commands.enable(
        {"removeGuard"},
        firstReason({current, own ? QString() : tr("This guard was not added by you.")}));
    const bool conflict =
        hunk != nullptr && m_desk.state() && m_desk.state()->conflict(hunk->key) != nullptr;
    m_commands.enable({"keepMine"},
                      firstReason({m_commands.whyNoneCurrent(),
                                   conflict ? QString() : tr("This change is not in conflict.")}));
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
