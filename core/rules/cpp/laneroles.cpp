#include "core/base/cancelscope.h"
#include "core/rules/cpp/lanemask.h"
#include "core/rules/cpp/warpnumbers.h"

#include <QSet>

#include <algorithm>
#include <bitset>
#include <unordered_map>

namespace rocport {

namespace {

bool isVariableQualifier(std::string_view word)
{
    return isOneOf(word, {"const", "constexpr", "volatile", "static", "register", "inline",
                          "__restrict__", "mutable", "__device__", "__constant__"});
}

/// Whether a word may be a qualifier or a type of ours: nothing else is shorter, longer or begins
/// otherwise.
bool mayBeginType(std::string_view word)
{
    constexpr size_t kShortest = 3;
    constexpr size_t kLongest = 12;
    return word.size() >= kShortest && word.size() <= kLongest &&
           std::string_view("_acilmrsuv").find(word.front()) != std::string_view::npos;
}

bool isInt32Word(std::string_view word)
{
    return isOneOf(word, {"unsigned", "signed", "int", "uint32_t", "int32_t", "uint", "u32"});
}

bool isInt64Word(std::string_view word)
{
    return isOneOf(word, {"long", "uint64_t", "int64_t", "size_t", "lane_mask_t", "lanemask_t"});
}

QByteArray rawBytes(std::string_view view)
{
    return QByteArray::fromRawData(view.data(), static_cast<qsizetype>(view.size()));
}

/// Tells most words that are not in a set from those that may be, by their length and their first
/// and last letter.
class WordSieve
{
public:
    void add(std::string_view word) { m_bits.set(bitOf(word)); }
    [[nodiscard]] bool mayHold(std::string_view word) const { return m_bits.test(bitOf(word)); }

private:
    static constexpr size_t kBits = 1024;
    static size_t bitOf(std::string_view word)
    {
        const auto byteOf = [](char c) {
            return static_cast<size_t>(static_cast<unsigned char>(c));
        };
        return word.empty()
                   ? 0
                   : (word.size() + byteOf(word.front()) * 32 + byteOf(word.back()) * 7) % kBits;
    }
    std::bitset<kBits> m_bits;
};

} // namespace

LaneMasks::LaneMasks(const CppFile& file, const std::vector<PtxStatement>& ptx, bool header)
    : m_file(file), m_header(header)
{
    m_valueOf.assign(static_cast<size_t>(file.size()), -1);
    findSource(ptx);
    collectNamedMasks();
    collectFunctions();
    collectUses();
    if (m_hasSource) {
        collectCallSources();
        settle(ptx);
    } else {
        for (NamedMask& named : m_named) {
            named.onlyMasks = named.uses.empty();
        }
    }
}

void LaneMasks::findSource(const std::vector<PtxStatement>& ptx)
{
    m_hasSource = std::any_of(ptx.begin(), ptx.end(), [](const PtxStatement& one) {
        return one.result == PtxResult::LaneMask;
    });
    for (int i = 0; i < m_file.size() && !m_hasSource && !isWorkCancelledAt(i); ++i) {
        m_hasSource = m_file.token(i).kind == CTokenKind::Identifier &&
                      warpBuiltin(m_file.text(i)) != WarpBuiltin::None;
    }
}

/// Reads a type at `at`; returns the token after it, or `at` when there is none of ours.
int LaneMasks::declaredType(int at, int end, LaneValue& value) const
{
    int first = -1;
    int last = -1;
    bool contiguous = true;
    int longs = 0;
    bool wide = false;
    bool automatic = false;
    int i = at;
    for (; i < end && i - at < 16; ++i) {
        const std::string_view word = m_file.text(i);
        if (word == "std" && m_file.is(i + 1, "::") &&
            (isInt32Word(m_file.text(i + 2)) || isInt64Word(m_file.text(i + 2)))) {
            first = first < 0 ? i : first;
            ++i;
            continue;
        }
        if (isVariableQualifier(word)) {
            value.isConst = value.isConst || word == "const" || word == "constexpr";
            continue;
        }
        const bool ours = isInt32Word(word) || isInt64Word(word) || word == "auto";
        if (!ours) {
            break;
        }
        longs += word == "long" ? 1 : 0;
        wide = wide || isInt64Word(word);
        automatic = automatic || word == "auto";
        value.longType = value.longType || isOneOf(word, {"uint64_t", "int64_t", "size_t"});
        first = first < 0 ? i : first;
        contiguous = contiguous && (last < 0 || last + 1 == i || m_file.is(i - 1, "::"));
        last = i;
    }
    if (first < 0) {
        return at;
    }
    value.type = automatic ? LaneValue::Type::Auto
                 : wide    ? LaneValue::Type::Int64
                           : LaneValue::Type::Int32;
    value.longType = value.longType || longs == 1;
    value.typeTokens = contiguous ? TokenSpan{first, last + 1} : TokenSpan{};
    return i;
}

void LaneMasks::collectNamedMasks()
{
    for (int i = 0; i + 3 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (m_file.token(i).kind != CTokenKind::Directive || !m_file.is(i + 1, "define") ||
            m_file.isInert(m_file.token(i).begin)) {
            continue;
        }
        int end = i + 3;
        while (end < m_file.size() && m_file.token(end).inDirective &&
               m_file.token(end).kind != CTokenKind::Directive && end - i < 12) {
            ++end;
        }
        const TokenSpan body{i + 3, end};
        if (literal(body) == MaskLiteral::Full32) {
            NamedMask named;
            named.body = body;
            m_named.insert(rawBytes(m_file.text(i + 2)), named);
        }
    }
}

void LaneMasks::collectFunctions()
{
    const auto& functions = m_file.functions();
    m_returns.assign(functions.size(), -1);
    int before = 0;
    for (int f = 0; f < static_cast<int>(functions.size()) && !isWorkCancelled(); ++f) {
        collectLocals(before, functions[f].head, -1);
        before = functions[f].bodyClose + 1;
        if (m_file.isInert(m_file.token(functions[f].nameAt).begin)) {
            continue;
        }
        collectParameters(f);
        collectReturn(f);
        collectLocals(functions[f].bodyOpen + 1, functions[f].bodyClose, f);
    }
    collectLocals(before, m_file.size(), -1);
}

void LaneMasks::collectParameters(int function)
{
    const CppFunction& one = m_file.functions()[function];
    int index = 0;
    for (const TokenSpan& span : m_file.arguments(one.paramsOpen)) {
        LaneValue value;
        const int after = declaredType(span.begin, span.end, value);
        const bool named = after > span.begin && after < span.end &&
                           m_file.isKind(after, CTokenKind::Identifier) &&
                           (after + 1 == span.end || m_file.is(after + 1, "="));
        if (named && value.type != LaneValue::Type::Auto) {
            value.kind = LaneValue::Kind::Parameter;
            value.function = function;
            value.parameter = index;
            value.nameAt = after;
            value.name = m_file.text(after);
            value.scope = {one.paramsOpen, one.bodyClose};
            value.declaration = after;
            if (after + 2 < span.end) {
                value.sources.push_back({after + 2, span.end});
            }
            // A kernel is called from the host; a header's function from other files.
            value.unknownCallers = one.global || (m_header && value.sources.empty());
            m_values.push_back(value);
        }
        ++index;
    }
}

void LaneMasks::collectReturn(int function)
{
    const CppFunction& one = m_file.functions()[function];
    int begin = one.nameAt;
    while (begin > one.head &&
           (isInt32Word(m_file.text(begin - 1)) || m_file.is(begin - 1, "long") ||
            isInt64Word(m_file.text(begin - 1)) || m_file.is(begin - 1, "::") ||
            m_file.is(begin - 1, "std") || m_file.is(begin - 1, "auto"))) {
        --begin;
    }
    LaneValue value;
    if (begin == one.nameAt || declaredType(begin, one.nameAt, value) != one.nameAt ||
        !(one.device || one.global)) {
        return;
    }
    value.kind = LaneValue::Kind::Return;
    value.function = function;
    value.nameAt = one.nameAt;
    value.name = one.name;
    value.declaration = one.nameAt;
    value.unknownCallers = m_header && value.type == LaneValue::Type::Int32;
    for (int i = one.bodyOpen + 1; i < one.bodyClose; ++i) {
        if (isWorkCancelled()) {
            return;
        }
        if (m_file.is(i, "return")) {
            value.sources.push_back(expressionFrom(i + 1));
        }
    }
    m_returns[function] = static_cast<int>(m_values.size());
    m_values.push_back(value);
}

void LaneMasks::collectLocals(int begin, int end, int function)
{
    CancelLook isCancelled;
    for (int i = begin; i < end && !isCancelled(); ++i) {
        const CToken& token = m_file.token(i);
        const std::string_view word = m_file.text(i);
        if (token.inDirective || token.kind != CTokenKind::Identifier || !mayBeginType(word) ||
            !(isInt32Word(word) || isInt64Word(word) || word == "auto" || word == "std" ||
              isVariableQualifier(word))) {
            continue;
        }
        const std::string_view before = m_file.text(i - 1);
        const bool starts = i == begin || m_file.token(i - 1).inDirective ||
                            isOneOf(before, {";", "{", "}", "(", ")", ":"});
        LaneValue value;
        int at = starts ? declaredType(i, end, value) : i;
        if (at == i || (function < 0 && !value.isConst)) {
            i = std::max(i, at - 1);
            continue;
        }
        value.kind = function < 0 ? LaneValue::Kind::FileConstant : LaneValue::Kind::Local;
        value.function = function;
        value.declaration = i;
        int scopeEnd = function < 0 ? m_file.size() : end;
        for (int open = m_file.enclosing(i); function >= 0 && open >= 0;
             open = m_file.enclosing(open)) {
            if (m_file.is(open, "{")) {
                scopeEnd = m_file.match(open) < 0 ? end : m_file.match(open);
                break;
            }
        }
        for (int guard = 0; guard < 64 && m_file.isKind(at, CTokenKind::Identifier); ++guard) {
            LaneValue one = value;
            one.nameAt = at;
            one.name = m_file.text(at);
            one.scope = {at, scopeEnd};
            const std::string_view after = m_file.text(at + 1);
            int next = at + 1;
            if (after == "=") {
                const TokenSpan source = expressionFrom(at + 2);
                one.sources.push_back(source);
                next = source.end;
            } else if ((after == "(" || after == "{") && m_file.match(at + 1) > at + 2) {
                one.sources.push_back({at + 2, m_file.match(at + 1)});
                next = m_file.match(at + 1) + 1;
            } else if (!isOneOf(after, {";", ",", ")"})) {
                break; // an array, a function, a range-for
            }
            m_values.push_back(one);
            if (!m_file.is(next, ",") || m_file.is(at + 1, ")")) {
                break;
            }
            at = next + 1;
        }
        i = std::max(i, at - 1);
    }
}

void LaneMasks::collectUses()
{
    // What is in force by its name: scopes lie in each other, so that the last opened is innermost.
    struct Named
    {
        std::vector<int> values; ///< in their order, without results of functions
        size_t next = 0;         ///< of these
        int lastReturn = -1;     ///< what a call of this name gives
        std::vector<int> stack;  ///< scopes that have begun
    };
    std::unordered_map<std::string_view, Named> byName;
    WordSieve names;
    for (int v = 0; v < static_cast<int>(m_values.size()); ++v) {
        Named& named = byName[m_values[v].name];
        names.add(m_values[v].name);
        if (m_values[v].kind == LaneValue::Kind::Return) {
            named.lastReturn = v;
        } else {
            named.values.push_back(v);
        }
    }
    QHash<QPair<int, QByteArray>, int> links;
    for (LaneValue& value : m_values) {
        if (isWorkCancelled()) {
            return;
        }
        const QPair<int, QByteArray> key(value.function, rawBytes(value.name));
        value.link = links.contains(key) ? links.value(key) : value.declaration;
        links.insert(key, value.link);
    }
    for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (m_file.token(i).kind != CTokenKind::Identifier) {
            continue;
        }
        const std::string_view name = m_file.text(i);
        if (!m_named.isEmpty()) {
            const auto mask = m_named.find(rawBytes(name));
            if (mask != m_named.end() && i + 1 != mask->body.begin) {
                mask->uses.push_back(i);
            }
        }
        const auto found = names.mayHold(name) ? byName.find(name) : byName.end();
        if (found == byName.end() || isOneOf(m_file.text(i - 1), {".", "->"})) {
            continue;
        }
        // The innermost declaration in force: the last one whose scope holds the place.
        Named& state = found->second;
        for (; state.next < state.values.size(); ++state.next) {
            const int v = state.values[state.next];
            if (m_values[v].scope.begin > i) {
                break;
            }
            state.stack.push_back(v);
        }
        while (!state.stack.empty() && m_values[state.stack.back()].scope.end <= i) {
            state.stack.pop_back();
        }
        const int scoped = state.stack.empty() ? -1 : state.stack.back();
        const int best = m_file.is(i + 1, "(") ? std::max(scoped, state.lastReturn) : scoped;
        m_valueOf[i] = best;
        if (best >= 0 && i != m_values[best].nameAt) {
            addAssignment(best, i);
        }
    }
}

