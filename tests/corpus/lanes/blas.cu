// What BLAS gives, each against arithmetic done here: "right" or "wrong" of each thing.
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }
static bool near(double a, double b) { return std::fabs(a - b) <= 1e-4 * (1 + std::fabs(b)); }

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

// Numbers that add up exactly.
static std::vector<double> numbers(size_t count, unsigned seed)
{
    std::vector<double> all(count);
    for (double& x : all) {
        seed = seed * 1664525u + 1013904223u;
        x = static_cast<int>(seed >> 28) - 7;
    }
    return all;
}

static void vectors(cublasHandle_t handle)
{
    const std::vector<double> x = {3, -4, 0, 12}, y = {1, 2, 3, 4};
    Device<double> dx(x), dy(y);
    double dot = 0, norm = 0, sum = 0;
    int most = 0, least = 0;
    cublasDdot(handle, 4, dx.data, 1, dy.data, 1, &dot);
    cublasDnrm2(handle, 4, dx.data, 1, &norm);
    cublasDasum(handle, 4, dx.data, 1, &sum);
    cublasIdamax(handle, 4, dx.data, 1, &most);
    cublasIdamin(handle, 4, dx.data, 1, &least);
    say("sums", dot == 43 && norm == 13 && sum == 19 && most == 4 && least == 3);
    const double two = 2;
    cublasDaxpy(handle, 2, &two, dx.data, 2, dy.data, -1); // y[1] += 2 * 3, y[0] += 2 * 0
    cublasDscal(handle, 2, &two, dy.data + 2, 1);
    say("steps", dy.back() == std::vector<double>({1, 8, 6, 8}));

    const std::vector<cuComplex> z = {{1, 2}, {3, -1}};
    Device<cuComplex> dz(z);
    cuComplex plain, conjugated;
    cublasCdotu(handle, 2, dz.data, 1, dz.data, 1, &plain);
    cublasCdotc(handle, 2, dz.data, 1, dz.data, 1, &conjugated);
    say("complex", plain.x == 5 && plain.y == -2 && conjugated.x == 15 && conjugated.y == 0);

    const double none = std::nan(""), endless = HUGE_VAL, nothing = 0;
    Device<double> edges(std::vector<double>{endless, 1, none, -endless}), left(std::vector<double>{5, 6});
    double norms[3] = {};
    cublasDnrm2(handle, 2, edges.data, 1, &norms[0]);
    cublasDnrm2(handle, 1, edges.data + 3, 1, &norms[1]);
    cublasDnrm2(handle, 4, edges.data, 1, &norms[2]);
    say("norms that have no end", norms[0] == endless && norms[1] == endless && std::isnan(norms[2]));
    cublasDaxpy(handle, 2, &nothing, edges.data + 1, 1, left.data, 1);
    cublasDaxpy(handle, 2, &nothing, edges.data, 1, left.data, 1);
    say("axpy with 0", left.back() == std::vector<double>({5, 6}));
    // Matrices without columns or without rows; a beta of 0 clears nothing.
    cublasDgemv(handle, CUBLAS_OP_N, 2, 0, &two, dx.data, 2, dx.data, 1, &nothing, left.data, 1);
    cublasDgemv(handle, CUBLAS_OP_T, 0, 2, &two, dx.data, 1, dx.data, 1, &nothing, left.data, 1);
    cublasDgbmv(handle, CUBLAS_OP_N, 2, 0, 0, 0, &two, dx.data, 1, dx.data, 1, &nothing, left.data, 1);
    cublasDgbmv(handle, CUBLAS_OP_T, 0, 2, 0, 0, &two, dx.data, 1, dx.data, 1, &nothing, left.data, 1);
    say("gemv of nothing", left.back() == std::vector<double>({5, 6}));
    double turned[2] = {3, 4}, cosine = 0, sine = 0;
    cublasDrotg(handle, &turned[0], &turned[1], &cosine, &sine);
    say("rotg", near(turned[0], 5) && near(turned[1], 1 / 0.6) && near(cosine, 0.6) && near(sine, 0.8));

    Device<double> result(1);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasDdot(handle, 4, dx.data, 1, dx.data, 1, result.data);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    say("result on the device", result.back()[0] == 169);
}

