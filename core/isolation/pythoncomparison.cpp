#include "core/isolation/pythoncomparison.h"

#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/isolation/proofsentences.h"
#include "core/isolation/pythontokens.h"
#include "core/text/bytes.h"
#include "core/text/linediff.h"
#include "core/text/sourcebuffer.h"

#include <algorithm>

namespace rocport {

namespace {

/// How many tokens may be looked ahead for parentheses, in all.
constexpr size_t kLookAhead = 1'000'000;

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
    /// A change of the projection's text that makes it what the original has.
    struct Change
    {
        quint32 begin = 0;
        quint32 end = 0;
        std::string_view text;
    };

    void markParentheses();
    void joinFreeLayout();
    [[nodiscard]] bool isFree(quint32 begin, quint32 end) const;
    void matched(size_t i, size_t j);
    void makeText(PythonComparison& result);
    /// Whether the tokens inside the pair at `open` are what the reference has at `i`.
    bool shouldDrop(size_t open, size_t close, size_t i);
    void compareLayout(PythonComparison& result) const;
    [[nodiscard]] size_t tokenAt(quint32 offset) const;

    const QByteArray& m_reference;
    const PythonProjection& m_projection;
    TokenList m_left;
    TokenList m_right;
    std::vector<bool> m_skip;
    QHash<size_t, size_t> m_pairs; ///< token of "(" -> token of ")"
    std::vector<size_t> m_dropped; ///< tokens of parentheses taken away since the last match
    std::vector<ByteRange> m_free; ///< freeLayout, in order, not overlapping
    std::vector<Change> m_changes; ///< in order
    size_t m_leftEnd = 0;          ///< where the token that matched last ends
    size_t m_rightEnd = 0;         ///< the same in the projection
    std::vector<bool> m_touched;   ///< PythonProjection::touched, by line of the text compared
    std::vector<bool> m_spacing;   ///< likewise
    std::vector<bool> m_parted;    ///< likewise
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

void Comparer::joinFreeLayout()
{
    m_free = m_projection.freeLayout;
    std::sort(m_free.begin(), m_free.end(),
              [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    size_t kept = 0;
    for (const ByteRange& range : m_free) {
        if (kept > 0 && range.begin <= m_free[kept - 1].end) {
            m_free[kept - 1].end = std::max(m_free[kept - 1].end, range.end);
        } else {
            m_free[kept++] = range;
        }
    }
    m_free.resize(kept);
}

/// Whether what is between two tokens is, at least in part, where an edit may have broken lines.
bool Comparer::isFree(quint32 begin, quint32 end) const
{
    const auto after = std::upper_bound(
        m_free.begin(), m_free.end(), static_cast<qsizetype>(end),
        [](qsizetype value, const ByteRange& range) { return value <= range.begin; });
    return after != m_free.begin() && std::prev(after)->end > static_cast<qsizetype>(begin);
}

/// Notes how the text before a token of the projection becomes what the original has there.
void Comparer::matched(size_t i, size_t j)
{
    const quint32 begin = m_right.tokens[j].begin;
    const quint32 leftBegin = m_left.tokens[i].begin;
    if (begin > m_rightEnd && leftBegin >= m_leftEnd &&
        isFree(static_cast<quint32>(m_rightEnd), begin)) {
        m_changes.push_back({static_cast<quint32>(m_rightEnd), begin,
                             m_left.text.substr(m_leftEnd, leftBegin - m_leftEnd)});
    } else {
        for (const size_t dropped : m_dropped) {
            m_changes.push_back({m_right.tokens[dropped].begin, m_right.tokens[dropped].end, {}});
        }
    }
    m_dropped.clear();
    m_leftEnd = m_left.tokens[i].end;
    m_rightEnd = m_right.tokens[j].end;
}

/// The projection with all changes, and what is known of its lines.
void Comparer::makeText(PythonComparison& result)
{
    for (const size_t dropped : m_dropped) {
        m_changes.push_back({m_right.tokens[dropped].begin, m_right.tokens[dropped].end, {}});
    }
    QByteArray& out = result.text;
    size_t oldLine = 0;
    const auto isIn = [](const std::vector<bool>& lines, size_t line) {
        return line < lines.size() && lines[line];
    };
    const auto startLine = [&] {
        m_touched.push_back(isIn(m_projection.touched, oldLine));
        m_spacing.push_back(isIn(m_projection.spacing, oldLine));
        m_parted.push_back(isIn(m_projection.parted, oldLine));
    };
    startLine();
    const auto copy = [&](std::string_view text) {
        for (size_t at = text.find('\n'); at != std::string_view::npos;
             at = text.find('\n', at + 1)) {
            ++oldLine;
            startLine();
        }
        out.append(text.data(), static_cast<qsizetype>(text.size()));
    };
    size_t at = 0;
    for (const Change& change : m_changes) {
        copy(m_right.text.substr(at, change.begin - at));
        const std::string_view old = m_right.text.substr(change.begin, change.end - change.begin);
        oldLine += static_cast<size_t>(std::count(old.begin(), old.end(), '\n'));
        m_touched.back() = true;
        for (const char c : change.text) {
            if (c == '\n') {
                startLine();
                m_touched.back() = true;
            }
        }
        out.append(change.text.data(), static_cast<qsizetype>(change.text.size()));
        at = change.end;
    }
    copy(m_right.text.substr(at));
}

void Comparer::compareLayout(PythonComparison& result) const
{
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
                   (isIn(m_parted, block.rightFirst) || isIn(m_parted, block.rightFirst - 1));
        }
        for (int line = block.rightFirst; line < block.rightFirst + block.rightCount; ++line) {
            const bool edited = isIn(m_touched, line);
            const bool added = block.leftCount == 0 && isIn(m_spacing, line);
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
    joinFreeLayout();
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
            m_dropped.push_back(j);
            ++j;
            continue;
        }
        const auto pair = m_pairs.constFind(j);
        if (pair != m_pairs.constEnd() && shouldDrop(j, *pair, i)) {
            m_skip[*pair] = true;
            m_dropped.push_back(j);
            ++j;
            continue;
        }
        if (i >= m_left.size() || j >= m_right.size() || !isEqual(m_left, i, m_right, j)) {
            break;
        }
        matched(i, j);
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
    makeText(result);
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

bool namesFlag(const QByteArray& text)
{
    return text.contains(QByteArrayView(kPythonFlag.data(), qsizetype(kPythonFlag.size())));
}

void describeFlag(const FlagUse& use, bool isKnown, const QByteArray& text, IsolationProof& proof)
{
    if (proof.verdict != Verdict::Projected || use.definition <= 0 || isKnown) {
        return;
    }
    const SourceBuffer source(text);
    const bool imports = use.definition <= source.lineCount() &&
                         source.lineText(use.definition).find("import") != std::string_view::npos;
    proof.reason.chop(1);
    proof.reason += imports ? QStringLiteral("; the added import of is_rocm, which NVIDIA builds "
                                             "run too, is not compared.")
                            : QStringLiteral("; the added definition of is_rocm, which NVIDIA "
                                             "builds run too, is not compared.");
}

void describeComparison(PythonComparison comparison, const PythonLineNumbers& lines,
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
