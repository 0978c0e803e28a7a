#include "core/rules/analyse.h"
#include "tests/support/cputime.h"
#include "tests/unit/rulematches.h"

#include <QtTest>

#include <algorithm>
#include <memory>

using namespace rocport;

class TestCppRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ruleMatches_data();
    void ruleMatches();
    void sumsOfAddresses();
    void typesOfComputations();
    void waitsForContexts();
    void widthsThatArePrinted();
    void renamesCountOnce();
    void namesAlone_data();
    void namesAlone();
    void lackedNamesCountOnce();
    void suppliedNamesAreSupported();
    void features();
    void reductionsOfGroups();
    void hostileInput_data();
    void hostileInput();
    void waysOutOfHalves_data();
    void waysOutOfHalves();
    void userTokenPattern();
};

void TestCppRules::ruleMatches_data()
{
    addRuleColumns();
    const auto row = addRuleRow;
    row("api", "void f() { cudaFree(nullptr); }", "hipify-api", true);
    row("api in a longer name", "void f() { my_cudaFree(nullptr); }", "hipify-api", false);
    row("api in a comment", "// cudaFree\nvoid f();", "hipify-api", false);
    row("header", "#include <cuda_runtime.h>\n", "hipify-header", true);
    row("own header", "#include <my/runtime.h>\n", "hipify-header", false);
    row("launch", "void f() { k<<<1, 2>>>(); }", "hipify-launch", true);
    row("template launch", "void f() { k<A<int>, 2><<<1, 2>>>(); }", "hipify-launch", true);
    row("no launch", "void f() { a << b >> c; }", "hipify-launch", false);
    row("unsupported", "#include <cuda.h>\nint f() { return cuCoredumpGetAttribute(0, 0, 0); }",
        "hipify-unsupported", true);
    row("supported", "#include <cuda.h>\nint f() { return cuInit(0); }", "hipify-unsupported",
        false);
    row("ptx", "__device__ void f() { asm(\"membar.gl;\"); }", "hipify-ptx", true);
    row("empty asm", "__device__ void f() { asm volatile(\"\" ::: \"memory\"); }", "hipify-ptx",
        false);
    row("no asm", "__device__ void f() { int asm_count = 0; }", "hipify-ptx", false);
    row("cutlass include", "#include <cutlass/gemm.h>\n", "hipify-cutlass", true);
    row("cutlass name", "void f() { cutlass::half_t x; }", "hipify-cutlass", true);
    row("cutlass in a string", "const char* s = \"cutlass::half_t\";", "hipify-cutlass", false);
    row("__CUDACC__", "#ifdef __CUDACC__\n#define HD __host__\n#endif\n", "detect-cudart-macro",
        true);
    row("CUDART_VERSION", "#if CUDART_VERSION >= 12000\nint a;\n#endif\n", "detect-cudart-macro",
        true);
    row("version as a value", "int f() { return CUDART_VERSION; }", "detect-cudart-macro", true);
    row("condition with HIP", "#if defined(__CUDACC__) || defined(__HIPCC__)\nint a;\n#endif\n",
        "detect-cudart-macro", false);
    row("other version", "#if MY_CUDART_VERSION >= 12000\nint a;\n#endif\n", "detect-cudart-macro",
        false);
    row("__CUDA_ARCH__", "#if __CUDA_ARCH__ >= 800\nint a;\n#endif\n", "detect-cuda-arch-macro",
        true);
    row("__CUDA_ARCH__ in a comment", "// __CUDA_ARCH__\nint a;\n", "detect-cuda-arch-macro",
        false);
    row("__CUDA_ARCH__ beside HIP",
        "#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)\nint a;\n#endif\n",
        "detect-cuda-arch-macro", false);
    row("kernel pointer", "void f() { cudaFuncSetAttribute(k<1, 2>, a, 3); }",
        "hipify-kernel-pointer", true);
    row("cast kernel pointer", "void f() { cudaFuncSetAttribute((const void*)k, a, 3); }",
        "hipify-kernel-pointer", false);
    row("cub", "#include <cub/cub.cuh>\nusing T = cub::BlockReduce<int, 64>;\n",
        "hipify-cub-namespace", true);
    row("hipcub", "using T = hipcub::BlockReduce<int, 64>;\n", "hipify-cub-namespace", false);
    row("cg election", "__device__ void f(T t) { cg::invoke_one(t, [] {}); }", "hipify-cg-missing",
        true);
    row("cg labels are supplied",
        "__device__ void f(T t, int v) { auto p = cg::labeled_partition(t, v); }",
        "hipify-cg-missing", false);
    row("cg scan is supplied", "#include <cooperative_groups/scan.h>\n", "hipify-cg-scan", false);
    row("cg tile", "__device__ void f() { auto t = cg::tiled_partition<64>(b); t.sync(); }",
        "hipify-cg-missing", false);
    row("libcu++", "#include <cuda/std/variant>\n", "hipify-libcudacxx", true);
    row("libcu++ barrier", "__device__ cuda::barrier<cuda::thread_scope_block> a;\n",
        "hipify-libcudacxx", true);
    row("libcu++ is supplied", "#include <cuda/std/array>\n", "hipify-libcudacxx", false);
    row("libcu++ atomic is supplied", "__device__ cuda::atomic<int> a;\n", "hipify-libcudacxx",
        false);
    row("cuda namespace of others", "void f() { at::cuda::atomic<int> a; }", "hipify-libcudacxx",
        false);
    row("rounding is supplied", "__device__ float f(float a) { return __fadd_rz(a, a); }",
        "hipify-rounding", false);
    row("sums are not joined", "__device__ float f(float a) { return __fadd_rn(a, a); }",
        "hipify-rounding", false);
    row("rounding to nearest", "__device__ float f(float a) { return __fdiv_rn(a, a); }",
        "hipify-rounding", true);
    row("plain arithmetic", "__device__ float f(float a) { return fmaf(a, a, a); }",
        "hipify-rounding", false);
    row("numbered barrier", "__device__ void f() { __barrier_sync(1); }", "hipify-device-missing",
        true);
    row("pairs of floats", "__device__ float2 f(float2 a) { return __fadd2_rn(a, a); }",
        "hipify-device-missing", true);
    row("nanosleep", "__device__ void f() { __nanosleep(20); }", "hipify-device-missing", true);
    row("number before a call for infinity",
        "__device__ bool f(int n, __half h) { return n - 1 == __hisinf(h); }",
        "float-half-rounding", false);
    row("own trap", "#define __trap() abort()\n__device__ void f() { __trap(); }",
        "hipify-device-missing", false);
    row("tensor cores are supplied", "#include <mma.h>\n", "hipify-device-missing", false);
    row("tensor cores are slow then", "#include <mma.h>\n", "hipify-matrix-lanes", true);
    row("header of the project", "#include \"mma.h\"\n", "hipify-matrix-lanes", false);
    row("single bits on tensor cores", "__device__ void f() { wmma::bmma_sync(a, b, c, a); }",
        "hipify-device-missing", true);
    row("video instruction, which headers hold",
        "__device__ int f(int a) { return __vabsdiffu4(a, a); }", "hipify-device-missing", false);
    row("tensor map", "__device__ void f(const CUtensorMap* map) {}", "hipify-device-missing",
        true);
    row("syncthreads", "__device__ void f() { __syncthreads(); }", "hipify-device-missing", false);
    row("texture", "texture<float, 2, cudaReadModeElementType> image;\n", "hipify-texture", true);
    row("texture parameter", "void f(cudaTextureObject_t image);\n", "hipify-texture", false);
    row("template of that name", "template <class T> struct texture { T a; };", "hipify-texture",
        false);
    row("std in device code", "__global__ void k(int* p) { p[0] = std::max(p[1], p[2]); }",
        "hipify-host-device-std", true);
    row("std in host code", "__global__ void k();\nint f(int a) { return std::max(a, 2); }",
        "hipify-host-device-std", false);
    row("managed", "void f(int** p) { cudaMallocManaged(p, 4); }", "hipify-managed", true);
    row("not managed", "void f(int** p) { cudaMalloc(p, 4); }", "hipify-managed", false);
    row("failed assert", "bool f(cudaError_t e) { return e == cudaErrorAssert; }", "hipify-assert",
        true);
    row("failed assert, named only",
        "int f(int e) { switch (e) { case cudaErrorAssert: return 1; } }", "hipify-assert", false);
    row("release", "#ifdef USE_ROCM\nhipblasDatatype_t t;\n#endif\n", "hipify-release", true);
    row("flat header", "#include <hipblas.h>\n", "hipify-release", true);
    row("header in its folder", "#include <hipblas/hipblas.h>\n", "hipify-release", false);
    row("fast power", "__device__ float f(float a) { return __powf(a, 2.0f); }", "hipify-rounding",
        true);
    row("texture object", "void f() { cudaCreateTextureObject(&t, &r, &d, nullptr); }",
        "hipify-texture", true);
    row("mipmaps", "void f() { cudaMallocMipmappedArray(&a, &d, e, 3); }", "hipify-texture", true);
    row("array of OpenGL", "void f() { cudaGraphicsSubResourceGetMappedArray(&a, r, 0, 0); }",
        "hipify-texture", true);
    row("resource view", "void f() { cudaResourceViewDesc view; }", "hipify-texture", true);
    row("copy of a box", "void f(cudaMemcpy3DParms* p) { cudaMemcpy3D(p); }", "hipify-texture",
        false);
    row("last error", "#ifdef USE_ROCM\nint e = hipGetLastError();\n#endif\n", "hipify-release",
        true);
    row("capability",
        "bool f(const cudaDeviceProp& p) { return p.major > 8 || (p.major == 8 && p.minor); }",
        "detect-capability-cpp", true);
    row("capability on the right", "bool f(cudaDeviceProp* p) { return 80 <= p->major * 10; }",
        "detect-capability-cpp", true);
    row("capability by a name of its own",
        "bool f(cudaDeviceProp p) { int n = p.major * 10; return n >= 80; }",
        "detect-capability-cpp", true);
    row("capability that is compared by its name",
        "bool f(cudaDeviceProp p) { int computeCapability = p.major * 10 + p.minor; "
        "return computeCapability >= 80; }",
        "detect-capability-cpp", false);
    row("the comparison of it",
        "bool f(cudaDeviceProp p) { int computeCapability = p.major * 10 + p.minor; "
        "return computeCapability >= 80; }",
        "detect-capability-helper", true);
    row("capability that others compare",
        "int getSMVersion(cudaDeviceProp p) { return p.major * 10 + p.minor; }",
        "detect-capability-cpp", true);
    row("version of something else", "bool f(const Version& p) { return p.major > 8; }",
        "detect-capability-cpp", false);
    row("remainder", "bool f(CUdeviceptr p) { return p % 16 == 0; }", "hipify-device-address",
        true);
    row("address as a number", "void f(CUdeviceptr p) { g((size_t)p + 4); }",
        "hipify-device-address", false);
    row("address of an address", "void f(CUdeviceptr p) { g(1, &p, *list, p == 0 && q); }",
        "hipify-device-address", false);
    row("address that is printed", "void f(CUdeviceptr p) { s << p << 1; }",
        "hipify-device-address", false);
    row("other number", "void f(CUdeviceptr p, size_t n) { g(p, n + 4); }", "hipify-device-address",
        false);
    row("capability printed", "void f(const cudaDeviceProp& p) { print(p.major, p.minor); }",
        "detect-capability-cpp", false);
}

