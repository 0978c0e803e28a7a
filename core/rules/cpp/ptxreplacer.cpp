#include "core/rules/cpp/ptxreplacer.h"

#include "core/rules/cpp/ptxlogic.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

const PtxRegister* ptxRegister(std::string_view operand)
{
    while (!operand.empty() && operand.front() == '%') {
        operand.remove_prefix(1);
    }
    const auto found = std::find_if(kPtxRegisters.begin(), kPtxRegisters.end(),
                                    [&](const PtxRegister& r) { return r.name == operand; });
    return found == kPtxRegisters.end() ? nullptr : &*found;
}

std::optional<QByteArray> PtxReplacer::numbered(std::string_view text, bool output, bool bare) const
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
    QByteArray bytes = toBytes(code);
    const bool whole = span.size() == 1 && !isParameter(bytes);
    return whole || output || bare ? bytes : '(' + bytes + ')';
}

std::optional<QByteArray> PtxReplacer::value(size_t index, bool bare) const
{
    return index < m_in.operands.size() ? numbered(m_in.operands[index], false, bare)
                                        : std::nullopt;
}

bool PtxReplacer::smallImmediates(size_t from) const
{
    unsigned long end = 0; // of the field
    for (size_t i = from; i < m_in.operands.size(); ++i) {
        const unsigned long number = std::strtoul(m_in.operands[i].c_str(), nullptr, 0);
        if (!isPtxNumber(m_in.operands[i]) || number > 31) {
            return false;
        }
        end += number;
    }
    return from < m_in.operands.size() && end <= 32;
}

/// "out = before a, b after;" with the inputs 1..count.
QByteArray PtxReplacer::assign(const char* before, size_t count, const char* after) const
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
        if (const std::string number = ptxImmediate(m_in.operands[i]); !one && !number.empty()) {
            const bool pasted = m_in.operands[i][0] == kPastedPtx;
            one = QByteArray::fromStdString(pasted && !bare ? '(' + number + ')' : number);
        }
        if (!one) {
            return {};
        }
        result += (i > 1 ? ", " : "") + *one;
    }
    return result + after + ';';
}

QByteArray PtxReplacer::arithmetic() const
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
    if (QByteArray half = halves(); !half.isEmpty()) {
        return half;
    }
    if (QByteArray small = smallInteger(); !small.isEmpty()) {
        return small;
    }
    if (m_in.opcode == "popc.b32") {
        return assign("__popc(", 1, ")");
    }
    if (m_in.opcode == "clz.b32") {
        return assign("__clz(", 1, ")");
    }
    if (m_in.opcode == "bfind.u32") { // all ones for 0, where __clz() is 32
        return assign("31 - __clz(", 1, ")");
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
    if (m_in.opcode == "bfe.u32" || m_in.opcode == "bfe.u64") {
        return bitField(m_in.opcode == "bfe.u64");
    }
    return words();
}

/// Half numbers by their bits, as "h" registers and halves of "r" registers hold them; the
/// compiler's own type has the same layout and rounds to the nearest.
QByteArray PtxReplacer::halves() const
{
    const auto is = [this](size_t index, char constraint) {
        return constraintOf(m_in.operands[index]).find(constraint) != std::string_view::npos;
    };
    const bool pairs = m_in.opcode == "cvt.rn.f16x2.f32";
    if (m_in.operands.size() != (pairs ? 3 : 2)) {
        return {};
    }
    const auto out = numbered(m_in.operands[0], true);
    const auto first = value(1, true);
    if (!out || !first) {
        return {};
    }
    const auto number = [](const QByteArray& bits) {
        return "static_cast<float>(__builtin_bit_cast(_Float16, (unsigned short)(" + bits + ")))";
    };
    const auto bits = [](const QByteArray& value) {
        return "__builtin_bit_cast(unsigned short, static_cast<_Float16>(" + value + "))";
    };
    if (pairs) {
        const auto second = value(2, true);
        return second && is(0, 'r') && is(1, 'f') && is(2, 'f')
                   ? *out + " = (unsigned int)" + bits(*first) + " << 16 | " + bits(*second) + ';'
                   : QByteArray();
    }
    const bool fromHalf = is(1, 'h');
    const bool both = m_in.opcode.ends_with(".f16x2");
    const std::string_view name = std::string_view(m_in.opcode).substr(0, m_in.opcode.rfind('.'));
    const char* const function = name == "ex2.approx" && (both || ends(".f16"))    ? "exp2f"
                                 : name == "tanh.approx" && (both || ends(".f16")) ? "tanhf"
                                                                                   : nullptr;
    if (both && function != nullptr && is(0, 'r') && is(1, 'r') && mayRepeat(*first)) {
        const auto half = [&](const QByteArray& part) {
            return bits(QByteArray(function) + '(' + number(part) + ')');
        };
        return *out + " = (unsigned int)" + half('(' + *first + ") >> 16") + " << 16 | " +
               half(*first) + ';';
    }
    if (m_in.opcode == "cvt.f32.f16" && fromHalf && is(0, 'f')) {
        return *out + " = " + number(*first) + ';';
    }
    if (m_in.opcode == "cvt.rn.f16.f32" && is(0, 'h') && is(1, 'f')) {
        return *out + " = " + bits(*first) + ';';
    }
    return function != nullptr && !both && fromHalf && is(0, 'h')
               ? *out + " = " + bits(QByteArray(function) + '(' + number(*first) + ')') + ';'
               : QByteArray();
}

