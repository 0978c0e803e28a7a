#pragma once

#include "app/cli/arguments.h"
#include "core/lanes/lanebuild.h"
#include "core/project/port/folderproposal.h"

namespace rocport {

/// What is built: files, or all of a folder.
struct ProgramFiles
{
    QString root;
    QVector<RepoPath> sources; ///< empty: all of the folder
};

/// What names on the command line mean: files, one folder, or a folder and files in it. Errors:
/// those of pathInRepository().
Result<ProgramFiles> programFiles(const QStringList& names);

/// Adds the options --time and --memory.
void addLimitOptions(Arguments& args, const QString& timeHelp);

/// The options --time and --memory, where they are given; an exit code where one is no number of
/// seconds or of MiB.
std::optional<int> readLimitOptions(const Arguments& args, LaneLimits& limits);

/// Adds the option --check.
void addCheckOption(Arguments& args);

/// The checks that --check asks for, none without it; an exit code where it names another one.
std::optional<int> readChecks(const Arguments& args, QStringList& checks);

/// The widths that --lanes names, in their order; both without it. An exit code where it says
/// something else.
std::optional<int> readLanes(const Arguments& args, QVector<int>& lanes);

/// The scan of a folder, with what was wrong about it noted.
Result<FolderScan> scanForLanes(const QString& root, const TargetSettings& target,
                                const Arguments& args);

} // namespace rocport
