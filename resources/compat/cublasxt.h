// Products of matrices in the host's memory, or any GPU's, by hipBLAS on the devices that are chosen: blocks of the result
// take turns on them. A call is over when the result is there.
#ifdef __cplusplus
#include <algorithm>
#include <vector>

enum cublasXtPinnedMemMode_t
{
    CUBLASXT_PINNING_DISABLED = 0,
    CUBLASXT_PINNING_ENABLED = 1
};
struct rocportXtDevice
{
    int id;
    hipblasHandle_t handle;
    hipStream_t stream;
};
struct rocportXt
{
    std::vector<rocportXtDevice> devices;
    int block = 2048;
    cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};
typedef rocportXt* cublasXtHandle_t;

/// Keeps the current device.
class rocportXtCurrent
{
public:
    rocportXtCurrent() { m_known = hipGetDevice(&m_device) == hipSuccess; }
    ~rocportXtCurrent()
    {
        if (m_known)
            (void)hipSetDevice(m_device);
    }
    rocportXtCurrent(const rocportXtCurrent&) = delete;
    rocportXtCurrent& operator=(const rocportXtCurrent&) = delete;

private:
    int m_device = 0;
    bool m_known = false;
};

inline void rocportXtForget(rocportXt& xt)
{
    for (const rocportXtDevice& one : xt.devices) {
        (void)hipSetDevice(one.id);
        (void)hipblasDestroy(one.handle);
        (void)hipStreamDestroy(one.stream);
    }
    xt.devices.clear();
}
inline hipblasStatus_t cublasXtCreate(cublasXtHandle_t* handle)
{
    if (handle == nullptr)
        return HIPBLAS_STATUS_INVALID_VALUE;
    *handle = new rocportXt();
    return HIPBLAS_STATUS_SUCCESS;
}
inline hipblasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
    if (handle == nullptr)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    const rocportXtCurrent current;
    rocportXtForget(*handle);
    delete handle;
    return HIPBLAS_STATUS_SUCCESS;
}
inline hipblasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int ids[])
{
    int all = 0;
    if (handle == nullptr)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (count < 1 || ids == nullptr || hipGetDeviceCount(&all) != hipSuccess)
        return HIPBLAS_STATUS_INVALID_VALUE;
    for (int i = 0; i < count; ++i) {
        if (ids[i] < 0 || ids[i] >= all)
            return HIPBLAS_STATUS_INVALID_VALUE;
    }
    const rocportXtCurrent current;
    rocportXtForget(*handle);
    for (int i = 0; i < count; ++i) {
        rocportXtDevice one = {ids[i], nullptr, nullptr};
        if (hipSetDevice(one.id) != hipSuccess || hipStreamCreate(&one.stream) != hipSuccess)
            return HIPBLAS_STATUS_ALLOC_FAILED;
        if (hipblasCreate(&one.handle) != HIPBLAS_STATUS_SUCCESS) {
            (void)hipStreamDestroy(one.stream);
            return HIPBLAS_STATUS_ALLOC_FAILED;
        }
        handle->devices.push_back(one);
        if (hipblasSetStream(one.handle, one.stream) != HIPBLAS_STATUS_SUCCESS)
            return HIPBLAS_STATUS_INTERNAL_ERROR;
    }
    return HIPBLAS_STATUS_SUCCESS;
}
inline hipblasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block)
{
    if (handle == nullptr)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (block < 1)
        return HIPBLAS_STATUS_INVALID_VALUE;
    handle->block = block;
    return HIPBLAS_STATUS_SUCCESS;
}
inline hipblasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* block)
{
    if (handle == nullptr)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (block == nullptr)
        return HIPBLAS_STATUS_INVALID_VALUE;
    *block = handle->block;
    return HIPBLAS_STATUS_SUCCESS;
}
/// Pinned or not, copies are right; the mode is kept and does nothing.
inline hipblasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode)
{
    if (handle == nullptr)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    handle->pinning = mode;
    return HIPBLAS_STATUS_SUCCESS;
}
inline hipblasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode)
{
    if (handle == nullptr)
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (mode == nullptr)
        return HIPBLAS_STATUS_INVALID_VALUE;
    *mode = handle->pinning;
    return HIPBLAS_STATUS_SUCCESS;
}

