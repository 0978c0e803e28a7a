#include "core/rules/python/pythonanalysis.h"

#include <algorithm>

namespace rocport {

namespace {

/// The whole lines that siblings fill, or nothing when something else shares their lines.
std::optional<ByteRange> wholeLines(const PythonFile& file, qint32 first, qint32 last)
{
    const SourceBuffer& source = file.source();
    const QByteArray& bytes = source.bytes();
    const qsizetype begin = file.tree().at(first).begin;
    const qsizetype end = file.tree().codeEnd(last);
    ByteRange firstLine = source.lineRange(source.lineOf(begin));
    const ByteRange lastLine = source.lineRange(source.lineOf(std::max(begin, end - 1)));
    if (firstLine.begin == 0) {
        firstLine.begin = source.bomLength();
    }
    for (qsizetype i = firstLine.begin; i < begin; ++i) {
        if (bytes.at(i) != ' ' && bytes.at(i) != '\t') {
            return std::nullopt;
        }
    }
    for (qsizetype i = end; i < lastLine.end; ++i) {
        const char c = bytes.at(i);
        if (c == '#') {
            break;
        }
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f') {
            return std::nullopt;
        }
    }
    return ByteRange{firstLine.begin, lastLine.end};
}

/// The strings of siblings, in order; none lies in another.
std::vector<ByteRange> stringsOf(const SyntaxTree& tree, qint32 first, qint32 last)
{
    std::vector<ByteRange> strings;
    for (qint32 i = first; i < tree.at(last).subtreeEnd; ++i) {
        if (tree.kind(i) == SyntaxKind::String) {
            strings.push_back(tree.range(i));
            i = tree.at(i).subtreeEnd - 1;
        }
    }
    return strings;
}

/// `head` before the first line, one step of indentation before every line that is no string's
/// inside.
QVector<TextEdit> indentLines(const PythonFile& file, qint32 first, qint32 last, ByteRange lines,
                              const QByteArray& head)
{
    const SourceBuffer& source = file.source();
    const QByteArray& bytes = source.bytes();
    const QByteArray indent = source.indentAt(file.tree().at(first).begin);
    QVector<TextEdit> edits;
    const qsizetype start = file.tree().at(first).begin;
    edits.append({{start, start}, head + indent + file.indentUnit()});
    const int end = source.lineOf(std::max(lines.begin, lines.end - 1));
    const std::vector<ByteRange> strings = stringsOf(file.tree(), first, last);
    auto string = strings.begin();
    for (int line = source.lineOf(start) + 1; line <= end; ++line) {
        const ByteRange range = source.lineRange(line);
        const bool blank =
            std::all_of(bytes.cbegin() + range.begin, bytes.cbegin() + range.end, [](char c) {
                return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
            });
        while (string != strings.end() && string->end <= range.begin) {
            ++string;
        }
        if (blank || (string != strings.end() && string->begin < range.begin)) {
            continue;
        }
        const bool deep = QByteArrayView(bytes).sliced(range.begin).startsWith(indent);
        const qsizetype at = range.begin + (deep ? indent.size() : 0);
        edits.append({{at, at}, file.indentUnit()});
    }
    return edits;
}

} // namespace

QVector<TextEdit> gateStatements(const PythonFile& file, qint32 first, qint32 last,
                                 const QByteArray& standIn)
{
    const std::optional<ByteRange> lines = wholeLines(file, first, last);
    if (!lines) {
        return {};
    }
    const qsizetype begin = file.tree().at(first).begin;
    const QByteArray newline = file.source().newlineAt(begin);
    const QByteArray indent = file.source().indentAt(begin);
    QByteArray head = "if not is_rocm:" + newline;
    if (!standIn.isEmpty()) {
        head = "if is_rocm:" + newline + indent + file.indentUnit() + standIn + newline + indent +
               "else:" + newline;
    }
    return indentLines(file, first, last, *lines, head);
}

void gateSite(const PythonFile& file, qint32 first, qint32 last, PythonSite& site,
              const QByteArray& standIn)
{
    site.edits = gateStatements(file, first, last, standIn);
    site.sharesLine = site.edits.isEmpty();
    site.gate = {first, last, standIn};
}

