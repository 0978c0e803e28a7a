#pragma once

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/project/port/branchsettled.h"
#include "core/project/session/statechange.h"
#include "core/project/session/taskinfo.h"
#include "core/vcs/identity.h"

#include <QByteArray>
#include <QFuture>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>

namespace rocport {

class CancelToken;
class RepoPath;
class RuleSet;
struct ByteRange;
struct CommitPreview;
struct CommitWishes;
struct CompilerProof;
struct CompilerProofOptions;
struct FileTexts;
struct GateInput;
struct GateOptions;
struct GateProgress;
struct GateResult;
struct InventoryCount;
struct InventoryPlaces;
struct JournalEntry;
struct LineSpan;
struct PackCheck;
struct Place;
struct PlanOverride;
struct ProbeReport;
struct ProjectState;
struct ProofTexts;
struct ReportModel;
struct Rule;
struct RulePreview;
struct SelectionCheck;
struct Tolerance;
struct UncommittedFile;
struct VerifyRun;
struct WaitingPacks;
enum class FindingState : quint8;
enum class GuardWidth : quint8;
enum class PackAnswer : quint8;
enum class PackOrigin : quint8;
/// What writes a report in a format that the core cannot; see core/report/report.h.
using ReportRenderer = std::function<Result<QByteArray>(const ReportModel&)>;

/// How lines become a change of the user's own.
enum class OwnChange : quint8 {
    Guarded,  ///< only where a guard can stand
    Anywhere, ///< without a guard where none can
};

/// The open project: owns the project file (in a thread of its own), scans, decisions, commits and
/// exports. Lives in one thread (the window's); every call returns at once, what takes time runs on
/// a pool and ends in a signal or a future. Destruction cancels and waits.
class ProjectSession : public QObject
{
    Q_OBJECT

public:
    /// \a dataFolder holds project files and worktrees of repositories opened without one.
    explicit ProjectSession(QString dataFolder, QObject* parent = nullptr);
    ~ProjectSession() override;

    /// Opens the repository at `folder`, finds or makes its project file, and scans. Ends in
    /// opened() or openFailed().
    void openRepository(const QString& folder);
    /// Opens a project file; scans when the repository moved on. Ends in opened() or openFailed().
    void openProjectFile(const QString& file);
    void close();
    /// What the user did so far is in the project file, or failed() told that it is not. A decision
    /// is shown at once and written beside the calling thread.
    [[nodiscard]] bool isStored() const;
    /// Ends once that holds for all calls before this one.
    [[nodiscard]] QFuture<void> stored();

    /// Never null once opened() was sent; null before and after close().
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const { return m_state; }
    [[nodiscard]] std::shared_ptr<const RuleSet> rules() const { return m_rules; }
    /// What is wrong with packs, as of the newest scan.
    [[nodiscard]] QVector<Error> rulePackProblems() const { return m_rulePackProblems; }
    /// Folder of the user's rule packs; empty, as at first: none. Before a project is opened.
    void setUserRuleFolder(const QString& folder);
    [[nodiscard]] QString userRuleFolder() const;
    /// Folder of the project's rule packs, there or not; empty without a project.
    [[nodiscard]] QString projectRuleFolder() const;
    /// The file in which the user's answers about packs of repositories are kept; empty, as at
    /// first: those packs are never used. Before a project is opened.
    void setPackTrustFile(const QString& file);
    /// The project's packs that are not used, since the user did not say so yet, as of the newest
    /// scan; nothing: there are none.
    [[nodiscard]] std::optional<WaitingPacks> waitingPacks() const;
    /// Keeps the user's answer about packs of exactly that content, and scans again with those that
    /// may be used. Errors: those of PackTrustStore::keep().
    QFuture<Result<void>> answerPacks(const WaitingPacks& packs, PackAnswer answer);
    /// Switches a rule on or off for this project, as one step of the history, and scans again. Off
    /// needs a reason. Changes of the rule that were decided stay, with what they answer. Errors:
    /// ProjectReadOnly, NotPossibleNow (no project), InvalidArgument (no reason, or not a rule's
    /// id).
    Result<void> switchRule(const QString& id, bool on, const QString& reason = {});
    /// Writes the rule with its samples into a new pack of the project, where it takes the place of
    /// the program's own, and gives the pack's path. Errors: those of savePack(); InvalidArgument
    /// where the rule is not the program's or a project's pack may not hold it.
    QFuture<Result<QString>> copyRule(const Rule& rule);
    /// Text of a rule pack of the project or the user. Errors: those of readFile(),
    /// InvalidArgument (another place).
    QFuture<Result<QByteArray>> loadPack(const QString& file);
    /// Writes a pack of the project or the user and scans again with it. Errors: those of
    /// writeFile(), InvalidArgument (another place).
    QFuture<Result<void>> savePack(const QString& file, const QByteArray& text);
    /// Writes packTemplate() into a new file for the project or the user, and gives its path.
    /// Errors: those of savePack().
    QFuture<Result<QString>> newPack(PackOrigin origin);
    /// Judges the text of a pack, as checkPack(). Cancelled with `cancel`.
    QFuture<PackCheck> checkRulePack(const QString& file, const QByteArray& text,
                                     const CancelToken& cancel) const;
    /// What a rule would find in the scanned files now. Cancelled with `cancel`.
    QFuture<RulePreview> previewRule(const Rule& rule, const CancelToken& cancel) const;

