#include "core/text/clexer.h"
#include "core/translate/translate.h"

#include <QtTest>

using namespace rocport;

namespace {

QByteArray translated(const QByteArray& text, const TranslateOptions& options = {})
{
    auto result = translateSource(SourceBuffer(text), options);
    return result.ok() ? result.value() : QByteArray("failed: ") + result.error().detail.toUtf8();
}

TranslateOptions withHipLaunch()
{
    TranslateOptions options;
    options.launch = LaunchSyntax::Hip;
    return options;
}

const QByteArray kRuntime = "#include <hip/hip_runtime.h>\n";

} // namespace

class TestTranslateCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void launches_data();
    void launches();
    void argumentRewrites_data();
    void argumentRewrites();
    void versionsAndModes_data();
    void versionsAndModes();
    void portability_data();
    void portability();
};

void TestTranslateCalls::launches_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << before << after;
    };
    row("two", "k<<<g, b>>>(x);", "hipLaunchKernelGGL(k, dim3(g), dim3(b), 0, 0, x);");
    row("three", "k<<<g, b, s>>>(x, y);", "hipLaunchKernelGGL(k, dim3(g), dim3(b), s, 0, x, y);");
    row("four", "k<<<g, b, s, st>>>(x);", "hipLaunchKernelGGL(k, dim3(g), dim3(b), s, st, x);");
    row("no arguments", "k<<<1, 2>>>();", "hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0);");
    row("dim3 already", "k<<<dim3(1, 2), dim3(n)>>>( );",
        "hipLaunchKernelGGL(k, dim3(1, 2), dim3(n), 0, 0 );");
    row("dim3 and more", "k<<<dim3(1) * 2, b>>>();",
        "hipLaunchKernelGGL(k, dim3(dim3(1) * 2), dim3(b), 0, 0);");
    row("template", "k<float, 4><<<g, b>>>(x);",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<float, 4>), dim3(g), dim3(b), 0, 0, x);");
    row("nested template", "k<A<B<int>>><<<g, b>>>(x);",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<A<B<int>>>), dim3(g), dim3(b), 0, 0, x);");
    row("qualified", "ns::k<<<g, b>>>(); ::k<<<g, b>>>();",
        "hipLaunchKernelGGL(ns::k, dim3(g), dim3(b), 0, 0); hipLaunchKernelGGL(::k, dim3(g), "
        "dim3(b), 0, 0);");
    row("template of a class", "A<T>::template k<U><<<g, b>>>();",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(A<T>::template k<U>), dim3(g), dim3(b), 0, 0);");
    row("member", "o.f->k<<<g, b>>>();", "hipLaunchKernelGGL(o.f->k, dim3(g), dim3(b), 0, 0);");
    row("array of kernels", "ks[i]<<<g, b>>>();",
        "hipLaunchKernelGGL(ks[i], dim3(g), dim3(b), 0, 0);");
    row("parentheses", "if (x) (*k)<<<g, b>>>();",
        "if (x) hipLaunchKernelGGL((*k), dim3(g), dim3(b), 0, 0);");
    row("macro as kernel", "K(int, 3)<<<g, b>>>();",
        "hipLaunchKernelGGL(K(int, 3), dim3(g), dim3(b), 0, 0);");
    row("two a line", "a<<<1, 2>>>(); b<<<3, 4>>>();",
        "hipLaunchKernelGGL(a, dim3(1), dim3(2), 0, 0); hipLaunchKernelGGL(b, dim3(3), dim3(4), 0, "
        "0);");
    row("expressions", "k<<<(n + 255) / 256, f(a, b[2]), sizeof(int) * 4>>>(p);",
        "hipLaunchKernelGGL(k, dim3((n + 255) / 256), dim3(f(a, b[2])), sizeof(int) * 4, 0, p);");
    row("lambda", "k<<<[&] { return m(1, 2); }(), b>>>(p);",
        "hipLaunchKernelGGL(k, dim3([&] { return m(1, 2); }()), dim3(b), 0, 0, p);");
    row("template in settings", "k<<<g, b, N<int, 3>::value>>>(p);",
        "hipLaunchKernelGGL(k, dim3(g), dim3(b), (N<int, 3>::value), 0, p);");
    row("less than in settings", "k<<<a < b ? 1 : 2, c>>>(p);",
        "hipLaunchKernelGGL(k, dim3(a < b ? 1 : 2), dim3(c), 0, 0, p);");
    row("names inside", "k<<<g, b, 0, cudaStreamPerThread>>>(cudaSuccess);",
        "hipLaunchKernelGGL(k, dim3(g), dim3(b), 0, hipStreamPerThread, hipSuccess);");
    row("many lines", "k<int>\n    <<<g,\n       b>>>(\n    x,\n    y);",
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int>)\n    , dim3(g),\n       dim3(b), 0, 0,\n    "
        "x,\n    y);");
    row("comments", "k<<<g /* grid */, b>>>(/* none */);",
        "hipLaunchKernelGGL(k, dim3(g) /* grid */, dim3(b), 0, 0/* none */);");
    row("macro body", "#define L(n) \\\n  k<<<n, 2>>>(5)\n",
        "#define L(n) \\\n  hipLaunchKernelGGL(k, dim3(n), dim3(2), 0, 0, 5)\n");
    const auto same = [&row](const char* name, const QByteArray& text) { row(name, text, text); };
    same("one setting", "k<<<g>>>(x);");
    same("five settings", "k<<<1, 2, 3, 4, 5>>>(x);");
    same("macro as settings", "k<<<CONFIG(n)>>>(x);");
    same("no end", "k<<<g, b;");
    same("no arguments list", "k<<<g, b>>>;");
    same("unbalanced", "k<<<g, b>>>(x;");
    same("unbalanced inside", "k<<<g, (b>>>(x);");
    same("no kernel", "return <<<g, b>>>(x);");
    same("in a comment", "// k<<<g, b>>>(x);\n");
}

