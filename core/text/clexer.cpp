#include "core/text/clexer.h"

#include "core/base/cancelscope.h"
#include "core/text/charclass.h"

#include <array>
#include <cstring>
#include <limits>

namespace rocport {

namespace {

class Lexer
{
public:
    explicit Lexer(std::string_view source)
        : m_begin(source.data()), m_at(m_begin), m_end(m_begin + source.size())
    {
        m_tokens.reserve(source.size() / 4 + 16);
    }

    std::vector<CToken> run()
    {
        if (m_end - m_at >= 3 && std::memcmp(m_at, "\xef\xbb\xbf", 3) == 0) {
            m_at += 3;
        }
        CancelLook isCancelled;
        while (m_at < m_end && !isCancelled()) {
            next();
        }
        return std::move(m_tokens);
    }

private:
    enum class Mode : unsigned char { Code, DirectiveName, HeaderName, Text };

    void next();
    void newline();
    void identifier();
    void number();
    void string(const char* begin, bool spliced);
    bool rawString(const char* begin, const char* quote);
    void quoted(const char* begin, char quote, CTokenKind kind, bool spliced);
    bool comment();
    void punctuator();
    void directiveText();
    bool headerName();
    void directiveName(const CToken& token);

    /// The byte at `p` after splices; sets m_sawSplice when there were any.
    const char* logical(const char* p)
    {
        if (p < m_end && *p == '\\') [[unlikely]] {
            const char* const q = afterSplices(p, m_end);
            m_sawSplice |= q != p;
            return q;
        }
        return p;
    }

    void push(CTokenKind kind, const char* begin, const char* end, bool spliced = false,
              bool unterminated = false)
    {
        CToken token;
        token.kind = kind;
        token.inDirective = m_inDirective;
        token.spliced = spliced;
        token.unterminated = unterminated;
        token.begin = static_cast<quint32>(begin - m_begin);
        token.end = static_cast<quint32>(end - m_begin);
        m_tokens.push_back(token);
        m_at = end;
    }

