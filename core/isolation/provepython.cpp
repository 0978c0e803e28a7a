#include "core/isolation/provepython.h"

#include "core/base/cancelscope.h"
#include "core/isolation/pythoncomparison.h"
#include "core/text/bytes.h"

#include <optional>

namespace rocport {

namespace {

constexpr std::string_view kFlag = kPythonFlag;

struct Parsed
{
    std::optional<SyntaxTree> tree;
    QString problem;
};

Parsed parse(const QByteArray& text)
{
    Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(text));
    if (!tree) {
        return {std::nullopt, tree.error().detail};
    }
    if (tree->errorLine() > 0) {
        return {std::nullopt, QStringLiteral("syntax error in line %1").arg(tree->errorLine())};
    }
    return {std::move(*tree), {}};
}

} // namespace

bool isFlagModule(const QByteArray& content)
{
    constexpr qsizetype kMaxBytes = 16 * 1024; // one that does nothing else is short
    if (content.size() > kMaxBytes) {
        return false;
    }
    const Parsed parsed = parse(content);
    if (!parsed.tree) {
        return false;
    }
    const SyntaxTree& tree = *parsed.tree;
    bool imported = false;
    bool defined = false;
    for (const qint32 statement : tree.namedChildren(0)) {
        const qint32 inner = tree.namedChild(statement, 0);
        if (tree.kind(statement) == SyntaxKind::ImportStatement) {
            imported = true;
            if (tree.text(statement) != "import torch") {
                return false;
            }
            continue;
        }
        const bool text = tree.kind(inner) == SyntaxKind::String;
        const bool definition =
            tree.kind(inner) == SyntaxKind::Assignment &&
            tree.text(tree.child(inner, SyntaxField::Left)) == kFlag &&
            canonicalFlagModule(tree, tree.child(inner, SyntaxField::Right)) == "torch";
        if (tree.kind(statement) != SyntaxKind::ExpressionStatement || (!text && !definition) ||
            (definition && !imported)) {
            return false;
        }
        defined = defined || definition;
    }
    return defined;
}

IsolationProof provePython(const QByteArray& original, const QByteArray& ported,
                           const PythonLineNumbers& lines)
{
    IsolationProof proof;
    const Parsed after = parse(ported);
    if (!after.tree) {
        proof.reason = QStringLiteral("The ported file cannot be read: %1.").arg(after.problem);
        return proof;
    }
    const FlagUse use = flagUse(*after.tree, kFlag);
    if (std::optional<IsolationProof> early = checkFlag(use, lines.ported)) {
        return *early;
    }
    const PythonProjection projection = makeProjection(*after.tree, kFlag, false);
    const PythonComparison plain = comparePython(original, projection);
    if (isWorkCancelled()) {
        proof.reason = QStringLiteral("The proof was cancelled.");
        return proof;
    }
    describeComparison(plain, lines, proof);
    if (plain.same()) {
        describeFlag(use, namesFlag(original), ported, proof);
        return proof; // the same tokens, so the original needs no parsing
    }
    const Parsed before = parse(original);
    if (!before.tree) {
        proof = {};
        proof.reason = QStringLiteral("The original cannot be read: %1.").arg(before.problem);
        return proof;
    }
    QByteArray reference = original;
    if (viewOf(original).find(kFlag) != std::string_view::npos) {
        // The original asks is_rocm itself: what NVIDIA sees of it is its projection.
        reference = makeProjection(*before.tree, kFlag, false).text;
        const PythonComparison own = comparePython(reference, projection);
        if (own.same()) {
            describeComparison(own, lines, proof);
            proof.reason.chop(1);
            proof.reason +=
                QStringLiteral("; the is_rocm guards of the original are projected on both sides.");
            return proof;
        }
    }
    const PythonProjection weak = makeProjection(*after.tree, kFlag, true);
    if (weak.importGuardLine > 0) {
        const PythonProjection both = makeProjection(*before.tree, kFlag, true);
        const PythonComparison guarded = comparePython(both.text, weak);
        if (guarded.same()) {
            proof.verdict = Verdict::Unproved;
            proof.tokensEqual = guarded.equal;
            proof.tokensTotal = guarded.total;
            proof.reason =
                QStringLiteral("Equal except for try/except around the import in line %1: where "
                               "the package is installed, NVIDIA runs the same code; where it is "
                               "missing, the file now continues instead of failing.")
                    .arg(lines.ported ? lines.ported(weak.importGuardLine) : weak.importGuardLine);
        }
    }
    return proof;
}

ComparedTexts comparedPython(const QByteArray& original, const QByteArray& ported)
{
    ComparedTexts texts{{}, original, ported, false, false};
    const Parsed after = parse(ported);
    if (!after.tree) {
        return texts;
    }
    const PythonProjection projection = makeProjection(*after.tree, kFlag, false);
    PythonComparison comparison = comparePython(original, projection);
    if (!comparison.same() && viewOf(original).find(kFlag) != std::string_view::npos) {
        const Parsed before = parse(original);
        if (!before.tree) {
            return texts;
        }
        texts.original = makeProjection(*before.tree, kFlag, false).text;
        texts.ownGuards = true;
        comparison = comparePython(texts.original, projection);
    }
    texts.projection = comparison.same() ? comparison.text : projection.text;
    texts.projected = true;
    return texts;
}

} // namespace rocport
