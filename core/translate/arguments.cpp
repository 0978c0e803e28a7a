#include "core/translate/arguments.h"

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

using namespace std::string_view_literals;

enum class Action {
    Symbol,
    Cast,
    Remove,
    MallocHost,
    EntryPoint,
    Append,
    EventCreate,
    Instantiate
};

struct Rule
{
    std::string_view name;
    Action action;
    int argument = 0;
};

constexpr Rule kRules[] = {
    {"cuOccupancyMaxPotentialBlockSize"sv, Action::Remove, 3},
    {"cuOccupancyMaxPotentialBlockSizeWithFlags"sv, Action::Remove, 3},
    {"cudaEventCreate"sv, Action::EventCreate},
    {"cudaFuncGetAttributes"sv, Action::Cast, 1},
    {"cudaFuncSetAttribute"sv, Action::Cast, 0},
    {"cudaFuncSetCacheConfig"sv, Action::Cast, 0},
    {"cudaFuncSetSharedMemConfig"sv, Action::Cast, 0},
    {"cudaGetDriverEntryPoint"sv, Action::EntryPoint, 2},
    {"cudaGetSymbolAddress"sv, Action::Symbol, 1},
    {"cudaGetSymbolSize"sv, Action::Symbol, 1},
    {"cudaGetTextureReference"sv, Action::Symbol, 1},
    {"cudaGraphAddMemcpyNodeFromSymbol"sv, Action::Symbol, 5},
    {"cudaGraphAddMemcpyNodeToSymbol"sv, Action::Symbol, 4},
    {"cudaGraphExecMemcpyNodeSetParamsFromSymbol"sv, Action::Symbol, 3},
    {"cudaGraphExecMemcpyNodeSetParamsToSymbol"sv, Action::Symbol, 2},
    {"cudaGraphInstantiate"sv, Action::Instantiate},
    {"cudaGraphMemcpyNodeSetParamsFromSymbol"sv, Action::Symbol, 2},
    {"cudaGraphMemcpyNodeSetParamsToSymbol"sv, Action::Symbol, 1},
    {"cudaLaunchCooperativeKernel"sv, Action::Cast, 0},
    {"cudaLaunchKernel"sv, Action::Cast, 0},
    {"cudaMallocHost"sv, Action::MallocHost, 2},
    {"cudaMemcpyFromSymbol"sv, Action::Symbol, 1},
    {"cudaMemcpyFromSymbolAsync"sv, Action::Symbol, 1},
    {"cudaMemcpyToSymbol"sv, Action::Symbol, 0},
    {"cudaMemcpyToSymbolAsync"sv, Action::Symbol, 0},
    {"cusparseSpSM_solve"sv, Action::Append, 10},
};

const Rule* findRule(std::string_view name)
{
    const auto* const it = std::lower_bound(
        std::begin(kRules), std::end(kRules), name,
        [](const Rule& rule, std::string_view wanted) { return rule.name < wanted; });
    return it != std::end(kRules) && it->name == name ? it : nullptr;
}

/// Longer ones are left to a person, so that nested calls stay cheap.
constexpr qsizetype kMaxArgumentBytes = 2048;

