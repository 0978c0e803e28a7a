#include "core/isolation/pythonprojection.h"

#include <map>
#include <string>

namespace rocport {

namespace {

/// The leaves of an expression with one blank between them, parentheses around it taken away,
/// strings in double quotes.
std::string normalised(const SyntaxTree& tree, qint32 expression)
{
    std::string result;
    const qint32 first = tree.unwrapped(expression);
    if (first < 0 || tree.at(first).subtreeEnd - first > 64) {
        return result; // longer than any form that is known
    }
    for (qint32 i = first; i < tree.at(first).subtreeEnd; ++i) {
        const SyntaxNode& node = tree.at(i);
        if (node.kind == SyntaxKind::String) {
            std::string_view value;
            if (!tree.plainString(i, &value)) {
                return {};
            }
            result += '"' + std::string(value) + "\" ";
            i = node.subtreeEnd - 1;
        } else if (node.isLeaf() && node.kind != SyntaxKind::Comment) {
            result += std::string(tree.text(i)) + ' ';
        }
    }
    return result;
}

struct Uses
{
    int module = 0; ///< first line that runs at import
    int inner = 0;  ///< first line inside a function
    void note(bool inside, int line)
    {
        int& slot = inside ? inner : module;
        slot = slot == 0 ? line : slot;
    }
};

bool isInsideFunction(const SyntaxTree& tree, qint32 node)
{
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const SyntaxKind outer = tree.kind(tree.parent(i));
        if ((outer == SyntaxKind::FunctionDefinition || outer == SyntaxKind::Lambda) &&
            tree.at(i).field == SyntaxField::Body) {
            return true;
        }
    }
    return false;
}

enum class Role : quint8 { None, Use, Import, Assignment, Other };

Role roleOf(const SyntaxTree& tree, qint32 node)
{
    const qint32 outer = tree.parent(node);
    // What operators take is no target, though their operands have sides too.
    qint32 around = outer;
    while (tree.kind(around) == SyntaxKind::Parenthesized) {
        around = tree.parent(around);
    }
    switch (tree.kind(around)) {
    case SyntaxKind::BinaryOperator:
    case SyntaxKind::BooleanOperator:
    case SyntaxKind::ComparisonOperator:
    case SyntaxKind::NotOperator:
        return Role::Use;
    default:
        break;
    }
    const SyntaxField field = tree.at(node).field;
    switch (tree.kind(outer)) {
    case SyntaxKind::Attribute:
        return field == SyntaxField::Attribute ? Role::None : Role::Use;
    case SyntaxKind::KeywordArgument:
        return field == SyntaxField::Name ? Role::None : Role::Use;
    case SyntaxKind::GlobalStatement:
        return Role::None;
    case SyntaxKind::Assignment:
        return field == SyntaxField::Left ? Role::Assignment : Role::Use;
    case SyntaxKind::AugmentedAssignment:
    case SyntaxKind::ForStatement:
        return field == SyntaxField::Left ? Role::Other : Role::Use;
    case SyntaxKind::FunctionDefinition:
    case SyntaxKind::ClassDefinition:
    case SyntaxKind::NamedExpression:
    case SyntaxKind::DefaultParameter:
    case SyntaxKind::TypedDefaultParameter:
        return field == SyntaxField::Name ? Role::Other : Role::Use;
    case SyntaxKind::Parameters:
    case SyntaxKind::TypedParameter:
    case SyntaxKind::AsPatternTarget:
        return Role::Other;
    case SyntaxKind::AliasedImport:
        return tree.kind(tree.parent(outer)) == SyntaxKind::ImportFrom ? Role::Import : Role::Other;
    case SyntaxKind::DottedName: {
        const qint32 statement = tree.parent(outer);
        const bool name = tree.at(outer).field == SyntaxField::Name;
        if (tree.kind(statement) == SyntaxKind::ImportFrom) {
            return name ? Role::Import : Role::None;
        }
        // The name before "as" binds nothing.
        return tree.kind(statement) == SyntaxKind::AliasedImport ? Role::None : Role::Other;
    }
    default:
        return tree.at(outer).field == SyntaxField::Left ||
                       tree.at(outer).field == SyntaxField::Parameters
                   ? Role::Other
                   : Role::Use;
    }
}

/// Where each name is first bound by an import, read once.
class FirstImports
{
public:
    FirstImports(const SyntaxTree& tree, const ImportedElsewhere& elsewhere)
        : m_tree(tree), m_elsewhere(elsewhere)
    {
    }