void TestCppRules::ruleMatches()
{
    checkRuleRow();
}

/// A type of the port's own counts bytes; HIP's is a pointer to void.
void TestCppRules::sumsOfAddresses()
{
    const auto isFound = [](const char* text, Strategy strategy) {
        return hasRule(analyse(text, contextFor(strategy)), "hipify-device-address");
    };
    for (const char* const text :
         {"void f(CUdeviceptr p, size_t n) { g(p + 4 * n); }",
          "void f(CUdeviceptr* p) { g(*p + 4); }", "void f() { CUdeviceptr a, b; g(4 + b); }",
          "void f(CUdeviceptr p) { p += 4; }", "void f(CUdeviceptr p) { ++p; }"}) {
        QVERIFY2(isFound(text, Strategy::InPlace) && isFound(text, Strategy::TorchExtension), text);
        QVERIFY2(!isFound(text, Strategy::ShimHeaders), text);
    }
    QVERIFY(!isFound("void f(CUdeviceptr p) { g((size_t)p + 4, &p, p == 0); }", Strategy::InPlace));
}

/// hipBLAS refuses a type of data for the type of the computation. Where it is written out, an edit
/// under the guard or the translation writes the other.
void TestCppRules::typesOfComputations()
{
    const QString rule = QStringLiteral("hipify-compute-type");
    const auto of = [](const QByteArray& type, Strategy strategy) {
        return analyse(
            "void f(cublasHandle_t h, cudaDataType_t t, cublasComputeType_t c, void* p)\n"
            "{\n    cublasGemmEx(h, n, n, 1, 1, 1, p, p, t, 1, p, t, 1, p, p, t, 1, " +
                type + ", CUBLAS_GEMM_DEFAULT);\n}\n",
            contextFor(strategy));
    };
    const auto count = [&](const FileAnalysis& analysis) {
        return std::count_if(analysis.findings.begin(), analysis.findings.end(),
                             [&](const Finding& one) { return one.ruleId == rule; });
    };
    const auto edits = [&](const FileAnalysis& analysis) {
        return std::count_if(analysis.hunks.begin(), analysis.hunks.end(), [&](const Hunk& hunk) {
            return hunk.ruleIds.contains(rule) && isProved(hunk.verdict);
        });
    };
    for (const Strategy strategy :
         {Strategy::TorchExtension, Strategy::CompatHeader, Strategy::ShimHeaders}) {
        const FileAnalysis written = of("CUDA_R_32F", strategy);
        QCOMPARE(count(written), 1);
        QCOMPARE(edits(written), 1);
    }
    QCOMPARE(count(of("CUDA_R_32F", Strategy::InPlace)), 0);
    for (const Strategy strategy : {Strategy::TorchExtension, Strategy::InPlace}) {
        for (const char* const type : {"t", "c == 0 ? CUDA_R_32F : CUDA_R_64F", "CUDA_R_8I"}) {
            const FileAnalysis analysis = of(type, strategy);
            QVERIFY2(count(analysis) == 1 && edits(analysis) == 0, type);
        }
        QCOMPARE(count(of("c", strategy)), 0);
        QCOMPARE(count(of("CUBLAS_COMPUTE_32F", strategy)), 0);
    }
}

