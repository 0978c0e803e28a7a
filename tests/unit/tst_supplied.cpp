#include "core/rules/cpp/patternindex.h"
#include "core/rules/cpp/ptxmatrix.h"
#include "core/translate/compatdevice.h"
#include "core/translate/supplied.h"
#include "core/translate/translate.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/suppliedtree.h"

#include <QTest>

#include <algorithm>

using namespace rocport;
using test::findingsOf;
using test::kSetup;
using test::newFile;
using test::ported;
using Scan = test::ScannedTree;

/// Headers and device functions of CUDA that HIP lacks, and that the headers of a port hold.
class TestSupplied : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inOrder();
    void headersBeforeMacros();
    void byRelease();
    void rulesAgree();
    void extensionOfPyTorch();
    void extensionWithoutUse();
    void ownHeaderInQuotes();
    void asyncCopies_data();
    void asyncCopies();
    void copiesWithoutHeaders();
    void matrices_data();
    void matrices();
    void matrixForms_data();
    void matrixForms();
    void matricesOfStrategies();
    void tiles();
    void lanesBesideFragments();
    void lanesOfHeaders();
    void widthsOfHeaders();
    void registerStorage();

private:
    [[nodiscard]] Scan scan(const MemoryTree& tree, std::optional<Strategy> strategy = {}) const
    {
        TargetSettings target;
        target.strategy = strategy;
        return test::scanned(tree, m_rules, {}, target);
    }

    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

/// What a text rests on stands before it, once, and is there even where no file includes it.
void TestSupplied::inOrder()
{
    const std::vector<QByteArray> all = suppliedAmong(
        {"nvtx3/nvToolsExtCudaRt.h", "cuda/pipeline", "cuda/std/atomic", "vector"}, {6, 4});
    QCOMPARE(all, (std::vector<QByteArray>{"cuda/atomic", "cuda/pipeline", "cuda/std/atomic",
                                           "nvToolsExt.h", "nvToolsExtCudaRt.h",
                                           "nvtx3/nvToolsExtCudaRt.h"}));
    for (const QByteArray& name : all) {
        QVERIFY(!suppliedHeader({name.constData(), size_t(name.size())}, {6, 4}).isEmpty());
    }
    CompatNeeds needs;
    needs.headers = {"cuda/pipeline"};
    bool hasAtomic = false;
    for (const ShimHeader& shim : shimHeaders(needs, {})) {
        hasAtomic = hasAtomic || shim.name == "cuda/atomic";
        if (shim.name == "cuda/pipeline") {
            QVERIFY(shim.text.contains("#include \"../cuda/atomic\"\n"));
        }
    }
    QVERIFY(hasAtomic);
}

/// Macros of warp functions would rename what HIP's headers declare.
void TestSupplied::headersBeforeMacros()
{
    CompatNeeds needs;
    needs.names = {"__shfl_down_sync", "__hmax2"};
    TargetSettings target;
    target.rocm = Version{6, 4};
    for (const ShimHeader& shim : shimHeaders(needs, target)) {
        if (shim.name == kShimNames) {
            const auto header = shim.text.indexOf("#include <hip/hip_bf16.h>\n");
            QVERIFY(header > 0);
            QVERIFY(header < shim.text.indexOf("#define __shfl_down_sync("));
        }
    }
    const QByteArray text = compatHeader(needs, target);
    QVERIFY(text.indexOf("#include <hip/hip_bf16.h>\n") <
            text.indexOf("#define __shfl_down_sync("));
    QVERIFY(suppliedCode(needs, target).contains("#include <hip/hip_bf16.h>\n"));
}

void TestSupplied::byRelease()
{
    QVERIFY(generatedHeadersHold("cooperative_groups/reduce.h", {7, 2}));
    QVERIFY(!generatedHeadersHold("cooperative_groups/reduce.h", {7, 13}));
    QVERIFY(generatedHeadersHold("cooperative_groups/scan.h", {7, 14}));
    QVERIFY(!generatedHeadersHold("cooperative_groups/scan.h", {10, 0}));
    QVERIFY(!generatedHeadersHold("cuda/barrier", {7, 2}));
    QVERIFY(isSuppliedDevice("__dp4a", {7, 2}));
    QVERIFY(isBeyondTables("__dp4a"));
    QVERIFY(!isBeyondTables("__hmax2"));
}