static void products(cublasHandle_t handle)
{
    const int m = 5, n = 4, k = 3, lda = 7, ldb = 6, ldc = 8;
    const auto a = numbers(lda * m, 1), b = numbers(ldb * n, 2), c = numbers(ldc * n, 3);
    Device<double> da(a), db(b), dc(c);
    const double alpha = 2, beta = -1;
    cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, da.data, lda, db.data, ldb, &beta, dc.data, ldc);
    const auto got = dc.back();
    bool right = true;
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < ldc; ++i) {
            double sum = 0;
            for (int l = 0; l < k; ++l) {
                sum += a[l + i % m * lda] * b[l + j * ldb];
            }
            right = right && got[i + j * ldc] == (i < m ? 2 * sum - c[i + j * ldc] : c[i + j * ldc]);
        }
    }
    say("gemm", right);

    const double one = 1, zero = 0;
    Device<double> fresh(m * n), y(m); // not numbers: what beta 0 must not read
    cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, da.data, lda, db.data, ldb, &zero, fresh.data, m);
    cublasDgemv(handle, CUBLAS_OP_T, k, m, &one, da.data, lda, db.data, 1, &zero, y.data, 1);
    const auto product = fresh.back(), column = y.back();
    right = true;
    for (int i = 0; i < m; ++i) {
        right = right && column[i] == product[i] && product[i] == (got[i] + c[i]) / 2;
    }
    say("beta 0", right);

    say("sizes", cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da.data, m - 1, db.data, ldb, &zero, fresh.data, m) ==
                     CUBLAS_STATUS_INVALID_VALUE &&
                 cublasDgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da.data, m, db.data, ldb, &zero, fresh.data, m) ==
                     CUBLAS_STATUS_NOT_INITIALIZED);

    Device<double> apart(4 * 3);
    const double* firsts[3] = {da.data, da.data + 4, da.data + 8};
    double* results[3] = {apart.data, apart.data + 4, apart.data + 8};
    Device<const double*> pointers(std::vector<const double*>(firsts, firsts + 3));
    Device<double*> places(std::vector<double*>(results, results + 3));
    cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, pointers.data, 2, pointers.data, 2, &zero, places.data, 2, 3);
    Device<double> strided(4 * 3);
    cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, da.data, 2, 4, da.data, 2, 4, &zero, strided.data, 2, 4, 3);
    const auto squares = apart.back();
    right = squares == strided.back();
    for (int i = 0; i < 3; ++i) {
        right = right && squares[4 * i + 2] == a[4 * i] * a[4 * i + 2] + a[4 * i + 2] * a[4 * i + 3];
    }
    say("batched", right);

    const cuDoubleComplex i = {0, 1}, nothing = {0, 0};
    Device<cuDoubleComplex> z(std::vector<cuDoubleComplex>{{1, 2}}), w(1);
    cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 1, &i, z.data, 1, z.data, 1, &nothing, w.data, 1);
    say("complex gemm", w.back()[0].x == 0 && w.back()[0].y == 5);
}

