#include "core/rules/cppptx.h"

#include "core/base/cancelscope.h"
#include "core/rules/ptxlogic.h"
#include "core/rules/ptxmemory.h"
#include "core/rules/ptxstatement.h"
#include "core/rules/ptxtable.h"

#include <algorithm>
#include <optional>
#include <string>

namespace rocport {

namespace {

const PtxOpcode* opcodeFor(std::string_view name)
{
    const PtxOpcode* best = nullptr;
    for (const PtxOpcode& one : kPtxOpcodes) {
        const bool fits = name.substr(0, one.prefix.size()) == one.prefix &&
                          (name.size() == one.prefix.size() || name[one.prefix.size()] == '.');
        if (fits && (best == nullptr || one.prefix.size() > best->prefix.size())) {
            best = &one;
        }
    }
    return best;
}

const PtxRegister* registerFor(std::string_view operand)
{
    while (!operand.empty() && operand.front() == '%') {
        operand.remove_prefix(1);
    }
    const auto found = std::find_if(kPtxRegisters.begin(), kPtxRegisters.end(),
                                    [&](const PtxRegister& r) { return r.name == operand; });
    return found == kPtxRegisters.end() ? nullptr : &*found;
}

/// Writes the HIP statement for one instruction, where one with the same effect is known.
class Replacer
{
public:
    Replacer(const CppFile& file, const PtxAsm& statement, const PtxInstruction& instruction)
        : m_file(file), m_asm(statement), m_in(instruction)
    {
    }
    [[nodiscard]] QByteArray run() const;

private:
    [[nodiscard]] bool begins(std::string_view prefix) const
    {
        return std::string_view(m_in.opcode).substr(0, prefix.size()) == prefix;
    }
    [[nodiscard]] bool ends(std::string_view suffix) const
    {
        const std::string_view name = m_in.opcode;
        return name.size() >= suffix.size() && name.substr(name.size() - suffix.size()) == suffix;
    }
    /// The C++ expression of operand number `index` ("%2"), in parentheses unless it is one token.
    [[nodiscard]] std::optional<QByteArray> value(size_t index, bool bare) const;
    [[nodiscard]] std::optional<QByteArray> numbered(std::string_view text, bool output,
                                                     bool bare = false) const;
    [[nodiscard]] QByteArray assign(const char* before, size_t count, const char* after) const;
    [[nodiscard]] QByteArray load() const;
    [[nodiscard]] QByteArray asyncCopy() const;
    [[nodiscard]] QByteArray ordered(const PtxMemoryAccess& access) const;
    [[nodiscard]] std::optional<QByteArray> address(const std::string& operand) const;
    [[nodiscard]] bool isInteger(std::string_view operand, bool wide) const
    {
        return constraintOf(operand).find(wide ? 'l' : 'r') != std::string_view::npos;
    }
    /// "=r" of "%0"; empty for immediates.
    [[nodiscard]] std::string_view constraintOf(std::string_view operand) const;
    [[nodiscard]] QByteArray arithmetic() const;
    [[nodiscard]] QByteArray words() const;
    [[nodiscard]] QByteArray logic() const;
    [[nodiscard]] std::optional<QByteArray> word(size_t index) const;
    [[nodiscard]] bool smallImmediates(size_t from) const;

