#include "core/rules/guards/guardparts.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

struct Command
{
    QByteArray name; ///< lower case
    LineSpan lines;
};

/// Commands that open something, and what closes it.
constexpr std::array<std::pair<const char*, const char*>, 6> kPairs = {{
    {"if", "endif"},
    {"foreach", "endforeach"},
    {"while", "endwhile"},
    {"function", "endfunction"},
    {"macro", "endmacro"},
    {"block", "endblock"},
}};

struct Compound
{
    QByteArray name;
    std::vector<LineSpan> marks; ///< opening command, arms, closing command
    [[nodiscard]] LineSpan lines() const { return {marks.front().first, marks.back().last}; }
};

bool isWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Length of "[", "="*n, "[" at `at`, or 0.
qsizetype bracketOpen(const QByteArray& text, qsizetype at)
{
    qsizetype i = at + 1;
    while (i < text.size() && text[i] == '=') {
        ++i;
    }
    return at < text.size() && text[at] == '[' && i < text.size() && text[i] == '[' ? i + 1 - at
                                                                                    : 0;
}

/// The offset after what cannot hold a command: a comment, a bracket or quoted argument; `at` when
/// none begins there.
qsizetype skipOpaque(const QByteArray& text, qsizetype at)
{
    const bool comment = text[at] == '#';
    const qsizetype bracketAt = comment ? at + 1 : at;
    if (const qsizetype open = bracketOpen(text, bracketAt); open > 0) {
        const QByteArray close = ']' + QByteArray(open - 2, '=') + ']';
        const qsizetype end = text.indexOf(close, bracketAt + open);
        return end < 0 ? text.size() : end + close.size();
    }
    if (comment) {
        const qsizetype end = text.indexOf('\n', at);
        return end < 0 ? text.size() : end;
    }
    if (text[at] != '"') {
        return at;
    }
    qsizetype i = at + 1;
    while (i < text.size() && text[i] != '"') {
        i += text[i] == '\\' ? 2 : 1;
    }
    return std::min(i + 1, text.size());
}

std::vector<Command> commandsOf(const SourceBuffer& source)
{
    const QByteArray& text = source.bytes();
    std::vector<Command> commands;
    qsizetype at = source.bomLength();
    while (at < text.size()) {
        const qsizetype after = skipOpaque(text, at);
        if (after != at) {
            at = after;
            continue;
        }
        if (!isWord(text[at])) {
            ++at;
            continue;
        }
        const qsizetype begin = at;
        while (at < text.size() && isWord(text[at])) {
            ++at;
        }
        const QByteArray name = text.mid(begin, at - begin).toLower();
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) {
            ++at;
        }
        if (at >= text.size() || text[at] != '(') {
            continue;
        }
        for (int depth = 0; at < text.size();) {
            const qsizetype next = skipOpaque(text, at);
            if (next != at) {
                at = next;
                continue;
            }
            const char c = text[at];
            at += c == '\\' ? 2 : 1;
            depth += c == '(' ? 1 : (c == ')' ? -1 : 0);
            if (depth == 0) {
                break;
            }
        }
        at = std::min(at, text.size());
        commands.push_back({name, {source.lineOf(begin), source.lineOf(at - 1)}});
    }
    return commands;
}

class CMakePart : public GuardPlaces::Part
{
public:
    explicit CMakePart(const SourceBuffer& source)
        : m_source(source), m_commands(commandsOf(source))
    {
        std::vector<Compound> open;
        for (const Command& command : m_commands) {
            for (const auto& [begin, end] : kPairs) {
                if (command.name == begin) {
                    open.push_back({command.name, {command.lines}});
                } else if (command.name == end && !open.empty() && open.back().name == begin) {
                    open.back().marks.push_back(command.lines);
                    m_compounds.push_back(std::move(open.back()));
                    open.pop_back();
                    break;
                }
            }
            const bool arm = command.name == "else" || command.name == "elseif";
            if (arm && !open.empty() && open.back().name == "if") {
                open.back().marks.push_back(command.lines);
            }
        }
    }