/// A float rounded to an integer of 8 or 16 bits, the nearest one that there is; NaN is 0.
QByteArray PtxReplacer::smallInteger() const
{
    struct Form
    {
        std::string_view type;
        const char* least;
        const char* most;
    };
    constexpr std::array kForms = {Form{"s8", "-128.0f", "127.0f"}, Form{"u8", "0.0f", "255.0f"},
                                   Form{"s16", "-32768.0f", "32767.0f"},
                                   Form{"u16", "0.0f", "65535.0f"}};
    const std::vector<std::string_view> parts =
        partsOfPtx(m_in.opcode); // cvt.rni[.ftz][.sat].s8.f32
    if (parts.size() < 4 || parts[0] != "cvt" || parts.back() != "f32" ||
        m_in.operands.size() != 2) {
        return {};
    }
    const bool nearest = parts[1] == "rni";
    const bool plain = std::all_of(parts.begin() + 2, parts.end() - 2, [](std::string_view one) {
        return one == "ftz" || one == "sat";
    });
    const auto* const form = std::find_if(kForms.begin(), kForms.end(), [&](const Form& one) {
        return one.type == parts[parts.size() - 2];
    });
    const auto out = numbered(m_in.operands[0], true);
    const auto from = numbered(m_in.operands[1], false, true);
    if (form == kForms.end() || !plain || (!nearest && parts[1] != "rzi") || !out || !from ||
        !mayRepeat(*from) || constraintOf(m_in.operands[1]).find('f') == std::string_view::npos ||
        constraintOf(m_in.operands[0]).find_first_of("rh") == std::string_view::npos) {
        return {};
    }
    const QByteArray value = nearest ? "rintf(" + *from + ')' : '(' + *from + ')';
    // By the bits: a build with fast mathematics takes no number to be NaN.
    return *out + " = (__float_as_uint(" + *from + ") & 0x7FFFFFFFu) > 0x7F800000u ? 0 : (int)" +
           "fminf(fmaxf(" + value + ", " + form->least + "), " + form->most + ");";
}

