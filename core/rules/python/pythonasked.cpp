#include "core/rules/namesrocm.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/rules/python/pythonends.h"
#include "core/rules/python/pythonvalues.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Whether a condition names the platform, as far as one is looked at.
bool speaksOfRocm(std::string_view condition)
{
    return namesRocm(condition.substr(0, 2000));
}

/// Whether the last statement of a suite leaves it.
bool leaves(const SyntaxTree& tree, qint32 block)
{
    const std::vector<qint32> statements = tree.namedChildren(block);
    if (statements.empty()) {
        return false;
    }
    return leavesSuite(tree.text(statements.back()));
}

/// The first statement of a suite that leaves where a condition names ROCm; past all nodes: none.
qint32 firstLeaving(const SyntaxTree& tree, qint32 suite)
{
    for (const qint32 statement : tree.namedChildren(suite)) {
        if (tree.kind(statement) == SyntaxKind::IfStatement &&
            speaksOfRocm(tree.text(tree.child(statement, SyntaxField::Condition))) &&
            leaves(tree, tree.child(statement, SyntaxField::Consequence))) {
            return statement;
        }
    }
    return static_cast<qint32>(tree.nodes().size());
}

/// Whether a node that others lie in names ROCm where it decides about them.
bool decidesByRocm(const SyntaxTree& tree, qint32 outer)
{
    switch (tree.kind(outer)) {
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause:
        if (speaksOfRocm(tree.text(tree.child(outer, SyntaxField::Condition)))) {
            return true;
        }
        // The other branches may ask for it: `if torch.version.cuda: ... elif ...hip:`.
        for (const qint32 part : tree.namedChildren(outer)) {
            if (tree.kind(part) == SyntaxKind::ElifClause &&
                speaksOfRocm(tree.text(tree.child(part, SyntaxField::Condition)))) {
                return true;
            }
        }
        return false;
    case SyntaxKind::BooleanOperator:
    case SyntaxKind::ConditionalExpression:
        return speaksOfRocm(tree.text(outer));
    case SyntaxKind::FunctionDefinition:
        return speaksOfRocm(tree.text(tree.child(outer, SyntaxField::Name)));
    default:
        return false;
    }
}

/// Whether `node` stands where what is right around it asks for ROCm.
bool isAskedAround(const SyntaxTree& tree, PythonFile::Asked& asked, qint32 node)
{
    const qint32 outer = tree.parent(node);
    const SyntaxKind kind = tree.kind(outer);
    if (kind == SyntaxKind::Block) {
        auto leaving = asked.leaving.find(outer);
        if (leaving == asked.leaving.end()) {
            leaving = asked.leaving.insert(outer, firstLeaving(tree, outer));
        }
        return *leaving < node;
    }
    if (kind != SyntaxKind::IfStatement && kind != SyntaxKind::ElifClause &&
        kind != SyntaxKind::BooleanOperator && kind != SyntaxKind::ConditionalExpression &&
        kind != SyntaxKind::FunctionDefinition) {
        return false;
    }
    auto known = asked.conditions.find(outer);
    if (known == asked.conditions.end()) {
        known = asked.conditions.insert(outer, decidesByRocm(tree, outer));
    }
    return *known;
}

/// What a condition says about the build where it is true, and where it is false.
struct Sides
{
    RocmSide whenTrue = RocmSide::Both;
    RocmSide whenFalse = RocmSide::Both;
};

/// Both hold.
RocmSide combined(RocmSide a, RocmSide b)
{
    if (a == RocmSide::Other || b == RocmSide::Other) {
        return RocmSide::Other;
    }
    if (a == RocmSide::Rocm || b == RocmSide::Rocm) {
        return RocmSide::Rocm;
    }
    return a == RocmSide::Unclear || b == RocmSide::Unclear ? RocmSide::Unclear : RocmSide::Both;
}

/// One of them holds.
RocmSide eitherOf(RocmSide a, RocmSide b)
{
    if (a == b) {
        return a;
    }
    return a == RocmSide::Both || b == RocmSide::Both ? RocmSide::Both : RocmSide::Unclear;
}

