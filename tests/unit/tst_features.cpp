#include "core/scan/features.h"

#include <QTest>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

/// What a scan notes of a file besides findings: kernels, libraries, ways of building.
class TestFeatures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void features_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QString>("expected"); // "id:line:count", by blanks
        const auto row = [](const char* name, const char* path, const char* source,
                            const char* expected) {
            QTest::newRow(name) << QByteArray(path) << QByteArray(source) << text(expected);
        };
        row("kernels", "a.cu", "int x;\n__global__ void f();\n__global__ void g();\n",
            "kernel:2:2");
        row("not in comments", "a.cu", "// __global__\n/* cutlass:: */ int a;\n", "");
        row("not in strings", "a.cu", "const char* s = \"__global__\";\n", "");
        row("not in longer names", "a.cu", "int my__global__ = 1; mycutlass::x y;\n", "");
        row("cutlass", "a.cu", "#include <cutlass/gemm.h>\ncutlass::Gemm g; cutlass::x y;\n",
            "cutlass:1:1 cutlass:2:2");
        row("cute", "a.h", "#include \"cute/tensor.hpp\"\n", "cutlass:1:1");
        row("texture", "a.cu", "texture<float> t;\nmy_texture<float> u;\n",
            "texture-reference:1:1");
        row("graph in C++", "a.cpp", "void f() { cudaStreamBeginCapture(s, 0); }\n",
            "graph-capture:1:1");
        row("flash-attn", "a.py", "import os\nfrom flash_attn import x\nimport flash_attn\n",
            "flash-attn:2:2");
        row("flash-attn inside a function", "a.py", "def f():\n    from flash_attn.x import y\n",
            "flash-attn:2:1");
        row("not an import", "a.py", "x = \"flash_attn\"  # import flash_attn\n", "");
        row("name from elsewhere", "a.py", "from lib import flash_attn_func\n", "");
        row("cutlass in a string", "a.py", "x = \"cutlass\"\nif cutlass_op: pass\n", "");
        row("cutlass imported", "a.py", "import cutlass.cute as cute\n", "cutlass:1:1");
        row("torch", "a.py", "import torch\nf = torch.compile(g)\n", "torch:1:1 torch-compile:2:1");
        row("commented", "a.py", "# torch.compile(g)\nx = 1  # CUDAGraph\n", "");
        row("graph", "a.py", "g = torch.cuda.CUDAGraph()\nwith torch.cuda.graph(g):\n    pass\n",
            "graph-capture:1:1 graph-capture:2:1");
        row("extension", "setup.py", "ext = CUDAExtension('x')\n", "cuda-extension:1:1");
        row("requirement", "requirements.txt", "# flash-attn\nflash-attn==2.5\n", "flash-attn:2:1");
        row("submodule", ".gitmodules", "[submodule \"c\"]\n url = https://x/NVIDIA/cutlass\n",
            "cutlass:2:1");
        row("CMake", "CMakeLists.txt", "project(x LANGUAGES CXX CUDA)\n# CUDA\n", "cuda-build:1:1");
        row("meson", "src/meson.build", "# 'cuda'\nd = dependency('cuda')\n", "cuda-build:2:1");
        row("Make", "Makefile", "NVCC = nvcc\n", "cuda-build:1:1 cuda-build:1:1");
        row("README", "README.md", "__global__ CUDAGraph flash-attn\n", "");
    }

    void features()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, source);
        QFETCH(QString, expected);
        QStringList found;
        for (const FeatureMark& mark : detectFeatures(
                 RepoPath(path), languageOfFile(RepoPath(path).fileName()), SourceBuffer(source))) {
            found.append(text("%1:%2:%3").arg(mark.id).arg(mark.line).arg(mark.count));
            const FeatureMark back = FeatureMark::of(mark.feature());
            QCOMPARE(back.id, mark.id);
            QCOMPARE(back.line, mark.line);
            QCOMPARE(back.count, mark.count);
            QCOMPARE(back.text, mark.text);
        }
        QCOMPARE(found.join(u' '), expected);
    }

    void nameWithoutAPlace()
    {
        for (const int odd : {0, -5}) {
            const FeatureMark mark = FeatureMark::of({text("kernel"), {}, odd, odd});
            QCOMPARE(mark.id, text("kernel"));
            QCOMPARE(mark.line, 1);
            QCOMPARE(mark.count, 1);
            QVERIFY(mark.text.isEmpty());
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestFeatures)
#include "tst_features.moc"
