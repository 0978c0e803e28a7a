// What factors and eigenvalues of dense matrices give, each against arithmetic done here: "right" or "wrong" of each thing.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <vector>

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }
static bool near(double a, double b) { return std::fabs(a - b) < 1e-9; }

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
typedef std::vector<double> Numbers;

static const int n = 3;
static const Numbers matrix = {4, 2, -2, 2, 10, 2, -2, 2, 6}; // symmetric, its eigenvalues are positive
static const Numbers solution = {1, -2, 3};

static Numbers times(const Numbers& a, const Numbers& x)
{
    Numbers y(n);
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            y[i] += a[i + j * n] * x[j];
        }
    }
    return y;
}
static bool solves(const Numbers& x) { return near(x[0], 1) && near(x[1], -2) && near(x[2], 3); }

int main()
{
    cusolverDnHandle_t handle;
    cusolverDnCreate(&handle);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cusolverDnSetStream(handle, stream);
    int size = 0;
    Device<int> info(1), pivots(n);
    {
        Device<double> a(matrix), b(times(matrix, solution));
        cusolverDnDgetrf_bufferSize(handle, n, n, a.data, n, &size);
        Device<double> work(size);
        cusolverDnDgetrf(handle, n, n, a.data, n, work.data, pivots.data, info.data);
        cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, a.data, n, pivots.data, b.data, n, info.data);
        say("LU", size > 0 && info.back()[0] == 0 && solves(b.back()));
    }
    {
        Device<double> a(matrix), b(times(matrix, solution));
        cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, a.data, n, &size);
        Device<double> work(size);
        cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, a.data, n, work.data, size, info.data);
        say("Cholesky's factor", near(a.back()[0], 2) && near(a.back()[1], 1) && near(a.back()[4], 3));
        cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 1, a.data, n, b.data, n, info.data);
        say("Cholesky", info.back()[0] == 0 && solves(b.back()));
        Device<double> wrong(Numbers{1, 2, 2, 1});
        cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, wrong.data, 2, work.data, size, info.data);
        say("not positive", info.back()[0] == 2);
    }
    {
        Device<double> a(matrix), b(times(matrix, solution)), tau(n);
        cusolverDnDgeqrf_bufferSize(handle, n, n, a.data, n, &size);
        Device<double> work(size);
        cusolverDnDgeqrf(handle, n, n, a.data, n, tau.data, work.data, size, info.data);
        cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, n, 1, n, a.data, n, tau.data, b.data, n, work.data, size, info.data);
        const Numbers r = a.back();
        Numbers x = b.back();
        for (int i = n - 1; i >= 0; --i) {
            for (int j = i + 1; j < n; ++j) {
                x[i] -= r[i + j * n] * x[j];
            }
            x[i] /= r[i + i * n];
        }
        say("QR", info.back()[0] == 0 && solves(x));
    }
    {
        Device<double> a(matrix), values(n);
        cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a.data, n, values.data, &size);
        Device<double> work(size);
        cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a.data, n, values.data, work.data, size, info.data);
        const Numbers vectors = a.back(), w = values.back();
        bool right = near(w[0] + w[1] + w[2], 20) && w[0] <= w[1] && w[1] <= w[2];
        for (int j = 0; j < n; ++j) {
            const Numbers v(vectors.begin() + j * n, vectors.begin() + (j + 1) * n), product = times(matrix, v);
            for (int i = 0; i < n; ++i) {
                right = right && near(product[i], w[j] * v[i]);
            }
        }
        say("eigenvalues", right);
    }
    {
        Device<double> a(Numbers{3, 0, 0, 0, 4, 0}), values(2), u(9), v(4);
        cusolverDnDgesvd_bufferSize(handle, 3, 2, &size);
        Device<double> work(size);
        cusolverDnDgesvd(handle, 'A', 'A', 3, 2, a.data, 3, values.data, u.data, 3, v.data, 2, work.data, size, nullptr, info.data);
        say("singular values", info.back()[0] == 0 && near(values.back()[0], 4) && near(values.back()[1], 3));
    }
    cusolverDnDestroy(handle);
    return 0;
}
