// Nodes of the user, their tests and their probes.
#include "core/base/whendone.h"
#include "core/files/filewriter.h"
#include "core/process/terminalcommand.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/nodes/remotesessionprivate.h"
#include "core/project/session/projectjournal.h"
#include "core/remote/container.h"
#include "core/remote/nodekinds.h"

#include <QFileInfo>
#include <QtConcurrent>
#include <QUuid>

namespace rocport {
namespace {

/// The user's list; before there is one, what this machine offers.
Result<QVector<Node>> listOrOffered(const QString& file)
{
    Result<QVector<Node>> list = readNodeList(file);
    if (list && !QFileInfo::exists(file)) {
        for (const NodeKind* kind : nodeKinds()) {
            const auto node = kind->offered == nullptr ? std::nullopt : kind->offered();
            if (node) {
                list->append(*node);
            }
        }
    }
    return list;
}

} // namespace

void RemoteSession::Private::loadNodes()
{
    whenDone(QtConcurrent::run(&files, [file = options.nodesFile] { return listOrOffered(file); }),
             &q, [this](const Result<QVector<Node>>& list) {
                 if (!list) {
                     fail(list.error());
                     return;
                 }
                 for (const Node& node : *list) {
                     if (!nodeOf(node.id)) {
                         nodes.append(node);
                     }
                 }
                 publishNodes();
             });
}

void RemoteSession::Private::writeNodes()
{
    QVector<Node> own;
    for (const Node& node : std::as_const(nodes)) {
        if (node != localNode()) {
            own.append(node);
        }
    }
    whenDone(QtConcurrent::run(
                 &files, [file = options.nodesFile, own] { return writeNodeList(file, own); }),
             &q, [this](const Result<void>& written) {
                 if (!written) {
                     fail(written.error());
                 }
             });
}

QVector<ProbeReport> RemoteSession::Private::probesOf(const QString& id) const
{
    QVector<ProbeReport> found;
    if (const auto project = session.state()) {
        for (const ProbeReport& report : project->remote->probes) {
            if (report.nodeId == id) {
                found.append(report);
            }
        }
        return found;
    }
    const auto at = live.find(id);
    return at == live.end() ? found : at->second.probes;
}

const ProbeReport* RemoteSession::Private::newestProbe(const QString& id) const
{
    const NodeEntry* entry = state->node(id);
    return entry != nullptr && !entry->probes.isEmpty() ? &entry->probes.first() : nullptr;
}

void RemoteSession::Private::publishNodes()
{
    RemoteState& fresh = writable();
    fresh.nodes.clear();
    fresh.images = seededImages();
    for (const Node& node : std::as_const(nodes)) {
        const LiveNode& known = live[node.id];
        NodeEntry entry;
        entry.node = node;
        entry.probes = probesOf(node.id);
        entry.state = known.state;
        entry.sentence = known.sentence;
        entry.test = known.test;
        entry.activity = known.activity;
        entry.activityDone = known.done;
        entry.activityTotal = known.total;
        if (known.check) {
            entry.state = NodeEntry::State::Checking;
        } else if (entry.state == NodeEntry::State::Unknown && !entry.probes.isEmpty()) {
            entry.state = entry.probes.first().count(Severity::Critical) > 0
                              ? NodeEntry::State::Attention
                              : NodeEntry::State::Ready;
        }
        for (auto it = entry.probes.crbegin(); it != entry.probes.crend(); ++it) {
            fresh.images = withImage(fresh.images, *it);
        }
        fresh.nodes.append(entry);
    }
    const auto project = session.state();
    fresh.currentNode = project ? project->remote->currentNode : currentNode;
    Q_EMIT q.nodesChanged();
}

void RemoteSession::Private::stepTest(const QString& id, const ConnectionTest& test, bool ended)
{
    LiveNode& node = live[id];
    node.test = test;
    node.done = 0;
    node.total = static_cast<int>(test.size());
    QString failure;
    for (const ConnectionStep& step : test) {
        if (step.state == ConnectionStep::State::Running) {
            node.activity = step.title;
        } else if (step.state != ConnectionStep::State::Waiting) {
            ++node.done;
        }
        if (step.state == ConnectionStep::State::Failed && failure.isEmpty()) {
            failure = step.detail;
        }
    }
    if (ended) {
        endCheck(node);
        const bool reached = std::any_of(test.begin(), test.end(), [](const ConnectionStep& step) {
            return step.id == QLatin1StringView("shell") &&
                   step.state == ConnectionStep::State::Passed;
        });
        node.state = reached ? NodeEntry::State::Unknown // its probe, if any, says the rest
                             : NodeEntry::State::Unreachable;
        node.sentence = failure;
    }
    publishNodes();
}

void RemoteSession::Private::endCheck(LiveNode& node)
{
    node.activity.clear();
    node.done = node.total = 0;
    node.cancel = nullptr;
    if (node.check) {
        node.check.release()->deleteLater();
    }
}

void RemoteSession::Private::probeEnded(const QString& id, const Result<ProbeReport>& report)
{
    LiveNode& node = live[id];
    endCheck(node);
    node.sentence.clear();
    if (!report) {
        const ErrorCode code = report.error().code;
        if (code != ErrorCode::Cancelled) {
            node.state = NodeEntry::State::Unreachable;
            node.sentence = report.error().detail;
            fail(report.error());
        }
        publishNodes();
        return;
    }
    node.state = NodeEntry::State::Unknown; // follows from the report
    node.probes.prepend(*report);
    if (session.state()) {
        session.journal().recordProbe(*report); // publishes
    } else {
        publishNodes();
    }
}

Result<QString> RemoteSession::saveNode(const Node& node)
{
    const QStringList problems = nodeProblems(node);
    if (!problems.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, problems.first(), node.name};
    }
    Node saved = node;
    if (saved.id.isEmpty()) {
        saved.id = QStringLiteral("node-") + QUuid::createUuid().toString(QUuid::Id128).left(8);
    }
    const auto known = std::find_if(d->nodes.begin(), d->nodes.end(),
                                    [&](const Node& other) { return other.id == saved.id; });
    if (known == d->nodes.end()) {
        d->nodes.append(saved);
    } else if (*known != saved) {
        *known = saved;
        Private::LiveNode& live = d->live[saved.id];
        live.state = NodeEntry::State::Unknown; // what was known was about other settings
        live.sentence.clear();
        live.test.clear();
    }
    d->writeNodes();
    d->publishNodes();
    return saved.id;
}

