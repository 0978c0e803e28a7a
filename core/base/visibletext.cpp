#include "core/base/visibletext.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

struct Range
{
    char32_t first, last;
};

/// Beyond ASCII and Latin-1, in order.
constexpr std::array kHidden = {
    Range{0x034f, 0x034f},   // combining grapheme joiner
    Range{0x061c, 0x061c},   // Arabic letter mark
    Range{0x115f, 0x1160},   // Hangul fillers
    Range{0x17b4, 0x17b5},   // Khmer inherent vowels
    Range{0x180b, 0x180f},   // Mongolian selectors and vowel separator
    Range{0x200b, 0x200f},   // zero width, marks of direction
    Range{0x2028, 0x202e},   // separators, embeddings, overrides
    Range{0x2060, 0x206f},   // word joiner, invisible operators, isolates, deprecated controls
    Range{0x3164, 0x3164},   // Hangul filler
    Range{0xd800, 0xdfff},   // surrogates
    Range{0xfe00, 0xfe0f},   // variation selectors
    Range{0xfeff, 0xfeff},   // zero width no-break space
    Range{0xffa0, 0xffa0},   // halfwidth Hangul filler
    Range{0xfff0, 0xfffb},   // interlinear annotation
    Range{0x1bca0, 0x1bca3}, // shorthand format controls
    Range{0x1d173, 0x1d17a}, // musical format controls
    Range{0xe0000, 0xe0fff}, // tags, variation selectors
};

bool isVariationSelector(char32_t c)
{
    return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

/// The code point at `at`; `length` is how many units it takes. An unpaired surrogate is itself.
char32_t codePointAt(QStringView text, qsizetype at, int& length)
{
    const QChar c = text[at];
    length = 1;
    if (c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate()) {
        length = 2;
        return QChar::surrogateToUcs4(c, text[at + 1]);
    }
    return c.unicode();
}

bool isPlain(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c.unicode() >= 0x20 && c.unicode() < 0x7f) ||
               (c.unicode() >= 0xa0 && c.unicode() < 0x0300 && c.unicode() != 0xad);
    });
}

enum class Controls : quint8 { Escaped, LinesKept, Kept };

bool isKept(QStringView text, qsizetype at, char32_t c, Controls controls)
{
    if (controls == Controls::Kept) {
        return c < 0xa0;
    }
    const bool lineEnd =
        c == U'\n' || c == U'\t' || (c == U'\r' && at + 1 < text.size() && text[at + 1] == u'\n');
    return lineEnd && controls == Controls::LinesKept;
}

QString visible(const QString& text, Controls controls)
{
    if (isPlain(text)) {
        return text;
    }
    QString out;
    out.reserve(text.size() + 16);
    char32_t before = 0;
    int length = 1;
    for (qsizetype at = 0; at < text.size(); at += length) {
        const char32_t c = codePointAt(text, at, length);
        const bool selects = isVariationSelector(c) && before > 0xff && !isHiddenCharacter(before);
        if (!isHiddenCharacter(c) || isKept(text, at, c, controls) || selects) {
            out += QStringView(text).sliced(at, length);
        } else {
            out += escapedCharacter(c);
        }
        before = c;
    }
    return out;
}

QString byteEscape(uchar byte)
{
    return QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
}

/// The length of the UTF-8 sequence at `at`, 0 when there is none.
qsizetype sequenceLength(QByteArrayView bytes, qsizetype at)
{
    const auto first = static_cast<uchar>(bytes[at]);
    const qsizetype length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
    if (length == 0 || at + length > bytes.size()) {
        return 0;
    }
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(bytes.sliced(at, length));
    return decoder.hasError() || decoded.isEmpty() ? 0 : length;
}

} // namespace

