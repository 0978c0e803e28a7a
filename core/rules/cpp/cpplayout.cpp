#include "core/rules/cpp/cpplayout.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbreaks.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr size_t kMostTokens = 400; ///< of a statement

QByteArrayView trimmedEnd(QByteArrayView line)
{
    while (!line.isEmpty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r' ||
                               line.back() == '\n')) {
        line.chop(1);
    }
    return line;
}

/// Characters.
int widthOf(QByteArrayView text)
{
    return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

/// A line without its end and without the backslash that joins it to the next one.
QByteArrayView content(QByteArrayView line)
{
    line = trimmedEnd(line);
    if (line.endsWith('\\')) {
        line = trimmedEnd(line.chopped(1));
    }
    return line;
}

QVector<QByteArrayView> linesOf(QByteArrayView text)
{
    QVector<QByteArrayView> lines;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype end = text.indexOf('\n', at);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.append(text.sliced(at, next - at));
        at = next;
    }
    return lines;
}

class Layout
{
public:
    Layout(const QByteArray& original, const CppStyle& style) : m_style(style)
    {
        for (const QByteArrayView line : linesOf(original)) {
            m_original.insert(content(line).toByteArray());
        }
    }
    /// Code without directives that go on over several lines.
    [[nodiscard]] QByteArray code(const QByteArray& text, int limit) const;
    [[nodiscard]] QByteArray statements(const QByteArray& text, int limit) const;
    /// All that is there.
    [[nodiscard]] QByteArray all(const QByteArray& text) const;

private:
    [[nodiscard]] bool isTooLong(QByteArrayView line, int limit) const
    {
        const QByteArrayView shown = content(line);
        return shown.size() > limit && widthOf(shown) > limit &&
               !m_original.contains(shown.toByteArray());
    }
    [[nodiscard]] bool anyTooLong(QByteArrayView text, int limit) const
    {
        const QVector<QByteArrayView> lines = linesOf(text);
        return std::any_of(lines.begin(), lines.end(),
                           [&](QByteArrayView line) { return isTooLong(line, limit); });
    }
    [[nodiscard]] QByteArray macro(const QByteArray& text) const;
    bool add(QByteArray& text, const std::vector<LayoutToken>& parts, int column, int limit) const;
    [[nodiscard]] std::optional<QByteArray> statement(const QByteArray& text,
                                                      const std::vector<CToken>& tokens,
                                                      size_t first, size_t end, int limit) const;

    const CppStyle& m_style;
    QSet<QByteArray> m_original; ///< contents of its lines
};

bool isNamePart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80U;
}

/// How many blanks clang-format puts between tokens that stood in two lines.
int blanksBetween(std::string_view left, std::string_view right)
{
    // Behind an operator these would be another token, or no operator's blanks would be seen.
    const char last = left.back();
    const bool follows = left != "return" && (isNamePart(last) || last == ')' || last == ']');
    const bool none = isOneOf(left, {"(", "[", "::", ".", "->", "!", "~"}) ||
                      isOneOf(right, {")", "]", ",", ";", ".", "->"}) ||
                      (follows && isOneOf(right, {"::", "++", "--"}));
    return none ? 0 : 1;
}

/// The tokens first..end of `tokens` with the blanks between them; empty: they hold what is not
/// laid out here.
std::vector<LayoutToken> layoutTokens(std::string_view source, const std::vector<CToken>& tokens,
                                      size_t first, size_t end)
{
    std::vector<LayoutToken> result;
    qsizetype before = tokens[first].begin;
    for (size_t i = first; i < end; ++i) {
        const CToken& token = tokens[i];
        const std::string_view text = token.text(source);
        if (token.kind == CTokenKind::Newline) {
            continue;
        }
        const bool isWord = token.kind == CTokenKind::Identifier ||
                            token.kind == CTokenKind::Number || token.kind == CTokenKind::Character;
        const bool isString = token.kind == CTokenKind::String;
        const bool isBody = text == "{" && i + 1 == end;
        if (token.spliced || token.unterminated || token.inDirective ||
            (!isWord && !isString && token.kind != CTokenKind::Punctuator) ||
            (isOneOf(text, {"{", "}", "<<<", ">>>", "#", "##"}) && !isBody) ||
            text.find('\n') != std::string_view::npos) {
            return {};
        }
        LayoutToken one;
        one.text = text;
        one.kind = isWord     ? LayoutToken::Kind::Word
                   : isString ? LayoutToken::Kind::String
                              : LayoutToken::Kind::Other;
        const std::string_view between =
            source.substr(static_cast<size_t>(before), token.begin - static_cast<size_t>(before));
        before = token.end;
        if (between.find('\n') != std::string_view::npos) {
            one.begins = true;
            one.blanks = blanksBetween(result.back().text, text);
        } else {
            one.blanks = static_cast<int>(between.size());
        }
        if (isString && !result.empty() && result.back().kind == LayoutToken::Kind::String) {
            return {}; // how texts of several parts are broken is a setting of its own
        }
        if (text == ">>" && one.blanks == 0) { // the end of two lists of template arguments
            one.text = text.substr(0, 1);
            result.push_back(one);
            one.text = text.substr(1);
        }
        result.push_back(one);
    }
    return result;
}

