#!/usr/bin/env bash
# compat_host.sh ROCPORT_CLI ROCM_HEADERS: names and calls of the host interface that generated headers hold, since HIP has others or none:
# they compile with both strategies, and come to CUDA's results over stand-ins of the functions of HIP that they call.
set -euo pipefail

cli=$(realpath "$1")
headers=$(realpath -m "$2")
# shellcheck source=tests/integration/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
need git clang++-19
need_hip_headers "$headers"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/project"
cat >"$work/project/names.cpp" <<'SOURCE'
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

struct Buffer
{
    CUdeviceptr base;
    size_t bytes;
};

int addresses(CUdeviceptr* out, CUmodule module, CUipcMemHandle handle, CUmemoryPool pool, CUmemPoolPtrExportData* data, CUstream stream)
{
    CUdeviceptr p = 0, q = 0ULL, list[2] = {};
    size_t bytes = 0;
    std::vector<CUdeviceptr> all(3);
    cuMemAlloc(&p, 64);
    cuMemAllocPitch(&q, &bytes, 4, 4, 4);
    cuMemAllocManaged(&list[1], 64, CU_MEM_ATTACH_GLOBAL);
    cuMemAllocAsync(all.data(), 64, stream);
    cuMemAllocFromPoolAsync(&all[1], 64, pool, stream);
    cuMemAddressReserve(&p, 64, 0, 0, 0);
    cuMemGetAddressRange(&q, NULL, p);
    cuMemHostGetDevicePointer(&list[0], nullptr, 0);
    cuMemPoolImportPointer(&p, pool, data);
    cuIpcOpenMemHandle(&p, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
    cuModuleGetGlobal(NULL, &bytes, module, "x");
    const int number = 1;
    cuMemcpyHtoD(p + 4, &number, 4);
    cuMemcpyHtoDAsync(p + 4, &number, 4, stream);
    cuMemcpyDtoD(p, p + bytes / 2, 4);
    cuMemcpyDtoHAsync(out, p - 4, 4, stream);
    cuMemcpy(p, q, 4);
    cuMemcpyAsync(p + 4, q, 4, stream);
    cuMemsetD8(p, 0, 64);
    CUDA_MEMCPY2D copy = {};
    copy.srcDevice = p + 4;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    cuMemcpy2D(&copy);
    CUdeviceptr_v2 older = p;
    older += 4;
    float* numbers = reinterpret_cast<float*>(p);
    p = (CUdeviceptr)(numbers + 1);
    p = reinterpret_cast<CUdeviceptr>(numbers);
    void* arguments[] = {&p, &bytes};
    Buffer buffer = {p + 8, 4};
    cuMemFree(p);
    return p == 0 || !q || p != q || arguments[0] == nullptr || (uintptr_t)buffer.base == (unsigned long long)older;
}

int attributes(CUdevice device)
{
    const cudaDeviceAttr some[] = {cudaDevAttrClusterLaunch, cudaDevAttrMaxAccessPolicyWindowSize, cudaDevAttrMaxBlocksPerMultiprocessor,
                                   cudaDevAttrReservedSharedMemoryPerBlock, cudaDevAttrMaxPersistingL2CacheSize, cudaDevAttrMpsEnabled,
                                   cudaDevAttrSparseCudaArraySupported, cudaDevAttrDeferredMappingCudaArraySupported,
                                   cudaDevAttrMemoryPoolSupportedHandleTypes};
    const CUdevice_attribute others[] = {CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED,
                                         CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS,
                                         CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
                                         CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE,
                                         CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED};
    int sum = 0;
    for (const cudaDeviceAttr one : some) {
        int value = -1;
        cudaDeviceGetAttribute(&value, one, device);
        sum += value;
    }
    for (const CUdevice_attribute one : others) {
        int value = -1;
        cuDeviceGetAttribute(&value, one, device);
        sum += value;
    }
    return sum;
}

cudaError_t limits(size_t* value)
{
    cudaDeviceSetLimit(cudaLimitStackSize, 1024);
    if (cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128) != cudaSuccess)
        return cudaErrorUnknown;
    cudaDeviceGetLimit(value, cudaLimitMallocHeapSize);
    return cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20);
}

