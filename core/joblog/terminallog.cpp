#include "core/joblog/terminallog.h"

#include "core/base/visibletext.h"
#include "core/joblog/ansi.h"

#include <QList>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr qsizetype kMaxColourSequence = 64;

bool isParameter(char c)
{
    return (c >= '0' && c <= '9') || c == ';' || c == ':';
}

/// The length of the "ESC [ … m" at `at`; 0: it is none; -1: it may become one.
qsizetype colourLength(const QByteArray& bytes, qsizetype at)
{
    qsizetype end = at + 1;
    if (end < bytes.size() && bytes[end] != '[') {
        return 0;
    }
    ++end;
    while (end < bytes.size() && isParameter(bytes[end]) && end - at < kMaxColourSequence) {
        ++end;
    }
    if (end >= bytes.size()) {
        return -1;
    }
    return bytes[end] == 'm' ? end + 1 - at : 0;
}

/// Whether the parameters of an SGR hold 8, which hides what follows; the 8 of a palette does not.
bool conceals(QByteArray parameters)
{
    const QList<QByteArray> numbers = parameters.replace(':', ';').split(';');
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        const int number = numbers[i].toInt();
        if (number == 38 || number == 48 || number == 58) {
            const int kind = numbers.value(i + 1).toInt();
            i += kind == 5 ? 2 : kind == 2 ? 4 : 0;
        } else if (number == 8) {
            return true;
        }
    }
    return false;
}

/// How many bytes at the end may be the beginning of a character.
qsizetype unfinished(const QByteArray& bytes)
{
    for (qsizetype back = 1; back <= std::min<qsizetype>(3, bytes.size()); ++back) {
        const auto byte = static_cast<uchar>(bytes[bytes.size() - back]);
        if (byte >= 0xc0) {
            const qsizetype size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
            return back < size ? back : 0;
        }
        if (byte < 0x80) {
            break;
        }
    }
    return 0;
}

/// Text without escape sequences. Carriage returns stay: progress bars are made of them.
QByteArray shownText(const QByteArray& text)
{
    QByteArray out;
    const QList<QByteArray> pieces = text.split('\r');
    for (qsizetype i = 0; i < pieces.size(); ++i) {
        out += (i > 0 ? "\r" : "") + visibleBytes(pieces[i]);
    }
    return out;
}

} // namespace

QByteArray TerminalLog::read(const QByteArray& part)
{
    QByteArray bytes = std::exchange(m_waiting, {}) + part;
    QByteArray out;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const qsizetype escape = bytes.indexOf(kEscape, at);
        QByteArray text = bytes.mid(at, escape < 0 ? -1 : escape - at);
        if (escape < 0) {
            m_waiting = text.right(unfinished(text));
            text.chop(m_waiting.size());
            return out + shownText(text);
        }
        out += shownText(text);
        const qsizetype length = colourLength(bytes, escape);
        if (length < 0) {
            m_waiting = bytes.mid(escape);
            return out;
        }
        if (length > 0 && !conceals(bytes.mid(escape + 2, length - 3))) {
            out += bytes.mid(escape, length);
            m_coloured = true;
            at = escape + length;
        } else {
            out += "\\x1b";
            at = escape + 1;
        }
    }
    return out;
}

QByteArray TerminalLog::finish()
{
    const QByteArray rest = visibleBytes(std::exchange(m_waiting, {}));
    return std::exchange(m_coloured, false) ? rest + "\x1b[0m" : rest;
}

} // namespace rocport
