#include "core/isolation/isolation.h"
#include "core/isolation/pythontokens.h"
#include "core/isolation/syntaxtree.h"
#include "core/rules/guards/guardparts.h"
#include "core/rules/proposal.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

bool isBlank(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
    });
}

/// A statement of a suite, or a suite.
struct Stretch
{
    qint32 node = -1;
    LineSpan lines;
};

class PythonPart : public GuardPlaces::Part
{
public:
    explicit PythonPart(const SourceBuffer& source)
        : m_source(source), m_tree(SyntaxTree::parsePython(source.view()))
    {
        if (m_tree && m_tree->errorLine() == 0) {
            collectSuites();
        }
    }

    [[nodiscard]] LineSpan block(const LineSpan& seed) const override;
    [[nodiscard]] LineSpan function(const LineSpan& seed) const override;
    [[nodiscard]] bool takesFile() const override { return false; }
    [[nodiscard]] LineSpan grow(const LineSpan& lines, QString* why) const override;
    [[nodiscard]] QString splitAt(qsizetype offset) const override;
    [[nodiscard]] int lineCount() const override { return m_source.lineCount(); }
    [[nodiscard]] LineSpan linesOf(ByteRange range) const override
    {
        return {m_source.lineOf(range.begin),
                m_source.lineOf(std::max(range.begin, range.end - 1))};
    }

private:
    void collectSuites();
    [[nodiscard]] LineSpan spanOf(qint32 node) const
    {
        const qsizetype begin = m_tree->at(node).begin;
        const qsizetype end = std::max<qsizetype>(begin + 1, m_tree->codeEnd(node));
        return {m_source.lineOf(begin), m_source.lineOf(end - 1)};
    }
    [[nodiscard]] bool startsLine(qint32 node) const
    {
        const qsizetype begin = m_tree->at(node).begin;
        const qsizetype line = m_source.lineRange(m_source.lineOf(begin)).begin;
        const qsizetype from = line == 0 ? m_source.bomLength() : line;
        return isBlank(QByteArrayView(m_source.bytes()).sliced(from, begin - from));
    }
    [[nodiscard]] bool isDocumentation(qint32 suite, qint32 statement) const;
    [[nodiscard]] const Stretch* suiteAround(const LineSpan& lines) const;

    const SourceBuffer& m_source;
    Result<SyntaxTree> m_tree;
    std::vector<Stretch> m_suites; // those whose statements have lines of their own
};

void PythonPart::collectSuites()
{
    for (qint32 i = 0; i < static_cast<qint32>(m_tree->nodes().size()); ++i) {
        const SyntaxKind kind = m_tree->kind(i);
        if (kind != SyntaxKind::Block && kind != SyntaxKind::Module) {
            continue;
        }
        const std::vector<qint32> statements = m_tree->namedChildren(i);
        if (!statements.empty() && startsLine(statements.front())) {
            m_suites.push_back({i, kind == SyntaxKind::Module
                                       ? LineSpan{1, m_source.lineCount()}
                                       : LineSpan{spanOf(statements.front()).first,
                                                  spanOf(statements.back()).last}});
        }
    }
}

const Stretch* PythonPart::suiteAround(const LineSpan& lines) const
{
    const Stretch* best = nullptr;
    for (const Stretch& suite : m_suites) {
        const bool holds = suite.lines.contains(lines);
        if (holds && (best == nullptr || best->lines.contains(suite.lines))) {
            best = &suite;
        }
    }
    return best;
}

bool PythonPart::isDocumentation(qint32 suite, qint32 statement) const
{
    const SyntaxKind owner = m_tree->kind(m_tree->parent(suite));
    const bool documented = m_tree->kind(suite) == SyntaxKind::Module ||
                            owner == SyntaxKind::FunctionDefinition ||
                            owner == SyntaxKind::ClassDefinition;
    return documented && m_tree->namedChildren(suite).front() == statement &&
           m_tree->kind(statement) == SyntaxKind::ExpressionStatement &&
           m_tree->kind(m_tree->namedChild(statement, 0)) == SyntaxKind::String;
}

LineSpan PythonPart::block(const LineSpan& seed) const
{
    const Stretch* suite = suiteAround(seed);
    if (suite == nullptr || m_tree->kind(suite->node) == SyntaxKind::Module ||
        m_tree->kind(m_tree->parent(suite->node)) == SyntaxKind::ClassDefinition) {
        return {};
    }
    LineSpan lines = suite->lines;
    const std::vector<qint32> statements = m_tree->namedChildren(suite->node);
    if (isDocumentation(suite->node, statements.front())) {
        if (statements.size() < 2) {
            return {};
        }
        lines.first = spanOf(statements[1]).first;
    }
    return lines.contains(seed) ? lines : LineSpan{};
}

