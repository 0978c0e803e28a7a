#include "core/rules/cpp/ptxreplacer.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

/// The pointer of "[%1]".
std::optional<QByteArray> PtxReplacer::address(const std::string& operand) const
{
    if (operand.size() < 4 || operand.front() != '[' || operand.back() != ']') {
        return std::nullopt;
    }
    return numbered(trimmedPtx(std::string_view(operand).substr(1, operand.size() - 2)), false);
}

/// An access with ordering and scope, or an atomic one.
QByteArray PtxReplacer::ordered(const PtxMemoryAccess& access) const
{
    using Kind = PtxMemoryAccess::Kind;
    const bool gives = access.kind == Kind::Load || access.kind == Kind::Fetch;
    const size_t takes = access.kind == Kind::Load ? 0 : 1;
    const size_t at = gives ? 1 : 0; // of the address
    if (m_in.operands.size() != at + 1 + takes) {
        return {};
    }
    const auto out = gives ? numbered(m_in.operands[0], true) : QByteArray();
    const auto pointer = address(m_in.operands[at]);
    const bool immediate = takes != 0 && isPtxNumber(m_in.operands[at + 1]);
    const auto one = takes == 0  ? QByteArray()
                     : immediate ? QByteArray::fromStdString(m_in.operands[at + 1])
                                 : value(at + 1, true);
    if (!out || !pointer || !one || (gives && !isInteger(m_in.operands[0], access.wide)) ||
        (takes != 0 && !immediate && !isInteger(m_in.operands[at + 1], access.wide))) {
        return {};
    }
    const QByteArray type = access.type;
    const char* const name = access.kind == Kind::Load    ? "__hip_atomic_load"
                             : access.kind == Kind::Store ? "__hip_atomic_store"
                                                          : access.operation;
    const QByteArray call = QByteArray(name) + "((" + (access.kind == Kind::Load ? "const " : "") +
                            type + "*)" +
                            (pointer->startsWith('(') ? *pointer : '(' + *pointer + ')') +
                            (takes != 0 ? ", (" + type + ")(" + *one + ')' : QByteArray()) + ", " +
                            access.order + ", " + access.scope + ')';
    return (gives ? *out + " = " : QByteArray()) + call + ';';
}

/// The C++ type of what an access moves, by the opcode and by what all registers in `operand` are;
/// null where they would be converted.
const char* PtxReplacer::typeOf(std::string_view operand) const
{
    struct Type
    {
        std::string_view ptx;
        const char* constraints;
        const char* name;
    };
    constexpr std::array kTypes = {Type{".f32", "f", "float"},
                                   Type{".b32", "f", "float"},
                                   Type{".u32", "r", "unsigned int"},
                                   Type{".b32", "r", "unsigned int"},
                                   Type{".s32", "r", "int"},
                                   Type{".f64", "d", "double"},
                                   Type{".b64", "d", "double"},
                                   Type{".u64", "l", "unsigned long long"},
                                   Type{".b64", "l", "unsigned long long"},
                                   Type{".u8", "rh", "unsigned char"},
                                   Type{".u16", "rh", "unsigned short"},
                                   Type{".b16", "rh", "unsigned short"}};
    const std::string_view opcode = m_in.opcode;
    const std::string_view type = opcode.substr(std::min(opcode.rfind('.'), opcode.size()));
    const char* result = nullptr;
    for (size_t at = operand.find('%'); at != std::string_view::npos;
         at = operand.find('%', at + 1)) {
        const size_t end = std::min(operand.find_first_of(",}", at), operand.size());
        const std::string_view constraint = constraintOf(trimmedPtx(operand.substr(at, end - at)));
        const auto* const found = std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& one) {
            return one.ptx == type &&
                   constraint.find_first_of(one.constraints) != std::string_view::npos;
        });
        // All of a vector: bits of another type would be converted.
        if (found == kTypes.end() || (result != nullptr && result != found->name)) {
            return nullptr;
        }
        result = found->name;
    }
    return result;
}

