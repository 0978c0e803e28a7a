#include "ui/area/workarea.h"

#include "ui/theme/commandkeys.h"

#include <QAction>

#include <utility>

namespace rocport {

WorkArea::WorkArea(About about, QWidget* parent) : QWidget(parent), m_about(std::move(about))
{
    setObjectName(m_about.id + QStringLiteral("Area"));
    setAccessibleName(m_about.name);
}

void WorkArea::setLetterKeys(bool on)
{
    useLetterKeys(m_commands, on);
}

QAction* WorkArea::addCommand(const QString& name, const QString& text, const QString& shortText,
                              const QList<QKeySequence>& keys, const std::function<void()>& run)
{
    QAction* action = makeCommand(name, text, shortText, keys, *this);
    connect(action, &QAction::triggered, this, run);
    adoptCommands({action});
    return action;
}

void WorkArea::adoptCommands(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        Q_ASSERT(!m_byName.contains(action->objectName()));
        m_commands.append(action);
        m_byName.insert(action->objectName(), action);
    }
}

void WorkArea::setMenu(const QStringList& names)
{
    for (const QString& name : names) {
        QAction* action = command(name);
        Q_ASSERT(action != nullptr);
        m_menu.append(action);
    }
}

void WorkArea::setPhaseFilter(std::optional<Phase>) {}

std::optional<int> WorkArea::count(const ProjectState&) const
{
    return std::nullopt;
}

QString WorkArea::place() const
{
    return {};
}

void WorkArea::resume(const QString&) {}

QStringList WorkArea::prepareToLeave(Leaving)
{
    return {};
}

bool WorkArea::offers(AreaOffer) const
{
    return false;
}

void WorkArea::goToPlace(const Place&) {}

void WorkArea::goToChange(const QByteArray&) {}

void WorkArea::goToChanges(const ChangesWish&) {}

void WorkArea::goToFindings(const FindingsWish&) {}

void WorkArea::goToInventory(const InventoryCount&) {}

void WorkArea::goToRule(const QString&) {}

void WorkArea::goToWaitingPack() {}

void WorkArea::exportReport() {}

} // namespace rocport