bool startsWithCast(const TokenWalk& walk, const ArgumentTokens& argument)
{
    const std::string_view first = walk.text(argument.first);
    if (first == "reinterpret_cast" || first == "static_cast" || first == "const_cast" ||
        first == "nullptr" || first == "NULL")
        return true;
    if (first != "(")
        return false;
    // "(const void*)" or "(void *)"
    const int close = walk.partner(argument.first);
    bool isVoid = false;
    for (int i = walk.next(argument.first); i >= 0 && i < close; i = walk.next(i)) {
        if (walk.is(i, "void"))
            isVoid = true;
        else if (!walk.is(i, "const") && !walk.is(i, "*") && !walk.is(i, "volatile"))
            return false;
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

    std::string_view apply(const Rule& rule)
    {
        if (!splitArguments(m_context.walk, m_open, m_arguments)) {
            byHand();
            return {};
        }
        switch (rule.action) {
        case Action::Symbol:
            wrap(rule.argument, "HIP_SYMBOL(");
            break;
        case Action::Cast:
            wrap(rule.argument, "reinterpret_cast<const void*>(");
            break;
        case Action::Remove:
            remove(rule.argument);
            break;
        case Action::MallocHost:
            if (m_arguments.size() == 2)
                append("hipHostMallocDefault");
            break;
        case Action::Append:
            if (int(m_arguments.size()) == rule.argument)
                append("nullptr");
            break;
        case Action::EntryPoint:
            if (int(m_arguments.size()) > rule.argument)
                insertBefore(rule.argument, hipVersion());
            break;
        case Action::EventCreate:
            if (m_arguments.size() == 2)
                return "hipEventCreateWithFlags"sv;
            break;
        case Action::Instantiate:
            if (m_arguments.size() == 2 && !m_context.options.likeHipify) {
                append("0");
                return "hipGraphInstantiateWithFlags"sv;
            }
            if (m_arguments.size() == 3)
                return "hipGraphInstantiateWithFlags"sv;
            break;
        }
        return {};
    }

private:
    [[nodiscard]] bool has(int index) const
    {
        return index < int(m_arguments.size()) && !m_arguments[size_t(index)].isEmpty();
    }

    [[nodiscard]] QByteArray hipVersion() const
    {
        const Version& rocm = m_context.options.names.rocm;
        if (m_context.options.likeHipify)
            return rocm.major() < 7 ? "603" : "700";
        return QByteArray::number(rocm.major() * 100 + rocm.minor());
    }

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

    void wrap(int index, const char* opening)
    {
        if (!has(index))
            return;
        const ArgumentTokens& argument = m_arguments[size_t(index)];
        if (startsWithCast(m_context.walk, argument) ||
            m_context.walk.is(argument.first, "HIP_SYMBOL"))
            return;
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
        pending.pieces = {{opening, {}}, {{}, range}, {")", {}}};
        m_context.items.push_back(std::move(pending));
    }

    void remove(int index)
    {
        // Only the form with all arguments; one that already lacks it is left alone.
        const int wanted = m_fact.cuda.ends_with("WithFlags"sv) ? 7 : 6;
        if (int(m_arguments.size()) != wanted || !has(index - 1) || !has(index))
            return;
        const ByteRange range{m_context.rangeOf(m_arguments[size_t(index - 1)].last).end,
                              m_context.rangeOf(m_arguments[size_t(index)].last).end};
        m_context.addEdit(TranslateTopic::Api, range, {range, {}}).api = &m_fact;
        TranslateItem& item = m_context.addNote(
            TranslateTopic::Unsupported, range,
            QStringLiteral(
                "HIP has no callback from block size to shared memory; the argument goes away."));
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
        if (!last.isEmpty())
            insertAt(m_context.rangeOf(last.last).end, ", " + text);
    }

    void insertBefore(int index, const QByteArray& text)
    {
        if (has(index))
            insertAt(m_context.rangeOf(m_arguments[size_t(index)].first).begin, text + ", ");
    }

    TranslateContext& m_context;
    const ApiFact& m_fact;
    int m_name;
    int m_open;
    std::vector<ArgumentTokens> m_arguments;
};

} // namespace

std::string_view translateArguments(TranslateContext& context, int name, const ApiFact& fact)
{
    const Rule* const rule = findRule(fact.cuda);
    if (!rule)
        return {};
    const NameOptions& names = context.options.names;
    if (names.roc && (rule->action == Action::Append || context.options.likeHipify))
        return {};
    if (names.miopen && context.options.likeHipify)
        return {};
    const int open = context.walk.next(name);
    if (open < 0 || !context.walk.is(open, "("))
        return {};
    return Call(context, name, fact).apply(*rule);
}

bool hasArgumentRule(std::string_view cudaName)
{
    return findRule(cudaName) != nullptr;
}

int symbolArgument(std::string_view cudaName)
{
    const Rule* const rule = findRule(cudaName);
    return rule && rule->action == Action::Symbol ? rule->argument : -1;
}

int kernelPointerArgument(std::string_view cudaName)
{
    const Rule* const rule = findRule(cudaName);
    return rule && rule->action == Action::Cast ? rule->argument : -1;
}

} // namespace rocport
