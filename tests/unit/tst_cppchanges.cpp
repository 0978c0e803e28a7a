// The changes that rules make of C, C++ and CUDA: which guards, which files, which keys.
#include "core/facts/facts.h"
#include "core/isolation/isolation.h"
#include "core/rules/cpp/ownincludes.h"
#include "tests/unit/cppanalysis.h"

#include <QtTest>

using namespace rocport;

class TestCppChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void guardedPieces_data();
    void guardedPieces();
    void versionsOfOthers();
    void messages_data();
    void messages();
    void everyNameHasText();
    void twins_data();
    void twins();
    void ownPath_data();
    void ownPath();
    void ownPathByHeader();
    void refused_data();
    void refused();
    void skippedFiles_data();
    void skippedFiles();
    void compatHeaderOfProject();
    void shimHeadersOfProject();
    void namesMadeByMacros();
    void inPlaceIsHonest();
    void siblingPaths_data();
    void siblingPaths();
    void linkedHunksNeedEachOther();
    void keysSurviveMoves();
};

void TestCppChanges::guardedPieces_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("piece");
    const auto row = [](const char* name, const char* text, const char* rule, const char* piece) {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(rule) << QByteArray(piece);
    };
    row("compiler", "#ifdef __CUDACC__\n#define HD __host__\n#else\n#define HD\n#endif\n",
        "detect-cudart-macro", "#ifdef USE_ROCM\n#ifdef __HIPCC__\n#define HD __host__\n#else\n");
    row("old release", "#if CUDART_VERSION >= 9000\nint a;\n#endif\n", "detect-cudart-macro",
        "#ifdef USE_ROCM\n#if 1\nint a;\n#endif\n#else\n");
    row("version of the driver",
        "void f()\n{\n    int v;\n    cudaDriverGetVersion(&v);\n    if (v < CUDART_VERSION)\n"
        "        g(v, CUDART_VERSION);\n}\n",
        "detect-cudart-macro",
        "#ifdef USE_ROCM\n    if (v < HIP_VERSION)\n        g(v, HIP_VERSION);\n#else\n");
    row("device pass", "#ifndef __CUDA_ARCH__\nint a;\n#endif\n", "detect-cuda-arch-macro",
        "#ifdef USE_ROCM\n#ifndef __HIP_DEVICE_COMPILE__\nint a;\n#endif\n#else\n");
    row("old GPUs", "#if __CUDA_ARCH__ < 600\nint a;\n#endif\n", "detect-cuda-arch-macro",
        "#if !defined(__HIP_DEVICE_COMPILE__)\nint a;\n#endif\n#else\n");
    row("kernel pointer", "void f()\n{\n    cudaFuncSetAttribute(k<1, 2>, a, 3);\n}\n",
        "hipify-kernel-pointer",
        "    cudaFuncSetAttribute(reinterpret_cast<const void*>(k<1, 2>), a, 3);\n#else\n");
    row("load", "__device__ float f(float* a)\n{\n    return __ldlu(a + g(1, 2));\n}\n",
        "hipify-device-missing", "    return __builtin_nontemporal_load(a + g(1, 2));\n#else\n");
    row("load of any type",
        "template <typename T>\n__device__ T f(T* a)\n{\n    return __ldlu(a);\n}\n",
        "hipify-device-missing", "    return (*(a));\n#else\n");
    row("store of a stream", "__device__ void f(float* a, float b)\n{\n    __stcs(a + 1, b);\n}\n",
        "hipify-device-missing", "    __builtin_nontemporal_store(b, a + 1);\n#else\n");
    row("store with a call in it",
        "__device__ void f(float* a)\n{\n    __stcs(a + 1, __ldcs(a));\n}\n",
        "hipify-device-missing", "    (*(a + 1) = (__builtin_nontemporal_load(a)));\n#else\n");
    row("load beside an overload of the file's own",
        "__device__ half __ldcs(const half* a);\n__device__ int4 f(const float* a)\n{\n"
        "    return __ldcs(reinterpret_cast<const int4*>(a));\n}\n",
        "hipify-device-missing", "    return (*(reinterpret_cast<const int4*>(a)));\n#else\n");
    row("store beside an overload of the file's own",
        "__device__ void __stcs(const unsigned short* a, int b);\n__device__ void f(float* a)\n{\n"
        "    __stcs((unsigned int*)a, 1u);\n}\n",
        "hipify-device-missing", "    __builtin_nontemporal_store(1u, (unsigned int*)a);\n#else\n");
    row("call in another form",
        "__global__ void k(unsigned* p)\n{\n    p[0] = umin(p[1], p[2]);\n}\n", "hipify-api",
        "    p[0] = min(static_cast<unsigned int>(p[1]), static_cast<unsigned "
        "int>(p[2]));\n#else\n");
    row("pause", "__device__ void f()\n{\n    __nanosleep(100);\n}\n", "hipify-device-missing",
        "    __builtin_amdgcn_s_sleep(1);\n#else\n");
    row("std", "__global__ void k(float* p)\n{\n    p[0] = std::max(p[1], 0.0f);\n}\n",
        "hipify-host-device-std", "    p[0] = ::max(p[1], 0.0f);\n#else\n");
    row("count", "__device__ bool f(int v)\n{\n    return __popc(__ballot(v)) == 32;\n}\n",
        "warp-vote-compare", "    return __popcll(__ballot(v)) == 64;\n#else\n");
    row("constant", "__global__ void k()\n{\n    constexpr int w = warpSize;\n}\n",
        "warp-size-constexpr", "    constexpr int w = 64;\n#else\n");
    row("cub", "int a = CUB_PTX_WARP_THREADS;\n", "cub-warp-threads",
        "int a = HIPCUB_DEVICE_WARP_THREADS;\n#else\n");
    row("header", "#include <hipblas.h>\nint a;\n", "hipify-release",
        "#include <hipblas/hipblas.h>\n#else\n");
}

