#pragma once

#include "core/base/cancel.h"
#include "core/base/finding.h"
#include "core/base/result.h"
#include "core/plan/plan.h"
#include "core/scan/scanner.h"
#include "core/store/compiledproof.h"
#include "core/store/journal.h"
#include "core/store/migrationrecords.h"

#include <QDateTime>
#include <QHash>
#include <QSet>
#include <QVector>

#include <memory>
#include <optional>

namespace rocport {

/// One decision about one hunk, as recorded.
struct Decision
{
    QByteArray hunkKey;
    DecisionKind kind = DecisionKind::Open;
    QByteArray editedText; ///< DecisionKind::Edited: whole lines firstLine..lastLine, replaced
    QString note;
    QString overrideReason; ///< why a hunk that violates isolation was accepted; else empty
};

/// The most characters of a phase summary; a file with a longer one is refused.
inline constexpr qsizetype kLongestSummary = 200'000;

/// What a person decided about a finding for which no change is proposed.
enum class FindingState : quint8 { Open, Done, NotNeeded };

/// The decision about a finding in the form that the log keeps; no hunk has its key.
Decision findingDecision(const QByteArray& findingId, FindingState state, const QString& note);
/// The finding that a decision's key refers to; nothing: it is a hunk's.
std::optional<QByteArray> findingOfKey(const QByteArray& decisionKey);

/// A rule being switched on or off, in the form that the log keeps: accepted is on, rejected is
/// off, and the note says why.
Decision ruleDecision(const QString& ruleId, bool on, const QString& reason);
/// The rule that a decision's key refers to; nothing: it is a hunk's or a finding's.
std::optional<QString> ruleOfKey(const QByteArray& decisionKey);

/// What a batch in the log is.
enum class BatchKind : quint8 { Decide, Undo, Redo };

/// Decisions made by one user action: undone and redone together. Appended, never changed.
struct DecisionBatch
{
    qint64 id = 0; ///< 1, 2, ... in the order in which they were made
    BatchKind kind = BatchKind::Decide;
    QString label; ///< "Accept 23 of warp-mask-literal"
    QString author;
    QDateTime time;              ///< UTC
    QVector<Decision> decisions; ///< empty for Undo and Redo
    GuardStep guards;            ///< what it did to guards; empty for Undo and Redo
};

/// One entry of the history that undo and redo walk through.
struct HistoryStep
{
    const DecisionBatch* batch = nullptr; ///< never null; lives as long as its log
    bool applied = true;                  ///< false: it has been undone and can be redone
};

/// A commit on the port branch, as recorded; undone ones stay in the log.
struct RecordedCommit
{
    QByteArray id;
    Phase phase = Phase::Environment;
    QString branch;
    QString message;
    QDateTime time;
    QVector<QByteArray> hunkKeys;
    bool undone = false;   ///< no longer on the branch: undone or replaced
    QByteArray replacedBy; ///< the commit that replaced it; empty: none did
    int rewrite = 0;       ///< number of the rewrite that replaced it; 0: none did
};

/// A commit that leaves the branch because the branch is rewritten.
struct ReplacedCommit
{
    QByteArray id;
    QByteArray by; ///< the commit that replaces it; empty: it is only undone
};

/// Commits that replace others, in one operation.
struct CommitRewrite
{
    int number = 0; ///< 1, 2, … in a project; unused where nothing is replaced
    QVector<ReplacedCommit> replaced;
    QVector<RecordedCommit> made;
};

/// One operation on the port's branch, and what is recorded about it afterwards.
struct BranchStep
{
    QString branch;
    QByteArray from;                 ///< its newest commit before; empty: there is no branch yet
    QByteArray to;                   ///< and after
    QVector<CommitRewrite> rewrites; ///< in this order
    QByteArray base; ///< the upstream commit that the branch then contains; empty: as before
};

/// A phase summary as the user left it.
struct StoredSummary
{
    Phase phase = Phase::Environment;
    QString text;
    QDateTime edited;
};

/// A file that the report was exported to.
struct RecordedExport
{
    QString format; ///< id of a format of the report: "md", "patches"
    QString path;
    QDateTime time;
    qint64 atBatch = 0; ///< the newest decision batch at that time; if there is a newer one now,
                        ///  the export is out of date
};

/// Facts about the project itself.
struct ProjectMeta
{
    QString name;
    QString repositoryRoot;
    QByteArray baseCommit; ///< commit that was scanned and that the port branch starts from
    QString portBranch;    ///< "rocport/<name>"
    QString worktree;      ///< folder; empty until the first commit
    TargetSettings target;
    QDateTime created;
};

/// The project file: one SQLite database, in WAL mode with foreign keys. The only place with SQL.
/// Used in one thread; each call is one transaction and durable when it returns.
class ProjectFile
{
public:
    /// application_id: "RcPt".
    static constexpr qint32 kApplicationId = 0x52635074;
    static constexpr int kSchemaVersion = 8;

