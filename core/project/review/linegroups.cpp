#include "core/project/review/reviewsplit.h"

#include "core/text/bytes.h"
#include "core/text/clexer.h"
#include "core/text/linecounter.h"

#include <algorithm>

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

GroupWord wordOfLanguage(const QByteArray& word, QByteArrayView line, Language language)
{
    const auto isOneOf = [&word](std::initializer_list<const char*> names) {
        return std::any_of(names.begin(), names.end(),
                           [&word](const char* name) { return word == name; });
    };
    switch (language) {
    case Language::CMake:
        return isOneOf({"if", "foreach", "while", "function", "macro"}) ? GroupWord::Opens
               : isOneOf({"else", "elseif"})                            ? GroupWord::Divides
               : isOneOf({"endif", "endforeach", "endwhile", "endfunction", "endmacro"})
                   ? GroupWord::Closes
                   : GroupWord::None;
    case Language::Make:
        return isOneOf({"ifdef", "ifndef", "ifeq", "ifneq"}) ? GroupWord::Opens
               : isOneOf({"else"})                           ? GroupWord::Divides
               : isOneOf({"endif"})                          ? GroupWord::Closes
                                                             : GroupWord::None;
    case Language::Meson:
        return isOneOf({"if", "foreach"})         ? GroupWord::Opens
               : isOneOf({"elif", "else"})        ? GroupWord::Divides
               : isOneOf({"endif", "endforeach"}) ? GroupWord::Closes
                                                  : GroupWord::None;
    case Language::Shell: {
        const bool closed = line.contains("; fi") || line.contains("; done");
        return isOneOf({"if", "for", "while", "until"}) && !closed ? GroupWord::Opens
               : isOneOf({"elif", "else"})                         ? GroupWord::Divides
               : isOneOf({"fi", "done"})                           ? GroupWord::Closes
                                                                   : GroupWord::None;
    }
    default:
        return GroupWord::None;
    }
}

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
    int line = 0;
    size_t counted = 0;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].kind != CTokenKind::Directive) {
            continue;
        }
        line += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(counted),
                                            source.begin() + tokens[i].begin, '\n'));
        counted = tokens[i].begin;
        const std::string_view word = tokens[i + 1].text(source);
        stack.take(word == "if" || word == "ifdef" || word == "ifndef" ? GroupWord::Opens
                   : word == "else" || word == "elif"                  ? GroupWord::Divides
                   : word == "endif"                                   ? GroupWord::Closes
                                                                       : GroupWord::None,
                   line);
    }
    return stack.finished();
}

QVector<LineGroup> groupsOfLines(const QByteArray& text, Language language)
{
    GroupStack stack;
    int line = 0;
    for (const QByteArray& bytes : text.split('\n')) {
        QByteArray word = firstWord(bytes);
        if (language == Language::CMake) {
            word = word.toLower();
        }
        stack.take(wordOfLanguage(word, bytes, language), line++);
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
    for (const QByteArray& bytes : text.split('\n')) {
        ++line;
        const bool begins = lines.take(bytes);
        const QByteArray trimmed = bytes.trimmed();
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
    case Language::Make:
    case Language::Meson:
    case Language::Shell:
        return groupsOfLines(text, language);
    default:
        return {};
    }
}

} // namespace rocport
