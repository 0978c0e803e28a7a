#include "core/translate/callarguments.h"

#include "core/facts/rocmreleases.h"
#include "core/translate/computetypes.h"

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// Longer ones are left to a person, so that nested calls stay cheap.
constexpr qsizetype kMaxArgumentBytes = 2048;

bool startsWithCast(const TokenWalk& walk, const ArgumentTokens& argument)
{
    const std::string_view first = walk.text(argument.first);
    if (first == "reinterpret_cast" || first == "static_cast" || first == "const_cast" ||
        first == "nullptr" || first == "NULL") {
        return true;
    }
    if (first != "(") {
        return false;
    }
    // "(const void*)" or "(void *)"
    const int close = walk.partner(argument.first);
    bool isVoid = false;
    for (int i = walk.next(argument.first); i >= 0 && i < close; i = walk.next(i)) {
        if (walk.is(i, "void")) {
            isVoid = true;
        } else if (!walk.is(i, "const") && !walk.is(i, "*") && !walk.is(i, "volatile")) {
            return false;
        }
    }
    return isVoid;
}

class Call
{
public:
    Call(TranslateContext& context, int name, const ApiFact& fact)
        : m_context(context), m_fact(fact), m_name(name), m_open(context.walk.next(name))
    {
    }

    /// By the number of arguments alone.
    std::string_view overload()
    {
        if (!splitArguments(m_context.walk, m_open, m_arguments)) {
            return {};
        }
        if (m_fact.cuda == "cudaEventCreate"sv) {
            return m_arguments.size() == 2 ? "hipEventCreateWithFlags"sv : std::string_view();
        }
        if (m_arguments.size() == 2) {
            append("0");
        }
        return m_arguments.size() == 2 || m_arguments.size() == 3 ? "hipGraphInstantiateWithFlags"sv
                                                                  : std::string_view();
    }

    void apply(const std::vector<const ArgumentRule*>& rules)
    {
        if (!splitArguments(m_context.walk, m_open, m_arguments)) {
            byHand();
            return;
        }
        if (m_arguments.empty()) {
            return;
        }
        if (rules.front()->group != ArgumentGroup::Hip) {
            rewriteList(rules);
            return;
        }
        for (const ArgumentRule* rule : rules) {
            apply(*rule);
        }
    }

private:
    void apply(const ArgumentRule& rule)
    {
        switch (rule.action) {
        case ArgumentAction::Wrap:
            wrap(rule);
            break;
        case ArgumentAction::Remove:
            remove(rule.argument);
            break;
        case ArgumentAction::Insert:
            insert(rule);
            break;
        case ArgumentAction::Replace:
        case ArgumentAction::Move:
        case ArgumentAction::Copy:
            break; // only in the lists of libraries
        }
    }

    /// Only where HIP's function takes it: not beside flags that are written already.
    void insert(const ArgumentRule& rule)
    {
        const QByteArray text = argumentText(rule, m_context.options);
        if (m_fact.cuda == "cudaMallocHost"sv) {
            if (m_arguments.size() == 2) {
                append(text);
            }
        } else if (has(rule.argument)) {
            insertBefore(rule.argument, text);
        } else if (int(m_arguments.size()) == rule.argument) {
            append(text);
        }
    }

    [[nodiscard]] bool has(int index) const
    {
        return index < int(m_arguments.size()) && !m_arguments[size_t(index)].isEmpty();
    }

    void rewriteList(const std::vector<const ArgumentRule*>& rules);
    void addArgument(PendingItem& out, int index, const std::vector<const ArgumentRule*>& rules);

    void byHand()
    {
        TranslateItem& item = m_context.addNote(
            TranslateTopic::Unsupported, m_context.rangeOf(m_name),
            QStringLiteral("The arguments of %1 need a change that could not be made here.")
                .arg(toText(m_fact.cuda)));
        item.api = &m_fact;
        item.wayOut = QStringLiteral("Write the whole call within one branch of the preprocessor, "
                                     "then translate again, or change it by hand.");
        item.effort = Effort::Minutes;
    }

    void wrap(const ArgumentRule& rule)
    {
        const int index = rule.argument;
        if (!has(index)) {
            return;
        }
        const ArgumentTokens& argument = m_arguments[size_t(index)];
        if (startsWithCast(m_context.walk, argument) ||
            m_context.walk.is(argument.first, "HIP_SYMBOL")) {
            return;
        }
        const ByteRange range = m_context.rangeOf(argument.first, argument.last);
        if (range.size() > kMaxArgumentBytes) {
            byHand();
            return;
        }
        PendingItem pending;
        pending.item.topic = TranslateTopic::Api;
        pending.item.range = range;
        pending.item.hasEdit = true;
        pending.item.edit.range = range;
        pending.item.api = &m_fact;
        pending.pieces = {{toBytes(rule.text) + '(', {}}, {{}, range}, {")", {}}};
        m_context.items.push_back(std::move(pending));
    }

