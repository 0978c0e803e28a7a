#include "core/rules/pythonbuiltins.h"

#include <algorithm>

namespace rocport {

namespace {

/// What a compile mode can be on ROCm.
struct Modes
{
    QByteArrayList literals;
    bool unknown = false;
    qint32 literal = -1; ///< one of the literals, for its quotes
};

/// Follows names, conditional expressions and `or`; bounded in depth and width.
void collectModes(const PythonFile& file, qint32 expression, int depth, Modes& modes)
{
    constexpr int kMaxDepth = 6;
    const SyntaxTree& tree = file.tree();
    const qint32 node = tree.unwrapped(expression);
    if (depth > kMaxDepth || node < 0 || modes.literals.size() > 16) {
        modes.unknown = true;
        return;
    }
    std::string_view text;
    switch (tree.kind(node)) {
    case SyntaxKind::None:
        return;
    case SyntaxKind::String:
        if (tree.plainString(node, &text)) {
            modes.literals.append(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
            modes.literal = node;
        } else {
            modes.unknown = true;
        }
        return;
    case SyntaxKind::ConditionalExpression: {
        const std::vector<qint32> parts = tree.namedChildren(node);
        for (size_t i = 0; i < parts.size(); i += 2) {
            if (!file.isNvidiaOnly(parts[i])) {
                collectModes(file, parts[i], depth + 1, modes);
            }
        }
        return;
    }
    case SyntaxKind::BooleanOperator:
        collectModes(file, tree.child(node, SyntaxField::Left), depth + 1, modes);
        collectModes(file, tree.child(node, SyntaxField::Right), depth + 1, modes);
        return;
    case SyntaxKind::Identifier: {
        const qint32 value = file.valueOf(node);
        if (value < 0) {
            modes.unknown = true;
        } else {
            collectModes(file, value, depth + 1, modes);
        }
        return;
    }
    default:
        modes.unknown = true;
    }
}

/// Values given for `mode` in a call: the keyword, or the entry of a dict that is passed on with
/// **.
std::vector<qint32> modeValues(const PythonFile& file, qint32 call)
{
    const SyntaxTree& tree = file.tree();
    std::vector<qint32> result;
    if (const qint32 value = file.keyword(call, "mode"); value >= 0) {
        result.push_back(value);
    }
    const qint32 arguments = tree.child(call, SyntaxField::Arguments);
    for (const qint32 argument : tree.namedChildren(arguments)) {
        if (tree.kind(argument) != SyntaxKind::DictionarySplat) {
            continue;
        }
        qint32 dict = tree.unwrapped(tree.namedChild(argument, 0));
        if (tree.kind(dict) == SyntaxKind::Identifier) {
            const std::vector<qint32> items = file.itemValues(tree.text(dict), "mode");
            result.insert(result.end(), items.begin(), items.end());
            dict = tree.unwrapped(file.valueOf(dict));
        }
        if (tree.kind(dict) == SyntaxKind::Call &&
            tree.text(tree.child(dict, SyntaxField::Function)) == "dict") {
            if (const qint32 value = file.keyword(dict, "mode"); value >= 0) {
                result.push_back(value);
            }
        }
        if (tree.kind(dict) != SyntaxKind::Dictionary) {
            continue;
        }
        for (const qint32 pair : tree.namedChildren(dict)) {
            std::string_view key;
            if (tree.kind(pair) == SyntaxKind::Pair &&
                tree.plainString(tree.child(pair, SyntaxField::Key), &key) && key == "mode") {
                result.push_back(tree.child(pair, SyntaxField::Value));
            }
        }
    }
    return result;
}

enum class Callee : quint8 { No, TorchCompile, MaybeModule };

Callee calleeOf(const PythonFile& file, qint32 call)
{
    const SyntaxTree& tree = file.tree();
    const qint32 function = tree.child(call, SyntaxField::Function);
    std::string name = file.qualified(function);
    if (name == "functools.partial") {
        name = file.qualified(file.positional(call, 0));
        return name == "torch.compile" || name == "torch.compiler.compile" ? Callee::TorchCompile
                                                                           : Callee::No;
    }
    if (name == "torch.compile" || name == "torch.compiler.compile") {
        return Callee::TorchCompile;
    }
    // nn.Module.compile(): any receiver that is no imported module, in a file that uses torch.
    if (tree.kind(function) != SyntaxKind::Attribute ||
        tree.text(tree.child(function, SyntaxField::Attribute)) != "compile" ||
        !file.imports("torch")) {
        return Callee::No;
    }
    qint32 root = tree.child(function, SyntaxField::Object);
    while (tree.kind(root) == SyntaxKind::Attribute) {
        root = tree.child(root, SyntaxField::Object);
    }
    return file.isImported(tree.text(root)) ? Callee::No : Callee::MaybeModule;
}

QString joined(const QByteArrayList& literals)
{
    QStringList parts;
    for (const QByteArray& literal : literals) {
        parts.append(QStringLiteral("`%1`").arg(QString::fromUtf8(literal)));
    }
    parts.removeDuplicates();
    return parts.join(QStringLiteral(" or "));
}

} // namespace

void findCompileModes(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const Rule& rule = input.rule;
    const TargetSettings& target = input.target();
    const SyntaxTree& tree = file.tree();
    const QStringList unsafe = rule.matcherParameters.value(QStringLiteral("modes")).toStringList();
    const QByteArray safe =
        rule.fix.parameters.value(QStringLiteral("rocm"), QStringLiteral("default"))
            .toString()
            .toUtf8();
    const bool fixedUpstream = target.torch >= Version{2, 14} && target.rocm >= Version{7, 14};
    const auto count = static_cast<qint32>(tree.nodes().size());
    std::vector<qint32> seen;
    for (qint32 i = 0; i < count; ++i) {
        if (tree.kind(i) != SyntaxKind::Call) {
            continue;
        }
        const Callee callee = calleeOf(file, i);
        if (callee == Callee::No || file.isNvidiaOnly(i)) {
            continue;
        }
        for (const qint32 value : modeValues(file, i)) {
            if (std::find(seen.begin(), seen.end(), value) != seen.end() ||
                file.isNvidiaOnly(value)) {
                continue;
            }
            Modes modes;
            collectModes(file, value, 0, modes);
            QByteArrayList bad;
            for (const QByteArray& literal : modes.literals) {
                if (unsafe.contains(QString::fromUtf8(literal))) {
                    bad.append(literal);
                }
            }
            const bool guess = bad.isEmpty() && modes.unknown;
            if (bad.isEmpty() && (!guess || callee == Callee::MaybeModule)) {
                continue;
            }
            seen.push_back(value);
            PythonSite site;
            site.rule = &rule;
            site.node = value;
            site.range = tree.range(value);
            site.symbol = QStringLiteral("mode=%1").arg(QString::fromUtf8(
                tree.text(value).data(),
                static_cast<qsizetype>(std::min<size_t>(tree.text(value).size(), 60))));
            const QString key = guess           ? QStringLiteral("unknown")
                                : fixedUpstream ? QStringLiteral("verify")
                                                : QStringLiteral("broken");
            // The note first: it names the mode itself.
            site.captures = {{QStringLiteral("note"), noteFor(rule.matcherParameters, key, target)},
                             {QStringLiteral("mode"), joined(bad)}};
            if (guess || fixedUpstream) {
                site.severity = Severity::Warning;
            }
            site.edits = gateExpression(
                file, value, quotedLike(file, modes.literal >= 0 ? modes.literal : value, safe));
            sites.push_back(std::move(site));
        }
    }
}

} // namespace rocport
