#include "core/isolation/pythonchanges.h"

#include "core/base/cancelscope.h"
#include "core/isolation/pythoncomparison.h"
#include "core/isolation/pythontokens.h"
#include "core/text/bytes.h"
#include "core/text/linediff.h"

#include <algorithm>

namespace rocport {

namespace {

/// A statement that stands for those which are left out.
const QByteArray kBoundary = QByteArrayLiteral("rocport_statements_left_out\n");

/// Line ends that readers do not agree on.
bool hasLoneReturn(const QByteArray& text)
{
    for (qsizetype at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
        if (at + 1 >= text.size() || text.at(at + 1) != '\n') {
            return true;
        }
    }
    return false;
}

/// Line ends from an offset on.
int lineEnds(const QByteArray& text, qsizetype from)
{
    return static_cast<int>(std::count(text.begin() + from, text.end(), '\n'));
}

/// How many tokens stand before a statement; the ends of what was indented before it are not its
/// own.
size_t tokensBefore(const std::vector<PythonToken>& tokens, size_t begin)
{
    auto at = std::lower_bound(
        tokens.begin(), tokens.end(), begin,
        [](const PythonToken& token, size_t value) { return token.begin < value; });
    while (at != tokens.end() && at->begin == begin && at->kind == PythonTokenKind::Dedent) {
        ++at;
    }
    return static_cast<size_t>(at - tokens.begin());
}

/// Whether two texts differ inside only, so that what stands around them does not matter to a
/// comparison of their lines.
bool differInside(QByteArrayView left, QByteArrayView right)
{
    const QVector<QByteArrayView> a = linesOf(left, LineEnds::Newline);
    const QVector<QByteArrayView> b = linesOf(right, LineEnds::Newline);
    const auto same = [](QByteArrayView one, QByteArrayView other) { return one == other; };
    const auto first = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same);
    const auto last = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend(), same);
    return first.first != a.end() && first.second != b.end() && last.first != a.rend() &&
           last.second != b.rend();
}

} // namespace

PythonChanges::PythonChanges(const QByteArray& original, const SyntaxTree* known)
    : m_original(original)
{
    const std::string_view text = viewOf(original);
    if (text.find(kPythonFlag) != std::string_view::npos || hasLoneReturn(original) ||
        original.contains(kBoundary.chopped(1))) {
        return; // its own guards count in each proof
    }
    if (known != nullptr) {
        takeApart(*known);
    } else if (const Result<SyntaxTree> tree = SyntaxTree::parsePython(text)) {
        takeApart(*tree);
    }
}

void PythonChanges::takeApart(const SyntaxTree& tree)
{
    if (tree.errorLine() > 0) {
        return;
    }
    const std::string_view text = viewOf(m_original);
    for (const ImportedName& one : importedNames(tree)) {
        m_imports[one.name].push_back(one.begin);
    }
    std::vector<quint32> unindented;
    const std::vector<PythonToken> tokens = tokenizePython(text, unindented);
    m_tokens = static_cast<int>(tokens.size());
    m_hasFlag = namesFlag(m_original);
    m_pieces.push_back({});
    int line = 1;
    CancelLook isCancelled;
    for (qint32 i = tree.at(0).firstChild; i >= 0; i = tree.at(i).nextSibling) {
        if (isCancelled()) {
            return;
        }
        const size_t begin = tree.at(i).begin;
        const size_t last = m_pieces.back().begin;
        const bool readAnew =
            begin > last && text[begin - 1] == '\n' && tree.at(i).named &&
            tree.kind(i) != SyntaxKind::Comment &&
            std::binary_search(unindented.begin(), unindented.end(), static_cast<quint32>(begin));
        if (readAnew) {
            line +=
                static_cast<int>(std::count(text.begin() + static_cast<qsizetype>(last),
                                            text.begin() + static_cast<qsizetype>(begin), '\n'));
            m_pieces.push_back({begin, line, tokensBefore(tokens, begin)});
        }
    }
}

