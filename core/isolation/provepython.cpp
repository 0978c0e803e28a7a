#include "core/isolation/provepython.h"

#include "core/base/cancelscope.h"
#include "core/isolation/pythonprojection.h"
#include "core/isolation/pythontokens.h"
#include "core/text/linediff.h"

#include <algorithm>
#include <optional>

namespace rocport {

namespace {

constexpr std::string_view kFlag = "is_rocm";
/// How many tokens may be looked ahead for parentheses, in all.
constexpr size_t kLookAhead = 1'000'000;

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<size_t>(bytes.size())};
}

QString number(int value)
{
    QString digits = QString::number(value);
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3) {
        digits.insert(i, u',');
    }
    return digits;
}

struct TokenList
{
    std::string_view text;
    std::vector<PythonToken> tokens;

    explicit TokenList(std::string_view source) : text(source), tokens(tokenizePython(source)) {}
    [[nodiscard]] size_t size() const { return tokens.size(); }
};

bool isEqual(const TokenList& a, size_t i, const TokenList& b, size_t j)
{
    const PythonToken& left = a.tokens[i];
    const PythonToken& right = b.tokens[j];
    const bool layout = left.kind == PythonTokenKind::Newline ||
                        left.kind == PythonTokenKind::Indent ||
                        left.kind == PythonTokenKind::Dedent;
    return left.kind == right.kind && (layout || left.text(a.text) == right.text(b.text));
}

struct Comparison
{
    int equal = 0;
    int total = 0;
    int differsAtLine = 0; ///< of the reference; 0: tokens and layout are equal
    bool layoutOnly = false;
    bool bytesEqual = false;

    [[nodiscard]] bool same() const { return differsAtLine == 0; }
};

/// Compares a projection with the reference, token by token; parentheses that an edit may have
/// brought are taken away where the reference has none.
class Comparer
{
public:
    Comparer(const QByteArray& reference, const PythonProjection& projection)
        : m_reference(reference),
          m_projection(projection),
          m_left(viewOf(reference)),
          m_right(viewOf(projection.text)),
          m_skip(m_right.size(), false)
    {
    }

    Comparison run();

private:
    void markParentheses();
    /// Whether the tokens inside the pair at `open` are what the reference has at `i`.
    bool shouldDrop(size_t open, size_t close, size_t i);
    void compareLayout(Comparison& result) const;
    [[nodiscard]] size_t tokenAt(quint32 offset) const;

    const QByteArray& m_reference;
    const PythonProjection& m_projection;
    TokenList m_left;
    TokenList m_right;
    std::vector<bool> m_skip;
    QHash<size_t, size_t> m_pairs;  ///< token of "(" -> token of ")"
    std::vector<quint32> m_removed; ///< offsets of parentheses taken away
    size_t m_lookedAhead = 0;
};

size_t Comparer::tokenAt(quint32 offset) const
{
    const auto found = std::lower_bound(
        m_right.tokens.begin(), m_right.tokens.end(), offset,
        [](const PythonToken& token, quint32 value) { return token.end <= value; });
    return static_cast<size_t>(found - m_right.tokens.begin());
}

void Comparer::markParentheses()
{
    for (const PythonProjection::Parentheses& pair : m_projection.parentheses) {
        const size_t open = tokenAt(pair.open);
        const size_t close = tokenAt(pair.close);
        if (pair.droppable && close < m_right.size() && m_right.tokens[open].begin == pair.open &&
            m_right.tokens[close].begin == pair.close) {
            m_pairs.insert(open, close);
        }
    }
}

bool Comparer::shouldDrop(size_t open, size_t close, size_t i)
{
    for (size_t j = open + 1; j < close; ++j, ++i) {
        if (++m_lookedAhead > kLookAhead || i >= m_left.size() || !isEqual(m_left, i, m_right, j)) {
            return false;
        }
    }
    return true;
}

void Comparer::compareLayout(Comparison& result) const
{
    const QByteArray text = withoutBytes(m_projection.text, m_removed);
    result.bytesEqual = text == m_reference;
    if (result.bytesEqual) {
        return;
    }
    for (const DiffBlock& block : diffLines(m_reference, text)) {
        if (block.equal) {
            continue;
        }
        bool made = block.rightCount > 0;
        for (int line = block.rightFirst; line < block.rightFirst + block.rightCount; ++line) {
            const auto index = static_cast<size_t>(line);
            made = made && index < m_projection.touched.size() && m_projection.touched[index];
        }
        if (!made) {
            result.differsAtLine = block.leftFirst + 1;
            result.layoutOnly = true;
            return;
        }
    }
}

Comparison Comparer::run()
{
    markParentheses();
    Comparison result;
    result.total = static_cast<int>(m_left.size());
    size_t i = 0;
    size_t j = 0;
    CancelLook isCancelled;
    while (true) {
        if (isCancelled()) {
            result.differsAtLine = 1; // and no answer
            return result;
        }
        if (j < m_right.size() && m_skip[j]) {
            ++j;
            continue;
        }
        const auto pair = m_pairs.constFind(j);
        if (pair != m_pairs.constEnd() && shouldDrop(j, *pair, i)) {
            m_skip[*pair] = true;
            m_removed.push_back(m_right.tokens[j].begin);
            m_removed.push_back(m_right.tokens[*pair].begin);
            ++j;
            continue;
        }
        if (i >= m_left.size() || j >= m_right.size() || !isEqual(m_left, i, m_right, j)) {
            break;
        }
        ++i;
        ++j;
    }
    result.equal = static_cast<int>(i);
    if (i < m_left.size() || j < m_right.size()) {
        const size_t offset = i < m_left.size() ? m_left.tokens[i].begin : m_left.text.size();
        result.differsAtLine = lineOfOffset(m_left.text, offset);
        return result;
    }
    compareLayout(result);
    return result;
}

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