/// Whether a name says the opposite: no_rocm, without_hip.
bool isNegativeName(std::string_view text)
{
    std::string lower(text.substr(0, 200));
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    constexpr std::array<std::string_view, 6> kWords = {"no_",     "not_",     "non_",
                                                        "without", "disable_", "skip_"};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

Sides sidesOf(const SyntaxTree& tree, qint32 condition, int depth = 0);

Sides sidesOfComparison(const SyntaxTree& tree, qint32 condition)
{
    constexpr Sides kUnclear{RocmSide::Unclear, RocmSide::Unclear};
    const std::vector<qint32> parts = tree.namedChildren(condition);
    if (parts.size() != 2) {
        return kUnclear;
    }
    const quint32 begin = tree.at(parts[0]).end;
    const std::string_view between = tree.source().substr(begin, tree.at(parts[1]).begin - begin);
    const bool negated = between.find("not") != std::string_view::npos ||
                         between.find('!') != std::string_view::npos;
    if (between.find('<') != std::string_view::npos ||
        between.find('>') != std::string_view::npos || isNegativeName(tree.text(condition))) {
        return kUnclear;
    }
    // `hip is None` asks for the others, `platform == "rocm"` for ROCm; of two names, unclear.
    const SyntaxKind kind = tree.kind(parts[1]);
    const bool none = kind == SyntaxKind::None || kind == SyntaxKind::False;
    const bool plain = none || kind == SyntaxKind::True || kind == SyntaxKind::String ||
                       tree.kind(parts[0]) == SyntaxKind::String;
    if (!plain) {
        return kUnclear;
    }
    const bool rocm = none == negated;
    return rocm ? Sides{RocmSide::Rocm,
                        none || kind == SyntaxKind::True ? RocmSide::Other : RocmSide::Unclear}
                : Sides{none || kind == SyntaxKind::True ? RocmSide::Other : RocmSide::Unclear,
                        RocmSide::Rocm};
}

Sides sidesOf(const SyntaxTree& tree, qint32 condition, int depth)
{
    constexpr int kMaxDepth = 40;
    condition = tree.unwrapped(condition);
    if (condition < 0 || !speaksOfRocm(tree.text(condition))) {
        return {};
    }
    switch (depth > kMaxDepth ? SyntaxKind::Other : tree.kind(condition)) {
    case SyntaxKind::NotOperator: {
        const Sides inner = sidesOf(tree, tree.child(condition, SyntaxField::Argument), depth + 1);
        return {inner.whenFalse, inner.whenTrue};
    }
    case SyntaxKind::BooleanOperator: {
        const qint32 left = tree.child(condition, SyntaxField::Left);
        const qint32 right = tree.child(condition, SyntaxField::Right);
        const Sides a = sidesOf(tree, left, depth + 1);
        const Sides b = sidesOf(tree, right, depth + 1);
        const quint32 begin = tree.at(left).end;
        const bool both = tree.source().substr(begin, tree.at(right).begin - begin).find("and") !=
                          std::string_view::npos;
        return both ? Sides{combined(a.whenTrue, b.whenTrue), eitherOf(a.whenFalse, b.whenFalse)}
                    : Sides{eitherOf(a.whenTrue, b.whenTrue), combined(a.whenFalse, b.whenFalse)};
    }
    case SyntaxKind::ComparisonOperator:
        return sidesOfComparison(tree, condition);
    case SyntaxKind::Identifier:
    case SyntaxKind::Attribute:
    case SyntaxKind::Call:
        if (!isNegativeName(tree.text(condition))) {
            return {RocmSide::Rocm, RocmSide::Other};
        }
        break;
    default:
        break;
    }
    return {RocmSide::Unclear, RocmSide::Unclear};
}

/// The clauses of an if statement before `clause` were false. Only the first ones are read.
RocmSide sideOfClause(const SyntaxTree& tree, qint32 statement, qint32 clause)
{
    constexpr int kMaxClauses = 30;
    RocmSide side = sidesOf(tree, tree.child(statement, SyntaxField::Condition)).whenFalse;
    int count = 0;
    for (qint32 i = tree.at(statement).firstChild; i >= 0 && i < clause && count < kMaxClauses;
         i = tree.at(i).nextSibling) {
        if (tree.kind(i) == SyntaxKind::ElifClause) {
            ++count;
            side = combined(side, sidesOf(tree, tree.child(i, SyntaxField::Condition)).whenFalse);
        }
    }
    return side;
}

/// The statements of a suite that leave it for one side, with the side that goes on.
std::vector<std::pair<qint32, RocmSide>> leavingStatements(const SyntaxTree& tree, qint32 suite)
{
    std::vector<std::pair<qint32, RocmSide>> result;
    for (const qint32 statement : tree.namedChildren(suite)) {
        if (tree.kind(statement) == SyntaxKind::IfStatement &&
            leaves(tree, tree.child(statement, SyntaxField::Consequence))) {
            const RocmSide side =
                sidesOf(tree, tree.child(statement, SyntaxField::Condition)).whenFalse;
            if (side != RocmSide::Both) {
                result.emplace_back(statement, side);
            }
        }
    }
    return result;
}

/// What the node right around `node` says of it.
RocmSide sideAround(const SyntaxTree& tree, PythonFile::Asked& asked, qint32 node)
{
    const qint32 outer = tree.parent(node);
    const SyntaxField field = tree.at(node).field;
    switch (tree.kind(outer)) {
    case SyntaxKind::IfStatement:
        if (field == SyntaxField::Consequence) {
            return sidesOf(tree, tree.child(outer, SyntaxField::Condition)).whenTrue;
        }
        return tree.kind(node) == SyntaxKind::ElifClause ||
                       tree.kind(node) == SyntaxKind::ElseClause
                   ? sideOfClause(tree, outer, node)
                   : RocmSide::Both;
    case SyntaxKind::ElifClause:
        return field == SyntaxField::Consequence
                   ? sidesOf(tree, tree.child(outer, SyntaxField::Condition)).whenTrue
                   : RocmSide::Both;
    case SyntaxKind::ConditionalExpression: {
        const std::vector<qint32> parts = tree.namedChildren(outer);
        if (parts.size() != 3 || parts[1] == node) {
            return RocmSide::Both;
        }
        const Sides sides = sidesOf(tree, parts[1]);
        return parts[0] == node ? sides.whenTrue : sides.whenFalse;
    }
    case SyntaxKind::BooleanOperator: {
        if (field != SyntaxField::Right) {
            return RocmSide::Both;
        }
        const qint32 left = tree.child(outer, SyntaxField::Left);
        const quint32 begin = tree.at(left).end;
        const bool both = tree.source().substr(begin, tree.at(node).begin - begin).find("and") !=
                          std::string_view::npos;
        const Sides sides = sidesOf(tree, left);
        return both ? sides.whenTrue : sides.whenFalse;
    }
    case SyntaxKind::FunctionDefinition: {
        const std::string_view name = tree.text(tree.child(outer, SyntaxField::Name));
        const bool named = field == SyntaxField::Body && speaksOfRocm(name);
        return !named ? RocmSide::Both
                      : (isNegativeName(name) ? RocmSide::Unclear : RocmSide::Rocm);
    }
    case SyntaxKind::Block:
    case SyntaxKind::Module: {
        auto after = asked.after.find(outer);
        if (after == asked.after.end()) {
            after = asked.after.insert(outer, leavingStatements(tree, outer));
        }
        RocmSide side = RocmSide::Both;
        for (const auto& [statement, rest] : *after) {
            if (statement >= node) {
                break;
            }
            side = combined(side, rest);
            if (side == RocmSide::Other) {
                break;
            }
        }
        return side;
    }
    default:
        return RocmSide::Both;
    }
}

} // namespace