size_t PythonChanges::endOf(size_t piece) const
{
    return piece + 1 < m_pieces.size() ? m_pieces[piece + 1].begin
                                       : static_cast<size_t>(m_original.size());
}

size_t PythonChanges::pieceAt(size_t offset) const
{
    const auto after =
        std::upper_bound(m_pieces.begin(), m_pieces.end(), offset,
                         [](size_t value, const Piece& piece) { return value < piece.begin; });
    return static_cast<size_t>(after - m_pieces.begin()) - 1;
}

/// One proof: the pieces that the edits touch, before and after them, with kBoundary between.
class PythonChanges::Proof
{
public:
    Proof(const PythonChanges& file, const QVector<TextEdit>& edits) : m_file(file)
    {
        choose(edits);
        write(edits);
    }

    [[nodiscard]] std::optional<IsolationProof> run();
    [[nodiscard]] qsizetype bytes() const { return m_before.size() + m_after.size(); }

private:
    /// Pieces that stand together.
    struct Region
    {
        size_t first = 0;
        size_t last = 0;      ///< inclusive
        qsizetype before = 0; ///< offset in m_before
        qsizetype after = 0;
        int lineBefore = 1; ///< 1-based line in m_before
        int lineAfter = 1;
        int moved = 0;     ///< lines by which what was changed before it moves it
        bool ends = false; ///< at the end of the file
    };

    void choose(const QVector<TextEdit>& edits);
    void write(const QVector<TextEdit>& edits);
    [[nodiscard]] bool isReadAnew(const SyntaxTree& tree) const;
    [[nodiscard]] bool importedElsewhere(std::string_view name, quint32 before) const;
    [[nodiscard]] int originalLine(int line) const;
    [[nodiscard]] int portedLine(int line) const;
    [[nodiscard]] QVector<qsizetype> boundaries(const QByteArray& text) const;
    [[nodiscard]] bool layoutIsLocal(const QByteArray& text) const;
    [[nodiscard]] std::optional<int> tokensEqual(const PythonComparison& comparison,
                                                 const QByteArray& projection) const;

    const PythonChanges& m_file;
    std::vector<Region> m_regions;
    QByteArray m_before;
    QByteArray m_after;
};

/// An edit at the boundary of two pieces touches both.
void PythonChanges::Proof::choose(const QVector<TextEdit>& edits)
{
    for (const TextEdit& edit : edits) {
        const auto begin = static_cast<size_t>(edit.range.begin);
        size_t first = m_file.pieceAt(begin);
        first -= first > 0 && m_file.m_pieces[first].begin == begin ? 1 : 0;
        const size_t last = m_file.pieceAt(static_cast<size_t>(edit.range.end));
        if (!m_regions.empty() && first <= m_regions.back().last + 1) {
            m_regions.back().last = std::max(m_regions.back().last, last);
        } else {
            m_regions.push_back({first, last});
        }
    }
}

void PythonChanges::Proof::write(const QVector<TextEdit>& edits)
{
    auto edit = edits.begin();
    int moved = 0;
    int lineBefore = 1;
    int lineAfter = 1;
    for (Region& region : m_regions) {
        const auto begin = static_cast<qsizetype>(m_file.m_pieces[region.first].begin);
        const auto end = static_cast<qsizetype>(m_file.endOf(region.last));
        region.before = m_before.size();
        region.after = m_after.size();
        region.lineBefore = lineBefore;
        region.lineAfter = lineAfter;
        region.moved = moved;
        region.ends = end == m_file.m_original.size();
        m_before += m_file.m_original.sliced(begin, end - begin);
        qsizetype at = begin;
        for (; edit != edits.end() && edit->range.begin <= end && edit->range.end <= end; ++edit) {
            m_after += m_file.m_original.sliced(at, edit->range.begin - at);
            m_after += edit->replacement;
            at = edit->range.end;
        }
        m_after += m_file.m_original.sliced(at, end - at);
        moved += lineEnds(m_after, region.after) - lineEnds(m_before, region.before);
        if (!region.ends) {
            m_before += kBoundary;
            m_after += kBoundary;
        }
        lineBefore += lineEnds(m_before, region.before);
        lineAfter += lineEnds(m_after, region.after);
    }
}

