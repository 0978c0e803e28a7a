#include "core/isolation/pythonprojection.h"

#include "core/base/cancelscope.h"
#include "core/isolation/isolation.h"
#include "core/isolation/pythonparentheses.h"
#include "core/isolation/pythonspacing.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <string>

namespace rocport {

namespace {

enum class Truth : quint8 { Unknown, True, False };

bool isPythonBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}
class PythonProjector
{
public:
    PythonProjector(const SyntaxTree& tree, std::string_view flag, bool importGuards)
        : m_tree(tree),
          m_text(tree.source()),
          m_flag(flag),
          m_importGuards(importGuards),
          m_dropped(tree.nodes().size(), false)
    {
        for (size_t i = 0; i < m_text.size(); ++i) {
            if (m_text[i] == '\n' || m_text[i] == '\r') {
                m_lines.push_back(i + 1);
            }
        }
    }

    PythonProjection run();

private:
    /// One arm of an if statement.
    struct Arm
    {
        Truth truth = Truth::Unknown;
        size_t header = 0;    ///< offset of if, elif, else
        size_t condition = 0; ///< end of the condition; 0 for else
        size_t colon = 0;     ///< offset after ':'
        qint32 body = -1;
        qint32 node = -1; ///< elif or else clause; -1 for the first arm
        size_t end = 0;   ///< where the next arm's line, or what follows the statement, begins
    };

    [[nodiscard]] size_t lineStart(size_t at) const;
    [[nodiscard]] size_t afterLine(size_t at) const;
    [[nodiscard]] Truth truthOf(qint32 condition) const;
    [[nodiscard]] std::vector<Arm> armsOf(qint32 statement) const;
    [[nodiscard]] Arm armOf(qint32 node, Truth truth) const;
    void ifStatement(qint32 statement);
    void conditional(qint32 node);
    void booleanOperator(qint32 node);
    void keep(qint32 node, qint32 kept);
    void importGuard(qint32 node);
    [[nodiscard]] bool isImportGuard(qint32 node) const;
    bool removeIfFlagStatement(qint32 statement);
    void unwrap(const Arm& arm, size_t outerBegin);
    void dedent(size_t begin, size_t end, std::string_view outer, std::string_view inner);
    void cut(size_t begin, size_t end, bool lines, const char* replacement = "");
    void drop(qint32 node);
    void assemble(PythonProjection& projection);

