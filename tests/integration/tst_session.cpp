// The main job from end to end on a small repository, through the facade that the window uses.

#include "core/project/port/commit.h"
#include "core/project/session/openstate.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectreports.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/session.h"
#include "tests/support/scratchrepository.h"
#include "tests/unit/scanfixture.h"

#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;
using rocport::test::ScratchRepository;

namespace {

constexpr int kPatience = 20000;

/// A C++ and Python repository with something for phases 1, 2, 3, 5 and 6.
void fill(const ScratchRepository& repository)
{
    repository.write(QStringLiteral("CMakeLists.txt"),
                     "project(demo LANGUAGES CXX CUDA)\nadd_library(demo src/reduce.cu)\n");
    repository.write(QStringLiteral("src/reduce.cu"),
                     "#include <cuda_runtime.h>\n"
                     "\n"
                     "__global__ void votes(unsigned* out, int limit)\n"
                     "{\n"
                     "    unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < limit);\n"
                     "    out[blockIdx.x] = __popc(mask);\n"
                     "}\n"
                     "\n"
                     "void run(unsigned* out)\n"
                     "{\n"
                     "    votes<<<1, 128>>>(out, 5);\n"
                     "    cudaDeviceSynchronize();\n"
                     "}\n");
    repository.write(QStringLiteral("train.py"),
                     "import torch\n"
                     "import pynvml\n"
                     "\n"
                     "pynvml.nvmlInit()\n"
                     "model = torch.nn.Linear(2, 2)\n"
                     "model = torch.compile(model, mode=\"reduce-overhead\")\n");
    repository.commitAll();
}

/// An open session on a scratch repository, scanned.
struct Opened
{
    ScratchRepository repository;
    QTemporaryDir data;
    std::unique_ptr<ProjectSession> session;

    Opened() { fill(repository); }

    void open()
    {
        session = std::make_unique<ProjectSession>(data.path());
        session->openRepository(repository.path());
        QTRY_VERIFY_WITH_TIMEOUT(session->state() && session->state()->scan &&
                                     session->tasks().running().isEmpty(),
                                 kPatience);
    }
    [[nodiscard]] QVector<QByteArray> keys() const
    {
        QVector<QByteArray> all;
        for (const Hunk& hunk : session->state()->scan->hunks) {
            all.append(hunk.key);
        }
        return all;
    }
    void acceptAll() const
    {
        const Result<void> done = session->decisions().decide(keys(), DecisionKind::Accepted,
                                                              QStringLiteral("Accept all"), {},
                                                              QStringLiteral("tested by hand"));
        QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
    }
    void waitForTasks() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(session->tasks().running().isEmpty(), kPatience);
    }
};

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensScansAndPlans();
    void decidesWithWhatIsNeeded();
    void undoesAndRedoesOverRestarts();
    void editsInPlace();
    void commitsPerPhase();
    void undoesACommit();
    void keepsAHandEditOnTheBranch();
    void leavesTheCheckoutAlone();
    void exportsEverything();
    void rescansOnlyWhatChanged();
    void overridesWithAReason();
    void changesTheTarget();
    void refusesASecondWriter();
    void keepsTheStrategyOfAPortThatWasBegun();
};

void TestSession::opensScansAndPlans()
{
    Opened o;
    o.open();
    const auto state = o.session->state();
    QVERIFY(state->hunks > 0);
    QCOMPARE(state->decided, 0);
    QCOMPARE(state->plan.phases.size(), kPhaseCount);
    QVERIFY(state->plan.phases[2].run);
    QVERIFY(state->plan.node(QStringLiteral("kernels")) != nullptr);
    QStringList rules;
    for (const auto& file : state->scan->files) {
        for (const Finding& finding : file->findings) {
            rules.append(finding.ruleId);
        }
    }
    for (const char* rule : {"hipify-api", "hipify-header", "warp-ballot-type", "warp-mask-literal",
                             "warp-popc", "compile-mode", "lib-pynvml"}) {
        QVERIFY2(rules.contains(QLatin1StringView(rule)), rule);
    }
}

