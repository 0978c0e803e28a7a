#include "core/text/blanks.h"

#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

bool isAnyBlank(char c)
{
    return isLineBlank(c) || c == '\n' || c == '\f' || c == '\v';
}

/// Goes through what is left of a line without its blanks, byte by byte.
class PlainBytes
{
public:
    explicit PlainBytes(QByteArrayView line) : m_at(line.data()), m_end(line.data() + line.size())
    {
        while (m_end > m_at && isAnyBlank(m_end[-1])) {
            --m_end;
        }
    }

    /// The next byte; -1: there is none.
    int next()
    {
        bool blank = false; // before the next byte
        while (m_quote == '\0' && m_at < m_end && isAnyBlank(*m_at)) {
            blank = true;
            ++m_at;
        }
        if (m_at == m_end) {
            return -1;
        }
        const char c = *m_at;
        if (blank && isUtf8WordByte(m_last) && isUtf8WordByte(c)) {
            m_last = ' ';
            return ' ';
        }
        ++m_at;
        m_last = c;
        if (m_escaped) {
            m_escaped = false;
        } else if (m_quote == '\0') {
            m_quote = c == '"' || c == '\'' ? c : '\0';
        } else if (c == '\\') {
            m_escaped = true;
        } else if (c == m_quote) {
            m_quote = '\0';
        }
        return static_cast<unsigned char>(c);
    }

private:
    const char* m_at;
    const char* m_end;
    char m_last = '\0';
    char m_quote = '\0';    ///< that is open
    bool m_escaped = false; ///< the next byte of what it holds
};

/// A line without its line end, in three.
struct DividedLine
{
    QByteArrayView leading;
    QByteArrayView text; ///< begins and ends with something else than a blank
    QByteArrayView trailing;
};

DividedLine dividedLine(QByteArrayView line)
{
    if (line.endsWith('\r')) {
        line.chop(1);
    }
    qsizetype end = line.size();
    while (end > 0 && isAnyBlank(line[end - 1])) {
        --end;
    }
    qsizetype begin = 0;
    while (begin < end && isAnyBlank(line[begin])) {
        ++begin;
    }
    return {line.first(begin), line.sliced(begin, end - begin), line.sliced(end)};
}

bool isCFamily(Language language)
{
    return language == Language::Cpp || language == Language::Cuda || language == Language::Hip;
}

bool countsLeading(Language language)
{
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
    case Language::CMake:
    case Language::Shell:
    case Language::Toml:
    case Language::Requirements:
    case Language::Dockerfile:
    case Language::Json:
    case Language::Meson:
        return false;
    default:
        return true;
    }
}

bool countsTrailing(Language language)
{
    return language == Language::Make || language == Language::Yaml ||
           language == Language::Markdown;
}

/// Whether a backslash inside of either quote keeps the next byte from closing it, and means
/// nothing outside.
bool hasPlainQuotes(Language language)
{
    return language == Language::Python || language == Language::Json ||
           language == Language::Notebook || language == Language::Meson;
}

/// Whether `c` may begin text that is taken as it is, in a language without plain quotes.
bool mayQuote(char c, Language language)
{
    return c == '"' || c == '\'' || c == '`' || c == '\\' ||
           (c == '[' && language == Language::CMake); // a bracket argument
}

/// One space for every run of blanks before the first byte that may quote what follows; in the
/// languages of hasPlainQuotes() also after a closed quote. Plain text of YAML stays as it is.
QByteArray oneBlankEach(QByteArrayView text, Language language)
{
    if (language == Language::Yaml) {
        return text.toByteArray();
    }
    const bool plain = hasPlainQuotes(language);
    QByteArray result;
    result.reserve(text.size());
    char quote = '\0';
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == '\0' && isAnyBlank(c)) {
            if (i == 0 || !isAnyBlank(text[i - 1])) {
                result += ' ';
            }
            continue;
        }
        if (!plain && mayQuote(c, language)) {
            result += text.sliced(i);
            return result;
        }
        result += c;
        if (quote != '\0' && c == '\\' && i + 1 < text.size()) {
            result += text[++i];
        } else if (quote != '\0' && c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
            quote = c;
        }
    }
    return result;
}

/// The same of a comment, in which nothing is quoted.
QByteArray oneBlankEach(std::string_view comment)
{
    return QByteArray(comment.data(), static_cast<qsizetype>(comment.size())).simplified();
}

