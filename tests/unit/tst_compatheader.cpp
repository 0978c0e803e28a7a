#include "core/text/clexer.h"
#include "core/translate/translate.h"

#include <QtTest>

using namespace rocport;

class TestCompatHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void compatHeaderContents();
    void unitsPullWhatTheyUse();
    void portsThatAskForNothing();
    void compatHeaderBeforeRocm7();
    void errorsThatHipLacks();
    void adviceTakesPlaces();
    void otherTypes();
    void groupReduction();
    void suppliedDeviceFunctions();
    void halfNumbers();
    void functionsOfHipForOtherTypes();
    void partitionsOfGroups();
    void bfloat16IsForHip();
    void compatHeaderListsWhatIsMissing();
    void shimsStandInByName();
    void shimsOfOneLibrary();
    void shimsOfPartsOfCub();
    void shimsWithoutHeaders();
    void thrustByItsDevice();
    void sourcesInC();
};

namespace {

QByteArray shimOf(const CompatNeeds& needs, const char* name)
{
    for (const ShimHeader& shim : shimHeaders(needs, {})) {
        if (shim.name == name) {
            return shim.text;
        }
    }
    return {};
}

QList<QByteArray> shimNames(const CompatNeeds& needs)
{
    QList<QByteArray> names;
    for (const ShimHeader& shim : shimHeaders(needs, {})) {
        names.append(shim.name);
    }
    return names;
}

} // namespace

void TestCompatHeader::compatHeaderContents()
{
    CompatNeeds needs;
    needs.names = {"cudaFree",
                   "cudaMemcpyToSymbol",
                   "cudaFuncSetAttribute",
                   "__shfl_down_sync",
                   "cublasSgemm",
                   "__CUDACC__",
                   "abs"};
    needs.headers = {"cuda_runtime.h", "cublas_v2.h", "cuda_fp16.h"};
    needs.usesCubNamespace = true;
    const QByteArray text = compatHeader(needs, {});
    QVERIFY(text.contains("#ifndef ROCPORT_COMPAT_H\n#define ROCPORT_COMPAT_H\n"));
    const qsizetype runtime = text.indexOf("#include <hip/hip_runtime.h>\n");
    const qsizetype half = text.indexOf("#include <hip/hip_fp16.h>\n");
    const qsizetype blas = text.indexOf("#include <hipblas/hipblas.h>\n");
    const qsizetype cub = text.indexOf("#include <hipcub/hipcub.hpp>\n");
    const qsizetype alias = text.indexOf("namespace cub = hipcub;\n");
    const qsizetype gemm = text.indexOf("#define cublasSgemm hipblasSgemm\n");
    const qsizetype free = text.indexOf("#define cudaFree hipFree\n");
    QVERIFY(runtime > 0 && half > runtime && blas > half && cub > blas && alias > cub &&
            gemm > alias && free > gemm);
    QVERIFY(text.contains("#define cudaMemcpyToSymbol(symbol, ...) "
                          "hipMemcpyToSymbol(HIP_SYMBOL(symbol), __VA_ARGS__)\n"));
    QVERIFY(text.contains("reinterpret_cast<const void*>(kernel)"));
    QVERIFY(!text.contains("__shfl_down_sync"));
    QVERIFY(!text.contains("__CUDACC__"));
    QVERIFY(!text.contains("abs"));
    QVERIFY(!text.contains('\r'));
    QCOMPARE(compatHeader(needs, {}), text);
}