void TestSession::decidesWithWhatIsNeeded()
{
    Opened o;
    o.open();
    const Hunk* dependent = nullptr;
    for (const Hunk& hunk : o.session->state()->scan->hunks) {
        if (!hunk.needs.isEmpty()) {
            dependent = &hunk;
        }
    }
    QVERIFY(dependent != nullptr);
    const QByteArray key = dependent->key;
    const QVector<QByteArray> needs = dependent->needs;
    QVERIFY(o.session->decisions().decide({key}, DecisionKind::Accepted, QStringLiteral("one"), {},
                                          QStringLiteral("why")));
    for (const QByteArray& need : needs) {
        QCOMPARE(o.session->state()->decisions.kind(need), DecisionKind::Accepted);
    }
    // Taking the needed one back takes back what rests on it.
    QVERIFY(o.session->decisions().decide({needs.first()}, DecisionKind::Rejected,
                                          QStringLiteral("no")));
    QCOMPARE(o.session->state()->decisions.kind(key), DecisionKind::Open);
    QVERIFY(!o.session->decisions().decide({"no such key"}, DecisionKind::Accepted,
                                           QStringLiteral("x")));
    QVERIFY(!o.session->decisions().decide({}, DecisionKind::Accepted, QStringLiteral("x")));
}

void TestSession::undoesAndRedoesOverRestarts()
{
    Opened o;
    o.open();
    const QVector<QByteArray> keys = o.keys();
    for (const QByteArray& key : keys) {
        QVERIFY(
            o.session->decisions().decide({key}, DecisionKind::Rejected, QStringLiteral("Reject")));
    }
    QCOMPARE(o.session->state()->decided, keys.size());
    QVERIFY(o.session->history().undo());
    QVERIFY(o.session->history().undo());
    QCOMPARE(o.session->state()->decided, keys.size() - 2);
    o.session.reset();
    o.open();
    QCOMPARE(o.session->state()->decided, keys.size() - 2);
    QVERIFY(o.session->history().redo());
    QCOMPARE(o.session->state()->decided, keys.size() - 1);
    while (o.session->state()->decisions.canUndo()) {
        QVERIFY(o.session->history().undo());
    }
    QCOMPARE(o.session->state()->decided, 0);
    QVERIFY(!o.session->history().undo());
    o.session.reset();
    o.open();
    while (o.session->state()->decisions.canRedo()) {
        QVERIFY(o.session->history().redo());
    }
    QCOMPARE(o.session->state()->decided, keys.size());
}

void TestSession::editsInPlace()
{
    Opened o;
    o.open();
    const Hunk* mask = nullptr;
    for (const Hunk& hunk : o.session->state()->scan->hunks) {
        if (hunk.ruleIds.contains(QStringLiteral("warp-ballot-type"))) {
            mask = &hunk;
        }
    }
    QVERIFY(mask != nullptr);
    const QByteArray key = mask->key;
    // Byte-different on the NVIDIA path: refused without a reason, taken with one.
    const QByteArray bad = "    unsigned mask = 7;\n";
    auto refused = o.session->decisions().edit(key, bad);
    QTRY_VERIFY_WITH_TIMEOUT(refused.isFinished(), kPatience);
    QVERIFY(!refused.result().ok());
    QCOMPARE(refused.result().error().code, ErrorCode::IsolationViolated);
    QCOMPARE(o.session->state()->decisions.kind(key), DecisionKind::Open);
    auto taken = o.session->decisions().edit(key, bad, {}, QStringLiteral("a test"));
    QTRY_VERIFY_WITH_TIMEOUT(taken.isFinished(), kPatience);
    QVERIFY(taken.result().ok());
    QCOMPARE(o.session->state()->decisions.kind(key), DecisionKind::Edited);
    QCOMPARE(o.session->state()->verdict(*o.session->state()->hunk(key)), Verdict::Violated);
    QCOMPARE(o.session->state()->decisions.decision(key)->overrideReason, QStringLiteral("a test"));
}

void TestSession::commitsPerPhase()
{
    Opened o;
    o.open();
    o.acceptAll();
    QSignalSpy failed(o.session.get(), &ProjectSession::failed);
    o.session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    o.waitForTasks();
    QVERIFY2(failed.isEmpty(),
             failed.isEmpty() ? ""
                              : qPrintable(QString::number(int(failed[0][0].value<Error>().code)) +
                                           failed[0][0].value<Error>().detail +
                                           failed[0][0].value<Error>().object));
    const auto state = o.session->state();
    QVERIFY(state->commits.size() >= 3);
    QCOMPARE(state->committed.size(), state->hunks);
    // On the branch and in the worktree the file holds both sides.
    const QByteArray reduce = o.repository.git(
        {QStringLiteral("show"), state->meta.portBranch + QStringLiteral(":src/reduce.cu")});
    QVERIFY(reduce.contains("#ifdef USE_ROCM"));
    QVERIFY(reduce.contains("unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < limit);"));
    QVERIFY(QFileInfo::exists(state->meta.worktree + QStringLiteral("/src/reduce.cu")));
    // A second commit has nothing to do and says so.
    o.session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    o.waitForTasks();
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed[0][0].value<Error>().code, ErrorCode::NothingToCommit);
    // What is committed is not decided again.
    const Result<void> again = o.session->decisions().decide(
        {o.keys().first()}, DecisionKind::Rejected, QStringLiteral("late"));
    QVERIFY(!again.ok());
}

