// Modules of execution on lanes: what a program asks to have compiled, and files that it names.
#include "core/base/cancelscope.h"
#include "core/lanes/lanemodule.h"
#include "core/lanes/lanemodulefiles.h"
#include "core/lanes/lanesource.h"
#include "memorytree.h"

#include <QtTest>

using namespace rocport;

class TestLaneModule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsAreEntered_data();
    void kernelsAreEntered();
    void variablesAreEntered();
    void requestsAreRead();
    void badRequests_data();
    void badRequests();
    void linesStay();
    void options_data();
    void options();
    void optionsOfTwo();
    void sharedInOneMacro();
    void cancelled();
    void namesAreExpressionsOnly();
    void needs();
    void sourcesOfFiles();

private:
    static QByteArray field(const QByteArray& name, const QByteArray& value)
    {
        return name + ' ' + QByteArray::number(value.size()) + '\n' + value + '\n';
    }
};

void TestLaneModule::kernelsAreEntered_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("entry");
    const auto row = [](const char* name, const char* source, const char* entry) {
        QTest::newRow(name) << QByteArray(source) << QByteArray(entry);
    };
    row("with C's name", "extern \"C\" __global__ void k(float* a, int n) { a[0] = n; }",
        "LANES_MODULE_KERNEL(k, float * a, int n)");
    row("without parameters", "__global__ void k() {}", "LANES_MODULE_KERNEL(k)");
    row("without what it is by default", "__global__ void k(int n = f(1, 2)) {}",
        "LANES_MODULE_KERNEL(k, int n)");
    row("behind bounds", "__global__ void __launch_bounds__(256) k(pair<int, int> p) {}",
        "LANES_MODULE_KERNEL(k, pair < int , int > p)");
    row("not of a template", "template <typename T> __global__ void k(T* a) {}", "");
    row("not declared only", "__global__ void k(int n);", "");
    row("not in a macro", "#define K(n) __global__ void n() {}\n", "");
}

void TestLaneModule::kernelsAreEntered()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, entry);
    const QByteArray text = laneSource(source, true, {}, LaneUse::Modules).text;
    QCOMPARE(text.contains("LANES_MODULE_KERNEL"), !entry.isEmpty());
    QVERIFY2(entry.isEmpty() || text.contains("} " + entry), text.constData());
    QVERIFY(!laneSource(source, true).text.contains("LANES_MODULE_KERNEL"));
}

/// Those that the compiler gives no symbol.
void TestLaneModule::variablesAreEntered()
{
    const QByteArray source = "static __constant__ Data a[4];\n__device__ static int b = f(1);\n"
                              "__constant__ int c;\n__device__ static int d(int x);\n"
                              "namespace n { static __device__ int e; }\n"
                              "__device__ void f() { static int g; }\n"
                              "template <int N> static __device__ int h;\n";
    const QByteArray text = laneSource(source, true, {}, LaneUse::Modules).text;
    QCOMPARE(text.count("LANES_MODULE_VARIABLE"), 2);
    QVERIFY2(text.contains("a[4]; LANES_MODULE_VARIABLE(a)\n"), text.constData());
    QVERIFY2(text.contains("f(1); LANES_MODULE_VARIABLE(b)\n"), text.constData());
}

void TestLaneModule::requestsAreRead()
{
    const auto request = readLaneModuleRequest(
        field("name", "k.cu") + field("source", "a\nb") + field("option", "-DA") +
        field("expression", "k<1>") + field("include", "h.h") + field("header", "int x;\n"));
    QVERIFY(request);
    QCOMPARE(request->name, QByteArray("k.cu"));
    QCOMPARE(request->source, QByteArray("a\nb"));
    QCOMPARE(request->options, QVector<QByteArray>{QByteArray("-DA")});
    QCOMPARE(request->expressions, QVector<QByteArray>{QByteArray("k<1>")});
    QCOMPARE(request->headers.size(), 1);
    QCOMPARE(request->headers[0].first, QByteArray("h.h"));
    QCOMPARE(request->headers[0].second, QByteArray("int x;\n"));
}

