#include "ui/shell/keymap.h"

#include "ui/theme/commandkeys.h"
#include "ui/theme/uisettings.h"

#include <QAction>
#include <QHash>
#include <QStringList>
#include <QWidget>

#include <algorithm>

namespace rocport {

QString idOf(const KeyCommand& command)
{
    return command.area + u'.' + command.action->objectName();
}

namespace {

const QString kSetKey = QStringLiteral("keys/set");
const QString kNone = QStringLiteral("none");
const QString kWindow = QStringLiteral("window");

/// Where the keys of a command are kept, by its idOf().
QString settingOf(const QString& id)
{
    return QStringLiteral("keys/map/") + id;
}

QString settingOf(const KeyCommand& command)
{
    return settingOf(idOf(command));
}

QList<QKeySequence> keysOf(const QStringList& texts)
{
    QList<QKeySequence> keys;
    for (const QString& text : texts) {
        const QKeySequence key = QKeySequence::fromString(text, QKeySequence::PortableText);
        if (!key.isEmpty() && key[0].key() != Qt::Key_unknown && !keys.contains(key)) {
            keys.append(key);
        }
    }
    return keys;
}

QString textOf(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys) {
        texts.append(key.toString(QKeySequence::PortableText));
    }
    return texts.isEmpty() ? kNone : texts.join(u'\n');
}

/// What differs from the built-in keys. The letters that vim uses otherwise get out of the way.
const QHash<QString, QStringList>& vimKeys()
{
    const auto text = [](const char* latin) { return QString::fromLatin1(latin); };
    static const QHash<QString, QStringList> keys{
        {text("review.next"), {text("J"), text("N")}},
        {text("review.previous"), {text("K"), text("P")}},
        {text("review.firstChange"), {text("G, G")}},
        {text("review.lastChange"), {text("Shift+G")}},
        {text("review.guardSelection"), {text("Z")}},
        {text("review.undo"), {text("U"), text("Ctrl+Z")}},
        {text("review.redo"), {text("Ctrl+R"), text("Shift+U"), text("Ctrl+Shift+Z")}},
        {text("review.nextFinding"), {text("J"), text("N")}},
        {text("review.previousFinding"), {text("K"), text("P")}},
        {text("review.groupFindings"), {text("Z")}},
        {text("review.portNext"), {text("J"), text("N")}},
        {text("review.portPrevious"), {text("K"), text("P")}},
        {text("review.portUndo"), {text("U"), text("Ctrl+Z")}},
        {text("review.portRedo"), {text("Ctrl+R"), text("Shift+U"), text("Ctrl+Shift+Z")}},
        {text("rules.nextRule"), {text("J"), text("N")}},
        {text("rules.previousRule"), {text("K"), text("P")}},
        {text("window.list-down"), {text("J")}},
        {text("window.list-up"), {text("K")}},
        {text("window.list-first"), {text("G, G")}},
        {text("window.list-last"), {text("Shift+G")}},
        {text("verify.showJob"), {text("O")}},
    };
    return keys;
}

/// Whether both can be asked for at the same time: one acts in the same widget as the other, or
/// around it.
bool actTogether(const QAction& a, const QAction& b)
{
    const QObjectList ofA = a.associatedObjects();
    const QObjectList ofB = b.associatedObjects();
    return std::any_of(ofA.begin(), ofA.end(), [&](const QObject* first) {
        const auto* one = qobject_cast<const QWidget*>(first);
        return one != nullptr && std::any_of(ofB.begin(), ofB.end(), [&](const QObject* second) {
                   const auto* other = qobject_cast<const QWidget*>(second);
                   return other != nullptr &&
                          (one == other || one->isAncestorOf(other) || other->isAncestorOf(one));
               });
    });
}

/// Keys that a user gave a command before it went to another area.
void moveKeys(UiSettings& settings, const QString& from, const QString& to)
{
    const QString before = settingOf(from);
    const QString now = settingOf(to);
    const QString kept = settings.value(before).toString();
    if (kept.isEmpty()) {
        return;
    }
    if (settings.value(now).toString().isEmpty()) {
        settings.setValue(now, kept);
    }
    settings.setValue(before, QVariant());
}

} // namespace

