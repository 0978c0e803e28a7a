#pragma once

#include "core/isolation/isolation.h"
#include "core/plan/plan.h"
#include "core/project/session/decisionmigration.h"
#include "core/project/session/guardlayout.h"
#include "core/scan/scanner.h"
#include "core/store/compiledproof.h"
#include "core/store/projectfile.h"
#include "core/store/proposeddecision.h"
#include "core/vcs/repository.h"

#include <QDateTime>
#include <QHash>
#include <QSet>
#include <QString>
#include <QVector>

#include <memory>

namespace rocport {

struct GateResult;
struct KeptReview;
struct RemoteRecords;

/// Everything about the open project at one moment. Immutable and shared: the window may keep one
/// while the session continues.
struct ProjectState
{
    QString projectFile;   ///< path of the project file
    bool readOnly = false; ///< opened without write access: nothing can be decided
    ProjectMeta meta;
    RepositoryInfo repository;                 ///< root is empty when the repository is gone
    std::shared_ptr<const ScanResult> scan;    ///< null before the first scan; with hunks at their
                                               ///  widths
    QHash<QByteArray, qsizetype> hunkIndex;    ///< hunk key -> index in scan->hunks
    std::shared_ptr<const ScanResult> rawScan; ///< as scanned; the same as `scan` without wider
                                               ///  guards
    GuardedScan guards;                        ///< what folded into which guard
    QVector<GuardSetting> guardWidths;
    QVector<UserGuard> userGuards;
    QHash<QByteArray, DecisionText> decisionTexts; ///< of decisions that lost their hunk, by key
    QVector<OrphanedDecision> orphaned;            ///< decisions without a place
    QHash<QByteArray, DecisionConflict> conflicts; ///< by hunk key; see conflict()
    Plan plan;
    QVector<PlanOverride> overrides;
    DecisionLog decisions;
    QHash<QByteArray, IsolationProof> editedProofs; ///< hunk key -> proof of its in-place edit
    QHash<QByteArray, CompiledProof> compiled;      ///< hunk key -> newest result from a compiler
    QVector<ProposedDecision> proposed; ///< by agents, as it was when the project was opened
    QVector<StoredSummary> summaries;
    QVector<RecordedCommit> commits;
    QSet<QByteArray> committed; ///< hunk keys in commits that are not undone
    QVector<RecordedExport> exports;
    /// Of ports that were made elsewhere, newest first; never null.
    std::shared_ptr<const QVector<KeptReview>> reviews;
    QVector<PhaseCounts> counts; ///< nine
    QDateTime scannedAt;
    /// Findings that are done or not needed and no longer in the scan: their places are gone. Never
    /// null; the same object while they are the same.
    std::shared_ptr<const QVector<Finding>> gone;
    std::shared_ptr<const GateResult> gate; ///< of the newest compile check here; null: none yet
    qint64 gateBatch = 0; ///< the newest decision batch at that time; if there is a newer one now,
                          ///  `gate` is out of date
    /// What the journal knows about nodes and verification; never null.
    std::shared_ptr<const RemoteRecords> remote;
    int hunks = 0, decided = 0;

    ProjectState();
    /// Who decides and writes now: the name that git would record, else that of the system's user.
    [[nodiscard]] QString user() const;
    [[nodiscard]] const Hunk* hunk(const QByteArray& key) const;
    [[nodiscard]] bool isCommitted(const QByteArray& key) const;
    /// The hunk's verdict; that of the edit if it was edited in place.
    [[nodiscard]] Verdict verdict(const Hunk& hunk) const;
    [[nodiscard]] QString verdictReason(const Hunk& hunk) const;
    /// The conflict that a change is in; null when it is in none, or was decided since.
    [[nodiscard]] const DecisionConflict* conflict(const QByteArray& key) const;
    /// The width at which a shown hunk is guarded.
    [[nodiscard]] GuardWidth guardWidth(const QByteArray& key) const;
    /// Scanned hunks that folded into a shown one; the hunk itself if none did.
    [[nodiscard]] QVector<QByteArray> membersOf(const QByteArray& key) const;
    /// The text of the hunk's edit in place; empty when it has none.
    [[nodiscard]] QByteArray editedText(const Hunk& hunk) const;
    /// A compiler's result that still applies and agrees; else null. A violated projection
    /// outweighs it.
    [[nodiscard]] const CompiledProof* compiledProof(const Hunk& hunk) const;
    /// The stored text, else the drafted one.
    [[nodiscard]] QString summary(Phase phase, bool* edited = nullptr) const;
};

} // namespace rocport
