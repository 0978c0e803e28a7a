// How gates of expressions are laid out: within the project's line length, as black breaks lines.
#include "core/rules/python/projectstyle.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/rules/python/pythonlines.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kLeastLength = 88; ///< where nothing says how long lines may be
constexpr int kMostLength = 1'000;
/// Bytes of a line that are looked at for each gate, far more than any line length: many gates may
/// share one long line.
constexpr qsizetype kLooked = 8 * kMostLength;

/// Characters, as linters count them.
qsizetype widthOf(QByteArrayView text)
{
    text = text.first(std::min(text.size(), kLooked));
    return std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U && c != '\r' && c != '\n';
    });
}

/// The longest line of code that the file has already.
int longestLine(const SourceBuffer& source)
{
    PythonLines lines;
    qsizetype longest = kLeastLength;
    for (int line = 1; line <= source.lineCount(); ++line) {
        const std::string_view code = lines.code(source.lineText(line));
        longest = std::max(longest, widthOf({code.data(), static_cast<qsizetype>(code.size())}));
    }
    return static_cast<int>(std::min<qsizetype>(longest, kMostLength));
}

/// The elements of a list of plain values as rules write them; empty: it is none.
QByteArrayList elementsOf(const QByteArray& list)
{
    QByteArrayList result;
    if (!list.startsWith('[') || !list.endsWith(']')) {
        return result;
    }
    char quote = 0;
    qsizetype begin = 1;
    for (qsizetype i = 1; i < list.size(); ++i) {
        const char c = list.at(i);
        if (quote != 0) {
            i += c == '\\' ? 1 : 0;
            quote = c == quote ? char(0) : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '[' || c == '(' || c == '{') {
            return {};
        } else if (c == ',' || i + 1 == list.size()) {
            const QByteArray one = list.sliced(begin, i - begin).trimmed();
            if (!one.isEmpty()) {
                result.append(one);
            }
            begin = i + 1;
        }
    }
    return quote == 0 ? result : QByteArrayList();
}

class GateLayout
{
public:
    GateLayout(const PythonFile& file, const PythonStyle& style)
        : m_file(file),
          m_tree(file.tree()),
          m_source(file.source()),
          m_formatted(style.formatted),
          m_limit(style.lineLength > 0 ? style.lineLength : longestLine(file.source()))
    {
    }

    /// Tells of a gate that will be laid out, so that gates in one line know of each other.
    void announce(const PythonFile::Gated& gate, bool bracketed)
    {
        const Draft draft = draftOf(gate, bracketed);
        m_added[m_source.lineOf(draft.range.begin)] += widthOf(draft.head());
    }
    /// The edits of one gate; empty: those that there are.
    [[nodiscard]] QVector<TextEdit> edits(const PythonFile::Gated& gate, bool bracketed) const;

private:
    /// A gate that is being laid out.
    struct Draft
    {
        ByteRange range;  ///< of the expression
        QByteArray first; ///< what stands before it, in the parts that black puts in lines
        QByteArray second;
        QByteArray last; ///< right before the expression: "else ", "and "
        QByteArray indent;
        QByteArray newline;
        QByteArrayView before; ///< on the expression's first line
        QByteArrayView after;  ///< on its last line
        bool oneLine = true;

        [[nodiscard]] QByteArray head() const
        {
            return first + ' ' + (second.isEmpty() ? QByteArray() : second + ' ') + last;
        }
    };

    [[nodiscard]] bool isCondition(qint32 node) const;
    [[nodiscard]] bool isTruth(qint32 node) const;
    [[nodiscard]] bool isLeftOfAnd(qint32 node) const;
    [[nodiscard]] Draft draftOf(const PythonFile::Gated& gate, bool& bracketed) const;
    [[nodiscard]] bool fits(const Draft& draft, bool bracketed) const;
    [[nodiscard]] bool mayBracket(qint32 node, const Draft& draft) const;
    [[nodiscard]] QByteArray parts(const Draft& draft, const QByteArray& indent) const;
    [[nodiscard]] QVector<TextEdit> inBrackets(const Draft& draft, bool moves) const;
    [[nodiscard]] qint32 soleIn(qint32 node) const;
    [[nodiscard]] qint32 soleAround(qint32 element) const;
    [[nodiscard]] QByteArrayView textOf(ByteRange range) const
    {
        return QByteArrayView(m_source.bytes()).sliced(range.begin, range.end - range.begin);
    }

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    const SourceBuffer& m_source;
    bool m_formatted;
    int m_limit;
    QHash<int, qsizetype> m_added; ///< by line: what several gates put there
};