/// HIP's twin of the call does nothing, so that no strategy may write it; PyTorch's build would.
void TestCppRules::waitsForContexts()
{
    const QByteArray text = "int f()\n{\n    return cuCtxSynchronize();\n}\n";
    for (const Strategy strategy :
         {Strategy::CompatHeader, Strategy::ShimHeaders, Strategy::TorchExtension,
          Strategy::InPlace, Strategy::Sibling}) {
        const FileAnalysis analysis = analyse(text, contextFor(strategy));
        QByteArray made;
        for (const Hunk& hunk : analysis.hunks) {
            for (const TextEdit& edit : hunk.edits) {
                made += edit.replacement;
            }
        }
        QVERIFY2(made.contains("hipDeviceSynchronize") && !made.contains("hipCtxSynchronize"),
                 made.constData());
    }
}

/// Each argument that is the width by itself is cast, in any place.
void TestCppRules::widthsThatArePrinted()
{
    const FileAnalysis analysis =
        analyse("__global__ void k(int n)\n{\n"
                "    printf(\"%d %d %d %d %d\", warpSize, n, n, n, warpSize);\n}\n",
                contextFor(Strategy::CompatHeader));
    const auto ofRule = [](const auto& one) {
        return one.ruleId == QStringLiteral("hipify-warpsize-vararg");
    };
    QCOMPARE(std::count_if(analysis.findings.begin(), analysis.findings.end(), ofRule), 1);
    QByteArray made;
    for (const Hunk& hunk : analysis.hunks) {
        for (const TextEdit& edit : hunk.edits) {
            made += edit.replacement;
        }
    }
    QVERIFY2(made.count("(int)warpSize") == 2, made.constData());
}

