#pragma once

class QAccessibleInterface;

namespace rocport {

class DiffEditor;

/// What a screen reader gets of one pane of the diff: its text, caret and selection. It takes the
/// place of QScintilla's own interface, which exists whether or not a screen reader runs, and which
/// counts all characters before the caret whenever something is painted. Offsets are UTF-16 units,
/// and finding one takes no longer further down. Owned by the caller.
QAccessibleInterface* makeTextInterface(DiffEditor& editor);

/// To be called when the caret moved, and when the selection changed: tells a screen reader, if
/// there is one.
void accessibleCaretMoved(DiffEditor& editor);
void accessibleSelectionChanged(DiffEditor& editor);
/// To be called when a pane has another text.
void accessibleTextReplaced(DiffEditor& editor);

} // namespace rocport
