#include "core/project/session/projectopening.h"

#include "core/files/filewriter.h"
#include "core/project/port/branchsettle.h"
#include "core/project/session/openstate.h"
#include "core/project/session/projectlocation.h"
#include "core/scan/ownguard.h"
#include "core/vcs/unfinishedworktree.h"

#include <QDir>
#include <QFileInfo>

namespace rocport {

namespace {

/// What to open: an existing or new project file, and the repository as far as it is known.
struct OpenedPlace
{
    QString projectFile;
    RepositoryInfo repository; ///< root empty: known only from the project file
};

Result<OpenedPlace> placeOf(const QString& dataFolder, const QString& repositoryFolder,
                            const QString& projectFile)
{
    OpenedPlace place;
    place.projectFile = projectFile;
    if (!projectFile.isEmpty()) {
        return place;
    }
    auto repository = Repository::open(repositoryFolder);
    if (!repository) {
        return repository.error();
    }
    auto info = (*repository)->info();
    if (!info) {
        return info.error();
    }
    place.repository = *std::move(info);
    place.projectFile = projectFileFor(dataFolder, place.repository.root);
    return place;
}

/// The default target, with the guard macro that the project has already. What cannot be read here
/// is left to the scan to say. Errors: Cancelled.
Result<TargetSettings> targetOf(const RepositoryInfo& info, const CancelToken& cancel)
{
    auto repository = Repository::open(info.root);
    if (!repository || info.headCommit.isEmpty()) {
        return TargetSettings();
    }
    const auto tree = (*repository)->treeAt(info.headCommit);
    if (!tree) {
        return TargetSettings();
    }
    auto target = withOwnGuard(**tree, TargetSettings(), cancel);
    const bool ends = target || target.error().code == ErrorCode::Cancelled;
    return ends ? std::move(target) : Result<TargetSettings>(TargetSettings());
}

Result<std::unique_ptr<ProjectFile>> openOrCreate(const OpenedPlace& place,
                                                  const QString& dataFolder,
                                                  const CancelToken& cancel, bool* readOnly)
{
    *readOnly = false;
    if (!QFileInfo::exists(place.projectFile) && !place.repository.root.isEmpty()) {
        const QString folder = QFileInfo(place.projectFile).absolutePath();
        if (const Result<void> made = makeFolder(folder); !made) {
            const bool full = made.error().code == ErrorCode::DiskFull;
            return full ? made.error()
                        : Error{ErrorCode::ProjectReadOnly, made.error().detail, folder};
        }
        ProjectMeta meta;
        meta.name = place.repository.name;
        meta.repositoryRoot = place.repository.root;
        meta.baseCommit = place.repository.headCommit;
        meta.portBranch = portBranchFor(place.repository.name);
        meta.worktree = worktreeFor(dataFolder, place.repository.root);
        meta.created = QDateTime::currentDateTimeUtc();
        auto target = targetOf(place.repository, cancel);
        if (!target) {
            return target.error();
        }
        meta.target = *std::move(target);
        return ProjectFile::create(place.projectFile, meta);
    }
    auto opened = ProjectFile::open(place.projectFile, false, cancel);
    if (!opened && opened.error().code == ErrorCode::ProjectReadOnly) {
        *readOnly = true;
        return ProjectFile::open(place.projectFile, true, cancel);
    }
    return opened;
}

/// What the run before did not come to. What hinders it is told by the next commit.
void bringWorktreeForward(const ProjectMeta& meta)
{
    if (auto repository = Repository::open(meta.repositoryRoot)) {
        (void)(*repository)->updateWorktree(meta.portBranch, meta.worktree);
    }
}

} // namespace

bool isOwnProject(const QString& dataFolder, const ProjectFile& file)
{
    const Result<ProjectMeta> meta = file.meta();
    return meta &&
           QFileInfo(file.path()) == QFileInfo(projectFileFor(dataFolder, meta->repositoryRoot));
}

Result<OpenedProject> openProject(const QString& dataFolder, const QString& repositoryFolder,
                                  const QString& projectFile,
                                  std::unique_ptr<ProjectFile>& previous, const CancelToken& cancel)
{
    auto place = placeOf(dataFolder, repositoryFolder, projectFile);
    if (!place) {
        return place.error();
    }
    if (previous && QFileInfo(previous->path()) == QFileInfo(place->projectFile)) {
        previous.reset();
    }
    bool readOnly = false;
    auto opened = openOrCreate(*place, dataFolder, cancel, &readOnly);
    if (!opened) {
        return opened.error();
    }
    const bool isOwn = isOwnProject(dataFolder, **opened);
    auto settled =
        readOnly ? Result<BranchSettled>(BranchSettled()) : settleBranchStep(**opened, isOwn);
    auto state =
        settled ? readState(**opened, place->repository) : Result<ProjectState>(settled.error());
    if (!state) {
        return state.error();
    }
    if (!readOnly) { // who cannot be helped is told when the worktree is made
        (void)removeUnfinishedWorktree(state->meta.repositoryRoot, state->meta.worktree);
    }
    if (settled->end == BranchSettled::End::Recorded && isOwn) { // a stranger's has no say in it
        bringWorktreeForward(state->meta);
    }
    state->readOnly = readOnly;
    return OpenedProject{*std::move(opened), *std::move(state), *settled};
}

} // namespace rocport