void memory(void* p, CUmemGenericAllocationHandle handle, cudaStream_t stream, cudaEvent_t event, unsigned int* device)
{
    CUmemAllocationProp wanted = {};
    wanted.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC;
    cuMemGetAllocationPropertiesFromHandle(&wanted, handle);
    if (wanted.allocFlags.compressionType != CU_MEM_ALLOCATION_COMP_GENERIC)
        std::puts("not compressed");
    cudaMemLocation place;
    place.type = cudaMemLocationTypeDevice;
    place.id = 0;
    cudaMemPrefetchAsync_v2(p, 4, place, 0, stream);
    cudaMemAdvise_v2(p, 4, cudaMemAdviseSetReadMostly, place);
    cudaStreamWaitEvent(stream, event, cudaEventWaitExternal);
    cudaStreamGetDevice(stream, reinterpret_cast<int*>(device));
    cudaChannelFormatDesc format = cudaCreateChannelDescHalf4();
    cudaDeviceEnablePeerAccess(format.x, cudaPeerAccessDefault);
}

void links(CUlinkState* state, void* data, size_t bytes)
{
    CUjit_option options[] = {CU_JIT_LOG_VERBOSE, CU_JIT_CACHE_MODE, CU_JIT_FALLBACK_STRATEGY};
    void* values[] = {nullptr, (void*)CU_JIT_CACHE_OPTION_NONE, (void*)CU_PREFER_BINARY};
    CUresult result = cuLinkCreate(3, options, values, state);
    result = cuLinkAddData(*state, CU_JIT_INPUT_OBJECT, data, bytes, "x", 0, nullptr, nullptr);
    result = cuLinkComplete(*state, &data, &bytes);
    if (result == CUDA_SUCCESS)
        cuLinkDestroy(*state);
}

void kernel(float*, const int, Buffer) {}

cudaError_t launches(cudaStream_t stream, float* data, int kind)
{
    cudaLaunchAttribute attributes[2];
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeIgnore;
    if (kind == 1) {
        attributes[1].id = cudaLaunchAttributeCooperative;
        attributes[1].val.cooperative = 1;
    } else if (kind == 2) {
        attributes[1].id = cudaLaunchAttributeClusterDimension;
        attributes[1].val.clusterDim.x = 2;
        attributes[1].val.clusterDim.y = attributes[1].val.clusterDim.z = 1;
    }
    cudaLaunchConfig_t config = {0};
    config.gridDim = dim3(3);
    config.blockDim = 64;
    config.dynamicSmemBytes = 16;
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = 2;
    return cudaLaunchKernelEx(&config, kernel, data, 5, Buffer{0, 7});
}

