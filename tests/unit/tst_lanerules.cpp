#include "core/rules/cpp/masknames.h"
#include "tests/unit/rulematches.h"

#include <QByteArray>
#include <QString>
#include <QtTest>

#include <algorithm>
#include <string_view>

using namespace rocport;

/// The rules about lanes, warps and their masks.
class TestLaneRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ruleMatches_data();
    void ruleMatches();
    void wave32Targets();
    void sharedWidths();
    void maskNames_data();
    void maskNames();
    void masksByTheirNames();
    void manyAliases();
};

void TestLaneRules::ruleMatches_data()
{
    addRuleColumns();
    const auto row = addRuleRow;
    row("ballot type", "__global__ void k() { unsigned m = __ballot(1); if (m) return; }",
        "warp-ballot-type", true);
    row("wide ballot", "__global__ void k() { unsigned long long m = __ballot(1); if (m) return; }",
        "warp-ballot-type", false);
    row("mask", "__global__ void k() { __syncwarp(0xffffffff); }", "warp-mask-literal", true);
    row("no mask", "__global__ void k(int* p) { p[0] = 0xffffffff; }", "warp-mask-literal", false);
    row("popc", "__global__ void k(int* p) { p[0] = __popc(__ballot(1)); }", "warp-popc", true);
    row("popc of a word", "__global__ void k(int* p) { p[0] = __popc(p[1]); }", "warp-popc", false);
    row("shift", "__global__ void k(int* p, int l) { p[0] = (__ballot(1) & (1u << l)) != 0; }",
        "warp-lane-shift", true);
    row("shift of a word", "__global__ void k(int* p, int l) { p[0] = p[1] & (1u << l); }",
        "warp-lane-shift", false);
    row("size", "#define WARP_SIZE 32\n", "warp-size-constant", true);
    row("other size", "#define TILE_SIZE 32\n", "warp-size-constant", false);
    row("warps in a block", "#define WARPS_PER_BLOCK 32\n", "warp-size-constant", false);
    row("shuffle offsets",
        "__device__ int f(int v) { for (int o = 16; o > 0; o /= 2) v += __shfl_down(v, o);"
        " return v; }",
        "warp-shfl-width", true);
    row("offsets in segments",
        "__device__ int f(int v) { for (int o = 16; o > 0; o /= 2) v += __shfl_down(v, o, 32);"
        " return v; }",
        "warp-shfl-width", false);
    row("wrapped vote", "__device__ int f(int v) { return __popc(WARP_BALLOT(v)); }",
        "warp-ballot-type", true);
    row("wrapped vote in 64 bits", "__device__ int f(int v) { return __popcll(WARP_BALLOT(v)); }",
        "warp-ballot-type", false);
    row("unsure mask",
        "__device__ int f(unsigned* p) { unsigned m = p[0]; return __any_sync(m, 1); }",
        "warp-sync-builtins", true);
    row("mask of a header", "constexpr unsigned kFullMask = 0xffffffffu;\nint warps();\n",
        "warp-ballot-type", true);
    row("number of a header", "constexpr unsigned kMaxWarps = 0xffffffffu;\nint warps();\n",
        "warp-ballot-type", false);
    row("rows of 32", "__global__ void k();\nvoid f() { dim3 block = dim3(32, 8); }", "warp-tile",
        true);
    row("grid of 32", "__global__ void k();\nvoid f() { dim3 grid(32, 8); }", "warp-tile", false);
    row("code of both sides",
        "#if defined(__CUDACC__) || defined(__HIPCC__)\n"
        "__device__ int f(int v) { return __shfl_sync(0xffffffff, v, 0); }\n#endif\n",
        "warp-mask-literal", true);
    row("code of one side",
        "#if !defined(__CUDACC__) || defined(__HIPCC__)\n"
        "__device__ int f(int v) { return __shfl_sync(0xffffffff, v, 0); }\n#endif\n",
        "warp-mask-literal",
        true); // HIP refuses it; corpus/cpp/own_masks.cu has the arms that it sees
    row("a project's own macro",
        "#ifndef LIB_USE_HIP\n"
        "__device__ int f(int v) { return __shfl_sync(0xffffffff, v, 0); }\n#endif\n",
        "warp-mask-literal", false);
    row("second launch bound", "__global__ void __launch_bounds__(256, 4) k() {}", "warp-tile",
        true);
    row("one launch bound", "__global__ void __launch_bounds__(256) k() {}", "warp-tile", false);
    row("own shuffle", "#define __shfl_sync(m, v, l) __shfl(v, l)\n__device__ void f();\n",
        "warp-sync-builtins", true);
    row("own macro", "#define my_shfl_sync(m, v, l) __shfl(v, l)\n__device__ void f();\n",
        "warp-sync-builtins", false);
    row("compared vote", "__device__ bool f(int v) { return __ballot(v) == 0xffffffff; }",
        "warp-vote-compare", true);
    row("compared count", "__device__ bool f(int v) { return __popc(__ballot(v)) == 32; }",
        "warp-vote-compare", true);
    row("compared word", "__device__ bool f(unsigned v) { return v == 0xffffffff; }",
        "warp-vote-compare", false);
    row("constant of warpSize", "__global__ void k() { constexpr int w = warpSize; }",
        "warp-size-constexpr", true);
    row("warpSize at run time", "__global__ void k() { const int w = warpSize; }",
        "warp-size-constexpr", false);
    row("block of 96", "#define BLOCK_SIZE 96\n__global__ void k();\n", "warp-tile", true);
    row("launch bounds", "__global__ void __launch_bounds__(2048) k() {}", "warp-tile", true);
    row("block of 128", "#define BLOCK_SIZE 128\n__global__ void k();\n", "warp-tile", false);
    row("divergent shuffle",
        "__global__ void k(int v) { if (threadIdx.x < 32) v = __shfl_down(v, 1); }",
        "warp-divergent-shuffle", true);
    row("divergent block",
        "__global__ void k(int v) { if (lane == 0) { int b = __ballot(v) != 0; } }",
        "warp-divergent-shuffle", true);
    row("branch of a warp",
        "__global__ void k(int v) { if (threadIdx.x / 64 == 0) { v = __shfl_down(v, 1); } }",
        "warp-divergent-shuffle", false);
    row("branch of the block", "__global__ void k(int v, int n) { if (n > 3) v = __shfl(v, 1); }",
        "warp-divergent-shuffle", false);
    row("cub threads", "int a = CUB_PTX_WARP_THREADS;\n", "cub-warp-threads", true);
    row("hipcub threads", "int a = HIPCUB_WARP_THREADS;\n", "cub-warp-threads", false);
}

