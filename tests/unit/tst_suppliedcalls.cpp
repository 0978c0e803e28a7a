#include "tests/support/builtinrules.h"
#include "tests/unit/suppliedtree.h"

#include <QTest>

using namespace rocport;
using test::findingsOf;
using test::kSetup;
using test::newFile;
using test::ported;
using Scan = test::ScannedTree;

/// Calls, types and spellings that nvcc takes and HIP does not: what a port brings for them, writes
/// in their place or finds.
class TestSuppliedCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesOfExtensions();
    void numbersOfExtensions();
    void partitionsOfExtensions();
    void bitsInBraces();
    void spelledAnew();
    void namesOfOtherMeaning();
    void namespaceOfCub();
    void launchesOfExtensions();
    void overloadsOfErrors();
    void headerOfAKernelAlone();
    void guardsOfHeaders();
    void callsAndLanes();
    void directionsOfRounding();
    void headersOfThrust();
    void vectorsOfTiles();
    void hostNames();
    void launchesByConfiguration();
    void headersOfLibraries();
    void matches();

private:
    [[nodiscard]] Scan scan(const MemoryTree& tree, std::optional<Strategy> strategy = {}) const
    {
        TargetSettings target;
        target.strategy = strategy;
        return test::scanned(tree, m_rules, {}, target);
    }

    /// What the first finding about a name says.
    [[nodiscard]] static QString messageOf(const Scan& scan, const char* symbol)
    {
        for (const auto& file : scan->files) {
            for (const Finding& one : file->findings) {
                if (one.symbol == QLatin1StringView(symbol)) {
                    return one.message;
                }
            }
        }
        return {};
    }

    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

/// What PyTorch's tables lack comes with the header, and what they give a name that HIP lacks;
/// where names are written in place it is left to do.
void TestSuppliedCalls::namesOfExtensions()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\nvoid f()\n{\n"
                              "    cudaStreamAttrValue value;\n"
                              "    int most = cudaSharedmemCarveoutMaxShared;\n}\n";
    tree.files["csrc/b.cu"] = "#include <cuComplex.h>\n#include <math_constants.h>\n"
                              "__device__ cuDoubleComplex g(cuDoubleComplex a)\n{\n"
                              "    return cuCadd(a, make_cuDoubleComplex(CUDART_PI, 0));\n}\n"
                              "unsigned flags() { return CU_CTX_SCHED_SPIN; }\n";
    tree.files["csrc/c.cu"] = "#include <cuda_runtime.h>\n#include <cuComplex.h>\n"
                              "void h(void** p) { cudaMalloc(p, 4); }\n";
    const Scan result = scan(tree);
    QCOMPARE(findingsOf(result, "hipify-unsupported"), 0);
    QCOMPARE(findingsOf(scan(tree, Strategy::InPlace), "hipify-unsupported"), 2);
    QCOMPARE(findingsOf(scan(tree, Strategy::ShimHeaders), "hipify-unsupported"), 0);

    const QByteArray header = newFile(result, "csrc/rocport_compat.h");
    for (const char* line :
         {"#define cudaStreamAttrValue hipLaunchAttributeValue\n", "#define cuCadd hipCadd\n",
          "#define CUDART_PI HIP_PI\n", "#define HIP_CTX_SCHED_SPIN hipDeviceScheduleSpin\n",
          "#include <hip/hip_math_constants.h>\n"}) {
        QVERIFY2(header.contains(line), header.constData());
    }
    QVERIFY(!header.contains("cudaMalloc"));
    QVERIFY(!header.contains("#define cuDoubleComplex "));
    QVERIFY(ported(tree, result, "csrc/b.cu")
                .startsWith("#include <cuComplex.h>\n#ifdef USE_ROCM\n"
                            "#include \"rocport_compat.h\"\n#else\n"
                            "#include <math_constants.h>\n#endif\n"));
    QCOMPARE(ported(tree, result, "csrc/c.cu"), tree.files["csrc/c.cu"]);
    QVERIFY(messageOf(result, "cuCadd").contains(u"PyTorch's tables lack it"));
    QVERIFY(messageOf(result, "CU_CTX_SCHED_SPIN").contains(u"`HIP_CTX_SCHED_SPIN`"));
    QVERIFY(messageOf(result, "cudaMalloc").contains(u"PyTorch translates it"));

    // PyTorch gives addresses HIP's own type; and what a supplied header declares is no finding.
    tree.files["csrc/c.cu"] =
        "#include <cuda.h>\n#include <cublasXt.h>\nvoid h(cublasXtHandle_t* x, CUdeviceptr_v2 p)\n"
        "{\n    cuExternalMemoryGetMappedBuffer(&p, 0, 0);\n    cublasXtCreate(x);\n}\n";
    const Scan more = scan(tree);
    QCOMPARE(findingsOf(more, "hipify-unsupported"), 0);
    const QByteArray again = newFile(more, "csrc/rocport_compat.h");
    QVERIFY(again.contains(
        "#define cuExternalMemoryGetMappedBuffer hipExternalMemoryGetMappedBuffer\n"));
    QVERIFY(again.contains("#define CUdeviceptr_v2 hipDeviceptr_t\n"));
    QVERIFY(again.contains("cublasXtCreate("));
    QVERIFY(!again.contains("rocportDevicePointer"));
}

