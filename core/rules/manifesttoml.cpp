#include "core/rules/manifest.h"

#include <algorithm>
#include <exception>
#include <string_view>
#include <toml++/toml.h>

namespace rocport {

namespace {

/// Walks over a document without recursion; nesting is bounded by the parser.
class TomlPins
{
public:
    explicit TomlPins(const SourceBuffer& source) : m_source(source) {}

    QVector<CudaPin> run(const toml::table& root)
    {
        m_pending.push_back({&root, {}});
        while (!m_pending.empty()) {
            const Item item = m_pending.back();
            m_pending.pop_back();
            if (const auto* table = item.node->as_table()) {
                visitTable(*table, item.key);
            } else if (const auto* array = item.node->as_array()) {
                for (const toml::node& one : *array) {
                    m_pending.push_back({&one, item.key, true});
                }
            } else if (const auto* text = item.node->as_string()) {
                visitText(text->get(), *item.node, item.listed);
            }
        }
        std::sort(m_pins.begin(), m_pins.end(),
                  [](const CudaPin& a, const CudaPin& b) { return a.range.begin < b.range.begin; });
        return m_pins;
    }

private:
    struct Item
    {
        const toml::node* node;
        std::string key;
        bool listed = false; ///< an element of an array, as requirements are
    };

    void visitTable(const toml::table& table, const std::string& outer)
    {
        for (const auto& [key, value] : table) {
            const std::string name(key.str());
            // Poetry: torch = "2.5.1" or { version = "2.5.1", extras = [...] }.
            if (outer == "dependencies" && (value.is_string() || value.is_table())) {
                visitPoetry(name, value);
            }
            m_pending.push_back({&value, name});
        }
    }

    void visitPoetry(const std::string& name, const toml::node& value)
    {
        std::string requirement = name;
        if (const auto* version = value.as_string()) {
            requirement += bareVersion(version->get());
        } else if (const auto* table = value.as_table()) {
            if (const auto* extras = (*table)["extras"].as_array()) {
                requirement += '[';
                for (const toml::node& one : *extras) {
                    requirement += std::string(one.value_or(std::string_view())) + ',';
                }
                requirement += ']';
            }
            requirement += bareVersion((*table)["version"].value_or(std::string()));
        }
        if (const std::optional<CudaPin> pin = classifyRequirement(
                {requirement.data(), static_cast<qsizetype>(requirement.size())})) {
            add(*pin, value);
        }
    }

    /// An exact version as Poetry writes it gets its "==".
    static std::string bareVersion(const std::string& version)
    {
        const bool bare = !version.empty() && version.front() >= '0' && version.front() <= '9';
        return (bare ? "==" : "") + version;
    }

    void visitText(const std::string& text, const toml::node& node, bool listed)
    {
        const QByteArrayView view(text.data(), static_cast<qsizetype>(text.size()));
        std::optional<CudaPin> pin = listed ? classifyRequirement(view) : std::nullopt;
        if (!pin) {
            pin = findCudaIndex(view);
        }
        if (pin) {
            add(*pin, node);
        }
    }

    void add(CudaPin pin, const toml::node& node)
    {
        const toml::source_region& place = node.source();
        const int line = static_cast<int>(place.begin.line);
        const int endLine = static_cast<int>(place.end.line);
        if (line < 1 || line > m_source.lineCount()) {
            return;
        }
        // Columns count characters in some versions of the library: the range is kept in its line.
        const ByteRange first = m_source.lineRange(line);
        const auto last = first.begin + static_cast<qsizetype>(m_source.lineText(line).size());
        pin.range.begin =
            std::min(last, first.begin + static_cast<qsizetype>(place.begin.column) - 1);
        pin.range.end =
            endLine == line
                ? std::min(last, first.begin + static_cast<qsizetype>(place.end.column) - 1)
                : last;
        pin.range.end = std::max(pin.range.begin, pin.range.end);
        const bool known = std::any_of(m_pins.begin(), m_pins.end(),
                                       [&](const CudaPin& one) { return one.range == pin.range; });
        if (!known) {
            m_pins.append(pin);
        }
    }

    const SourceBuffer& m_source;
    std::vector<Item> m_pending;
    QVector<CudaPin> m_pins;
};

} // namespace

QVector<CudaPin> pinsOfToml(const SourceBuffer& source)
{
    const std::string_view text = source.view();
    const bool worth = text.find("torch") != std::string_view::npos ||
                       text.find("cuda") != std::string_view::npos ||
                       text.find("nvidia") != std::string_view::npos ||
                       text.find("/cu1") != std::string_view::npos;
    if (!worth) {
        return {};
    }
    // The TOML library reports by exception; none of them leaves this function. A file that is no
    // TOML holds no dependencies that a tool could read.
    try {
        const toml::table root = toml::parse(text);
        return TomlPins(source).run(root);
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace rocport