void TestLaneModule::badRequests_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no source") << QByteArray("name 1\na\n");
    QTest::newRow("too short") << QByteArray("source 9\nabc\n");
    QTest::newRow("no end") << QByteArray("source 3\nabc");
    QTest::newRow("negative") << QByteArray("source -1\nabc\n");
    QTest::newRow("huge") << QByteArray("source 9223372036854775807\nabc\n");
    QTest::newRow("unknown") << QByteArray("source 1\na\nrun 1\nx\n");
    QTest::newRow("a header without a name") << QByteArray("source 1\na\nheader 1\nx\n");
    QTest::newRow("many") << QByteArray("source 1\na\n") +
                                 QByteArray("option 0\n\n").repeated(9000);
}

void TestLaneModule::badRequests()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!readLaneModuleRequest(bytes));
}

/// The text that is compiled names the program's source and keeps its lines.
void TestLaneModule::linesStay()
{
    LaneModuleRequest request;
    request.name = "./k.cu";
    request.source = "#include \"h.h\"\n#include <vector>\n__global__ void k(int* a)\n{\n"
                     "    __shared__ int row[4];\n    row[0] = a[0];\n}\n";
    request.options = {"-DSIZE=4", "-U", "OLD"};
    request.headers = {{"h.h", "int x;\n"}};
    request.expressions = {"&k"};
    const LaneModuleText text = laneModuleText(request, true, "kernels");
    QCOMPARE(text.code, LaneRtcCode::Success);
    const QList<QByteArray> lines = text.main.split('\n');
    QCOMPARE(lines[0], QByteArray("#define SIZE 4"));
    QCOMPARE(lines[1], QByteArray("#undef OLD"));
    QCOMPARE(lines[2], QByteArray("#line 1 \"kernels/k.cu\""));
    QCOMPARE(lines[3], QByteArray("#include \"header0.h\""));
    QCOMPARE(lines[4], QByteArray("#include <vector>"));
    QVERIFY(lines[8].contains("row[0] = a[0];"));
    QVERIFY(text.main.endsWith("LANES_MODULE_EXPRESSION(0, k)\n"));
    QCOMPARE(text.headers, QVector<QByteArray>{QByteArray("#line 1 \"kernels/h.h\"\nint x;\n")});
}

void TestLaneModule::options_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<bool>("isNvidia");
    QTest::addColumn<int>("code");
    const auto row = [](const char* option, bool isNvidia, LaneRtcCode code) {
        QTest::addRow("%s %s", option, isNvidia ? "NVRTC" : "hipRTC")
            << QByteArray(option) << isNvidia << static_cast<int>(code);
    };
    row("--gpu-architecture=compute_80", true, LaneRtcCode::Success);
    row("--gpu-architecture=sm_90a", true, LaneRtcCode::Success);
    row("-arch=compute_100f", true, LaneRtcCode::Success);
    row("--gpu-architecture=sm_90x", true, LaneRtcCode::InvalidOption);
    row("--no-cache", true, LaneRtcCode::Success);
    row("--Wreorder", true, LaneRtcCode::Success);
    row("-mllvm", false, LaneRtcCode::Compilation); // nothing behind it
    row("--gpu-architecture=gfx942", true, LaneRtcCode::InvalidOption);
    row("--use_fast_math", true, LaneRtcCode::Success);
    row("--fmad=false", true, LaneRtcCode::Success);
    row("-O3", true, LaneRtcCode::InvalidOption);
    row("-DA=1\n#include \"x\"", true, LaneRtcCode::InvalidOption);
    row("-DA=\\", true, LaneRtcCode::InvalidOption);
    row("-D;", true, LaneRtcCode::InvalidOption);
    row("-I/usr/include", true, LaneRtcCode::Success);
    row("-include=a\".h", true, LaneRtcCode::InvalidOption);
    row("--offload-arch=gfx942", false, LaneRtcCode::Success);
    row("--gpu-architecture=sm_90", false, LaneRtcCode::Compilation);
    row("--use_fast_math", false, LaneRtcCode::Compilation);
    row("-O3", false, LaneRtcCode::Success);
    row("-ffast-math", false, LaneRtcCode::Success);
}

void TestLaneModule::options()
{
    QFETCH(QByteArray, option);
    QFETCH(bool, isNvidia);
    QFETCH(int, code);
    LaneModuleRequest request;
    request.source = "int x;\n";
    request.options = {option};
    const LaneModuleText text = laneModuleText(request, isNvidia, {});
    QCOMPARE(static_cast<int>(text.code), code);
    QCOMPARE(text.log.isEmpty(), text.code == LaneRtcCode::Success);
}

