#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonstops.h"
#include "core/rules/python/pythonvalues.h"

#include <QHash>
#include <QSet>

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

PythonSite comparisonSite(const PythonInput& input, const Comparison& comparison,
                          PythonStops& stops)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    const bool bfloat16 = isAboutBfloat16(tree, comparison) && !file.torchName().empty();
    const bool onRocm = bfloat16 == comparison.asksFor;
    PythonSite site =
        siteFor(input, comparison.node, symbolText(tree, comparison.node),
                comparison.asksFor ? QStringLiteral("asks") : QStringLiteral("rules-out"));
    if (stops.stops(comparison.node, onRocm)) {
        site.captures = {{QStringLiteral("note"), input.note(QStringLiteral("fails"))}};
        site.wayOut = input.note(QStringLiteral("fails-way"));
        return site;
    }
    if (!comparison.asksFor) {
        // Every AMD GPU counts as newer, which tests want of one and programs may be surprised by.
        site.severity = isAmongTests(input.path) ? Severity::Info : Severity::Warning;
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
    // Statements and functions can be long and hold many calls: each is read once.
    QHash<qint32, bool> logs;
    QHash<qint32, bool> flags;
    const auto speaks = [&](QHash<qint32, bool>& known, qint32 node,
                            std::initializer_list<std::string_view> words) {
        auto it = known.find(node);
        if (it == known.end()) {
            const std::string_view text = tree.text(node);
            it = known.insert(node, std::any_of(words.begin(), words.end(), [&](auto word) {
                                  return text.find(word) != std::string_view::npos;
                              }));
        }
        return *it;
    };
    std::vector<qint32> nodes;
    nodes.reserve(found.size());
    for (const PythonSite& site : found) {
        nodes.push_back(site.node);
    }
    std::sort(nodes.begin(), nodes.end());
    qint32 insideUntil = -1; // end of what was found up to the call
    size_t next = 0;
    for (const qint32 call : input.file.nodes(SyntaxKind::Call)) {
        for (; next < nodes.size() && nodes[next] <= call; ++next) {
            insideUntil = std::max(insideUntil, tree.at(nodes[next]).subtreeEnd);
        }
        if (!isCapability(input.file, call) || input.file.isNvidiaOnly(call) ||
            asksForRocm(input.file, call)) {
            continue;
        }
        const qint32 statement = tree.statementOf(call);
        if (tree.text(statement).starts_with("print") || speaks(logs, statement, {"log"})) {
            continue;
        }
        const qint32 function = tree.ancestor(call, SyntaxKind::FunctionDefinition);
        const bool isFlag =
            speaks(flags, function < 0 ? statement : function, {"sm_{", "compute_{", "gencode"});
        const bool isInside = call < insideUntil;
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
    PythonStops stops(file, input.names);
    QSet<qint32> done;
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
        if (!done.contains(whole.node)) {
            done.insert(whole.node);
            found.push_back(comparisonSite(input, whole, stops));
        }
    }
    addHandedOn(input, found, sites);
    sites.insert(sites.end(), found.begin(), found.end());
}

} // namespace rocport