/// Plain renames are no work for a person where a header makes them: one finding for each name.
void TestCppRules::renamesCountOnce()
{
    const QByteArray text = "void f(int* p)\n{\n    cudaFree(p);\n    cudaFree(p);\n"
                            "    cudaSetDevice(0);\n    k<<<1, 2>>>(p);\n    k<<<1, 2>>>(p);\n}\n";
    const auto count = [](const FileAnalysis& analysis, const char* rule) {
        return std::count_if(
            analysis.findings.begin(), analysis.findings.end(),
            [&](const Finding& one) { return one.ruleId == QLatin1StringView(rule); });
    };
    const FileAnalysis header = analyse(text, contextFor());
    QCOMPARE(count(header, "hipify-api"), 2);
    QCOMPARE(count(header, "hipify-launch"), 1);
    QVERIFY(header.findings.first().message.endsWith(QStringLiteral("There are 2 places in this "
                                                                    "file.")));
    const FileAnalysis sibling = analyse(text, contextFor(Strategy::Sibling));
    QCOMPARE(count(sibling, "hipify-api"), 3);
    QCOMPARE(count(sibling, "hipify-launch"), 2);
}

/// Which changes can be accepted as a class, since only names change.
void TestCppRules::namesAlone_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<Strategy>("strategy");
    QTest::addColumn<bool>("names"); // of every change that touches the line, else not of all
    const auto row = [](const char* name, const char* line, Strategy strategy, bool names) {
        QTest::newRow(name) << QByteArray(line) << strategy << names;
    };
    row("a name", "cudaFree(p);", Strategy::InPlace, true);
    row("names", "cudaError_t e = cudaFree(p);", Strategy::InPlace, true);
    row("register", "register int e = 1;", Strategy::InPlace, false);
    row("register beside a name", "register int e = cudaFree(p);", Strategy::InPlace, false);
    row("braces of a launch", "k<<<{1, 2}, 3>>>(p);", Strategy::InPlace, false);
    row("blanks in a launch", "k<< <1, 2>> >(p);", Strategy::InPlace, false);
    row("dim3", "dim3 g = make_uint3(1, 2, 3);", Strategy::InPlace, false);
}