/// What HIP has for other types only is asked for by the files that name such numbers.
void TestSuppliedCalls::numbersOfExtensions()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_fp16.h>\n"
                              "__global__ void k(__half* p) { atomicAdd(p, __float2half(1.f)); }\n";
    tree.files["csrc/b.cu"] = "#include <cuda_fp16.h>\n"
                              "__global__ void k(float* p) { atomicAdd(p, 1.f); }\n";
    const Scan result = scan(tree);
    QCOMPARE(result->strategy, Strategy::TorchExtension);
    QVERIFY(ported(tree, result, "csrc/a.cu").contains("#include \"rocport_compat.h\"\n"));
    QVERIFY(!ported(tree, result, "csrc/b.cu").contains("rocport_compat"));
    QVERIFY(newFile(result, "csrc/rocport_compat.h").contains("rocportAtomicHalf<__half>"));

    tree.files.remove("csrc/a.cu");
    QVERIFY(newFile(scan(tree), "csrc/rocport_compat.h").isEmpty());
}

/// PyTorch's headers come first, so that no macro asks HIP 6.4 for what parts of groups rest on.
void TestSuppliedCalls::partitionsOfExtensions()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] =
        "#include <cooperative_groups.h>\n"
        "#include <cooperative_groups/scan.h>\n"
        "namespace cg = cooperative_groups;\n"
        "__global__ void k(int* p)\n{\n"
        "    auto part = cg::labeled_partition(cg::coalesced_threads(), *p);\n"
        "    *p = part.size();\n}\n";
    TargetSettings target;
    target.rocm = Version{6, 4};
    const Scan before = test::scanned(tree, m_rules, {}, target);
    QVERIFY(!newFile(before, "csrc/rocport_compat.h").contains("labeled_partition"));
    QVERIFY(findingsOf(before, "hipify-cg-missing") > 0);
    target.rocm = Version{7, 0};
    const Scan after = test::scanned(tree, m_rules, {}, target);
    QVERIFY(newFile(after, "csrc/rocport_compat.h").contains("labeled_partition"));
    QCOMPARE(findingsOf(after, "hipify-cg-missing"), 0);
}

/// Structures that hold bits come with headers; where there are none, HIP's would take the bits for
/// a number.
void TestSuppliedCalls::bitsInBraces()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_fp16.h>\n"
                         "__device__ __half one() { return __half(__half_raw{0x3C00}); }\n"
                         "__device__ void two(__half* p)\n{\n"
                         "    __half_raw raw = {0x3C00};\n    *p = raw;\n"
                         "    const __half2_raw pair = {1, 2};\n    __half_raw table[] = {1, 2};\n"
                         "    __half_raw later;\n    later.x = 0x3C00;\n}\n";
    for (const Strategy strategy : {Strategy::InPlace, Strategy::Sibling}) {
        QCOMPARE(findingsOf(scan(tree, strategy), "hipify-half-raw"), 4);
    }
    const QByteArray text = ported(tree, scan(tree, Strategy::InPlace), "a.cu");
    QVERIFY(text.contains("__half(__half_raw{.x = 0x3C00})"));
    QVERIFY(text.contains("__half_raw raw = {.x = 0x3C00};"));
    QVERIFY(text.contains("const __half2_raw pair = {1, 2};"));
    QCOMPARE(findingsOf(scan(tree, Strategy::ShimHeaders), "hipify-half-raw"), 0);
    QCOMPARE(findingsOf(scan(tree, Strategy::CompatHeader), "hipify-half-raw"), 0);
}