/// Whether each kBoundary of m_after is a statement of the module, so that the parser, too, goes on
/// there as if nothing stood before.
bool PythonChanges::Proof::isReadAnew(const SyntaxTree& tree) const
{
    const QVector<qsizetype> wanted = boundaries(m_after);
    qsizetype found = 0;
    for (qint32 i = tree.at(0).firstChild; i >= 0; i = tree.at(i).nextSibling) {
        if (found < wanted.size() && tree.kind(i) == SyntaxKind::ExpressionStatement &&
            tree.at(i).begin == static_cast<quint32>(wanted.at(found)) &&
            tree.text(i) == viewOf(kBoundary.chopped(1))) {
            ++found;
        }
    }
    const auto open = std::count_if(m_regions.begin(), m_regions.end(),
                                    [](const Region& region) { return !region.ends; });
    return found == wanted.size() && found == open;
}

QVector<qsizetype> PythonChanges::Proof::boundaries(const QByteArray& text) const
{
    QVector<qsizetype> result;
    for (qsizetype at = text.indexOf(kBoundary); at >= 0;
         at = text.indexOf(kBoundary, at + kBoundary.size())) {
        result.append(at);
    }
    return result;
}

bool PythonChanges::Proof::importedElsewhere(std::string_view name, quint32 before) const
{
    const auto known = m_file.m_imports.find(name);
    if (known == m_file.m_imports.end()) {
        return false;
    }
    const auto next = std::upper_bound(
        m_regions.begin(), m_regions.end(), static_cast<qsizetype>(before),
        [](qsizetype value, const Region& region) { return value < region.after; });
    const size_t limit = m_file.m_pieces[std::prev(next)->first].begin;
    for (const quint32 begin : known->second) {
        if (begin >= limit) {
            return false;
        }
        const size_t piece = m_file.pieceAt(begin);
        const bool isTouched = std::any_of(m_regions.begin(), next, [&](const Region& region) {
            return piece >= region.first && piece <= region.last;
        });
        if (!isTouched) {
            return true;
        }
    }
    return false;
}

int PythonChanges::Proof::originalLine(int line) const
{
    const auto next =
        std::upper_bound(m_regions.begin(), m_regions.end(), line,
                         [](int value, const Region& region) { return value < region.lineBefore; });
    const Region& region = *std::prev(next);
    return m_file.m_pieces[region.first].line + line - region.lineBefore;
}

int PythonChanges::Proof::portedLine(int line) const
{
    const auto next =
        std::upper_bound(m_regions.begin(), m_regions.end(), line,
                         [](int value, const Region& region) { return value < region.lineAfter; });
    const Region& region = *std::prev(next);
    return m_file.m_pieces[region.first].line + region.moved + line - region.lineAfter;
}

/// `text`: the projection, its tokens being the original's. Which of its lines are new is told by
/// comparing lines; that is the same in the whole file where one region differs, and inside only.
bool PythonChanges::Proof::layoutIsLocal(const QByteArray& text) const
{
    const QVector<qsizetype> left = boundaries(m_before);
    const QVector<qsizetype> right = boundaries(text);
    if (left.size() != right.size()) {
        return false;
    }
    int different = 0;
    qsizetype from = 0;
    qsizetype rightFrom = 0;
    for (qsizetype i = 0; i <= left.size(); ++i) {
        const qsizetype to = i < left.size() ? left.at(i) : m_before.size();
        const qsizetype rightTo = i < right.size() ? right.at(i) : text.size();
        const auto before = QByteArrayView(m_before).sliced(from, to - from);
        const auto after = QByteArrayView(text).sliced(rightFrom, rightTo - rightFrom);
        if (before != after) {
            ++different;
            if (!differInside(before, after)) {
                return false;
            }
        }
        from = to + kBoundary.size();
        rightFrom = rightTo + kBoundary.size();
        if (from > m_before.size() || rightFrom > text.size()) {
            break;
        }
    }
    return different == 1;
}