/// Whether `node` is asked for its truth by the statement or expression around it.
bool GateLayout::isCondition(qint32 node) const
{
    const qint32 outer = m_tree.parent(node);
    switch (m_tree.kind(outer)) {
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause:
        return m_tree.at(node).field == SyntaxField::Condition;
    case SyntaxKind::Other:
        return m_tree.text(outer).starts_with("while ") &&
               m_tree.at(node).field == SyntaxField::Condition;
    default:
        return false;
    }
}

/// Whether the value is True or False, as far as its form tells.
bool GateLayout::isTruth(qint32 node) const
{
    switch (m_tree.kind(node)) {
    case SyntaxKind::ComparisonOperator:
    case SyntaxKind::NotOperator:
    case SyntaxKind::True:
    case SyntaxKind::False:
        return true;
    case SyntaxKind::Call: {
        const std::string name = m_file.qualified(m_tree.child(node, SyntaxField::Function));
        const std::string last = name.substr(name.rfind('.') + 1);
        return last.starts_with("is_") || last.starts_with("has_") ||
               last.starts_with("supports_") || last == "hasattr" || last == "isinstance" ||
               last == "bool" || last == "all" || last == "any" || last == "exists";
    }
    default:
        return false;
    }
}

bool GateLayout::isLeftOfAnd(qint32 node) const
{
    const qint32 outer = m_tree.parent(node);
    return m_tree.kind(outer) == SyntaxKind::BooleanOperator &&
           m_tree.at(node).field == SyntaxField::Left &&
           m_tree.text(m_tree.child(outer, SyntaxField::Operator)) == "and";
}

GateLayout::Draft GateLayout::draftOf(const PythonFile::Gated& gate, bool& bracketed) const
{
    Draft draft;
    draft.range = m_tree.range(gate.node);
    draft.indent = m_source.indentAt(draft.range.begin);
    draft.newline = m_source.newlineAt(draft.range.begin);
    const ByteRange line = m_source.lineRange(m_source.lineOf(draft.range.begin));
    const qsizetype lastByte = std::max(draft.range.begin, draft.range.end - 1);
    const ByteRange lastLine = m_source.lineRange(m_source.lineOf(lastByte));
    draft.before = textOf({std::max(line.begin, draft.range.begin - kLooked), draft.range.begin});
    draft.after = textOf({draft.range.end, std::max(lastLine.end, draft.range.end)});
    draft.after = draft.after.first(std::min(draft.after.size(), kLooked));
    while (draft.after.endsWith('\n') || draft.after.endsWith('\r')) {
        draft.after.chop(1);
    }
    draft.oneLine = line == lastLine;
    const SyntaxKind kind = m_tree.kind(gate.node);
    const bool condition = isCondition(gate.node);
    const bool plain = kind == SyntaxKind::Identifier || kind == SyntaxKind::Attribute ||
                       kind == SyntaxKind::Call || kind == SyntaxKind::Subscript;
    bool all = kind == SyntaxKind::BooleanOperator && gate.rocm == "False" &&
               m_tree.text(m_tree.child(gate.node, SyntaxField::Operator)) == "and";
    for (const qint32 part : all ? m_tree.namedChildren(gate.node) : std::vector<qint32>()) {
        all =
            all && (isTruth(part) || condition) && m_tree.kind(part) != SyntaxKind::BooleanOperator;
    }
    if ((isTruth(gate.node) || all || (condition && plain)) &&
        (gate.rocm == "False" || gate.rocm == "True")) {
        draft.first = gate.rocm == "False" ? "not is_rocm" : "is_rocm";
        draft.last = gate.rocm == "False" ? "and " : "or ";
        const bool leads = gate.rocm == "False" && isLeftOfAnd(gate.node);
        const bool middle =
            m_tree.kind(m_tree.parent(gate.node)) == SyntaxKind::ConditionalExpression &&
            draft.oneLine;
        bracketed = bracketed && !condition && !leads && !middle;
    } else {
        draft.first = gate.rocm;
        draft.second = "if is_rocm";
        draft.last = "else ";
        bracketed = bracketed && !(condition && m_formatted); // black takes them away
    }
    if (m_tree.kind(m_tree.parent(gate.node)) == SyntaxKind::AugmentedAssignment &&
        m_tree.at(gate.node).field == SyntaxField::Right) {
        bracketed = false;
    }
    return draft;
}

