// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the second device that is mapped beside itself, and what contexts and peers are when
// they end. Run with --devices 2.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

int main()
{
    CUdevice device = -1;
    CUcontext contexts[2] = {};
    cuInit(0);
    cuCtxCreate(&contexts[0], 0, 0);
    cuCtxCreate(&contexts[1], 0, 1);
    cuCtxGetDevice(&device);
    std::printf("created on %d", device);
    cuCtxDestroy(contexts[1]);
    cuCtxGetDevice(&device);
    std::printf(", left %d\n", device);

    CUmemAllocationProp what = {};
    what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    what.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    what.location.id = 1;
    size_t page = 0;
    std::printf("page %d", cuMemGetAllocationGranularity(&page, &what, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUdeviceptr place = 0;
    std::printf(", reserved %d", cuMemAddressReserve(&place, 2 * page, 0, 0, 0));
    CUmemGenericAllocationHandle chunks[2];
    CUmemAccessDesc access = {};
    access.location = what.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    int mapped = 0;
    for (int i = 0; i < 2; ++i) {
        mapped += cuMemCreate(&chunks[i], page, &what, 0);
        mapped += cuMemMap(place + i * page, page, 0, chunks[i], 0);
        mapped += cuMemSetAccess(place + i * page, page, &access, 1);
    }
    what.location.id = 2;
    CUmemGenericAllocationHandle none;
    std::printf(", mapped %d, of no device %d\n", mapped, cuMemCreate(&none, page, &what, 0) != 0);

    std::vector<unsigned char> values(2 * page, 7);
    void* const first = reinterpret_cast<void*>(place);
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, first);
    std::printf("of device %d", attributes.device);
    std::printf(", copied %d", cudaMemcpy(first, values.data(), values.size(), cudaMemcpyHostToDevice));
    values.assign(2 * page, 0);
    std::printf(" and back %d", cudaMemcpy(values.data(), first, values.size(), cudaMemcpyDeviceToHost));
    std::printf(": %d %d\n", values.front(), values.back());
    std::printf("freed %d", cudaFree(first));
    cudaGetLastError();
    std::printf(", unmapped %d", cuMemUnmap(place, page));
    std::printf(", the other %d", cudaMemset(reinterpret_cast<void*>(place + page), 1, page));
    std::printf(", freed %d", cudaFree(reinterpret_cast<void*>(place + page)));
    cudaGetLastError();
    std::printf(", all %d", cuMemUnmap(place + page, page));
    std::printf(" %d\n", cuMemAddressFree(place, 2 * page));
    cuMemRelease(chunks[0]);
    cuMemRelease(chunks[1]);

    cudaSetDevice(0);
    std::printf("peer %d", cudaDeviceEnablePeerAccess(1, 0));
    cudaDeviceReset();
    std::printf(", after a reset %d\n", cudaDeviceEnablePeerAccess(1, 0));
    return 0;
}
