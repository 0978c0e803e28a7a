// pyproject.toml (PEP 621, dependency groups, poetry, uv, pdm, hatch), Pipfile and pixi.toml.
#include "core/rules/manifests/manifestreaders.h"
#include "core/rules/manifests/requirement.h"
#include "core/text/bytes.h"
#include "core/text/tomlsource.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace rocport {

namespace {

/// What stands between `begin` and `end` of a key; nothing when it does not fit.
std::optional<QByteArray> between(const QByteArray& path, const char* begin, const char* end)
{
    const QByteArrayView first(begin);
    const QByteArrayView last(end);
    if (!path.startsWith(first) || !path.endsWith(last) ||
        path.size() <= first.size() + last.size()) {
        return std::nullopt;
    }
    return path.sliced(first.size(), path.size() - first.size() - last.size());
}

/// The group of a list of requirements by the key that it stands under; nothing: it is none.
std::optional<QByteArray> listGroup(const QByteArray& path)
{
    if (path == "project.dependencies") {
        return QByteArray("");
    }
    if (path == "build-system.requires") {
        return QByteArray("build");
    }
    if (path == "tool.uv.constraint-dependencies" || path == "constraint-dependencies") {
        return QByteArray("constraint");
    }
    if (path == "tool.uv.override-dependencies" || path == "override-dependencies") {
        return QByteArray("override");
    }
    if (path == "tool.uv.dev-dependencies") {
        return QByteArray("group:dev");
    }
    if (const auto extra = between(path, "project.optional-dependencies.", "")) {
        return "extra:" + *extra;
    }
    for (const char* prefix : {"dependency-groups.", "tool.pdm.dev-dependencies."}) {
        if (const auto group = between(path, prefix, "")) {
            return "group:" + *group;
        }
    }
    for (const char* suffix : {".dependencies", ".extra-dependencies"}) {
        if (const auto group = between(path, "tool.hatch.envs.", suffix)) {
            return "group:" + *group;
        }
    }
    return std::nullopt;
}

/// The same for a table of name = version.
std::optional<QByteArray> tableGroup(const QByteArray& path)
{
    if (path == "tool.poetry.dependencies" || path == "packages" ||
        path == "tool.pixi.pypi-dependencies" || path == "pypi-dependencies") {
        return QByteArray("");
    }
    if (path == "tool.pixi.dependencies" || path == "dependencies") {
        return QByteArray("conda");
    }
    if (path == "tool.poetry.dev-dependencies" || path == "dev-packages") {
        return QByteArray("group:dev");
    }
    if (const auto group = between(path, "tool.poetry.group.", ".dependencies")) {
        return "group:" + *group;
    }
    return std::nullopt;
}

/// Walks over a document without recursion; nesting is bounded by parseToml().
class TomlManifest
{
public:
    TomlManifest(const SourceBuffer& source, ManifestSummary& summary)
        : m_source(source), m_summary(summary)
    {
    }

    void run(const toml::table& root)
    {
        m_pending.push_back({&root, {}});
        while (!m_pending.empty()) {
            const Item item = m_pending.back();
            m_pending.pop_back();
            if (const auto* table = item.node->as_table()) {
                visitTable(*table, item.path);
            } else if (const auto* array = item.node->as_array()) {
                visitArray(*array, item.path);
            } else if (const auto* text = item.node->as_string()) {
                visitText(text->get(), *item.node, item.path);
            }
        }
        addSources();
        const auto byPlace = [](const ManifestEntry& a, const ManifestEntry& b) {
            return a.range.begin < b.range.begin;
        };
        std::stable_sort(m_summary.entries.begin(), m_summary.entries.end(), byPlace);
        std::stable_sort(m_summary.indexes.begin(), m_summary.indexes.end(), byPlace);
    }

private:
    static constexpr qsizetype kPath = 512;

    struct Item
    {
        const toml::node* node;
        QByteArray path;
    };

