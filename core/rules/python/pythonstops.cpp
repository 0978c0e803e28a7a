#include "core/rules/python/pythonstops.h"

#include "core/rules/python/pythonends.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

constexpr int kMaxDepth = 24;

/// Whether one of a block's statements fails whatever happens.
bool fails(const SyntaxTree& tree, qint32 block)
{
    const std::vector<qint32> statements = tree.namedChildren(block);
    return std::any_of(statements.begin(), statements.end(),
                       [&](qint32 statement) { return failsAlways(tree.text(statement)); });
}

qint32 lastStatement(const SyntaxTree& tree, qint32 block)
{
    const std::vector<qint32> statements = tree.namedChildren(block);
    return statements.empty() ? -1 : statements.back();
}

bool isAssert(const SyntaxTree& tree, qint32 node)
{
    const std::string_view text = tree.text(node);
    return tree.kind(node) == SyntaxKind::Other &&
           (text.starts_with("assert ") || text.starts_with("assert("));
}

/// Whether a call asks its first argument to hold, and stops where it does not: `assertTrue(x)`,
/// `require(x, "…")`, `torch._assert(x)`. Not `checkpoint(x)` and `requires_grad_(x)`.
bool demands(std::string_view callee)
{
    std::string_view name = lastPart(callee);
    name = name.substr(std::min(name.find_first_not_of('_'), name.size()));
    constexpr std::array<std::string_view, 5> kWords = {"assert", "require", "ensure", "check",
                                                        "expect"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) {
                           const std::string_view rest =
                               name.substr(std::min(word.size(), name.size()));
                           return name.starts_with(word) && (rest.empty() || rest[0] == '_' ||
                                                             (rest[0] >= 'A' && rest[0] <= 'Z'));
                       }) &&
           !name.starts_with("check_");
}

bool isLoop(const SyntaxTree& tree, qint32 node)
{
    return tree.kind(node) == SyntaxKind::ForStatement ||
           (tree.kind(node) == SyntaxKind::Other && tree.text(node).starts_with("while"));
}

/// What a comprehension is made of, and `await`.
bool isPassedOn(const SyntaxTree& tree, qint32 node)
{
    const std::string_view text = tree.text(node);
    return tree.kind(node) == SyntaxKind::Other &&
           (text.starts_with('(') || text.starts_with('[') || text.starts_with('{') ||
            text.starts_with("if ") || text.starts_with("await "));
}

/// The `__init__` of the class that `name` is the name of in its definition; else -1.
qint32 constructor(const SyntaxTree& tree, qint32 name)
{
    const qint32 type = tree.parent(name);
    if (tree.kind(type) != SyntaxKind::ClassDefinition ||
        tree.at(name).field != SyntaxField::Name) {
        return -1;
    }
    for (const qint32 one : tree.namedChildren(tree.child(type, SyntaxField::Body))) {
        if (tree.kind(one) == SyntaxKind::FunctionDefinition &&
            tree.text(tree.child(one, SyntaxField::Name)) == "__init__") {
            return one;
        }
    }
    return -1;
}

qint32 elseOf(const SyntaxTree& tree, qint32 statement)
{
    for (qint32 i = tree.at(statement).firstChild; i >= 0; i = tree.at(i).nextSibling) {
        if (tree.kind(i) == SyntaxKind::ElseClause) {
            return tree.child(i, SyntaxField::Body);
        }
    }
    return -1;
}

} // namespace

PythonStops::PythonStops(const PythonFile& file, NameQuestions& names)
    : m_file(file), m_tree(file.tree()), m_names(names)
{
    for (const qint32 statement : m_file.nodes(SyntaxKind::GlobalStatement)) {
        const qint32 function = m_tree.ancestor(statement, SyntaxKind::FunctionDefinition);
        for (const qint32 name : m_tree.namedChildren(statement)) {
            m_globals.emplace(function, m_tree.text(name));
        }
    }
}

PythonStops::Truth PythonStops::opposite(Truth value)
{
    return value == Truth::Either ? value : (value == Truth::True ? Truth::False : Truth::True);
}

