#pragma once

#include "core/base/result.h"
#include "core/store/projectfile.h"

#include <QVector>

namespace rocport {

class OpenProject;
class ProjectDecisions;
class ProjectGuards;
class RuleSwitches;
class StepRecorder;

/// The history of a session, in which decisions, guards and switched rules are steps: undo, redo,
/// and going to any step of it. Lives in the session's thread.
class ProjectHistory
{
public:
    ProjectHistory(OpenProject& project, StepRecorder& recorder, ProjectGuards& guards,
                   RuleSwitches& switches, ProjectDecisions& decisions);

    /// Undoes the newest step. Errors: NotPossibleNow when a hunk that it would change is
    /// committed, or there is nothing to undo; nothing happens then.
    Result<void> undo();
    /// Redoes the step undone last. Errors: those of undo(); NotPossibleNow while a guard is still
    /// being changed.
    Result<void> redo();
    /// Undoes or redoes until the step of that batch is the newest one in effect; 0: all are
    /// undone. Errors: those of redo(), for any step on the way; InvalidArgument for a batch that
    /// is not in the history.
    Result<void> goTo(qint64 batchId);

    /// Undoes what was requested while guards were being changed, now that they are shown. A
    /// failure is reported.
    void catchUp();
    /// To be called when another project is open.
    void forgetPending() { m_pendingUndos = 0; }

private:
    /// Redoes that many steps, or undoes them if negative; all or none.
    Result<void> walk(qsizetype steps);
    /// Why a step cannot be done or undone; `widths` become those after it.
    Result<void> mayStep(const DecisionBatch& step, bool forward,
                         QVector<GuardSetting>& widths) const;

    OpenProject& m_project;
    StepRecorder& m_recorder;
    ProjectGuards& m_guards;
    RuleSwitches& m_switches;
    ProjectDecisions& m_decisions;
    int m_pendingUndos = 0; // requested before the steps were shown
};

} // namespace rocport
