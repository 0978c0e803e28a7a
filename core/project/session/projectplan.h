#pragma once

#include "core/base/words.h"

#include <QObject>
#include <QString>

namespace rocport {

class OpenProject;
struct PlanOverride;

/// What a person sets in the plan of a session: the target, overridden answers, and summaries of
/// phases. Lives in the session's thread.
class ProjectPlan : public QObject
{
    Q_OBJECT

public:
    explicit ProjectPlan(OpenProject& project) : m_project(project) {}

    /// Sets the target of the port and has the project scanned again. Errors, in failed():
    /// ProjectReadOnly.
    void setTarget(const TargetSettings& target);
    /// Answers a question of the plan differently from the evidence; StateChange::Plan follows.
    /// Errors, in failed(): ProjectReadOnly, InvalidArgument (no reason).
    void setOverride(const PlanOverride& planOverride);
    /// Lets the evidence answer again.
    void clearOverride(const QString& subject);
    /// Sets the summary of a phase; empty: the generated text again. StateChange::Summaries
    /// follows.
    void setSummary(Phase phase, const QString& text);

Q_SIGNALS:
    /// The target differs from that of the scan.
    void scanNeeded();

private:
    /// Makes the plan again, in the pool.
    void replan();

    OpenProject& m_project;
    quint64 m_serial = 0; // of the newest plan
};

} // namespace rocport
