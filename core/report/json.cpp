#include "core/report/jsonwriter.h"
#include "core/report/report.h"

#include <QMap>

namespace rocport {

namespace {

QString timeText(const QDateTime& time)
{
    return time.toUTC().toString(Qt::ISODate);
}

/// A path as text, and where that text is not the path itself, as a URI that is.
void writePath(JsonWriter& json, const char* key, const RepoPath& path)
{
    json.member(key, path.display());
    if (path.display().toUtf8() != path.bytes()) {
        json.member((QByteArray(key) + "Uri").constData(), QString::fromLatin1(path.uri()));
    }
}

QString stateId(PhaseState state)
{
    switch (state) {
    case PhaseState::Todo:
        return QStringLiteral("todo");
    case PhaseState::InProgress:
        return QStringLiteral("in-progress");
    case PhaseState::Done:
        return QStringLiteral("done");
    case PhaseState::Attention:
        return QStringLiteral("attention");
    case PhaseState::Skipped:
        return QStringLiteral("skipped");
    }
    return {};
}

void writeProject(JsonWriter& json, const ReportModel& report)
{
    const ProjectMeta& meta = report.meta;
    json.beginObject("project");
    json.member("name", report.projectName);
    json.member("baseCommit", QString::fromLatin1(meta.baseCommit));
    json.member("source", report.scan->source);
    json.member("portBranch", meta.portBranch);
    json.beginObject("target");
    json.member("rocm", meta.target.rocm.toString());
    json.member("torch", meta.target.torch.toString());
    json.member("architectures", meta.target.architectures);
    json.member("guardMacro", meta.target.guardMacro);
    json.member("strategy", strategyId(report.scan->strategy));
    json.member("inductorProfile", inductorProfileId(meta.target.inductor));
    json.member("flagModule", meta.target.flagModule);
    json.member("compatFolder", meta.target.compatFolder);
    json.member("rulesOff", meta.target.rulesOff);
    json.beginArray("rulesOffReasons");
    for (auto off = report.rulesOff.begin(); off != report.rulesOff.end(); ++off) {
        json.beginObject();
        json.member("rule", off.key());
        json.member("reason", off.value());
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.endObject();
}

void writeTotals(JsonWriter& json, const ReportModel& report)
{
    qsizetype left = 0;
    for (const ReportPhase& phase : report.phases) {
        left += phase.withoutFix.size();
    }
    json.beginObject("totals");
    json.member("changes", report.hunks);
    json.member("decided", report.decided);
    json.member("accepted", report.taken);
    json.member("proved", report.proved);
    json.member("isolationOverrides", report.overridden);
    json.member("leftForAPerson", qint64(left));
    json.member("leftInVendoredFolders", report.leftIn(FindingHome::Vendored));
    json.member("leftInGeneratedFiles", report.leftIn(FindingHome::Generated));
    json.member("portedAlready", report.leftIn(FindingHome::Ported));
    json.endObject();
}

void writeEvidence(JsonWriter& json, const ChangeEvidence& evidence)
{
    json.beginObject("evidence");
    json.member("run", evidence.runId);
    json.member("job", evidence.jobId);
    json.member("logHash", QString::fromLatin1(evidence.logHash));
    json.memberBool("outOfDate", evidence.outOfDate);
    if (evidence.outOfDate) {
        json.member("former", evidenceGradeId(evidence.former));
        json.member("formerRun", evidence.formerRunId);
    }
    json.endObject();
}

void writeChange(JsonWriter& json, const ReportChange& change)
{
    const Hunk& hunk = *change.hunk;
    json.beginObject();
    json.member("key", QString::fromLatin1(hunk.key));
    json.member("rules", hunk.ruleIds);
    json.member("title", hunk.title);
    json.member("reason", hunk.reason);
    writePath(json, "path", hunk.targetPath);
    json.memberBool("newFile", hunk.sourcePath.isEmpty());
    json.member("firstLine", hunk.firstLine);
    json.member("lastLine", hunk.lastLine);
    json.member("severity", severityId(hunk.severity));
    json.member("decision", decisionId(change.decision));
    json.member("verdict", verdictId(change.verdict));
    json.member("verdictReason", change.verdictReason);
    json.member("grade", evidenceGradeId(change.grade));
    writeEvidence(json, change.evidence);
    json.memberBool("committed", change.committed);
    json.member("note", change.note);
    json.member("overrideReason", change.overrideReason);
    json.member("author", change.author);
    if (change.time.isValid()) {
        json.member("time", timeText(change.time));
    } else {
        json.memberNull("time");
    }
    json.endObject();
}

/// How many places a finding speaks of, and those that are kept.
void writePlaces(JsonWriter& json, const Finding& finding)
{
    json.member("places", finding.places);
    json.beginArray("locations");
    for (int i = 0; i < finding.keptPlaces(); ++i) {
        const FindingPlace place = finding.placeAt(i);
        json.beginObject();
        json.member("line", place.line);
        json.member("column", place.column);
        json.member("endLine", place.endLine);
        json.endObject();
    }
    json.endArray();
}

void writeFinding(JsonWriter& json, const Finding& finding)
{
    json.beginObject();
    json.member("id", QString::fromLatin1(finding.id));
    json.member("rule", finding.ruleId);
    json.member("severity", severityId(finding.severity));
    writePath(json, "path", finding.path);
    json.member("line", finding.line);
    json.member("endLine", finding.endLine);
    json.member("symbol", finding.symbol);
    json.member("message", finding.message);
    json.member("excerpt", finding.excerpt);
    json.member("wayOut", finding.wayOut);
    json.member("effort", effortId(finding.effort));
    if (finding.places > 1) {
        writePlaces(json, finding);
    }
    json.endObject();
}

void writePhase(JsonWriter& json, const ReportPhase& phase)
{
    json.beginObject();
    json.member("phase", int(phase.plan.phase));
    json.member("name", phaseName(phase.plan.phase));
    json.member("state", stateId(phase.state));
    json.memberBool("run", phase.plan.run);
    json.memberBool("overridden", phase.plan.overridden);
    json.member("reason", phase.plan.reason);
    json.beginObject("counts");
    json.member("findings", phase.counts.findings);
    json.member("changes", phase.counts.hunks);
    json.member("accepted", phase.counts.accepted);
    json.member("edited", phase.counts.edited);
    json.member("rejected", phase.counts.rejected);
    json.member("deferred", phase.counts.deferred);
    json.member("open", phase.counts.open());
    json.member("proved", phase.counts.proved);
    json.member("committed", phase.counts.committed);
    json.endObject();
    json.member("summary", phase.summary);
    json.memberBool("summaryEdited", phase.summaryEdited);
    json.member("checklist", phase.plan.checklist);
    json.beginArray("changes");
    for (const ReportChange& change : phase.changes) {
        writeChange(json, change);
    }
    json.endArray();
    json.beginArray("leftForAPerson");
    for (const Finding* finding : phase.withoutFix) {
        writeFinding(json, *finding);
    }
    json.endArray();
    json.beginArray("tickedOff");
    for (const ReportTicked& one : phase.ticked) {
        json.beginObject();
        json.member("finding", QString::fromLatin1(one.finding->id));
        json.member("rule", one.finding->ruleId);
        json.member("path", one.finding->path.display());
        json.member("line", one.finding->line);
        json.member("state", one.state == FindingState::Done ? QStringLiteral("done")
                                                             : QStringLiteral("not-needed"));
        json.member("note", one.note);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeUnsupported(JsonWriter& json, const ScanResult& scan)
{
    QMap<QPair<QString, QString>, QPair<ApiUse, int>> names; // name and status: sum, files
    for (const auto& file : scan.files) {
        for (const ApiUse& use : file->apiUses) {
            if (use.status != QLatin1StringView("unsupported") &&
                use.status != QLatin1StringView("experimental")) {
                continue;
            }
            auto& [sum, files] = names[{use.name, use.status}];
            const int before = sum.count;
            sum = use;
            sum.count += before;
            ++files;
        }
    }
    json.beginArray("names");
    for (const auto& [sum, files] : std::as_const(names)) {
        json.beginObject();
        json.member("name", sum.name);
        json.member("library", sum.library);
        json.member("status", sum.status);
        json.member("uses", sum.count);
        json.member("files", files);
        json.endObject();
    }
    json.endArray();
}

void writeLeft(JsonWriter& json, const std::array<int, 4>& left)
{
    json.beginObject("left");
    for (const Effort effort : {Effort::None, Effort::Minutes, Effort::Hours, Effort::Rewrite}) {
        json.member(effortId(effort).toLatin1().constData(), left.at(static_cast<size_t>(effort)));
    }
    json.endObject();
}

void writeWork(JsonWriter& json, const ReportModel& report)
{
    json.beginObject("work");
    writeLeft(json, report.byEffort);
    json.beginArray("libraries");
    for (const WorkTotal& total : report.byLibrary) {
        json.beginObject();
        json.member("name", total.name);
        json.member("supported", total.supported);
        json.member("experimental", total.experimental);
        json.member("unsupported", total.unsupported);
        writeLeft(json, total.left);
        json.endObject();
    }
    json.endArray();
    json.beginArray("files");
    for (const WorkTotal& total : report.byFile) {
        json.beginObject();
        writePath(json, "path", total.path);
        json.member("changes", total.changes);
        json.member("taken", total.taken);
        writeLeft(json, total.left);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeOrphaned(JsonWriter& json, const ReportModel& report)
{
    json.beginArray("decisionsWithoutPlace");
    for (const ReportOrphan& lost : report.orphaned) {
        json.beginObject();
        json.member("key", QString::fromLatin1(lost.key));
        writePath(json, "path", lost.path);
        json.member("line", lost.line);
        json.member("title", lost.title);
        json.member("decision", decisionId(lost.decision));
        json.memberBool("conflict", lost.conflict);
        json.member("note", lost.note);
        json.endObject();
    }
    json.endArray();
}

void writeNotTranslated(JsonWriter& json, const ReportModel& report)
{
    json.beginObject("notTranslated");
    writeWork(json, report);
    writeOrphaned(json, report);
    writeUnsupported(json, *report.scan);
    json.beginArray("skippedFiles");
    for (const auto& [path, reason] : report.scan->inventory.skipped) {
        json.beginObject();
        writePath(json, "path", path);
        json.member("why", reason);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeOverrides(JsonWriter& json, const ReportModel& report)
{
    json.beginArray("planOverrides");
    for (const PlanOverride& planOverride : report.overrides) {
        json.beginObject();
        json.member("subject", planOverride.subject);
        json.memberBool("value", planOverride.value);
        json.member("reason", planOverride.reason);
        json.endObject();
    }
    json.endArray();
}

void writeProposed(JsonWriter& json, const ReportModel& report)
{
    if (report.proposed.isEmpty()) {
        return;
    }
    json.beginArray("proposedDecisions");
    for (const ProposedDecision& one : report.proposed) {
        json.beginObject();
        json.member("change", QString::fromLatin1(one.hunkKey));
        json.member("decision", decisionId(one.kind));
        json.member("reason", one.reason);
        json.member("by", one.by);
        json.member("time", timeText(one.time));
        json.endObject();
    }
    json.endArray();
}

void writeCommits(JsonWriter& json, const ReportModel& report)
{
    json.beginArray("commits");
    for (const RecordedCommit& commit : report.commits) {
        QStringList keys;
        for (const QByteArray& key : commit.hunkKeys) {
            keys.append(QString::fromLatin1(key));
        }
        json.beginObject();
        json.member("id", QString::fromLatin1(commit.id));
        json.member("phase", int(commit.phase));
        json.member("branch", commit.branch);
        json.member("message", commit.message);
        json.member("time", timeText(commit.time));
        json.member("changes", keys);
        json.memberBool("undone", commit.undone);
        if (!commit.replacedBy.isEmpty()) {
            json.member("replacedBy", QString::fromLatin1(commit.replacedBy));
        }
        json.endObject();
    }
    json.endArray();
}

} // namespace

QByteArray renderJson(const ReportModel& report)
{
    JsonWriter json;
    json.beginObject();
    json.member("format", 1);
    json.beginObject("tool");
    json.member("name", "Rocport");
    json.member("version", report.toolVersion);
    json.endObject();
    json.member("made", timeText(report.made));
    writeProject(json, report);
    writeTotals(json, report);
    json.member("notRun", report.notRun);
    writeVerification(json, report);
    json.beginArray("phases");
    for (const ReportPhase& phase : report.phases) {
        writePhase(json, phase);
    }
    json.endArray();
    writeNotTranslated(json, report);
    writeOverrides(json, report);
    writeProposed(json, report);
    writeCommits(json, report);
    json.endObject();
    return json.take();
}

} // namespace rocport
