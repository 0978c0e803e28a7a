#include "core/process/localprocess.h"
#include "core/report/gatereport.h"
#include "core/rules/analyse.h"
#include "core/verify/gate.h"
#include "core/verify/gateplan.h"
#include "memorytree.h"
#include "tests/support/fakecompiler.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtConcurrent>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

/// A gate over a tree in memory, with the fake compiler.
struct Bench
{
    std::shared_ptr<MemoryTree> tree = std::make_shared<MemoryTree>();
    GateInput input;
    GateOptions options;
    QTemporaryDir folder;

    Bench()
    {
        input.tree = tree;
        input.target.rocm = Version{7, 0};
        test::makeFakeCompiler(folder.path());
        test::makeFakeRocm(folder.filePath(QStringLiteral("rocm")), 7, 0);
        // The fake program needs a shell: the search path is for compilers only.
        options.search.path = {folder.path()};
        options.search.rocmRoots = {folder.filePath(QStringLiteral("rocm"))};
        options.sandbox = std::make_shared<const Sandbox>(QString()); // the log lies outside
    }

    /// Adds a file that the port writes.
    void port(const QByteArray& path, const QByteArray& original, const QVector<Hunk>& hunks,
              const QByteArray& source = {})
    {
        GateFileInput file;
        file.path = RepoPath(path);
        const bool generated = original.isEmpty();
        file.source = generated ? RepoPath() : RepoPath(source.isEmpty() ? path : source);
        file.isSibling = !generated && !source.isEmpty();
        file.content = *applyHunks(original, hunks);
        file.map = mapHunks(original, file.content, hunks, {}, !generated);
        for (const Hunk& hunk : hunks) {
            input.titles.insert(hunk.key, hunk.title);
        }
        input.port.append(file);
    }

    [[nodiscard]] GateResult run() const
    {
        const auto result = runGate(input, options, LocalProcessRunner(), {});
        if (!result) {
            qFatal("the gate failed: %s", qPrintable(result.error().detail));
        }
        return *result;
    }

