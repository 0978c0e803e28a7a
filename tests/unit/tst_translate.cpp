#include "core/text/clexer.h"
#include "core/translate/translate.h"
#include "tests/support/cputime.h"

#include <QtTest>

#include <random>

using namespace rocport;

namespace {

QByteArray translated(const QByteArray& text, const TranslateOptions& options = {})
{
    auto result = translateSource(SourceBuffer(text), options);
    return result.ok() ? result.value() : QByteArray("failed: ") + result.error().detail.toUtf8();
}

Translation notesOf(const QByteArray& text, const TranslateOptions& options = {})
{
    const SourceBuffer source(text);
    return translateTokens(source, lexC(source.view()), options);
}

TranslateOptions withHipLaunch()
{
    TranslateOptions options;
    options.launch = LaunchSyntax::Hip;
    return options;
}

const QByteArray kRuntime = "#include <hip/hip_runtime.h>\n";

} // namespace

class TestTranslate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void headers_data();
    void headers();
    void notes();
    void uses();
    void deviceFunctionsCountInCudaFilesOnly();
    void unsureFilesGetNoEdits_data();
    void unsureFilesGetNoEdits();
    void keepsByteOrderMarkAndLineEnds();
    void leavesOtherEncodingsAlone();
    void itemsAreSortedAndDisjoint();
    void deepInput_data();
    void deepInput();
    void mutations();
};

