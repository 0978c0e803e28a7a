#include "core/rules/patternindex.h"
#include "core/translate/compatdevice.h"
#include "core/translate/supplied.h"
#include "core/translate/translate.h"
#include "tests/unit/portedtree.h"

#include <QTest>

#include <algorithm>

using namespace rocport;
using test::ported;
using Scan = test::ScannedTree;

namespace {

const QByteArray kSetup = "from setuptools import setup\n"
                          "from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
                          "setup(ext_modules=[CUDAExtension('x', ['csrc/a.cu'])])\n";

QByteArray newFile(const Scan& scan, const char* path)
{
    for (const Hunk& hunk : scan->hunks) {
        if (hunk.targetPath.bytes() == path) {
            return hunk.edits.first().replacement;
        }
    }
    return {};
}

int findingsOf(const Scan& scan, const char* rule)
{
    int count = 0;
    for (const auto& file : scan->files) {
        for (const Finding& one : file->findings) {
            count += one.ruleId == QLatin1StringView(rule) ? 1 : 0;
        }
    }
    return count;
}

} // namespace

/// Headers and device functions of CUDA that HIP lacks, and that the headers of a port hold.
class TestSupplied : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void inOrder();
    void byRelease();
    void rulesAgree();
    void extensionOfPyTorch();
    void extensionWithoutUse();
    void ownHeaderInQuotes();
    void asyncCopies_data();
    void asyncCopies();
    void copiesWithoutHeaders();
    void registerStorage();

private:
    [[nodiscard]] Scan scan(const MemoryTree& tree, std::optional<Strategy> strategy = {}) const
    {
        TargetSettings target;
        target.strategy = strategy;
        return test::scanned(tree, m_rules, {}, target);
    }

    std::shared_ptr<const RuleSet> m_rules;
};

void TestSupplied::initTestCase()
{
    RuleSet::LoadResult loaded = RuleSet::load();
    QVERIFY(loaded.problems.isEmpty());
    m_rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
}

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

void TestSupplied::byRelease()
{
    QVERIFY(generatedHeadersHold("cooperative_groups/reduce.h", {7, 2}));
    QVERIFY(!generatedHeadersHold("cooperative_groups/reduce.h", {7, 13}));
    QVERIFY(generatedHeadersHold("cooperative_groups/scan.h", {7, 13}));
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
            continue; // the whole rule says so
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
    const Scan result = scan(tree);
    QCOMPARE(result->strategy, Strategy::TorchExtension);
    QCOMPARE(ported(tree, result, "csrc/a.cu").left(132),
             QByteArray("#include <cuda_runtime.h>\n#ifdef USE_ROCM\n"
                        "#include \"rocport_compat.h\"\n#else\n#include <cuda/atomic>\n#endif\n"
                        "__global__ void k(int* p)\n"));
    QVERIFY(ported(tree, result, "csrc/sub/b.cuh")
                .contains("#ifdef USE_ROCM\n#include \"../rocport_compat.h\"\n#endif\n"));
    QVERIFY(!ported(tree, result, "csrc/c.cu").contains("rocport_compat"));
    const QByteArray header = newFile(result, "csrc/rocport_compat.h");
    QVERIFY(header.contains("class atomic_ref"));
    QVERIFY(header.contains("#define __dp4a("));
    QVERIFY(!header.contains("cudaMalloc"));
    QVERIFY(!header.contains("rocportBfloat16"));
    QCOMPARE(findingsOf(result, "hipify-libcudacxx"), 0);
    // Where nothing holds them, they are found.
    QVERIFY(findingsOf(scan(tree, Strategy::InPlace), "hipify-libcudacxx") > 0);

    // The port gets nothing else.
    MemoryTree port;
    port.files = tree.files;
    for (const char* path : {"csrc/a.cu", "csrc/sub/b.cuh", "setup.py"}) {
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
        << QByteArray();
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