    void visitTable(const toml::table& table, const QByteArray& path)
    {
        const std::optional<QByteArray> group = tableGroup(path);
        if (path == "tool.uv.index") {
            m_indexes.insert(toBytes(table["name"].value_or(std::string_view())),
                             toBytes(table["url"].value_or(std::string_view())));
        }
        m_summary.project = m_summary.project || path == "project" || path == "tool.poetry" ||
                            path == "build-system";
        for (const auto& [key, value] : table) {
            const QByteArray name = toBytes(key.str());
            // No path that means something is that long, and each value under it has a copy.
            const QByteArray full =
                path.isEmpty() ? name.left(kPath) : (path + '.' + name).left(kPath);
            if (group && name != "python") {
                visitPackage(name, value, *group);
            }
            if (path == "tool.uv.sources") {
                visitSource(name, value);
            }
            m_pending.push_back({&value, full});
        }
    }

    void visitArray(const toml::array& array, const QByteArray& path)
    {
        const std::optional<QByteArray> group = listGroup(path);
        const bool files = path.startsWith("tool.setuptools.dynamic.") && path.endsWith(".file");
        for (const toml::node& one : array) {
            const auto* text = one.as_string();
            if (text != nullptr && files) {
                addInclude(toBytes(text->get()), one);
            } else if (text != nullptr && group && parseRequirement(toBytes(text->get()))) {
                addEntry(m_source, m_summary.entries, rangeOf(one), toBytes(text->get()), *group);
                continue;
            }
            m_pending.push_back({&one, path});
        }
    }

    void visitText(const std::string& text, const toml::node& node, const QByteArray& path)
    {
        if (path == "project.requires-python" || path == "tool.poetry.dependencies.python" ||
            path == "requires.python_version") {
            const ByteRange range = rangeOf(node);
            m_summary.python = {toBytes(text), {}, m_source.lineOf(range.begin), range};
        } else if (path.startsWith("tool.setuptools.dynamic.") && path.endsWith(".file")) {
            addInclude(toBytes(text), node);
        } else if (text.find("://") != std::string::npos && !path.startsWith("project.urls")) {
            addEntry(m_source, m_summary.indexes, rangeOf(node), toBytes(text), {});
        }
    }

    void addInclude(const QByteArray& file, const toml::node& node)
    {
        m_summary.includes.append({file, false, m_source.lineOf(rangeOf(node).begin)});
    }

    /// Poetry: torch = "2.5.1", { version = "2.5.1", extras = [...] }, or a list of such tables.
    void visitPackage(const QByteArray& name, const toml::node& value, const QByteArray& group)
    {
        if (const auto* version = value.as_string()) {
            addPackage(name + bareVersion(version->get()), value, group);
        } else if (const auto* table = value.as_table()) {
            addPackage(requirementOf(name, *table), value,
                       (*table)["optional"].value_or(false) ? "extra:" : group);
        } else if (const auto* array = value.as_array()) {
            for (const toml::node& one : *array) {
                if (const auto* choice = one.as_table()) {
                    addPackage(requirementOf(name, *choice), one, group);
                }
            }
        }
    }

    /// uv: name = { git = "…" }, or a list of such tables for several systems.
    void visitSource(const QByteArray& name, const toml::node& value)
    {
        if (const auto* table = value.as_table()) {
            m_sources.push_back({name, table});
        } else if (const auto* array = value.as_array()) {
            for (const toml::node& one : *array) {
                if (const auto* choice = one.as_table()) {
                    m_sources.push_back({name, choice});
                }
            }
        }
    }

