#include "core/rules/namesrocm.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/rules/python/pythontoolkit.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMostCallers = 6; ///< from a function to those that call it

/// Finds out what a set-up script uses on other platforms than ROCm only.
class Serving
{
public:
    explicit Serving(const PythonFile& file) : m_file(file), m_tree(file.tree()) {}

    bool servesOthers(qint32 node, int step)
    {
        const qint32 list = m_tree.kind(node) == SyntaxKind::Call ? listOf(node) : -1;
        if (m_tree.kind(list) == SyntaxKind::Identifier && isReadByOthers(list, node, step)) {
            return true;
        }
        for (qint32 i = node; i >= 0; i = m_tree.parent(i)) {
            const qint32 outer = m_tree.parent(i);
            const qint32 name = boundBy(i, outer);
            if (name >= 0 && isReadByOthers(name, outer, step)) {
                return true;
            }
        }
        return false;
    }

private:
    /// The name that what `part` is of `outer` makes up; -1: none.
    [[nodiscard]] qint32 boundBy(qint32 part, qint32 outer) const
    {
        const SyntaxKind kind = m_tree.kind(outer);
        const SyntaxField field = m_tree.at(part).field;
        qint32 name = -1;
        if (kind == SyntaxKind::FunctionDefinition && field == SyntaxField::Body) {
            name = m_tree.child(outer, SyntaxField::Name);
        } else if ((kind == SyntaxKind::Assignment || kind == SyntaxKind::AugmentedAssignment) &&
                   field == SyntaxField::Right) {
            name = m_tree.child(outer, SyntaxField::Left);
        } else if (kind == SyntaxKind::Call && field == SyntaxField::Arguments) {
            name = listOf(outer);
        }
        return m_tree.kind(name) == SyntaxKind::Identifier ? name : -1;
    }

    /// The list of `list.append(…)` and `list.extend(…)`; -1: the call is another one.
    [[nodiscard]] qint32 listOf(qint32 call) const
    {
        const qint32 function = m_tree.child(call, SyntaxField::Function);
        if (m_tree.kind(function) != SyntaxKind::Attribute ||
            m_tree.kind(m_tree.parent(call)) != SyntaxKind::ExpressionStatement) {
            return -1;
        }
        const std::string_view method = m_tree.text(m_tree.child(function, SyntaxField::Attribute));
        return method == "append" || method == "extend"
                   ? m_tree.child(function, SyntaxField::Object)
                   : -1;
    }

    /// Whether a name in the code reads what it stands for.
    [[nodiscard]] bool isRead(qint32 identifier) const
    {
        const qint32 outer = m_tree.parent(identifier);
        const SyntaxKind around = m_tree.kind(outer);
        const SyntaxField field = m_tree.at(identifier).field;
        const bool isMember = around == SyntaxKind::Attribute && field == SyntaxField::Attribute;
        const bool isOther = field == SyntaxField::Name; // a definition, or a keyword of a call
        const bool isList = around == SyntaxKind::Attribute && field == SyntaxField::Object &&
                            m_tree.kind(m_tree.parent(outer)) == SyntaxKind::Call &&
                            listOf(m_tree.parent(outer)) == identifier;
        return !isMember && !isOther && !isList && !isAssignedTo(m_tree, identifier);
    }

    [[nodiscard]] const std::vector<qint32>& named(std::string_view name)
    {
        auto& names = m_file.asked().names;
        if (!names) {
            names.emplace();
            for (const qint32 one : m_file.nodes(SyntaxKind::Identifier)) {
                (*names)[m_tree.text(one)].push_back(one);
            }
        }
        return (*names)[name];
    }

    /// Whether the name is read at all, and only where ROCm is not.
    bool isReadByOthers(qint32 name, qint32 definition, int step)
    {
        auto& serving = m_file.asked().serving;
        const std::string_view text = m_tree.text(name);
        if (const auto known = serving.find(text); known != serving.end()) {
            return known->second;
        }
        if (step > kMostCallers || m_file.isImported(text)) {
            return false;
        }
        serving[text] = false; // a function that calls itself is no reason
        const std::vector<qint32> uses = named(text);
        bool any = false;
        for (const qint32 use : uses) {
            const bool within = m_tree.kind(definition) == SyntaxKind::FunctionDefinition &&
                                m_tree.at(use).begin >= m_tree.at(definition).begin &&
                                m_tree.at(use).end <= m_tree.at(definition).end;
            if (within || !isRead(use)) {
                continue;
            }
            if (rocmSide(m_file, use) != RocmSide::Other && !m_file.isNvidiaOnly(use) &&
                !servesOthers(use, step + 1)) {
                return false;
            }
            any = true;
        }
        serving[text] = any;
        return any;
    }

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
};

} // namespace

bool servesOthers(const PythonFile& file, qint32 node)
{
    const bool isScript = file.imports("setuptools") || file.imports("distutils");
    return isScript && Serving(file).servesOthers(node, 0);
}

bool isForOthers(const PythonFile& file, qint32 node)
{
    return file.isNvidiaOnly(node) || rocmSide(file, node) == RocmSide::Other ||
           servesOthers(file, node);
}

bool isAskedWithRocm(const PythonFile& file, qint32 node)
{
    constexpr qsizetype kMostLooked = 2000;
    const SyntaxTree& tree = file.tree();
    for (qint32 i = tree.parent(node); i >= 0; i = tree.parent(i)) {
        const SyntaxKind kind = tree.kind(i);
        if (kind == SyntaxKind::BooleanOperator) {
            if (namesRocm(tree.text(i).substr(0, kMostLooked))) {
                return true;
            }
        } else if (kind != SyntaxKind::ComparisonOperator && kind != SyntaxKind::NotOperator &&
                   tree.unwrapped(i) == i) {
            return false;
        }
    }
    return false;
}

} // namespace rocport
