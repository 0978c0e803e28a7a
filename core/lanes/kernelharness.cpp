#include "core/lanes/kernelharness.h"

#include "core/base/visibletext.h"
#include "core/lanes/lanewords.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr int kMostPasses = 16;      // of cutting what uses what was cut
constexpr int kMostOfTemplate = 256; // tokens of a call's template arguments

/// A declaration outside of functions and classes: tokens, both inclusive.
struct HostDeclaration
{
    int first = -1;
    int last = -1;
    QByteArray name; ///< before its first "("; empty: it has none
    int nameAt = -1;
    bool isDevice = false;
    bool isClass = false;
    bool isValue = false; ///< "=" before a body
    bool isFixed = false; ///< using or constexpr
    bool hasBody = false; ///< of a function
    bool isCut = false;
};

/// Namespaces of PyTorch, where they qualify something.
bool isTorchScope(std::string_view word)
{
    return isOneOf(word, {"torch", "at", "c10", "py", "pybind11"});
}

/// What the stand-in has of them: numbers that device code uses.
bool isInStandIn(std::string_view word)
{
    return isOneOf(word, {"Half", "BFloat16", "opmath_type", "acc_type", "ceil_div",
                          "RestrictPtrTraits", "DefaultPtrTraits", "OpMathType"}) ||
           word.find("TensorAccessor") != std::string_view::npos;
}

bool isTorchWord(std::string_view word)
{
    for (const std::string_view prefix :
         {"AT_", "TORCH_", "PYBIND11_", "C10_CUDA_", "C10_HIP_", "REGISTER_", "STABLE_TORCH_"}) {
        if (word.substr(0, prefix.size()) == prefix) {
            return true;
        }
    }
    return isOneOf(word, {"Tensor", "TensorOptions", "TensorList", "TensorIterator",
                          "TensorIteratorBase", "ScalarType", "IntArrayRef"});
}

bool isWordOfDevice(std::string_view word)
{
    return isOneOf(word, {"__global__", "__device__", "__constant__", "__shared__", "__managed__",
                          "C10_DEVICE", "C10_HOST_DEVICE", "GPU_LAMBDA"});
}

class TorchCutter
{
public:
    explicit TorchCutter(const QByteArray& source)
        : m_source(source), m_tokens(lexC(viewOf(source))), m_walk(viewOf(source), m_tokens)
    {
    }

    QByteArray cut()
    {
        read();
        for (HostDeclaration& one : m_declarations) {
            one.isCut =
                !one.isDevice && (one.name == "main" || namesTorch(one) || isAliasOfTorch(one));
        }
        cutUsers();
        QByteArray text = m_source;
        for (const HostDeclaration& one : std::as_const(m_declarations)) {
            if (one.isCut) {
                blank(one, text);
            }
        }
        return withStandIn(text);
    }

private:
    void read()
    {
        int i = m_walk.count() == 0 ? -1 : firstOfCode();
        while (i >= 0) {
            if (const int open = opensScope(i); open >= 0) {
                i = m_walk.next(open);
            } else if (m_walk.is(i, "}") || m_walk.is(i, ";")) {
                i = m_walk.next(i);
            } else {
                const HostDeclaration one = declarationAt(i);
                if (one.last < 0) {
                    return; // brackets without a partner: the compiler says so
                }
                m_declarations.append(one);
                i = m_walk.next(one.last);
            }
        }
    }

    [[nodiscard]] int firstOfCode() const
    {
        const CToken& token = m_walk.token(0);
        const bool isCode = !token.inDirective && token.kind != CTokenKind::Comment &&
                            token.kind != CTokenKind::Newline &&
                            token.kind != CTokenKind::Directive;
        if (isCode) {
            return 0;
        }
        for (int i = 0; i < m_walk.count(); ++i) {
            if (m_walk.kind(i) == CTokenKind::Newline && !m_walk.token(i).inDirective) {
                return m_walk.next(i);
            }
        }
        return -1;
    }