void TestTranslate::names_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto same = [](const char* name, const QByteArray& text) {
        QTest::newRow(name) << text << text;
    };
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << QByteArray("#include <cuda_runtime.h>\n" + before)
                            << QByteArray(kRuntime + after);
    };
    same("empty", "");
    same("no cuda", "#include <vector>\nint max(int a);\nint x = max(1) + norm(2) + clock();\n");
    same("hip already",
         kRuntime + "__global__ void k() { hipFree(0); __shfl(1, 2); __syncthreads(); }\n");
    same("hip launch", kRuntime + "void f() { k<<<1, 2>>>(3); }\n");
    row("call", "cudaFree(p);\n", "hipFree(p);\n");
    row("type", "cudaStream_t s;\n", "hipStream_t s;\n");
    row("enumerator", "case cudaSuccess: return cudaErrorInvalidValue;\n",
        "case hipSuccess: return hipErrorInvalidValue;\n");
    row("scoped enumerator", "auto k = cudaMemcpyKind::cudaMemcpyHostToDevice;\n",
        "auto k = hipMemcpyKind::hipMemcpyHostToDevice;\n");
    row("global", "return ::cudaFree(p);\n", "return ::hipFree(p);\n");
    row("macro body", "#define FREE(p) cudaFree(p)\n#define CALL cudaFree(0)\n",
        "#define FREE(p) hipFree(p)\n#define CALL hipFree(0)\n");
    row("macro over lines", "#define CHECK(x) \\\n  do { cudaError_t e = x; \\\n  } while (0)\n",
        "#define CHECK(x) \\\n  do { hipError_t e = x; \\\n  } while (0)\n");
    row("pointer type", "void f(const cudaDeviceProp*, cudaStream_t);\n",
        "void f(const hipDeviceProp_t*, hipStream_t);\n");
    row("trailing return", "auto f() -> cudaError_t { return cudaSuccess; }\n",
        "auto f() -> hipError_t { return hipSuccess; }\n");
    row("template argument", "std::vector<cudaEvent_t> v;\n", "std::vector<hipEvent_t> v;\n");
    row("spliced name", "cuda\\\nFree(p);\n", "hipFree(p);\n");
    row("function pointer", "auto f = &cudaFree;\n", "auto f = &hipFree;\n");
    row("condition", "#if defined(__CUDACC__)\n#endif\n#ifdef __CUDACC__\n#endif\n",
        "#if defined(__HIPCC__)\n#endif\n#ifdef __HIPCC__\n#endif\n");
    row("in #if 0", "#if 0\ncudaFree(p); // don't\nit's\n#endif\n",
        "#if 0\nhipFree(p); // don't\nit's\n#endif\n");
    row("other libraries",
        "cublasHandle_t h; cufftHandle f; curandGenerator_t g; nvrtcProgram p;\n",
        "hipblasHandle_t h; hipfftHandle f; hiprandGenerator_t g; hiprtcProgram p;\n");
    row("driver api", "CUdeviceptr p; cuMemAlloc(&p, 4);\n",
        "hipDeviceptr_t p; hipMalloc(&p, 4);\n");
    row("a function that does nothing in HIP", "auto f = &cuCtxSynchronize; cuCtxSynchronize();\n",
        "auto f = &hipDeviceSynchronize; hipDeviceSynchronize();\n");
    row("type alias of an api type", "typedef struct CUstream_st* cudaStream_t;\n",
        "typedef struct ihipStream_t* hipStream_t;\n");
    row("bfloat", "__nv_bfloat16 x; nv_bfloat16 y;\n", "__hip_bfloat16 x; __hip_bfloat16 y;\n");
    row("substitute for a call",
        "__device__ int f(int a) { __trap(); return umin(a, 2) + my::umax(1, 2); }\n",
        "__device__ int f(int a) { __builtin_trap(); return min(static_cast<unsigned int>(a), "
        "static_cast<unsigned int>(2)) + my::umax(1, 2); }\n");
    row("substitute with missing arguments",
        "cudaMalloc3DArray(&a, &d, make_cudaExtent(1, 2, 3));\n",
        "hipMalloc3DArray(&a, &d, make_hipExtent(1, 2, 3), 0);\n");
    row("all arguments are there", "cudaMalloc3DArray(&a, &d, e, 0);\n",
        "hipMalloc3DArray(&a, &d, e, 0);\n");
    row("guard of a header", "#ifdef CUBLAS_API_H_\n#endif\n", "#ifdef HIPBLAS_H\n#endif\n");

    row("comment stays", "// cudaFree\n/* cudaMalloc */\n", "// cudaFree\n/* cudaMalloc */\n");
    row("comment with splice stays", "// text \\\ncudaFree(p)\nint x;\n",
        "// text \\\ncudaFree(p)\nint x;\n");
    row("string stays", "puts(\"cudaFree failed\"); puts(u8\"cudaFree\");\n",
        "puts(\"cudaFree failed\"); puts(u8\"cudaFree\");\n");
    row("raw string stays", "auto s = R\"x(cudaFree(\")\" cudaMalloc)x\"; cudaFree(p);\n",
        "auto s = R\"x(cudaFree(\")\" cudaMalloc)x\"; hipFree(p);\n");
    row("error text stays", "#error \"cudaFree can't\" cudaFree\n#warning don't cudaFree\n",
        "#error \"cudaFree can't\" cudaFree\n#warning don't cudaFree\n");
    row("longer names stay",
        "mycudaFree(p); cudaFree_(p); cudaFreeX(p); _cudaFree(p); cudaFree2();\n",
        "mycudaFree(p); cudaFree_(p); cudaFreeX(p); _cudaFree(p); cudaFree2();\n");
    row("not ascii around", "cudaFree\xc3\xa9(p);\n", "cudaFree\xc3\xa9(p);\n");
    row("member stays", "a.cudaFree(p); b->cudaFree(p);\n", "a.cudaFree(p); b->cudaFree(p);\n");
    row("other namespace stays", "dynload::cudaFree(p); T<int>::cudaFree(p);\n",
        "dynload::cudaFree(p); T<int>::cudaFree(p);\n");
    row("pasted stays", "#define N(x) cudaFree##x\n#define M(x) x##cudaFree\n",
        "#define N(x) cudaFree##x\n#define M(x) x##cudaFree\n");

    const auto own = [&row](const char* name, const QByteArray& text) { row(name, text, text); };
    own("own function", "int cudaFree(void* p) { return 0; }\nvoid f() { cudaFree(0); }\n");
    own("own declaration", "extern \"C\" int cudaFree(void*);\nvoid f() { cudaFree(0); }\n");
    own("own pointer function", "static float* cudaFree(int);\nvoid f() { cudaFree(0); }\n");
    own("own template",
        "template <class T> std::vector<T> cudaFree(T a);\nvoid f() { cudaFree(0); }\n");
    own("own macro", "#define cudaFree(p) my_free(p)\nvoid f() { cudaFree(0); }\n");
    own("own variable", "void f() { int cudaFree = 1; g(cudaFree); }\n");
    own("own parameter", "void f(float cudaFree, int n) { g(cudaFree); }\n");
    own("own type", "struct cudaArray { int x; };\ncudaArray a;\n");
    own("own alias", "using cudaStream_t = int;\ncudaStream_t s;\n");
    own("own enumerator",
        "enum class E : int { cudaSuccess, cudaErrorUnknown = 2 };\nint x = cudaSuccess;\n");
    own("own member", "struct S { int (*cudaFree)(void*); };\n");
    own("own template parameter",
        "template <typename cudaArray, class cudaEvent_t = int> struct S { cudaArray a; };\n");
    own("own macro parameter", "#define F(cudaFree) g(cudaFree)\n");
    own("own namespace", "namespace cub { int f(); }\nint x = cub::f();\n");

    QTest::newRow("nvidia arm stays")
        << QByteArray(
               "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n"
               "void f() { cudaFree(0); }\n#endif\n#if !defined(__HIP_PLATFORM_AMD__) && "
               "X\ncudaFree\n#endif\n")
        << QByteArray(
               "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n"
               "void f() { cudaFree(0); }\n#endif\n#if !defined(__HIP_PLATFORM_AMD__) && "
               "X\ncudaFree\n#endif\n");
}

