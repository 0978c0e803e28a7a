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

/// What a person decides about changes, findings and steps of checklists in a session, each as one
/// step of the history. Lives in the session's thread.
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
    /// Replaces the hunk's proposal by `lines` (for whole lines firstLine..lastLine of the
    /// original) and accepts it; its proof is computed in the pool and is then in the state's
    /// editedProofs. Errors in the future (nothing is decided): IsolationViolated without
    /// `overrideReason`, MergeConflict, EditStale, those of decide().
    QFuture<Result<void>> edit(const QByteArray& hunkKey, const QByteArray& lines,
                               const QString& note = {}, const QString& overrideReason = {});
    /// Ticks findings off as one step, or reopens them: those for which no change is proposed, by
    /// id. Errors (nothing is recorded then): ProjectReadOnly, InvalidArgument (NotNeeded without a
    /// note), NotPossibleNow (a finding that is not left for a person in this scan).
    Result<void> tickFindings(const QVector<QByteArray>& ids, FindingState state,
                              const QString& note);
    /// Removes decisions without a place from the list; their history stays. Errors: those of
    /// ProjectGuards::remove().
    Result<void> dismissOrphaned(const QVector<QByteArray>& keys);

    /// Proves all edits made in place again, in the pool; StateChange::Decisions follows.
    void proveEdits();

private:
    Result<DecisionBatch> stepAbout(const QVector<QByteArray>& keys, DecisionKind kind,
                                    const QString& label, const QString& note,
                                    const QString& overrideReason) const;
    /// Steps of checklists are done or open; no change depends on them.
    Result<DecisionBatch> checklistStep(const QVector<QByteArray>& keys, DecisionKind kind,
                                        const QString& label, const QString& note) const;
    /// Makes an edit of a generated file one of the text that is proposed now.
    void settleHeader(const QByteArray& key);

    OpenProject& m_project;
    StepRecorder& m_recorder;
    ProjectGuards& m_guards;
};

} // namespace rocport