/// Whether a statement holds a line end where it may be two: macros that are called without a
/// semicolon.
bool mayBeSeveral(const std::vector<LayoutToken>& parts)
{
    int depth = 0;
    const bool loops = parts.front().text == "for";
    for (size_t i = 0; i < parts.size(); ++i) {
        const LayoutToken& one = parts[i];
        depth -= one.kind == LayoutToken::Kind::Close ? 1 : 0;
        const bool last = i + 1 == parts.size();
        if ((one.kind == LayoutToken::Kind::Semicolon && !last && !loops) ||
            (one.begins && depth == 0 && one.kind == LayoutToken::Kind::Word &&
             parts[i - 1].kind == LayoutToken::Kind::Close)) {
            return true;
        }
        depth += one.kind == LayoutToken::Kind::Open ? 1 : 0;
    }
    return false;
}

/// Adds `parts` to `text`, their lines broken from `column` on. False: they cannot be.
bool Layout::add(QByteArray& text, const std::vector<LayoutToken>& parts, int column,
                 int limit) const
{
    std::vector<int> breaks(parts.size(), 0);
    if (parts.size() > 1) {
        const auto found = breakStatement(parts, column, limit, m_style);
        if (!found) {
            return false;
        }
        breaks = *found;
    }
    for (size_t i = 0; i < parts.size(); ++i) {
        if (breaks[i] > 0) {
            text += '\n';
            text += QByteArray(breaks[i], ' ');
        } else if (i > 0) {
            text += QByteArray(parts[i].blanks, ' ');
        }
        text.append(parts[i].text.data(), static_cast<qsizetype>(parts[i].text.size()));
    }
    return true;
}

/// A statement anew; nothing: it stays.
std::optional<QByteArray> Layout::statement(const QByteArray& text,
                                            const std::vector<CToken>& tokens, size_t first,
                                            size_t end, int limit) const
{
    const std::string_view source = viewOf(text);
    const qsizetype from = tokens[first].begin;
    const qsizetype to = tokens[end - 1].end;
    const qsizetype begin = from > 0 ? text.lastIndexOf('\n', from - 1) + 1 : 0;
    const qsizetype newline = text.indexOf('\n', to);
    const qsizetype stop = newline < 0 ? text.size() : newline;
    const QByteArrayView indent = QByteArrayView(text).sliced(begin, from - begin);
    const bool alone = std::all_of(indent.begin(), indent.end(), [](char c) { return c == ' '; }) &&
                       trimmedEnd(QByteArrayView(text).sliced(to, stop - to)).isEmpty();
    const std::string_view word = tokens[first].text(source);
    if (!alone || end - first > kMostTokens ||
        isOneOf(word,
                {"template", "struct", "class", "enum", "union", "namespace", "using", "typedef",
                 "case", "default", "public", "private", "protected", "else", "do", "friend"}) ||
        !anyTooLong(QByteArrayView(text).sliced(begin, stop - begin), limit)) {
        return std::nullopt;
    }
    std::vector<LayoutToken> parts = layoutTokens(source, tokens, first, end);
    if (parts.empty() || !classifyLayout(parts) || mayBeSeveral(parts)) {
        return std::nullopt;
    }
    const int column = static_cast<int>(indent.size());
    const bool asks = isOneOf(word, {"if", "for", "while", "switch"});
    QByteArray result;
    if (!asks || parts.back().text == "{") {
        return add(result, parts, column, limit) ? std::optional(result) : std::nullopt;
    }
    // What is done goes to a line of its own.
    const size_t open = parts.size() > 1 && parts[1].text == "constexpr" ? 2 : 1;
    const auto body = parts.begin() + parts[std::min(open, parts.size() - 1)].partner + 1;
    if (body == parts.begin() || body + 1 >= parts.end() ||
        isOneOf(body->text, {"if", "for", "while", "switch", "do"})) {
        return std::nullopt;
    }
    const std::vector<LayoutToken> head(parts.begin(), body);
    std::vector<LayoutToken> rest(body, parts.end());
    if (!classifyLayout(rest) || !add(result, head, column, limit)) {
        return std::nullopt;
    }
    result += '\n';
    result += QByteArray(column + m_style.indent, ' ');
    return add(result, rest, column + m_style.indent, limit) ? std::optional(result) : std::nullopt;
}