/// An entry of a rule says that ports hold an include exactly where they do.
void TestSupplied::rulesAgree()
{
    int supplied = 0;
    for (const IncludePattern& one : m_rules->patterns()->includes()) {
        const QByteArray name = one.glob.toUtf8();
        if (name.contains('*')) {
            continue;
        }
        const QString& id = m_rules->rules().at(one.rule).id;
        if (id == u"hipify-cg-reduce") {
            continue; // the whole rule says so, by its topic
        }
        supplied += one.supplied ? 1 : 0;
        QVERIFY2(one.supplied ==
                     generatedHeadersHold({name.constData(), size_t(name.size())}, {6, 4}),
                 name.constData());
    }
    QVERIFY(supplied > 20);
}

/// PyTorch maps names; what HIP lacks comes from a header that only files in need of it include.
void TestSupplied::extensionOfPyTorch()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\n#include <cuda/atomic>\n"
                              "__global__ void k(int* p)\n{\n"
                              "    cuda::atomic_ref<int, cuda::thread_scope_device>(*p)++;\n}\n";
    tree.files["csrc/sub/b.cuh"] = "#pragma once\n"
                                   "__device__ inline int dot(int a) { return __dp4a(a, a, 0); }\n";
    tree.files["csrc/c.cu"] = "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n";
    tree.files["csrc/d.cpp"] = "#include <cuda_runtime.h>\nvoid CUDART_CB f(void* p);\n";
    const Scan result = scan(tree);
    QCOMPARE(result->strategy, Strategy::TorchExtension);
    QCOMPARE(ported(tree, result, "csrc/a.cu").left(132),
             QByteArray("#include <cuda_runtime.h>\n#ifdef USE_ROCM\n"
                        "#include \"rocport_compat.h\"\n#else\n#include <cuda/atomic>\n#endif\n"
                        "__global__ void k(int* p)\n"));
    QVERIFY(ported(tree, result, "csrc/sub/b.cuh")
                .contains("#ifdef USE_ROCM\n#include \"../rocport_compat.h\"\n#endif\n"));
    QVERIFY(!ported(tree, result, "csrc/c.cu").contains("rocport_compat"));
    QVERIFY(ported(tree, result, "csrc/d.cpp").contains("#include \"rocport_compat.h\"\n"));
    const QByteArray header = newFile(result, "csrc/rocport_compat.h");
    QVERIFY(header.contains("class atomic_ref"));
    QVERIFY(header.contains("#define __dp4a("));
    QVERIFY(header.contains("#define CUDART_CB\n"));
    QVERIFY(!header.contains("cudaMalloc"));
    QVERIFY(!header.contains("rocportBfloat16"));
    QCOMPARE(findingsOf(result, "hipify-libcudacxx"), 0);
    // Where nothing holds them, they are found.
    QVERIFY(findingsOf(scan(tree, Strategy::InPlace), "hipify-libcudacxx") > 0);

    // The port gets nothing else.
    MemoryTree port;
    port.files = tree.files;
    for (const char* path : {"csrc/a.cu", "csrc/sub/b.cuh", "csrc/d.cpp", "setup.py"}) {
        port.files[path] = ported(tree, result, path);
    }
    port.files["csrc/rocport_compat.h"] = header;
    const Scan again = scan(port);
    QVERIFY(std::none_of(again->hunks.begin(), again->hunks.end(), [](const Hunk& hunk) {
        return hunk.targetPath.bytes().startsWith("csrc/");
    }));
}

void TestSupplied::extensionWithoutUse()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n";
    // A header that no file would include is none.
    tree.files["csrc/b.cu"] = "#include <cub/cub.cuh>\nusing Most = cuda::maximum<float>;\n";
    const Scan result = scan(tree);
    QVERIFY(newFile(result, "csrc/rocport_compat.h").isEmpty());
}

