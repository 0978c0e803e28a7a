#include "core/rules/python/pythoncompile.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

class Follower
{
public:
    Follower(const PythonInput& input, const std::function<bool(const NamedValue&)>& accept)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_accept(accept)
    {
    }

    void follow(qint32 expression, int depth);
    KnownValues result;

private:
    void followName(qint32 name, int depth);
    void followParameter(qint32 name, int depth);
    void followAttribute(qint32 node, int depth);
    void followSubscript(qint32 node, int depth);
    void followCall(qint32 node, int depth);
    bool followSelf(std::string_view attribute, int depth);
    bool addConstant(const std::string& full);
    void addNamed(const QByteArray& name, const QByteArray& owner);
    void addLiteral(qint32 node, std::string_view text, bool string)
    {
        result.values.append({toBytes(text), string, node, {}});
    }

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    const std::function<bool(const NamedValue&)>& m_accept;
    std::vector<qint32> m_seen;
};

void Follower::follow(qint32 expression, int depth)
{
    constexpr int kMaxDepth = 8;
    constexpr int kMaxValues = 32;
    const qint32 node = m_tree.unwrapped(expression);
    if (depth > kMaxDepth || node < 0 || result.values.size() > kMaxValues) {
        result.unknown = true;
        return;
    }
    if (std::find(m_seen.begin(), m_seen.end(), node) != m_seen.end()) {
        return; // x = x or "default"
    }
    m_seen.push_back(node);
    std::string_view text;
    if (const std::optional<bool> flag = flagOnRocm(m_file, node)) {
        // What is given is the flag itself: known on ROCm, and the other one elsewhere.
        addLiteral(node, *flag ? "True" : "False", false);
        return;
    }
    switch (m_tree.kind(node)) {
    case SyntaxKind::None:
    case SyntaxKind::True:
    case SyntaxKind::False:
    case SyntaxKind::Integer:
    case SyntaxKind::Float:
        addLiteral(node, m_tree.text(node), false);
        return;
    case SyntaxKind::String:
        if (m_tree.plainString(node, &text)) {
            addLiteral(node, text, true);
        } else {
            result.unknown = true;
        }
        return;
    case SyntaxKind::ConditionalExpression: {
        const std::vector<qint32> parts = m_tree.namedChildren(node);
        for (size_t i = 0; i < parts.size(); i += 2) {
            if (!isLeftToOthers(m_file, parts[i])) {
                follow(parts[i], depth + 1);
            }
        }
        return;
    }
    case SyntaxKind::BooleanOperator:
        follow(m_tree.child(node, SyntaxField::Left), depth + 1);
        follow(m_tree.child(node, SyntaxField::Right), depth + 1);
        return;
    case SyntaxKind::Identifier:
        followName(node, depth);
        return;
    case SyntaxKind::Attribute:
        followAttribute(node, depth);
        return;
    case SyntaxKind::Subscript:
        followSubscript(node, depth);
        return;
    case SyntaxKind::Call:
        followCall(node, depth);
        return;
    default:
        result.unknown = true;
    }
}

void Follower::followName(qint32 name, int depth)
{
    const PythonFile::NameValues bound = m_file.valuesOf(name);
    if (bound.values.empty() && bound.parameters.empty()) {
        const std::string full = m_file.qualified(name);
        if (full == m_tree.text(name) || !addConstant(full)) {
            result.unknown = true;
        }
        return;
    }
    result.unknown = result.unknown || !bound.complete;
    for (const qint32 value : bound.values) {
        if (!isLeftToOthers(m_file, value)) {
            follow(value, depth + 1);
        }
    }
    for (const qint32 parameter : bound.parameters) {
        followParameter(parameter, depth);
    }
}

