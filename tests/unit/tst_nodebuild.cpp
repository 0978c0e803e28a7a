#include "core/verify/nodebuild.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

QByteArray recordLine(const QByteArray& name, int exitCode, const QByteArray& output = {},
                      double seconds = 2)
{
    return R"({"name_hex":")" + name.toHex() + R"(","exit":)" + QByteArray::number(exitCode) +
           R"(,"seconds":)" + QByteArray::number(seconds) + R"(,"command_hex":")" +
           QByteArray("hipcc -c x").toHex() + R"(","output_hex":")" + output.toHex() + "\"}\n";
}

QByteArray fixture(const char* name)
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes/") +
               QLatin1StringView(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

NodeBuildInput inputOf(const QVector<QByteArray>& paths)
{
    NodeBuildInput input;
    input.job.id = QStringLiteral("20261122-054501-3f9a");
    input.job.title = QStringLiteral("Compile with hipcc");
    input.job.node.id = QStringLiteral("n");
    input.job.node.name = QStringLiteral("MI300 a");
    input.job.portKey = "ab12";
    input.status.state = JobState::Failed;
    input.status.logHash = "cd34";
    input.status.ended = QDateTime(QDate(2026, 11, 22), QTime(6, 0), Qt::UTC);
    input.architectures = {QStringLiteral("gfx942")};
    input.treeFolder = QStringLiteral("/home/u/.cache/rocport/trees/t-1");
    for (const QByteArray& path : paths) {
        input.files.append({RepoPath(path), RepoPath(path), LineMap()});
    }
    return input;
}

NodeBuildInput projectInput(BuildKind kind, int exitCode, const QByteArray& log)
{
    NodeBuildInput input = inputOf({});
    input.kind = kind;
    input.log = log;
    JobStage stage;
    stage.id = QStringLiteral("build");
    stage.title = QStringLiteral("Build with CMake");
    input.job.stages = {stage};
    StageProgress progress;
    progress.id = stage.id;
    progress.exitCode = exitCode;
    progress.started = input.status.ended.addSecs(-61);
    progress.ended = exitCode < 0 ? QDateTime() : input.status.ended.addSecs(-1);
    input.status.stages = {progress};
    return input;
}

} // namespace