    /// Creates a new file; it appears at `path` complete or not at all. Errors: ProjectReadOnly,
    /// DiskFull, ProjectLocked, FileWriteFailed (also when the file exists already).
    static Result<std::unique_ptr<ProjectFile>> create(const QString& path,
                                                       const ProjectMeta& meta);
    /// Opens, checks and if necessary migrates a file (after making a backup copy beside it).
    /// Errors: FileNotFound, FileUnreadable, ProjectNotSqlite, ProjectNewer, ProjectCorrupt,
    /// ProjectLocked, ProjectReadOnly (only where `readOnly` is false), MigrationFailed, DiskFull,
    /// Cancelled. One writer at a time; readers may open it while there is a writer, and leave no
    /// file beside it.
    static Result<std::unique_ptr<ProjectFile>> open(const QString& path, bool readOnly = false,
                                                     const CancelToken& cancel = {});
    ~ProjectFile();

    [[nodiscard]] QString path() const;
    /// Whether it was opened without write access: every writing call returns ProjectReadOnly.
    [[nodiscard]] bool isReadOnly() const;
    [[nodiscard]] Result<ProjectMeta> meta() const;
    Result<void> setMeta(const ProjectMeta& meta);

    /// Replaces the stored scan. Analyses that have not changed since the stored one are not
    /// rewritten.
    Result<void> saveScan(const ScanResult& scan);
    /// The stored scan; null when there is none yet.
    [[nodiscard]] Result<std::shared_ptr<const ScanResult>> loadScan() const;
    /// When the stored scan was saved (UTC); null when there is none yet.
    [[nodiscard]] Result<QDateTime> scannedAt() const;

    /// Appends a batch and returns its id; `batch.id` is ignored. A null time means now.
    Result<qint64> appendBatch(const DecisionBatch& batch);
    /// Appends several in one transaction, so that decisions made in quick succession become
    /// durable together.
    Result<qint64> appendBatches(const QVector<DecisionBatch>& batches);
    [[nodiscard]] Result<QVector<DecisionBatch>> batches() const;

    /// Appended to a log; the newest entry about a subject counts. Errors: InvalidArgument for an
    /// active one without a subject or a reason.
    Result<void> setOverride(const PlanOverride& planOverride, bool active);
    [[nodiscard]] Result<QVector<PlanOverride>> overrides() const;

    /// Empty text: the generated one is used again. Errors: InvalidArgument for one over
    /// kLongestSummary.
    Result<void> setSummary(Phase phase, const QString& text);
    [[nodiscard]] Result<QVector<StoredSummary>> summaries() const;

    Result<void> recordCommit(const RecordedCommit& commit);
    /// Errors: InvalidArgument when no commit with that id is recorded, or it was already undone.
    Result<void> recordUndoneCommit(const QByteArray& id);
    /// All or nothing. Errors: those of recordCommit() and recordUndoneCommit().
    Result<void> recordRewrite(const CommitRewrite& rewrite);
    [[nodiscard]] Result<QVector<RecordedCommit>> commits() const;

    /// Records what is about to be done to the branch, in one transaction with the files \a
    /// generated for its commits. Errors: InvalidArgument (a body over kMaxJournalBody).
    Result<void> beginBranchStep(const BranchStep& step, const QVector<GeneratedFile>& generated);
    /// Records what the step did, all or nothing. Errors: those of recordRewrite().
    Result<void> endBranchStep(const BranchStep& step);
    /// Records that the step was not done.
    Result<void> dropBranchStep();
    /// The step that was begun and neither ended nor dropped. Errors: ProjectCorrupt.
    [[nodiscard]] Result<std::optional<BranchStep>> openBranchStep() const;

    /// Appended in one transaction; the newest record about a hunk counts.
    Result<void> recordCompiledProofs(const QVector<CompiledProof>& proofs);
    /// The newest record about each hunk, whether it still holds or not.
    [[nodiscard]] Result<QVector<CompiledProof>> compiledProofs() const;