    const CppFile& m_file;
    const PtxAsm& m_asm;
    const PtxInstruction& m_in;
};

std::optional<QByteArray> Replacer::numbered(std::string_view text, bool output, bool bare) const
{
    if (text.size() < 2 || text.size() > 3 || text[0] != '%') {
        return std::nullopt;
    }
    size_t index = 0;
    for (const char c : text.substr(1)) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        index = index * 10 + static_cast<size_t>(c - '0');
    }
    if (index >= m_asm.operands.size() || (index < m_asm.outputs) != output ||
        (output && m_asm.operands[index].constraint.find_first_of("=+") == std::string::npos)) {
        return std::nullopt;
    }
    const TokenSpan span = m_asm.operands[index].expression;
    const std::string_view code = m_file.textOf(span);
    if (code.empty() || code.find('\n') != std::string_view::npos ||
        code.find("//") != std::string_view::npos) {
        return std::nullopt;
    }
    QByteArray bytes(code.data(), static_cast<qsizetype>(code.size()));
    return span.size() == 1 || output || bare ? bytes : '(' + bytes + ')';
}

std::optional<QByteArray> Replacer::value(size_t index, bool bare) const
{
    return index < m_in.operands.size() ? numbered(m_in.operands[index], false, bare)
                                        : std::nullopt;
}

bool isNumber(const std::string& text)
{
    return !text.empty() && text.size() < 11 &&
           text.find_first_not_of("0123456789xXabcdefABCDEF") == std::string::npos &&
           text[0] >= '0' && text[0] <= '9';
}

bool Replacer::smallImmediates(size_t from) const
{
    for (size_t i = from; i < m_in.operands.size(); ++i) {
        if (!isNumber(m_in.operands[i]) ||
            std::strtoul(m_in.operands[i].c_str(), nullptr, 0) > 31) {
            return false;
        }
    }
    return from < m_in.operands.size();
}

/// "out = before a, b after;" with the inputs 1..count.
QByteArray Replacer::assign(const char* before, size_t count, const char* after) const
{
    if (m_in.operands.size() != count + 1) {
        return {};
    }
    const std::optional<QByteArray> out = numbered(m_in.operands[0], true);
    if (!out) {
        return {};
    }
    const bool bare = QByteArrayView(before).endsWith('('); // arguments of a call
    QByteArray result = *out + " = " + before;
    for (size_t i = 1; i <= count; ++i) {
        std::optional<QByteArray> one = value(i, bare);
        if (!one && isNumber(m_in.operands[i])) {
            one = QByteArray::fromStdString(m_in.operands[i]);
        }
        if (!one) {
            return {};
        }
        result += (i > 1 ? ", " : "") + *one;
    }
    return result + after + ';';
}

QByteArray Replacer::arithmetic() const
{
    const bool f32 = ends(".f32") && m_in.opcode.find(".sat") == std::string::npos;
    if (begins("ex2.approx") && f32) {
        return assign("exp2f(", 1, ")");
    }
    if (begins("lg2.approx") && f32) {
        return assign("log2f(", 1, ")");
    }
    if (begins("rcp.approx") && f32) {
        return assign("__builtin_amdgcn_rcpf(", 1, ")");
    }
    if (begins("rcp.rn") && f32) {
        return assign("1.0f / ", 1, "");
    }
    if ((begins("sqrt.rn") || begins("sqrt.approx")) && f32) {
        return assign("sqrtf(", 1, ")");
    }
    if (begins("rsqrt.approx") && f32) {
        return assign("rsqrtf(", 1, ")");
    }
    if (begins("sin.approx") && f32) {
        return assign("__sinf(", 1, ")");
    }
    if (begins("cos.approx") && f32) {
        return assign("__cosf(", 1, ")");
    }
    if (begins("tanh.approx") && f32) {
        return assign("tanhf(", 1, ")");
    }
    if (begins("fma.rn") && f32) {
        return assign("fmaf(", 3, ")");
    }
    if (m_in.opcode == "popc.b32") {
        return assign("__popc(", 1, ")");
    }
    if (m_in.opcode == "clz.b32") {
        return assign("__clz(", 1, ")");
    }
    if (m_in.opcode == "brev.b32") {
        return assign("__brev(", 1, ")");
    }
    if (m_in.opcode == "mul.hi.u32") {
        return assign("__umulhi(", 2, ")");
    }
    if (m_in.opcode == "mul.hi.s32") {
        return assign("__mulhi(", 2, ")");
    }
    // The HIP builtin takes widths up to 31 only: constant fields can be checked here.
    if (m_in.opcode == "bfe.u32" && smallImmediates(2)) {
        return assign("__bitextract_u32(", 3, ")");
    }
    return words();
}

/// PtxOperand number `index` as a word of 32 bits that may be read more than once.
std::optional<QByteArray> Replacer::word(size_t index) const
{
    const std::string& text = m_in.operands[index];
    if (isNumber(text)) {
        return QByteArray::fromStdString(text) + 'u';
    }
    const bool isOut = text == m_in.operands[0]; // "+r": read and written
    if (isOut && (!isInteger(text, false) || constraintOf(text).find('+') == std::string::npos)) {
        return std::nullopt;
    }
    // A name and brackets only: neither a call nor a step.
    const std::optional<QByteArray> one = numbered(text, isOut, true);
    const bool plain = one && std::all_of(one->begin(), one->end(), [](char c) {
                           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                  (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '[' ||
                                  c == ']';
                       });
    return plain && isInteger(text, false) ? one : std::nullopt;
}

/// lop3 with one of the functions that read well.
QByteArray Replacer::logic() const
{
    if (m_in.operands.size() != 5 || !isNumber(m_in.operands[4])) {
        return {};
    }
    const auto out = numbered(m_in.operands[0], true);
    const std::array inputs = {word(1), word(2), word(3)};
    const unsigned long table = std::strtoul(m_in.operands[4].c_str(), nullptr, 0);
    const auto* const known = std::find_if(kPtxLogic.begin(), kPtxLogic.end(),
                                           [&](const PtxLogic& l) { return l.table == table; });
    if (!out || !inputs[0] || !inputs[1] || !inputs[2] || known == kPtxLogic.end()) {
        return {};
    }
    QByteArray text;
    for (const char c : known->expression) {
        text += c >= 'a' && c <= 'c' ? *inputs[static_cast<size_t>(c - 'a')] : QByteArray(1, c);
    }
    return *out + " = " + text + ';';
}

/// Arithmetic on words of 32 bits, where C++ or HIP has the same.
QByteArray Replacer::words() const
{
    if (m_in.opcode == "lop3.b32") {
        return logic();
    }
    if (m_in.opcode == "shf.r.wrap.b32") {
        return assign("__funnelshift_r(", 3, ")");
    }
    if (m_in.opcode == "shf.l.wrap.b32") {
        return assign("__funnelshift_l(", 3, ")");
    }
    const bool adds = m_in.opcode == "mad.lo.u32";
    if ((!adds && m_in.opcode != "mul.lo.u32") || m_in.operands.size() != (adds ? 4 : 3)) {
        return {};
    }
    const auto out = numbered(m_in.operands[0], true);
    QByteArray text;
    for (size_t i = 1; i < m_in.operands.size(); ++i) {
        const auto one = word(i);
        if (!one) {
            return {};
        }
        text += (i == 1   ? ""
                 : i == 2 ? " * "
                          : " + ") +
                (isNumber(m_in.operands[i]) ? *one : "(unsigned int)" + *one);
    }
    return out ? *out + " = " + text + ';' : QByteArray();
}

/// The pointer of "[%1]".
std::optional<QByteArray> Replacer::address(const std::string& operand) const
{
    if (operand.size() < 4 || operand.front() != '[' || operand.back() != ']') {
        return std::nullopt;
    }
    return numbered(trimmedPtx(std::string_view(operand).substr(1, operand.size() - 2)), false);
}

/// Whether "%1" is given as an integer of that width: bits of a float would be converted.
std::string_view Replacer::constraintOf(std::string_view operand) const
{
    size_t index = m_asm.operands.size();
    if (operand.size() >= 2 && operand.size() <= 3 && operand[0] == '%' &&
        std::all_of(operand.begin() + 1, operand.end(),
                    [](char c) { return c >= '0' && c <= '9'; })) {
        index = 0;
        for (const char c : operand.substr(1)) {
            index = index * 10 + static_cast<size_t>(c - '0');
        }
    }
    return index < m_asm.operands.size() ? std::string_view(m_asm.operands[index].constraint)
                                         : std::string_view();
}

/// An access with ordering and scope, or an atomic one.
QByteArray Replacer::ordered(const PtxMemoryAccess& access) const
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
    const bool immediate = takes != 0 && isNumber(m_in.operands[at + 1]);
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

QByteArray Replacer::load() const
{
    // ld.global[.nc][.cache hints].type
    const std::string_view type =
        std::string_view(m_in.opcode).substr(std::min(m_in.opcode.rfind('.'), m_in.opcode.size()));
    const char* name = type == ".f32"                     ? "float"
                       : type == ".u32" || type == ".b32" ? "unsigned int"
                       : type == ".s32"                   ? "int"
                       : type == ".f64"                   ? "double"
                       : type == ".u64" || type == ".b64" ? "unsigned long long"
                       : type == ".u8"                    ? "unsigned char"
                       : type == ".u16" || type == ".b16" ? "unsigned short"
                                                          : nullptr;
    const bool plain = m_in.opcode.find(".v2") == std::string::npos &&
                       m_in.opcode.find(".v4") == std::string::npos &&
                       m_in.opcode.find(".acquire") == std::string::npos &&
                       m_in.opcode.find(".volatile") == std::string::npos &&
                       m_in.opcode.find(".relaxed") == std::string::npos &&
                       m_in.opcode.find("cache_hint") == std::string::npos;
    const auto says = [&](const char* part) {
        return (m_in.opcode + '.').find(part) != std::string::npos;
    };
    if (name == nullptr || !plain || m_in.operands.size() != 2) {
        return {};
    }
    const auto out = numbered(m_in.operands[0], true);
    const auto pointer = address(m_in.operands[1]);
    if (!out || !pointer) {
        return {};
    }
    const bool wrapped = pointer->startsWith('(');
    const QByteArray from = QByteArray("reinterpret_cast<const ") + name + "*>" +
                            (wrapped ? *pointer : '(' + *pointer + ')');
    if (says(".cs.") || says(".lu.")) {
        return *out + " = __builtin_nontemporal_load(" + from + ");";
    }
    // A load that is made again each time stays one: others may write what it reads.
    const bool system = says(".cv.");
    if (system || says(".cg.") || (m_asm.isVolatile && !says(".nc."))) {
        return *out + " = __hip_atomic_load(" + from + ", __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_" +
               (system ? "SYSTEM" : "AGENT") + ");";
    }
    return *out + " = *" + from + ';';
}

/// Copies to shared memory, made at once: waiting for them, and the groups that they form, mean
/// nothing then.
QByteArray Replacer::asyncCopy() const
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
        return isNumber(operand) ? QByteArray::fromStdString(operand) : numbered(operand, false);
    };
    const auto bytes = number(m_in.operands[2]);
    // A number in a template argument has to be known to the compiler.
    const bool known = isNumber(m_in.operands[2]) ||
                       constraintOf(m_in.operands[2]).find_first_of("ni") != std::string_view::npos;
    const auto given = count == 4 ? number(m_in.operands[3]) : QByteArray();
    const bool predicate =
        count == 4 && !isNumber(m_in.operands[3]) && !isInteger(m_in.operands[3], false);
    if (!to || !from || !bytes || !given || !known || predicate || !isInteger(offset, false)) {
        return {};
    }
    return "rocportCopyToShared<" + *bytes + ">(" + *to + ", (const void*)(" + *from + ')' +
           (count == 4 ? ", " + *given : QByteArray()) + ");";
}

