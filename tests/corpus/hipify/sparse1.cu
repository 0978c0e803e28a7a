#include <cuda_runtime.h>
#include <cusparse.h>
int main() {
  cusparseHandle_t h; cusparseMatDescr_t d; csrilu02Info_t ii; bsrilu02Info_t bi; csric02Info_t ci; int n, *r, *c; double* v; float* f; void* b; size_t sz; int isz;
  cusparseSpMatDescr_t A; cusparseDnMatDescr_t B, C; cusparseDnVecDescr_t x, y; cusparseSpVecDescr_t sv; float al, be; cusparseSpSVDescr_t spsv; cusparseSpSMDescr_t spsm;
  cusparseCreate(&h);
  cusparseDcsrilu02(h, n, n, d, v, r, c, ii, CUSPARSE_SOLVE_POLICY_NO_LEVEL, b);
  cusparseDcsrilu02_analysis(h, n, n, d, v, r, c, ii, CUSPARSE_SOLVE_POLICY_NO_LEVEL, b);
  cusparseDcsrilu02_bufferSize(h, n, n, d, v, r, c, ii, &isz);
  cusparseScsric02_analysis(h, n, n, d, f, r, c, ci, CUSPARSE_SOLVE_POLICY_USE_LEVEL, b);
  cusparseScsric02_bufferSize(h, n, n, d, f, r, c, ci, &isz);
  cusparseSbsrilu02_bufferSize(h, CUSPARSE_DIRECTION_ROW, n, n, d, f, r, c, 2, bi, &isz);
  cusparseSbsrilu02_analysis(h, CUSPARSE_DIRECTION_ROW, n, n, d, f, r, c, 2, bi, CUSPARSE_SOLVE_POLICY_NO_LEVEL, b);
  cusparseSbsrilu02(h, CUSPARSE_DIRECTION_ROW, n, n, d, f, r, c, 2, bi, CUSPARSE_SOLVE_POLICY_NO_LEVEL, b);
  cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, x, &be, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, b);
  cusparseSpMV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, x, &be, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &sz);
  cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, B, &be, C, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, b);
  cusparseSpMM_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, B, &be, C, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &sz);
  cusparseSpMM_preprocess(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, B, &be, C, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, b);
  cusparseSpVV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, sv, x, &al, CUDA_R_32F, b);
  cusparseSpVV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, sv, x, &al, CUDA_R_32F, &sz);
  cusparseSpSV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, x, y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, spsv, &sz);
  cusparseSpSM_analysis(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, B, C, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, spsm, b);
  cusparseSpSM_solve(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, B, C, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, spsm);
  cusparseSparseToDense(h, A, B, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, b);
  cusparseSparseToDense_bufferSize(h, A, B, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &sz);
  cusparseDenseToSparse_bufferSize(h, B, A, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &sz);
  cusparseDenseToSparse_analysis(h, B, A, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, b);
  cusparseCsr2cscEx2_bufferSize(h, n, n, n, v, r, c, v, r, c, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, &sz);
  cusparseXcsrgeam2Nnz(h, n, n, d, n, r, c, d, n, r, c, d, r, &n, b);
  cusparseDcsrgeam2(h, n, n, v, d, n, v, r, c, v, d, n, v, r, c, d, v, r, c, b);
  cusparseSgtsvInterleavedBatch(h, 0, n, f, f, f, f, n, b);
  cusparseSgpsvInterleavedBatch(h, 0, n, f, f, f, f, f, f, n, b);
  cusparseSgtsvInterleavedBatch_bufferSizeExt(h, 0, n, f, f, f, f, n, &sz);
  cusparseSgpsvInterleavedBatch_bufferSizeExt(h, 0, n, f, f, f, f, f, f, n, &sz);
  cusparseSgemvi_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, n, n, n, &isz);
  cusparseStatus_t st = cusparseDestroy(h);
  return 0;
}