void TestCppChanges::messages_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Strategy>("strategy");
    QTest::addColumn<QString>("symbol");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("wayOut");
    const auto row = [](const char* name, Strategy strategy, const char* text, const char* symbol,
                        const char* message, const char* wayOut) {
        QTest::newRow(name) << QByteArray(text) << strategy << QString::fromLatin1(symbol)
                            << QString::fromLatin1(message) << QString::fromLatin1(wayOut);
    };
    const Strategy header = Strategy::CompatHeader;
    const Strategy torch = Strategy::TorchExtension;
    row("substitute", header, "int a = CUBLAS_GEMM_DEFAULT_TENSOR_OP;\n",
        "CUBLAS_GEMM_DEFAULT_TENSOR_OP",
        "`CUBLAS_GEMM_DEFAULT_TENSOR_OP` is `HIPBLAS_GEMM_DEFAULT` in HIP.", "");
    row("call", header, "__device__ int f(int a)\n{\n    return llmin(a, 2);\n}\n", "llmin",
        "`llmin` is `min(static_cast<long long>(a), static_cast<long long>(b))` in HIP.", "");
    row("cuDNN with a name in MIOpen", header, "void f()\n{\n    cudnnDestroy(nullptr);\n}\n",
        "cudnnDestroy",
        "MIOpen calls cudnnDestroy miopenDestroy; the hipDNN of the tables is discontinued.",
        "Call MIOpen; translate with the MIOpen names where it has them.");
    row("cuDNN without one", header, "cudnnDeterminism_t d;\n", "cudnnDeterminism_t",
        "MIOpen has no counterpart of cudnnDeterminism_t, and the hipDNN of the tables is "
        "discontinued.",
        "Call MIOpen; translate with the MIOpen names where it has them.");
    row("by PyTorch", torch, "void f()\n{\n    cudaFree(nullptr);\n}\n", "cudaFree",
        "`cudaFree` is `hipFree` in HIP. PyTorch translates it where it builds this file for an "
        "extension.",
        "");
    row("a program, which PyTorch never builds", torch,
        "int main()\n{\n    cudaFree(nullptr);\n}\n", "cudaFree", "`cudaFree` is `hipFree` in HIP.",
        "");
}

