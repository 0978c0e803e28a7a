#include "core/base/cancelscope.h"
#include "core/isolation/conditionstack.h"
#include "core/isolation/projection.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/makelines.h"

#include <QHash>

#include <string>
#include <vector>

namespace rocport {

namespace {

/// Follows the conditionals of a makefile and leaves what an NVIDIA build sees.
class MakeProjector
{
public:
    MakeProjector(std::string_view text, const GuardMacros& macros) : m_text(text), m_macros(macros)
    {
    }

    Result<Projection> run();

private:
    [[nodiscard]] std::string_view bytes(ByteRange range) const
    {
        return m_text.substr(static_cast<size_t>(range.begin), static_cast<size_t>(range.size()));
    }
    Result<void> conditional(const MakeLogicalLine& line);
    bool flagDefinition(const MakeLogicalLine& line);
    GuardTruth truth(std::string_view keyword, std::string_view rest);
    GuardTruth compare(std::string_view left, std::string_view right);
    /// What a side is: text without variables, or the value of one of the macros.
    bool valueOf(std::string_view side, QByteArray& value, bool& isMacro);
    [[nodiscard]] const QByteArray* macroNamed(std::string_view name) const;
    void note(const QByteArray& macro);

    std::string_view m_text;
    const GuardMacros& m_macros;
    GuardMacros m_met;
    QHash<QByteArray, QByteArray> m_defaults; ///< values that the file gives to its flags
    ConditionStack m_stack;
    int m_line = 1;
};

const QByteArray* MakeProjector::macroNamed(std::string_view name) const
{
    for (const QByteArray& macro : m_macros) {
        if (name == viewOf(macro)) {
            return &macro;
        }
    }
    return nullptr;
}

void MakeProjector::note(const QByteArray& macro)
{
    if (!m_met.contains(macro)) {
        m_met.append(macro);
    }
}

/// `M ?= 0` and its like: the flag's definition, off where nobody turns it on.
bool MakeProjector::flagDefinition(const MakeLogicalLine& line)
{
    if (line.kind != MakeLogicalLine::Kind::Assignment || line.name.data() != line.code.data()) {
        return false;
    }
    const std::string_view rest = bytes(line.value);
    const auto equals = static_cast<size_t>(rest.data() - line.code.data()) - 1;
    const std::string_view sign = line.code.substr(line.name.size(), equals - line.name.size());
    const QByteArray* macro = macroNamed(line.name);
    if (macro == nullptr || sign.find_first_not_of(" \t?:") != std::string_view::npos) {
        return false; // also "target: M = 0" and "export M = 0", whose name stands further on
    }
    const QByteArray value = toBytes(trimmed(rest.substr(0, rest.find('#'))));
    const QByteArray lower = value.toLower();
    if (!lower.isEmpty() && lower != "0" && lower != "no" && lower != "off" && lower != "false") {
        return false;
    }
    note(*macro);
    m_defaults.insert(*macro, value);
    return true;
}

bool MakeProjector::valueOf(std::string_view side, QByteArray& value, bool& isMacro)
{
    side = trimmed(side);
    isMacro = false;
    if (side.find('$') == std::string_view::npos) {
        value = toBytes(side);
        return true;
    }
    constexpr std::string_view kStrip = "$(strip ";
    if (side.starts_with(kStrip) && side.ends_with(')')) {
        side = trimmed(side.substr(kStrip.size(), side.size() - kStrip.size() - 1));
    }
    if (side.size() < 4 || side[0] != '$' ||
        !((side[1] == '(' && side.back() == ')') || (side[1] == '{' && side.back() == '}'))) {
        return false;
    }
    const QByteArray* macro = macroNamed(side.substr(2, side.size() - 3));
    if (macro == nullptr) {
        return false;
    }
    note(*macro);
    value = m_defaults.value(*macro);
    isMacro = true;
    return true;
}

GuardTruth MakeProjector::compare(std::string_view left, std::string_view right)
{
    QByteArray first;
    QByteArray second;
    bool firstIsMacro = false;
    bool secondIsMacro = false;
    if (!valueOf(left, first, firstIsMacro) || !valueOf(right, second, secondIsMacro) ||
        firstIsMacro == secondIsMacro) {
        return GuardTruth::Unknown;
    }
    return first == second ? GuardTruth::True : GuardTruth::False;
}

/// `rest`: what follows the keyword, trimmed.
GuardTruth MakeProjector::truth(std::string_view keyword, std::string_view rest)
{
    if (keyword == "ifdef" || keyword == "ifndef") {
        const QByteArray* macro = macroNamed(trimmed(rest.substr(0, rest.find('#'))));
        if (macro == nullptr) {
            return GuardTruth::Unknown;
        }
        note(*macro);
        const bool defined = !m_defaults.value(*macro).isEmpty();
        return defined == (keyword == "ifdef") ? GuardTruth::True : GuardTruth::False;
    }
    GuardTruth equal = GuardTruth::Unknown;
    if (rest.size() > 2 && rest.front() == '(') {
        const size_t close = rest.rfind(')');
        int depth = 0;
        for (size_t i = 1; i < close && close != std::string_view::npos; ++i) {
            depth += rest[i] == '(' || rest[i] == '{' ? 1 : 0;
            depth -= rest[i] == ')' || rest[i] == '}' ? 1 : 0;
            if (rest[i] == ',' && depth == 0) {
                equal = compare(rest.substr(1, i - 1), rest.substr(i + 1, close - i - 1));
                break;
            }
        }
    } else if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
        const size_t end = rest.find(rest.front(), 1);
        const size_t open =
            rest.find_first_of("\"'", end == std::string_view::npos ? end : end + 1);
        const size_t close =
            open == std::string_view::npos ? open : rest.find(rest[open], open + 1);
        if (close != std::string_view::npos) {
            equal = compare(rest.substr(1, end - 1), rest.substr(open + 1, close - open - 1));
        }
    }
    if (equal == GuardTruth::Unknown || keyword == "ifeq") {
        return equal;
    }
    return equal == GuardTruth::True ? GuardTruth::False : GuardTruth::True;
}

Result<void> MakeProjector::conditional(const MakeLogicalLine& logical)
{
    const std::string_view code = logical.code;
    ConditionStack::Line line;
    line.bytes = bytes(logical.range);
    line.elseAsWhole = "else";
    line.number = m_line;
    std::string_view keyword = logical.word;
    if (keyword == "endif") {
        return m_stack.close(line);
    }
    const bool isElse = keyword == "else";
    std::string_view rest = trimmed(code.substr(keyword.size()));
    if (isElse) {
        const std::string_view next = MakeLineReader::firstWord(rest);
        if (!next.starts_with("if")) {
            return m_stack.otherwise(line);
        }
        line.elseBegin = static_cast<size_t>(code.data() - line.bytes.data());
        line.elseSize = static_cast<size_t>(rest.data() - code.data());
        keyword = next;
        rest = trimmed(rest.substr(keyword.size()));
        return m_stack.alternative(line, truth(keyword, rest));
    }
    m_stack.open(line, truth(keyword, rest));
    return {};
}

Result<Projection> MakeProjector::run()
{
    MakeLineReader reader(m_text);
    size_t counted = 0; // up to where line ends are counted
    for (MakeLogicalLine line; reader.next(line);) {
        m_stack.text(m_text.substr(counted, static_cast<size_t>(line.range.begin) - counted));
        if (line.kind == MakeLogicalLine::Kind::Conditional) {
            if (Result<void> done = conditional(line); !done) {
                return done.error();
            }
        } else if (!flagDefinition(line)) {
            m_stack.text(bytes(line.range));
        }
        for (; counted < static_cast<size_t>(line.range.end); ++counted) {
            m_line += m_text[counted] == '\n' ? 1 : 0;
        }
    }
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, QStringLiteral("cancelled"), {}};
    }
    m_stack.text(m_text.substr(counted)); // a mark of byte order by itself
    Result<QByteArray> text = m_stack.finish(m_text);
    if (!text) {
        return text.error();
    }
    return Projection{std::move(*text), std::move(m_met)};
}

} // namespace

Result<Projection> projectMakeGuards(const QByteArray& ported, const GuardMacros& macros,
                                     ConditionSpelling spelling)
{
    Q_UNUSED(spelling)
    return MakeProjector(viewOf(ported), macros).run();
}

} // namespace rocport
