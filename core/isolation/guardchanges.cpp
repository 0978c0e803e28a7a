#include "core/isolation/guardchanges.h"

#include "core/base/cancelscope.h"
#include "core/isolation/proofsentences.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>

namespace rocport {

namespace {

/// A word that stands for the lines that follow.
constexpr std::string_view kLinesLeftOut = "rocport_lines_left_out";
/// Deeper nesting is left to the whole file.
constexpr size_t kMaxDepth = 64;

std::vector<CToken> significant(std::string_view text)
{
    const std::vector<CToken> tokens = lexC(text);
    std::vector<CToken> result;
    for (const quint32 index : significantTokens(tokens)) {
        result.push_back(tokens[index]);
    }
    return result;
}

/// The tokens of whole lines; nothing where what follows them would not begin a line of code.
std::optional<std::vector<CToken>> tokensOfLines(const QByteArray& lines)
{
    std::string text(viewOf(lines));
    text += kLinesLeftOut;
    text += '\n';
    std::vector<CToken> tokens = significant(text);
    if (tokens.empty() || tokens.back().inDirective ||
        tokens.back().begin != static_cast<quint32>(lines.size()) ||
        tokens.back().text(text) != kLinesLeftOut) {
        return std::nullopt;
    }
    tokens.pop_back();
    return tokens;
}

} // namespace

GuardChanges::GuardChanges(const QByteArray& original, GuardMacros macros)
    : m_original(original), m_macros(std::move(macros))
{
    const std::string_view text = viewOf(original);
    if (!original.endsWith('\n')) {
        return; // the last line of a file loses its end with a guard after it
    }
    m_places.emplace_back();
    m_lines.push_back({});
    CppProjector projector(text, m_macros, ConditionSpelling::WithoutParentheses);
    const auto note = [&](size_t begin, const ConditionStack& stack) {
        if (stack.depth() > kMaxDepth || text[begin - 1] != '\n') {
            return;
        }
        if (stack.depth() > 0 || m_places.back() != ConditionStack::Place()) {
            ConditionStack::Place place = stack.place();
            if (m_places.back() != place) {
                m_places.push_back(std::move(place));
            }
        }
        const Line& last = m_lines.back();
        m_lines.push_back({begin,
                           last.number + static_cast<int>(std::count(text.begin() + last.begin,
                                                                     text.begin() + begin, '\n')),
                           0, m_places.size() - 1});
    };
    projector.setOnLine(note);
    const Result<Projection> own = projector.run();
    const Result<Projection> kept =
        projectCGuards(original, m_macros, ConditionSpelling::KeepParentheses);
    if (!own || !kept || !own->met.isEmpty() || own->text != original || kept->text != original) {
        m_lines.clear(); // its own guards count in each proof
        return;
    }
    m_endPlace = projector.place();
    if (isWorkCancelled()) {
        m_lines.clear();
        return;
    }
    for (const CToken& token : significant(text)) {
        m_tokens.push_back(token.begin);
    }
    auto token = m_tokens.begin();
    for (Line& line : m_lines) {
        token = std::lower_bound(token, m_tokens.end(), static_cast<quint32>(line.begin));
        line.tokens = static_cast<size_t>(token - m_tokens.begin());
    }
}

/// One proof: the lines that the edits touch, before and after them.
class GuardChanges::Proof
{
public:
    Proof(const GuardChanges& file, const QVector<TextEdit>& edits, qint64& read)
        : m_file(file), m_edits(edits), m_read(read)
    {
    }

    [[nodiscard]] std::optional<IsolationProof> run();

private:
    /// Lines that stand together.
    struct Region
    {
        size_t first = 0; ///< in m_lines
        size_t end = 0;   ///< after the last
        QByteArray before;
        QByteArray after;
        QByteArray projected; ///< of `after`
    };

