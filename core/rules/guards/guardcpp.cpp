#include "core/rules/cpp/cppfile.h"
#include "core/rules/cpp/cppgate.h"
#include "core/rules/guards/guardparts.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

/// One conditional from its #if to its #endif.
struct Conditional
{
    int first = 0;
    int last = 0;
    std::vector<LineSpan> marks; ///< lines of its directives
};

std::vector<Conditional> conditionalsOf(const CppFile& file)
{
    std::vector<Conditional> done;
    std::vector<Conditional> open;
    for (const CppFile::DirectiveLine& line : file.directives()) {
        const LineSpan span{line.firstLine, line.lastLine};
        if (line.name == "if" || line.name == "ifdef" || line.name == "ifndef") {
            open.push_back({span.first, span.last, {span}});
        } else if (open.empty()) {
            continue;
        } else if (line.name.starts_with("el")) {
            open.back().marks.push_back(span);
        } else if (line.name == "endif") {
            open.back().marks.push_back(span);
            open.back().last = span.last;
            done.push_back(std::move(open.back()));
            open.pop_back();
        }
    }
    return done;
}

class CppPart : public GuardPlaces::Part
{
public:
    CppPart(const SourceBuffer& source, const QByteArray& macro) : m_file(source, macro)
    {
        m_file.analyseStructure();
        m_conditionals = conditionalsOf(m_file);
    }

    [[nodiscard]] LineSpan block(const LineSpan& seed) const override;
    [[nodiscard]] LineSpan function(const LineSpan& seed) const override;
    [[nodiscard]] LineSpan grow(const LineSpan& lines, QString* why) const override;
    [[nodiscard]] QString splitAt(qsizetype offset) const override;
    [[nodiscard]] int lineCount() const override { return m_file.source().lineCount(); }
    [[nodiscard]] LineSpan linesOf(ByteRange range) const override
    {
        return {m_file.source().lineOf(range.begin),
                m_file.source().lineOf(std::max(range.begin, range.end - 1))};
    }

private:
    [[nodiscard]] int firstToken(int line) const;
    [[nodiscard]] int lineOf(int token) const
    {
        return m_file.source().lineOf(m_file.token(token).begin);
    }

    CppFile m_file;
    std::vector<Conditional> m_conditionals;
};