    void remove(int index)
    {
        // Only the form with all arguments; one that already lacks it is left alone.
        const int wanted = m_fact.cuda.ends_with("WithFlags"sv) ? 7 : 6;
        if (int(m_arguments.size()) != wanted || !has(index - 1) || !has(index)) {
            return;
        }
        const ByteRange range{m_context.rangeOf(m_arguments[size_t(index - 1)].last).end,
                              m_context.rangeOf(m_arguments[size_t(index)].last).end};
        m_context.addEdit(TranslateTopic::Api, range, {range, {}}).api = &m_fact;
        TranslateItem& item = m_context.addNote(
            TranslateTopic::Unsupported, range,
            QStringLiteral(
                "HIP has no callback from block size to shared memory; the argument is dropped."));
        item.api = &m_fact;
        item.wayOut =
            QStringLiteral("Pass the shared memory of the largest block as the next argument.");
        item.effort = Effort::Minutes;
    }

    void insertAt(qsizetype at, const QByteArray& text)
    {
        m_context.addEdit(TranslateTopic::Api, {at, at}, {{at, at}, text}).api = &m_fact;
    }

    void append(const QByteArray& text)
    {
        const ArgumentTokens& last = m_arguments.back();
        if (!last.isEmpty()) {
            insertAt(m_context.rangeOf(last.last).end, ", " + text);
        }
    }

    void insertBefore(int index, const QByteArray& text)
    {
        if (has(index)) {
            insertAt(m_context.rangeOf(m_arguments[size_t(index)].first).begin, text + ", ");
        }
    }

    TranslateContext& m_context;
    const ApiFact& m_fact;
    int m_name;
    int m_open;
    std::vector<ArgumentTokens> m_arguments;
};

/// One argument of the new list, with the wrapping or the replacement that is asked for.
void Call::addArgument(PendingItem& out, int index, const std::vector<const ArgumentRule*>& rules)
{
    const ArgumentTokens& argument = m_arguments[size_t(index)];
    const ByteRange range = m_context.rangeOf(argument.first, argument.last);
    for (const ArgumentRule* rule : rules) {
        if (rule->argument != index) {
            continue;
        }
        if (rule->action == ArgumentAction::Replace) {
            out.pieces.push_back({argumentText(*rule, m_context.options), {}});
            return;
        }
        if (rule->action == ArgumentAction::Wrap) {
            out.pieces.push_back({toBytes(rule->text) + '(', {}});
            out.pieces.push_back({{}, range});
            out.pieces.push_back({")", {}});
            return;
        }
    }
    out.pieces.push_back({{}, range});
}

/// Writes the whole list anew: what is inserted, moved or repeated before each argument, then the
/// argument itself with the blanks that stood before it.
void Call::rewriteList(const std::vector<const ArgumentRule*>& rules)
{
    const int count = int(m_arguments.size());
    for (int i = 0; i < count; ++i) {
        if (!has(i)) {
            byHand();
            return;
        }
    }
    for (const ArgumentRule* rule : rules) {
        // A call that is shorter than the rule knows it is another function.
        const bool inside = rule->action == ArgumentAction::Insert
                                ? rule->argument <= count + 1
                                : rule->argument + rule->count <= count;
        if (!inside) {
            byHand();
            return;
        }
    }
    const int close = m_context.walk.partner(m_open);
    PendingItem out;
    out.item.topic = TranslateTopic::Api;
    out.item.hasEdit = true;
    out.item.api = &m_fact;
    out.item.range = {m_context.rangeOf(m_open).end, m_context.rangeOf(close).begin};
    out.item.edit.range = out.item.range;
    if (out.item.range.size() > kMaxArgumentBytes) {
        byHand();
        return;
    }
    bool first = true;
    const auto separate = [&](int index) {
        const bool moved = first && index > 0; // no blanks after the parenthesis
        if (!first) {
            out.pieces.push_back({",", {}});
        }
        first = false;
        if (moved) {
            return;
        }
        const qsizetype begin = m_context.rangeOf(m_arguments[size_t(index)].first).begin;
        const int before = m_context.walk.previous(m_arguments[size_t(index)].first);
        const ByteRange blanks{m_context.rangeOf(before).end, begin};
        if (!blanks.isEmpty()) {
            out.pieces.push_back({{}, blanks});
        }
    };
    const auto plain = [&] {
        if (!first) {
            out.pieces.push_back({", ", {}});
        }
        first = false;
    };
    for (int i = 0; i <= count; ++i) {
        bool stays = i < count;
        for (const ArgumentRule* rule : rules) {
            const bool atEnd = i == count;
            const int place =
                rule->action == ArgumentAction::Insert ? rule->argument : rule->target;
            const bool here = place == i || (atEnd && place > count);
            const bool inRange = i >= rule->argument && i < rule->argument + rule->count;
            if (rule->action == ArgumentAction::Insert && here) {
                plain();
                out.pieces.push_back({argumentText(*rule, m_context.options), {}});
            } else if (place >= 0 && here) {
                for (int j = rule->argument; j < rule->argument + rule->count; ++j) {
                    plain();
                    addArgument(out, j, rules);
                }
            }
            const bool leaves =
                rule->action == ArgumentAction::Remove || rule->action == ArgumentAction::Move;
            stays = stays && !(leaves && inRange);
        }
        if (!stays) {
            continue;
        }
        separate(i);
        addArgument(out, i, rules);
    }
    m_context.items.push_back(std::move(out));
}

