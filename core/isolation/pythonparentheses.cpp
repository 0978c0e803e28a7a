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
    // Comparisons and `not` bind tighter than conditions, `and` and `or`, and a condition needs
    // none.
    bool tight = tree.kind(kept) == SyntaxKind::ComparisonOperator ||
                 tree.kind(kept) == SyntaxKind::NotOperator;
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
    constexpr int kMaxSteps = 64;
    if (tree.kind(tree.parent(node)) == SyntaxKind::Parenthesized) {
        const SyntaxNode& own = tree.at(tree.parent(node));
        ranges.push_back({own.begin, own.end});
    }
    qint32 around = tree.parent(node);
    for (int step = 0; around >= 0 && step < kMaxSteps; ++step, around = tree.parent(around)) {
        switch (tree.kind(around)) {
        case SyntaxKind::Parenthesized:
        case SyntaxKind::ArgumentList:
        case SyntaxKind::List:
        case SyntaxKind::Dictionary:
        case SyntaxKind::Tuple:
            break;
        case SyntaxKind::Block:
        case SyntaxKind::Module:
            return;
        default:
            continue;
        }
        const qint32 first = tree.namedChild(around, 0);
        if (first < 0 || tree.namedChild(around, 1) >= 0) {
            return; // what else stands there keeps its lines
        }
        const SyntaxNode& brackets = tree.at(around);
        ranges.push_back({brackets.begin, tree.at(first).begin});
        ranges.push_back({tree.at(first).end, brackets.end});
    }
}

} // namespace rocport
