#include "core/rules/python/pythoncompile.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr std::string_view kInductor = "torch._inductor.config.";
constexpr std::string_view kDynamo = "torch._dynamo.config.";

/// "torch._inductor.config.triton.cudagraphs" -> "inductor.triton.cudagraphs"; null: another name.
QByteArray keyOf(const std::string& full)
{
    if (full.starts_with(kInductor)) {
        return "inductor." + QByteArray::fromStdString(full.substr(kInductor.size()));
    }
    if (full.starts_with(kDynamo)) {
        return "dynamo." + QByteArray::fromStdString(full.substr(kDynamo.size()));
    }
    return {};
}

class SettingReader
{
public:
    explicit SettingReader(const PythonFile& file) : m_file(file), m_tree(file.tree()) {}

    std::vector<ConfigSetting> run()
    {
        for (const qint32 i : m_file.nodes(SyntaxKind::Assignment)) {
            readAssignment(i);
        }
        for (const qint32 i : m_file.nodes(SyntaxKind::Call)) {
            readCall(i);
        }
        std::stable_sort(m_settings.begin(), m_settings.end(),
                         [&](const ConfigSetting& a, const ConfigSetting& b) {
                             return m_tree.at(a.value).begin < m_tree.at(b.value).begin;
                         });
        return std::move(m_settings);
    }

private:
    void add(const QByteArray& key, qint32 place, qint32 value, ConfigSetting::Form form)
    {
        if (!key.isEmpty() && value >= 0) {
            m_settings.push_back({key, place, value, form});
        }
    }

    void readAssignment(qint32 node)
    {
        const qint32 left = m_tree.child(node, SyntaxField::Left);
        qint32 right = m_tree.child(node, SyntaxField::Right);
        if (right < 0) {
            return;
        }
        if (m_tree.kind(left) == SyntaxKind::Attribute) {
            while (m_tree.kind(right) == SyntaxKind::Assignment) { // a = b = True
                right = m_tree.child(right, SyntaxField::Right);
            }
            add(keyOf(m_file.qualified(left)), node, right, ConfigSetting::Form::Assignment);
        }
    }

    void readCall(qint32 call)
    {
        const qint32 function = m_tree.child(call, SyntaxField::Function);
        const std::string name = m_file.qualified(function);
        if (name == "setattr") {
            std::string_view key;
            const std::string base = m_file.qualified(m_file.positional(call, 0));
            if (m_tree.plainString(m_file.positional(call, 1), &key)) {
                add(keyOf(base + '.' + std::string(key)), call, m_file.positional(call, 2),
                    ConfigSetting::Form::Call);
            }
            return;
        }
        const size_t dot = name.rfind('.');
        const std::string_view last =
            dot == std::string::npos ? std::string_view() : std::string_view(name).substr(dot + 1);
        if (last != "patch" && last != "update" && last != "load_config") {
            return;
        }
        const std::string base = name.substr(0, dot + 1);
        if (base != kInductor && base != kDynamo) {
            return;
        }
        readEntries(call, base);
    }

    void readEntries(qint32 call, const std::string& base)
    {
        std::string_view key;
        const qint32 first = m_tree.unwrapped(m_file.positional(call, 0));
        if (m_tree.plainString(first, &key)) {
            add(keyOf(base + std::string(key)), call, m_file.positional(call, 1),
                ConfigSetting::Form::Argument);
        }
        qint32 dict = first;
        if (m_tree.kind(dict) == SyntaxKind::Identifier) {
            dict = m_tree.unwrapped(m_file.valueOf(dict));
        }
        readDict(call, dict, base);
        for (const qint32 argument :
             m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments))) {
            if (m_tree.kind(argument) == SyntaxKind::KeywordArgument) {
                const std::string name(m_tree.text(m_tree.child(argument, SyntaxField::Name)));
                add(keyOf(base + name), call, m_tree.child(argument, SyntaxField::Value),
                    ConfigSetting::Form::Argument);
            } else if (m_tree.kind(argument) == SyntaxKind::DictionarySplat) {
                readDict(call, m_tree.unwrapped(m_tree.namedChild(argument, 0)), base);
            }
        }
    }

    void readDict(qint32 call, qint32 dict, const std::string& base)
    {
        if (m_tree.kind(dict) != SyntaxKind::Dictionary) {
            return;
        }
        for (const qint32 pair : m_tree.namedChildren(dict)) {
            std::string_view key;
            if (m_tree.kind(pair) == SyntaxKind::Pair &&
                m_tree.plainString(m_tree.child(pair, SyntaxField::Key), &key)) {
                add(keyOf(base + std::string(key)), call, m_tree.child(pair, SyntaxField::Value),
                    ConfigSetting::Form::Argument);
            }
        }
    }

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<ConfigSetting> m_settings;
};

bool isVariableName(std::string_view name)
{
    return name.size() > 3 && std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
}

/// os.environ.setdefault(K, V), os.putenv(K, V), monkeypatch.setenv(K, V).
bool setsVariable(const std::string& name)
{
    return name.ends_with("environ.setdefault") || name == "os.putenv" || name.ends_with(".setenv");
}

bool isStatement(const SyntaxTree& tree, qint32 node)
{
    return tree.kind(tree.parent(node)) == SyntaxKind::ExpressionStatement;
}

} // namespace

std::vector<ConfigSetting> configSettings(const PythonFile& file)
{
    return SettingReader(file).run();
}

std::vector<EnvironmentSetting> environmentSettings(const PythonFile& file)
{
    const SyntaxTree& tree = file.tree();
    std::vector<EnvironmentSetting> result;
    const auto add = [&](qint32 key, qint32 value, qint32 place, bool statement) {
        std::string_view name;
        if (key < 0 || value < 0) {
            return;
        }
        if (!tree.plainString(key, &name)) {
            name = tree.kind(key) == SyntaxKind::Identifier ? tree.text(key) : std::string_view();
        }
        if (isVariableName(name)) {
            result.push_back({key, value, place, toBytes(name), statement});
        }
    };
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        if (kind == SyntaxKind::Assignment) {
            const qint32 left = tree.child(i, SyntaxField::Left);
            if (tree.kind(left) == SyntaxKind::Subscript) {
                const bool own =
                    tree.text(tree.child(left, SyntaxField::Value)).ends_with("environ");
                add(tree.child(left, SyntaxField::Subscript), tree.child(i, SyntaxField::Right), i,
                    own && isStatement(tree, i));
            }
        } else if (kind == SyntaxKind::Call) {
            if (setsVariable(file.qualified(tree.child(i, SyntaxField::Function)))) {
                add(file.positional(i, 0), file.positional(i, 1), i, isStatement(tree, i));
            }
        } else if (kind == SyntaxKind::Pair) {
            add(tree.child(i, SyntaxField::Key), tree.child(i, SyntaxField::Value), i, false);
        } else if (kind == SyntaxKind::KeywordArgument) {
            add(tree.child(i, SyntaxField::Name), tree.child(i, SyntaxField::Value), i, false);
        }
    }
    return result;
}

} // namespace rocport