void TestTranslate::names()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray once = translated(before);
    QCOMPARE(once, after);
    QCOMPARE(translated(once), once);
}

void TestTranslate::headers_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << before << after;
    };
    row("runtime", "#include <cuda_runtime.h>\n", kRuntime);
    row("quotes", "#include \"cuda_runtime.h\"\n", "#include \"hip/hip_runtime.h\"\n");
    row("blanks and comment", "#  include  <cuda_fp16.h> // half\n",
        "#  include  <hip/hip_fp16.h> // half\n");
    row("merged", "#include <cuda.h>\n#include <cuda_runtime.h>\nint x;\n", kRuntime + "int x;\n");
    row("merged keeps the comment", "#include <cuda.h>\n#include <cuda_runtime.h> // why\n",
        kRuntime + " // why\n");
    row("merged without last newline", "#include <cuda.h>\n#include <cuda_runtime.h>", kRuntime);
    row("merged after hip", kRuntime + "#include <cuda_runtime.h>\n", kRuntime);
    row("not merged over branches",
        "#ifdef A\n#include <cuda.h>\n#else\n#include <cuda_runtime.h>\n#endif\n",
        "#ifdef A\n" + kRuntime + "#else\n" + kRuntime + "#endif\n");
    row("merged into the branch around",
        "#include <cuda.h>\n#ifdef A\n#include <cuda_runtime.h>\n#endif\n",
        kRuntime + "#ifdef A\n#endif\n");
    row("dropped", "#include <cuda_runtime.h>\n  #include \"device_launch_parameters.h\"\nint x;\n",
        kRuntime + "int x;\n");
    row("installed paths",
        "#include <cublas_v2.h>\n#include <cusparse.h>\n#include <cusolverDn.h>\n#include "
        "<cublasLt.h>\n#include <nccl.h>\n#include <cuda_bf16.h>\n",
        "#include <hipblas/hipblas.h>\n#include <hipsparse/hipsparse.h>\n#include "
        "<hipsolver/hipsolver.h>\n#include <hipblaslt/hipblaslt.h>\n#include "
        "<rccl/rccl.h>\n#include <hip/hip_bf16.h>\n");
    row("own file with path", "#include \"sub/cuda.h\"\n", "#include \"sub/cuda.h\"\n");
    row("own file with ordinary name", "#include \"host_defines.h\"\n#include \"helper_cuda.h\"\n",
        "#include \"host_defines.h\"\n#include \"helper_cuda.h\"\n");
    row("longer name", "#include <cuda_runtime.h.in>\n#include <xcuda.h>\n",
        "#include <cuda_runtime.h.in>\n#include <xcuda.h>\n");
    row("unsupported stays", "#include <mma.h>\n", "#include <mma.h>\n");
    row("in a comment", "// #include <cuda.h>\n", "// #include <cuda.h>\n");
    row("cub",
        "#include <cub/block/block_reduce.cuh>\n#include <cub/cub.cuh>\nusing namespace "
        "cub;\nusing B = cub::BlockReduce<int, 64>; namespace c = cub; ::cub::Sum s; my::cub::X "
        "x;\n",
        "#include <hipcub/hipcub.hpp>\nusing namespace hipcub;\nusing B = hipcub::BlockReduce<int, "
        "64>; namespace c = hipcub; ::hipcub::Sum s; my::cub::X x;\n");
    row("cub without its header", "#include <cuda.h>\ncub::Sum s;\n", kRuntime + "cub::Sum s;\n");

    const QByteArray kernel = "__global__ void k() {}\n";
    row("added for a kernel", kernel, kRuntime + kernel);
    row("added before the first include", "// text\n\n#include <vector>\n" + kernel,
        "// text\n\n" + kRuntime + "#include <vector>\n" + kernel);
    row("added after pragma once", "/* text */\n#pragma once\n" + kernel,
        "/* text */\n#pragma once\n" + kRuntime + kernel);
    row("added inside the guard",
        "#ifndef X_H\n#define X_H\n#include <vector>\n" + kernel + "#endif\n",
        "#ifndef X_H\n#define X_H\n" + kRuntime + "#include <vector>\n" + kernel + "#endif\n");
    row("pragma once under a condition", "#ifdef X\n#pragma once\n#endif\n" + kernel,
        kRuntime + "#ifdef X\n#pragma once\n#endif\n" + kernel);
    row("added after pragma once at the end", "cudaStream_t f();\n#pragma once",
        "hipStream_t f();\n#pragma once\n#include <hip/hip_runtime.h>");
    row("added before a conditional", "#ifdef A\n#include <vector>\n#endif\n" + kernel,
        kRuntime + "#ifdef A\n#include <vector>\n#endif\n" + kernel);
    row("added beside a comment", "/* a\n b */ #include <vector>\n" + kernel,
        "/* a\n b */ " + kRuntime + "#include <vector>\n" + kernel);
    row("added for host code", "#include <vector>\ncudaStream_t f();\n",
        kRuntime + "#include <vector>\nhipStream_t f();\n");
    row("api header is enough", "#include <cuda_runtime_api.h>\ncudaStream_t f();\n",
        "#include <hip/hip_runtime_api.h>\nhipStream_t f();\n");
    row("api header is not enough", "#include <cuda_runtime_api.h>\n" + kernel,
        kRuntime + "#include <hip/hip_runtime_api.h>\n" + kernel);
}

