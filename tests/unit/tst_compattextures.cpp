#include "core/facts/facts.h"
#include "core/translate/compattextures.h"
#include "core/translate/translate.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/portedtree.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace rocport;
using test::ported;
using Scan = test::ScannedTree;

namespace {

TargetSettings targets(const QStringList& architectures, std::optional<Strategy> strategy = {})
{
    TargetSettings target;
    target.architectures = architectures;
    target.strategy = strategy;
    return target;
}

QByteArray header(const QSet<QByteArray>& names, const QStringList& architectures)
{
    CompatNeeds needs;
    needs.names = names;
    needs.headers = {"cuda_runtime.h"};
    const TargetSettings target = targets(architectures);
    const QByteArray text = compatHeader(needs, target);
    QByteArray names2;
    for (const ShimHeader& shim : shimHeaders(needs, target)) {
        if (shim.name == kShimNames) {
            names2 = shim.text;
        }
    }
    // Both strategies bring the same.
    return text.contains("struct rocportTexels") == names2.contains("struct rocportTexels") &&
                   text.contains("rocportTex2D") == names2.contains("rocportTex2D")
               ? text
               : QByteArray();
}

} // namespace

/// Arrays, textures and surfaces in software, for GPUs that have no hardware for them.
class TestCompatTextures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void byArchitecture_data();
    void byArchitecture();
    void onlyWhatIsUsed();
    void copiesOfBoxes();
    void takesHipNames();
    void nothingReachesHip();
    void nodesOfGraphs();
    void ofTheWholeProject();
    void extensionOfPyTorch();
    void othersKeepTheirs();

private:
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

void TestCompatTextures::byArchitecture_data()
{
    QTest::addColumn<QStringList>("architectures");
    QTest::addColumn<bool>("lacks");
    QTest::newRow("CDNA 3") << QStringList{QStringLiteral("gfx942")} << true;
    QTest::newRow("CDNA 4") << QStringList{QStringLiteral("gfx950")} << true;
    QTest::newRow("CDNA 2") << QStringList{QStringLiteral("gfx90a")} << false;
    QTest::newRow("RDNA") << QStringList{QStringLiteral("gfx1100"), QStringLiteral("gfx1201")}
                          << false;
    QTest::newRow("one of two") << QStringList{QStringLiteral("gfx1100"), QStringLiteral("gfx942")}
                                << true;
}

void TestCompatTextures::byArchitecture()
{
    QFETCH(QStringList, architectures);
    QFETCH(bool, lacks);
    const TargetSettings target = targets(architectures);
    QCOMPARE(lacksTextures(target), lacks);
    QCOMPARE(isSuppliedTexture("cudaMallocArray", target), lacks);
    QVERIFY(!isSuppliedTexture("cudaMalloc", target));
    const QByteArray text =
        header({"cudaMallocArray", "cudaCreateTextureObject", "tex2D"}, architectures);
    QVERIFY(text.contains("#define cudaMallocArray hipMallocArray\n"));
    QCOMPARE(text.contains("#define hipMallocArray rocportMallocArray\n"), lacks);
    QCOMPARE(text.contains("#define tex2D rocportTex2D\n"), lacks);
}

void TestCompatTextures::onlyWhatIsUsed()
{
    const QStringList cdna{QStringLiteral("gfx942")};
    const QByteArray fetch = header({"cudaTextureObject_t", "tex1Dfetch"}, cdna);
    QVERIFY(fetch.contains("rocportTex1Dfetch"));
    QVERIFY(fetch.contains("#define hipTextureObject_t rocportObject_t\n"));
    QVERIFY(!fetch.contains("rocportMallocArray"));
    QVERIFY(!fetch.contains("rocportFaceOf"));
    QVERIFY(!fetch.contains("rocportSurf2D"));
    const QByteArray cube = header({"texCubemap"}, cdna);
    QVERIFY(cube.indexOf("ROCPORT_FETCH(rocportTex1Dfetch") < cube.indexOf("rocportFaceOf"));
    QVERIFY(!header({"cudaMalloc"}, cdna).contains("rocportTexels"));
    // The driver's interface rests on that of the runtime.
    const QByteArray driver = header({"cuTexObjectCreate"}, cdna);
    QVERIFY(driver.contains("#define hipTexObjectCreate rocportTexObjectCreate\n"));
    QVERIFY(driver.indexOf("rocportCreateTextureObject(") <
            driver.indexOf("rocportTexObjectCreate("));
    QVERIFY(driver.contains("rocportMalloc3DArray("));
}

/// They are of memory alone where nothing else has to do with arrays.
void TestCompatTextures::copiesOfBoxes()
{
    const QStringList cdna{QStringLiteral("gfx942")};
    QVERIFY(!header({"cudaMemcpy3D"}, cdna).contains("rocport"));
    QVERIFY(header({"cudaMemcpy3D", "cudaArray_t"}, cdna)
                .contains("#define hipMemcpy3D rocportMemcpy3D\n"));
    QVERIFY(!isTextureSign("cudaMemcpy3D"));
    QVERIFY(isTextureSign("cudaArray_t"));
}

