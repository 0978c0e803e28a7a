#include "ui/theme/commandkeys.h"

#include "ui/theme/whynot.h"

#include <QAction>
#include <QPushButton>
#include <QVariant>
#include <QWidget>

#include <algorithm>

namespace rocport {

namespace {

constexpr const char* kBuiltIn = "builtInKeys";
constexpr const char* kWanted = "keys";

QList<QKeySequence> keysIn(const QAction& action, const char* property)
{
    const QVariant value = action.property(property);
    return value.isValid() ? value.value<QList<QKeySequence>>() : action.shortcuts();
}

} // namespace

QAction* makeCommand(const QString& name, const QString& text, const QString& shortText,
                     const QList<QKeySequence>& keys, QWidget& owner)
{
    auto* action = new QAction(text, &owner);
    action->setObjectName(name);
    action->setIconText(shortText);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    owner.addAction(action);
    return action;
}

bool isLetterKey(const QKeySequence& key)
{
    if (key.isEmpty()) {
        return false;
    }
    const int code = key[0].key();
    return code > Qt::Key_Space && code < Qt::Key_Escape &&
           !(key[0].keyboardModifiers() &
             (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

QList<QKeySequence> builtInKeys(const QAction& action)
{
    return keysIn(action, kBuiltIn);
}

QList<QKeySequence> wantedKeys(const QAction& action)
{
    return keysIn(action, kWanted);
}

void setWantedKeys(QAction& action, const QList<QKeySequence>& keys)
{
    if (!action.property(kBuiltIn).isValid()) {
        action.setProperty(kBuiltIn, QVariant::fromValue(wantedKeys(action)));
    }
    action.setProperty(kWanted, QVariant::fromValue(keys));
}

void useLetterKeys(const QList<QAction*>& actions, bool on)
{
    for (QAction* action : actions) {
        const QList<QKeySequence> keys = wantedKeys(*action);
        action->setProperty(kWanted, QVariant::fromValue(keys));
        QList<QKeySequence> kept;
        std::copy_if(keys.begin(), keys.end(), std::back_inserter(kept),
                     [on](const QKeySequence& key) { return on || !isLetterKey(key); });
        action->setShortcuts(kept);
    }
}

QString firstKey(const QAction& action)
{
    return keyText(action.shortcut());
}

QString withKey(const QString& text, const QAction& action)
{
    const QString key = firstKey(action);
    return key.isEmpty() ? text : QObject::tr("%1 (%2)").arg(text, key);
}

void followKey(QWidget& widget, const QAction& action, const QString& text)
{
    const auto follow = [&widget, &action, text] { widget.setToolTip(withKey(text, action)); };
    follow();
    QObject::connect(&action, &QAction::changed, &widget, follow);
}

void followCommand(QPushButton& button, QAction& action)
{
    const auto follow = [&button, &action] {
        button.setText(action.iconText());
        button.setEnabled(action.isEnabled());
        button.setToolTip(action.toolTip());
    };
    follow();
    QObject::connect(&action, &QAction::changed, &button, follow);
    QObject::connect(&button, &QPushButton::clicked, &action, &QAction::trigger);
}

} // namespace rocport
