#include "core/rules/python/pythontoolkit.h"

#include "core/rules/python/pythonends.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace rocport {

namespace {

constexpr int kMaxValueDepth = 4;

class ToolkitReader
{
public:
    explicit ToolkitReader(const PythonFile& file);

    [[nodiscard]] ToolkitRead read(qint32 node, int depth = 0);

private:
    [[nodiscard]] ToolkitRead ofArgument(qint32 node, qint32 value, int depth);
    [[nodiscard]] ToolkitRead ofParts(qint32 node, qint32 whole,
                                      const std::vector<qint32>& parts) const;
    [[nodiscard]] ToolkitUse ofName(std::string_view name, qint32 binding, int depth);

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::set<std::string_view> m_runNvcc; ///< functions of the file that name nvcc
    std::unordered_map<std::string_view, std::vector<qint32>> m_reads; ///< of names, by text
    std::unordered_map<std::string_view, ToolkitUse> m_known;
};

ToolkitReader::ToolkitReader(const PythonFile& file) : m_file(file), m_tree(file.tree())
{
    for (const qint32 text : file.nodes(SyntaxKind::String)) {
        if (m_tree.text(text).find("nvcc") == std::string_view::npos) {
            continue;
        }
        const qint32 function = m_tree.ancestor(text, SyntaxKind::FunctionDefinition);
        if (function >= 0) {
            m_runNvcc.insert(m_tree.text(m_tree.child(function, SyntaxField::Name)));
        }
    }
    // What calls them runs nvcc too.
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
        for (const qint32 call : file.nodes(SyntaxKind::Call)) {
            const qint32 function = m_tree.ancestor(call, SyntaxKind::FunctionDefinition);
            if (function >= 0 &&
                m_runNvcc.contains(m_tree.text(m_tree.child(call, SyntaxField::Function)))) {
                m_runNvcc.insert(m_tree.text(m_tree.child(function, SyntaxField::Name)));
            }
        }
    }
    for (const qint32 one : file.nodes(SyntaxKind::Identifier)) {
        const bool attribute = m_tree.at(one).field == SyntaxField::Attribute;
        const bool argument = m_tree.kind(m_tree.parent(one)) == SyntaxKind::KeywordArgument &&
                              m_tree.at(one).field == SyntaxField::Name;
        if (!attribute && !argument) {
            m_reads[m_tree.text(one)].push_back(one);
        }
    }
}

/// The folder joined with `parts`.
ToolkitRead ToolkitReader::ofParts(qint32 node, qint32 whole,
                                   const std::vector<qint32>& parts) const
{
    std::string path;
    std::string_view value;
    for (const qint32 part : parts) {
        if (!m_tree.plainString(part, &value)) {
            return {node, ToolkitUse::Unusable, -1};
        }
        path += '/';
        path += value;
    }
    while (path.starts_with('/')) {
        path.erase(0, 1);
    }
    while (path.ends_with('/')) {
        path.pop_back();
    }
    if (path == "include" || path == "lib") {
        return {node, ToolkitUse::Folder, -1};
    }
    const bool joins = m_tree.kind(whole) == SyntaxKind::Call;
    return {node, path == "lib64" && joins ? ToolkitUse::Libraries : ToolkitUse::Unusable, whole};
}

ToolkitRead ToolkitReader::ofArgument(qint32 node, qint32 value, int depth)
{
    const qint32 call = m_tree.parent(m_tree.parent(value));
    const qint32 function = m_tree.child(call, SyntaxField::Function);
    const std::string name = m_file.qualified(function);
    if (name == "os.path.join") {
        std::vector<qint32> parts =
            m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments));
        if (parts.size() < 2 || parts.front() != value) {
            return {node, ToolkitUse::Unusable, -1};
        }
        parts.erase(parts.begin());
        return ofParts(node, call, parts);
    }
    if (name == "os.path.exists" || name == "os.path.isdir" || name == "bool" || name == "print") {
        return {node, ToolkitUse::Presence, -1};
    }
    if (name == "str" || name == "pathlib.Path" || name == "os.path.abspath" ||
        name == "os.path.realpath" || name == "os.path.expanduser") {
        ToolkitRead outer = read(call, depth + 1);
        outer.node = node;
        return outer;
    }
    const qint32 statement = m_tree.parent(call);
    if (m_tree.kind(statement) == SyntaxKind::ExpressionStatement &&
        m_tree.kind(function) == SyntaxKind::Identifier &&
        m_runNvcc.contains(m_tree.text(function))) {
        return {node, ToolkitUse::Call, statement};
    }
    return {node, ToolkitUse::Unusable, -1};
}

/// Every read of a name that is given the folder counts.
ToolkitUse ToolkitReader::ofName(std::string_view name, qint32 binding, int depth)
{
    const auto known = m_known.try_emplace(name, ToolkitUse::Unusable);
    if (!known.second) {
        return known.first->second;
    }
    ToolkitUse result = ToolkitUse::Unusable; // where nothing here reads it
    for (const qint32 one : m_reads[name]) {
        if (one == binding || m_file.isNvidiaOnly(one)) {
            continue;
        }
        const ToolkitUse use = read(one, depth + 1).use;
        if (use != ToolkitUse::Presence && use != ToolkitUse::Folder) {
            return ToolkitUse::Unusable;
        }
        result = ToolkitUse::Folder;
    }
    m_known[name] = result;
    return result;
}