void TestTranslate::headers()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray once = translated(before);
    QCOMPARE(once, after);
    QCOMPARE(translated(once), once);
}

void TestTranslate::notes()
{
    const Translation result =
        notesOf("#include <cuda_runtime.h>\n#include <mma.h>\n__device__ void f() { "
                "__nv_bswap32(1); __vadd4(1, 2); x.__vsub4(1); }\n"
                "void g() { cudaCtxResetPersistingL2Cache(); cudaThreadSynchronize(); "
                "__nv_cvt_float_to_fp4(x); cudnnRNNDescriptor_t d; }\n");
    QMap<QString, TranslateTopic> topics;
    for (const TranslateItem& item : result.items) {
        if (item.hasEdit) {
            QVERIFY(item.message.isEmpty());
            continue;
        }
        QVERIFY(!item.message.isEmpty());
        QVERIFY(item.message.endsWith(QLatin1Char('.')));
        QVERIFY(!item.wayOut.isEmpty());
        QVERIFY(item.effort != Effort::None);
        const std::string_view name = item.header ? item.header->cuda : item.api->cuda;
        topics.insert(QString::fromUtf8(name.data(), qsizetype(name.size())), item.topic);
    }
    QCOMPARE(topics.value(QStringLiteral("mma.h"), TranslateTopic::Api),
             TranslateTopic::Unsupported);
    QCOMPARE(topics.value(QStringLiteral("__nv_bswap32"), TranslateTopic::Api),
             TranslateTopic::Unsupported);
    QCOMPARE(topics.value(QStringLiteral("__vadd4"), TranslateTopic::Api),
             TranslateTopic::Unsupported);
    QCOMPARE(topics.value(QStringLiteral("cudaCtxResetPersistingL2Cache"), TranslateTopic::Api),
             TranslateTopic::Unsupported);
    QCOMPARE(topics.value(QStringLiteral("cudaThreadSynchronize"), TranslateTopic::Api),
             TranslateTopic::Deprecated);
    QCOMPARE(topics.value(QStringLiteral("__nv_cvt_float_to_fp4"), TranslateTopic::Api),
             TranslateTopic::Experimental);
    QVERIFY(!topics.contains(QStringLiteral("__vsub4")));
}