PythonStops::Truth PythonStops::truthOf(qint32 expression) const
{
    const qint32 node = m_tree.unwrapped(expression);
    switch (m_tree.kind(node)) {
    case SyntaxKind::None:
    case SyntaxKind::False:
        return Truth::False;
    case SyntaxKind::True:
        return Truth::True;
    case SyntaxKind::Integer:
    case SyntaxKind::Float:
        return m_tree.text(node).find_first_of("123456789") == std::string_view::npos ? Truth::False
                                                                                      : Truth::True;
    case SyntaxKind::String:
        return m_tree.text(node).size() > 2 ? Truth::True : Truth::False;
    default:
        return node < 0 ? Truth::False : Truth::Either;
    }
}

std::span<const qint32> PythonStops::usesOf(std::string_view name, qint32 scope)
{
    if (!m_usesRead) {
        m_usesRead = true;
        for (const qint32 node : m_file.nodes(SyntaxKind::Identifier)) {
            const std::string_view text = m_tree.text(node);
            m_uses[{text.data(), static_cast<qsizetype>(text.size())}].push_back(node);
        }
    }
    const auto uses = m_uses.constFind(toBytes(name));
    if (uses == m_uses.constEnd()) {
        return {};
    }
    if (scope < 0) {
        return *uses;
    }
    const auto first = std::lower_bound(uses->begin(), uses->end(), scope);
    return {first, std::lower_bound(first, uses->end(), m_tree.at(scope).subtreeEnd)};
}

/// A truth keeps or turns its value where it is compared with None, True or False; compared with
/// anything else it is not followed.
bool PythonStops::compared(qint32 comparison, qint32 node, Truth* value) const
{
    const std::vector<qint32> parts = m_tree.namedChildren(comparison);
    if (parts.size() != 2) {
        return false;
    }
    const qint32 other = m_tree.unwrapped(parts[0] == node ? parts[1] : parts[0]);
    const quint32 begin = m_tree.at(parts[0]).end;
    const std::string_view sign = m_tree.source().substr(begin, m_tree.at(parts[1]).begin - begin);
    const bool negated =
        sign.find("not") != std::string_view::npos || sign.find('!') != std::string_view::npos;
    const bool ordered = sign.find('<') != std::string_view::npos ||
                         sign.find('>') != std::string_view::npos ||
                         sign.find("in") != std::string_view::npos;
    const SyntaxKind kind = m_tree.kind(other);
    const bool without = kind == SyntaxKind::None || kind == SyntaxKind::False;
    if (ordered || (!without && kind != SyntaxKind::True)) {
        return false;
    }
    *value = without == negated ? *value : opposite(*value);
    return true;
}

/// The value of `a if node else b`, and of `node if c else b`.
bool PythonStops::chosen(qint32 conditional, qint32 node, Truth* value) const
{
    const std::vector<qint32> parts = m_tree.namedChildren(conditional);
    if (parts.size() != 3) {
        return false;
    }
    if (parts[1] == node) {
        *value =
            *value == Truth::Either ? Truth::Either : truthOf(parts[*value == Truth::True ? 0 : 2]);
    }
    return true;
}

bool PythonStops::parameter(qint32 function, qint32 call, qint32 node, Truth value, int depth)
{
    const std::vector<qint32> parameters =
        m_tree.namedChildren(m_tree.child(function, SyntaxField::Parameters));
    const std::vector<qint32> arguments =
        m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments));
    const auto nameOf = [&](qint32 one) {
        return m_tree.kind(one) == SyntaxKind::Identifier ? one
               : m_tree.kind(one) == SyntaxKind::TypedParameter
                   ? m_tree.namedChild(one, 0)
                   : m_tree.child(one, SyntaxField::Name);
    };
    const std::string_view keyword = m_tree.kind(node) == SyntaxKind::KeywordArgument
                                         ? m_tree.text(m_tree.child(node, SyntaxField::Name))
                                         : std::string_view();
    const auto at = std::find(arguments.begin(), arguments.end(), node);
    auto place = static_cast<size_t>(at - arguments.begin());
    const bool method = !parameters.empty() && (m_tree.text(parameters[0]) == "self" ||
                                                m_tree.text(parameters[0]) == "cls");
    place += method ? 1 : 0;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const qint32 name = nameOf(parameters[i]);
        if (keyword.empty() ? i == place : m_tree.text(name) == keyword) {
            return name >= 0 && named(name, function, false, value, depth + 1);
        }
    }
    return false;
}

