#include "core/base/wording.h"
#include "core/facts/facts.h"
#include "core/plan/counts.h"
#include "core/report/compose.h"

#include <QHash>
#include <QMap>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

QString lineOf(int line)
{
    return QStringLiteral(", line %1").arg(line);
}

/// ", line 3; also lines 9 and 12, and 4 more places"
QString linesOf(const Finding& finding)
{
    constexpr int kMostLines = 20;
    const QString others = otherPlaces(finding, kMostLines);
    return lineOf(finding.line) +
           (others.isEmpty() ? QString() : QStringLiteral("; also %1").arg(others));
}

/// Uses of one name that has no twin, over all files.
struct MissingName
{
    QString library;
    int uses = 0;
    int files = 0;
    QString wayOut;
};

QMap<QString, MissingName> missingNames(const ScanResult& scan, const QString& status)
{
    QMap<QString, MissingName> names;
    for (const auto& file : scan.files) {
        for (const ApiUse& use : file->apiUses) {
            if (use.status == status) {
                MissingName& name = names[use.name];
                name.library = use.library;
                name.uses += use.count;
                ++name.files;
            }
        }
    }
    QHash<QString, QString> ofLibrary;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            const auto name = names.find(finding.symbol);
            if (name != names.end() && name->wayOut.isEmpty()) {
                name->wayOut = finding.wayOut;
            }
            // What is said of all names of a library in one finding.
            if (finding.ruleId == QLatin1StringView("hipify-unsupported")) {
                ofLibrary.insert(finding.symbol, finding.wayOut);
            }
        }
    }
    for (MissingName& name : names) {
        if (name.wayOut.isEmpty()) {
            name.wayOut = ofLibrary.value(libraryName(name.library.toStdString()));
        }
    }
    return names;
}

/// " 12 more places are left out: 9 in vendored files, 3 ported already."
QString asideText(const ReportModel& report)
{
    QStringList parts;
    const auto add = [&](FindingHome home, const QString& text) {
        if (report.leftIn(home) > 0) {
            parts.append(text.arg(countText(report.leftIn(home))));
        }
    };
    add(FindingHome::Vendored, QStringLiteral("%1 in vendored files"));
    add(FindingHome::Generated, QStringLiteral("%1 in generated files"));
    add(FindingHome::Ported, QStringLiteral("%1 ported already"));
    return parts.isEmpty() ? QString()
                           : QStringLiteral(" More places are left out: %1.")
                                 .arg(parts.join(QStringLiteral(", ")));
}

void composeEffort(const ReportModel& report, Document& out)
{
    std::array<qint64, 4> efforts{};
    std::array<QSet<RepoPath>, 4> files;
    for (const ReportPhase& phase : report.phases) {
        for (const Finding* finding : phase.withoutFix) {
            ++efforts.at(size_t(finding->effort));
            files.at(size_t(finding->effort)).insert(finding->path);
        }
    }
    QVector<QVector<Spans>> rows;
    for (const Effort effort : {Effort::Rewrite, Effort::Hours, Effort::Minutes, Effort::None}) {
        if (efforts.at(size_t(effort)) > 0) {
            rows.append({words(effortName(effort)),
                         words(QString::number(efforts.at(size_t(effort)))),
                         words(QString::number(files.at(size_t(effort)).size()))});
        }
    }
    const QString aside = asideText(report);
    if (rows.isEmpty()) {
        addParagraph(out,
                     words(QStringLiteral("Every finding that needs a change has one.") + aside));
        return;
    }
    addParagraph(out, words(QStringLiteral("Places without a proposed change, by the effort each "
                                           "one takes. They are listed under their phases.") +
                            aside));
    addTable(out,
             {QStringLiteral("Work for each"), QStringLiteral(">Places"), QStringLiteral(">Files")},
             rows);
}

void composeNames(const ScanResult& scan, const QString& status, const QString& heading,
                  const QString& none, Document& out)
{
    addHeading(out, 3, heading);
    const QMap<QString, MissingName> names = missingNames(scan, status);
    if (names.isEmpty()) {
        addParagraph(out, words(none));
        return;
    }
    QVector<QString> order(names.keyBegin(), names.keyEnd());
    std::stable_sort(order.begin(), order.end(), [&](const QString& a, const QString& b) {
        return names[a].uses > names[b].uses;
    });
    QVector<QVector<Spans>> rows;
    for (const QString& key : order) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        const MissingName& name = *names.find(key);
        rows.append({{code(key)},
                     words(name.library),
                     words(QString::number(name.uses)),
                     words(QString::number(name.files)),
                     richText(name.wayOut)});
    }
    addTable(out,
             {QStringLiteral("Name"), QStringLiteral("Library"), QStringLiteral(">Uses"),
              QStringLiteral(">Files"), QStringLiteral("Way out")},
             rows);
    addRest(out, rows.size(), names.size());
}

