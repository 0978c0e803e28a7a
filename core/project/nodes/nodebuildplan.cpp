#include "core/project/nodes/nodebuildplan.h"

#include "core/verify/gateplan.h"

#include <QJsonArray>

namespace rocport {

Result<QVector<JobSource>> jobSources(const GateInput& input, const CancelToken& cancel)
{
    const auto plan = planGate(input, {}, cancel);
    if (!plan) {
        return plan.error();
    }
    QVector<JobSource> sources;
    for (const GateUnit& unit : plan->units) {
        JobSource source;
        source.path = unit.path;
        for (QString argument : unit.arguments) {
            // Folders of the repository are relative to the tree on the node.
            argument.replace(QLatin1StringView("%ROOT%/"), QLatin1StringView(""));
            argument.replace(QLatin1StringView("%ROOT%"), QLatin1StringView("."));
            source.flags.append(argument);
        }
        sources.append(source);
    }
    return sources;
}

QJsonObject buildOrigin(const QVector<JobSource>& sources)
{
    QJsonArray paths;
    for (const JobSource& source : sources) {
        paths.append(source.path.display());
    }
    return {{QStringLiteral("compiles"), paths}};
}

Result<VerifyRun> readBuildRun(const JobEntry& job, const GateInput* port,
                               const QStringList& architectures)
{
    QHash<RepoPath, const GateFileInput*> known;
    if (port != nullptr) {
        for (const GateFileInput& file : port->port) {
            known.insert(file.path, &file);
        }
    }
    NodeBuildInput input;
    input.job = job.spec;
    input.status = job.status;
    input.kind = buildKindOf(job.spec);
    input.architectures = architectures;
    const QJsonArray compiles = job.spec.origin.value(u"compiles").toArray();
    for (const QJsonValue value : compiles) {
        NodeBuildFile file;
        file.path = RepoPath(value.toString().toUtf8());
        file.original = file.path;
        if (const GateFileInput* ported = known.value(file.path)) {
            file.original = ported->source;
            file.map = ported->map;
        }
        input.files.append(file);
    }
    const auto build = readNodeBuild(job.folder, std::move(input));
    if (!build) {
        return build.error();
    }
    return build->run;
}

} // namespace rocport