QByteArray Replacer::run() const
{
    if (m_in.opcode.substr(0, 4) == "mov." && m_in.operands.size() == 2) {
        const PtxRegister* source = registerFor(m_in.operands[1]);
        const auto out = numbered(m_in.operands[0], true);
        if (source == nullptr || source->expression.empty() || !out) {
            return {};
        }
        return *out + " = " +
               QByteArray(source->expression.data(),
                          static_cast<qsizetype>(source->expression.size())) +
               ';';
    }
    if (m_in.opcode == "activemask.b32" && m_in.operands.size() == 1) {
        const auto out = numbered(m_in.operands[0], true);
        return out ? *out + " = __ballot(1);" : QByteArray();
    }
    if (const auto access = ptxMemoryAccess(m_in.opcode)) {
        return ordered(*access);
    }
    if (begins("ld.global")) {
        return load();
    }
    if (begins("cp.async.")) {
        return asyncCopy();
    }
    if ((begins("prefetch.") || begins("prefetchu.")) && m_in.operands.size() == 1) {
        const auto pointer = address(m_in.operands[0]); // a hint, whatever its level
        return pointer ? "__builtin_prefetch((const void*)" +
                             (pointer->startsWith('(') ? *pointer : '(' + *pointer + ')') + ");"
                       : QByteArray();
    }
    if (m_in.operands.empty()) {
        if (m_in.opcode == "membar.gl" || m_in.opcode == "fence.acq_rel.gpu" ||
            m_in.opcode == "fence.sc.gpu") {
            return "__threadfence();";
        }
        if (m_in.opcode == "membar.cta" || m_in.opcode == "fence.acq_rel.cta") {
            return "__threadfence_block();";
        }
        if (m_in.opcode == "membar.sys" || m_in.opcode == "fence.acq_rel.sys") {
            return "__threadfence_system();";
        }
        if (m_in.opcode == "trap") {
            return "__builtin_trap();";
        }
    }
    const bool blockBarrier = m_in.opcode == "bar.sync" || m_in.opcode == "barrier.sync" ||
                              m_in.opcode == "barrier.sync.aligned";
    if (blockBarrier && m_in.operands.size() == 1 && m_in.operands[0] == "0") {
        return "__syncthreads();";
    }
    return arithmetic();
}

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString whatSentence(const QString& instruction, std::string_view what)
{
    return QStringLiteral("`%1` %2").arg(instruction, fromView(what));
}

