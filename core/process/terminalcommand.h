#pragma once

#include "core/process/editorcommand.h"

namespace rocport {

/// Makes the command that runs `words` in a terminal of the user's. `command` is a template as in
/// editorCommand(), in which a word that is {command} stands for all of `words`; without it they
/// follow as the program takes them ("--" for gnome-terminal, "-x" for xfce4-terminal, nothing for
/// kitty and foot, else "-e"). No words: the terminal with its own shell, and SHELL in the place of
/// {command}. Errors: InvalidArgument (no program, a quote that does not end, or {command} as a
/// part of a word).
Result<EditorCommand> terminalCommand(const QString& command, const QStringList& words);

/// The terminal of this desktop: TERMINAL, else the first that is installed of x-terminal-emulator,
/// konsole, gnome-terminal, xfce4-terminal, kitty, foot, alacritty and xterm; empty: none.
QString defaultTerminalCommand();

} // namespace rocport
