#include "core/rules/python/pythoncalls.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool isScope(SyntaxKind kind)
{
    return kind == SyntaxKind::FunctionDefinition || kind == SyntaxKind::ClassDefinition ||
           kind == SyntaxKind::Lambda;
}

/// Methods of modules that give the module back.
bool givesItself(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> kNames = {
        "to", "cuda", "eval", "train", "half", "bfloat16", "float", "requires_grad_", "double"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool isCompileName(const std::string& name)
{
    return name == "torch.compile" || name == "torch.compiler.compile";
}

} // namespace

PythonCalls::PythonCalls(const PythonFile& file) : m_file(file), m_tree(file.tree())
{
    for (const qint32 i : file.nodes(SyntaxKind::FunctionDefinition)) {
        if (enclosingClass(i) < 0) {
            m_functions.insert(toBytes(m_tree.text(m_tree.child(i, SyntaxField::Name))), i);
        }
    }
    for (const qint32 i : file.nodes(SyntaxKind::ClassDefinition)) {
        const QByteArray name = toBytes(m_tree.text(m_tree.child(i, SyntaxField::Name)));
        m_classes[name] = m_classes.contains(name) ? -1 : i;
    }
    for (const qint32 i : file.nodes(SyntaxKind::Assignment)) {
        const qint32 left = m_tree.child(i, SyntaxField::Left);
        const qint32 value = m_tree.child(i, SyntaxField::Right);
        const SyntaxKind kind = m_tree.kind(left);
        if (value < 0 || (kind != SyntaxKind::Identifier && kind != SyntaxKind::Attribute)) {
            continue;
        }
        const QByteArray name = toBytes(m_tree.text(left));
        const qint32 inner = stripped(value);
        if (isCompileCall(inner)) {
            m_compiled.insert(name, inner);
        }
        if (const qint32 type = classOf(inner); type >= 0) {
            m_instances[name] =
                m_instances.contains(name) && m_instances.value(name) != type ? -1 : type;
        }
    }
}

/// `Model(...).cuda().eval()` -> `Model(...)`.
qint32 PythonCalls::stripped(qint32 expression) const
{
    qint32 node = m_tree.unwrapped(expression);
    for (int i = 0; i < 8 && m_tree.kind(node) == SyntaxKind::Call; ++i) {
        const qint32 function = m_tree.child(node, SyntaxField::Function);
        if (m_tree.kind(function) != SyntaxKind::Attribute ||
            !givesItself(m_tree.text(m_tree.child(function, SyntaxField::Attribute)))) {
            break;
        }
        node = m_tree.unwrapped(m_tree.child(function, SyntaxField::Object));
    }
    return node;
}

bool PythonCalls::isCompileCall(qint32 call) const
{
    return m_tree.kind(call) == SyntaxKind::Call &&
           isCompileName(m_file.qualified(m_tree.child(call, SyntaxField::Function)));
}

/// The class of the module that a call makes an instance of.
qint32 PythonCalls::classOf(qint32 expression) const
{
    if (m_tree.kind(expression) != SyntaxKind::Call) {
        return -1;
    }
    if (isCompileCall(expression)) {
        const qint32 inner = m_file.positional(expression, 0);
        return inner < 0 ? -1 : classOf(stripped(inner));
    }
    const qint32 function = m_tree.child(expression, SyntaxField::Function);
    return m_tree.kind(function) == SyntaxKind::Identifier
               ? m_classes.value(toBytes(m_tree.text(function)), -1)
               : -1;
}

qint32 PythonCalls::instanceOf(qint32 expression) const
{
    const qint32 node = stripped(expression);
    const qint32 made = classOf(node);
    return made >= 0 ? made : m_instances.value(toBytes(m_tree.text(node)), -1);
}

/// The class whose body `node` stands in, not deeper than a method.
qint32 PythonCalls::enclosingClass(qint32 node) const
{
    for (qint32 i = m_tree.parent(node); i >= 0; i = m_tree.parent(i)) {
        if (m_tree.kind(i) == SyntaxKind::ClassDefinition) {
            return i;
        }
        if (isScope(m_tree.kind(i))) {
            return -1;
        }
    }
    return -1;
}

qint32 PythonCalls::method(qint32 type, std::string_view name, int depth) const
{
    if (type < 0 || depth > 3) {
        return -1;
    }
    for (const qint32 statement : m_tree.namedChildren(m_tree.child(type, SyntaxField::Body))) {
        const qint32 definition = m_tree.kind(statement) == SyntaxKind::DecoratedDefinition
                                      ? m_tree.child(statement, SyntaxField::Definition)
                                      : statement;
        if (m_tree.kind(definition) == SyntaxKind::FunctionDefinition &&
            m_tree.text(m_tree.child(definition, SyntaxField::Name)) == name) {
            return definition;
        }
    }
    for (const qint32 child : m_tree.namedChildren(type)) {
        if (m_tree.kind(child) != SyntaxKind::ArgumentList) {
            continue;
        }
        for (const qint32 base : m_tree.namedChildren(child)) {
            const qint32 found =
                method(m_classes.value(toBytes(m_tree.text(base)), -1), name, depth + 1);
            if (found >= 0) {
                return found;
            }
        }
    }
    return -1;
}

qint32 PythonCalls::byName(std::string_view name, qint32 user) const
{
    qint32 result = -1;
    for (const qint32 function : m_functions.values(toBytes(name))) {
        qint32 scope = m_tree.parent(function);
        while (scope >= 0 && !isScope(m_tree.kind(scope))) {
            scope = m_tree.parent(scope);
        }
        const bool inSight = scope < 0 || (scope < user && user < m_tree.at(scope).subtreeEnd);
        if (inSight && result >= 0) {
            return -1;
        }
        result = inSight ? function : result;
    }
    return result;
}

qint32 PythonCalls::functionOf(qint32 expression, int depth) const
{
    constexpr int kMaxDepth = 5;
    const qint32 node = m_tree.unwrapped(expression);
    if (depth > kMaxDepth || node < 0) {
        return -1;
    }
    const auto runs = [&](qint32 type) {
        const qint32 forward = method(type, "forward");
        return forward >= 0 ? forward : method(type, "__call__");
    };
    switch (m_tree.kind(node)) {
    case SyntaxKind::Lambda:
        return node;
    case SyntaxKind::Identifier: {
        if (const qint32 function = byName(m_tree.text(node), node); function >= 0) {
            return function;
        }
        if (const qint32 type = instanceOf(node); type >= 0) {
            return runs(type);
        }
        const qint32 value = m_file.valueOf(node);
        return value < 0 ? -1 : functionOf(value, depth + 1);
    }
    case SyntaxKind::Attribute: {
        if (const qint32 type = instanceOf(node); type >= 0) {
            return runs(type);
        }
        const qint32 object = m_tree.child(node, SyntaxField::Object);
        const std::string_view name = m_tree.text(m_tree.child(node, SyntaxField::Attribute));
        if (m_tree.text(object) == "self" || m_tree.text(object) == "cls") {
            for (qint32 i = m_tree.ancestor(node, SyntaxKind::ClassDefinition); i >= 0;
                 i = m_tree.ancestor(i, SyntaxKind::ClassDefinition)) {
                if (const qint32 found = method(i, name); found >= 0) {
                    return found;
                }
            }
        } else if (const qint32 type = instanceOf(object); type >= 0) {
            return method(type, name);
        }
        const qint32 compiled = m_compiled.value(toBytes(m_tree.text(node)), -1);
        return compiled < 0 ? -1 : functionOf(m_file.positional(compiled, 0), depth + 1);
    }
    case SyntaxKind::Call: {
        const std::string name = m_file.qualified(m_tree.child(node, SyntaxField::Function));
        const bool passesOn = isCompileName(name) || name == "functools.partial";
        if (passesOn) {
            return functionOf(m_file.positional(node, 0), depth + 1);
        }
        return runs(instanceOf(node));
    }
    default:
        return -1;
    }
}

qint32 PythonCalls::bodyOf(qint32 function) const
{
    return m_tree.child(function, SyntaxField::Body);
}

std::vector<qint32> PythonCalls::ownNodes(qint32 root) const
{
    std::vector<qint32> result;
    if (root < 0) {
        return result;
    }
    for (qint32 i = root; i < m_tree.at(root).subtreeEnd; ++i) {
        if (i != root && isScope(m_tree.kind(i))) {
            i = m_tree.at(i).subtreeEnd - 1;
            continue;
        }
        result.push_back(i);
    }
    return result;
}

std::vector<PythonCalls::Reached> PythonCalls::reach(const std::vector<qint32>& roots,
                                                     int depth) const
{
    constexpr size_t kMaxReached = 400;
    std::vector<Reached> result;
    QSet<qint32> seen;
    result.reserve(roots.size());
    for (const qint32 root : roots) {
        result.push_back({root, {}});
    }
    for (size_t i = 0; i < result.size() && result.size() < kMaxReached; ++i) {
        if (static_cast<int>(result[i].way.size()) >= depth) {
            continue;
        }
        for (const qint32 node : ownNodes(result[i].root)) {
            if (m_tree.kind(node) != SyntaxKind::Call || m_file.isNvidiaOnly(node)) {
                continue;
            }
            const qint32 callee = m_tree.child(node, SyntaxField::Function);
            const qint32 function = functionOf(callee);
            const qint32 body = bodyOf(function);
            if (body < 0 || seen.contains(body)) {
                continue;
            }
            seen.insert(body);
            Reached next{body, result[i].way};
            next.way.push_back({node, std::string(m_tree.text(callee).substr(0, 60))});
            result.push_back(std::move(next));
        }
    }
    return result;
}

bool PythonCalls::hasCompileDecorator(qint32 function) const
{
    const qint32 outer = m_tree.parent(function);
    if (m_tree.kind(outer) != SyntaxKind::DecoratedDefinition) {
        return false;
    }
    for (const qint32 child : m_tree.namedChildren(outer)) {
        if (m_tree.kind(child) != SyntaxKind::Decorator) {
            continue;
        }
        qint32 what = m_tree.unwrapped(m_tree.namedChild(child, 0));
        if (m_tree.kind(what) == SyntaxKind::Call) {
            const qint32 callee = m_tree.child(what, SyntaxField::Function);
            what = m_file.qualified(callee) == "functools.partial" ? m_file.positional(what, 0)
                                                                   : callee;
        }
        if (isCompileName(m_file.qualified(what))) {
            return true;
        }
    }
    return false;
}

bool PythonCalls::isCompiled(qint32 callee) const
{
    const qint32 node = m_tree.unwrapped(callee);
    if (isCompileCall(node) || m_compiled.contains(toBytes(m_tree.text(node)))) {
        return true;
    }
    const qint32 function = functionOf(node);
    return m_tree.kind(function) == SyntaxKind::FunctionDefinition && hasCompileDecorator(function);
}

std::vector<std::pair<qint32, qint32>> PythonCalls::compiledFunctions() const
{
    std::vector<std::pair<qint32, qint32>> result;
    QSet<qint32> seen;
    const auto add = [&](qint32 function, qint32 why) {
        if (function >= 0 && !seen.contains(function)) {
            seen.insert(function);
            result.emplace_back(function, why);
        }
    };
    for (const qint32 function : m_file.nodes(SyntaxKind::FunctionDefinition)) {
        if (hasCompileDecorator(function)) {
            add(function, m_tree.parent(function));
        }
    }
    for (const qint32 call : m_file.nodes(SyntaxKind::Call)) {
        if (isCompileCall(call) && !m_file.isNvidiaOnly(call)) {
            add(functionOf(m_file.positional(call, 0)), call);
        }
    }
    return result;
}

} // namespace rocport
