#include "core/remote/shellquote.h"

#include <algorithm>

namespace rocport {
namespace {

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && QByteArrayView("-_./:,@%+").contains(c));
}

QByteArrayList encoded(const QStringList& words)
{
    QByteArrayList bytes;
    bytes.reserve(words.size());
    for (const QString& word : words) {
        bytes.append(word.toUtf8());
    }
    return bytes;
}

} // namespace

QByteArray shellQuoted(const QByteArray& word)
{
    const qsizetype nul = word.indexOf('\0');
    if (nul >= 0) {
        return shellQuoted(word.left(nul));
    }
    // '~', '=' and '{' are special at some places of a word, so they are quoted everywhere.
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), isPlain)) {
        return word;
    }
    QByteArray quoted;
    quoted.reserve(word.size() + 2);
    quoted += '\'';
    for (const char c : word) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    quoted += '\'';
    return quoted;
}

QByteArray shellQuoted(const QString& word)
{
    return shellQuoted(word.toUtf8());
}

QByteArray shellCommand(const QByteArrayList& words)
{
    QByteArrayList quoted;
    quoted.reserve(words.size());
    for (const QByteArray& word : words) {
        quoted.append(shellQuoted(word));
    }
    return quoted.join(' ');
}

QByteArray shellCommand(const QStringList& words)
{
    return shellCommand(encoded(words));
}

QByteArray shellPath(const QString& path)
{
    if (path == QStringLiteral("~")) {
        return QByteArrayLiteral("\"$HOME\"");
    }
    if (path.startsWith(QStringLiteral("~/"))) {
        return "\"$HOME\"/" + shellQuoted(path.mid(2));
    }
    return shellQuoted(path.startsWith(u'-') ? QStringLiteral("./") + path : path);
}

QByteArray encodedShellText(const QByteArray& text)
{
    QByteArray line;
    line.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte < 0x7f && c != '\\' && c != '\'' && c != '!';
        if (plain) {
            line += c;
        } else if (byte != 0) {
            line += "\\0" + QByteArray::number(byte, 8).rightJustified(3, '0');
        }
    }
    return line;
}

QByteArray loginShellCommand(const QByteArray& script, bool prefixFromInput)
{
    // Inside of single quotes csh, fish and the Bourne family agree on all that is used here.
    const QByteArray decode =
        prefixFromInput ? QByteArrayLiteral("IFS= read -r e && eval \"$(printf %b \"$e$1\")\"")
                        : QByteArrayLiteral("eval \"$(printf %b \"$1\")\"");
    return "exec sh -c '" + decode + "' sh '" + encodedShellText(script) + '\'';
}

} // namespace rocport