/// The lines of a loop that is done once and stands in one line; empty: it is none, or holds more
/// than plain statements.
QByteArray unfolded(QByteArrayView line, int indent)
{
    constexpr QByteArrayView kBegin = "do { ";
    constexpr QByteArrayView kEnd = "; } while (0);";
    const QByteArrayView shown = trimmedEnd(line);
    const QByteArrayView code = shown.trimmed();
    if (!code.startsWith(kBegin) || !code.endsWith(kEnd) ||
        code.size() < kBegin.size() + kEnd.size()) {
        return {};
    }
    const QByteArray before = shown.first(shown.size() - code.size()).toByteArray();
    const QByteArrayView body = code.sliced(kBegin.size()).chopped(kEnd.size());
    QByteArray result = before + "do {\n";
    QByteArray one;
    int depth = 0;
    for (const char c : body) {
        if (QByteArrayView("{}\"'/#\\").contains(c)) {
            return {};
        }
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        one += c;
        if (c == ';' && depth == 0) {
            result += before + QByteArray(indent, ' ') + one.trimmed() + '\n';
            one.clear();
        }
    }
    return result + before + QByteArray(indent, ' ') + one.trimmed() + ";\n" + before +
           "} while (0);" + line.sliced(shown.size()).toByteArray();
}

QByteArray Layout::code(const QByteArray& text, int limit) const
{
    if (text.contains("; } while (0);")) {
        QByteArray lines;
        for (const QByteArrayView line : linesOf(text)) {
            const QByteArray now =
                isTooLong(line, limit) ? unfolded(line, m_style.indent) : QByteArray();
            lines += now.isEmpty() ? line.toByteArray() : now;
        }
        return statements(lines, limit);
    }
    return statements(text, limit);
}

QByteArray Layout::statements(const QByteArray& text, int limit) const
{
    const std::string_view source = viewOf(text);
    const std::vector<CToken> tokens = lexC(source);
    QByteArray result;
    qsizetype done = 0;
    size_t first = 0;
    int depth = 0; // of round and square brackets
    const auto finish = [&](size_t end) {
        while (first < end && (tokens[first].kind == CTokenKind::Newline ||
                               tokens[first].kind == CTokenKind::Comment)) {
            ++first;
        }
        if (first < end && !isWorkCancelled()) {
            if (const auto now = statement(text, tokens, first, end, limit)) {
                const auto from = static_cast<qsizetype>(tokens[first].begin);
                result += text.sliced(done, from - done) + *now;
                done = static_cast<qsizetype>(tokens[end - 1].end);
            }
        }
        first = end;
        depth = 0;
    };
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].inDirective) {
            finish(i);
            first = i + 1;
            continue;
        }
        const std::string_view word = tokens[i].text(source);
        if (word == "(" || word == "[") {
            ++depth;
        } else if (word == ")" || word == "]") {
            depth = std::max(0, depth - 1);
        } else if ((word == ";" && depth == 0) || word == "{" || word == "}") {
            finish(i + 1);
        }
    }
    return result + text.sliced(done);
}

