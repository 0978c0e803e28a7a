#include "core/project/nodes/remotesession.h"

#include "core/base/whendone.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/nodes/remotesessionprivate.h"
#include "core/project/proof/compilegate.h"
#include "core/remote/sshconfig.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>
#include <QtConcurrent>

namespace rocport {

RemoteOptions userRemoteOptions()
{
    RemoteOptions options;
    options.nodesFile = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                        QStringLiteral("/rocport/nodes.json");
    options.sshConfig = QDir::homePath() + QStringLiteral("/.ssh/config");
    options.cli = QCoreApplication::applicationDirPath() + QStringLiteral("/rocport-cli");
    options.askpass = askpassProgram(QCoreApplication::applicationDirPath());
    return options;
}

QString runsFolderOf(const QString& projectFile)
{
    return projectFile + QStringLiteral(".runs");
}

RemoteSession::Private::Private(RemoteSession& remote, ProjectSession& project,
                                RemoteOptions wanted)
    : q(remote), session(project), options(std::move(wanted)), ssh(options.ssh)
{
    pool.setMaxThreadCount(2);
    files.setMaxThreadCount(1);
    nodes = {localNode()};
    keyTimer.setSingleShot(true);
    keyTimer.setInterval(200);
    startAsking();
}

RemoteSession::Private::~Private()
{
    stop.cancel();
    checks.cancel();
    live.clear();
    center.reset();
    pool.clear();
    pool.waitForDone();
    files.waitForDone();
}

void RemoteSession::Private::startAsking()
{
    const Result<QString> folder = makeControlFolder(ssh.controlFolder);
    ssh.controlFolder = folder ? *folder : QString();
    if (!folder || options.askpass.isEmpty()) {
        return; // ssh works with keys and agents all the same; it asks nothing
    }
    ask = std::make_unique<AskServer>();
    if (const Result<void> listening = ask->listen(*folder); !listening) {
        ask.reset();
        return;
    }
    ssh.askpass = options.askpass;
    ssh.askSocket = ask->socketPath();
    ssh.askToken = ask->token();
    QObject::connect(ask.get(), &AskServer::asked, &q, [this](const AskQuestion& question) {
        Q_EMIT q.asked(
            {question.id, question.nodeName, question.prompt, question.secret, question.yesNo});
    });
    QObject::connect(ask.get(), &AskServer::withdrawn, &q, &RemoteService::askWithdrawn);
}

RemoteState& RemoteSession::Private::writable()
{
    auto copy = std::make_shared<RemoteState>(*state);
    RemoteState& fresh = *copy;
    state = std::move(copy);
    return fresh;
}

void RemoteSession::Private::fail(const Error& error)
{
    if (error.code != ErrorCode::Cancelled) {
        Q_EMIT q.failed(error);
    }
}

Result<Node> RemoteSession::Private::nodeOf(const QString& id) const
{
    for (const Node& node : nodes) {
        if (node.id == id) {
            return node;
        }
    }
    return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such node"),
                 id.isEmpty() ? QStringLiteral("the node") : id};
}

void RemoteSession::Private::projectOpened()
{
    const std::shared_ptr<const ProjectState> project = session.state();
    if (!project) {
        return;
    }
    if (centerOf != project->projectFile) {
        center.reset();
        jobStates.clear();
        centerOf = project->projectFile;
        JobCenterSettings settings;
        settings.folder = runsFolderOf(project->projectFile);
        settings.transportFor = [ssh = ssh](const Node& node) { return transportOf(node, ssh); };
        settings.runner.pool = &pool;
        center = std::make_unique<JobCenter>(std::move(settings));
        QObject::connect(center.get(), &JobCenter::loaded, &q, [this] {
            publishJobs();
            if (!state->jobs.isEmpty()) {
                refreshMaps();
            }
        });
        QObject::connect(center.get(), &JobCenter::jobsChanged, &q, [this] { publishJobs(); });
        QObject::connect(center.get(), &JobCenter::jobEnded, &q,
                         [this](const QString& id) { jobEnded(id); });
        QObject::connect(center.get(), &JobCenter::logGrew, &q,
                         [this](const QString& id) { takeLogGrowth(id); });
        QObject::connect(center.get(), &JobCenter::failed, &q,
                         [this](const Error& error) { fail(error); });
        center->load();
    }
    RemoteState& fresh = writable();
    fresh.projectOpen = true;
    fresh.readOnly = project->readOnly;
    fresh.target = project->meta.target;
    publishNodes();
    publishRuns();
    computeKey();
}

