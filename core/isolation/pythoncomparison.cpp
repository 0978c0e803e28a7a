#include "core/isolation/pythoncomparison.h"

#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/isolation/proofsentences.h"
#include "core/isolation/pythontokens.h"
#include "core/text/linediff.h"

#include <algorithm>

namespace rocport {

namespace {

/// How many tokens may be looked ahead for parentheses, in all.
constexpr size_t kLookAhead = 1'000'000;

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<size_t>(bytes.size())};
}

struct TokenList
{
    std::string_view text;
    std::vector<PythonToken> tokens;

    explicit TokenList(std::string_view source) : text(source), tokens(tokenizePython(source)) {}
    [[nodiscard]] size_t size() const { return tokens.size(); }
};

/// By 0-based line: whether it is empty.
std::vector<bool> emptyLines(const QByteArray& text)
{
    std::vector<bool> empty;
    for (qsizetype at = 0; at < text.size();) {
        empty.push_back(text.at(at) == '\n' || text.at(at) == '\r');
        const qsizetype end = text.indexOf('\n', at);
        at = end < 0 ? text.size() : end + 1;
    }
    return empty;
}

bool isEqual(const TokenList& a, size_t i, const TokenList& b, size_t j)
{
    const PythonToken& left = a.tokens[i];
    const PythonToken& right = b.tokens[j];
    const bool layout = left.kind == PythonTokenKind::Newline ||
                        left.kind == PythonTokenKind::Indent ||
                        left.kind == PythonTokenKind::Dedent;
    return left.kind == right.kind && (layout || left.text(a.text) == right.text(b.text));
}

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

    PythonComparison run();

private:
    void markParentheses();
    /// Whether the tokens inside the pair at `open` are what the reference has at `i`.
    bool shouldDrop(size_t open, size_t close, size_t i);
    void compareLayout(PythonComparison& result) const;
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

void Comparer::compareLayout(PythonComparison& result) const
{
    result.text = withoutBytes(m_projection.text, m_removed);
    const QByteArray& text = result.text;
    result.bytesEqual = text == m_reference;
    if (result.bytesEqual) {
        return;
    }
    const std::vector<bool> empty = emptyLines(m_reference);
    for (const DiffBlock& block : diffLines(m_reference, text)) {
        if (block.equal) {
            continue;
        }
        const auto isIn = [](const std::vector<bool>& lines, int line) {
            const auto index = static_cast<size_t>(line);
            return line >= 0 && index < lines.size() && lines[index];
        };
        bool made = block.rightCount > 0;
        if (!made) { // the original's empty line was taken for one of an edit
            made = block.leftCount == 1 && empty[static_cast<size_t>(block.leftFirst)] &&
                   (isIn(m_projection.parted, block.rightFirst) ||
                    isIn(m_projection.parted, block.rightFirst - 1));
        }
        for (int line = block.rightFirst; line < block.rightFirst + block.rightCount; ++line) {
            const bool edited = isIn(m_projection.touched, line);
            const bool added = block.leftCount == 0 && isIn(m_projection.spacing, line);
            made = made && (edited || added);
        }
        if (!made) {
            result.differsAtLine = block.leftFirst + 1;
            result.layoutOnly = true;
            return;
        }
    }
}

PythonComparison Comparer::run()
{
    markParentheses();
    PythonComparison result;
    result.total = static_cast<int>(m_left.size());
    result.differsAt = m_left.text.size();
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
        if (i < m_left.size()) {
            result.differsAt = m_left.tokens[i].begin;
        }
        result.differsAtRight = m_right.text.size();
        if (j < m_right.size()) {
            result.differsAtRight = m_right.tokens[j].begin;
        }
        result.differsAtLine = lineOfOffset(m_left.text, result.differsAt);
        return result;
    }
    compareLayout(result);
    return result;
}

} // namespace

PythonComparison comparePython(const QByteArray& reference, const PythonProjection& projection)
{
    return Comparer(reference, projection).run();
}

std::optional<IsolationProof> checkFlag(FlagUse use, const std::function<int(int)>& portedLine)
{
    for (int* line : {&use.otherBinding, &use.undefinedUse, &use.moduleMissing}) {
        *line = *line > 0 && portedLine ? portedLine(*line) : *line;
    }
    const auto judged = [](Verdict verdict, const QString& sentence, int line) {
        IsolationProof proof;
        proof.verdict = verdict;
        proof.reason = sentence.arg(line);
        return proof;
    };
    if (use.otherBinding > 0) {
        return judged(Verdict::Unproved,
                      QStringLiteral("Line %1 gives is_rocm another meaning, so it cannot be taken "
                                     "as False on NVIDIA."),
                      use.otherBinding);
    }
    if (use.undefinedUse > 0) {
        return judged(Verdict::Violated,
                      QStringLiteral("Line %1 of the ported file uses is_rocm before it is "
                                     "defined, which fails on NVIDIA too."),
                      use.undefinedUse);
    }
    if (use.moduleMissing > 0) {
        return judged(Verdict::Violated,
                      QStringLiteral("Line %1 of the ported file reads the version of torch before "
                                     "torch is imported, which fails on NVIDIA too."),
                      use.moduleMissing);
    }
    return std::nullopt;
}

void describeComparison(PythonComparison comparison, const PythonLines& lines,
                        IsolationProof& proof)
{
    if (comparison.differsAtLine > 0 && lines.original) {
        comparison.differsAtLine = lines.original(comparison.differsAtLine);
    }
    proof.tokensEqual = comparison.equal;
    proof.tokensTotal = comparison.total;
    proof.differsAtLine = comparison.differsAtLine;
    if (comparison.same()) {
        proof.verdict = Verdict::Projected;
        proof.reason =
            QStringLiteral("All %1 tokens of the NVIDIA path are unchanged")
                .arg(countText(comparison.total)) +
            (comparison.bytesEqual
                 ? QStringLiteral(", byte for byte.")
                 : QStringLiteral("; lines outside the edits are unchanged byte for byte."));
    } else if (comparison.layoutOnly) {
        proof.verdict = Verdict::Violated;
        proof.reason = QStringLiteral("All %1 tokens are equal, but line %2 of the original, "
                                      "outside the edits, differs in its bytes.")
                           .arg(countText(comparison.total))
                           .arg(comparison.differsAtLine);
    } else {
        proof.verdict = Verdict::Violated;
        proof.reason = QStringLiteral("The NVIDIA path differs from line %1 of the original on; %2 "
                                      "of %3 tokens before it are equal.")
                           .arg(comparison.differsAtLine)
                           .arg(countText(comparison.equal), countText(comparison.total));
    }
}

} // namespace rocport
