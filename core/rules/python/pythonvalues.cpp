#include "core/rules/python/pythonvalues.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Conversions that keep what a value says.
bool isConversion(std::string_view name)
{
    constexpr std::array<std::string_view, 12> kNames = {
        "int",     "float", "str",           "tuple",        "list",          "map",
        "Version", "parse", "parse_version", "LooseVersion", "StrictVersion", "min"};
    return std::find(kNames.begin(), kNames.end(), lastPart(name)) != kNames.end();
}

} // namespace

std::string_view lastPart(std::string_view name)
{
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

DerivedValues::DerivedValues(const PythonFile& file, std::function<bool(qint32)> isOrigin,
                             std::vector<std::string_view> parts)
    : m_file(file), m_isOrigin(std::move(isOrigin)), m_parts(std::move(parts))
{
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds && learn(); ++round) {
    }
}

bool DerivedValues::learn()
{
    const SyntaxTree& tree = m_file.tree();
    const size_t before = m_names.size() + m_attributes.size() + m_functions.size();
    for (const qint32 assignment : m_file.nodes(SyntaxKind::Assignment)) {
        const qint32 left = tree.child(assignment, SyntaxField::Left);
        const qint32 right = tree.child(assignment, SyntaxField::Right);
        if (left < 0 || right < 0 || !holds(right)) {
            continue;
        }
        const qint32 scope = tree.ancestor(assignment, SyntaxKind::FunctionDefinition);
        if (tree.kind(left) == SyntaxKind::Identifier) {
            m_names.emplace(std::string(tree.text(left)), scope);
        } else if (tree.kind(left) == SyntaxKind::Attribute) {
            m_attributes.insert(std::string(tree.text(left)));
        } else if (tree.kind(left) != SyntaxKind::Subscript &&
                   tree.kind(right) != SyntaxKind::ExpressionList) {
            for (const qint32 name : tree.namedChildren(left)) {
                if (tree.kind(name) == SyntaxKind::Identifier) {
                    m_names.emplace(std::string(tree.text(name)), scope);
                }
            }
        }
    }
    for (const qint32 statement : m_file.nodes(SyntaxKind::Return)) {
        const qint32 value = tree.namedChild(statement, 0);
        const qint32 function = tree.ancestor(statement, SyntaxKind::FunctionDefinition);
        const std::vector<qint32> parts = tree.namedChildren(value);
        const SyntaxKind kind = tree.kind(value);
        const bool several = kind == SyntaxKind::Tuple || kind == SyntaxKind::ExpressionList;
        const bool all =
            std::all_of(parts.begin(), parts.end(), [&](qint32 part) { return holds(part); });
        if (function >= 0 && value >= 0 && (several ? !parts.empty() && all : holds(value))) {
            m_functions.insert(std::string(tree.text(tree.child(function, SyntaxField::Name))));
        }
    }
    return m_names.size() + m_attributes.size() + m_functions.size() != before;
}

bool DerivedValues::holdsName(qint32 identifier) const
{
    const SyntaxTree& tree = m_file.tree();
    const std::string name(tree.text(identifier));
    qint32 scope = tree.ancestor(identifier, SyntaxKind::FunctionDefinition);
    while (scope >= 0) {
        if (m_names.contains({name, scope})) {
            return true;
        }
        scope = tree.ancestor(scope, SyntaxKind::FunctionDefinition);
    }
    return m_names.contains({name, -1});
}

bool DerivedValues::holdsCall(qint32 call, int depth) const
{
    const SyntaxTree& tree = m_file.tree();
    const qint32 function = tree.child(call, SyntaxField::Function);
    const std::string_view name = tree.text(function);
    if (tree.kind(function) == SyntaxKind::Attribute &&
        holds(tree.child(function, SyntaxField::Object), depth + 1)) {
        return !name.ends_with("startswith") && !name.ends_with("endswith");
    }
    if (isConversion(name)) {
        for (const qint32 argument : tree.namedChildren(tree.child(call, SyntaxField::Arguments))) {
            if (holds(argument, depth + 1)) {
                return true;
            }
        }
        return false;
    }
    return m_functions.contains(std::string(lastPart(name)));
}

