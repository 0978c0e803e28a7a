#include <stdio.h>
#include <rocblas.h>
#include <hip/hip_runtime.h>
int main() {
  rocblas_handle h; float al = 1, *x = 0; rocblas_float_complex ca; double dal; rocblas_status st = rocblas_create_handle(&h);
  if (st != rocblas_status_success) printf("!!!! CUBLAS error");
  rocblas_set_pointer_mode(h, rocblas_pointer_mode_device);
  rocblas_saxpy(h, 4, &al, x, 1, x, 1); rocblas_sgemm(h, rocblas_operation_none, rocblas_operation_transpose, 1, 1, 1, &al, x, 1, x, 1, &al, x, 1);
  rocblas_cgemm(h, rocblas_operation_none, rocblas_operation_transpose, 1, 1, 1, &ca, &ca, 1, &ca, 1, &ca, &ca, 1);
  rocblas_gemm_ex(h, rocblas_operation_none, rocblas_operation_none, 1, 1, 1, &al, x, rocblas_datatype_f16_r, 1, x, rocblas_datatype_f16_r, 1, &al, x, rocblas_datatype_f32_r, 1, rocblas_compute_type_f32, rocblas_gemm_algo_standard);
  rocblas_isamax(h, 4, x, 1, 0); rocblas_dgemm(h, rocblas_operation_none, rocblas_operation_transpose, 1, 1, 1, &dal, 0, 1, 0, 1, &dal, 0, 1);
  rocblas_destroy_handle(h); rocblas_set_stream(h, 0); rocblas_set_math_mode(h, CUBLAS_TENSOR_OP_MATH);
  rocblas_sgemm_strided_batched(h, rocblas_operation_none, rocblas_operation_none, 1, 1, 1, &al, x, 1, 1, x, 1, 1, &al, x, 1, 1, 1);
  return 0;
}