/// What nvcc takes and clang does not is spelled anew for ROCm, with each strategy.
void TestSuppliedCalls::spelledAnew()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n"
                         "__global__ void k(float* p)\n{\n"
                         "    __shared__ alignas(alignof(float4)) float a[4];\n    *p = a[0];\n}\n"
                         "void f(float* p, dim3 d)\n{\n"
                         "    k<<<{1, 2}, {32, 4}>>>(p);\n    k<<<d, {32, 4}>>>(p);\n"
                         "    k<<<{1, 2}, 32>>>(p);\n    k<<<d, 32>>>(p);\n"
                         "    dim3 e = make_uint3(1, 2, 3);\n    k<<<e, 32>>>(p);\n}\n";
    for (const Strategy strategy : {Strategy::InPlace, Strategy::ShimHeaders}) {
        const QByteArray text = ported(tree, scan(tree, strategy), "a.cu");
        for (const char* line :
             {"    alignas(alignof(float4)) __shared__ float a[4];\n",
              "    k<<<dim3{1, 2}, dim3{32, 4}>>>(p);\n", "    k<<<d, dim3{32, 4}>>>(p);\n",
              "    k<<<dim3{1, 2}, 32>>>(p);\n", "    k<<<d, 32>>>(p);\n",
              "    dim3 e = dim3(1, 2, 3);\n"}) {
            QVERIFY2(text.contains(line), text.constData());
        }
        QCOMPARE(text.count("dim3{"), 4);
    }
}

/// Words of 32 bits, for which PyTorch writes a function that counts bytes.
void TestSuppliedCalls::namesOfOtherMeaning()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda.h>\n"
                              "void f(CUdeviceptr p, CUstream s)\n{\n"
                              "    cuMemsetD32Async(p, 1, 64, s);\n    cuMemsetD8(p, 1, 64);\n"
                              "    cuMemsetD32Async(p + 256, 2, 64, s);\n}\n";
    const Scan result = scan(tree);
    const QByteArray text = ported(tree, result, "csrc/a.cu");
    QVERIFY2(text.contains("#ifdef USE_ROCM\n    hipMemsetD32Async(p, 1, 64, s);\n"),
             text.constData());
    QCOMPARE(text.count("hipMemsetD32Async("), 2);
    QVERIFY(!text.contains("hipMemsetD8"));
    QVERIFY(messageOf(result, "cuMemsetD32Async").contains(u"`hipMemsetAsync`"));
    QVERIFY(!newFile(result, "csrc/rocport_compat.h").contains("MemsetD32"));
}

/// PyTorch translates "cub::" and leaves the name of the namespace alone.
void TestSuppliedCalls::namespaceOfCub()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cub/cub.cuh>\n"
                              "using namespace cub;\n"
                              "int f() { return cub::PtxVersion(*cub::One()); }\n";
    const Scan result = scan(tree);
    const QByteArray text = ported(tree, result, "csrc/a.cu");
    QVERIFY2(text.contains("#ifdef USE_ROCM\nusing namespace hipcub;\n#else\n"), text.constData());
    QVERIFY2(!text.contains("hipcub::"), text.constData());
}

