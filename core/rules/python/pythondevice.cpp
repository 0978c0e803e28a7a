#include "core/rules/build/buildsetup.h"
#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonvalues.h"

#include <algorithm>
#include <array>
#include <map>

namespace rocport {

namespace {

bool isDeviceName(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) == SyntaxKind::Call) {
        const std::string name = file.qualified(tree.child(node, SyntaxField::Function));
        return name == "torch.cuda.get_device_name" || name == "torch.cuda.get_arch_list";
    }
    if (tree.kind(node) != SyntaxKind::Attribute ||
        tree.text(tree.child(node, SyntaxField::Attribute)) != "name") {
        return false;
    }
    qint32 object = tree.unwrapped(tree.child(node, SyntaxField::Object));
    if (tree.kind(object) == SyntaxKind::Identifier) {
        object = tree.unwrapped(file.valueOf(object));
    }
    return tree.kind(object) == SyntaxKind::Call &&
           file.qualified(tree.child(object, SyntaxField::Function)) ==
               "torch.cuda.get_device_properties";
}

/// What looks a name up: `name in PEAK`, `PEAK[name]`, `PEAK.get(name)`, `re.search("A100", name)`.
bool looksUp(const PythonFile& file, qint32 node, const DerivedValues& values)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) == SyntaxKind::Subscript) {
        return values.holds(tree.child(node, SyntaxField::Subscript)) &&
               !values.holds(tree.child(node, SyntaxField::Value));
    }
    const std::string name = file.qualified(tree.child(node, SyntaxField::Function));
    if (name.ends_with(".get") && name != "os.environ.get") {
        const qint32 key = file.positional(node, 0);
        return key >= 0 && values.holds(key);
    }
    if (name == "re.search" || name == "re.match" || name == "re.fullmatch") {
        const qint32 text = file.positional(node, 1);
        return text >= 0 && values.holds(text);
    }
    const qint32 function = tree.child(node, SyntaxField::Function);
    return (name.ends_with(".startswith") || name.ends_with(".endswith")) &&
           tree.kind(function) == SyntaxKind::Attribute &&
           values.holds(tree.child(function, SyntaxField::Object));
}

/// "gfx90a", "gfx942:sramecc+:xnack-", "gfx90a;gfx942", "--offload-arch=gfx1100".
bool isArchitecture(std::string_view text, bool* single)
{
    constexpr std::string_view kFlag = "--offload-arch=";
    const bool flag = text.starts_with(kFlag);
    text = flag ? text.substr(kFlag.size()) : text;
    int count = 0;
    bool suffix = false;
    while (!text.empty()) {
        if (!text.starts_with("gfx")) {
            return false;
        }
        size_t end = 3;
        while (end < text.size() &&
               ((text[end] >= '0' && text[end] <= '9') || (text[end] >= 'a' && text[end] <= 'f'))) {
            ++end;
        }
        if (end < 6 || end > 7) {
            return false;
        }
        if (text[3] == '1' && end != 7) {
            return false; // the beginning of a name, as "gfx120"
        }
        ++count;
        text = text.substr(end);
        while (!text.empty() && text.front() != ';' && text.front() != ',') {
            if (!suffix && text.front() != ':') {
                return false;
            }
            suffix = true;
            text.remove_prefix(1);
        }
        suffix = false;
        text = text.empty() ? text : text.substr(1);
    }
    *single = count == 1 && !flag;
    return count > 0;
}

