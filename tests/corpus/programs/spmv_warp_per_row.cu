#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// One warp of 32 threads for each row of a sparse matrix.
template <typename T>
__global__ void spmv(int rows, const int* __restrict__ start, const int* __restrict__ column, const T* __restrict__ value,
                     const T* __restrict__ x, T* __restrict__ y)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread / 32;
    const int lane = thread & 31;
    if (row >= rows) return;
    T sum = 0;
    for (int i = start[row] + lane; i < start[row + 1]; i += 32) sum += value[i] * x[column[i]];
    for (int offset = 16; offset; offset >>= 1) sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);
    if (lane == 0) y[row] = sum;
}

int main()
{
    const int rows = 1000, each = 5;
    std::vector<int> start(rows + 1), column(rows * each);
    for (int r = 0; r <= rows; ++r) start[r] = r * each;
    for (int i = 0; i < rows * each; ++i) column[i] = (i * 37) % rows;
    std::vector<double> value(rows * each, 0.5), x(rows, 2.0), y(rows);
    int *dStart, *dColumn;
    double *dValue, *dX, *dY;
    cudaMalloc(&dStart, start.size() * sizeof(int));
    cudaMalloc(&dColumn, column.size() * sizeof(int));
    cudaMalloc(&dValue, value.size() * sizeof(double));
    cudaMalloc(&dX, rows * sizeof(double));
    cudaMalloc(&dY, rows * sizeof(double));
    cudaMemcpy(dStart, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dColumn, column.data(), column.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dValue, value.data(), value.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dX, x.data(), rows * sizeof(double), cudaMemcpyHostToDevice);
    spmv<double><<<(rows * 32 + 255) / 256, 256>>>(rows, dStart, dColumn, dValue, dX, dY);
    cudaMemcpy(y.data(), dY, rows * sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("%f\n", y[3]);
    return y[3] == 5.0 ? 0 : 1;
}