/// PtxOperand number `index` as a word of 32 bits that may be read more than once.
std::optional<QByteArray> PtxReplacer::word(size_t index) const
{
    const std::string& text = m_in.operands[index];
    if (isPtxNumber(text)) {
        return QByteArray::fromStdString(text) + (text.back() == 'U' ? "" : "u");
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
    return plain && isInteger(text, false) && mayRepeat(*one) ? one : std::nullopt;
}

/// lop3 with one of the functions that read well.
QByteArray PtxReplacer::logic() const
{
    if (m_in.operands.size() != 5 || !isPtxNumber(m_in.operands[4])) {
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
QByteArray PtxReplacer::words() const
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
                (isPtxNumber(m_in.operands[i]) ? *one : "(unsigned int)" + *one);
    }
    return out ? *out + " = " + text + ';' : QByteArray();
}

/// Whether "%1" is given as an integer of that width: bits of a float would be converted.
std::string_view PtxReplacer::constraintOf(std::string_view operand) const
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

/// A field whose place or width is known when the program runs only.
QByteArray PtxReplacer::bitField(bool wide) const
{
    if (m_in.operands.size() != 4) {
        return {};
    }
    const auto number = [this](const std::string& operand) -> std::optional<QByteArray> {
        const std::string immediate = ptxImmediate(operand);
        return !immediate.empty()          ? std::optional(QByteArray::fromStdString(immediate))
               : isInteger(operand, false) ? numbered(operand, false, true)
                                           : std::nullopt;
    };
    const auto out = numbered(m_in.operands[0], true);
    const auto from = number(m_in.operands[2]);
    const auto count = number(m_in.operands[3]);
    const auto value =
        isInteger(m_in.operands[1], wide) ? numbered(m_in.operands[1], false, true) : std::nullopt;
    if (!out || !value || !from || !count || !isInteger(m_in.operands[0], wide)) {
        return {};
    }
    // A signed word would bring ones from above.
    return *out + " = rocportBitField(" + (wide ? *value : "(unsigned int)(" + *value + ')') +
           ", " + *from + ", " + *count + ");";
}

/// "{%0, %1}" as the arguments of a call; empty where they are not the registers of the form.
QByteArray PtxReplacer::registers(std::string_view operand,
                                  const PtxMatrixCall::Operand& form) const
{
    if (operand.size() > 1 && operand.front() == '{' && operand.back() == '}') {
        operand = operand.substr(1, operand.size() - 2);
    }
    const bool output = form.kind == PtxMatrixCall::Operand::Kind::Output;
    QByteArray result;
    size_t count = 0;
    while (!operand.empty()) {
        const size_t comma = std::min(operand.find(','), operand.size());
        const std::string name = trimmedPtx(operand.substr(0, comma));
        operand.remove_prefix(std::min(comma + 1, operand.size()));
        const std::string_view constraint = constraintOf(name);
        auto one = numbered(name, output, true);
        if (!one && !output && constraint.find('+') != std::string_view::npos) {
            one = numbered(name, true); // read and written, so that its expression stands twice
            const bool plain = one && one->indexOf('(') < 0 && mayRepeat(*one);
            one = plain ? one : std::nullopt;
        }
        if (!one || count == form.registers ||
            constraint.find_first_of(form.wide ? "d" : "rf") == std::string_view::npos) {
            return {};
        }
        result += (count == 0 ? "" : ", ") + *one;
        ++count;
    }
    return count == form.registers ? result : QByteArray();
}

/// A call of what generated headers bring for matrix fragments.
QByteArray PtxReplacer::matrices(const PtxMatrixCall& call) const
{
    using Kind = PtxMatrixCall::Operand::Kind;
    QByteArray given;
    QByteArray to;
    for (size_t i = 0; i < call.operands.size() && i < m_in.operands.size(); ++i) {
        const PtxMatrixCall::Operand& form = call.operands[i];
        const std::string_view text = m_in.operands[i];
        QByteArray one;
        if (form.kind == Kind::Address) {
            const auto offset = address(m_in.operands[i]);
            const bool integer =
                offset &&
                constraintOf(trimmedPtx(text.substr(1, text.size() - 2))).find_first_of("rl") !=
                    std::string_view::npos;
            one = integer ? *offset : QByteArray();
        } else {
            one = registers(text, form);
        }
        if (one.isEmpty()) {
            return {};
        }
        if (form.kind == Kind::Output) {
            to = ".to(" + one + ')';
        } else {
            given += (given.isEmpty() ? "" : ", ") +
                     (form.kind == Kind::Address ? one : "rocportGiven(" + one + ')');
        }
    }
    return m_in.operands.size() == call.operands.size()
               ? call.function + '(' + given + ')' + to + ';'
               : QByteArray();
}

QByteArray PtxReplacer::run() const
{
    if (const auto call = ptxMatrixCall(m_in.opcode)) {
        return matrices(*call);
    }
    if (m_in.opcode.substr(0, 4) == "mov." && m_in.operands.size() == 2) {
        const PtxRegister* source = ptxRegister(m_in.operands[1]);
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
    if (begins("st.global")) {
        return store();
    }
    if (begins("cp.async.")) {
        return asyncCopy();
    }
    if (m_in.opcode == "cvta.to.shared.u64") {
        return sharedAddress();
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

} // namespace rocport
