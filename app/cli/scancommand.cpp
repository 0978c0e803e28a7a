#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/interrupted.h"
#include "app/cli/output.h"
#include "core/base/linerange.h"
#include "core/base/vendored.h"
#include "core/base/wording.h"
#include "core/facts/facts.h"
#include "core/plan/installplan.h"
#include "core/plan/plan.h"
#include "core/project/port/folderproposal.h"
#include "core/report/report.h"
#include "core/report/scanjson.h"
#include "core/rules/rulenames.h"

#include <QJsonDocument>
#include <QMap>
#include <QStringList>
#include <QVector>

#include <algorithm>
#include <tuple>
#include <utility>

namespace rocport {

namespace {

constexpr int kMostLines = 20; ///< of a finding's other places, in text

/// Findings of one rule.
struct RuleGroup
{
    Severity worst = Severity::Info;
    QVector<std::pair<const Finding*, FindingHome>> findings; ///< without notes
};

TextStyle styleOf(Severity severity)
{
    return severity == Severity::Critical  ? TextStyle::Critical
           : severity == Severity::Warning ? TextStyle::Warning
                                           : TextStyle::Muted;
}

void addFinding(StyledText& text, const Finding& finding, FindingHome home)
{
    text.add(placeText(finding.path, finding.line) + QStringLiteral(": "));
    text.add(severityId(finding.severity), styleOf(finding.severity));
    if (home != FindingHome::Own) {
        text.add(QStringLiteral(" (%1)").arg(findingHomeId(home)), TextStyle::Muted);
    }
    text.add(QStringLiteral(": %1 [%2]\n").arg(finding.message, finding.ruleId));
    const QString others = otherPlaces(finding, kMostLines);
    if (!others.isEmpty()) {
        text.add(QStringLiteral("    also %1\n").arg(others), TextStyle::Muted);
    }
}

/// What stands in no group of a rule.
struct LeftOut
{
    qsizetype notes = 0;
    qsizetype vendored = 0;
    qsizetype generated = 0;
};

void addLeftOut(StyledText& text, const LeftOut& left)
{
    QStringList lines;
    if (left.notes > 0) {
        lines.append(QStringLiteral("%1 left out; --format json and --format sarif have them.")
                         .arg(counted(left.notes, "note is", "notes are")));
    }
    if (left.vendored + left.generated > 0) {
        lines.append(QStringLiteral("%1 left out; --vendored lists them.")
                         .arg(counted(left.vendored + left.generated,
                                      "finding in a vendored or generated file is",
                                      "findings in vendored and generated files are")));
    }
    if (!lines.isEmpty()) {
        text.add(lines.join(u'\n') + QStringLiteral("\n\n"), TextStyle::Muted);
    }
}

/// What the project has code for AMD GPUs for.
void addPorted(StyledText& text, const QVector<const Finding*>& ported)
{
    if (ported.isEmpty()) {
        return;
    }
    text.add(
        QStringLiteral("Ported already (%1)\n").arg(counted(ported.size(), "finding", "findings")),
        TextStyle::Heading);
    for (const Finding* finding : ported) {
        text.add(
            QStringLiteral("%1: %2 [%3]\n")
                .arg(placeText(finding->path, finding->line), finding->message, finding->ruleId));
        if (!finding->wayOut.isEmpty()) {
            text.add(QStringLiteral("    %1\n").arg(finding->wayOut), TextStyle::Muted);
        }
    }
    text.add(QStringLiteral("\n"));
}

/// What the rules found, rule by rule: the worst first, then the one that found most. `copies`:
/// with vendored and generated files.
void addFindings(StyledText& text, const ScanResult& scan, const RuleSet& rules, bool copies)
{
    QMap<QString, RuleGroup> groups;
    QVector<const Finding*> ported;
    LeftOut left;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            const FindingHome home = homeOf(*file, finding);
            if (isOfCopy(home) && !copies) {
                ++(home == FindingHome::Vendored ? left.vendored : left.generated);
            } else if (home == FindingHome::Ported) {
                ported.append(&finding);
            } else if (finding.severity == Severity::Info) {
                ++left.notes;
            } else {
                RuleGroup& group = groups[finding.ruleId];
                group.worst = std::max(group.worst, finding.severity);
                group.findings.append({&finding, home});
            }
        }
    }
    QStringList order = groups.keys();
    std::stable_sort(order.begin(), order.end(), [&](const QString& a, const QString& b) {
        const RuleGroup& first = groups[a];
        const RuleGroup& second = groups[b];
        return std::tuple(second.worst, second.findings.size()) <
               std::tuple(first.worst, first.findings.size());
    });
    for (const QString& id : std::as_const(order)) {
        const RuleGroup& group = groups[id];
        const Rule* rule = rules.find(id);
        text.add(QStringLiteral("%1: %2 (%3)\n")
                     .arg(id, rule == nullptr ? id : listName(*rule),
                          counted(group.findings.size(), "finding", "findings")),
                 TextStyle::Heading);
        for (const auto& [finding, home] : group.findings) {
            addFinding(text, *finding, home);
        }
        text.add(QStringLiteral("\n"));
    }
    addPorted(text, ported);
    addLeftOut(text, left);
}

