#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;
class QPushButton;
class QWidget;

namespace rocport {

/// Makes a command with a name and its keys, which act in `owner` and what is inside it.
/// `shortText` is shown in rows of keys; empty: the text. `owner` owns it.
QAction* makeCommand(const QString& name, const QString& text, const QString& shortText,
                     const QList<QKeySequence>& keys, QWidget& owner);

/// Whether a key types a character, or several in sequence ("gg"): such keys are only active while
/// letters are commands. Space belongs to lists.
bool isLetterKey(const QKeySequence& key);

/// The keys that a command has by default.
QList<QKeySequence> builtInKeys(const QAction& action);
/// The keys that it has now, including single letters even while those are switched off.
QList<QKeySequence> wantedKeys(const QAction& action);
/// Gives a command other keys; they take effect once useLetterKeys() is called.
void setWantedKeys(QAction& action, const QList<QKeySequence>& keys);
/// Activates the keys of commands, letters only if `on`.
void useLetterKeys(const QList<QAction*>& actions, bool on);

/// The first key of a command as it is typed; empty: it has none.
QString firstKey(const QAction& action);
/// "Test connection (t)": a text with the command's first key.
QString withKey(const QString& text, const QAction& action);
/// Keeps the widget's tool tip equal to withKey() when the keys change.
void followKey(QWidget& widget, const QAction& action, const QString& text);
/// Ties a button to a command: its text, its tool tip and whether it is enabled follow the command;
/// a click triggers it.
void followCommand(QPushButton& button, QAction& action);

} // namespace rocport
