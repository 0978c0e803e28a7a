// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is asked for as compressible, and what its handle says of it; an H100 (driver 580)
// gives the same.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* values)
{
    values[threadIdx.x] = 3 * static_cast<int>(threadIdx.x);
}

int main()
{
    CUdevice device = -1;
    cudaFree(nullptr);
    cuCtxGetDevice(&device);
    int isSupported = -1;
    cuDeviceGetAttribute(&isSupported, CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, device);
    std::printf("supported %d\n", isSupported);

    CUmemAllocationProp what = {};
    what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    what.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    what.location.id = device;
    size_t page = 0;
    cuMemGetAllocationGranularity(&page, &what, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    const int kinds[] = {CU_MEM_ALLOCATION_COMP_NONE, CU_MEM_ALLOCATION_COMP_GENERIC, 2};
    for (const int kind : kinds) {
        what.allocFlags.compressionType = static_cast<unsigned char>(kind);
        CUmemGenericAllocationHandle memory = 0;
        const int made = cuMemCreate(&memory, page, &what, 0);
        std::printf("asked %d, made %d", kind, made);
        if (made == CUDA_SUCCESS) {
            CUmemAllocationProp told;
            std::printf(", told %d", cuMemGetAllocationPropertiesFromHandle(&told, memory));
            std::printf(": compression %d, type %d, of device %d, without a place %d",
                        told.allocFlags.compressionType, told.type, told.location.id,
                        cuMemGetAllocationPropertiesFromHandle(nullptr, memory));
            CUdeviceptr place = 0;
            cuMemAddressReserve(&place, page, 0, 0, 0);
            cuMemMap(place, page, 0, memory, 0);
            cuMemRelease(memory);
            CUmemAccessDesc access = {};
            access.location = what.location;
            access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
            cuMemSetAccess(place, page, &access, 1);
            fill<<<1, 32>>>(reinterpret_cast<int*>(place));
            int last = -1;
            cuMemcpyDtoH(&last, place + 31 * sizeof(int), sizeof(int));
            std::printf(", last %d", last);
            cuMemUnmap(place, page);
            cuMemAddressFree(place, page);
        }
        std::printf("\n");
    }
    return 0;
}