    /// Whether `module` is bound by an import that stands before `before`.
    [[nodiscard]] bool isBefore(std::string_view module, quint32 before)
    {
        if (!m_read) {
            m_read = true;
            for (const ImportedName& one : importedNames(m_tree)) {
                m_first.emplace(one.name, one.begin);
            }
        }
        for (const std::string_view name : {module, kAnyName}) {
            const auto found = m_first.find(name);
            if ((found != m_first.end() && found->second < before) ||
                (m_elsewhere && m_elsewhere(name, before))) {
                return true;
            }
        }
        return false;
    }

private:
    const SyntaxTree& m_tree;
    const ImportedElsewhere& m_elsewhere;
    bool m_read = false;
    std::map<std::string_view, quint32> m_first;
};

} // namespace

std::string_view canonicalFlagModule(const SyntaxTree& tree, qint32 expression)
{
    const std::string written = normalised(tree, expression);
    const size_t version = written.find(" . version");
    if (version == std::string::npos) {
        return {};
    }
    const size_t open = written.rfind(' ', version - 1);
    const std::string module = written.substr(open == std::string::npos ? 0 : open + 1,
                                              version - (open == std::string::npos ? 0 : open + 1));
    const std::string place = module + " . version";
    const std::string isHip = place + " . hip is not None ";
    const std::string get = "getattr ( " + place + " , \"hip\" , None ) ";
    const bool known = written == "hasattr ( " + place + " , \"hip\" ) and " + isHip ||
                       written == get + "is not None " || written == isHip ||
                       written == "bool ( " + get + ") ";
    if (!known) {
        return {};
    }
    // A view into the source, not into the local string.
    for (qint32 i = expression; i < tree.at(expression).subtreeEnd; ++i) {
        if (tree.kind(i) == SyntaxKind::Identifier && tree.text(i) == module) {
            return tree.text(i);
        }
    }
    return {};
}

std::vector<ImportedName> importedNames(const SyntaxTree& tree)
{
    std::vector<ImportedName> result;
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if (kind == SyntaxKind::WildcardImport) {
            result.push_back({kAnyName, tree.at(i).begin});
        }
        if (kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) {
            continue;
        }
        for (const qint32 name : tree.namedChildren(i)) {
            if (tree.at(name).field != SyntaxField::Name) {
                continue;
            }
            std::string_view bound = tree.text(name);
            if (tree.kind(name) == SyntaxKind::AliasedImport) {
                bound = tree.text(tree.child(name, SyntaxField::Alias));
            } else if (kind == SyntaxKind::ImportStatement) {
                bound = bound.substr(0, bound.find('.'));
            }
            result.push_back({bound, tree.at(i).begin});
        }
    }
    return result;
}

FlagUse flagUse(const SyntaxTree& tree, std::string_view flag, const ImportedElsewhere& elsewhere)
{
    FlagUse result;
    FirstImports imported(tree, elsewhere);
    Uses uses;
    Uses definitions;
    quint32 definedAt = 0;
    quint32 usedAt = 0;
    int line = 1;
    size_t counted = 0;
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        if (tree.kind(i) != SyntaxKind::Identifier || tree.text(i) != flag) {
            continue;
        }
        Role role = roleOf(tree, i);
        line += lineOfOffset(tree.source().substr(counted), tree.at(i).begin - counted) - 1;
        counted = tree.at(i).begin;
        if (role == Role::Assignment) {
            const qint32 value = tree.child(tree.parent(i), SyntaxField::Right);
            const std::string_view module =
                value < 0 ? std::string_view() : canonicalFlagModule(tree, value);
            if (module.empty()) {
                role = Role::Other;
            } else if (result.moduleMissing == 0 && !imported.isBefore(module, tree.at(i).begin)) {
                result.moduleMissing = line;
            }
        }
        const bool inside = isInsideFunction(tree, i);
        if (role == Role::Assignment || role == Role::Import) {
            definedAt = definitions.module == 0 && !inside ? tree.at(i).begin : definedAt;
            definitions.note(inside, line);
        } else if (role == Role::Use) {
            usedAt = uses.module == 0 && !inside ? tree.at(i).begin : usedAt;
            uses.note(inside, line);
        } else if (role == Role::Other && result.otherBinding == 0) {
            result.otherBinding = line;
        }
    }
    result.definition = definitions.module != 0 ? definitions.module : definitions.inner;
    result.firstUse = uses.module;
    result.lateUse = uses.inner;
    if (uses.module != 0 && (definitions.module == 0 || definedAt > usedAt)) {
        result.undefinedUse = uses.module;
    } else if (uses.inner != 0 && result.definition == 0) {
        result.undefinedUse = uses.inner;
    }
    return result;
}

} // namespace rocport
