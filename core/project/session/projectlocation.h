#pragma once

#include <QString>

namespace rocport {

/// The name of a repository in files and settings, by its folder: "<name>-<hash of the root>".
QString repositoryKey(const QString& repositoryRoot);

/// Where the project file of a repository is when the user did not choose a place:
/// `<dataFolder>/projects/<name>-<hash of the root>.rocport`.
QString projectFileFor(const QString& dataFolder, const QString& repositoryRoot);

/// Folder of the port branch's worktree: `<dataFolder>/worktrees/<name>-<hash>`.
QString worktreeFor(const QString& dataFolder, const QString& repositoryRoot);

/// Folder of the journals of writes into working trees: `<dataFolder>/writes`.
QString writeJournalsFor(const QString& dataFolder);

/// "rocport/<name>", with characters that git refuses in branch names replaced by '-'.
QString portBranchFor(const QString& repositoryName);

} // namespace rocport
