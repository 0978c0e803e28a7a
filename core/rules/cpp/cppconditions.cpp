#include "core/rules/cpp/cppconditions.h"

#include "core/base/cancelscope.h"
#include "core/facts/facts.h"
#include "core/rules/cpp/armcost.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cpprules.h"
#include "core/rules/cpp/cppversions.h"
#include "core/text/bytes.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr std::array kArchMacros = {"__CUDA_ARCH__"sv, "__CUDA_ARCH_LIST__"sv,
                                    "__CUDA_ARCH_SPECIFIC__"sv, "__CUDA_ARCH_FAMILY_SPECIFIC__"sv};
constexpr std::array kVersionMacros = {"CUDART_VERSION"sv,
                                       "CUDA_VERSION"sv,
                                       "__CUDA"sv,
                                       "__CUDA__"sv,
                                       "__CUDABE__"sv,
                                       "__CUDACC__"sv,
                                       "__CUDACC_RDC__"sv,
                                       "__CUDACC_RTC__"sv,
                                       "__CUDACC_DEBUG__"sv,
                                       "__CUDACC_VER__"sv,
                                       "__CUDACC_VER_BUILD__"sv,
                                       "__NVCC__"sv,
                                       "__CUDACC_VER_MAJOR__"sv,
                                       "__CUDACC_VER_MINOR__"sv,
                                       "__CUDA_API_VERSION"sv,
                                       "CUDNN_VERSION"sv,
                                       "CUSPARSE_VERSION"sv,
                                       "CUBLAS_VERSION"sv,
                                       "CUBLAS_VER_MAJOR"sv,
                                       "CUSPARSE_VER_MAJOR"sv,
                                       "CUSOLVER_VERSION"sv,
                                       "CUSOLVER_VER_MAJOR"sv,
                                       "CUFFT_VERSION"sv,
                                       "CUB_VERSION"sv,
                                       "__CUDACC_RELAXED_CONSTEXPR__"sv,
                                       "__CUDACC_EXTENDED_LAMBDA__"sv,
                                       "TORCH_CUDA_VERSION"sv};

/// GPUs of this compute capability and below do nothing that an AMD GPU does not.
constexpr int kCommonArch = 600;
/// What this CUDA release and those before it brought, HIP has, where the tables have its names.
constexpr int kCommonVersion = 11000;
constexpr int kMaxLines = 40;

template <size_t N>
bool holds(const std::array<std::string_view, N>& names, std::string_view word)
{
    return std::find(names.begin(), names.end(), word) != names.end();
}

/// A directive with its expression: [begin, end) are the tokens after its name.
struct Directive
{
    int hash = 0;
    int begin = 0;
    int end = 0;
    std::string_view name;
};

/// #if with all its arms, up to #endif.
struct Chain
{
    std::vector<Directive> arms; ///< #if, #elif ..., #else
    int endif = -1;
};

/// A condition as far as it is understood: one macro and at most one number.
struct Simple
{
    enum class Kind : quint8 {
        None,
        Defined,
        Less,
        AtLeast,
        Equal,
        DefinedAndLess ///< "defined(X) && X < 700": false where the macro is not there
    } kind = Kind::None;
    int macro = -1; ///< token
    TokenSpan whole;
    long number = 0;
};

/// The rules about preprocessor conditions; null where no pack has them.
struct ConditionRules
{
    const Rule* arch = nullptr;    ///< __CUDA_ARCH__
    const Rule* version = nullptr; ///< CUDART_VERSION, __CUDACC__ and their like
};

class ConditionFinder
{
public:
    ConditionFinder(const CppFile& file, const ConditionRules& rules, ProposalWriter& writer,
                    QVector<Replacement>& edits)
        : m_file(file), m_rules(rules), m_writer(writer), m_edits(edits)
    {
    }

