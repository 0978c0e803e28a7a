#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

namespace rocport {

class DecisionLog;
class OpenProject;
class ProjectPlan;
class StepRecorder;
struct DecisionBatch;
struct GuardedScan;
struct ProjectState;

/// The rules that are switched off in a project, each as a step of the history with its reason.
/// Lives in the session's thread.
class RuleSwitches : public QObject
{
    Q_OBJECT

public:
    RuleSwitches(OpenProject& project, StepRecorder& recorder, ProjectPlan& plan);

    /// Switches a rule on or off for this project, as one step of the history, and has it scanned
    /// again. Switching off needs a reason. Changes of the rule that were decided stay, with the
    /// findings that they answer. Errors: ProjectReadOnly, NotPossibleNow (no project),
    /// InvalidArgument (no reason, or not a rule's id).
    Result<void> set(const QString& id, bool on, const QString& reason = {});
    /// Switches rules as a step of the history does, or back.
    void apply(const DecisionBatch& step, bool forward);

private:
    /// Switches rules as the log now says, where that differs from the log `before`.
    void follow(const DecisionLog& before);

    OpenProject& m_project;
    StepRecorder& m_recorder;
    ProjectPlan& m_plan;
};

/// The rules that a scan of this project leaves out: those that are off, except those with decided
/// changes, since these stay.
QStringList rulesLeftOut(const ProjectState& state);

/// Removes from a scan what switched-off rules propose and nobody has decided, with findings for
/// which no change is left. A change that a rule that is on asks for too stays.
void dropRulesOff(GuardedScan& shaped, const QStringList& rulesOff, const DecisionLog& decisions,
                  const QSet<QByteArray>& committed);

} // namespace rocport
