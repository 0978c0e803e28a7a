#include "core/rules/python/pythongraphs.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool isGraphContext(const std::string& name)
{
    return name == "torch.cuda.graph" || name == "torch.cuda.graphs.graph";
}

bool isMakeGraphed(const std::string& name)
{
    return name == "torch.cuda.make_graphed_callables" ||
           name == "torch.cuda.graphs.make_graphed_callables";
}

/// The torch.cuda.graph(…) call among the items of a with statement, itself or by a name; -1: none.
qint32 contextCall(const PythonFile& file, qint32 statement)
{
    const SyntaxTree& tree = file.tree();
    const qint32 body = tree.child(statement, SyntaxField::Body);
    for (qint32 i = statement + 1; i < (body < 0 ? tree.at(statement).subtreeEnd : body); ++i) {
        qint32 call = i;
        if (tree.kind(i) == SyntaxKind::Identifier) {
            call = tree.unwrapped(file.valueOf(i));
        }
        if (tree.kind(call) == SyntaxKind::Call &&
            isGraphContext(file.qualified(tree.child(call, SyntaxField::Function)))) {
            return call;
        }
    }
    return -1;
}

bool holdsMethod(const SyntaxTree& tree, qint32 root, std::string_view name)
{
    for (qint32 i = root; i < tree.at(root).subtreeEnd; ++i) {
        if (tree.kind(i) == SyntaxKind::Call && methodOf(tree, i) == name) {
            return true;
        }
    }
    return false;
}

/// From after capture_begin() to before capture_end(), or to the end of the block.
std::vector<qint32> betweenBeginAndEnd(const SyntaxTree& tree, qint32 statement)
{
    std::vector<qint32> result;
    for (qint32 i = tree.at(statement).nextSibling; i >= 0; i = tree.at(i).nextSibling) {
        if (holdsMethod(tree, i, "capture_end")) {
            // `try: … finally: g.capture_end()` runs its body under capture.
            if (tree.kind(i) == SyntaxKind::TryStatement) {
                result.push_back(tree.child(i, SyntaxField::Body));
            }
            break;
        }
        result.push_back(i);
    }
    return result;
}

std::vector<qint32> graphedCallables(const SyntaxTree& tree, const PythonFile& file,
                                     const PythonCalls& calls, qint32 call)
{
    std::vector<qint32> expressions;
    qint32 first = tree.unwrapped(file.positional(call, 0));
    first = first >= 0 ? first : tree.unwrapped(file.keyword(call, "callables"));
    if (tree.kind(first) == SyntaxKind::Tuple || tree.kind(first) == SyntaxKind::List) {
        expressions = tree.namedChildren(first);
    } else if (first >= 0) {
        expressions.push_back(first);
    }
    std::vector<qint32> result;
    for (const qint32 expression : expressions) {
        const qint32 body = calls.bodyOf(calls.functionOf(expression));
        if (body >= 0) {
            result.push_back(body);
        }
    }
    return result;
}

} // namespace

std::string_view methodOf(const SyntaxTree& tree, qint32 call)
{
    const qint32 function = tree.child(call, SyntaxField::Function);
    return tree.kind(function) == SyntaxKind::Attribute
               ? tree.text(tree.child(function, SyntaxField::Attribute))
               : std::string_view();
}

int argumentCount(const SyntaxTree& tree, qint32 call)
{
    return static_cast<int>(tree.namedChildren(tree.child(call, SyntaxField::Arguments)).size());
}

QString shortText(const SyntaxTree& tree, qint32 node)
{
    const std::string_view text = tree.text(node);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min<size_t>(text.size(), 60)))
        .simplified();
}

std::vector<CaptureRegion> captureRegions(const PythonFile& file, const PythonCalls& calls)
{
    const SyntaxTree& tree = file.tree();
    std::vector<CaptureRegion> result;
    for (const qint32 i : file.nodes(SyntaxKind::With)) {
        const qint32 call = contextCall(file, i);
        if (call >= 0) {
            result.push_back({CaptureKind::With, call, i, {tree.child(i, SyntaxField::Body)}});
        }
    }
    for (const qint32 i : file.nodes(SyntaxKind::Call)) {
        const qint32 statement = tree.statementOf(i);
        if (methodOf(tree, i) == "capture_begin" && file.imports("torch") &&
            tree.kind(statement) == SyntaxKind::ExpressionStatement) {
            result.push_back(
                {CaptureKind::BeginEnd, i, statement, betweenBeginAndEnd(tree, statement)});
        } else if (isMakeGraphed(file.qualified(tree.child(i, SyntaxField::Function)))) {
            result.push_back(
                {CaptureKind::Callables, i, statement, graphedCallables(tree, file, calls, i)});
        }
    }
    result.erase(
        std::remove_if(result.begin(), result.end(),
                       [&](const CaptureRegion& one) { return file.isNvidiaOnly(one.call); }),
        result.end());
    std::stable_sort(
        result.begin(), result.end(),
        [](const CaptureRegion& a, const CaptureRegion& b) { return a.call < b.call; });
    return result;
}

