#include "app/cli/nodeaccess.h"

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/nodes/remotesession.h"
#include "core/project/session/openstate.h"
#include "core/remote/jobscript.h"
#include "core/remote/nodekinds.h"

#include <QDir>
#include <QFileInfo>

namespace rocport {

Result<Node> nodeByName(const QString& name)
{
    const auto nodes = readNodeList(userRemoteOptions().nodesFile);
    if (!nodes) {
        return nodes.error();
    }
    for (const Node& node : *nodes) {
        if (node.name == name || node.id == name) {
            return node;
        }
    }
    return nodeOfWord(name);
}

SshSettings terminalSsh()
{
    SshSettings settings;
    if (const auto folder = makeControlFolder()) {
        settings.controlFolder = *folder;
        settings.controlPersist = std::chrono::seconds(30);
    }
    return settings;
}

std::unique_ptr<JobPreparation> JobSources::preparation(const Node& node,
                                                        const SshSettings& ssh) const
{
    if (tree.isEmpty()) {
        return nullptr;
    }
    if (project) {
        return std::make_unique<SyncPreparation>(project, transportOf(node, ssh), tree,
                                                 *QThreadPool::globalInstance());
    }
    return std::make_unique<FolderPreparation>(folder, transportOf(node, ssh), tree);
}

void addSourceOptions(Arguments& args)
{
    args.addOption(QStringLiteral("project"),
                   QStringLiteral("Send the sources of this project file, with the accepted port."),
                   QStringLiteral("FILE"));
    args.addOption(QStringLiteral("tree"),
                   QStringLiteral("Send this folder as it is, and run in the copy."),
                   QStringLiteral("DIR"));
}

Result<JobSources> jobSourcesOf(const Arguments& args)
{
    JobSources sources;
    if (args.isSet(QStringLiteral("project")) && args.isSet(QStringLiteral("tree"))) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("--project and --tree cannot be used together"),
                     QStringLiteral("--tree")};
    }
    if (args.isSet(QStringLiteral("project"))) {
        auto state = openStateReadOnly(args.value(QStringLiteral("project")));
        if (!state) {
            return state.error();
        }
        sources.tree =
            treeName(state->meta.name, QFileInfo(state->projectFile).absoluteFilePath().toUtf8());
        sources.portKey = portKeyOf(*state);
        sources.project = std::make_shared<const ProjectState>(*std::move(state));
    } else if (args.isSet(QStringLiteral("tree"))) {
        const QDir folder(args.value(QStringLiteral("tree")));
        if (!folder.exists()) {
            return Error{ErrorCode::FileNotFound, {}, folder.path()};
        }
        sources.folder = folder.canonicalPath();
        sources.tree = treeName(folder.dirName(), sources.folder.toUtf8());
    }
    return sources;
}

Result<NodeCall> nodeCallOf(const Arguments& args)
{
    auto sources = jobSourcesOf(args);
    if (!sources) {
        return sources.error();
    }
    auto node = nodeByName(args.positional().first());
    if (!node) {
        return node.error();
    }
    return NodeCall{*std::move(node), *std::move(sources)};
}

std::optional<BuildKind> buildKindFrom(const QString& word)
{
    if (word == QLatin1StringView("cmake")) {
        return BuildKind::CMake;
    }
    if (word == QLatin1StringView("make")) {
        return BuildKind::Make;
    }
    if (word == QLatin1StringView("pip")) {
        return BuildKind::Pip;
    }
    return std::nullopt;
}

bool keepInProject(const QString& projectFile, const QVector<JournalEntry>& entries)
{
    auto file = ProjectFile::open(projectFile);
    const Result<void> kept = file ? (*file)->appendJournal(entries) : file.error();
    if (!kept) {
        note(QStringLiteral("The run could not be added to the project file, which is in use or "
                            "cannot be written."));
    }
    return kept.ok();
}

int printPreview(const JobSpec& job)
{
    const JobPreview preview = composePreview(job);
    printText(preview.command + u'\n' + preview.script);
    return kExitDone;
}

} // namespace rocport