/// Sorts one mention of a value into a source, a harmless write or a use.
void LaneMasks::addAssignment(int value, int at)
{
    LaneValue& one = m_values[value];
    const std::string_view after = m_file.text(at + 1);
    const std::string_view before = m_file.text(at - 1);
    if (after == "=" || after == "|=" || after == "&=" || after == "^=") {
        one.sources.push_back(expressionFrom(at + 2));
        return;
    }
    if (after == ">>=" || after == "<<=") {
        return;
    }
    const bool stepped = after == "++" || after == "--" || before == "++" || before == "--";
    const bool counted = isOneOf(after, {"+=", "-=", "*=", "/=", "%="});
    const bool address = before == "&" && !m_file.isKind(at - 2, CTokenKind::Identifier) &&
                         !m_file.isKind(at - 2, CTokenKind::Number) && !m_file.is(at - 2, ")") &&
                         !m_file.is(at - 2, "]");
    if (stepped || counted || address || after == "[") {
        one.wrongWrite = true;
        return;
    }
    one.uses.push_back(at);
}

void LaneMasks::collectCallSources()
{
    QHash<QByteArray, std::vector<int>> parameters;
    for (int v = 0; v < static_cast<int>(m_values.size()); ++v) {
        if (m_values[v].kind == LaneValue::Kind::Parameter) {
            const CppFunction& function = m_file.functions()[m_values[v].function];
            parameters[rawBytes(function.name)].push_back(v);
        }
    }
    for (int i = 0; i + 1 < m_file.size() && !parameters.isEmpty() && !isWorkCancelledAt(i); ++i) {
        if (m_file.token(i).kind != CTokenKind::Identifier) {
            continue;
        }
        const auto found = parameters.constFind(rawBytes(m_file.text(i)));
        if (found == parameters.constEnd()) {
            continue;
        }
        int open = i + 1;
        if (m_file.is(open, "<")) { // template arguments
            while (open < m_file.size() && open - i < 40 && !m_file.is(open, "(") &&
                   !m_file.is(open, ";")) {
                ++open;
            }
        }
        if (!m_file.is(open, "(") || m_file.match(open) < 0) {
            continue;
        }
        const std::vector<TokenSpan> arguments = m_file.arguments(open);
        for (const int v : *found) {
            LaneValue& value = m_values[v];
            if (m_file.functions()[value.function].nameAt == i) {
                continue;
            }
            if (value.parameter < static_cast<int>(arguments.size())) {
                value.sources.push_back(arguments[value.parameter]);
            }
        }
    }
}

