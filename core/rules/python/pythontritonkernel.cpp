#include "core/rules/cpp/ptxtable.h"
#include "core/rules/python/pythongraphs.h"
#include "core/rules/python/pythontriton.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

std::string callee(const PythonFile& file, qint32 call)
{
    return file.qualified(file.tree().child(call, SyntaxField::Function));
}

PythonSite siteAt(const PythonInput& input, qint32 node, const QString& note)
{
    PythonSite site;
    site.rule = &input.rule;
    site.node = node;
    site.range = input.tree().range(node);
    site.symbol = shortText(input.tree(), node);
    site.captures = {{QStringLiteral("note"), note}};
    return site;
}

bool isHalf(const PythonFile& file, qint32 type)
{
    const std::string name = type < 0 ? std::string() : file.qualified(type);
    return name == "triton.language.float16" || name == "triton.language.bfloat16";
}

/// `acc += …`, `acc = acc + …`, `acc = tl.dot(a, b, acc)` anywhere in the kernel.
bool isAddedTo(const PythonFile& file, qint32 kernel, std::string_view name)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = kernel; i < tree.at(kernel).subtreeEnd; ++i) {
        if (tree.kind(i) == SyntaxKind::AugmentedAssignment &&
            tree.text(tree.child(i, SyntaxField::Left)) == name) {
            return true;
        }
        if (tree.kind(i) != SyntaxKind::Assignment ||
            tree.text(tree.child(i, SyntaxField::Left)) != name) {
            continue;
        }
        const qint32 right = tree.child(i, SyntaxField::Right);
        for (qint32 j = right; j >= 0 && j < tree.at(right).subtreeEnd; ++j) {
            if (tree.kind(j) == SyntaxKind::Identifier && tree.text(j) == name) {
                return true;
            }
        }
    }
    return false;
}

std::string withoutBlanks(std::string_view text)
{
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result),
                 [](char c) { return c != ' ' && c != '\n' && c != '\\' && c != '\r'; });
    return result;
}

/// The call of exp that an expression is or is named for; -1: none.
qint32 expCall(const PythonFile& file, qint32 expression)
{
    const SyntaxTree& tree = file.tree();
    qint32 node = tree.unwrapped(expression);
    if (tree.kind(node) == SyntaxKind::Identifier) {
        node = tree.unwrapped(file.valueOf(node));
    }
    if (tree.kind(node) != SyntaxKind::Call) {
        return -1;
    }
    const std::string name = callee(file, node);
    return name == "triton.language.exp" || name == "triton.language.math.exp" ||
                   name.ends_with("libdevice.exp")
               ? node
               : -1;
}

bool isBounded(const PythonFile& file, qint32 argument, int depth = 0)
{
    static constexpr std::array<std::string_view, 6> kBounds = {"minimum", "maximum", "clamp",
                                                                "where",   "abs",     "min"};
    const SyntaxTree& tree = file.tree();
    for (qint32 i = argument; i < tree.at(argument).subtreeEnd; ++i) {
        if (tree.kind(i) != SyntaxKind::Identifier) {
            continue;
        }
        if (std::find(kBounds.begin(), kBounds.end(), tree.text(i)) != kBounds.end()) {
            return true;
        }
        const qint32 value = depth < 3 ? file.valueOf(i) : -1;
        if (value >= 0 && isBounded(file, value, depth + 1)) {
            return true;
        }
    }
    return false;
}

