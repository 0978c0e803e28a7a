// The level Lanes as the window starts it: a job on this machine that runs rocport-cli, whose
// result becomes a run of the project.

#include "core/project/nodes/lanejob.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/port/exportreport.h"
#include "core/project/proof/laneresult.h"
#include "core/project/session/openstate.h"
#include "core/verify/evidence.h"
#include "core/verify/verifyplan.h"
#include "tests/integration/laneproject.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace rocport;
using namespace rocport::test;

class TestLaneJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // What compilers made is kept where the command line's tests keep it.
        if (!qEnvironmentVariableIsSet("XDG_CACHE_HOME")) {
            qputenv("XDG_CACHE_HOME", ROCPORT_BINARY_DIR "/caches");
        }
    }
    void aDifferenceBecomesARun();
    void aJobIsCancelled();
    void nothingIsAccepted();
    void refusals();
    void whatTheJobRuns();
    void titlesHaveNoSecrets();
    void steps();
    void whatCannotBeBuiltIsOneSentence();
    void eachComplaintHasAName();
    void filesThatARunCovers();
    void errorsOfTheFirstWrongCopies();
    void nothingToRunWith();
};

void TestLaneJob::aDifferenceBecomesARun()
{
    if (!hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: no compiler, or Boost.Context is not installed "
              "(libboost-context-dev)");
    }
    LaneProject project;
    project.open(QStringLiteral("half_sum.cu"));
    VerifyRequest request = lanesRequest();
    request.arguments = {QStringLiteral("it's"), QStringLiteral("$HOME")};
    request.timeLimit = std::chrono::seconds(120);
    QCOMPARE(project.service->state()->nodes.size(), 1); // this machine needs no node
    const auto id = project.service->startVerification(request);
    QVERIFY(id.ok());
    QTRY_VERIFY_WITH_TIMEOUT(project.newest() != nullptr || !project.failures.isEmpty(), kLaneWait);
    QVERIFY2(project.newest() != nullptr, project.log(*id).constData());
    const VerifyRun run = *project.newest();
    QCOMPARE(run.jobId, *id);
    QCOMPARE(run.portKey, project.service->state()->portKey);
    QCOMPARE(run.title, QStringLiteral("All sources on lanes, with it's $HOME"));
    QVERIFY(!run.onGpu && run.device.isEmpty() && !run.logHash.isEmpty());
    QCOMPARE(run.files, QStringList{QStringLiteral("src/main.cu")});
    QVERIFY2(run.checks.size() >= 3, project.log(*id).constData());
    const VerifyCheck& scaled = run.checks[0];
    QCOMPARE(scaled.name, QStringLiteral("d_scaled"));
    QCOMPARE(scaled.state, CheckState::Passed);
    const VerifyCheck& sums = run.checks[1];
    QCOMPARE(sums.state, CheckState::Failed);
    QCOMPARE(sums.file, QStringLiteral("src/main.cu"));
    QVERIFY(sums.line > 0 && sums.side == PlaceSide::Original);
    QVERIFY(sums.lanes.has_value() && sums.lanes->wrong() != nullptr);
    QCOMPARE(sums.lanes->wrong()->reference, QStringLiteral("128"));
    QCOMPARE(run.checks[2].id, QStringLiteral("output"));
    QCOMPARE(run.checks[2].state, CheckState::Passed);
    const QByteArray log = project.log(*id);
    QVERIFY2(log.contains("Step 1 of 6: Building the original on 32 lanes"), log.constData());
    QVERIFY2(log.contains("`row_sum` differs on 64 lanes from element 2 on"), log.constData());
    QTRY_VERIFY_WITH_TIMEOUT(
        !openStateReadOnly(project.session->state()->projectFile)->remote->runs.isEmpty(),
        kPatience);
    const auto kept = openStateReadOnly(project.session->state()->projectFile);
    QCOMPARE(verifyRunToJson(kept->remote->runs.first()), verifyRunToJson(run));
    QVERIFY(renderReport(*kept, RuleSet(), QStringLiteral("md"), QDateTime::currentDateTimeUtc())
                ->contains("L3 Lanes"));
    // The change of the kernel that differs is one of the port.
    QVERIFY(!project.service
                 ->changeOf(QStringLiteral("src/main.cu"), sums.lanes->kernelLine,
                            sums.lanes->kernelEnd)
                 .isEmpty());
    QVERIFY(project.service->changeOf(QStringLiteral("src/none.cu"), 1, 100).isEmpty());
}

