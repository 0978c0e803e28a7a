#pragma once

#include "app/cli/commands.h"

#include <span>

namespace rocport {

/// `rocport-cli help`: the commands of the table, the options of one, and with --format man, bash,
/// zsh or fish the manual pages and the completions that are installed with the program.
/// `arguments` begins with "help". Returns an exit code.
int runHelp(const QStringList& arguments, std::span<const Command> table);
/// Prints the list of commands.
void printHelp(std::span<const Command> table);

} // namespace rocport