/// `node` is an argument of `call`: what its own function does with it.
bool PythonStops::argument(qint32 call, qint32 node, Truth value, int depth)
{
    const std::string_view callee = m_tree.text(m_tree.child(call, SyntaxField::Function));
    const std::string_view last = lastPart(callee);
    const bool first = m_tree.namedChild(m_tree.child(call, SyntaxField::Arguments), 0) == node;
    if (last == "bool" || last == "int" || last == "any" || last == "all") {
        return follow(call, value, depth + 1);
    }
    if (first && demands(callee)) {
        return mayBe(value, last.starts_with("assertFalse"));
    }
    bool own = false;
    for (const qint32 use : usesOf(last, -1)) {
        const qint32 function = m_tree.parent(use);
        if (m_tree.kind(function) == SyntaxKind::FunctionDefinition &&
            m_tree.at(use).field == SyntaxField::Name) {
            own = true;
            if (parameter(function, call, node, value, depth)) {
                return true;
            }
        }
    }
    for (const qint32 use : usesOf(last, -1)) {
        const qint32 function = constructor(m_tree, use);
        if (function >= 0 && parameter(function, call, node, value, depth)) {
            return true;
        }
    }
    // A field of an object: Limits(hopper=capability >= 9).
    const qint32 name = m_tree.kind(node) == SyntaxKind::KeywordArgument
                            ? m_tree.child(node, SyntaxField::Name)
                            : -1;
    return !own && name >= 0 && named(name, -1, true, value, depth + 1);
}

bool PythonStops::follow(qint32 node, Truth value, int depth)
{
    if (depth > kMaxDepth) {
        m_isCut = true;
        return false;
    }
    for (qint32 i = node;;) {
        const qint32 outer = m_tree.parent(i);
        const SyntaxField field = m_tree.at(i).field;
        switch (m_tree.kind(outer)) {
        case SyntaxKind::NotOperator:
            value = opposite(value);
            break;
        case SyntaxKind::ComparisonOperator:
            if (!compared(outer, i, &value)) {
                return false;
            }
            break;
        case SyntaxKind::ConditionalExpression:
            if (!chosen(outer, i, &value)) {
                return false;
            }
            break;
        case SyntaxKind::Parenthesized:
        case SyntaxKind::BooleanOperator:
        case SyntaxKind::Lambda:
        case SyntaxKind::Pair:
        case SyntaxKind::Dictionary:
        case SyntaxKind::Tuple:
        case SyntaxKind::List:
        case SyntaxKind::ExpressionList:
            break;
        case SyntaxKind::Subscript:
            if (field != SyntaxField::Value) {
                return false;
            }
            break;
        case SyntaxKind::Attribute: // x.item()
            if (m_tree.kind(m_tree.parent(outer)) != SyntaxKind::Call) {
                return false;
            }
            break;
        case SyntaxKind::Call:
            if (field != SyntaxField::Function) {
                return field == SyntaxField::Arguments && argument(outer, i, value, depth);
            }
            break;
        case SyntaxKind::KeywordArgument:
            return argument(m_tree.parent(m_tree.parent(outer)), outer, value, depth);
        case SyntaxKind::ArgumentList:
            return argument(m_tree.parent(outer), i, value, depth);
        case SyntaxKind::NamedExpression:
            if (targets(m_tree.child(outer, SyntaxField::Name), value, depth)) {
                return true;
            }
            break;
        case SyntaxKind::Assignment:
            if (field != SyntaxField::Right ||
                targets(m_tree.child(outer, SyntaxField::Left), value, depth)) {
                return field == SyntaxField::Right;
            }
            break; // a = b = …
        case SyntaxKind::AugmentedAssignment:
            return field == SyntaxField::Right &&
                   targets(m_tree.child(outer, SyntaxField::Left), Truth::Either, depth);
        case SyntaxKind::Return:
            return returned(m_tree.ancestor(outer, SyntaxKind::FunctionDefinition), value, depth);
        case SyntaxKind::IfStatement:
        case SyntaxKind::ElifClause:
            return field == SyntaxField::Condition && branches(outer, value, depth);
        default:
            if (outer < 0 || isAssert(m_tree, outer)) {
                return outer >= 0 && m_tree.namedChild(outer, 0) == i && mayBe(value, false);
            }
            if (!isPassedOn(m_tree, outer)) {
                return false;
            }
            break;
        }
        i = outer;
    }
}

bool PythonStops::branches(qint32 clause, Truth value, int depth)
{
    return (mayBe(value, true) && taken(m_tree.child(clause, SyntaxField::Consequence), depth)) ||
           (mayBe(value, false) && skipped(clause, depth));
}

