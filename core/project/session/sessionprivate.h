#pragma once

#include "core/process/sandbox.h"
#include "core/project/port/commit.h"
#include "core/project/port/port.h"
#include "core/project/session/packtruststore.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "core/project/session/storeworker.h"
#include "core/project/session/taskinfo.h"
#include "core/report/report.h"
#include "core/rules/packs/packfiles.h"
#include "core/rules/packs/packtrust.h"

#include <QFileSystemWatcher>
#include <QMap>
#include <QMutex>
#include <QTimer>

#include <atomic>

namespace rocport {

/// The packs of a project with the rules that they make; null where the packs are as they were.
struct LoadedRules
{
    PackTexts texts;
    std::shared_ptr<const RuleSet> rules;
    QVector<Error> problems; ///< of the packs' contents
};
/// Reads answers and packs, in any thread. `known`: what the rules were made from.
LoadedRules loadRulesAnew(PackPlaces places, const PackTrustStore& trust,
                          const QVector<PackText>& known);

/// Inside of ProjectSession; its code is spread over session*.cpp by subject.
struct ProjectSession::Private
{
    ProjectSession& q;
    QString dataFolder;
    QThreadPool pool;
    /// What compilers run in; asked once whether it works.
    std::shared_ptr<const Sandbox> sandbox = std::make_shared<const Sandbox>();
    StoreWorker store;
    struct Task
    {
        TaskInfo info;
        CancelToken cancel;
    };
    QMap<int, Task> tasks;
    int lastTask = 0;
    std::atomic<quint64> generation =
        0;                     ///< of the open project: late results of an older one are dropped
    CancelToken opening;       ///< of the newest project file
    quint64 scanSerial = 0;    ///< of the newest scan
    quint64 planSerial = 0;    ///< of the newest plan
    quint64 prepareSerial = 0; ///< of the newest preparation
    std::shared_ptr<const ScanResult> preparing; ///< a scan that is not adopted yet
    bool preparingScanned = false;               ///< it is a new one
    int scanTask = 0;
    QString userRules;        ///< folder
    PackTrustStore packTrust; ///< the user's answers about packs of repositories
    std::optional<WaitingPacks> waitingPacks;
    QVector<Error> packWork;    ///< of packs that the newest scan stopped
    QVector<PackText> packs;    ///< what the rules were made from, besides the program's own
    QVector<Error> packFaults;  ///< of their contents
    QFileSystemWatcher watcher; ///< of the packs and their folders
    QTimer packTimer;           ///< several changes together are one
    int gateTask = 0;           ///< of the compile check under way
    int nvccTask = 0;           ///< of the proof by nvcc under way
    ReportRenderers reportRenderers;
    QVector<DecisionBatch> pendingGuards; ///< steps that are not shown yet
    int pendingUndos = 0;                 ///< wanted before they were
    bool historyWalked = false;           ///< what is being prepared is a step of the history
    QMutex queueLock;
    QVector<DecisionBatch> queue; ///< decided, not yet given to the file; written together
    bool branchTaken = false;     ///< a commit is being made or taken back
    int unstored = 0;             ///< writes that were posted, and whose end was not told yet

    Private(ProjectSession& session, QString folder);

    /// What was read when a project was opened; made in the store's thread.
    struct Opened
    {
        ProjectState state;
        CancelToken cancel;
    };

    /// A scan ready to be shown.
    struct Prepared
    {
        std::shared_ptr<const ScanResult> raw;
        GuardedScan shaped;
        Plan plan;
        MigratedDecisions carried;
        QHash<RepoPath, RepoPath> renames;
    };
    /// `walked`: the guards are those of a step of the history.
    static Result<Prepared> prepare(const ProjectState& state,
                                    const std::shared_ptr<const ScanResult>& raw, bool walked);

    // Tasks
    int beginTask(const QString& title, bool cancellable, CancelToken* cancel,
                  bool repeats = false);
    void updateTask(int id, int done, int total, const QString& detail);
    void endTask(int id);

    // Opening (sessionopen.cpp)
    void open(const QString& repositoryFolder, const QString& projectFile);
    void adopt(ProjectState state, const BranchSettled& settled);
    void proveEdits();

    // Scanning (sessionscan.cpp)
    void startScan();
    /// Gives a scan its guards and carries decisions over to it, on the pool; then adopts it.
    void prepareScan(const std::shared_ptr<const ScanResult>& raw, bool scanned);
    void adoptScan(const Prepared& prepared, bool scanned);
    void replan();