    [[nodiscard]] const ConditionStack::Place& placeOf(size_t line) const
    {
        return line < m_file.m_lines.size() ? m_file.m_places[m_file.m_lines[line].place]
                                            : m_file.m_endPlace;
    }
    bool choose();
    void write(Region& region, qsizetype firstEdit, qsizetype endEdit) const;
    [[nodiscard]] std::optional<QByteArray> project(const Region& region, const QByteArray& text,
                                                    ConditionSpelling spelling) const;
    bool projectAll(ConditionSpelling spelling);
    [[nodiscard]] bool isEqual() const;
    [[nodiscard]] std::optional<bool> equalConditions() const;
    bool compare(IsolationProof& proof) const;
    static bool differInside(const Region& region);

    const GuardChanges& m_file;
    const QVector<TextEdit>& m_edits;
    qint64& m_read;
    std::vector<Region> m_regions;
};

std::optional<QByteArray> GuardChanges::Proof::project(const Region& region, const QByteArray& text,
                                                       ConditionSpelling spelling) const
{
    m_read += text.size();
    if (!text.endsWith('\n')) {
        return std::nullopt;
    }
    return CppProjector(viewOf(text), m_file.m_macros, spelling)
        .runBetween(placeOf(region.first), placeOf(region.end));
}

void GuardChanges::Proof::write(Region& region, qsizetype firstEdit, qsizetype endEdit) const
{
    const auto begin = static_cast<qsizetype>(m_file.offsetOf(region.first));
    const auto end = static_cast<qsizetype>(m_file.offsetOf(region.end));
    region.before = m_file.m_original.sliced(begin, end - begin);
    region.after.clear();
    qsizetype at = begin;
    for (qsizetype i = firstEdit; i < endEdit; ++i) {
        region.after += m_file.m_original.sliced(at, m_edits.at(i).range.begin - at);
        region.after += m_edits.at(i).replacement;
        at = m_edits.at(i).range.end;
    }
    region.after += m_file.m_original.sliced(at, end - at);
}

/// From the line of an edit to the first line that is read as before. Looked for in steps that
/// grow, so that a change which leaves nothing as it was costs little more than the file.
bool GuardChanges::Proof::choose()
{
    const std::vector<Line>& lines = m_file.m_lines;
    const auto lineAfter = [&](qsizetype offset) {
        const auto found =
            std::upper_bound(lines.begin(), lines.end(), static_cast<size_t>(offset),
                             [](size_t value, const Line& line) { return value < line.begin; });
        return static_cast<size_t>(found - lines.begin());
    };
    for (qsizetype edit = 0; edit < m_edits.size();) {
        Region region;
        region.first = lineAfter(m_edits.at(edit).range.begin) - 1;
        region.end = region.first;
        qsizetype endEdit = edit;
        for (size_t step = 1;; step *= 4) {
            region.end = std::min(lines.size(), region.end + step);
            while (endEdit < m_edits.size() &&
                   (endEdit == edit || m_edits.at(endEdit).range.begin <
                                           static_cast<qsizetype>(m_file.offsetOf(region.end)))) {
                region.end = std::max(region.end, lineAfter(m_edits.at(endEdit).range.end));
                ++endEdit;
            }
            write(region, edit, endEdit);
            const auto projected =
                project(region, region.after, ConditionSpelling::WithoutParentheses);
            if (projected) {
                break;
            }
            if (region.end == lines.size()) {
                return false;
            }
        }
        m_regions.push_back(std::move(region));
        edit = endEdit;
    }
    return true;
}

bool GuardChanges::Proof::projectAll(ConditionSpelling spelling)
{
    for (Region& region : m_regions) {
        std::optional<QByteArray> projected = project(region, region.after, spelling);
        if (!projected) {
            return false;
        }
        region.projected = *std::move(projected);
    }
    return true;
}

bool GuardChanges::Proof::isEqual() const
{
    return std::all_of(m_regions.begin(), m_regions.end(),
                       [](const Region& region) { return region.projected == region.before; });
}

std::optional<bool> GuardChanges::Proof::equalConditions() const
{
    for (const Region& region : m_regions) {
        const auto before = project(region, region.before, ConditionSpelling::Canonical);
        const auto after = project(region, region.after, ConditionSpelling::Canonical);
        if (!before || !after) {
            return std::nullopt;
        }
        if (*before != *after) {
            return false;
        }
    }
    return true;
}

/// Whether the first byte that differs does not depend on what follows.
bool GuardChanges::Proof::differInside(const Region& region)
{
    const auto [left, right] = std::mismatch(region.before.cbegin(), region.before.cend(),
                                             region.projected.cbegin(), region.projected.cend());
    return left != region.before.cend() && right != region.projected.cend();
}

/// Figures of a proof that failed. False: what follows a region may be equal to what stands in it.
bool GuardChanges::Proof::compare(IsolationProof& proof) const
{
    proof.tokensEqual = proof.tokensTotal;
    for (const Region& region : m_regions) {
        if (region.projected == region.before) {
            continue;
        }
        if (!differInside(region)) {
            return false;
        }
        const Line& line = m_file.m_lines[region.first];
        if (proof.differsAtLine == 0) {
            const auto differs = std::mismatch(region.before.cbegin(), region.before.cend(),
                                               region.projected.cbegin());
            proof.differsAtLine = line.number + static_cast<int>(std::count(region.before.cbegin(),
                                                                            differs.first, '\n'));
        }
        const auto left = tokensOfLines(region.before);
        const auto right = tokensOfLines(region.projected);
        const size_t tokensAfter = region.end < m_file.m_lines.size()
                                       ? m_file.m_lines[region.end].tokens
                                       : m_file.m_tokens.size();
        if (!left || !right || left->size() != tokensAfter - line.tokens) {
            return false;
        }
        std::string leftStorage;
        std::string rightStorage;
        const auto same = [&](const CToken& a, const CToken& b) {
            return spelling(a, viewOf(region.before), leftStorage) ==
                   spelling(b, viewOf(region.projected), rightStorage);
        };
        const auto [differs, other] =
            std::mismatch(left->begin(), left->end(), right->begin(), right->end(), same);
        if (differs == left->end() && other == right->end()) {
            continue; // the layout only
        }
        if (differs == left->end() || other == right->end()) {
            return false;
        }
        proof.tokensEqual =
            static_cast<int>(line.tokens) + static_cast<int>(differs - left->begin());
        break;
    }
    return true;
}

std::optional<IsolationProof> GuardChanges::Proof::run()
{
    if (!choose() || std::all_of(m_regions.begin(), m_regions.end(), [](const Region& region) {
            return region.before == region.after;
        })) {
        return std::nullopt;
    }
    IsolationProof proof;
    proof.tokensTotal = static_cast<int>(m_file.m_tokens.size());
    for (const ConditionSpelling spelling :
         {ConditionSpelling::WithoutParentheses, ConditionSpelling::KeepParentheses}) {
        if (!projectAll(spelling)) {
            return std::nullopt;
        }
        if (isEqual()) {
            proof.verdict = Verdict::Projected;
            proof.tokensEqual = proof.tokensTotal;
            proof.reason = equalTokensSentence(proof.tokensTotal);
            return proof;
        }
    }
    const std::optional<bool> conditions = equalConditions();
    if (!conditions) {
        return std::nullopt;
    }
    if (!compare(proof)) {
        return std::nullopt;
    }
    if (*conditions) {
        proof.verdict = Verdict::Equivalent;
        proof.differsAtLine = 0;
        proof.reason = equalConditionsSentence();
        return proof;
    }
    proof.verdict = Verdict::Violated;
    proof.reason = violatedSentence(proof);
    return proof;
}

std::optional<IsolationProof> GuardChanges::prove(const QVector<TextEdit>& edits,
                                                  qint64& read) const
{
    if (m_lines.size() < 2 || edits.isEmpty() || edits.back().range.end > m_original.size()) {
        return std::nullopt;
    }
    return Proof(*this, edits, read).run();
}

} // namespace rocport