int wrappedArgument(std::string_view cudaName, std::string_view text)
{
    for (const ArgumentRule& rule : argumentRules(cudaName)) {
        if (rule.text == text) {
            return rule.argument;
        }
    }
    return -1;
}

} // namespace

QByteArray argumentText(const ArgumentRule& rule, const TranslateOptions& options)
{
    if (rule.text != "{version}"sv) {
        return toBytes(rule.text);
    }
    const Version& rocm = options.names.rocm;
    if (options.likeHipify) {
        return rocm.major() < 7 ? "603" : "700";
    }
    return hipNumberOf(rocm);
}

std::string_view translateArguments(TranslateContext& context, int name, const ApiFact& fact,
                                    std::string_view hipName)
{
    if (fact.kind != ApiKind::Function) {
        return {};
    }
    const bool overloaded =
        fact.cuda == "cudaEventCreate"sv || fact.cuda == "cudaGraphInstantiate"sv;
    const auto rules = argumentRules(fact.cuda);
    if (rules.empty() && !overloaded) {
        return {};
    }
    const int open = context.walk.next(name);
    if (open < 0 || !context.walk.is(open, "(")) {
        return {};
    }
    Call call(context, name, fact);
    if (overloaded) {
        return call.overload();
    }
    // The rules of the library whose name is written; those for HIP names where it has none.
    const bool ownName = hipName != fact.hip;
    std::vector<const ArgumentRule*> chosen;
    for (const ArgumentRule& rule : rules) {
        const bool library = rule.group != ArgumentGroup::Hip;
        if (library == ownName) {
            chosen.push_back(&rule);
        }
    }
    if (!chosen.empty()) {
        call.apply(chosen);
    }
    return {};
}

std::string_view translateComputeType(const TranslateContext& context, int token,
                                      const ApiFact& fact, std::string_view hipName)
{
    const std::string_view computed = computeTypeFor(fact.cuda);
    const TokenWalk& walk = context.walk;
    if (computed.empty() || hipName != fact.hip || context.options.names.rocm < Version{6, 0} ||
        !walk.is(walk.next(token), ",")) {
        return {};
    }
    constexpr int kMost = 256; // tokens back to the call
    int position = 0;
    int at = walk.previous(token);
    for (int steps = 0; at >= 0 && steps < kMost && !walk.is(at, "("); ++steps) {
        if (walk.is(at, ")") || walk.is(at, "]") || walk.is(at, "}")) {
            at = walk.partner(at);
        } else if (walk.is(at, ",")) {
            ++position;
        } else if (position == 0 || walk.is(at, "[") || walk.is(at, "{") || walk.is(at, ";")) {
            return {}; // not alone in its argument, or of no call
        }
        at = at < 0 ? -1 : walk.previous(at);
    }
    const bool isCall = walk.is(at, "(");
    return isCall && computeTypeArgument(walk.text(walk.previous(at))) == position
               ? computed
               : std::string_view();
}

bool substituteCall(TranslateContext& context, int name, const ApiFact& fact)
{
    const int open = context.walk.next(name);
    std::vector<ArgumentTokens> arguments;
    if (open < 0 || !context.walk.is(open, "(") || !splitArguments(context.walk, open, arguments)) {
        return false;
    }
    const Substitute* chosen = nullptr;
    for (const Substitute& one : substitutes(fact.cuda)) {
        if (one.arguments == int(arguments.size())) {
            chosen = &one;
        }
    }
    const ByteRange range = context.rangeOf(name, context.walk.partner(open));
    if (!chosen || range.size() > kMaxArgumentBytes) {
        return false;
    }
    for (const ArgumentTokens& argument : arguments) {
        if (argument.isEmpty()) {
            return false;
        }
    }
    PendingItem pending;
    pending.item.topic = TranslateTopic::Api;
    pending.item.range = context.rangeOf(name);
    pending.item.hasEdit = true;
    pending.item.edit.range = range;
    pending.item.api = &fact;
    std::string_view text = chosen->text;
    while (!text.empty()) {
        const size_t at = text.find('$');
        pending.pieces.push_back({toBytes(text.substr(0, at)), {}});
        if (at == std::string_view::npos) {
            break;
        }
        const ArgumentTokens& argument = arguments[size_t(text[at + 1] - '1')];
        pending.pieces.push_back({{}, context.rangeOf(argument.first, argument.last)});
        text.remove_prefix(at + 2);
    }
    context.items.push_back(std::move(pending));
    return true;
}

int symbolArgument(std::string_view cudaName)
{
    return wrappedArgument(cudaName, "HIP_SYMBOL"sv);
}

int kernelPointerArgument(std::string_view cudaName)
{
    return wrappedArgument(cudaName, "reinterpret_cast<const void*>"sv);
}

} // namespace rocport