void TestTranslate::uses()
{
    const Translation result = notesOf("#include <cuda_runtime.h>\n"
                                       "void f() { cudaFree(a); cudaFree(b); cublasSgemm(h); "
                                       "cudaCtxResetPersistingL2Cache(); }\n");
    QCOMPARE(result.uses.size(), 4);
    QCOMPARE(result.uses[0].name, QStringLiteral("cublasSgemm"));
    QCOMPARE(result.uses[0].library, QStringLiteral("blas"));
    QCOMPARE(result.uses[1].name, QStringLiteral("cudaCtxResetPersistingL2Cache"));
    QCOMPARE(result.uses[1].status, QStringLiteral("unsupported"));
    QVERIFY(result.uses[1].hipName.isEmpty());
    QCOMPARE(result.uses[2].name, QStringLiteral("cudaFree"));
    QCOMPARE(result.uses[2].hipName, QStringLiteral("hipFree"));
    QCOMPARE(result.uses[2].count, 2);
    QCOMPARE(result.uses[3].name, QStringLiteral("cuda_runtime.h"));
    QCOMPARE(result.uses[3].library, QStringLiteral("headers"));
    QCOMPARE(result.uses[3].hipName, QStringLiteral("hip/hip_runtime.h"));
    // What HIPIFY's tables lack and gets a name or form of HIP's all the same.
    const Translation rewritten = notesOf("#include <cublas_v2.h>\n"
                                          "const char* f(cublasStatus_t s) { return "
                                          "cublasGetStatusName(s); }\n"
                                          "__global__ void k() { __prof_trigger(1); }\n");
    for (const ApiUse& use : rewritten.uses) {
        QCOMPARE(use.status, QStringLiteral("supported"));
    }
    QCOMPARE(rewritten.uses.size(), 4);
}

void TestTranslate::deviceFunctionsCountInCudaFilesOnly()
{
    QVERIFY(notesOf("int f() { return umin(1, 2) + abs(3) + max(1, 2); }\n").uses.isEmpty());
    const Translation device =
        notesOf("__device__ int f() { return abs(-1) + s.min(2) + my::max(1, 2); }\n");
    QCOMPARE(device.uses.size(), 1);
    QCOMPARE(device.uses[0].name, QStringLiteral("abs"));
    const Translation own = notesOf("namespace my { __device__ int umin(int a, int b); }\n"
                                    "__device__ int f() { return umin(1, 2); }\n");
    QVERIFY(own.uses.isEmpty());
    for (const TranslateItem& item : own.items) {
        QVERIFY(item.topic != TranslateTopic::Unsupported);
    }
}