void TestCppChanges::messages()
{
    QFETCH(QByteArray, text);
    QFETCH(Strategy, strategy);
    QFETCH(QString, symbol);
    QFETCH(QString, message);
    QFETCH(QString, wayOut);
    const FileAnalysis analysis = analyse(text, contextFor(strategy));
    const auto finding =
        std::find_if(analysis.findings.begin(), analysis.findings.end(), [&](const Finding& one) {
            return one.symbol == symbol && one.ruleId.startsWith(u"hipify-");
        });
    QVERIFY(finding != analysis.findings.end());
    QCOMPARE(finding->message, message);
    QCOMPARE(finding->wayOut, wayOut);
}

/// No name is shown as empty, whatever the tables say of it.
void TestCppChanges::everyNameHasText()
{
    size_t count = 0;
    const ApiFact* const facts = allApis(count);
    for (int rocm : {6, 7}) {
        AnalysisContext context = contextFor();
        context.target.rocm = Version{rocm, 0};
        QByteArray text = "#include <cuda_runtime.h>\n__global__ void k(int a)\n{\n";
        for (size_t i = 0; i < count; ++i) {
            if (facts[i].kind != ApiKind::Header) {
                const QByteArray name(facts[i].cuda.data(),
                                      static_cast<qsizetype>(facts[i].cuda.size()));
                text += "    " + name + "(a, a);\n    x = " + name + ";\n";
            }
        }
        const FileAnalysis analysis = analyse(text + "}\n", context);
        QVERIFY(analysis.findings.size() > 5000);
        for (const Finding& finding : analysis.findings) {
            QVERIFY2(!finding.message.contains(u"``"), qPrintable(finding.message));
            QVERIFY2(!finding.message.contains(u"hipdnn"), qPrintable(finding.message));
        }
    }
}

void TestCppChanges::twins_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("twin");
    const auto row = [](const char* path, const char* other, bool twin) {
        QTest::addRow("%s, %s", path, other) << QByteArray(path) << QByteArray(other) << twin;
    };
    row("src/cuda/scan.cu", "src/hip/scan.hip", true);
    row("src/cuda/scan.cu", "src/hip/scan.cu", true);
    row("src/cuda/scan.cu", "src/rocm/scan.hip.cpp", true);
    row("src/CUDA/scan.cpp", "src/HIP/scan.cpp", true);
    row("src/scan_cuda.cu", "src/scan_hip.cpp", true);
    row("src/cuda_scan.h", "src/hip_scan.h", true);
    row("src/CudaScan.cpp", "src/HipScan.cpp", true);
    row("src/scan.cu", "src/scan.hip", true);
    row("src/scan.cu", "src/scan.hip.cpp", true);
    row("src/scan.cuh", "src/scan_hip.cuh", true);
    row("scan.cu", "hip/scan.hip", true);
    row("src/scan.cu", "src/hip/scan.hip", true);
    row("src/scan.cu", "src/hip/scan.cu", true);
    row("src/scan.cuh", "src/rocm/scan.hpp", true);
    row("src/scan.cu", "hip/scan.hip", false);
    row("src/scan.cpp", "src/hip/scan.cpp", false);
    row("gpu/cuda/CMakeLists.txt", "gpu/hip/CMakeLists.txt", true);
    row("src/scan.cu", "src/scan.cpp", false);
    row("src/cuda/scan.cu", "src/hip/sort.hip", false);
    row("src/cudart/scan.cu", "src/hiprt/scan.cu", false);
    row("src/barracuda/scan.cu", "src/barrahip/scan.cu", false);
    row("src/cuda/scan.txt", "src/hip/scan.txt", false);
}

