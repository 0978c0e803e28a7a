// Commands about guards, changes of the user's own, and decisions without a place.
#include "core/project/session/projectscanner.h"
#include "ui/review/changeediting.h"
#include "ui/review/guardwidths.h"
#include "ui/review/orphaneddialog.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewtext.h"
#include "ui/theme/commandkeys.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>

namespace rocport {

void ReviewArea::addGuardCommands()
{
    const auto key = [](const char* text) {
        return QList<QKeySequence>{QKeySequence(QLatin1String(text))};
    };
    addCommand(QStringLiteral("widerGuard"), tr("Wider guard for this change"), tr("Wider guard"),
               key("W"), [this] { m_widths->step(1); });
    addCommand(QStringLiteral("narrowerGuard"), tr("Narrower guard for this change"),
               tr("Narrower guard"), key("Shift+W"), [this] { m_widths->step(-1); });
    for (const GuardWidth width : kGuardWidths) {
        const QString id = guardWidthId(width);
        addCommand(QStringLiteral("guard-") + id,
                   tr("Guard this change: %1").arg(guardWidthText(width).toLower()),
                   guardWidthText(width), {}, [this, width] { m_widths->setOfChange(width); });
        addCommand(QStringLiteral("guardFile-") + id,
                   tr("Guards of this file: %1").arg(guardWidthText(width).toLower()),
                   guardWidthText(width), {}, [this, width] { m_widths->setOfFile(width); });
        addCommand(QStringLiteral("guardProject-") + id,
                   tr("Guards of the project: %1").arg(guardWidthText(width).toLower()),
                   guardWidthText(width), {}, [this, width] { m_widths->setOfProject(width); });
    }
    addCommand(QStringLiteral("guardSelection"), tr("Guard the selected lines…"),
               tr("Guard selection"), key("G"), [this] {
                   m_own->guardSelection(firstKey(*command(QStringLiteral("guardSelection"))));
               });
    addCommand(QStringLiteral("ownChange"), tr("Write a change of your own here…"),
               tr("Change of your own"), key("Shift+E"), [this] { m_own->write(); });
    addCommand(QStringLiteral("removeGuard"), tr("Remove this guard or change of your own"),
               tr("Remove guard"), {}, [this] { m_own->remove(); });
    addCommand(QStringLiteral("keepMine"), tr("Keep your edit of a change in conflict"),
               tr("Keep yours"), {}, [this] { m_editing->keepMine(); });
    addCommand(QStringLiteral("lostDecisions"), tr("Decisions without a place…"), {}, {},
               [this] { showOrphaned(); });
    connect(&m_session.scanner(), &ProjectScanner::guardsKept, this,
            [this](const QVector<QByteArray>& keys) {
                const QString text =
                    keys.size() == 1
                        ? tr("1 change keeps its guard: a wider one could not be proved or holds a "
                             "committed change")
                        : tr("%1 changes keep their guards: wider ones could not be proved or hold "
                             "committed changes")
                              .arg(keys.size());
                m_desk->showProblem(text, text);
            });
}

void ReviewArea::updateGuardCommands()
{
    const bool writable = m_desk->state() && !m_desk->state()->readOnly && m_desk->state()->scan;
    const Hunk* hunk = writable ? m_desk->currentHunk() : nullptr;
    const bool free = hunk != nullptr && !m_desk->state()->isCommitted(hunk->key);
    const bool guardable = free && hunk->sourcePath == hunk->targetPath &&
                           GuardPlaces::canGuard(languageOfFile(hunk->targetPath.fileName()));
    for (const char* name : {"widerGuard", "narrowerGuard"}) {
        command(QLatin1String(name))->setEnabled(guardable);
    }
    for (const GuardWidth width : kGuardWidths) {
        const QString id = guardWidthId(width);
        command(QStringLiteral("guard-") + id)->setEnabled(guardable);
        command(QStringLiteral("guardFile-") + id)->setEnabled(guardable);
        command(QStringLiteral("guardProject-") + id)->setEnabled(writable);
    }
    for (const char* name : {"guardSelection", "ownChange"}) {
        command(QLatin1String(name))
            ->setEnabled(writable && !m_desk->texts().path.isEmpty() &&
                         !m_desk->texts().original.isEmpty());
    }
    command(QStringLiteral("removeGuard"))
        ->setEnabled(free && hunk->ruleIds.value(0) == kUserGuardRule);
    command(QStringLiteral("keepMine"))
        ->setEnabled(hunk != nullptr && m_desk->state()->conflict(hunk->key) != nullptr);
    const qsizetype lost = m_desk->state() ? m_desk->state()->orphaned.size() : 0;
    QAction* list = command(QStringLiteral("lostDecisions"));
    list->setEnabled(lost > 0);
    list->setIconText(lost == 1 ? tr("1 decision no longer has a place")
                                : tr("%1 decisions no longer have a place").arg(lost));
    if (m_lost) {
        m_lost->setVisible(lost > 0);
    }
}

void ReviewArea::addGuardMenu(QMenu& menu)
{
    QMenu* guards = menu.addMenu(tr("Guard width"));
    const auto add = [&](const QString& prefix, const QString& title) {
        QMenu* part = guards->addMenu(title);
        for (const GuardWidth width : kGuardWidths) {
            part->addAction(command(prefix + guardWidthId(width)));
        }
    };
    guards->addAction(command(QStringLiteral("widerGuard")));
    guards->addAction(command(QStringLiteral("narrowerGuard")));
    add(QStringLiteral("guard-"), tr("This change"));
    add(QStringLiteral("guardFile-"), tr("This file"));
    add(QStringLiteral("guardProject-"), tr("The project"));
    for (const char* name : {"guardSelection", "removeGuard", "keepMine", "lostDecisions"}) {
        if (command(QLatin1String(name))->isEnabled()) {
            menu.addAction(command(QLatin1String(name)));
        }
    }
}

void ReviewArea::showOrphaned()
{
    auto* dialog = new OrphanedDialog(m_session, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace rocport
