// Device code as host code: launches, shared variables, what has no meaning on the CPU.
#include "core/lanes/kernelsignature.h"
#include "core/lanes/lanesource.h"

#include "core/text/bytes.h"

#include <QTest>

using namespace rocport;

class LaneSourceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rewrites_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* source, const char* expected) {
            QTest::newRow(name) << QByteArray(source) << QByteArray(expected);
        };
        row("launch", "k<<<g, b>>>(x, 1);",
            "::rocport_lanes::launcher(\"k\", ::rocport_lanes::Site::here(), [=](auto&... lanes_a) "
            "{ "
            "k(lanes_a...); }, ::rocport_lanes::Sizes(g, b), [&](auto&... lanes_a) requires "
            "requires "
            "{ k(lanes_a...); } {})(x, 1);");
        row("launch of a template", "ns::k<T, 4><<<g, b, n * sizeof(T), s>>>();",
            "::rocport_lanes::launcher(\"ns::k<T,4>\", ::rocport_lanes::Site::here(), [=](auto&... "
            "lanes_a) { "
            "ns::k<T, 4>(lanes_a...); }, ::rocport_lanes::Sizes(g, b, n * sizeof(T), s), "
            "[&](auto&... lanes_a) requires requires { ns :: k < T , 4 >(lanes_a...); } {})();");
        row("launch of a pasted name", "#define RUN(f) f##_of_float<<<1, 64>>>(x)",
            "#define RUN(f) ::rocport_lanes::launcher(\"f_of_float\", "
            "::rocport_lanes::Site::here(), "
            "[=](auto&... lanes_a) { f##_of_float(lanes_a...); }, ::rocport_lanes::Sizes(1, 64), "
            "[&](auto&... lanes_a) requires requires { f ## _of_float(lanes_a...); } {})(x)");
        row("PTX", "asm volatile(\"a;\" \"b;\" : \"=r\"(x), \"+f\"(y) : \"l\"(p) : \"memory\");",
            "::rocport_lanes::runPtx(::rocport_lanes::Site::here(), [] { static const "
            "::rocport_lanes::PtxCode "
            "lanes_code(\"a;\" \"b;\" ); return &lanes_code; }() , "
            "::rocport_lanes::ptxOperand(\"=r\", "
            "(x)) "
            ", ::rocport_lanes::ptxOperand(\"+f\", (y))  , ::rocport_lanes::ptxOperand(\"l\", (p)) "
            " );");
        row("PTX without operands", "asm(\"membar.gl;\");",
            "::rocport_lanes::runPtx(::rocport_lanes::Site::here(), [] { static const "
            "::rocport_lanes::PtxCode "
            "lanes_code(\"membar.gl;\"); return &lanes_code; }());");
        row("PTX without results", "asm(\"x;\" :: \"r\"(a));",
            "::rocport_lanes::runPtx(::rocport_lanes::Site::here(), [] { static const "
            "::rocport_lanes::PtxCode "
            "lanes_code(\"x;\" ); return &lanes_code; }() , ::rocport_lanes::ptxOperand(\"r\", "
            "(a)));");
        row("copy", "CHECK(cudaMemcpy(h, d_scan + 1, n, cudaMemcpyDeviceToHost));",
            "CHECK((::rocport_lanes::nameCopy(\"d_scan + 1\", ::rocport_lanes::Site::here()), "
            "cudaMemcpy(h, d_scan + 1, n, cudaMemcpyDeviceToHost)));");
        row("copy by the driver's name", "cuMemcpyDtoH(h, d, n);",
            "(::rocport_lanes::nameCopy(\"d\", ::rocport_lanes::Site::here()), "
            "cuMemcpyDtoH(h, d, n));");
        row("copy of a cast address", "::hipMemcpyDtoH(h, (hipDeviceptr_t*)&a[\"x\"], n);",
            "(::rocport_lanes::nameCopy(\"a[\\\"x\\\"]\", ::rocport_lanes::Site::here()), "
            "::hipMemcpyDtoH(h, (hipDeviceptr_t*)&a[\"x\"], n));");
        row("copy to the device", "cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);",
            "cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);");
        row("copy, declared", "cudaError_t cudaMemcpy(void* to, const void* from, size_t n);",
            "cudaError_t cudaMemcpy(void* to, const void* from, size_t n);");
        row("copy of an object's own",
            "a.cudaMemcpy(b, c); x->hipMemcpy(b, c); n::hipMemcpy(b, c);",
            "a.cudaMemcpy(b, c); x->hipMemcpy(b, c); n::hipMemcpy(b, c);");
        row("copy, unfinished", "cudaMemcpy(h, d", "cudaMemcpy(h, d");
        row("shift is no launch", "int x = a << b; y = c >> d;", "int x = a << b; y = c >> d;");
        row("shared", "__global__ void k() { __shared__ float s[32][33]; }",
            "__global__ void k() { typedef float s_lanes_t[32][33]; struct s_lanes_k; "
            "s_lanes_t& s = ::rocport_lanes::shared<s_lanes_t, s_lanes_k>(); }");
        row("shared, several", "void k() { static __shared__ int a, b[2]; }",
            "void k() { typedef  int a_lanes_t, b_lanes_t[2]; struct a_lanes_k; "
            "a_lanes_t& a = ::rocport_lanes::shared<a_lanes_t, a_lanes_k>(); struct b_lanes_k; "
            "b_lanes_t& b = ::rocport_lanes::shared<b_lanes_t, b_lanes_k>(); }");
        row("shared of a template's type",
            "void k() { __shared__ typename cub::BlockReduce<T, 128>::TempStorage t; }",
            "void k() { typedef typename cub::BlockReduce<T, 128>::TempStorage t_lanes_t; "
            "struct t_lanes_k; t_lanes_t& t = ::rocport_lanes::shared<t_lanes_t, t_lanes_k>(); }");
        row("dynamic", "void k() { extern __shared__ float s[]; }",
            "void k() { typedef  float s_lanes_t[]; "
            "s_lanes_t& s = ::rocport_lanes::dynamicShared<s_lanes_t>(); }");
        row("dynamic, the type first", "void k() { extern double __shared__ s[]; }",
            "void k() { typedef double  s_lanes_t[]; "
            "s_lanes_t& s = ::rocport_lanes::dynamicShared<s_lanes_t>(); }");
        row("shared, outside", "__shared__ int s[4];",
            "typedef int s_lanes_t[4]; struct s_lanes_k; static "
            "::rocport_lanes::StaticShared<s_lanes_t, "
            "s_lanes_k> s;");
        row("sizes of a launch", "x = blockDim.x * p.gridDim.x; f(blockDim);",
            "x = ::rocport_lanes::dimOf(blockDim).x * p.gridDim.x; f(blockDim);");
        row("clock", "__global__ void k() { t = clock(); u = std::clock(); }",
            "__global__ void k() { LANES_ROW { t = ::rocport_lanes::clockNow(); u = std::clock(); "
            "} LANES_ROW_END }");
        row("dynamic, outside", "namespace a {\nextern __shared__ float s[];\n}",
            "namespace a {\ntypedef  float s_lanes_t[]; static "
            "::rocport_lanes::DynamicShared<std::remove_extent_t<s_lanes_t>> s;\n}");
        row("shared in a macro", "#define S __shared__\n", "#define S __shared__\n");
        row("shared in a macro with parameters", "#define S(t, n) extern __shared__ t n[]\n",
            "#define S(t, n) typedef  t n##_lanes_t[]; "
            "n##_lanes_t& n = ::rocport_lanes::dynamicShared<n##_lanes_t>()\n");
        row("a zero in a launch, spaced", "k << <1, 2>> >(0);",
            "::rocport_lanes::launcher(\"k\", ::rocport_lanes::Site::here(), [=](auto&... lanes_a) "
            "{ k (lanes_a...); }, ::rocport_lanes::Sizes( 1, 2), [&](auto&... lanes_a) requires "
            "requires { k(lanes_a...); } {}) (::rocport_lanes::Zero());");
        row("noinline", "__noinline__ void f();", " void f();");
        row("kernel by address", "cudaLaunchKernel((const void*)k, g, b, a);",
            "cudaLaunchKernel(k, g, b, a);");
        row("in a comment", "// k<<<g, b>>>(x)\n\"__shared__ int x;\"",
            "// k<<<g, b>>>(x)\n\"__shared__ int x;\"");
        row("unfinished", "k<<<g, b", "k<<<g, b");
        row("shared, unfinished", "__shared__ float s[", "__shared__ float s[");
    }

    void rewrites()
    {
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, expected);
        const LaneSource result = laneSource(source, true);
        QCOMPARE(result.text, expected);
        QCOMPARE(result.changed, source != expected);
        QVERIFY(result.problems.isEmpty());
    }

    /// A prototype before its own definition is no other source's.
    void prototypesOfASourceAreItsOwn()
    {
        const QByteArray source = "__device__ float f(float);\n__device__ float f(float x)\n{\n"
                                  "    return x;\n}\n";
        LaneNames names;
        for (int i = 0; i < 2; ++i) {
            const std::vector<CToken> tokens = lexC(viewOf(source));
            names.add(TokenWalk(viewOf(source), tokens), false);
        }
        const QByteArray expected = "static __device__ float f(float);\n"
                                    "static __device__ float f(float x)\n{\n    return x;\n}\n";
        QCOMPARE(laneSource(source, true, names).text, expected);
        const QByteArray other = "__device__ float f(float);\n";
        const std::vector<CToken> tokens = lexC(viewOf(other));
        names.add(TokenWalk(viewOf(other), tokens), true);
        QCOMPARE(laneSource(source, true, names).text, source);
    }

    void namesOfSeveralSources()
    {
        const QByteArray source = "__device__ int value = 1;\n__device__ int alone;\n"
                                  "__global__ void k() {}\nvoid* p = (void*)k;\n"
                                  "void* q = (void*)other;\n";
        LaneNames names;
        for (const QByteArray& one : {source, QByteArray("__constant__ float value;")}) {
            const std::vector<CToken> tokens = lexC(viewOf(one));
            names.add(TokenWalk(viewOf(one), tokens), false);
        }
        const QByteArray expected =
            "static __device__ int value = 1;\n__device__ int alone;\n"
            "__global__ void k() {}\nvoid* p = ::rocport_lanes::address(k);\n"
            "void* q = (void*)other;\n";
        QCOMPARE(laneSource(source, true, names).text, expected);
    }

    void linesStay()
    {
        const QByteArray source =
            "void k()\n{\n    __shared__\n    float\n    s[4];\n"
            "    cudaLaunchKernel((const\nvoid*)k, g);\n    k<<<g,\n      b>>>(\n"
            "      1);\n    last();\n}\n";
        const QByteArray text = laneSource(source, true).text;
        QCOMPARE(text.count('\n'), source.count('\n'));
        QCOMPARE(text.left(text.indexOf("last")).count('\n'),
                 source.left(source.indexOf("last")).count('\n'));
    }

    void kernelsAreListed()
    {
        const LaneSource result =
            laneSource("__global__ void declared(int* x);\n"
                       "template <typename T> __global__ void __launch_bounds__(256)\n"
                       "first(T* x)\n{\n    *x = 1;\n}\n__global__ void second() {}\n",
                       true);
        QCOMPARE(result.kernels.size(), 2);
        QCOMPARE(result.kernels.first().name, QByteArray("first"));
        QCOMPARE(result.kernels.first().line, 3);
        QCOMPARE(result.kernels.first().lastLine, 6);
        QCOMPARE(result.kernels.last().name, QByteArray("second"));
        QCOMPARE(result.kernels.last().line, 7);
    }

    /// Whatever macros stand before its name, each reader takes the same word for it.
    void kernelsBehindMacros_data()
    {
        QTest::addColumn<QByteArray>("head"); // up to the parameters
        const auto row = [](const char* name, const char* head) {
            QTest::newRow(name) << QByteArray(head);
        };
        row("plain", "__global__ void k");
        row("bounds", "__global__ void __launch_bounds__(256, 2) k");
        row("before", "__launch_bounds__(256) __global__ void k");
        row("torch", "__global__ void C10_LAUNCH_BOUNDS_1(256) k");
        row("own", "__global__ void OWN_BOUNDS(kThreads, (2 + 1)) k");
        row("both", "__global__ OWN_BOUNDS(4) __cluster_dims__(2, 1) void k");
        row("attribute", "static __global__ __attribute__((used)) void k");
        row("template", "template <typename T, int N = (4)> __global__ void OWN(N) k");
    }
    void kernelsBehindMacros()
    {
        QFETCH(QByteArray, head);
        for (const QByteArray tail :
             {" {}", " noexcept(true) {}", " requires(true) {}", ";", " __attribute__((cold));"}) {
            const QByteArray text = head + "(float* x, int n)" + tail;
            const QByteArray uses = "\nvoid* p = (void*)k;\nvoid* q = (void*)OWN_BOUNDS;\n";
            const QByteArray source = text + uses;
            const std::vector<CToken> tokens = lexC(viewOf(source));
            const TokenWalk walk(viewOf(source), tokens);
            LaneNames names;
            names.add(walk, false);
            QCOMPARE(names.kernels, QSet<QByteArray>{"k"});
            const LaneSource result = laneSource(source, true, names);
            QVERIFY2(result.text.contains("p = ::rocport_lanes::address(k);"),
                     result.text.constData());
            QVERIFY(result.text.contains("q = (void*)OWN_BOUNDS;"));
            const QVector<KernelSignature> signatures = kernelSignatures(walk);
            const bool isDefined = tail.endsWith('}');
            QCOMPARE(result.kernels.size(), isDefined ? 1 : 0);
            QCOMPARE(signatures.size(), isDefined ? 1 : 0);
            if (isDefined) {
                QCOMPARE(result.kernels.first().name, QByteArray("k"));
                QCOMPARE(signatures.first().name, QStringLiteral("k"));
                QCOMPARE(signatures.first().parameters.size(), 2);
            }
        }
    }

    void kernelsOfAnyShapeAreReadOnce()
    {
        constexpr int kMany = 20000;
        const QByteArray nested = QByteArray("__global__ f(").repeated(kMany);
        for (const QByteArray& source :
             {nested + QByteArray(kMany, ')'), nested, nested + QByteArray(") x").repeated(kMany),
              QByteArray("__global__ ").repeated(kMany) + QByteArray("x ").repeated(kMany),
              QByteArray("__global__ f(a) b(c) ").repeated(kMany)}) {
            const std::vector<CToken> tokens = lexC(viewOf(source));
            LaneNames names;
            names.add(TokenWalk(viewOf(source), tokens), false);
            QVERIFY(names.kernels.size() <= 1);
            QVERIFY(laneSource(source, true, names).kernels.isEmpty());
        }
    }

    void assemblyIsNamed()
    {
        const LaneSource result =
            laneSource("void f()\n{\n    asm volatile(\"s_nop 0\" : \"=r\"(x));\n"
                       "    asm(\"\");\n    asm volatile(\"\" ::: \"memory\");\n}\n",
                       false);
        QCOMPARE(result.problems.size(), 1);
        QCOMPARE(result.problems.first().line, 3);
        QCOMPARE(result.problems.first().what, QStringLiteral("inline assembly"));
    }
};

QTEST_GUILESS_MAIN(LaneSourceTest)
#include "tst_lanesource.moc"