bool GateLayout::fits(const Draft& draft, bool bracketed) const
{
    const QByteArrayView text = textOf(draft.range);
    const int line = m_source.lineOf(draft.range.begin);
    // What gates beside this one put into the line.
    const qsizetype others = std::max<qsizetype>(m_added.value(line) - widthOf(draft.head()), 0);
    const qsizetype brackets = bracketed ? 1 : 0;
    const qsizetype firstEnd = draft.oneLine ? text.size() : text.indexOf('\n');
    const qsizetype begin = others + widthOf(draft.before) + brackets + widthOf(draft.head()) +
                            widthOf(text.first(firstEnd));
    if (draft.oneLine) {
        return begin + brackets + widthOf(draft.after) <= m_limit;
    }
    const qsizetype lastBegin = text.lastIndexOf('\n') + 1;
    return begin <= m_limit &&
           widthOf(text.sliced(lastBegin)) + brackets + widthOf(draft.after) <= m_limit;
}

/// Whether the expression may get parentheses that are broken: nothing but a comma or a colon
/// stands behind it.
bool GateLayout::mayBracket(qint32 node, const Draft& draft) const
{
    const qsizetype comment = draft.after.indexOf('#');
    const QByteArrayView after = (comment < 0 ? draft.after : draft.after.first(comment)).trimmed();
    const bool blank = draft.before.trimmed().isEmpty();
    const bool element = after.isEmpty() || after == QByteArrayView(",");
    switch (m_tree.kind(m_tree.parent(node))) {
    case SyntaxKind::KeywordArgument:
    case SyntaxKind::Pair:
    case SyntaxKind::DefaultParameter:
        return element && m_tree.at(node).field == SyntaxField::Value;
    case SyntaxKind::Assignment:
    case SyntaxKind::AugmentedAssignment:
        return after.isEmpty() && m_tree.at(node).field == SyntaxField::Right;
    case SyntaxKind::Return:
        return after.isEmpty();
    case SyntaxKind::ArgumentList:
    case SyntaxKind::List:
    case SyntaxKind::Tuple:
        return element && blank;
    default:
        return isCondition(node) && after == QByteArrayView(":");
    }
}

/// What stands before the expression, each part in a line at `indent`.
QByteArray GateLayout::parts(const Draft& draft, const QByteArray& indent) const
{
    QByteArray first = draft.first;
    if (indent.size() + widthOf(first) > m_limit) {
        const QByteArrayList elements = elementsOf(first);
        if (!elements.isEmpty()) {
            first = "[" + draft.newline;
            for (const QByteArray& one : elements) {
                first += indent + m_file.indentUnit() + one + ',' + draft.newline;
            }
            first += indent + ']';
        }
    }
    QByteArray text = first + draft.newline + indent;
    if (!draft.second.isEmpty()) {
        text += draft.second + draft.newline + indent;
    }
    return text + draft.last;
}