void composeUndone(const ReportModel& report, Document& out)
{
    addHeading(out, 3, QStringLiteral("Changes that are not in the port"));
    std::array<int, 5> counts{};
    QVector<QVector<Spans>> rows;
    qsizetype total = 0;
    for (const ReportPhase& phase : report.phases) {
        for (const ReportChange& change : phase.changes) {
            ++counts.at(size_t(change.decision));
            if (change.decision != DecisionKind::Rejected &&
                change.decision != DecisionKind::Deferred) {
                continue;
            }
            ++total;
            if (rows.size() < kMaxReportRows) {
                rows.append({richText(change.hunk->title),
                             {code(change.hunk->targetPath.display()),
                              plain(lineOf(change.hunk->firstLine))},
                             words(decisionWord(change.decision)),
                             words(change.note)});
            }
        }
    }
    addParagraph(out, words(QStringLiteral("%1 rejected, %2 deferred, %3 open.")
                                .arg(counts.at(size_t(DecisionKind::Rejected)))
                                .arg(counts.at(size_t(DecisionKind::Deferred)))
                                .arg(counts.at(size_t(DecisionKind::Open)))));
    if (!rows.isEmpty()) {
        addTable(out,
                 {QStringLiteral("Change"), QStringLiteral("Place"), QStringLiteral("Decision"),
                  QStringLiteral("Note")},
                 rows);
        addRest(out, rows.size(), total);
    }
}

void composeSkipped(const ScanResult& scan, Document& out)
{
    addHeading(out, 3, QStringLiteral("Files that were not read"));
    if (scan.inventory.skipped.isEmpty()) {
        addParagraph(out, words(QStringLiteral("None.")));
        return;
    }
    QVector<QVector<Spans>> rows;
    for (const auto& [path, reason] : scan.inventory.skipped) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        rows.append({{code(path.display())}, words(reason)});
    }
    addTable(out, {QStringLiteral("File"), QStringLiteral("Why")}, rows);
    addRest(out, rows.size(), scan.inventory.skipped.size());
}

bool isPhase(const QString& subject)
{
    return subject.startsWith(QLatin1StringView("phase-"));
}

QString subjectName(const ReportModel& report, const QString& subject)
{
    if (isPhase(subject)) {
        bool isNumber = false;
        const auto phase = phaseFromInt(subject.mid(6).toInt(&isNumber));
        if (isNumber && phase) {
            return QStringLiteral("Phase %1, %2").arg(int(*phase)).arg(phaseName(*phase));
        }
    }
    const PlanNode* node = report.plan.node(subject);
    return node != nullptr ? node->title : subject;
}

} // namespace

void composeTicked(const ReportPhase& phase, Document& out)
{
    if (phase.ticked.isEmpty()) {
        return;
    }
    addHeading(out, 3, QStringLiteral("Findings ticked off"));
    QVector<QVector<Spans>> rows;
    for (const ReportTicked& one : phase.ticked) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        rows.append({richText(one.finding->message),
                     {code(one.finding->path.display()), plain(linesOf(*one.finding))},
                     words(one.state == FindingState::Done ? QStringLiteral("Done")
                                                           : QStringLiteral("Not needed")),
                     words(one.note)});
    }
    addTable(out,
             {QStringLiteral("Finding"), QStringLiteral("Place"), QStringLiteral("State"),
              QStringLiteral("Note")},
             rows);
    addRest(out, rows.size(), phase.ticked.size());
}

void composeWithoutFix(const ReportPhase& phase, Document& out)
{
    if (phase.withoutFix.isEmpty()) {
        return;
    }
    addHeading(out, 3, QStringLiteral("Left to do by hand"));
    QVector<QVector<Spans>> rows;
    for (const Finding* finding : phase.withoutFix) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        rows.append({richText(finding->message),
                     {code(finding->path.display()), plain(linesOf(*finding))},
                     {code(finding->excerpt)},
                     richText(finding->wayOut),
                     words(effortName(finding->effort))});
    }
    addTable(out,
             {QStringLiteral("Finding"), QStringLiteral("Place"), QStringLiteral("Source"),
              QStringLiteral("Way out"), QStringLiteral("Work")},
             rows);
    addRest(out, rows.size(), phase.withoutFix.size());
}

void composeNotTranslated(const ReportModel& report, Document& out)
{
    addHeading(out, 2, QStringLiteral("What was not translated"));
    composeEffort(report, out);
    composeTotals(report, out);
    composeNames(*report.scan, QStringLiteral("unsupported"),
                 QStringLiteral("Names without a HIP counterpart"), QStringLiteral("None."), out);
    composeNames(*report.scan, QStringLiteral("experimental"),
                 QStringLiteral("Names that HIP supports experimentally"), QStringLiteral("None."),
                 out);
    composeUndone(report, out);
    composeOrphaned(report, out);
    composeSkipped(*report.scan, out);
}

