#include "core/report/compose.h"
#include "core/report/verifyreport.h"

#include "core/base/wording.h"

#include <QHash>
#include <QLocale>

#include <array>

namespace rocport {

namespace {

Spans number(qint64 value)
{
    return words(QString::number(value));
}

/// Zero is a dash in tables of counts.
Spans numberOrDash(qint64 value)
{
    return value == 0 ? words(QStringLiteral("–")) : number(value);
}

QString shortCommit(const QByteArray& id)
{
    return QString::fromLatin1(id.left(7));
}

void composeTop(const ReportModel& report, Document& out)
{
    Block title;
    title.kind = Block::Kind::Title;
    title.line = words(QStringLiteral("Porting report: %1").arg(report.projectName));
    out.append(title);

    Block byline;
    byline.kind = Block::Kind::Byline;
    byline.line = {
        plain(QStringLiteral("Branch ")), code(report.meta.portBranch),
        plain(QStringLiteral(", base ")),
        code(report.scan->source.isEmpty() ? shortCommit(report.meta.baseCommit)
                                           : report.scan->source),
        plain(QStringLiteral(", %1, Rocport %2")
                  .arg(QLocale::c().toString(report.made.date(), QStringLiteral("d MMMM yyyy")),
                       report.toolVersion))};
    out.append(byline);

    qsizetype left = 0;
    for (const ReportPhase& phase : report.phases) {
        left += phase.withoutFix.size();
    }
    const TargetSettings& target = report.meta.target;
    Block facts;
    facts.kind = Block::Kind::Facts;
    facts.rows = {{words(QStringLiteral("Changes decided")),
                   words(QStringLiteral("%1 of %2").arg(report.decided).arg(report.hunks))},
                  {words(QStringLiteral("NVIDIA path proved")),
                   words(QStringLiteral("%1 of %2 accepted").arg(report.proved).arg(report.taken))},
                  {words(QStringLiteral("Left to do by hand")),
                   words(counted(left, QStringLiteral("place"), QStringLiteral("places")))},
                  {words(QStringLiteral("Targets")),
                   words(QStringLiteral("%1, ROCm %2, torch %3")
                             .arg(target.architectures.join(QStringLiteral(", ")),
                                  target.rocm.toString(), target.torch.toString()))}};
    out.append(facts);

    Block notRun;
    notRun.kind = Block::Kind::Notice;
    notRun.severity = Severity::Warning;
    notRun.line = words(report.notRun.join(u' '));
    if (!report.notRun.isEmpty()) {
        out.append(notRun);
    }
    if (left > 0) {
        Block byHand;
        byHand.kind = Block::Kind::Notice;
        byHand.severity = Severity::Warning;
        byHand.line =
            words(QStringLiteral("%1 could not be translated and %2 left to do by hand; see “What "
                                 "was not translated”.")
                      .arg(counted(left, QStringLiteral("place"), QStringLiteral("places")),
                           left == 1 ? QStringLiteral("is") : QStringLiteral("are")));
        out.append(byHand);
    }
    if (report.overridden > 0) {
        Block overridden;
        overridden.kind = Block::Kind::Notice;
        overridden.severity = Severity::Critical;
        overridden.line =
            words(QStringLiteral("%1 accepted although NVIDIA isolation is violated; see "
                                 "“Isolation overrides”.")
                      .arg(counted(report.overridden, QStringLiteral("change was"),
                                   QStringLiteral("changes were"))));
        out.append(overridden);
    }
}

void composePhaseTable(const ReportModel& report, Document& out)
{
    addHeading(out, 2, QStringLiteral("Phases"));
    QVector<QVector<Spans>> rows;
    for (const ReportPhase& phase : report.phases) {
        Span mark;
        mark.kind = Span::Kind::Mark;
        mark.state = phase.state;
        QString note = phase.plan.reason;
        if (phase.plan.overridden) {
            note = QStringLiteral("Overridden: %1").arg(note);
        }
        rows.append({number(qint64(phase.plan.phase)),
                     words(phaseName(phase.plan.phase)),
                     {mark, plain(stateName(phase.state))},
                     numberOrDash(phase.counts.hunks),
                     numberOrDash(phase.counts.accepted),
                     numberOrDash(phase.counts.proved),
                     numberOrDash(phase.counts.committed),
                     numberOrDash(phase.withoutFix.size()),
                     words(note)});
    }
    addTable(out,
             {QStringLiteral("#"), QStringLiteral("Phase"), QStringLiteral("State"),
              QStringLiteral(">Changes"), QStringLiteral(">Accepted"), QStringLiteral(">Proved"),
              QStringLiteral(">Committed"), QStringLiteral(">By hand"), QStringLiteral("Note")},
             rows);
}

void composeEvidence(const ReportModel& report, Document& out)
{
    std::array<int, size_t(EvidenceGrade::NumericallyVerified) + 1> grades{};
    std::array<int, 6> verdicts{};
    for (const ReportPhase& phase : report.phases) {
        for (const ReportChange& change : phase.changes) {
            ++grades.at(size_t(change.grade));
            if (isTaken(change.decision)) {
                ++verdicts.at(size_t(change.verdict));
            }
        }
    }
    addHeading(out, 2, QStringLiteral("Evidence"));
    addParagraph(
        out,
        words(QStringLiteral(
            "The highest grade that each change has reached on ROCm. What was executed on the CPU "
            "or on an emulated GPU is no evidence of an AMD GPU.")));
    QVector<QVector<Spans>> rows;
    for (auto grade = kReportGrades.rbegin(); grade != kReportGrades.rend(); ++grade) {
        rows.append({words(evidenceGradeName(*grade)), number(grades.at(size_t(*grade)))});
    }
    addTable(out, {QStringLiteral("Grade on ROCm"), QStringLiteral(">Changes")}, rows);
    addParagraph(
        out, words(QStringLiteral("What is known about the NVIDIA path of the accepted changes.")));
    rows.clear();
    for (int verdict = int(Verdict::Compiled); verdict >= 0; --verdict) {
        if (verdicts.at(size_t(verdict)) > 0) {
            rows.append(
                {words(verdictName(Verdict(verdict))), number(verdicts.at(size_t(verdict)))});
        }
    }
    if (rows.isEmpty()) {
        addParagraph(out, words(QStringLiteral("No change was accepted.")));
        return;
    }
    addTable(out, {QStringLiteral("NVIDIA path"), QStringLiteral(">Changes")}, rows);
}

/// Changes of one file that are alike, as one row.
struct ChangeRow
{
    const ReportChange* first = nullptr;
    QStringList lines;
    qsizetype count = 0;
};

QVector<ChangeRow> groupChanges(const QVector<ReportChange>& changes)
{
    QVector<ChangeRow> rows;
    QHash<QString, qsizetype> index;
    for (const ReportChange& change : changes) {
        const QString key = change.hunk->title + QChar(0) + change.hunk->targetPath.display() +
                            QChar(0) + change.note + QChar(0) + change.overrideReason + QChar(0) +
                            change.author + QChar(int(change.decision) + 1) +
                            QChar(int(change.verdict) + 1) + QChar(int(change.grade) + 1) +
                            QChar(int(change.evidence.former) + 1) + change.evidence.runId +
                            QChar(change.committed ? 2 : 1);
        auto at = index.constFind(key);
        if (at == index.constEnd()) {
            at = index.insert(key, rows.size());
            rows.append({&change, {}, 0});
        }
        ChangeRow& row = rows[*at];
        ++row.count;
        constexpr qsizetype kMaxLines = 12;
        if (row.lines.size() < kMaxLines) {
            row.lines.append(QString::number(change.hunk->firstLine));
        }
    }
    return rows;
}

Spans placeOf(const ChangeRow& row)
{
    const Hunk& hunk = *row.first->hunk;
    if (hunk.sourcePath.isEmpty()) {
        return {code(hunk.targetPath.display()), plain(QStringLiteral(", new file"))};
    }
    QString lines = (row.count == 1 ? QStringLiteral(", line ") : QStringLiteral(", lines ")) +
                    row.lines.join(QStringLiteral(", "));
    if (row.count > row.lines.size()) {
        lines += QStringLiteral(" and %1 more").arg(row.count - row.lines.size());
    }
    return {code(hunk.targetPath.display()), plain(lines)};
}

void composeChanges(const ReportPhase& phase, Document& out)
{
    if (phase.changes.isEmpty()) {
        return;
    }
    addHeading(out, 3, QStringLiteral("Changes"));
    const QVector<ChangeRow> groups = groupChanges(phase.changes);
    QVector<QVector<Spans>> rows;
    for (const ChangeRow& group : groups) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        const ReportChange& change = *group.first;
        QString decision = decisionWord(change.decision);
        if (!change.author.isEmpty()) {
            decision += QStringLiteral(" by %1").arg(change.author);
        }
        if (!change.note.isEmpty()) {
            decision += QStringLiteral(": %1").arg(change.note);
        }
        QString grade = evidenceGradeName(change.grade);
        if (change.evidence.outOfDate) {
            grade += QStringLiteral(" (%1 before the port changed)")
                         .arg(evidenceGradeName(change.evidence.former).toLower());
        }
        if (!change.evidence.jobId.isEmpty()) {
            grade += QStringLiteral(", job %1, %2")
                         .arg(change.evidence.jobId, logName(change.evidence.logHash, 12));
        }
        if (change.committed) {
            grade += QStringLiteral(", committed");
        }
        rows.append({richText(change.hunk->title), placeOf(group), words(decision),
                     words(verdictName(change.verdict)), words(grade)});
    }
    addTable(out,
             {QStringLiteral("Change"), QStringLiteral("Place"), QStringLiteral("Decision"),
              QStringLiteral("NVIDIA path"), QStringLiteral("Evidence")},
             rows);
    addRest(out, rows.size(), groups.size());
}

void composePhase(const ReportPhase& phase, Document& out)
{
    addHeading(out, 2,
               QStringLiteral("%1 %2").arg(int(phase.plan.phase)).arg(phaseName(phase.plan.phase)));
    // A drafted summary says so itself.
    if (!phase.plan.run && (phase.summaryEdited || phase.summary.trimmed().isEmpty())) {
        addParagraph(out, words(QStringLiteral("Skipped: %1").arg(phase.plan.reason)));
    }
    if (!phase.summary.trimmed().isEmpty()) {
        Block summary;
        summary.kind = Block::Kind::Markdown;
        summary.markdown = phase.summary;
        out.append(summary);
    }
    composeChanges(phase, out);
    composeWithoutFix(phase, out);
    composeTicked(phase, out);
    if (phase.plan.run && !phase.plan.checklist.isEmpty()) {
        addHeading(out, 3, QStringLiteral("Steps to do by hand"));
        Block steps;
        steps.kind = Block::Kind::List;
        for (const QString& step : phase.plan.checklist) {
            steps.rows.append({richText(step)});
        }
        out.append(steps);
    }
}

void composeCommits(const ReportModel& report, Document& out)
{
    addHeading(out, 2, QStringLiteral("Commits"));
    if (report.commits.isEmpty()) {
        addParagraph(out, words(QStringLiteral("Nothing was committed.")));
        return;
    }
    QVector<QVector<Spans>> rows;
    for (const RecordedCommit& commit : report.commits) {
        rows.append(
            {{code(shortCommit(commit.id))},
             number(qint64(commit.phase)),
             words(commit.message.section(u'\n', 0, 0)),
             number(commit.hunkKeys.size()),
             commit.replacedBy.isEmpty() ? words(commit.undone ? QStringLiteral("Taken back")
                                                               : QStringLiteral("In the branch"))
                                         : words(QStringLiteral("Replaced by ")) +
                                               Spans{code(shortCommit(commit.replacedBy))},
             words(commit.time.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm 'UTC'")))});
    }
    addTable(out,
             {QStringLiteral("Commit"), QStringLiteral(">Phase"), QStringLiteral("Subject"),
              QStringLiteral(">Changes"), QStringLiteral("State"), QStringLiteral("Time")},
             rows);
}

void composeEnvironment(const ReportModel& report, Document& out)
{
    addHeading(out, 2, QStringLiteral("Environment record"));
    const TargetSettings& target = report.meta.target;
    const Inventory& inventory = report.scan->inventory;
    const auto row = [](const QString& name, const Spans& value) {
        return QVector<Spans>{words(name), value};
    };
    QVector<QVector<Spans>> rows = {
        row(QStringLiteral("ROCm"), words(target.rocm.toString())),
        row(QStringLiteral("torch"), words(target.torch.toString())),
        row(QStringLiteral("Architectures"),
            words(target.architectures.join(QStringLiteral(", ")))),
        row(QStringLiteral("Guard macro"), {code(target.guardMacro)}),
        row(QStringLiteral("C/C++ strategy"), words(strategyId(report.scan->strategy))),
        row(QStringLiteral("Inductor profile"), words(inductorProfileId(target.inductor))),
        row(QStringLiteral("Base commit"), {code(QString::fromLatin1(report.meta.baseCommit))}),
        row(QStringLiteral("Rules and settings"),
            {code(QString::fromLatin1(report.scan->fingerprint))}),
        row(QStringLiteral("Files"),
            words(QStringLiteral("%1 listed, %2 scanned, %3")
                      .arg(countText(inventory.files), countText(inventory.scannedFiles),
                           counted(inventory.lines, "line", "lines"))))};
    if (report.scan->strategy == Strategy::ShimHeaders) {
        rows.append(row(QStringLiteral("Folder for ROCm's headers"), {code(target.compatFolder)}));
    }
    if (!target.flagModule.isEmpty()) {
        rows.append(row(QStringLiteral("Module that defines is_rocm"), {code(target.flagModule)}));
    }
    for (auto off = report.rulesOff.begin(); off != report.rulesOff.end(); ++off) {
        Spans why = {code(off.key())};
        if (!off->isEmpty()) {
            why += words(QStringLiteral(": %1").arg(*off));
        }
        rows.append(row(QStringLiteral("Rule switched off"), why));
    }
    for (const LanguageTotal& total : inventory.languages) {
        rows.append(
            row(languageName(total.language),
                words(QStringLiteral("%1, %2").arg(
                    counted(total.files, QStringLiteral("file"), QStringLiteral("files")),
                    counted(total.lines, QStringLiteral("line"), QStringLiteral("lines"))))));
    }
    addTable(out, {QStringLiteral("Item"), QStringLiteral("Value")}, rows);
}

} // namespace

void addHeading(Document& out, int level, const QString& text)
{
    Block block;
    block.kind = Block::Kind::Heading;
    block.level = level;
    block.line = words(text);
    out.append(block);
}

void addParagraph(Document& out, const Spans& line)
{
    Block block;
    block.line = line;
    out.append(block);
}

void addTable(Document& out, const QStringList& header, const QVector<QVector<Spans>>& rows)
{
    Block block;
    block.kind = Block::Kind::Table;
    block.header = header;
    block.rows = rows;
    out.append(block);
}

void addRest(Document& out, qsizetype shown, qsizetype total)
{
    if (total > shown) {
        addParagraph(out, words(QStringLiteral("And %1 more rows; the JSON report has all of them.")
                                    .arg(total - shown)));
    }
}

Spans richText(const QString& text)
{
    const QStringList parts = text.split(u'`');
    if (parts.size() % 2 == 0) {
        return words(text);
    }
    Spans spans;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (!parts[i].isEmpty()) {
            spans.append(i % 2 == 0 ? plain(parts[i]) : code(parts[i]));
        }
    }
    return spans;
}

QString decisionWord(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Accepted:
        return QStringLiteral("Accepted");
    case DecisionKind::Rejected:
        return QStringLiteral("Rejected");
    case DecisionKind::Edited:
        return QStringLiteral("Edited");
    case DecisionKind::Deferred:
        return QStringLiteral("Deferred");
    case DecisionKind::Open:
        break;
    }
    return QStringLiteral("Open");
}

QString verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Violated:
        return QStringLiteral("Changed: isolation violated");
    case Verdict::Unproved:
        return QStringLiteral("Needs a look: not proved");
    case Verdict::Equivalent:
        return QStringLiteral("Unchanged, proved: equal after expanding the header");
    case Verdict::Projected:
        return QStringLiteral("Unchanged, proved: projection equals the original");
    case Verdict::Identical:
        return QStringLiteral("Unchanged, proved: file untouched");
    case Verdict::Compiled:
        return QStringLiteral("Unchanged, proved: compiler output agrees");
    }
    return {};
}