/// (a - b) / (a + b) with exp of an argument without bounds in it.
bool isOpenTanh(const PythonFile& file, qint32 division)
{
    const SyntaxTree& tree = file.tree();
    const auto operandsOf = [&](qint32 node, std::string_view sign) {
        std::array<qint32, 2> result = {-1, -1};
        if (tree.kind(node) == SyntaxKind::BinaryOperator &&
            tree.text(tree.child(node, SyntaxField::Operator)) == sign) {
            result = {tree.unwrapped(tree.child(node, SyntaxField::Left)),
                      tree.unwrapped(tree.child(node, SyntaxField::Right))};
        }
        return result;
    };
    const auto top = operandsOf(tree.unwrapped(tree.child(division, SyntaxField::Left)), "-");
    const auto bottom = operandsOf(tree.unwrapped(tree.child(division, SyntaxField::Right)), "+");
    if (tree.text(tree.child(division, SyntaxField::Operator)) != "/" || top[0] < 0 ||
        bottom[0] < 0) {
        return false;
    }
    const auto same = [&](qint32 a, qint32 b) {
        return withoutBlanks(tree.text(a)) == withoutBlanks(tree.text(b));
    };
    if (!(same(top[0], bottom[0]) && same(top[1], bottom[1])) &&
        !(same(top[0], bottom[1]) && same(top[1], bottom[0]))) {
        return false;
    }
    for (const qint32 operand : top) {
        const qint32 call = expCall(file, operand);
        if (call >= 0 && !isBounded(file, tree.child(call, SyntaxField::Arguments))) {
            return true;
        }
    }
    return false;
}

/// The words of a string as written, escapes of white space made blanks.
QString asmText(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    qint32 text = tree.unwrapped(node);
    if (tree.kind(text) == SyntaxKind::Identifier) {
        text = tree.unwrapped(file.valueOf(text));
    }
    if (text < 0) {
        return {};
    }
    QString result;
    for (qint32 i = text; i < tree.at(text).subtreeEnd; ++i) {
        std::string_view value;
        if (tree.kind(i) == SyntaxKind::String && tree.plainString(i, &value)) {
            result += toText(value) + u' ';
        }
    }
    return result.replace(QStringLiteral("\\n"), QStringLiteral(" "))
        .replace(QStringLiteral("\\t"), QStringLiteral(" "));
}

/// "`ex2.approx.ftz.f32` computes a fast power of two." and what to write instead.
struct PtxMeaning
{
    QString what;
    QString wayOut;
};

PtxMeaning meaningOf(const QString& text)
{
    PtxMeaning result;
    for (const PtxRegister& one : kPtxRegisters) {
        const QString name = toText(one.name);
        const qsizetype at = text.indexOf(u'%' + name);
        const qsizetype end = at + 1 + name.size();
        if (at >= 0 && (end >= text.size() || !(text.at(end).isLetterOrNumber() ||
                                                text.at(end) == u'_' || text.at(end) == u'.'))) {
            result.what = QStringLiteral("`%%1` %2").arg(name, toText(one.what));
        }
    }
    if (!result.what.isEmpty()) {
        return result;
    }
    for (const QString& part : text.split(u';')) {
        const QString line = part.trimmed().remove(u'{').remove(u'}').trimmed();
        const QString opcode = line.section(u' ', 0, 0);
        if (opcode.isEmpty() || opcode.startsWith(u'.') || opcode.startsWith(u'@') ||
            opcode.startsWith(QStringLiteral("mov")) || opcode.startsWith(u'/')) {
            continue;
        }
        const std::string name = opcode.toStdString();
        const PtxOpcode* best = nullptr;
        for (const PtxOpcode& one : kPtxOpcodes) {
            const bool fits = std::string_view(name).starts_with(one.prefix) &&
                              (name.size() == one.prefix.size() || name[one.prefix.size()] == '.');
            if (fits && (best == nullptr || one.prefix.size() > best->prefix.size())) {
                best = &one;
            }
        }
        if (best != nullptr) {
            result.what = QStringLiteral("`%1` %2").arg(opcode, toText(best->what));
            return result;
        }
    }
    return result;
}

} // namespace