    /// What a row of the inventory counts, with its lines. Errors: those of
    /// rocport::inventoryPlaces().
    QFuture<Result<InventoryPlaces>> inventoryPlaces(const InventoryCount& count,
                                                     const CancelToken& cancel) const;
    /// Changes as a patch that `git apply` takes on the scanned commit: as edited where they were
    /// edited, with those that they need. Errors: InvalidArgument (none of them is known), those of
    /// buildPort().
    QFuture<Result<QByteArray>> patchOf(const QVector<QByteArray>& hunkKeys) const;
    /// What a change's verdict rests on: the texts that its proof compares. Errors: those of
    /// proofTexts(); Cancelled.
    QFuture<Result<ProofTexts>> proofTexts(const QByteArray& hunkKey,
                                           const CancelToken& cancel) const;
    /// The file on this machine that holds a place: of the original in the checkout, of the port in
    /// its worktree where that has the file. Absolute. Errors: FileNotFound.
    [[nodiscard]] Result<QString> localFile(const Place& place) const;
    /// Opens that file at the place's line in the user's editor; `command`: see editorCommand().
    /// Errors: those of localFile(), editorCommand() and startEditor().
    Result<void> openInEditor(const Place& place, const QString& command) const;

    void rescan();
    void cancelTask(int id);
    /// Tasks under way, newest last.
    [[nodiscard]] QVector<TaskInfo> tasks() const;

    /// Decides about hunks as one step. Hunks that the accepted ones need are accepted with them. A
    /// hunk whose verdict is Violated is accepted only with `overrideReason`. Errors (nothing is
    /// decided): IsolationViolated naming the first such hunk, ProjectReadOnly, InvalidArgument
    /// when a hunk is unknown or committed (undo the commit first).
    Result<void> decide(const QVector<QByteArray>& hunkKeys, DecisionKind kind,
                        const QString& label, const QString& note = {},
                        const QString& overrideReason = {});
    /// Ticks findings off as one step, or opens them again: those for which no change is proposed,
    /// by id. Errors (nothing is said then): ProjectReadOnly, InvalidArgument (NotNeeded without a
    /// note, or a finding that is not left for a person in this scan).
    Result<void> tickFindings(const QVector<QByteArray>& ids, FindingState state,
                              const QString& note);
    /// Replaces the hunk's proposal by `lines` (whole lines firstLine..lastLine of the original)
    /// and accepts it; its proof is computed on the pool and then stands in state()->editedProofs.
    /// Errors in the future (nothing is decided): IsolationViolated without `overrideReason`, those
    /// of decide().
    QFuture<Result<void>> editHunk(const QByteArray& hunkKey, const QByteArray& lines,
                                   const QString& note = {}, const QString& overrideReason = {});
    /// Sets how much guards take in, for the project, a file or some changes, and shows it: changes
    /// inside a wider guard fold into one and take its decisions, narrower ones come back. Ends in
    /// stateChanged(Everything), with guardsKept() where a wider guard could not be proved; from
    /// then on it is one step of the history, with what it did to decisions. Errors:
    /// ProjectReadOnly, InvalidArgument (a change is committed; undo the commit first).
    Result<void> setGuardWidth(GuardWidth width);
    Result<void> setGuardWidth(const RepoPath& file, GuardWidth width);
    Result<void> setGuardWidth(const QVector<QByteArray>& hunkKeys, GuardWidth width);
    /// Judges a selection of the original's bytes for a guard of the user's own. Errors:
    /// FileNotFound, FileUnreadable.
    QFuture<Result<SelectionCheck>> checkSelection(const RepoPath& file, ByteRange selection);
    /// Puts a guard around `lines` of a file's original: a copy for ROCm, to be edited in place,
    /// and the original. OwnChange::Anywhere: where no guard can stand, or for a kind of file that
    /// has none, the lines themselves, to be edited and proved as an edit is. Gives its key once it
    /// is shown. Errors: those of checkSelection(), InvalidArgument (no such lines; Guarded: they
    /// cannot be guarded; Anywhere: the file is not text), NotPossibleNow (they hold a committed
    /// change, or a change of the user's own), IsolationViolated (Guarded).
    QFuture<Result<QByteArray>> guardLines(const RepoPath& file, const LineSpan& lines,
                                           const QString& reason,
                                           OwnChange kind = OwnChange::Guarded);
    /// Takes a guard of the user's own back.
    Result<void> removeGuard(const QByteArray& key);
    /// Takes decisions without a place off the list; their history stays.
    Result<void> dismissOrphaned(const QVector<QByteArray>& keys);
    /// Decisions and guards are steps of one history. Errors: InvalidArgument when a hunk that it
    /// would change is committed; nothing happens then.
    Result<void> undo();
    Result<void> redo();
    /// Undoes or redoes until the step of that batch is the newest one that stands; 0: all are
    /// undone. Errors: those of undo(), for any step on the way; InvalidArgument for a batch that
    /// is not in state()->decisions.history().
    Result<void> goTo(qint64 batchId);

