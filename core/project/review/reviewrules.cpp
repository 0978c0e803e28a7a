#include "core/project/review/reviewrules.h"

#include "core/base/visibletext.h"
#include "core/rules/analyse.h"
#include "core/rules/rulenames.h"
#include "core/text/sourcebuffer.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// Places in the base, 1-based; last is first - 1 for a place between two lines.
struct BasePlace
{
    int first = 1;
    int last = 0;
    [[nodiscard]] bool isBetween() const { return last < first; }
};

/// Whether two places touch the same lines, or the same place between lines; a place between lines
/// touches the lines on both sides.
bool meets(const BasePlace& one, const BasePlace& other)
{
    if (one.isBetween() && other.isBetween()) {
        return one.first == other.first;
    }
    if (one.isBetween()) {
        return other.first <= one.first && one.first <= other.last + 1;
    }
    return other.isBetween() ? meets(other, one)
                             : one.first <= other.last && other.first <= one.last;
}

/// Hunks of the port and proposals of ours that touch each other, directly or through others.
struct Meeting
{
    BasePlace place;
    QVector<qsizetype> hunks;
    QVector<qsizetype> proposals;
};

class RuleComparison
{
public:
    RuleComparison(ReviewFile& file, const FileRules& rules, const RuleSet& set,
                   const GuardMacros& macros)
        : m_file(file), m_rules(rules), m_set(set), m_macros(macros), m_source(file.baseText)
    {
    }

    void run();

private:
    [[nodiscard]] QVector<Meeting> meetings() const;
    [[nodiscard]] ByteRange bytesOf(const BasePlace& place) const;
    /// The lines of `place` with edits applied; nothing where they do not lie in it.
    [[nodiscard]] std::optional<QByteArray> withEdits(const BasePlace& place,
                                                      const QVector<TextEdit>& edits) const;
    void compare(const Meeting& meeting);
    [[nodiscard]] QVector<TextEdit> editsOf(const QVector<qsizetype>& proposals) const;
    void judge(ReviewHunk& hunk, const BasePlace& place, const QByteArray& theirs,
               const QByteArray& ours) const;
    void nameByRule(ReviewHunk& hunk, const QVector<qsizetype>& proposals) const;
    void nameByFinding(ReviewHunk& hunk) const;

    ReviewFile& m_file;
    const FileRules& m_rules;
    const RuleSet& m_set;
    const GuardMacros& m_macros;
    SourceBuffer m_source;
};

QVector<Meeting> RuleComparison::meetings() const
{
    struct Item
    {
        BasePlace place;
        qsizetype index = 0;
        bool ours = false;
    };
    QVector<Item> items;
    for (qsizetype i = 0; i < m_file.hunks.size(); ++i) {
        const ReviewHunk& hunk = m_file.hunks[i];
        if (hunk.kind == ReviewHunkKind::Lines) {
            items.append({{hunk.baseFirst, hunk.baseLast}, i, false});
        }
    }
    for (qsizetype i = 0; i < m_rules.proposals.size(); ++i) {
        const Hunk& hunk = m_rules.proposals[i];
        items.append({{hunk.firstLine, hunk.lastLine}, i, true});
    }
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
        return a.place.first != b.place.first ? a.place.first < b.place.first
                                              : a.place.last < b.place.last;
    });
    QVector<Meeting> all;
    for (const Item& item : std::as_const(items)) {
        if (all.isEmpty() || !meets(all.last().place, item.place)) {
            all.append({item.place, {}, {}});
        }
        Meeting& last = all.last();
        last.place.last = std::max(last.place.last, item.place.last);
        (item.ours ? last.proposals : last.hunks).append(item.index);
    }
    return all;
}

ByteRange RuleComparison::bytesOf(const BasePlace& place) const
{
    const auto begin = [this](int line) {
        return line > m_source.lineCount() ? m_source.bytes().size()
                                           : m_source.lineRange(line).begin;
    };
    return {begin(place.first), begin(place.last + 1)};
}