void TestCppRules::namesAlone()
{
    QFETCH(QByteArray, line);
    QFETCH(Strategy, strategy);
    QFETCH(bool, names);
    const QByteArray text = "#include <cuda_runtime.h>\n__global__ void k(int* p);\n"
                            "void f(int* p)\n{\n    " +
                            line + "\n}\n";
    const FileAnalysis analysis = analyse(text, contextFor(strategy));
    QVector<bool> found;
    for (const Hunk& hunk : analysis.hunks) {
        if (hunk.targetPath == hunk.sourcePath && hunk.firstLine <= 5 && hunk.lastLine >= 5) {
            found.append(hunk.onlyNames);
        }
    }
    QVERIFY(!found.isEmpty());
    QCOMPARE(!found.contains(false), names);
}

/// What HIP lacks is one finding for each name, with all its places, and one for all of cuDNN.
void TestCppRules::lackedNamesCountOnce()
{
    const QByteArray text = "#include <cublasLt.h>\n#include <cudnn.h>\n"
                            "void f(cublasLtMatrixLayout_t a, cudnnHandle_t h)\n{\n"
                            "    cublasLtMatrixLayoutInit(a, CUDA_R_16F, 1, 1, 1);\n"
                            "    cublasLtMatrixLayoutInit(a, CUDA_R_16F, 2, 2, 2);\n"
                            "    cublasLtMatmulDescInit(d, c, t);\n"
                            "    cudnnSetStream(h, s);\n    cudnnBackendFinalize(h);\n"
                            "    cudnnDestroy(h);\n}\n";
    for (const Strategy strategy :
         {Strategy::CompatHeader, Strategy::Sibling, Strategy::TorchExtension}) {
        QMap<QString, Finding> found;
        int count = 0;
        for (const Finding& one : analyse(text, contextFor(strategy)).findings) {
            if (one.ruleId == QStringLiteral("hipify-unsupported")) {
                found.insert(one.symbol, one);
                ++count;
            }
        }
        QCOMPARE(count, 3);
        const Finding layout = found.value(QStringLiteral("cublasLtMatrixLayoutInit"));
        QCOMPARE(layout.places, 2);
        QCOMPARE(layout.line, 5);
        QCOMPARE(layout.morePlaces.first().line, 6);
        QCOMPARE(found.value(QStringLiteral("cublasLtMatmulDescInit")).places, 1);
        const Finding dnn = found.value(QStringLiteral("cuDNN"));
        QVERIFY2(dnn.places >= 4, qPrintable(dnn.message));
        QCOMPARE(dnn.keptPlaces(), dnn.places);
        QVERIFY2(dnn.message.contains(QStringLiteral("`cudnnSetStream` (`miopenSetStream`)")),
                 qPrintable(dnn.message));
        QVERIFY(dnn.message.contains(QStringLiteral("`cudnnBackendFinalize`")));
        QCOMPARE(dnn.effort, Effort::Hours);
    }
}