/// Tokens of the whole file before the first that differs; nothing where what is left out may be
/// equal to what stands there.
std::optional<int> PythonChanges::Proof::tokensEqual(const PythonComparison& comparison,
                                                     const QByteArray& projection) const
{
    std::vector<quint32> unindented;
    tokenizePython(viewOf(projection), unindented);
    const QVector<qsizetype> left = boundaries(m_before);
    const QVector<qsizetype> right = boundaries(projection);
    if (left.size() != right.size() || !std::all_of(right.begin(), right.end(), [&](qsizetype at) {
            return std::binary_search(unindented.begin(), unindented.end(),
                                      static_cast<quint32>(at));
        })) {
        return std::nullopt;
    }
    const auto differs = static_cast<qsizetype>(comparison.differsAt);
    const auto differsRight = static_cast<qsizetype>(comparison.differsAtRight);
    const auto next = std::upper_bound(
        m_regions.begin(), m_regions.end(), differs,
        [](qsizetype value, const Region& region) { return value < region.before; });
    const Region& region = *std::prev(next);
    const auto number = static_cast<qsizetype>(std::prev(next) - m_regions.begin());
    const qsizetype begin = number == 0 ? 0 : right.at(number - 1) + kBoundary.size();
    const bool inside = region.ends ? differsRight >= begin
                                    : differs < left.at(number) && differsRight >= begin &&
                                          differsRight < right.at(number);
    if (!inside) {
        return std::nullopt;
    }
    const size_t here =
        tokensBefore(tokenizePython(viewOf(m_before)), static_cast<size_t>(region.before));
    return static_cast<int>(m_file.m_pieces[region.first].tokens) + comparison.equal -
           static_cast<int>(here);
}

std::optional<IsolationProof> PythonChanges::Proof::run()
{
    const bool isOther = m_before == m_after || m_after.startsWith("\xef\xbb\xbf") ||
                         boundaries(m_after).size() != boundaries(m_before).size() ||
                         hasLoneReturn(m_after);
    if (isOther) {
        return std::nullopt;
    }
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(m_after));
    if (!tree || tree->errorLine() > 0 || !isReadAnew(*tree)) {
        return std::nullopt;
    }
    const PythonLineNumbers lines = {[this](int line) { return originalLine(line); },
                                     [this](int line) { return portedLine(line); }};
    const FlagUse use = flagUse(*tree, kPythonFlag, [this](std::string_view name, quint32 before) {
        return importedElsewhere(name, before);
    });
    if (std::optional<IsolationProof> early = checkFlag(use, lines.ported)) {
        return early;
    }
    const PythonProjection projection = makeProjection(*tree, kPythonFlag, false);
    PythonComparison comparison = comparePython(m_before, projection);
    if (comparison.same() || comparison.layoutOnly) {
        if (!comparison.bytesEqual && !layoutIsLocal(comparison.text)) {
            return std::nullopt;
        }
        comparison.equal = m_file.m_tokens;
    } else {
        const std::optional<int> equal = tokensEqual(comparison, projection.text);
        if (!equal) {
            return std::nullopt;
        }
        comparison.equal = *equal;
    }
    // Whether nothing but a try around an import was added is asked of the whole file.
    if (!comparison.same() && (m_before.contains("try") || m_after.contains("try"))) {
        return std::nullopt;
    }
    comparison.total = m_file.m_tokens;
    IsolationProof proof;
    describeComparison(comparison, lines, proof);
    describeFlag(use, m_file.m_hasFlag, m_after, proof);
    return proof;
}

std::optional<IsolationProof> PythonChanges::prove(const QVector<TextEdit>& edits,
                                                   qint64& read) const
{
    if (m_pieces.size() < 2 || edits.isEmpty() || edits.back().range.end > m_original.size()) {
        return std::nullopt;
    }
    Proof proof(*this, edits);
    read += proof.bytes();
    return proof.run();
}

} // namespace rocport
