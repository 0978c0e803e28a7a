// Files whose warps keep 32 lanes: two of them share a wavefront of 64.
#include "tests/unit/cppanalysis.h"

#include <QtTest>

using namespace rocport;

class TestLaneHalves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void masksStayWhole_data();
    void matrixFragments();
    void callsBesideFragments();
    void masksStayWhole();
    void keptWidths_data();
    void keptWidths();
    void leftAlone();
    void unknownWidths();
    void votesOfGroups();
    void warpsThatOthersCount();
    void warpsOfCub();
};

void TestLaneHalves::masksStayWhole_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* text) {
        QTest::newRow(name) << QByteArray(text);
    };
    row("shifted by the rest of 32",
        "__global__ void rank(const int* in, int* out)\n"
        "{\n"
        "    const int lane = threadIdx.x & 31;\n"
        "    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);\n"
        "    out[threadIdx.x] = __popc(votes << (32 - lane));\n"
        "}\n");
    row("all ones shifted",
        "__global__ void rank(const int* in, int* out)\n"
        "{\n"
        "    const int lane = threadIdx.x & 31;\n"
        "    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);\n"
        "    out[threadIdx.x] = __popc(votes & (0xffffffffu >> (31 - lane)));\n"
        "}\n");
    row("mask in a macro",
        "#define LANE (threadIdx.x & 31)\n"
        "#define BELOW ((1u << LANE) - 1)\n"
        "__global__ void rank(const int* in, int* out)\n"
        "{\n"
        "    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);\n"
        "    out[threadIdx.x] = __popc(votes & BELOW);\n"
        "}\n");
    row("halves of a mask",
        "__global__ void rank(const int* in, int* out)\n"
        "{\n"
        "    const unsigned votes = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);\n"
        "    const unsigned hi = votes >> 16;\n"
        "    out[threadIdx.x] = __popc(hi) + __popc(votes & 0xffff);\n"
        "    int arr[32];\n"
        "    for (int i = 0; i < 32; i++) arr[i] = (votes >> i) & 1;\n"
        "    out[0] = arr[3];\n"
        "}\n");
    row("mask in a wider word", "__global__ void rank(const int* in, int* out, int n)\n"
                                "{\n"
                                "    int tid = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "    int l = tid % 32;\n"
                                "    unsigned m = __ballot_sync(0xffffffffu, in[tid] > 0);\n"
                                "    if (l == 0) out[tid / 32] = __popc(m);\n"
                                "    unsigned w = 1u << l;\n"
                                "    if (m & w) out[tid] = 1;\n"
                                "    unsigned long long* q = (unsigned long long*)out;\n"
                                "    q[0] = m;\n"
                                "}\n");
}

/// Fragments of matrices are held by 32 lanes: whoever computes with them numbers lanes by 32.
void TestLaneHalves::matrixFragments()
{
    const auto port = [](const QByteArray& work) {
        const QByteArray text = "__device__ void tile(float* to, int t)\n{\n"
                                "    int warp = threadIdx.x / 32;\n"
                                "    int lane = threadIdx.x % 32;\n    " +
                                work + "\n    __shared__ float part[64];\n" +
                                "    part[warp] = __shfl_down(t, 1);\n}\n";
        return ported(text, analyse(text, contextFor(Strategy::TorchExtension)));
    };
    QVERIFY(port("gamma_comma(mmap, t);").contains("threadIdx.x / 64"));
    for (const char* work :
         {"ptx_mma_m16n8k16(a, b, c);", "mma16816(a);", "wmma::load_matrix_sync(a, b, 16);",
          "MMA_M16N8(a);", "asm(\"ldmatrix.sync.aligned.x4 {%0}, [%1];\" : \"=r\"(t) : \"r\"(t));",
          "asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;\" : \"+r\"(t));"}) {
        const QByteArray text = port(work);
        QVERIFY2(text.contains("threadIdx.x / 32;") && text.contains("threadIdx.x % 32;") &&
                     text.contains("__shfl_down(t, 1, 32)") && !text.contains("Idx.x / 64") &&
                     !text.contains("Idx.x % 64"),
                 text.constData());
    }
}