/// Parentheses with the gate in lines of its own.
QVector<TextEdit> GateLayout::inBrackets(const Draft& draft, bool moves) const
{
    const QByteArray inner = draft.indent + m_file.indentUnit();
    const QByteArrayView text = textOf(draft.range);
    const bool isShort =
        draft.oneLine && inner.size() + widthOf(draft.head()) + widthOf(text) <= m_limit;
    QVector<TextEdit> result;
    const QByteArray open = moves ? QByteArray("(") : QByteArray();
    result.append({{draft.range.begin, draft.range.begin},
                   open + draft.newline + inner + (isShort ? draft.head() : parts(draft, inner))});
    // Strings that go on over lines keep theirs.
    const auto& strings = m_file.nodes(SyntaxKind::String);
    const int first = m_source.lineOf(draft.range.begin);
    const int last = m_source.lineOf(std::max(draft.range.begin, draft.range.end - 1));
    for (int line = first + 1; line <= last; ++line) {
        const ByteRange range = m_source.lineRange(line);
        const auto string = std::upper_bound(
            strings.begin(), strings.end(), range.begin, [&](qsizetype at, qint32 one) {
                return at <= static_cast<qsizetype>(m_tree.at(one).begin);
            });
        const qint32 node = string == strings.begin() ? -1 : *std::prev(string);
        const bool inside = node >= 0 && static_cast<qsizetype>(m_tree.at(node).end) > range.begin;
        if (!inside && !textOf(range).trimmed().isEmpty()) {
            result.append({{range.begin, range.begin}, m_file.indentUnit()});
        }
    }
    result.append(
        {{draft.range.end, draft.range.end}, draft.newline + draft.indent + (moves ? ")" : "")});
    return result;
}

/// The only element of brackets that `node` is, or is the value of; -1: it is none.
qint32 GateLayout::soleIn(qint32 node) const
{
    qint32 element = node;
    const SyntaxKind around = m_tree.kind(m_tree.parent(node));
    if (around == SyntaxKind::KeywordArgument || around == SyntaxKind::Pair) {
        element = m_tree.parent(node);
    }
    const qint32 brackets = m_tree.parent(element);
    const SyntaxKind kind = m_tree.kind(brackets);
    const bool holds = kind == SyntaxKind::ArgumentList || kind == SyntaxKind::List ||
                       kind == SyntaxKind::Dictionary || kind == SyntaxKind::Parenthesized;
    if (!holds || m_tree.namedChild(brackets, 0) < 0 || m_tree.namedChild(brackets, 1) >= 0) {
        return -1;
    }
    // Nothing but the element stands there: no comma, and no comment.
    return m_tree.at(element).begin == m_tree.at(brackets).begin + 1 &&
                   m_tree.at(element).end + 1 == m_tree.at(brackets).end
               ? element
               : -1;
}

/// The only element of brackets that close right behind those around `element`; -1: there are none.
qint32 GateLayout::soleAround(qint32 element) const
{
    const qint32 brackets = m_tree.parent(element);
    const auto end = m_tree.at(brackets).end;
    qint32 node = brackets;
    while (node >= 0 && m_tree.at(node).end == end) {
        const qint32 outer = m_tree.parent(node);
        const SyntaxKind kind = m_tree.kind(outer);
        const bool holds = kind == SyntaxKind::ArgumentList || kind == SyntaxKind::List ||
                           kind == SyntaxKind::Dictionary || kind == SyntaxKind::Parenthesized;
        if (holds) {
            return m_tree.at(outer).end == end + 1 && m_tree.namedChild(outer, 1) < 0 &&
                           m_tree.at(node).begin == m_tree.at(outer).begin + 1 &&
                           m_source.lineOf(m_tree.at(outer).begin) ==
                               m_source.lineOf(m_tree.at(element).begin)
                       ? node
                       : -1;
        }
        node = outer;
    }
    return -1;
}

