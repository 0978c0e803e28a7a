#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVector>

class QAction;

namespace rocport {

class UiSettings;

/// Predefined sets of keys.
enum class KeySet : quint8 {
    Rocport, ///< the commands' own keys
    Vim,     ///< in addition, j and k to step, gg and G for the first and the last
};

/// One command as the list of keys shows it.
struct KeyCommand
{
    QString area; ///< id of its area; "window": everywhere
    QString areaName;
    QAction* action = nullptr;
    bool fixed = false; ///< its keys belong to a list: arrows, Enter, Space
};

/// "area.command", under which preferences store the keys.
QString idOf(const KeyCommand& command);

/// Which keys commands have: those of the chosen set, unless the user gave a command others. Kept
/// in the settings: "keys/set", and "keys/map/AREA.COMMAND" with the keys, one per line, or "none".
class KeyMap
{
public:
    /// `settings` outlive it.
    explicit KeyMap(UiSettings& settings);

    /// Adds commands, by object name, and sets the keys that they should have; call useLetterKeys()
    /// afterwards.
    void add(const QString& area, const QString& areaName, const QList<QAction*>& actions);
    [[nodiscard]] const QVector<KeyCommand>& commands() const { return m_commands; }

    [[nodiscard]] KeySet set() const;
    /// Chooses a set; keys that the user assigned are kept.
    void setSet(KeySet set);
    /// The keys that the command has without the user's own choice.
    [[nodiscard]] QList<QKeySequence> usualKeys(const KeyCommand& command) const;
    [[nodiscard]] bool isChanged(const KeyCommand& command) const;
    [[nodiscard]] bool isAnyChanged() const;
    /// Assigns keys; the same keys as usualKeys() do not count as a choice.
    void setKeys(const KeyCommand& command, const QList<QKeySequence>& keys);
    void reset(const KeyCommand& command) { setKeys(command, usualKeys(command)); }
    void resetAll();

    /// Commands for which `key` would be ambiguous with `command`, because they are available at
    /// the same time.
    [[nodiscard]] QVector<KeyCommand> conflicts(const KeyCommand& command,
                                                const QKeySequence& key) const;
    /// Global commands that give way to `command` in its area, and vice versa.
    [[nodiscard]] QVector<KeyCommand> givesWay(const KeyCommand& command,
                                               const QKeySequence& key) const;

private:
    [[nodiscard]] QVector<KeyCommand> sharing(const KeyCommand& command, const QKeySequence& key,
                                              bool sameArea) const;
    void apply(const KeyCommand& command) const;

    UiSettings& m_settings;
    QVector<KeyCommand> m_commands;
};

/// Whether one of two keys hides the other: they are the same, or one begins with the other.
bool keysMeet(const QKeySequence& a, const QKeySequence& b);

} // namespace rocport