/// A name that a generated header brings is no lack; where there is no such header, it is.
void TestCppRules::suppliedNamesAreSupported()
{
    const QByteArray text = "#include <cuda_runtime.h>\n"
                            "__global__ void k(int* p) { p[0] = __vadd4(p[0], p[1]); }\n";
    const auto status = [&](Strategy strategy) {
        for (const ApiUse& use : analyse(text, contextFor(strategy)).apiUses) {
            if (use.name == QStringLiteral("__vadd4")) {
                return use.status;
            }
        }
        return QString();
    };
    QCOMPARE(status(Strategy::CompatHeader), QStringLiteral("supported"));
    QCOMPARE(status(Strategy::TorchExtension), QStringLiteral("supported"));
    QCOMPARE(status(Strategy::InPlace), QStringLiteral("unsupported"));
}

void TestCppRules::features()
{
    const FileAnalysis analysis =
        analyse("#include <cuda_runtime.h>\n#include <cutlass/gemm.h>\n"
                "#include <flash_attn/flash.h>\n#include <cooperative_groups.h>\n"
                "namespace cg = cooperative_groups;\n"
                "texture<float, 1> t;\n__global__ void k() { asm(\"trap;\"); __ballot(1); }\n"
                "void f() { k<<<1, 1>>>(); }\n",
                contextFor());
    for (const char* name :
         {"kernel", "launch", "cuda-header", "cutlass", "inline-ptx", "lane-mask",
          "texture-reference", "cooperative-groups", "flash-attn"}) {
        QVERIFY2(analysis.features.has(FeatureKind::Trait, QString::fromLatin1(name)), name);
    }
    const FileAnalysis plain = analyse("int main() { return 0; }\n", contextFor(), "m.cpp");
    QVERIFY(plain.features.isEmpty() && plain.findings.isEmpty() && plain.hunks.isEmpty());
}