void TestTranslate::unsureFilesGetNoEdits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("unsure");
    QTest::newRow("comment") << QByteArray("cudaFree(p); /* never ends") << true;
    QTest::newRow("string") << QByteArray("cudaFree(\"p);\n") << true;
    QTest::newRow("character") << QByteArray("cudaFree('p);\n") << true;
    QTest::newRow("raw string") << QByteArray("cudaFree(R\"(p);\n") << true;
    QTest::newRow("header name") << QByteArray("#include <cuda\ncudaFree(p);\n") << false;
    QTest::newRow("apostrophe in #if 0")
        << QByteArray("#if 0\ndon't\n#endif\ncudaFree(p);\n") << false;
    QTest::newRow("apostrophe in #error") << QByteArray("#error don't\ncudaFree(p);\n") << false;
}

void TestTranslate::unsureFilesGetNoEdits()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, unsure);
    const Translation result = notesOf(text);
    QCOMPARE(result.wholeFileUnsure, unsure);
    QCOMPARE(result.uses.size(), 1);
    const bool edits = std::any_of(result.items.begin(), result.items.end(),
                                   [](const TranslateItem& item) { return item.hasEdit; });
    QCOMPARE(edits, !unsure);
}

void TestTranslate::keepsByteOrderMarkAndLineEnds()
{
    // An include added where a rewritten launch begins stands before it.
    QCOMPARE(translated("k<<<1, 2>>>();", withHipLaunch()),
             kRuntime + "hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0);");
    QCOMPARE(translated(
                 "\xef\xbb\xbf#include <cuda.h>\r\n#include <cuda_runtime.h>\r\ncudaFree(p);\r\n"),
             QByteArray("\xef\xbb\xbf#include <hip/hip_runtime.h>\r\nhipFree(p);\r\n"));
    QCOMPARE(translated("\xef\xbb\xbf__global__ void k();\r\n"),
             QByteArray("\xef\xbb\xbf#include <hip/hip_runtime.h>\r\n__global__ void k();\r\n"));
    QCOMPARE(translated("#include <vector>\r__global__ void k();\r"),
             QByteArray("#include <hip/hip_runtime.h>\r#include <vector>\r__global__ void k();\r"));
    // Latin-1 bytes stay as they are.
    QCOMPARE(translated("// \xe9\n#include <cuda.h>\n"), QByteArray("// \xe9\n") + kRuntime);
}

void TestTranslate::leavesOtherEncodingsAlone()
{
    const QByteArray utf16("\xff\xfe"
                           "c\0u\0d\0a\0",
                           10);
    QCOMPARE(translated(utf16), utf16);
    QVERIFY(notesOf(utf16).wholeFileUnsure);
    const QByteArray binary("cudaFree(p)\0\1\2", 14);
    QCOMPARE(translated(binary), binary);
    QVERIFY(!notesOf(QByteArray()).wholeFileUnsure);
}

void TestTranslate::itemsAreSortedAndDisjoint()
{
    TranslateOptions options = withHipLaunch();
    const Translation result =
        notesOf("#include <cuda.h>\n#include <cuda_runtime.h>\nvoid f() { cudaMemcpyToSymbol(c, "
                "cudaSuccess, 1); "
                "k<cudaStream_t><<<cudaSuccess, 1, 0, cudaStreamPerThread>>>(cudaMallocHost(&p, "
                "1)); cudaMallocHost(&p, 2); }\n",
                options);
    qsizetype end = 0;
    int edits = 0;
    for (const TranslateItem& item : result.items) {
        if (!item.hasEdit) {
            continue;
        }
        ++edits;
        QVERIFY(item.edit.range.begin >= end);
        end = item.edit.range.end;
    }
    QCOMPARE(edits, 10);
}

