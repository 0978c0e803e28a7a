#include "core/rules/cpp/analyseinplace.h"
#include "core/rules/cpp/portsource.h"
#include "core/translate/translate.h"

#include <QtTest>

using namespace rocport;

namespace {

/// What `rocport-cli translate` writes for a file of this text.
QByteArray portFile(const QByteArray& text, std::optional<Version> rocm = {})
{
    const SourcePorter porter = SourcePorter::load(rocm);
    TranslateOptions options;
    if (rocm) {
        options.names.rocm = *rocm;
    }
    const SourceBuffer source(text);
    const auto prepared = porter.prepare(RepoPath("k.cu"), source, lexC(source.view()));
    const Result<QByteArray> made =
        translateSource(prepared ? SourceBuffer(*prepared) : source, options);
    return made ? porter.finish(*made) : QByteArray("no translation");
}

QByteArray kernel(const QByteArray& body)
{
    return "#include <hip/hip_runtime.h>\n__global__ void k(float* x, unsigned* y, unsigned "
           "part)\n{\n" +
           body + "\n}\n";
}

} // namespace

class TestPortSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void warpCalls_data();
    void warpCalls();
    void masksOfOneRelease();
    void wholeFileStays();
    void asksForMatch();
    void asksForHipblas();
    void thrustSystem();
    void ownHeaders();
    void secondRunChangesNothing();
    void analysesOnceWithoutHash();
};

void TestPortSource::warpCalls_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* body, const char* expected) {
        QTest::newRow(name) << QByteArray(body) << QByteArray(expected);
    };
    row("shuffle", "  x[0] = __shfl_down_sync(0xffffffff, x[1], 4);",
        "  x[0] = __shfl_down(x[1], 4);");
    row("shuffle with a width", "  x[0] = __shfl_xor_sync(~0u, x[1], 4, 8);",
        "  x[0] = __shfl_xor(x[1], 4, 8);");
    row("shuffle with a mask that nobody knows", "  x[0] = __shfl_sync(part, x[1], 0);",
        "  x[0] = __shfl(x[1], 0);");
    row("nested", "  x[0] = __shfl_sync(0xffffffffu, __shfl_up_sync(0xffffffffu, x[0], 1), 2);",
        "  x[0] = __shfl(__shfl_up(x[0], 1), 2);");
    row("vote", "  if (__any_sync(0xffffffff, x[0] > 0)) x[0] = 1;",
        "  if (__any(x[0] > 0)) x[0] = 1;");
    row("vote of a part stays", "  if (__any_sync(part, x[0] > 0)) x[0] = 1;",
        "  if (__any_sync(part, x[0] > 0)) x[0] = 1;");
    row("comment and string", "  // __shfl_sync(0xffffffff, x, 0)\n  puts(\"__syncwarp()\");",
        "  // __shfl_sync(0xffffffff, x, 0)\n  puts(\"__syncwarp()\");");
    row("of another scope", "  x[0] = mine::__shfl_sync(0xffffffff, x[0], 0);",
        "  x[0] = mine::__shfl_sync(0xffffffff, x[0], 0);");
    row("an atomic that HIP has",
        "}\n__device__ double atomicAdd(double* a, double b) { return b; }\n"
        "__device__ void other() {",
        "}\n\n__device__ void other() {");
    row("an atomic of its own",
        "}\n__device__ float2 atomicAdd(float2* a, float2 b) { return b; }\n"
        "__device__ void other() {",
        "float2 atomicAdd(float2* a, float2 b) { return b; }");
    row("in a namespace",
        "}\nnamespace n {\n__device__ double atomicAdd(double* a, double b) { return b; }\n}\n"
        "__device__ void other() {",
        "double atomicAdd(double* a, double b) { return b; }");
    row("an operator that HIP has",
        "}\n__device__ float2 operator*(float2 a, float2 b)\n"
        "{ return make_float2(a.x * b.x, a.y * b.y); }\n__device__ void other() {",
        "}\n\n__device__ void other() {");
    row("a product of complex numbers",
        "}\n__device__ float2 operator*(float2 a, float2 b)\n"
        "{ return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }\n__device__ void "
        "other() {",
        "operator*(float2 a, float2 b)");
    row("max of a template",
        "}\ntemplate <class T> __device__ T max(T a, T b) { return a > b ? a : b; }\n"
        "__device__ void other() {",
        "}\n\n__device__ void other() {");
    row("active mask", "  unsigned m = __activemask();\n  x[0] = __popc(m);",
        "  unsigned long long m = __ballot(1);\n  x[0] = __popcll(m);");
}

void TestPortSource::warpCalls()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, expected);
    const QByteArray result = portFile(kernel(body));
    QVERIFY2(result.contains(expected), result.constData());
}

/// With a release given, its own forms are kept: `__syncwarp` is there from 7.0 on.
void TestPortSource::masksOfOneRelease()
{
    const QByteArray body =
        kernel("  x[0] = __shfl_down_sync(0xffffffff, x[1], 4);\n  __syncwarp();");
    const QByteArray seven = portFile(body, Version{7, 0});
    QVERIFY2(seven.contains("__shfl_down(x[1], 4);\n  __syncwarp();"), seven);
    const QByteArray both = portFile(body);
    QVERIFY2(both.contains("__shfl_down(x[1], 4);\n  (__builtin_amdgcn_fence("), both);
}

void TestPortSource::wholeFileStays()
{
    const QByteArray plain = kernel("  x[0] = y[0] & 0xffffffff;");
    QCOMPARE(portFile(plain), plain);
    const QByteArray unfinished = kernel("  x[0] = __shfl_sync(0xffffffff, x[1], 0); /* never");
    QCOMPARE(portFile(unfinished), unfinished);
}

