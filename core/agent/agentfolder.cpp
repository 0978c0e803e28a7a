#include "core/agent/agentfolder.h"

#include "core/base/wording.h"
#include "core/files/repositoryname.h"
#include "core/project/session/packtruststore.h"
#include "core/rules/packs/packfiles.h"
#include "core/rules/rulenames.h"
#include "core/scan/ownguard.h"
#include "core/scan/skippedfile.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace rocport {

std::shared_ptr<const RuleSet> agentRules(const AgentContext& context, const QString& folder,
                                          QStringList& notes)
{
    const Result<PackTrust> trust = PackTrustStore(userPackTrustFile()).read();
    if (!trust) {
        notes.append(context.sentence(trust.error()));
    }
    PackLoad loaded = loadRules(PackPlaces{folder.isEmpty() ? QString() : projectRootOf(folder),
                                           userRuleFolder(), trust ? *trust : PackTrust()});
    for (const Error& problem : std::as_const(loaded.problems)) {
        notes.append(context.sentence(problem));
    }
    if (loaded.waiting) {
        notes.append(QStringLiteral("The repository's own rule packs are not used, since the user "
                                    "has not trusted them (rocport-cli rules --trust)."));
    }
    return std::make_shared<const RuleSet>(std::move(loaded.rules));
}

Result<RepositoryInfo> repositoryBelow(const AgentRoots& roots, const QString& folder)
{
    auto repository = Repository::open(folder);
    if (!repository) {
        return repository.error();
    }
    auto info = (*repository)->info();
    if (!info) {
        return info.error();
    }
    if (const auto root = roots.path(info->root); !root) {
        return root.error();
    }
    return info;
}

Result<AgentFolder> agentFolder(const ToolCall& call)
{
    auto path = call.context.roots.path(call.arguments.text(u"folder"));
    if (!path) {
        return path.error();
    }
    if (!QFileInfo(*path).isDir()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("it is a file, not a folder"),
                     *path};
    }
    auto target = call.arguments.target();
    if (!target) {
        return target.error();
    }
    AgentFolder folder;
    folder.path = *std::move(path);
    folder.target = *std::move(target);
    if (!call.arguments.has(u"macro")) {
        const auto tree = openFolderTree(folder.path);
        if (!tree) {
            return tree.error();
        }
        target = withOwnGuard(**tree, folder.target, call.cancel);
        if (!target) {
            return target.error();
        }
        folder.target = *std::move(target);
    }
    folder.rules = agentRules(call.context, folder.path, folder.notes);
    return folder;
}

Result<FolderScan> scanFor(const ToolCall& call, AgentFolder& folder, const TargetSettings& target,
                           const std::shared_ptr<const RuleSet>& rules)
{
    auto scanned =
        scanFolder(folder.path, rules, target, call.cancel, [&call](const ScanProgress& progress) {
            call.progress(progress.done, progress.total, QStringLiteral("Scanning"));
        });
    if (!scanned) {
        return scanned;
    }
    for (const Error& problem : scanned->scan->packProblems) {
        folder.notes.append(call.context.sentence(problem));
    }
    const QVector<UnreadFile> unread = unreadSources(scanned->scan->files);
    constexpr qsizetype kMostNamed = 10;
    for (qsizetype i = 0; i < std::min(kMostNamed, unread.size()); ++i) {
        folder.notes.append(QStringLiteral("%1 was not read, so nothing is said of it: %2.")
                                .arg(unread[i].first.display(), unread[i].second));
    }
    if (unread.size() > kMostNamed) {
        folder.notes.append(
            QStringLiteral("%1 not read either.")
                .arg(counted(unread.size() - kMostNamed, "more file was", "more files were")));
    }
    folder.notes.removeDuplicates();
    return scanned;
}

Result<ScannedFolder> scannedFolder(const ToolCall& call)
{
    auto folder = agentFolder(call);
    if (!folder) {
        return folder.error();
    }
    auto scanned = scanFor(call, *folder, folder->target, folder->rules);
    if (!scanned) {
        return scanned.error();
    }
    return ScannedFolder{*std::move(folder), *std::move(scanned)};
}

Result<QVector<RepoPath>> filesArgument(const ToolCall& call, const AgentFolder& folder)
{
    QVector<RepoPath> files;
    for (const QString& name : call.arguments.texts(u"files")) {
        const auto real = call.context.roots.path(QDir(folder.path).absoluteFilePath(name));
        if (!real) {
            return real.error();
        }
        const auto path = pathInRepository(folder.path, *real);
        if (!path) {
            return path.error();
        }
        files.append(*path);
    }
    return files;
}

void addNotes(QJsonObject& result, const QStringList& notes)
{
    if (!notes.isEmpty()) {
        result.insert(QStringLiteral("notes"), QJsonArray::fromStringList(notes));
    }
}

std::optional<Phase> phaseArgument(const ToolCall& call)
{
    return phaseFromInt(call.arguments.number(u"phase", -1));
}

QJsonObject phaseSchema()
{
    QStringList names;
    for (const Phase phase : kPhases) {
        names.append(QStringLiteral("%1 %2").arg(int(phase)).arg(phaseName(phase)));
    }
    return numberSchema(
        QStringLiteral("Only this phase: %1.").arg(names.join(QStringLiteral(", "))), 0,
        kPhaseCount - 1);
}

bool pathFits(const QString& path, const QString& filter)
{
    if (filter.isEmpty() || path == filter) {
        return true;
    }
    return filter.contains(u'*') || filter.contains(u'?')
               ? globMatches(filter, path)
               : path.startsWith(filter.endsWith(u'/') ? filter : filter + u'/');
}

} // namespace rocport
