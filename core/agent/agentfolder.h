#pragma once

#include "core/agent/agenttool.h"
#include "core/project/port/folderproposal.h"
#include "core/vcs/repository.h"

#include <QJsonValue>

namespace rocport {

/// The folder that a call is about.
struct AgentFolder
{
    QString path; ///< absolute, below a root
    TargetSettings target;
    std::shared_ptr<const RuleSet> rules;
    QStringList notes; ///< sentences: what an agent should know of what it is told
};

/// The repository that holds `folder`, which is below a root. Errors: those of Repository::open(),
/// and PathOutsideRepository where a root lies within the repository, which it does not open.
Result<RepositoryInfo> repositoryBelow(const AgentRoots& roots, const QString& folder);

/// The folder, target and rules of a call with the members of withFolder(). Errors: those of
/// AgentRoots::path() and ToolArguments::target().
Result<AgentFolder> agentFolder(const ToolCall& call);

/// Scans it with `rules` and notes what was not read. Errors: those of scanFolder().
Result<FolderScan> scanFor(const ToolCall& call, AgentFolder& folder, const TargetSettings& target,
                           const std::shared_ptr<const RuleSet>& rules);

/// The folder of a call and its scan.
struct ScannedFolder
{
    AgentFolder folder;
    FolderScan scanned;
};
/// Both in one. Errors: those of agentFolder() and scanFor().
Result<ScannedFolder> scannedFolder(const ToolCall& call);

/// The files of the folder that the argument "files" names. Links are resolved part by part, so
/// that nothing is told of what is outside the roots. Errors: those of AgentRoots::path() and
/// pathInRepository().
Result<QVector<RepoPath>> filesArgument(const ToolCall& call, const AgentFolder& folder);

/// The rules for a folder: those of the program, of the repository where the user trusts them, and
/// of the user. `notes` gets what is wrong with a pack.
std::shared_ptr<const RuleSet> agentRules(const AgentContext& context, const QString& folder,
                                          QStringList& notes);

/// Adds the member "notes" where there are any.
void addNotes(QJsonObject& result, const QStringList& notes);

/// The phase that an argument names; nothing: it is not given.
std::optional<Phase> phaseArgument(const ToolCall& call);
QJsonObject phaseSchema();

/// Whether a path is `filter` or lies in it; a filter with '*' or '?' is a pattern for the whole
/// path. Empty fits all.
bool pathFits(const QString& path, const QString& filter);

} // namespace rocport