QString totalsText(const ScanResult& scan)
{
    QString text;
    const Inventory& inventory = scan.inventory;
    text += QStringLiteral("%1, %2 scanned in %3 ms; %4; strategy %5\n")
                .arg(counted(inventory.scannedFiles, "file", "files"),
                     counted(inventory.lines, "line", "lines"), countText(scan.elapsedMs))
                .arg(repositoryKindName(inventory.kind), strategyId(scan.strategy));
    for (const LanguageTotal& language : inventory.languages) {
        text += QStringLiteral("  %1  files %2  lines %3\n")
                    .arg(languageName(language.language), -18)
                    .arg(language.files, 6)
                    .arg(language.lines, 9);
    }
    if (!inventory.libraries.isEmpty()) {
        text += QStringLiteral("API uses: supported, experimental, unsupported\n");
    }
    for (const LibraryTotal& library : inventory.libraries) {
        text += QStringLiteral("  %1 %2 %3 %4\n")
                    .arg(libraryName(library.library.toStdString()), -18)
                    .arg(library.supported, 6)
                    .arg(library.experimental, 6)
                    .arg(library.unsupported, 6);
    }
    for (const Risk& risk : inventory.risks) {
        text += QStringLiteral("%1: %2 (%3:%4)\n")
                    .arg(severityId(risk.severity), risk.text, risk.path.display(),
                         QString::number(risk.line));
    }
    for (const auto& [path, why] : inventory.skipped) {
        text += QStringLiteral("not analysed: %1: %2\n").arg(path.display(), why);
    }
    return text;
}

QString planText(const Plan& plan)
{
    QString text;
    for (const PlanNode& node : plan.nodes) {
        int depth = 0;
        for (const PlanNode* above = plan.node(node.parent); above != nullptr;
             above = plan.node(above->parent)) {
            ++depth;
        }
        text +=
            QStringLiteral("%1[%2] %3%4")
                .arg(QString(depth * 2, u' '),
                     node.taken ? QStringLiteral("x") : QStringLiteral(" "),
                     node.edgeLabel.isEmpty() ? QString() : node.edgeLabel + QStringLiteral(": "),
                     node.title);
        if (!node.note.isEmpty()) {
            text += QStringLiteral(" (%1)").arg(node.note);
        }
        text += u'\n';
        const qsizetype shown = std::min<qsizetype>(node.evidence.size(), 3);
        for (qsizetype i = 0; i < shown; ++i) {
            const Evidence& evidence = node.evidence[i];
            text += QStringLiteral("%1    %2:%3: %4\n")
                        .arg(QString(depth * 2, u' '), evidence.path.display(),
                             QString::number(evidence.line), evidence.text);
        }
    }
    text += u'\n';
    for (const PlanPhase& phase : plan.phases) {
        text += QStringLiteral("%1 %2 %3 %4\n")
                    .arg(static_cast<int>(phase.phase))
                    .arg(phaseName(phase.phase), -22)
                    .arg(phase.run ? QStringLiteral("run ") : QStringLiteral("skip"), phase.reason);
    }
    return text;
}

bool reaches(const ScanResult& scan, Severity limit, bool copies)
{
    return std::any_of(scan.files.begin(), scan.files.end(), [&](const auto& file) {
        return std::any_of(file->findings.begin(), file->findings.end(),
                           [&](const Finding& finding) {
                               const FindingHome home = homeOf(*file, finding);
                               return finding.severity >= limit &&
                                      (home == FindingHome::Own || (copies && isOfCopy(home)));
                           });
    });
}

} // namespace