void LaneMasks::findEscapes()
{
    QSet<QPair<QByteArray, int>> takers; // functions and their parameters that are lane masks
    for (const LaneValue& value : m_values) {
        if (value.kind == LaneValue::Kind::Parameter && value.valid) {
            takers.insert({rawBytes(m_file.functions()[value.function].name), value.parameter});
        }
    }
    for (LaneValue& value : m_values) {
        if (!value.valid || value.kind == LaneValue::Kind::Return) {
            continue;
        }
        for (const int at : value.uses) {
            if (isWorkCancelled()) {
                return;
            }
            const Destination to = destination(at);
            const bool carries = truth(to.whole) >= MaskTruth::Soft;
            switch (to.kind) {
            case Destination::Kind::Memory:
                value.escapes = value.escapes || carries;
                break;
            case Destination::Kind::Return:
                value.escapes =
                    value.escapes || (carries && (to.value < 0 || !m_values[to.value].valid));
                break;
            case Destination::Kind::Call: {
                const bool taken = takers.contains({rawBytes(m_file.text(to.callee)), to.argument});
                value.escapes = value.escapes || (carries && !taken);
                break;
            }
            case Destination::Kind::Inside:
            case Destination::Kind::Value:
            case Destination::Kind::Builtin:
                break;
            }
        }
    }
}