void TestLaneJob::aJobIsCancelled()
{
    if (!hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: no compiler, or Boost.Context is not installed "
              "(libboost-context-dev)");
    }
    LaneProject project;
    project.open(QStringLiteral("endless.cu"));
    const auto id = project.service->startVerification(lanesRequest());
    QVERIFY(id.ok());
    const auto state = [&] {
        const JobEntry* job = project.service->state()->job(*id);
        return job == nullptr ? JobState::Preparing : job->status.state;
    };
    QTRY_VERIFY_WITH_TIMEOUT(project.log(*id).contains("Step ") || isEnded(state()), kLaneWait);
    QVERIFY2(!isEnded(state()), project.log(*id).constData());
    // How far it is stands beside the job.
    QTRY_VERIFY_WITH_TIMEOUT(
        project.service->state()->job(*id)->status.sentence.contains(QStringLiteral(" of 6)")),
        kPatience);
    project.service->cancelJob(*id);
    QTRY_VERIFY_WITH_TIMEOUT(project.newest() != nullptr, kLaneWait);
    QCOMPARE(state(), JobState::Cancelled);
    QCOMPARE(project.newest()->state(), CheckState::NotRun);
    QCOMPARE(project.newest()->checks.first().state, CheckState::Skipped);
    QVERIFY(project.newest()->checks.first().detail.startsWith(
        QStringLiteral("The job was cancelled")));
}

/// A port with nothing in it yet says what to do, and the original's run stays.
void TestLaneJob::nothingIsAccepted()
{
    if (!hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: no compiler, or Boost.Context is not installed "
              "(libboost-context-dev)");
    }
    LaneProject project;
    project.open(QStringLiteral("half_sum.cu"), false);
    const auto id = project.service->startVerification(lanesRequest());
    QVERIFY(id.ok());
    QTRY_VERIFY_WITH_TIMEOUT(project.newest() != nullptr || !project.failures.isEmpty(), kLaneWait);
    QVERIFY2(project.newest() != nullptr, project.log(*id).constData());
    const VerifyRun run = *project.newest();
    QCOMPARE(run.checks.size(), 2); // a port on 64 lanes and one on 32, and no copy
    for (const VerifyCheck& check : run.checks) {
        QCOMPARE(check.state, CheckState::Failed);
        QVERIFY2(check.detail.endsWith(
                     QStringLiteral("; the port has no such source, since its changes of phase 2 "
                                    "are not in it. Accept them in Review.")),
                 qPrintable(check.detail));
    }
}

void TestLaneJob::refusals()
{
    LaneProject project;
    project.open(QStringLiteral("half_sum.cu"));
    project.start(QStringLiteral("/nowhere/rocport-cli"));
    QVERIFY(project.service->startVerification(lanesRequest()).ok());
    QTRY_VERIFY_WITH_TIMEOUT(!project.failures.isEmpty(), kPatience);
    QCOMPARE(project.failures.first().code, ErrorCode::FileNotFound);
    QVERIFY(project.service->state()->jobs.isEmpty());
    VerifyRequest other = lanesRequest();
    other.level = VerifyLevel::Load;
    QCOMPARE(laneJob(other, {}).error().code, ErrorCode::InvalidArgument);
}

void TestLaneJob::whatTheJobRuns()
{
    VerifyRequest request = lanesRequest();
    request.files = {RepoPath("a b.cu"), RepoPath("-x.cu")};
    request.arguments = {QStringLiteral("--n"), QStringLiteral("a'b")};
    request.timeLimit = std::chrono::seconds(90);
    const LaneJobContext context{QStringLiteral("/bin/sh"), QStringLiteral("/p q/x.rocport"), "key",
                                 localNode()};
    const auto job = laneJob(request, context);
    QVERIFY(job.ok());
    QVERIFY(jobProblems(*job).isEmpty());
    QCOMPARE(job->purpose, QStringLiteral("lanes"));
    QCOMPARE(job->title, QStringLiteral("a b.cu, -x.cu on lanes, with --n a'b"));
    QCOMPARE(job->timeLimit, std::chrono::seconds(3 * 90 + 3600)); // and an hour to build
    const QString script = job->stages.first().script;
    QVERIFY2(script.contains(QStringLiteral("verify lanes --project '/p q/x.rocport' --time 90 "
                                            "'a b.cu' ./-x.cu --result")) ||
                 script.contains(QStringLiteral("'--project' '/p q/x.rocport' '--time' '90' "
                                                "'a b.cu' './-x.cu' --result")),
             qPrintable(script));
    QVERIFY2(script.contains(QStringLiteral("'a'\\''b'")), qPrintable(script));
    const auto again = verifyRequestFromJson(verifyRequestToJson(request));
    QVERIFY(again.ok());
    QCOMPARE(again->level, VerifyLevel::Lanes);
    QCOMPARE(again->files, request.files);
    QCOMPARE(again->arguments, request.arguments);
    QCOMPARE(again->timeLimit, request.timeLimit);
    request.checks = {QStringLiteral("race"), QStringLiteral("order")};
    const auto checked = laneJob(request, context);
    QVERIFY(checked.ok());
    QCOMPARE(checked->timeLimit, std::chrono::seconds(3 * 9 * 90 + 3600)); // in nine orders
    QVERIFY2(checked->stages.first().script.contains(QStringLiteral("race,order")),
             qPrintable(checked->stages.first().script));
    QCOMPARE(verifyRequestFromJson(verifyRequestToJson(request))->checks, request.checks);
}

