#pragma once

#include <QByteArrayView>
#include <QString>
#include <QVector>

namespace rocport {

/// What a terminal's escape sequences begin with.
inline constexpr char kEscape = '\x1b';

/// A colour as terminals specify it.
struct AnsiColour
{
    enum class Kind : quint8 {
        Default,
        Named, ///< `value` 0-15: black red green yellow blue magenta cyan white, then bright
        Rgb,   ///< `value` 0xRRGGBB
    };
    Kind kind = Kind::Default;
    quint32 value = 0;
    friend bool operator==(const AnsiColour&, const AnsiColour&) = default;
};

/// How a piece of text is shown (ECMA-48, SGR).
struct AnsiStyle
{
    AnsiColour text, back;
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underline = false;
    bool inverse = false;
    bool struck = false;
    friend bool operator==(const AnsiStyle&, const AnsiStyle&) = default;
};

/// A style that is not the default one, for [start, start + length) of a line's text.
struct AnsiSpan
{
    int start = 0;
    int length = 0;
    AnsiStyle style;
    friend bool operator==(const AnsiSpan&, const AnsiSpan&) = default;
};

/// A line as it is shown.
struct AnsiLine
{
    QString text;
    QVector<AnsiSpan> spans; ///< in order, not overlapping
};

/// Reads a line of terminal output: colours and styles become spans; all other escape sequences and
/// control characters are left out; bidirectional controls and zero-width characters are escaped
/// (visibleMarks()); tabs become spaces up to the next multiple of 8. Bytes that are not UTF-8
/// become U+FFFD. Each line begins with the default style.
AnsiLine parseAnsi(QByteArrayView bytes);

/// The text of parseAnsi() without the spans.
QString plainLogText(QByteArrayView bytes);

} // namespace rocport
