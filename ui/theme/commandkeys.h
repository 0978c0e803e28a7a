#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;
class QPushButton;
class QWidget;

namespace rocport {

/// A command with a name and its keys, which act in `owner` and what is inside of it. `shortText`
/// is what rows of keys say; empty: the text. `owner` owns it.
QAction* makeCommand(const QString& name, const QString& text, const QString& shortText,
                     const QList<QKeySequence>& keys, QWidget& owner);

/// A key that types a character, or several of them in turn ("gg"): a command only where letters
/// are commands. Space is the lists' own.
bool isLetterKey(const QKeySequence& key);

/// The keys that a command has by itself.
QList<QKeySequence> builtInKeys(const QAction& action);
/// The keys that it has here, single letters among them even while those are switched off.
QList<QKeySequence> wantedKeys(const QAction& action);
/// Gives a command other keys; they act once useLetterKeys() was called.
void setWantedKeys(QAction& action, const QList<QKeySequence>& keys);
/// Gives commands the keys that are wanted, letters only where `on`.
void useLetterKeys(const QList<QAction*>& actions, bool on);

/// The first key of a command as it is typed; empty: it has none.
QString firstKey(const QAction& action);
/// "Test connection (t)": a text with the command's first key.
QString withKey(const QString& text, const QAction& action);
/// The widget's tool tip is withKey(), now and when the keys change.
void followKey(QWidget& widget, const QAction& action, const QString& text);
/// The button is the command: what it says, its tool tip and whether it can be pressed are the
/// command's, now and when those change; a click gives the command.
void followCommand(QPushButton& button, QAction& action);

} // namespace rocport
