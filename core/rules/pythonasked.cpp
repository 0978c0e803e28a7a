#include "core/rules/pythonanalysis.h"

#include <array>

namespace rocport {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether a condition names the platform: is_rocm, torch.version.hip, IS_HIP_EXTENSION, on_amd.
bool namesRocm(std::string_view text)
{
    std::string lower(text.substr(0, 2000));
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    constexpr std::array<std::string_view, 4> kWords = {"rocm", "hip", "amd", "gcnarch"};
    for (const std::string_view word : kWords) {
        for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
            const size_t end = at + word.size();
            const bool begins = at == 0 || !isLetter(lower[at - 1]);
            const bool ends = word == "gcnarch" || end >= lower.size() || !isLetter(lower[end]);
            if (begins && ends) {
                return true;
            }
        }
    }
    return false;
}

/// Whether the last statement of a suite leaves it.
bool leaves(const SyntaxTree& tree, qint32 block)
{
    const std::vector<qint32> statements = tree.namedChildren(block);
    if (statements.empty()) {
        return false;
    }
    const std::string_view last = tree.text(statements.back());
    return last.starts_with("return") || last.starts_with("raise") || last.starts_with("continue");
}

/// Whether a statement before `node` in its suite leaves where a condition names ROCm.
bool leftBefore(const SyntaxTree& tree, qint32 node)
{
    const qint32 suite = tree.parent(node);
    if (tree.kind(suite) != SyntaxKind::Block) {
        return false;
    }
    for (const qint32 statement : tree.namedChildren(suite)) {
        if (statement >= node) {
            return false;
        }
        if (tree.kind(statement) == SyntaxKind::IfStatement &&
            namesRocm(tree.text(tree.child(statement, SyntaxField::Condition))) &&
            leaves(tree, tree.child(statement, SyntaxField::Consequence))) {
            return true;
        }
    }
    return false;
}

} // namespace

bool asksForRocm(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const qint32 outer = tree.parent(i);
        switch (tree.kind(outer)) {
        case SyntaxKind::IfStatement:
        case SyntaxKind::ElifClause:
            if (namesRocm(tree.text(tree.child(outer, SyntaxField::Condition)))) {
                return true;
            }
            // The other branches may ask for it: `if torch.version.cuda: ... elif ...hip:`.
            for (const qint32 part : tree.namedChildren(outer)) {
                if (tree.kind(part) == SyntaxKind::ElifClause &&
                    namesRocm(tree.text(tree.child(part, SyntaxField::Condition)))) {
                    return true;
                }
            }
            break;
        case SyntaxKind::BooleanOperator:
        case SyntaxKind::ConditionalExpression:
            if (namesRocm(tree.text(outer))) {
                return true;
            }
            break;
        case SyntaxKind::FunctionDefinition:
            if (namesRocm(tree.text(tree.child(outer, SyntaxField::Name)))) {
                return true;
            }
            break;
        case SyntaxKind::Block:
            if (leftBefore(tree, i)) {
                return true;
            }
            break;
        default:
            break;
        }
    }
    return false;
}

} // namespace rocport
