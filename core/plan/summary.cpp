#include "core/plan/plan.h"

#include "core/base/linerange.h"
#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/plan/counts.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// Lists are cut here, and say how many more there are.
constexpr qsizetype kMaxListed = 12;
constexpr qsizetype kMaxWayOut = 160; // characters

/// What one rule gave in a phase.
struct RuleTally
{
    QString id;
    QString title; ///< of its hunks, where it has any
    int findings = 0;
    QSet<RepoPath> files;
    RepoPath path; ///< first place
    int line = 1;
};

/// A place for a list, with what to say about it.
struct Place
{
    RepoPath path;
    int line = 1;
    QString text;
    Severity severity = Severity::Info;
};

struct Gathered
{
    QVector<RuleTally> rules;
    QSet<RepoPath> files;
    QVector<Place> rejected, deferred, unproved, left;
    Effort effort = Effort::None;
};

/// Inline code that survives any text: backticks inside become quotes, newlines blanks.
QString code(const QString& text)
{
    QString safe = text;
    safe.replace(u'`', u'\'').replace(u'\n', u' ');
    return u'`' + safe + u'`';
}

QString place(const RepoPath& path, int line)
{
    return code(placeText(path, line));
}

/// A sentence about a place, with inline code: what is quoted from the repository must not become a
/// link, an image or a tag of the summary.
QString sentence(const QString& text)
{
    const QStringList parts = visibleLine(text).split(u'`');
    QString out;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool code = i % 2 == 1 && i + 1 < parts.size();
        QString part = parts[i];
        if (!code) {
            part.replace(u'\\', QStringLiteral("\\\\"));
            part.replace(u'[', QStringLiteral("\\["));
            part.replace(u'<', QStringLiteral("\\<"));
        }
        const bool closed = i == 0 || i % 2 == 0 || code;
        out += (i == 0 ? QString() : closed ? QStringLiteral("`") : QStringLiteral("\\`")) + part;
    }
    return out;
}

void addHunk(Gathered& facts, const Hunk& hunk, DecisionKind decision)
{
    const RepoPath& path = hunk.sourcePath.isEmpty() ? hunk.targetPath : hunk.sourcePath;
    const Place where{path, hunk.firstLine, hunk.title, hunk.severity};
    if (decision == DecisionKind::Rejected) {
        facts.rejected.append(where);
    } else if (decision == DecisionKind::Deferred) {
        facts.deferred.append(where);
    } else if (decision == DecisionKind::Accepted && !isProved(hunk.verdict)) {
        facts.unproved.append({path, hunk.firstLine,
                               hunk.verdictReason.isEmpty() ? hunk.title : hunk.verdictReason,
                               hunk.severity});
    }
}

void addFinding(Gathered& facts, QHash<QString, qsizetype>& index, const Finding& finding,
                const QHash<QString, QString>& titles, bool answered)
{
    if (!index.contains(finding.ruleId)) {
        index.insert(finding.ruleId, facts.rules.size());
        facts.rules.append(
            {finding.ruleId, titles.value(finding.ruleId), 0, {}, finding.path, finding.line});
    }
    RuleTally& rule = facts.rules[index.value(finding.ruleId)];
    ++rule.findings;
    rule.files.insert(finding.path);
    facts.files.insert(finding.path);
    if (asksForAPerson(finding) && !answered) {
        // A long way out (steps) stands once in the report, beside its finding.
        QString text = finding.message;
        if (!finding.wayOut.isEmpty() && finding.wayOut.size() <= kMaxWayOut) {
            text += u' ' + finding.wayOut;
        }
        facts.left.append({finding.path, finding.line, text.simplified(), finding.severity});
        facts.effort = std::max(facts.effort, finding.effort);
    }
}

