#include "core/translate/callarguments.h"
#include "core/translate/declared.h"
#include "core/translate/likehipify.h"

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Which rules hipify-clang applies under which options; with --miopen alone, those for ROC too.
bool applies(const ArgumentRule& rule, const NameOptions& names)
{
    if (names.rocm.major() >= 7) {
        const bool libraries = names.roc || names.miopen;
        return (rule.group == ArgumentGroup::Hip) != libraries;
    }
    switch (rule.group) {
    case ArgumentGroup::Hip:
        return !names.roc && !names.miopen;
    case ArgumentGroup::Roc:
        return names.roc && !names.miopen;
    case ArgumentGroup::Miopen:
        return names.roc && names.miopen;
    }
    return false;
}

class CallPass
{
public:
    explicit CallPass(LikeHipifyParts parts)
        : m_context(parts.context), m_out(parts.out), m_macros(parts.macros)
    {
    }

    void call(const NameHit& hit)
    {
        const ApiFact& fact = *hit.fact;
        const auto rules = argumentRules(fact.cuda);
        const bool overloaded =
            fact.cuda == "cudaEventCreate"sv || fact.cuda == "cudaGraphInstantiate"sv;
        if (rules.empty() && !overloaded) {
            return;
        }
        m_open = m_context.walk.next(hit.token);
        if (m_open < 0 || !m_context.walk.is(m_open, "(") ||
            nameRole(m_context.walk, hit.token, fact, hit.inEnum) == NameRole::Declared ||
            !splitArguments(m_context.walk, m_open, m_arguments) || m_arguments.empty()) {
            return;
        }
        m_fact = &fact;
        m_macro =
            m_context.walk.token(hit.token).inDirective ? m_macros.around(hit.token) : nullptr;
        if (m_context.walk.token(hit.token).inDirective && (!m_macro || m_macro->uses.empty())) {
            return;
        }
        for (const ArgumentRule& rule : rules) {
            if (applies(rule, m_context.options.names)) {
                change(rule);
            }
        }
        if (overloaded) {
            overload(hit);
        }
    }

private:
    [[nodiscard]] int count() const { return int(m_arguments.size()); }
    [[nodiscard]] bool has(int index) const
    {
        return index < count() && !m_arguments[size_t(index)].isEmpty();
    }
    [[nodiscard]] ByteRange range(int first, int last) const
    {
        return m_context.rangeOf(m_arguments[size_t(first)].first, m_arguments[size_t(last)].last);
    }
    [[nodiscard]] qsizetype beginOf(int index) const { return range(index, index).begin; }
    [[nodiscard]] qsizetype end() const
    {
        return m_context.rangeOf(m_context.walk.partner(m_open)).begin;
    }
    [[nodiscard]] QByteArray source(ByteRange range) const
    {
        return m_context.source.bytes().mid(range.begin, range.size());
    }

    void add(ByteRange range, const QByteArray& text)
    {
        TextReplacement out;
        out.range = range;
        out.text = text;
        out.api = m_fact;
        m_out.add(std::move(out));
    }

    void change(const ArgumentRule& rule);
    void wrap(const ArgumentRule& rule);
    void wrapInUses(const ArgumentRule& rule, int parameter);
    void remove(int index);
    void move(const ArgumentRule& rule);
    void overload(const NameHit& hit);

    TranslateContext& m_context;
    ReplacementSet& m_out;
    const MacroTable& m_macros;
    const ApiFact* m_fact = nullptr;
    const MacroDefinition* m_macro = nullptr; ///< in whose definition the call stands
    int m_open = -1;
    std::vector<ArgumentTokens> m_arguments;
};

