#include "core/base/wording.h"
#include "core/report/jsonwriter.h"
#include "core/report/report.h"
#include "core/report/sarifparts.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

/// The other places of a result. `locations` would say that all of them have to be changed for one
/// of them to be right (SARIF 2.1.0, 3.27.12). Places of one line are one location.
void writeRelated(JsonWriter& json, const Finding& finding)
{
    if (finding.morePlaces.isEmpty()) {
        return;
    }
    json.beginArray("relatedLocations");
    int before = finding.line;
    for (int i = 1; i < finding.keptPlaces(); ++i) {
        const FindingPlace place = finding.placeAt(i);
        if (place.line == before) {
            continue;
        }
        before = place.line;
        json.beginObject();
        json.member("id", i);
        writeSarifPlace(json, finding.path, std::max(1, place.line), place.endLine);
        writeSarifText(
            json, "message",
            QStringLiteral("Place %1 of %2").arg(countText(i + 1), countText(finding.places)));
        json.endObject();
    }
    json.endArray();
}

void writeResult(JsonWriter& json, const Finding& finding, FindingHome home, qsizetype ruleIndex,
                 const ChangeEvidence* evidence)
{
    json.beginObject();
    json.member("ruleId", finding.ruleId);
    json.member("ruleIndex", qint64(ruleIndex));
    // What the project ported is no fault of it.
    json.member("level",
                sarifLevel(home == FindingHome::Ported ? Severity::Info : finding.severity));
    writeSarifText(json, "message", textOr(finding.message, finding.ruleId));
    writeSarifLocation(json, finding.path, std::max(1, finding.line), finding.endLine);
    writeRelated(json, finding);
    json.beginObject("partialFingerprints");
    json.member("rocportFinding/v1", QString::fromLatin1(finding.id));
    json.endObject();
    json.beginObject("properties");
    json.member("phase", int(finding.phase));
    json.member("symbol", finding.symbol);
    json.member("excerpt", finding.excerpt);
    if (!finding.wayOut.isEmpty()) {
        json.member("wayOut", finding.wayOut);
    }
    json.member("effort", effortId(finding.effort));
    if (home != FindingHome::Own) {
        json.member("home", findingHomeId(home));
    }
    if (finding.places > 1) {
        json.member("places", finding.places);
        json.member("placesListed", finding.keptPlaces());
    }
    if (evidence != nullptr) {
        json.member("evidenceGrade", evidenceGradeId(evidence->grade));
        json.member("evidenceRun", evidence->runId);
        json.member("evidenceJob", evidence->jobId);
        json.member("evidenceLogHash", QString::fromLatin1(evidence->logHash));
    }
    json.endObject();
    json.endObject();
}

/// The evidence of the change that answers each finding, the best where several do.
QHash<QByteArray, ChangeEvidence> evidenceOfFindings(const ScanResult& scan,
                                                     const PortEvidence* evidence)
{
    QHash<QByteArray, ChangeEvidence> found;
    if (evidence == nullptr) {
        return found;
    }
    for (const Hunk& hunk : scan.hunks) {
        const ChangeEvidence one = evidence->of(hunk.key);
        for (const QByteArray& id : hunk.findingIds) {
            const auto before = found.constFind(id);
            if (before == found.constEnd() || before->grade < one.grade) {
                found.insert(id, one);
            }
        }
    }
    return found;
}

/// What was not read is said here: a result is about a place, these are files that gave none.
void writeInvocation(JsonWriter& json, const ScanResult& scan)
{
    json.beginArray("invocations");
    json.beginObject();
    json.memberBool("executionSuccessful", true);
    json.beginArray("toolExecutionNotifications");
    for (const auto& [path, reason] : scan.inventory.skipped) {
        json.beginObject();
        json.member("level", "note");
        writeSarifText(json, "message", QStringLiteral("The file was not read: %1").arg(reason));
        writeSarifLocation(json, path, 0, 0);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.endArray();
}

} // namespace

QByteArray renderSarif(const ScanResult& scan, const RuleSet& rules, const PortEvidence* evidence,
                       bool copies)
{
    const QHash<QByteArray, ChangeEvidence> byFinding = evidenceOfFindings(scan, evidence);
    QHash<QString, qsizetype> index;
    for (const Rule& rule : rules.rules()) {
        index.insert(rule.id, index.size());
    }
    QStringList unknown;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (!index.contains(finding.ruleId)) {
                index.insert(finding.ruleId, index.size());
                unknown.append(finding.ruleId);
            }
        }
    }

    JsonWriter json;
    beginSarif(json);
    json.beginArray("rules");
    for (const Rule& rule : rules.rules()) {
        writeSarifRule(json, rule);
    }
    for (const QString& id : unknown) {
        writeUnknownSarifRule(json, id);
    }
    json.endArray();
    json.endObject();
    json.endObject();
    writeInvocation(json, scan);
    json.beginObject("originalUriBaseIds");
    json.beginObject("SRCROOT");
    writeSarifText(json, "description", QStringLiteral("The folder that was scanned."));
    json.endObject();
    json.endObject();
    json.beginArray("results");
    int vendored = 0;
    int generated = 0;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            const FindingHome home = homeOf(*file, finding);
            if (isOfCopy(home) && !copies) {
                ++(home == FindingHome::Vendored ? vendored : generated);
                continue;
            }
            const auto graded = byFinding.constFind(finding.id);
            writeResult(json, finding, home, index.value(finding.ruleId),
                        graded == byFinding.constEnd() ? nullptr : &*graded);
        }
    }
    json.endArray();
    json.beginObject("properties");
    json.beginObject("leftOut");
    json.member("vendored", vendored);
    json.member("generated", generated);
    json.endObject();
    json.endObject();
    json.endObject();
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace rocport