Gathered gather(Phase phase, const ScanResult& scan,
                const QHash<QByteArray, DecisionKind>& decisions, const QSet<QByteArray>& ticked)
{
    Gathered facts;
    QSet<QByteArray> answered = ticked;
    answered.reserve(scan.hunks.size() * 2);
    QHash<QString, QString> titles;
    for (const Hunk& hunk : scan.hunks) {
        for (const QByteArray& finding : hunk.findingIds) {
            answered.insert(finding);
        }
        if (!hunk.ruleIds.isEmpty() && !titles.contains(hunk.ruleIds.first())) {
            titles.insert(hunk.ruleIds.first(), hunk.title);
        }
        if (hunk.phase == phase) {
            addHunk(facts, hunk, decisions.value(hunk.key, DecisionKind::Open));
        }
    }
    QHash<QString, qsizetype> index;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (finding.phase == phase && homeOf(*file, finding) == FindingHome::Own) {
                addFinding(facts, index, finding, titles, answered.contains(finding.id));
            }
        }
    }
    std::stable_sort(facts.rules.begin(), facts.rules.end(),
                     [](const RuleTally& a, const RuleTally& b) {
                         return a.findings != b.findings ? a.findings > b.findings : a.id < b.id;
                     });
    std::stable_sort(facts.left.begin(), facts.left.end(),
                     [](const Place& a, const Place& b) { return a.severity > b.severity; });
    return facts;
}

QString rest(qsizetype all, const char* one, const char* many)
{
    return all <= kMaxListed
               ? QString()
               : QStringLiteral("- and %1\n").arg(counted(all - kMaxListed, one, many));
}

QString placeList(const QString& heading, const QVector<Place>& places)
{
    if (places.isEmpty()) {
        return {};
    }
    QString text = heading + QStringLiteral("\n\n");
    for (const Place& entry : places.mid(0, kMaxListed)) {
        text += QStringLiteral("- %1").arg(place(entry.path, entry.line));
        text += entry.text.isEmpty() ? QStringLiteral("\n")
                                     : QStringLiteral(": %1\n").arg(sentence(entry.text));
    }
    return text + rest(places.size(), "more place", "more places") + u'\n';
}

QString asideText(int aside)
{
    return aside == 0 ? QString()
                      : QStringLiteral("%1 in vendored or generated files, or ported already, and "
                                       "not counted.\n\n")
                            .arg(counted(aside, "more place is", "more places are"));
}

QString foundText(const Gathered& facts, const PhaseCounts& counts)
{
    if (facts.rules.isEmpty()) {
        return QStringLiteral("Nothing was found that needs a change in this phase.\n\n") +
               asideText(counts.findingsAside);
    }
    QString text = QStringLiteral("Found: %1 in %2.\n\n")
                       .arg(counted(counts.findings, "place", "places"),
                            counted(facts.files.size(), "file", "files"));
    for (const RuleTally& rule : facts.rules.mid(0, kMaxListed)) {
        text += QStringLiteral("- %1: %2 in %3, first %4")
                    .arg(code(rule.id), counted(rule.findings, "place", "places"),
                         counted(rule.files.size(), "file", "files"), place(rule.path, rule.line));
        text += rule.title.isEmpty() ? QStringLiteral("\n")
                                     : QStringLiteral(" (%1)\n").arg(sentence(rule.title));
    }
    return text + rest(facts.rules.size(), "more rule", "more rules") + u'\n' +
           asideText(counts.findingsAside);
}

QString provedText(const PhaseCounts& counts)
{
    if (counts.proved == counts.accepted) {
        return counts.accepted == 1
                   ? QStringLiteral("The NVIDIA path is proved unchanged for the accepted change.")
                   : QStringLiteral(
                         "The NVIDIA path is proved unchanged for all accepted changes.");
    }
    if (counts.proved == 0) {
        return QStringLiteral("The NVIDIA path is not proved unchanged: %1 without a proof.")
            .arg(counted(counts.accepted, "accepted change is", "accepted changes are"));
    }
    return QStringLiteral(
               "The NVIDIA path is proved unchanged for %1 of %2; the others need to be checked.")
        .arg(countText(counts.proved),
             counted(counts.accepted, "accepted change", "accepted changes"));
}

QString decidedText(const PhaseCounts& counts)
{
    if (counts.hunks == 0) {
        return {};
    }
    QStringList parts;
    QString accepted = QStringLiteral("%1 accepted").arg(countText(counts.accepted));
    if (counts.edited > 0) {
        accepted += QStringLiteral(" (%1 of them edited by hand)").arg(countText(counts.edited));
    }
    parts.append(accepted);
    parts.append(QStringLiteral("%1 rejected").arg(countText(counts.rejected)));
    if (counts.deferred > 0) {
        parts.append(QStringLiteral("%1 deferred").arg(countText(counts.deferred)));
    }
    const int undecided = counts.open() - counts.deferred;
    if (undecided > 0) {
        parts.append(QStringLiteral("%1 open").arg(countText(undecided)));
    }
    QString text = QStringLiteral("Decided: %1 of %2: %3.\n\n")
                       .arg(countText(counts.decided()), counted(counts.hunks, "change", "changes"),
                            parts.join(QStringLiteral(", ")));
    if (counts.accepted > 0) {
        text += provedText(counts) + QStringLiteral("\n\n");
        text += counts.committed == 0
                    ? QStringLiteral("Nothing is committed yet.\n\n")
                    : QStringLiteral("Committed: %1 of %2.\n\n")
                          .arg(countText(counts.committed),
                               counted(counts.accepted, "accepted change", "accepted changes"));
    }
    return text;
}

