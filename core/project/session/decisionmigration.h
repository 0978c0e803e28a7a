#pragma once

#include "core/isolation/isolation.h"
#include "core/project/port/port.h"
#include "core/project/session/guardlayout.h"
#include "core/store/projectfile.h"

namespace rocport {

/// A decision whose hunk is no longer in the scan, with the text that it was about.
struct OrphanedDecision
{
    DecisionText text; ///< only the key if nothing else is known
    Decision decision; ///< DecisionKind::Open for a guard of the user's own without a decision
};

/// An edit made in place whose original changed such that the two cannot be merged automatically.
/// The change stays open until a person decides about it.
struct DecisionConflict
{
    QByteArray hunkKey;  ///< the change as proposed now
    DecisionText before; ///< what the edit was made for
    Decision decision;   ///< the edit
    QByteArray merged;   ///< whole lines, with both sides between conflict markers
    QString reason;      ///< one sentence
};

/// A scan to carry decisions over to, and what is known about the one before.
struct MigrationInput
{
    DecisionLog log;
    std::shared_ptr<const ScanResult> before;             ///< hunks as they were shown; may be null
    QHash<QByteArray, QVector<QByteArray>> membersBefore; ///< of wide guards
    QHash<QByteArray, DecisionText> known;                ///< kept from earlier scans
    std::shared_ptr<const ScanResult> raw;                ///< hunks as scanned now
    GuardedScan now;
    QHash<RepoPath, RepoPath> renames; ///< old path -> new path
    ReadSource readBefore;
    ReadSource readNow;
    TargetSettings target;
    /// The widths of the guards come from a step of the history, and the log says what was decided
    /// at these widths: no decisions pass from members to guards or back.
    bool fromHistory = false;
};

/// What becomes of the decisions.
struct MigratedDecisions
{
    QVector<Decision> decisions; ///< to be recorded as one step; empty: none
    QString label;
    QVector<DecisionText> keep;                    ///< to be kept before the old scan is replaced
    QVector<DecisionText> texts;                   ///< of orphaned decisions and conflicts
    QHash<QByteArray, DecisionConflict> conflicts; ///< by hunk key
    QVector<QByteArray> orphaned;                  ///< keys newly without a place
};

/// The note of a decision that was made by a merge.
inline constexpr QLatin1StringView kMergedNote{"Merged with a change of the original."};

/// Carries decisions over: those whose hunk still exists stay; those on a text that moved to a
/// renamed file go with it; edits made in place are merged with the new proposal by a three-way
/// merge; guards of another width take the decisions of what they contain. Decisions that find no
/// place stay in the log and are reported. Pure except for the readers. Slow for many edits: not
/// for the window's thread.
MigratedDecisions migrateDecisions(const MigrationInput& input);

/// Decisions in `log` for whose hunk `isPresent` returns false, with their texts; by path and line.
QVector<OrphanedDecision> orphanedDecisions(const DecisionLog& log,
                                            const std::function<bool(const QByteArray&)>& isPresent,
                                            const QHash<QByteArray, DecisionText>& texts,
                                            const QVector<UserGuard>& guardsWithoutPlace);

/// Whether `lines` still hold markers of a conflict.
bool hasConflictMarkers(const QByteArray& lines);

/// Proof of one hunk with `lines` in its place: of the file with only that and what the hunk needs.
Result<IsolationProof> proveLines(const ScanResult& scan, const Hunk& hunk, const QByteArray& lines,
                                  const TargetSettings& target, const ReadSource& read);

} // namespace rocport
