#include <hip/hip_runtime.h>
#include <rocsparse.h>
extern "C" {
rocsparse_status rocsparse_dcsrmv(rocsparse_handle, rocsparse_operation, int, int, int, const double*, rocsparse_mat_descr, const double*, const int*, const int*, const double*, const double*, double*);
rocsparse_status rocsparse_dcsrmm(rocsparse_handle, rocsparse_operation, int, int, int, int, const double*, rocsparse_mat_descr, const double*, const int*, const int*, const double*, int, const double*, double*, int);
}
int main() {
  rocsparse_handle h; rocsparse_mat_descr d; int n, *r, *c; double* v;
  rocsparse_dcsrmv(h, rocsparse_operation_none, n, n, n, v, d, v, r, c, nullptr, v, v, v);
  rocsparse_dcsrmm(h, rocsparse_operation_none, rocsparse_operation_none, n, n, n, n, v, d, v, r, c, v, n, v, v, n);
}