ToolkitRead ToolkitReader::read(qint32 node, int depth)
{
    const ToolkitRead unusable{node, ToolkitUse::Unusable, -1};
    if (depth > kMaxValueDepth) {
        return unusable;
    }
    for (qint32 i = node;; i = m_tree.parent(i)) {
        const qint32 outer = m_tree.parent(i);
        switch (m_tree.kind(outer)) {
        case SyntaxKind::Parenthesized:
        case SyntaxKind::BooleanOperator:
            continue;
        case SyntaxKind::NotOperator:
            return {node, ToolkitUse::Presence, -1};
        case SyntaxKind::ComparisonOperator: {
            const std::vector<qint32> parts = m_tree.namedChildren(outer);
            const bool none = parts.size() == 2 && m_tree.kind(parts[1]) == SyntaxKind::None;
            return none ? ToolkitRead{node, ToolkitUse::Presence, -1} : unusable;
        }
        case SyntaxKind::IfStatement:
        case SyntaxKind::ElifClause:
            return m_tree.at(i).field == SyntaxField::Condition
                       ? ToolkitRead{node, ToolkitUse::Presence, -1}
                       : unusable;
        case SyntaxKind::ConditionalExpression:
            if (m_tree.namedChild(outer, 1) == i) {
                return {node, ToolkitUse::Presence, -1};
            }
            continue;
        case SyntaxKind::ArgumentList:
            return ofArgument(node, i, depth);
        case SyntaxKind::BinaryOperator: {
            const qint32 right = m_tree.child(outer, SyntaxField::Right);
            return m_tree.at(i).field == SyntaxField::Left ? ofParts(node, outer, {right})
                                                           : unusable;
        }
        case SyntaxKind::Assignment: {
            const qint32 left = m_tree.child(outer, SyntaxField::Left);
            const bool plain = m_tree.at(i).field == SyntaxField::Right &&
                               m_tree.kind(left) == SyntaxKind::Identifier;
            return plain ? ToolkitRead{node, ofName(m_tree.text(left), left, depth), -1} : unusable;
        }
        default:
            return unusable;
        }
    }
}

/// What a question for the folder decides about: the function around it, else the statement, and
/// where that leaves or fails without the folder, what follows it in its suite.
ByteRange decidedBy(const SyntaxTree& tree, qint32 node)
{
    const qint32 function = tree.ancestor(node, SyntaxKind::FunctionDefinition);
    const qint32 around = function >= 0 ? function : tree.statementOf(node);
    if (around < 0) {
        return {};
    }
    ByteRange range = tree.range(around);
    const std::vector<qint32> body =
        tree.namedChildren(tree.child(around, SyntaxField::Consequence));
    const std::string_view last = body.empty() ? std::string_view() : tree.text(body.back());
    if (failsAlways(last)) {
        range.end = tree.at(tree.parent(around)).end;
    }
    return range;
}

} // namespace

bool isAssignedTo(const SyntaxTree& tree, qint32 node)
{
    const SyntaxKind outer = tree.kind(tree.parent(node));
    return tree.at(node).field == SyntaxField::Left &&
           (outer == SyntaxKind::Assignment || outer == SyntaxKind::AugmentedAssignment ||
            outer == SyntaxKind::ForStatement);
}

std::vector<ToolkitRead> toolkitReads(const PythonFile& file, const std::vector<qint32>& nodes)
{
    const SyntaxTree& tree = file.tree();
    ToolkitReader reader(file);
    std::vector<ToolkitRead> result;
    std::vector<qsizetype> unusable;
    for (const qint32 node : nodes) {
        result.push_back(reader.read(node));
        if (result.back().use == ToolkitUse::Unusable) {
            unusable.push_back(tree.at(node).begin);
        }
    }
    for (ToolkitRead& read : result) {
        if (read.use != ToolkitUse::Presence) {
            continue;
        }
        const ByteRange decided = decidedBy(tree, read.node);
        const auto first = std::lower_bound(unusable.begin(), unusable.end(), decided.begin);
        if (first != unusable.end() && *first < decided.end) {
            read.use = ToolkitUse::Unusable;
        }
    }
    return result;
}

QVector<TextEdit> toolkitEdits(const PythonFile& file, const ToolkitRead& read)
{
    const QByteArray rocm = file.isImported("os")
                                ? QByteArray("os.environ.get(\"ROCM_PATH\", \"/opt/rocm\")")
                                : QByteArray("\"/opt/rocm\"");
    switch (read.use) {
    case ToolkitUse::Presence:
    case ToolkitUse::Folder:
        return gateExpression(file, read.node, rocm);
    case ToolkitUse::Libraries: {
        const SyntaxTree& tree = file.tree();
        const std::string_view join = tree.text(tree.child(read.whole, SyntaxField::Function));
        return gateExpression(file, read.whole, toBytes(join) + '(' + rocm + ", \"lib\")");
    }
    case ToolkitUse::Call:
        return gateStatements(file, read.whole, read.whole);
    case ToolkitUse::Unusable:
        break;
    }
    return {};
}

} // namespace rocport