/// Two warps of 32 lanes share a wavefront there: a shuffle names its width, votes are cut to the
/// half, and what has no such form is left to people.
void TestLaneHalves::callsBesideFragments()
{
    const auto port = [](const QByteArray& work, int rocm) {
        const QByteArray text = "__device__ void tile(float* to, float v, int t)\n{\n"
                                "    mma16816(to);\n    " +
                                work + "\n}\n";
        AnalysisContext context = contextFor(Strategy::TorchExtension);
        context.target.rocm = Version{rocm, 2};
        return ported(text, analyse(text, context));
    };
    QVERIFY(port("to[0] = __shfl_sync(0xffffffffu, v, 0);", 7).contains("__shfl(v, 0, 32)"));
    QVERIFY(port("to[0] = __shfl_xor_sync(0xffffffffu, v, t + 1);", 6)
                .contains("__shfl_xor(v, t + 1, 32)"));
    QVERIFY(port("to[0] = __shfl(v, 0);", 7).contains("__shfl(v, 0, 32)"));
    QVERIFY(port("to[0] = __shfl_sync(0xffffffffu, v, 0, 16);", 7).contains("__shfl(v, 0, 16)"));
    const QByteArray half = "static_cast<unsigned int>(__ballot(v > 0) >> (__lane_id() & 32))";
    for (const int rocm : {6, 7}) {
        QVERIFY(
            port("unsigned m = __ballot_sync(0xffffffffu, v > 0);\n    to[0] = __popc(m);", rocm)
                .contains("unsigned m = " + half + ";\n"));
        QVERIFY(port("if (__any_sync(0xffffffffu, v > 0)) to[0] = 1;", rocm)
                    .contains("if ((" + half + " != 0)) to[0] = 1;\n"));
        QVERIFY(port("to[0] = __all_sync(0xffffffffu, v > 0);", rocm)
                    .contains("= (static_cast<unsigned int>(__ballot(!(v > 0)) >> "
                              "(__lane_id() & 32)) == 0);\n"));
        const QByteArray some =
            port("unsigned m = __activemask();\n    if (__any_sync(m, v > 0)) to[0] = "
                 "__shfl_sync(m, v, 1);",
                 rocm);
        QVERIFY2(some.contains("unsigned m = static_cast<unsigned int>(__ballot(1) >> "
                               "(__lane_id() & 32));\n") &&
                     some.contains("if (((" + half + " & m) != 0))"),
                 some.constData());
        QVERIFY(some.contains(rocm == 7 ? "__shfl_sync(static_cast<unsigned long long>(m) << "
                                          "(__lane_id() & 32), v, 1, 32);\n"
                                        : "to[0] = __shfl(v, 1, 32);\n"));
        for (const char* work :
             {"to[0] = __reduce_add_sync(0xffffffffu, t);",
              "unsigned m = __match_all_sync(0xffffffffu, t, &t);\n    to[0] = __popc(m);",
              "if (__any_sync(t + 1, v > 0)) to[0] = 1;"}) {
            const QByteArray text = port(work, rocm);
            QVERIFY2(!text.contains("#else"), text.constData());
        }
    }
}

/// Each reads a mask in a way that has no certain form for 64 lanes, so none of it is widened, nor
/// the numbers of lanes: what is half widened gives wrong results without a word. Votes are those
/// of half a wavefront.
void TestLaneHalves::masksStayWhole()
{
    QFETCH(QByteArray, text);
    for (const char* rocm : {"7.2", "6.4"}) {
        AnalysisContext context = contextFor(Strategy::TorchExtension);
        context.target.rocm = Version::parse(QString::fromLatin1(rocm)).value();
        const FileAnalysis analysis = analyse(text, context);
        const QByteArray after = ported(text, analysis);
        for (const char* wide : {"~0ull", "1ull", "__popcll", "unsigned long long v",
                                 "unsigned long long m", "63", "64"}) {
            QVERIFY2(!after.contains(wide), after.constData());
        }
        QVERIFY2(after.count("__ballot(") > 0 &&
                     after.count("__ballot(") == after.count(" >> (__lane_id() & 32))"),
                 after.constData());
    }
}