static void triangles(cublasHandle_t handle)
{
    // Columns: {2, 1, 3}, {?, 4, 5}, {?, ?, 2}; what is above must not be read.
    const double none = std::nan("");
    Device<double> a(std::vector<double>{2, 1, 3, none, 4, 5, none, none, 2}), b(std::vector<double>{4, 6, 16}), c(3);
    const double one = 1, zero = 0;
    cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 1, &one, a.data, 3, b.data, 3, c.data, 3);
    say("trmm", c.back() == std::vector<double>({8, 28, 74}) && b.back()[0] == 4);
    cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 1, &one, a.data, 3, c.data, 3);
    say("trsm", c.back() == std::vector<double>({4, 6, 16}));
    cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, a.data, 3, c.data, 1);
    say("trsv", c.back() == std::vector<double>({4, 2, -6}));
    cublasDsymv(handle, CUBLAS_FILL_MODE_LOWER, 3, &one, a.data, 3, b.data, 1, &zero, c.data, 1);
    say("symv", c.back() == std::vector<double>({62, 108, 74}));
    Device<double> square(9);
    cublasDsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 3, 1, &one, b.data, 3, &zero, square.data, 3);
    const auto got = square.back();
    say("syrk", got[0] == 16 && got[3] == 24 && got[4] == 36 && got[8] == 256 && std::isnan(got[1]));
    const cuDoubleComplex alpha = {1, 0}, beta = {0, 0};
    Device<cuDoubleComplex> h(std::vector<cuDoubleComplex>{{2, 0}, {1, 1}, {none, none}, {3, 0}}), x(std::vector<cuDoubleComplex>{{1, 0}, {0, 1}}), y(2);
    cublasZhemv(handle, CUBLAS_FILL_MODE_LOWER, 2, &alpha, h.data, 2, x.data, 1, &beta, y.data, 1);
    say("hemv", y.back()[0].x == 3 && y.back()[0].y == 1 && y.back()[1].x == 1 && y.back()[1].y == 4);
    // What is symmetric is not conjugated, what is Hermitian always is; a refused call clears nothing.
    const cublasStatus_t refused = CUBLAS_STATUS_INVALID_VALUE;
    const cublasFillMode_t below = CUBLAS_FILL_MODE_LOWER;
    Device<cuDoubleComplex> z(std::vector<cuDoubleComplex>{{1, 2}}), kept(std::vector<cuDoubleComplex>{{7, 0}});
    say("syrk and herk refuse", cublasZsyrk(handle, below, CUBLAS_OP_C, 1, 1, &alpha, z.data, 1, &beta, kept.data, 1) == refused &&
                                    cublasZherk(handle, below, CUBLAS_OP_T, 1, 1, &one, z.data, 1, &zero, kept.data, 1) == refused &&
                                    cublasZsyr2k(handle, below, CUBLAS_OP_C, 1, 1, &alpha, z.data, 1, z.data, 1, &beta, kept.data, 1) == refused &&
                                    cublasZher2k(handle, below, CUBLAS_OP_T, 1, 1, &alpha, z.data, 1, z.data, 1, &zero, kept.data, 1) == refused &&
                                    cublasZsyrkx(handle, below, CUBLAS_OP_C, 1, 1, &alpha, z.data, 1, z.data, 1, &beta, kept.data, 1) == refused &&
                                    cublasZherkx(handle, below, CUBLAS_OP_T, 1, 1, &alpha, z.data, 1, z.data, 1, &zero, kept.data, 1) == refused &&
                                    kept.back()[0].x == 7);
    cublasZsyrk(handle, below, CUBLAS_OP_T, 1, 1, &alpha, z.data, 1, &beta, kept.data, 1);
    const cuDoubleComplex symmetric = kept.back()[0];
    cublasZherk(handle, below, CUBLAS_OP_C, 1, 1, &one, z.data, 1, &zero, kept.data, 1);
    const double real = kept.back()[0].x;
    cublasDsyrk(handle, below, CUBLAS_OP_C, 1, 2, &one, b.data, 2, &zero, c.data, 1);
    say("syrk and herk take", symmetric.x == -3 && symmetric.y == 4 && real == 5 && c.back()[0] == 16 + 36);
    Device<double> p(std::vector<double>{1, 2, 3, 4, 5, 6}), q(6);
    cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 3, &one, p.data, 3, &zero, nullptr, 2, q.data, 2);
    say("geam", q.back() == std::vector<double>({1, 4, 2, 5, 3, 6}));
    cublasDdgmm(handle, CUBLAS_SIDE_RIGHT, 2, 3, q.data, 2, p.data, 1, q.data, 2);
    say("dgmm", q.back() == std::vector<double>({1, 4, 4, 10, 9, 18}));
}

static void factors(cublasHandle_t handle)
{
    const int n = 3;
    const std::vector<float> a = {0, 4, 2, 1, 2, 1, 3, 0, 2}, b = {11, 8, 10};
    Device<float> da(a), db(b), inverse(9);
    Device<float*> matrices(std::vector<float*>{da.data}), sides(std::vector<float*>{db.data}), inverses(std::vector<float*>{inverse.data});
    Device<int> pivots(n), info(1);
    cublasSgetrfBatched(handle, n, matrices.data, n, pivots.data, info.data, 1);
    say("getrf", info.back()[0] == 0 && pivots.back()[0] == 2 && da.back()[0] == 4);
    int ended = -1;
    cublasSgetrsBatched(handle, CUBLAS_OP_N, n, 1, matrices.data, n, pivots.data, sides.data, n, &ended, 1);
    const auto x = db.back();
    bool right = ended == 0;
    for (int i = 0; i < n; ++i) {
        right = right && near(a[i] * x[0] + a[i + 3] * x[1] + a[i + 6] * x[2], b[i]);
    }
    say("getrs", right);
    cublasSgetriBatched(handle, n, matrices.data, n, pivots.data, inverses.data, n, info.data, 1);
    const auto back = inverse.back();
    right = true;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int l = 0; l < n; ++l) {
                sum += a[i + l * n] * back[l + j * n];
            }
            right = right && near(sum, i == j);
        }
    }
    say("getri", right);
    Device<float> singular(std::vector<float>{1, 2, 2, 4});
    Device<float*> one(std::vector<float*>{singular.data});
    cublasSgetrfBatched(handle, 2, one.data, 2, pivots.data, info.data, 1);
    say("singular", info.back()[0] == 2);
}

