// The section "Verification" of a report.
#include "core/report/compose.h"

#include <QMap>

#include <algorithm>
#include <array>
#include <iterator>

namespace rocport {

namespace {

constexpr qsizetype kMaxPlaces = 8; ///< columns of nodes or images in the matrix

Spans sayVerified(const QString& text)
{
    return {plain(text)};
}

QString timeShown(const QDateTime& time)
{
    return time.isValid() ? time.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm 'UTC'"))
                          : QStringLiteral("–");
}

QString figure(double value)
{
    return QString::number(value, 'g', 3);
}

QString stateTitle(CheckState state)
{
    switch (state) {
    case CheckState::Passed:
        return QStringLiteral("Passed");
    case CheckState::Failed:
        return QStringLiteral("Failed");
    case CheckState::Skipped:
        return QStringLiteral("Skipped");
    case CheckState::Running:
        return QStringLiteral("Running");
    case CheckState::NotRun:
        break;
    }
    return QStringLiteral("Not run");
}

bool comparesTensors(const VerifyRun& run)
{
    return std::any_of(run.checks.begin(), run.checks.end(),
                       [](const VerifyCheck& check) { return check.comparison.has_value(); });
}

/// What a level's state rests on.
struct LevelSummary
{
    int runs = 0;
    int current = 0;  ///< of the port as it is now
    int counting = 0; ///< of these, such as count: on an AMD GPU where the level needs one
    CheckState state = CheckState::NotRun;
    QDateTime newest;
    QString note;
};

bool counts(const VerifyRun& run)
{
    if (!needsAmdGpu(run.level)) {
        return true;
    }
    return run.onGpu && (run.level == VerifyLevel::Load || comparesTensors(run));
}

void addGate(const ReportVerification& verification, LevelSummary& summary)
{
    if (!verification.gate || !verification.gate->compilerFound) {
        return;
    }
    const GateResult& gate = *verification.gate;
    ++summary.runs;
    summary.newest = std::max(summary.newest, gate.time);
    if (verification.gateOutOfDate) {
        return;
    }
    ++summary.current;
    ++summary.counting;
    const CheckState state = gate.count(GateStatus::Failed) > 0   ? CheckState::Failed
                             : gate.count(GateStatus::Passed) > 0 ? CheckState::Passed
                                                                  : CheckState::NotRun;
    if (summary.state != CheckState::Failed && state != CheckState::NotRun) {
        summary.state = state;
    }
    summary.note = QStringLiteral("Compile check on this machine: %1 passed, %2 failed, %3 not "
                                  "checked. ")
                       .arg(gate.count(GateStatus::Passed))
                       .arg(gate.count(GateStatus::Failed))
                       .arg(gate.count(GateStatus::NotChecked));
}

LevelSummary summaryOfLevel(const ReportModel& report, VerifyLevel level)
{
    LevelSummary summary;
    QStringList answered;
    for (const VerifyRun& run : report.verification.runs) {
        if (run.level != level || !run.isOfLevel()) {
            continue;
        }
        ++summary.runs;
        summary.newest = std::max(summary.newest, run.time);
        const QString question = placeOf(run) + u'\n' + run.title;
        if (!isCurrent(report, run)) {
            continue;
        }
        ++summary.current;
        if (!counts(run) || answered.contains(question)) {
            continue;
        }
        answered.append(question);
        ++summary.counting;
        const CheckState state = run.state();
        if (state == CheckState::Failed ||
            (state == CheckState::Passed && summary.state == CheckState::NotRun)) {
            summary.state = state;
        }
    }
    if (level == VerifyLevel::Build) {
        addGate(report.verification, summary);
    }
    if (summary.runs > 0 && summary.current == 0) {
        summary.note += QStringLiteral("All runs are of an earlier state of the port.");
    } else if (summary.current > 0 && summary.counting == 0) {
        summary.note += level == VerifyLevel::Numerical
                            ? QStringLiteral("No run compared tensors on an AMD GPU.")
                            : QStringLiteral("No run was on an AMD GPU.");
    } else if (summary.runs == 0) {
        summary.note = QStringLiteral("Not run.");
    } else if (level == VerifyLevel::Lanes) {
        summary.note = QStringLiteral("Executed on the CPU: no evidence of an AMD GPU.");
    }
    return summary;
}

void composePyramid(const ReportModel& report, Document& out)
{
    QVector<QVector<Spans>> rows;
    for (const VerifyLevel level : kVerifyLevels) {
        const LevelSummary summary = summaryOfLevel(report, level);
        rows.append({sayVerified(verifyLevelName(level)), sayVerified(stateTitle(summary.state)),
                     sayVerified(QString::number(summary.runs)),
                     sayVerified(timeShown(summary.newest)), sayVerified(summary.note.trimmed())});
    }
    addTable(out,
             {QStringLiteral("Level"), QStringLiteral("State"), QStringLiteral(">Runs"),
              QStringLiteral("Newest"), QStringLiteral("Note")},
             rows);
}

void composeRuns(const ReportModel& report, Document& out)
{
    if (report.verification.runs.isEmpty()) {
        return;
    }
    addHeading(out, 3, QStringLiteral("Runs"));
    QVector<QVector<Spans>> rows;
    for (const VerifyRun& run : report.verification.runs) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        QStringList notes;
        if (run.byHand) {
            notes.append(QStringLiteral("files compared by hand, not a run of the port"));
        } else if (run.part) {
            notes.append(QStringLiteral("of some files only"));
        } else if (!isCurrent(report, run)) {
            notes.append(QStringLiteral("earlier state of the port"));
        }
        if (needsAmdGpu(run.level) && !run.onGpu && !run.byHand) {
            notes.append(run.emulated ? QStringLiteral("on an emulated GPU")
                                      : QStringLiteral("not on an AMD GPU"));
        }
        const QString checks = QStringLiteral("%1 passed, %2 failed, %3 skipped")
                                   .arg(run.count(CheckState::Passed))
                                   .arg(run.count(CheckState::Failed))
                                   .arg(run.count(CheckState::Skipped));
        rows.append(
            {sayVerified(run.title),
             sayVerified(run.byHand ? QStringLiteral("–") : verifyLevelName(run.level)),
             sayVerified(stateTitle(run.state())), sayVerified(checks), sayVerified(placeOf(run)),
             sayVerified(run.device.isEmpty() ? QStringLiteral("–") : run.device),
             sayVerified(timeShown(run.time)),
             run.jobId.isEmpty() ? sayVerified(QStringLiteral("–")) : Spans{code(run.jobId)},
             run.logHash.isEmpty() ? sayVerified(QStringLiteral("–"))
                                   : Spans{code(QString::fromLatin1(run.logHash.left(16)))},
             sayVerified(notes.join(QStringLiteral(", ")))});
    }
    addTable(out,
             {QStringLiteral("Run"), QStringLiteral("Level"), QStringLiteral("State"),
              QStringLiteral("Checks"), QStringLiteral("Node"), QStringLiteral("Device"),
              QStringLiteral("Time"), QStringLiteral("Job"), QStringLiteral("Log (SHA-256)"),
              QStringLiteral("Note")},
             rows);
    addRest(out, rows.size(), report.verification.runs.size());
}

void composeFailures(const ReportModel& report, Document& out)
{
    QVector<QVector<Spans>> tensors;
    QVector<QVector<Spans>> checks;
    qsizetype failed = 0;
    for (const VerifyRun& run : report.verification.runs) {
        if (!run.isOfLevel()) {
            continue; // no check of the whole port
        }
        for (const VerifyCheck& check : run.checks) {
            if (check.state != CheckState::Failed || ++failed > kMaxReportRows) {
                continue;
            }
            if (!check.comparison) {
                checks.append({sayVerified(check.name),
                               {code(check.file)},
                               sayVerified(run.title),
                               sayVerified(placeOf(run)),
                               sayVerified(check.detail)});
                continue;
            }
            const TensorComparison& one = *check.comparison;
            tensors.append(
                {Spans{code(one.name)}, sayVerified(run.title), sayVerified(placeOf(run)),
                 sayVerified(QStringLiteral("%1 of %2").arg(one.mismatched).arg(one.elements)),
                 sayVerified(figure(one.maxAbsolute)), sayVerified(figure(one.maxRelative)),
                 sayVerified(one.worst >= 0 ? one.place(one.worst) : QStringLiteral("–")),
                 sayVerified(
                     QStringLiteral("%1 + %2 × |value|")
                         .arg(figure(one.tolerance.absolute), figure(one.tolerance.relative))),
                 sayVerified(
                     QStringLiteral("%1 + %2 × |value|")
                         .arg(figure(one.tightest.absolute), figure(one.tightest.relative))),
                 sayVerified(one.detail)});
        }
    }
    if (!tensors.isEmpty()) {
        addHeading(out, 3, QStringLiteral("Tensors that failed"));
        addTable(out,
                 {QStringLiteral("Tensor"), QStringLiteral("Run"), QStringLiteral("Node"),
                  QStringLiteral(">Beyond"), QStringLiteral(">Largest error"),
                  QStringLiteral(">Relative"), QStringLiteral("Worst at"),
                  QStringLiteral("Tolerance"), QStringLiteral("Would pass with"),
                  QStringLiteral("Note")},
                 tensors);
    }
    if (!checks.isEmpty()) {
        addHeading(out, 3, QStringLiteral("Checks that failed"));
        addTable(out,
                 {QStringLiteral("Check"), QStringLiteral("File"), QStringLiteral("Run"),
                  QStringLiteral("Node"), QStringLiteral("What happened")},
                 checks);
    }
    addRest(out, std::min(failed, kMaxReportRows), failed);
}

/// Checks by node or image, of runs of the port as it is now.
void composeMatrix(const ReportModel& report, Document& out)
{
    QStringList places;
    QStringList order;
    QMap<QString, QString> names;
    QMap<QPair<QString, QString>, CheckState> cells;
    for (const VerifyRun& run : report.verification.runs) {
        if (!isCurrent(report, run) || run.level == VerifyLevel::Static ||
            run.level == VerifyLevel::Lanes) {
            continue;
        }
        const QString place = placeOf(run);
        if (!places.contains(place)) {
            places.append(place);
        }
        for (const VerifyCheck& check : run.checks) {
            if (!names.contains(check.id)) {
                order.append(check.id);
                names.insert(check.id, check.name);
            }
            if (!cells.contains({check.id, place})) { // the newest run comes first
                cells.insert({check.id, place}, check.state);
            }
        }
    }
    if (places.size() < 2) {
        return;
    }
    addHeading(out, 3, QStringLiteral("Nodes and images"));
    const QStringList shown = places.mid(0, kMaxPlaces);
    QVector<QVector<Spans>> rows;
    for (const QString& id : std::as_const(order)) {
        if (rows.size() >= kMaxReportRows) {
            break;
        }
        QVector<Spans> row{sayVerified(names.value(id))};
        for (const QString& place : shown) {
            row.append(sayVerified(stateTitle(cells.value({id, place}, CheckState::NotRun))));
        }
        rows.append(row);
    }
    addTable(out, QStringList{QStringLiteral("Check")} + shown, rows);
    addRest(out, rows.size(), order.size());
    if (places.size() > shown.size()) {
        addParagraph(
            out, sayVerified(
                     QStringLiteral("And %1 more nodes or images; the JSON report has all of them.")
                         .arg(places.size() - shown.size())));
    }
}

QString gradeColumn(EvidenceGrade grade)
{
    switch (grade) {
    case EvidenceGrade::NotRun:
        return QStringLiteral(">Not run");
    case EvidenceGrade::Proposed:
        return QStringLiteral(">Proposed");
    case EvidenceGrade::Accepted:
        return QStringLiteral(">Accepted");
    case EvidenceGrade::Compiled:
        return QStringLiteral(">Compiled");
    case EvidenceGrade::ExecutedOnLanes:
        return QStringLiteral(">On 64 lanes (CPU)");
    case EvidenceGrade::ExecutedEmulated:
        return QStringLiteral(">On an emulated GPU");
    case EvidenceGrade::Loaded:
        return QStringLiteral(">Loaded");
    case EvidenceGrade::NumericallyVerified:
        return QStringLiteral(">Verified");
    }
    return {};
}

void composePhaseGrades(const ReportModel& report, Document& out)
{
    QVector<QVector<Spans>> rows;
    for (const ReportPhase& phase : report.phases) {
        std::array<int, size_t(EvidenceGrade::NumericallyVerified) + 1> grades{};
        int outOfDate = 0;
        for (const ReportChange& change : phase.changes) {
            ++grades.at(size_t(change.grade));
            outOfDate += change.evidence.outOfDate ? 1 : 0;
        }
        if (phase.changes.isEmpty()) {
            continue;
        }
        QVector<Spans> row{sayVerified(phaseName(phase.plan.phase))};
        for (const EvidenceGrade grade : kReportGrades) {
            const int count = grades.at(size_t(grade));
            row.append(sayVerified(count == 0 ? QStringLiteral("–") : QString::number(count)));
        }
        row.append(sayVerified(outOfDate == 0 ? QStringLiteral("–") : QString::number(outOfDate)));
        rows.append(row);
    }
    if (rows.isEmpty()) {
        return;
    }
    addHeading(out, 3, QStringLiteral("Evidence by phase"));
    QStringList columns{QStringLiteral("Phase")};
    std::transform(kReportGrades.begin(), kReportGrades.end(), std::back_inserter(columns),
                   gradeColumn);
    columns.append(QStringLiteral(">Out of date"));
    addTable(out, columns, rows);
}

/// "L4 Load and L5 Numerical": the levels that count only on an AMD GPU.
QString levelsOfAmdGpus()
{
    QStringList names;
    for (const VerifyLevel level : kVerifyLevels) {
        if (needsAmdGpu(level)) {
            names.append(verifyLevelName(level));
        }
    }
    return names.join(QStringLiteral(" and "));
}

} // namespace

