#pragma once

#include <QString>

#include <initializer_list>

class QAction;
class QKeySequence;

namespace rocport {

/// Stores why a command does nothing now: a sentence, shown if its key is pressed anyway. Empty:
/// nothing special.
void setWhyNot(QAction& action, const QString& sentence);
/// The sentence for a disabled command; empty if it is enabled.
QString whyNot(const QAction& action);
/// The first sentence that is not empty; empty: all are.
QString firstReason(std::initializer_list<QString> sentences);

/// A key as the window writes it: single letters as they are typed ("a", "A"), others by name
/// ("Ctrl+K").
QString keyText(const QKeySequence& key);
/// All keys of a command, separated by blanks; empty: none.
QString keysText(const QAction& action);

} // namespace rocport
