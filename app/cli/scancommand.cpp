#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/interrupted.h"
#include "app/cli/output.h"
#include "core/base/linerange.h"
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

#include <algorithm>
#include <tuple>

namespace rocport {

namespace {

constexpr int kMostLines = 20; ///< of a finding's other places, in text

/// Findings of one rule.
struct RuleGroup
{
    Severity worst = Severity::Info;
    QVector<const Finding*> findings; ///< without notes
};

TextStyle styleOf(Severity severity)
{
    return severity == Severity::Critical  ? TextStyle::Critical
           : severity == Severity::Warning ? TextStyle::Warning
                                           : TextStyle::Muted;
}

void addFinding(StyledText& text, const Finding& finding)
{
    text.add(placeText(finding.path, finding.line) + QStringLiteral(": "));
    text.add(severityId(finding.severity), styleOf(finding.severity));
    text.add(QStringLiteral(": %1 [%2]\n").arg(finding.message, finding.ruleId));
    const QString others = otherPlaces(finding, kMostLines);
    if (!others.isEmpty()) {
        text.add(QStringLiteral("    also %1\n").arg(others), TextStyle::Muted);
    }
}

/// What the rules found, rule by rule: the worst first, then the one that found most.
void addFindings(StyledText& text, const ScanResult& scan, const RuleSet& rules)
{
    QMap<QString, RuleGroup> groups;
    qsizetype notes = 0;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (finding.severity == Severity::Info) {
                ++notes;
                continue;
            }
            RuleGroup& group = groups[finding.ruleId];
            group.worst = std::max(group.worst, finding.severity);
            group.findings.append(&finding);
        }
    }
    QStringList order = groups.keys();
    std::stable_sort(order.begin(), order.end(), [&](const QString& a, const QString& b) {
        const RuleGroup& left = groups[a];
        const RuleGroup& right = groups[b];
        return std::tuple(right.worst, right.findings.size()) <
               std::tuple(left.worst, left.findings.size());
    });
    for (const QString& id : std::as_const(order)) {
        const RuleGroup& group = groups[id];
        const Rule* rule = rules.find(id);
        text.add(QStringLiteral("%1: %2 (%3)\n")
                     .arg(id, rule == nullptr ? id : listName(*rule),
                          counted(group.findings.size(), "finding", "findings")),
                 TextStyle::Heading);
        for (const Finding* finding : group.findings) {
            addFinding(text, *finding);
        }
        text.add(QStringLiteral("\n"));
    }
    if (notes > 0) {
        text.add(QStringLiteral("%1 left out; --format json and --format sarif have them.\n\n")
                     .arg(counted(notes, "note is", "notes are")),
                 TextStyle::Muted);
    }
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

bool reaches(const ScanResult& scan, Severity limit)
{
    return std::any_of(scan.files.begin(), scan.files.end(), [&](const auto& file) {
        return std::any_of(file->findings.begin(), file->findings.end(),
                           [&](const Finding& finding) { return finding.severity >= limit; });
    });
}

} // namespace

int runScan(const QStringList& arguments)
{
    Arguments args(QStringLiteral("scan DIR [--format text|json|sarif] [-o FILE]"),
                   QStringLiteral("Scans the files of DIR as they are."));
    args.addPositional(QStringLiteral("DIR"), QStringLiteral("Folder to scan."));
    args.addFormat({QStringLiteral("text"), QStringLiteral("json"), QStringLiteral("sarif")});
    args.addOption(
        QStringLiteral("fail-on"),
        QStringLiteral("Exit with 1 when a finding is at least info, warning or critical."),
        QStringLiteral("SEVERITY"));
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
    int written = kExitDone;
    if (format == QLatin1StringView("text")) {
        StyledText text;
        addFindings(text, scan, *rules);
        text.add(totalsText(scan));
        written = writeStyled(text, file);
    } else {
        const QByteArray output = format == QLatin1StringView("sarif")
                                      ? renderSarif(scan, *rules)
                                      : QJsonDocument(scanToJson(scan)).toJson();
        written = writeOutput(output, file, OutputKind::Json);
    }
    if (written != kExitDone) {
        return written;
    }
    return failOn && reaches(scan, *failOn) ? kExitFindings : kExitDone;
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
                   QStringLiteral("FORMAT"));
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
