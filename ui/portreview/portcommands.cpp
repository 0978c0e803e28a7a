#include "ui/portreview/portcommands.h"

#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QWidget>

namespace rocport {

PortCommands::PortCommands(QWidget& owner, QObject* parent) : QObject(parent), m_owner(owner) {}

QAction& PortCommands::add(const QString& name, const QString& text, const QString& shortText,
                           Names keys, const std::function<void()>& run)
{
    Q_ASSERT(!m_byName.contains(name));
    QList<QKeySequence> sequences;
    for (const char* key : keys) {
        sequences.append(QKeySequence(QLatin1String(key)));
    }
    QAction* action = makeCommand(name, text, shortText, sequences, m_owner);
    action->setToolTip(withKey(text, *action));
    connect(action, &QAction::triggered, this, [this, run] {
        Q_EMIT given();
        run();
    });
    m_all.append(action);
    m_byName.insert(name, action);
    return *action;
}

QAction& PortCommands::at(const QString& name) const
{
    QAction* action = m_byName.value(name);
    Q_ASSERT(action != nullptr);
    return *action;
}

void PortCommands::enable(Names names, const QString& whyNot) const
{
    for (const char* name : names) {
        QAction& action = at(QLatin1String(name));
        action.setEnabled(whyNot.isEmpty());
        setWhyNot(action, whyNot);
    }
}

void PortCommands::updateTips() const
{
    for (QAction* action : m_all) {
        action->setToolTip(withKey(action->text(), *action));
    }
}

} // namespace rocport