void mergeGates(const PythonFile& file, std::vector<PythonSite>& sites)
{
    const SyntaxTree& tree = file.tree();
    QHash<qint32, size_t> byFirst;
    for (size_t i = 0; i < sites.size(); ++i) {
        const PythonSite& site = sites[i];
        const bool plain = site.block.isEmpty() && site.flagBlock.isEmpty() && site.needsFlag;
        if (!site.edits.isEmpty() && site.gate.first >= 0 && plain) {
            byFirst.insert(site.gate.first, i);
        }
    }
    for (size_t i = 0; i < sites.size(); ++i) {
        PythonSite& lead = sites[i];
        if (lead.inOther || byFirst.value(lead.gate.first, sites.size()) != i) {
            continue;
        }
        PythonGate gate = lead.gate;
        for (qint32 next = tree.at(gate.last).nextSibling; next >= 0;
             next = tree.at(gate.last).nextSibling) {
            while (tree.kind(next) == SyntaxKind::Comment) {
                next = tree.at(next).nextSibling;
            }
            const size_t other = next < 0 ? sites.size() : byFirst.value(next, sites.size());
            if (other == sites.size() || !file.inSamePart(gate.first, next) ||
                sites[other].rule->phase != lead.rule->phase ||
                sites[other].gate.standIn.isEmpty() != gate.standIn.isEmpty()) {
                break;
            }
            const qsizetype begin = tree.at(gate.first).begin;
            gate.last = sites[other].gate.last;
            if (!gate.standIn.isEmpty()) {
                gate.standIn += file.source().newlineAt(begin) + file.source().indentAt(begin) +
                                file.indentUnit() + sites[other].gate.standIn;
            }
            sites[other].inOther = true;
            lead.joined.push_back(other);
        }
        if (!lead.joined.empty()) {
            lead.gate = gate;
            lead.edits = gateStatements(file, gate.first, gate.last, gate.standIn);
        }
    }
}

QVector<TextEdit> guardImport(const PythonFile& file, qint32 statement, const QByteArray& standIn)
{
    const std::optional<ByteRange> lines = wholeLines(file, statement, statement);
    if (!lines) {
        return {};
    }
    const qsizetype begin = file.tree().at(statement).begin;
    const QByteArray newline = file.source().newlineAt(begin);
    const QByteArray indent = file.source().indentAt(begin);
    QVector<TextEdit> edits = indentLines(file, statement, statement, *lines, "try:" + newline);
    QByteArray handler =
        indent + "except ImportError:" + newline + indent + file.indentUnit() + standIn;
    const bool open =
        lines->end == file.source().bytes().size() && !file.source().endsWithNewline();
    handler = open ? newline + handler : handler + newline;
    edits.append({{lines->end, lines->end}, handler});
    return edits;
}

QVector<TextEdit> gateExpression(const PythonFile& file, qint32 expression, const QByteArray& rocm)
{
    const SyntaxTree& tree = file.tree();
    if (tree.ancestor(expression, SyntaxKind::Interpolation) >= 0) {
        return {}; // an f-string is one token, and before Python 3.12 its quotes end it in there
                   // too
    }
    const ByteRange range = tree.range(expression);
    const QByteArray gate = rocm + " if is_rocm else ";
    file.gated().insert(range.begin, {expression, rocm});
    bool bare = false;
    switch (tree.kind(tree.parent(expression))) {
    case SyntaxKind::KeywordArgument:
    case SyntaxKind::ArgumentList:
    case SyntaxKind::Pair:
    case SyntaxKind::Parenthesized:
    case SyntaxKind::Return:
    case SyntaxKind::DefaultParameter:
    case SyntaxKind::List:
        bare = true;
        break;
    case SyntaxKind::Assignment:
        bare = tree.at(expression).field == SyntaxField::Right &&
               tree.kind(expression) != SyntaxKind::Assignment &&
               tree.kind(expression) != SyntaxKind::ExpressionList;
        break;
    case SyntaxKind::Subscript:
        bare = tree.at(expression).field == SyntaxField::Subscript;
        break;
    default:
        break;
    }
    if (tree.kind(expression) == SyntaxKind::Lambda) {
        bare = false;
    }
    if (bare) {
        return {{{range.begin, range.begin}, gate}};
    }
    return {{{range.begin, range.begin}, '(' + gate}, {{range.end, range.end}, ")"}};
}

QByteArray quotedLike(const PythonFile& file, qint32 like, const QByteArray& value)
{
    const std::string_view text = file.tree().text(like);
    const bool isSingle = text.find('\'') < text.find('"');
    const char quote = isSingle ? '\'' : '"';
    return quote + value + quote;
}

} // namespace rocport