QString effortName(Effort effort)
{
    switch (effort) {
    case Effort::Minutes:
        return QStringLiteral("Minutes");
    case Effort::Hours:
        return QStringLiteral("Hours");
    case Effort::Rewrite:
        return QStringLiteral("Rewrite");
    case Effort::None:
        break;
    }
    return QStringLiteral("Not sized");
}

QString stateName(PhaseState state)
{
    switch (state) {
    case PhaseState::Todo:
        return QStringLiteral("To do");
    case PhaseState::InProgress:
        return QStringLiteral("In progress");
    case PhaseState::Done:
        return QStringLiteral("Done");
    case PhaseState::Attention:
        return QStringLiteral("Attention");
    case PhaseState::Skipped:
        return QStringLiteral("Skipped");
    }
    return {};
}

Document composeReport(const ReportModel& report)
{
    Document out;
    composeTop(report, out);
    composePhaseTable(report, out);
    composeEvidence(report, out);
    composeVerification(report, out);
    for (const ReportPhase& phase : report.phases) {
        composePhase(phase, out);
    }
    composeInstall(report, out);
    composeNotTranslated(report, out);
    composeOverrides(report, out);
    composeProposed(report, out);
    composeCommits(report, out);
    addHeading(out, 2, QStringLiteral("What was not run"));
    Block notRun;
    notRun.kind = Block::Kind::List;
    for (const QString& sentence : report.notRun) {
        notRun.rows.append({words(sentence)});
    }
    out.append(notRun);
    composeEnvironment(report, out);
    composeNotes(report, out);
    return out;
}

} // namespace rocport