void TestLaneHalves::keptWidths_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("piece");
    const auto row = [](const char* name, const char* text, const char* piece) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(piece);
    };
    row("a row for each warp",
        "__global__ void k(float* o)\n{\n    float s = o[threadIdx.y];\n"
        "    s = __shfl_sync(0xffffffff, s, 0);\n    o[threadIdx.x] = s;\n}\n"
        "void f(float* o) { k<<<1, dim3(32, 4)>>>(o); }\n",
        "    s = __shfl(s, 0, 32);\n#else\n");
    row("steps without a loop",
        "__device__ float f(float v)\n{\n    v += __shfl_down_sync(0xffffffff, v, 16);\n"
        "    return __shfl_sync(0xffffffff, v, 0);\n}\n",
        "    v += __shfl_down(v, 16, 32);\n"
        "    return __shfl(v, 0, 32);\n#else\n");
    row("vote of a helper",
        "__device__ int count(bool p) { return __popc(__ballot_sync(0xffffffff, p)); }\n"
        "__global__ void k(int* o)\n{\n    __shared__ int s[33][32];\n"
        "    s[threadIdx.x / 32][threadIdx.x % 32] = count(o[1]);\n}\n",
        "return __popc(static_cast<unsigned int>(__ballot(p) >> (__lane_id() & 32))); }\n#else\n");
    row("vote without a mask",
        "__global__ void k(int* o)\n{\n    if (__all(o[threadIdx.y] == 1)) o[0] = 1;\n}\n",
        "    if ((static_cast<unsigned int>(__ballot(!(o[threadIdx.y] == 1)) >> "
        "(__lane_id() & 32)) == 0)) o[0] = 1;\n#else\n");
    row("vote in a vote",
        "__global__ void k(int* o)\n{\n"
        "    o[threadIdx.y] = __any_sync(~0u, __all_sync(~0u, o[1]));\n}\n",
        "= (static_cast<unsigned int>(__ballot((static_cast<unsigned int>(__ballot(!(o[1])) >> "
        "(__lane_id() & 32)) == 0)) >> (__lane_id() & 32)) != 0);\n#else\n");
    row("leader of the active lanes",
        "__device__ int f(int* c)\n{\n    unsigned m = __activemask();\n"
        "    int leader = __ffs(m) - 1, r = 0;\n"
        "    if ((threadIdx.x & 31) == leader) r = atomicAdd(c, __popc(m));\n"
        "    return __shfl_sync(m, r, leader) + __popc(m >> 16);\n}\n",
        "    return __shfl_sync(static_cast<unsigned long long>(m) << (__lane_id() & 32), r, "
        "leader, 32) + __popc(m >> 16);\n#else\n");
    row("mask of all lanes in a variable",
        "__global__ void k(int* o)\n{\n    const unsigned all = 0xffffffff;\n"
        "    o[threadIdx.y] = __shfl_xor_sync(all, o[0], 1);\n}\n",
        "    const unsigned all = 0xffffffff;\n#ifdef USE_ROCM\n"
        "    o[threadIdx.y] = __shfl_xor(o[0], 1);\n#else\n");
    row("mask that is an expression",
        "__global__ void k(int* o)\n{\n    unsigned m = __activemask();\n"
        "    o[threadIdx.y] = __shfl_sync(m & ~1u, o[0], 1);\n}\n",
        "    o[threadIdx.y] = __shfl_sync(static_cast<unsigned long long>(m & ~1u) << "
        "(__lane_id() & 32), o[0], 1, 32);\n#else\n");
    row("lanes that are active",
        "__global__ void k(int* o)\n{\n"
        "    o[threadIdx.y] = __shfl_sync(__activemask(), o[0], 1);\n"
        "    if (__any_sync(__activemask(), o[1])) o[2] = 1;\n}\n",
        "    o[threadIdx.y] = __shfl(o[0], 1, 32);\n"
        "    if ((static_cast<unsigned int>(__ballot(o[1]) >> (__lane_id() & 32)) != 0)) o[2] = "
        "1;\n#else\n");
    row("mask of type auto",
        "__global__ void k(int* o)\n{\n    auto m = __activemask();\n"
        "    o[threadIdx.y] = __shfl_sync(m, o[0], 1);\n}\n",
        "    o[threadIdx.y] = __shfl_sync(static_cast<unsigned long long>(m) << "
        "(__lane_id() & 32), o[0], 1, 32);\n#else\n");
    row("mask that is shifted",
        "__global__ void k(int* o)\n{\n    unsigned h = 0xffffffffu;\n    h >>= 16;\n"
        "    if (__any_sync(h, o[threadIdx.y])) o[2] = 1;\n}\n",
        "    if (((static_cast<unsigned int>(__ballot(o[threadIdx.y]) >> (__lane_id() & 32)) & h) "
        "!= 0)) o[2] = 1;\n#else\n");
    row("macro that a vote is compared with",
        "#define FULL 0xffffffff\n__global__ void k(int* o)\n{\n"
        "    unsigned m = __ballot_sync(FULL, o[threadIdx.y]);\n"
        "    if (m == FULL) o[0] = __shfl_sync(FULL, o[1], 0);\n}\n",
        "    if (m == FULL) o[0] = __shfl(o[1], 0, 32);\n#else\n");
    row("mask of a header that a vote is compared with",
        "__global__ void k(int* o)\n{\n"
        "    unsigned m = __ballot_sync(FULL_MASK, o[threadIdx.y]);\n"
        "    if (m == FULL_MASK) o[0] = 1;\n}\n",
        "    if (m == 0xffffffffu) o[0] = 1;\n#else\n");
    row("lanes with the same value",
        "__global__ void k(int* o)\n{\n"
        "    unsigned same = __match_any_sync(0xffffffff, o[threadIdx.y]);\n"
        "    o[1] = __popc(same);\n}\n",
        "    unsigned same = static_cast<unsigned int>(__match_any_sync(__activemask(), "
        "o[threadIdx.y]) >> "
        "(__lane_id() & 32));\n#else\n");
    row("part of a warp in a variable",
        "template <int H> __global__ void k(float* o)\n{\n"
        "    const unsigned mask = H == 32 ? 0xffffffffu : (1u << H) - 1u;\n"
        "    o[threadIdx.y] = __shfl_xor_sync(mask, o[0], 1);\n}\n",
        "{\n    const unsigned mask = H == 32 ? 0xffffffffu : (1u << H) - 1u;\n#ifdef USE_ROCM\n"
        "    o[threadIdx.y] = __shfl_xor_sync(static_cast<unsigned long long>(mask) << "
        "(__lane_id() & 32), o[0], 1);\n#else\n");
    row("mask in a parameter",
        "__device__ int f(int v, unsigned mask = 0xffffffff)\n{\n"
        "    return __ballot_sync(mask, v) + __shfl_sync(mask, v, 3);\n}\n"
        "__global__ void k(int* o) { o[threadIdx.y] = f(1, 0xffffffff) + f(2); }\n",
        "#ifdef USE_ROCM\n    return (static_cast<unsigned int>(__ballot(v) >> "
        "(__lane_id() & 32)) & mask) + __shfl(v, 3, 32);\n#else\n");
}