/// "cuda/functional" is a file of the project, <cuda/functional> is libcu++'s.
void TestSupplied::ownHeaderInQuotes()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include \"cuda/functional\"\n__global__ void k() {}\n";
    QVERIFY(newFile(scan(tree), "csrc/rocport_compat.h").isEmpty());
}

void TestSupplied::asyncCopies_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("wanted"); // empty: no edit
    QTest::newRow("number")
        << QByteArray("asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" :: \"r\"(to), "
                      "\"l\"(from));")
        << QByteArray("rocportCopyToShared<16>(to, (const void*)(from));");
    QTest::newRow("immediate and zeros")
        << QByteArray("asm volatile(\"cp.async.ca.shared.global.L2::128B [%0], [%1], %2, %3;\" :: "
                      "\"r\"(to), \"l\"(from + 1), \"n\"(N), \"r\"(given));")
        << QByteArray("rocportCopyToShared<N>(to, (const void*)((from + 1)), given);");
    QTest::newRow("groups") << QByteArray("asm volatile(\"cp.async.commit_group;\" ::);")
                            << QByteArray("static_cast<void>(0);");
    QTest::newRow("wait") << QByteArray("asm volatile(\"cp.async.wait_group %0;\" :: \"n\"(1));")
                          << QByteArray("static_cast<void>(0);");
    QTest::newRow("size of a register")
        << QByteArray("asm volatile(\"cp.async.ca.shared.global [%0], [%1], %2;\" :: \"r\"(to), "
                      "\"l\"(from), \"r\"(given));")
        << QByteArray();
    QTest::newRow("policy")
        << QByteArray("asm volatile(\"cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, "
                      "%2;\" :: \"r\"(to), \"l\"(from), \"l\"(policy));")
        << QByteArray();
    QTest::newRow("wide address of shared memory")
        << QByteArray("asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" :: \"l\"(to), "
                      "\"l\"(from));")
        << QByteArray();
    QTest::newRow("barrier")
        << QByteArray("asm volatile(\"cp.async.mbarrier.arrive.shared.b64 [%0];\" :: \"r\"(to));")
        << QByteArray();
    QTest::newRow("predicate")
        << QByteArray("asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %2, 0; @p "
                      "cp.async.cg.shared.global [%0], [%1], 16; }\" :: \"r\"(to), \"l\"(from), "
                      "\"r\"(given));")
        << QByteArray("if (given != 0) rocportCopyToShared<16>(to, (const void*)(from));");
    QTest::newRow("predicate before else")
        << QByteArray("if (N > 1) asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %2, 0; @p "
                      "cp.async.cg.shared.global [%0], [%1], 16; }\" :: \"r\"(to), \"l\"(from), "
                      "\"r\"(given)); else to = 0;")
        << QByteArray();
    QTest::newRow("predicate of another comparison")
        << QByteArray("asm volatile(\"{ .reg .pred p; setp.lt.s32 p, %2, 0; @p "
                      "cp.async.cg.shared.global [%0], [%1], 16; }\" :: \"r\"(to), \"l\"(from), "
                      "\"r\"(given));")
        << QByteArray();
    QTest::newRow("policy of its own")
        << QByteArray(
               "asm volatile(\"{ .reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p, "
               "1.0; cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, p; }\" :: "
               "\"r\"(to), \"l\"(from));")
        << QByteArray("rocportCopyToShared<16>(to, (const void*)(from));");
}

void TestSupplied::asyncCopies()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, wanted);
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\n"
                              "template <int N> __global__ void k(const int* from, unsigned to, "
                              "int given)\n{\n    " +
                              code + "\n}\n";
    const Scan result = scan(tree);
    const QByteArray text = ported(tree, result, "csrc/a.cu");
    QCOMPARE(text.contains("rocport_compat.h"), !wanted.isEmpty());
    QCOMPARE(newFile(result, "csrc/rocport_compat.h").contains("rocportCopyToShared"),
             !wanted.isEmpty());
    if (!wanted.isEmpty()) {
        QVERIFY2(text.contains("#ifdef USE_ROCM\n    " + wanted + "\n#else\n"), text.constData());
    }
}