/// PyTorch's build reads launches by their characters.
void TestSuppliedCalls::launchesOfExtensions()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] =
        "#include <cuda_runtime.h>\n"
        "template <typename T, int N> __global__ void k(T* p);\n"
        "template <bool B> __global__ void b(float* p);\n"
        "void f(float* p, int n, Kernels* s, cudaStream_t t)\n{\n"
        "    k<float, 2><<<(n + 255) / 256, 256, 0, t>>>(p);\n"
        "    k<float, 2><<<n / (256 << 1), 256>>>(p);\n"
        "    k<float, 2><<<n < 4 ? 1 : n, 256, 4 * n>>>(p);\n"
        "    k<float, 2><<<{1, 2}, dim3{4, 5}>>>(p);\n"
        "    k<float, 2><<<pick<1, 2>(n), 256>>>(p);\n"
        "    (k<float, 2>)<<<n, 256>>>(p);\n"
        "    s->step<<<n, 256>>>();\n"
        "    if (n > 1)\n        s->all[n]<<<n, 256>>>(p);\n"
        "    b<(N > 2)><<<n, 256>>>(p);\n"
        "    go(k<float, 2><<<n << 1, 256>>>(p));\n"
        "    k\n        <float, 2>\n    <<<n, 256>>>(p);\n" // PyTorch's build does that
        "    k <float, 2> <<<n, 256>>>(p);\n}\n";
    const Scan result = scan(tree);
    const QByteArray text = ported(tree, result, "csrc/a.cu");
    for (const char* line :
         {"    hipLaunchKernelGGL((k<float, 2>), dim3(n / (256 << 1)), dim3(256), 0, 0, p);\n",
          "    hipLaunchKernelGGL((k<float, 2>), dim3(n < 4 ? 1 : n), dim3(256), (4 * n), 0, p);\n",
          "    hipLaunchKernelGGL((k<float, 2>), (dim3{1, 2}), dim3(dim3{4, 5}), 0, 0, p);\n",
          "    hipLaunchKernelGGL((k<float, 2>), dim3(pick<1, 2>(n)), dim3(256), 0, 0, p);\n",
          "    hipLaunchKernelGGL(((k<float, 2>)), dim3(n), dim3(256), 0, 0, p);\n",
          "    hipLaunchKernelGGL((s->step), dim3(n), dim3(256), 0, 0);\n",
          "        hipLaunchKernelGGL((s->all[n]), dim3(n), dim3(256), 0, 0, p);\n"}) {
        QVERIFY2(text.contains(line), text.constData());
    }
    QCOMPARE(text.count("hipLaunchKernelGGL"), 7);
    // Two are left: one at which PyTorch's build stops, and one that is no statement.
    QCOMPARE(findingsOf(result, "hipify-torch-launch"), 9);
    QCOMPARE(findingsOf(scan(tree, Strategy::ShimHeaders), "hipify-torch-launch"), 0);
}

/// HIP has one type for the errors of the runtime and of the driver.
void TestSuppliedCalls::overloadsOfErrors()
{
    const QByteArray first =
        "static const char* nameOf(cudaError_t e) { return cudaGetErrorName(e); }\n";
    const QByteArray second =
        "static const char* nameOf(CUresult e)\n{\n    const char* name = nullptr;\n"
        "    cuGetErrorName(e, &name);\n    return name;\n}\n";
    MemoryTree tree;
    tree.files["a.h"] = "#ifndef A_H\n#define A_H\n#include <cuda.h>\n#include <cuda_runtime.h>\n"
                        "#ifdef __DRIVER_TYPES_H__\n" +
                        first + "#endif\n" + second + "#endif\n";
    tree.files["b.h"] = "#include <cuda.h>\n#if A\n" + first + "#endif\n" + second;
    tree.files["c.h"] = "#include <cuda.h>\n" + second;
    const Scan result = scan(tree, Strategy::ShimHeaders);
    QVERIFY(ported(tree, result, "a.h").contains("#ifndef USE_ROCM\n" + second + "#endif\n"));
    QVERIFY(!ported(tree, result, "b.h").contains("USE_ROCM"));
    QCOMPARE(findingsOf(result, "hipify-redefinition"), 2);
}