    void run();

private:
    void readChains();
    void chain(const Chain& one);
    void values();
    QByteArray addValue(const Rule& rule, int token, bool directive, bool isAnswered) const;
    [[nodiscard]] const Rule* ruleFor(std::string_view word) const
    {
        return holds(kArchMacros, word)      ? m_rules.arch
               : holds(kVersionMacros, word) ? m_rules.version
                                             : nullptr;
    }
    [[nodiscard]] Simple simple(const Directive& directive) const;
    [[nodiscard]] bool comparison(TokenSpan span, Simple& result) const;
    [[nodiscard]] QByteArray portedText(const Simple& condition, bool* takesFirst) const;
    [[nodiscard]] bool isPortable(int begin, int end) const;
    [[nodiscard]] QString noteFor(const Rule& rule, const Simple& condition, bool edited) const;
    [[nodiscard]] bool isNegated(const Directive& directive, const Simple& condition) const;
    [[nodiscard]] ArmOutcome outcomeOf(const Chain& one) const;
    bool propose(const Chain& one, const Simple& condition, const Rule& rule,
                 const QByteArray& text, bool takesFirst, QVector<Replacement>& edits) const;

    const CppFile& m_file;
    const ConditionRules& m_rules;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    std::vector<Chain> m_chains;
    /// A finding of the analysis.
    struct Said
    {
        qsizetype index = 0;
        QByteArray id;
    };
    QHash<QString, Said> m_said; ///< by message, of conditions
};

void ConditionFinder::readChains()
{
    std::vector<Chain> open;
    for (int i = 0; i < m_file.size() && !isWorkCancelled(); ++i) {
        if (m_file.token(i).kind != CTokenKind::Directive) {
            continue;
        }
        Directive one;
        one.hash = i;
        one.name = m_file.text(i + 1);
        one.begin = i + 2;
        one.end = one.begin;
        while (one.end < m_file.size() && m_file.token(one.end).inDirective &&
               m_file.token(one.end).kind != CTokenKind::Directive) {
            ++one.end;
        }
        if (one.name == "if" || one.name == "ifdef" || one.name == "ifndef") {
            open.push_back({{one}, -1});
        } else if ((one.name == "elif" || one.name == "else") && !open.empty()) {
            open.back().arms.push_back(one);
        } else if (one.name == "endif" && !open.empty()) {
            open.back().endif = i;
            m_chains.push_back(std::move(open.back()));
            open.pop_back();
        }
        i = std::max(i, std::min(one.end, m_file.size()) - 1);
    }
    std::sort(m_chains.begin(), m_chains.end(), [](const Chain& a, const Chain& b) {
        return a.arms.front().hash < b.arms.front().hash;
    });
}

/// "MACRO op number", either way round.
bool ConditionFinder::comparison(TokenSpan span, Simple& result) const
{
    if (span.size() != 3) {
        return false;
    }
    std::string_view op = m_file.text(span.begin + 1);
    int macro = span.begin;
    int number = span.begin + 2;
    if (m_file.isKind(macro, CTokenKind::Number)) {
        std::swap(macro, number);
        op = op == "<"sv    ? ">"sv
             : op == "<="sv ? ">="sv
             : op == ">"sv  ? "<"sv
             : op == ">="sv ? "<="sv
             : op == "=="sv ? op
                            : ""sv;
    }
    const std::string_view digits = m_file.text(number);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), result.number);
    if (!m_file.isKind(number, CTokenKind::Number) || read.ec != std::errc() ||
        ruleFor(m_file.text(macro)) == nullptr) {
        return false;
    }
    result.number += op == ">"sv || op == "<="sv ? 1 : 0;
    result.kind = op == ">"sv || op == ">="sv   ? Simple::Kind::AtLeast
                  : op == "<"sv || op == "<="sv ? Simple::Kind::Less
                  : op == "=="sv                ? Simple::Kind::Equal
                                                : Simple::Kind::None;
    result.macro = macro;
    result.whole = span;
    return result.kind != Simple::Kind::None;
}