void TestTranslateCalls::launches()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray once = translated(kRuntime + before, withHipLaunch());
    QCOMPARE(once, kRuntime + after);
    QCOMPARE(translated(once, withHipLaunch()), once);
    // By default launches stay.
    if (!before.contains("cuda")) {
        QCOMPARE(translated(kRuntime + before), kRuntime + before);
    }
}

void TestTranslateCalls::argumentRewrites_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << before << after;
    };
    row("to symbol", "cudaMemcpyToSymbol(coef, h, n);",
        "hipMemcpyToSymbol(HIP_SYMBOL(coef), h, n);");
    row("from symbol", "cudaMemcpyFromSymbol(h, coef[1], n);",
        "hipMemcpyFromSymbol(h, HIP_SYMBOL(coef[1]), n);");
    row("symbol address", "cudaGetSymbolAddress((void**)&p, sym);",
        "hipGetSymbolAddress((void**)&p, HIP_SYMBOL(sym));");
    row("wrapped already", "cudaMemcpyToSymbol(HIP_SYMBOL(c), h, n);",
        "hipMemcpyToSymbol(HIP_SYMBOL(c), h, n);");
    row("kernel pointer", "cudaFuncSetAttribute(k<int, 3>, a, v);",
        "hipFuncSetAttribute(reinterpret_cast<const void*>(k<int, 3>), a, v);");
    row("cast already",
        "cudaFuncGetAttributes(&a, (const void*)k); cudaLaunchKernel((void *)k, g, b, p, 0, s);",
        "hipFuncGetAttributes(&a, (const void*)k); hipLaunchKernel((void *)k, g, b, p, 0, s);");
    row("nested",
        "cudaMemcpyToSymbol(f(cudaFuncSetAttribute(k, a, v)), h, cudaMemcpyHostToDevice);",
        "hipMemcpyToSymbol(HIP_SYMBOL(f(hipFuncSetAttribute(reinterpret_cast<const void*>(k), a, "
        "v))), h, hipMemcpyHostToDevice);");
    row("malloc host", "cudaMallocHost(&p, n * sizeof(T));",
        "hipHostMalloc(&p, n * sizeof(T), hipHostMallocDefault);");
    row("malloc host with flags", "cudaMallocHost(&p, n, 0);", "hipHostMalloc(&p, n, 0);");
    row("event", "cudaEventCreate(&e);", "hipEventCreate(&e);");
    row("event with flags", "cudaEventCreate(&e, cudaEventDisableTiming);",
        "hipEventCreateWithFlags(&e, hipEventDisableTiming);");
    row("graph with five", "cudaGraphInstantiate(&x, g, n, l, s);",
        "hipGraphInstantiate(&x, g, n, l, s);");
    row("graph with flags", "cudaGraphInstantiate(&x, g, 0);",
        "hipGraphInstantiateWithFlags(&x, g, 0);");
    row("graph with default", "cudaGraphInstantiate(&x, g);",
        "hipGraphInstantiateWithFlags(&x, g, 0);");
    row("occupancy", "cuOccupancyMaxPotentialBlockSize(&g, &b, f, cb, s, 0);",
        "hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, s, 0);");
    row("occupancy with flags",
        "cuOccupancyMaxPotentialBlockSizeWithFlags(&g, &b, f, cb, s, l, fl);",
        "hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&g, &b, f, s, l, fl);");
    row("entry point", "cudaGetDriverEntryPoint(\"x\", &p, 0, &r);",
        "hipGetProcAddress(\"x\", &p, 716, 0, &r);");
    row("solve", "cusparseSpSM_solve(a, b, c, d, e, f, g, h, i, j);",
        "hipsparseSpSM_solve(a, b, c, d, e, f, g, h, i, j, nullptr);");
    // cuBLAS takes a type of data for the type of the computation, hipBLAS does not.
    const QByteArray product = "(h, o, o, m, n, k, &a, x, HIP_R_16F, f(m, n), y, HIP_R_16F, k, &b, "
                               "z, HIP_R_32F, m, ";
    const auto ofCuda = [](QByteArray text) { return text.replace("HIP_R", "CUDA_R"); };
    row("type of a product", "cublasGemmEx" + ofCuda(product) + "CUDA_R_32F, algorithm);",
        "hipblasGemmEx" + product + "HIPBLAS_COMPUTE_32F, algorithm);");
    row("type of products", "cublasGemmBatchedEx" + ofCuda(product) + "4, CUDA_C_64F, algorithm);",
        "hipblasGemmBatchedEx" + product + "4, HIPBLAS_COMPUTE_64F, algorithm);");
    row("type that is chosen", "cublasGemmEx" + ofCuda(product) + "c ? CUDA_R_32F : t, algorithm);",
        "hipblasGemmEx" + product + "c ? HIP_R_32F : t, algorithm);");
    row("type of another function", "f(a, CUDA_R_32F, b);", "f(a, HIP_R_32F, b);");
    row("over lines", "cudaMemcpyToSymbol(\n  coef, // c\n  h, n);",
        "hipMemcpyToSymbol(\n  HIP_SYMBOL(coef), // c\n  h, n);");
    row("only the name", "auto f = cudaMallocHost; cudaMemcpyToSymbol();",
        "auto f = hipHostMalloc; hipMemcpyToSymbol();");
    row("unbalanced", "cudaMemcpyToSymbol(coef, h", "hipMemcpyToSymbol(coef, h");
    row("split by a condition", "cudaMemcpyToSymbol(\n#if A\na\n#else\nb\n#endif\n, h, n);",
        "hipMemcpyToSymbol(\n#if A\na\n#else\nb\n#endif\n, h, n);");
}

