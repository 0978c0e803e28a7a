#include "core/project/session/session.h"

#include "core/base/cancel.h"
#include "core/project/session/compilerchecks.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectguards.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectjournal.h"
#include "core/project/session/projectopening.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectreports.h"
#include "core/project/session/projectreviews.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projectsources.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/steprecorder.h"

#include <utility>

namespace rocport {

/// The parts of a session; each knows only those above it.
struct ProjectSession::Parts
{
    explicit Parts(QString dataFolder) : project(std::move(dataFolder)) {}

    OpenProject project;
    ProjectTasks tasks;
    CancelToken opening; // of the newest project file
    RulePacks packs{project};
    ProjectJournal journal{project};
    ProjectReports reports{project, tasks, packs};
    ProjectReviews reviews{project, tasks, packs};
    ProjectSources sources{project};
    ProjectCommits commits{project, tasks};
    CompilerChecks checks{project, tasks, journal};
    ProjectPlan plan{project};
    StepRecorder recorder{project};
    RuleSwitches switches{project, recorder, plan};
    ProjectGuards guards{project, recorder};
    ProjectDecisions decisions{project, recorder, guards};
    ProjectHistory history{project, recorder, guards, switches, decisions};
    ProjectScanner scanner{project, {tasks, packs, recorder, guards, decisions, history}};
};

ProjectSession::ProjectSession(QString dataFolder, QObject* parent)
    : QObject(parent), d(std::make_unique<Parts>(std::move(dataFolder)))
{
    connect(&d->project, &OpenProject::stateChanged, this, &ProjectSession::stateChanged);
    connect(&d->project, &OpenProject::failed, this, &ProjectSession::failed);
    connect(&d->plan, &ProjectPlan::scanNeeded, &d->scanner, &ProjectScanner::rescan);
}

ProjectSession::~ProjectSession()
{
    d->tasks.cancelAll();
    d->opening.cancel();
    d->project.drain();
}

void ProjectSession::openRepository(const QString& folder)
{
    open(folder, {});
}

void ProjectSession::openProjectFile(const QString& file)
{
    open({}, file);
}

void ProjectSession::open(const QString& repositoryFolder, const QString& projectFile)
{
    d->tasks.cancelAll();
    d->opening.cancel();
    d->opening = CancelToken();
    const quint64 at = d->project.startGeneration();
    d->project.post([this, at, repositoryFolder, projectFile, cancel = d->opening,
                     folder = d->project.dataFolder()](std::unique_ptr<ProjectFile>& file) {
        auto opened = openProject(folder, repositoryFolder, projectFile, file, cancel);
        if (!opened) {
            d->project.later([this, at, error = opened.error()] {
                if (at == d->project.generation()) {
                    Q_EMIT openFailed(error);
                }
            });
            return;
        }
        file = std::move(opened->file);
        d->project.later([this, at, state = std::move(opened->state), settled = opened->settled] {
            if (at == d->project.generation()) {
                adopt(state, settled);
            }
        });
    });
}

void ProjectSession::adopt(ProjectState state, const BranchSettled& settled)
{
    fillCounts(state);
    const bool present = !state.repository.root.isEmpty();
    const QString root = state.meta.repositoryRoot;
    d->reviews.close();
    d->guards.forgetPending();
    d->history.forgetPending();
    d->scanner.forgetPending();
    d->packs.forgetWaiting(); // those of the project before; the scan finds this one's
    d->project.setState(std::make_shared<const ProjectState>(std::move(state)));
    Q_EMIT opened();
    d->project.publish(StateChange::Everything);
    if (settled.end != BranchSettled::End::Nothing) {
        Q_EMIT branchSettled(settled);
    }
    if (present) {
        d->scanner.rescan();
    } else {
        d->project.fail(Error{ErrorCode::NotARepository, {}, root});
    }
    d->decisions.proveEdits();
}

void ProjectSession::close()
{
    d->tasks.cancelAll();
    d->opening.cancel();
    d->project.startGeneration();
    d->reviews.close();
    d->scanner.forgetPending();
    d->packs.forgetWaiting();
    d->project.post([](std::unique_ptr<ProjectFile>& file) { file.reset(); });
    if (d->project.state()) {
        d->project.setState(nullptr);
        Q_EMIT closed();
    }
}

std::shared_ptr<const ProjectState> ProjectSession::state() const
{
    return d->project.state();
}

bool ProjectSession::isStored() const
{
    return d->project.isStored();
}

QFuture<void> ProjectSession::stored()
{
    return d->project.stored();
}

CompilerChecks& ProjectSession::checks() const
{
    return d->checks;
}

ProjectCommits& ProjectSession::commits() const
{
    return d->commits;
}

ProjectDecisions& ProjectSession::decisions() const
{
    return d->decisions;
}

ProjectGuards& ProjectSession::guards() const
{
    return d->guards;
}

ProjectHistory& ProjectSession::history() const
{
    return d->history;
}

ProjectJournal& ProjectSession::journal() const
{
    return d->journal;
}

ProjectPlan& ProjectSession::plan() const
{
    return d->plan;
}

ProjectReports& ProjectSession::reports() const
{
    return d->reports;
}

ProjectReviews& ProjectSession::reviews() const
{
    return d->reviews;
}

ProjectScanner& ProjectSession::scanner() const
{
    return d->scanner;
}

ProjectSources& ProjectSession::sources() const
{
    return d->sources;
}

ProjectTasks& ProjectSession::tasks() const
{
    return d->tasks;
}

RulePacks& ProjectSession::rulePacks() const
{
    return d->packs;
}

RuleSwitches& ProjectSession::ruleSwitches() const
{
    return d->switches;
}

} // namespace rocport