    const SyntaxTree& m_tree;
    std::string_view m_text;
    std::string_view m_flag;
    bool m_importGuards;
    std::vector<bool> m_dropped;
    std::vector<size_t> m_lines; ///< what follows each line end
    std::vector<PythonCut> m_cuts;
    std::vector<ByteRange> m_strings;                         ///< of string literals, in order
    std::vector<PythonProjection::Parentheses> m_parentheses; ///< offsets in the ported text
    std::vector<ByteRange> m_free;  ///< where layout may differ, in the ported text
    QHash<size_t, size_t> m_prefix; ///< line start -> end of what dedenting cut already
    int m_importGuardLine = 0;
};

size_t PythonProjector::lineStart(size_t at) const
{
    const auto after = std::upper_bound(m_lines.begin(), m_lines.end(), at);
    at = after == m_lines.begin() ? 0 : *std::prev(after);
    return at == 0 && m_text.starts_with("\xef\xbb\xbf") ? 3 : at;
}

size_t PythonProjector::afterLine(size_t at) const
{
    const auto after = std::upper_bound(m_lines.begin(), m_lines.end(), at);
    if (after == m_lines.end()) {
        return m_text.size();
    }
    const bool both =
        m_text[*after - 1] == '\r' && *after < m_text.size() && m_text[*after] == '\n';
    return *after + (both ? 1 : 0);
}

Truth PythonProjector::truthOf(qint32 condition) const
{
    bool isFalse = true;
    qint32 node = m_tree.unwrapped(condition);
    while (m_tree.kind(node) == SyntaxKind::NotOperator) {
        isFalse = !isFalse;
        node = m_tree.unwrapped(m_tree.child(node, SyntaxField::Argument));
    }
    if (m_tree.kind(node) != SyntaxKind::Identifier || m_tree.text(node) != m_flag) {
        return Truth::Unknown;
    }
    return isFalse ? Truth::False : Truth::True;
}

void PythonProjector::cut(size_t begin, size_t end, bool lines, const char* replacement)
{
    if (begin < end) {
        m_cuts.push_back({begin, end, lines, QByteArray(replacement)});
    }
}

void PythonProjector::drop(qint32 node)
{
    if (node >= 0) {
        m_dropped[static_cast<size_t>(node)] = true;
    }
}

PythonProjector::Arm PythonProjector::armOf(qint32 node, Truth truth) const
{
    Arm arm;
    arm.truth = truth;
    arm.header = m_tree.at(node).begin;
    for (qint32 i = m_tree.at(node).firstChild; i >= 0; i = m_tree.at(i).nextSibling) {
        const SyntaxNode& child = m_tree.at(i);
        if (child.field == SyntaxField::Condition) {
            arm.condition = child.end;
        } else if (!child.named && arm.colon == 0 && m_tree.text(i) == ":") {
            arm.colon = child.end;
        } else if (child.kind == SyntaxKind::Block && arm.body < 0) {
            arm.body = i;
        }
    }
    return arm;
}

std::vector<PythonProjector::Arm> PythonProjector::armsOf(qint32 statement) const
{
    std::vector<Arm> arms;
    arms.push_back(armOf(statement, truthOf(m_tree.child(statement, SyntaxField::Condition))));
    for (qint32 i = m_tree.at(statement).firstChild; i >= 0; i = m_tree.at(i).nextSibling) {
        const SyntaxKind kind = m_tree.kind(i);
        if (kind == SyntaxKind::ElifClause || kind == SyntaxKind::ElseClause) {
            const Truth truth = kind == SyntaxKind::ElseClause
                                    ? Truth::True
                                    : truthOf(m_tree.child(i, SyntaxField::Condition));
            arms.push_back(armOf(i, truth));
            arms.back().node = i;
        }
    }
    for (size_t i = 0; i + 1 < arms.size(); ++i) {
        arms[i].end = lineStart(arms[i + 1].header);
    }
    arms.back().end = afterLine(m_tree.codeEnd(statement));
    return arms;
}

/// Takes `arm`'s header away and moves its body to the indentation of the statement at
/// `outerBegin`.
void PythonProjector::unwrap(const Arm& arm, size_t outerBegin)
{
    size_t bodyLine = arm.colon;
    while (bodyLine < m_text.size() && isPythonBlank(m_text[bodyLine])) {
        ++bodyLine;
    }
    const bool comment = bodyLine < m_text.size() && m_text[bodyLine] == '#';
    if (!comment && newlineSize(m_text, bodyLine) == 0) {
        cut(arm.header, m_tree.at(arm.body).begin, false);
        return;
    }
    bodyLine = afterLine(bodyLine);
    cut(lineStart(arm.header), bodyLine, true);
    const size_t outerLine = lineStart(outerBegin);
    const size_t first = m_tree.at(m_tree.namedChild(arm.body, 0)).begin;
    const size_t innerLine = lineStart(first);
    dedent(bodyLine, arm.end, m_text.substr(outerLine, outerBegin - outerLine),
           m_text.substr(innerLine, first - innerLine));
}

void PythonProjector::dedent(size_t begin, size_t end, std::string_view outer,
                             std::string_view inner)
{
    if (!inner.starts_with(outer)) {
        return;
    }
    const std::string_view unit = inner.substr(outer.size());
    for (size_t line = begin; line < end; line = afterLine(line)) {
        const auto next = std::upper_bound(
            m_strings.begin(), m_strings.end(), static_cast<qsizetype>(line),
            [](qsizetype at, const ByteRange& range) { return at <= range.begin; });
        if (next != m_strings.begin() && std::prev(next)->end > static_cast<qsizetype>(line)) {
            continue; // inside a string: its value is not layout
        }
        size_t code = line;
        while (code < m_text.size() && isPythonBlank(m_text[code])) {
            ++code;
        }
        if (newlineSize(m_text, code) > 0 || code >= m_text.size()) {
            continue; // blank
        }
        const std::string_view rest = m_text.substr(line);
        size_t from = line + outer.size();
        if (!rest.starts_with(inner)) {
            from = m_prefix.value(line, line);
        }
        if (m_text.substr(from).starts_with(unit)) {
            cut(from, from + unit.size(), false);
            m_prefix.insert(line, from + unit.size());
        }
    }
}

void PythonProjector::ifStatement(qint32 statement)
{
    const std::vector<Arm> arms = armsOf(statement);
    const bool resolved = std::any_of(arms.begin(), arms.end(), [](const Arm& arm) {
        return arm.truth != Truth::Unknown && arm.condition > 0;
    });
    const bool whole = std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) {
        return arm.body >= 0 && arm.colon > 0 && m_tree.namedChild(arm.body, 0) >= 0;
    });
    if (!resolved || !whole) {
        return;
    }
    const size_t statementBegin = m_tree.at(statement).begin;
    bool first = true; // no arm was kept yet
    bool done = false; // an arm that is always taken was kept
    for (const Arm& arm : arms) {
        if (done || arm.truth == Truth::False) {
            cut(lineStart(arm.header), arm.end, true);
            drop(arm.node < 0 ? arm.body : arm.node);
        } else if (arm.truth == Truth::True && first) {
            unwrap(arm, statementBegin);
            done = true;
        } else if (arm.truth == Truth::True) {
            if (arm.condition > 0) {
                cut(arm.header, arm.condition, false, "else");
            }
            done = true;
        } else {
            if (first && arm.node >= 0) {
                cut(arm.header, arm.header + 2, false); // elif -> if
            }
            first = false;
        }
    }
}

