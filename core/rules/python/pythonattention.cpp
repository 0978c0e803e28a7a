#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

bool isFlash(std::string_view value)
{
    return value == "flash_attention_2" || value == "flash_attention_3" ||
           value == "kernels-community/flash-attn" || value == "kernels-community/flash-attn3" ||
           value == "kernels-community/vllm-flash-attn3";
}

bool isChoiceName(std::string_view name)
{
    return name == "attn_implementation" || name == "_attn_implementation" ||
           name == "attention_implementation" || name == "attn_impl";
}

/// A value given for the attention: keyword, default, attribute, dict item or key.
qint32 choiceAt(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    switch (tree.kind(node)) {
    case SyntaxKind::KeywordArgument:
    case SyntaxKind::DefaultParameter:
    case SyntaxKind::TypedDefaultParameter:
        return isChoiceName(tree.text(tree.child(node, SyntaxField::Name)))
                   ? tree.child(node, SyntaxField::Value)
                   : -1;
    case SyntaxKind::Assignment: {
        const qint32 left = tree.child(node, SyntaxField::Left);
        std::string_view name = tree.text(left);
        if (tree.kind(left) == SyntaxKind::Attribute) {
            name = tree.text(tree.child(left, SyntaxField::Attribute));
        } else if (tree.kind(left) == SyntaxKind::Subscript) {
            name = stringOf(tree, tree.child(left, SyntaxField::Subscript));
        }
        return isChoiceName(name) ? tree.child(node, SyntaxField::Right) : -1;
    }
    case SyntaxKind::Pair:
        return isChoiceName(stringOf(tree, tree.child(node, SyntaxField::Key)))
                   ? tree.child(node, SyntaxField::Value)
                   : -1;
    case SyntaxKind::Call: {
        // parser.add_argument("--attn_implementation", default="flash_attention_2")
        std::string option(stringOf(tree, file.positional(node, 0)));
        if (!option.starts_with("--")) {
            return -1;
        }
        option.erase(0, 2);
        std::replace(option.begin(), option.end(), '-', '_');
        return isChoiceName(option) ? file.keyword(node, "default") : -1;
    }
    default:
        return -1;
    }
}

/// The literals that an expression can be which name flash-attn; with other branches left alone.
void collectLiterals(const PythonFile& file, qint32 expression, int depth,
                     std::vector<qint32>& literals)
{
    const SyntaxTree& tree = file.tree();
    const qint32 node = tree.unwrapped(expression);
    if (node < 0 || depth > 4) {
        return;
    }
    if (tree.kind(node) == SyntaxKind::String) {
        if (isFlash(stringOf(tree, node))) {
            literals.push_back(node);
        }
        return;
    }
    if (tree.kind(node) == SyntaxKind::ConditionalExpression) {
        const std::vector<qint32> parts = tree.namedChildren(node);
        for (size_t i = 0; i < parts.size(); i += 2) {
            collectLiterals(file, parts[i], depth + 1, literals);
        }
    } else if (tree.kind(node) == SyntaxKind::BooleanOperator) {
        collectLiterals(file, tree.child(node, SyntaxField::Right), depth + 1, literals);
    } else if (tree.kind(node) == SyntaxKind::Identifier && depth == 0) {
        const qint32 value = file.valueOf(node);
        if (value >= 0) {
            collectLiterals(file, value, depth + 1, literals);
        }
    }
}

QString keyOf(std::string_view value)
{
    return value.find('3') != std::string_view::npos ? QStringLiteral("third")
                                                     : QStringLiteral("second");
}

class Choices
{
public:
    Choices(const PythonInput& input, std::vector<PythonSite>& sites)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_sites(sites)
    {
    }

    void run();

private:
    void addChoice(qint32 value);
    void addBackend(qint32 call);
    [[nodiscard]] bool isDone(qint32 node)
    {
        const bool again = std::find(m_seen.begin(), m_seen.end(), node) != m_seen.end();
        m_seen.push_back(node);
        return again || m_file.isNvidiaOnly(node) || asksForRocm(m_file, node);
    }

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<PythonSite>& m_sites;
    std::vector<qint32> m_seen;
};

