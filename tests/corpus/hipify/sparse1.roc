#include <hip/hip_runtime.h>
#include <rocsparse.h>
int main() {
  rocsparse_handle h; rocsparse_mat_descr d; rocsparse_mat_info ii; rocsparse_mat_info bi; rocsparse_mat_info ci; int n, *r, *c; double* v; float* f; void* b; size_t sz; int isz;
  rocsparse_spmat_descr A; rocsparse_dnmat_descr B, C; rocsparse_dnvec_descr x, y; rocsparse_spvec_descr sv; float al, be; cusparseSpSVDescr_t spsv; cusparseSpSMDescr_t spsm;
  rocsparse_create_handle(&h);
  rocsparse_dcsrilu0(h, n, n, d, v, r, c, ii, rocsparse_solve_policy_auto, b);
  rocsparse_dcsrilu0_analysis(h, n, n, d, v, r, c, ii, rocsparse_analysis_policy_force, rocsparse_solve_policy_auto, b);
  rocsparse_dcsrilu0_buffer_size(h, n, n, d, v, r, c, ii, reinterpret_cast<size_t*>(&isz));
  rocsparse_scsric0_analysis(h, n, n, d, f, r, c, ci, rocsparse_analysis_policy_force, rocsparse_solve_policy_auto, b);
  rocsparse_scsric0_buffer_size(h, n, n, d, f, r, c, ci, reinterpret_cast<size_t*>(&isz));
  rocsparse_sbsrilu0_buffer_size(h, rocsparse_direction_row, n, n, d, f, r, c, 2, bi, reinterpret_cast<size_t*>(&isz));
  rocsparse_sbsrilu0_analysis(h, rocsparse_direction_row, n, n, d, f, r, c, 2, bi, rocsparse_analysis_policy_force, rocsparse_solve_policy_auto, b);
  rocsparse_sbsrilu0(h, rocsparse_direction_row, n, n, d, f, r, c, 2, bi, rocsparse_solve_policy_auto, b);
  rocsparse_spmv(h, rocsparse_operation_none, &al, A, x, &be, y, rocblas_datatype_f32_r, rocsparse_spmv_alg_default, rocsparse_spmv_stage_compute, b);
  rocsparse_spmv(h, rocsparse_operation_none, &al, A, x, &be, y, rocblas_datatype_f32_r, rocsparse_spmv_alg_default, rocsparse_spmv_stage_buffer_size, &sz, nullptr);
  rocsparse_spmm(h, rocsparse_operation_none, rocsparse_operation_none, &al, A, B, &be, C, rocblas_datatype_f32_r, rocsparse_spmm_alg_default, rocsparse_spmm_stage_compute, nullptr, b);
  rocsparse_spmm(h, rocsparse_operation_none, rocsparse_operation_none, &al, A, B, &be, C, rocblas_datatype_f32_r, rocsparse_spmm_alg_default, rocsparse_spmm_stage_compute, &sz, nullptr);
  rocsparse_spmm(h, rocsparse_operation_none, rocsparse_operation_none, &al, A, B, &be, C, rocblas_datatype_f32_r, rocsparse_spmm_alg_default, rocsparse_spmm_stage_preprocess, nullptr, b);
  rocsparse_spvv(h, rocsparse_operation_none, sv, x, &al, rocblas_datatype_f32_r, nullptr, b);
  rocsparse_spvv(h, rocsparse_operation_none, sv, x, &al, rocblas_datatype_f32_r, &sz, nullptr);
  rocsparse_spsv(h, rocsparse_operation_none, &al, A, x, y, rocblas_datatype_f32_r, rocsparse_spsv_alg_default, rocsparse_spsv_stage_buffer_size, &sz, nullptr);
  rocsparse_spsm(h, rocsparse_operation_none, rocsparse_operation_none, &al, A, B, C, rocblas_datatype_f32_r, rocsparse_spsm_alg_default, rocsparse_spsm_stage_compute, nullptr, b);
  rocsparse_spsm(h, rocsparse_operation_none, rocsparse_operation_none, &al, A, B, C, rocblas_datatype_f32_r, rocsparse_spsm_alg_default, rocsparse_spsm_stage_compute, nullptr, nullptr);
  rocsparse_sparse_to_dense(h, A, B, rocsparse_sparse_to_dense_alg_default, nullptr, b);
  rocsparse_sparse_to_dense(h, A, B, rocsparse_sparse_to_dense_alg_default, &sz, nullptr);
  rocsparse_dense_to_sparse(h, B, A, rocsparse_dense_to_sparse_alg_default, &sz, nullptr);
  rocsparse_dense_to_sparse(h, B, A, rocsparse_dense_to_sparse_alg_default, nullptr, b);
  rocsparse_csr2csc_buffer_size(h, n, n, n, r, c, rocsparse_action_numeric, &sz);
  rocsparse_csrgeam_nnz(h, n, n, d, n, r, c, d, n, r, c, d, r, &n);
  rocsparse_dcsrgeam(h, n, n, v, d, n, v, r, c, v, d, n, v, r, c, d, v, r, c);
  rocsparse_sgtsv_interleaved_batch(h, 0, n, f, f, f, f, n, n, b);
  rocsparse_sgpsv_interleaved_batch(h, 0, n, f, f, f, f, f, f, n, n, b);
  rocsparse_sgtsv_interleaved_batch_buffer_size(h, 0, n, f, f, f, f, n, n, &sz);
  rocsparse_sgpsv_interleaved_batch_buffer_size(h, 0, n, f, f, f, f, f, f, n, n, &sz);
  rocsparse_sgemvi_buffer_size(h, rocsparse_operation_none, n, n, n, reinterpret_cast<size_t*>(&isz));
  rocsparse_status st = rocsparse_destroy_handle(h);
  return 0;
}