void PythonProjector::conditional(qint32 node)
{
    const std::vector<qint32> parts = m_tree.namedChildren(node);
    if (parts.size() != 3) {
        return;
    }
    const Truth truth = truthOf(parts[1]);
    if (truth == Truth::Unknown) {
        return;
    }
    const qint32 kept = truth == Truth::True ? parts[0] : parts[2];
    for (const qint32 part : parts) {
        if (part != kept) {
            drop(part);
        }
    }
    keep(node, kept);
}

/// `not flag and X` is X, and so is `flag or X`: Python gives the second operand itself.
void PythonProjector::booleanOperator(qint32 node)
{
    const std::vector<qint32> parts = m_tree.namedChildren(node);
    if (parts.size() != 2) {
        return;
    }
    const bool isAnd = m_tree.text(m_tree.child(node, SyntaxField::Operator)) == "and";
    const SyntaxKind kind = m_tree.kind(parts[1]);
    // CPython takes none of these without parentheses there.
    const bool isLoose = kind == SyntaxKind::Lambda || kind == SyntaxKind::NamedExpression ||
                         kind == SyntaxKind::ConditionalExpression;
    if (truthOf(parts[0]) != (isAnd ? Truth::True : Truth::False) || isLoose) {
        return;
    }
    drop(parts[0]);
    keep(node, parts[1]);
}

/// Takes all of `node` away but `kept`, a part of it.
void PythonProjector::keep(qint32 node, qint32 kept)
{
    const SyntaxNode& whole = m_tree.at(node);
    cut(whole.begin, m_tree.at(kept).begin, false);
    cut(m_tree.at(kept).end, whole.end, false);
    addFreeLayout(m_tree, node, m_free);
    const qint32 outer = m_tree.parent(node);
    if (m_tree.kind(outer) == SyntaxKind::Parenthesized) {
        PythonProjection::Parentheses pair;
        pair.open = m_tree.at(outer).begin;
        pair.close = m_tree.at(outer).end - 1;
        pair.droppable = !needsParentheses(m_tree, outer, kept, &pair.wanted);
        m_parentheses.push_back(pair);
    }
}

bool PythonProjector::isImportGuard(qint32 node) const
{
    const qint32 body = m_tree.child(node, SyntaxField::Body);
    if (body < 0) {
        return false;
    }
    for (const qint32 statement : m_tree.namedChildren(body)) {
        const SyntaxKind kind = m_tree.kind(statement);
        if (kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) {
            return false;
        }
    }
    int handlers = 0;
    for (const qint32 clause : m_tree.namedChildren(node)) {
        if (clause == body) {
            continue;
        }
        if (m_tree.kind(clause) != SyntaxKind::ExceptClause) {
            return false;
        }
        ++handlers;
        for (const qint32 part : m_tree.namedChildren(clause)) {
            if (m_tree.kind(part) != SyntaxKind::Block) {
                continue;
            }
            for (const qint32 statement : m_tree.namedChildren(part)) {
                const qint32 inner = m_tree.namedChild(statement, 0);
                const bool isNone =
                    m_tree.kind(inner) == SyntaxKind::Assignment &&
                    m_tree.kind(m_tree.child(inner, SyntaxField::Right)) == SyntaxKind::None;
                if (!isNone && m_tree.kind(statement) != SyntaxKind::Pass) {
                    return false;
                }
            }
        }
    }
    return handlers > 0;
}