Simple ConditionFinder::simple(const Directive& directive) const
{
    Simple result;
    TokenSpan span{directive.begin, directive.end};
    if (directive.name == "ifdef" || directive.name == "ifndef") {
        if (span.size() >= 1 && ruleFor(m_file.text(span.begin)) != nullptr) {
            result = {Simple::Kind::Defined, span.begin, {span.begin, span.begin + 1}, 0};
        }
        return result;
    }
    while (span.size() > 0 &&
           (m_file.is(span.begin, "!") ||
            (m_file.is(span.begin, "(") && m_file.match(span.begin) == span.end - 1))) {
        span = m_file.is(span.begin, "(") ? TokenSpan{span.begin + 1, span.end - 1}
                                          : TokenSpan{span.begin + 1, span.end};
    }
    if (comparison(span, result)) {
        return result;
    }
    if (!m_file.is(span.begin, "defined")) {
        return result;
    }
    const int name = m_file.is(span.begin + 1, "(") ? span.begin + 2 : span.begin + 1;
    const int after = name + (m_file.is(span.begin + 1, "(") ? 2 : 1);
    if (ruleFor(m_file.text(name)) == nullptr) {
        return result;
    }
    if (after == span.end) {
        return {Simple::Kind::Defined, name, {name, name + 1}, 0};
    }
    // defined(X) && X >= number says no more than its second half.
    const bool both = m_file.is(after, "&&");
    TokenSpan rest{after + 1, span.end};
    if (both && m_file.is(rest.begin, "(") && m_file.match(rest.begin) == rest.end - 1) {
        rest = {rest.begin + 1, rest.end - 1};
    }
    if (both && comparison(rest, result) && m_file.text(result.macro) == m_file.text(name)) {
        result.kind =
            result.kind == Simple::Kind::Less ? Simple::Kind::DefinedAndLess : result.kind;
        result.whole = span;
        return result;
    }
    return {};
}

/// What the condition becomes for ROCm; empty when that is not certain. `takesFirst`: the part that
/// it asks for is true on AMD GPUs.
QByteArray ConditionFinder::portedText(const Simple& condition, bool* takesFirst) const
{
    *takesFirst = condition.kind != Simple::Kind::Less;
    if (condition.kind == Simple::Kind::Equal || condition.kind == Simple::Kind::DefinedAndLess) {
        return {}; // false on ROCm as it stands
    }
    const std::string_view macro = m_file.text(condition.macro);
    if (macro == "__CUDACC__" && condition.kind == Simple::Kind::Defined) {
        return "__HIPCC__";
    }
    if (macro == "__CUDA_ARCH__") {
        if (condition.kind == Simple::Kind::Defined) {
            return "__HIP_DEVICE_COMPILE__";
        }
        const bool common = condition.number > 0 && condition.number <= kCommonArch;
        if (!common) {
            return {};
        }
        return condition.kind == Simple::Kind::AtLeast ? "defined(__HIP_DEVICE_COMPILE__)"
                                                       : "!defined(__HIP_DEVICE_COMPILE__)";
    }
    const bool version = macro == "CUDART_VERSION" || macro == "CUDA_VERSION";
    if (version && condition.number > 0 && condition.number <= kCommonVersion) {
        return condition.kind == Simple::Kind::AtLeast ? "1" : "0";
    }
    return {};
}

/// Nothing between the tokens is tied to NVIDIA, as far as tables and names tell.
bool ConditionFinder::isPortable(int begin, int end) const
{
    bool condition = false; // an undefined name counts as 0 there
    for (int i = begin; i < end; ++i) {
        const std::string_view word = m_file.text(i);
        if (m_file.isKind(i, CTokenKind::Directive)) {
            condition = m_file.text(i + 1) != "define";
        }
        // Includes of CUDA headers get a guard of their own.
        if (m_file.isKind(i, CTokenKind::HeaderName) && word.size() > 2 &&
            findHeader(word.substr(1, word.size() - 2)) != nullptr) {
            return false;
        }
        if (!m_file.isKind(i, CTokenKind::Identifier)) {
            continue;
        }
        if (word == "asm" || word == "__asm__" || word == "__asm" || word == "nvcuda" ||
            word == "wmma" || word.substr(0, 3) == "nv_" || word == "cutlass" || word == "cute") {
            return false;
        }
        const ApiFact* fact = findApi(word);
        if (fact != nullptr && fact->hip.empty()) {
            return false;
        }
        // A value that ROCm does not define: __CUDA_ARCH__ == N in the code of the arm.
        if (ruleFor(word) != nullptr && !(condition && m_file.token(i).inDirective)) {
            return false;
        }
    }
    return true;
}