    [[nodiscard]] LineSpan block(const LineSpan& seed) const override
    {
        LineSpan best;
        for (const Compound& one : m_compounds) {
            for (size_t i = 0; i + 1 < one.marks.size(); ++i) {
                const LineSpan inside{one.marks[i].last + 1, one.marks[i + 1].first - 1};
                if (inside.isValid() && inside.contains(seed) &&
                    (!best.isValid() || best.contains(inside))) {
                    best = inside;
                }
            }
        }
        return best;
    }
    [[nodiscard]] LineSpan function(const LineSpan& seed) const override
    {
        LineSpan best;
        for (const Compound& one : m_compounds) {
            const bool is = one.name == "function" || one.name == "macro";
            if (is && one.lines().contains(seed) &&
                (!best.isValid() || best.contains(one.lines()))) {
                best = one.lines();
            }
        }
        return best;
    }
    [[nodiscard]] bool takesFile() const override { return false; }
    [[nodiscard]] LineSpan grow(const LineSpan& lines, QString* why) const override;
    [[nodiscard]] QString splitAt(qsizetype) const override { return {}; }
    [[nodiscard]] int lineCount() const override { return m_source.lineCount(); }
    [[nodiscard]] LineSpan linesOf(ByteRange range) const override
    {
        return {m_source.lineOf(range.begin),
                m_source.lineOf(std::max(range.begin, range.end - 1))};
    }

private:
    const SourceBuffer& m_source;
    std::vector<Command> m_commands;
    std::vector<Compound> m_compounds;
};

LineSpan CMakePart::grow(const LineSpan& lines, QString* why) const
{
    for (const Command& command : m_commands) {
        if (command.lines.overlaps(lines) && !lines.contains(command.lines)) {
            *why = QStringLiteral("The call of %1 extends from line %2 to line %3; a guard must "
                                  "enclose whole calls.")
                       .arg(QString::fromLatin1(command.name), QString::number(command.lines.first),
                            QString::number(command.lines.last));
            return {std::min(lines.first, command.lines.first),
                    std::max(lines.last, command.lines.last)};
        }
    }
    for (const Compound& one : m_compounds) {
        const LineSpan whole = one.lines();
        const bool cut = std::any_of(one.marks.begin(), one.marks.end(),
                                     [&](const LineSpan& mark) { return mark.overlaps(lines); });
        if (cut && !lines.contains(whole)) {
            *why = QStringLiteral(
                       "%1() on line %2 ends on line %3; a guard must enclose all of it or none.")
                       .arg(QString::fromLatin1(one.name), QString::number(whole.first),
                            QString::number(whole.last));
            return {std::min(lines.first, whole.first), std::max(lines.last, whole.last)};
        }
    }
    for (const Command& command : m_commands) {
        const bool first = command.name == "project" || command.name == "cmake_minimum_required";
        if (first && lines.contains(command.lines)) {
            *why =
                QStringLiteral("%1() on line %2 works only outside conditions.")
                    .arg(QString::fromLatin1(command.name), QString::number(command.lines.first));
            return {};
        }
    }
    return lines;
}

} // namespace

std::unique_ptr<GuardPlaces::Part> cmakeGuardPart(const SourceBuffer& source)
{
    return std::make_unique<CMakePart>(source);
}

QVector<TextEdit> cmakeGuardEdits(const SourceBuffer& source, const LineSpan& lines,
                                  const QByteArray& ported, const QByteArray& macro)
{
    const qsizetype begin = std::max(source.bomLength(), source.lineRange(lines.first).begin);
    const qsizetype end = source.lineRange(lines.last).end;
    const QByteArray newline = source.newlineAt(begin);
    const QByteArray indent = source.indentAt(begin);
    const bool portedEnds = ported.isEmpty() || ported.endsWith('\n');
    const bool ends = end > begin && source.bytes().at(end - 1) == '\n';
    return {
        TextEdit{{begin, begin},
                 indent + "if(" + macro + ")" + newline + ported +
                     (portedEnds ? QByteArray() : newline) + indent + "else()" + newline},
        TextEdit{{end, end}, ends ? indent + "endif()" + newline : newline + indent + "endif()"}};
}

} // namespace rocport