LineSpan PythonPart::function(const LineSpan& seed) const
{
    LineSpan best;
    if (!m_tree) {
        return best;
    }
    for (qint32 i = 0; i < static_cast<qint32>(m_tree->nodes().size()); ++i) {
        if (m_tree->kind(i) != SyntaxKind::FunctionDefinition) {
            continue;
        }
        const bool decorated = m_tree->kind(m_tree->parent(i)) == SyntaxKind::DecoratedDefinition;
        const LineSpan lines = spanOf(decorated ? m_tree->parent(i) : i);
        if (lines.contains(seed) && (!best.isValid() || best.contains(lines))) {
            best = lines;
        }
    }
    return best;
}

LineSpan PythonPart::grow(const LineSpan& lines, QString* why) const
{
    if (!m_tree || m_tree->errorLine() > 0) {
        *why = QStringLiteral("Line %1 has a syntax error, so no guard can be placed.")
                   .arg(m_tree ? m_tree->errorLine() : 1);
        return {};
    }
    const Stretch* suite = suiteAround(lines);
    if (suite == nullptr) {
        *why = QStringLiteral("There is no statement in these lines.");
        return {};
    }
    LineSpan whole;
    for (const qint32 statement : m_tree->namedChildren(suite->node)) {
        const LineSpan one = spanOf(statement);
        if (!one.overlaps(lines)) {
            continue;
        }
        if (m_tree->kind(statement) == SyntaxKind::FutureImport ||
            isDocumentation(suite->node, statement)) {
            *why = QStringLiteral("Line %1 must stay where it is: an import from __future__ or a "
                                  "documentation string works only outside conditions.")
                       .arg(one.first);
            return {};
        }
        whole = {whole.isValid() ? whole.first : one.first, one.last};
    }
    if (!whole.isValid()) {
        *why = QStringLiteral("There is no statement in these lines.");
        return {};
    }
    const LineSpan wide{std::min(whole.first, lines.first), std::max(whole.last, lines.last)};
    if (wide != lines) {
        *why = QStringLiteral("The selection contains only part of the statement on lines %1 to "
                              "%2; a guard must enclose whole statements.")
                   .arg(whole.first)
                   .arg(whole.last);
    }
    return wide;
}

QString PythonPart::splitAt(qsizetype offset) const
{
    for (const PythonToken& token : tokenizePython(m_source.view())) {
        if (qsizetype(token.begin) >= offset) {
            break;
        }
        if (offset < qsizetype(token.end) && token.kind != PythonTokenKind::Newline) {
            const std::string_view text = token.text(m_source.view()).substr(0, 24);
            return QStringLiteral("The selection contains only part of “%1” on line %2.")
                .arg(toText(text).simplified(), QString::number(m_source.lineOf(offset)));
        }
    }
    return {};
}

/// Offsets at which lines of `text` begin that may be indented: not blank, not inside a string.
std::vector<qsizetype> movableLines(const QByteArray& text)
{
    const std::string_view view = viewOf(text);
    const SourceBuffer buffer(text);
    std::vector<ByteRange> strings;
    for (const PythonToken& token : tokenizePython(view)) {
        if (token.kind == PythonTokenKind::String) {
            strings.push_back({token.begin, token.end});
        }
    }
    std::vector<qsizetype> result;
    size_t next = 0;
    for (int line = 1; line <= buffer.lineCount(); ++line) {
        const ByteRange range = buffer.lineRange(line);
        while (next < strings.size() && strings[next].end <= range.begin) {
            ++next;
        }
        const bool inside = next < strings.size() && strings[next].begin < range.begin;
        if (!inside && !isBlank(QByteArrayView(text).sliced(range.begin, range.size()))) {
            result.push_back(range.begin);
        }
    }
    return result;
}

QByteArray indented(const QByteArray& text, const QByteArray& unit)
{
    QByteArray result;
    qsizetype at = 0;
    for (const qsizetype line : movableLines(text)) {
        result += text.mid(at, line - at) + unit;
        at = line;
    }
    return result + text.mid(at);
}

QByteArray unitOf(const SourceBuffer& source)
{
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(source.view());
    return tree ? PythonFile(source, *tree).indentUnit() : QByteArray("    ");
}

} // namespace