bool ConditionFinder::isNegated(const Directive& directive, const Simple& condition) const
{
    bool negated = directive.name == "ifndef";
    for (int i = directive.begin; i < condition.whole.begin; ++i) {
        negated = m_file.is(i, "!") ? !negated : negated;
    }
    return negated;
}

/// Goes by what an undefined `__CUDA_ARCH__` gives, which counts as 0.
ArmOutcome ConditionFinder::outcomeOf(const Chain& one) const
{
    using Kind = Simple::Kind;
    TokenSpan taken;   // by AMD GPUs
    TokenSpan biggest; // of those that they do not take
    bool isForSome = true;
    bool negated = false;
    for (size_t i = 0; i < one.arms.size(); ++i) {
        const Directive& arm = one.arms[i];
        const TokenSpan span{arm.end, i + 1 < one.arms.size() ? one.arms[i + 1].hash : one.endif};
        if (arm.name == "else") {
            taken = span;
            break;
        }
        const Simple condition = simple(arm);
        if (condition.kind == Kind::None || condition.kind == Kind::Defined ||
            m_file.text(condition.macro) != "__CUDA_ARCH__"sv) {
            return ArmOutcome::Unknown; // for the host or for the device
        }
        const bool inverse = isNegated(arm, condition);
        const bool holds = (condition.kind == Kind::Less) != inverse;
        negated = negated || inverse;
        isForSome = isForSome && !holds &&
                    (condition.kind == Kind::Equal || condition.kind == Kind::DefinedAndLess);
        if (holds) {
            taken = span;
            break;
        }
        biggest = span.size() > biggest.size() ? span : biggest;
    }
    if (namesStandard(m_file, taken)) {
        return ArmOutcome::Unknown; // the host's
    }
    if (isRefusal(m_file, taken)) {
        return ArmOutcome::Refused;
    }
    if (one.arms.size() == 1 && taken.size() > 0 && isMissed(m_file, taken)) {
        return ArmOutcome::Unknown; // a function for older GPUs, which HIP may have
    }
    if (taken.size() <= 0 && isMissed(m_file, biggest)) {
        return ArmOutcome::Missing;
    }
    if (isForSome) {
        const bool alone = one.arms.size() == 1 || (one.arms.size() == 2 && taken.end > 0);
        // Without an arm for the others, what is left must be seen to be most of a function.
        const bool left = taken.size() > 0 || m_file.functionOf(biggest.begin) >= 0;
        return alone && left ? ArmOutcome::Right : ArmOutcome::Unknown;
    }
    return taken.size() > 0 && !negated ? ArmOutcome::Older : ArmOutcome::Unknown;
}

QString ConditionFinder::noteFor(const Rule& rule, const Simple& condition, bool edited) const
{
    if (edited) {
        return QStringLiteral("ROCm gets the branch that it can compile.");
    }
    if (&rule == m_rules.arch) {
        if (condition.kind == Simple::Kind::AtLeast) {
            return QStringLiteral(
                "ROCm takes the other branch, which is right when that branch is plain C++ and "
                "wrong when it is meant for the host or for older GPUs. Which one is meant is not "
                "certain, so nothing is proposed.");
        }
        return QStringLiteral("Check which branch an AMD GPU should take: without the macro it is "
                              "the one for the host or for the oldest GPUs.");
    }
    if (condition.kind == Simple::Kind::Less) {
        return QStringLiteral("ROCm takes the branch for old CUDA releases, since the macro counts "
                              "as 0.");
    }
    return QStringLiteral("ROCm takes the branch without it. Whether it should is not certain, so "
                          "nothing is proposed.");
}