    /// The "{" of a namespace or of extern "C" that begins at `i`; -1: it begins something else.
    [[nodiscard]] int opensScope(int i) const
    {
        int at = m_walk.is(i, "inline") ? m_walk.next(i) : i;
        const bool isExtern = m_walk.is(at, "extern");
        if (!isExtern && !m_walk.is(at, "namespace")) {
            return -1;
        }
        for (at = m_walk.next(at); at >= 0; at = m_walk.next(at)) {
            if (m_walk.is(at, "{")) {
                return at;
            }
            const bool isName = m_walk.isIdentifier(at) || m_walk.is(at, "::");
            if (isExtern ? m_walk.kind(at) != CTokenKind::String : !isName) {
                return -1;
            }
        }
        return -1;
    }

    [[nodiscard]] HostDeclaration declarationAt(int first) const
    {
        HostDeclaration one;
        one.first = first;
        bool hasList = false; // of parameters
        for (int at = first; at >= 0; at = m_walk.next(at)) {
            const std::string_view word = m_walk.text(at);
            one.isDevice = one.isDevice || isWordOfDevice(word);
            if (word == ";") {
                one.last = at;
                return one;
            }
            if (word == "}") {
                one.last = m_walk.previous(at);
                return one;
            }
            if (word == "template" && m_walk.next(at) >= 0 && m_walk.is(m_walk.next(at), "<")) {
                const int close = closingAngle(m_walk, m_walk.next(at));
                at = close < 0 ? at : close;
                continue;
            }
            one.isClass =
                one.isClass || (!hasList && isOneOf(word, {"class", "struct", "union", "enum"}));
            one.isFixed = one.isFixed || (!hasList && isOneOf(word, {"using", "constexpr"}));
            one.isValue =
                one.isValue || (word == "=" && !m_walk.is(m_walk.previous(at), "operator"));
            if (word != "(" && word != "[" && word != "{") {
                continue;
            }
            const int close = m_walk.partner(at);
            if (close < 0) {
                return one;
            }
            if (word == "{") {
                const bool isBody = hasList ? !one.isValue : !one.isClass && !one.isValue;
                if (isBody) {
                    one.hasBody = true;
                    one.last = close;
                    return one;
                }
                one.isDevice = one.isDevice || (one.isClass && hasDeviceCode(at, close));
            } else if (word == "(") {
                const int before = m_walk.previous(at);
                if (one.name.isEmpty() && !one.isValue && at != first &&
                    m_walk.isIdentifier(before)) {
                    one.name = toBytes(m_walk.text(before));
                    one.nameAt = before;
                }
                hasList = true;
            }
            at = close;
        }
        return one;
    }

