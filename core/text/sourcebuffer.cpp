#include "core/text/sourcebuffer.h"

#include "core/base/visibletext.h"

#include <QStringDecoder>

#include <algorithm>
#include <cstring>

namespace rocport {

namespace {

struct ByteCensus
{
    bool nul = false;
    bool ascii = true;
    bool validUtf8 = true;
    qsizetype controls = 0; ///< control bytes that text does not hold
};

bool isTextControl(unsigned char c)
{
    return c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == 0x1a || c == 0x1b;
}

/// Length of the UTF-8 sequence at `p`, or 0 when it is none (overlong forms, surrogates and values
/// above U+10FFFF included).
int utf8SequenceLength(const unsigned char* p, const unsigned char* end)
{
    const unsigned char first = *p;
    const auto follows = [&](int i, unsigned char low = 0x80, unsigned char high = 0xbf) {
        return p + i < end && p[i] >= low && p[i] <= high;
    };
    if (first >= 0xc2 && first <= 0xdf) {
        return follows(1) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
        const unsigned char low = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned char high = first == 0xed ? 0x9f : 0xbf;
        return follows(1, low, high) && follows(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const unsigned char low = first == 0xf0 ? 0x90 : 0x80;
        const unsigned char high = first == 0xf4 ? 0x8f : 0xbf;
        return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

/// Whether eight bytes are all printable ASCII.
bool isPlainText(const unsigned char* p)
{
    constexpr quint64 kOnes = 0x0101010101010101ULL;
    constexpr quint64 kHigh = 0x80 * kOnes;
    quint64 word = 0;
    std::memcpy(&word, p, sizeof word);
    const quint64 belowBlank = (word - 0x20 * kOnes) & ~word;
    const quint64 flipped = word ^ (0x7f * kOnes);
    const quint64 isDelete = (flipped - kOnes) & ~flipped;
    return ((word | belowBlank | isDelete) & kHigh) == 0;
}

ByteCensus census(const QByteArray& bytes)
{
    ByteCensus result;
    const auto* p = reinterpret_cast<const unsigned char*>(bytes.constData());
    const unsigned char* const end = p + bytes.size();
    while (p < end) {
        while (end - p >= 8 && isPlainText(p)) {
            p += 8;
        }
        if (p == end) {
            break;
        }
        const unsigned char c = *p;
        if (c >= 0x20 && c < 0x7f) {
            ++p;
            continue;
        }
        if (c < 0x80) {
            if (c == 0) {
                result.nul = true;
                return result;
            }
            if (!isTextControl(c)) {
                ++result.controls;
            }
            ++p;
            continue;
        }
        result.ascii = false;
        const int length = result.validUtf8 ? utf8SequenceLength(p, end) : 1;
        if (length == 0) {
            result.validUtf8 = false;
        }
        p += std::max(1, length);
    }
    return result;
}

/// UTF-16 without a byte order mark: mostly ASCII, so that every second byte is NUL.
Encoding encodingWithNul(const QByteArray& bytes)
{
    const qsizetype sample = std::min<qsizetype>(bytes.size(), 4096) & ~qsizetype(1);
    qsizetype even = 0;
    qsizetype odd = 0;
    for (qsizetype i = 0; i < sample; i += 2) {
        even += bytes[i] == '\0';
        odd += bytes[i + 1] == '\0';
    }
    if (bytes.size() % 2 == 0 && sample >= 4) {
        if (odd * 10 >= sample * 4 && even * 50 <= sample) {
            return Encoding::Utf16Le;
        }
        if (even * 10 >= sample * 4 && odd * 50 <= sample) {
            return Encoding::Utf16Be;
        }
    }
    return Encoding::Binary;
}

bool isLineEnd(char c)
{
    return c == '\n' || c == '\r';
}

} // namespace

SourceBuffer::SourceBuffer(QByteArray bytes) : m_bytes(std::move(bytes))
{
    if (m_bytes.startsWith("\xef\xbb\xbf")) {
        m_bom = 3;
    }
    if (m_bytes.startsWith("\xff\xfe")) {
        m_encoding = Encoding::Utf16Le;
    } else if (m_bytes.startsWith("\xfe\xff")) {
        m_encoding = Encoding::Utf16Be;
    } else {
        const ByteCensus found = census(m_bytes);
        if (found.nul) {
            m_encoding = encodingWithNul(m_bytes);
        } else if (found.controls > 0 && found.controls * 20 > m_bytes.size()) {
            m_encoding = Encoding::Binary;
        } else {
            m_encoding = found.validUtf8 ? Encoding::Utf8 : Encoding::Latin1;
        }
    }

    const char* const begin = m_bytes.constData();
    const char* const end = begin + m_bytes.size();
    bool lf = false;
    bool crLf = false;
    bool cr = false;
    const char* p = begin;
    if (p < end) {
        m_lineStarts.push_back(0);
    }
    const bool anyCr = p < end && std::memchr(p, '\r', size_t(end - p)) != nullptr;
    if (!anyCr && p < end) { // nearly every file
        m_lineStarts.reserve(size_t(end - p) / 32 + 8);
        while (const void* const found = std::memchr(p, '\n', size_t(end - p))) {
            lf = true;
            p = static_cast<const char*>(found) + 1;
            if (p == end) {
                break;
            }
            m_lineStarts.push_back(p - begin);
        }
        p = end;
    }
    while (p < end) {
        if (!isLineEnd(*p)) {
            ++p;
            continue;
        }
        if (*p == '\n') {
            lf = true;
            ++p;
        } else if (p + 1 < end && p[1] == '\n') {
            crLf = true;
            p += 2;
        } else {
            cr = true;
            ++p;
        }
        if (p < end) {
            m_lineStarts.push_back(p - begin);
        }
    }
    const int kinds = int(lf) + int(crLf) + int(cr);
    if (kinds > 1) {
        m_lineEnding = LineEnding::Mixed;
    } else if (lf) {
        m_lineEnding = LineEnding::Lf;
    } else if (crLf) {
        m_lineEnding = LineEnding::CrLf;
    } else if (cr) {
        m_lineEnding = LineEnding::Cr;
    }
}

bool SourceBuffer::endsWithNewline() const
{
    return !m_bytes.isEmpty() && isLineEnd(m_bytes.back());
}

int SourceBuffer::lineCount() const
{
    return static_cast<int>(m_lineStarts.size());
}

int SourceBuffer::lineOf(qsizetype offset) const
{
    const auto after = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
    return std::max(1, static_cast<int>(after - m_lineStarts.begin()));
}

int SourceBuffer::columnOf(qsizetype offset) const
{
    const qsizetype inside = std::clamp<qsizetype>(offset, 0, m_bytes.size());
    return static_cast<int>(inside - lineRange(lineOf(inside)).begin) + 1;
}

ByteRange SourceBuffer::lineRange(int line) const
{
    if (m_lineStarts.empty()) {
        return {};
    }
    const auto index = static_cast<size_t>(std::clamp(line, 1, lineCount()) - 1);
    const qsizetype begin = m_lineStarts[index];
    const bool last = index + 1 == m_lineStarts.size();
    return {begin, last ? m_bytes.size() : m_lineStarts[index + 1]};
}

std::string_view SourceBuffer::lineText(int line) const
{
    ByteRange range = lineRange(line);
    while (range.end > range.begin && isLineEnd(m_bytes[range.end - 1])) {
        --range.end;
    }
    return view().substr(static_cast<size_t>(range.begin), static_cast<size_t>(range.size()));
}

QByteArray SourceBuffer::newlineAt(qsizetype offset) const
{
    for (int line = lineOf(offset); line >= 1 && line <= lineCount(); --line) {
        const ByteRange range = lineRange(line);
        const auto textSize = static_cast<qsizetype>(lineText(line).size());
        if (textSize < range.size()) {
            return m_bytes.mid(range.begin + textSize, range.size() - textSize);
        }
    }
    return QByteArrayLiteral("\n");
}

QByteArray SourceBuffer::indentAt(qsizetype offset) const
{
    std::string_view text = lineText(lineOf(offset));
    if (m_bom > 0 && lineOf(offset) == 1) {
        text.remove_prefix(static_cast<size_t>(m_bom));
    }
    const size_t length = std::min(text.find_first_not_of(" \t"), text.size());
    return {text.data(), static_cast<qsizetype>(length)};
}

QString SourceBuffer::excerpt(int line, int maxChars) const
{
    std::string_view text = lineText(line);
    if (m_bom > 0 && line <= 1) {
        text.remove_prefix(std::min(static_cast<size_t>(m_bom), text.size()));
    }
    const size_t first = text.find_first_not_of(" \t\f\v");
    if (first == std::string_view::npos || maxChars <= 0) {
        return {};
    }
    text.remove_prefix(first);
    // Four bytes at most per character; what is cut away need not be decoded.
    const QByteArrayView bytes(text.data(),
                               std::min<size_t>(text.size(), size_t(maxChars) * 4 + 4));
    QString result =
        m_encoding == Encoding::Latin1 ? QString::fromLatin1(bytes) : QString::fromUtf8(bytes);
    result = visibleText(result.trimmed());
    if (result.size() > maxChars) {
        result.truncate(maxChars - 1);
        if (!result.isEmpty() && result.back().isHighSurrogate()) {
            result.chop(1);
        }
        result.append(QChar(0x2026));
    }
    return result;
}

QString SourceBuffer::toDisplay() const
{
    if (m_encoding == Encoding::Utf16Le || m_encoding == Encoding::Utf16Be) {
        QStringDecoder decode(m_encoding == Encoding::Utf16Le ? QStringDecoder::Utf16LE
                                                              : QStringDecoder::Utf16BE);
        const bool mark = m_bytes.startsWith("\xff\xfe") || m_bytes.startsWith("\xfe\xff");
        return decode(QByteArrayView(m_bytes).sliced(mark ? 2 : 0));
    }
    const QByteArrayView text = QByteArrayView(m_bytes).sliced(m_bom);
    return m_encoding == Encoding::Latin1 ? QString::fromLatin1(text) : QString::fromUtf8(text);
}

} // namespace rocport