std::unique_ptr<GuardPlaces::Part> pythonGuardPart(const SourceBuffer& source)
{
    return std::make_unique<PythonPart>(source);
}

PythonLayout pythonLayoutOf(const SourceBuffer& source)
{
    // The whole file, since a string may begin above.
    PythonLayout layout{unitOf(source), movableLines(source.bytes())};
    for (qsizetype& line : layout.movable) {
        line = std::max(line, source.bomLength());
    }
    return layout;
}

QVector<TextEdit> pythonGuardEdits(const SourceBuffer& source, const PythonLayout& layout,
                                   const LineSpan& lines, const QByteArray& ported)
{
    const qsizetype begin = std::max(source.bomLength(), source.lineRange(lines.first).begin);
    const qsizetype end = source.lineRange(lines.last).end;
    const QByteArray newline = source.newlineAt(begin);
    const QByteArray& unit = layout.unit;
    const std::vector<qsizetype> movable(
        std::lower_bound(layout.movable.begin(), layout.movable.end(), begin),
        std::lower_bound(layout.movable.begin(), layout.movable.end(), end));
    const QByteArray indent = movable.empty() ? QByteArray() : source.indentAt(movable.front());
    QByteArray arm = indented(ported, unit);
    if (isBlank(ported)) {
        arm = indent + unit + "pass" + newline;
    } else if (!arm.endsWith('\n') && !arm.endsWith('\r')) {
        arm += newline;
    }
    QVector<TextEdit> edits;
    QByteArray head = indent + "if is_rocm:" + newline + arm + indent + "else:" + newline;
    for (const qsizetype at : movable) {
        if (at == begin) {
            head += unit;
        } else {
            edits.append({{at, at}, unit});
        }
    }
    edits.prepend({{begin, begin}, head});
    return edits;
}

PythonFlag pythonFlagFor(const SourceBuffer& source, const RepoPath& path, const LineSpan& lines)
{
    PythonFlag flag;
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(source.view());
    if (!tree || tree->errorLine() > 0) {
        flag.problem = QStringLiteral("The file has a syntax error.");
        return flag;
    }
    const PythonFile file(source, *tree);
    qint32 first = -1;
    for (qint32 i = 0; i < static_cast<qint32>(tree->nodes().size()) && first < 0; ++i) {
        const SyntaxKind around = tree->kind(tree->parent(i));
        const bool statement = around == SyntaxKind::Block || around == SyntaxKind::Module;
        if (statement && tree->at(i).named && tree->kind(i) != SyntaxKind::Comment &&
            source.lineOf(tree->at(i).begin) >= lines.first) {
            first = i;
        }
    }
    if (!file.flagProblem().isEmpty()) {
        flag.problem = QStringLiteral("No guard is possible, because %1.").arg(file.flagProblem());
    } else if (first < 0 || !file.flagKnownAt(first)) {
        flag.problem =
            QStringLiteral("is_rocm is not known there. It is defined after the import of torch.");
    }
    if (!flag.problem.isEmpty() || file.flagDefined()) {
        return flag;
    }
    PythonSite site;
    site.node = first;
    const qsizetype at = file.insertionOffset({site});
    const QByteArray torch = QByteArray::fromStdString(file.torchName());
    const QByteArray definition = "is_rocm = hasattr(" + torch + ".version, \"hip\") and " + torch +
                                  ".version.hip is not None";
    const QByteArray newline = source.newlineAt(at);
    const bool open = at == source.bytes().size() && !source.endsWithNewline();
    Hunk hunk;
    hunk.edits = {{{at, at}, open ? newline + definition : definition + newline}};
    hunk.lastLine = source.lineOf(std::max<qsizetype>(0, at - 1));
    hunk.firstLine = hunk.lastLine + 1;
    hunk.sourcePath = path;
    hunk.targetPath = path;
    hunk.ruleIds = {QString(kUserGuardRule)};
    hunk.title = QStringLiteral("is_rocm is defined");
    hunk.reason =
        QStringLiteral("A guard in this file uses is_rocm, which the file does not define.");
    hunk.change = QStringLiteral("One line after the import of torch defines `is_rocm`.");
    hunk.phase = Phase::Detection;
    hunk.key = hunkKey(hunk.ruleIds, path, "is_rocm", hunk.edits, 0);
    hunk.proposalId = hunk.key;
    hunk.baseHash = contentHash(source.bytes());
    flag.hunk = hunk;
    return flag;
}

} // namespace rocport