/// Who needs the runtime alone gets nothing else, whatever other files of the project need.
void TestCompatHeader::unitsPullWhatTheyUse()
{
    CompatNeeds needs;
    needs.names = {"cudaFree", "cufftHandle"};
    needs.headers = {"cuda_runtime.h", "cuda_fp16.h",   "curand_kernel.h",
                     "curand.h",       "cusolverDn.h",  "cublas_v2.h",
                     "nccl.h",         "cuda/pipeline", "cuda/std/array"};
    needs.usesCubNamespace = true;
    needs.usesThrustCuda = true;
    const QByteArray text = compatHeader(needs, {});
    int depth = 0; // of conditions that ask for a part
    QByteArrayList open;
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith("#if")) {
            open.append(line.contains("!defined(ROCPORT_COMPAT_H)") ? QByteArray() : line);
            depth += open.last().contains("ROCPORT_USES_") ? 1 : 0;
        } else if (line.startsWith("#endif")) {
            depth -= open.takeLast().contains("ROCPORT_USES_") ? 1 : 0;
        } else if (line.startsWith("#include <")) {
            const bool all = line.startsWith("#include <hip/");
            QVERIFY2(all ? depth == 0 : depth == 1, line.constData());
        }
    }
    QVERIFY(open.isEmpty());
    QVERIFY(text.contains("#ifdef ROCPORT_USES_RCCL\n#include <rccl/rccl.h>\n#define "
                          "ROCPORT_COMPAT_RCCL\n#endif\n"));
    // A second time, inside a class, there is nothing left of it.
    QVERIFY(text.contains("\n#if !defined(ROCPORT_COMPAT_H) || \\\n"));
    QVERIFY(text.contains("(defined(ROCPORT_USES_RCCL) && !defined(ROCPORT_COMPAT_RCCL))"));
    // A name of a library that no file includes by name: whoever uses it asks for it.
    QVERIFY(text.contains("#ifdef ROCPORT_USES_HIPFFT\n#include <hipfft/hipfft.h>\n"));
    // CUDA's headers bring others.
    for (const auto& [part, other] :
         {std::pair("HIPSOLVER", "HIPBLAS"), std::pair("HIPRAND_KERNEL", "HIPRAND"),
          std::pair("CUDA_PIPELINE", "CUDA_ATOMIC")}) {
        QVERIFY2(text.contains(QByteArray("#if defined(ROCPORT_USES_") + part +
                               ") && !defined(ROCPORT_USES_" + other + ")\n#define ROCPORT_USES_" +
                               other + "\n#endif\n"),
                 part);
    }
    QVERIFY(
        text.contains("\n#if defined(ROCPORT_USES_CUDA_STD) && !defined(ROCPORT_COMPAT_CUDA_STD)"
                      "\n#define ROCPORT_COMPAT_CUDA_STD\n"));
    // Without a library the header is read once, as ever.
    needs = {};
    needs.names = {"cudaFree"};
    QVERIFY(compatHeader(needs, {}).contains("only.\n#ifndef ROCPORT_COMPAT_H\n"));
}

/// Files that were ported when the header brought everything go on to get what they use.
void TestCompatHeader::portsThatAskForNothing()
{
    CompatNeeds needs;
    needs.headers = {"cublas_v2.h", "cufft.h"};
    needs.everywhere = {"HIPBLAS"};
    const QByteArray text = compatHeader(needs, {});
    const qsizetype define =
        text.indexOf("#ifndef ROCPORT_USES_HIPBLAS\n#define ROCPORT_USES_HIPBLAS\n#endif\n");
    QVERIFY(define > 0 && text.indexOf("#ifdef ROCPORT_USES_HIPBLAS\n#include") > define);
    QVERIFY(!text.contains("#define ROCPORT_USES_HIPFFT"));
}

void TestCompatHeader::compatHeaderBeforeRocm7()
{
    CompatNeeds needs;
    needs.names = {"__shfl_down_sync", "__activemask", "__syncwarp", "cublasCgemm"};
    TargetSettings target;
    target.rocm = {6, 3};
    const QByteArray text = compatHeader(needs, target);
    QVERIFY(text.contains("#define __shfl_down_sync(mask, ...) __shfl_down(__VA_ARGS__)\n"));
    QVERIFY(text.contains("#define __activemask() __ballot(1)\n"));
    QVERIFY(text.contains("__builtin_amdgcn_wave_barrier()"));
    QVERIFY(text.contains("#define cublasCgemm hipblasCgemm_v2\n"));
}

