#pragma once

#include "core/base/result.h"
#include "core/project/port/branchsettled.h"
#include "core/project/session/projectstate.h"

#include <QString>

#include <memory>

namespace rocport {

class CancelToken;
class ProjectFile;

/// A project that was opened, with everything that its file holds.
struct OpenedProject
{
    std::unique_ptr<ProjectFile> file;
    ProjectState state;
    BranchSettled settled; ///< by the previous run
};

/// Opens `projectFile`, or if it is empty that of the repository at `repositoryFolder`, created
/// when missing. The `previous` project stays open until the new one is known to be good; only if
/// it is the same file is it closed first. Slow: not for the window's thread. Errors: those of
/// Repository::open(), ProjectFile::open(), settleBranchStep() and readState(), ProjectReadOnly or
/// DiskFull if the file's folder cannot be created, Cancelled.
Result<OpenedProject> openProject(const QString& dataFolder, const QString& repositoryFolder,
                                  const QString& projectFile,
                                  std::unique_ptr<ProjectFile>& previous,
                                  const CancelToken& cancel);

/// Whether the file is where this user's projects are kept.
bool isOwnProject(const QString& dataFolder, const ProjectFile& file);

} // namespace rocport