/// What HIP's names stand for changes for all, once; and what HIP lacks is not listed as missing.
void TestCompatTextures::takesHipNames()
{
    const QByteArray text = header({"cudaMalloc3DArray", "cudaMemcpyToArrayAsync",
                                    "cudaGetSurfaceObjectResourceDesc", "cudaFreeArray"},
                                   {QStringLiteral("gfx942")});
    QCOMPARE(text.count("hipError_t rocportMalloc3DArray("), 1);
    QCOMPARE(text.count("#define hipMalloc3DArray "), 1);
    QVERIFY(text.contains("#define cudaMemcpyToArrayAsync rocportMemcpyToArrayAsync\n"));
    QVERIFY(!text.contains("without a HIP counterpart"));
    const QByteArray hip =
        header({"cudaMalloc3DArray", "cudaMemcpyToArrayAsync"}, {QStringLiteral("gfx90a")});
    QVERIFY(hip.contains("//   cudaMemcpyToArrayAsync\n"));
}

/// HIP takes what stands for an array or texture in software for one of its own. So every function
/// of CUDA that the facts give a counterpart, and that takes or gives arrays, textures or surfaces,
/// is brought by the headers or is a finding.
void TestCompatTextures::nothingReachesHip()
{
    const QRegularExpression ofArrays(QStringLiteral(
        "^cu.*(Array|Tex[OR]|Texture|Surf|Channel|MemcpyNode|GraphAddNode|Graph(Exec)"
        "?NodeSetParams|Memcpy[23]D|Memcpy[ADH]toA|MemcpyAto)"));
    // These have neither: rows and graph nodes of memory (a child graph has nodes of its own), what
    // a node copies (memory since it was given), and a limit of the device; an end of mipmaps, and
    // settings of references, whose beginning is a finding.
    const QRegularExpression neither(QStringLiteral(
        "^(cudaMemcpy2D(Async)?|cudaGraph\\w*MemcpyNode\\w*(1D|Symbol)|cu(da)?"
        "GraphMemcpyNodeGetParams"
        "|cu(da)?GraphExecChildGraphNodeSetParams|cu(da)?DeviceGetTexture1DLinearMaxWidth|cuda("
        "Create|Free)(ChannelDesc|MipmappedArray)"
        "|cuMipmappedArrayDestroy|cudaGetTextureAlignmentOffset"
        "|cuTexRef[GS]et(Address|AddressMode|BorderColor|FilterMode|Flags|Format|MaxAnisotropy"
        "|Mipmap\\w+))$"));
    const QStringList cdna{QStringLiteral("gfx942")};
    MemoryTree tree;
    QSet<QString> open;
    size_t count = 0;
    const ApiFact* const all = allApis(count);
    for (const ApiFact& fact : std::span(all, count)) {
        const QByteArray name(fact.cuda.data(), static_cast<qsizetype>(fact.cuda.size()));
        if (fact.kind != ApiKind::Function || fact.hip.empty() ||
            (fact.library != "runtime" && fact.library != "driver") ||
            !ofArrays.match(QString::fromUtf8(name)).hasMatch()) {
            continue;
        }
        const QByteArray hip(fact.hip.data(), static_cast<qsizetype>(fact.hip.size()));
        if (header({name, "cudaArray_t"}, cdna).contains("\n#define " + hip + " rocport")) {
            continue;
        }
        QString plain = QString::fromUtf8(name);
        plain.remove(QRegularExpression(QStringLiteral("_v[0-9]$")));
        if (!neither.match(plain).hasMatch()) {
            open.insert(plain);
            tree.files[plain.toUtf8() + ".cpp"] =
                "#include <cuda.h>\nvoid f() { " + plain.toUtf8() + "(a); }\n";
        }
    }
    QVERIFY(count > 1000 && open.contains(QStringLiteral("cudaMallocMipmappedArray")));
    const Scan scan = test::scanned(tree, m_rules, {}, targets(cdna));
    for (const std::shared_ptr<const FileAnalysis>& file : scan->files) {
        for (const Finding& finding : file->findings) {
            if (finding.ruleId == u"hipify-texture") {
                open.remove(finding.symbol);
            }
        }
    }
    QCOMPARE(QStringList(open.begin(), open.end()).join(u' '), QString());
}

