// Which kernels run as loops over the lanes of a row, and which of those without a word to the
// engine.
#include "core/lanes/lanesource.h"

#include "core/text/bytes.h"

#include <QTest>

using namespace rocport;

namespace {

LaneSource written(const QByteArray& source)
{
    LaneNames names;
    const std::vector<CToken> tokens = lexC(viewOf(source));
    names.add(TokenWalk(viewOf(source), tokens), false);
    return laneSource(source, true, names);
}

} // namespace

class LaneRowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kinds_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("word"); // that the body begins with; empty: as it was
        const auto row = [](const char* name, const char* source, const char* word) {
            QTest::newRow(name) << QByteArray(source) << QByteArray(word);
        };
        const char* const plain = "LANES_PLAIN_ROW(";
        const char* const told = "LANES_ROW {";
        row("numbers",
            "__global__ void k(float* y, const float* __restrict__ x, float a, int count) {\n"
            "const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "if (i >= count) return;\nfloat v = sqrtf(x[i]);\ny[i] = a * v + float(i);\n}",
            plain);
        row("a template",
            "template <typename T, int N> __global__ void k(T* y) { y[threadIdx.x] = T(N); }",
            plain);
        row("a loop", "__global__ void k(int* y) { for (int i = 0; i < 4; ++i) y[i] = i; }", told);
        row("a function of its own",
            "__device__ int f(int x) { return x; }\n"
            "__global__ void k(int* y) { y[threadIdx.x] = f(1); }",
            told);
        row("a function that hides the headers'",
            "__device__ float sqrtf(int x) { __syncthreads(); return x; }\n"
            "__global__ void k(float* y) { y[threadIdx.x] = sqrtf(1); }",
            told);
        row("a macro", "#define N f()\n__global__ void k(int* y) { y[threadIdx.x] = N; }", told);
        row("a macro for a word",
            "#define else wait(); else\n"
            "__global__ void k(int* y) { if (y[0] > 0) y[0] = 1; else y[0] = 2; }",
            told);
        row("an unknown name", "__global__ void k(int* y) { y[threadIdx.x] = kLimit; }", told);
        row("an unknown type", "__global__ void k(int* y) { Type t; y[threadIdx.x] = t + 1; }",
            told);
        row("a parameter that is called",
            "template <typename F> __global__ void k(int* y, F f) { y[0] = f(1); }", told);
        row("a member", "template <typename T> __global__ void k(T* y) { y->run; }", told);
        row("a pack", "template <typename... T> __global__ void k(T*... y) { (f(y), ...); }", told);
        row("without a name", "__global__ void k(int*, int y[4]) { y[0] = 1; }", told);
        row("printf", "__global__ void k() { printf(\"%u\", threadIdx.x); }", told);

        row("nothing", "__global__ void k() {}", "");
        row("a declaration", "__global__ void k(int* y);", "");
        row("a barrier", "__global__ void k(int* y) { y[0] = 1; __syncthreads(); y[1] = 1; }", "");
        row("shared", "__global__ void k(int* y) { __shared__ int a; a = 1; }", "");
        row("a reference", "__global__ void k(const Data& y) { *y.a = 1; }", "");
        row("a parameter with the name of a size", "__global__ void k(int gridDim) { f(gridDim); }",
            "");
        row("a parameter of a template with the name of a size",
            "template <int blockDim, typename T> __global__ void k(T* y) { y[0] = blockDim; }", "");
        row("an older template with the name of a size",
            "template <int gridDim> int f();\n__global__ void k(int* y) { y[0] = 1; }", plain);
        row("a class",
            "__global__ void k(int* y) { struct A { int b() { return threadIdx.x; } }; }", "");
        row("a function without a name",
            "__global__ void k(int* y) { auto f = [&y] { y[0] = threadIdx.x; }; f(); }", "");
        row("its name", "__global__ void k() { printf(\"%s\", __func__); }", "");
        row("halves of which one is compiled",
            "#if A\n__global__ void k(int* y) {\n#else\n__global__ void k(long* y) {\n#endif\n"
            "y[0] = 1; }",
            "");
        row("ends of which one is compiled",
            "__global__ void k(int* y) {\n#if A\ny[0] = 1; }\n#else\ny[0] = 2; }\n#endif\n", "");
        row("in a macro", "#define K(n) __global__ void n(int* y) { y[0] = 1; }", "");
    }

    void kinds()
    {
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, word);
        const QByteArray text = written(source).text;
        QCOMPARE(text.count('\n'), source.count('\n'));
        QCOMPARE(text.count("LANES_ROW_END"), word.isEmpty() ? 0 : 1);
        QVERIFY2(text.contains(word), text.constData());
        QVERIFY2(word.startsWith("LANES_PLAIN") == text.contains("LANES_PLAIN"), text.constData());
    }

    void textOfALoop()
    {
        QCOMPARE(written("template <class T> __global__ void k(T* y, const int n)\n{\n"
                         "    y[0] = n;\n}\n")
                     .text,
                 QByteArray("template <class T> __global__ void k(T* y, const int n)\n"
                            "{ LANES_PLAIN_ROW(T, decltype(y), decltype(n)) {\n"
                            "    y[0] = n;\n} LANES_ROW_END }\n"));
    }
};

QTEST_GUILESS_MAIN(LaneRowsTest)
#include "tst_lanerows.moc"
