// Host interface of the kernels: raw device pointers and a stream, row-major float32 unless said otherwise.
// The PyTorch binding (bindings.cpp) and the test program (tests/main.cpp) both build on it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace seqk {

enum class RowReduction { Sum, L2Norm };

/// out[r] = sum or L2 norm of row r. cols may be any positive number.
void row_reduce(const float* x, float* out, int rows, int cols, RowReduction kind, cudaStream_t stream);

/// Softmax over the last dimension. lengths[r] masks the tail of row r; pass nullptr for full rows.
void masked_softmax(const float* x, const int* lengths, float* out, int rows, int cols, cudaStream_t stream);

/// Layer norm over the last dimension with affine parameters of cols elements.
void layer_norm(const float* x, const float* gamma, const float* beta, float* out, int rows, int cols,
                float eps, cudaStream_t stream);

/// Exclusive prefix sum of each row: packed start offsets of variable-length sequences.
void row_offsets(const int* lengths, int* offsets, int rows, int cols, cudaStream_t stream);

/// Exclusive prefix sum over one long array. workspace_bytes receives the size when workspace is nullptr.
void prefix_sum(const int* in, int* out, int count, void* workspace, size_t& workspace_bytes,
                cudaStream_t stream);

/// Writes the indices of nonzero flags to indices and their number to count (both on the device).
/// The order within a block of 256 flags is kept, the order of the blocks is not.
void compact_indices(const uint8_t* flags, int* indices, int* count, int n, cudaStream_t stream);

/// The k largest values of each row with their columns, largest first; k <= 32 and k <= cols.
void row_topk(const float* x, float* values, int* columns, int rows, int cols, int k, cudaStream_t stream);

/// y = x * w^T with x [rows, in] and w [out, in], by cuBLAS.
void project(const float* x, const float* w, float* y, int rows, int in_features, int out_features,
             cudaStream_t stream);

/// Five-point smoothing along the sequence dimension, edges clamped.
void smooth(const float* x, float* out, int rows, int cols, cudaStream_t stream);

/// Keeps [data, data + bytes) in the persisting part of L2 for kernels on stream; release gives it back.
/// Only where the library was built with SEQK_L2_WINDOW; otherwise both do nothing.
void l2_window_keep(void* data, size_t bytes, cudaStream_t stream);
void l2_window_release(cudaStream_t stream);

} // namespace seqk
