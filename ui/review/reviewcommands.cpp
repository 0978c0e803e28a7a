#include "ui/review/reviewcommands.h"

#include "ui/review/reviewdesk.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QWidget>

namespace rocport {

namespace {

constexpr const char* kTip = "tip"; // a tool tip without the key

void enableCommand(QAction& action, bool on, const QString& sentence)
{
    action.setEnabled(on);
    setWhyNot(action, sentence);
}

} // namespace

ReviewCommands::ReviewCommands(ReviewDesk& desk, QWidget& owner, QObject* parent)
    : QObject(parent), m_desk(desk), m_owner(owner)
{
}

QAction& ReviewCommands::add(const QString& name, const QString& text, const QString& shortText,
                             Names keys, const std::function<void()>& run)
{
    Q_ASSERT(!m_byName.contains(name));
    QList<QKeySequence> sequences;
    for (const char* key : keys) {
        sequences.append(QKeySequence(QLatin1String(key)));
    }
    QAction* action = makeCommand(name, text, shortText, sequences, m_owner);
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
        enableCommand(at(QLatin1String(name)), on, whyNot);
    }
}

void ReviewCommands::enable(Names names, const QString& whyNot) const
{
    enable(names, whyNot.isEmpty(), whyNot);
}

void ReviewCommands::enable(const QString& name, const QString& whyNot) const
{
    enableCommand(at(name), whyNot.isEmpty(), whyNot);
}

void ReviewCommands::updateTips() const
{
    for (QAction* action : m_all) {
        action->setToolTip(withKey(action->property(kTip).toString(), *action));
    }
}

QString ReviewCommands::whyNoScan() const
{
    return !m_desk.state()         ? tr("No project is open.")
           : !m_desk.state()->scan ? tr("The repository has not been scanned yet.")
                                   : QString();
}

QString ReviewCommands::whyNotWritable() const
{
    return firstReason(
        {whyNoScan(), m_desk.isWritable() ? QString() : tr("The project is open read-only.")});
}

QString ReviewCommands::whyNothing() const
{
    return firstReason({whyNoScan(), m_desk.model().totals().total > 0
                                         ? QString()
                                         : tr("No change is proposed.")});
}

QString ReviewCommands::whyNoDecision() const
{
    return firstReason({whyNothing(), whyNotWritable()});
}

QString ReviewCommands::whyNoneCurrent() const
{
    return firstReason(
        {whyNoDecision(), whyOutOfSight(), m_desk.current() >= 0 ? QString() : noChangeSelected()});
}

QString ReviewCommands::whyNotCurrent() const
{
    const QString none = whyNoneCurrent();
    return !none.isEmpty() ? none
           : m_desk.state()->isCommitted(m_desk.currentKey())
               ? tr("This change is committed: undo its commit in the commit dialog first.")
               : QString();
}

QString ReviewCommands::whyOutOfSight() const
{
    return m_desk.isAllDecided()
               ? tr("Every change is decided: show the decided ones to change that.")
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

} // namespace rocport
