#include "core/rules/python/pythonuses.h"

#include "core/rules/python/pythonends.h"
#include "core/rules/python/pythonvalues.h"

#include <algorithm>

namespace rocport {

namespace {

/// Whether the last statement of a block ends the work: raises again or exits.
bool endsInFailure(const SyntaxTree& tree, qint32 block)
{
    const std::vector<qint32> statements = tree.namedChildren(block);
    const std::string_view last =
        statements.empty() ? std::string_view() : tree.text(statements.back());
    return failsAlways(last);
}

/// Names that an import or a definition binds are no reads.
bool isRead(const SyntaxTree& tree, qint32 identifier)
{
    const qint32 outer = tree.parent(identifier);
    const SyntaxField field = tree.at(identifier).field;
    switch (tree.kind(outer)) {
    case SyntaxKind::DottedName:
    case SyntaxKind::AliasedImport:
    case SyntaxKind::GlobalStatement:
    case SyntaxKind::Parameters:
    case SyntaxKind::TypedParameter:
        return false;
    case SyntaxKind::Attribute:
        return field != SyntaxField::Attribute;
    case SyntaxKind::KeywordArgument:
    case SyntaxKind::DefaultParameter:
    case SyntaxKind::TypedDefaultParameter:
    case SyntaxKind::FunctionDefinition:
    case SyntaxKind::ClassDefinition:
        return field != SyntaxField::Name;
    case SyntaxKind::Assignment:
        return field != SyntaxField::Left;
    default:
        return true;
    }
}

/// "is not", "==": what stands between the two operands of a comparison, with one blank.
std::string operatorOf(const SyntaxTree& tree, qint32 left, qint32 right)
{
    std::string result;
    const quint32 begin = tree.at(left).end;
    for (const char c : tree.source().substr(begin, tree.at(right).begin - begin)) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\';
        if (!blank) {
            result += c;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    while (!result.empty() && (result.back() == ' ' || result.back() == '(')) {
        result.pop_back();
    }
    return result;
}

} // namespace

ImportedUses::ImportedUses(const PythonFile& file, std::function<bool(qint32)> isUse)
    : ImportedUses(file, std::move(isUse), file.nodes(SyntaxKind::Identifier))
{
}

ImportedUses::ImportedUses(const PythonFile& file, std::function<bool(qint32)> isUse,
                           const std::vector<qint32>& identifiers)
    : m_file(file), m_tree(file.tree()), m_isUse(std::move(isUse))
{
    for (const qint32 i : identifiers) {
        if (!isRead(m_tree, i) || !m_isUse(i)) {
            continue;
        }
        if (asks(i)) {
            readLeaving(i);
        } else {
            m_reads.push_back(i);
        }
    }
}

ImportedUses::Presence ImportedUses::presence(qint32 condition, int depth) const
{
    constexpr int kMaxDepth = 40;
    condition = m_tree.unwrapped(condition);
    if (depth > kMaxDepth) {
        return {false, false};
    }
    switch (m_tree.kind(condition)) {
    case SyntaxKind::Identifier:
        return {m_isUse(condition), false};
    case SyntaxKind::NotOperator: {
        const Presence inner = presence(m_tree.child(condition, SyntaxField::Argument), depth + 1);
        return {inner.second, inner.first};
    }
    case SyntaxKind::ComparisonOperator: {
        const std::vector<qint32> parts = m_tree.namedChildren(condition);
        if (parts.size() != 2 || m_tree.kind(parts[1]) != SyntaxKind::None ||
            m_tree.kind(m_tree.unwrapped(parts[0])) != SyntaxKind::Identifier ||
            !m_isUse(m_tree.unwrapped(parts[0]))) {
            return {false, false};
        }
        const std::string what = operatorOf(m_tree, parts[0], parts[1]);
        return {what == "is not" || what == "!=", what == "is" || what == "=="};
    }
    case SyntaxKind::BooleanOperator: {
        const qint32 left = m_tree.child(condition, SyntaxField::Left);
        const qint32 right = m_tree.child(condition, SyntaxField::Right);
        const Presence a = presence(left, depth + 1);
        const Presence b = presence(right, depth + 1);
        const bool both = operatorOf(m_tree, left, right).starts_with("and");
        return both ? Presence{a.first || b.first, a.second && b.second}
                    : Presence{a.first && b.first, a.second || b.second};
    }
    default:
        return {false, false};
    }
}

/// Whether an identifier is only asked whether it is there.
bool ImportedUses::asks(qint32 identifier) const
{
    qint32 node = identifier;
    for (qint32 outer = m_tree.parent(node);; outer = m_tree.parent(node)) {
        switch (m_tree.kind(outer)) {
        case SyntaxKind::ComparisonOperator: {
            const std::vector<qint32> parts = m_tree.namedChildren(outer);
            return parts.size() == 2 && m_tree.kind(parts[1]) == SyntaxKind::None;
        }
        case SyntaxKind::Parenthesized:
            break;
        case SyntaxKind::NotOperator:
        case SyntaxKind::BooleanOperator:
            // `x = name and name.f()` hands None on, which its reader must expect anyway.
            return true;
        case SyntaxKind::IfStatement:
        case SyntaxKind::ElifClause:
            return m_tree.at(node).field == SyntaxField::Condition;
        case SyntaxKind::ConditionalExpression:
            return m_tree.namedChild(outer, 1) == node;
        case SyntaxKind::ArgumentList:
            return m_tree.text(m_tree.child(m_tree.parent(outer), SyntaxField::Function)) == "bool";
        default:
            return m_tree.text(outer).starts_with("assert ") && m_tree.namedChild(outer, 0) == node;
        }
        node = outer;
    }
}

/// `if name is None: return`, `assert name`: what follows in the suite has the library.
void ImportedUses::readLeaving(qint32 identifier)
{
    const qint32 statement = m_tree.statementOf(identifier);
    if (statement < 0) {
        return;
    }
    bool leaves = false;
    if (m_tree.kind(statement) == SyntaxKind::IfStatement) {
        const qint32 condition = m_tree.child(statement, SyntaxField::Condition);
        const std::vector<qint32> body =
            m_tree.namedChildren(m_tree.child(statement, SyntaxField::Consequence));
        leaves = identifier >= condition && identifier < m_tree.at(condition).subtreeEnd &&
                 presence(condition).second && !body.empty() &&
                 leavesSuite(m_tree.text(body.back()));
    } else if (m_tree.text(statement).starts_with("assert ")) {
        leaves = presence(m_tree.namedChild(statement, 0)).first;
    }
    const qint32 suite = m_tree.parent(statement);
    if (leaves && !m_leaving.contains(suite)) {
        m_leaving.insert(suite, statement);
    }
}

bool ImportedUses::isGuarded(qint32 read) const
{
    if (m_file.isNvidiaOnly(read) || isLeftToOthers(m_file, read)) {
        return true;
    }
    for (qint32 i = read; i >= 0; i = m_tree.parent(i)) {
        const qint32 outer = m_tree.parent(i);
        const SyntaxField field = m_tree.at(i).field;
        Presence known{false, false};
        bool whenTrue = true;
        switch (m_tree.kind(outer)) {
        case SyntaxKind::IfStatement:
        case SyntaxKind::ElifClause:
            if (field == SyntaxField::Condition) {
                continue;
            }
            known = presence(m_tree.child(outer, SyntaxField::Condition));
            whenTrue = field == SyntaxField::Consequence;
            break;
        case SyntaxKind::ConditionalExpression: {
            const std::vector<qint32> parts = m_tree.namedChildren(outer);
            if (parts.size() != 3 || parts[1] == i) {
                continue;
            }
            known = presence(parts[1]);
            whenTrue = parts[0] == i;
            break;
        }
        case SyntaxKind::BooleanOperator: {
            const qint32 left = m_tree.child(outer, SyntaxField::Left);
            if (field != SyntaxField::Right) {
                continue;
            }
            known = presence(left);
            whenTrue = operatorOf(m_tree, left, i).starts_with("and");
            break;
        }
        case SyntaxKind::Block:
        case SyntaxKind::Module: {
            const auto leaving = m_leaving.constFind(outer);
            if (leaving != m_leaving.constEnd() && *leaving < i) {
                return true;
            }
            continue;
        }
        default:
            continue;
        }
        if (whenTrue ? known.first : known.second) {
            return true;
        }
    }
    return false;
}

Handling ImportedUses::handlerOf(qint32 statement, qint32 read) const
{
    bool byName = false;
    bool any = false;
    for (const qint32 clause : m_tree.namedChildren(statement)) {
        if (m_tree.kind(clause) != SyntaxKind::ExceptClause) {
            continue;
        }
        any = true;
        const qint32 first = m_tree.namedChild(clause, 0);
        const bool bare = m_tree.kind(first) == SyntaxKind::Block;
        const std::vector<qint32> parts = m_tree.namedChildren(clause);
        if (!parts.empty() && endsInFailure(m_tree, parts.back())) {
            return Handling::Unclear;
        }
        if (bare) {
            return byName ? Handling::Named : Handling::Always;
        }
        bool general = false;
        bool own = false;
        for (qint32 i = first; i < m_tree.at(first).subtreeEnd; ++i) {
            if (m_tree.kind(i) != SyntaxKind::Identifier) {
                continue;
            }
            const std::string_view name = m_tree.text(i);
            general = general || name == "Exception" || name == "BaseException" ||
                      (name == "AttributeError" &&
                       m_tree.kind(m_tree.parent(read)) == SyntaxKind::Attribute);
            own = own || m_isUse(i) || lastPart(m_file.qualified(i)).starts_with("NVMLError");
        }
        if (general && !own) {
            return byName ? Handling::Named : Handling::Always;
        }
        byName = byName || own;
    }
    return byName ? Handling::Named : (any ? Handling::Unclear : Handling::None);
}

Handling ImportedUses::handling(qint32 read) const
{
    bool unclear = false;
    for (qint32 i = read; i >= 0; i = m_tree.parent(i)) {
        const qint32 outer = m_tree.parent(i);
        if (m_tree.kind(outer) == SyntaxKind::FunctionDefinition) {
            break;
        }
        if (m_tree.kind(outer) != SyntaxKind::TryStatement ||
            m_tree.at(i).field != SyntaxField::Body) {
            continue;
        }
        const Handling found = handlerOf(outer, read);
        if (found == Handling::Always || found == Handling::Named) {
            return unclear ? Handling::Unclear : found;
        }
        unclear = unclear || found == Handling::Unclear;
    }
    return unclear ? Handling::Unclear : Handling::None;
}

QString ImportedUses::linesOf(const PythonFile& file, const std::vector<qint32>& nodes)
{
    constexpr qsizetype kShown = 3;
    QStringList places;
    for (const qint32 node : nodes) {
        const QString place = file.placeOf(node);
        if (places.isEmpty() || places.last() != place) {
            places.append(place);
        }
    }
    if (places.size() > kShown) {
        const qsizetype more = places.size() - kShown;
        places = places.mid(0, kShown) + QStringList(QStringLiteral("%1 more").arg(more));
    }
    if (places.size() <= 1) {
        return places.join(QString());
    }
    const QString last = places.takeLast();
    return QStringLiteral("%1 and %2").arg(places.join(QStringLiteral(", ")), last);
}

} // namespace rocport