bool isCurrent(const ReportModel& report, const VerifyRun& run)
{
    return !report.verification.portKey.isEmpty() && run.portKey == report.verification.portKey;
}

QString placeOf(const VerifyRun& run)
{
    QString place = run.nodeName.isEmpty() ? QStringLiteral("this machine") : run.nodeName;
    if (!run.image.isEmpty()) {
        place += QStringLiteral(", ") + run.image;
    }
    return place;
}

QStringList whatWasNotRun(const ReportModel& report)
{
    const bool compiled = summaryOfLevel(report, VerifyLevel::Build).counting > 0;
    const bool loaded = summaryOfLevel(report, VerifyLevel::Load).counting > 0;
    const bool compared = summaryOfLevel(report, VerifyLevel::Numerical).counting > 0;
    QStringList sentences;
    if (!compiled && !loaded && !compared) {
        sentences = {QStringLiteral("Nothing was compiled or run on a GPU."),
                     QStringLiteral("No change was built for ROCm, loaded, or compared with NVIDIA "
                                    "results.")};
    } else {
        if (!compiled) {
            sentences.append(QStringLiteral("No change was built for ROCm."));
        }
        if (!loaded) {
            sentences.append(QStringLiteral("Nothing was loaded on an AMD GPU."));
        }
        if (!compared) {
            sentences.append(
                QStringLiteral("No result was compared with a reference on an AMD GPU."));
        }
    }
    const auto stale = std::count_if(
        report.verification.runs.begin(), report.verification.runs.end(),
        [&](const VerifyRun& run) { return run.isOfLevel() && !isCurrent(report, run); });
    if (stale > 0) {
        sentences.append(
            stale == 1
                ? QStringLiteral("One run is of an earlier state of the port and no longer counts.")
                : QStringLiteral("%1 runs are of an earlier state of the port and no longer count.")
                      .arg(stale));
    }
    int onGpu = 0;
    for (const ReportPhase& phase : report.phases) {
        onGpu += int(std::count_if(
            phase.changes.begin(), phase.changes.end(),
            [](const ReportChange& change) { return change.grade >= EvidenceGrade::Loaded; }));
    }
    if ((loaded || compared) && onGpu < report.taken) {
        sentences.append(QStringLiteral("%1 of %2 accepted changes were not run on an AMD GPU.")
                             .arg(report.taken - onGpu)
                             .arg(report.taken));
    }
    return sentences;
}

void composeVerification(const ReportModel& report, Document& out)
{
    addHeading(out, 2, QStringLiteral("Verification"));
    addParagraph(out, sayVerified(QStringLiteral("Results of running the port as it is now. %1 "
                                                 "count only on an AMD GPU.")
                                      .arg(levelsOfAmdGpus())));
    composePyramid(report, out);
    if (!report.notRun.isEmpty()) {
        Block notRun;
        notRun.kind = Block::Kind::Notice;
        notRun.severity = Severity::Warning;
        notRun.line = sayVerified(report.notRun.join(u' '));
        out.append(notRun);
    }
    composeRuns(report, out);
    composeFailures(report, out);
    composeMatrix(report, out);
    composePhaseGrades(report, out);
}

} // namespace rocport