int runScan(const QStringList& arguments)
{
    Arguments args(QStringLiteral("scan DIR [--format text|json|sarif] [--vendored] [-o FILE]"),
                   QStringLiteral("Scans the files of DIR as they are."));
    args.addPositional(QStringLiteral("DIR"), QStringLiteral("Folder to scan."));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json"), QStringLiteral("sarif")});
    args.addOption(
        QStringLiteral("fail-on"),
        QStringLiteral("Exit with 1 when a finding is at least info, warning or critical."),
        QStringLiteral("SEVERITY"),
        {QStringLiteral("info"), QStringLiteral("warning"), QStringLiteral("critical")});
    args.addOption(QStringLiteral("vendored"),
                   QStringLiteral("List what is found in vendored and generated files too."));
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    const QString format = args.format();
    std::optional<Severity> failOn;
    if (args.isSet(QStringLiteral("fail-on"))) {
        failOn = severityFromId(args.value(QStringLiteral("fail-on")));
        if (!failOn) {
            return reportUsage(QStringLiteral("--fail-on must be info, warning or critical"));
        }
    }
    TargetSettings target;
    if (const auto code = args.readTargetFor(args.positional().first(), target)) {
        return *code;
    }
    const QString folder = args.positional().first();
    const auto rules = loadRules(folder, args);
    noteInterrupted(folder);
    const auto scanned = scanFolder(folder, rules, target, {});
    if (!scanned) {
        return reportError(scanned.error());
    }
    const ScanResult& scan = *scanned->scan;
    notePackProblems(scan.packProblems);
    const QString file = args.value(QStringLiteral("output"));
    const bool copies = args.isSet(QStringLiteral("vendored"));
    int written = kExitDone;
    if (format == QLatin1StringView("text")) {
        StyledText text;
        addFindings(text, scan, *rules, copies);
        text.add(totalsText(scan));
        written = writeStyled(text, file);
    } else {
        const QByteArray output = format == QLatin1StringView("sarif")
                                      ? renderSarif(scan, *rules, nullptr, copies)
                                      : QJsonDocument(scanToJson(scan, copies)).toJson();
        written = writeOutput(output, file, OutputKind::Json);
    }
    if (written != kExitDone) {
        return written;
    }
    return failOn && reaches(scan, *failOn, copies) ? kExitFindings : kExitDone;
}

int runPlan(const QStringList& arguments)
{
    Arguments args(QStringLiteral("plan DIR [--install] [--format text|json|md|sh] [-o FILE]"),
                   QStringLiteral("Shows which phases apply to DIR, and why; with --install, how "
                                  "to install it on ROCm without losing the ROCm build of torch."));
    args.addPositional(QStringLiteral("DIR"), QStringLiteral("Folder to scan."));
    args.addOption(QStringLiteral("install"),
                   QStringLiteral("Show the steps of an installation, from the manifests of DIR."));
    args.addOption(QStringLiteral("format"),
                   QStringLiteral("text or json; with --install md, sh or json."),
                   QStringLiteral("FORMAT"),
                   {QStringLiteral("text"), QStringLiteral("json"), QStringLiteral("md"),
                    QStringLiteral("sh")});
    args.addOutputOption();
    args.addTargetOptions();
    args.addPackOption();
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    const bool install = args.isSet(QStringLiteral("install"));
    const QStringList formats =
        install ? QStringList{QStringLiteral("md"), QStringLiteral("sh"), QStringLiteral("json")}
                : QStringList{QStringLiteral("text"), QStringLiteral("json")};
    const QString format =
        args.isSet(QStringLiteral("format")) ? args.value(QStringLiteral("format")) : formats[0];
    if (!formats.contains(format)) {
        return reportUsage(
            QStringLiteral("--format must be one of %1").arg(formats.join(QStringLiteral(", "))));
    }
    const bool json = format == u"json";
    TargetSettings target;
    if (const auto code = args.readTargetFor(args.positional().first(), target)) {
        return *code;
    }
    const QString folder = args.positional().first();
    noteInterrupted(folder);
    const auto scanned = scanFolder(folder, loadRules(folder, args), target, {});
    if (!scanned) {
        return reportError(scanned.error());
    }
    notePackProblems(scanned->scan->packProblems);
    noteUnread(*scanned->scan);
    if (install) {
        const InstallPlan steps = makeInstallPlan(*scanned->scan, target);
        const QByteArray bytes = json              ? installJson(steps)
                                 : format == u"sh" ? installScript(steps)
                                                   : installMarkdown(steps);
        return writeOutput(bytes, args.value(QStringLiteral("output")),
                           format == u"sh" ? OutputKind::Exact : kindOfFormat(format));
    }
    const Plan plan = makePlan(*scanned->scan);
    QByteArray output;
    if (json) {
        QJsonObject document = planToJson(plan);
        document.insert(QStringLiteral("skipped"), skippedToJson(scanned->scan->inventory));
        output = QJsonDocument(document).toJson();
    } else {
        output = planText(plan).toUtf8();
    }
    return writeOutput(output, args.value(QStringLiteral("output")), kindOfFormat(format));
}

} // namespace rocport