void PythonProjector::importGuard(qint32 node)
{
    if (!isImportGuard(node)) {
        return;
    }
    Arm arm = armOf(node, Truth::True);
    arm.end = afterLine(m_tree.codeEnd(node));
    for (const qint32 clause : m_tree.namedChildren(node)) {
        if (m_tree.kind(clause) == SyntaxKind::ExceptClause) {
            arm.end = std::min(arm.end, lineStart(m_tree.at(clause).begin));
            drop(clause);
        }
    }
    unwrap(arm, m_tree.at(node).begin);
    cut(arm.end, afterLine(m_tree.codeEnd(node)), true);
    if (m_importGuardLine == 0) {
        m_importGuardLine = lineOfOffset(m_text, m_tree.at(node).begin);
    }
}

/// `flag = <canonical>` and `from x import flag`, alone on their lines.
bool PythonProjector::removeIfFlagStatement(qint32 statement)
{
    bool matches = false;
    if (m_tree.kind(statement) == SyntaxKind::ExpressionStatement) {
        const qint32 assignment = m_tree.namedChild(statement, 0);
        matches =
            m_tree.kind(assignment) == SyntaxKind::Assignment &&
            m_tree.text(m_tree.child(assignment, SyntaxField::Left)) == m_flag &&
            !canonicalFlagModule(m_tree, m_tree.child(assignment, SyntaxField::Right)).empty();
    } else if (m_tree.kind(statement) == SyntaxKind::ImportFrom) {
        const std::vector<qint32> names = m_tree.namedChildren(statement);
        // Under a name of its own only where it is known what that is.
        const qint32 name = names.size() == 2 ? names[1] : -1;
        const bool isBuilders =
            m_tree.kind(name) == SyntaxKind::AliasedImport &&
            m_tree.text(m_tree.child(name, SyntaxField::Alias)) == m_flag &&
            m_tree.text(m_tree.child(name, SyntaxField::Name)) == "IS_HIP_EXTENSION" &&
            m_tree.text(names[0]) == "torch.utils.cpp_extension";
        matches = m_tree.text(name) == m_flag || isBuilders;
    }
    if (!matches) {
        return false;
    }
    const size_t begin = lineStart(m_tree.at(statement).begin);
    size_t before = begin;
    while (isPythonBlank(m_text[before])) {
        ++before;
    }
    size_t after = m_tree.at(statement).end;
    while (after < m_text.size() && isPythonBlank(m_text[after])) {
        ++after;
    }
    const bool alone =
        before == m_tree.at(statement).begin &&
        (after >= m_text.size() || m_text[after] == '#' || newlineSize(m_text, after) > 0);
    if (alone) {
        cut(begin, afterLine(after), true);
    }
    return alone;
}

