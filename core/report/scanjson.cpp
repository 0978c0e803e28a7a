#include "core/report/scanjson.h"

#include <QJsonArray>

namespace rocport {

namespace {

QJsonObject evidenceToJson(const Evidence& evidence)
{
    return {{QStringLiteral("path"), evidence.path.display()},
            {QStringLiteral("line"), evidence.line},
            {QStringLiteral("text"), evidence.text},
            {QStringLiteral("count"), evidence.count}};
}

} // namespace

QJsonObject findingToJson(const Finding& finding, FindingHome home)
{
    QJsonObject object{{QStringLiteral("id"), QString::fromLatin1(finding.id)},
                       {QStringLiteral("rule"), finding.ruleId},
                       {QStringLiteral("phase"), static_cast<int>(finding.phase)},
                       {QStringLiteral("severity"), severityId(finding.severity)},
                       {QStringLiteral("path"), finding.path.display()},
                       {QStringLiteral("line"), finding.line},
                       {QStringLiteral("column"), finding.column},
                       {QStringLiteral("endLine"), finding.endLine},
                       {QStringLiteral("symbol"), finding.symbol},
                       {QStringLiteral("message"), finding.message},
                       {QStringLiteral("excerpt"), finding.excerpt},
                       {QStringLiteral("effort"), effortId(finding.effort)}};
    if (!finding.wayOut.isEmpty()) {
        object.insert(QStringLiteral("wayOut"), finding.wayOut);
    }
    if (!finding.group.isEmpty()) {
        object.insert(QStringLiteral("group"), finding.group);
    }
    if (home != FindingHome::Own) {
        object.insert(QStringLiteral("home"), findingHomeId(home));
    }
    if (finding.places <= 1) {
        return object;
    }
    QJsonArray locations;
    for (int i = 0; i < finding.keptPlaces(); ++i) {
        const FindingPlace place = finding.placeAt(i);
        locations.append(QJsonObject{{QStringLiteral("line"), place.line},
                                     {QStringLiteral("column"), place.column},
                                     {QStringLiteral("endLine"), place.endLine}});
    }
    object.insert(QStringLiteral("places"), finding.places);
    object.insert(QStringLiteral("locations"), locations);
    return object;
}

QJsonObject hunkToJson(const Hunk& hunk)
{
    QJsonArray edits;
    for (const TextEdit& edit : hunk.edits) {
        edits.append(QJsonObject{{QStringLiteral("begin"), edit.range.begin},
                                 {QStringLiteral("end"), edit.range.end},
                                 {QStringLiteral("text"), QString::fromUtf8(edit.replacement)}});
    }
    QJsonArray needs;
    for (const QByteArray& key : hunk.needs) {
        needs.append(QString::fromLatin1(key));
    }
    return {{QStringLiteral("key"), QString::fromLatin1(hunk.key)},
            {QStringLiteral("source"), hunk.sourcePath.display()},
            {QStringLiteral("path"), hunk.targetPath.display()},
            {QStringLiteral("baseHash"), QString::fromLatin1(hunk.baseHash)},
            {QStringLiteral("firstLine"), hunk.firstLine},
            {QStringLiteral("lastLine"), hunk.lastLine},
            {QStringLiteral("phase"), static_cast<int>(hunk.phase)},
            {QStringLiteral("severity"), severityId(hunk.severity)},
            {QStringLiteral("rules"), QJsonArray::fromStringList(hunk.ruleIds)},
            {QStringLiteral("title"), hunk.title},
            {QStringLiteral("reason"), hunk.reason},
            {QStringLiteral("change"), hunk.change},
            {QStringLiteral("reference"), hunk.referenceUrl},
            {QStringLiteral("verdict"), verdictId(hunk.verdict)},
            {QStringLiteral("verdictReason"), hunk.verdictReason},
            {QStringLiteral("needs"), needs},
            {QStringLiteral("edits"), edits}};
}

QJsonArray skippedToJson(const Inventory& inventory)
{
    QJsonArray skipped;
    for (const auto& [path, why] : inventory.skipped) {
        skipped.append(
            QJsonObject{{QStringLiteral("path"), path.display()}, {QStringLiteral("why"), why}});
    }
    return skipped;
}

QJsonObject inventoryToJson(const Inventory& inventory)
{
    QJsonArray languages;
    for (const LanguageTotal& language : inventory.languages) {
        languages.append(QJsonObject{{QStringLiteral("language"), languageId(language.language)},
                                     {QStringLiteral("files"), language.files},
                                     {QStringLiteral("lines"), language.lines}});
    }
    QJsonArray libraries;
    for (const LibraryTotal& library : inventory.libraries) {
        libraries.append(QJsonObject{{QStringLiteral("library"), library.library},
                                     {QStringLiteral("supported"), library.supported},
                                     {QStringLiteral("experimental"), library.experimental},
                                     {QStringLiteral("unsupported"), library.unsupported}});
    }
    QJsonArray risks;
    for (const Risk& risk : inventory.risks) {
        risks.append(QJsonObject{{QStringLiteral("id"), risk.id},
                                 {QStringLiteral("severity"), severityId(risk.severity)},
                                 {QStringLiteral("text"), risk.text},
                                 {QStringLiteral("path"), risk.path.display()},
                                 {QStringLiteral("line"), risk.line}});
    }
    return {{QStringLiteral("kind"), repositoryKindName(inventory.kind)},
            {QStringLiteral("files"), inventory.files},
            {QStringLiteral("scannedFiles"), inventory.scannedFiles},
            {QStringLiteral("lines"), inventory.lines},
            {QStringLiteral("bytes"), inventory.bytes},
            {QStringLiteral("languages"), languages},
            {QStringLiteral("libraries"), libraries},
            {QStringLiteral("risks"), risks},
            {QStringLiteral("skipped"), skippedToJson(inventory)}};
}

QJsonObject factToJson(const FactRow& row)
{
    QString last = row.last.toString();
    if (row.isBefore) {
        last.prepend(QStringLiteral("before "));
    }
    return {{QStringLiteral("table"), row.table},
            {QStringLiteral("name"), row.name},
            {QStringLiteral("fact"), row.fact},
            {QStringLiteral("of"), row.of},
            {QStringLiteral("first"), row.first.toString()},
            {QStringLiteral("last"), last},
            {QStringLiteral("source"), row.source},
            {QStringLiteral("rules"), QJsonArray::fromStringList(row.rules)}};
}

QJsonObject planToJson(const Plan& plan)
{
    QJsonArray nodes;
    for (const PlanNode& node : plan.nodes) {
        QJsonArray evidence;
        for (const Evidence& place : node.evidence) {
            evidence.append(evidenceToJson(place));
        }
        nodes.append(QJsonObject{{QStringLiteral("id"), node.id},
                                 {QStringLiteral("parent"), node.parent},
                                 {QStringLiteral("question"), node.isQuestion},
                                 {QStringLiteral("title"), node.title},
                                 {QStringLiteral("edge"), node.edgeLabel},
                                 {QStringLiteral("taken"), node.taken},
                                 {QStringLiteral("detected"), node.detected},
                                 {QStringLiteral("overrideReason"), node.overrideReason},
                                 {QStringLiteral("note"), node.note},
                                 {QStringLiteral("evidenceCount"), node.evidenceCount},
                                 {QStringLiteral("evidence"), evidence}});
    }
    QJsonArray phases;
    for (const PlanPhase& phase : plan.phases) {
        phases.append(QJsonObject{
            {QStringLiteral("phase"), static_cast<int>(phase.phase)},
            {QStringLiteral("name"), phaseName(phase.phase)},
            {QStringLiteral("run"), phase.run},
            {QStringLiteral("overridden"), phase.overridden},
            {QStringLiteral("reason"), phase.reason},
            {QStringLiteral("checklist"), QJsonArray::fromStringList(phase.checklist)}});
    }
    return {{QStringLiteral("format"), 1},
            {QStringLiteral("nodes"), nodes},
            {QStringLiteral("phases"), phases}};
}

QJsonObject scanToJson(const ScanResult& scan, bool copies)
{
    QJsonArray findings;
    int vendored = 0;
    int generated = 0;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            const FindingHome home = homeOf(*file, finding);
            if (copies || !isOfCopy(home)) {
                findings.append(findingToJson(finding, home));
            } else {
                ++(home == FindingHome::Vendored ? vendored : generated);
            }
        }
    }
    return {{QStringLiteral("format"), 1},
            {QStringLiteral("source"), scan.source},
            {QStringLiteral("commit"), QString::fromLatin1(scan.commit)},
            {QStringLiteral("strategy"), strategyId(scan.strategy)},
            {QStringLiteral("inventory"), inventoryToJson(scan.inventory)},
            {QStringLiteral("findings"), findings},
            {QStringLiteral("leftOut"), QJsonObject{{QStringLiteral("vendored"), vendored},
                                                    {QStringLiteral("generated"), generated}}}};
}

} // namespace rocport