/// Each keeps 32 lanes for a reason of its own, and stays right on a wavefront of 64.
void TestLaneHalves::keptWidths()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, piece);
    const FileAnalysis analysis = analyse(text, contextFor(Strategy::TorchExtension));
    const QByteArray after = ported(text, analysis);
    QVERIFY2(after.contains(piece), after.constData());
    for (const char* wide : {"& 63", "popcll", "ffsll", ", 64", "% 64"}) {
        QVERIFY2(!after.contains(wide), after.constData());
    }
    for (const Finding& finding : analysis.findings) { // what stays is right
        const bool number = finding.ruleId == QLatin1StringView("warp-size-constant");
        QVERIFY(!number || finding.severity == Severity::Info);
    }
    // All is as wide as the targets where these have 32 lanes.
    AnalysisContext narrow = contextFor(Strategy::TorchExtension);
    narrow.target.architectures = {QStringLiteral("gfx1100")};
    const QByteArray native = ported(text, analyse(text, narrow));
    QVERIFY2(!native.contains(", 32)") && !native.contains("__lane_id() & 32"), native.constData());
}

/// What is written for ROCm, what is declared and what a macro hands on stay as they are.
void TestLaneHalves::leftAlone()
{
    const auto port = [](const QByteArray& text, const char* path) {
        return ported(text, analyse(text, contextFor(Strategy::TorchExtension), path));
    };
    const QByteArray hip =
        "#include <hip/hip_runtime.h>\n__global__ void k(unsigned long long* o)\n"
        "{\n    o[threadIdx.y] = __ballot(o[1] > 0);\n"
        "    o[2] = __shfl(o[3], 40);\n}\n";
    QCOMPARE(port(hip, "src/k.hip"), hip);
    for (const char* line :
         {"__device__ int __any(int p);\n", "#define SHFL(v, ...) __shfl(v, __VA_ARGS__)\n",
          "template <typename T> __device__ T __shfl(T v, int lane) { return v; }\n"}) {
        const QByteArray text =
            port(QByteArray(line) + "void f() { dim3 block(32, 8); }\n"
                                    "__device__ int g() { return threadIdx.y; }\n",
                 "src/k.cu");
        QVERIFY2(!text.contains("__ballot") && !text.contains(", 32)"), text.constData());
    }
    // The file says 64 for ROCm itself.
    const QByteArray own = "#ifdef USE_ROCM\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n"
                           "#endif\n__global__ void k(int* o)\n{\n    int v = o[threadIdx.y];\n"
                           "    for (int i = WARP_SIZE / 2; i; i /= 2)\n"
                           "        v += __shfl_xor_sync(0xffffffff, v, i);\n"
                           "    if (__any_sync(0xffffffff, v)) o[0] = v;\n}\n";
    const QByteArray after = port(own, "src/k.cu");
    QVERIFY2(after.contains("__shfl_xor(v, i);") && !after.contains("__ballot"), after.constData());
}