/// A parameter is its default, and what the calls in this file give for it.
void Follower::followParameter(qint32 name, int depth)
{
    const std::string_view text = m_tree.text(name);
    const qint32 function = m_tree.ancestor(name, SyntaxKind::FunctionDefinition);
    const qint32 list = m_tree.child(function, SyntaxField::Parameters);
    const qint32 outer = m_tree.parent(name);
    const qint32 fallback = outer == list ? -1 : m_tree.child(outer, SyntaxField::Value);
    int position = -1;
    const std::vector<qint32> all = m_tree.namedChildren(list);
    for (size_t i = 0; i < all.size(); ++i) {
        position =
            m_tree.at(all[i]).begin <= m_tree.at(name).begin ? static_cast<int>(i) : position;
    }
    const bool method =
        !all.empty() && (m_tree.text(all[0]) == "self" || m_tree.text(all[0]) == "cls");
    const std::string_view own = m_tree.text(m_tree.child(function, SyntaxField::Name));
    const qint32 owner = m_tree.ancestor(function, SyntaxKind::ClassDefinition);
    const std::string_view type =
        own == "__init__" ? m_tree.text(m_tree.child(owner, SyntaxField::Name)) : own;
    const qsizetype before = result.values.size();
    bool called = false;
    for (const qint32 call : m_file.nodes(SyntaxKind::Call)) {
        qint32 callee = m_tree.child(call, SyntaxField::Function);
        if (m_tree.kind(callee) == SyntaxKind::Attribute && method) {
            callee = m_tree.child(callee, SyntaxField::Attribute);
        }
        if (type.empty() || m_tree.text(callee) != type) {
            continue;
        }
        const std::vector<qint32> given = keywordValues(m_file, call, text);
        const qint32 placed = m_file.positional(call, position - (method ? 1 : 0));
        called = true;
        if (!given.empty()) {
            follow(given.front(), depth + 1);
        } else if (placed >= 0) {
            follow(placed, depth + 1);
        }
    }
    if (fallback >= 0) {
        follow(fallback, depth + 1);
    }
    // A default of None leaves the choice to callers elsewhere.
    const bool nothing = std::all_of(result.values.begin() + before, result.values.end(),
                                     [](const auto& value) { return value.text == "None"; });
    result.unknown =
        result.unknown || (nothing && !(called && fallback < 0 && result.values.size() > before));
}

bool Follower::addConstant(const std::string& full)
{
    const size_t dot = full.rfind('.');
    if (dot == std::string::npos || dot == 0) {
        return false;
    }
    const QVector<NamedValue> found =
        m_input.names.constant(toBytes(std::string_view(full).substr(0, dot)),
                               toBytes(std::string_view(full).substr(dot + 1)));
    for (const NamedValue& value : found) {
        result.values.append({value.value, value.text, -1, value});
    }
    return !found.isEmpty();
}

void Follower::addNamed(const QByteArray& name, const QByteArray& owner)
{
    const QVector<NamedValue> all = m_input.names.attribute(name);
    const QByteArray own = owner + '.' + name;
    const bool hasOwner =
        !owner.isEmpty() &&
        std::any_of(all.begin(), all.end(), [&](const auto& value) { return value.name == own; });
    bool any = false;
    for (const NamedValue& value : all) {
        if (m_accept(value) && (!hasOwner || value.name == own)) {
            result.values.append({value.value, value.text, -1, value});
            any = true;
        }
    }
    result.unknown = result.unknown || !any;
}

/// What methods of the same class give to self.`attribute`.
bool Follower::followSelf(std::string_view attribute, int depth)
{
    bool any = false;
    for (const qint32 assignment : m_file.nodes(SyntaxKind::Assignment)) {
        const qint32 left = m_tree.child(assignment, SyntaxField::Left);
        const qint32 right = m_tree.child(assignment, SyntaxField::Right);
        if (right >= 0 && m_tree.kind(left) == SyntaxKind::Attribute &&
            m_tree.text(m_tree.child(left, SyntaxField::Object)) == "self" &&
            m_tree.text(m_tree.child(left, SyntaxField::Attribute)) == attribute) {
            any = true;
            follow(right, depth + 1);
        }
    }
    return any;
}

