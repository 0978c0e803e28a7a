#include "ui/review/reviewcommands.h"

#include "ui/review/reviewdesk.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QWidget>

namespace rocport {

namespace {

constexpr const char* kTip = "tip"; // a tool tip without the key

} // namespace

ReviewCommands::ReviewCommands(ReviewDesk& desk, QWidget& owner, QObject* parent)
    : QObject(parent), m_desk(desk), m_owner(owner)
{
}

QAction& ReviewCommands::add(const QString& name, const QString& text, const QString& shortText,
                             const QList<QKeySequence>& keys, const std::function<void()>& run)
{
    Q_ASSERT(!m_byName.contains(name));
    QAction* action = makeCommand(name, text, shortText, keys, m_owner);
    action->setProperty(kTip, text);
    action->setToolTip(withKey(text, *action));
    connect(action, &QAction::triggered, this, [this, name, run] {
        Q_EMIT given(name);
        run();
    });
    m_all.append(action);
    m_byName.insert(name, action);
    return *action;
}

QAction& ReviewCommands::at(const QString& name) const
{
    QAction* action = m_byName.value(name);
    Q_ASSERT(action != nullptr);
    return *action;
}

QString ReviewCommands::key(const QString& name) const
{
    return firstKey(at(name));
}

QList<QAction*> ReviewCommands::all(Names first) const
{
    QList<QAction*> actions;
    for (const char* name : first) {
        actions.append(&at(QLatin1String(name)));
    }
    for (QAction* action : m_all) {
        if (!actions.contains(action)) {
            actions.append(action);
        }
    }
    return actions;
}

void ReviewCommands::enable(Names names, bool on, const QString& whyNot) const
{
    for (const char* name : names) {
        QAction& action = at(QLatin1String(name));
        action.setEnabled(on);
        setWhyNot(action, whyNot);
    }
}

void ReviewCommands::updateTips() const
{
    for (QAction* action : m_all) {
        action->setToolTip(withKey(action->property(kTip).toString(), *action));
    }
}

QString ReviewCommands::whyNothing() const
{
    return !m_desk.state()                      ? tr("No project is open.")
           : !m_desk.state()->scan              ? tr("The repository has not been scanned yet.")
           : m_desk.model().totals().total == 0 ? tr("No change is proposed.")
                                                : QString();
}

QString ReviewCommands::whyNoDecision() const
{
    const QString nothing = whyNothing();
    return !nothing.isEmpty()                           ? nothing
           : m_desk.state() && m_desk.state()->readOnly ? tr("The project is open read-only.")
                                                        : QString();
}

QString ReviewCommands::whyNotCurrent() const
{
    const QString decision = whyNoDecision();
    return !decision.isEmpty()    ? decision
           : m_desk.current() < 0 ? noChangeSelected()
           : m_desk.state()->isCommitted(m_desk.currentKey())
               ? tr("This change is committed: undo its commit in the commit dialog first.")
               : QString();
}

QString ReviewCommands::noChangeSelected() const
{
    const QAction* next = m_byName.value(QStringLiteral("next"));
    const QString key = next != nullptr ? firstKey(*next) : QString();
    return key.isEmpty()
               ? tr("No change is selected: choose one in the list.")
               : tr("No change is selected: choose one in the list, or press %1.").arg(key);
}

QString ReviewCommands::whyNoScan() const
{
    return !m_desk.state()         ? tr("No project is open.")
           : !m_desk.state()->scan ? tr("The repository has not been scanned yet.")
                                   : QString();
}

} // namespace rocport