void CallPass::change(const ArgumentRule& rule)
{
    const int index = rule.argument;
    switch (rule.action) {
    case ArgumentAction::Wrap:
        wrap(rule);
        break;
    case ArgumentAction::Insert: {
        const QByteArray text = argumentText(rule, m_context.options);
        if (has(index)) {
            add({beginOf(index), beginOf(index)}, text + ", ");
        } else {
            add({end(), end()}, ", " + text);
        }
        break;
    }
    case ArgumentAction::Remove:
        remove(index);
        break;
    case ArgumentAction::Replace:
        if (has(index)) {
            add(range(index, index), argumentText(rule, m_context.options));
        }
        break;
    case ArgumentAction::Move:
        move(rule);
        break;
    case ArgumentAction::Copy:
        if (!has(index)) {
            break;
        }
        if (has(rule.target)) {
            add({beginOf(rule.target), beginOf(rule.target)}, source(range(index, index)) + ", ");
        } else {
            add({end(), end()}, ", " + source(range(index, index)));
        }
        break;
    }
}

void CallPass::wrap(const ArgumentRule& rule)
{
    if (!has(rule.argument)) {
        return;
    }
    const ArgumentTokens& argument = m_arguments[size_t(rule.argument)];
    if (m_macro) {
        const int first = m_macro->parameter(m_context.walk.text(argument.first));
        const int last = m_macro->parameter(m_context.walk.text(argument.last));
        if (first >= 0 && argument.first == argument.last) {
            wrapInUses(rule, first);
            return;
        }
        if (first >= 0 || last >= 0) {
            return;
        }
    }
    const ByteRange where = range(rule.argument, rule.argument);
    add(where, toBytes(rule.text) + '(' + source(where) + ')');
}

/// An argument that is a parameter of the macro around is wrapped where the macro is used.
void CallPass::wrapInUses(const ArgumentRule& rule, int parameter)
{
    for (const int use : m_macro->uses) {
        const int open = m_context.walk.next(use);
        std::vector<ArgumentTokens> arguments;
        if (open < 0 || !m_context.walk.is(open, "(") ||
            !splitArguments(m_context.walk, open, arguments) ||
            parameter >= int(arguments.size()) || arguments[size_t(parameter)].isEmpty()) {
            continue;
        }
        const ArgumentTokens& argument = arguments[size_t(parameter)];
        const ByteRange where = m_context.rangeOf(argument.first, argument.last);
        add(where, toBytes(rule.text) + '(' + source(where) + ')');
    }
}

void CallPass::remove(int index)
{
    if (!has(index)) {
        return;
    }
    const ArgumentTokens& argument = m_arguments[size_t(index)];
    // A null pointer macro is no token of the call for it.
    if (argument.first == argument.last && m_context.walk.is(argument.first, "NULL")) {
        return;
    }
    if (has(index + 1)) {
        add({beginOf(index), beginOf(index + 1)}, {});
    } else if (index > 0 && has(index - 1)) {
        add({range(index - 1, index - 1).end, end()}, {});
    }
}

void CallPass::move(const ArgumentRule& rule)
{
    const int last = rule.argument + rule.count - 1;
    if (!has(rule.argument) || !has(last) || !has(last + 1)) {
        return;
    }
    const QByteArray text = source(range(rule.argument, last));
    if (has(rule.target)) {
        add({beginOf(rule.target), beginOf(rule.target)}, text + ", ");
    } else {
        add({end(), end()}, ", " + text);
    }
    add({beginOf(rule.argument), beginOf(last + 1)}, {});
}

void CallPass::overload(const NameHit& hit)
{
    const NameOptions& names = m_context.options.names;
    if (names.rocm.major() < 7 && (names.roc || names.miopen)) {
        return;
    }
    const bool event = m_fact->cuda == "cudaEventCreate"sv;
    const bool flags = event ? count() == 2 : count() == 2 || count() == 3;
    if (flags) {
        add(m_context.rangeOf(hit.token),
            event ? "hipEventCreateWithFlags" : "hipGraphInstantiateWithFlags");
    }
}

} // namespace

void likeCalls(LikeHipifyParts parts)
{
    CallPass pass(parts);
    for (const NameHit& hit : parts.context.scan.names) {
        pass.call(hit);
    }
}

} // namespace rocport