    /// Appends what happened on nodes, in one transaction. Errors: InvalidArgument (no subject, or
    /// a body over kMaxJournalBody).
    Result<void> appendJournal(const QVector<JournalEntry>& entries);
    /// The newest entry of each subject, oldest first. Errors: ProjectCorrupt.
    [[nodiscard]] Result<QVector<JournalEntry>> journal(JournalKind kind) const;

    Result<void> recordExport(const RecordedExport& record);
    [[nodiscard]] Result<QVector<RecordedExport>> exports() const;

    /// Keeps the hunks of decisions whose text a new scan does not have; a newer text for a key
    /// replaces the older one.
    Result<void> keepDecisionTexts(const QVector<DecisionText>& texts);
    [[nodiscard]] Result<QVector<DecisionText>> decisionTexts() const;
    Result<void> recordGenerated(const QVector<GeneratedFile>& files);
    /// Oldest first. Errors: ProjectCorrupt.
    [[nodiscard]] Result<QVector<GeneratedFile>> generatedFiles() const;
    /// Appended to a log; the newest setting for a subject counts.
    Result<void> setGuardWidths(const QVector<GuardSetting>& settings);
    [[nodiscard]] Result<QVector<GuardSetting>> guardWidths() const;
    /// Appended to a log; not active: the guard is removed.
    Result<void> setUserGuard(const UserGuard& guard, bool active);
    [[nodiscard]] Result<QVector<UserGuard>> userGuards() const;

private:
    struct Private;
    explicit ProjectFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// State derived from the log: what each hunk's decision is now, and what undo and redo would do.
class DecisionLog
{
public:
    DecisionLog() = default;
    explicit DecisionLog(const QVector<DecisionBatch>& batches);

    void append(const DecisionBatch& batch);

    [[nodiscard]] DecisionKind kind(const QByteArray& hunkKey) const;
    /// Null when never decided.
    [[nodiscard]] const Decision* decision(const QByteArray& hunkKey) const;
    /// The batch (author, time) that holds the current decision, or null.
    [[nodiscard]] const DecisionBatch* batchOf(const QByteArray& hunkKey) const;
    /// The current decisions about hunks.
    [[nodiscard]] QHash<QByteArray, DecisionKind> kinds() const;
    /// Findings that are done or not needed.
    [[nodiscard]] QSet<QByteArray> tickedFindings() const;
    [[nodiscard]] FindingState findingState(const QByteArray& findingId) const;
    /// The note about a finding; empty: none, or it is open again.
    [[nodiscard]] QString findingNote(const QByteArray& findingId) const;
    /// The batch (author, time) that holds the current decision about a finding, or null.
    [[nodiscard]] const DecisionBatch* findingBatch(const QByteArray& findingId) const;
    /// Why a rule was switched off; empty: no reason was given, or it is on.
    [[nodiscard]] QString whyOff(const QString& ruleId) const;
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;
    [[nodiscard]] QString undoLabel() const;
    [[nodiscard]] QString redoLabel() const;
    [[nodiscard]] qint64 lastBatchId() const;
    /// What undo would undo, and redo would redo; null: nothing.
    [[nodiscard]] const DecisionBatch* undoBatch() const;
    [[nodiscard]] const DecisionBatch* redoBatch() const;
    /// Every step that can be undone or redone, oldest first; undone steps come last.
    [[nodiscard]] QVector<HistoryStep> history() const;
    /// Hunks whose state the newest undo or redo would change.
    [[nodiscard]] QVector<QByteArray> undoHunks() const;
    [[nodiscard]] QVector<QByteArray> redoHunks() const;

private:
    /// Where a decision is: index into m_batches, and into that batch's decisions.
    struct Place
    {
        qsizetype batch = 0;
        qsizetype decision = 0;
    };

    void apply(qsizetype batch);
    void takeBack(qsizetype batch);
    [[nodiscard]] QVector<QByteArray> hunksOf(const QVector<qsizetype>& stack) const;

    QVector<DecisionBatch> m_batches;           // all Decide batches, by id
    QHash<QByteArray, QVector<Place>> m_active; // hunk -> places in applied batches, oldest first
    QVector<qsizetype> m_undo, m_redo;          // stacks of indices into m_batches
    qint64 m_lastId = 0;
};

} // namespace rocport