/// What a program is given may be a password: what is kept has it masked, whoever starts the run.
void TestLaneJob::titlesHaveNoSecrets()
{
    const QString secret = QStringLiteral("open sesame");
    VerifyRequest request = lanesRequest();
    request.arguments = {QStringLiteral("--password"), secret, QStringLiteral("8")};
    const QString title = QStringLiteral("All sources on lanes, with --password ••• 8");
    const LaneJobContext context{QStringLiteral("/bin/sh"), QStringLiteral("/p/x.rocport"), "key",
                                 localNode()};
    QCOMPARE(laneJob(request, context)->title, title);
    LaneProject project;
    project.open(QStringLiteral("half_sum.cu"));
    const QString file = project.session->state()->projectFile;
    project.service.reset(); // a project that is open takes no run of another program
    project.session.reset();
    const Outcome done =
        run(QStringList{QStringLiteral("verify"), QStringLiteral("lanes"),
                        QStringLiteral("--project"), file, QStringLiteral("--compiler"),
                        QStringLiteral("/nowhere/clang++"), QStringLiteral("--")} +
            request.arguments);
    QVERIFY2(done.code > 1, done.err.constData()); // nothing to build it with
    const auto kept = openStateReadOnly(file);
    QVERIFY(kept.ok() && kept->remote && !kept->remote->runs.isEmpty());
    QCOMPARE(kept->remote->runs.last().title, title);
    QVERIFY(!fileBytes(file).contains(secret.toUtf8()));
}

void TestLaneJob::steps()
{
    const QByteArray line =
        laneStepLine(QStringLiteral("Running the port on 64 lanes"), 3, 6).toUtf8();
    QCOMPARE(line, QByteArray("Step 4 of 6: Running the port on 64 lanes"));
    QCOMPARE(laneStepOf("rocport-cli: Step 1 of 6: Building\nrocport-cli: " + line + "\n"),
             QStringLiteral("Running the port on 64 lanes (4 of 6)"));
    for (const char* log : {"", "Step", "Step 1 of 6: cut", "Step on it: x\n", "none\n"}) {
        QVERIFY2(laneStepOf(log).isEmpty(), log);
    }
}

