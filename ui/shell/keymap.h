#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVector>

class QAction;

namespace rocport {

class UiSettings;

/// Ready-made keys.
enum class KeySet : quint8 {
    Rocport, ///< what the commands have by themselves
    Vim,     ///< besides, j and k to step, gg and G for the first and the last
};

/// One command as the list of keys shows it.
struct KeyCommand
{
    QString area; ///< id of its area; "window": everywhere
    QString areaName;
    QAction* action = nullptr;
    bool fixed = false; ///< its keys belong to a list: arrows, Enter, a blank
};

/// "area.command", which preferences keep keys under.
QString idOf(const KeyCommand& command);

/// Which keys commands have: those of the chosen set, unless the user gave a command others. Kept
/// in the settings: "keys/set", and "keys/map/AREA.COMMAND" with the keys, a line each, or "none".
class KeyMap
{
public:
    /// `settings` outlive it.
    explicit KeyMap(UiSettings& settings);

    /// Takes commands in, by object name, and sets the keys that are wanted for them; call
    /// useLetterKeys() afterwards.
    void add(const QString& area, const QString& areaName, const QList<QAction*>& actions);
    [[nodiscard]] const QVector<KeyCommand>& commands() const { return m_commands; }

    [[nodiscard]] KeySet set() const;
    /// Chooses a set; what the user gave commands stays.
    void setSet(KeySet set);
    /// What the command has without the user's own choice.
    [[nodiscard]] QList<QKeySequence> usualKeys(const KeyCommand& command) const;
    [[nodiscard]] bool isChanged(const KeyCommand& command) const;
    [[nodiscard]] bool isAnyChanged() const;
    /// The same keys as usualKeys() are no choice.
    void setKeys(const KeyCommand& command, const QList<QKeySequence>& keys);
    void reset(const KeyCommand& command) { setKeys(command, usualKeys(command)); }
    void resetAll();

    /// Commands that could not tell `key` from `command`'s: they are there at the same time.
    [[nodiscard]] QVector<KeyCommand> conflicts(const KeyCommand& command,
                                                const QKeySequence& key) const;
    /// Commands of everywhere that give way to `command` in its area, and the other way round.
    [[nodiscard]] QVector<KeyCommand> givesWay(const KeyCommand& command,
                                               const QKeySequence& key) const;

private:
    [[nodiscard]] QVector<KeyCommand> sharing(const KeyCommand& command, const QKeySequence& key,
                                              bool sameArea) const;
    void apply(const KeyCommand& command) const;

    UiSettings& m_settings;
    QVector<KeyCommand> m_commands;
};

/// Whether one of two keys hides the other: they are the same, or one is how the other begins.
bool keysMeet(const QKeySequence& a, const QKeySequence& b);

} // namespace rocport
