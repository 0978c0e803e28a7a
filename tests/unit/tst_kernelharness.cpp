// The host's half of a PyTorch extension is cut out of its source.
#include "core/lanes/kernelharness.h"

#include <QTest>

using namespace rocport;

class TestKernelHarness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cuts_data();
    void cuts();
    void linesStay();
    void mainCallsTheKernel();
};

void TestKernelHarness::cuts_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("expected"); // blanks at the end of lines left out
    const auto row = [](const char* name, const char* source, const char* expected) {
        QTest::newRow(name) << QByteArray(source) << QByteArray(expected);
    };
    row("function", "int a;\ntorch::Tensor f(torch::Tensor x)\n{\n    return x;\n}\nint b;\n",
        "int a;\n\n\n\n\nint b;\n");
    row("prototype", "void f(const at::Tensor& x, int n);\n", "\n");
    row("user", "void f(at::Tensor x) {}\nvoid g() { f({}); }\nvoid h() { g(); }\nvoid i() {}\n",
        "\n\n\nvoid i() {}\n");
    row("kernel", "__global__ void k(at::Half* x) { x[0] = at::Half(1); }\n",
        "__global__ void k(at::Half* x) { x[0] = at::Half(1); }\n");
    row("functor",
        "struct F { __device__ float operator()(float x) const { TORCH_X; return x; } };\n",
        "struct F { __device__ float operator()(float x) const { TORCH_X; return x; } };\n");
    row("class", "struct P { at::Tensor x; };\nstruct Q { int x; };\n", "\nstruct Q { int x; };\n");
    row("numbers", "using h = at::Half;\ntemplate <typename T> T f(T x) { return x; }\n",
        "using h = at::Half;\ntemplate <typename T> T f(T x) { return x; }\n");
    row("module", "PYBIND11_MODULE(NAME, m)\n{\n  m.def(\"f\", 1);\n}\nint a;\n",
        "\n\n\n\nint a;\n");
    row("namespace", "namespace a { namespace {\nvoid f(torch::Tensor) {}\nint x = 1;\n} }\n",
        "namespace a { namespace {\n\nint x = 1;\n} }\n");
    row("conditions", "void f(torch::Tensor x) {\n#ifdef A\n  x;\n#endif\n#pragma omp\n}\n",
        "\n#ifdef A\n\n#endif\n\n\n");
    row("main", "int main() { return 1; }\nint a;\n", "\nint a;\n");
    row("includes", "#include <torch/extension.h>\n#include \"ATen/ATen.h\"\n#include <vector>\n",
        "#include \"lanes/torch.h\"\n#include \"lanes/torch.h\"\n#include <vector>\n");
    row("value", "static auto o = torch::TensorOptions();\nint a = {1};\n", "\nint a = {1};\n");
    row("field of that name",
        "struct P { int f; };\nenum E { g, f };\nconstexpr int n = sizeof(f(1));\n"
        "torch::Tensor f(torch::Tensor x) { return x; }\n"
        "void a(P p, int& f) { p.f = f; p.f(1); std::f<int>(f); }\n",
        "struct P { int f; };\nenum E { g, f };\nconstexpr int n = sizeof(f(1));\n\n"
        "void a(P p, int& f) { p.f = f; p.f(1); std::f<int>(f); }\n");
    row("other uses",
        "template <typename T> T f(at::Tensor x) {}\nvoid a() { f<int>({}); }\n"
        "void b() { c(1, &f); }\nstatic int d = f({});\nint f(int x) { return x; }\n",
        "\n\n\n\nint f(int x) { return x; }\n");
    row("aliases",
        "namespace py = pybind11;\nnamespace n { namespace t = ::torch; }\n"
        "namespace f = torch::nn::functional;\nnamespace cg = cooperative_groups;\n",
        "\nnamespace n {                        }\n\nnamespace cg = cooperative_groups;\n");
    row("open bracket", "void f(torch::Tensor x) {\n", "void f(torch::Tensor x) {\n");
}

void TestKernelHarness::cuts()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, expected);
    QList<QByteArray> lines = withoutTorchHost(source).split('\n');
    for (QByteArray& line : lines) {
        while (line.endsWith(' ')) {
            line.chop(1);
        }
    }
    QCOMPARE(lines.join('\n'), expected);
}

void TestKernelHarness::linesStay()
{
    const QByteArray source = "// a\r\nvoid f(at::Tensor x) {\r\n  /* b\r\n */ R\"(\n\n)\";\n}\r\n";
    QCOMPARE(withoutTorchHost(source).count('\n'), source.count('\n'));
    QCOMPARE(withoutTorchHost(QByteArray()), QByteArray());
}

void TestKernelHarness::mainCallsTheKernel()
{
    KernelSignature kernel;
    kernel.scopes = {QStringLiteral("ns")};
    kernel.name = QStringLiteral("scale");
    kernel.isTemplate = true;
    kernel.parameters = {{}, {}, {}};
    auto call =
        kernelCall({QStringLiteral("scale<float, 4>"),
                    QStringLiteral("2,3"),
                    QStringLiteral("64"),
                    QStringLiteral("16"),
                    {QStringLiteral("float[4x2]=ones"),
                     QStringLiteral("int64_t=-9223372036854775808"), QStringLiteral("float=inf")}});
    QVERIFY(call.ok());
    call->folder = QStringLiteral("/tmp/a \"b");
    const QByteArray text = kernelMain(*call, kernel);
    QVERIFY2(text.contains("\"ns::scale<float, 4>\", &::ns::scale<float, 4>, ::dim3(2, 3, 1), "
                           "::dim3(64, 1, 1), 16, all"),
             text.constData());
    QVERIFY2(text.contains("{\"argument 1\", \"/tmp/a \\\"b/0.bin\", 32, {4, 2}, 0, 0, false}"),
             text.constData());
    QVERIFY2(text.contains("0, 0ULL - 9223372036854775808ULL, false"), text.constData());
    QVERIFY2(text.contains("__builtin_inf(), 0, true"), text.constData());
}

QTEST_GUILESS_MAIN(TestKernelHarness)
#include "tst_kernelharness.moc"