void TestCppRules::hostileInput_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray start = "#include <cuda_runtime.h>\n__global__ void k() { unsigned m = ";
    QTest::newRow("open parentheses") << start + "__ballot(" + QByteArray(100000, '(');
    QTest::newRow("pairs") << start + QByteArray(100000, '(') + "__ballot(1)" +
                                  QByteArray(100000, ')') + "; __popc(m); }\n";
    QTest::newRow("braces") << start + "0;" + QByteArray(100000, '{') + "__syncwarp(0xffffffff);" +
                                   QByteArray(100000, '}');
    QTest::newRow("closers") << start + QByteArray(100000, '}') + QByteArray(1000, ')');
    QTest::newRow("operators") << start + QByteArray("~ - & | << ").repeated(20000) + ";}";
    QTest::newRow("conditionals") << QByteArray("#if A\n").repeated(50000) + start;
    QTest::newRow("else arms") << QByteArray("#if A\n{\n#else\n").repeated(5000) + start;
    QTest::newRow("closed conditions") << QByteArray("#if __CUDA_ARCH__ >= 500\n").repeated(20000) +
                                              start + "0;}\n" +
                                              QByteArray("#endif\n").repeated(20000);
    QTest::newRow("condition in parentheses") << "#if " + QByteArray(100000, '(') +
                                                     "__CUDA_ARCH__" + QByteArray(100000, ')') +
                                                     "\n#endif\n" + start;
    QTest::newRow("nested calls") << start + QByteArray("cudaFuncSetAttribute(").repeated(20000) +
                                         QByteArray(20000, ')') + ";}";
    QTest::newRow("half patterns") << start + QByteArray("__ldlu ( a + ").repeated(20000) + ";}";
    QTest::newRow("capabilities") << "cudaDeviceProp p; int a = " +
                                         QByteArray("p.major + ").repeated(50000) + "1;\n";
    QTest::newRow("open comment") << start + "1; /* __popc(m);";
    QTest::newRow("open string") << start + "\"__popc(m);";
    QTest::newRow("asm") << start + "0; asm(" + QByteArray("\"mov.u32 %0\" : ").repeated(10000);
    QTest::newRow("splices") << QByteArray("\\\n").repeated(50000) + start + "__ballot(1);}";
    QTest::newRow("many uses") << start + "__ballot(1); int c = 0;" +
                                      QByteArray("c += __popc(m & 3u);\n").repeated(5000) + "}\n";
    QByteArray noise;
    for (int i = 0; i < 60000; ++i) {
        noise.append(static_cast<char>(33 + (i * 7919 + i / 13) % 94));
    }
    QTest::newRow("noise") << noise;
}