Result<void> RemoteSession::removeNode(const QString& id)
{
    if (id == localNode().id) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("this machine cannot be removed from the list"), id};
    }
    const auto known = std::find_if(d->nodes.begin(), d->nodes.end(),
                                    [&](const Node& node) { return node.id == id; });
    if (known == d->nodes.end()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such node"), id};
    }
    d->nodes.erase(known);
    d->live.erase(id);
    d->writeNodes();
    d->publishNodes();
    return {};
}

void RemoteSession::setCurrentNode(const QString& id)
{
    d->currentNode = id;
    d->session.journal().recordCurrentNode(id);
    d->publishNodes();
}

QFuture<Result<QStringList>> RemoteSession::listImages(const Node& node)
{
    return QtConcurrent::run(
        &d->pool, [node, ssh = d->ssh] { return rocport::listImages(*transportOf(node, ssh)); });
}

QFuture<Result<QStringList>> RemoteSession::listContainers(const Node& node)
{
    return QtConcurrent::run(&d->pool, [node, ssh = d->ssh] {
        return rocport::listContainers(*transportOf(node, ssh));
    });
}

std::optional<Node> RemoteSession::Private::idleNode(const QString& nodeId)
{
    const Result<Node> node = nodeOf(nodeId);
    if (!node) {
        fail(node.error());
        return {};
    }
    const LiveNode& one = live[nodeId];
    return one.check ? std::optional<Node>() : *node;
}

void RemoteSession::testConnection(const QString& nodeId)
{
    const std::optional<Node> node = d->idleNode(nodeId);
    if (!node) {
        return;
    }
    auto tester = std::make_unique<ConnectionTester>();
    connect(tester.get(), &ConnectionTester::stepChanged, this,
            [this, nodeId](const ConnectionTest& test) { d->stepTest(nodeId, test, false); });
    connect(tester.get(), &ConnectionTester::finished, this,
            [this, nodeId](const ConnectionTest& test) { d->stepTest(nodeId, test, true); });
    d->begin(*node, std::move(tester));
}

void RemoteSession::probe(const QString& nodeId)
{
    const std::optional<Node> node = d->idleNode(nodeId);
    if (!node) {
        return;
    }
    NodeProbeOptions options;
    options.rules.images = d->state->images;
    if (const auto project = d->session.state()) {
        options.rules.off = project->meta.target.rulesOff;
    }
    d->live[nodeId].activity = QStringLiteral("Probing");
    auto probe = std::make_unique<NodeProbe>(options);
    connect(probe.get(), &NodeProbe::progress, this,
            [this, nodeId](const QString& text, int done, int total) {
                Private::LiveNode& at = d->live[nodeId];
                at.activity = QStringLiteral("Probing: ") + text;
                at.done = done;
                at.total = total;
                d->publishNodes();
            });
    connect(probe.get(), &NodeProbe::finished, this,
            [this, nodeId](const Result<ProbeReport>& report) { d->probeEnded(nodeId, report); });
    d->begin(*node, std::move(probe));
}

void RemoteSession::cancelNode(const QString& nodeId)
{
    // A copy: what ends at once takes its own away.
    if (const std::function<void()> cancel = d->live[nodeId].cancel) {
        cancel();
    }
}

Result<void> RemoteSession::exportEnvironment(const QString& nodeId, const QString& file)
{
    const ProbeReport* report = d->newestProbe(nodeId);
    if (report == nullptr) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("it has not been probed yet, so there is nothing to export"),
                     nodeId};
    }
    return writeFile(file, environmentScript(*report));
}

Result<void> RemoteSession::openTerminal(const QString& nodeId, const QString& command)
{
    const Result<Node> node = d->nodeOf(nodeId);
    if (!node) {
        return node.error();
    }
    const Result<QStringList> shell = transportOf(*node, d->ssh)->shell();
    if (!shell) {
        return shell.error();
    }
    const QString wanted = command.trimmed().isEmpty() ? defaultTerminalCommand() : command;
    if (wanted.isEmpty()) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("no terminal was found on this machine; name yours in "
                                    "Preferences, page Programs"),
                     node->name};
    }
    const Result<EditorCommand> made = terminalCommand(wanted, *shell);
    if (!made) {
        return made.error();
    }
    const auto project = d->session.state();
    const QString root = project ? project->meta.repositoryRoot : QString();
    const bool there = !root.isEmpty() && QDir(root).exists();
    return startDetachedProgram(*made, there ? root : QDir::homePath(),
                                QStringLiteral("the terminal"));
}

} // namespace rocport