bool isBidiControl(char32_t c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool isHiddenCharacter(char32_t c)
{
    if (c < 0x300) {
        return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad;
    }
    const auto* const range =
        std::lower_bound(kHidden.begin(), kHidden.end(), c,
                         [](const Range& one, char32_t value) { return one.last < value; });
    return range != kHidden.end() && range->first <= c;
}

QString escapedCharacter(char32_t c)
{
    if (c == U'\n') {
        return QStringLiteral("\\n");
    }
    if (c < 0x80) {
        return byteEscape(static_cast<uchar>(c));
    }
    return c < 0x10000 ? QStringLiteral("\\u%1").arg(uint(c), 4, 16, QLatin1Char('0'))
                       : QStringLiteral("\\U%1").arg(uint(c), 8, 16, QLatin1Char('0'));
}

QString characterName(char32_t c)
{
    struct Named
    {
        char32_t c;
        const char* name;
    };
    static constexpr std::array kNames = {
        Named{0x08, "BS"},     Named{0x1b, "ESC"},    Named{0x7f, "DEL"},   Named{0x85, "NEL"},
        Named{0x9b, "CSI"},    Named{0xad, "SHY"},    Named{0x034f, "CGJ"}, Named{0x061c, "ALM"},
        Named{0x200b, "ZWSP"}, Named{0x200c, "ZWNJ"}, Named{0x200d, "ZWJ"}, Named{0x200e, "LRM"},
        Named{0x200f, "RLM"},  Named{0x2028, "LS"},   Named{0x2029, "PS"},  Named{0x202a, "LRE"},
        Named{0x202b, "RLE"},  Named{0x202c, "PDF"},  Named{0x202d, "LRO"}, Named{0x202e, "RLO"},
        Named{0x2060, "WJ"},   Named{0x2066, "LRI"},  Named{0x2067, "RLI"}, Named{0x2068, "FSI"},
        Named{0x2069, "PDI"},  Named{0x3164, "HF"},   Named{0xfeff, "BOM"},
    };
    const QString number =
        QStringLiteral("U+%1").arg(QString::number(uint(c), 16).toUpper(), 4, QLatin1Char('0'));
    const auto* const named =
        std::find_if(kNames.begin(), kNames.end(), [c](const Named& one) { return one.c == c; });
    return named == kNames.end() ? number : QLatin1StringView(named->name) + u' ' + number;
}

QString visibleLine(const QString& text)
{
    return visible(text, Controls::Escaped);
}

QString visibleText(const QString& text)
{
    return visible(text, Controls::LinesKept);
}

QString visibleMarks(const QString& text)
{
    return visible(text, Controls::Kept);
}

QString visibleName(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless |
                                                     QStringDecoder::Flag::ConvertInitialBom);
    const QString decoded = decoder(bytes);
    if (!decoder.hasError()) {
        return visibleLine(decoded);
    }
    QString shown;
    for (const char c : bytes) {
        const auto byte = static_cast<uchar>(c);
        shown += byte < 0x20 || byte >= 0x7f ? byteEscape(byte) : QString(QLatin1Char(c));
    }
    return shown;
}

QByteArray visibleBytes(const QByteArray& bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless |
                                                     QStringDecoder::Flag::ConvertInitialBom);
    const QString decoded = decoder(bytes);
    if (!decoder.hasError()) {
        return visibleText(decoded).toUtf8();
    }
    QByteArray out;
    QByteArray text; // what is UTF-8 and not yet written
    const auto flush = [&] {
        out += visibleText(QString::fromUtf8(text)).toUtf8();
        text.clear();
    };
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype length = sequenceLength(bytes, at);
        if (length > 0) {
            text += QByteArrayView(bytes).sliced(at, length);
            at += length;
        } else {
            flush();
            out += byteEscape(static_cast<uchar>(bytes[at])).toLatin1();
            ++at;
        }
    }
    flush();
    return out;
}

QByteArray visibleJson(const QByteArray& json)
{
    const bool ascii = std::all_of(
        json.begin(), json.end(), [](char c) { return c != 0x7f && static_cast<uchar>(c) < 0x80; });
    if (ascii) {
        return json;
    }
    const QString text = QString::fromUtf8(json);
    QByteArray out;
    out.reserve(json.size() + 64);
    qsizetype plain = 0; // where text begins that is not yet written
    int length = 1;
    for (qsizetype at = 0; at < text.size(); at += length) {
        const char32_t c = codePointAt(text, at, length);
        if (c < 0x7f || !isHiddenCharacter(c)) {
            continue;
        }
        out += QStringView(text).sliced(plain, at - plain).toUtf8();
        for (int unit = 0; unit < length; ++unit) {
            out += QStringLiteral("\\u%1")
                       .arg(text[at + unit].unicode(), 4, 16, QLatin1Char('0'))
                       .toLatin1();
        }
        plain = at + length;
    }
    return out + QStringView(text).sliced(plain).toUtf8();
}

} // namespace rocport