/// The first significant token that begins on `line` or after.
int CppPart::firstToken(int line) const
{
    const auto start = static_cast<quint32>(m_file.source().lineRange(line).begin);
    int low = 0;
    int high = m_file.size();
    while (low < high) {
        const int middle = (low + high) / 2;
        if (m_file.token(middle).begin < start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

LineSpan CppPart::block(const LineSpan& seed) const
{
    const int at = firstToken(seed.first);
    if (at >= m_file.size() || lineOf(at) > seed.last) {
        return {};
    }
    const int functionAt = m_file.functionOf(at);
    if (functionAt < 0) {
        return {};
    }
    const CppFunction& body = m_file.functions()[static_cast<size_t>(functionAt)];
    int open = at;
    // The braces around the whole seed, within the function.
    for (int steps = 0; steps < 1000; ++steps) {
        open = m_file.enclosing(open);
        if (open < body.bodyOpen) {
            return {};
        }
        const bool brace = m_file.is(open, "{") && m_file.match(open) > open;
        if (brace && lineOf(m_file.match(open)) >= seed.last) {
            break;
        }
    }
    if (open < body.bodyOpen || !m_file.is(open, "{")) {
        return {};
    }
    const int close = m_file.match(open);
    const LineSpan inside{lineOf(open) + 1, lineOf(close) - 1};
    const bool alone = close > open + 1 && lineOf(open + 1) > lineOf(open) &&
                       m_file.source().lineOf(m_file.token(close - 1).end - 1) < lineOf(close);
    if (alone && inside.contains(seed)) {
        return inside;
    }
    return {lineOf(m_file.statement(open).begin), lineOf(close)};
}

LineSpan CppPart::function(const LineSpan& seed) const
{
    const int at = firstToken(seed.first);
    if (at >= m_file.size() || lineOf(at) > seed.last) {
        return {};
    }
    const int functionAt = m_file.functionOf(at);
    if (functionAt < 0) {
        return {};
    }
    const CppFunction& body = m_file.functions()[static_cast<size_t>(functionAt)];
    return {lineOf(body.head), lineOf(body.bodyClose)};
}

LineSpan CppPart::grow(const LineSpan& lines, QString* why) const
{
    LineSpan wide = lines;
    m_file.widenToWholeLines(wide.first, wide.last);
    if (wide != lines) {
        *why = QStringLiteral("A comment, string or continued line extends from line %1 to line "
                              "%2; a guard cannot be placed inside it.")
                   .arg(wide.first)
                   .arg(wide.last);
        return wide;
    }
    for (const Conditional& one : m_conditionals) {
        if (lines.contains({one.first, one.last})) {
            continue;
        }
        const bool cut = std::any_of(one.marks.begin(), one.marks.end(),
                                     [&](const LineSpan& mark) { return lines.overlaps(mark); });
        if (cut) {
            *why = QStringLiteral("The condition that begins on line %1 ends on line %2; a guard "
                                  "must enclose all of it or none.")
                       .arg(one.first)
                       .arg(one.last);
            return {std::min(lines.first, one.first), std::max(lines.last, one.last)};
        }
    }
    if (!areConditionalsClosed(m_file, lines.first, lines.last)) {
        *why = QStringLiteral("The lines contain a conditional directive without its counterpart.");
        return {};
    }
    const int at = firstToken(lines.first);
    if (at < m_file.size() && lineOf(at) <= lines.last && !m_file.token(at).inDirective) {
        wide = linesAroundMacroCalls(m_file, at, lines);
        if (wide != lines) {
            *why = QStringLiteral("The lines are arguments of a macro, where a directive is "
                                  "undefined behaviour, so the guard must enclose the whole call.");
        }
    }
    return wide;
}

QString CppPart::splitAt(qsizetype offset) const
{
    const auto& tokens = m_file.tokens();
    const auto after = std::upper_bound(
        tokens.begin(), tokens.end(), offset,
        [](qsizetype value, const CToken& token) { return value < qsizetype(token.end); });
    if (after == tokens.end() || qsizetype(after->begin) >= offset ||
        after->kind == CTokenKind::Newline) {
        return {};
    }
    if (after->inDirective) {
        return QStringLiteral("The selection contains only part of the directive on line %1.")
            .arg(m_file.source().lineOf(after->begin));
    }
    const std::string_view text = after->text(m_file.source().view()).substr(0, 24);
    return QStringLiteral("The selection contains only part of “%1” on line %2.")
        .arg(toText(text).simplified(), QString::number(m_file.source().lineOf(offset)));
}

} // namespace

std::unique_ptr<GuardPlaces::Part> cppGuardPart(const SourceBuffer& source, const QByteArray& macro)
{
    return std::make_unique<CppPart>(source, macro);
}

QVector<TextEdit> cppGuardEdits(const SourceBuffer& source, const LineSpan& lines,
                                const QByteArray& ported, const QByteArray& macro)
{
    const qsizetype begin = std::max(source.bomLength(), source.lineRange(lines.first).begin);
    const qsizetype end = source.lineRange(lines.last).end;
    const QByteArray newline = source.newlineAt(begin);
    const bool portedEnds = ported.isEmpty() || ported.endsWith('\n') || ported.endsWith('\r');
    const char last = end > begin ? source.bytes().at(end - 1) : '\n';
    const bool ends = last == '\n' || last == '\r';
    return {TextEdit{{begin, begin},
                     "#ifdef " + macro + newline + ported + (portedEnds ? QByteArray() : newline) +
                         "#else" + newline},
            TextEdit{{end, end}, ends ? "#endif" + newline : newline + "#endif"}};
}

} // namespace rocport
