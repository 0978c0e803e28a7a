// The member "verification" of the JSON report.
#include "core/report/jsonwriter.h"
#include "core/report/report.h"

namespace rocport {

namespace {

/// JSON has no NaN and no infinity: those are texts.
void writeFigure(JsonWriter& json, const char* key, double value)
{
    json.member(key, QString::number(value, 'g', 9));
}

void writeComparison(JsonWriter& json, const TensorComparison& comparison)
{
    json.beginObject("comparison");
    json.member("tensor", comparison.name);
    json.member("verdict", tensorVerdictId(comparison.verdict));
    json.member("referenceType", comparison.referenceType);
    json.member("candidateType", comparison.candidateType);
    json.member("elements", comparison.elements);
    json.member("beyondTolerance", comparison.mismatched);
    writeFigure(json, "maxAbsolute", comparison.maxAbsolute);
    writeFigure(json, "maxRelative", comparison.maxRelative);
    writeFigure(json, "absoluteTolerance", comparison.tolerance.absolute);
    writeFigure(json, "relativeTolerance", comparison.tolerance.relative);
    json.member("toleranceReason", comparison.tolerance.reason);
    json.member("worst", comparison.worst);
    json.endObject();
}

void writeCheck(JsonWriter& json, const VerifyCheck& check)
{
    json.beginObject();
    json.member("id", check.id);
    json.member("name", check.name);
    json.member("state", checkStateId(check.state));
    json.member("detail", check.detail);
    json.member("file", check.file);
    json.member("elapsedMs", check.elapsedMs);
    if (check.comparison) {
        writeComparison(json, *check.comparison);
    }
    json.endObject();
}

void writeRun(JsonWriter& json, const VerifyRun& run, bool current)
{
    json.beginObject();
    json.member("id", run.id);
    json.member("level", int(run.level)); // as in records; the name tells the order
    json.member("levelName", verifyLevelId(run.level));
    json.member("title", run.title);
    json.member("state", checkStateId(run.state()));
    json.member("node", run.nodeName);
    json.member("image", run.image);
    json.member("device", run.device);
    json.memberBool("onAmdGpu", run.onGpu);
    json.memberBool("emulatedGpu", run.emulated);
    json.memberBool("byHand", run.byHand);
    json.memberBool("part", run.part);
    json.memberBool("current", current);
    json.member("time", run.time.toUTC().toString(Qt::ISODate));
    json.member("job", run.jobId);
    json.member("logHash", QString::fromLatin1(run.logHash));
    json.member("remarks", run.notes);
    json.beginArray("checks");
    for (const VerifyCheck& check : run.checks) {
        writeCheck(json, check);
    }
    json.endArray();
    json.endObject();
}

} // namespace

void writeVerification(JsonWriter& json, const ReportModel& report)
{
    const ReportVerification& verification = report.verification;
    json.beginObject("verification");
    json.beginObject("compileCheck");
    json.memberBool("made", verification.gate && verification.gate->compilerFound);
    if (verification.gate) {
        json.memberBool("current", !verification.gateOutOfDate);
        json.member("passed", verification.gate->count(GateStatus::Passed));
        json.member("failed", verification.gate->count(GateStatus::Failed));
        json.member("notChecked", verification.gate->count(GateStatus::NotChecked));
    }
    json.endObject();
    json.beginArray("runs");
    for (const VerifyRun& run : verification.runs) {
        writeRun(json, run, !verification.portKey.isEmpty() && run.portKey == verification.portKey);
    }
    json.endArray();
    json.endObject();
}

} // namespace rocport