/// What a device holds of the three matrices while a call runs.
template <typename T>
struct rocportXtBlocks
{
    T* a = nullptr;
    T* b = nullptr;
    T* c = nullptr;
};
/// Columns of a matrix that lie apart, to or from columns that lie together.
template <typename T>
inline bool rocportXtCopy(T* to, size_t toColumn, const T* from, size_t fromColumn, size_t rows, size_t columns, hipStream_t stream)
{
    return hipMemcpy2DAsync(to, toColumn * sizeof(T), from, fromColumn * sizeof(T), rows * sizeof(T), columns, hipMemcpyDefault,
                            stream) == hipSuccess;
}
template <typename T, typename Gemm>
inline hipblasStatus_t rocportXtGemm(cublasXtHandle_t handle, Gemm gemm, hipblasOperation_t opA, hipblasOperation_t opB, size_t m,
                                     size_t n, size_t k, const T* alpha, const T* a, size_t lda, const T* b, size_t ldb,
                                     const T* beta, T* c, size_t ldc, T one, bool isBetaZero)
{
    if (handle == nullptr || handle->devices.empty())
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (alpha == nullptr || beta == nullptr)
        return HIPBLAS_STATUS_INVALID_VALUE;
    const bool plainA = opA == HIPBLAS_OP_N;
    const bool plainB = opB == HIPBLAS_OP_N;
    if (lda < std::max<size_t>(1, plainA ? m : k) || ldb < std::max<size_t>(1, plainB ? k : n) || ldc < std::max<size_t>(1, m))
        return HIPBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0)
        return HIPBLAS_STATUS_SUCCESS;
    const rocportXtCurrent current;
    const size_t side = static_cast<size_t>(handle->block);
    const size_t rows = std::min(side, m);
    const size_t columns = std::min(side, n);
    const size_t depth = std::max<size_t>(1, std::min(side, k));
    std::vector<rocportXtBlocks<T>> blocks(handle->devices.size());
    hipblasStatus_t status = HIPBLAS_STATUS_SUCCESS;
    for (size_t i = 0; i < blocks.size() && status == HIPBLAS_STATUS_SUCCESS; ++i) {
        if (hipSetDevice(handle->devices[i].id) != hipSuccess ||
            hipMalloc(reinterpret_cast<void**>(&blocks[i].a), rows * depth * sizeof(T)) != hipSuccess ||
            hipMalloc(reinterpret_cast<void**>(&blocks[i].b), depth * columns * sizeof(T)) != hipSuccess ||
            hipMalloc(reinterpret_cast<void**>(&blocks[i].c), rows * columns * sizeof(T)) != hipSuccess)
            status = HIPBLAS_STATUS_ALLOC_FAILED;
    }
    size_t turn = 0;
    for (size_t j = 0; j < n && status == HIPBLAS_STATUS_SUCCESS; j += columns) {
        const size_t width = std::min(columns, n - j);
        for (size_t i = 0; i < m && status == HIPBLAS_STATUS_SUCCESS; i += rows, ++turn) {
            const size_t height = std::min(rows, m - i);
            const rocportXtDevice& device = handle->devices[turn % blocks.size()];
            const rocportXtBlocks<T>& own = blocks[turn % blocks.size()];
            bool done = hipSetDevice(device.id) == hipSuccess;
            if (!isBetaZero)
                done = done && rocportXtCopy(own.c, height, c + i + j * ldc, ldc, height, width, device.stream);
            for (size_t l = 0; done && (l < k || l == 0); l += depth) {
                const size_t part = std::min(depth, k - l);
                const size_t ownA = plainA ? height : std::max<size_t>(1, part);
                const size_t ownB = plainB ? std::max<size_t>(1, part) : width;
                if (part > 0)
                    done = rocportXtCopy(own.a, ownA, plainA ? a + i + l * lda : a + l + i * lda, lda, plainA ? height : part,
                                         plainA ? part : height, device.stream) &&
                           rocportXtCopy(own.b, ownB, plainB ? b + l + j * ldb : b + j + l * ldb, ldb, plainB ? part : width,
                                         plainB ? width : part, device.stream);
                done = done && gemm(device.handle, opA, opB, static_cast<int>(height), static_cast<int>(width),
                                    static_cast<int>(part), alpha, own.a, static_cast<int>(ownA), own.b, static_cast<int>(ownB),
                                    l == 0 ? beta : &one, own.c, static_cast<int>(height)) == HIPBLAS_STATUS_SUCCESS;
            }
            done = done && rocportXtCopy(c + i + j * ldc, ldc, own.c, height, height, width, device.stream);
            if (!done)
                status = HIPBLAS_STATUS_EXECUTION_FAILED;
        }
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
        (void)hipSetDevice(handle->devices[i].id);
        if (hipStreamSynchronize(handle->devices[i].stream) != hipSuccess && status == HIPBLAS_STATUS_SUCCESS)
            status = HIPBLAS_STATUS_EXECUTION_FAILED;
        (void)hipFree(blocks[i].a);
        (void)hipFree(blocks[i].b);
        (void)hipFree(blocks[i].c);
    }
    return status;
}
inline hipblasStatus_t cublasXtSgemm(cublasXtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, size_t m, size_t n,
                                     size_t k, const float* alpha, const float* a, size_t lda, const float* b, size_t ldb,
                                     const float* beta, float* c, size_t ldc)
{
    return rocportXtGemm(handle, hipblasSgemm, opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, 1.0f,
                         beta != nullptr && *beta == 0.0f);
}
inline hipblasStatus_t cublasXtDgemm(cublasXtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, size_t m, size_t n,
                                     size_t k, const double* alpha, const double* a, size_t lda, const double* b, size_t ldb,
                                     const double* beta, double* c, size_t ldc)
{
    return rocportXtGemm(handle, hipblasDgemm, opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, 1.0,
                         beta != nullptr && *beta == 0.0);
}
// hipBLAS 2 has functions of this type under names of their own.
#if defined(hipblasVersionMajor) && hipblasVersionMajor < 3
#define ROCPORT_XT_CGEMM hipblasCgemm_v2
#define ROCPORT_XT_ZGEMM hipblasZgemm_v2
#else
#define ROCPORT_XT_CGEMM hipblasCgemm
#define ROCPORT_XT_ZGEMM hipblasZgemm
#endif
inline hipblasStatus_t cublasXtCgemm(cublasXtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, size_t m, size_t n,
                                     size_t k, const hipComplex* alpha, const hipComplex* a, size_t lda, const hipComplex* b,
                                     size_t ldb, const hipComplex* beta, hipComplex* c, size_t ldc)
{
    return rocportXtGemm(handle, ROCPORT_XT_CGEMM, opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
                         make_hipFloatComplex(1.0f, 0.0f), beta != nullptr && beta->x == 0.0f && beta->y == 0.0f);
}
inline hipblasStatus_t cublasXtZgemm(cublasXtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, size_t m, size_t n,
                                     size_t k, const hipDoubleComplex* alpha, const hipDoubleComplex* a, size_t lda,
                                     const hipDoubleComplex* b, size_t ldb, const hipDoubleComplex* beta, hipDoubleComplex* c,
                                     size_t ldc)
{
    return rocportXtGemm(handle, ROCPORT_XT_ZGEMM, opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
                         make_hipDoubleComplex(1.0, 0.0), beta != nullptr && beta->x == 0.0 && beta->y == 0.0);
}
#endif // __cplusplus