bool ConditionFinder::propose(const Chain& one, const Simple& condition, const Rule& rule,
                              const QByteArray& text, bool takesFirst,
                              QVector<Replacement>& edits) const
{
    const SourceBuffer& source = m_file.source();
    const Directive& first = one.arms.front();
    const qsizetype begin = m_file.token(first.hash).begin;
    const qsizetype end = m_file.token(std::min(one.endif + 1, m_file.size() - 1)).end;
    const int lines = source.lineOf(end - 1) - source.lineOf(begin);
    const bool alone =
        one.arms.size() == 1 || (one.arms.size() == 2 && one.arms.back().name == "else");
    const int around = m_file.enclosing(first.hash);
    if (text.isEmpty() || !alone || lines >= kMaxLines || (around >= 0 && m_file.is(around, "("))) {
        return false;
    }
    // The arm that ROCm would take must be one that it can compile.
    const bool firstArm = takesFirst != isNegated(first, condition);
    const int middle = one.arms.size() == 2 ? one.arms.back().hash : one.endif;
    const bool portable = firstArm               ? isPortable(first.end, middle)
                          : one.arms.size() == 2 ? isPortable(one.arms.back().end, one.endif)
                                                 : true;
    if (!portable) {
        return false;
    }
    Replacement edit;
    edit.range = m_file.range(condition.whole);
    edit.around = {begin, end};
    edit.text = text;
    edit.rule = &rule;
    edits.append(edit);
    return true;
}

void ConditionFinder::chain(const Chain& one)
{
    const Directive& first = one.arms.front();
    if (m_file.isInert(m_file.token(first.hash).begin)) {
        return;
    }
    const Rule* rule = nullptr;
    int at = -1;
    for (const Directive& arm : one.arms) {
        for (int i = arm.begin; i < arm.end; ++i) {
            if (m_file.isRocmWord(m_file.text(i))) {
                return; // it knows both sides
            }
        }
        for (int i = arm.begin; i < arm.end && at < 0; ++i) {
            const Rule* here =
                m_file.isKind(i, CTokenKind::Identifier) ? ruleFor(m_file.text(i)) : nullptr;
            if (here != nullptr) {
                rule = here;
                at = i;
            }
        }
    }
    if (rule == nullptr) {
        return;
    }
    const Simple condition = simple(first);
    QVector<Replacement> edits;
    bool takesFirst = true;
    QByteArray text =
        condition.kind == Simple::Kind::None ? QByteArray() : portedText(condition, &takesFirst);
    if (text == "__HIP_DEVICE_COMPILE__" && choosesAttributes(m_file, {first.end, one.endif})) {
        text = "__HIPCC__";
    }
    const bool edited = propose(one, condition, *rule, text, takesFirst, edits);
    const QString symbol = toText(m_file.text(at));
    const ArmOutcome outcome = rule == m_rules.arch ? outcomeOf(one) : ArmOutcome::Unknown;
    const bool right = outcome == ArmOutcome::Right && !edited;
    const QString note = edited || outcome == ArmOutcome::Unknown
                             ? noteFor(*rule, condition, edited)
                             : outcomeNote(outcome);
    const Captures captures = {{QStringLiteral("symbol"), symbol}, {QStringLiteral("note"), note}};
    const QString message = fillText(rule->message, captures);
    Said& said = m_said[message];
    const bool mild = outcome == ArmOutcome::Right || outcome == ArmOutcome::Older;
    const bool once = rule == m_rules.version || mild;
    if (!edited && once && m_writer.addPlaceTo(said.index, said.id, m_file.range(at))) {
        return; // what to do about the macro is decided once for all of them
    }
    const bool idle = edited || right;
    const QByteArray id = m_writer.addFinding(*rule, m_file.range(at), symbol, message,
                                              idle ? QString() : rule->wayOut,
                                              idle ? Effort::None : rule->effort, {});
    if (mild) {
        m_writer.analysis().findings.last().severity = right ? Severity::Info : Severity::Warning;
    }
    said = {m_writer.analysis().findings.size() - 1, id};
    for (Replacement& edit : edits) {
        edit.findingId = id;
        edit.captures = captures;
        m_edits.append(edit);
    }
}