/// The number of a warp that reaches further than the block: with 64 lanes there would be half as
/// many.
void TestLaneHalves::warpsThatOthersCount()
{
    const auto port = [](const QByteArray& work) {
        const QByteArray text =
            "__global__ void k(const float* in, float* out, int n)\n{\n    __shared__ float "
            "part[32];\n"
            "    int warp = threadIdx.x / 32;\n    int lane = threadIdx.x % 32;\n    float s = "
            "1;\n    " +
            work +
            "\n    for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(0xffffffff, s, o);\n"
            "    if (lane == 0) part[warp] = s;\n}\n";
        const FileAnalysis analysis = analyse(text, contextFor());
        return ported(text, analysis).contains("threadIdx.x / 64");
    };
    QVERIFY(port("s += in[threadIdx.x];"));
    QVERIFY(port("int warps = blockDim.x / 32; if (warp < warps && lane < warps) s = part[lane];"));
    QVERIFY(port("int warps = blockDim.x / 32; for (int w = 0; w < warps; ++w) s += part[w];"));
    QVERIFY(port("s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;"));
    for (const char* work :
         {"int row = blockIdx.x * 8 + warp; s = in[row];", "out[warp] = s;",
          "if (lane < n) s = in[lane];", "int at = warp * n; s = in[at];", "if (warp == 2) s = 0;",
          "if (warp < n) s = 0;", "s = f(warp);", "for (int c = lane; c < n; c += 32) s += in[c];",
          "if (lane < 16) s = 0;", "out[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] = s;",
          "s = in[(warp)];", "int w{threadIdx.x / 32}; out[w] = s;",
          "int all = (blockIdx.x * blockDim.x + threadIdx.x) / 32; if (all < n) s = 0;",
          "if (lane < kWarps) s = part[lane];", "s = part[lane];", "s = part[3];",
          "for (int w = 0; w < 8; ++w) s += part[w];", "else out[warp] = s;",
          "for (int o = 16; o > 0; o /= 2) part[lane] += part[lane + o];"}) {
        QVERIFY2(!port(work), work);
    }
}