/// The expressions of "{%0, %1}", or of "%0" alone, as many as the opcode says.
std::optional<std::vector<QByteArray>> PtxReplacer::vector(std::string_view operand,
                                                           bool output) const
{
    if (operand.size() > 1 && operand.front() == '{' && operand.back() == '}') {
        operand = operand.substr(1, operand.size() - 2);
    }
    const size_t count = says(".v4.") ? 4 : says(".v2.") ? 2 : 1;
    std::vector<QByteArray> result;
    while (!operand.empty()) {
        const size_t comma = std::min(operand.find(','), operand.size());
        const auto one = numbered(trimmedPtx(operand.substr(0, comma)), output);
        operand.remove_prefix(std::min(comma + 1, operand.size()));
        if (!one || result.size() == count) {
            return std::nullopt;
        }
        result.push_back(*one);
    }
    return result.size() == count ? std::optional(result) : std::nullopt;
}

static bool isWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static std::vector<QByteArray> wordsOf(const QByteArray& expression)
{
    std::vector<QByteArray> words;
    for (qsizetype i = 0; i < expression.size();) {
        qsizetype end = i;
        while (end < expression.size() && isWord(expression[end])) {
            ++end;
        }
        if (end > i) {
            words.push_back(expression.mid(i, end - i));
        }
        i = end + 1;
    }
    return words;
}

/// Whether the '(' at `open` may begin the arguments of a call.
static bool mayCall(const QByteArray& expression, qsizetype open)
{
    const char before = open > 0 ? expression[open - 1] : ' ';
    if (before == '>') {
        const qsizetype cast = expression.lastIndexOf("_cast<", open);
        const qsizetype nested = expression.lastIndexOf('<', open);
        return cast < 0 || nested != cast + 5;
    }
    return isWord(before) || before == ']' ||
           (before == ')' && (open < 2 || expression[open - 2] != '*'));
}

bool PtxReplacer::mayRepeat(const QByteArray& expression) const
{
    for (qsizetype i = 0; i < expression.size(); ++i) {
        const QByteArrayView two = QByteArrayView(expression)
                                       .sliced(i)
                                       .first(std::min<qsizetype>(2, expression.size() - i));
        if (two[0] == '=' || two == "++" || two == "--" ||
            (two[0] == '(' && mayCall(expression, i))) {
            return false;
        }
    }
    const std::vector<QByteArray> words = wordsOf(expression);
    return std::none_of(words.begin(), words.end(),
                        [this](const QByteArray& one) { return isParameter(one); });
}

bool PtxReplacer::isEvaluatedOnce() const
{
    return std::all_of(m_asm.operands.begin(), m_asm.operands.end(), [this](const PtxOperand& one) {
        const bool constant = one.constraint.find_first_of("ni") != std::string::npos;
        const std::string_view code = m_file.textOf(one.expression);
        return one.uses == 1 || constant || mayRepeat(toBytes(code));
    });
}

bool PtxReplacer::isName(QByteArrayView expression) const
{
    if (expression.startsWith('(') && expression.endsWith(')')) {
        expression = expression.sliced(1).chopped(1);
    }
    return !isParameter(expression) && std::all_of(expression.begin(), expression.end(),
                                                   [](char c) { return isWord(c) || c == '.'; });
}

/// Whether `expression` names what is written as one of `others`.
static bool depends(const QByteArray& expression, const std::vector<QByteArray>& others)
{
    const std::vector<QByteArray> words = wordsOf(expression);
    return std::any_of(others.begin(), others.end(), [&](const QByteArray& other) {
        qsizetype end = 0;
        while (end < other.size() && isWord(other[end])) {
            ++end;
        }
        return end == 0 || std::find(words.begin(), words.end(), other.left(end)) != words.end();
    });
}

QByteArray PtxReplacer::assigned(const char* type, const std::vector<QByteArray>& parts,
                                 const std::vector<QByteArray>& places, const Write& write) const
{
    // PTX reads all before it writes: where memory stands among the places, names hold the values.
    const bool apart =
        parts.size() < 2 || std::all_of(places.begin(), places.end(),
                                        [this](const QByteArray& one) { return isName(one); });
    QByteArray values;
    QByteArray text;
    for (size_t i = 0; i < parts.size(); ++i) {
        const QByteArray name = "rocportPart" + QByteArray::number(static_cast<int>(i));
        const QByteArray comma = i == 0 ? "" : ", ";
        values += comma + name + " = " + parts[i];
        text += comma + write(i, apart ? parts[i] : name);
    }
    return apart ? text + ';'
                 : QByteArray("do { const ") + type + ' ' + values + "; " + text + "; } while (0);";
}

