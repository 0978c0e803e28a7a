#include <cuda_runtime.h>
#include <cusparse.h>
extern "C" {
cusparseStatus_t cusparseDcsrmv(cusparseHandle_t, cusparseOperation_t, int, int, int, const double*, cusparseMatDescr_t, const double*, const int*, const int*, const double*, const double*, double*);
cusparseStatus_t cusparseDcsrmm(cusparseHandle_t, cusparseOperation_t, int, int, int, int, const double*, cusparseMatDescr_t, const double*, const int*, const int*, const double*, int, const double*, double*, int);
}
int main() {
  cusparseHandle_t h; cusparseMatDescr_t d; int n, *r, *c; double* v;
  cusparseDcsrmv(h, CUSPARSE_OPERATION_NON_TRANSPOSE, n, n, n, v, d, v, r, c, v, v, v);
  cusparseDcsrmm(h, CUSPARSE_OPERATION_NON_TRANSPOSE, n, n, n, n, v, d, v, r, c, v, n, v, v, n);
}