    const char* m_begin;
    const char* m_at;
    const char* m_end;
    std::vector<CToken> m_tokens;
    bool m_lineStart = true;
    bool m_inDirective = false;
    bool m_sawSplice = false;
    Mode m_mode = Mode::Code;
};

void Lexer::next()
{
    const unsigned char kind = classOf(*m_at);
    if (kind == ClassBlank) {
        ++m_at;
        return;
    }
    if (kind == ClassNewline) {
        newline();
        return;
    }
    if (kind == ClassBackslash) {
        const char* const after = afterSplices(m_at, m_end);
        if (after != m_at) {
            m_at = after;
            return;
        }
    }
    if (kind == ClassSlash && comment()) {
        return;
    }
    if (m_mode == Mode::Text) {
        directiveText();
        return;
    }
    if (m_mode == Mode::HeaderName && headerName()) {
        return;
    }
    if (m_mode == Mode::DirectiveName && kind != ClassIdentifier) {
        m_mode = Mode::Code;
    }

    switch (kind) {
    case ClassIdentifier:
        identifier();
        break;
    case ClassDigit:
        number();
        break;
    case ClassString:
        string(m_at, false);
        break;
    case ClassCharacter:
        quoted(m_at, '\'', CTokenKind::Character, false);
        break;
    case ClassSlash:
    case ClassPunctuator:
        punctuator();
        break;
    default:
        push(CTokenKind::Unknown, m_at, m_at + 1);
        break;
    }
    m_lineStart = false;
}

void Lexer::newline()
{
    const bool pair = *m_at == '\r' && m_at + 1 < m_end && m_at[1] == '\n';
    m_inDirective = false;
    m_mode = Mode::Code;
    push(CTokenKind::Newline, m_at, m_at + (pair ? 2 : 1));
    m_lineStart = true;
}

void Lexer::identifier()
{
    const char* const begin = m_at;
    const char* end = m_at + 1;
    bool spliced = false;
    for (;;) {
        while (end < m_end && isIdentifierByte(*end)) {
            ++end;
        }
        if (end >= m_end || *end != '\\') {
            [[likely]] break;
        }
        const char* const after = afterSplices(end, m_end);
        if (after != end) {
            if (after < m_end && isIdentifierByte(*after)) {
                spliced = true;
                end = after + 1;
                continue;
            }
            break;
        }
        // A universal character name is part of the identifier.
        const int digits = m_end - end < 2 ? 0 : end[1] == 'u' ? 4 : end[1] == 'U' ? 8 : 0;
        bool named = digits > 0 && m_end - end >= digits + 2;
        for (int i = 0; named && i < digits; ++i) {
            named = isHexDigit(end[2 + i]);
        }
        if (!named) {
            break;
        }
        end += digits + 2;
    }

    // At most two bytes and an 'R' make a literal prefix; splices inside only make it longer.
    if (end - begin <= 3 || spliced) {
        m_sawSplice = spliced;
        const char* const quote = logical(end);
        if (quote < m_end && (*quote == '"' || *quote == '\'')) {
            CToken prefix;
            prefix.spliced = spliced;
            prefix.begin = static_cast<quint32>(begin - m_begin);
            prefix.end = static_cast<quint32>(end - m_begin);
            std::string storage;
            const std::string_view source(m_begin, size_t(m_end - m_begin));
            std::string_view name = spelling(prefix, source, storage);
            const bool raw = *quote == '"' && !name.empty() && name.back() == 'R';
            if (raw) {
                name.remove_suffix(1);
            }
            const bool known =
                name.empty() ? raw : name == "L" || name == "u" || name == "U" || name == "u8";
            if (known && raw && rawString(begin, quote)) {
                return;
            }
            if (known && !raw) {
                m_at = quote;
                if (*quote == '"') {
                    string(begin, m_sawSplice);
                } else {
                    quoted(begin, '\'', CTokenKind::Character, m_sawSplice);
                }
                return;
            }
        }
    }
    push(CTokenKind::Identifier, begin, end, spliced);
    if (m_mode == Mode::DirectiveName) {
        directiveName(m_tokens.back());
    }
}

void Lexer::directiveName(const CToken& token)
{
    std::string storage;
    const std::string_view name = spelling(token, {m_begin, size_t(m_end - m_begin)}, storage);
    if (name == "include" || name == "include_next" || name == "import") {
        m_mode = Mode::HeaderName;
    } else if (name == "error" || name == "warning") {
        m_mode = Mode::Text;
    } else {
        m_mode = Mode::Code;
    }
}

void Lexer::number()
{
    const char* const begin = m_at;
    const char* end = m_at + 1;
    char last = *begin;
    m_sawSplice = false;
    for (;;) {
        bool splicedBefore = m_sawSplice;
        const char* const p = logical(end);
        if (p >= m_end) {
            m_sawSplice = splicedBefore;
            break;
        }
        const char c = *p;
        const bool exponent = last == 'e' || last == 'E' || last == 'p' || last == 'P';
        if (isIdentifierByte(c) || c == '.' || ((c == '+' || c == '-') && exponent)) {
            last = c;
            end = p + 1;
            continue;
        }
        if (c == '\'') {
            const char* const q = logical(p + 1);
            if (q < m_end && isIdentifierByte(*q)) {
                last = *q;
                end = q + 1;
                continue;
            }
        }
        m_sawSplice = splicedBefore; // splices after the last byte are not part of the number
        break;
    }
    push(CTokenKind::Number, begin, end, m_sawSplice);
}

void Lexer::string(const char* begin, bool spliced)
{
    quoted(begin, '"', CTokenKind::String, spliced);
}

/// From the opening quote at m_at; the token begins at `begin` (its prefix). Ends at the line's end
/// when it is not closed there.
void Lexer::quoted(const char* begin, char quote, CTokenKind kind, bool spliced)
{
    const char* p = m_at + 1;
    bool closed = false;
    while (p < m_end) {
        const char c = *p;
        if (c == quote) {
            ++p;
            closed = true;
            break;
        }
        if (c == '\\') {
            const char* const after = afterSplices(p, m_end);
            if (after != p) {
                spliced = true;
                p = after;
                continue;
            }
            ++p;
            // "\<splice>n" is an escape too.
            const char* const escaped = afterSplices(p, m_end);
            spliced |= escaped != p;
            p = escaped;
            if (p < m_end && classOf(*p) != ClassNewline) {
                ++p;
            }
            continue;
        }
        if (classOf(c) == ClassNewline) {
            break;
        }
        ++p;
    }
    if (closed && p < m_end && classOf(*p) == ClassIdentifier) { // suffix of a user-defined literal
        while (p < m_end && isIdentifierByte(*p)) {
            ++p;
        }
    }
    push(kind, begin, p, spliced, !closed);
}

bool Lexer::rawString(const char* begin, const char* quote)
{
    const char* const delimiter = quote + 1;
    const char* open = delimiter;
    while (open < m_end && *open != '(') {
        const unsigned char kind = classOf(*open);
        if (open - delimiter >= 16 || *open == ')' || *open == '"' || kind == ClassBackslash ||
            kind == ClassBlank || kind == ClassNewline || *open == '\0') {
            return false; // no raw string: read as a name and an ordinary string
        }
        ++open;
    }
    if (open >= m_end) {
        return false;
    }
    const auto length = size_t(open - delimiter);
    const char* p = open + 1;
    while (p < m_end) {
        p = static_cast<const char*>(std::memchr(p, ')', size_t(m_end - p)));
        if (!p) {
            break;
        }
        ++p;
        if (size_t(m_end - p) > length && std::memcmp(p, delimiter, length) == 0 &&
            p[length] == '"') {
            const char* end = p + length + 1;
            if (end < m_end && classOf(*end) == ClassIdentifier) {
                while (end < m_end && isIdentifierByte(*end)) {
                    ++end;
                }
            }
            push(CTokenKind::String, begin, end);
            return true;
        }
    }
    push(CTokenKind::String, begin, m_end, false, true);
    return true;
}

bool Lexer::comment()
{
    m_sawSplice = false;
    const char* const second = logical(m_at + 1);
    if (second >= m_end || (*second != '/' && *second != '*')) {
        return false;
    }
    bool spliced = m_sawSplice;
    const char* p = second + 1;
    if (*second == '/') {
        for (; p < m_end; ++p) {
            const unsigned char kind = classOf(*p);
            if (kind == ClassNewline) {
                break;
            }
            if (kind == ClassBackslash) {
                const char* const after = afterSplices(p, m_end);
                if (after != p) {
                    spliced = true;
                    p = after - 1;
                }
            }
        }
        push(CTokenKind::Comment, m_at, p, spliced);
        return true;
    }
    while (p < m_end) {
        p = static_cast<const char*>(std::memchr(p, '*', size_t(m_end - p)));
        if (!p) {
            break;
        }
        ++p;
        const char* const slash = afterSplices(p, m_end);
        if (slash < m_end && *slash == '/') {
            push(CTokenKind::Comment, m_at, slash + 1, spliced || slash != p);
            return true;
        }
    }
    push(CTokenKind::Comment, m_at, m_end, spliced, true);
    return true;
}

/// The rest of an #error or #warning line, up to a comment.
void Lexer::directiveText()
{
    const char* const begin = m_at;
    const char* p = begin;
    const char* lastInk = begin;
    bool spliced = false;
    while (p < m_end) {
        const unsigned char kind = classOf(*p);
        if (kind == ClassNewline) {
            break;
        }
        if (kind == ClassSlash && p > begin) {
            const char* const second = afterSplices(p + 1, m_end);
            if (second < m_end && (*second == '/' || *second == '*')) {
                break;
            }
        }
        if (kind == ClassBackslash) {
            const char* const after = afterSplices(p, m_end);
            if (after != p) {
                spliced = true;
                p = after;
                continue;
            }
        }
        ++p;
        if (kind != ClassBlank) {
            lastInk = p;
        }
    }
    push(CTokenKind::DirectiveText, begin, lastInk, spliced);
    m_at = p;
}

bool Lexer::headerName()
{
    m_mode = Mode::Code;
    const char close = *m_at == '<' ? '>' : *m_at == '"' ? '"' : '\0';
    if (close == '\0') {
        return false;
    }
    const char* p = m_at + 1;
    bool spliced = false;
    while (p < m_end && classOf(*p) != ClassNewline) {
        if (*p == close) {
            push(CTokenKind::HeaderName, m_at, p + 1, spliced);
            m_lineStart = false;
            return true;
        }
        const char* const after = *p == '\\' ? afterSplices(p, m_end) : p;
        spliced |= after != p;
        p = after != p ? after : p + 1;
    }
    push(CTokenKind::HeaderName, m_at, p, spliced, true);
    m_lineStart = false;
    return true;
}

/// How many bytes of `s` (the logical text at a punctuator, at most four) its longest match takes.
int punctuatorLength(const char* s, int available)
{
    const auto at = [&](int i) { return i < available ? s[i] : '\0'; };
    const char a = s[0];
    const char b = at(1);
    const char c = at(2);
    switch (a) {
    case '<':
        if (b == '<') {
            return c == '<' || c == '=' ? 3 : 2;
        }
        if (b == '=') {
            return c == '>' ? 3 : 2;
        }
        if (b == ':') { // "<::" is '<' and "::" unless ':' or '>' follows
            return c == ':' && at(3) != ':' && at(3) != '>' ? 1 : 2;
        }
        return b == '%' ? 2 : 1;
    case '>':
        if (b == '>') {
            return c == '>' || c == '=' ? 3 : 2;
        }
        return b == '=' ? 2 : 1;
    case ':':
        return b == ':' || b == '>' ? 2 : 1;
    case '%':
        if (b == ':') {
            return c == '%' && at(3) == ':' ? 4 : 2;
        }
        return b == '=' || b == '>' ? 2 : 1;
    case '-':
        if (b == '>') {
            return c == '*' ? 3 : 2;
        }
        return b == '-' || b == '=' ? 2 : 1;
    case '.':
        if (b == '.' && c == '.') {
            return 3;
        }
        return b == '*' ? 2 : 1;
    case '+':
    case '&':
    case '|':
        return b == a || b == '=' ? 2 : 1;
    case '*':
    case '/':
    case '^':
    case '!':
    case '=':
        return b == '=' ? 2 : 1;
    case '#':
        return b == '#' ? 2 : 1;
    default:
        return 1;
    }
}

void Lexer::punctuator()
{
    const char a = *m_at;
    // Brackets, separators and the like stand alone.
    if (a == '(' || a == ')' || a == ',' || a == ';' || a == '{' || a == '}' || a == '[' ||
        a == ']' || a == '~' || a == '?') {
        push(CTokenKind::Punctuator, m_at, m_at + 1);
        return;
    }

    char text[4] = {a, 0, 0, 0};
    std::array<const char*, 4> ends = {m_at + 1, nullptr, nullptr, nullptr};
    int count = 1;
    m_sawSplice = false;
    std::array<bool, 4> spliced = {false, false, false, false};
    while (count < 4) {
        const char* const p = logical(ends[size_t(count - 1)]);
        if (p >= m_end) {
            break;
        }
        const unsigned char kind = classOf(*p);
        if (a == '.' && count == 1 && kind == ClassDigit) {
            number();
            return;
        }
        if (kind != ClassPunctuator) {
            break;
        }
        text[count] = *p;
        ends[size_t(count)] = p + 1;
        spliced[size_t(count)] = m_sawSplice;
        ++count;
    }
    const int length = punctuatorLength(text, count);
    const auto last = size_t(length - 1);
    const bool hash = (length == 1 && a == '#') || (length == 2 && a == '%' && text[1] == ':');
    if (hash && m_lineStart && !m_inDirective) {
        m_inDirective = true;
        m_mode = Mode::DirectiveName;
        push(CTokenKind::Directive, m_at, ends[last], spliced[last]);
        return;
    }
    push(CTokenKind::Punctuator, m_at, ends[last], spliced[last]);
}

} // namespace

std::vector<CToken> lexC(std::string_view source)
{
    return Lexer(source.substr(0, std::numeric_limits<quint32>::max())).run();
}

} // namespace rocport
