#pragma once

#include "core/base/words.h"

#include <QObject>
#include <QString>

namespace rocport {

class OpenProject;
struct PlanOverride;

/// What a person sets of the plan of a session: the target, answers of the plan that are
/// overridden, summaries of phases. Lives in the session's thread.
class ProjectPlan : public QObject
{
    Q_OBJECT

public:
    explicit ProjectPlan(OpenProject& project) : m_project(project) {}

    /// Sets what is ported to, and has the project scanned again. Errors, in failed():
    /// ProjectReadOnly.
    void setTarget(const TargetSettings& target);
    /// Answers a question of the plan otherwise than the evidence does; ends in StateChange::Plan.
    /// Errors, in failed(): ProjectReadOnly, InvalidArgument (no reason).
    void setOverride(const PlanOverride& planOverride);
    /// Leaves the answer to the evidence again.
    void clearOverride(const QString& subject);
    /// The text of a phase; empty: back to the generated text. Ends in StateChange::Summaries.
    void setSummary(Phase phase, const QString& text);

Q_SIGNALS:
    /// The target is another one than that of the scan.
    void scanNeeded();

private:
    /// Makes the plan anew on the pool.
    void replan();

    OpenProject& m_project;
    quint64 m_serial = 0; // of the newest plan
};

} // namespace rocport
