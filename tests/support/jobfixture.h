#pragma once

#include "core/process/localprocess.h"
#include "core/remote/jobcenter.h"
#include "tests/support/giventransport.h"

#include <QFile>
#include <QTemporaryDir>

namespace rocport::test {

inline QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A node on this machine with a workspace of its own.
inline Node jobNode(const QString& workspace)
{
    Node node = localNode();
    node.name = QStringLiteral("bench");
    node.workspace = workspace;
    return node;
}

inline JobStage jobStage(const QString& id, const QString& script)
{
    JobStage stage;
    stage.id = id;
    stage.title = id;
    stage.script = script;
    return stage;
}

inline JobSpec jobOf(const Node& node, const QString& script)
{
    JobSpec job;
    job.id = newJobId();
    job.title = QStringLiteral("a job");
    job.node = node;
    job.stages = {jobStage(QStringLiteral("only"), script)};
    return job;
}

/// Short pauses, so that a test of cuts takes seconds.
inline JobCenterSettings centerSettings(const QString& folder,
                                        std::shared_ptr<const ProcessRunner> runner = nullptr)
{
    using std::chrono::milliseconds;
    JobCenterSettings settings;
    settings.folder = folder;
    settings.runner.pauses = {milliseconds(20), milliseconds(50), milliseconds(200)};
    settings.runner.grace = milliseconds(1500);
    settings.runner.syncInterval = milliseconds(100);
    settings.runner.silence = milliseconds(30000);
    if (!runner) {
        runner = std::make_shared<LocalProcessRunner>();
    }
    settings.transportFor = [runner](const Node& node) {
        return std::make_shared<GivenTransport>(node, runner);
    };
    return settings;
}

} // namespace rocport::test
