#pragma once

#include "app/cli/commands.h"
#include "app/cli/declaration.h"

namespace rocport {

/// The part of one command in the completions of a shell. completionHead(), the parts of all
/// commands and completionTail() are one script.
QByteArray bashPart(const Declaration& declaration);
QByteArray zshPart(const Declaration& declaration);
QByteArray fishPart(const Declaration& declaration);

/// What stands before the parts. `format` is bash, zsh or fish; a name of `commands` with two words
/// is a level of the command that is its first.
QByteArray completionHead(const QString& format, const QVector<NamedCommand>& commands);
QByteArray completionTail(const QString& format);

} // namespace rocport
