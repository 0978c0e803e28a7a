#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QStringList>

namespace rocport {

/// One word for a POSIX shell: whatever bytes it holds, the shell gives back just them. Everything
/// that goes to a shell goes through here. NUL cannot be in a word; it and what follows are cut.
QByteArray shellQuoted(const QByteArray& word);
QByteArray shellQuoted(const QString& word);

/// A program and its arguments as one command line of a POSIX shell.
QByteArray shellCommand(const QByteArrayList& words);
QByteArray shellCommand(const QStringList& words);

/// A path as a shell word, where a leading "~/" (or a lone "~") is the home folder of whoever runs
/// the shell, and a leading '-' is no option.
QByteArray shellPath(const QString& path);

/// Shell text as a line that every login shell that is known of hands on unchanged to the `sh` that
/// it starts: sh, bash, zsh, fish, csh and tcsh read quotes, backslashes, '!' and line breaks
/// differently, so that none of them is left in it. What ssh gets as its command.
/// With `prefixFromInput`, the first line of standard input goes before the text; it is made by
/// encodedShellText(). The rest of standard input is the program's.
QByteArray loginShellCommand(const QByteArray& script, bool prefixFromInput = false);
/// Bytes in the form that `printf %b` turns back; one line of plain characters.
QByteArray encodedShellText(const QByteArray& text);

} // namespace rocport