    /// Sources as "name @ address": git+…, ./folder, index:URL, workspace:. Last, since they name
    /// indexes that may stand below them.
    void addSources()
    {
        for (const auto& [name, table] : m_sources) {
            const auto text = [source = table](const char* key) {
                return toBytes((*source)[key].value_or(std::string_view()));
            };
            QByteArray address = text("url");
            if (const QByteArray git = text("git"); !git.isEmpty()) {
                address = (git.startsWith("git+") ? QByteArray() : QByteArray("git+")) + git;
                for (const char* key : {"rev", "tag", "branch"}) {
                    if (const QByteArray at = text(key); !at.isEmpty()) {
                        address += '@' + at;
                        break;
                    }
                }
                if (const QByteArray folder = text("subdirectory"); !folder.isEmpty()) {
                    address += "#subdirectory=" + folder;
                }
            } else if (const QByteArray folder = text("path"); !folder.isEmpty()) {
                const bool relative = !folder.startsWith('.') && !folder.startsWith('/');
                address = (relative ? QByteArray("./") : QByteArray()) + folder;
            } else if (const QByteArray index = text("index"); !index.isEmpty()) {
                address = "index:" + m_indexes.value(index, index);
            } else if ((*table)["workspace"].value_or(false)) {
                address = "workspace:";
            }
            if (!address.isEmpty()) {
                const QByteArray marker = text("marker");
                addPackage(name + " @ " + address +
                               (marker.isEmpty() ? QByteArray() : " ; " + marker),
                           *table, "source");
            }
        }
    }

    static QByteArray requirementOf(const QByteArray& name, const toml::table& table)
    {
        QByteArray requirement = name;
        if (const auto* extras = table["extras"].as_array()) {
            requirement += '[';
            for (const toml::node& one : *extras) {
                requirement += toBytes(one.value_or(std::string_view())) + ',';
            }
            requirement += ']';
        }
        if (const auto url = table["url"].value<std::string>()) {
            return requirement + " @ " + toBytes(*url);
        }
        requirement += bareVersion(table["version"].value_or(std::string()));
        const auto markers = table["markers"].value<std::string>();
        const auto platform = table["platform"].value<std::string>();
        if (markers) {
            requirement += " ; " + toBytes(*markers);
        } else if (platform) {
            requirement += " ; sys_platform == '" + toBytes(*platform) + '\'';
        }
        return requirement;
    }

    void addPackage(const QByteArray& requirement, const toml::node& node, const QByteArray& group)
    {
        addEntry(m_source, m_summary.entries, rangeOf(node), requirement, group);
    }

    /// An exact version as Poetry writes it gets its "=="; "*" is any.
    static QByteArray bareVersion(const std::string& version)
    {
        const bool bare = !version.empty() && version.front() >= '0' && version.front() <= '9';
        return version == "*" ? QByteArray() : (bare ? "==" : "") + toBytes(version);
    }

    [[nodiscard]] ByteRange rangeOf(const toml::node& node) const
    {
        const toml::source_region& place = node.source();
        const int line = static_cast<int>(place.begin.line);
        if (line < 1 || line > m_source.lineCount()) {
            return {};
        }
        // Columns count characters in some versions of the library: the range is kept in its line.
        const ByteRange first = m_source.lineRange(line);
        const auto last = first.begin + static_cast<qsizetype>(m_source.lineText(line).size());
        const auto column = [&](const toml::source_position& at) {
            return std::min(last, first.begin + static_cast<qsizetype>(at.column) - 1);
        };
        ByteRange range{column(place.begin), last};
        if (static_cast<int>(place.end.line) == line) {
            range.end = column(place.end);
        }
        range.end = std::max(range.begin, range.end);
        return range;
    }

    const SourceBuffer& m_source;
    ManifestSummary& m_summary;
    std::vector<Item> m_pending;
    std::vector<std::pair<QByteArray, const toml::table*>> m_sources; ///< of uv, by package
    QHash<QByteArray, QByteArray> m_indexes;                          ///< of uv: addresses by name
};

} // namespace

void readTomlManifest(const SourceBuffer& source, ManifestSummary& summary)
{
    const Result<toml::table> root = parseToml(source.bytes(), summary.path.display());
    if (root) {
        TomlManifest(source, summary).run(*root);
    } else {
        // A file that is no TOML holds no dependencies that a tool could read.
        summary = ManifestSummary{summary.path, {}, {}, {}, {}, false};
    }
}

} // namespace rocport