/// A switch over all errors compiles: those that HIP never returns are numbers.
void TestCompatHeader::errorsThatHipLacks()
{
    CompatNeeds needs;
    needs.names = {"cudaErrorHardwareStackError", "CUDA_ERROR_TOO_MANY_PEERS",
                   "CUFFT_MISSING_DEPENDENCY", "cudaErrorInvalidClusterSize"};
    const QByteArray text = compatHeader(needs, {});
    QVERIFY(text.contains("#define cudaErrorHardwareStackError ((hipError_t)714)\n"));
    QVERIFY(text.contains("#define CUDA_ERROR_TOO_MANY_PEERS ((hipError_t)711)\n"));
    QVERIFY(text.contains("#define CUFFT_MISSING_DEPENDENCY ((hipfftResult)17)\n"));
    QVERIFY(text.contains("//   cudaErrorInvalidClusterSize\n")); // HIP means something else by it
}

/// From release 10.2 on hipMemAdvise takes a place: calls with a device get one made of it, those
/// with a place hand it on.
void TestCompatHeader::adviceTakesPlaces()
{
    CompatNeeds needs;
    needs.names = {"cudaMemAdvise", "cuMemAdvise", "cudaMemAdvise_v2", "cuMemAdvise_v2"};
    TargetSettings target;
    target.rocm = {10, 1};
    const QByteArray before = compatHeader(needs, target);
    QCOMPARE(before.count("return hipMemAdvise(address, bytes, advice, device);"), 4);
    QCOMPARE(before.count("hipMemAdvise(address, bytes, advice, place)"), 0);
    target.rocm = {10, 2};
    const QByteArray text = compatHeader(needs, target);
    QCOMPARE(text.count("return hipMemAdvise(address, bytes, advice, place);"), 4);
    QCOMPARE(text.count("advice, device)"), 0);
    QCOMPARE(text.count("place.type = device == hipCpuDeviceId"), 2);
    QVERIFY(text.contains("#define cudaMemAdvise rocportMemoryAdvise\n"));
    QVERIFY(text.contains("#define cuMemAdvise rocportDriverMemoryAdvise\n"));
    QVERIFY(text.contains("#define cudaMemAdvise_v2 hipMemAdvise\n"));
    QVERIFY(text.contains("#define cuMemAdvise_v2 hipMemAdvise\n"));
}

/// HIP takes other pointers for lists of strings, and its structures have tags of other names.
void TestCompatHeader::otherTypes()
{
    CompatNeeds needs;
    needs.names = {"nvrtcCompileProgram",
                   "nvrtcCreateProgram",
                   "cudaGraphicsResource",
                   "cudaExternalMemoryHandleDesc",
                   "cublasGetStatusName",
                   "CUctxCreateParams",
                   "cuCtxCreate",
                   "cudaMalloc3DArray",
                   "cudaGraphicsResourceSetMapFlags"};
    needs.headers = {"nvrtc.h"};
    TargetSettings target;
    target.architectures = {QStringLiteral("gfx90a")}; // arrays are HIP's
    const QByteArray text = compatHeader(needs, target);
    QVERIFY(
        text.contains("hiprtcCompileProgram(program, count, const_cast<const char**>(options))"));
    QVERIFY(text.contains("#define nvrtcCreateProgram rocportCreateProgram\n"));
    QVERIFY(text.contains("#define cudaGraphicsResource _hipGraphicsResource\n"));
    QVERIFY(text.contains("#define cudaExternalMemoryHandleDesc hipExternalMemoryHandleDesc_st\n"));
    QVERIFY(text.contains("#define cublasGetStatusName hipblasStatusToString\n"));
    // With and without the parameters of CUDA 13, and with or without flags.
    QVERIFY(text.contains("#define CUctxCreateParams rocportCtxCreateParams\n"));
    QCOMPARE(text.count("return hipCtxCreate(context, flags, device);"), 2);
    QVERIFY(text.contains("hipExtent extent, unsigned int flags = 0)"));
    // Hints that HIP does not take.
    QVERIFY(text.contains(
        "#define cudaGraphicsResourceSetMapFlags rocportGraphicsResourceSetMapFlags\n"));
}