/// Most variables are plain numbers: they go first, before the costlier questions.
void LaneMasks::dropOthers()
{
    constexpr int kRounds = 12;
    bool changed = true;
    for (int round = 0; round < kRounds && changed; ++round) {
        changed = false;
        for (LaneValue& value : m_values) {
            const bool bad = value.valid && std::any_of(value.sources.begin(), value.sources.end(),
                                                        [this](const TokenSpan& source) {
                                                            return source.size() > 0 &&
                                                                   !isWorkCancelled() &&
                                                                   truth(source) == MaskTruth::No;
                                                        });
            if (bad) {
                // Kept as hard where a ballot is among its sources: the mix is worth a finding.
                value.valid = false;
                changed = true;
            }
        }
    }
}

void LaneMasks::settle(const std::vector<PtxStatement>& ptx)
{
    for (const PtxStatement& one : ptx) {
        const int value = one.output.size() == 1 ? valueAt(one.output.begin) : -1;
        if (value >= 0 && one.result == PtxResult::LaneMask) {
            m_values[value].hard = true;
            m_values[value].sources.push_back({});
        }
    }
    for (LaneValue& value : m_values) {
        value.valid = !value.sources.empty() && !value.wrongWrite && !value.unknownCallers;
        for (const int at : value.uses) {
            if (isWorkCancelled()) {
                return;
            }
            const Destination to = destination(at);
            const bool mask = to.kind == Destination::Kind::Builtin && to.argument == 0 &&
                              to.whole.size() == 1 && takesLaneMask(m_file.text(to.callee));
            value.syncUse = value.syncUse || mask;
        }
        value.hard = value.hard || value.syncUse;
    }
    dropOthers();
    // Hardness grows along assignments; then whatever has a source that is none falls out again.
    constexpr int kRounds = 12;
    for (int round = 0; round < kRounds; ++round) {
        bool changed = false;
        for (LaneValue& value : m_values) {
            for (const TokenSpan& source : value.sources) {
                if (!value.hard && source.size() > 0 && !isWorkCancelled() &&
                    truth(source) == MaskTruth::Hard) {
                    value.hard = true;
                    changed = true;
                }
            }
            // A shifted one is a lane mask when it meets one.
            for (const int at : value.uses) {
                if (!value.hard && value.valid && !isWorkCancelled() && meetsMask(at)) {
                    value.hard = true;
                    changed = true;
                }
            }
        }
        if (!changed) {
            break;
        }
    }
    for (int round = 0; round < kRounds; ++round) {
        findEscapes();
        bool changed = false;
        for (LaneValue& value : m_values) {
            const bool bad =
                value.escapes || std::any_of(value.sources.begin(), value.sources.end(),
                                             [this](const TokenSpan& source) {
                                                 return source.size() > 0 && !isWorkCancelled() &&
                                                        truth(source) == MaskTruth::No;
                                             });
            if (value.valid && (bad || !value.hard)) {
                value.valid = false;
                changed = true;
            }
        }
        if (!changed) {
            break;
        }
    }
    for (NamedMask& named : m_named) {
        for (const int at : named.uses) {
            if (isWorkCancelled()) {
                return;
            }
            const Destination to = destination(at);
            const bool argument = to.kind == Destination::Kind::Builtin && to.argument == 0 &&
                                  takesLaneMask(m_file.text(to.callee));
            const bool stored = to.value >= 0 && m_values[to.value].isCertain();
            named.onlyMasks = named.onlyMasks && (argument || stored || meetsMask(at));
        }
    }
}

} // namespace rocport
