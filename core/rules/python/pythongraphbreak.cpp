#include "core/rules/python/pythongraphs.h"

#include <QSet>

#include <array>

namespace rocport {

namespace {

constexpr int kDepth = 3;

/// `b, s, d = x.shape`
bool unpacksShape(const SyntaxTree& tree, qint32 assignment)
{
    const qint32 left = tree.child(assignment, SyntaxField::Left);
    const qint32 right = tree.unwrapped(tree.child(assignment, SyntaxField::Right));
    const bool several = left >= 0 && tree.kind(left) != SyntaxKind::Identifier &&
                         tree.kind(left) != SyntaxKind::Attribute &&
                         tree.kind(left) != SyntaxKind::Subscript;
    if (!several) {
        return false;
    }
    if (tree.kind(right) == SyntaxKind::Call) {
        return methodOf(tree, right) == "size" && argumentCount(tree, right) == 0;
    }
    const qint32 attribute =
        tree.kind(right) == SyntaxKind::Subscript ? tree.child(right, SyntaxField::Value) : right;
    return tree.kind(attribute) == SyntaxKind::Attribute &&
           tree.text(tree.child(attribute, SyntaxField::Attribute)) == "shape";
}

/// The note's key; null: no break.
const char* breakOf(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    switch (tree.kind(node)) {
    case SyntaxKind::Assignment:
        return unpacksShape(tree, node) ? "shape" : nullptr;
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause: {
        const qint32 condition = tree.child(node, SyntaxField::Condition);
        return condition >= 0 && asksData(file, condition) ? "branch" : nullptr;
    }
    case SyntaxKind::Call: {
        const std::string_view method = methodOf(tree, node);
        const std::string name = file.qualified(tree.child(node, SyntaxField::Function));
        if (argumentCount(tree, node) != 0 || name.starts_with("numpy")) {
            return nullptr;
        }
        return method == "item"     ? "item"
               : method == "tolist" ? "item"
               : method == "numpy"  ? "numpy"
                                    : nullptr;
    }
    default:
        return nullptr;
    }
}

} // namespace

void findGraphBreaks(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = file.tree();
    const PythonCalls calls(file);
    QSet<qint32> seen;
    for (const auto& [function, why] : calls.compiledFunctions()) {
        for (const PythonCalls::Reached& reached : calls.reach({calls.bodyOf(function)}, kDepth)) {
            bool saidShape = false;
            for (const qint32 node : calls.ownNodes(reached.root)) {
                const char* key = breakOf(file, node);
                const bool isShape = tree.kind(node) == SyntaxKind::Assignment;
                if (key == nullptr || seen.contains(node) || (isShape && saidShape) ||
                    file.isNvidiaOnly(node)) {
                    continue;
                }
                seen.insert(node);
                saidShape = saidShape || isShape;
                const bool isBranch = tree.kind(node) == SyntaxKind::IfStatement ||
                                      tree.kind(node) == SyntaxKind::ElifClause;
                const qint32 place = isBranch ? tree.child(node, SyntaxField::Condition) : node;
                QString way = QStringLiteral("compiled at %1").arg(file.placeOf(why));
                for (const PythonCalls::Step& step : reached.way) {
                    way += QStringLiteral(", calls `%1()` at %2")
                               .arg(QString::fromStdString(step.name), file.placeOf(step.call));
                }
                PythonSite site;
                site.rule = &input.rule;
                site.node = node;
                site.range = tree.range(place);
                site.symbol =
                    (isBranch ? QStringLiteral("if ") : QString()) + shortText(tree, place);
                site.captures = {{QStringLiteral("way"), way},
                                 {QStringLiteral("note"), input.note(QLatin1StringView(key))}};
                site.wayOut = input.note(QLatin1StringView(key) + QStringLiteral("-way-out"));
                sites.push_back(std::move(site));
            }
        }
    }
}

} // namespace rocport