    void setTarget(const TargetSettings& target); ///< re-scans
    void setOverride(const PlanOverride& planOverride);
    void clearOverride(const QString& subject);
    void setSummary(Phase phase, const QString& text); ///< empty: back to the generated text

    /// Text and hunks of one target file. Errors: FileNotFound, FileUnreadable.
    QFuture<Result<FileTexts>> loadFile(const RepoPath& targetPath);
    /// Bytes of a scanned file, for evidence and jumps.
    QFuture<Result<QByteArray>> loadSource(const RepoPath& path);

    /// One commit per phase in `phases` that has taken, uncommitted hunks. Ends in taskFinished()
    /// with stateChanged(Commits), or failed().
    void commitPhases(const QVector<Phase>& phases);
    /// The same with messages, author, sign-off, and commits that are amended or squashed. Errors
    /// in failed(): those of commitPort().
    void commit(const CommitWishes& wishes);
    /// What commit() would make of `wishes` now; nothing is written. Errors: those of
    /// previewCommits().
    QFuture<Result<CommitPreview>> previewCommit(const CommitWishes& wishes);
    /// Takes a commit back; an amended or squashed one that is the branch's newest becomes what it
    /// was before. `author`: of the commit that reverts an older one, where git knows nobody.
    void undoCommit(const QByteArray& id, const GitPerson& author = {});
    /// What the user's checkout has that HEAD does not: no part of the port. Errors: those of
    /// Repository::checkoutChanges().
    QFuture<Result<QVector<UncommittedFile>>> uncommittedFiles(const CancelToken& cancel) const;
    /// `formats`: ids of reportFormats(). Into `folder`, made when missing. A format of the window
    /// needs addReportFormat() before.
    void exportReport(const QStringList& formats, const QString& folder);
    /// A format that the core cannot write, such as "pdf"; `renderer` is called on the pool.
    void addReportFormat(const QString& format, const ReportRenderer& renderer);
    /// Compiles the accepted port for the target GPUs on this machine, as a task. Ends in
    /// stateChanged(Verification) with state()->gate, or failed(). One at a time: a second call
    /// while one runs does nothing.
    void checkCompiles(const GateOptions& options);
    /// The same for what the project's build files compile, which are run in bubblewrap: see
    /// runWholeBuild() and gateOfWholeBuild(). One at a time with checkCompiles().
    void checkWholeBuild(const GateOptions& options);
    /// Compares what nvcc and Python make of the original and of the port, as a task; changes of
    /// files that agree become Compiled. Ends in stateChanged(Verification) and compilersProved(),
    /// or failed().
    void proveByCompiling(const CompilerProofOptions& options);
    // What happened on nodes (sessionjournal.cpp): kept in state() at once, appended to the project
    // file, ends in stateChanged(Verification).
    void recordRuns(const QVector<VerifyRun>& runs);
    void recordProbe(const ProbeReport& report);
    /// Nothing: back to the default.
    void recordTolerance(const QString& tensor, const std::optional<Tolerance>& tolerance);
    void recordCurrentNode(const QString& nodeId);
    /// Appends to the journal only.
    void record(const QVector<JournalEntry>& entries);
    /// The report as of now, made on the pool.
    QFuture<ReportModel> makeReport();

Q_SIGNALS:
    void opened();
    void openFailed(const rocport::Error& error);
    void closed();
    void stateChanged(rocport::StateChange change);
    void taskStarted(const rocport::TaskInfo& task);
    void taskProgress(const rocport::TaskInfo& task);
    void taskFinished(int id);
    /// A task or a write failed; what was there before still is.
    void failed(const rocport::Error& error);
    /// The rules are others than before, or the problems of packs or the packs that wait are.
    void rulesChanged();
    /// A proof by compilers ended; what it says of single changes is in state().
    void compilersProved(const std::shared_ptr<const rocport::CompilerProof>& proof);
    /// A scan kept decisions but lost the hunks of `keys` (their text changed); said, never silent.
    void decisionsOrphaned(const QVector<QByteArray>& keys);
    /// Sent after opened(): the run before ended between the branch and what is recorded of it.
    void branchSettled(const rocport::BranchSettled& settled);
    /// Wider guards around `keys` could not be had or proved; those changes stay as they were.
    void guardsKept(const QVector<QByteArray>& keys);

private:
    struct Private;
    friend struct Private;
    using GateWork = std::function<Result<GateResult>(
        const GateInput& input, const GateOptions& options, const CancelToken& cancel,
        const std::function<void(const GateProgress&)>& progress)>;
    void startGate(const QString& title, const GateOptions& options, const GateWork& work);
    std::unique_ptr<Private> d;
    std::shared_ptr<const ProjectState> m_state;
    std::shared_ptr<const RuleSet> m_rules;
    QVector<Error> m_rulePackProblems;
};

} // namespace rocport