/// Where sources include the header, it is made, also for a kernel that names nothing of CUDA.
void TestSuppliedCalls::headerOfAKernelAlone()
{
    MemoryTree tree;
    tree.files["a.cu"] = "__global__ void k(float* x)\n{\n    x[threadIdx.x] = 1;\n}\n";
    const Scan result = scan(tree, Strategy::CompatHeader);
    QVERIFY(ported(tree, result, "a.cu").contains("#include \"rocport_compat.h\""));
    QVERIFY(newFile(result, "rocport_compat.h").contains("#include <hip/hip_runtime.h>"));
    MemoryTree without;
    without.files["a.cpp"] = "int main() {}\n";
    QVERIFY(newFile(scan(without, Strategy::CompatHeader), "rocport_compat.h").isEmpty());
}

/// Guards of headers say yes where HIP's header was read: as another name they would be defined
/// in any case.
void TestSuppliedCalls::guardsOfHeaders()
{
    MemoryTree tree;
    tree.files["CMakeLists.txt"] = "project(x LANGUAGES CXX CUDA)\nadd_executable(x a.cu b.cu)\n";
    tree.files["e.h"] = "#ifdef _CUFFT_H_\nconst char* nameOf(cufftResult result);\n#endif\n";
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n#include \"e.h\"\n__global__ void k() {}\n";
    tree.files["b.cu"] = "#include <cufft.h>\n#include \"e.h\"\n__global__ void l() {}\n";
    const QByteArray line = "#ifdef HIPFFT_H_\n#define _CUFFT_H_\n#endif\n";
    const QByteArray compat = newFile(scan(tree, Strategy::CompatHeader), "rocport_compat.h");
    QVERIFY2(compat.contains(line), compat.constData());
    QVERIFY(!compat.contains("_CUFFT_H_ HIPFFT_H_"));
    // Behind what is read once, as another file may ask for cuFFT later.
    QVERIFY(compat.indexOf(line) > compat.lastIndexOf("#endif // ROCPORT_COMPAT_H"));
    const Scan shims = scan(tree, Strategy::ShimHeaders);
    QVERIFY(newFile(shims, "rocm_compat/cufft.h").contains(line));
    QVERIFY(!newFile(shims, "rocm_compat/rocport_compat.h").contains("_CUFFT_H_"));
}

/// Texts of functions and calls that HIP lacks are there where they are in use.
void TestSuppliedCalls::callsAndLanes()
{
    MemoryTree tree;
    tree.files["CMakeLists.txt"] = "project(x LANGUAGES CXX CUDA)\nadd_executable(x a.cu)\n";
    tree.files["a.cu"] =
        "#include <cub/cub.cuh>\n#include <cuda_runtime.h>\n#include <cufft.h>\n"
        "using Most = cuda::maximum<float>;\n"
        "__global__ void k(unsigned* u, float* f)\n{\n"
        "    u[0] = __vsubss4(u[1], __viaddmax_s32(1, 2, 3)) + __isShared(u);\n"
        "    atomicAdd((float2*)f, make_float2(1, 2));\n    atomicInc_system(u, 3);\n}\n"
        "void f(cudaGraphExec_t x, cudaGraph_t g, float** p, void* h)\n{\n"
        "    cudaGraphExecUpdateResultInfo info;\n    cudaGraphExecUpdate(x, g, &info);\n"
        "    cudaHostGetDevicePointer(p, h, 0);\n    cudaDataType t = CUDA_C_32F;\n}\n";
    const Scan result = scan(tree, Strategy::ShimHeaders);
    const QByteArray names = newFile(result, "rocm_compat/rocport_compat.h");
    for (const char* text :
         {"ROCPORT_LANES(__vsubss,", "ROCPORT_OF_THREE(max,", "unsigned int __isShared(",
          "struct rocportAtomicVector<float2>", "unsigned int atomicInc_system(",
          "struct rocport_cudaGraphExecUpdateResultInfo", "#define cudaHostGetDevicePointer ",
          "#define CUDA_C_32F HIP_C_32F\n"}) {
        QVERIFY2(names.contains(text), text);
    }
    QVERIFY(
        newFile(result, "rocm_compat/cub/cub.cuh").contains("#include \"../cuda/functional\"\n"));
    QVERIFY(!newFile(result, "rocm_compat/cuda/functional").isEmpty());
    QCOMPARE(findingsOf(result, "hipify-unsupported"), 0);
    QCOMPARE(findingsOf(result, "hipify-device-missing"), 0);
    tree.files["a.cu"] =
        "#include <cuda_runtime.h>\n__global__ void k(float* p) { atomicAdd(p, 1); }\n";
    QVERIFY(!newFile(scan(tree, Strategy::ShimHeaders), "rocm_compat/rocport_compat.h")
                 .contains("rocportAtomicVector"));
}

