// Pins a buffer, such as an embedding table, in the part of L2 that is set aside for persisting accesses (compute
// capability 8.0 and later). Off unless the library is built with SEQK_L2_WINDOW.
#include "check.h"
#include "seqkernels.h"

#include <algorithm>

namespace seqk {

#ifdef SEQK_L2_WINDOW

void l2_window_keep(void* data, size_t bytes, cudaStream_t stream)
{
    int device = 0;
    int largest_window = 0;
    int largest_share = 0;
    SEQK_CHECK(cudaGetDevice(&device));
    SEQK_CHECK(cudaDeviceGetAttribute(&largest_window, cudaDevAttrMaxAccessPolicyWindowSize, device));
    SEQK_CHECK(cudaDeviceGetAttribute(&largest_share, cudaDevAttrMaxPersistingL2CacheSize, device));
    const size_t window = std::min(bytes, static_cast<size_t>(largest_window));
    SEQK_CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize,
                                  std::min(window, static_cast<size_t>(largest_share))));

    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.base_ptr = data;
    value.accessPolicyWindow.num_bytes = window;
    value.accessPolicyWindow.hitRatio = 1.0f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    SEQK_CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
}

void l2_window_release(cudaStream_t stream)
{
    cudaStreamAttrValue value = {};
    SEQK_CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    SEQK_CHECK(cudaCtxResetPersistingL2Cache());
}

#else

void l2_window_keep(void*, size_t, cudaStream_t) {}
void l2_window_release(cudaStream_t) {}

#endif

} // namespace seqk