/// Nodes of graphs bring what they rest on, and only beside arrays.
void TestCompatTextures::nodesOfGraphs()
{
    const QStringList cdna{QStringLiteral("gfx942")};
    const QByteArray node = header({"cudaGraphAddMemcpyNode", "cudaTextureObject_t"}, cdna);
    QVERIFY(node.contains("#define hipGraphAddMemcpyNode rocportGraphAddMemcpyNode\n"));
    QVERIFY(node.indexOf("rocportMalloc3DArray(") < node.indexOf("rocportGraphAddMemcpyNode("));
    const QByteArray driver = header({"cuGraphAddMemcpyNode", "CUarray"}, cdna);
    QVERIFY(driver.contains("#define hipDrvGraphAddMemcpyNode rocportDrvGraphAddMemcpyNode\n"));
    QVERIFY(driver.indexOf("rocportAsMemory(HIP_MEMCPY3D&") <
            driver.indexOf("rocportDrvGraphAddMemcpyNode("));
    QVERIFY(!header({"cudaGraphAddMemcpyNode", "cuMemcpy2D_v2"}, cdna).contains("rocport"));
    QVERIFY(header({"cuArrayCreate_v2"}, cdna).contains("\n#define hipArrayCreate rocport"));
}

/// One unit makes a texture, another one reads it: the port has one kind for both.
void TestCompatTextures::ofTheWholeProject()
{
    MemoryTree tree;
    tree.files["CMakeLists.txt"] = "cmake_minimum_required(VERSION 3.20)\n"
                                   "project(x LANGUAGES CXX CUDA)\nadd_executable(x a.cu b.cpp)\n";
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n"
                         "__global__ void k(float* to, cudaTextureObject_t t)\n{\n"
                         "    to[0] = tex2D<float>(t, 0.5f, 0.5f);\n}\n";
    tree.files["b.cpp"] =
        "#include <cuda_runtime.h>\nvoid f(cudaArray_t* a, cudaChannelFormatDesc* d)\n"
        "{\n    cudaMallocArray(a, d, 8, 8);\n}\n";
    const Scan scan = test::scanned(tree, m_rules, {}, targets({QStringLiteral("gfx942")}));
    QCOMPARE(scan->strategy, Strategy::ShimHeaders);
    QByteArray text;
    for (const Hunk& hunk : scan->hunks) {
        if (hunk.targetPath.bytes() == "rocm_compat/rocport_compat.h") {
            text = hunk.edits.first().replacement;
        }
    }
    QVERIFY(text.contains("#define tex2D rocportTex2D\n"));
    QVERIFY(text.contains("#define hipMallocArray rocportMallocArray\n"));
    // Device code is for HIP's compiler alone.
    QVERIFY(text.indexOf("#define hipMallocArray rocportMallocArray\n") <
            text.indexOf("#ifdef __HIPCC__\n// Reading textures"));
}

void TestCompatTextures::extensionOfPyTorch()
{
    MemoryTree tree;
    tree.files["setup.py"] = "from setuptools import setup\n"
                             "from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
                             "setup(ext_modules=[CUDAExtension('x', ['csrc/a.cu'])])\n";
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\n"
                              "__global__ void k(float* to, cudaTextureObject_t t)\n{\n"
                              "    to[0] = tex2D<float>(t, 0.5f, 0.5f);\n}\n";
    tree.files["csrc/b.h"] = "#include <cuda_runtime.h>\nvoid launch(cudaTextureObject_t t);\n";
    tree.files["csrc/c.cu"] = "#include <cuda_runtime.h>\n"
                              "void f(cudaMemcpy3DParms* p) { cudaMemcpy3D(p); }\n";
    const Scan scan = test::scanned(tree, m_rules, {}, targets({QStringLiteral("gfx950")}));
    QCOMPARE(scan->strategy, Strategy::TorchExtension);
    QVERIFY(ported(tree, scan, "csrc/a.cu").contains("rocport_compat.h"));
    QVERIFY(ported(tree, scan, "csrc/b.h").contains("rocport_compat.h"));
    QVERIFY(!ported(tree, scan, "csrc/c.cu").contains("rocport_compat.h"));
    const Scan other = test::scanned(tree, m_rules, {}, targets({QStringLiteral("gfx90a")}));
    QVERIFY(!ported(tree, other, "csrc/a.cu").contains("rocport_compat.h"));
}

/// A member or a longer name is none of CUDA's functions.
void TestCompatTextures::othersKeepTheirs()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\nstruct Image { int tex2D; };\n"
                         "int tex2DSize(Image i) { return i.tex2D; } // tex2D(a, b)\n"
                         "void f(void** p) { cudaMalloc(p, 4); }\n";
    const Scan scan = test::scanned(tree, m_rules, {},
                                    targets({QStringLiteral("gfx942")}, Strategy::CompatHeader));
    QVERIFY(std::none_of(scan->hunks.begin(), scan->hunks.end(), [](const Hunk& hunk) {
        return hunk.edits.first().replacement.contains("rocportTexels");
    }));
}

QTEST_GUILESS_MAIN(TestCompatTextures)
#include "tst_compattextures.moc"