/// Whether the program stops where a block is run: it fails, or it returns or keeps a truth on
/// which something stops.
bool PythonStops::taken(qint32 block, int depth)
{
    if (fails(m_tree, block)) {
        return true;
    }
    for (const qint32 statement : m_tree.namedChildren(block)) {
        const qint32 inner = m_tree.kind(statement) == SyntaxKind::ExpressionStatement
                                 ? m_tree.namedChild(statement, 0)
                                 : statement;
        if (m_tree.kind(inner) == SyntaxKind::Return) {
            return returned(m_tree.ancestor(inner, SyntaxKind::FunctionDefinition),
                            truthOf(m_tree.namedChild(inner, 0)), depth);
        }
        const qint32 right = m_tree.child(inner, SyntaxField::Right);
        if (m_tree.kind(inner) == SyntaxKind::Assignment && right >= 0 &&
            truthOf(right) != Truth::Either &&
            targets(m_tree.child(inner, SyntaxField::Left), truthOf(right), depth)) {
            return true;
        }
    }
    return false;
}

/// What a block binds was None or False before, as far as that is known.
bool PythonStops::unbound(qint32 block, int depth)
{
    for (const qint32 statement : m_tree.namedChildren(block)) {
        const qint32 inner = m_tree.kind(statement) == SyntaxKind::ExpressionStatement
                                 ? m_tree.namedChild(statement, 0)
                                 : statement;
        const qint32 right = m_tree.child(inner, SyntaxField::Right);
        const bool binds = m_tree.kind(inner) == SyntaxKind::Assignment && right >= 0;
        const Truth before = binds && truthOf(right) == Truth::False ? Truth::True : Truth::False;
        if (binds && targets(m_tree.child(inner, SyntaxField::Left), before, depth)) {
            return true;
        }
    }
    return false;
}

/// Whether the program stops where a clause is not run: what stands behind `else` does, or what
/// follows, where the clause would have left before.
bool PythonStops::skipped(qint32 clause, int depth)
{
    const qint32 block = m_tree.child(clause, SyntaxField::Consequence);
    if (fails(m_tree, block)) {
        return false; // that was for this very case
    }
    const qint32 statement =
        m_tree.kind(clause) == SyntaxKind::ElifClause ? m_tree.parent(clause) : clause;
    if (const qint32 other = elseOf(m_tree, statement); other >= 0) {
        return taken(other, depth);
    }
    const qint32 last = lastStatement(m_tree, block);
    const std::string_view text = m_tree.text(last);
    if (!leavesSuite(text)) {
        return unbound(block, depth);
    }
    const bool gives = m_tree.kind(last) == SyntaxKind::Return && m_tree.namedChild(last, 0) >= 0;
    if (text.starts_with("break") || text.starts_with("return")) {
        for (qint32 i = m_tree.parent(statement); i >= 0; i = m_tree.parent(i)) {
            if (m_tree.kind(i) == SyntaxKind::FunctionDefinition) {
                break;
            }
            if (isLoop(m_tree, i)) {
                // The loop comes to its end, and its `else` is run.
                const qint32 other = elseOf(m_tree, i);
                return (other >= 0 && fails(m_tree, other)) ||
                       (text.starts_with("return") && after(i, gives, depth));
            }
        }
    }
    return after(statement, gives, depth);
}

/// What is reached behind a statement. `gives`: a clause that was skipped would have returned a
/// value.
bool PythonStops::after(qint32 statement, bool gives, int depth)
{
    for (qint32 i = statement; i >= 0;) {
        for (qint32 next = m_tree.at(i).nextSibling; next >= 0;
             next = m_tree.at(next).nextSibling) {
            const SyntaxKind kind = m_tree.kind(next);
            if (kind == SyntaxKind::ElifClause || kind == SyntaxKind::ElseClause ||
                kind == SyntaxKind::ExceptClause) {
                continue;
            }
            const std::string_view text = m_tree.text(next);
            if (failsAlways(text)) {
                return true;
            }
            if (kind == SyntaxKind::Return) {
                return returned(m_tree.ancestor(next, SyntaxKind::FunctionDefinition),
                                truthOf(m_tree.namedChild(next, 0)), depth);
            }
            if (leavesSuite(text)) {
                return false;
            }
        }
        i = m_tree.parent(i);
        if (m_tree.kind(i) == SyntaxKind::FunctionDefinition) {
            return gives && returned(i, Truth::False, depth);
        }
        if (isLoop(m_tree, i) || m_tree.kind(i) == SyntaxKind::ClassDefinition) {
            return false;
        }
    }
    return false;
}