/// CUB's warps have 32 threads, hipCUB's as many as the GPU.
void TestLaneHalves::warpsOfCub()
{
    const auto port = [](const QByteArray& type, const QByteArray& head = {}) {
        const QByteArray text =
            head + "__global__ void k(int* out)\n{\n    typedef " + type +
            " Reduce;\n    out[threadIdx.x / 32] = __shfl_sync(0xffffffff, out[1], 0);\n}\n";
        return ported(text, analyse(text, contextFor(Strategy::TorchExtension)));
    };
    QVERIFY(port("cub::WarpReduce<int>").contains("cub::WarpReduce<int, 32> Reduce"));
    QVERIFY(
        port("cub::WarpScan<Pair<int, float>>").contains("cub::WarpScan<Pair<int, float>, 32>"));
    QVERIFY(!port("cub::WarpReduce<int, 16>").contains(", 32>"));
    QVERIFY(!port("own::WarpReduce<int>").contains(", 32>"));
    QVERIFY(port("Pair<int, cub::WarpScan<int>>").contains("cub::WarpScan<int, 32>>"));
    QVERIFY(port("Pair<One<cub::WarpScan<int>>>").contains("cub::WarpScan<int, 32>>>"));
    const QByteArray whole = "using namespace cub;\n";
    QVERIFY(port("WarpReduce<int>", whole).contains("WarpReduce<int, 32> Reduce"));
    QVERIFY(port("WarpScan<int>", "using cub::WarpScan;\n").contains("WarpScan<int, 32> Reduce"));
    QVERIFY(!port("WarpReduce<int>", "using cub::WarpScan;\n").contains(", 32>"));
    QVERIFY(!port("WarpReduce<int>", whole + "template <class T> struct WarpReduce { };\n")
                 .contains(", 32>"));
    QVERIFY(!port("decltype(WarpReduce<int>(out[0]))", whole).contains(", 32>"));
}

/// HIP's votes of groups have 64 bits, where CUDA's have those of the group.
void TestLaneHalves::votesOfGroups()
{
    const auto port = [](const QByteArray& work) {
        const QByteArray text =
            "template <typename Group>\n__device__ int f(Group const& g, int v)\n{\n"
            "    __shared__ int rows[33][32];\n    rows[v % 32][1] = 0;\n    " +
            work + "\n}\n";
        const FileAnalysis analysis = analyse(text, contextFor());
        return std::make_pair(ported(text, analysis), analysis.findings.size());
    };
    QVERIFY(
        port("return __ffs(g.ballot(v > 3)) - 1;").first.contains("__ffsll(g.ballot(v > 3)) - 1"));
    QVERIFY(port("return __popc(g->match_any(v));").first.contains("__popcll(g->match_any(v))"));
    QVERIFY(port("auto const w = g.ballot(v); return __ffs(w);").first.contains("__ffsll(w)"));
    for (const char* other :
         {"auto w = g.ballot(v); w = 3; return __ffs(w);",
          "unsigned w = g.ballot(v); return __ffs(w);", "return __ffs(v + g.ballot(v));"}) {
        QVERIFY2(!port(other).first.contains("__ffsll"), other);
    }
    QVERIFY(!port("auto t = tiled_partition<32>(g); return __popc(t.ballot(v));")
                 .first.contains("__popcll"));
    const auto leading = port("return __clz(g.ballot(v));");
    QVERIFY(!leading.first.contains("__clzll") && leading.second > port("return v;").second);
}

/// Where another file may say 32 or 64, votes are left to people, and shuffles name its constant.
void TestLaneHalves::unknownWidths()
{
    const auto port = [](const QByteArray& width) {
        const QByteArray text =
            "__global__ void k(int* o)\n{\n    o[" + width +
            "] = __shfl_sync(0xffffffff, o[threadIdx.y], 0);\n"
            "    if (__any_sync(0xffffffff, o[1])) o[2] = 1;\n"
            "    unsigned m = __ballot_sync(0xffffffff, o[1]);\n    o[3] = __popc(m);\n}\n";
        return ported(text, analyse(text, contextFor(Strategy::TorchExtension)));
    };
    const QByteArray macro = port("WARP_SIZE");
    QVERIFY2(macro.contains("__shfl(o[threadIdx.y], 0, WARP_SIZE)"), macro.constData());
    for (const char* name : {"WARP_SIZE", "C10_WARP_SIZE", "warpSize"}) {
        const QByteArray text = port(name);
        QVERIFY2(!text.contains("__ballot(") && !text.contains(", 32)") &&
                     !text.contains("popcll") && !text.contains("long long") &&
                     text.contains("    if (__any_sync(0xffffffff, o[1]))"),
                 text.constData());
    }
}

QTEST_APPLESS_MAIN(TestLaneHalves)
#include "tst_lanehalves.moc"