bool DerivedValues::holds(qint32 expression, int depth) const
{
    constexpr int kMaxDepth = 12;
    const SyntaxTree& tree = m_file.tree();
    const qint32 node = tree.unwrapped(expression);
    if (node < 0 || depth > kMaxDepth) {
        return false;
    }
    if (m_isOrigin(node)) {
        return true;
    }
    const auto any = [&](qint32 outer) {
        const std::vector<qint32> parts = tree.namedChildren(outer);
        return std::any_of(parts.begin(), parts.end(),
                           [&](qint32 part) { return holds(part, depth + 1); });
    };
    switch (tree.kind(node)) {
    case SyntaxKind::Identifier:
        return holdsName(node);
    case SyntaxKind::Attribute: {
        if (m_attributes.contains(std::string(tree.text(node)))) {
            return true;
        }
        const std::string_view part = tree.text(tree.child(node, SyntaxField::Attribute));
        return std::find(m_parts.begin(), m_parts.end(), part) != m_parts.end() &&
               holds(tree.child(node, SyntaxField::Object), depth + 1);
    }
    case SyntaxKind::Subscript:
        return holds(tree.child(node, SyntaxField::Value), depth + 1);
    case SyntaxKind::BinaryOperator:
        return holds(tree.child(node, SyntaxField::Left), depth + 1) ||
               holds(tree.child(node, SyntaxField::Right), depth + 1);
    case SyntaxKind::Call:
        return holdsCall(node, depth);
    case SyntaxKind::ConditionalExpression: {
        const std::vector<qint32> parts = tree.namedChildren(node);
        return parts.size() == 3 && (holds(parts[0], depth + 1) || holds(parts[2], depth + 1));
    }
    case SyntaxKind::Tuple:
    case SyntaxKind::List:
        return any(node);
    default:
        return false;
    }
}

std::optional<Comparison> comparisonOf(const PythonFile& file, qint32 node,
                                       const std::function<bool(qint32)>& holds)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) != SyntaxKind::ComparisonOperator) {
        return std::nullopt; // before its children are looked at: a call has thousands
    }
    const std::vector<qint32> operands = tree.namedChildren(node);
    if (operands.size() < 2) {
        return std::nullopt;
    }
    Comparison result;
    result.node = node;
    size_t held = operands.size();
    for (size_t i = 0; i < operands.size(); ++i) {
        if (holds(operands[i])) {
            if (held < operands.size()) {
                return std::nullopt;
            }
            held = i;
        }
    }
    if (held == operands.size()) {
        return std::nullopt;
    }
    result.held = operands[held];
    if (operands.size() > 2) {
        return result;
    }
    result.other = operands[1 - held];
    const quint32 end = tree.at(operands[0]).end;
    std::string_view sign = trimmed(tree.source().substr(end, tree.at(operands[1]).begin - end));
    while (sign.starts_with(')') || sign.ends_with('(')) {
        sign = trimmed(sign.starts_with(')') ? sign.substr(1) : sign.substr(0, sign.size() - 1));
    }
    const bool less = sign == "<" || sign == "<=";
    const bool more = sign == ">" || sign == ">=";
    if (less || more) {
        result.asksFor = held == 0 ? more : less;
    } else {
        result.asksFor = sign == "==" || sign == "in" || sign == "is";
    }
    return result;
}

std::string_view stringOf(const SyntaxTree& tree, qint32 node)
{
    std::string_view value;
    const qint32 plain = tree.unwrapped(node);
    return plain >= 0 && tree.plainString(plain, &value) ? value : std::string_view();
}

bool isInTryBody(const SyntaxTree& tree, qint32 node)
{
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        if (tree.kind(tree.parent(i)) == SyntaxKind::TryStatement &&
            tree.at(i).field == SyntaxField::Body) {
            return true;
        }
    }
    return false;
}

QString symbolText(const SyntaxTree& tree, qint32 node)
{
    const std::string_view text = tree.text(node);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min<size_t>(text.size(), 60)))
        .simplified();
}

} // namespace rocport