void TestLaneRules::ruleMatches()
{
    checkRuleRow();
}

/// Code for 64 lanes is worth a word only where RDNA is among the targets, and in ported branches.
void TestLaneRules::wave32Targets()
{
    const QByteArray text = "#ifdef USE_ROCM\n#define WARP_SIZE 64\n#else\n"
                            "#define WARP_SIZE 32\n#endif\n__global__ void k();\n";
    AnalysisContext context = contextFor();
    QVERIFY(!hasRule(analyse(text, context), "warp-wave32"));
    context.target.architectures = {QStringLiteral("gfx942"), QStringLiteral("gfx1100")};
    QVERIFY(hasRule(analyse(text, context), "warp-wave32"));
    const QByteArray narrow = "#define WARP_SIZE 32\n__global__ void k();\n";
    QVERIFY(!hasRule(analyse(narrow, context), "warp-wave32"));
    QVERIFY(hasRule(analyse("__device__ void f() { cg::tiled_partition<64>(b); }", context),
                    "warp-wave32"));
}

/// A constant of a header is not changed for one file, nor a file around a constant of another.
void TestLaneRules::sharedWidths()
{
    const QByteArray text = "#define WARP_SIZE 32\n__device__ int lane() { return threadIdx.x % "
                            "WARP_SIZE; }\n";
    QVERIFY(hasRule(analyse(text, contextFor()), "warp-size-constant"));
    QVERIFY(!analyse(text, contextFor()).hunks.isEmpty());
    const FileAnalysis header = analyse(text, contextFor(), "src/common.cuh");
    QVERIFY(hasRule(header, "warp-size-constant"));
    QVERIFY(header.hunks.isEmpty());
    // A vote that a header returns in 32 bits: of all 64 lanes, half would be lost.
    const QByteArray votes =
        "__device__ unsigned f(bool p) { return __ballot_sync(0xffffffff, p); }\n";
    const FileAnalysis vote = analyse(votes, contextFor(), "src/votes.cuh");
    QVERIFY(hasRule(vote, "warp-vote-width"));
    QVERIFY(
        ported(votes, vote)
            .contains(
                "return static_cast<unsigned int>(__ballot(p) >> (__lane_id() & 32)); }\n#else\n"));
    const FileAnalysis foreign =
        analyse("__device__ int f(int v)\n{\n    int lane = threadIdx.x % 32;\n"
                "    return __shfl_down(v, lane / WARP_SIZE);\n}\n",
                contextFor());
    QVERIFY(hasRule(foreign, "warp-size-constant"));
    QVERIFY(std::none_of(foreign.hunks.begin(), foreign.hunks.end(), [](const Hunk& one) {
        return one.ruleIds.contains(QStringLiteral("warp-size-constant"));
    }));
}

