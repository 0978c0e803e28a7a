// The folder of a package, one level too high, in scripts that write files there.
#include "core/rules/python/pythonbuiltins.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Whether the file copies or writes files at all.
bool writesFiles(std::string_view text)
{
    constexpr std::array<std::string_view, 11> kWords = {
        "copyfile(",  "copytree(",  "copy2(",   "shutil.copy", "write_text(", "write_bytes(",
        "os.replace", "os.rename(", ".symlink", "\"w\"",       "'w'"};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    });
}

/// The name of the package in `<package>.__file__` below `node`; empty: there is none, or it is a
/// module inside of a package, of which the depth is not known.
std::string packageBelow(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (node < 0) {
        return {};
    }
    for (qint32 i = node; i < tree.at(node).subtreeEnd; ++i) {
        if (tree.kind(i) != SyntaxKind::Attribute ||
            tree.text(tree.child(i, SyntaxField::Attribute)) != "__file__") {
            continue;
        }
        const qint32 module = tree.child(i, SyntaxField::Object);
        const std::string name = file.qualified(module);
        const bool imported =
            tree.kind(module) == SyntaxKind::Identifier && file.isImported(tree.text(module));
        return imported && name.find('.') == std::string::npos ? name : std::string();
    }
    return {};
}

bool isAttribute(const SyntaxTree& tree, qint32 node, std::string_view name)
{
    return tree.kind(node) == SyntaxKind::Attribute &&
           tree.text(tree.child(node, SyntaxField::Attribute)) == name;
}

/// The first argument of os.path.dirname(…); -1: another call.
qint32 dirnameArgument(const PythonFile& file, qint32 node)
{
    const bool call =
        file.tree().kind(node) == SyntaxKind::Call &&
        file.qualified(file.tree().child(node, SyntaxField::Function)) == "os.path.dirname";
    return call ? file.positional(node, 0) : -1;
}

/// The expression whose folder is one level too high; -1: `node` is none.
qint32 twoLevelsUp(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) == SyntaxKind::Subscript) {
        const qint32 parents = tree.child(node, SyntaxField::Value);
        const bool first = tree.text(tree.child(node, SyntaxField::Subscript)) == "1";
        return first && isAttribute(tree, parents, "parents")
                   ? tree.child(parents, SyntaxField::Object)
                   : -1;
    }
    if (isAttribute(tree, node, "parent")) {
        const qint32 inner = tree.child(node, SyntaxField::Object);
        return isAttribute(tree, inner, "parent") ? tree.child(inner, SyntaxField::Object) : -1;
    }
    const qint32 inner = dirnameArgument(file, node);
    return inner >= 0 ? dirnameArgument(file, inner) : -1;
}

/// `parents[1] / "pkg"`, `site_packages = …`: the folder above is what is meant.
bool meansTheFolderAbove(const PythonFile& file, qint32 node, const std::string& package)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 at = node, outer = tree.parent(node); outer >= 0;
         at = outer, outer = tree.parent(outer)) {
        const SyntaxKind kind = tree.kind(outer);
        std::string_view text;
        if (kind == SyntaxKind::BinaryOperator || kind == SyntaxKind::ArgumentList) {
            const std::vector<qint32> parts = tree.namedChildren(outer);
            const auto self = std::find(parts.begin(), parts.end(), at);
            if (self != parts.end() && std::next(self) != parts.end() &&
                tree.plainString(*std::next(self), &text)) {
                return text == package || text.starts_with(package + '/');
            }
        }
        if (kind == SyntaxKind::Assignment) {
            const std::string_view name = tree.text(tree.child(outer, SyntaxField::Left));
            return name.find("site") != std::string_view::npos ||
                   name.find("SITE") != std::string_view::npos;
        }
        if (kind == SyntaxKind::ExpressionStatement || kind == SyntaxKind::Block) {
            return false;
        }
    }
    return false;
}

} // namespace

void findPathParents(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    if (!writesFiles(tree.source())) {
        return;
    }
    for (const SyntaxKind kind : {SyntaxKind::Subscript, SyntaxKind::Attribute, SyntaxKind::Call}) {
        for (const qint32 node : file.nodes(kind)) {
            const qint32 base = twoLevelsUp(file, node);
            const std::string package = packageBelow(file, base);
            // parent.parent.parent is another folder.
            const bool higher = isAttribute(tree, tree.parent(node), "parent") ||
                                isAttribute(tree, tree.parent(node), "parents") ||
                                isAttribute(tree, base, "parent");
            if (package.empty() || higher || meansTheFolderAbove(file, node, package)) {
                continue;
            }
            PythonSite site;
            site.rule = &input.rule;
            site.node = node;
            site.range = tree.range(node);
            site.symbol = toText(tree.text(node)).simplified().left(100);
            site.captures = {{QStringLiteral("package"), QString::fromStdString(package)},
                             {QStringLiteral("base"), toText(tree.text(base)).simplified()}};
            site.needsFlag = false;
            sites.push_back(site);
        }
    }
}

} // namespace rocport
