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

/// The first statement of a suite that leaves where a condition names ROCm; past all nodes: none.
qint32 firstLeaving(const SyntaxTree& tree, qint32 suite)
{
    for (const qint32 statement : tree.namedChildren(suite)) {
        if (tree.kind(statement) == SyntaxKind::IfStatement &&
            namesRocm(tree.text(tree.child(statement, SyntaxField::Condition))) &&
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
        return false;
    case SyntaxKind::BooleanOperator:
    case SyntaxKind::ConditionalExpression:
        return namesRocm(tree.text(outer));
    case SyntaxKind::FunctionDefinition:
        return namesRocm(tree.text(tree.child(outer, SyntaxField::Name)));
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
    return answer;
}

} // namespace rocport