void TestLaneRules::maskNames_data()
{
    QTest::addColumn<bool>("lanes");
    QTest::addColumn<bool>("full");
    QTest::addColumn<bool>("all");
    const auto row = [](const char* name, bool lanes, bool full, bool all) {
        QTest::newRow(name) << lanes << full << all;
    };
    for (const char* name : {"lane_mask_t", "kLaneMask", "LANES_MASK", "lanemask", "warpmask",
                             "WARP32_MASK", "laneMasks", "AMDWarpMask", "warp_bitmask"}) {
        row(name, true, false, true);
    }
    for (const char* name : {"FULL_MASK", "kFullMask", "fullmask", "MASK_FULL", "FULLMask"}) {
        row(name, false, true, true);
    }
    row("kFullWarpMask", true, true, true);
    row("fullwarpmask", true, true, true);
    row("MASK_ALL", false, false, true);
    row("allmask", false, false, true);
    for (const char* name : {"plane_mask_t", "PLANE_MASK", "kPlaneMask", "planemask", "small_mask",
                             "SMALL_MASK", "callmask", "warped_mask", "useful_mask", "wallMask",
                             "full", "all_lanes", "mask", "pixel_mask_t", "_", "mask_"}) {
        row(name, false, false, false);
    }
}

/// Words count as whole parts of a name.
void TestLaneRules::maskNames()
{
    QFETCH(bool, lanes);
    QFETCH(bool, full);
    QFETCH(bool, all);
    const std::string_view name = QTest::currentDataTag();
    QCOMPARE(isLaneMaskName(name), lanes);
    QCOMPARE(isFullMaskName(name), full);
    QCOMPARE(isAllLanesName(name), all);
}

/// Only a name that says it makes 32 ones in a header a mask of all lanes, as a constant and as a
/// macro.
void TestLaneRules::masksByTheirNames()
{
    const auto isChanged = [](const QByteArray& text) {
        const QByteArray kernel = "__device__ int f(int v) { return __shfl(v, 0); }\n";
        const FileAnalysis analysis = analyse(text + kernel, contextFor(), "src/masks.cuh");
        return ported(text + kernel, analysis).contains("~0ull");
    };
    const auto constant = [](const QByteArray& name) {
        return "constexpr unsigned " + name + " = 0xffffffffu;\n";
    };
    const auto macro = [](const QByteArray& name) { return "#define " + name + " 0xffffffffu\n"; };
    for (const char* const name : {"FULL_MASK", "WARP_MASK", "ALL_MASK"}) {
        QVERIFY2(isChanged(constant(name)) && isChanged(macro(name)), name);
    }
    for (const char* const name : {"PLANE_MASK", "SMALL_MASK", "USEFUL_MASK"}) {
        QVERIFY2(!isChanged(constant(name)) && !isChanged(macro(name)), name);
    }
}

/// Each of very many macros and types is followed to its uses, which are looked up.
void TestLaneRules::manyAliases()
{
    constexpr int kCount = 2000; // of each
    QByteArray text = "#include <cuda_runtime.h>\n";
    QByteArray uses;
    for (int i = 0; i < kCount; ++i) {
        const QByteArray number = QByteArray::number(i);
        text +=
            "#define SHFL_" + number + " __shfl_up_sync\nusing bits_" + number + " = unsigned;\n";
        uses += "__device__ int f" + number + "(int v)\n{\n    bits_" + number +
                " votes = __ballot_sync(0xffffffff, v);\n    return SHFL_" + number +
                "(votes, v, 1);\n}\n";
    }
    const FileAnalysis analysis = analyse(text + uses, contextFor());
    int macros = 0;
    int types = 0;
    for (const Finding& one : analysis.findings) {
        macros += one.message.contains(u"stands for") ? one.places : 0;
        types += one.message.contains(u"type of lane masks") ? one.places : 0;
    }
    QCOMPARE(macros, 2 * kCount);
    QCOMPARE(types, kCount);
}

QTEST_GUILESS_MAIN(TestLaneRules)
#include "tst_lanerules.moc"