/// A file whose AMD version stands beside it is left alone, and one finding names that version; the
/// generated header is not for it.
void TestCppChanges::twins()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, other);
    QFETCH(bool, twin);
    const QVector<RepoPath> paths = {RepoPath(path), RepoPath(other)};
    const AmdTwins found = amdTwins(paths, Strategy::CompatHeader);
    QCOMPARE(found.contains(RepoPath(path)), twin);
    QCOMPARE(found.value(RepoPath(path)), twin ? RepoPath(other) : RepoPath());
    QVERIFY(!found.contains(RepoPath(other)));
    QVERIFY(amdTwins(paths, Strategy::Sibling).isEmpty());
    AnalysisContext context = contextFor();
    context.twins = std::make_shared<const AmdTwins>(found);
    const QByteArray text = "#include <cuda_runtime.h>\nvoid f()\n{\n    cudaFree(nullptr);\n}\n";
    const FileAnalysis analysis =
        analyseFile(RepoPath(path), Language::Cuda, SourceBuffer(text), context);
    QCOMPARE(analysis.hunks.isEmpty(), twin);
    if (twin) {
        QCOMPARE(analysis.findings.size(), 1);
        QVERIFY(projectHunks({std::make_shared<const FileAnalysis>(analysis)}, context).isEmpty());
        QVERIFY(analysis.findings.first().message.contains(QString::fromUtf8(other)));
    }
}

void TestCppChanges::ownPath_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("own");
    const QByteArray body =
        "__global__ void k(int* p)\n{\n    unsigned m = __ballot_sync(0xffffffff, "
        "p[0]);\n    p[1] = __popc(m);\n}\n";
    QTest::newRow("headers for both")
        << "#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#else\n#include "
           "<cuda_runtime.h>\n#endif\n" +
               body
        << true;
    QTest::newRow("the project's macro")
        << "#if defined(USE_CUDA)\n#include <cuda_runtime.h>\n#elif defined(USE_HIP)\n#include "
           "<hip/hip_runtime.h>\n#endif\n" +
               body
        << true;
    QTest::newRow("arms by two switches")
        << "#ifdef USE_CUDA\n#include <cuda_runtime.h>\n#endif\n#ifdef USE_ROCM\n#include "
           "<hip/hip_runtime.h>\n#endif\n" +
               body
        << true;
    QTest::newRow("arms by what the build has")
        << "#if defined(HAVE_ROCM)\n#include <hip/hip_runtime.h>\n#elif defined(HAVE_CUDA)\n"
           "#include <cuda_runtime.h>\n#endif\n" +
               body
        << true;
    QTest::newRow("CUDA's headers in both arms of its switch")
        << "#ifdef USE_CUDA\nint a;\n#else\n#include <cuda_runtime.h>\n#endif\n#ifdef USE_ROCM\n"
           "#include <hip/hip_runtime.h>\n#endif\n" +
               body
        << false;
    QTest::newRow("CUDA's headers for all")
        << "#ifdef __HIPCC__\n#include <hip/hip_fp16.h>\n#endif\n#include <cuda_runtime.h>\n" + body
        << false;
    QTest::newRow("for CUDA alone") << "#include <cuda_runtime.h>\n" + body << false;
}

/// What a project ported itself gets no second port; what its arms miss is said.
void TestCppChanges::ownPath()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, own);
    for (const Strategy strategy : {Strategy::CompatHeader, Strategy::TorchExtension}) {
        const FileAnalysis analysis = analyse(text, contextFor(strategy));
        QCOMPARE(ported(text, analysis) == text, own);
        const auto mask =
            std::find_if(analysis.findings.begin(), analysis.findings.end(),
                         [](const Finding& one) { return one.ruleId == u"warp-popc"; });
        QVERIFY(mask != analysis.findings.end());
        QCOMPARE(mask->wayOut.contains(QStringLiteral("of its own")), own);
    }
}