/// Before release 7.13 HIP has no cooperative_groups::reduce.
void TestCompatHeader::groupReduction()
{
    CompatNeeds needs;
    needs.headers = {"cooperative_groups.h", "cooperative_groups/reduce.h"};
    TargetSettings target;
    target.rocm = {6, 4};
    const QByteArray text = compatHeader(needs, target);
    QVERIFY(text.contains("#include <hip/hip_cooperative_groups.h>\n"));
    QVERIFY(text.contains("T reduce(const thread_block_tile<Size, Parent>& tile"));
    QVERIFY(!text.contains("//   <cooperative_groups/reduce.h>"));
    target.rocm = {7, 13};
    QVERIFY(!compatHeader(needs, target).contains("thread_block_tile"));
}

/// hip_bf16.h holds device code that only HIP's compiler takes.
/// Functions that HIP lacks stand in the generated headers, each with what it rests on and no more.
void TestCompatHeader::suppliedDeviceFunctions()
{
    CompatNeeds needs;
    needs.names = {"__int2bfloat16_rn", "__hmax2_nan"};
    for (const QByteArray& text : {compatHeader(needs, {}), shimOf(needs, kShimNames)}) {
        // HIP's own declarations come before the macro that has the name of one.
        const qsizetype header = text.indexOf("#include <hip/hip_bf16.h>\n");
        const qsizetype macro = text.indexOf("#define __hmax2_nan(a, b) rocportExtreme2(");
        QVERIFY(header > 0 && macro > header);
        QVERIFY(text.contains("#define __int2bfloat16_rn(value) rocportBfloat16("));
        QVERIFY(!text.contains("__int2bfloat16_rz"));
        QVERIFY(!text.contains("rocportReduceLanes"));
        QVERIFY(!text.contains("without a HIP counterpart"));
    }
    needs.names = {"__reduce_max_sync"};
    TargetSettings target;
    target.rocm = {6, 4};
    const QByteArray before = compatHeader(needs, target);
    QVERIFY(
        before.contains("#define __reduce_max_sync(mask, value) rocportReduceLanes(mask, value, "));
    QVERIFY(!before.contains("hip_bf16.h"));
    target.rocm = {7, 0};
    QVERIFY(!compatHeader(needs, target).contains("__reduce_max_sync"));
}

/// Each text comes with those that it rests on, once, and after the header of HIP that names the
/// same.
void TestCompatHeader::halfNumbers()
{
    CompatNeeds needs;
    needs.names = {"__half_raw", "__bfloat162int_rz", "__hequ2_mask", "__nv_bfloat16_raw"};
    TargetSettings target;
    target.rocm = {6, 4};
    const QByteArray text = compatHeader(needs, target);
    const qsizetype fp8 = text.indexOf("#include <hip/hip_fp8.h>\n");
    const qsizetype values = text.indexOf("inline __host__ __device__ float rocportFloatOf(__half");
    const qsizetype bits = text.indexOf("__hip_bfloat16 rocportBfloat16Float(");
    const qsizetype raw = text.indexOf("#define __half_raw rocportHalfRaw\n");
    QVERIFY(fp8 > 0 && bits > fp8 && values > bits && raw > values);
    QCOMPARE(text.count("float rocportFloatOf(__half value)"), 1);
    QVERIFY(text.contains("#define __bfloat162int_rz(...) rocportInteger<int>("
                          "rocportFloatOf(__VA_ARGS__), 'z')\n"));
    QVERIFY(text.contains("#define __hequ2_mask(...) rocportMask2(__VA_ARGS__, "));
    QVERIFY(!text.contains("#define __half2_raw "));
    QVERIFY(!text.contains("rocportSaturated"));
    // HIP 6.2 to 6.4 have the structure, which the tables know from 7.0 on.
    QVERIFY(text.contains("#define __nv_bfloat16_raw __hip_bfloat16_raw\n"));
    QVERIFY(!text.contains("without a HIP counterpart"));
    target.rocm = {7, 0};
    QCOMPARE(compatHeader(needs, target).count("#define __nv_bfloat16_raw __hip_bfloat16_raw\n"),
             1);
}