QByteArray PtxReplacer::load() const
{
    // ld.global[.nc][.cache hints][.v2, .v4].type
    const bool plain = !says(".acquire.") && !says(".volatile.") && !says(".relaxed.") &&
                       m_in.opcode.find("cache_hint") == std::string::npos;
    const char* const name = m_in.operands.size() == 2 ? typeOf(m_in.operands[0]) : nullptr;
    if (name == nullptr || !plain) {
        return {};
    }
    const auto to = vector(m_in.operands[0], true);
    const auto pointer = address(m_in.operands[1]);
    if (!to || !pointer || (to->size() > 1 && (!mayRepeat(*pointer) || depends(*pointer, *to)))) {
        return {};
    }
    const bool wrapped = pointer->startsWith('(');
    const QByteArray from =
        QByteArray("(const ") + name + "*)" + (wrapped ? *pointer : '(' + *pointer + ')');
    // A load that is made again each time stays one: others may write what it reads.
    const bool system = says(".cv.");
    const bool atomic = system || says(".cg.") || (m_asm.isVolatile && !says(".nc."));
    std::vector<QByteArray> parts;
    for (size_t i = 0; i < to->size(); ++i) {
        const QByteArray at =
            from + (i == 0 ? QByteArray() : " + " + QByteArray::number(static_cast<int>(i)));
        if (says(".cs.") || says(".lu.")) {
            parts.push_back("__builtin_nontemporal_load(" + at + ')');
        } else if (atomic) {
            parts.push_back("__hip_atomic_load(" + at + ", __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_" +
                            (system ? "SYSTEM" : "AGENT") + ')');
        } else {
            parts.push_back(i == 0 ? '*' + at : "*(" + at + ')');
        }
    }
    return assigned(name, parts, *to,
                    [&](size_t i, const QByteArray& part) { return (*to)[i] + " = " + part; });
}

/// The parts of a vector are stored one by one: PTX gives them no order either.
QByteArray PtxReplacer::store() const
{
    // st.global[.wb, .cg, .cs, .wt][.v2, .v4].type
    const bool plain = !says(".release.") && !says(".volatile.") && !says(".relaxed.") &&
                       !says(".weak.") && m_in.opcode.find("::") == std::string::npos;
    const char* const name = m_in.operands.size() == 2 ? typeOf(m_in.operands[1]) : nullptr;
    if (name == nullptr || !plain) {
        return {};
    }
    const auto values = vector(m_in.operands[1], false);
    const auto pointer = address(m_in.operands[0]);
    if (!values || !pointer || (values->size() > 1 && !mayRepeat(*pointer))) {
        return {};
    }
    const bool wrapped = pointer->startsWith('(');
    const QByteArray to =
        QByteArray("(") + name + "*)" + (wrapped ? *pointer : '(' + *pointer + ')');
    const bool system = says(".wt.");
    const bool atomic = system || says(".cg.") || m_asm.isVolatile;
    std::vector<QByteArray> parts;
    for (const QByteArray& one : *values) {
        parts.push_back(QByteArray("static_cast<") + name + ">(" + one + ')');
    }
    return assigned(name, parts, *values, [&](size_t i, const QByteArray& part) {
        const QByteArray at =
            to + (i == 0 ? QByteArray() : " + " + QByteArray::number(static_cast<int>(i)));
        if (says(".cs.")) {
            return "__builtin_nontemporal_store(" + part + ", " + at + ')';
        }
        if (atomic) {
            return "__hip_atomic_store(" + at + ", " + part + ", __ATOMIC_RELAXED, " +
                   "__HIP_MEMORY_SCOPE_" + (system ? "SYSTEM" : "AGENT") + ')';
        }
        return (i == 0 ? '*' + at : "*(" + at + ')') + " = " + part;
    });
}

