#include "core/rules/python/pythonbuiltins.h"
#include "core/text/bytes.h"

namespace rocport {

namespace {

/// A place that sets an environment variable.
struct Setting
{
    qint32 key = -1; ///< the variable's name: a string, or the name of a keyword
    qint32 value = -1;
    qint32 whole = -1;
    QString variable;
};

std::optional<Setting> makeSetting(const SyntaxTree& tree, qint32 key, qint32 value, qint32 whole)
{
    std::string_view name;
    if (key < 0 || value < 0) {
        return std::nullopt;
    }
    if (!tree.plainString(key, &name)) {
        name = tree.kind(key) == SyntaxKind::Identifier ? tree.text(key) : std::string_view();
    }
    const QByteArrayView bytes(name.data(), static_cast<qsizetype>(name.size()));
    if (!isAllocatorVariable(bytes)) {
        return std::nullopt;
    }
    return Setting{key, value, whole, QString::fromLatin1(bytes)};
}

/// os.environ.setdefault(K, V), os.putenv(K, V), monkeypatch.setenv(K, V).
bool setsAllocatorVariable(const std::string& name)
{
    return name.ends_with("environ.setdefault") || name == "os.putenv" || name.ends_with(".setenv");
}

std::optional<Setting> settingAt(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    switch (tree.kind(node)) {
    case SyntaxKind::Assignment: {
        const qint32 left = tree.child(node, SyntaxField::Left);
        if (tree.kind(left) != SyntaxKind::Subscript) {
            return std::nullopt;
        }
        const qint32 key = tree.child(left, SyntaxField::Subscript);
        return tree.kind(key) == SyntaxKind::String
                   ? makeSetting(tree, key, tree.child(node, SyntaxField::Right), node)
                   : std::nullopt;
    }
    case SyntaxKind::AugmentedAssignment: {
        const qint32 left = tree.child(node, SyntaxField::Left);
        const qint32 key = tree.child(left, SyntaxField::Subscript);
        // What is added to is not known, so the value is not either.
        std::optional<Setting> setting =
            tree.kind(left) == SyntaxKind::Subscript && tree.kind(key) == SyntaxKind::String
                ? makeSetting(tree, key, left, node)
                : std::nullopt;
        return setting;
    }
    case SyntaxKind::Call:
        if (file.qualified(tree.child(node, SyntaxField::Function))
                .ends_with("_set_allocator_settings")) {
            const qint32 value = file.positional(node, 0);
            return value < 0 ? std::nullopt : std::optional(Setting{value, value, node, {}});
        }
        if (setsAllocatorVariable(file.qualified(tree.child(node, SyntaxField::Function)))) {
            const qint32 key = file.positional(node, 0);
            return tree.kind(key) == SyntaxKind::String
                       ? makeSetting(tree, key, file.positional(node, 1), node)
                       : std::nullopt;
        }
        return std::nullopt;
    case SyntaxKind::Pair: {
        const qint32 key = tree.child(node, SyntaxField::Key);
        return tree.kind(key) == SyntaxKind::String
                   ? makeSetting(tree, key, tree.child(node, SyntaxField::Value), node)
                   : std::nullopt;
    }
    case SyntaxKind::KeywordArgument:
        return makeSetting(tree, tree.child(node, SyntaxField::Name),
                           tree.child(node, SyntaxField::Value), node);
    default:
        return std::nullopt;
    }
}

std::optional<QByteArray> literalOf(const PythonFile& file, qint32 value)
{
    std::string_view text;
    qint32 node = file.tree().unwrapped(value);
    if (file.tree().kind(node) == SyntaxKind::Identifier) {
        node = file.tree().unwrapped(file.valueOf(node));
    }
    if (file.tree().kind(node) == SyntaxKind::ConditionalExpression) {
        // Gated already: what stands on the ROCm side counts.
        const std::vector<qint32> parts = file.tree().namedChildren(node);
        for (size_t i = 0; parts.size() == 3 && i < parts.size(); i += 2) {
            const bool other = file.isNvidiaOnly(parts[2 - i]);
            if (other && file.tree().plainString(parts[i], &text)) {
                return toBytes(text);
            }
        }
        return std::nullopt;
    }
    if (node < 0 || !file.tree().plainString(node, &text)) {
        return std::nullopt;
    }
    return toBytes(text);
}

} // namespace

void findAllocatorSettings(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const Rule& rule = input.rule;
    const TargetSettings& target = input.target();
    const SyntaxTree& tree = file.tree();
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const std::optional<Setting> setting = settingAt(file, i);
        if (!setting || file.isNvidiaOnly(i)) {
            continue;
        }
        const std::optional<QByteArray> literal = literalOf(file, setting->value);
        const AllocatorAdvice advice = adviseAllocator(setting->variable, literal, target);
        PythonSite site;
        site.rule = &rule;
        site.node = setting->whole;
        site.range = {tree.at(setting->key).begin, tree.at(setting->value).end};
        site.symbol = setting->variable.isEmpty() ? QStringLiteral("_set_allocator_settings")
                                                  : setting->variable;
        site.severity = advice.severity;
        site.captures = {{QStringLiteral("note"), advice.note}};
        const bool mayEdit = file.flagKnownAt(setting->whole);
        const bool plainKey = tree.kind(setting->key) == SyntaxKind::String;
        QStringList change;
        if (mayEdit && !advice.rocmVariable.isNull() && plainKey && !setting->variable.isEmpty()) {
            site.edits += gateExpression(file, setting->key,
                                         quotedLike(file, setting->key, advice.rocmVariable));
            change.append(
                QStringLiteral("sets `%1`").arg(QString::fromLatin1(advice.rocmVariable)));
        }
        if (mayEdit && !advice.rocmValue.isNull() &&
            tree.kind(setting->value) == SyntaxKind::String) {
            site.edits += gateExpression(file, setting->value,
                                         quotedLike(file, setting->value, advice.rocmValue));
            change.append(
                QStringLiteral("uses the value `%1`").arg(QString::fromUtf8(advice.rocmValue)));
        }
        if (!change.isEmpty()) {
            site.change = QStringLiteral("ROCm %1; CUDA keeps the line as it is.")
                              .arg(change.join(QStringLiteral(" and ")));
        } else if (advice.severity == Severity::Info) {
            site.wayOut = QStringLiteral("Nothing to do.");
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
