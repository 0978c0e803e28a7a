#pragma once

#include <QString>

#include <initializer_list>

class QAction;
class QKeySequence;

namespace rocport {

/// Keeps why a command does nothing now: a sentence, shown where its key is pressed all the same.
/// Empty: nothing special.
void setWhyNot(QAction& action, const QString& sentence);
/// The sentence for a command that is disabled; empty where it is enabled.
QString whyNot(const QAction& action);
/// The first sentence that is not empty; empty: all are.
QString firstReason(std::initializer_list<QString> sentences);

/// A key as the window writes it: single letters as they are typed ("a", "A"), others by name
/// ("Ctrl+K").
QString keyText(const QKeySequence& key);
/// All keys of a command, with blanks between them; empty: none.
QString keysText(const QAction& action);

} // namespace rocport