/// HIP has atomicAdd, __ldg and shuffles, but not for numbers of 16 bits: only projects that have
/// such numbers get them.
void TestCompatHeader::functionsOfHipForOtherTypes()
{
    CompatNeeds needs;
    needs.names = {"atomicAdd", "__ldg", "__shfl_sync"};
    needs.headers = {"cuda_runtime.h"};
    QVERIFY(!compatHeader(needs, {}).contains("rocport"));
    needs.headers.insert("cuda_fp16.h");
    for (const QByteArray& text : {compatHeader(needs, {}), shimOf(needs, kShimNames)}) {
        QVERIFY(text.contains("rocportAtomicHalf<T>::Type atomicAdd("));
        QVERIFY(text.contains("rocportRounded("));
        QVERIFY(!text.contains("rocportReadOnly"));
    }
    needs.names.remove("atomicAdd");
    needs.headers.insert("cuda_bf16.h");
    for (const QByteArray& text : {compatHeader(needs, {}), shimOf(needs, kShimNames)}) {
        QVERIFY(!text.contains("rocportAtomicHalf"));
        QVERIFY(text.contains("#define __ldg(...) rocportReadOnly(__VA_ARGS__)\n"));
        QVERIFY(text.contains("rocportBfloat16Word<T>::Type __shfl_xor("));
    }
}

/// Before release 7.0 tiles have no partitions unless they are asked for ahead of HIP's headers.
void TestCompatHeader::partitionsOfGroups()
{
    CompatNeeds needs;
    needs.names = {"labeled_partition"};
    needs.headers = {"cooperative_groups.h"};
    TargetSettings target;
    target.rocm = {6, 4};
    const QByteArray ask = "#define HIP_ENABLE_WARP_SYNC_BUILTINS\n";
    const QByteArray text = compatHeader(needs, target);
    QVERIFY(text.indexOf(ask) > 0 && text.indexOf(ask) < text.indexOf("#include <hip/"));
    QVERIFY(text.contains("coalesced_group labeled_partition(const Group& group, Label label)"));
    for (const ShimHeader& shim : shimHeaders(needs, target)) {
        QVERIFY2(shim.text.indexOf(ask) > 0, shim.name.constData());
        QVERIFY(shim.text.indexOf(ask) < shim.text.indexOf("#include <hip/"));
    }
    // HIP's votes of tiles are read before the names of votes mean a whole wavefront.
    needs.names = {"__any_sync"};
    bool renames = false;
    for (const ShimHeader& shim : shimHeaders(needs, target)) {
        const qsizetype name = shim.text.indexOf("#define __any_sync");
        const qsizetype groups = shim.text.indexOf("#include <hip/hip_cooperative_groups.h>");
        renames = renames || name >= 0;
        QVERIFY2(name < 0 || (groups >= 0 && groups < name), shim.text.constData());
    }
    QVERIFY(renames);
    target.rocm = {7, 0};
    QVERIFY(!compatHeader(needs, target).contains(ask));
}

void TestCompatHeader::bfloat16IsForHip()
{
    CompatNeeds needs;
    needs.headers = {"cuda_bf16.h", "cuda_fp16.h", "cuda_fp8.h", "curand_kernel.h",
                     "device_functions.h"};
    TargetSettings target;
    const QByteArray text = compatHeader(needs, target);
    // Others can hand pointers on.
    QVERIFY(
        text.contains("#ifdef __HIPCC__\n#include <hip/hip_bf16.h>\n#elif defined(__cplusplus)\n"
                      "struct __hip_bfloat16;\nstruct __hip_bfloat162;\n#endif\n"));
    QVERIFY(text.contains("#ifdef __HIPCC__\n#include <hip/hip_fp8.h>\n#endif\n"));
    QVERIFY(text.contains("#ifdef __HIPCC__\n#include <hip/device_functions.h>\n#endif\n"));
    // Sources beside the kernels hold pointers to states of generators.
    QVERIFY(text.contains("#ifdef __cplusplus\n#include <hiprand/hiprand_kernel.h>\n#endif\n"));
    target.rocm = {6, 0};
    QVERIFY(compatHeader(needs, target)
                .contains("#ifdef __HIPCC__\n#include <hiprand/hiprand_kernel.h>\n#endif\n"));
    QVERIFY(text.contains("\n#include <hip/hip_fp16.h>\n"));
}

