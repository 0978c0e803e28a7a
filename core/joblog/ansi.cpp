#include "core/joblog/ansi.h"

#include "core/base/visibletext.h"

#include <QVarLengthArray>

#include <algorithm>
#include <cstring>

namespace rocport {

namespace {

constexpr qsizetype kMaxSequence = 4096;
constexpr int kTab = 8;

using Numbers = QVarLengthArray<int, 16>;

/// The colour of index 16-255 of the usual palette.
AnsiColour paletteColour(int index)
{
    if (index < 16) {
        return {AnsiColour::Kind::Named, static_cast<quint32>(std::max(index, 0))};
    }
    const auto rgb = [](int r, int g, int b) {
        return AnsiColour{AnsiColour::Kind::Rgb, (static_cast<quint32>(r) << 16U) |
                                                     (static_cast<quint32>(g) << 8U) |
                                                     static_cast<quint32>(b)};
    };
    if (index >= 232) {
        const int grey = 8 + (std::min(index, 255) - 232) * 10;
        return rgb(grey, grey, grey);
    }
    const auto step = [](int value) { return value == 0 ? 0 : 55 + value * 40; };
    const int cube = index - 16;
    return rgb(step(cube / 36), step(cube / 6 % 6), step(cube % 6));
}

/// "38;5;n" or "38;2;r;g;b" from `at` (the 38 or 48) on; gives the last number used.
qsizetype extendedColour(const Numbers& numbers, qsizetype at, AnsiColour& colour)
{
    const auto number = [&](qsizetype i) {
        return i < numbers.size() ? std::clamp(numbers[i], 0, 255) : 0;
    };
    if (number(at + 1) == 5) {
        colour = paletteColour(number(at + 2));
        return at + 2;
    }
    if (number(at + 1) == 2) {
        colour = {AnsiColour::Kind::Rgb, (static_cast<quint32>(number(at + 2)) << 16U) |
                                             (static_cast<quint32>(number(at + 3)) << 8U) |
                                             static_cast<quint32>(number(at + 4))};
        return at + 4;
    }
    return at + 1;
}

bool applyColour(AnsiStyle& style, int number)
{
    const auto named = [](int index) {
        return AnsiColour{AnsiColour::Kind::Named, static_cast<quint32>(index)};
    };
    if (number >= 30 && number <= 37) {
        style.text = named(number - 30);
    } else if (number >= 90 && number <= 97) {
        style.text = named(number - 90 + 8);
    } else if (number >= 40 && number <= 47) {
        style.back = named(number - 40);
    } else if (number >= 100 && number <= 107) {
        style.back = named(number - 100 + 8);
    } else if (number == 39) {
        style.text = {};
    } else if (number == 49) {
        style.back = {};
    } else {
        return false;
    }
    return true;
}

void applyAttribute(AnsiStyle& style, int number)
{
    switch (number) {
    case 0:
        style = {};
        break;
    case 1:
        style.bold = true;
        break;
    case 2:
        style.faint = true;
        break;
    case 3:
        style.italic = true;
        break;
    case 4:
    case 21:
        style.underline = true;
        break;
    case 7:
        style.inverse = true;
        break;
    case 9:
        style.struck = true;
        break;
    case 22:
        style.bold = false;
        style.faint = false;
        break;
    case 23:
        style.italic = false;
        break;
    case 24:
        style.underline = false;
        break;
    case 27:
        style.inverse = false;
        break;
    case 29:
        style.struck = false;
        break;
    default:
        break;
    }
}

void applySgr(AnsiStyle& style, QByteArrayView parameters)
{
    Numbers numbers;
    int value = 0;
    for (const char c : parameters) {
        if (c >= '0' && c <= '9') {
            value = std::min(value * 10 + (c - '0'), 100000);
        } else if (c == ';' || c == ':') {
            numbers.append(value);
            value = 0;
        } else {
            return; // a private sequence
        }
        if (numbers.size() > 64) {
            return;
        }
    }
    numbers.append(value);
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        if (numbers[i] == 38) {
            i = extendedColour(numbers, i, style.text);
        } else if (numbers[i] == 48) {
            i = extendedColour(numbers, i, style.back);
        } else if (!applyColour(style, numbers[i])) {
            applyAttribute(style, numbers[i]);
        }
    }
}

/// The first byte after a string (OSC, DCS …) that begins at `at`; `at` itself when its end is
/// missing, so that no text is lost.
qsizetype afterString(QByteArrayView bytes, qsizetype at)
{
    const qsizetype limit = std::min(bytes.size(), at + kMaxSequence);
    for (qsizetype i = at; i < limit; ++i) {
        if (bytes[i] == '\a') {
            return i + 1;
        }
        if (bytes[i] == kEscape) {
            return i + 1 < bytes.size() && bytes[i + 1] == '\\' ? i + 2 : i;
        }
    }
    return at;
}

/// The first byte after the escape sequence at `at`; colours are applied to `style`.
qsizetype afterEscape(QByteArrayView bytes, qsizetype at, AnsiStyle& style)
{
    if (at + 1 >= bytes.size()) {
        return bytes.size();
    }
    const char kind = bytes[at + 1];
    if (kind == '[') {
        qsizetype end = at + 2;
        while (end < bytes.size() && bytes[end] >= 0x20 && bytes[end] <= 0x3f) {
            ++end;
        }
        if (end >= bytes.size() || bytes[end] < 0x40) {
            return end; // cut short
        }
        if (bytes[end] == 'm') {
            applySgr(style, bytes.sliced(at + 2, end - at - 2));
        }
        return end + 1;
    }
    if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
        return afterString(bytes, at + 2);
    }
    qsizetype end = at + 1;
    while (end < bytes.size() && bytes[end] >= 0x20 && bytes[end] <= 0x2f) {
        ++end; // "ESC ( B" and the like
    }
    return end < bytes.size() && bytes[end] >= 0x30 && bytes[end] <= 0x7e ? end + 1 : end;
}