bool isWord(const CToken& token)
{
    return token.kind == CTokenKind::Identifier || token.kind == CTokenKind::Number;
}

bool isQuoted(const CToken& token)
{
    return token.kind == CTokenKind::String || token.kind == CTokenKind::Character;
}

/// Whether a blank between token `at` and the one before may come or go, given that both versions
/// have the same tokens.
bool isIdleGap(const std::vector<CToken>& tokens, std::string_view text, size_t at)
{
    const CToken& before = tokens[at - 1];
    const CToken& token = tokens[at];
    if ((isWord(before) && isQuoted(token)) || (isQuoted(before) && isWord(token))) {
        return false; // a prefix or a suffix of the literal
    }
    const bool macro = at >= 3 && tokens[at - 3].kind == CTokenKind::Directive &&
                       tokens[at - 2].text(text) == "define";
    return !macro; // what follows the name may be parameters
}

/// What stands in front of token `at`, or of the end: blanks, and what is no part of any token.
std::string_view gapBefore(const std::vector<CToken>& tokens, std::string_view text, size_t at)
{
    const size_t begin = at > 0 ? tokens[at - 1].end : 0;
    const size_t end = at < tokens.size() ? tokens[at].begin : text.size();
    return text.substr(begin, end - begin);
}

bool isSameToken(const CToken& left, std::string_view a, const CToken& right, std::string_view b)
{
    if (left.kind != right.kind) {
        return false;
    }
    return left.kind == CTokenKind::Comment
               ? oneBlankEach(left.text(a)) == oneBlankEach(right.text(b))
               : left.text(a) == right.text(b);
}

bool hasSameTokens(QByteArrayView left, QByteArrayView right)
{
    const std::string_view a = viewOf(left);
    const std::string_view b = viewOf(right);
    const std::vector<CToken> tokens = lexC(a);
    const std::vector<CToken> others = lexC(b);
    if (tokens.size() != others.size()) {
        return false;
    }
    for (size_t i = 0; i <= tokens.size(); ++i) {
        if (i < tokens.size() && !isSameToken(tokens[i], a, others[i], b)) {
            return false;
        }
        const std::string_view gap = gapBefore(tokens, a, i);
        const std::string_view other = gapBefore(others, b, i);
        if (gap == other) {
            continue;
        }
        const bool comes = gap.empty() != other.empty();
        const bool idle = i == 0 || i == tokens.size() || isIdleGap(tokens, a, i);
        if (!isBlankLine(gap) || !isBlankLine(other) || (comes && !idle)) {
            return false;
        }
    }
    return true;
}

} // namespace

QByteArray withoutBlanks(QByteArrayView line)
{
    QByteArray result(line.size(), Qt::Uninitialized);
    char* const data = result.data();
    qsizetype size = 0;
    PlainBytes bytes(line);
    for (int c = bytes.next(); c >= 0; c = bytes.next()) {
        data[size++] = static_cast<char>(c);
    }
    result.truncate(size);
    return result;
}

bool isSameWithoutBlanks(QByteArrayView left, QByteArrayView right)
{
    PlainBytes a(left);
    PlainBytes b(right);
    int c = a.next();
    while (c >= 0 && c == b.next()) {
        c = a.next();
    }
    return c < 0 && b.next() < 0;
}

bool isSameButBlanks(QByteArrayView left, QByteArrayView right, Language language)
{
    const DividedLine a = dividedLine(left);
    const DividedLine b = dividedLine(right);
    if (countsLeading(language) && a.leading != b.leading) {
        return false;
    }
    // After a backslash a blank decides whether the line goes on.
    const bool exactEnd = countsTrailing(language) || a.text.endsWith('\\');
    if (exactEnd && a.trailing != b.trailing) {
        return false;
    }
    return a.text == b.text ||
           (isCFamily(language) ? hasSameTokens(a.text, b.text)
                                : oneBlankEach(a.text, language) == oneBlankEach(b.text, language));
}

bool isBlankLine(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(), isAnyBlank);
}

bool isIdleLine(QByteArrayView line, Language language)
{
    switch (language) {
    case Language::Markdown:
    case Language::Yaml:
        return false;
    case Language::Make:
        return !line.contains('\t') && isBlankLine(line);
    default:
        return isBlankLine(line);
    }
}

} // namespace rocport
