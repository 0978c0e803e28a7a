// Products of tiles on tensor cores, against products by loops: each line says whether they agree.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <vector>

using namespace nvcuda;

// Small whole numbers: exact in each type, whatever the order of sums.
template <typename T>
__host__ __device__ T numberAt(int i, int salt)
{
    return static_cast<T>(static_cast<float>((i * 7 + salt) % 5 - 2));
}
template <>
__host__ __device__ unsigned char numberAt<unsigned char>(int i, int salt)
{
    return static_cast<unsigned char>((i * 7 + salt) % 200);
}

template <typename T>
struct StoredAs
{
    using Type = T;
};
template <>
struct StoredAs<wmma::precision::tf32>
{
    using Type = float;
};

template <typename T, typename Sum, typename OfA, typename OfB, int m, int n, int k>
__global__ void multiply(const typename StoredAs<T>::Type* a, const typename StoredAs<T>::Type* b,
                         const Sum* c, Sum* d, int lda, int ldb, int ldc, wmma::layout_t layout)
{
    wmma::fragment<wmma::matrix_a, m, n, k, T, OfA> left;
    wmma::fragment<wmma::matrix_b, m, n, k, T, OfB> right;
    wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
    wmma::load_matrix_sync(left, a, lda);
    wmma::load_matrix_sync(right, b, ldb);
    wmma::load_matrix_sync(sum, c, ldc, layout);
    for (int i = 0; i < sum.num_elements; i++) {
        sum.x[i] = sum.x[i] + sum.x[i];
    }
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(d, sum, ldc, layout);
}

template <typename T, typename Sum, typename OfA, typename OfB, int m, int n, int k>
void check(const char* name, wmma::layout_t layout)
{
    using Stored = typename StoredAs<T>::Type;
    constexpr bool kRowsA = std::is_same_v<OfA, wmma::row_major>;
    constexpr bool kRowsB = std::is_same_v<OfB, wmma::row_major>;
    const bool rowsC = layout == wmma::mem_row_major;
    const int lda = (kRowsA ? k : m) + 8;
    const int ldb = (kRowsB ? n : k) + 8;
    const int ldc = (rowsC ? n : m) + 4;
    std::vector<Stored> a(lda * (kRowsA ? m : k));
    std::vector<Stored> b(ldb * (kRowsB ? k : n));
    std::vector<Sum> c(ldc * (rowsC ? m : n));
    for (size_t i = 0; i < a.size(); i++) {
        a[i] = numberAt<Stored>(i, 1);
    }
    for (size_t i = 0; i < b.size(); i++) {
        b[i] = numberAt<Stored>(i, 3);
    }
    for (size_t i = 0; i < c.size(); i++) {
        c[i] = numberAt<Sum>(i, 2);
    }
    Stored* deviceA;
    Stored* deviceB;
    Sum* deviceC;
    Sum* deviceD;
    cudaMalloc(&deviceA, a.size() * sizeof(Stored));
    cudaMalloc(&deviceB, b.size() * sizeof(Stored));
    cudaMalloc(&deviceC, c.size() * sizeof(Sum));
    cudaMalloc(&deviceD, c.size() * sizeof(Sum));
    cudaMemcpy(deviceA, a.data(), a.size() * sizeof(Stored), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceB, b.data(), b.size() * sizeof(Stored), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceC, c.data(), c.size() * sizeof(Sum), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceD, c.data(), c.size() * sizeof(Sum), cudaMemcpyHostToDevice);
    multiply<T, Sum, OfA, OfB, m, n, k>
        <<<1, 32>>>(deviceA, deviceB, deviceC, deviceD, lda, ldb, ldc, layout);
    std::vector<Sum> d(c.size());
    cudaMemcpy(d.data(), deviceD, d.size() * sizeof(Sum), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int row = 0; row < m; row++) {
        for (int column = 0; column < n; column++) {
            const int at = rowsC ? row * ldc + column : column * ldc + row;
            double sum = 2 * static_cast<double>(c[at]);
            for (int i = 0; i < k; i++) {
                sum += static_cast<double>(a[kRowsA ? row * lda + i : i * lda + row]) *
                       static_cast<double>(b[kRowsB ? i * ldb + column : column * ldb + i]);
            }
            wrong += sum == static_cast<double>(d[at]) ? 0 : 1;
        }
    }
    std::printf("%s %s\n", name, wrong == 0 ? "right" : "wrong");
    cudaFree(deviceA);
    cudaFree(deviceB);
    cudaFree(deviceC);
    cudaFree(deviceD);
}