/// Applies the cuts (those inside others are void) and moves positions along.
void PythonProjector::assemble(PythonProjection& projection)
{
    std::stable_sort(m_cuts.begin(), m_cuts.end(), [](const PythonCut& a, const PythonCut& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    takeSpacing(
        m_text, [this](size_t at) { return lineStart(at); }, m_cuts);
    std::vector<ByteRange> touched;                 // in the result
    std::vector<qsizetype> gaps;                    // where whole lines were, in the result
    std::vector<qsizetype> parted;                  // those with an empty line before them
    std::vector<std::pair<size_t, qsizetype>> kept; // begin of kept text, its place in the result
    QByteArray& out = projection.text;
    size_t at = 0;
    for (const PythonCut& one : m_cuts) {
        if (one.begin < at) {
            if (one.end > at && one.end <= m_text.size()) {
                at = one.end;
            }
            continue;
        }
        kept.emplace_back(at, out.size());
        out.append(m_text.data() + at, static_cast<qsizetype>(one.begin - at));
        const qsizetype begin = out.size();
        out.append(one.replacement);
        at = one.end;
        if (one.lines) {
            gaps.push_back(out.size());
            if (one.parted) {
                parted.push_back(out.size());
            }
        } else {
            touched.push_back({begin, out.size()});
        }
    }
    kept.emplace_back(at, out.size());
    out.append(m_text.data() + at, static_cast<qsizetype>(m_text.size() - at));
    const bool endsOpen = !m_text.empty() && m_text.back() != '\n' && m_text.back() != '\r';
    if (endsOpen && at == m_text.size() && !m_cuts.empty() && m_cuts.back().lines) {
        const bool crlf = out.endsWith("\r\n");
        out.chop(crlf ? 2 : (out.endsWith('\n') || out.endsWith('\r') ? 1 : 0));
    }
    const auto moved = [&](quint32 offset) {
        auto place =
            std::upper_bound(kept.begin(), kept.end(), offset,
                             [](quint32 value, const auto& one) { return value < one.first; });
        place = place == kept.begin() ? place : std::prev(place);
        return static_cast<quint32>(place->second +
                                    (offset - static_cast<qsizetype>(place->first)));
    };
    for (PythonProjection::Parentheses pair : m_parentheses) {
        pair.open = moved(pair.open);
        pair.close = moved(pair.close);
        projection.parentheses.push_back(pair);
    }
    for (const ByteRange& range : m_free) {
        projection.freeLayout.push_back(
            {moved(static_cast<quint32>(range.begin)), moved(static_cast<quint32>(range.end))});
    }
    projection.spacing = emptyLinesBeside(gaps, out);
    projection.parted = emptyLinesBeside(parted, out);
    projection.touched.assign(static_cast<size_t>(out.count('\n')) + 2, false);
    size_t line = 0;
    qsizetype counted = 0;
    for (const ByteRange& range : touched) {
        for (; counted < range.begin; ++counted) {
            line += out.at(counted) == '\n' ? 1 : 0;
        }
        projection.touched[line] = true;
    }
}

PythonProjection PythonProjector::run()
{
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        if (m_tree.kind(i) == SyntaxKind::String) {
            m_strings.push_back(m_tree.range(i));
            i = m_tree.at(i).subtreeEnd - 1;
        }
    }
    for (qint32 i = 0; i < count && !isWorkCancelledAt(i); ++i) {
        if (m_dropped[static_cast<size_t>(i)]) {
            i = m_tree.at(i).subtreeEnd - 1;
            continue;
        }
        switch (m_tree.kind(i)) {
        case SyntaxKind::IfStatement:
            ifStatement(i);
            break;
        case SyntaxKind::ConditionalExpression:
            conditional(i);
            break;
        case SyntaxKind::BooleanOperator:
            booleanOperator(i);
            break;
        case SyntaxKind::TryStatement:
            if (m_importGuards) {
                importGuard(i);
            }
            break;
        case SyntaxKind::ExpressionStatement:
        case SyntaxKind::ImportFrom:
            if (removeIfFlagStatement(i)) {
                i = m_tree.at(i).subtreeEnd - 1;
            }
            break;
        default:
            break;
        }
    }
    PythonProjection projection;
    projection.importGuardLine = m_importGuardLine;
    assemble(projection);
    return projection;
}

} // namespace

PythonProjection makeProjection(const SyntaxTree& tree, std::string_view flag, bool importGuards)
{
    return PythonProjector(tree, flag, importGuards).run();
}

QByteArray withoutBytes(const QByteArray& text, std::vector<quint32> offsets)
{
    std::sort(offsets.begin(), offsets.end());
    QByteArray result;
    result.reserve(text.size());
    qsizetype at = 0;
    for (const quint32 offset : offsets) {
        if (static_cast<qsizetype>(offset) >= at) {
            result.append(QByteArrayView(text).sliced(at, offset - at));
            at = static_cast<qsizetype>(offset) + 1;
        }
    }
    return result + text.mid(at);
}

int lineOfOffset(std::string_view text, size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    int line = 1;
    for (size_t i = 0; i < before.size(); ++i) {
        const bool loneReturn = before[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n');
        line += before[i] == '\n' || loneReturn ? 1 : 0;
    }
    return line;
}

Result<QByteArray> projectPython(const QByteArray& ported, const QByteArray& flag)
{
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(ported));
    if (!tree) {
        return tree.error();
    }
    if (tree->errorLine() > 0) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("syntax error"),
                     QString::number(tree->errorLine())};
    }
    const PythonProjection projection = makeProjection(*tree, viewOf(flag), false);
    std::vector<quint32> marks;
    for (const PythonProjection::Parentheses& pair : projection.parentheses) {
        if (pair.droppable && !pair.wanted) {
            marks.push_back(pair.open);
            marks.push_back(pair.close);
        }
    }
    return withoutBytes(projection.text, std::move(marks));
}

} // namespace rocport