QVector<TextEdit> GateLayout::edits(const PythonFile::Gated& gate, bool bracketed) const
{
    const Draft draft = draftOf(gate, bracketed);
    const ByteRange range = draft.range;
    QVector<TextEdit> plain = {{{range.begin, range.begin}, (bracketed ? "(" : "") + draft.head()}};
    if (bracketed) {
        plain.append({{range.end, range.end}, ")"});
    }
    if (m_file.isPart() || (fits(draft, bracketed) && (draft.oneLine || !m_formatted))) {
        return plain;
    }
    if (bracketed || mayBracket(gate.node, draft)) {
        return inBrackets(draft, true);
    }
    const SyntaxKind around = m_tree.kind(m_tree.parent(gate.node));
    if (draft.before.trimmed().isEmpty() && draft.after.trimmed().isEmpty() &&
        (around == SyntaxKind::Parenthesized || around == SyntaxKind::ArgumentList)) {
        return {{{range.begin, range.begin}, parts(draft, draft.indent)}};
    }
    const qint32 element = draft.oneLine ? soleIn(gate.node) : -1;
    if (element < 0) {
        // One of several: parentheses of its own, where black does not lay them out anew.
        const bool value = around == SyntaxKind::KeywordArgument || around == SyntaxKind::Pair;
        return value && draft.oneLine && !m_formatted ? inBrackets(draft, true) : plain;
    }
    // Brackets that close right behind are broken in place of these, as far as that is enough.
    const QByteArray inner = draft.indent + m_file.indentUnit();
    qint32 outer = element;
    for (qint32 next = element; next >= 0;) {
        next = soleAround(next);
        if (next >= 0 && m_tree.at(next).end - m_tree.at(next).begin > kLooked) {
            break;
        }
        if (next >= 0 &&
            inner.size() + widthOf(draft.head()) + widthOf(textOf(m_tree.range(next))) <= m_limit) {
            outer = next;
        }
    }
    if (outer == element && static_cast<qsizetype>(m_tree.at(element).begin) == range.begin) {
        return inBrackets(draft, false);
    }
    const auto begin = static_cast<qsizetype>(m_tree.at(outer).begin);
    const auto end = static_cast<qsizetype>(m_tree.at(outer).end);
    const QByteArray first = draft.newline + inner;
    const QByteArray last = draft.newline + draft.indent;
    if (begin == range.begin) {
        return {{{begin, begin}, first + draft.head()}, {{end, end}, last}};
    }
    return {
        {{begin, begin}, first}, {{range.begin, range.begin}, draft.head()}, {{end, end}, last}};
}

} // namespace

void layOutGates(const PythonFile& file, const PythonStyle& style, std::vector<PythonSite>& sites)
{
    if (file.gated().isEmpty()) {
        return;
    }
    GateLayout layout(file, style);
    for (const PythonSite& site : sites) {
        for (const TextEdit& edit : site.edits) {
            const auto gate = file.gated().constFind(edit.range.begin);
            const bool known = gate != file.gated().cend() && site.flagBlock.isEmpty();
            if (known && edit.replacement.endsWith(gate->rocm + " if is_rocm else ")) {
                layout.announce(*gate, edit.replacement.startsWith('('));
            }
        }
    }
    for (PythonSite& site : sites) {
        if (site.edits.isEmpty() || !site.flagBlock.isEmpty()) {
            continue;
        }
        QVector<TextEdit> edits;
        QVector<qsizetype> closing; // of gates in parentheses
        for (const TextEdit& edit : std::as_const(site.edits)) {
            const auto gate = file.gated().constFind(edit.range.begin);
            const bool known = gate != file.gated().cend() && edit.range.begin == edit.range.end;
            const QByteArray head = known ? gate->rocm + " if is_rocm else " : QByteArray();
            const bool bracketed = known && edit.replacement == '(' + head;
            if (closing.contains(edit.range.begin) && edit.replacement == ")") {
                continue;
            }
            if (!bracketed && (!known || edit.replacement != head)) {
                edits.append(edit);
                continue;
            }
            if (bracketed) {
                closing.append(static_cast<qsizetype>(file.tree().at(gate->node).end));
            }
            edits += layout.edits(*gate, bracketed);
        }
        std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
            return a.range.begin < b.range.begin;
        });
        if (edits != site.edits) {
            site.identity = site.identity.isEmpty() ? site.edits : site.identity;
            site.edits = edits;
        }
    }
}

} // namespace rocport