bool asksForRocm(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    PythonFile::Asked& asked = file.asked();
    bool answer = false;
    std::vector<qint32> path; // what is known of one node is known of those that lie in it
    for (qint32 i = node; i >= 0 && !answer; i = tree.parent(i)) {
        const auto known = asked.answers.constFind(i);
        if (known != asked.answers.constEnd()) {
            answer = *known;
            break;
        }
        path.push_back(i);
        answer = isAskedAround(tree, asked, i);
    }
    for (const qint32 one : path) {
        asked.answers.insert(one, answer);
    }
    return answer || servesOthers(file, node);
}

std::optional<bool> flagOnRocm(const PythonFile& file, qint32 expression, int depth)
{
    constexpr int kMaxDepth = 8;
    const SyntaxTree& tree = file.tree();
    const qint32 node = tree.unwrapped(expression);
    if (node < 0 || depth > kMaxDepth) {
        return std::nullopt;
    }
    const auto turned = [](std::optional<bool> value) {
        return value ? std::optional(!*value) : std::nullopt;
    };
    switch (tree.kind(node)) {
    case SyntaxKind::NotOperator:
        return turned(flagOnRocm(file, tree.child(node, SyntaxField::Argument), depth + 1));
    case SyntaxKind::BooleanOperator: { // not is_rocm and X, hasattr(…) and torch.version.hip
        const bool both = tree.text(tree.child(node, SyntaxField::Operator)) == "and";
        const qint32 first = tree.unwrapped(tree.child(node, SyntaxField::Left));
        const auto left = flagOnRocm(file, first, depth + 1);
        const auto right = flagOnRocm(file, tree.child(node, SyntaxField::Right), depth + 1);
        if (left == !both || right == !both) {
            return !both;
        }
        const bool asks =
            both && tree.text(first).starts_with("hasattr(") && speaksOfRocm(tree.text(first));
        return right == both && (left == both || asks) ? right : std::nullopt;
    }
    case SyntaxKind::Call:
        return tree.text(tree.child(node, SyntaxField::Function)) == "bool"
                   ? flagOnRocm(file, file.positional(node, 0), depth + 1)
                   : std::nullopt;
    case SyntaxKind::ComparisonOperator: {
        const std::vector<qint32> parts = tree.namedChildren(node);
        const std::optional<bool> value =
            parts.size() == 2 ? flagOnRocm(file, parts[0], depth + 1) : std::nullopt;
        const Sides sides = value ? sidesOfComparison(tree, node) : Sides();
        const bool plain = sides.whenTrue == RocmSide::Other || sides.whenFalse == RocmSide::Other;
        return plain ? std::optional((sides.whenTrue == RocmSide::Rocm) == *value) : std::nullopt;
    }
    case SyntaxKind::Identifier:
    case SyntaxKind::Attribute: {
        if (file.qualified(node) == "torch.version.hip") {
            return true;
        }
        const qint32 value =
            tree.kind(node) == SyntaxKind::Identifier ? file.valueOf(node) : qint32(-1);
        const auto known = value >= 0 ? flagOnRocm(file, value, depth + 1) : std::nullopt;
        if (known) {
            return known;
        }
        std::string name(lastPart(tree.text(node)));
        std::transform(name.begin(), name.end(), name.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        constexpr std::array<std::string_view, 9> kFlags = {"is_rocm", "_is_rocm", "is_hip",
                                                            "_is_hip", "use_rocm", "use_hip",
                                                            "on_rocm", "rocm",     "is_amd"};
        return std::find(kFlags.begin(), kFlags.end(), name) != kFlags.end() ? std::optional(true)
                                                                             : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

RocmSide rocmSide(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    PythonFile::Asked& asked = file.asked();
    RocmSide side = RocmSide::Both;
    std::vector<qint32> path; // from the inside out, those not known yet
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const auto known = asked.sides.constFind(i);
        if (known != asked.sides.constEnd()) {
            side = *known;
            break;
        }
        path.push_back(i);
    }
    for (auto one = path.rbegin(); one != path.rend(); ++one) {
        side = combined(side, sideAround(tree, asked, *one));
        asked.sides.insert(*one, side);
    }
    return side;
}

bool isLeftToOthers(const PythonFile& file, qint32 node)
{
    return rocmSide(file, node) != RocmSide::Rocm && asksForRocm(file, node);
}

} // namespace rocport