void TestTranslate::deepInput_data()
{
    QTest::addColumn<QByteArray>("text");
    const int n = 100000;
    QTest::newRow("parentheses") << "cudaFree" + QByteArray(n, '(') + QByteArray(n, ')');
    QTest::newRow("open parentheses") << "cudaMemcpyToSymbol(" + QByteArray(n, '(');
    QTest::newRow("braces") << "cudaFree(p)" + QByteArray(n, '{');
    QTest::newRow("angles") << "k" + QByteArray(n, '<') + "cudaFree" + QByteArray(n, '>');
    QTest::newRow("nested calls") << QByteArray("cudaMemcpyToSymbol(").repeated(n / 10) + "x" +
                                         QByteArray(",1,2)").repeated(n / 10);
    QTest::newRow("nested open calls") << QByteArray("cudaFuncSetAttribute(").repeated(n / 10);
    QTest::newRow("nested launches")
        << QByteArray("k<<<").repeated(n) + QByteArray(">>>(").repeated(n);
    QTest::newRow("launch arguments")
        << QByteArray("k<<<1,2>>>(").repeated(n / 10) + QByteArray(")").repeated(n / 10);
    QTest::newRow("conditions") << QByteArray("#if A\n#include <cuda.h>\n").repeated(n / 10) +
                                       "cudaFree(p);\n";
    QTest::newRow("branches") << QByteArray("#if A\n#include <cuda.h>\n#endif\n").repeated(n / 10);
    QTest::newRow("splices") << "cuda" + QByteArray("\\\n").repeated(n) + "Free(p)";
    QTest::newRow("enumerators") << "enum {" + QByteArray("cudaSuccess,").repeated(n) + "}";
    QTest::newRow("stars") << "cudaFree" + QByteArray("*cudaFree").repeated(n) + ";";
}

void TestTranslate::deepInput()
{
    QFETCH(QByteArray, text);
    CpuTimer timer;
    const QByteArray once = translated(text, withHipLaunch());
    QCOMPARE(translated(once, withHipLaunch()), once);
    QVERIFY2(timer.elapsed() < 10000, QByteArray::number(timer.elapsed()));
}

void TestTranslate::mutations()
{
    const QByteArray base =
        "#pragma once\n#include <cuda_runtime.h>\n#include <cuda.h>\n#include \"cub/cub.cuh\"\n"
        "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#elif 0\nit's\n#else\n#define C(x) do { "
        "cudaError_t e = (x); } while (0)\n#endif\n"
        "template <int N> __global__ void k(float* p) { __shared__ float s[N]; p[0] = "
        "__shfl_down_sync(0xffffffff, p[0], 1); }\n"
        "void f(cudaStream_t st) {\n  cudaMemcpyToSymbol(sym, h, n); /* c */ cub::Sum s; // x\n"
        "  k<256><<<dim3(1, 2), 256, 0, st>>>(p);\n  cudaEventCreate(&e, 2); auto r = "
        "R\"(cudaFree)\"; char c = '\\'';\n"
        "  cuOccupancyMaxPotentialBlockSize(&g, &b, fn, cb, 1, 0);\n}\n";
    std::mt19937 random(20240501);
    const QByteArray alphabet = "(){}[]<>,;:.#\"'\\/*\n\r aNcu%&=-+0_\xc3\xa9\x00";
    const auto pick = [&random](qsizetype below) {
        return below <= 0 ? qsizetype(0) : qsizetype(random() % static_cast<unsigned long>(below));
    };
    for (int round = 0; round < 3000; ++round) {
        QByteArray text = base;
        for (int i = 0; i <= round % 8; ++i) {
            const qsizetype at = pick(text.size());
            switch (random() % 4) {
            case 0:
                text.insert(at, alphabet.at(pick(alphabet.size())));
                break;
            case 1:
                text.remove(at, pick(12));
                break;
            case 2:
                text[at] = alphabet.at(pick(alphabet.size()));
                break;
            default:
                text.insert(at, base.mid(pick(base.size()), pick(40)));
                break;
            }
        }
        TranslateOptions options;
        options.launch = round % 2 == 0 ? LaunchSyntax::Hip : LaunchSyntax::Cuda;
        const SourceBuffer source(text);
        const auto result = translateSource(source, options);
        QVERIFY2(result.ok(), text);
        const auto again = translateSource(SourceBuffer(result.value()), options);
        QVERIFY2(again.ok(), text);
        if (again.value() != result.value()) {
            qWarning("input:\n%s\nonce:\n%s\ntwice:\n%s", text.constData(),
                     result.value().constData(), again.value().constData());
        }
        QCOMPARE(again.value(), result.value());
    }
}

QTEST_GUILESS_MAIN(TestTranslate)
#include "tst_translate.moc"