void composeOverrides(const ReportModel& report, Document& out)
{
    addHeading(out, 2, QStringLiteral("Overrides of the plan"));
    QVector<QVector<Spans>> rows;
    for (const PlanOverride& planOverride : report.overrides) {
        const bool phase = isPhase(planOverride.subject);
        const QString yes = phase ? QStringLiteral("Run") : QStringLiteral("Taken");
        const QString no = phase ? QStringLiteral("Skip") : QStringLiteral("Not taken");
        rows.append({words(subjectName(report, planOverride.subject)),
                     words(planOverride.value ? yes : no), words(planOverride.reason)});
    }
    if (rows.isEmpty()) {
        addParagraph(out, words(QStringLiteral("None: the plan follows the evidence.")));
    } else {
        addTable(out,
                 {QStringLiteral("Subject"), QStringLiteral("Value"), QStringLiteral("Reason")},
                 rows);
    }

    addHeading(out, 2, QStringLiteral("Isolation overrides"));
    rows.clear();
    for (const ReportPhase& phase : report.phases) {
        for (const ReportChange& change : phase.changes) {
            if (!isTaken(change.decision) || change.overrideReason.isEmpty()) {
                continue;
            }
            rows.append(
                {richText(change.hunk->title),
                 {code(change.hunk->targetPath.display()), plain(lineOf(change.hunk->firstLine))},
                 words(change.verdictReason),
                 words(change.overrideReason),
                 words(change.author)});
        }
    }
    if (rows.isEmpty()) {
        addParagraph(out,
                     words(QStringLiteral("None: no change was accepted against its verdict.")));
        return;
    }
    addTable(out,
             {QStringLiteral("Change"), QStringLiteral("Place"), QStringLiteral("What differs"),
              QStringLiteral("Reason given"), QStringLiteral("By")},
             rows);
}

QString proposedWord(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Accepted:
        return QStringLiteral("accept");
    case DecisionKind::Rejected:
        return QStringLiteral("reject");
    case DecisionKind::Edited:
        return QStringLiteral("edit");
    case DecisionKind::Open:
    case DecisionKind::Deferred:
        break;
    }
    return QStringLiteral("leave open");
}

void composeProposed(const ReportModel& report, Document& out)
{
    if (report.proposed.isEmpty()) {
        return;
    }
    addHeading(out, 2, QStringLiteral("Proposed by agents"));
    addParagraph(out, words(QStringLiteral("Proposed, not decided: only a person decides about a "
                                           "change.")));
    QHash<QByteArray, const ReportChange*> changes;
    for (const ReportPhase& phase : report.phases) {
        for (const ReportChange& change : phase.changes) {
            changes.insert(change.hunk->key, &change);
        }
    }
    QVector<QVector<Spans>> rows;
    qsizetype total = 0;
    for (const ProposedDecision& one : report.proposed) {
        const ReportChange* change = changes.value(one.hunkKey);
        if (change == nullptr) {
            continue;
        }
        ++total;
        if (rows.size() < kMaxReportRows) {
            rows.append(
                {richText(change->hunk->title),
                 {code(change->hunk->targetPath.display()), plain(lineOf(change->hunk->firstLine))},
                 words(proposedWord(one.kind)),
                 words(one.reason),
                 words(one.by),
                 words(decisionWord(change->decision))});
        }
    }
    addTable(out,
             {QStringLiteral("Change"), QStringLiteral("Place"), QStringLiteral("Proposed"),
              QStringLiteral("Reason"), QStringLiteral("By"), QStringLiteral("Decided")},
             rows);
    addRest(out, rows.size(), total);
}

void composeNotes(const ReportModel& report, Document& out)
{
    struct Notes
    {
        const Finding* first = nullptr;
        qint64 places = 0;
        int files = 0;
    };
    QSet<QByteArray> answered;
    for (const Hunk& hunk : report.scan->hunks) {
        answered += QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end());
    }
    QMap<QString, Notes> byRule;
    for (const auto& file : report.scan->files) {
        QSet<QString> here;
        for (const Finding& finding : file->findings) {
            if (asksForAPerson(finding) || answered.contains(finding.id) ||
                homeOf(*file, finding) != FindingHome::Own) {
                continue;
            }
            Notes& notes = byRule[finding.ruleId];
            notes.first = notes.first == nullptr ? &finding : notes.first;
            notes.places += finding.places;
            notes.files += here.contains(finding.ruleId) ? 0 : 1;
            here.insert(finding.ruleId);
        }
    }
    if (byRule.isEmpty()) {
        return;
    }
    addHeading(out, 2, QStringLiteral("Appendix: notes"));
    addParagraph(out, words(QStringLiteral("Good to know; nothing has to be done about them.")));
    QVector<QVector<Spans>> rows;
    for (auto it = byRule.cbegin(); it != byRule.cend() && rows.size() < kMaxReportRows; ++it) {
        rows.append({{code(it.key())},
                     richText(it->first->message),
                     {code(it->first->path.display()), plain(lineOf(it->first->line))},
                     words(QString::number(it->places)),
                     words(QString::number(it->files))});
    }
    addTable(out,
             {QStringLiteral("Rule"), QStringLiteral("The first note"), QStringLiteral("Place"),
              QStringLiteral(">Places"), QStringLiteral(">Files")},
             rows);
    addRest(out, rows.size(), byRule.size());
}

} // namespace rocport
