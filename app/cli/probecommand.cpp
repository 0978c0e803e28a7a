#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/nodeaccess.h"
#include "app/cli/output.h"
#include "core/files/readfile.h"
#include "core/probe/nodeprobe.h"
#include "core/probe/probefacts.h"
#include "core/remote/nodekinds.h"
#include "core/report/proberendering.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kLargestProbeFile = 64 << 20;

/// "package.module:Class=/path/it/should/have", or the name alone.
QVector<ProbeModule> modulesOf(const QStringList& texts)
{
    QVector<ProbeModule> modules;
    for (const QString& text : texts) {
        modules.append({text.section(u'=', 0, 0), text.section(u'=', 1)});
    }
    return modules;
}

Result<ProbeReport> probeNode(const Node& node, const Arguments& args)
{
    NodeProbeOptions options;
    options.script.modules = modulesOf(args.values(QStringLiteral("module")));
    options.rules.rules = loadOwnRules();
    NodeProbe probe(options);
    Result<ProbeReport> result = Error{ErrorCode::Internal, {}, node.name};
    QObject::connect(&probe, &NodeProbe::progress, &probe,
                     [](const QString& text, int done, int total) {
                         note(QStringLiteral("Probing: %1 (%2 of %3)")
                                  .arg(text, QString::number(done), QString::number(total)));
                     });
    QObject::connect(&probe, &NodeProbe::finished, &probe, [&](const Result<ProbeReport>& report) {
        result = report;
        QCoreApplication::quit();
    });
    probe.start(transportOf(node, terminalSsh()));
    QCoreApplication::exec();
    return result;
}

Result<ProbeReport> readRecordings(const QStringList& files)
{
    QVector<QPair<QString, QByteArray>> outputs;
    for (const QString& file : files) {
        const Result<QByteArray> text = readFile(file, kLargestProbeFile);
        if (!text) {
            return text.error();
        }
        if (const Result<ProbeReport> whole = readProbe(*text)) {
            ProbeReport report = *whole;
            applyProbeRules(report);
            return report; // what the probe's own script wrote
        }
        outputs.append({QFileInfo(file).fileName(), *text});
    }
    ProbeReport report = reportOfRecordings(outputs);
    report.nodeName = QStringLiteral("recorded outputs");
    applyProbeRules(report);
    return report;
}

Result<ProbeReport> readOldProbe(const QString& file)
{
    const Result<QByteArray> text = readFile(file, kLargestProbeFile);
    if (!text) {
        return text.error();
    }
    Result<ProbeReport> report = probeFromJson(QJsonDocument::fromJson(*text).object());
    if (!report) {
        return Error{report.error().code, report.error().detail, file};
    }
    return report;
}

void addProbeOptions(Arguments& args)
{
    args.addFormat({QStringLiteral("text"), QStringLiteral("md"), QStringLiteral("json")});
    args.addOption(
        QStringLiteral("env"),
        QStringLiteral("Write a shell file that sets and unsets the variables the findings name."),
        QStringLiteral("FILE"));
    args.addOption(
        QStringLiteral("compare"),
        QStringLiteral("Show what differs from an earlier probe that was saved as JSON."),
        QStringLiteral("OLD.json"));
    args.addOption(
        QStringLiteral("module"),
        QStringLiteral(
            "Check where package.module or package.module:Class is loaded from; can be repeated."),
        QStringLiteral("NAME=PATH"));
    args.addOption(QStringLiteral("recorded"),
                   QStringLiteral("Read recorded tool output instead of a node."));
    args.addOption(
        QStringLiteral("fail-on"),
        QStringLiteral("Exit with 1 when a finding is at least info, warning or critical."),
        QStringLiteral("SEVERITY"),
        {QStringLiteral("info"), QStringLiteral("warning"), QStringLiteral("critical")});
    args.addOutputOption();
}

QByteArray rendered(const ProbeReport& report, const QString& format)
{
    return format == QLatin1StringView("json") ? renderProbeJson(report)
           : format == QLatin1StringView("md") ? renderProbeMarkdown(report)
                                               : renderProbeText(report);
}

int writeProbe(const ProbeReport& report, const Arguments& args, const QString& format)
{
    const QString environment = args.value(QStringLiteral("env"));
    if (!environment.isEmpty()) {
        const int written = writeOutput(environmentScript(report), environment, OutputKind::Exact);
        if (written != kExitDone) {
            return written;
        }
    }
    QByteArray bytes = rendered(report, format);
    if (args.isSet(QStringLiteral("compare"))) {
        const Result<ProbeReport> before = readOldProbe(args.value(QStringLiteral("compare")));
        if (!before) {
            return reportError(before.error());
        }
        const auto differences = compareProbes(*before, report);
        bytes = format == QLatin1StringView("json") ? renderProbeDifferencesJson(differences)
                                                    : renderProbeDifferencesText(differences);
    }
    return writeOutput(bytes, args.value(QStringLiteral("output")), kindOfFormat(format));
}

} // namespace

int runProbe(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("probe NODE | --recorded FILE… [--format text|md|json] "
                       "[--env FILE] [--compare OLD.json] [--module NAME=PATH]"),
        QStringLiteral(
            "Reads what a node has (GPUs, ROCm, torch, settings) and reports what is wrong. NODE "
            "is %1. Nothing is changed there.")
            .arg(nodeWordHelp()));
    args.addPositional(QStringLiteral("NODE"), nodeWordHelp() + u'.');
    addProbeOptions(args);
    if (const auto code = args.parseAny(arguments)) {
        return *code;
    }
    const QString format = args.format();
    std::optional<Severity> threshold;
    if (args.isSet(QStringLiteral("fail-on"))) {
        threshold = severityFromId(args.value(QStringLiteral("fail-on")));
        if (!threshold) {
            return reportUsage(QStringLiteral("--fail-on must be info, warning or critical"));
        }
    }
    const bool recorded = args.isSet(QStringLiteral("recorded"));
    const QStringList names = args.positional();
    if (recorded ? names.isEmpty() : names.size() != 1) {
        return reportUsage(recorded ? QStringLiteral("--recorded takes one or more files")
                                    : QStringLiteral("probe takes one node"));
    }
    Result<ProbeReport> report = Error{};
    if (recorded) {
        report = readRecordings(names);
    } else {
        const Result<Node> node = nodeByName(names.first());
        if (!node) {
            return reportError(node.error());
        }
        report = probeNode(*node, args);
    }
    if (!report) {
        return reportError(report.error());
    }
    const int written = writeProbe(*report, args, format);
    if (written != kExitDone) {
        return written;
    }
    const bool failed = threshold && std::any_of(report->findings.begin(), report->findings.end(),
                                                 [&](const ProbeFinding& one) {
                                                     return one.severity >= *threshold;
                                                 });
    return failed ? kExitFindings : kExitDone;
}

} // namespace rocport