/// Whether `name` is spelled as only PTX spells opcodes: letters, then ".type" parts.
bool looksLikePtx(std::string_view name)
{
    return name.find('.') != std::string_view::npos && name.front() != '.' &&
           name.find('%') == std::string_view::npos;
}

} // namespace

std::vector<PtxStatement> findPtx(const CppFile& file, bool unknownIsPtx)
{
    std::vector<PtxStatement> result;
    for (int i = 0; i < file.size() && !isWorkCancelled(); ++i) {
        if (!file.isKind(i, CTokenKind::Identifier) ||
            !(file.is(i, "asm") || file.is(i, "__asm__") || file.is(i, "__asm")) ||
            file.isInert(file.token(i).begin)) {
            continue;
        }
        const std::optional<PtxAsm> read = readAsm(file, i);
        if (!read || (read->wholeTextKnown && trimmedPtx(read->text).empty())) {
            continue;
        }
        const std::vector<PtxInstruction> code = instructionsOf(read->text);
        // The instruction that says most: the first that is no move.
        const PtxInstruction* main = code.empty() ? nullptr : &code.front();
        for (const PtxInstruction& one : code) {
            if (main->opcode.substr(0, 3) == "mov" && one.opcode.substr(0, 3) != "mov") {
                main = &one;
            }
        }
        const PtxOpcode* known = main == nullptr ? nullptr : opcodeFor(main->opcode);
        const bool ptx = main != nullptr && looksLikePtx(main->opcode) && known != nullptr;
        if (!ptx && !unknownIsPtx) {
            continue; // assembly of the host
        }
        PtxStatement statement;
        statement.span = read->span;
        statement.instruction =
            main == nullptr ? QStringLiteral("asm") : QString::fromStdString(main->opcode);
        if (read->outputs > 0) {
            statement.output = read->operands.front().expression;
        }
        const PtxRegister* special =
            main != nullptr && main->operands.size() == 2 && main->opcode.substr(0, 3) == "mov"
                ? registerFor(main->operands[1])
                : nullptr;
        if (special != nullptr) {
            statement.what = whatSentence(statement.instruction, special->what);
            statement.wayOut = fromView(special->wayOut);
        } else if (known != nullptr) {
            statement.what = whatSentence(statement.instruction, known->what);
            statement.wayOut = fromView(known->wayOut);
        } else {
            statement.what = whatSentence(statement.instruction, "is an instruction that Rocport "
                                                                 "does not know.");
        }
        const bool mask = (special != nullptr && special->laneMask) ||
                          statement.instruction.startsWith(u"activemask");
        statement.result = mask ? PtxResult::LaneMask : PtxResult::Other;
        if (code.size() == 1 && read->wholeTextKnown && read->endsWithSemicolon) {
            statement.replacement = Replacer(file, *read, code.front()).run();
            statement.needsSupplied = code.front().opcode.starts_with("cp.async.");
        }
        result.push_back(statement);
        i = read->span.end - 1;
    }
    return result;
}

} // namespace rocport