/// Arms for AMD GPUs in a file that gets HIP from a header of the project.
void TestCppChanges::ownPathByHeader()
{
    const QByteArray text =
        "#include \"gpu.h\"\nint f()\n{\n#ifdef USE_ROCM\n    return hipFree(0);\n"
        "#else\n    return cudaFree(0);\n#endif\n}\n"
        "__global__ void k(int* p) { p[0] = __ballot_sync(~0u, p[1]); }\n";
    AnalysisContext context = contextFor();
    QVERIFY(ported(text, analyse(text, context)) != text);
    const FileAnalysis header =
        analyseFile(RepoPath("gpu.h"), Language::Cpp,
                    SourceBuffer(QByteArray("#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n"
                                            "#include <cuda_runtime.h>\n#endif\n")),
                    context);
    const FileAnalysis before = analyse(text, context);
    const QSet<QByteArray> names = includersOfAmd({&header, &before});
    QVERIFY(names.contains(before.path.fileName()));
    QVERIFY(includersOfAmd({&before}).isEmpty());
    context.amdIncluders = std::make_shared<const QSet<QByteArray>>(names);
    const FileAnalysis analysis = analyse(text, context);
    QCOMPARE(ported(text, analysis), text);
    QVERIFY(!analysis.findings.isEmpty());
    // No arms of its own: what the port adds stands beside what the header brings.
    const QByteArray plain = "#include \"gpu.h\"\n__global__ void k() { __ballot_sync(~0u, 1); }\n";
    QVERIFY(ported(plain, analyse(plain, context)) != plain);
}

void TestCppChanges::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const char* text, const char* rule) {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(rule);
    };
    for (const char* call : {"__fadd_rd(a, a)", "__fsub_ru(a, a)", "__fmul_rz(a, a)",
                             "__fdiv_rd(a, a)", "__fmaf_rz(a, a, a)", "__frcp_ru(a)",
                             "__fsqrt_rd(a)", "__dadd_rz(a, a)", "__fma_rd(a, a, a)"}) {
        QTest::newRow(call) << "__device__ float f(float a)\n{\n    return " + QByteArray(call) +
                                   ";\n}\n"
                            << QStringLiteral("hipify-rounding");
    }
    row("square root of PTX",
        "__device__ void f(float& a)\n{\n    asm(\"sqrt.rz.f32 %0, %1;\" : \"=f\"(a) : "
        "\"f\"(a));\n}\n",
        "hipify-ptx");
    row("saturation of PTX",
        "__device__ void f(float& a)\n{\n    asm(\"fma.rn.sat.f32 %0, %1, %1, %1;\" : \"=f\"(a) : "
        "\"f\"(a));\n}\n",
        "hipify-ptx");
}

/// Where no edit gives the same result on AMD there is a finding with a way out, and no edit.
void TestCppChanges::refused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, rule);
    const FileAnalysis analysis = analyse(text, contextFor(Strategy::Sibling));
    QVERIFY(ported(text, analysis).endsWith(text));
    const auto finding = std::find_if(analysis.findings.begin(), analysis.findings.end(),
                                      [&](const Finding& one) { return one.ruleId == rule; });
    QVERIFY(finding != analysis.findings.end());
    QVERIFY(!finding->wayOut.isEmpty());
}

/// Edits stand under the guard, and the projection gives the original back.
void TestCppChanges::guardedPieces()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, rule);
    QFETCH(QByteArray, piece);
    const FileAnalysis analysis = analyse(text, contextFor(Strategy::TorchExtension));
    const auto hunk = std::find_if(analysis.hunks.begin(), analysis.hunks.end(),
                                   [&](const Hunk& one) { return one.ruleIds.contains(rule); });
    QVERIFY(hunk != analysis.hunks.end());
    QCOMPARE(hunk->verdict, Verdict::Projected);
    const QByteArray after = ported(text, analysis);
    QVERIFY2(after.contains(piece), after.constData());
    QCOMPARE(projectCpp(after, "USE_ROCM").value(), text);
    QVERIFY(analyse(after, contextFor(Strategy::TorchExtension)).hunks.isEmpty());
}