static void types(cublasHandle_t handle)
{
    const float alpha = 1, beta = 0;
    Device<__half> a(std::vector<__half>{__float2half(1.5f), __float2half(2048.0f)}), b(std::vector<__half>{__float2half(2.0f), __float2half(1.0f)}), c(1);
    Device<float> wide(1);
    cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, a.data, CUDA_R_16F, 2, b.data, CUDA_R_16F, 2, &beta, wide.data, CUDA_R_32F, 1,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, a.data, CUDA_R_16F, 2, b.data, CUDA_R_16F, 2, &beta, c.data, CUDA_R_16F, 1,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    say("half", wide.back()[0] == 2051 && __half2float(c.back()[0]) == 2052); // to even
    const __half one = __float2half(1.0f), zero = __float2half(0.0f);
    cublasHgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 1, &one, a.data, 2, b.data, 2, &zero, c.data, 1);
    say("Hgemm", __half2float(c.back()[0]) == 3);
    Device<__nv_bfloat16> p(std::vector<__nv_bfloat16>{__float2bfloat16(3.0f), __float2bfloat16(0.5f)}), q(2);
    cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, p.data, CUDA_R_16BF, 1, 1, p.data, CUDA_R_16BF, 1, 1, &beta, q.data,
                               CUDA_R_16BF, 1, 1, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    say("bfloat16", __bfloat162float(q.back()[0]) == 9 && __bfloat162float(q.back()[1]) == 0.25f);
    const int32_t times = 1, none = 0;
    Device<int8_t> i(std::vector<int8_t>{127, -128, 3, 4}), j(std::vector<int8_t>{127, 127, -1, 2});
    Device<int32_t> k(1);
    cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 4, &times, i.data, CUDA_R_8I, 4, j.data, CUDA_R_8I, 4, &none, k.data, CUDA_R_32I, 1,
                 CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
    say("int8", k.back()[0] == 127 * 127 - 128 * 127 - 3 + 8);
    say("not taken", cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, i.data, CUDA_R_8I, 1, p.data, CUDA_R_16BF, 1, &beta, k.data,
                                  CUDA_R_32I, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
}

static void streams(cublasHandle_t handle)
{
    Device<float> x(std::vector<float>{1, 2, 3});
    cudaStream_t stream, known;
    cudaGraph_t graph;
    cudaGraphExec_t run;
    cudaStreamCreate(&stream);
    cublasSetStream(handle, stream);
    cublasGetStream(handle, &known);
    float factor = 2;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cublasSscal(handle, 3, &factor, x.data, 1);
    factor = 100; // the host's was read at the call
    cudaStreamEndCapture(stream, &graph);
    const bool waits = x.back()[0] == 1;
    cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(run, stream);
    cudaGraphLaunch(run, stream);
    cudaStreamSynchronize(stream);
    say("captured", known == stream && waits && x.back() == std::vector<float>({4, 8, 12}));
    cublasSetStream(handle, nullptr);
}

int main()
{
    cublasHandle_t handle;
    cublasCreate(&handle);
    vectors(handle);
    products(handle);
    triangles(handle);
    factors(handle);
    types(handle);
    streams(handle);

    const float host[6] = {1, 2, 3, 4, 5, 6};
    float back[6] = {};
    Device<float> matrix(8);
    cublasSetMatrix(2, 3, sizeof(float), host, 2, matrix.data + 1, 2);
    cublasGetMatrix(1, 3, sizeof(float), matrix.data + 1, 2, back, 2);
    bool right = back[0] == 1 && back[1] == 0 && back[2] == 3 && back[4] == 5;
    cublasSetVector(3, sizeof(float), host, 2, matrix.data, 1);
    cublasGetVector(3, sizeof(float), matrix.data, 1, back, 1);
    say("copies", right && back[0] == 1 && back[1] == 3 && back[2] == 5 && cublasSetMatrix(3, 1, 4, host, 2, matrix.data, 3) == CUBLAS_STATUS_INVALID_VALUE);
    cublasDestroy(handle);
    return 0;
}