/// What stands behind these is the next option.
void TestLaneModule::optionsOfTwo()
{
    for (const char* option : {"-mllvm", "-Xclang"}) {
        LaneModuleRequest request;
        request.source = "int x;\n";
        request.options = {option, "-amdgpu-early-inline-all", "-DA=1"};
        const LaneModuleText text = laneModuleText(request, false, {});
        QVERIFY2(text.code == LaneRtcCode::Success, text.log.constData());
        QVERIFY(text.main.startsWith("#define A 1\n"));
    }
}

/// Macros with as many shared variables as a request has room for take the time of their length.
void TestLaneModule::sharedInOneMacro()
{
    constexpr int kMany = 120'000;
    const QByteArray source = "#define A(n) " + QByteArray("__shared__ int n; ").repeated(kMany) +
                              "\n#define B(m) __shared__ int m; __shared__ int n;\n";
    const QByteArray text = laneSource(source, true).text;
    QCOMPARE(text.count("struct n##_lanes_k;"), kMany);
    QCOMPARE(text.count("struct m##_lanes_k;"), 1);
    QCOMPARE(text.count("struct n_lanes_k;"), 1); // no parameter of this one
}

void TestLaneModule::cancelled()
{
    const CancelToken token;
    token.cancel();
    const CancelScope scope(token);
    QVERIFY(!laneSource("__shared__ int a;\n", true).changed);
}

void TestLaneModule::namesAreExpressionsOnly()
{
    for (const char* name : {"", "k\n#include \"/etc/passwd\"", "k); int x = (1", "k;", "k // x"}) {
        LaneModuleRequest request;
        request.source = "int x;\n";
        request.expressions = {name};
        const LaneModuleText text = laneModuleText(request, true, {});
        QVERIFY2(text.code == LaneRtcCode::Compilation && !text.log.isEmpty(), name);
    }
}

void TestLaneModule::needs()
{
    const QByteArray source = "#define FILE \"data/k64.fatbin\"\nconst char* a = \"../up.ptx\";\n"
                              "const char* b = \"/tmp/x.cubin\";\nconst char* c = \".ptx\";\n"
                              "void f() { cuModuleLoad(&m, FILE); g(\"cooperative_groups.h\"); }\n";
    const std::vector<CToken> tokens = lexC(std::string_view(source.constData(), source.size()));
    LaneModuleNeeds needs;
    needs.add(TokenWalk(std::string_view(source.constData(), source.size()), tokens));
    QVERIFY(needs.loads);
    QVERIFY(!needs.compiles);
    QCOMPARE(needs.files, QStringList{QStringLiteral("data/k64.fatbin")});
    QCOMPARE(needs.headers, QStringList{QStringLiteral("cooperative_groups.h")});
}

void TestLaneModule::sourcesOfFiles()
{
    QHash<RepoPath, QByteArray> files;
    for (const char* name : {"a/main.cpp", "a/k.cu", "a/deep/only.cu", "b/k.cu", "b/other.cu"}) {
        files.insert(RepoPath(QByteArray(name)), QByteArray("int x;\n"));
    }
    const MemoryTree none;
    const auto tree = GateTree::read(none, files, CancelToken());
    QVERIFY(tree.ok());
    const QVector<RepoPath> units = {RepoPath(QByteArray("a/main.cpp"))};
    const auto found =
        laneModuleFiles({QStringLiteral("k64.fatbin"), QStringLiteral("data/k_sm_80.cubin"),
                         QStringLiteral("only.ptx"), QStringLiteral("other.ptx")},
                        *tree, units);
    QCOMPARE(found.size(), 3);
    QCOMPARE(found[0].source.bytes(), QByteArray("a/k.cu"));
    QCOMPARE(found[0].kind, QByteArray("fatbin"));
    QCOMPARE(found[1].source.bytes(), QByteArray("a/k.cu"));
    QCOMPARE(found[2].source.bytes(), QByteArray("a/deep/only.cu"));
}

QTEST_GUILESS_MAIN(TestLaneModule)
#include "tst_lanemodule.moc"
