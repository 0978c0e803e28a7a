// What sparse matrices give, each against arithmetic done here: "right" or "wrong" of each thing.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdio>
#include <vector>

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }

template <typename T> struct Device {
    T* data = nullptr;
    size_t count;
    explicit Device(size_t size) : count(size) { cudaMalloc(&data, size * sizeof(T)); }
    explicit Device(const std::vector<T>& from) : Device(from.size()) { cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice); }
    ~Device() { cudaFree(data); }
    std::vector<T> back() const
    {
        std::vector<T> host(count);
        cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
        return host;
    }
};
typedef std::vector<float> Floats;
typedef std::vector<int> Ints;

// 4 0 2
// 1 3 0
// 0 6 5
static const Ints offsets = {0, 2, 4, 6}, columns = {0, 2, 0, 1, 1, 2}, rows = {0, 0, 1, 1, 2, 2};
static const Floats values = {4, 2, 1, 3, 6, 5};

int main()
{
    cusparseHandle_t handle;
    cusparseCreate(&handle);
    Device<int> dOffsets(offsets), dColumns(columns), dRows(rows);
    Device<float> dValues(values), x(Floats{1, 2, 3}), y(3);
    cusparseSpMatDescr_t csr, coo;
    cusparseDnVecDescr_t vectorX, vectorY;
    cusparseCreateCsr(&csr, 3, 3, 6, dOffsets.data, dColumns.data, dValues.data, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateCoo(&coo, 3, 3, 6, dRows.data, dColumns.data, dValues.data, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&vectorX, 3, x.data, CUDA_R_32F);
    cusparseCreateDnVec(&vectorY, 3, y.data, CUDA_R_32F);

    float alpha = 1, beta = 0;
    size_t bytes = 0;
    say("size", cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, vectorX, &beta, vectorY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                                        &bytes) == CUSPARSE_STATUS_SUCCESS && bytes > 0);
    Device<char> buffer(bytes);
    cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, vectorX, &beta, vectorY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer.data);
    say("SpMV", y.back() == Floats({10, 7, 27}));
    alpha = 2;
    beta = 1;
    cusparseSpMV(handle, CUSPARSE_OPERATION_TRANSPOSE, &alpha, coo, vectorX, &beta, vectorY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer.data);
    say("transposed", y.back() == Floats({10 + 2 * 6, 7 + 2 * 24, 27 + 2 * 17}));

    alpha = 1;
    beta = 0;
    Device<float> b(Floats{1, 2, 3, 0, 1, 0}), c(6);
    cusparseDnMatDescr_t matrixB, matrixC;
    cusparseCreateDnMat(&matrixB, 3, 2, 3, b.data, CUDA_R_32F, CUSPARSE_ORDER_COL);
    cusparseCreateDnMat(&matrixC, 3, 2, 2, c.data, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, matrixB, &beta, matrixC, CUDA_R_32F,
                 CUSPARSE_SPMM_ALG_DEFAULT, buffer.data);
    say("SpMM", c.back() == Floats({10, 0, 7, 3, 27, 6}));

    // The triangle below with its own diagonal, and the one above with ones in it.
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
    cusparseSpMatSetAttribute(csr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill));
    cusparseSpMatSetAttribute(csr, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal));
    say("attributes", cusparseSpMatSetAttribute(csr, CUSPARSE_SPMAT_FILL_MODE, nullptr, sizeof(fill)) == CUSPARSE_STATUS_INVALID_VALUE &&
                          cusparseSpMatSetAttribute(nullptr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)) == CUSPARSE_STATUS_INVALID_VALUE &&
                          cusparseSpMatSetAttribute(csr, (cusparseSpMatAttribute_t)7, &fill, sizeof(fill)) == CUSPARSE_STATUS_INVALID_VALUE &&
                          cusparseSpMatSetAttribute(csr, CUSPARSE_SPMAT_FILL_MODE, &fill, 1) == CUSPARSE_STATUS_INVALID_VALUE);
    Device<float> right(Floats{4, 7, 17});
    cusparseDnVecDescr_t side;
    cusparseCreateDnVec(&side, 3, right.data, CUDA_R_32F);
    cusparseSpSVDescr_t plan;
    cusparseSpSV_createDescr(&plan);
    cusparseSpSV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, side, vectorY, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, plan, &bytes);
    cusparseSpSV_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, side, vectorY, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, plan, buffer.data);
    cusparseSpSV_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, side, vectorY, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, plan);
    say("SpSV", y.back() == Floats({1, 2, 1}));
    fill = CUSPARSE_FILL_MODE_UPPER;
    diagonal = CUSPARSE_DIAG_TYPE_UNIT;
    cusparseSpMatSetAttribute(csr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill));
    cusparseSpMatSetAttribute(csr, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal));
    cusparseSpSV_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, side, vectorY, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, plan);
    say("above", y.back() == Floats({4 - 2 * 17, 7, 17}));
    cusparseSpSV_solve(handle, CUSPARSE_OPERATION_TRANSPOSE, &alpha, csr, side, vectorY, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, plan);
    say("above, transposed", y.back() == Floats({4, 7, 17 - 2 * 4}));
    cusparseSpSV_destroyDescr(plan);

    // 2 1 0    factors: 2 1 0
    // 4 3 1             2 1 1
    // 0 2 5             0 2 3
    Device<float> full(Floats{2, 1, 4, 3, 1, 2, 5});
    Device<int> fullOffsets(Ints{0, 2, 5, 7}), fullColumns(Ints{0, 1, 0, 1, 2, 1, 2});
    cusparseMatDescr_t description;
    csrilu02Info_t info;
    int size = 0, zero = 7;
    cusparseCreateMatDescr(&description);
    cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL);
    cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ZERO);
    cusparseCreateCsrilu02Info(&info);
    cusparseScsrilu02_bufferSize(handle, 3, 7, description, full.data, fullOffsets.data, fullColumns.data, info, &size);
    cusparseScsrilu02_analysis(handle, 3, 7, description, full.data, fullOffsets.data, fullColumns.data, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.data);
    cusparseScsrilu02(handle, 3, 7, description, full.data, fullOffsets.data, fullColumns.data, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.data);
    say("incomplete factors", full.back() == Floats({2, 1, 2, 1, 1, 2, 3}) && cusparseXcsrilu02_zeroPivot(handle, info, &zero) == CUSPARSE_STATUS_SUCCESS && zero == -1);
    cusparseDestroyCsrilu02Info(info);
    cusparseDestroyMatDescr(description);

    Device<int> toOffsets(4), toRows(6);
    Device<float> toValues(6);
    cusparseCsr2cscEx2(handle, 3, 3, 6, dValues.data, dOffsets.data, dColumns.data, toValues.data, toOffsets.data, toRows.data, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                       CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, buffer.data);
    say("by columns", toValues.back() == Floats({4, 1, 3, 6, 2, 5}) && toOffsets.back() == Ints({0, 2, 4, 6}) && toRows.back() == Ints({0, 1, 1, 2, 0, 2}));
    cusparseXcoo2csr(handle, dRows.data, 6, 3, toOffsets.data, CUSPARSE_INDEX_BASE_ZERO);
    cusparseXcsr2coo(handle, dOffsets.data, 6, 3, toRows.data, CUSPARSE_INDEX_BASE_ZERO);
    say("rows", toOffsets.back() == offsets && toRows.back() == rows);

    cusparseDestroySpMat(csr);
    cusparseDestroySpMat(coo);
    cusparseDestroyDnVec(vectorX);
    cusparseDestroyDnVec(vectorY);
    cusparseDestroy(handle);
    return 0;
}
