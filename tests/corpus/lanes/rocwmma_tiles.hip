// Products of tiles by rocWMMA, against products by loops: one wavefront for each tile, whatever it
// is wide.
#include <hip/hip_runtime.h>
#include <rocwmma/rocwmma.hpp>

#include <cstdio>
#include <vector>

using namespace rocwmma;

constexpr int kSize = 64;
constexpr int kTile = 16;

__global__ void gemm(const float16_t* a, const float16_t* b, const float* c, float* d, float alpha, float beta)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * kTile;
    const int column = (blockIdx.y * blockDim.y + threadIdx.y) * kTile;
    fragment<matrix_a, kTile, kTile, kTile, float16_t, row_major> left;
    fragment<matrix_b, kTile, kTile, kTile, float16_t, col_major> right;
    fragment<accumulator, kTile, kTile, kTile, float32_t> sum;
    fragment<accumulator, kTile, kTile, kTile, float32_t> before;
    fill_fragment(sum, 0.0f);
    for (int k = 0; k < kSize; k += kTile) {
        load_matrix_sync(left, a + row * kSize + k, kSize);
        load_matrix_sync(right, b + column * kSize + k, kSize);
        mma_sync(sum, left, right, sum);
    }
    load_matrix_sync(before, c + row * kSize + column, kSize, mem_row_major);
    for (int i = 0; i < before.num_elements; i++) {
        before.x[i] = alpha * sum.x[i] + beta * before.x[i];
    }
    store_matrix_sync(d + row * kSize + column, before, kSize, mem_row_major);
}

__global__ void whole(const int8_t* a, const int8_t* b, int* d)
{
    __shared__ int tile[kTile * kTile];
    fragment<matrix_a, kTile, kTile, kTile, int8_t, col_major> left;
    fragment<matrix_b, kTile, kTile, kTile, int8_t, row_major> right;
    fragment<accumulator, kTile, kTile, kTile, int32_t, col_major> sum;
    fill_fragment(sum, 5);
    load_matrix_sync(left, a, kTile);
    load_matrix_sync(right, b, kTile);
    mma_sync(sum, left, right, sum);
    store_matrix_sync(tile, sum, kTile);
    synchronize_workgroup();
    for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x) {
        d[i] = tile[i];
    }
}

int main()
{
    int width = 0;
    hipDeviceGetAttribute(&width, hipDeviceAttributeWarpSize, 0);
    float16_t* a;
    float16_t* b;
    float* c;
    float* d;
    hipMallocManaged(&a, kSize * kSize * sizeof(float16_t));
    hipMallocManaged(&b, kSize * kSize * sizeof(float16_t));
    hipMallocManaged(&c, kSize * kSize * sizeof(float));
    hipMallocManaged(&d, kSize * kSize * sizeof(float));
    for (int i = 0; i < kSize * kSize; i++) {
        a[i] = static_cast<float>(i * 7 % 5 - 2);
        b[i] = static_cast<float>(i * 3 % 7 - 3);
        c[i] = i % 11;
    }
    gemm<<<dim3(kSize / kTile / 2, kSize / kTile), dim3(2 * width, 1)>>>(a, b, c, d, 2.0f, 3.0f);
    hipDeviceSynchronize();
    int wrong = 0;
    for (int row = 0; row < kSize; row++) {
        for (int column = 0; column < kSize; column++) {
            float sum = 0;
            for (int k = 0; k < kSize; k++) {
                sum += static_cast<float>(a[row * kSize + k]) * static_cast<float>(b[column * kSize + k]);
            }
            wrong += d[row * kSize + column] == 2 * sum + 3 * c[row * kSize + column] ? 0 : 1;
        }
    }
    std::printf("half %s\n", wrong == 0 ? "right" : "wrong");

    int8_t* x;
    int8_t* y;
    int* z;
    hipMallocManaged(&x, kTile * kTile);
    hipMallocManaged(&y, kTile * kTile);
    hipMallocManaged(&z, kTile * kTile * sizeof(int));
    for (int i = 0; i < kTile * kTile; i++) {
        x[i] = static_cast<int8_t>(i * 5);
        y[i] = static_cast<int8_t>(i * 3 - 7);
    }
    whole<<<1, width>>>(x, y, z);
    hipDeviceSynchronize();
    wrong = 0;
    for (int row = 0; row < kTile; row++) {
        for (int column = 0; column < kTile; column++) {
            int sum = 5;
            for (int k = 0; k < kTile; k++) {
                sum += x[k * kTile + row] * y[k * kTile + column];
            }
            wrong += z[column * kTile + row] == sum ? 0 : 1;
        }
    }
    std::printf("whole numbers %s\n", wrong == 0 ? "right" : "wrong");
}
