#pragma once

#include "core/base/result.h"

#include <QStringList>

#include <optional>

namespace rocport {

/// A program with its arguments, as it is started; no shell is involved.
struct EditorCommand
{
    QString program;
    QStringList arguments;
    friend bool operator==(const EditorCommand&, const EditorCommand&) = default;
};

/// The words of a command as a person writes it; nothing if a quote is not closed.
std::optional<QStringList> wordsOfCommand(const QString& command);

/// Starts a program detached: it outlives this one. It is looked for in PATH, or named by its
/// absolute path. `what` names it in messages: "the editor". Errors: InvalidArgument (a relative
/// path), NotPossibleNow (no such program), ProcessFailed.
Result<void> startDetachedProgram(const EditorCommand& command, const QString& folder,
                                  const QString& what);

/// Makes a command from a template: words separated by blanks, kept together by '…' and "…"; a
/// backslash takes the next character literally. Nothing else has a special meaning. In each word
/// {file} stands for the file and {line} for the line (1-based); a template without {file} gets the
/// file as its last word. Errors: InvalidArgument (no program, or a quote that is not closed).
Result<EditorCommand> editorCommand(const QString& command, const QString& file, int line);

/// The template for the editor that $VISUAL, else $EDITOR, names, with the line where the editor is
/// known to take one; terminal editors run in a terminal window where one can be found. Empty:
/// there is none, and the desktop's default program for the file is used.
QString defaultEditorCommand();
/// The same for the value of such a variable; `terminal` is the program that opens a terminal and
/// takes a command after "-e", or empty.
QString editorTemplateFor(const QString& editor, const QString& terminal);

/// Starts the editor, as startDetachedProgram() does.
Result<void> startEditor(const EditorCommand& command, const QString& folder);

} // namespace rocport