void Choices::addChoice(qint32 value)
{
    std::vector<qint32> literals;
    collectLiterals(m_file, value, 0, literals);
    for (const qint32 literal : literals) {
        if (isDone(literal)) {
            continue;
        }
        PythonSite site = siteFor(m_input, literal, symbolText(m_tree, literal),
                                  keyOf(stringOf(m_tree, literal)));
        site.edits = gateExpression(m_file, literal, quotedLike(m_file, literal, "sdpa"));
        m_sites.push_back(std::move(site));
    }
    // The default of a configuration elsewhere.
    const qint32 node = m_tree.unwrapped(value);
    if (!literals.empty() || m_tree.kind(node) != SyntaxKind::Attribute) {
        return;
    }
    const std::string_view name = m_tree.text(m_tree.child(node, SyntaxField::Attribute));
    for (const NamedValue& one : m_input.names.attribute(toBytes(name))) {
        const std::string text = one.value.toStdString();
        if (!one.text || !isFlash(text) || isDone(node)) {
            continue;
        }
        PythonSite site = siteFor(m_input, node, symbolText(m_tree, node), keyOf(text));
        site.captures = {{QStringLiteral("note"),
                          m_input.note(QStringLiteral("default"))
                              .replace(QStringLiteral("{place}"),
                                       QStringLiteral("%1:%2").arg(one.path.display(),
                                                                   QString::number(one.line)))
                              .replace(QStringLiteral("{value}"), QString::fromUtf8(one.value))}};
        const QByteArray written(m_tree.text(node).data(),
                                 static_cast<qsizetype>(m_tree.text(node).size()));
        site.edits = gateExpression(m_file, node,
                                    "(\"sdpa\" if str(" + written +
                                        ").startswith(\"flash_attention\") else " + written + ')');
        m_sites.push_back(std::move(site));
        return;
    }
}

void Choices::addBackend(qint32 call)
{
    const std::string name = m_file.qualified(m_tree.child(call, SyntaxField::Function));
    const auto add = [&](qint32 node, const char* key, const QByteArray& rocm) {
        if (node < 0 || isDone(node)) {
            return;
        }
        PythonSite site = siteFor(m_input, node, symbolText(m_tree, node), QLatin1StringView(key));
        site.edits = gateExpression(m_file, node, rocm);
        site.change = m_input.note(QLatin1StringView(key) + QStringLiteral("-change"));
        m_sites.push_back(std::move(site));
    };
    if (name == "torch.nn.attention.sdpa_kernel") {
        qint32 value = m_file.positional(call, 0);
        value = value < 0 ? m_file.keyword(call, "backends") : value;
        qint32 plain = m_tree.unwrapped(value);
        const bool list = m_tree.kind(plain) == SyntaxKind::List;
        const qint32 one = list ? m_tree.namedChild(plain, 0) : plain;
        if (one < 0 || (list && m_tree.namedChild(plain, 1) >= 0)) {
            return;
        }
        const std::string backend = m_file.qualified(one);
        if (backend != "torch.nn.attention.SDPBackend.FLASH_ATTENTION" &&
            backend != "torch.nn.attention.SDPBackend.CUDNN_ATTENTION") {
            return;
        }
        const std::string_view text = m_tree.text(one);
        const QByteArray prefix(text.data(), static_cast<qsizetype>(text.rfind('.') + 1));
        add(plain, backend.ends_with("CUDNN_ATTENTION") ? "cudnn" : "backend",
            '[' + prefix + "FLASH_ATTENTION, " + prefix + "EFFICIENT_ATTENTION, " + prefix +
                "MATH]");
    } else if (name == "torch.backends.cuda.sdp_kernel") {
        const qint32 math = m_file.keyword(call, "enable_math");
        if (m_tree.kind(math) == SyntaxKind::False) {
            add(math, "math", "True");
        }
    } else if (name == "torch.backends.cuda.enable_math_sdp") {
        const qint32 math = m_file.positional(call, 0);
        if (m_tree.kind(math) == SyntaxKind::False) {
            add(math, "math", "True");
        }
    }
}

void Choices::run()
{
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        if (const qint32 value = choiceAt(m_file, i); value >= 0) {
            addChoice(value);
        }
        if (m_tree.kind(i) == SyntaxKind::Call) {
            addBackend(i);
        }
    }
}

} // namespace

void findAttentionChoices(const PythonInput& input, std::vector<PythonSite>& sites)
{
    Choices(input, sites).run();
}

} // namespace rocport