/// The compiler's error leads to the original line; without the original the port is not blamed.
void TestLaneJob::whatCannotBeBuiltIsOneSentence()
{
    LaneVerification result;
    LaneSide original;
    original.original = true;
    original.program.reasons = {QStringLiteral("src/main.cu does not compile for the CPU")};
    QByteArray warnings; // more than a compile check lists
    for (int i = 0; i < 600; ++i) {
        warnings += "src/main.cu:" + QByteArray::number(i + 1) + ":1: warning: odd [-Wodd]\n";
    }
    original.program.output =
        warnings + "clang: error: no place of it\n"
                   "src/main.cu:12:5: error: use of undeclared identifier 'cublasSgemm'\n"
                   "src/main.cu:13:5: error: another\n";
    result.sides = {original};
    const VerifyRun run = laneResult(result, {}, "key");
    QCOMPARE(run.state(), CheckState::NotRun);
    QCOMPARE(run.checks.size(), 1);
    const VerifyCheck& check = run.checks.first();
    QCOMPARE(check.state, CheckState::Skipped);
    QCOMPARE(check.file, QStringLiteral("src/main.cu"));
    QCOMPARE(check.line, 12);
    QCOMPARE(check.side, PlaceSide::Original);
    QCOMPARE(check.detail,
             QStringLiteral("The original on 32 lanes cannot be built for the CPU: src/main.cu "
                            "does not compile for the CPU. src/main.cu:12: use of undeclared "
                            "identifier 'cublasSgemm'"));
    // As nvcc writes it, and without the option in brackets.
    result.sides.first().program.output = "src/a b.cu(9): error: odd name [-Wodd]\n";
    const VerifyCheck other = laneResult(result, {}, "key").checks.first();
    QCOMPARE(other.file, QStringLiteral("src/a b.cu"));
    QCOMPARE(other.line, 9);
    QVERIFY2(other.detail.endsWith(QStringLiteral(" src/a b.cu:9: odd name")),
             qPrintable(other.detail));
    // A port that cannot be built where the original can is a fault of the port.
    result.sides.first().program.program = QStringLiteral("/tmp/program");
    result.sides.first().ran = true;
    result.sides.first().run.output.outcome.end = ProcessEnd::Exited;
    result.sides.first().run.notSandboxed = QStringLiteral("bubblewrap is not installed");
    LaneSide port;
    port.lanes = 64;
    port.program.reasons = {QStringLiteral("src/main.cu:7: inline assembly of AMD GPUs")};
    result.sides.append(port);
    result.sides.first().program.kernels = {{"row_sum", RepoPath("src/sum.cuh"), 3, 9}};
    LaneVerifyRequest request;
    request.sources = {RepoPath("src/app.cu")};
    const VerifyRun ofPort = laneResult(result, request, "key");
    QCOMPARE(ofPort.state(), CheckState::Failed);
    QCOMPARE(ofPort.checks.first().line, 7);
    QVERIFY(ofPort.notes.contains(
        QStringLiteral("The programs ran without a sandbox: bubblewrap is not installed.")));
    // It denies the grade to all files of the program.
    QCOMPARE(ofPort.files, (QStringList{QStringLiteral("src/main.cu"), QStringLiteral("src/app.cu"),
                                        QStringLiteral("src/sum.cuh")}));
    QCOMPARE(gradeOfRun(ofPort), EvidenceGrade::NotRun);
}

namespace {

LaneCopyCheck copyBack(int number, LaneVerdict verdict, const QString& kernel)
{
    LaneCopyCheck copy;
    copy.number = number;
    copy.name = QStringLiteral("d_out");
    copy.path = QStringLiteral("src/main.cu");
    copy.line = 30;
    copy.kernel = kernel;
    copy.kernelPath = kernel.isEmpty() ? QString() : QStringLiteral("src/sum.cu");
    copy.kernelLine = kernel.isEmpty() ? 0 : 3;
    LanePortCopy port;
    port.verdict = verdict;
    if (isWrong(verdict)) {
        port.errors = {0, 1};
    }
    copy.ports = {port};
    return copy;
}

LaneVerification endedRuns()
{
    LaneVerification result;
    for (const int lanes : {32, 64}) {
        LaneSide side;
        side.original = lanes == 32;
        side.lanes = lanes;
        side.program.program = QStringLiteral("/tmp/program");
        side.ran = side.run.sandboxed = true;
        side.run.output.outcome.end = ProcessEnd::Exited;
        result.sides.append(side);
    }
    return result;
}

} // namespace

/// What the documentation lists as told is a sentence for people in a run.
void TestLaneJob::eachComplaintHasAName()
{
    const QString text =
        QString::fromUtf8(fileBytes(QStringLiteral(ROCPORT_SOURCE_DIR "/docs/lanes.md")));
    const qsizetype begin = text.indexOf(QStringLiteral("\n## What is told besides\n"));
    QVERIFY(begin >= 0);
    const QString table = text.mid(begin, text.indexOf(QStringLiteral("\n## "), begin + 1) - begin);
    static const QRegularExpression row(QStringLiteral("^\\| `([^`]+)` \\|"),
                                        QRegularExpression::MultilineOption);
    QStringList names;
    auto rows = row.globalMatch(table);
    while (rows.hasNext()) {
        const QString check = rows.next().captured(1);
        LaneVerification result = endedRuns();
        result.sides.last().run.complaints = {{check, QStringLiteral("src/scan.cuh"), 7,
                                               QStringLiteral("scan"), QStringLiteral("x")}};
        const VerifyRun run = laneResult(result, {}, "key");
        QCOMPARE(run.checks.size(), 2); // and the output
        QVERIFY2(run.checks.last().name != check, qPrintable(check));
        names.append(check);
    }
    QVERIFY(names.contains(QStringLiteral("crash")) && names.contains(QStringLiteral("endless")));
}

