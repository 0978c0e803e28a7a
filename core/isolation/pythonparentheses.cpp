#include "core/isolation/pythonparentheses.h"

namespace rocport {

bool needsParentheses(const SyntaxTree& tree, qint32 parenthesized, qint32 kept, bool* wanted)
{
    const std::string_view text = tree.source();
    bool atom = false;
    switch (tree.kind(kept)) {
    case SyntaxKind::Identifier:
    case SyntaxKind::String:
    case SyntaxKind::True:
    case SyntaxKind::False:
    case SyntaxKind::None:
    case SyntaxKind::Call:
    case SyntaxKind::Attribute:
    case SyntaxKind::Subscript:
    case SyntaxKind::Parenthesized:
    case SyntaxKind::List:
    case SyntaxKind::Dictionary:
    case SyntaxKind::Tuple:
        atom = true;
        break;
    default:
        break;
    }
    const qint32 outer = tree.parent(parenthesized);
    const SyntaxField field = tree.at(parenthesized).field;
    bool bare = false; // a conditional expression may stand here without parentheses
    switch (tree.kind(outer)) {
    case SyntaxKind::KeywordArgument:
    case SyntaxKind::ArgumentList:
    case SyntaxKind::Return:
    case SyntaxKind::List:
    case SyntaxKind::Tuple:
    case SyntaxKind::Pair:
    case SyntaxKind::DefaultParameter:
    case SyntaxKind::ExpressionList:
        bare = true;
        break;
    case SyntaxKind::Assignment:
    case SyntaxKind::AugmentedAssignment:
        bare = field == SyntaxField::Right;
        break;
    default:
        break;
    }
    // Comparisons bind tighter than conditions, `not`, `and` and `or`, and a condition needs none.
    bool tight = tree.kind(kept) == SyntaxKind::ComparisonOperator;
    switch (tree.kind(outer)) {
    case SyntaxKind::BooleanOperator:
    case SyntaxKind::NotOperator:
    case SyntaxKind::ConditionalExpression:
        break;
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause:
        tight = tight || tree.kind(kept) == SyntaxKind::BooleanOperator;
        break;
    case SyntaxKind::Lambda:
        tight = tight && field == SyntaxField::Body;
        break;
    case SyntaxKind::Other: {
        const std::string_view start = text.substr(tree.at(outer).begin, 7);
        tight = tight && (start.starts_with("while ") || start.starts_with("assert ") ||
                          start.starts_with("if "));
        break;
    }
    default:
        tight = false;
        break;
    }
    const std::string_view inside = text.substr(
        tree.at(parenthesized).begin, tree.at(parenthesized).end - tree.at(parenthesized).begin);
    const bool oneLine =
        inside.find('\n') == std::string_view::npos && inside.find('\r') == std::string_view::npos;
    *wanted = bare || (!atom && !tight) || !oneLine;
    // What is compared are tokens: where the original has these without parentheses, its lines are
    // joined in another way.
    return !(bare || tight || atom);
}

void addFreeLayout(const SyntaxTree& tree, qint32 node, std::vector<ByteRange>& ranges)
{
    qint32 around = tree.parent(node);
    if (tree.kind(around) == SyntaxKind::KeywordArgument || tree.kind(around) == SyntaxKind::Pair) {
        around = tree.parent(around);
    }
    switch (tree.kind(around)) {
    case SyntaxKind::Parenthesized:
    case SyntaxKind::ArgumentList:
    case SyntaxKind::List:
    case SyntaxKind::Dictionary:
    case SyntaxKind::Tuple:
        break;
    default:
        return;
    }
    const SyntaxNode& brackets = tree.at(around);
    const std::string_view inside =
        tree.source().substr(brackets.begin, brackets.end - brackets.begin);
    if (inside.find_first_of("\r\n") == std::string_view::npos) {
        return;
    }
    if (tree.kind(around) == SyntaxKind::Parenthesized) {
        ranges.push_back({brackets.begin, brackets.end});
        return;
    }
    const auto first = tree.namedChild(around, 0);
    const std::vector<qint32> all = tree.namedChildren(around);
    if (first < 0 || all.size() > 1) {
        return; // what else stands there keeps its lines
    }
    ranges.push_back({brackets.begin, tree.at(first).begin});
    ranges.push_back({tree.at(first).end, brackets.end});
}

} // namespace rocport
