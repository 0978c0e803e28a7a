// A severity says what a place costs on the target, and what is decided once is said once.

#include "core/rules/build/nvccflags.h"
#include "core/scan/scanner.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/memorytree.h"

#include <QTest>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

class TestCosts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flags_data()
    {
        QTest::addColumn<QByteArray>("flag");
        QTest::addColumn<QByteArray>("next");
        QTest::addColumn<QString>("given"); // to hipcc as it is
        QTest::addColumn<QString>("lost");  // nothing in its place
        const auto row = [](const char* flag, const char* next, const char* given,
                            const char* lost) {
            QTest::addRow("%s %s", flag, next)
                << QByteArray(flag) << QByteArray(next) << text(given) << text(lost);
        };
        row("-use_fast_math", "", "warning", "warning");
        row("--use_fast_math", "", "critical", "warning");
        row("-lineinfo", "", "warning", "info");
        row("--extended-lambda", "", "critical", "info");
        row("-expt-extended-lambda", "", "info", "info");
        row("-gencode", "arch=compute_80,code=sm_80", "critical", "info");
        row("-arch=sm_80", "", "warning", "info");
        row("-Xptxas", "-v", "info", "info");
        row("--ptxas-options=-v", "", "critical", "info");
        row("-Wno-deprecated-gpu-targets", "", "info", "info");
        row("-default-stream=per-thread", "", "warning", "warning");
        row("-default-stream", "per-thread", "critical", "warning");
        row("-rdc=true", "", "critical", "warning");
        row("-rdc", "true", "critical", "warning");
        row("-O3", "", "info", "info");
    }

    void flags()
    {
        QFETCH(QByteArray, flag);
        QFETCH(QByteArray, next);
        QFETCH(QString, given);
        QFETCH(QString, lost);
        const SingleFlag single = hipFlag(flag, next);
        QCOMPARE(severityId(single.severity), given);
        QCOMPARE(severityId(single.loss), lost);
    }

    void findings_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("found"); // "line:severity:places" by blanks
        const auto row = [](const char* name, const char* path, const char* source,
                            const char* rule, const char* found) {
            QTest::newRow(name) << QByteArray(path) << QByteArray(source) << text(rule)
                                << text(found);
        };
        row("make hands flags on", "Makefile",
            "NVCC = nvcc\nNVCCFLAGS = --use_fast_math\nx: x.cu\n\t$(NVCC) $(NVCCFLAGS) x.cu\n",
            "build-nvcc-flags", "2:critical:1");
        row("one that make loses", "Makefile",
            "NVCC = nvcc\nNVCCFLAGS = -use_fast_math\nx: x.cu\n\t$(NVCC) $(NVCCFLAGS) x.cu\n",
            "build-nvcc-flags", "2:warning:1");
        row("CMake does not", "CMakeLists.txt",
            "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_FLAGS \"${CMAKE_CUDA_FLAGS} "
            "-Wno-deprecated-gpu-targets\")\n",
            "build-nvcc-flags", "2:info:1 2:info:1");
        row("what CMake loses", "CMakeLists.txt",
            "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_FLAGS \"${CMAKE_CUDA_FLAGS} -use_fast_math "
            "-lineinfo\")\n",
            "build-nvcc-flags", "2:warning:1 2:warning:1 2:info:1");
        row("architectures of CMake", "CMakeLists.txt",
            "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 80)\n", "cmake-arch",
            "2:info:1");
        row("a flag that torch hands to hipcc", "setup.py",
            "import torch\nfrom torch.utils.cpp_extension import CUDAExtension\n"
            "args = ['-lineinfo', '--use_fast_math']\n",
            "build-nvcc-flags", "3:critical:1");
        row("flags that it loses", "setup.py",
            "import torch\nfrom torch.utils.cpp_extension import CUDAExtension\n"
            "args = ['-lineinfo', '-O3']\n",
            "build-nvcc-flags", "3:warning:1");
        // What to do about the macro is decided once.
        row("conditions", "k.h",
            "#if CUDA_VERSION >= 12000\nvoid a();\n#endif\n#if CUDA_VERSION < 11000\nvoid b();\n"
            "#endif\n#if CUDA_VERSION >= 11000\nCUkernel c();\n#endif\n"
            "#if CUDA_VERSION >= 11030\nCUkernel d();\n#endif\n",
            "detect-cudart-macro", nullptr);
        row("test for old GPUs", "m.py",
            "import torch\nfast = torch.cuda.get_device_capability()[0] < 7\n", "detect-capability",
            "2:warning:1");
        row("test for old GPUs in a test", "tests/test_m.py",
            "import torch\nfast = torch.cuda.get_device_capability()[0] < 7\n", "detect-capability",
            "2:info:1");
        row("test for a feature", "m.py",
            "import torch\nfast = torch.cuda.get_device_capability()[0] >= 8\n",
            "detect-capability", "2:critical:1");
        row("nothing has to change", "k.cu",
            "__global__ void f(float* p) { *p = __powf(*p, 2); }\n", "hipify-rounding", "1:info:1");
        row("one dimension of a block", "m.py",
            "import triton\nc = {1: triton.Config({\"M_BLOCK\": 32}, num_warps=8)}\n",
            "triton-block-64", "");
        row("all of a block", "m.py",
            "import triton\nc = {1: triton.Config({\"BLOCK_SIZE\": 32}, num_warps=8)}\n",
            "triton-block-64", "2:warning:1");
    }

    void findings()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, source);
        QFETCH(QString, rule);
        QFETCH(QString, found);
        MemoryTree tree;
        tree.files.insert(path, source);
        const auto scan = scanTree(tree, builtinRules(), TargetSettings(), nullptr, CancelToken());
        QVERIFY(scan);
        QStringList all;
        int places = 0;
        for (const auto& file : (*scan)->files) {
            for (const Finding& finding : file->findings) {
                if (finding.ruleId == rule) {
                    all.append(text("%1:%2:%3")
                                   .arg(finding.line)
                                   .arg(severityId(finding.severity))
                                   .arg(finding.places));
                    places += finding.places;
                    QCOMPARE(finding.places, finding.keptPlaces());
                    QCOMPARE(finding.message.contains(u"There are"), finding.places > 1);
                }
            }
        }
        if (found.isNull()) {
            QVERIFY2(all.size() < places, qPrintable(all.join(u' ')));
            return;
        }
        QCOMPARE(all.join(u' '), found);
    }

    // A library is not missing where the project is that library.
    void ownPackages_data()
    {
        QTest::addColumn<QByteArray>("init");
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<bool>("found");
        QTest::newRow("of others")
            << QByteArray("pkg/__init__.py") << QByteArray("import cupy\n") << true;
        QTest::newRow("own") << QByteArray("cupy/__init__.py") << QByteArray("import cupy\n")
                             << false;
        QTest::newRow("own below src")
            << QByteArray("src/cupy/__init__.py") << QByteArray("import cupy\n") << false;
        QTest::newRow("a part of a package")
            << QByteArray("pkg/cupy/__init__.py") << QByteArray("import cupy\n") << true;
        QTest::newRow("vendored") << QByteArray("third_party/cupy/__init__.py")
                                  << QByteArray("import cupy\n") << true;
        QTest::newRow("a module called so")
            << QByteArray("pkg/cupy.py") << QByteArray("import cupy\n") << true;
        QTest::newRow("flash-attn")
            << QByteArray("flash_attn/__init__.py")
            << QByteArray("from flash_attn import flash_attn_func\n") << false;
        QTest::newRow("flash-attn of others")
            << QByteArray("pkg/__init__.py")
            << QByteArray("from flash_attn import flash_attn_func\n") << true;
    }

    void ownPackages()
    {
        QFETCH(QByteArray, init);
        QFETCH(QByteArray, source);
        QFETCH(bool, found);
        MemoryTree tree;
        tree.files.insert(init, "");
        if (init.startsWith("pkg/cupy/")) {
            tree.files.insert("pkg/__init__.py", "");
        }
        tree.files.insert("use/m.py", "import torch\n" + source);
        const auto scan = scanTree(tree, builtinRules(), TargetSettings(), nullptr, CancelToken());
        QVERIFY(scan);
        bool any = false;
        for (const auto& file : (*scan)->files) {
            for (const Finding& finding : file->findings) {
                any = any || finding.ruleId == u"lib-cuda-only" ||
                      finding.ruleId == u"lib-flash-attn";
            }
        }
        QCOMPARE(any, found);
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestCosts)
#include "tst_costs.moc"
