#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/remote/jobsteps.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using namespace std::chrono_literals;

namespace {

/// A folder with stand-ins for programs, a tree and a job's folder, in which stages run for real.
class StageBed
{
public:
    StageBed()
    {
        for (const char* name : {"bin", "tree", "job", "job/results"}) {
            QDir().mkpath(path(name));
        }
    }
    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QLatin1StringView(name));
    }
    void write(const QString& name, const QByteArray& text) const
    {
        const QString file = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    void program(const char* name, const QByteArray& text) const
    {
        const QString file = QStringLiteral("bin/") + QLatin1StringView(name);
        write(file, "#!/bin/sh\n" + text);
        QFile::setPermissions(m_folder.filePath(file),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QByteArray read(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
    }
    /// Runs one stage as a job's script does; `shell` is "sh", "dash" or "busybox sh".
    /// `programs`: PATH; empty: the stand-ins, then the system's.
    [[nodiscard]] ProcessOutput run(const JobStage& stage, const QStringList& shell,
                                    const QString& programs = {}) const
    {
        ProcessCommand command;
        command.program = shell.first();
        command.arguments = shell.mid(1) + QStringList{QStringLiteral("-c"), stage.script};
        command.workingFolder = path("tree");
        command.environment = {
            {QStringLiteral("ROCPORT_JOB"), path("job")},
            {QStringLiteral("ROCPORT_RESULTS"), path("job/results")},
            {QStringLiteral("ROCM_PATH"), path("rocm")},
            {QStringLiteral("MAX_JOBS"), QStringLiteral("3")},
            {QStringLiteral("PYTHON"), std::nullopt},
            {QStringLiteral("PIP_CONSTRAINT"), std::nullopt},
            {QStringLiteral("PATH"),
             programs.isEmpty() ? path("bin") + QStringLiteral(":/usr/bin:/bin") : programs}};
        Result<ProcessOutput> run = runProcess(LocalProcessRunner(), command);
        return run ? *run : ProcessOutput{};
    }
    [[nodiscard]] QVector<QJsonObject> records() const
    {
        QVector<QJsonObject> result;
        for (const QByteArray& line :
             read(QStringLiteral("job/results/compile.jsonl")).trimmed().split('\n')) {
            result.append(QJsonDocument::fromJson(line).object());
        }
        return result;
    }

private:
    QTemporaryDir m_folder;
};

JobContext contextOf()
{
    JobContext context;
    context.node = localNode();
    context.tree = QStringLiteral("t-12345678");
    context.portKey = "abc";
    context.architectures = {QStringLiteral("gfx942"), QStringLiteral("gfx90a")};
    context.environmentScript = QStringLiteral("export A=1\n");
    return context;
}

JobRequest requestOf(BuildKind kind)
{
    JobRequest request;
    request.build = kind;
    return request;
}

const JobStage* stageOf(const JobSpec& job, const char* id)
{
    for (const JobStage& stage : job.stages) {
        if (stage.id == QLatin1StringView(id)) {
            return &stage;
        }
    }
    return nullptr;
}

QByteArray fromHex(const QJsonObject& record, const char* key)
{
    return QByteArray::fromHex(record.value(QLatin1StringView(key)).toString().toLatin1());
}

/// A python3 whose torch says what the file "torch" holds; pip writes its arguments and may
/// replace it.
const char* const kFakePython = R"sh(here=$(dirname "$0")
case $1 in
-c)
    case $2 in
    *find_spec*) cat "$here/torch" ;;
    *importlib.metadata*) echo torch==2.4.1+rocm6.1; echo triton==3.0.0 ;;
    esac ;;
-m)
    echo "constraint: $(cat "$PIP_CONSTRAINT" | tr '\n' ' ')"
    for a do echo "arg: $a"; done
    [ -f "$here/torch.after" ] && cp "$here/torch.after" "$here/torch"
    [ -f "$here/fails" ] && { echo "error: metadata-generation-failed"; exit 1; }
    exit 0 ;;
esac
)sh";

} // namespace

class TestJobSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stages()
    {
        JobRequest request = requestOf(BuildKind::CMake);
        request.command = QStringLiteral("./build-rocm/test");
        request.timeLimit = 60s;
        JobContext context = contextOf();
        context.expected.insert(QStringLiteral("build"), 42s);
        const Result<JobSpec> job = composeJob(request, context);
        QVERIFY(job.ok());
        QCOMPARE(job->stages.size(), 3);
        QCOMPARE(job->stages.at(0).kind, StageKind::Sync);
        QVERIFY(job->stages.at(0).script.isEmpty());
        QCOMPARE(job->stages.at(1).kind, StageKind::Build);
        QCOMPARE(job->stages.at(1).expected, 42s);
        QCOMPARE(job->stages.at(2).script, QStringLiteral("./build-rocm/test\n"));
        QCOMPARE(job->timeLimit, std::chrono::seconds(600));
        QCOMPARE(job->setup, context.environmentScript);
        QCOMPARE(job->tree, context.tree);
        QCOMPARE(job->portKey, QByteArray("abc"));
        QCOMPARE(job->title, QStringLiteral("Build with CMake"));
        QVERIFY(!job->id.isEmpty());
        const QPair<QString, QString> arch{QStringLiteral("PYTORCH_ROCM_ARCH"),
                                           QStringLiteral("gfx942;gfx90a")};
        QVERIFY(job->environment.contains(arch));
        for (const auto& [name, value] : job->environment) {
            QVERIFY(name != QStringLiteral("HIP_VISIBLE_DEVICES"));
        }
        QVERIFY(jobNotes(request, context).join(u' ').contains(QStringLiteral("10 minutes")));
    }

    void userEnvironmentWins()
    {
        JobRequest request = requestOf(BuildKind::Make);
        request.environment = {{QStringLiteral("PYTORCH_ROCM_ARCH"), QStringLiteral("gfx1100")}};
        request.useProbedEnvironment = false;
        const Result<JobSpec> job = composeJob(request, contextOf());
        QVERIFY(job.ok());
        QCOMPARE(job->environment, request.environment);
        QVERIFY(job->setup.isEmpty());
        QCOMPARE(job->timeLimit.count(), 0);
    }

    void expectations()
    {
        JobContext context = contextOf();
        context.coldCaches = true;
        const Result<JobSpec> job = composeJob(requestOf(BuildKind::Pip), context);
        QVERIFY(job.ok());
        const JobStage* build = stageOf(*job, "build");
        QVERIFY(build != nullptr);
        QVERIFY(build->expectation.contains(QStringLiteral("2–5 minutes; this is not a hang.")));
        QVERIFY(build->expected.count() > 0);
    }

    void onlyPythonAnnouncesCompilation_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("announced");
        const auto row = [](const char* command, bool announced) {
            QTest::newRow(command) << QString::fromLatin1(command) << announced;
        };
        row("echo hello; sleep 20", false);
        row("rocm-smi --showuse && ls -l", false);
        row("cat train.py | wc -l", false);
        row("/opt/rocm/bin/rocminfo", false);
        row("python3 train.py", true);
        row("cd x && HIP_VISIBLE_DEVICES=0 torchrun --nproc 8 train.py", true);
        row("env A=1 timeout 60 python -m pytest", true);
        row("./run.sh", true);
        row("for i in 1 2; do pytest -x; done", true);
    }
    void onlyPythonAnnouncesCompilation()
    {
        QFETCH(QString, command);
        QFETCH(bool, announced);
        JobContext context = contextOf();
        context.coldCaches = true;
        context.repository = RepositoryKind::Other;
        JobRequest request = requestOf(BuildKind::None);
        request.command = command;
        const Result<JobSpec> job = composeJob(request, context);
        QVERIFY(job.ok());
        const JobStage* stage = stageOf(*job, "command");
        QVERIFY(stage != nullptr);
        QCOMPARE(!stage->expectation.isEmpty(), announced);
    }

    void longTitlesSayThatTheyGoOn()
    {
        JobRequest request = requestOf(BuildKind::None);
        request.command = QStringLiteral("echo ") + QString(90, u'x');
        const Result<JobSpec> job = composeJob(request, contextOf());
        QVERIFY(job.ok());
        QCOMPARE(job->title.size(), 80);
        QVERIFY(job->title.endsWith(QChar(0x2026)));
        request.command = QStringLiteral("echo ") + QString(75, u'x');
        QCOMPARE(composeJob(request, contextOf())->title, request.command);
    }

    /// They are shown, kept and given to the desktop.
    void titlesHoldNoSecret()
    {
        JobRequest request = requestOf(BuildKind::None);
        request.command = QStringLiteral("serve --api-key hunter2 x");
        QCOMPARE(composeJob(request, contextOf())->title, QStringLiteral("serve --api-key ••• x"));
        request.title = QStringLiteral("Serve with TOKEN=hunter2");
        QCOMPARE(composeJob(request, contextOf())->title, QStringLiteral("Serve with TOKEN=•••"));
    }

    void refused_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("what");
        QTest::newRow("nothing to do") << int(BuildKind::None) << "job";
        QTest::newRow("no sources") << int(BuildKind::HipccFiles) << "sources";
        QTest::newRow("no tree") << int(BuildKind::Make) << "tree";
        QTest::newRow("architecture") << int(BuildKind::Make) << "$(reboot)";
        QTest::newRow("variable") << int(BuildKind::Make) << "A B";
        QTest::newRow("macro") << int(BuildKind::Make) << "X Y";
    }
    void refused()
    {
        QFETCH(int, kind);
        QFETCH(QString, what);
        JobRequest request = requestOf(BuildKind(kind));
        JobContext context = contextOf();
        if (what == QStringLiteral("job")) {
            request.sync = false;
        } else if (what == QStringLiteral("tree")) {
            context.tree.clear();
        } else if (what.startsWith(u'$')) {
            context.architectures.append(what);
        } else if (what == QStringLiteral("A B")) {
            request.environment = {{what, QStringLiteral("1")}};
        } else if (what == QStringLiteral("X Y")) {
            context.guardMacro = what;
        }
        const Result<JobSpec> job = composeJob(request, context);
        QVERIFY(!job.ok());
        QCOMPARE(job.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(job.error().object, what);
    }

    void shells_data()
    {
        QTest::addColumn<QStringList>("shell");
        QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
        QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
    }

    void hipccFiles_data() { shells_data(); }
    void hipccFiles()
    {
        QFETCH(QStringList, shell);
        if (!findProgram(shell.first())) {
            QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST no ") + shell.first()));
        }
        const StageBed bed;
        bed.program("hipcc",
                    "out=\nlast=\nfor a do [ \"$last\" = -o ] && out=$a; last=$a; done\n"
                    "case \"$*\" in\n*bad.cu*) echo './src/bad.cu:3:5: error: no \"x\" \\ '"
                    "; printf '\\377\\001\\n'; exit 1;;\nesac\n"
                    "echo ok >\"$out\"\n");
        bed.program("ccache", "exec \"$@\"\n");
        JobContext context = contextOf();
        context.flags = {QStringLiteral("-std=c++17")};
        for (int i = 0; i < 7; ++i) {
            context.sources.append({RepoPath("src/f" + QByteArray::number(i) + ".cu"), {}});
        }
        context.sources.append({RepoPath("src/bad.cu"), {QStringLiteral("-DQ='a b'")}});
        context.sources.append({RepoPath("-o it's $(touch pwned)\nx.cu"), {}});
        const Result<JobSpec> job = composeJob(requestOf(BuildKind::HipccFiles), context);
        QVERIFY(job.ok());
        const ProcessOutput run = bed.run(*stageOf(*job, "build"), shell);
        QCOMPARE(run.outcome.exitCode, 1);
        QVERIFY2(run.output.contains("8 of 9 files compiled"), run.output + run.errors);
        QVERIFY(run.output.contains("./src/bad.cu:3:5: error"));
        QVERIFY(!QFile::exists(bed.path("tree/pwned")));
        QVERIFY(!QFile::exists(bed.path("job/compile")));
        const QVector<QJsonObject> records = bed.records();
        QCOMPARE(records.size(), 9);
        QSet<QByteArray> names;
        for (const QJsonObject& record : records) {
            const QByteArray name = fromHex(record, "name_hex");
            names.insert(name);
            const bool bad = name == "src/bad.cu";
            QCOMPARE(record.value(QStringLiteral("exit")).toInt(-1), bad ? 1 : 0);
            QVERIFY(record.value(QStringLiteral("seconds")).isDouble());
            const QByteArray command = fromHex(record, "command_hex");
            QVERIFY(command.contains("--offload-arch=gfx942 --offload-arch=gfx90a"));
            QVERIFY(command.contains("-DUSE_ROCM=1"));
            QVERIFY(command.contains("-std=c++17"));
            QCOMPARE(command.contains("-DQ='a b'"), bad);
            QCOMPARE(fromHex(record, "output_hex").contains("\xff\x01"), bad);
        }
        QCOMPARE(names.size(), 9);
        QVERIFY(names.contains("-o it's $(touch pwned)\nx.cu"));
    }

    void noCompiler()
    {
        const StageBed bed;
        JobContext context = contextOf();
        context.sources = {{RepoPath("a.cu"), {}}};
        const Result<JobSpec> job = composeJob(requestOf(BuildKind::HipccFiles), context);
        // Nothing but the stand-ins is found, so that a real hipcc of this machine is not either.
        const Result<QString> sh = findProgram(QStringLiteral("sh"));
        QVERIFY(sh.ok());
        const ProcessOutput run = bed.run(*stageOf(*job, "build"), {*sh}, bed.path("bin"));
        QCOMPARE(run.outcome.exitCode, 127);
        QVERIFY(run.errors.contains("hipcc was not found"));
    }

    void architectureOfTheNode()
    {
        const StageBed bed;
        bed.program("hipcc", "exit 0\n");
        bed.program("rocm_agent_enumerator", "echo gfx000\necho gfx942\necho gfx942\n");
        bed.program("amdgpu-arch", "exit 1\n");
        JobContext context = contextOf();
        context.architectures.clear();
        context.sources = {{RepoPath("a.cu"), {}}};
        const Result<JobSpec> job = composeJob(requestOf(BuildKind::HipccFiles), context);
        QVERIFY(job.ok());
        ProcessOutput run = bed.run(*stageOf(*job, "build"), {QStringLiteral("sh")});
        QVERIFY2(run.outcome.succeeded(), run.errors);
        QVERIFY(
            fromHex(bed.records().first(), "command_hex").contains(" --offload-arch=gfx942 -c"));
        bed.program("rocm_agent_enumerator", "echo gfx000\n");
        run = bed.run(*stageOf(*job, "build"), {QStringLiteral("sh")});
        QCOMPARE(run.outcome.exitCode, 1);
        QVERIFY(run.errors.contains("no AMD GPU was found"));
    }

    void cmake_data() { shells_data(); }
    void cmake()
    {
        QFETCH(QStringList, shell);
        if (!findProgram(shell.first())) {
            QSKIP(qPrintable(QStringLiteral("ROCPORT_SKIP_TEST no ") + shell.first()));
        }
        const StageBed bed;
        bed.program("cmake", "for a do printf '[%s]' \"$a\"; done; echo\n"
                             "[ -f \"$(dirname \"$0\")/fails\" ] && exit 7\nexit 0\n");
        bed.program("ccache", "exit 0\n");
        JobRequest request = requestOf(BuildKind::CMake);
        request.buildArguments = {QStringLiteral("-DNAME=a b"), QStringLiteral("-GNinja")};
        const Result<JobSpec> job = composeJob(request, contextOf());
        QVERIFY(job.ok());
        bed.write(QStringLiteral("tree/build-rocm/CMakeCache.txt"),
                  "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n");
        ProcessOutput run = bed.run(*stageOf(*job, "build"), shell);
        QVERIFY2(run.outcome.succeeded(), run.errors);
        QVERIFY(!QFile::exists(bed.path("tree/build-rocm/CMakeCache.txt")));
        QVERIFY(run.output.contains("[-S][.][-B][build-rocm]"));
        QVERIFY(run.output.contains("[-DCMAKE_HIP_ARCHITECTURES=gfx942;gfx90a]"));
        QVERIFY(run.output.contains("[-DUSE_ROCM=ON][-DNAME=a b][-GNinja]"));
        QVERIFY(run.output.contains("[-DCMAKE_BUILD_TYPE=Release]"));
        QVERIFY(run.output.contains("[-DCMAKE_HIP_COMPILER_LAUNCHER=ccache]"));
        QVERIFY(run.output.contains("[--build][build-rocm][--parallel][3]"));
        bed.write(QStringLiteral("bin/fails"), "x");
        run = bed.run(*stageOf(*job, "build"), shell);
        QCOMPARE(run.outcome.exitCode, 7);
        QVERIFY(!run.output.contains("--build"));
    }

    void make()
    {
        const StageBed bed;
        bed.write(QStringLiteral("tree/Makefile"),
                  "all:\n\t@echo \"got $(USE_ROCM) $(ROCM_ARCH) $(EXTRA)\"\n");
        if (!findProgram(QStringLiteral("make"))) {
            QSKIP("ROCPORT_SKIP_TEST no make");
        }
        JobRequest request = requestOf(BuildKind::Make);
        request.buildArguments = {QStringLiteral("EXTRA=a b")};
        const Result<JobSpec> job = composeJob(request, contextOf());
        const ProcessOutput run = bed.run(*stageOf(*job, "build"), {QStringLiteral("sh")});
        QVERIFY2(run.outcome.succeeded(), run.errors);
        QVERIFY(run.output.contains("got 1 gfx942 gfx90a a b"));
    }

    void pip_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("pipFails");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("said");
        const QByteArray rocm = "2.4.1+rocm6.1 6.1.40091";
        QTest::newRow("kept") << rocm << rocm << false << 0 << QByteArray();
        QTest::newRow("replaced") << rocm << QByteArray("2.5.0 None") << false << 1
                                  << QByteArray("torch.version.hip is None). Reinstall");
        QTest::newRow("changed") << rocm << QByteArray("2.5.0+rocm6.2 6.2.1") << false << 1
                                 << QByteArray("was changed by the installation");
        QTest::newRow("gone") << rocm << QByteArray("none") << false << 1
                              << QByteArray("can no longer be imported");
        QTest::newRow("replaced and failed")
            << rocm << QByteArray("2.5.0 None") << true << 1 << QByteArray("without ROCm");
        QTest::newRow("build failed") << rocm << rocm << true << 1 << QByteArray();
        QTest::newRow("not ROCm before") << QByteArray("2.5.0 None") << QByteArray("2.5.0 None")
                                         << false << 1 << QByteArray("is not a ROCm build");
        QTest::newRow("no torch") << QByteArray("none") << QByteArray("none") << false << 0
                                  << QByteArray();
        QTest::newRow("no torch, then CUDA") << QByteArray("none") << QByteArray("2.5.0 None")
                                             << false << 1 << QByteArray("without ROCm");
    }
    void pip()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(bool, pipFails);
        QFETCH(int, code);
        QFETCH(QByteArray, said);
        const StageBed bed;
        bed.program("python3", kFakePython);
        bed.write(QStringLiteral("bin/torch"), before + '\n');
        bed.write(QStringLiteral("bin/torch.after"), after + '\n');
        if (pipFails) {
            bed.write(QStringLiteral("bin/fails"), "x");
        }
        JobRequest request = requestOf(BuildKind::Pip);
        request.buildArguments = {QStringLiteral("--config-settings=a b")};
        const Result<JobSpec> job = composeJob(request, contextOf());
        QVERIFY(job.ok());
        const ProcessOutput run = bed.run(*stageOf(*job, "build"), {QStringLiteral("sh")});
        QCOMPARE(run.outcome.exitCode, code);
        if (said.isEmpty()) {
            QVERIFY2(run.errors.isEmpty(), run.errors);
        } else {
            QVERIFY2(run.errors.contains(said), run.errors);
        }
        if (said.contains("not a ROCm")) {
            QVERIFY(!run.output.contains("arg:"));
            return;
        }
        QVERIFY(run.output.contains("arg: --no-build-isolation\narg: --no-deps\narg: -e\narg: "
                                    ".\narg: -v\narg: --config-settings=a b\n"));
        QVERIFY(run.output.contains("constraint: torch==2.4.1+rocm6.1 triton==3.0.0"));
    }
};

QTEST_GUILESS_MAIN(TestJobSteps)
#include "tst_jobsteps.moc"
