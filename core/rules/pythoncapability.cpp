#include "core/rules/pythonbuiltins.h"
#include "core/rules/pythonvalues.h"

#include <algorithm>
#include <functional>

namespace rocport {

namespace {

bool isProperties(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    const qint32 plain = tree.unwrapped(node);
    if (tree.kind(plain) == SyntaxKind::Call) {
        return file.qualified(tree.child(plain, SyntaxField::Function)) ==
               "torch.cuda.get_device_properties";
    }
    return tree.kind(plain) == SyntaxKind::Identifier && file.valueOf(plain) >= 0 &&
           tree.kind(file.valueOf(plain)) == SyntaxKind::Call &&
           isProperties(file, file.valueOf(plain));
}

bool isCapability(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) == SyntaxKind::Call) {
        return file.qualified(tree.child(node, SyntaxField::Function)) ==
               "torch.cuda.get_device_capability";
    }
    if (tree.kind(node) != SyntaxKind::Attribute) {
        return false;
    }
    const std::string_view part = tree.text(tree.child(node, SyntaxField::Attribute));
    return (part == "major" || part == "minor") &&
           isProperties(file, tree.child(node, SyntaxField::Object));
}

/// The text that a comparison decides about: its statement, cut where a block begins to be long.
std::string_view decided(const SyntaxTree& tree, qint32 node)
{
    constexpr size_t kMaxText = 300;
    return tree.text(tree.statementOf(node)).substr(0, kMaxText);
}

bool isAboutBfloat16(const SyntaxTree& tree, const Comparison& comparison)
{
    const qint32 function = tree.ancestor(comparison.node, SyntaxKind::FunctionDefinition);
    std::string text(tree.text(tree.child(function, SyntaxField::Name)));
    text += decided(tree, comparison.node);
    const bool named =
        text.find("bf16") != std::string::npos || text.find("bfloat16") != std::string::npos;
    const std::string_view other = tree.text(comparison.other);
    return named && (other == "8" || other == "80" || other == "8.0" || other == "(8, 0)" ||
                     other == "(8,0)" || other == "7" || other == "[8, 0]");
}

/// The largest `and`/`or` around a comparison that holds nothing but such comparisons of the same
/// direction and may be gated whole; the comparison itself otherwise.
qint32 groupOf(const PythonFile& file, const DerivedValues& values, const Comparison& comparison)
{
    const SyntaxTree& tree = file.tree();
    const auto isSame = [&](qint32 node) {
        const std::optional<Comparison> other =
            comparisonOf(file, node, [&](qint32 operand) { return values.holds(operand); });
        return other && other->asksFor == comparison.asksFor && !isAboutBfloat16(tree, *other);
    };
    const std::function<bool(qint32, int)> all = [&](qint32 node, int depth) {
        const qint32 plain = tree.unwrapped(node);
        if (tree.kind(plain) != SyntaxKind::BooleanOperator) {
            return isSame(plain);
        }
        return depth < 8 && all(tree.child(plain, SyntaxField::Left), depth + 1) &&
               all(tree.child(plain, SyntaxField::Right), depth + 1);
    };
    qint32 best = comparison.node;
    for (qint32 i = comparison.node;; i = tree.parent(i)) {
        const SyntaxKind kind = tree.kind(tree.parent(i));
        if (kind != SyntaxKind::BooleanOperator && kind != SyntaxKind::Parenthesized) {
            break;
        }
        if (!all(tree.parent(i), 0)) {
            break;
        }
        best = kind == SyntaxKind::BooleanOperator ? tree.parent(i) : best;
    }
    const SyntaxKind outer = tree.kind(tree.parent(best));
    const bool loose = outer == SyntaxKind::BooleanOperator || outer == SyntaxKind::NotOperator ||
                       outer == SyntaxKind::ConditionalExpression || outer == SyntaxKind::Other ||
                       outer == SyntaxKind::Lambda;
    return loose ? comparison.node : best;
}