#ifdef CHECK
// Stand-ins for HIP's functions.
static int launched = 0, cooperative = 0, asked = 0;
static void* lastAt = nullptr;
extern "C" {
hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared, hipStream_t)
{
    launched += function == (const void*)&kernel && grid.x == 3 && grid.y == 1 && block.x == 64 && shared == 16 &&
                *static_cast<float**>(arguments[0]) == (float*)0x40 && *static_cast<int*>(arguments[1]) == 5 &&
                static_cast<Buffer*>(arguments[2])->bytes == 7;
    return hipSuccess;
}
hipError_t hipLaunchCooperativeKernel(const void*, dim3, dim3, void**, unsigned int, hipStream_t)
{
    ++cooperative;
    return hipSuccess;
}
hipError_t hipGetDeviceCount(int* count)
{
    *count = 1;
    return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int)
{
    asked += attribute < hipDeviceAttributeAmdSpecificEnd;
    *value = 100;
    return hipSuccess;
}
hipError_t hipDeviceSetLimit(hipLimit_t, size_t)
{
    return hipSuccess;
}
hipError_t hipDeviceGetLimit(size_t*, hipLimit_t)
{
    return hipSuccess;
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void*, size_t)
{
    lastAt = to;
    return hipSuccess;
}
hipError_t hipMemAddressReserve(void** address, size_t, size_t, void*, unsigned long long)
{
    *address = (void*)0x1000;
    return hipSuccess;
}
}
#define WANT(what) \
    if (!(what)) { \
        std::printf("not so: %s\n", #what); \
        return 1; \
    }
int main()
{
    WANT(launches(nullptr, (float*)0x40, 0) == cudaSuccess && launched == 1 && cooperative == 0);
    WANT(launches(nullptr, (float*)0x40, 1) == cudaSuccess && launched == 1 && cooperative == 1);
    WANT(launches(nullptr, (float*)0x40, 2) == cudaErrorNotSupported && launched == 1);
    // Five and five of them are HIP's to answer; the rest is 0.
    WANT(attributes(0) == 1000 && asked == 10);
    WANT(attributes(1) == 1000 - 7);
    size_t value = 0;
    WANT(limits(&value) == cudaErrorUnsupportedLimit);
    CUdeviceptr p = 0;
    WANT(cuMemAddressReserve(&p, 64, 0, 0, 0) == CUDA_SUCCESS && (uintptr_t)p == 0x1000);
    p += 16;
    cuMemcpyHtoD(p + 3 * sizeof(float), &value, 4);
    WANT((uintptr_t)lastAt == 0x1000 + 16 + 12);
    CUdeviceptr q = p - 8;
    WANT(p - q == 8 && q < p && q + 8 == p);
    return 0;
}
#endif
SOURCE
cat >"$work/project/kernels.cu" <<'SOURCE'
#include <cuda_runtime.h>
#include <cuda.h>

__global__ void later(CUdeviceptr address, size_t n)
{
    cudaGridDependencySynchronize();
    float* numbers = (float*)(address + 4 * n);
    numbers[threadIdx.x] = 1;
    cudaTriggerProgrammaticLaunchCompletion();
}
void launch(cudaStream_t stream, CUdeviceptr address)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 64;
    config.stream = stream;
    cudaLaunchKernelEx(&config, later, address, 4);
    void* arguments[] = {&address, &address};
    cudaLaunchKernelExC(&config, (const void*)later, arguments);
    cudaLaunchKernelExC(&config, later, arguments);
}
SOURCE
git -C "$work/project" init -q
version=$(hip_release "$headers")
for strategy in compat-header shim-headers; do
    port="$work/$strategy"
    cp -R "$work/project" "$port"
    "$cli" propose "$port" --accept all --write --strategy "$strategy" --rocm "$version" >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    flags=(-std=c++17 -D__HIP_PLATFORM_AMD__ -DUSE_ROCM -Wno-unused-result -isystem "$headers")
    device=(-x hip -nogpulib -nogpuinc -include __clang_hip_runtime_wrapper.h)
    if [ "$strategy" = shim-headers ]; then
        flags+=(-I"$port/rocm_compat")
        device+=(-include "$port/rocm_compat/cuda_runtime.h")
    fi
    for arch in gfx942 gfx1100; do
        clang++-19 "${device[@]}" "${flags[@]}" --offload-arch="$arch" -fsyntax-only "$port/kernels.cu"
        clang++-19 "${device[@]}" "${flags[@]}" --offload-arch="$arch" -fsyntax-only "$port/names.cpp"
        echo "ok      $strategy for $arch"
    done
    # What the stand-ins do not stand for is left out of the program.
    sed -e '/^int addresses/,/^}/d' -e '/^void memory/,/^}/d' -e '/^void links/,/^}/d' "$port/names.cpp" >"$port/check.cpp"
    clang++-19 -x c++ "${flags[@]}" -DCHECK -O1 -o "$work/check" "$port/check.cpp"
    "$work/check"
    echo "ok      $strategy on the host"
done
