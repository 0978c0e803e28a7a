#include "core/rules/cpp/cppsupplied.h"
#include "core/translate/supplied.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/portedtree.h"

#include <QTest>

using namespace rocport;

/// A port that is scanned again asks for nothing: its generated headers are those that were made
/// for the original, whose names the guards leave to NVIDIA.
class TestSecondPort : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stays_data();
    void stays();
    void nothingIsReadTwice_data();
    void nothingIsReadTwice();
    void neverCompiled();
    void functionsOfScans();

private:
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

void TestSecondPort::stays_data()
{
    QTest::addColumn<Strategy>("strategy");
    QTest::newRow("compat-header") << Strategy::CompatHeader;
    QTest::newRow("shim-headers") << Strategy::ShimHeaders;
    QTest::newRow("torch-extension") << Strategy::TorchExtension;
}

void TestSecondPort::stays()
{
    QFETCH(Strategy, strategy);
    TargetSettings target;
    target.strategy = strategy;
    target.rocm = Version{6, 4};
    MemoryTree tree;
    tree.files["a.cu"] =
        "#include <cuda_runtime.h>\n"
        "__global__ void k(float* p, int n)\n{\n"
        "    p[0] = __ldlu(p + 1) + __dp4a(n, n, n);\n"
        "    __nanosleep(100);\n"
        "    p[2] = __reduce_add_sync(0xffffffff, n) + __popc(__ballot_sync(__activemask(), n));\n"
        "    asm volatile(\"st.global.cg.s32 [%0], %1;\" :: \"l\"(p), \"r\"(__dp2a_lo(n, n, n)));\n"
        "}\n"
        "void f(float* p)\n{\n    k<<<1, 32>>>(p, 3);\n    cudaFree(p);\n}\n";
    const auto first = test::scanned(tree, m_rules, {}, target);
    QVERIFY(first && !first->hunks.isEmpty());
    MemoryTree port;
    for (const Hunk& hunk : first->hunks) {
        port.files[hunk.targetPath.bytes()] =
            test::ported(tree, first, hunk.targetPath.bytes().constData());
    }
    QVERIFY(port.files.size() > 1);
    QVERIFY(port.files["a.cu"].contains("#ifdef USE_ROCM\n"));
    const auto second = test::scanned(port, m_rules, {}, target);
    QVERIFY(second);
    for (const Hunk& hunk : second->hunks) {
        QFAIL(qPrintable(hunk.targetPath.display() + QStringLiteral(": ") + hunk.title));
    }
}

void TestSecondPort::nothingIsReadTwice_data()
{
    stays_data();
}

/// What files are told of each other is settled in one scan: the next takes all of them as they
/// are. Here of arms for AMD GPUs by a header of the project's own, and of warps of 32 lanes.
void TestSecondPort::nothingIsReadTwice()
{
    QFETCH(Strategy, strategy);
    TargetSettings target;
    target.strategy = strategy;
    MemoryTree tree;
    tree.files["gpu.h"] = "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n"
                          "#include <cuda_runtime.h>\n#endif\n";
    tree.files["a.cpp"] = "#include \"gpu.h\"\nint f()\n{\n#ifdef USE_ROCM\n"
                          "    return hipFree(0);\n#else\n    return cudaFree(0);\n#endif\n}\n";
    tree.files["hip/k.hip"] = "#include <hip/hip_runtime.h>\n__global__ void k() {}\n";
    tree.files["cuda/k.cu"] = tree.files["a.cpp"];
    tree.files["votes.cuh"] =
        "__device__ inline int n(bool p) { return __popc(__ballot_sync(~0u, p)); }\n";
    tree.files["width.h"] = "#define WARP_SIZE 32\n";
    tree.files["b.cu"] = "#include \"votes.cuh\"\n#include \"width.h\"\n"
                         "__global__ void k(int* p) { p[threadIdx.y % WARP_SIZE] = n(p[0]); }\n";
    const auto first = test::scanned(tree, m_rules, {}, target);
    QVERIFY(first);
    const auto second = test::scanned(tree, m_rules, first, target);
    QVERIFY(second);
    QCOMPARE(second->reusedFiles, static_cast<int>(first->files.size()));
}

/// What no build compiles is no use.
void TestSecondPort::neverCompiled()
{
    TargetSettings target;
    target.strategy = Strategy::CompatHeader;
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n#ifdef USE_ROCM\nvoid f();\n#else\n"
                         "void f() { cudaFree(nullptr); }\n#if 0\n"
                         "void g() { cudaDeviceReset(); }\n#endif\n#endif\n";
    const auto scan = test::scanned(tree, m_rules, {}, target);
    QVERIFY(scan);
    const FileFeatures& features = scan->files[0]->features;
    QVERIFY(features.has(FeatureKind::PortedUse, u"cudaFree"));
    QVERIFY(!features.has(FeatureKind::PortedUse, u"cudaDeviceReset"));
}

/// CUDA's header of scans brings the function objects of reductions.
void TestSecondPort::functionsOfScans()
{
    const QByteArray scan = suppliedHeader("cooperative_groups/scan.h", {7, 2});
    const QByteArray reduce = suppliedHeader("cooperative_groups/reduce.h", {7, 2});
    for (const QByteArray& text : {scan, reduce}) {
        QCOMPARE(text.count("struct plus\n"), 1);
        QVERIFY(text.contains("#define ROCPORT_GROUP_FUNCTIONS\n")); // once where both are in use
    }
    // The release has them itself then.
    QVERIFY(!suppliedHeader("cooperative_groups/scan.h", {7, 13}).contains("struct plus\n"));
}

QTEST_GUILESS_MAIN(TestSecondPort)
#include "tst_secondport.moc"