void RemoteSession::Private::projectClosed()
{
    checks.cancel();
    center.reset();
    centerOf.clear();
    portKey.clear();
    ++keySerial;
    ++mapsSerial;
    maps = std::make_shared<PortMaps>();
    RemoteState& fresh = writable();
    fresh.jobs.clear();
    fresh.runs.clear();
    fresh.portKey.clear();
    fresh.projectOpen = false;
    fresh.readOnly = false;
    fresh.target.reset();
    publishNodes();
    Q_EMIT q.jobsChanged();
    Q_EMIT q.runsChanged();
}

void RemoteSession::Private::sessionChanged(StateChange change)
{
    if (!session.state()) {
        return;
    }
    if (change == StateChange::Everything || change == StateChange::Decisions ||
        change == StateChange::Target) {
        keyTimer.start();
    }
    if (state->projectOpen && state->target != session.state()->meta.target) {
        writable().target = session.state()->meta.target;
        publishNodes();
    }
    if (change == StateChange::Everything || change == StateChange::Verification) {
        publishNodes();
        publishRuns();
    }
}

void RemoteSession::Private::computeKey()
{
    const std::shared_ptr<const ProjectState> project = session.state();
    if (!project) {
        return;
    }
    const quint64 serial = ++keySerial;
    whenDone(QtConcurrent::run(&pool, [project] { return portKeyOf(*project); }), &q,
             [this, serial](const QByteArray& key) {
                 if (serial == keySerial && key != state->portKey) {
                     writable().portKey = key;
                     Q_EMIT q.runsChanged();
                 }
             });
}

void RemoteSession::Private::refreshMaps()
{
    const std::shared_ptr<const ProjectState> project = session.state();
    if (!project || !project->scan) {
        return;
    }
    const quint64 serial = ++mapsSerial;
    whenDone(QtConcurrent::run(&pool,
                               [project] {
                                   auto found = std::make_shared<PortMaps>();
                                   if (const auto input = gateInput(*project)) {
                                       for (const GateFileInput& file : input->port) {
                                           found->insert(file.path.display(), file.map);
                                       }
                                   }
                                   return std::shared_ptr<const PortMaps>(std::move(found));
                               }),
             &q, [this, serial](const std::shared_ptr<const PortMaps>& found) {
                 if (serial == mapsSerial) {
                     maps = found;
                 }
             });
}

RemoteSession::RemoteSession(ProjectSession& session, RemoteOptions options, QObject* parent)
    : RemoteService(parent), d(std::make_unique<Private>(*this, session, std::move(options)))
{
    connect(&session, &ProjectSession::opened, this, [this] { d->projectOpened(); });
    connect(&session, &ProjectSession::closed, this, [this] { d->projectClosed(); });
    connect(&session, &ProjectSession::stateChanged, this,
            [this](StateChange change) { d->sessionChanged(change); });
    connect(&d->keyTimer, &QTimer::timeout, this, [this] { d->computeKey(); });
    d->loadNodes();
    if (session.state()) {
        d->projectOpened();
    } else {
        d->publishNodes();
    }
}

RemoteSession::~RemoteSession() = default;

std::shared_ptr<const RemoteState> RemoteSession::state() const
{
    return d->state;
}

QFuture<QStringList> RemoteSession::knownHosts()
{
    return QtConcurrent::run(&d->pool, [file = d->options.sshConfig] { return sshAliases(file); });
}

QByteArray RemoteSession::hunkAt(const QString& path, int line) const
{
    const auto found = d->maps->constFind(path);
    return found == d->maps->constEnd() ? QByteArray() : found->at(line).hunkKey;
}

QByteArray RemoteSession::changeOf(const QString& path, int first, int last) const
{
    const std::shared_ptr<const ProjectState> project = d->session.state();
    if (!project || !project->scan || path.isEmpty()) {
        return {};
    }
    for (const Hunk& hunk : project->scan->hunks) {
        if (hunk.sourcePath.display() == path && hunk.firstLine <= last && hunk.lastLine >= first) {
            return hunk.key;
        }
    }
    return {};
}

void RemoteSession::answer(int askId, const std::optional<QString>& text)
{
    if (d->ask) {
        d->ask->answer(askId, text);
    }
}

} // namespace rocport
