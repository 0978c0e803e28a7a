#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QFuture>
#include <QString>
#include <QVector>

namespace rocport {

class OpenProject;
class ProjectGuards;
class StepRecorder;
enum class FindingState : quint8;
struct DecisionBatch;

/// What a person says of changes, findings and steps of checklists in a session, each as one step
/// of the history. Lives in the session's thread.
class ProjectDecisions
{
public:
    ProjectDecisions(OpenProject& project, StepRecorder& recorder, ProjectGuards& guards);

    /// Decides about hunks as one step. Hunks that the accepted ones need are accepted with them. A
    /// hunk whose verdict is Violated is accepted only with `overrideReason`. Errors (nothing is
    /// decided): IsolationViolated naming the first such hunk, ProjectReadOnly, InvalidArgument
    /// when a hunk is unknown, NotPossibleNow when it is committed (undo the commit first).
    Result<void> decide(const QVector<QByteArray>& hunkKeys, DecisionKind kind,
                        const QString& label, const QString& note = {},
                        const QString& overrideReason = {});
    /// Replaces the hunk's proposal by `lines` (whole lines firstLine..lastLine of the original)
    /// and accepts it; its proof is computed on the pool and then stands in the state's
    /// editedProofs. Errors in the future (nothing is decided): IsolationViolated without
    /// `overrideReason`, MergeConflict, EditStale, those of decide().
    QFuture<Result<void>> edit(const QByteArray& hunkKey, const QByteArray& lines,
                               const QString& note = {}, const QString& overrideReason = {});
    /// Ticks findings off as one step, or opens them again: those for which no change is proposed,
    /// by id. Errors (nothing is said then): ProjectReadOnly, InvalidArgument (NotNeeded without a
    /// note), NotPossibleNow (a finding that is not left for a person in this scan).
    Result<void> tickFindings(const QVector<QByteArray>& ids, FindingState state,
                              const QString& note);
    /// Takes decisions without a place off the list; their history stays. Errors: those of
    /// ProjectGuards::remove().
    Result<void> dismissOrphaned(const QVector<QByteArray>& keys);

    /// Proves all edits in place anew, on the pool; ends in StateChange::Decisions.
    void proveEdits();

private:
    Result<DecisionBatch> stepAbout(const QVector<QByteArray>& keys, DecisionKind kind,
                                    const QString& label, const QString& note,
                                    const QString& overrideReason) const;
    /// Steps of checklists are done or open; no change hangs on them.
    Result<DecisionBatch> checklistStep(const QVector<QByteArray>& keys, DecisionKind kind,
                                        const QString& label, const QString& note) const;
    /// An edit of a generated file is from now on one of the text proposed now.
    void settleHeader(const QByteArray& key);

    OpenProject& m_project;
    StepRecorder& m_recorder;
    ProjectGuards& m_guards;
};

} // namespace rocport