void TestTranslateCalls::argumentRewrites()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QByteArray once = translated(kRuntime + before);
    QCOMPARE(once, kRuntime + after);
    QCOMPARE(translated(once), once);
}

void TestTranslateCalls::versionsAndModes_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("mode");
    const auto row = [](const char* mode, const QByteArray& before, const QByteArray& after) {
        QTest::addRow("%s %s", mode, before.left(24).constData())
            << before << after << QString::fromLatin1(mode);
    };
    row("7.2", "cublasCgemm(h)", "hipblasCgemm(h)");
    row("6.3", "cublasCgemm(h)", "hipblasCgemm_v2(h)");
    row("roc", "cublasSgemm(h)", "rocblas_sgemm(h)");
    row("roc", "#include <cublas_v2.h>\n", "#include <rocblas/rocblas.h>\n");
    row("6.3", "#include <cuda_fp4.h>\n", "#include <cuda_fp4.h>\n");
    row("7.2", "#include <cuda_fp4.h>\n", "#include <hip/hip_fp4.h>\n");
    row("6.3", "#include <nvrtc.h>\n", "#include <hip/hiprtc.h>\n");
    row("7.2", "cudnnCreate(&h)", "cudnnCreate(&h)");
    row("miopen", "cudnnCreate(&h)", "miopenCreate(&h)");
    row("miopen", "#include <cudnn.h>\n", "#include <miopen/miopen.h>\n");
    row("roc", "cudnnCreate(&h); cublasSgemm(h)", "miopenCreate(&h); rocblas_sgemm(h)");
    row("miopen", "cublasSgemm(h)", "hipblasSgemm(h)");
    row("roc", "cusparseSpVV(a, b,\n    c, d, CUSPARSE_OPERATION_NON_TRANSPOSE, f, g)",
        "rocsparse_spvv(a, b,\n    c, d, rocsparse_operation_none, f, nullptr, g)");
    row("roc", "cusparseDcsrmm(h, CUSPARSE_OPERATION_NON_TRANSPOSE, m)",
        "rocsparse_dcsrmm(h, rocsparse_operation_none, rocsparse_operation_none, m)");
    row("7.2", "cusparseDcsrmm(h, op, m)", "hipsparseDcsrmm(h, op, m)");
    row("miopen", "cudnnSoftmaxForward(h, CUDNN_SOFTMAX_FAST, m, &al, x, a, &be, y, b)",
        "miopenSoftmaxForward_V2(h, &al, x, a, &be, y, b, MIOPEN_SOFTMAX_FAST, m)");
    row("miopen", "cudnnSetRNNDescriptor_v6(h, r, 1, 2)", "miopenSetRNNDescriptor_V2(r, 1, 2)");
    row("roc", "#include <cuda.h>\ncudaMemcpyToSymbol(c, h, n)",
        kRuntime + "hipMemcpyToSymbol(HIP_SYMBOL(c), h, n)");
    row("7.2", "__nv_cvt_float_to_fp4(x)", "__nv_cvt_float_to_fp4(x)");
    row("experimental", "__nv_cvt_float_to_fp4(x)", "__hip_cvt_float_to_fp4(x)");
}