bool PythonStops::targets(qint32 left, Truth value, int depth)
{
    switch (m_tree.kind(left)) {
    case SyntaxKind::Identifier: {
        const qint32 scope = m_tree.ancestor(left, SyntaxKind::FunctionDefinition);
        const bool global = m_globals.contains({scope, m_tree.text(left)});
        return named(left, global ? -1 : scope, false, value, depth + 1);
    }
    case SyntaxKind::Attribute:
        return named(m_tree.child(left, SyntaxField::Attribute), -1, true, value, depth + 1);
    case SyntaxKind::Subscript:
        return targets(m_tree.child(left, SyntaxField::Value), value, depth);
    default:
        return false;
    }
}

bool PythonStops::returned(qint32 function, Truth value, int depth)
{
    if (function < 0) {
        return false;
    }
    const qint32 outer = m_tree.ancestor(function, SyntaxKind::FunctionDefinition);
    const qint32 owner = m_tree.ancestor(function, SyntaxKind::ClassDefinition);
    return named(m_tree.child(function, SyntaxField::Name), owner > outer ? -1 : outer, false,
                 value, depth + 1);
}

/// Whether another file stops on what it imports under that name.
bool PythonStops::elsewhere(std::string_view name, Truth value)
{
    const QByteArray text = toBytes(name);
    return (mayBe(value, false) && m_names.stopsOn(text, false)) ||
           (mayBe(value, true) && m_names.stopsOn(text, true));
}

/// Whether a use of a name stops the program. `scope`: the function that the name is known in; -1:
/// the module, where attributes are called so too. `attributes`: nothing but attributes.
bool PythonStops::named(qint32 name, qint32 scope, bool attributes, Truth value, int depth)
{
    const std::string_view text = m_tree.text(name);
    QByteArray key = toBytes(text);
    key += ' ' + QByteArray::number(scope) + ' ' + QByteArray::number(int(attributes)) + ' ' +
           QByteArray::number(int(value));
    const auto known = m_known.constFind(key);
    if (known != m_known.constEnd() && (known->stops || depth >= known->depth)) {
        m_isCut = m_isCut || known->depth > 0;
        m_open = std::min(m_open, known->open);
        return known->stops;
    }
    const bool isCut = std::exchange(m_isCut, false);
    const int open = std::exchange(m_open, kNoDepth);
    const qsizetype before = m_unsure.size();
    m_known.insert(key, {false, 0, depth}); // while it is followed
    const bool found = isUsedToStop(text, scope, attributes, value, depth);
    if (found || m_open >= depth) {
        for (const QByteArray& one : m_unsure.sliced(before)) {
            const auto answer = m_known.find(one);
            if (answer != m_known.end() && !found && !m_isCut) {
                answer->open = kNoDepth;
            } else if (answer != m_known.end() && !answer->stops) {
                m_known.erase(answer);
            }
        }
        m_unsure.resize(before);
        m_open = kNoDepth;
    } else {
        m_unsure.append(key);
    }
    m_known.insert(key, {found, m_isCut ? depth : 0, m_open});
    m_isCut = m_isCut || isCut;
    m_open = std::min(m_open, open);
    return found;
}

bool PythonStops::isUsedToStop(std::string_view name, qint32 scope, bool attributes, Truth value,
                               int depth)
{
    for (const qint32 use : usesOf(name, scope)) {
        const qint32 outer = m_tree.parent(use);
        const SyntaxKind kind = m_tree.kind(outer);
        const SyntaxField field = m_tree.at(use).field;
        const bool part = kind == SyntaxKind::Attribute && field == SyntaxField::Attribute;
        const qint32 whole = part ? outer : use;
        const bool binds = m_tree.at(whole).field == SyntaxField::Left ||
                           field == SyntaxField::Name || kind == SyntaxKind::Parameters ||
                           kind == SyntaxKind::TypedParameter || kind == SyntaxKind::DottedName;
        if (binds || (part ? scope >= 0 : attributes)) {
            continue;
        }
        if (follow(whole, value, depth)) {
            return true;
        }
    }
    return scope < 0 && elsewhere(name, value);
}

} // namespace rocport
