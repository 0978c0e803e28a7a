#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonuses.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace rocport {

namespace {

struct Bound
{
    std::string module; ///< as written, with the imported name where that may be a module
    std::string local;
};

/// What an import statement binds. `from a import b` gives a.b.
std::vector<Bound> boundBy(const SyntaxTree& tree, qint32 statement, bool* wildcard)
{
    std::vector<Bound> result;
    std::string module;
    const bool from = tree.kind(statement) == SyntaxKind::ImportFrom;
    if (from) {
        module = std::string(tree.text(tree.child(statement, SyntaxField::ModuleName)));
        module += module.ends_with('.') ? "" : ".";
    }
    for (const qint32 child : tree.namedChildren(statement)) {
        *wildcard = *wildcard || tree.kind(child) == SyntaxKind::WildcardImport;
        if (tree.at(child).field != SyntaxField::Name) {
            continue;
        }
        const bool aliased = tree.kind(child) == SyntaxKind::AliasedImport;
        const std::string name(tree.text(aliased ? tree.child(child, SyntaxField::Name) : child));
        std::string local(tree.text(aliased ? tree.child(child, SyntaxField::Alias) : child));
        if (!from && !aliased) {
            local = local.substr(0, local.find('.'));
        }
        result.push_back({module + name, local});
    }
    return result;
}

/// Where code reads names of an import and would fail with None in their place, found once for all
/// imports of the same names.
class NeedingNames
{
public:
    explicit NeedingNames(const PythonFile& file) : m_file(file) {}

    struct Needing
    {
        bool any = false;
        QString lines; ///< as ImportedUses::linesOf()
    };
    const Needing& of(const std::vector<Bound>& names)
    {
        std::set<std::string, std::less<>> locals;
        for (const Bound& one : names) {
            locals.insert(one.local);
        }
        const auto found = m_known.find(locals);
        return found != m_known.end() ? found->second : m_known[locals] = look(locals);
    }

private:
    using Names = std::set<std::string, std::less<>>;

    [[nodiscard]] Needing look(const Names& locals)
    {
        const SyntaxTree& tree = m_file.tree();
        if (!m_identifiers) {
            m_identifiers.emplace();
            for (const qint32 i : m_file.nodes(SyntaxKind::Identifier)) {
                (*m_identifiers)[tree.text(i)].push_back(i);
            }
        }
        std::vector<qint32> identifiers;
        for (const std::string& local : locals) {
            const auto named = m_identifiers->find(local);
            if (named != m_identifiers->end()) {
                identifiers.insert(identifiers.end(), named->second.begin(), named->second.end());
            }
        }
        std::sort(identifiers.begin(), identifiers.end());
        const auto isUse = [&](qint32 identifier) {
            return locals.contains(tree.text(identifier)) &&
                   !m_file.qualified(identifier).starts_with("<local>");
        };
        const ImportedUses uses(m_file, isUse, identifiers);
        std::vector<qint32> needing;
        for (const qint32 read : uses.reads()) {
            if (!uses.acceptsNone(read)) {
                needing.push_back(read);
            }
        }
        return {!needing.empty(), ImportedUses::linesOf(m_file, needing)};
    }

