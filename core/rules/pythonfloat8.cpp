#include "core/rules/pythonbuiltins.h"
#include "core/rules/pythonvalues.h"

#include <algorithm>

namespace rocport {

namespace {

/// What a type's name is there for.
enum class Use : quint8 { Choice, Test, Table, View };

bool isFloat8(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) != SyntaxKind::Attribute && tree.kind(node) != SyntaxKind::Identifier) {
        return false;
    }
    const SyntaxKind outer = tree.kind(tree.parent(node));
    const SyntaxField field = tree.at(node).field;
    if (outer == SyntaxKind::DottedName || outer == SyntaxKind::AliasedImport ||
        field == SyntaxField::Left || field == SyntaxField::Name ||
        (outer == SyntaxKind::Attribute && field == SyntaxField::Attribute)) {
        return false;
    }
    if (tree.kind(node) == SyntaxKind::Identifier && !file.isImported(tree.text(node))) {
        return false; // a name of the file's own is read where it gets its value
    }
    const std::string name = file.qualified(node);
    return name == "torch.float8_e4m3fn" || name == "torch.float8_e5m2";
}

Use useOf(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const qint32 outer = tree.parent(i);
        switch (tree.kind(outer)) {
        case SyntaxKind::ComparisonOperator:
            return Use::Test;
        case SyntaxKind::Pair:
            return Use::Table;
        case SyntaxKind::Subscript:
            return tree.at(i).field == SyntaxField::Subscript ? Use::Table : Use::Choice;
        case SyntaxKind::List:
        case SyntaxKind::Tuple:
        case SyntaxKind::ExpressionList: {
            // One of several types: a test, or what is supported.
            if (tree.namedChild(outer, 1) >= 0) {
                return Use::Test;
            }
            continue;
        }
        case SyntaxKind::Parenthesized:
        case SyntaxKind::ConditionalExpression:
        case SyntaxKind::KeywordArgument:
            continue;
        case SyntaxKind::ArgumentList: {
            const qint32 call = tree.parent(outer);
            const std::string_view name = tree.text(tree.child(call, SyntaxField::Function));
            if (name.ends_with(".view")) {
                return Use::View;
            }
            return name == "isinstance" || name.ends_with("parametrize") ? Use::Test : Use::Choice;
        }
        case SyntaxKind::Other:
            return tree.text(outer).starts_with('{') ? Use::Test : Use::Choice;
        default:
            return Use::Choice;
        }
    }
    return Use::Choice;
}

/// Whether every target has FP8 arithmetic, so that asking at import stops no program.
bool allHaveFloat8(const TargetSettings& target)
{
    return std::all_of(
        target.architectures.begin(), target.architectures.end(), [](const QString& name) {
            return name.startsWith(QStringLiteral("gfx94")) || name == QStringLiteral("gfx950") ||
                   name.startsWith(QStringLiteral("gfx120"));
        });
}

} // namespace

void findFloat8Types(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    const std::string_view text = tree.source();
    if (!file.imports("torch") || text.find("fnuz") != std::string_view::npos) {
        return; // who names the other formats too chooses already
    }
    const QByteArray block =
        input.rule.fix.parameters.value(QStringLiteral("block")).toString().toUtf8();
    const QByteArray function = "rocm_float8";
    const bool hasFunction = text.find(function.toStdString()) != std::string_view::npos;
    std::vector<Use> reported;
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        if (!isFloat8(file, i)) {
            continue;
        }
        const qint32 node = i;
        i = tree.at(i).subtreeEnd - 1;
        if (file.isNvidiaOnly(node) || asksForRocm(file, node)) {
            continue;
        }
        const Use use = useOf(file, node);
        const char* key = use == Use::Choice  ? "choice"
                          : use == Use::Test  ? "test"
                          : use == Use::Table ? "table"
                                              : "view";
        PythonSite site = siteFor(input, node, symbolText(tree, node), QLatin1StringView(key));
        if (use == Use::Test || use == Use::Table) {
            site.severity = Severity::Warning;
            if (std::find(reported.begin(), reported.end(), use) != reported.end()) {
                continue; // one finding a file says it
            }
            reported.push_back(use);
        }
        const bool early = file.runsAtImport(node);
        if (use == Use::Choice && early && !allHaveFloat8(input.target())) {
            site.wayOut = input.note(QStringLiteral("import-way"));
        } else if (use == Use::Choice && !file.torchName().empty() && !block.isEmpty() &&
                   !hasFunction) {
            const std::string_view written = tree.text(node);
            site.edits = gateExpression(
                file, node,
                function + '(' +
                    QByteArray(written.data(), static_cast<qsizetype>(written.size())) + ')');
            site.block = block;
            site.block.replace("{torch}", QByteArray::fromStdString(file.torchName()));
            site.blockName = QString::fromUtf8(function);
            site.change = early ? input.note(QStringLiteral("change-import")) : QString();
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