/// The macros in code and in the bodies of other macros: undefined names, or zero.
/// The finding of a macro that is used as a value; its id.
QByteArray ConditionFinder::addValue(const Rule& rule, int token, bool directive,
                                     bool isAnswered) const
{
    const QString symbol = toText(m_file.text(token));
    const QString note =
        directive    ? QStringLiteral("Here it is part of a macro, so each condition that tests "
                                         "the macro takes the branch for 0.")
        : isAnswered ? QStringLiteral("Here it is compared with the version of the runtime or the "
                                      "driver, which HIP counts as HIP_VERSION does.")
                     : QStringLiteral("Here it is a value in the code, which does not compile.");
    return m_writer.addFinding(rule, m_file.range(token), symbol,
                               fillText(rule.message, {{QStringLiteral("symbol"), symbol},
                                                       {QStringLiteral("note"), note}}),
                               rule.wayOut, rule.effort, {});
}

void ConditionFinder::values()
{
    // Bodies of macros once for each name, code once for each line: every place fails there.
    std::map<std::pair<std::string_view, int>, QByteArray> done;
    const VersionQuestions versions(m_file);
    bool condition = false;
    for (int i = 0; i < m_file.size() && !isWorkCancelled(); ++i) {
        if (m_file.token(i).kind == CTokenKind::Directive) {
            const std::string_view name = m_file.text(i + 1);
            condition = name != "define";
            continue;
        }
        if (!m_file.isKind(i, CTokenKind::Identifier) || m_file.isInert(m_file.token(i).begin)) {
            continue;
        }
        const Rule* rule = ruleFor(m_file.text(i));
        const bool directive = m_file.token(i).inDirective;
        const bool defines = directive && m_file.is(i - 1, "define");
        if (rule == nullptr || (directive && condition) || defines) {
            continue;
        }
        const bool isAnswered = !directive && versions.isAnswered(i);
        const int line = directive ? 0 : m_file.source().lineOf(m_file.token(i).begin);
        const auto [place, isNew] = done.try_emplace({m_file.text(i), line});
        if (isNew) {
            place->second = addValue(*rule, i, directive, isAnswered);
        }
        if (isAnswered) {
            Replacement edit;
            edit.range = m_file.range(i);
            edit.text = "HIP_VERSION";
            edit.rule = rule;
            edit.findingId = place->second;
            edit.captures = {{QStringLiteral("symbol"), toText(m_file.text(i))}};
            m_edits.append(edit);
        }
    }
}

void ConditionFinder::run()
{
    readChains();
    for (const Chain& one : m_chains) {
        chain(one);
    }
    for (const Said& said : std::as_const(m_said)) {
        m_writer.countPlaces(said.index, said.id);
    }
    values();
}

} // namespace

bool isCudaConditionMacro(std::string_view word)
{
    const bool start =
        !word.empty() && (word.front() == '_' || word.front() == 'C' || word.front() == 'T');
    return start && (holds(kArchMacros, word) || holds(kVersionMacros, word));
}

void proposeConditions(const CppInput& input)
{
    ConditionRules rules;
    for (const Rule* rule : input.rules.allNamed(u"cuda-condition")) {
        const bool arch = rule->matcherParameters.value(QStringLiteral("macros")).toString() ==
                          QStringLiteral("architecture");
        (arch ? rules.arch : rules.version) = rule;
    }
    ConditionFinder(input.file, rules, input.writer, input.edits).run();
}

} // namespace rocport
