#include "core/rules/python/pythoncompile.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Classes that hand a mode or backend on to torch.compile.
bool passesModeOn(const std::string& name)
{
    constexpr std::array<std::string_view, 4> kNames = {
        "transformers.CompileConfig", "transformers.generation.CompileConfig",
        "accelerate.utils.TorchDynamoPlugin", "accelerate.utils.dataclasses.TorchDynamoPlugin"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool isTorchCompile(const std::string& name)
{
    return name == "torch.compile" || name == "torch.compiler.compile";
}

CompileCallee calleeNamed(const std::string& name)
{
    if (isTorchCompile(name) || passesModeOn(name)) {
        return CompileCallee::Torch;
    }
    return name == "torch._dynamo.optimize" || name == "torch._dynamo.eval_frame.optimize"
               ? CompileCallee::Dynamo
               : CompileCallee::No;
}

void appendEntries(const PythonFile& file, qint32 dict, std::string_view key,
                   std::vector<qint32>& result, int depth = 0)
{
    constexpr int kMaxDepth = 8;
    const SyntaxTree& tree = file.tree();
    dict = tree.unwrapped(dict);
    const SyntaxKind kind = tree.kind(dict);
    // dict(…) if is_rocm else {}, is_rocm and {…} or {}, {…} | {…}
    if (depth < kMaxDepth &&
        (kind == SyntaxKind::ConditionalExpression || kind == SyntaxKind::BooleanOperator ||
         kind == SyntaxKind::BinaryOperator)) {
        for (const qint32 part : tree.namedChildren(dict)) {
            appendEntries(file, part, key, result, depth + 1);
        }
        return;
    }
    if (tree.kind(dict) == SyntaxKind::Call &&
        tree.text(tree.child(dict, SyntaxField::Function)) == "dict") {
        if (const qint32 value = file.keyword(dict, key); value >= 0) {
            result.push_back(value);
        }
        dict = tree.unwrapped(file.positional(dict, 0));
    }
    if (tree.kind(dict) != SyntaxKind::Dictionary) {
        return;
    }
    for (const qint32 pair : tree.namedChildren(dict)) {
        std::string_view written;
        if (tree.kind(pair) == SyntaxKind::Pair &&
            tree.plainString(tree.child(pair, SyntaxField::Key), &written) && written == key) {
            result.push_back(tree.child(pair, SyntaxField::Value));
        }
    }
}

} // namespace

CompileCallee compileCallee(const PythonFile& file, qint32 call)
{
    const SyntaxTree& tree = file.tree();
    const qint32 function = tree.child(call, SyntaxField::Function);
    const std::string name = file.qualified(function);
    if (name == "functools.partial") {
        return calleeNamed(file.qualified(file.positional(call, 0)));
    }
    if (const CompileCallee callee = calleeNamed(name); callee != CompileCallee::No) {
        return callee;
    }
    // nn.Module.compile(): any receiver that is no imported module, in a file that uses torch.
    if (tree.kind(function) != SyntaxKind::Attribute ||
        tree.text(tree.child(function, SyntaxField::Attribute)) != "compile" ||
        !file.imports("torch")) {
        return CompileCallee::No;
    }
    qint32 root = tree.child(function, SyntaxField::Object);
    while (tree.kind(root) == SyntaxKind::Attribute) {
        root = tree.child(root, SyntaxField::Object);
    }
    return file.isImported(tree.text(root)) ? CompileCallee::No : CompileCallee::MaybeModule;
}

std::vector<qint32> dictValues(const PythonFile& file, qint32 expression, std::string_view key)
{
    const SyntaxTree& tree = file.tree();
    std::vector<qint32> result;
    qint32 dict = tree.unwrapped(expression);
    if (tree.kind(dict) != SyntaxKind::Identifier) {
        appendEntries(file, dict, key, result);
        return result;
    }
    const std::vector<qint32> items = file.itemValues(tree.text(dict), key);
    for (const qint32 value : file.valuesOf(dict).values) {
        appendEntries(file, tree.unwrapped(value), key, result);
    }
    result.insert(result.end(), items.begin(), items.end());
    return result;
}

std::vector<qint32> keywordValues(const PythonFile& file, qint32 call, std::string_view name)
{
    const SyntaxTree& tree = file.tree();
    std::vector<qint32> result;
    if (const qint32 value = file.keyword(call, name); value >= 0) {
        result.push_back(value);
    }
    for (const qint32 argument : tree.namedChildren(tree.child(call, SyntaxField::Arguments))) {
        if (tree.kind(argument) == SyntaxKind::DictionarySplat) {
            const std::vector<qint32> more = dictValues(file, tree.namedChild(argument, 0), name);
            result.insert(result.end(), more.begin(), more.end());
        }
    }
    return result;
}

const KnownValues::Value* turnsOn(const KnownValues& known)
{
    const KnownValues::Value* on = known.find("True");
    return on != nullptr ? on : known.find("1");
}

bool isSwitch(const NamedValue& value)
{
    return value.value == "True" || value.value == "False" || value.value == "1" ||
           value.value == "0";
}

bool graphsAreFixed(const TargetSettings& target)
{
    return target.torch >= Version{2, 14} && target.rocm >= Version{7, 14};
}

PythonSite makeSite(const PythonInput& input, qint32 place, const QString& symbol,
                    const QString& note)
{
    PythonSite site;
    site.rule = &input.rule;
    site.node = place;
    site.range = input.tree().range(place);
    site.symbol = symbol;
    site.captures = {{QStringLiteral("note"), note}};
    return site;
}

void leaveToRocmArm(const PythonInput& input, qint32 node, PythonSite& site)
{
    if (node >= 0 &&
        (rocmSide(input.file, node) == RocmSide::Rocm || flagOnRocm(input.file, node) == true)) {
        site.edits.clear();
        site.change.clear();
        site.sharesLine = false;
        site.wayOut =
            QStringLiteral("The program asks for this on ROCm itself. Change that arm: ") +
            input.rule.wayOut;
    }
}

void gateWholeStatement(const PythonInput& input, qint32 place, PythonSite& site)
{
    const qint32 statement = input.tree().statementOf(place);
    if (statement >= 0) {
        gateSite(input.file, statement, statement, site);
    }
}

QString shortText(const PythonFile& file, qint32 node)
{
    constexpr size_t kMaxSymbol = 60;
    const std::string_view text = file.tree().text(node);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(text.size(), kMaxSymbol)))
        .simplified();
}

QString originOf(const KnownValues::Value& value)
{
    return value.origin.path.isEmpty()
               ? QString()
               : QStringLiteral(" The default `%1` comes from `%2:%3`.")
                     .arg(QString::fromUtf8(value.text), value.origin.path.display(),
                          QString::number(value.origin.line));
}

} // namespace rocport
