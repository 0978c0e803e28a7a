#pragma once

#include "core/base/result.h"

#include <QStringList>

#include <optional>

namespace rocport {

/// A program with its arguments, as it is started: no shell reads it.
struct EditorCommand
{
    QString program;
    QStringList arguments;
    friend bool operator==(const EditorCommand&, const EditorCommand&) = default;
};

/// The words of a command as a person writes it; nothing where a quote does not end.
std::optional<QStringList> wordsOfCommand(const QString& command);

/// Starts a program on its own: it outlives this one. It is looked for in PATH, or named by its
/// absolute path. `what`: "the editor", for sentences. Errors: InvalidArgument (a relative path),
/// NotPossibleNow (no such program), ProcessFailed.
Result<void> startDetachedProgram(const EditorCommand& command, const QString& folder,
                                  const QString& what);

/// Makes a command of a template: words between blanks, kept together by '…' and "…"; a backslash
/// takes the next character as it is. Nothing else has a meaning. In each word {file} stands for
/// the file and {line} for the line (1-based); a template without {file} gets the file as its last
/// word. Errors: InvalidArgument (no program, or a quote that does not end).
Result<EditorCommand> editorCommand(const QString& command, const QString& file, int line);

/// The template for what $VISUAL, else $EDITOR names, with the line where the editor is known to
/// take one; editors of the terminal in a terminal window where one can be found. Empty: there is
/// none, and the desktop's own program for the file is the way.
QString defaultEditorCommand();
/// The same for the value of such a variable; `terminal` is the program that opens a terminal and
/// takes a command behind "-e", or empty.
QString editorTemplateFor(const QString& editor, const QString& terminal);

/// Starts it, as startDetachedProgram().
Result<void> startEditor(const EditorCommand& command, const QString& folder);

} // namespace rocport