/// Only a version that the runtime or the driver told counts as HIP_VERSION does.
void TestCppChanges::versionsOfOthers()
{
    for (const char* const body :
         {"cudaDriverGetVersion(&v);\n    if (v < 1 && CUDART_VERSION < 12000)\n        g(v);",
          "g(&v);\n    if (v < CUDART_VERSION)\n        g(v, CUDART_VERSION);",
          "cudaDriverGetVersion(&v);\n    if (v < CUDART_VERSION / 10)\n        "
          "g(CUDART_VERSION);"}) {
        const QByteArray text = "void f()\n{\n    int v;\n    " + QByteArray(body) + "\n}\n";
        const FileAnalysis analysis = analyse(text, contextFor(Strategy::TorchExtension));
        QVERIFY2(!ported(text, analysis).contains("HIP_VERSION"), body);
    }
}

void TestCppChanges::skippedFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why");
    QTest::newRow("binary") << QByteArray("cuda\0Free", 9) << QStringLiteral("binary");
    QTest::newRow("utf-16") << QByteArray("\xff\xfe"
                                          "c\0u\0\n\0",
                                          8)
                            << QStringLiteral("UTF-16 text");
    QTest::newRow("latin-1") << QByteArray("// \xe9\nvoid f() { cudaFree(0); }\n") << QString();
    QTest::newRow("empty") << QByteArray() << QString();
}

void TestCppChanges::skippedFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const FileAnalysis analysis = analyse(bytes, contextFor());
    QCOMPARE(analysis.skipped, why);
    QCOMPARE(analysis.bytes, bytes.size());
    QCOMPARE(analysis.contentHash, contentHash(bytes));
    QVERIFY(why.isEmpty() || (analysis.findings.isEmpty() && analysis.hunks.isEmpty()));
}

void TestCppChanges::compatHeaderOfProject()
{
    const AnalysisContext context = contextFor();
    const auto one = std::make_shared<const FileAnalysis>(analyse(
        "#include <cuda_runtime.h>\nvoid f() { cudaFree(nullptr); }\n", context, "a/b/one.cpp"));
    const auto two = std::make_shared<const FileAnalysis>(
        analyse("#include <cublas_v2.h>\ncublasHandle_t handle;\n", context, "two.cu"));
    const QVector<Hunk> hunks = projectHunks({one, two, nullptr}, context);
    QCOMPARE(hunks.size(), 1);
    const Hunk& hunk = hunks.first();
    QVERIFY(hunk.sourcePath.isEmpty());
    QCOMPARE(hunk.targetPath, context.compatHeader);
    const QByteArray text = applyHunks({}, hunks).value();
    QVERIFY(text.contains("#define cudaFree hipFree"));
    QVERIFY(text.contains("cublasHandle_t"));
    QVERIFY(text.contains("<hipblas/hipblas.h>"));
    QVERIFY(isProved(hunk.verdict));
    QVERIFY(one->hunks.first().needs.contains(hunk.key));
    QVERIFY(applyHunks("#include <cuda_runtime.h>\nvoid f() { cudaFree(nullptr); }\n", one->hunks)
                .value()
                .contains("#include \"../../rocm/rocport_compat.h\""));
    // More uses change the text, not the key that decisions hang on.
    QCOMPARE(projectHunks({one}, context).first().key, hunk.key);
    QVERIFY(projectHunks({}, context).isEmpty());
    QVERIFY(projectHunks({one}, contextFor(Strategy::Sibling)).isEmpty());
}