QString effortText(Effort effort)
{
    switch (effort) {
    case Effort::None:
        break;
    case Effort::Minutes:
        return QStringLiteral(", at most a matter of minutes");
    case Effort::Hours:
        return QStringLiteral(", at most a matter of hours");
    case Effort::Rewrite:
        return QStringLiteral(", including code to be rewritten");
    }
    return {};
}

} // namespace

QString draftSummary(const PlanPhase& plan, const PhaseCounts& counts, const ScanResult& scan,
                     const QHash<QByteArray, DecisionKind>& decisions,
                     const QSet<QByteArray>& ticked)
{
    const Gathered facts = gather(plan.phase, scan, decisions, ticked);
    QString text;
    if (!plan.run) {
        text = QStringLiteral("Skipped%1: %2.\n\n")
                   .arg(plan.overridden ? QStringLiteral(" by the user") : QString(), plan.reason);
        if (counts.findings == 0 && counts.findingsAside == 0) {
            return text.trimmed() + u'\n';
        }
    } else if (plan.overridden) {
        text = QStringLiteral("Run because the user said so: %1.\n\n").arg(plan.reason);
    }
    text += foundText(facts, counts);
    text += decidedText(counts);
    text +=
        placeList(QStringLiteral("Accepted without a proof for the NVIDIA path:"), facts.unproved);
    text +=
        placeList(QStringLiteral("Rejected, so that the code stays as it was:"), facts.rejected);
    text += placeList(QStringLiteral("Deferred:"), facts.deferred);
    if (counts.findingsTicked > 0) {
        text += QStringLiteral("%1 ticked off.\n\n")
                    .arg(counted(counts.findingsTicked, "finding was", "findings were"));
    }
    text +=
        placeList(QStringLiteral("Left to do by hand: %1%2.")
                      .arg(counted(facts.left.size(), "place", "places"), effortText(facts.effort)),
                  facts.left);
    return text.trimmed() + u'\n';
}

QString draftCommitText(const PhaseCounts& counts, const QVector<const Hunk*>& changes)
{
    QVector<RuleTally> rules;
    QHash<QString, qsizetype> index;
    for (const Hunk* hunk : changes) {
        const QString id = hunk->ruleIds.value(0);
        if (!index.contains(id)) {
            index.insert(id, rules.size());
            rules.append({id, hunk->title, 0, {}, {}, 1});
        }
        RuleTally& rule = rules[index.value(id)];
        ++rule.findings;
        rule.files.insert(hunk->targetPath);
    }
    std::stable_sort(rules.begin(), rules.end(), [](const RuleTally& a, const RuleTally& b) {
        return a.findings != b.findings ? a.findings > b.findings : a.id < b.id;
    });
    QString text = rules.isEmpty() ? QString() : QStringLiteral("Rules:\n");
    for (const RuleTally& rule : rules.mid(0, kMaxListed)) {
        text += QStringLiteral("- %1: %2 in %3")
                    .arg(rule.id.isEmpty() ? QStringLiteral("by hand") : rule.id,
                         counted(rule.findings, "change", "changes"),
                         counted(rule.files.size(), "file", "files"));
        text += rule.title.isEmpty() ? QStringLiteral("\n")
                                     : QStringLiteral(" (%1)\n").arg(visibleLine(rule.title));
    }
    text += rest(rules.size(), "more rule", "more rules") + u'\n' + decidedText(counts);
    if (counts.openFindings() > 0) {
        text += QStringLiteral("Left to do by hand in this phase: %1.\n")
                    .arg(counted(counts.openFindings(), "place", "places"));
    }
    return text.trimmed() + u'\n';
}

} // namespace rocport