/// What passed covers the files with the kernels, as the port names them; what failed all that it
/// is about.
void TestLaneJob::filesThatARunCovers()
{
    LaneVerification result = endedRuns();
    result.copies = {copyBack(1, LaneVerdict::Equal, QStringLiteral("row_sum")),
                     copyBack(2, LaneVerdict::Equal, QString())};
    LaneVerifyRequest request;
    VerifyRun run = laneResult(result, request, "key");
    QCOMPARE(run.files, QStringList{QStringLiteral("src/sum.cu")});
    QCOMPARE(gradeOfRun(run), EvidenceGrade::ExecutedOnLanes);
    GateFileInput sibling;
    sibling.path = RepoPath("src/sum.hip");
    sibling.source = RepoPath("src/sum.cu");
    sibling.isSibling = true;
    LanePort port;
    port.input.port = {sibling};
    request.ports = {port};
    run = laneResult(result, request, "key");
    QCOMPARE(run.files, QStringList{QStringLiteral("src/sum.hip")});
    QVERIFY(coversFile(run, RepoPath("src/sum.hip")));
    EvidenceInput input;
    input.portKey = "key";
    input.changes = {{"a", RepoPath("src/sum.hip"), true}};
    input.runs = {run};
    QCOMPARE(gradeEvidence(input).of("a").grade, EvidenceGrade::ExecutedOnLanes);
    // What a run complains of takes the grade from its file.
    result.sides.last().run.complaints = {{QStringLiteral("mask"), QStringLiteral("src/scan.cuh"),
                                           7, QStringLiteral("scan"), QStringLiteral("x")}};
    run = laneResult(result, request, "key");
    QCOMPARE(run.state(), CheckState::Failed);
    QCOMPARE(run.files,
             (QStringList{QStringLiteral("src/sum.hip"), QStringLiteral("src/scan.cuh")}));
    // And a copy that is wrong from the file that makes it.
    result.copies[1] = copyBack(2, LaneVerdict::Missing, QString());
    QVERIFY(laneResult(result, request, "key").files.contains(QStringLiteral("src/main.cu")));
}

/// However much differs, what is kept of it can be read again.
void TestLaneJob::errorsOfTheFirstWrongCopies()
{
    LaneVerification result = endedRuns();
    for (int i = 0; i < 60; ++i) {
        result.copies.append(copyBack(i + 1, LaneVerdict::Differs, QStringLiteral("row_sum")));
    }
    const VerifyRun run = laneResult(result, {}, "key");
    QCOMPARE(run.checks[49].lanes->ports[0].errors.size(), 2);
    QVERIFY(run.checks[50].lanes->ports[0].errors.isEmpty());
    QCOMPARE(run.checks[50].state, CheckState::Failed);
}

void TestLaneJob::nothingToRunWith()
{
    const QString why = QStringLiteral("No compiler was found.");
    const VerifyRun run = laneResult(why, "key");
    QCOMPARE(run.level, VerifyLevel::Lanes);
    QCOMPARE(run.state(), CheckState::NotRun);
    QCOMPARE(run.checks.first().state, CheckState::Skipped);
    QCOMPARE(run.checks.first().detail, why);
    // A job that left nothing says how it ended.
    JobEntry job;
    job.spec.id = QStringLiteral("20261127-000000-aaaa");
    job.folder = QStringLiteral("/nowhere");
    job.status.state = JobState::Failed;
    job.status.sentence = QStringLiteral("The stage ended with 3.");
    const VerifyRun none = readLaneRun(job, lanesRequest());
    QCOMPARE(none.jobId, job.spec.id);
    QVERIFY(none.checks.first().detail.endsWith(QStringLiteral("The stage ended with 3.")));
    // What is there and cannot be read is not called missing.
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("results/lanes.json")));
    job.folder = folder.path();
    const QString unread = readLaneRun(job, lanesRequest()).checks.first().detail;
    QVERIFY2(unread.startsWith(QStringLiteral("The result of the job cannot be read: ")),
             qPrintable(unread));
}

QTEST_GUILESS_MAIN(TestLaneJob)

#include "tst_lanejob.moc"