void TestCppChanges::shimHeadersOfProject()
{
    AnalysisContext context = contextFor(Strategy::ShimHeaders);
    context.compatHeader = RepoPath("rocm_compat/rocport_compat.h");
    const QByteArray text = "#include <cuda_runtime.h>\n#include \"nccl.h\"\n"
                            "#include \"math_functions.h\"\n"
                            "void f() { cudaFree(nullptr); }\n";
    const auto one = std::make_shared<const FileAnalysis>(analyse(text, context, "a/b/one.cu"));
    QVERIFY(one->hunks.isEmpty()); // every byte stays
    QVERIFY(std::any_of(one->findings.begin(), one->findings.end(), [](const Finding& finding) {
        return finding.message.endsWith(
            QStringLiteral("A header of that name in `rocm_compat` brings it on ROCm."));
    }));
    // A header of the project is no CUDA header; one that was made here before is.
    const auto own = std::make_shared<const FileAnalysis>(
        analyse("int x;\n", context, "include/math_functions.h"));
    const auto made =
        std::make_shared<const FileAnalysis>(analyse("int x;\n", context, "rocm_compat/nccl.h"));
    const QVector<Hunk> hunks = projectHunks({one, own, made, nullptr}, context);
    QStringList paths;
    for (const Hunk& hunk : hunks) {
        paths.append(hunk.targetPath.display());
        QVERIFY(hunk.sourcePath.isEmpty());
        QVERIFY(isProved(hunk.verdict));
        const bool names = hunk.targetPath == context.compatHeader;
        QCOMPARE(hunk.needs.contains(compatHeaderKey(context)), !names);
        QCOMPARE(hunk.key == compatHeaderKey(context), names);
    }
    QCOMPARE(paths, (QStringList{QStringLiteral("rocm_compat/cuda_runtime.h"),
                                 QStringLiteral("rocm_compat/nccl.h"),
                                 QStringLiteral("rocm_compat/rocport_compat.h")}));
    QVERIFY(projectHunks({own}, context).isEmpty());
    // <cuda.h> is CUDA's whatever the project has; a folder with other files proves nothing.
    const auto brackets = std::make_shared<const FileAnalysis>(
        analyse("#include <cuda.h>\n#if __has_include(<nvml.h>)\n#include <nvml.h>\n#endif\n",
                context, "c.cu"));
    const auto utility =
        std::make_shared<const FileAnalysis>(analyse("int x;\n", context, "utils/cuda.h"));
    const auto other =
        std::make_shared<const FileAnalysis>(analyse("int x;\n", context, "rocm_compat/x.h"));
    const auto namesOf = [&](const QVector<Hunk>& all) {
        QStringList names;
        for (const Hunk& hunk : all) {
            names.append(hunk.targetPath.displayName());
        }
        return names;
    };
    const QVector<Hunk> kept = projectHunks({brackets, utility}, context);
    QCOMPARE(namesOf(kept), (QStringList{QStringLiteral("cuda.h"), QStringLiteral("cuda_runtime.h"),
                                         QStringLiteral("rocport_compat.h")}));
    QVERIFY(isProved(kept.first().verdict));
    for (const Hunk& hunk : projectHunks({brackets, other}, context)) {
        QCOMPARE(hunk.verdict, Verdict::Unproved);
        QVERIFY(hunk.verdictReason.contains(QStringLiteral("holds other files")));
    }
    // A port that is scanned has its headers.
    QVector<std::shared_ptr<const FileAnalysis>> port = {brackets};
    for (const Hunk& hunk : kept) {
        port.append(std::make_shared<const FileAnalysis>(
            analyse(hunk.edits.first().replacement, context, hunk.targetPath.bytes())));
    }
    QVERIFY(projectHunks(port, context).isEmpty());
    const auto thrust = std::make_shared<const FileAnalysis>(
        analyse("auto a = thrust::system::cuda::par;\nvoid f(cudaStream_t);\n", context, "t.cu"));
    const QVector<Hunk> more = projectHunks({thrust}, context);
    QVERIFY(std::any_of(more.begin(), more.end(), [](const Hunk& hunk) {
        return hunk.edits.first().replacement.contains(
            "namespace cuda {\nusing namespace thrust::hip;\n");
    }));
}

/// "cuda##call" in one file and CHECK(Memset(...)) in another make a name that stands in neither.
void TestCppChanges::namesMadeByMacros()
{
    const AnalysisContext context = contextFor();
    const auto macro = std::make_shared<const FileAnalysis>(analyse(
        "#include <cuda_runtime.h>\n#define OWN_CHECK(call) check(cuda##call)\n", context, "a.h"));
    const auto calls = std::make_shared<const FileAnalysis>(
        analyse("#include \"a.h\"\nvoid f(void* p)\n{\n    OWN_CHECK(MemsetAsync(p, 0, 4));\n    "
                "OWN_CHECK(Mine(p));\n    plain(MemcpyAsync(p));\n}\n",
                context, "b.cu"));
    const QByteArray text = applyHunks({}, projectHunks({macro, calls}, context)).value();
    QVERIFY(text.contains("#define cudaMemsetAsync hipMemsetAsync\n"));
    QVERIFY(!text.contains("Mine"));
    QVERIFY(!text.contains("cudaMemcpyAsync"));
    // Nothing pastes here.
    const QVector<Hunk> alone = projectHunks({calls}, context);
    QVERIFY(alone.isEmpty() || !applyHunks({}, alone).value().contains("MemsetAsync"));
}

