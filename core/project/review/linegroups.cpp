#include "core/project/review/reviewsplit.h"

#include "core/text/bytes.h"
#include "core/text/clexer.h"
#include "core/text/cmakelexer.h"
#include "core/text/linediff.h"
#include "core/text/makelines.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QVector>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

enum class GroupWord : quint8 { None, Opens, Divides, Closes };

/// The first word of a line, and where it begins.
QByteArray firstWord(QByteArrayView line, qsizetype* indent = nullptr)
{
    qsizetype at = 0;
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) {
        ++at;
    }
    if (indent != nullptr) {
        *indent = at;
    }
    qsizetype end = at;
    while (end < line.size() &&
           (isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_')) {
        ++end;
    }
    return line.sliced(at, end - at).toByteArray();
}

using Names = std::initializer_list<std::string_view>;

GroupWord wordAmong(std::string_view word, Names opens, Names divides, Names closes)
{
    const auto isIn = [word](Names names) {
        return std::find(names.begin(), names.end(), word) != names.end();
    };
    return isIn(opens)     ? GroupWord::Opens
           : isIn(divides) ? GroupWord::Divides
           : isIn(closes)  ? GroupWord::Closes
                           : GroupWord::None;
}

/// The lines of places in a text, from 0, as diffLines() counts them. Asked for in ascending order.
class GroupLines
{
public:
    explicit GroupLines(const QByteArray& text)
        : m_lines(linesOf(text, LineEnds::Any)), m_text(text)
    {
    }
    int lineOf(size_t place)
    {
        while (m_at + 1 < m_lines.size() &&
               m_lines[m_at + 1].data() - m_text.data() <= static_cast<qsizetype>(place)) {
            ++m_at;
        }
        return static_cast<int>(m_at);
    }

private:
    QVector<QByteArrayView> m_lines;
    QByteArrayView m_text;
    qsizetype m_at = 0;
};

/// Takes lines that open, divide and close, in order.
class GroupStack
{
public:
    void take(GroupWord word, int line)
    {
        if (word == GroupWord::Opens) {
            m_open.append(m_groups.size());
            m_groups.append({{line}, -1});
        } else if (word == GroupWord::Divides && !m_open.isEmpty()) {
            m_groups[m_open.last()].marks.append(line);
        } else if (word == GroupWord::Closes && !m_open.isEmpty()) {
            m_groups[m_open.takeLast()].last = line;
        }
    }
    [[nodiscard]] QVector<LineGroup> finished()
    {
        m_groups.removeIf([](const LineGroup& group) { return group.last < 0; });
        return std::move(m_groups);
    }

private:
    QVector<LineGroup> m_groups;
    QVector<qsizetype> m_open;
};

QVector<LineGroup> groupsOfC(const QByteArray& text)
{
    GroupStack stack;
    const std::string_view source = viewOf(text);
    const std::vector<CToken> tokens = lexC(source);
    GroupLines lines(text);
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].kind == CTokenKind::Directive) {
            stack.take(wordAmong(tokens[i + 1].text(source), {"if", "ifdef", "ifndef"},
                                 {"else", "elif", "elifdef", "elifndef"}, {"endif"}),
                       lines.lineOf(tokens[i].begin));
        }
    }
    return stack.finished();
}

QVector<LineGroup> groupsOfCMake(const QByteArray& text)
{
    GroupStack stack;
    GroupLines lines(text);
    CMakeLexer lexer(viewOf(text));
    for (CMakeCall call; lexer.next(call);) {
        stack.take(wordAmong(call.name, {"if", "foreach", "while", "function", "macro"},
                             {"else", "elseif"},
                             {"endif", "endforeach", "endwhile", "endfunction", "endmacro"}),
                   lines.lineOf(static_cast<size_t>(call.range.begin)));
    }
    return stack.finished();
}

QVector<LineGroup> groupsOfMake(const QByteArray& text)
{
    GroupStack stack;
    GroupLines lines(text);
    MakeLineReader reader(viewOf(text));
    for (MakeLogicalLine line; reader.next(line);) {
        if (line.kind == MakeLogicalLine::Kind::Conditional) {
            stack.take(
                wordAmong(line.word, {"ifdef", "ifndef", "ifeq", "ifneq"}, {"else"}, {"endif"}),
                lines.lineOf(static_cast<size_t>(line.range.begin)));
        }
    }
    return stack.finished();
}