    [[nodiscard]] bool hasDeviceCode(int from, int to) const
    {
        for (int at = from; at >= 0 && at < to; at = m_walk.next(at)) {
            if (isWordOfDevice(m_walk.text(at))) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool namesTorch(const HostDeclaration& one) const
    {
        for (int at = one.first; at >= 0 && at <= one.last; at = m_walk.next(at)) {
            if (!m_walk.isIdentifier(at)) {
                continue;
            }
            if (isTorchWord(m_walk.text(at))) {
                return true;
            }
            const int colons = m_walk.next(at);
            if (isTorchScope(m_walk.text(at)) && colons >= 0 && m_walk.is(colons, "::") &&
                !isInStandIn(m_walk.text(m_walk.next(colons)))) {
                return true;
            }
        }
        return false;
    }

    /// "namespace py = pybind11;"
    [[nodiscard]] bool isAliasOfTorch(const HostDeclaration& one) const
    {
        const bool isAlias = m_walk.is(one.first, "namespace") && one.isValue;
        return isAlias && isTorchScope(m_walk.text(m_walk.previous(one.last)));
    }

    /// What uses a function that is not there any more goes too.
    void cutUsers()
    {
        QSet<QByteArray> ofDevice;
        for (const HostDeclaration& one : std::as_const(m_declarations)) {
            if (one.isDevice) {
                ofDevice.insert(one.name);
            }
        }
        QSet<QByteArray> gone;
        for (int pass = 0; pass < kMostPasses; ++pass) {
            const qsizetype before = gone.size();
            for (const HostDeclaration& one : std::as_const(m_declarations)) {
                if (one.isCut && !one.name.isEmpty() && !ofDevice.contains(one.name)) {
                    gone.insert(one.name);
                }
            }
            if (gone.size() == before) {
                return;
            }
            for (HostDeclaration& one : m_declarations) {
                const bool isUser = one.hasBody || (one.isValue && !one.isFixed && !one.isClass);
                one.isCut = one.isCut || (isUser && !one.isDevice && uses(one, gone));
            }
        }
    }

    [[nodiscard]] bool uses(const HostDeclaration& one, const QSet<QByteArray>& names) const
    {
        for (int at = one.first; at >= 0 && at <= one.last; at = m_walk.next(at)) {
            const bool isUse = at != one.nameAt && m_walk.isIdentifier(at) &&
                               names.contains(toBytes(m_walk.text(at))) &&
                               (isCalled(at) || isAddressed(at)) && !isOther(at);
            if (isUse) {
                return true;
            }
        }
        return false;
    }

    /// "f(" or "f<int>(".
    [[nodiscard]] bool isCalled(int at) const
    {
        int next = m_walk.next(at);
        if (next >= 0 && m_walk.is(next, "<")) {
            const int close = closingAngle(m_walk, next, kMostOfTemplate);
            next = close < 0 ? -1 : m_walk.next(close);
        }
        return next >= 0 && m_walk.is(next, "(");
    }

    /// "&f", and not "int& f" or "a & f".
    [[nodiscard]] bool isAddressed(int at) const
    {
        const int sign = m_walk.previous(at);
        const int before = sign < 0 || !m_walk.is(sign, "&") ? -1 : m_walk.previous(sign);
        return before >= 0 &&
               isOneOf(m_walk.text(before), {"(", ",", "=", "{", "return", "?", ":"});
    }

    /// A member of something, or std::forward().
    [[nodiscard]] bool isOther(int at) const
    {
        const int sign = m_walk.previous(at);
        if (sign < 0 || isOneOf(m_walk.text(sign), {".", "->"})) {
            return sign >= 0;
        }
        const int scope = m_walk.is(sign, "::") ? m_walk.previous(sign) : -1;
        return scope >= 0 && m_walk.is(scope, "std");
    }

    /// All but line ends and the preprocessor's conditions and definitions.
    void blank(const HostDeclaration& one, QByteArray& text) const
    {
        const quint32 end = m_walk.token(one.last).end;
        quint32 at = m_walk.token(one.first).begin;
        for (int i = one.first; i < m_walk.count() && m_walk.token(i).begin < end; ++i) {
            if (m_walk.kind(i) != CTokenKind::Directive) {
                continue;
            }
            const quint32 begin = m_walk.token(i).begin;
            const bool isKept = i + 1 < m_walk.count() && !m_walk.is(i + 1, "pragma");
            int last = i;
            while (last + 1 < m_walk.count() && m_walk.token(last + 1).inDirective) {
                ++last;
            }
            if (isKept) {
                blankBytes(at, begin, text);
                at = m_walk.token(last).end;
            }
            i = last;
        }
        blankBytes(at, end, text);
        const int behind = m_walk.next(one.last);
        if (behind >= 0 && isOneOf(m_walk.text(behind), {"#", "%:"})) {
            text[end - 1] = ';'; // else it would begin a line, which makes it a directive
        }
    }

    static void blankBytes(quint32 from, quint32 to, QByteArray& text)
    {
        for (quint32 at = from; at < to; ++at) {
            if (text[at] != '\n' && text[at] != '\r') {
                text[at] = ' ';
            }
        }
    }

    /// "#include <torch/extension.h>" names the stand-in. `text` is as long as the source.
    [[nodiscard]] QByteArray withStandIn(const QByteArray& text) const
    {
        QByteArray result;
        quint32 at = 0;
        for (int i = 0; i < m_walk.count(); ++i) {
            if (m_walk.kind(i) != CTokenKind::HeaderName) {
                continue;
            }
            const std::string_view name = m_walk.text(i).substr(1);
            bool isTorch = name.substr(0, 8) == "Python.h";
            for (const std::string_view prefix :
                 {"torch/", "ATen/", "c10/", "pybind11/", "caffe2/"}) {
                isTorch = isTorch || name.substr(0, prefix.size()) == prefix;
            }
            if (isTorch) {
                const auto lines = std::count(m_walk.text(i).begin(), m_walk.text(i).end(), '\n');
                result += text.mid(at, m_walk.token(i).begin - at) + "\"lanes/torch.h\"" +
                          QByteArray("\\\n").repeated(lines); // a name may go on in the next
                at = m_walk.token(i).end;
            }
        }
        return result + text.mid(at);
    }

    const QByteArray& m_source;
    const std::vector<CToken> m_tokens;
    const TokenWalk m_walk;
    QVector<HostDeclaration> m_declarations;
};

/// The inside of a string literal.
QByteArray quoted(const QString& text)
{
    QByteArray result;
    for (const char c : text.toUtf8()) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return '"' + result + '"';
}

QByteArray sizesText(const std::array<quint32, 3>& sizes)
{
    return QByteArray::number(sizes[0]) + ", " + QByteArray::number(sizes[1]) + ", " +
           QByteArray::number(sizes[2]);
}

/// A number as a literal: {real, whole, whether it is the real one}.
QByteArray numberText(const KernelArgument& argument)
{
    double real = 0;
    decodeElements(argument.type, argument.value.constData(), 1, &real);
    const QByteArray text = elementText(argument.type, argument.value.constData()).toLatin1();
    if (isFloating(argument.type)) {
        const bool isFinite = std::isfinite(real);
        return (isFinite             ? QByteArray::number(real, 'e', 17)
                : std::isnan(real)   ? QByteArray("__builtin_nan(\"\")")
                : std::signbit(real) ? QByteArray("-__builtin_inf()")
                                     : QByteArray("__builtin_inf()")) +
               ", 0, true";
    }
    if (argument.type == ElementType::Bool) {
        return QByteArray("0, ") + (real != 0 ? "1" : "0") + ", false";
    }
    // The smallest number has no literal of its own: "-9223372036854775808" is two tokens.
    const bool isNegative = text.startsWith('-');
    return "0, " + (isNegative ? "0ULL - " + text.mid(1) : text) + "ULL, false";
}

} // namespace

QByteArray withoutTorchHost(const QByteArray& source)
{
    return TorchCutter(source).cut();
}

QByteArray kernelMain(const KernelCall& call, const KernelSignature& kernel)
{
    QByteArray name = "::";
    for (const QString& scope : kernel.scopes) {
        name += scope.toUtf8() + "::";
    }
    name += kernel.name.toUtf8();
    if (kernel.isTemplate) {
        const auto given = kernelName(call.name);
        name +=
            '<' +
            (given ? given->templateArguments.join(QStringLiteral(", ")).toUtf8() : QByteArray()) +
            '>';
    }
    QByteArray text = "\n#line 1 \"kernel\"\n#include \"lanes/harness.h\"\n#undef main\n"
                      "int main(int count, char** words)\n{\n"
                      "    ::std::vector<::rocport_lanes::HarnessArgument> all;\n";
    for (qsizetype i = 0; i < call.arguments.size(); ++i) {
        const KernelArgument& argument = call.arguments[i];
        const QByteArray shown = quoted(kernel.parameters[i].shownName(i));
        if (!argument.isBuffer) {
            text += "    all.push_back({" + shown + ", nullptr, 0, {}, " + numberText(argument) +
                    "});\n";
            continue;
        }
        QByteArray sizes;
        for (const qint64 size : argument.shape) {
            sizes += (sizes.isEmpty() ? "" : ", ") + QByteArray::number(size);
        }
        const bool isFilled = argument.fill != KernelFill::Nothing;
        const QByteArray file =
            isFilled ? quoted(kernelInputPath(call.folder, i)) : QByteArray("\"\"");
        text += "    all.push_back({" + shown + ", " + file + ", " +
                QByteArray::number(argument.bytes()) + ", {" + sizes + "}, 0, 0, false});\n";
    }
    text += "    return ::rocport_lanes::runHarness(" + quoted(QString::fromUtf8(name).mid(2)) +
            ", &" + name + ", ::dim3(" + sizesText(call.grid) + "), ::dim3(" +
            sizesText(call.block) + "), " + QByteArray::number(call.sharedBytes) +
            ", all, count > 1);\n}\n";
    return text;
}

} // namespace rocport
