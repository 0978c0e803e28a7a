#pragma once

#include "core/process/editorcommand.h"

namespace rocport {

/// Makes the command that runs `words` in the user's terminal. `command` is a template as in
/// editorCommand(), in which the word {command} stands for all of `words`; without it they are
/// appended in the form that the program takes ("--" for gnome-terminal, "-x" for xfce4-terminal,
/// nothing for kitty and foot, else "-e"). No words: the terminal runs its own shell, and SHELL
/// replaces {command}. Errors: InvalidArgument (no program, a quote that is not closed, or
/// {command} as part of a word).
Result<EditorCommand> terminalCommand(const QString& command, const QStringList& words);

/// The terminal of this desktop: TERMINAL, else the first one installed of x-terminal-emulator,
/// konsole, gnome-terminal, xfce4-terminal, kitty, foot, alacritty and xterm; empty: none.
QString defaultTerminalCommand();

} // namespace rocport