    [[nodiscard]] QByteArray log() const
    {
        QFile file(folder.filePath(QStringLiteral("log")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

Hunk insertion(const QByteArray& key, int line, qsizetype at, const QByteArray& text)
{
    Hunk hunk;
    hunk.key = key;
    hunk.title = QStringLiteral("title of ") + QString::fromLatin1(key);
    hunk.firstLine = line;
    hunk.lastLine = line - 1;
    hunk.edits = {{{at, at}, text}};
    return hunk;
}

const GateFile* fileOf(const GateResult& result, const QByteArray& path)
{
    for (const GateFile& file : result.files) {
        if (file.path.bytes() == path) {
            return &file;
        }
    }
    return nullptr;
}

QStringList unitPaths(const GatePlan& plan)
{
    QStringList paths;
    for (const GateUnit& unit : plan.units) {
        paths.append(unit.path.display());
    }
    return paths;
}

} // namespace

class TestGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Plain C stays C: as HIP, `float* p = malloc(n)` would be an error.
    void plainCStaysC()
    {
        HipCompiler compiler;
        compiler.includes = QStringLiteral("/opt/rocm/include");
        CompileSetup setup;
        setup.architectures = {QStringLiteral("gfx942")};
        const QStringList c = cArguments(compiler, setup);
        QCOMPARE(c.mid(0, 2), (QStringList{QStringLiteral("-x"), QStringLiteral("c")}));
        QVERIFY(c.contains(QStringLiteral("-fsyntax-only")));
        QVERIFY(c.filter(QStringLiteral("offload")).isEmpty());
        const QStringList hip = hipArguments(compiler, setup);
        QCOMPARE(hip.mid(0, 2), (QStringList{QStringLiteral("-x"), QStringLiteral("hip")}));
        QVERIFY(hip.contains(QStringLiteral("--offload-arch=gfx942")));
    }

    void choosesWhatAGpuBuildCompiles()
    {
        Bench bench;
        bench.tree->files = {
            {"src/a.cu", "#include \"a.cuh\"\n"},
            {"src/a.cuh", "#include <cuda_runtime.h>\n"},
            {"src/host.cpp", "#include \"deep.h\"\n"},
            {"include/deep.h", "#include <cublas_v2.h>\n"},
            {"src/plain.cpp", "#include <vector>\nint x;\n"},
            {"src/launch.cc", "void f() { k<<<1, 2>>>(); }\n"},
            {"src/comment.cpp", "// #include <cuda_runtime.h> k<<<1,1>>>\n"},
            {"src/old.cu", "__global__ void k();\n"},
            {"src/x.hip", "int y;\n"},
            {"doc/readme.md", "<<<\n"},
        };
        bench.port("src/old.hip", "__global__ void k();\n", {}, "src/old.cu");
        const auto plan = planGate(bench.input, bench.options, {});
        QVERIFY(plan.ok());
        QCOMPARE(unitPaths(*plan),
                 QStringList({QStringLiteral("src/a.cu"), QStringLiteral("src/host.cpp"),
                              QStringLiteral("src/launch.cc"), QStringLiteral("src/old.hip"),
                              QStringLiteral("src/x.hip")}));
    }

    void errorsLeadBackToTheOriginalAndTheChange()
    {
        Bench bench;
        const QByteArray original = "#include <cuda_runtime.h>\nint ok;\nint FAIL_here;\n";
        bench.tree->files = {{"a.cu", original}};
        bench.port("a.cu", original,
                   {insertion("aaaa", 1, 0, "#ifdef USE_ROCM\n// FAIL ours\n#endif\n")});
        const GateResult result = bench.run();
        QVERIFY(result.compilerFound);
        QCOMPARE(result.compiler.version, QStringLiteral("fake clang 1.0"));
        QCOMPARE(result.count(GateStatus::Failed), 1);
        const GateFile* file = fileOf(result, "a.cu");
        QVERIFY(file != nullptr);
        QVERIFY(file->changed);
        QCOMPARE(file->reason, QStringLiteral("fake failure"));
        QCOMPARE(file->diagnostics.size(), 2);
        QCOMPARE(file->diagnostics[0].line, 2);
        QCOMPARE(file->diagnostics[0].originalLine, 1);
        QCOMPARE(file->diagnostics[0].hunkKey, QByteArray("aaaa"));
        QCOMPARE(result.titles.value("aaaa"), QStringLiteral("title of aaaa"));
        QCOMPARE(file->diagnostics[1].line, 6);
        QCOMPARE(file->diagnostics[1].originalLine, 3);
        QVERIFY(file->diagnostics[1].hunkKey.isEmpty());
        QVERIFY(!file->command.contains(QDir::tempPath() + QStringLiteral("/rocport")));
    }

    void headersStandAsTheirUsersSay()
    {
        Bench bench;
        bench.tree->files = {{"a.cu", "#include \"h.cuh\"\n// IN h.cuh 2 bad\n"},
                             {"b.cu", "#include \"g.cuh\"\n"},
                             {"h.cuh", "one\n"},
                             {"g.cuh", "one\n"},
                             {"lonely.cuh", "one\n"}};
        bench.port("h.cuh", "one\n", {insertion("hhhh", 1, 0, "new\nnew\n")});
        bench.port("g.cuh", "one\n", {insertion("gggg", 1, 0, "new\n")});
        bench.port("lonely.cuh", "one\n", {insertion("llll", 1, 0, "new\n")});
        const GateResult result = bench.run();
        const GateFile* failed = fileOf(result, "h.cuh");
        QVERIFY(failed != nullptr);
        QVERIFY(failed->isHeader);
        QCOMPARE(failed->status, GateStatus::Failed);
        QCOMPARE(failed->diagnostics[0].hunkKey, QByteArray("hhhh"));
        QCOMPARE(failed->diagnostics[0].includedFrom, QStringList(QStringLiteral("a.cu:2")));
        QCOMPARE(fileOf(result, "g.cuh")->status, GateStatus::Passed);
        QVERIFY(fileOf(result, "g.cuh")->reason.contains(QStringLiteral("b.cu")));
        QCOMPARE(fileOf(result, "lonely.cuh")->status, GateStatus::NotChecked);
        QCOMPARE(result.files.first().status, GateStatus::Failed); // failed first
        bench.options.headersAlone = true;
        const GateResult alone = bench.run();
        QCOMPARE(fileOf(alone, "lonely.cuh")->status, GateStatus::Passed);
    }

    void missingHeadersSayWhatTheyMean_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        QTest::newRow("torch") << QByteArray("torch/extension.h") << int(GateStatus::NotChecked)
                               << "PyTorch";
        QTest::newRow("library") << QByteArray("hipblas/hipblas.h") << int(GateStatus::NotChecked)
                                 << "not installed here";
        QTest::newRow("third party")
            << QByteArray("gtest/gtest.h") << int(GateStatus::NotChecked) << "not installed here";
        QTest::newRow("cuda") << QByteArray("cuda_bf16.h") << int(GateStatus::Failed)
                              << "file not found";
        QTest::newRow("own") << QByteArray("deep/own.h") << int(GateStatus::NotChecked)
                             << "include folder";
    }
    void missingHeadersSayWhatTheyMean()
    {
        QFETCH(QByteArray, header);
        QFETCH(int, status);
        QFETCH(QString, reason);
        Bench bench;
        bench.tree->files = {{"a.cu", "// MISSING " + header + "\n"}, {"x/own.h", "\n"}};
        const GateResult result = bench.run();
        const GateFile* file = fileOf(result, "a.cu");
        QCOMPARE(int(file->status), status);
        QVERIFY2(file->reason.contains(reason), qPrintable(file->reason));
    }

    void anotherErrorCountsMoreThanAMissingHeader()
    {
        Bench bench;
        bench.tree->files = {{"a.cu", "// FAIL\n// MISSING torch/extension.h\n"}};
        QCOMPARE(fileOf(bench.run(), "a.cu")->status, GateStatus::Failed);
    }

    void whatIsNotAcceptedIsNotCompiled()
    {
        Bench bench;
        bench.tree->files = {{"a.cu", "// FAIL\n"}};
        bench.input.undecided = {RepoPath("a.cu")};
        const GateResult result = bench.run();
        QCOMPARE(fileOf(result, "a.cu")->status, GateStatus::NotChecked);
        QVERIFY(fileOf(result, "a.cu")->reason.contains(QStringLiteral("accepted")));
    }

    void torchTranslatesAndLinesStay()
    {
        Bench bench;
        const QByteArray original = "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n"
                                    "void f() { cudaFree(0); } // FAIL\n"
                                    "#include <cuda_fp8.h>\n"
                                    "unsigned g() { return cuCabsf({}) + CU_CTX_SCHED_SPIN; }\n";
        bench.tree->files = {{"a.cu", original}};
        bench.input.strategy = Strategy::TorchExtension;
        const auto plan = planGate(bench.input, bench.options, {});
        QVERIFY(plan.ok());
        const QByteArray content = plan->tree.file(RepoPath("a.cu"))->content;
        QVERIFY(content.contains("hipFree"));
        // PyTorch's tables lack these two, and give the third a name of their own.
        QVERIFY(content.contains("<cuda_fp8.h>") && content.contains("cuCabsf"));
        QVERIFY(content.contains("HIP_CTX_SCHED_SPIN"));
        QVERIFY(plan->translated);
        const GateResult result = bench.run();
        QCOMPARE(fileOf(result, "a.cu")->diagnostics[0].originalLine, 3);
    }

    void flagsComeFromTheBuild()
    {
        Bench bench;
        bench.tree->files = {
            {"CMakeLists.txt",
             "set(CMAKE_CUDA_STANDARD 20)\n"
             "include_directories(${CMAKE_CURRENT_SOURCE_DIR}/inc # why\n  \"other dir\")\n"
             "add_definitions(-DTOP=1)\nif(MSVC)\n add_definitions(-DMS)\nendif()\n"
             "target_compile_definitions(x PRIVATE ONE TWO=2 $<A:B>)\n"},
            {"inc/i.h", ""},
            {"other dir/o.h", ""},
            {"py/setup.py",
             "CUDAExtension(include_dirs=[os.path.join(here, 'csrc', 'include'), \"inc2\"],\n"
             " extra_compile_args=['-O3', '-DPY=1', '-fplugin=evil.so'])\n"},
            {"py/csrc/include/p.h", ""},
            {"py/inc2/q.h", ""},
            {"Makefile", "CFLAGS = -I mk -DMAKE $(OTHER)\n"},
            {"mk/m.h", ""},
            {"lib/deep/g/guess.h", ""},
            {"a.cu", "#include <g/guess.h>\n"},
        };
        bench.input.repositoryRoot = QStringLiteral("/repo");
        bench.input.compileCommands =
            "[{\"directory\":\"/repo/build\",\"file\":\"../a.cu\","
            "\"command\":\"nvcc -I../inc -isystem /usr/include/eigen -DCC=\\\"x y\\\" "
            "-fplugin=bad.so -std=c++17 -c ../a.cu\"},"
            "{\"directory\":\"/elsewhere\",\"file\":\"z.cu\",\"command\":\"nvcc z.cu\"}]";
        const auto plan = planGate(bench.input, bench.options, {});
        QVERIFY(plan.ok());
        const BuildFlags& flags = plan->flags;
        for (const char* folder :
             {"inc", "other dir", "py/csrc/include", "py/inc2", "mk", "", "lib/deep"}) {
            QVERIFY2(flags.folders.contains(RepoPath(folder)), folder);
        }
        QCOMPARE(flags.standard, QStringLiteral("c++20"));
        const QStringList defines = flags.defines;
        for (const char* define : {"TOP=1", "ONE", "TWO=2", "PY=1", "MAKE"}) {
            QVERIFY2(defines.contains(QLatin1String(define)), define);
        }
        QVERIFY(!defines.contains(QStringLiteral("MS")));
        const QStringList own = flags.perFile.value(RepoPath("a.cu"));
        QCOMPARE(own.mid(0, 4),
                 QStringList({QStringLiteral("-I"), QStringLiteral("%ROOT%/inc"),
                              QStringLiteral("-isystem"), QStringLiteral("/usr/include/eigen")}));
        QVERIFY(own.contains(QStringLiteral("-std=c++17")));
        QVERIFY(plan->units[0].arguments.filter(QStringLiteral("plugin")).isEmpty());
        QCOMPARE(flags.perFile.size(), 1);
        QVERIFY(bench.run().compilerFound);
        QVERIFY(bench.log().contains("-DUSE_ROCM"));
        QVERIFY(bench.log().contains("--offload-arch=gfx942"));
        QVERIFY(!bench.log().contains("plugin"));
    }

    void olderHeadersAreNoted()
    {
        Bench bench;
        bench.tree->files = {{"a.cu", "\n"}};
        bench.input.target.rocm = Version{7, 2};
        const GateResult result = bench.run();
        QVERIFY(result.notes.join(u' ').contains(QStringLiteral("older than the target 7.2")));
        bench.input.target.rocm = Version{7, 0};
        QVERIFY(!bench.run().notes.join(u' ').contains(QStringLiteral("older")));
        // The headers tell HIP's version, which is another one than the release's.
        test::makeFakeRocm(bench.folder.filePath(QStringLiteral("rocm")), 7, 16);
        bench.input.target.rocm = Version{10, 1};
        const GateResult newer = bench.run();
        QVERIFY(!newer.notes.join(u' ').contains(QStringLiteral("older")));
        QVERIFY(renderGateText(newer).contains("headers of ROCm 10.1 (HIP 7.16)"));
        bench.input.target.rocm = Version{10, 2};
        QVERIFY(bench.run().notes.join(u' ').contains(
            QStringLiteral("those of ROCm 10.1, older than the target 10.2")));
    }

    void withoutACompilerNothingIsChecked()
    {
        Bench bench;
        bench.tree->files = {{"a.cu", "\n"}};
        bench.options.search.path = {QStringLiteral("/nonexistent")};
        const GateResult result = bench.run();
        QVERIFY(!result.compilerFound);
        QCOMPARE(fileOf(result, "a.cu")->status, GateStatus::NotChecked);
        QCOMPARE(fileOf(result, "a.cu")->reason, QStringLiteral("no compiler"));
        QVERIFY(!result.notes.isEmpty());
    }

    void cancelEndsCompilersAndLeavesNothing()
    {
        Bench bench;
        bench.tree->files = {
            {"a.cu", "// SLEEP\n"}, {"b.cu", "// SLEEP\n"}, {"c.cu", "// SLEEP\n"}};
        QTemporaryDir temporary;
        qputenv("TMPDIR", QFile::encodeName(temporary.path()));
        CancelToken cancel;
        std::atomic<bool> running = false;
        bench.options.jobs = 2;
        auto future = QtConcurrent::run([&] {
            return runGate(bench.input, bench.options, LocalProcessRunner(), cancel,
                           [&](const GateProgress&) { running = true; });
        });
        QTRY_VERIFY(running.load());
        cancel.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(future.isFinished(), 10000);
        QVERIFY(!future.result().ok());
        QCOMPARE(future.result().error().code, ErrorCode::Cancelled);
        QVERIFY(QDir(temporary.path()).isEmpty());
        qunsetenv("TMPDIR");
    }

    /// Where a line that does not compile was left as it is, the result says whose doing that is.
    void errorsInOriginalTextSayWhatWasProposed()
    {
        Bench bench;
        const QByteArray original = "int FAIL_one;\nint FAIL_two;\nint FAIL_three;\nint ok;\n";
        bench.tree->files = {{"a.cu", original}};
        bench.port("a.cu", original, {insertion("aaaa", 4, 44, "// FAIL ours\n")});
        bench.input.open = {
            {"bbbb", QStringLiteral("two lines"), RepoPath("a.cu"), 1, 2},
            {"cccc", QStringLiteral("put before"), RepoPath("a.cu"), 2, 1},
            {"dddd", QStringLiteral("elsewhere"), RepoPath("b.cu"), 3, 3},
        };
        const GateResult result = bench.run();
        const GateFile* file = fileOf(result, "a.cu");
        QVERIFY(file != nullptr);
        QCOMPARE(file->diagnostics.size(), 4);
        QCOMPARE(file->diagnostics[0].openKeys, QVector<QByteArray>{"bbbb"});
        QCOMPARE(file->diagnostics[1].openKeys, (QVector<QByteArray>{"bbbb", "cccc"}));
        QVERIFY(file->diagnostics[2].openKeys.isEmpty());
        QVERIFY(nothingWasProposed(file->diagnostics[2]));
        QCOMPARE(file->diagnostics[3].hunkKey, QByteArray("aaaa"));
        QVERIFY(!nothingWasProposed(file->diagnostics[3]));
        const QByteArray text = renderGateText(result);
        QVERIFY2(text.contains("original text; nothing was proposed here; ported a.cu:3:"), text);
        QVERIFY2(text.contains("proposed and not accepted: change bbbb, two lines"), text);
        QCOMPARE(text.count("nothing was proposed here"), 1);
        const QJsonObject json = QJsonDocument::fromJson(renderGateJson(result)).object();
        const QJsonArray said =
            json[QStringLiteral("files")][0][QStringLiteral("diagnostics")].toArray();
        QCOMPARE(said[0][QStringLiteral("origin")].toString(), QStringLiteral("not-accepted"));
        QCOMPARE(said[0][QStringLiteral("notAccepted")][0][QStringLiteral("change")].toString(),
                 QStringLiteral("bbbb"));
        QCOMPARE(said[2][QStringLiteral("origin")].toString(), QStringLiteral("nothing-proposed"));
        QCOMPARE(said[3][QStringLiteral("origin")].toString(), QStringLiteral("change"));
    }

    void renderings()
    {
        Bench bench;
        const QByteArray original = "int x;\n";
        bench.tree->files = {{"a b.cu", original}, {"t.cu", "// MISSING torch/all.h\n"}};
        bench.port("a b.cu", original, {insertion("aaaa", 1, 0, "// FAIL\n")});
        const GateResult result = bench.run();
        const QByteArray text = renderGateText(result);
        QVERIFY(text.contains("failed       a b.cu\n    a b.cu:1: error: fake failure\n"));
        QVERIFY(text.contains("change aaaa, title of aaaa"));
        QVERIFY(text.contains("not checked  t.cu: it needs PyTorch's headers"));
        QVERIFY(text.contains("0 files compile, 1 failed, 1 not checked"));
        const QJsonObject json = QJsonDocument::fromJson(renderGateJson(result)).object();
        QCOMPARE(json[QStringLiteral("format")].toInt(), 1);
        const QJsonObject first = json[QStringLiteral("files")].toArray()[0].toObject();
        QCOMPARE(first[QStringLiteral("status")].toString(), QStringLiteral("failed"));
        const QJsonObject error = first[QStringLiteral("diagnostics")].toArray()[0].toObject();
        QCOMPARE(error[QStringLiteral("originalLine")].toInt(), 1);
        QCOMPARE(error[QStringLiteral("change")].toString(), QStringLiteral("aaaa"));
        const QJsonObject sarif = QJsonDocument::fromJson(renderGateSarif(result)).object();
        const QJsonObject run = sarif[QStringLiteral("runs")].toArray()[0].toObject();
        const QJsonArray results = run[QStringLiteral("results")].toArray();
        QCOMPARE(results.size(), 1);
        const QByteArray sarifText = renderGateSarif(result);
        QVERIFY(sarifText.contains("\"uri\": \"a%20b.cu\""));
        QVERIFY(sarifText.contains("\"ruleId\": \"verify-build\""));
    }
};

QTEST_GUILESS_MAIN(TestGate)
#include "tst_gate.moc"