void findTritonAccumulation(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    for (const qint32 kernel : tritonKernels(file)) {
        for (qint32 i = kernel; i < tree.at(kernel).subtreeEnd; ++i) {
            if (tree.kind(i) != SyntaxKind::Call) {
                continue;
            }
            const std::string name = callee(file, i);
            if (name == "triton.language.dot" && isHalf(file, file.keyword(i, "out_dtype"))) {
                sites.push_back(siteAt(input, i, input.note(QStringLiteral("dot"))));
            }
            const bool zeros = name == "triton.language.zeros";
            if (!zeros && name != "triton.language.full") {
                continue;
            }
            qint32 type = file.keyword(i, "dtype");
            type = type >= 0 ? type : file.positional(i, zeros ? 1 : 2);
            const qint32 outer = tree.parent(i);
            if (isHalf(file, type) && tree.kind(outer) == SyntaxKind::Assignment &&
                isAddedTo(file, kernel, tree.text(tree.child(outer, SyntaxField::Left)))) {
                sites.push_back(siteAt(input, i, input.note(QStringLiteral("sum"))));
            }
        }
    }
}

void findTritonTanh(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    for (const qint32 kernel : tritonKernels(file)) {
        for (qint32 i = kernel; i < tree.at(kernel).subtreeEnd; ++i) {
            if (tree.kind(i) == SyntaxKind::BinaryOperator && isOpenTanh(file, i)) {
                sites.push_back(siteAt(input, i, input.note(QStringLiteral("open"))));
                sites.back().wayOut = input.note(QStringLiteral("open-way-out"));
            }
            if (tree.kind(i) != SyntaxKind::Call) {
                continue;
            }
            const std::string name = callee(file, i);
            const bool gone = name == "triton.language.math.tanh" ||
                              name == "triton.language.tanh" ||
                              name == "triton.language.libdevice.tanh";
            const QString note = input.note(QStringLiteral("gone"));
            if (gone && !note.isEmpty()) {
                sites.push_back(siteAt(input, tree.child(i, SyntaxField::Function), note));
                sites.back().wayOut = input.note(QStringLiteral("gone-way-out"));
            }
        }
    }
}

void findTritonNvidiaKernels(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const std::vector<qint32> kernels = tritonKernels(file);
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const std::string name = callee(file, call);
        if (!name.starts_with("triton.") || makerIsAsked(file, call)) {
            continue;
        }
        const bool experimental = name.find("experimental_descriptor") != std::string::npos ||
                                  name.find("experimental_make_tensor_desc") != std::string::npos ||
                                  name.find("experimental_tensormap") != std::string::npos;
        const char* key = nullptr;
        if (name == "triton.language.inline_asm_elementwise") {
            key = "asm";
        } else if (experimental) {
            key = "experimental-tma";
        } else if (name == "triton.language.make_tensor_descriptor") {
            key = "tma";
        } else if (name.starts_with("triton.tools.tensor_descriptor.TensorDescriptor")) {
            key = "host-tma";
        } else if (name.starts_with("triton.language.extra.cuda.") &&
                   kernelAround(file, kernels, call) >= 0 &&
                   name.find("libdevice") == std::string::npos) {
            key = "cuda-extra";
        }
        if (key == nullptr) {
            continue;
        }
        const QLatin1StringView noteKey(key);
        PythonSite site =
            siteAt(input, tree.child(call, SyntaxField::Function), input.note(noteKey));
        site.wayOut = input.note(noteKey + QStringLiteral("-way-out"));
        if (noteKey == QLatin1StringView("tma") || noteKey == QLatin1StringView("host-tma")) {
            site.severity =
                input.target().torch >= Version{2, 8} ? Severity::Info : Severity::Critical;
        }
        if (noteKey == QLatin1StringView("asm")) {
            qint32 text = file.keyword(call, "asm");
            text = text >= 0 ? text : file.positional(call, 0);
            const QString code = asmText(file, text);
            if (code.contains(QStringLiteral("v_")) || code.contains(QStringLiteral("s_"))) {
                continue; // instructions of AMD GPUs
            }
            const PtxMeaning meaning = meaningOf(code);
            QString note = input.note(noteKey);
            if (!meaning.what.isEmpty()) {
                note += u' ' + meaning.what;
            }
            site.captures = {{QStringLiteral("note"), note}};
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
