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
    void overloadsOfErrors();
    void callsAndLanes();
    void hostNames();
    void launchesByConfiguration();
    void headersOfLibraries();

private:
    [[nodiscard]] Scan scan(const MemoryTree& tree, std::optional<Strategy> strategy = {}) const
    {
        TargetSettings target;
        target.strategy = strategy;
        return test::scanned(tree, m_rules, {}, target);
    }

    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

/// PyTorch's tables do not know them, so that they are left to do where it maps the names.
void TestSuppliedCalls::namesOfExtensions()
{
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\nvoid f()\n{\n"
                              "    cudaStreamAttrValue value;\n"
                              "    int most = cudaSharedmemCarveoutMaxShared;\n}\n";
    QCOMPARE(findingsOf(scan(tree), "hipify-unsupported"), 2);
    QCOMPARE(findingsOf(scan(tree, Strategy::InPlace), "hipify-unsupported"), 2);
    QCOMPARE(findingsOf(scan(tree, Strategy::ShimHeaders), "hipify-unsupported"), 0);
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
    QVERIFY(
        ported(tree, result, "a.h").contains("#ifdef USE_ROCM\n\n#else\n" + second + "#endif\n"));
    QVERIFY(!ported(tree, result, "b.h").contains("USE_ROCM"));
    QCOMPARE(findingsOf(result, "hipify-redefinition"), 2);
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
        for (const char* text : {"typedef rocportByte* rocportDevicePointer;\n",
                                 "#define cuMemAddressReserve rocport_cuMemAddressReserve\n",
                                 "#define CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED "
                                 "((hipDeviceAttribute_t)30107)\n",
                                 "#define cuDeviceGetAttribute rocportDeviceGetAttribute\n",
                                 "#define cudaLimitPersistingL2CacheSize ((hipLimit_t)6)\n",
                                 "#define cudaEventWaitDefault hipEventWaitDefault\n"}) {
            QVERIFY2(names.contains(text), text);
        }
        QCOMPARE(findingsOf(result, "hipify-unsupported"), 0);
    }
    // In place there is nothing to supply them.
    QCOMPARE(findingsOf(scan(tree, Strategy::InPlace), "hipify-unsupported"), 3);
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