void TestCompatHeader::compatHeaderListsWhatIsMissing()
{
    CompatNeeds needs;
    needs.names = {"cuFuncSetAttribute", "nothing_of_cuda"};
    needs.headers = {"cudaEGL.h", "unknown.h"};
    const QByteArray text = compatHeader(needs, {});
    QVERIFY(text.contains("//   cuFuncSetAttribute\n"));
    QVERIFY(text.contains("//   <cudaEGL.h>\n"));
    QVERIFY(!text.contains("nothing_of_cuda"));
    QVERIFY(!text.contains("unknown.h"));
}

void TestCompatHeader::shimsStandInByName()
{
    CompatNeeds needs;
    needs.names = {"cudaFree", "cublasSgemm", "cudaStreamCreate"};
    // The last two are a file of samples and a header that ROCm has under its own name.
    needs.headers = {"cuda_runtime.h", "cuda.h",        "cublas_v2.h",
                     "cudaEGL.h",      "helper_cuda.h", "thrust/device_vector.h"};
    QCOMPARE(shimNames(needs), (QList<QByteArray>{"cublas_v2.h", "cuda.h", "cudaEGL.h",
                                                  "cuda_runtime.h", "rocport_compat.h"}));
    const QByteArray names = shimOf(needs, kShimNames);
    QVERIFY(names.contains("#ifndef ROCPORT_COMPAT_H\n#define ROCPORT_COMPAT_H\n\n"));
    QVERIFY(names.contains("extern \"C++\" {\n#endif\n\n#include <hip/hip_runtime_api.h>\n"));
    QVERIFY(names.contains("#define cudaFree hipFree\n"));
    QVERIFY(!names.contains("blas")); // who needs the runtime alone gets nothing else
    QCOMPARE(shimOf(needs, "cuda_runtime.h"),
             QByteArray("#ifndef ROCPORT_CUDA_RUNTIME_H\n#define ROCPORT_CUDA_RUNTIME_H\n\n"
                        "// Also where this is included in extern \"C\".\n"
                        "#ifdef __cplusplus\nextern \"C++\" {\n#endif\n\n"
                        "#include <hip/hip_runtime.h>\n#include \"rocport_compat.h\"\n\n"
                        "#ifdef __cplusplus\n} // extern \"C++\"\n#endif\n\n"
                        "#endif // ROCPORT_CUDA_RUNTIME_H\n"));
    const QByteArray blas = shimOf(needs, "cublas_v2.h");
    QVERIFY(blas.contains("#include <hipblas/hipblas.h>\n#include \"rocport_compat.h\"\n"));
    QVERIFY(blas.contains("#define cublasSgemm hipblasSgemm\n"));
    QVERIFY(
        shimOf(needs, "cudaEGL.h").contains("// ROCm has no header that stands for <cudaEGL.h>"));
}

void TestCompatHeader::shimsOfOneLibrary()
{
    CompatNeeds needs;
    needs.names = {"curandCreateGenerator", "curand_init", "cusolverDnCreate", "cublasFillMode_t"};
    needs.headers = {"curand.h", "curand_kernel.h", "cusolverDn.h", "cublas_v2.h"};
    const QByteArray host = shimOf(needs, "curand.h");
    QVERIFY(host.contains("#define curandCreateGenerator hiprandCreateGenerator\n"));
    const QByteArray device = shimOf(needs, "curand_kernel.h");
    QVERIFY(
        device.contains("#include <hiprand/hiprand_kernel.h>\n#endif\n#include \"curand.h\"\n"));
    QVERIFY(!device.contains("#define curand"));
    // CUDA's header of the solver brings the one of the matrices.
    QVERIFY(shimOf(needs, "cusolverDn.h").contains("#include \"cublas_v2.h\"\n"));
}