void TestTranslateCalls::versionsAndModes()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, mode);
    TranslateOptions options;
    options.names.roc = mode == QLatin1String("roc");
    options.names.miopen = mode == QLatin1String("miopen") || options.names.roc;
    options.names.experimental = mode == QLatin1String("experimental");
    if (mode == QLatin1String("6.3")) {
        options.names.rocm = {6, 3};
    }
    QCOMPARE(translated(before, options), after);
    QCOMPARE(translated(after, options), after);
}

void TestTranslateCalls::portability_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << before << after;
    };
    const QByteArray blas = "#include <hipblas/hipblas.h>\n";
    row("complex", "#include <cublas_v2.h>\nint s = cublasCgemm(h);\n",
        "#define HIPBLAS_V2 1\n" + blas + "int s = hipblasCgemm(h);\n");
    row("half", "#include <vector>\r\n#include <cublas_v2.h>\r\nint s = cublasHgemm(h);\r\n",
        "#include <vector>\r\n#define HIPBLAS_USE_HIP_HALF 1\r\n#include "
        "<hipblas/hipblas.h>\r\nint s = hipblasHgemm(h);\r\n");
    row("float needs none", "#include <cublas_v2.h>\nint s = cublasSgemm(h);\n",
        blas + "int s = hipblasSgemm(h);\n");
    row("tiles", "#include <cuda.h>\n#include <cooperative_groups.h>\n",
        "#define HIP_ENABLE_WARP_SYNC_BUILTINS 1\n" + kRuntime +
            "#include <hip/hip_cooperative_groups.h>\n");
    row("thrust",
        "#include <cuda.h>\n#include <thrust/system/cuda/execution_policy.h>\nauto p = "
        "thrust::cuda::par.on(s); my::cuda::f();\n",
        kRuntime + "#include <thrust/system/hip/execution_policy.h>\nauto p = "
                   "thrust::hip::par.on(s); my::cuda::f();\n");
    const QByteArray add = "__device__ double atomicAdd(double* a, double b) { return b; }\n";
    row("own atomic for old GPUs",
        "#include <cuda.h>\n#if __CUDA_ARCH__ < 600\n" + add + "#endif\n",
        kRuntime + "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\n" + add + "#endif\n");
    row("own atomic in the other arm",
        "#include <cuda.h>\n#if __CUDA_ARCH__ >= 600\n#else\n" + add + "#endif\n",
        kRuntime + "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#else\n" + add +
            "#endif\n");
    row("other code for old GPUs", "#include <cuda.h>\n#if __CUDA_ARCH__ < 600\nint x;\n#endif\n",
        kRuntime + "#if __CUDA_ARCH__ < 600\nint x;\n#endif\n");
}

/// Without a release asked for, the output also has to suit the headers of ROCm 6.
void TestTranslateCalls::portability()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    TranslateOptions options;
    options.alsoRocm6 = true;
    QCOMPARE(translated(before, options), after);
    QCOMPARE(translated(after, options), after);
}

QTEST_GUILESS_MAIN(TestTranslateCalls)
#include "tst_translatecalls.moc"
