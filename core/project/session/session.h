#pragma once

#include "core/base/result.h"
#include "core/project/port/branchsettled.h"
#include "core/project/session/statechange.h"

#include <QFuture>
#include <QObject>
#include <QString>

#include <memory>

namespace rocport {

class CompilerChecks;
class ProjectCommits;
class ProjectDecisions;
class ProjectGuards;
class ProjectHistory;
class ProjectJournal;
class ProjectPlan;
class ProjectReports;
class ProjectReviews;
class ProjectScanner;
class ProjectSources;
class ProjectTasks;
class RulePacks;
class RuleSwitches;
struct ProjectState;

/// The open project: opens and closes it, and puts together the parts that work on it, each with a
/// header of its own. Lives in one thread (the window's), as its parts do; every call returns at
/// once, what takes time runs on a pool and ends in a signal or a future. Destruction cancels and
/// waits.
class ProjectSession : public QObject
{
    Q_OBJECT

public:
    /// \a dataFolder holds project files and worktrees of repositories opened without one.
    explicit ProjectSession(QString dataFolder, QObject* parent = nullptr);
    ~ProjectSession() override;

    /// Opens the repository at `folder`, finds or creates its project file, and scans. opened() or
    /// openFailed() follows.
    void openRepository(const QString& folder);
    /// Opens a project file; scans if the repository has changed. opened() or openFailed() follows.
    void openProjectFile(const QString& file);
    void close();
    /// Never null once opened() was sent; null before and after close().
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const;
    /// Whether everything the user did so far is in the project file or was reported by failed(). A
    /// decision is shown at once and written in another thread.
    [[nodiscard]] bool isStored() const;
    /// Finishes once that holds for all calls before this one.
    [[nodiscard]] QFuture<void> stored();

    // The parts; they live as long as the session.
    [[nodiscard]] CompilerChecks& checks() const;
    [[nodiscard]] ProjectCommits& commits() const;
    [[nodiscard]] ProjectDecisions& decisions() const;
    [[nodiscard]] ProjectGuards& guards() const;
    [[nodiscard]] ProjectHistory& history() const;
    [[nodiscard]] ProjectJournal& journal() const;
    [[nodiscard]] ProjectPlan& plan() const;
    [[nodiscard]] ProjectReports& reports() const;
    [[nodiscard]] ProjectReviews& reviews() const;
    [[nodiscard]] ProjectScanner& scanner() const;
    [[nodiscard]] ProjectSources& sources() const;
    [[nodiscard]] ProjectTasks& tasks() const;
    [[nodiscard]] RulePacks& rulePacks() const;
    [[nodiscard]] RuleSwitches& ruleSwitches() const;

Q_SIGNALS:
    void opened();
    void openFailed(const rocport::Error& error);
    void closed();
    void stateChanged(rocport::StateChange change);
    /// A task or a write failed; what was there before is unchanged.
    void failed(const rocport::Error& error);
    /// Sent after opened(): the previous run ended between moving the branch and recording it.
    void branchSettled(const rocport::BranchSettled& settled);

private:
    void open(const QString& repositoryFolder, const QString& projectFile);
    void adopt(ProjectState state, const BranchSettled& settled);

    struct Parts;
    std::unique_ptr<Parts> d;
};

} // namespace rocport