PythonSite comparisonSite(const PythonInput& input, const Comparison& comparison)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    const bool bfloat16 = isAboutBfloat16(tree, comparison) && !file.torchName().empty();
    const bool onRocm = bfloat16 == comparison.asksFor;
    PythonSite site =
        siteFor(input, comparison.node, symbolText(tree, comparison.node),
                comparison.asksFor ? QStringLiteral("asks") : QStringLiteral("rules-out"));
    if (leadsToFailure(file, comparison.node, onRocm)) {
        site.captures = {{QStringLiteral("note"), input.note(QStringLiteral("fails"))}};
        site.wayOut = input.note(QStringLiteral("fails-way"));
        return site;
    }
    QByteArray rocm = onRocm ? "True" : "False";
    if (bfloat16) {
        rocm = (comparison.asksFor ? "" : "not ") + QByteArray::fromStdString(file.torchName()) +
               ".cuda.is_bf16_supported()";
        site.change = input.note(QStringLiteral("change-bfloat16"));
    } else {
        site.change = input.note(comparison.asksFor ? QStringLiteral("change-asks")
                                                    : QStringLiteral("change-rules-out"));
    }
    site.edits = gateExpression(file, comparison.node, rocm);
    return site;
}

/// What the value does elsewhere: a call that nothing compares.
void addHandedOn(const PythonInput& input, const std::vector<PythonSite>& found,
                 std::vector<PythonSite>& sites)
{
    const SyntaxTree& tree = input.tree();
    for (const qint32 call : input.file.nodes(SyntaxKind::Call)) {
        if (!isCapability(input.file, call) || input.file.isNvidiaOnly(call) ||
            asksForRocm(input.file, call)) {
            continue;
        }
        const qint32 statement = tree.statementOf(call);
        const std::string_view text = tree.text(statement);
        if (text.starts_with("print") || text.find("log") != std::string_view::npos) {
            continue;
        }
        const qint32 function = tree.ancestor(call, SyntaxKind::FunctionDefinition);
        const std::string_view around = function < 0 ? text : tree.text(function);
        const bool isFlag = around.find("sm_{") != std::string_view::npos ||
                            around.find("compute_{") != std::string_view::npos ||
                            around.find("gencode") != std::string_view::npos;
        const bool isInside = std::any_of(found.begin(), found.end(), [&](const PythonSite& site) {
            return call >= site.node && call < tree.at(site.node).subtreeEnd;
        });
        if ((found.empty() || isFlag) && !isInside) {
            PythonSite site = siteFor(input, call, QStringLiteral("get_device_capability"),
                                      QStringLiteral("handed-on"));
            site.severity = Severity::Warning;
            sites.push_back(std::move(site));
        }
    }
}

} // namespace

void findDeviceCapabilities(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    if (!file.imports("torch")) {
        return;
    }
    const DerivedValues values(file, [&](qint32 node) { return isCapability(file, node); },
                               {"major", "minor"});
    std::vector<PythonSite> found;
    for (const qint32 node : file.nodes(SyntaxKind::ComparisonOperator)) {
        const std::optional<Comparison> comparison =
            comparisonOf(file, node, [&](qint32 operand) { return values.holds(operand); });
        const bool none = comparison && file.tree().kind(comparison->other) == SyntaxKind::None;
        if (!comparison || none || file.isNvidiaOnly(node) || asksForRocm(file, node)) {
            continue;
        }
        Comparison whole = *comparison;
        if (!isAboutBfloat16(file.tree(), whole)) {
            whole.node = groupOf(file, values, whole);
        }
        const bool again = std::any_of(found.begin(), found.end(), [&](const PythonSite& site) {
            return site.node == whole.node;
        });
        if (!again) {
            found.push_back(comparisonSite(input, whole));
        }
    }
    addHandedOn(input, found, sites);
    sites.insert(sites.end(), found.begin(), found.end());
}

} // namespace rocport