/// What makes the projection say nothing, or is wrong on NVIDIA by itself; empty verdict: go on.
std::optional<IsolationProof> checkFlag(const SyntaxTree& tree, const PythonLines& lines)
{
    FlagUse use = flagUse(tree, kFlag);
    for (int* line : {&use.otherBinding, &use.undefinedUse, &use.moduleMissing}) {
        *line = *line > 0 && lines.ported ? lines.ported(*line) : *line;
    }
    IsolationProof proof;
    if (use.otherBinding > 0) {
        proof.reason =
            QStringLiteral("Line %1 gives is_rocm another meaning, so it cannot be taken "
                           "as False on NVIDIA.")
                .arg(use.otherBinding);
        return proof;
    }
    if (use.undefinedUse > 0) {
        proof.verdict = Verdict::Violated;
        proof.reason =
            QStringLiteral("Line %1 of the ported file uses is_rocm before it is defined, "
                           "which fails on NVIDIA too.")
                .arg(use.undefinedUse);
        return proof;
    }
    if (use.moduleMissing > 0) {
        proof.verdict = Verdict::Violated;
        proof.reason =
            QStringLiteral("Line %1 of the ported file asks torch for its version before "
                           "torch is imported, which fails on NVIDIA too.")
                .arg(use.moduleMissing);
        return proof;
    }
    return std::nullopt;
}

void describe(Comparison comparison, const PythonLines& lines, IsolationProof& proof)
{
    if (comparison.differsAtLine > 0 && lines.original) {
        comparison.differsAtLine = lines.original(comparison.differsAtLine);
    }
    proof.tokensEqual = comparison.equal;
    proof.tokensTotal = comparison.total;
    proof.differsAtLine = comparison.differsAtLine;
    if (comparison.same()) {
        proof.verdict = Verdict::Projected;
        proof.reason = QStringLiteral("%1 of %1 tokens equal").arg(number(comparison.total)) +
                       (comparison.bytesEqual
                            ? QStringLiteral(", byte for byte.")
                            : QStringLiteral(", all lines outside the edits byte for byte."));
    } else if (comparison.layoutOnly) {
        proof.verdict = Verdict::Violated;
        proof.reason =
            QStringLiteral("All %1 tokens are equal, but line %2 of the original, outside "
                           "the edits, is not the same byte for byte.")
                .arg(number(comparison.total))
                .arg(comparison.differsAtLine);
    } else {
        proof.verdict = Verdict::Violated;
        proof.reason = QStringLiteral("The NVIDIA path differs from line %1 of the original on; %2 "
                                      "of %3 tokens before it are equal.")
                           .arg(comparison.differsAtLine)
                           .arg(number(comparison.equal), number(comparison.total));
    }
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
                           const PythonLines& lines)
{
    IsolationProof proof;
    const Parsed after = parse(ported);
    if (!after.tree) {
        proof.reason = QStringLiteral("The ported file cannot be read: %1.").arg(after.problem);
        return proof;
    }
    if (std::optional<IsolationProof> early = checkFlag(*after.tree, lines)) {
        return *early;
    }
    const PythonProjection projection = makeProjection(*after.tree, kFlag, false);
    if (isWorkCancelled()) {
        proof.reason = QStringLiteral("The proof was cancelled.");
        return proof;
    }
    const Comparison plain = Comparer(original, projection).run();
    describe(plain, lines, proof);
    if (isWorkCancelled()) {
        proof = {};
        proof.reason = QStringLiteral("The proof was cancelled.");
        return proof;
    }
    if (plain.same()) {
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
        const Comparison own = Comparer(reference, projection).run();
        if (own.same()) {
            describe(own, lines, proof);
            proof.reason.chop(1);
            proof.reason +=
                QStringLiteral("; the is_rocm guards that the original had are projected "
                               "on both sides.");
            return proof;
        }
    }
    const PythonProjection weak = makeProjection(*after.tree, kFlag, true);
    if (weak.importGuardLine > 0) {
        const PythonProjection both = makeProjection(*before.tree, kFlag, true);
        const Comparison guarded = Comparer(both.text, weak).run();
        if (guarded.same()) {
            proof.verdict = Verdict::Unproved;
            proof.tokensEqual = guarded.equal;
            proof.tokensTotal = guarded.total;
            proof.reason =
                QStringLiteral(
                    "Equal but for try/except around the import in line %1: where the "
                    "package is installed NVIDIA runs the same code; where it is missing, "
                    "the file now goes on instead of failing.")
                    .arg(lines.ported ? lines.ported(weak.importGuardLine) : weak.importGuardLine);
        }
    }
    return proof;
}

} // namespace rocport