/// Meson and shell, by the first words of lines.
QVector<LineGroup> groupsOfWords(const QByteArray& text, bool isShell)
{
    GroupStack stack;
    int line = 0;
    for (const QByteArrayView bytes : linesOf(text, LineEnds::Any)) {
        const QByteArray first = firstWord(bytes);
        GroupWord word = isShell ? wordAmong(viewOf(first), {"if", "for", "while", "until"},
                                             {"elif", "else"}, {"fi", "done"})
                                 : wordAmong(viewOf(first), {"if", "foreach"}, {"elif", "else"},
                                             {"endif", "endforeach"});
        if (isShell && word == GroupWord::Opens &&
            (bytes.contains("; fi") || bytes.contains("; done"))) {
            word = GroupWord::None;
        }
        stack.take(word, line++);
    }
    return stack.finished();
}

/// Follows strings and brackets over the lines of Python, roughly: what counts is which lines begin
/// a statement.
class PythonLines
{
public:
    /// Whether `line` begins a statement; it is taken.
    bool take(QByteArrayView line)
    {
        const bool begins = m_depth == 0 && m_quote.isEmpty() && !m_continued;
        m_continued = false;
        for (qsizetype i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (!m_quote.isEmpty()) {
                if (c == '\\') {
                    ++i;
                } else if (line.sliced(i).startsWith(m_quote)) {
                    i += m_quote.size() - 1;
                    m_quote.clear();
                }
            } else if (c == '#') {
                break;
            } else if (c == '"' || c == '\'') {
                const QByteArray three(3, c);
                m_quote = line.sliced(i).startsWith(three) ? three : QByteArray(1, c);
                i += m_quote.size() - 1;
            } else if (c == '(' || c == '[' || c == '{') {
                ++m_depth;
            } else if (c == ')' || c == ']' || c == '}') {
                m_depth = std::max(0, m_depth - 1);
            }
        }
        if (m_quote.size() == 1) {
            m_quote.clear(); // ends with its line
        }
        m_continued = line.trimmed().endsWith('\\');
        return begins;
    }

private:
    int m_depth = 0;
    bool m_continued = false;
    QByteArray m_quote;
};

QVector<LineGroup> groupsOfPython(const QByteArray& text)
{
    struct Open
    {
        qsizetype group = 0;
        qsizetype indent = 0;
    };
    QVector<LineGroup> groups;
    QVector<Open> open;
    PythonLines lines;
    int line = -1;
    int lastCode = 0;
    for (const QByteArrayView bytes : linesOf(text, LineEnds::Any)) {
        ++line;
        const bool begins = lines.take(bytes);
        const QByteArrayView trimmed = bytes.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#')) {
            continue;
        }
        if (begins) {
            qsizetype indent = 0;
            const QByteArray word = firstWord(bytes, &indent);
            const bool divides =
                word == "else" || word == "elif" || word == "except" || word == "finally";
            while (!open.isEmpty() &&
                   (open.last().indent > indent || (open.last().indent == indent && !divides))) {
                groups[open.takeLast().group].last = lastCode;
            }
            if (divides && !open.isEmpty() && open.last().indent == indent) {
                groups[open.last().group].marks.append(line);
            } else if (word == "if" || word == "for" || word == "while" || word == "try" ||
                       word == "with") {
                open.append({groups.size(), indent});
                groups.append({{line}, line});
            }
        }
        lastCode = line;
    }
    while (!open.isEmpty()) {
        groups[open.takeLast().group].last = lastCode;
    }
    return groups;
}

} // namespace

QVector<LineGroup> lineGroups(const QByteArray& text, Language language)
{
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        return groupsOfC(text);
    case Language::Python:
        return groupsOfPython(text);
    case Language::CMake:
        return groupsOfCMake(text);
    case Language::Make:
        return groupsOfMake(text);
    case Language::Meson:
    case Language::Shell:
        return groupsOfWords(text, language == Language::Shell);
    default:
        return {};
    }
}

} // namespace rocport