/// Copies to shared memory, made at once: waiting for them, and the groups that they form, mean
/// nothing then.
QByteArray PtxReplacer::asyncCopy() const
{
    const bool waits = m_in.opcode == "cp.async.commit_group" ||
                       m_in.opcode == "cp.async.wait_all" || m_in.opcode == "cp.async.wait_group";
    if (waits) {
        return "static_cast<void>(0);";
    }
    const bool copies =
        begins("cp.async.ca.shared.global") || begins("cp.async.cg.shared.global") ||
        begins("cp.async.ca.shared::cta.global") || begins("cp.async.cg.shared::cta.global");
    const size_t count = m_in.operands.size();
    if (!copies || m_in.opcode.find("cache_hint") != std::string::npos || count < 3 || count > 4) {
        return {};
    }
    const auto to = address(m_in.operands[0]);
    const auto from = address(m_in.operands[1]);
    const std::string offset =
        to ? trimmedPtx(std::string_view(m_in.operands[0]).substr(1, m_in.operands[0].size() - 2))
           : std::string();
    const auto number = [this](const std::string& operand) -> std::optional<QByteArray> {
        return isPtxNumber(operand) ? QByteArray::fromStdString(operand) : numbered(operand, false);
    };
    const auto bytes = number(m_in.operands[2]);
    // A number in a template argument has to be known to the compiler.
    const bool known = isPtxNumber(m_in.operands[2]) ||
                       constraintOf(m_in.operands[2]).find_first_of("ni") != std::string_view::npos;
    const auto given = count == 4 ? number(m_in.operands[3]) : QByteArray();
    const bool predicate =
        count == 4 && !isPtxNumber(m_in.operands[3]) && !isInteger(m_in.operands[3], false);
    if (!to || !from || !bytes || !given || !known || predicate || !isInteger(offset, false)) {
        return {};
    }
    return "rocportCopyToShared<" + *bytes + ">(" + *to + ", (const void*)(" + *from + ')' +
           (count == 4 ? ", " + *given : QByteArray()) + ");";
}

std::optional<QByteArray> PtxReplacer::moved(const std::vector<PtxMove>& moves) const
{
    QByteArray text;
    std::vector<QByteArray> written;
    std::vector<QByteArray> kept;
    for (const PtxMove& one : moves) {
        const auto to = numbered(one.to, true);
        const std::string number = ptxImmediate(one.from);
        const auto from = number.empty() ? numbered(one.from, false, true)
                                         : std::optional(QByteArray::fromStdString(number));
        // Bits of another kind of register would be converted.
        if (!to || !from || !mayRepeat(*to) ||
            (number.empty() && constraintOf(one.from) != constraintOf(one.to).substr(1))) {
            return std::nullopt;
        }
        if (*to == *from) {
            kept.push_back(*to);
            continue;
        }
        text += *to + " = " + *from + "; ";
        written.push_back(*to);
    }
    // PTX has read them by then.
    const bool readsOwn =
        !written.empty() &&
        std::any_of(m_asm.operands.begin() + static_cast<std::ptrdiff_t>(m_asm.outputs),
                    m_asm.operands.end(), [&](const PtxOperand& one) {
                        const QByteArray code = toBytes(m_file.textOf(one.expression));
                        return std::find(kept.begin(), kept.end(), code) == kept.end() &&
                               depends(code, written);
                    });
    return readsOwn ? std::nullopt : std::optional(text);
}

/// The offset of a generic pointer in shared memory.
QByteArray PtxReplacer::sharedAddress() const
{
    const auto out = m_in.operands.size() == 2 ? numbered(m_in.operands[0], true) : std::nullopt;
    const auto pointer = out ? numbered(m_in.operands[1], false) : std::nullopt;
    const bool narrow = out && isInteger(m_in.operands[0], false);
    if (!pointer || !isInteger(m_in.operands[1], true) ||
        !(narrow || isInteger(m_in.operands[0], true))) {
        return {};
    }
    const QByteArray call = "__cvta_generic_to_shared((const void*)" +
                            (pointer->startsWith('(') ? *pointer : '(' + *pointer + ')') + ')';
    return *out + " = " + (narrow ? "static_cast<unsigned int>(" + call + ')' : call) + ';';
}

} // namespace rocport