void TestCppRules::hostileInput()
{
    QFETCH(QByteArray, bytes);
    for (const Strategy strategy : {Strategy::CompatHeader, Strategy::Sibling}) {
        CpuTimer timer;
        const FileAnalysis analysis = analyse(bytes, contextFor(strategy));
        QVERIFY2(timer.elapsed() < 10000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(applyHunks(bytes, analysis.hunks).ok());
    }
}

/// Generated headers hold cooperative_groups::reduce for releases that lack it, so that nothing is
/// left for a person; scans and labelled partitions are in none of them.
void TestCppRules::reductionsOfGroups()
{
    const QByteArray text =
        "#include <cooperative_groups/reduce.h>\n__device__ int f(T t, int v)\n{\n"
        "    return cg::reduce(t, v, cg::plus<int>()) + cg::inclusive_scan(t, v) + "
        "cg::labeled_partition(t, v).size();\n}\n";
    const auto symbols = [&](Strategy strategy, const Version& rocm) {
        AnalysisContext context = contextFor(strategy);
        context.target.rocm = rocm;
        QStringList found;
        for (const Finding& finding : analyse(text, context).findings) {
            if (finding.severity == Severity::Critical) {
                found.append(finding.ruleId + u' ' + finding.symbol);
            }
        }
        return found;
    };
    const QString labels = QStringLiteral("hipify-cg-missing cg::labeled_partition");
    QCOMPARE(symbols(Strategy::CompatHeader, {7, 2}), QStringList());
    QCOMPARE(symbols(Strategy::ShimHeaders, {7, 2}), QStringList());
    QCOMPARE(symbols(Strategy::TorchExtension, {7, 2}), QStringList());
    QCOMPARE(symbols(Strategy::CompatHeader, {7, 13}), QStringList());
    const QStringList sibling = symbols(Strategy::Sibling, {7, 2});
    QVERIFY(sibling.contains(QStringLiteral("hipify-cg-reduce cg::reduce")));
    QVERIFY(sibling.contains(QStringLiteral("hipify-cg-reduce cg::plus<")));
    QVERIFY(sibling.contains(QStringLiteral("hipify-cg-scan cg::inclusive_scan")));
    QVERIFY(sibling.contains(labels));
    QVERIFY(!symbols(Strategy::Sibling, {7, 13}).join(u' ').contains(QStringLiteral("reduce")));
}

void TestCppRules::waysOutOfHalves_data()
{
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("wayOut");
    const auto row = [](const char* expression, const char* message, const char* wayOut) {
        QTest::newRow(expression) << QByteArray(expression) << QString::fromLatin1(message)
                                  << QString::fromLatin1(wayOut);
    };
    for (const char* one : {"__hisinf(h) < 0", "__hisinf(h) == -1", "__hisinf(h) != -1"}) {
        row(one, "never -1", "negative infinity is `__hisinf(x) && __hlt(x, __hneg(x))`");
    }
    for (const char* one : {"__hisinf(h) > 0", "__hisinf(h) == 1", "__hisinf(h) == +1",
                            "__hisinf(h) != 1", "__hisinf(h) != +1"}) {
        row(one, "both signs", "positive infinity is `__hisinf(x) && __hgt(x, __hneg(x))`");
    }
    row("__hne(h, h)", "It is true there", "`__hlt(a, b) || __hgt(a, b)`");
    row("__hne2(p, p)", "is 1.0 there", "each element of the result");
    row("__hbne2(p, p)", "makes the whole false", "of the operands' elements");
}

/// Each form says what holds for it, and how it is written instead.
void TestCppRules::waysOutOfHalves()
{
    QFETCH(QByteArray, expression);
    QFETCH(QString, message);
    QFETCH(QString, wayOut);
    AnalysisContext context = contextFor();
    context.target.rocm = {7, 2};
    const QByteArray text =
        "__device__ int f(__half h, __half2 p) { return take(" + expression + "); }\n";
    QStringList texts;
    QStringList ways;
    for (const Finding& one : analyse(text, context).findings) {
        if (one.ruleId.startsWith(u"float-half")) {
            texts.append(one.message);
            ways.append(one.wayOut);
        }
    }
    QCOMPARE(texts.size(), 1);
    QVERIFY2(texts.first().contains(message), qPrintable(texts.first()));
    QVERIFY2(ways.first().contains(wayOut), qPrintable(ways.first()));
}

void TestCppRules::userTokenPattern()
{
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("own.toml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("format = 1\nname = \"own\"\n[[rule]]\nid = \"own-sync\"\nphase = 2\n"
               "severity = \"warning\"\nlanguages = [\"cuda\"]\ntitle = \"Own\"\n"
               "message = \"{symbol} of {what}\"\nreason = \"R\"\nchange = \"C {what}\"\n"
               "reference = { title = \"X\", url = \"https://example.org/\" }\n"
               "match = { kind = \"token-pattern\", patterns = [\"OWN_SYNC ( $what )\"] }\n"
               "fix = { transform = \"replace\", text = \"ROCM_SYNC($what)\" }\n");
    file.close();
    const RuleSet::LoadResult loaded = RuleSet::load({path});
    QVERIFY(loaded.problems.isEmpty());
    AnalysisContext context = contextFor();
    context.rules = std::make_shared<const RuleSet>(loaded.rules);
    const QByteArray text = "void f()\n{\n    OWN_SYNC(warp);\n    OWN_SYNC(a, b);\n}\n";
    const FileAnalysis analysis = analyse(text, context);
    QCOMPARE(analysis.findings.size(), 1);
    QCOMPARE(analysis.findings.first().message, QStringLiteral("OWN_SYNC(warp) of warp"));
    QCOMPARE(ported(text, analysis),
             QByteArray("void f()\n{\n#ifdef USE_ROCM\n    ROCM_SYNC(warp);\n#else\n"
                        "    OWN_SYNC(warp);\n#endif\n    OWN_SYNC(a, b);\n}\n"));
}

QTEST_GUILESS_MAIN(TestCppRules)
#include "tst_cpprules.moc"