/// A definition of several lines: its body as code, the backslashes in one column where they were.
QByteArray Layout::macro(const QByteArray& text) const
{
    QVector<QByteArrayView> lines = linesOf(text);
    const int limit = m_style.lineLength - 2; // for the backslash
    if (lines.size() < 2) {
        return text;
    }
    const QByteArray newline = lines.first().endsWith("\r\n") ? "\r\n" : "\n";
    int column = -1; // of the backslashes; -2: of each line its own
    QByteArray body;
    for (const QByteArrayView line : std::as_const(lines)) {
        const QByteArrayView shown = trimmedEnd(line);
        if (shown.endsWith('\\') && shown.size() > 1 && shown.at(shown.size() - 2) != ' ') {
            return text; // a token may go on in the next line
        }
        if (shown.endsWith('\\') && m_original.contains(content(line).toByteArray())) {
            const int here = widthOf(shown) - 1;
            column = column == -1 || column == here ? here : -2;
        }
        if (line.data() != lines.first().data()) {
            body += content(line);
            body += '\n';
        }
    }
    body = code(body, limit);
    QByteArrayList parts{content(lines.first()).toByteArray()};
    for (const QByteArrayView line : linesOf(body)) {
        parts.append(trimmedEnd(line).toByteArray());
    }
    int longest = 0;
    for (qsizetype i = 0; i + 1 < parts.size(); ++i) {
        longest = std::max(longest, widthOf(parts[i]));
    }
    if (column >= 0) {
        column = m_style.backslashes == CppStyle::Backslashes::Left ? longest + 1 : column;
    }
    QByteArray result;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool isLast = i + 1 == parts.size();
        const int blanks = std::max(1, column - widthOf(parts[i]));
        result += parts[i] + (isLast ? QByteArray() : QByteArray(blanks, ' ') + '\\' + newline);
    }
    const QByteArrayView end = lines.last().sliced(trimmedEnd(lines.last()).size());
    return result + end.toByteArray();
}

/// Whether texts or comments go over several lines in which a directive seems to be, or never end.
bool hidesDirectives(const QByteArray& text)
{
    const std::string_view source = viewOf(text);
    const std::vector<CToken> tokens = lexC(source);
    return std::any_of(tokens.begin(), tokens.end(), [&](const CToken& token) {
        if (token.unterminated ||
            (token.kind != CTokenKind::String && token.kind != CTokenKind::Comment)) {
            return token.unterminated;
        }
        const QVector<QByteArrayView> lines =
            linesOf(QByteArrayView(text).sliced(token.begin, token.end - token.begin));
        return lines.size() > 1 &&
               (token.kind == CTokenKind::String ||
                std::any_of(lines.begin(), lines.end(), [](QByteArrayView line) {
                    return line.trimmed().startsWith('#') || trimmedEnd(line).endsWith('\\');
                }));
    });
}

QByteArray Layout::all(const QByteArray& text) const
{
    if (!anyTooLong(text, m_style.lineLength - 2) || hidesDirectives(text)) {
        return text;
    }
    QByteArray result;
    QByteArray plain;
    const QVector<QByteArrayView> lines = linesOf(text);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArrayView start = lines[i].trimmed();
        qsizetype last = i;
        while (start.startsWith('#') && last + 1 < lines.size() &&
               trimmedEnd(lines[last]).endsWith('\\')) {
            ++last;
        }
        if (last == i || !start.sliced(1).trimmed().startsWith("define")) {
            for (; i <= last; ++i) {
                plain += lines[i];
            }
            --i;
            continue;
        }
        QByteArray whole;
        for (; i <= last; ++i) {
            whole += lines[i];
        }
        --i;
        result += code(plain, m_style.lineLength);
        plain.clear();
        result += anyTooLong(whole, m_style.lineLength - 2) ? macro(whole) : whole;
    }
    return result + code(plain, m_style.lineLength);
}

} // namespace

QByteArray layOutCpp(const QByteArray& original, const QByteArray& ported, const CppStyle& style)
{
    if (style.lineLength <= 0) {
        return ported;
    }
    const qsizetype returns = ported.count("\r\n");
    if (returns == 0) {
        return Layout(original, style).all(ported);
    }
    if (returns != ported.count('\n')) {
        return ported; // line ends of both kinds
    }
    QByteArray plain = ported;
    plain.replace("\r\n", "\n");
    QByteArray result = Layout(original, style).all(plain);
    return result.replace("\n", "\r\n");
}

} // namespace rocport