/// Functions of HIP that round otherwise give way; nothing is said of what is supplied.
void TestSuppliedCalls::directionsOfRounding()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n"
                         "__global__ void k(float* f, double* d)\n{\n"
                         "    f[0] = __fadd_rd(f[1], __fsqrt_rn(f[2]));\n"
                         "    d[0] = __fma_ru(d[1], d[2], __dmul_rn(d[3], d[4]));\n"
                         "    f[3] = __fmaf_ieee_rz(f[4], f[5], __fdiv_rn(f[6], f[7]));\n}\n";
    const Scan result = scan(tree, Strategy::ShimHeaders);
    const QByteArray names = newFile(result, "rocm_compat/rocport_compat.h");
    for (const char* text :
         {"#define __fadd_rd(...) rocportRoundedAdd<float, 'd'>(__VA_ARGS__)\n",
          "#define __fsqrt_rn(...) rocportRoundedSqrt<float, 'n'>(__VA_ARGS__)\n",
          "#define __fma_ru(...) rocportRoundedFma<double, 'u'>(__VA_ARGS__)\n",
          "#define __dmul_rn(...) rocportNearestMul<double>(__VA_ARGS__)\n",
          "#define __fmaf_ieee_rz(...) ", "T rocportRoundedFma("}) {
        QVERIFY2(names.contains(text), text);
    }
    QVERIFY(!names.contains("__fdiv_rn"));
    QVERIFY(!names.contains("__fadd_ru"));
    QCOMPARE(findingsOf(result, "hipify-rounding"), 1); // __fdiv_rn, which HIP has
    QVERIFY(findingsOf(scan(tree, Strategy::InPlace), "hipify-rounding") > 3);
}

/// CUDA's headers of Thrust bring others that rocThrust's do not.
void TestSuppliedCalls::headersOfThrust()
{
    MemoryTree tree;
    tree.files["a.cu"] =
        "#include <cuda_runtime.h>\n#include <thrust/sort.h>\n#include <thrust/reduce.h>\n"
        "void f(int* a, int* b)\n{\n    thrust::sequence(a, b);\n"
        "    thrust::reduce(a, b);\n}\n";
    tree.files["b.cu"] = "#include <thrust/copy.h>\n#include <thrust/device_vector.h>\n"
                         "void g(int* a, int* b) { thrust::copy(a, b, a); }\n";
    const char* const line = "#include <thrust/sequence.h>\n";
    const QByteArray shims =
        newFile(scan(tree, Strategy::ShimHeaders), "rocm_compat/rocport_compat.h");
    QVERIFY(shims.contains(line));
    QVERIFY(!shims.contains("#include <thrust/copy.h>\n"));
    QVERIFY(!shims.contains("#include <thrust/reduce.h>\n"));
    const Scan compat = scan(tree, Strategy::CompatHeader);
    QVERIFY(newFile(compat, "rocport_compat.h").contains(line));
    QVERIFY(ported(tree, compat, "a.cu").contains("ROCPORT_USES_THRUST"));
    tree.files["setup.py"] = kSetup;
    const Scan extension = scan(tree);
    QVERIFY(newFile(extension, "rocport_compat.h").contains(line));
    QVERIFY(ported(tree, extension, "a.cu").contains("#include \"rocport_compat.h\"\n"));
}