QString wayOf(const PythonFile& file, const CaptureRegion& region,
              const std::vector<PythonCalls::Step>& steps)
{
    QString way = QStringLiteral("captured at %1").arg(file.placeOf(region.call));
    for (const PythonCalls::Step& step : steps) {
        way += QStringLiteral(", calls `%1()` at %2")
                   .arg(QString::fromStdString(step.name), file.placeOf(step.call));
    }
    return way;
}

std::optional<TextEdit> gatedBlock(const PythonFile& file, qint32 statement, bool after,
                                   const QByteArrayList& lines)
{
    const SourceBuffer& source = file.source();
    const SyntaxTree& tree = file.tree();
    const qsizetype begin = tree.at(statement).begin;
    const qsizetype end = tree.codeEnd(statement);
    const QByteArray indent = source.indentAt(begin);
    const ByteRange first = source.lineRange(source.lineOf(begin));
    const ByteRange last = source.lineRange(source.lineOf(end - 1));
    const QByteArray& bytes = source.bytes();
    const qsizetype start = first.begin == 0 ? source.bomLength() : first.begin;
    const QByteArray rest = bytes.sliced(end, last.end - end).trimmed();
    if (begin != start + indent.size() || (!rest.isEmpty() && !rest.startsWith('#'))) {
        return std::nullopt;
    }
    const QByteArray newline = source.newlineAt(begin);
    QByteArray text = indent + "if is_rocm:" + newline;
    for (const QByteArray& line : lines) {
        text += indent + file.indentUnit() + line + newline;
    }
    const qsizetype at = after ? last.end : start;
    if (after && last.end == bytes.size() && !source.endsWithNewline()) {
        text = newline + text.chopped(newline.size());
    }
    return TextEdit{{at, at}, text};
}

bool asksData(const PythonFile& file, qint32 condition)
{
    static constexpr std::array<std::string_view, 9> kTests = {
        "any",   "all",      "equal",      "allclose",   "isnan",
        "isinf", "isfinite", "is_nonzero", "array_equal"};
    static constexpr std::array<std::string_view, 6> kNumbers = {"sum",  "max",  "min",
                                                                 "mean", "norm", "argmax"};
    const SyntaxTree& tree = file.tree();
    for (qint32 i = condition; i < tree.at(condition).subtreeEnd; ++i) {
        if (tree.kind(i) != SyntaxKind::Call) {
            continue;
        }
        const std::string_view method = methodOf(tree, i);
        const std::string name = file.qualified(tree.child(i, SyntaxField::Function));
        if (name.starts_with("numpy") || name.starts_with("math") || asksShape(tree, i)) {
            continue;
        }
        const bool compared = tree.ancestor(i, SyntaxKind::ComparisonOperator) >= condition ||
                              tree.kind(condition) == SyntaxKind::ComparisonOperator;
        if (std::find(kTests.begin(), kTests.end(), method) != kTests.end() ||
            (compared && std::find(kNumbers.begin(), kNumbers.end(), method) != kNumbers.end())) {
            return true;
        }
    }
    return false;
}

bool asksShape(const SyntaxTree& tree, qint32 expression)
{
    if (expression < 0) {
        return false;
    }
    for (qint32 i = expression; i < tree.at(expression).subtreeEnd; ++i) {
        const bool shape = tree.kind(i) == SyntaxKind::Attribute &&
                           tree.text(tree.child(i, SyntaxField::Attribute)) == "shape";
        const std::string_view method =
            tree.kind(i) == SyntaxKind::Call ? methodOf(tree, i) : std::string_view();
        if (shape || method == "size" || method == "numel") {
            return true;
        }
    }
    return false;
}

} // namespace rocport