void TestCompatHeader::shimsOfPartsOfCub()
{
    CompatNeeds needs;
    needs.headers = {"cub/block/block_scan.cuh", "cub/a/../../../x.cuh", "cub//y.cuh"};
    needs.usesCubNamespace = true;
    QCOMPARE(shimNames(needs),
             (QList<QByteArray>{"cub/block/block_scan.cuh", "cuda_runtime.h", "rocport_compat.h"}));
    const QByteArray scan = shimOf(needs, "cub/block/block_scan.cuh");
    QVERIFY(scan.startsWith("#ifndef ROCPORT_CUB_BLOCK_BLOCK_SCAN_CUH\n"));
    QVERIFY(scan.contains("#include <hipcub/hipcub.hpp>\n#endif\n"
                          "#include \"../../rocport_compat.h\"\n"));
    QVERIFY(scan.contains("namespace cub = hipcub;\n"));
    QVERIFY(!shimOf(needs, kShimNames).contains("hipcub"));
}

/// nvcc brings the runtime to a source that includes nothing, and other headers bring CUB.
void TestCompatHeader::shimsWithoutHeaders()
{
    CompatNeeds needs;
    needs.names = {"cudaFree", "cublasSgemm"};
    needs.usesCubNamespace = true;
    QCOMPARE(shimNames(needs), (QList<QByteArray>{"cuda_runtime.h", "rocport_compat.h"}));
    const QByteArray names = shimOf(needs, kShimNames);
    QVERIFY(names.contains("#define cublasSgemm hipblasSgemm\n"));
    // All units read these lines, also where the library is not installed.
    QVERIFY(names.contains("__has_include(<hipcub/hipcub.hpp>)\n#include <hipcub/hipcub.hpp>\n"));
}

/// rocThrust has other names for what is named after CUDA, and headers in another folder.
void TestCompatHeader::thrustByItsDevice()
{
    CompatNeeds needs;
    needs.headers = {"thrust/system/cuda/error.h", "thrust/sort.h"};
    needs.usesThrustCuda = true;
    // No alias: projects add to thrust::system::cuda.
    const QByteArray alias = "namespace cuda {\nusing namespace thrust::hip;\n";
    QVERIFY(compatHeader(needs, {}).contains(alias));
    QVERIFY(shimOf(needs, kShimNames).contains(alias));
    QVERIFY(shimOf(needs, kShimNames).contains("__has_include(<thrust/execution_policy.h>)\n"));
    QVERIFY(shimOf(needs, "thrust/system/cuda/error.h")
                .contains("#include <thrust/system/hip/error.h>\n#endif\n"
                          "#include \"../../../rocport_compat.h\"\n"));
    QVERIFY(shimOf(needs, "thrust/sort.h").isEmpty());
    needs.usesThrustCuda = false;
    QVERIFY(!compatHeader(needs, {}).contains("namespace thrust"));
    QVERIFY(!shimOf(needs, kShimNames).contains(alias));
}

/// Wrappers are C++; C gets the plain names, and so does whoever has no header of the library.
void TestCompatHeader::sourcesInC()
{
    CompatNeeds needs;
    needs.names = {"cuCtxCreate", "nvrtcCompileProgram", "cudaMemcpyToSymbol"};
    const QByteArray plain = "#define nvrtcCompileProgram hiprtcCompileProgram\n";
    for (const QByteArray& text : {compatHeader(needs, {}), shimOf(needs, kShimNames)}) {
        const qsizetype linkage = text.indexOf("#ifdef __cplusplus\nextern \"C++\" {\n");
        const qsizetype cpp = text.indexOf("#ifdef __cplusplus\n", linkage + 1);
        const qsizetype c = text.indexOf("#else\n#define cuCtxCreate hipCtxCreate\n");
        QVERIFY(cpp > 0 && c > cpp);
        const qsizetype symbol = text.indexOf("#define cudaMemcpyToSymbol(");
        QVERIFY(symbol > 0 && symbol < cpp);
        QVERIFY(text.contains(plain));
        QVERIFY(!text.contains("hiprtcResult"));
    }
    needs.headers = {"nvrtc.h"};
    QVERIFY(compatHeader(needs, {}).contains("inline hiprtcResult"));
    QVERIFY(shimOf(needs, "nvrtc.h").contains("inline hiprtcResult"));
    QVERIFY(!shimOf(needs, kShimNames).contains("hiprtc"));
}

QTEST_GUILESS_MAIN(TestCompatHeader)
#include "tst_compatheader.moc"