std::optional<QByteArray> RuleComparison::withEdits(const BasePlace& place,
                                                    const QVector<TextEdit>& edits) const
{
    const ByteRange range = bytesOf(place);
    QByteArray out;
    qsizetype at = range.begin;
    for (const TextEdit& edit : edits) {
        if (edit.range.begin < at || edit.range.end > range.end) {
            return std::nullopt;
        }
        out += m_source.bytes().mid(at, edit.range.begin - at) + edit.replacement;
        at = edit.range.end;
    }
    return out + m_source.bytes().mid(at, range.end - at);
}

QVector<TextEdit> RuleComparison::editsOf(const QVector<qsizetype>& proposals) const
{
    QVector<TextEdit> edits;
    for (const qsizetype i : proposals) {
        edits += m_rules.proposals[i].edits;
    }
    std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
        return a.range.begin < b.range.begin;
    });
    return edits;
}

void RuleComparison::judge(ReviewHunk& hunk, const BasePlace& place, const QByteArray& theirs,
                           const QByteArray& ours) const
{
    hunk.match = theirs == ours                                           ? RuleMatch::Equal
                 : isSimilarText(theirs, ours, m_file.language, m_macros) ? RuleMatch::Similar
                                                                          : RuleMatch::Different;
    hunk.ruleText = ours;
    hunk.ruleFirst = place.first;
    hunk.ruleLast = place.last;
}

void RuleComparison::nameByRule(ReviewHunk& hunk, const QVector<qsizetype>& proposals) const
{
    const Hunk* lead = nullptr;
    for (const qsizetype i : proposals) {
        const Hunk& proposal = m_rules.proposals[i];
        for (const QString& id : proposal.ruleIds) {
            if (!hunk.ruleIds.contains(id)) {
                hunk.ruleIds.append(id);
            }
        }
        if (lead == nullptr || proposal.severity > lead->severity) {
            lead = &proposal;
        }
    }
    if (lead != nullptr) {
        hunk.title = lead->title;
        hunk.phase = lead->phase;
        hunk.ruleReason = lead->reason;
        hunk.ruleIds.removeOne(lead->ruleIds.first());
        hunk.ruleIds.prepend(lead->ruleIds.first());
    }
}

/// A rule that only points at the lines that the hunk replaces.
void RuleComparison::nameByFinding(ReviewHunk& hunk) const
{
    const Finding* lead = nullptr;
    const auto from =
        std::lower_bound(m_rules.findings.begin(), m_rules.findings.end(), hunk.baseFirst,
                         [](const Finding& finding, int line) { return finding.line < line; });
    for (auto it = from; it != m_rules.findings.end() && it->line <= hunk.baseLast; ++it) {
        if (!hunk.ruleIds.contains(it->ruleId)) {
            hunk.ruleIds.append(it->ruleId);
        }
        lead = lead == nullptr || it->severity > lead->severity ? &*it : lead;
    }
    const Rule* rule = lead != nullptr ? m_set.find(lead->ruleId) : nullptr;
    if (rule != nullptr) {
        hunk.title = listName(*rule);
        hunk.phase = lead->phase;
        hunk.ruleReason = lead->message;
        hunk.ruleIds.removeOne(rule->id);
        hunk.ruleIds.prepend(rule->id);
    }
}

void RuleComparison::compare(const Meeting& meeting)
{
    if (meeting.hunks.isEmpty()) {
        return;
    }
    if (meeting.proposals.isEmpty()) {
        for (const qsizetype i : meeting.hunks) {
            nameByFinding(m_file.hunks[i]);
        }
        return;
    }
    QVector<TextEdit> made;
    for (const qsizetype i : meeting.hunks) {
        made.append(m_file.hunks[i].edit);
    }
    const auto theirs = withEdits(meeting.place, made);
    const auto ours = withEdits(meeting.place, editsOf(meeting.proposals));
    for (const qsizetype i : meeting.hunks) {
        ReviewHunk& hunk = m_file.hunks[i];
        // Of a group of several, those whose own proposals are the same count for themselves.
        QVector<qsizetype> own;
        for (const qsizetype j : meeting.proposals) {
            const Hunk& proposal = m_rules.proposals[j];
            if (meets({hunk.baseFirst, hunk.baseLast}, {proposal.firstLine, proposal.lastLine})) {
                own.append(j);
            }
        }
        BasePlace place{hunk.baseFirst, hunk.baseLast};
        for (const qsizetype j : std::as_const(own)) {
            place.first = std::min(place.first, m_rules.proposals[j].firstLine);
            place.last = std::max(place.last, m_rules.proposals[j].lastLine);
        }
        const auto alone = withEdits(place, {hunk.edit});
        const auto rule = withEdits(place, editsOf(own));
        nameByRule(hunk, own);
        if (!own.isEmpty() && alone && rule) {
            judge(hunk, place, *alone, *rule);
        }
        if (hunk.match != RuleMatch::Equal && meeting.hunks.size() > 1 && theirs && ours) {
            ReviewHunk together = hunk;
            judge(together, meeting.place, *theirs, *ours);
            if (together.match == RuleMatch::Equal || together.match == RuleMatch::Similar ||
                hunk.match == RuleMatch::None) {
                hunk = together;
            }
        }
        if (own.isEmpty() || (!rule && !ours)) {
            nameByFinding(hunk);
        }
    }
}