void TestCppChanges::inPlaceIsHonest()
{
    const FileAnalysis analysis = analyse("#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n",
                                          contextFor(Strategy::InPlace));
    QVERIFY(!analysis.hunks.isEmpty());
    for (const Hunk& hunk : analysis.hunks) {
        QCOMPARE(hunk.verdict, Verdict::Violated);
        QVERIFY(!hunk.verdictReason.isEmpty());
    }
}

void TestCppChanges::siblingPaths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("cu") << QByteArray("a/k.cu") << QByteArray("a/k.hip");
    QTest::newRow("cuh") << QByteArray("k.cuh") << QByteArray("k_hip.cuh");
    QTest::newRow("cpp") << QByteArray("k.x.cpp") << QByteArray("k.x_hip.cpp");
    QTest::newRow("header keeps its name") << QByteArray("k.h") << QByteArray("k.h");
}

void TestCppChanges::siblingPaths()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, target);
    const QByteArray text = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n";
    const FileAnalysis analysis = analyse(text, contextFor(Strategy::Sibling), path);
    QVERIFY(!analysis.hunks.isEmpty());
    for (const Hunk& hunk : analysis.hunks) {
        QCOMPARE(hunk.targetPath, RepoPath(target));
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
    }
}

void TestCppChanges::linkedHunksNeedEachOther()
{
    const QByteArray text = "#include <cuda_runtime.h>\n"
                            "__global__ void k(int* p)\n{\n"
                            "    unsigned votes = __ballot_sync(0xffffffff, p[0]);\n"
                            "    p[1] = 2;\n    p[2] = 3;\n    p[3] = 4;\n"
                            "    p[4] = __ffs(votes);\n}\n";
    const FileAnalysis analysis = analyse(text, contextFor());
    QCOMPARE(analysis.hunks.size(), 3);
    const Hunk& type = analysis.hunks.at(1);
    const Hunk& use = analysis.hunks.at(2);
    QVERIFY(type.ruleIds.contains(QStringLiteral("warp-ballot-type")));
    QVERIFY(type.ruleIds.contains(QStringLiteral("warp-mask-literal")));
    QCOMPARE(use.ruleIds, QStringList{QStringLiteral("warp-popc")});
    // Without the use the file would not compile: __ffs has no 64-bit overload.
    QCOMPARE(type.needs, QVector<QByteArray>{use.key});
    QVERIFY(use.needs.isEmpty());
    QCOMPARE(type.proposalId, use.proposalId);
}

void TestCppChanges::keysSurviveMoves()
{
    const QByteArray text = "#include <cuda_runtime.h>\n__global__ void k(int* p)\n{\n"
                            "    p[0] = __popc(__ballot(p[0]));\n}\n";
    const FileAnalysis before = analyse(text, contextFor());
    const FileAnalysis after = analyse("\n// more\n\n" + text, contextFor());
    QCOMPARE(before.hunks.size(), after.hunks.size());
    for (qsizetype i = 0; i < before.hunks.size(); ++i) {
        QCOMPARE(before.hunks[i].key, after.hunks[i].key);
        QVERIFY(before.hunks[i].baseHash != after.hunks[i].baseHash);
    }
    for (qsizetype i = 0; i < before.findings.size(); ++i) {
        QCOMPARE(before.findings[i].id, after.findings[i].id);
    }
}

QTEST_GUILESS_MAIN(TestCppChanges)
#include "tst_cppchanges.moc"