void TestSession::undoesACommit()
{
    Opened o;
    o.open();
    o.acceptAll();
    o.session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    o.waitForTasks();
    const auto before = o.session->state();
    QVERIFY(before->commits.size() >= 2);
    const RecordedCommit last = before->commits.last();
    o.session->commits().undo(last.id);
    o.waitForTasks();
    const auto after = o.session->state();
    QVERIFY(after->commits.last().undone);
    for (const QByteArray& key : last.hunkKeys) {
        QVERIFY(!after->isCommitted(key));
    }
    // An older one is reverted by a new commit; then both can be made again.
    const RecordedCommit first = before->commits.first();
    QSignalSpy failed(o.session.get(), &ProjectSession::failed);
    if (first.id != last.id) {
        o.session->commits().undo(first.id);
        o.waitForTasks();
    }
    o.session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    o.waitForTasks();
    if (failed.isEmpty()) {
        QCOMPARE(o.session->state()->committed.size(), o.session->state()->hunks);
    }
}

void TestSession::keepsAHandEditOnTheBranch()
{
    Opened o;
    o.open();
    o.acceptAll();
    o.session->commits().commitPhases({Phase::Translation});
    o.waitForTasks();
    const QString worktree = o.session->state()->meta.worktree;
    QFile file(worktree + QStringLiteral("/src/reduce.cu"));
    QVERIFY(file.open(QIODevice::Append));
    file.write("// by hand\n");
    file.close();
    int code = 0;
    ScratchRepository::runGit(
        worktree, {QStringLiteral("commit"), QStringLiteral("-qam"), QStringLiteral("hand")},
        &code);
    QCOMPARE(code, 0);
    QSignalSpy failed(o.session.get(), &ProjectSession::failed);
    o.session->commits().commitPhases({Phase::Wavefront});
    o.waitForTasks();
    QVERIFY2(failed.isEmpty(),
             failed.isEmpty() ? ""
                              : qPrintable(QString::number(int(failed[0][0].value<Error>().code)) +
                                           failed[0][0].value<Error>().detail +
                                           failed[0][0].value<Error>().object));
    const QByteArray reduce =
        o.repository.git({QStringLiteral("show"),
                          o.session->state()->meta.portBranch + QStringLiteral(":src/reduce.cu")});
    QVERIFY(reduce.endsWith("// by hand\n"));
    QVERIFY(reduce.contains("__popcll"));
}

void TestSession::leavesTheCheckoutAlone()
{
    Opened o;
    o.repository.write(QStringLiteral("src/reduce.cu"), "// dirty\n");
    o.repository.write(QStringLiteral("new.txt"), "untracked\n");
    const QByteArray status =
        o.repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")});
    const QByteArray head = o.repository.git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")});
    const QByteArray index = o.repository.read(QStringLiteral(".git/index"));
    o.open();
    o.acceptAll();
    o.session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    o.waitForTasks();
    QVERIFY(!o.session->state()->commits.isEmpty());
    QCOMPARE(o.repository.read(QStringLiteral(".git/index")), index);
    QCOMPARE(o.repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}), status);
    QCOMPARE(o.repository.git({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}), head);
    QCOMPARE(o.repository.read(QStringLiteral("src/reduce.cu")), QByteArray("// dirty\n"));
}

void TestSession::exportsEverything()
{
    Opened o;
    o.open();
    o.acceptAll();
    o.session->commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
    o.waitForTasks();
    const QString folder = o.data.filePath(QStringLiteral("export"));
    QSignalSpy failed(o.session.get(), &ProjectSession::failed);
    o.session->reports().write({QStringLiteral("md"), QStringLiteral("html"),
                                QStringLiteral("json"), QStringLiteral("sarif"),
                                QStringLiteral("patches")},
                               folder);
    o.waitForTasks();
    QVERIFY(failed.isEmpty());
    QCOMPARE(o.session->state()->exports.size(), 5);
    for (const RecordedExport& record : o.session->state()->exports) {
        QVERIFY2(QFileInfo(record.path).size() > 0, qPrintable(record.path));
    }
    // The patches apply to the base with git am and give the branch's tree.
    const QStringList patches =
        QDir(folder + QStringLiteral("/patches")).entryList({QStringLiteral("*.patch")});
    QVERIFY(!patches.isEmpty());
    o.repository.git({QStringLiteral("checkout"), QStringLiteral("-qb"), QStringLiteral("am")});
    QStringList arguments{QStringLiteral("am"), QStringLiteral("-q"), QStringLiteral("--keep-cr")};
    for (const QString& patch : patches) {
        arguments.append(folder + QStringLiteral("/patches/") + patch);
    }
    o.repository.git(arguments);
    const QString range = QStringLiteral("am..") + o.session->state()->meta.portBranch;
    QCOMPARE(o.repository.git({QStringLiteral("diff"), QStringLiteral("--stat"), range}),
             QByteArray());
}