    const PythonFile& m_file;
    std::map<Names, Needing> m_known;
    std::optional<std::unordered_map<std::string_view, std::vector<qint32>>> m_identifiers;
};

/// `a = None` and so on, with the line ends and indentation of the file.
QByteArray noneFor(const PythonFile& file, qint32 statement, const std::vector<Bound>& names,
                   int depth)
{
    const QByteArray newline = file.source().newlineAt(file.tree().at(statement).begin);
    QByteArrayList lines;
    for (const Bound& one : names) {
        if (one.local == one.module || one.module.find('.') == std::string::npos ||
            !one.module.starts_with(one.local + '.')) {
            lines.append(QByteArray::fromStdString(one.local) + " = None");
        }
    }
    if (lines.isEmpty()) {
        return "pass"; // `import a.b` binds the package, which may be there
    }
    return lines.join(newline + file.indentUnit().repeated(depth));
}

/// The entry of the rule whose module holds `module`; `matched` gets that module's name.
QVariantMap entryFor(const Rule& rule, const std::string& module, QString& matched)
{
    for (const QVariant& one : rule.matcherParameters.value(QStringLiteral("modules")).toList()) {
        QVariantMap entry = one.toMap();
        const QStringList names = entry.value(QStringLiteral("names")).toStringList();
        for (const QString& name : names) {
            const std::string known = name.toStdString();
            if (module == known || module.starts_with(known + '.')) {
                matched = name;
                return entry;
            }
        }
    }
    return {};
}

void addLibrary(const PythonInput& input, qint32 statement, const std::vector<Bound>& names,
                const QVariantMap& entry, const QString& symbol, NeedingNames& needingNames,
                std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    PythonSite site = siteFor(input, statement, symbol, QString());
    QString note = input.note(symbol);
    note = note.isEmpty() ? entry.value(QStringLiteral("note")).toString() : note;
    site.captures = {{QStringLiteral("note"), note}};
    site.wayOut = entry.value(QStringLiteral("way_out")).toString();
    site.severity = severityFromId(entry.value(QStringLiteral("severity")).toString())
                        .value_or(input.rule.severity);
    if (isInTryBody(tree, statement)) {
        site.severity = Severity::Info;
    }
    const bool top = tree.kind(tree.parent(statement)) == SyntaxKind::Module;
    const bool dotted = std::any_of(names.begin(), names.end(), [](const Bound& one) {
        return one.local.find('.') != std::string::npos;
    });
    const bool guard = entry.value(QStringLiteral("guard")).toBool() && top && !dotted;
    const auto needing = guard ? needingNames.of(names) : NeedingNames::Needing();
    if (needing.any) {
        site.wayOut = input.note(QStringLiteral("used-way")) + u' ' + site.wayOut;
        site.captures.append({QStringLiteral("places"), needing.lines});
    } else if (guard && !names.empty()) {
        gateSite(file, statement, statement, site, noneFor(file, statement, names, 1));
        site.change = input.note(QStringLiteral("change-guard"));
    }
    sites.push_back(std::move(site));
}

/// Whether a module is called as compiled extensions are: pkg._C, .._cuda, foo_cuda, ._ext.
bool isExtensionName(std::string_view module, bool relative)
{
    const std::string_view last = lastPart(module);
    if (last == "_C" || last.starts_with("_C_") || last == "_cuda" || last == "_cuda_ext") {
        return true;
    }
    if (last.ends_with("_cuda_ext") || last.ends_with("_cuda_kernels") ||
        last.ends_with("_ext_cuda")) {
        return true;
    }
    if (last.ends_with("_cuda") && last.size() > 6) {
        return last.find("test") == std::string_view::npos && !last.starts_with("is_") &&
               !last.starts_with("has_") && !last.starts_with("to_") && !last.starts_with("use_") &&
               !last.starts_with("with_");
    }
    return relative && (last == "_ext" || last == "_kernels" || last == "_backend_C");
}

/// Packages whose extensions come with them, or that other rules report.
bool isOtherPackage(std::string_view module)
{
    for (const std::string_view name :
         {"torch", "torchvision", "torchaudio", "triton", "flash_attn", "flash_attn_2_cuda",
          "xformers", "jax", "jaxlib", "numba", "cupy", "tensorflow", "deepspeed", "apex", "vllm",
          "numpy", "onnxruntime", "detectron2", "mmcv"}) {
        if (module == name ||
            (module.starts_with(name) && module.substr(name.size()).starts_with('.'))) {
            return true;
        }
    }
    return false;
}

bool namesExtension(const SyntaxTree& tree, qint32 statement, const std::vector<Bound>& names,
                    std::string* symbol)
{
    const bool from = tree.kind(statement) == SyntaxKind::ImportFrom;
    const std::string module(tree.text(tree.child(statement, SyntaxField::ModuleName)));
    const bool relative = module.starts_with('.');
    if (from && !isOtherPackage(module) && isExtensionName(module, relative)) {
        *symbol = module;
        return true;
    }
    for (const Bound& one : names) {
        // A function of a Python module may end in _cuda; only `_C` and its like are modules.
        const std::string_view last =
            std::string_view(one.module).substr(one.module.rfind('.') + 1);
        const bool sure = last == "_C" || last.starts_with("_C_") || last == "_cuda" ||
                          last == "_ext" ||
                          (relative && module.find_first_not_of('.') == std::string::npos);
        if (!isOtherPackage(one.module) && isExtensionName(one.module, relative) &&
            (!from || sure)) {
            *symbol = one.module;
            return true;
        }
    }
    return false;
}

/// Whether the repository has Python for the name, so that it is no extension.
bool isPythonModule(const PythonInput& input, const std::string& module)
{
    return !input.names.fileOf(QByteArray::fromStdString(module)).isEmpty();
}

} // namespace

