// The output projection by cuBLAS. Row-major y = x * w^T is column-major y^T = w * x^T, which is what cuBLAS computes.
#include "check.h"
#include "seqkernels.h"

#include <cublas_v2.h>

#include <mutex>
#include <string>
#include <unordered_map>

namespace seqk {
namespace {

void check_blas(cublasStatus_t status, const char* what)
{
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw std::runtime_error(std::string(what) + ": cuBLAS status " + std::to_string(static_cast<int>(status)));
    }
}

// One handle per device; creating one takes tens of milliseconds.
cublasHandle_t handle_for_current_device()
{
    static std::mutex mutex;
    static std::unordered_map<int, cublasHandle_t> handles;
    int device = 0;
    SEQK_CHECK(cudaGetDevice(&device));
    const std::lock_guard<std::mutex> lock(mutex);
    cublasHandle_t& handle = handles[device];
    if (handle == nullptr) {
        check_blas(cublasCreate(&handle), "cublasCreate");
    }
    return handle;
}

} // namespace

void project(const float* x, const float* w, float* y, int rows, int in_features, int out_features,
             cudaStream_t stream)
{
    if (rows == 0) {
        return;
    }
    const float alpha = 1.0f;
    const float beta = 0.0f;
    cublasHandle_t handle = handle_for_current_device();
    check_blas(cublasSetStream(handle, stream), "cublasSetStream");
    check_blas(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, out_features, rows, in_features, &alpha, w,
                           in_features, x, in_features, &beta, y, out_features),
               "cublasSgemm");
}

} // namespace seqk
