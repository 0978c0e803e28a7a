#include <cuda.h>
#include <cstdio>

#define OK(x) do { CUresult r_ = (x); if (r_ != CUDA_SUCCESS) { std::printf("%s: %d\n", #x, (int)r_); return 1; } } while (0)

int main()
{
    CUdevice device;
    CUcontext context;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuDevicePrimaryCtxRetain(&context, device));
    OK(cuCtxPushCurrent(context));
    int supported = 0;
    OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    if (!supported) return 0;
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = device;
    size_t granularity = 0;
    OK(cuMemGetAllocationGranularity(&granularity, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUmemGenericAllocationHandle handle;
    OK(cuMemCreate(&handle, granularity, &prop, 0));
    CUdeviceptr address = 0;
    OK(cuMemAddressReserve(&address, 2 * granularity, 0, 0, 0));
    OK(cuMemMap(address, granularity, 0, handle, 0));
    CUmemAccessDesc access = {};
    access.location = prop.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    OK(cuMemSetAccess(address, granularity, &access, 1));
    OK(cuMemsetD8(address, 0x11, granularity));
    OK(cuMemUnmap(address, granularity));
    OK(cuMemAddressFree(address, 2 * granularity));
    OK(cuMemRelease(handle));
    return 0;
}