class TestNodeBuild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void files()
    {
        NodeBuildInput input =
            inputOf({"src/good.cu", "src/bad.cu", "src/missing.cu", "src/crash.cu"});
        input.records = recordLine("src/bad.cu", 1,
                                   "/home/u/.cache/rocport/trees/t-1/src/bad.cu:12:5: error: use "
                                   "of undeclared identifier 'cudaMalloc'\n"
                                   "./src/bad.cu:13:5: error: no type\n") +
                        recordLine("src/good.cu", 0, {}, 12.5) + recordLine("src/crash.cu", 139) +
                        recordLine("src/not asked for", 0);
        const NodeBuild build = judgeNodeBuild(input);
        QCOMPARE(build.run.level, VerifyLevel::Build);
        QCOMPARE(build.run.jobId, input.job.id);
        QCOMPARE(build.run.logHash, QByteArray("cd34"));
        QCOMPARE(build.run.portKey, QByteArray("ab12"));
        QVERIFY(!build.run.onGpu);
        QCOMPARE(build.run.checks.size(), 4);
        const VerifyCheck& good = build.run.checks.at(0);
        QCOMPARE(good.state, CheckState::Passed);
        QCOMPARE(good.elapsedMs, 12500);
        QVERIFY(good.detail.contains(QStringLiteral("gfx942")));
        const VerifyCheck& bad = build.run.checks.at(1);
        QCOMPARE(bad.state, CheckState::Failed);
        QCOMPARE(bad.file, QStringLiteral("src/bad.cu"));
        QCOMPARE(bad.detail,
                 QStringLiteral("src/bad.cu:12: use of undeclared identifier 'cudaMalloc' (and 1 "
                                "more error)"));
        QCOMPARE(build.run.checks.at(2).state, CheckState::NotRun);
        QVERIFY(!build.run.checks.at(2).detail.isEmpty());
        QCOMPARE(build.run.checks.at(3).state, CheckState::Failed);
        QVERIFY(build.run.checks.at(3).detail.contains(QStringLiteral("signal 11")));
        QCOMPARE(build.run.state(), CheckState::Failed);
        QCOMPARE(build.run.notes.size(), 1);
        QCOMPARE(build.run.files.size(), 3);
        const GateFile& file = build.files.at(build.fileOfCheck.value(bad.id));
        QCOMPARE(file.status, GateStatus::Failed);
        QCOMPARE(file.diagnostics.size(), 2);
        QCOMPARE(file.diagnostics.first().path, RepoPath("src/bad.cu"));
        QCOMPARE(file.diagnostics.first().line, 12);
        QVERIFY(verifyRunFromJson(verifyRunToJson(build.run)).ok());
    }

    void backToTheOriginal()
    {
        // Two lines were put before the second one.
        const QByteArray original = "a\nb\nc\n";
        const QByteArray ported = "a\n#ifdef X\n#endif\nb\nc\n";
        NodeBuildInput input = inputOf({});
        input.files = {{RepoPath("k.hip"), RepoPath("k.cu"),
                        mapEdits(original, ported, {{{2, 2}, "#ifdef X\n#endif\n"}})}};
        input.records = recordLine("k.hip", 1, "./k.hip:5:1: error: broken\n");
        const NodeBuild build = judgeNodeBuild(input);
        const GateDiagnostic& one = build.files.first().diagnostics.first();
        QCOMPARE(one.path, RepoPath("k.hip"));
        QCOMPARE(one.originalPath, RepoPath("k.cu"));
        QCOMPARE(one.originalLine, 3);
    }

    void torchHeaders()
    {
        NodeBuildInput input = inputOf({"a.cu"});
        input.records =
            recordLine("a.cu", 1, "./a.cu:1:10: fatal error: 'torch/extension.h' file not found\n");
        const NodeBuild build = judgeNodeBuild(input);
        QCOMPARE(build.run.checks.first().state, CheckState::Skipped);
        QCOMPARE(build.run.state(), CheckState::NotRun);
    }

    void badRecords_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("no JSON") << QByteArray("hello");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no name") << recordLine("", 0);
        QTest::newRow("exit 256") << recordLine("a.cu", 256);
        QTest::newRow("exit -1") << recordLine("a.cu", -1);
        QTest::newRow("negative time") << recordLine("a.cu", 0, {}, -3);
        QTest::newRow("text exit") << recordLine("a.cu", 0).replace("\"exit\":0", "\"exit\":\"0\"");
        QTest::newRow("odd hexadecimal") << recordLine("a.cu", 0).replace("612e6375", "612e63zz");
        QTest::newRow("cut") << recordLine("a.cu", 0).chopped(20);
        QTest::newRow("too long") << recordLine("a.cu", 0, QByteArray(2 * 1024 * 1024, 'x'));
    }
    void badRecords()
    {
        QFETCH(QByteArray, line);
        const CompileRecords read = parseCompileRecords(line + '\n' + recordLine("b.cu", 0));
        QCOMPARE(read.records.size(), 1);
        QCOMPARE(read.records.first().path, QByteArray("b.cu"));
        QVERIFY(read.skipped >= 1);
        NodeBuildInput input = inputOf({"a.cu"});
        input.records = line;
        const NodeBuild build = judgeNodeBuild(input);
        QCOMPARE(build.run.checks.first().state, CheckState::NotRun);
    }

    void neverEnded_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("said");
        QTest::newRow("cancelled") << int(JobState::Cancelled) << "cancelled";
        QTest::newRow("vanished") << int(JobState::Vanished) << "disappeared";
        QTest::newRow("time limit") << int(JobState::TimedOut) << "time limit";
        QTest::newRow("running") << int(JobState::Running) << "not ended yet";
    }
    void neverEnded()
    {
        QFETCH(int, state);
        QFETCH(QString, said);
        NodeBuildInput input = inputOf({"a.cu"});
        input.status.state = JobState(state);
        QVERIFY(judgeNodeBuild(input).run.checks.first().detail.contains(said));
        input = projectInput(BuildKind::CMake, -1, {});
        input.status.state = JobState(state);
        const NodeBuild build = judgeNodeBuild(input);
        QCOMPARE(build.run.checks.first().state, CheckState::NotRun);
        QVERIFY(build.run.checks.first().detail.contains(said));
    }

    void recordedFailures_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("errors");
        QTest::newRow("failure-hipcc-cuda-names-undeclared.txt")
            << "t_cuda.cu:4: unknown type name 'cudaError_t'" << 3;
        QTest::newRow("failure-hipcc-cuda-headers-missing.txt")
            << "test_cuda_rt.cu:1: 'cuda_runtime.h' file not found" << 2;
        QTest::newRow("failure-hip-compile-gfx942-20-errors.txt") << "" << 20;
    }
    void recordedFailures()
    {
        const QByteArray log = fixture(QTest::currentDataTag());
        QVERIFY(!log.isEmpty());
        QFETCH(QString, expected);
        QFETCH(int, errors);
        const NodeBuild build = judgeNodeBuild(projectInput(BuildKind::CMake, 2, log));
        QCOMPARE(build.run.checks.size(), 1);
        const VerifyCheck& check = build.run.checks.first();
        QCOMPARE(check.state, CheckState::Failed);
        QCOMPARE(check.name, QStringLiteral("Build with CMake"));
        QCOMPARE(check.elapsedMs, 60000);
        QVERIFY2(check.detail.startsWith(expected), qPrintable(check.detail));
        int found = 0;
        for (const GateDiagnostic& one : build.files.first().diagnostics) {
            found += one.severity == Severity::Critical ? 1 : 0;
        }
        QVERIFY2(found >= errors, qPrintable(QString::number(found)));
    }

    void project()
    {
        NodeBuild build = judgeNodeBuild(projectInput(BuildKind::Make, 0, "all fine\n"));
        QCOMPARE(build.run.state(), CheckState::Passed);
        // A path seen from the build folder.
        build =
            judgeNodeBuild(projectInput(BuildKind::CMake, 2, "../src/a.cu:3:1: error: broken\n"));
        QCOMPARE(build.files.first().diagnostics.first().path, RepoPath("src/a.cu"));
        build = judgeNodeBuild(projectInput(BuildKind::Pip, 1,
                                            "rocport: PyTorch before: 2.4\nrocport: PyTorch was "
                                            "replaced by a build without ROCm\n"));
        QCOMPARE(build.run.checks.first().detail,
                 QStringLiteral("PyTorch was replaced by a build without ROCm"));
        build = judgeNodeBuild(projectInput(BuildKind::Make, 2, "make: *** [all] 2\n"));
        QVERIFY(build.run.checks.first().detail.contains(QStringLiteral("exit status 2")));
    }

    void fromFolder()
    {
        const QTemporaryDir folder;
        NodeBuildInput input = inputOf({"a.cu"});
        Result<NodeBuild> build = readNodeBuild(folder.path(), input);
        QVERIFY(build.ok()); // nothing came back
        QCOMPARE(build->run.checks.first().state, CheckState::NotRun);
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("results")));
        QFile file(folder.filePath(QStringLiteral("results/compile.jsonl")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(recordLine("a.cu", 0));
        file.close();
        build = readNodeBuild(folder.path(), input);
        QVERIFY(build.ok());
        QCOMPARE(build->run.checks.first().state, CheckState::Passed);
        QVERIFY(file.resize(65LL * 1024 * 1024));
        QCOMPARE(readNodeBuild(folder.path(), input).error().code, ErrorCode::FileTooLarge);
        QVERIFY(file.remove());
        QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), file.fileName()));
        QCOMPARE(readNodeBuild(folder.path(), input).error().code, ErrorCode::FileUnreadable);
    }
};

QTEST_GUILESS_MAIN(TestNodeBuild)
#include "tst_nodebuild.moc"