    // Rule packs (sessionrules.cpp)
    [[nodiscard]] PackPlaces packPlaces() const;
    [[nodiscard]] PackOrigin originOf(const QString& packFile) const;
    void adoptRules(const LoadedRules& loaded);
    void watchPacks();
    void packsChanged();
    /// Writes a new pack called NAME.toml, or NAME-2.toml where there is one.
    QFuture<Result<QString>> writeNewPack(PackOrigin origin, const QString& name,
                                          const QByteArray& text);
    /// Switches rules as a step says, or back.
    void applyRules(const DecisionBatch& batch, bool forward);
    /// Switches rules as the log says now, where the log `before` said otherwise.
    void followRules(const DecisionLog& before);

    // State
    ProjectState& writable(); ///< a fresh copy that becomes the state
    void publish(StateChange change);

    // Guards (sessionguard.cpp)
    Result<void> applyWidths(const QString& label, const QVector<GuardSetting>& settings,
                             const QSet<QByteArray>& changed);
    void reshape();
    /// Does what a step does to guards, or takes it back, here and in the file.
    void applyGuards(const GuardStep& step, bool forward);
    /// Does a step, shows it, and enters it into the history once it is shown.
    void changeGuards(const QString& label, const GuardStep& step);
    /// Makes the guards anew where an edit of a scanned change is another one than `before`.
    void reshapeIfFolded(const DecisionLog& before, const QVector<QByteArray>& keys);

    // Decisions (sessiondecide.cpp)
    Result<void> checkWritable() const;
    void appendBatch(DecisionBatch batch);
    void appendBatches(QVector<DecisionBatch> batches);
    /// Redoes so many steps, or undoes them where negative; all or none.
    Result<void> walkHistory(qsizetype steps);
    /// Why a step cannot be done or taken back.
    Result<void> mayStep(const DecisionBatch& batch, bool forward,
                         QVector<GuardSetting>& widths) const;
    void settleHeader(const QByteArray& key);
    void writeQueue(ProjectFile& file);
    Result<DecisionBatch> makeBatch(const QVector<QByteArray>& keys, DecisionKind kind,
                                    const QString& label, const QString& note,
                                    const QString& overrideReason) const;

    // Commits (sessioncommit.cpp)
    /// Reads what was generated where the project file is open, then runs `next` with it in the
    /// session's thread; `failed` instead where that cannot be, or another project is open by then.
    void withGenerated(std::function<void(const QVector<GeneratedFile>&)> next,
                       std::function<void(const Error&)> failed);
    void commitWith(const QVector<GeneratedFile>& generated, const CommitWishes& wishes,
                    const CancelToken& cancel, int task);
    /// Whether the branch may be changed now; it is ours until releaseBranch(). Else it is said.
    bool takeBranch();
    void releaseBranch(int task);
    /// Writes the step into the file and waits for it, in a thread of the pool.
    [[nodiscard]] BeginStep stepBeginner();
    /// Into state and file what became of a step.
    void recordStep(const BranchOutcome& outcome);
    /// Into the state; the caller writes it into the file and publishes it.
    void applyRewrite(const CommitRewrite& rewrite);

    /// Runs `job(file)` in the store's thread; a failure is sent as failed().
    /// `repeats`: it is done anew the next time, and losing it loses nothing.
    void write(std::function<Result<void>(ProjectFile&)> job, bool repeats = false);
    /// The same where `job` tells by itself what failed.
    void postWrite(std::function<void(ProjectFile&)> job, bool repeats = false);
    /// Runs in the session's thread, unless the project was closed or replaced meanwhile.
    void later(std::function<void()> job);
};

/// Whether the file lies where this user's projects do.
bool isOwnProject(const QString& dataFolder, const ProjectFile& file);
/// Reads scanned files of `state` in any thread: opens the repository once per call of this
/// function.
ReadSource sourceReader(const ProjectState& state);
/// Reads files of `commit`.
ReadSource sourceReader(const ProjectState& state, const QByteArray& commit);
/// Hunk keys, lost decisions and conflicts that follow from scan and log.
void refreshIndex(ProjectState& state);
void refreshOrphaned(ProjectState& state);
/// What shapes a scan of this state.
GuardRequest guardRequest(const ProjectState& state);
/// Who decides: the author that git knows for the repository, else the system's user.
QString authorOf(const ProjectState& state);

} // namespace rocport
