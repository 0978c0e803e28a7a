#include "core/rules/guards/guardparts.h"
#include "core/text/cmakelexer.h"

#include <algorithm>
#include <array>
#include <string>

namespace rocport {

namespace {

struct Command
{
    std::string name; ///< lower case
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
    std::string name;
    std::vector<LineSpan> marks; ///< opening command, arms, closing command
    [[nodiscard]] LineSpan lines() const { return {marks.front().first, marks.back().last}; }
};

std::vector<Command> commandsOf(const SourceBuffer& source)
{
    std::vector<Command> commands;
    CMakeLexer lexer(source.view());
    for (CMakeCall call; lexer.next(call);) {
        commands.push_back(
            {call.name, {source.lineOf(call.range.begin), source.lineOf(call.range.end - 1)}});
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
            *why =
                QStringLiteral("The call of %1 extends from line %2 to line %3; a guard must "
                               "enclose whole calls.")
                    .arg(QString::fromStdString(command.name), QString::number(command.lines.first),
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
                       .arg(QString::fromStdString(one.name), QString::number(whole.first),
                            QString::number(whole.last));
            return {std::min(lines.first, whole.first), std::max(lines.last, whole.last)};
        }
    }
    for (const Command& command : m_commands) {
        const bool first = command.name == "project" || command.name == "cmake_minimum_required";
        if (first && lines.contains(command.lines)) {
            *why = QStringLiteral("%1() on line %2 works only outside conditions.")
                       .arg(QString::fromStdString(command.name),
                            QString::number(command.lines.first));
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
