#include "core/files/filewriter.h"
#include "core/project/port/branchsettle.h"
#include "core/project/session/openstate.h"
#include "core/project/session/projectlocation.h"
#include "core/project/session/sessionprivate.h"
#include "core/scan/ownguard.h"
#include "core/vcs/unfinishedworktree.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrent>

#include <cerrno>

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

void ProjectSession::Private::open(const QString& repositoryFolder, const QString& projectFile)
{
    for (const Task& task : std::as_const(tasks)) {
        task.cancel.cancel();
    }
    opening.cancel();
    opening = CancelToken();
    const quint64 at = ++generation;
    store.post([this, at, repositoryFolder, projectFile, cancel = opening,
                folder = dataFolder](std::unique_ptr<ProjectFile>& file) {
        const auto fail = [this, at](const Error& error) {
            later([this, at, error] {
                if (at == generation) {
                    Q_EMIT q.openFailed(error);
                }
            });
        };
        auto place = placeOf(folder, repositoryFolder, projectFile);
        if (!place) {
            fail(place.error());
            return;
        }
        // What is open stays open until the new one is known to be good; the same file is let go
        // first.
        std::unique_ptr<ProjectFile> previous = std::move(file);
        if (previous && QFileInfo(previous->path()) == QFileInfo(place->projectFile)) {
            previous.reset();
        }
        bool readOnly = false;
        auto opened = openOrCreate(*place, folder, cancel, &readOnly);
        if (!opened) {
            file = std::move(previous);
            fail(opened.error());
            return;
        }
        const bool isOwn = isOwnProject(folder, **opened);
        auto settled =
            readOnly ? Result<BranchSettled>(BranchSettled()) : settleBranchStep(**opened, isOwn);
        auto state = settled ? readState(**opened, place->repository)
                             : Result<ProjectState>(settled.error());
        if (!state) {
            file = std::move(previous);
            fail(state.error());
            return;
        }
        if (!readOnly) { // who cannot be helped is told when the worktree is made
            (void)removeUnfinishedWorktree(state->meta.repositoryRoot, state->meta.worktree);
        }
        if (settled->end == BranchSettled::End::Recorded &&
            isOwn) { // a stranger's has no say in it
            bringWorktreeForward(state->meta);
        }
        previous.reset();
        file = *std::move(opened);
        state->readOnly = readOnly;
        later([this, at, state = *std::move(state), settled = *settled] {
            if (at == generation) {
                adopt(state, settled);
            }
        });
    });
}

void ProjectSession::Private::adopt(ProjectState state, const BranchSettled& settled)
{
    fillCounts(state);
    const bool present = !state.repository.root.isEmpty();
    const QString root = state.meta.repositoryRoot;
    pendingGuards.clear();
    pendingUndos = 0;
    waitingPacks.reset(); // those of the project before; the scan finds this one's
    q.m_state = std::make_shared<const ProjectState>(std::move(state));
    Q_EMIT q.opened();
    publish(StateChange::Everything);
    if (settled.end != BranchSettled::End::Nothing) {
        Q_EMIT q.branchSettled(settled);
    }
    if (present) {
        startScan();
    } else {
        Q_EMIT q.failed(Error{ErrorCode::NotARepository, {}, root});
    }
    proveEdits();
}

} // namespace rocport