/// Adds text that holds no escape sequence. Gives the shortest that `text` was: a backspace takes
/// away what was there.
int appendText(QByteArrayView bytes, QString& text)
{
    qsizetype shortest = text.size();
    const QString decoded = visibleMarks(QString::fromUtf8(bytes.data(), bytes.size()));
    for (const QChar c : decoded) {
        if (c == u'\t') {
            text.append(QString(kTab - static_cast<int>(text.size() % kTab), u' '));
        } else if (c == u'\b') {
            text.chop(1);
            shortest = std::min(shortest, text.size());
        } else if (c.unicode() >= 0xa0 || (c.unicode() >= 0x20 && c.unicode() < 0x7f)) {
            text.append(c);
        }
    }
    return static_cast<int>(shortest);
}

void addSpan(QVector<AnsiSpan>& spans, int start, int end, const AnsiStyle& style)
{
    if (end <= start || style == AnsiStyle()) {
        return;
    }
    if (!spans.isEmpty() && spans.constLast().style == style &&
        spans.constLast().start + spans.constLast().length == start) {
        spans.last().length += end - start;
        return;
    }
    spans.append({start, end - start, style});
}

} // namespace

AnsiLine parseAnsi(QByteArrayView bytes)
{
    AnsiLine line;
    AnsiStyle style;
    line.text.reserve(bytes.size());
    qsizetype at = 0;
    while (at < bytes.size()) {
        const auto* escape = static_cast<const char*>(
            std::memchr(bytes.data() + at, kEscape, static_cast<size_t>(bytes.size() - at)));
        const qsizetype end = escape != nullptr ? escape - bytes.data() : bytes.size();
        const int kept = appendText(bytes.sliced(at, end - at), line.text);
        while (!line.spans.isEmpty() &&
               line.spans.constLast().start + line.spans.constLast().length > kept) {
            line.spans.last().length = kept - line.spans.constLast().start;
            if (line.spans.constLast().length > 0) {
                break;
            }
            line.spans.removeLast();
        }
        addSpan(line.spans, kept, static_cast<int>(line.text.size()), style);
        at = escape != nullptr ? afterEscape(bytes, end, style) : end;
    }
    return line;
}

QString plainLogText(QByteArrayView bytes)
{
    return parseAnsi(bytes).text;
}

} // namespace rocport