/// Whether a literal is something that the machine's answer is compared with, or a table's key.
bool isCompared(const SyntaxTree& tree, qint32 node)
{
    for (qint32 i = node; i >= 0; i = tree.parent(i)) {
        const qint32 outer = tree.parent(i);
        switch (tree.kind(outer)) {
        case SyntaxKind::ComparisonOperator:
        case SyntaxKind::Pair:
        case SyntaxKind::Subscript:
            return true;
        case SyntaxKind::Tuple:
        case SyntaxKind::List:
        case SyntaxKind::Parenthesized:
        case SyntaxKind::BinaryOperator:
            continue;
        case SyntaxKind::ArgumentList: {
            const std::string_view name =
                tree.text(tree.child(tree.parent(outer), SyntaxField::Function));
            return name.ends_with("startswith") || name.ends_with("parametrize") ||
                   name == "frozenset" || name == "set";
        }
        case SyntaxKind::Other:
            if (tree.text(outer) == tree.text(i)) {
                return true; // Literal["gfx942"]
            }
            // A set, or a list of several that something is looked up in.
            if (tree.text(outer).starts_with('{')) {
                return true;
            }
            return false;
        default:
            return false;
        }
    }
    return false;
}

/// A list or tuple of several architectures says which are supported, and pins nothing.
bool isOneOfSeveral(const SyntaxTree& tree, qint32 node)
{
    const qint32 outer = tree.parent(node);
    const SyntaxKind kind = tree.kind(outer);
    return (kind == SyntaxKind::List || kind == SyntaxKind::Tuple) &&
           tree.namedChild(outer, 1) >= 0;
}

} // namespace

void findDeviceNames(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    if (!file.imports("torch")) {
        return;
    }
    const DerivedValues values(file, [&](qint32 node) { return isDeviceName(file, node); });
    // One finding a function: a chain of names has one way out.
    std::map<qint32, PythonSite> places;
    const auto add = [&](qint32 node, const char* key) {
        if (!file.isNvidiaOnly(node) && !asksForRocm(file, node)) {
            const qint32 function = tree.ancestor(node, SyntaxKind::FunctionDefinition);
            const auto [place, isNew] = places.try_emplace(function);
            if (isNew) {
                place->second =
                    siteFor(input, node, symbolText(tree, node), QLatin1StringView(key));
            }
            place->second.places.add(tree.range(node));
        }
    };
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if (kind == SyntaxKind::ComparisonOperator) {
            const auto comparison =
                comparisonOf(file, i, [&](qint32 operand) { return values.holds(operand); });
            if (comparison && tree.kind(comparison->other) != SyntaxKind::None) {
                const bool sm = stringOf(tree, comparison->other).starts_with("sm_");
                add(i, sm ? "sm" : "name");
            }
        } else if ((kind == SyntaxKind::Call || kind == SyntaxKind::Subscript) &&
                   looksUp(file, i, values)) {
            add(i, "looked-up");
        }
    }
    for (auto& [function, place] : places) {
        if (place.places.count > 1) {
            place.captures.first().second +=
                QStringLiteral(" %1 places here look at names.").arg(place.places.count);
        }
        sites.push_back(std::move(place));
    }
}

void findWrittenArchitectures(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    if (usesExtensionBuilder(file)) {
        return; // the rules over builds report it
    }
    for (const qint32 node : file.nodes(SyntaxKind::String)) {
        bool single = false;
        if (!isArchitecture(stringOf(tree, node), &single) || isCompared(tree, node) ||
            isOneOfSeveral(tree, node)) {
            continue;
        }
        const qint32 outer = tree.parent(node);
        const SyntaxKind kind = tree.kind(outer);
        const bool documentation = kind == SyntaxKind::ExpressionStatement ||
                                   tree.text(tree.statementOf(node)).starts_with("__all__");
        if (documentation || file.isNvidiaOnly(node)) {
            continue;
        }
        const bool item = tree.kind(tree.child(outer, SyntaxField::Left)) == SyntaxKind::Subscript;
        PythonSite site = siteFor(input, node, symbolText(tree, node), QStringLiteral("written"));
        const bool value = (kind == SyntaxKind::Assignment && !item) ||
                           kind == SyntaxKind::KeywordArgument || kind == SyntaxKind::Return;
        if (single && value && !file.runsAtImport(node) && !file.torchName().empty() &&
            !asksForRocm(file, node)) {
            site.edits = gateExpression(file, node,
                                        QByteArray::fromStdString(file.torchName()) +
                                            ".cuda.get_device_properties(0).gcnArchName"
                                            ".split(\":\")[0]");
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