/// Waiting for copies is left out only where the copies are replaced.
void TestSupplied::copiesWithoutHeaders()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n__global__ void k()\n{\n"
                         "    asm volatile(\"cp.async.commit_group;\" ::);\n}\n";
    QVERIFY(ported(tree, scan(tree, Strategy::InPlace), "a.cu").contains("cp.async.commit_group"));
}

void TestSupplied::matrices_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("wanted"); // empty: no edit
    const auto row = [](const char* name, const char* code, const char* wanted) {
        QTest::newRow(name) << QByteArray(code) << QByteArray(wanted);
    };
    row("half to float, a pad",
        "asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, "
        "%7}, "
        "{%8, %9}, {%10, %11, %12, %13};\\n\" : \"=f\"(c[0]), \"=f\"(c[1]), \"=f\"(c[2]), "
        "\"=f\"(c[3]) : \"r\"(a[0]), \"r\"(a[1]), \"r\"(0), \"r\"(x + 1), \"r\"(b[0]), "
        "\"r\"(b[1]), \"f\"(c[0]), \"f\"(c[1]), \"f\"(c[2]), \"f\"(c[3]));",
        "rocportMma<16, 8, 16, rocportF16, rocportF16, rocportF32>(rocportGiven(a[0], a[1], 0, x + "
        "1), rocportGiven(b[0], b[1]), rocportGiven(c[0], c[1], c[2], c[3])).to(c[0], c[1], c[2], "
        "c[3]);");
    row("read and written",
        "asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, %4, "
        "{%0,%1};\" : \"+r\"(a[0]), \"+r\"(a[1]) : \"r\"(b[0]), \"r\"(b[1]), \"r\"(x));",
        "rocportMma<16, 8, 8, rocportF16, rocportF16, rocportF16>(rocportGiven(b[0], b[1]), "
        "rocportGiven(x), rocportGiven(a[0], a[1])).to(a[0], a[1]);");
    row("read and written by a step",
        "asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, "
        "{%0,%1};\" : \"+r\"(a[x++]), \"+r\"(a[1]) : \"r\"(b[0]), \"r\"(b[1]), \"r\"(x));",
        "");
    row("too few registers",
        "asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, "
        "{%0,%1};\" : \"+r\"(a[0]), \"+r\"(a[1]) : \"r\"(b[0]), \"r\"(b[1]), \"r\"(x));",
        "");
    row("load",
        "asm volatile(\"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];\" : "
        "\"=r\"(a[0]), \"=r\"(a[1]) : \"r\"(x));",
        "rocportLoadMatrix<2, true>(x).to(a[0], a[1]);");
    row("load from where is not said",
        "asm volatile(\"ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];\" : \"=r\"(a[0]) : "
        "\"l\"(b));",
        "");
    row("store",
        "asm volatile(\"stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};\" :: "
        "\"r\"(x), \"r\"(a[0]));",
        "rocportStoreMatrix<false>(x, rocportGiven(a[0]));");
    row("turn",
        "asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\" : \"=r\"(a[0]) : "
        "\"r\"(x));",
        "rocportTransposeMatrix(rocportGiven(x)).to(a[0]);");
}

void TestSupplied::matrices()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, wanted);
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\n"
                              "__device__ void f(float* c, unsigned* a, unsigned* b, unsigned x)\n"
                              "{\n    " +
                              code + "\n}\n";
    const Scan result = scan(tree);
    const QByteArray text = ported(tree, result, "csrc/a.cu");
    QCOMPARE(text.contains("rocport"), !wanted.isEmpty());
    QCOMPARE(newFile(result, "csrc/rocport_compat.h").contains("struct rocportRegisters"),
             !wanted.isEmpty());
    QCOMPARE(findingsOf(result, "hipify-ptx"), 1);
    QCOMPARE(findingsOf(result, "hipify-matrix-lanes"), wanted.contains("rocportMma") ? 1 : 0);
    if (!wanted.isEmpty()) {
        QVERIFY2(text.contains("#ifdef USE_ROCM\n    " + wanted + "\n#else\n"), text.constData());
    }
}