void TestPortSource::asksForMatch()
{
    const QByteArray result = portFile(kernel("  y[0] = __match_any_sync(~0ull, part);"));
    QVERIFY2(result.startsWith("#ifndef HIP_ENABLE_WARP_SYNC_BUILTINS\n"
                               "#define HIP_ENABLE_WARP_SYNC_BUILTINS 1\n#endif\n"
                               "#include <hip/hip_runtime.h>\n"),
             result.constData());
    QCOMPARE(portFile(result), result);
}

/// In ROCm 6 these names have the signature that CUDA code expects only on request.
void TestPortSource::asksForHipblas()
{
    const QByteArray plain =
        portFile("#include <cublas_v2.h>\nvoid f(cublasHandle_t h) { cublasDestroy(h); }\n");
    QVERIFY2(!plain.contains("HIPBLAS_V2"), plain.constData());
    const QByteArray result =
        portFile("#include <cublas_v2.h>\nint f() { return cublasGemmEx == nullptr; }\n");
    QVERIFY2(result.contains("#define HIPBLAS_V2 1\n#endif\n#include"), result.constData());
    QCOMPARE(portFile(result), result);
    QVERIFY(!portFile("#include <cublas_v2.h>\nint f() { return cublasGemmEx == nullptr; }\n",
                      Version{7, 0})
                 .contains("HIPBLAS_V2"));
}

void TestPortSource::thrustSystem()
{
    const QByteArray text =
        "#include <cuda_runtime.h>\n#include <thrust/system/cuda/execution_policy.h>\n"
        "auto a = thrust::cuda::par.on(s);\nauto b = thrust::system::cuda::par;\n"
        "auto c = mine::cuda::par; // thrust::cuda::par\n"
        "throw thrust::system_error(e, thrust::cuda_category());\n";
    const QByteArray result = portFile(text);
    QVERIFY2(
        result.contains("<thrust/system/hip/execution_policy.h>\nauto a = thrust::hip::par.on(s);\n"
                        "auto b = thrust::system::hip::par;\n"
                        "auto c = mine::cuda::par; // thrust::cuda::par\n"),
        result.constData());
    QVERIFY(result.contains("thrust::hip_category()"));
    QCOMPARE(portFile(result), result);
}

/// "cuda.h" in quotes is the project's where the project has such a file.
void TestPortSource::ownHeaders()
{
    const QByteArray text = "#include \"cuda.h\"\n#include <cuda.h>\nvoid f() { cudaFree(0); }\n";
    TranslateOptions options;
    options.isOwnHeader = [](std::string_view name) { return name == "cuda.h"; };
    const Result<QByteArray> own = translateSource(SourceBuffer(text), options);
    QVERIFY(own.ok());
    QCOMPARE(*own, QByteArray("#include \"cuda.h\"\n#include <hip/hip_runtime.h>\n"
                              "void f() { hipFree(0); }\n"));
    const Result<QByteArray> without = translateSource(SourceBuffer(text), TranslateOptions());
    QVERIFY(without->startsWith("#include \"hip/hip_runtime.h\"\n"));
}

void TestPortSource::secondRunChangesNothing()
{
    QByteArray body;
    for (const char* line :
         {"  unsigned m = __ballot_sync(0xffffffff, x[0] > 0);", "  x[1] = __popc(m);",
          "  for (int o = 16; o > 0; o >>= 1) x[0] += __shfl_xor_sync(0xffffffff, x[0], o);",
          "  int lane = threadIdx.x & 31;", "  if (lane == 0) x[lane] = 2;", "  __syncwarp();"}) {
        body += QByteArray(line) + '\n';
    }
    const QByteArray once = portFile(kernel(body));
    QVERIFY(!once.contains("_sync("));
    QCOMPARE(portFile(once), once);
}

/// The analysis for translate reads the tokens that are there, finds the edits that every analysis
/// finds, and leaves out the hash and the features that only a scan asks for.
void TestPortSource::analysesOnceWithoutHash()
{
    AnalysisContext context;
    context.rules = std::make_shared<const RuleSet>(RuleSet::load().rules);
    context.strategy = Strategy::InPlace;
    context.proves = false;
    const RepoPath path("k.cu");
    const SourceBuffer source(kernel("  y[0] = __popc(__ballot_sync(0xffffffff, x[0] > 0));\n"
                                     "  int lane = threadIdx.x & 31;\n"
                                     "  x[lane] = __shfl_down_sync(0xffffffff, x[1], 4);"));
    const std::vector<CToken> tokens = lexC(source.view());
    const FileAnalysis whole = analyseFile(path, Language::Cuda, source, context);
    const FileAnalysis made = analyseInPlace(path, Language::Cuda, source, tokens, context);
    QVERIFY(!whole.contentHash.isEmpty() && !whole.features.isEmpty());
    QVERIFY(made.contentHash.isEmpty());
    QVERIFY(!made.features.has(FeatureKind::Trait, u"kernel"));
    QVERIFY(!whole.hunks.isEmpty());
    QCOMPARE(made.hunks.size(), whole.hunks.size());
    for (qsizetype i = 0; i < whole.hunks.size(); ++i) {
        QCOMPARE(made.hunks.at(i).edits, whole.hunks.at(i).edits);
    }
    QCOMPARE(made.findings.size(), whole.findings.size());
    // The tokens are those of the caller: with none, nothing is found.
    QVERIFY(analyseInPlace(path, Language::Cuda, source, {}, context).hunks.isEmpty());
}

QTEST_GUILESS_MAIN(TestPortSource)
#include "tst_portsource.moc"
