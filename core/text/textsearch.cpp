#include "core/text/textsearch.h"

#include <algorithm>

namespace rocport {

namespace {

// PCRE2 counts the steps of each attempt; a few thousand are plenty for one line of source.
const auto kLimit = QStringLiteral("(*LIMIT_MATCH=20000)");

bool isAscii(QByteArrayView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
}

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c.isMark() || c.isSurrogate();
}

/// Whether a match neither begins nor ends inside a word.
bool isWhole(QStringView line, qsizetype start, qsizetype length)
{
    const qsizetype end = start + length;
    const bool cutBefore = start > 0 && isWord(line[start]) && isWord(line[start - 1]);
    const bool cutAfter = end < line.size() && isWord(line[end - 1]) && isWord(line[end]);
    return !cutBefore && !cutAfter;
}

/// Units of UTF-16 as bytes of UTF-8, for positions that only grow.
class Utf8Offsets
{
public:
    explicit Utf8Offsets(QStringView text) : m_text(text) {}

    qsizetype byteOf(qsizetype unit)
    {
        for (; m_unit < unit; ++m_unit) {
            const char16_t c = m_text[m_unit].unicode();
            const bool surrogate = (c & 0xf800U) == 0xd800U; // two units, four bytes
            m_byte += c < 0x80 ? 1 : c < 0x800 || surrogate ? 2 : 3;
        }
        return m_byte;
    }

private:
    QStringView m_text;
    qsizetype m_unit = 0;
    qsizetype m_byte = 0;
};

} // namespace

Result<TextMatcher> TextMatcher::make(const TextQuery& query)
{
    TextMatcher matcher;
    matcher.m_query = query;
    if (!query.expression) {
        const QByteArray bytes = query.text.toUtf8();
        matcher.m_bytes = query.matchCase ? bytes : QByteArray();
        return matcher;
    }
    QRegularExpression::PatternOptions options = QRegularExpression::UseUnicodePropertiesOption;
    options.setFlag(QRegularExpression::CaseInsensitiveOption, !query.matchCase);
    // By itself first: a parenthesis of its own must not close ours.
    const QRegularExpression plain(kLimit + query.text, options);
    if (!plain.isValid()) {
        return Error{ErrorCode::InvalidArgument, plain.errorString(), query.text};
    }
    matcher.m_pattern = plain;
    if (query.wholeWord) {
        const auto whole = [&](const QString& end) {
            return QRegularExpression(kLimit + QStringLiteral("\\b(?:") + query.text + end,
                                      options);
        };
        matcher.m_pattern = whole(QStringLiteral(")\\b"));
        if (!matcher.m_pattern.isValid()) {
            matcher.m_pattern = whole(QStringLiteral("\n)\\b")); // it ends in a comment
        }
        if (!matcher.m_pattern.isValid()) {
            return Error{ErrorCode::InvalidArgument, matcher.m_pattern.errorString(), query.text};
        }
    }
    return matcher;
}

LineMatches TextMatcher::findIn(const QString& line) const
{
    if (m_query.text.isEmpty() || line.isEmpty()) {
        return {};
    }
    return m_query.expression ? findExpression(line) : findText(line);
}

LineMatches TextMatcher::findInUtf8(QByteArrayView line) const
{
    if (!m_bytes.isEmpty() && line.indexOf(QByteArrayView(m_bytes)) < 0) {
        return {};
    }
    const QString text = QString::fromUtf8(line);
    LineMatches found = findIn(text);
    if (!found.matches.isEmpty() && !isAscii(line)) {
        Utf8Offsets offsets(text);
        for (TextMatch& match : found.matches) {
            const qsizetype end = match.start + match.length;
            match.start = offsets.byteOf(match.start);
            match.length = offsets.byteOf(end) - match.start;
        }
    }
    return found;
}

LineMatches TextMatcher::findText(const QString& line) const
{
    LineMatches found;
    const Qt::CaseSensitivity sensitivity =
        m_query.matchCase ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const qsizetype size = m_query.text.size();
    qsizetype at = line.indexOf(m_query.text, 0, sensitivity);
    while (at >= 0 && found.matches.size() < kMaxMatches) {
        const bool taken = !m_query.wholeWord || isWhole(line, at, size);
        if (taken) {
            found.matches.append({at, size});
        }
        at = line.indexOf(m_query.text, at + (taken ? size : 1), sensitivity);
    }
    found.gaveUp = at >= 0;
    return found;
}

LineMatches TextMatcher::findExpression(const QString& line) const
{
    LineMatches found;
    found.gaveUp = line.size() > kMaxExpressionLine;
    const QString text = found.gaveUp ? line.left(kMaxExpressionLine) : line;
    qsizetype at = 0;
    while (at <= text.size()) {
        const QRegularExpressionMatch match = m_pattern.match(text, at);
        if (!match.isValid()) {
            found.gaveUp = true;
            break;
        }
        if (!match.hasMatch()) {
            break;
        }
        if (found.matches.size() == kMaxMatches) {
            found.gaveUp = true;
            break;
        }
        if (match.capturedLength() > 0) {
            found.matches.append({match.capturedStart(), match.capturedLength()});
            at = match.capturedEnd();
        } else {
            at = std::max(at, match.capturedEnd()) + 1;
        }
    }
    return found;
}

} // namespace rocport