/// Shuffles of vectors by groups come where a file has both.
void TestSuppliedCalls::vectorsOfTiles()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                         "__global__ void k(float4* p)\n{\n"
                         "    auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n"
                         "    *p = tile.shfl_xor(*p, 1);\n}\n";
    const char* const text = "ROCPORT_VECTOR_SHUFFLES(float4)\n";
    const QByteArray shims =
        newFile(scan(tree, Strategy::ShimHeaders), "rocm_compat/rocport_compat.h");
    QVERIFY(shims.indexOf("#include <hip/hip_cooperative_groups.h>\n") < shims.indexOf(text));
    QVERIFY(shims.contains(text));
    tree.files["a.cu"].replace("float4", "float");
    QVERIFY(!newFile(scan(tree, Strategy::ShimHeaders), "rocm_compat/rocport_compat.h")
                 .contains("VECTOR_SHUFFLES"));
    tree.files["a.cu"] = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                         "__global__ void k()\n{\n"
                         "    __shared__ cg::block_tile_memory<256> memory;\n"
                         "    cg::tiled_partition<128>(cg::this_thread_block(memory)).sync();\n}\n";
    const Scan result = scan(tree, Strategy::ShimHeaders);
    QVERIFY(newFile(result, "rocm_compat/rocport_compat.h").contains("struct block_tile_memory\n"));
    QCOMPARE(findingsOf(result, "hipify-cg-missing"), 0);
    QCOMPARE(findingsOf(scan(tree, Strategy::InPlace), "hipify-cg-missing"), 1);
}

/// Before ROCm 7.0 HIP asks for a mask of 64 bits, and only where a macro stands before its
/// headers.
void TestSuppliedCalls::matches()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n__global__ void k(unsigned* p)\n{\n"
                         "    p[0] = __match_any_sync(0xffffffffu, p[1]);\n}\n";
    TargetSettings target;
    target.strategy = Strategy::ShimHeaders;
    target.rocm = Version{6, 4};
    const Scan before = test::scanned(tree, m_rules, {}, target);
    QVERIFY(newFile(before, "rocm_compat/rocport_compat.h")
                .contains("#define __match_any_sync(mask, value) rocportMatchAny(mask, value)\n"));
    QCOMPARE(findingsOf(before, "warp-sync-builtins"), 0);
    target.strategy = Strategy::InPlace;
    QCOMPARE(findingsOf(test::scanned(tree, m_rules, {}, target), "warp-sync-builtins"), 1);
    target.strategy = Strategy::ShimHeaders;
    target.rocm = Version{7, 0};
    QVERIFY(!newFile(test::scanned(tree, m_rules, {}, target), "rocm_compat/rocport_compat.h")
                 .contains("rocportMatchAny"));
}

/// Names of the host interface that HIP has under another name, or that have a certain answer.
void TestSuppliedCalls::hostNames()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda.h>\n#include <cuda_runtime.h>\n"
                         "void f(CUdeviceptr p, int* value)\n{\n"
                         "    cuMemAddressReserve(&p, 64, 0, 0, 0);\n    cuMemFree(p + 4);\n"
                         "    cuDeviceGetAttribute(value, "
                         "CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, 0);\n"
                         "    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1);\n"
                         "    cudaStreamWaitEvent(0, 0, cudaEventWaitDefault);\n}\n";
    for (const Strategy strategy : {Strategy::ShimHeaders, Strategy::CompatHeader}) {
        const Scan result = scan(tree, strategy);
        const QByteArray names =
            newFile(result, strategy == Strategy::ShimHeaders ? "rocm_compat/rocport_compat.h"
                                                              : "rocport_compat.h");
        QVERIFY(names.contains("#define CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED "
                               "((hipDeviceAttribute_t)30107)\n"));
        for (const char* text : {"typedef rocportByte* rocportDevicePointer;\n",
                                 "#define cuMemAddressReserve rocport_cuMemAddressReserve\n",
                                 "#define cuDeviceGetAttribute rocportDeviceGetAttribute\n",
                                 "#define cudaLimitPersistingL2CacheSize ((hipLimit_t)6)\n",
                                 "#define cudaEventWaitDefault hipEventWaitDefault\n"}) {
            QVERIFY2(names.contains(text), text);
        }
        QCOMPARE(findingsOf(result, "hipify-unsupported"), 0);
    }
    // In place there is nothing to supply them.
    QCOMPARE(findingsOf(scan(tree, Strategy::InPlace), "hipify-unsupported"), 3);
    tree.files["a.cu"] =
        "#include <cublasLt.h>\nvoid f(cublasLtMatmulDesc_t d, const int* type)\n{\n"
        "    cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_SCALE_TYPE, type, 4);\n}\n";
    const Scan products = scan(tree, Strategy::ShimHeaders);
    QVERIFY(
        newFile(products, "rocm_compat/cublasLt.h")
            .contains("#define cublasLtMatmulDescSetAttribute rocportLtMatmulDescSetAttribute\n"));
    QCOMPARE(findingsOf(products, "hipify-unsupported"), 0);
    // PyTorch writes the call as HIP's, which does not know the number.
    for (const Strategy strategy : {Strategy::InPlace, Strategy::TorchExtension}) {
        QCOMPARE(findingsOf(scan(tree, strategy), "hipify-unsupported"), 1);
    }
}