bool keysMeet(const QKeySequence& a, const QKeySequence& b)
{
    return !a.isEmpty() && !b.isEmpty() &&
           (a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch);
}

KeyMap::KeyMap(UiSettings& settings) : m_settings(settings)
{
    moveKeys(settings, QStringLiteral("window.tick-step"), QStringLiteral("plan.tick-step"));
}

void KeyMap::add(const QString& area, const QString& areaName, const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        const bool known = std::any_of(m_commands.begin(), m_commands.end(),
                                       [&](const KeyCommand& one) { return one.action == action; });
        if (known || action->objectName().isEmpty()) {
            continue;
        }
        KeyCommand command{area, areaName, action, action->shortcutContext() == Qt::WidgetShortcut};
        apply(command);
        m_commands.append(command);
    }
}

KeySet KeyMap::set() const
{
    return m_settings.value(kSetKey).toString() == QLatin1StringView("vim") ? KeySet::Vim
                                                                            : KeySet::Rocport;
}

void KeyMap::setSet(KeySet set)
{
    m_settings.setValue(kSetKey, set == KeySet::Vim ? QStringLiteral("vim") : QVariant());
    for (const KeyCommand& command : std::as_const(m_commands)) {
        apply(command);
    }
}

QList<QKeySequence> KeyMap::usualKeys(const KeyCommand& command) const
{
    if (set() == KeySet::Vim) {
        const auto found = vimKeys().constFind(idOf(command));
        if (found != vimKeys().constEnd()) {
            return keysOf(*found);
        }
    }
    return builtInKeys(*command.action);
}

bool KeyMap::isChanged(const KeyCommand& command) const
{
    return !m_settings.value(settingOf(command)).toString().isEmpty();
}

bool KeyMap::isAnyChanged() const
{
    return std::any_of(m_commands.begin(), m_commands.end(),
                       [this](const KeyCommand& command) { return isChanged(command); });
}

void KeyMap::apply(const KeyCommand& command) const
{
    const QString text = m_settings.value(settingOf(command)).toString();
    setWantedKeys(*command.action, text.isEmpty() || command.fixed ? usualKeys(command)
                                   : text == kNone                 ? QList<QKeySequence>()
                                                   : keysOf(text.split(u'\n', Qt::SkipEmptyParts)));
}

void KeyMap::setKeys(const KeyCommand& command, const QList<QKeySequence>& keys)
{
    m_settings.setValue(settingOf(command),
                        keys == usualKeys(command) ? QVariant() : QVariant(textOf(keys)));
    apply(command);
}

void KeyMap::resetAll()
{
    for (const KeyCommand& command : std::as_const(m_commands)) {
        reset(command);
    }
}

QVector<KeyCommand> KeyMap::sharing(const KeyCommand& command, const QKeySequence& key,
                                    bool sameArea) const
{
    QVector<KeyCommand> found;
    for (const KeyCommand& other : m_commands) {
        const bool everywhere = other.area == kWindow || command.area == kWindow;
        const bool candidate =
            sameArea ? other.area == command.area : other.area != command.area && everywhere;
        if (other.action == command.action || !candidate ||
            (sameArea && !actTogether(*command.action, *other.action))) {
            continue;
        }
        const QList<QKeySequence> keys = wantedKeys(*other.action);
        if (std::any_of(keys.begin(), keys.end(),
                        [&](const QKeySequence& one) { return keysMeet(one, key); })) {
            found.append(other);
        }
    }
    return found;
}

QVector<KeyCommand> KeyMap::conflicts(const KeyCommand& command, const QKeySequence& key) const
{
    return sharing(command, key, true);
}

QVector<KeyCommand> KeyMap::givesWay(const KeyCommand& command, const QKeySequence& key) const
{
    return sharing(command, key, false);
}

} // namespace rocport