void Follower::followAttribute(qint32 node, int depth)
{
    const std::string_view attribute = m_tree.text(m_tree.child(node, SyntaxField::Attribute));
    const qint32 object = m_tree.unwrapped(m_tree.child(node, SyntaxField::Object));
    if (m_tree.text(object) == "self" && followSelf(attribute, depth)) {
        return;
    }
    const std::string full = m_file.qualified(node);
    if (!full.empty() && full.find('.') != std::string::npos && addConstant(full)) {
        return;
    }
    qint32 owner = object;
    if (m_tree.kind(owner) == SyntaxKind::Identifier) {
        const qint32 value = m_tree.unwrapped(m_file.valueOf(owner));
        owner = m_tree.kind(value) == SyntaxKind::Call ? value : owner;
    }
    if (m_tree.kind(owner) == SyntaxKind::Call) {
        owner = m_tree.child(owner, SyntaxField::Function);
    }
    addNamed(toBytes(attribute), toBytes(m_tree.text(owner)));
}

void Follower::followSubscript(qint32 node, int depth)
{
    const qint32 object = m_tree.unwrapped(m_tree.child(node, SyntaxField::Value));
    std::string_view key;
    const bool plain = m_tree.plainString(m_tree.child(node, SyntaxField::Subscript), &key);
    const qint32 value = m_tree.kind(object) == SyntaxKind::Identifier
                             ? m_tree.unwrapped(m_file.valueOf(object))
                             : object;
    if (plain) {
        const std::vector<qint32> known = dictValues(m_file, object, key);
        for (const qint32 one : known) {
            follow(one, depth + 1);
        }
        if (known.empty()) {
            addNamed(toBytes(key), {});
        }
        return;
    }
    if (m_tree.kind(value) != SyntaxKind::Dictionary) {
        result.unknown = true;
        return;
    }
    for (const qint32 pair : m_tree.namedChildren(value)) {
        follow(m_tree.child(pair, SyntaxField::Value), depth + 1);
    }
}

/// getattr(x, "key", default), x.get("key", default), os.environ.get("KEY", default).
void Follower::followCall(qint32 node, int depth)
{
    const qint32 function = m_tree.child(node, SyntaxField::Function);
    const std::string full = m_file.qualified(function);
    const bool isGet = m_tree.kind(function) == SyntaxKind::Attribute &&
                       m_tree.text(m_tree.child(function, SyntaxField::Attribute)) == "get";
    const int first = full == "getattr" ? 1 : 0;
    std::string_view key;
    if ((first == 0 && !isGet && full != "os.getenv") ||
        !m_tree.plainString(m_file.positional(node, first), &key)) {
        result.unknown = true;
        return;
    }
    const qint32 fallback = m_file.positional(node, first + 1);
    const bool environment = full == "os.getenv" || full == "os.environ.get";
    if (fallback >= 0) {
        follow(fallback, depth + 1);
    }
    if (environment) {
        result.unknown = result.unknown || fallback < 0;
        return;
    }
    std::vector<qint32> known;
    if (isGet) {
        known = dictValues(m_file, m_tree.child(function, SyntaxField::Object), key);
    }
    for (const qint32 one : known) {
        follow(one, depth + 1);
    }
    if (known.empty()) {
        const bool before = result.unknown;
        addNamed(toBytes(key), {});
        result.unknown = fallback >= 0 ? before : result.unknown;
    }
}

} // namespace

const KnownValues::Value* KnownValues::find(const QByteArray& text) const
{
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const Value& value) { return value.text == text; });
    return found == values.end() ? nullptr : &*found;
}

KnownValues knownValues(const PythonInput& input, qint32 expression,
                        const std::function<bool(const NamedValue&)>& accept)
{
    Follower follower(input, accept);
    follower.follow(expression, 0);
    return std::move(follower.result);
}

} // namespace rocport