void TestSupplied::matrixForms_data()
{
    QTest::addColumn<QByteArray>("opcode");
    QTest::addColumn<QByteArray>("function"); // empty: none
    const auto row = [](const char* opcode, const char* function) {
        QTest::newRow(opcode) << QByteArray(opcode) << QByteArray(function);
    };
    row("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        "rocportMma<16, 8, 16, rocportBf16, rocportBf16, rocportF32>");
    row("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
        "rocportMma<16, 8, 4, rocportTf32, rocportTf32, rocportF32>");
    row("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32",
        "rocportMma<16, 8, 32, rocportU8, rocportS8, rocportS32Saturated>");
    row("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32",
        "rocportMma<8, 8, 16, rocportS8, rocportS8, rocportS32>");
    row("mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32",
        "rocportMma<16, 8, 64, rocportS4, rocportU4, rocportS32>");
    row("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32",
        "rocportMma<16, 8, 32, rocportE4m3, rocportE5m2, rocportF32>");
    row("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        "rocportMma<8, 8, 4, rocportF64, rocportF64, rocportF64>");
    row("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32",
        "rocportMmaQuads<false, true, rocportF32, rocportF32>");
    for (const char* opcode :
         {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16", // sums of two types
          "mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16",
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
          "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32",
          "mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
          "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc",
          "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
          "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0",
          "mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32", "mma.sync", "ldmatrix",
          "ldmatrix.sync.aligned.m8n8.x3.shared.b16", "ldmatrix.sync.aligned.m16n16.x1.shared.b8",
          "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
          "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", ""}) {
        row(opcode, "");
    }
}

void TestSupplied::matrixForms()
{
    QFETCH(QByteArray, opcode);
    QFETCH(QByteArray, function);
    const auto call = ptxMatrixCall({opcode.constData(), size_t(opcode.size())});
    QCOMPARE(call ? call->function : QByteArray(), function);
}

/// Every strategy with headers of its own brings them; the others say the form.
void TestSupplied::matricesOfStrategies()
{
    MemoryTree tree;
    tree.files["a.cu"] =
        "#include <cuda_runtime.h>\n__device__ void f(unsigned* a, unsigned x)\n{\n"
        "    asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\" : \"=r\"(a[0]) : \"r\"(x));\n"
        "    asm(\"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%2}, {%2}, "
        "{%0,%1};\" : \"+r\"(a[0]), \"+r\"(a[1]) : \"r\"(x));\n}\n";
    for (const Strategy strategy : {Strategy::ShimHeaders, Strategy::CompatHeader}) {
        const Scan result = scan(tree, strategy);
        const char* const header =
            strategy == Strategy::ShimHeaders ? "rocm_compat/rocport_compat.h" : "rocport_compat.h";
        const QByteArray text = newFile(result, header);
        QVERIFY(text.contains("rocportMma(") && text.contains("rocportTransposeMatrix("));
        QVERIFY(text.indexOf("rocportFromShared(") < text.indexOf("rocportTransposeMatrix("));
        QVERIFY(ported(tree, result, "a.cu").contains("rocportMma<16, 8, 8"));
        QCOMPARE(findingsOf(result, "hipify-matrix-lanes"), 1);
    }
    const Scan result = scan(tree, Strategy::InPlace);
    QVERIFY(!ported(tree, result, "a.cu").contains("rocport"));
    QCOMPARE(findingsOf(result, "hipify-ptx"), 2);
    QCOMPARE(findingsOf(result, "hipify-matrix-lanes"), 0);
}

/// <mma.h> is CUDA's, "mma.h" a file of the project; what HIP has no way for is found still.
void TestSupplied::tiles()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k()\n{\n"
                              "    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n"
                              "    wmma::fill_fragment(c, 0.0f);\n}\n";
    const Scan result = scan(tree);
    const QByteArray header = newFile(result, "csrc/rocport_compat.h");
    QVERIFY(header.indexOf("rocportMultiply(") > 0);
    QVERIFY(header.indexOf("rocportMultiply(") < header.indexOf("namespace wmma {"));
    QCOMPARE(header.count("struct rocportRegisters\n"), 1);
    QCOMPARE(findingsOf(result, "hipify-device-missing"), 0);
    QCOMPARE(findingsOf(result, "hipify-matrix-lanes"), 1);
    QVERIFY(findingsOf(scan(tree, Strategy::InPlace), "hipify-device-missing") > 0);

    CompatNeeds needs;
    needs.headers = {"mma.h"};
    for (const ShimHeader& shim : shimHeaders(needs, {})) {
        QCOMPARE(shim.text.contains("rocportMultiply(Sum"), shim.name == kShimNames);
        QCOMPARE(shim.text.contains("namespace wmma {"), shim.name == "mma.h");
    }
    QVERIFY(compatHeader(needs, {}).contains("namespace wmma {"));

    tree.files["csrc/a.cu"] += "using T = wmma::experimental::precision::b1;\n";
    QCOMPARE(findingsOf(scan(tree), "hipify-device-missing"), 1);
    tree.files["csrc/a.cu"] = "#include \"mma.h\"\n__global__ void k() {}\n";
    QVERIFY(newFile(scan(tree), "csrc/rocport_compat.h").isEmpty());
}

/// Beside fragments the warps of a file have 32 lanes, and so have their numbers and masks.
void TestSupplied::lanesBesideFragments()
{
    const QByteArray lanes = "#include <cuda_runtime.h>\n__device__ unsigned f(unsigned x)\n{\n"
                             "    unsigned a, b, c;\n"
                             "    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(a));\n"
                             "    asm(\"mov.u32 %0, %%lanemask_le;\" : \"=r\"(b));\n"
                             "    asm volatile(\"activemask.b32 %0;\" : \"=r\"(c));\n"
                             "    return a + b + c;\n}\n";
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = lanes;
    QVERIFY(ported(tree, scan(tree), "csrc/a.cu").contains("    a = __lane_id();\n"));
    for (const char* const other :
         {"__device__ void g(unsigned* x)\n{\n    asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, "
          "%0;\" : \"+r\"(x[0]));\n}\n",
          "__device__ void g(int lane)\n{\n    ptx_mma_m16n8k16(threadIdx.x / 32);\n}\n"}) {
        tree.files["csrc/a.cu"] = lanes + other;
        const QByteArray text = ported(tree, scan(tree), "csrc/a.cu");
        QVERIFY2(text.contains("    a = __lane_id() & 31;\n"), text.constData());
        QVERIFY(text.contains("    b = ~0u >> (31 - (__lane_id() & 31));\n"));
        QVERIFY(text.contains("    c = (unsigned int)(__ballot(1) >> (__lane_id() & 32));\n"));
        QVERIFY(!text.contains("ull"));
    }
}

/// A header counts lanes to 64 only where no file of its group keeps warps of 32.
void TestSupplied::lanesOfHeaders()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/lanes.cuh"] =
        "#pragma once\n#include <cuda_runtime.h>\n__device__ unsigned lane_id()\n{\n"
        "    unsigned a;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(a));\n    return a;\n}\n";
    const QByteArray votes =
        "__device__ inline int count(bool p) { return __popc(__ballot_sync(0xffffffff, p)); }\n"
        "__device__ inline int leader(int v) { return __shfl_sync(0xffffffff, v, 0); }\n";
    tree.files["csrc/votes.cuh"] = "#pragma once\n#include \"lanes.cuh\"\n" + votes;
    tree.files["csrc/apart.cuh"] = votes;
    tree.files["csrc/beside.cu"] = "#include \"votes.cuh\"\n__global__ void k(int* p)\n{\n"
                                   "    p[0] = __any_sync(0xffffffff, p[1]);\n}\n";
    const auto wide = [&](const Scan& from, const char* name) {
        const QByteArray text = ported(tree, from, name);
        return text.contains("__popcll(__ballot(p))") && text.contains("__shfl(v, 0)");
    };
    const auto narrow = [&](const Scan& from, const char* name) {
        const QByteArray text = ported(tree, from, name);
        return text.contains("__popc(static_cast<unsigned int>(__ballot(p) >> "
                             "(__lane_id() & 32)))") &&
               text.contains("__shfl(v, 0, 32)");
    };
    const Scan alone = scan(tree);
    QVERIFY(ported(tree, alone, "csrc/lanes.cuh").contains("    a = __lane_id();\n"));
    QVERIFY(wide(alone, "csrc/votes.cuh") && wide(alone, "csrc/apart.cuh"));
    QVERIFY(ported(tree, alone, "csrc/beside.cu").contains("__any(p[1])"));
    const QByteArray use = "#include \"votes.cuh\"\n__device__ void g(unsigned* x)\n{\n";
    Scan before = alone;
    for (const char* const work :
         {"    asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;\" : \"+r\"(x[0]));\n}\n",
          "    ptx_mma_m16n8k16(threadIdx.x / 32);\n}\n",
          "    __shared__ int s[33][32];\n    s[threadIdx.x % 32][1] = leader(2);\n}\n"
          "void f() { dim3 block(32, 8); }\n"}) {
        tree.files["csrc/a.cu"] = use + work;
        for (const Scan& previous : {Scan(), before}) {
            const Scan result = test::scanned(tree, m_rules, previous);
            QVERIFY(ported(tree, result, "csrc/lanes.cuh").contains("    a = __lane_id() & 31;\n"));
            QVERIFY(narrow(result, "csrc/votes.cuh"));
            QVERIFY(wide(result, "csrc/apart.cuh")); // no such file shares code with it
            QVERIFY(ported(tree, result, "csrc/beside.cu")
                        .contains("(static_cast<unsigned int>(__ballot(p[1]) >> "
                                  "(__lane_id() & 32)) != 0)"));
            before = result;
        }
        TargetSettings target; // 32 lanes are what the targets have
        target.architectures = {QStringLiteral("gfx1100")};
        QVERIFY(ported(tree, test::scanned(tree, m_rules, {}, target), "csrc/lanes.cuh")
                    .contains("    a = __lane_id();\n"));
    }
    tree.files.remove("csrc/a.cu");
    const Scan after = test::scanned(tree, m_rules, before);
    QVERIFY(ported(tree, after, "csrc/lanes.cuh").contains("    a = __lane_id();\n"));
    QVERIFY(wide(after, "csrc/votes.cuh"));
}

/// A width that a header of the project defines as 32 is known to files that use it.
void TestSupplied::widthsOfHeaders()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include \"common.h\"\n__global__ void k(int* p)\n{\n"
                              "    p[WARP_SIZE] = __shfl_sync(0xffffffff, p[0], 0);\n"
                              "    p[1] = __any_sync(0xffffffff, p[2]);\n}\n";
    const QByteArray unknown = ported(tree, scan(tree), "csrc/a.cu");
    QVERIFY2(unknown.contains("__shfl(p[0], 0, WARP_SIZE)") &&
                 unknown.contains("    p[1] = __any_sync(0xffffffff, p[2]);\n}"),
             unknown.constData());
    tree.files["csrc/common.h"] = "#define WARP_SIZE 32\n__global__ void k(int* p);\n";
    const QByteArray known = ported(tree, scan(tree), "csrc/a.cu");
    QVERIFY2(known.contains("__shfl(p[0], 0, 32)") &&
                 known.contains("p[1] = (static_cast<unsigned int>(__ballot(p[2]) >>"),
             known.constData());
}

void TestSupplied::registerStorage()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n__global__ void k(int* p)\n{\n"
                         "    register int i = 0;\n    p[i] = 0;\n}\n";
    QVERIFY(ported(tree, scan(tree), "a.cu")
                .contains("#ifdef USE_ROCM\n    int i = 0;\n#else\n    register int i = 0;\n"
                          "#endif\n"));
}

QTEST_GUILESS_MAIN(TestSupplied)
#include "tst_supplied.moc"
