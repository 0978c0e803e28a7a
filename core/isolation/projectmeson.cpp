#include "core/base/cancelscope.h"
#include "core/isolation/conditionstack.h"
#include "core/isolation/mesontokens.h"
#include "core/isolation/projection.h"
#include "core/text/bytes.h"
#include "core/text/linecounter.h"

namespace rocport {

namespace {

/// Goes over the statements of a meson file. What stands in strings and comments is text.
class MesonProjector
{
public:
    MesonProjector(const QByteArray& text, const GuardMacros& macros)
        : m_text(viewOf(text)), m_macros(macros), m_file(m_text)
    {
    }

    Result<Projection> run();

private:
    Result<void> conditional(const MesonStatement& statement, const MesonToken& word);
    Result<void> dropOption(const MesonStatement& statement);
    GuardTruth truth(const MesonStatement& statement);
    [[nodiscard]] const QByteArray* macroOf(std::string_view option) const;
    [[nodiscard]] bool isIdleOption(const MesonStatement& statement);
    void note(const QByteArray& macro)
    {
        if (!m_met.contains(macro)) {
            m_met.append(macro);
        }
    }

    std::string_view m_text;
    const GuardMacros& m_macros;
    MesonTokens m_file;
    GuardMacros m_met;
    ConditionStack m_stack;
    LineCounter m_lines{m_text};
};

/// The macro that an option stands for.
const QByteArray* MesonProjector::macroOf(std::string_view option) const
{
    for (const QByteArray& macro : m_macros) {
        const QByteArray name = mesonOptionFor(macro);
        if (option == viewOf(name)) {
            return &macro;
        }
    }
    return nullptr;
}

/// "if get_option('use_rocm')" and "if not …"; what asks for more stays as it is.
GuardTruth MesonProjector::truth(const MesonStatement& statement)
{
    const MesonGuard guard = mesonGuardOf(m_file, statement);
    const QByteArray* macro = macroOf(guard.name);
    if (macro == nullptr) {
        return GuardTruth::Unknown;
    }
    note(*macro);
    return guard.isNot ? GuardTruth::True : GuardTruth::False;
}

/// option('use_rocm', type: 'boolean', value: false, …), or a feature that is disabled, or the one
/// for the names of GPUs with an empty list: nothing on the NVIDIA path reads it, and its value
/// says nothing.
bool MesonProjector::isIdleOption(const MesonStatement& statement)
{
    const size_t at = statement.first;
    const MesonToken& name = m_file.at(at + 2);
    const bool isName = name.kind == MesonToken::Kind::Text && !name.formatted;
    const QByteArray* macro = isName ? macroOf(name.text) : nullptr;
    const bool isArch = m_file.at(at + 2).isText(kMesonArchOption);
    if (!m_file.at(at).is("option") || !m_file.at(at + 1).isSign('(') ||
        (macro == nullptr && !isArch)) {
        return false;
    }
    bool hasType = false;
    bool hasValue = false;
    bool isFeature = false; // says its type first
    for (size_t i = at + 3; i + 2 < statement.last; ++i) {
        if (!m_file.at(i).isSign(',') || !m_file.at(i + 2).isSign(':')) {
            continue;
        }
        const MesonToken& value = m_file.at(i + 3);
        if (m_file.at(i + 1).is("type")) {
            isFeature = !isArch && value.isText("feature");
            hasType = isFeature || value.isText(isArch ? "array" : "boolean");
        } else if (m_file.at(i + 1).is("value")) {
            hasValue = isArch ? value.isSign('[') && m_file.at(i + 4).isSign(']')
                              : (isFeature ? value.isText("disabled") : value.is("false"));
        }
    }
    if (hasType && hasValue && macro != nullptr) {
        note(*macro);
    }
    return hasType && hasValue;
}

Result<void> MesonProjector::conditional(const MesonStatement& statement, const MesonToken& word)
{
    const auto begin = static_cast<size_t>(statement.lines.begin);
    const auto end = static_cast<size_t>(statement.lines.end);
    m_lines.moveTo(begin);
    ConditionStack::Line line;
    line.bytes = m_text.substr(begin, end - begin);
    line.elseAsWhole = "else";
    line.elseBegin = static_cast<size_t>(word.range.begin) - begin;
    line.elseSize = 2; // of "elif"
    line.number = m_lines.line();
    if (word.is("else")) {
        return m_stack.otherwise(line);
    }
    if (word.is("endif")) {
        return m_stack.close(line);
    }
    const GuardTruth value = truth(statement);
    if (word.is("elif")) {
        return m_stack.alternative(line, value);
    }
    m_stack.open(line, value);
    return {};
}

Result<void> MesonProjector::dropOption(const MesonStatement& statement)
{
    ConditionStack::Line line;
    line.bytes = m_text.substr(static_cast<size_t>(statement.lines.begin),
                               static_cast<size_t>(statement.lines.size()));
    m_stack.open(line, GuardTruth::False);
    return m_stack.close(line);
}

Result<Projection> MesonProjector::run()
{
    if (m_file.isBroken()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("a string or a bracket of the meson file never ends"),
                     {}};
    }
    CancelLook isCancelled;
    size_t copied = 0;
    for (const MesonStatement& statement : m_file.statements()) {
        if (isCancelled()) {
            return Error{ErrorCode::Cancelled, QStringLiteral("cancelled"), {}};
        }
        const MesonToken& word = m_file.at(statement.first);
        const bool isCondition =
            word.is("if") || word.is("elif") || word.is("else") || word.is("endif");
        const auto begin = static_cast<size_t>(statement.lines.begin);
        if (!statement.ownsLines || begin < copied || (!isCondition && !isIdleOption(statement))) {
            continue;
        }
        m_stack.text(m_text.substr(copied, begin - copied));
        copied = static_cast<size_t>(statement.lines.end);
        // An option goes as an arm does that is never taken, with the line end that it needed.
        const Result<void> done =
            isCondition ? conditional(statement, word) : dropOption(statement);
        if (!done) {
            return done.error();
        }
    }
    m_stack.text(m_text.substr(copied));
    Result<QByteArray> text = m_stack.finish(m_text);
    if (!text) {
        return text.error();
    }
    return Projection{std::move(*text), std::move(m_met)};
}

} // namespace

Result<Projection> projectMesonGuards(const QByteArray& ported, const GuardMacros& macros,
                                      ConditionSpelling /*spelling*/)
{
    return MesonProjector(ported, macros).run();
}

} // namespace rocport