void RuleComparison::run()
{
    for (const Meeting& meeting : meetings()) {
        // Very many in one place would be compared with each other.
        if (meeting.hunks.size() * meeting.proposals.size() < 250'000) {
            compare(meeting);
        }
    }
    for (ReviewHunk& hunk : m_file.hunks) {
        if (hunk.title.isEmpty()) {
            describeByText(hunk, m_file);
        }
    }
}

QString shortLine(QByteArrayView line)
{
    constexpr qsizetype kShown = 60;
    const QString text = visibleLine(QString::fromUtf8(line.toByteArray().trimmed()));
    return text.size() > kShown ? text.left(kShown - 1).trimmed() + QChar(0x2026) : text;
}

/// The first line that says something: a comment or a brace alone does not.
QByteArray tellingLine(const QByteArray& text)
{
    QByteArray any;
    for (const QByteArray& line : text.split('\n')) {
        QByteArray trimmed = line.trimmed();
        if (trimmed.size() < 2) {
            continue;
        }
        any = any.isEmpty() ? trimmed : any;
        if (!trimmed.startsWith("//") && !trimmed.startsWith("/*") && !trimmed.startsWith('*') &&
            !trimmed.startsWith("#e")) {
            return trimmed;
        }
    }
    return any;
}

} // namespace

void compareWithRules(ReviewFile& file, const FileRules& rules, const RuleSet& set,
                      const GuardMacros& macros)
{
    RuleComparison(file, rules, set, macros).run();
}

void compareAdded(ReviewHunk& hunk, const QByteArray& text, const QByteArray& proposed,
                  const Hunk& proposal, Language language, const GuardMacros& macros)
{
    hunk.match = text == proposed                                  ? RuleMatch::Equal
                 : isSimilarText(text, proposed, language, macros) ? RuleMatch::Similar
                                                                   : RuleMatch::Different;
    hunk.title = proposal.title;
    hunk.phase = proposal.phase;
    hunk.ruleIds = proposal.ruleIds;
    hunk.ruleReason = proposal.reason;
    hunk.ruleText = proposed;
}

Phase phaseOfFile(const RepoPath& path, Language language)
{
    switch (language) {
    case Language::CMake:
    case Language::Make:
    case Language::Meson:
    case Language::SetupCfg:
        return Phase::Build;
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        return Phase::Translation;
    case Language::Python:
        return path.fileName() == "setup.py" ? Phase::Build : Phase::Detection;
    case Language::Notebook:
        return Phase::Detection;
    case Language::Markdown:
        return Phase::Verification;
    default:
        return Phase::Environment;
    }
}

void describeByText(ReviewHunk& hunk, const ReviewFile& file)
{
    hunk.phase = phaseOfFile(file.path, file.language);
    const QByteArray removed = file.baseText.mid(hunk.edit.range.begin, hunk.edit.range.size());
    const QByteArray added = hunk.edit.replacement;
    if (added.trimmed().isEmpty() && removed.trimmed().isEmpty()) {
        hunk.title = QStringLiteral("Blank lines");
    } else if (added.simplified() == removed.simplified()) {
        hunk.title = QStringLiteral("Spacing");
    } else if (added.trimmed().isEmpty()) {
        hunk.title = QStringLiteral("Without: %1").arg(shortLine(tellingLine(removed)));
    } else {
        hunk.title = shortLine(tellingLine(added));
    }
}

} // namespace rocport
