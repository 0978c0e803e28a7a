#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QStringList>

namespace rocport {

/// One word for a POSIX shell: whatever bytes it holds, the shell yields exactly these. Everything
/// that goes to a shell goes through here. A word cannot contain NUL; NUL and what follows are cut
/// off.
QByteArray shellQuoted(const QByteArray& word);
QByteArray shellQuoted(const QString& word);

/// A program and its arguments as one command line of a POSIX shell.
QByteArray shellCommand(const QByteArrayList& words);
QByteArray shellCommand(const QStringList& words);

/// A path as a shell word, in which a leading "~/" (or a lone "~") is the home folder of whoever
/// runs the shell, and a leading '-' is not an option.
QByteArray shellPath(const QString& path);

/// Shell text as a line that every known login shell passes unchanged to the `sh` that it starts:
/// sh, bash, zsh, fish, csh and tcsh read quotes, backslashes, '!' and line breaks differently, so
/// none of these are left in it. ssh gets this as its command. With `prefixFromInput`, the first
/// line of standard input, made by encodedShellText(), goes before the text. The rest of standard
/// input is the program's.
QByteArray loginShellCommand(const QByteArray& script, bool prefixFromInput = false);
/// Bytes in the form that `printf %b` decodes; one line of plain characters.
QByteArray encodedShellText(const QByteArray& text);

} // namespace rocport