// The same lane has the same element in accumulators of one shape; of a sum that is too large the
// largest number is kept where that is asked for.
__global__ void mix(float* out, int* largest)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> x;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> y;
    wmma::fill_fragment(x, 3.0f);
    wmma::load_matrix_sync(y, out, 16, wmma::mem_row_major);
    for (int i = 0; i < x.num_elements; i++) {
        x.x[i] = x.x[i] * y.x[i] + 1.0f;
    }
    wmma::store_matrix_sync(out + 256, x, 16, wmma::mem_row_major);

    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
    wmma::fill_fragment(a, 100);
    wmma::fill_fragment(b, 100);
    wmma::fill_fragment(sum, 2147483600);
    wmma::mma_sync(sum, a, b, sum, true);
    wmma::store_matrix_sync(largest, sum, 16, wmma::mem_row_major);
    wmma::fill_fragment(sum, 2147483600);
    wmma::mma_sync(sum, a, b, sum);
    wmma::store_matrix_sync(largest + 256, sum, 16, wmma::mem_row_major);
}

__global__ void toTensorFloat(float* x)
{
    x[threadIdx.x] = wmma::__float_to_tf32(x[threadIdx.x]);
}

int main()
{
    using Rows = wmma::row_major;
    using Columns = wmma::col_major;
    check<half, float, Rows, Columns, 16, 16, 16>("half", wmma::mem_row_major);
    check<half, float, Columns, Rows, 32, 8, 16>("half, tall", wmma::mem_col_major);
    check<half, half, Rows, Rows, 8, 32, 16>("half, wide, sums in half", wmma::mem_row_major);
    check<__nv_bfloat16, float, Rows, Columns, 16, 16, 16>("bfloat16", wmma::mem_row_major);
    check<__nv_bfloat16, float, Columns, Columns, 8, 32, 16>("bfloat16, wide", wmma::mem_col_major);
    check<signed char, int, Rows, Columns, 16, 16, 16>("signed", wmma::mem_row_major);
    check<unsigned char, int, Columns, Rows, 32, 8, 16>("unsigned, tall", wmma::mem_row_major);
    check<wmma::precision::tf32, float, Rows, Columns, 16, 16, 8>("tf32", wmma::mem_row_major);
    check<double, double, Rows, Columns, 8, 8, 4>("double", wmma::mem_col_major);

    float* floats;
    int* wholes;
    cudaMallocManaged(&floats, 512 * sizeof(float));
    cudaMallocManaged(&wholes, 512 * sizeof(int));
    for (int i = 0; i < 256; i++) {
        floats[i] = i;
    }
    mix<<<1, 32>>>(floats, wholes);
    cudaDeviceSynchronize();
    bool same = true;
    for (int i = 0; i < 256; i++) {
        same = same && floats[256 + i] == 3.0f * i + 1.0f;
    }
    std::printf("elements %s\nkept at %d, else %d\n", same ? "right" : "wrong", wholes[17],
                wholes[300]);

    floats[0] = 1.0f + 1.0f / 2048; // half a step away: from zero
    floats[1] = -1.0f - 1.0f / 4096;
    floats[2] = 3.14159265f;
    floats[3] = 1e-42f;
    toTensorFloat<<<1, 4>>>(floats);
    cudaDeviceSynchronize();
    std::printf("%.9g %.9g %.9g %.9g\n", floats[0], floats[1], floats[2], floats[3]);
}