void findLibraryImports(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const SyntaxTree& tree = input.tree();
    NeedingNames needingNames(input.file);
    std::vector<QString> seen;
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if (kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) {
            continue;
        }
        bool wildcard = false;
        std::vector<Bound> names = boundBy(tree, i, &wildcard);
        const std::string module(tree.text(tree.child(i, SyntaxField::ModuleName)));
        if (names.empty()) {
            names.push_back({module, {}});
        }
        QVariantMap entry;
        QString symbol;
        for (const Bound& one : names) {
            const QVariantMap found = entryFor(input.rule, one.module, symbol);
            entry = found.isEmpty() ? entry : found;
        }
        if (entry.isEmpty() || input.file.isNvidiaOnly(i) || asksForRocm(input.file, i)) {
            continue;
        }
        if (input.names.ownsPackage(symbol.toUtf8())) {
            continue; // the project is that library
        }
        const bool several = tree.kind(i) == SyntaxKind::ImportStatement && names.size() > 1;
        const bool again = std::find(seen.begin(), seen.end(), symbol) != seen.end();
        const bool guard = entry.value(QStringLiteral("guard")).toBool() &&
                           tree.kind(tree.parent(i)) == SyntaxKind::Module;
        if (again && !guard) {
            continue;
        }
        seen.push_back(symbol);
        addLibrary(input, i, several || wildcard ? std::vector<Bound>() : names, entry, symbol,
                   needingNames, sites);
    }
}

void findExtensionImports(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    NeedingNames needingNames(file);
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if ((kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) ||
            tree.kind(tree.parent(i)) != SyntaxKind::Module) {
            continue;
        }
        bool wildcard = false;
        const std::vector<Bound> names = boundBy(tree, i, &wildcard);
        std::string symbol;
        if (!namesExtension(tree, i, names, &symbol) || isPythonModule(input, symbol)) {
            continue;
        }
        PythonSite site =
            siteFor(input, i, QString::fromStdString(symbol), QStringLiteral("import"));
        const NeedingNames::Needing& needing = needingNames.of(names);
        if (names.empty() || wildcard) {
            site.wayOut = input.note(QStringLiteral("all-way"));
        } else if (needing.any) {
            site.wayOut = input.note(QStringLiteral("used-way"));
            site.captures.append({QStringLiteral("places"), needing.lines});
        } else if (file.flagKnownAt(i)) {
            const QByteArray newline = file.source().newlineAt(tree.at(i).begin);
            const QByteArray unit = file.indentUnit();
            QByteArray written = toBytes(tree.text(i));
            written.replace("\n", "\n" + unit + unit);
            gateSite(file, i, i, site,
                     "try:" + newline + unit + unit + written + newline + unit +
                         "except ImportError:" + newline + unit + unit +
                         noneFor(file, i, names, 2));
            site.wayOut.clear();
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