void TestSuppliedCalls::launchesByConfiguration()
{
    MemoryTree tree;
    tree.files["a.cu"] = "#include <cuda_runtime.h>\n"
                         "__global__ void k(int n) { cudaGridDependencySynchronize(); }\n"
                         "void f(cudaLaunchConfig_t* c)\n{\n"
                         "    cudaLaunchKernelEx(c, k, 5);\n"
                         "    cudaOccupancyAvailableDynamicSMemPerBlock(0, k, 1, 64);\n}\n";
    const Scan result = scan(tree, Strategy::ShimHeaders);
    const QByteArray names = newFile(result, "rocm_compat/rocport_compat.h");
    QVERIFY(names.contains("#define cudaLaunchConfig_t rocportLaunchConfig\n"));
    QVERIFY(names.contains("inline hipError_t rocportLaunchKernelEx("));
    QVERIFY(names.contains("void cudaGridDependencySynchronize() {}"));
    QCOMPARE(findingsOf(result, "hipify-unsupported"), 1);
}

/// A header that ROCm lacks brings what CUDA's includes; and no name says that a header of a
/// library was read where none is.
void TestSuppliedCalls::headersOfLibraries()
{
    MemoryTree tree;
    tree.files["a.h"] = "#include <cuda_runtime.h>\n"
                        "#ifdef CUBLAS_API_H_\nconst char* nameOf(cublasStatus_t);\n#endif\n";
    const QByteArray guard = "#define CUBLAS_API_H_";
    const Scan without = scan(tree, Strategy::ShimHeaders);
    QVERIFY(!newFile(without, "rocm_compat/rocport_compat.h").isEmpty());
    QVERIFY(!newFile(without, "rocm_compat/rocport_compat.h").contains(guard));
    tree.files["a.cu"] = "#include <cufftMp.h>\n#include \"a.h\"\ncufftResult f(cufftHandle*);\n";
    const Scan brings = scan(tree, Strategy::ShimHeaders);
    QVERIFY(newFile(brings, "rocm_compat/cufftMp.h").contains("#include \"cufft.h\"\n"));
    QVERIFY(newFile(brings, "rocm_compat/cufft.h").contains("#define cufftResult hipfftResult\n"));

    // cuBLASXt is supplied, with the types of cuBLAS.
    tree.files["a.cu"] = "#include <cublasXt.h>\n#include \"a.h\"\n"
                         "cublasStatus_t f(cublasXtHandle_t h)\n{\n"
                         "    cublasXtSsymm(h);\n    return cublasXtDestroy(h);\n}\n";
    const Scan result = scan(tree, Strategy::ShimHeaders);
    const QByteArray text = newFile(result, "rocm_compat/cublasXt.h");
    QVERIFY(text.contains(guard));
    QVERIFY(text.contains("#define cublasStatus_t hipblasStatus_t\n"));
    QVERIFY(text.contains("inline hipblasStatus_t cublasXtSgemm("));
    QCOMPARE(findingsOf(result, "hipify-unsupported"), 1);
    // In place the header is one too.
    QCOMPARE(findingsOf(scan(tree, Strategy::InPlace), "hipify-unsupported"), 4);
}

QTEST_GUILESS_MAIN(TestSuppliedCalls)
#include "tst_suppliedcalls.moc"
