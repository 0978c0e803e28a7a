#pragma once

#include "core/base/result.h"
#include "core/project/port/branchsettled.h"
#include "core/project/session/projectstate.h"

#include <QString>

#include <memory>

namespace rocport {

class CancelToken;
class ProjectFile;

/// A project that was opened, with all that its file holds.
struct OpenedProject
{
    std::unique_ptr<ProjectFile> file;
    ProjectState state;
    BranchSettled settled; ///< of the run before
};

/// Opens `projectFile`, or where it is empty that of the repository at `repositoryFolder`, made
/// when missing. What is `previous`ly open stays there until the new one is known to be good; only
/// the same file is let go first. Takes long: not in the window's thread. Errors: those of
/// Repository::open(), ProjectFile::open(), settleBranchStep() and readState(), ProjectReadOnly or
/// DiskFull where the file's folder cannot be made, Cancelled.
Result<OpenedProject> openProject(const QString& dataFolder, const QString& repositoryFolder,
                                  const QString& projectFile,
                                  std::unique_ptr<ProjectFile>& previous,
                                  const CancelToken& cancel);

/// Whether the file lies where this user's projects do.
bool isOwnProject(const QString& dataFolder, const ProjectFile& file);

} // namespace rocport