void TestSession::rescansOnlyWhatChanged()
{
    Opened o;
    o.open();
    const auto before = o.session->state();
    QVERIFY(o.session->decisions().decide({o.keys().first()}, DecisionKind::Deferred,
                                          QStringLiteral("later")));
    o.repository.write(QStringLiteral("other.py"), "import torch\nprint(1)\n");
    o.repository.commitAll();
    o.session->scanner().rescan();
    QTRY_VERIFY_WITH_TIMEOUT(o.session->state()->scan != before->scan, kPatience);
    o.waitForTasks();
    const auto after = o.session->state();
    QCOMPARE(after->scan->reusedFiles, before->scan->files.size());
    QCOMPARE(after->decisions.kind(o.keys().first()), DecisionKind::Deferred);
}

void TestSession::overridesWithAReason()
{
    Opened o;
    o.open();
    QSignalSpy failed(o.session.get(), &ProjectSession::failed);
    o.session->plan().setOverride({QStringLiteral("phase-6"), false, QString()});
    QCOMPARE(failed.size(), 1);
    o.session->plan().setOverride(
        {QStringLiteral("phase-6"), false, QStringLiteral("not compiled here")});
    QTRY_VERIFY_WITH_TIMEOUT(o.session->state()->plan.phases[6].overridden, kPatience);
    QVERIFY(!o.session->state()->plan.phases[6].run);
    o.session.reset();
    o.open();
    QVERIFY(o.session->state()->plan.phases[6].overridden);
    QCOMPARE(o.session->state()->plan.phases[6].reason, QStringLiteral("not compiled here"));
    o.session->plan().clearOverride(QStringLiteral("phase-6"));
    QTRY_VERIFY_WITH_TIMEOUT(o.session->state()->plan.phases[6].run, kPatience);
}

void TestSession::changesTheTarget()
{
    Opened o;
    o.open();
    TargetSettings target = o.session->state()->meta.target;
    target.guardMacro = QStringLiteral("DEMO_HIP");
    o.session->plan().setTarget(target);
    o.waitForTasks();
    bool guarded = false;
    for (const Hunk& hunk : o.session->state()->scan->hunks) {
        for (const TextEdit& edit : hunk.edits) {
            QVERIFY(!edit.replacement.contains("USE_ROCM"));
            guarded = guarded || edit.replacement.contains("#ifdef DEMO_HIP");
        }
    }
    QVERIFY(guarded);
}

void TestSession::refusesASecondWriter()
{
    Opened o;
    o.open();
    const QString file = o.session->state()->projectFile;
    ProjectSession second(o.data.path());
    QSignalSpy openFailed(&second, &ProjectSession::openFailed);
    second.openProjectFile(file);
    QTRY_COMPARE_WITH_TIMEOUT(openFailed.size(), 1, kPatience);
    QCOMPARE(openFailed[0][0].value<Error>().code, ErrorCode::ProjectLocked);
    QVERIFY(second.state() == nullptr);
}

/// When the strategy was chosen for the user, and decisions hang on what it writes.
void TestSession::keepsTheStrategyOfAPortThatWasBegun()
{
    const QTemporaryDir folder;
    ProjectMeta meta = fixture::meta();
    meta.target.strategy.reset();
    auto file = ProjectFile::create(folder.filePath(QStringLiteral("p.rocport")), meta);
    QVERIFY(file.ok());
    const auto scan = fixture::scan(2, 3); // by strategy compat-header
    QVERIFY((*file)->saveScan(*scan).ok());
    const auto strategyNow = [&] { return readState(**file, {})->meta.target.strategy; };
    QVERIFY(!strategyNow());
    const Decision decision = fixture::decision(scan->hunks.first().key, DecisionKind::Accepted);
    QVERIFY((*file)->appendBatch(fixture::batch(BatchKind::Decide, {decision})).ok());
    QCOMPARE(strategyNow(), std::optional(Strategy::CompatHeader));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
