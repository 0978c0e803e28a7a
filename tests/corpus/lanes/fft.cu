// What Fourier transforms give, each against sums done here: "right" or "wrong" of each thing.
#include <cuda_runtime.h>
#include <cufft.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

typedef std::complex<double> Number;

static void say(const char* what, bool right) { std::printf("%s %s\n", what, right ? "right" : "wrong"); }

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

static double number(int i) { return (i * 37 + 11) % 17 - 8; }

// The transform by its definition, of rows after rows.
static std::vector<Number> transformed(const std::vector<Number>& in, int rows, int columns, double sign)
{
    std::vector<Number> out(in.size());
    for (int u = 0; u < rows; ++u) {
        for (int v = 0; v < columns; ++v) {
            for (int i = 0; i < rows; ++i) {
                for (int j = 0; j < columns; ++j) {
                    const double turn = double(u * i) / rows + double(v * j) / columns;
                    out[u * columns + v] += in[i * columns + j] * std::polar(1.0, sign * 2 * M_PI * turn);
                }
            }
        }
    }
    return out;
}
template <typename C> static bool near(const C& a, Number b, double bound) { return std::abs(Number(a.x, a.y) - b) <= bound; }

static void oneDimension()
{
    const int n = 12, batch = 3;
    std::vector<cufftComplex> host(n * batch);
    for (int i = 0; i < n * batch; ++i) {
        host[i] = {float(number(i)), float(number(i + 100))};
    }
    Device<cufftComplex> in(host), out(n * batch);
    cufftHandle plan;
    say("plan", cufftPlan1d(&plan, n, CUFFT_C2C, batch) == CUFFT_SUCCESS);
    cufftExecC2C(plan, in.data, out.data, CUFFT_FORWARD);
    const auto got = out.back();
    bool right = true;
    for (int b = 0; b < batch; ++b) {
        std::vector<Number> row;
        for (int i = 0; i < n; ++i) {
            row.emplace_back(host[b * n + i].x, host[b * n + i].y);
        }
        const auto want = transformed(row, 1, n, -1);
        for (int i = 0; i < n; ++i) {
            right = right && near(got[b * n + i], want[i], 1e-3);
        }
    }
    say("forward", right);
    cufftExecC2C(plan, out.data, out.data, CUFFT_INVERSE);
    const auto again = out.back();
    right = true;
    for (int i = 0; i < n * batch; ++i) {
        right = right && near(again[i], Number(host[i].x, host[i].y) * double(n), 1e-3);
    }
    say("back, not scaled", right);
    say("another kind", cufftExecR2C(plan, (cufftReal*)in.data, out.data) == CUFFT_INVALID_PLAN);
    size_t bytes = 0;
    say("size", cufftGetSize(plan, &bytes) == CUFFT_SUCCESS && bytes >= n * batch * sizeof(cufftComplex));
    cufftDestroy(plan);
    cufftCreate(&plan);
    say("not made", cufftExecC2C(plan, in.data, out.data, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
    cufftDestroy(plan);
    say("no size", cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
}

static void realNumbers()
{
    const int rows = 4, columns = 6, half = columns / 2 + 1;
    std::vector<Number> all;
    std::vector<double> host;
    std::vector<double> padded(rows * 2 * half, 99);
    for (int i = 0; i < rows * columns; ++i) {
        all.emplace_back(number(i));
        host.push_back(number(i));
        padded[i / columns * 2 * half + i % columns] = number(i);
    }
    const auto want = transformed(all, rows, columns, -1);
    Device<double> in(host), both(padded), back(rows * columns);
    Device<cufftDoubleComplex> out(rows * half);
    cufftHandle plan, inverse;
    cufftPlan2d(&plan, rows, columns, CUFFT_D2Z);
    cufftPlan2d(&inverse, rows, columns, CUFFT_Z2D);
    cufftExecD2Z(plan, in.data, out.data);
    cufftExecD2Z(plan, both.data, (cufftDoubleComplex*)both.data);
    const auto got = out.back();
    const auto inPlace = both.back();
    bool right = true, same = true;
    for (int i = 0; i < rows * half; ++i) {
        right = right && near(got[i], want[i / half * columns + i % half], 1e-9);
        same = same && std::fabs(inPlace[2 * i] - got[i].x) < 1e-9 && std::fabs(inPlace[2 * i + 1] - got[i].y) < 1e-9;
    }
    say("real", right);
    say("in place", same);
    cufftExecZ2D(inverse, out.data, back.data);
    const auto numbers = back.back();
    right = true;
    for (int i = 0; i < rows * columns; ++i) {
        right = right && std::fabs(numbers[i] - host[i] * rows * columns) < 1e-9;
    }
    say("real again", right);
    cufftDestroy(plan);
    cufftDestroy(inverse);
}

static void layouts()
{
    // Columns of a matrix with 3 of them: every third number, the next transform begins one further.
    const int n = 5, batch = 3;
    std::vector<cufftDoubleComplex> host(n * batch);
    for (int i = 0; i < n * batch; ++i) {
        host[i] = {number(i), 0};
    }
    Device<cufftDoubleComplex> data(host), rows(n * batch);
    cufftHandle plan;
    int size[1] = {n};
    cufftPlanMany(&plan, 1, size, size, batch, 1, size, 1, n, CUFFT_Z2Z, batch);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t run;
    cudaStreamCreate(&stream);
    cufftSetStream(plan, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cufftExecZ2Z(plan, data.data, rows.data, CUFFT_FORWARD);
    cudaStreamEndCapture(stream, &graph);
    const bool waits = std::isnan(rows.back()[0].x);
    cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(run, stream);
    cudaStreamSynchronize(stream);
    const auto got = rows.back();
    bool right = true;
    for (int b = 0; b < batch; ++b) {
        std::vector<Number> column;
        for (int i = 0; i < n; ++i) {
            column.emplace_back(host[i * batch + b].x);
        }
        const auto want = transformed(column, 1, n, -1);
        for (int i = 0; i < n; ++i) {
            right = right && near(got[b * n + i], want[i], 1e-9);
        }
    }
    say("layout", right);
    say("captured", waits);
    cufftDestroy(plan);
}

// Real numbers of 2 x n whose transforms are known here; how the complex ones lie is given. The size of the outermost dimension is not one that counts.
static bool toReal(int batch, int stride, int distance, int realStride, int realDistance)
{
    const int rows = 2, columns = 6, half = columns / 2 + 1;
    std::vector<cufftDoubleComplex> lie(size_t(rows * half - 1) * stride + size_t(batch - 1) * distance + 1);
    std::vector<double> want(rows * columns * batch);
    for (int b = 0; b < batch; ++b) {
        std::vector<Number> all;
        for (int i = 0; i < rows * columns; ++i) {
            all.emplace_back(want[b * rows * columns + i] = number(i + b));
        }
        const auto made = transformed(all, rows, columns, -1);
        for (int i = 0; i < rows * half; ++i) {
            const Number one = made[i / half * columns + i % half];
            lie[size_t(i) * stride + size_t(b) * distance] = {one.real(), one.imag()};
        }
    }
    Device<cufftDoubleComplex> in(lie);
    Device<double> out(want.size());
    int sizes[] = {rows, columns}, inEmbed[] = {0, half}, outEmbed[] = {0, columns};
    cufftHandle plan;
    cufftPlanMany(&plan, 2, sizes, inEmbed, stride, distance, outEmbed, realStride, realDistance, CUFFT_Z2D, batch);
    bool right = cufftExecZ2D(plan, in.data, out.data) == CUFFT_SUCCESS;
    const auto got = out.back();
    for (int b = 0; b < batch; ++b) {
        for (int i = 0; i < rows * columns; ++i) {
            const double number = got[size_t(i) * realStride + size_t(b) * realDistance];
            right = right && std::fabs(number - want[b * rows * columns + i] * rows * columns) < 1e-9;
        }
    }
    const auto kept = in.back();
    for (size_t i = 0; i < lie.size(); ++i) {
        right = right && kept[i].x == lie[i].x && kept[i].y == lie[i].y;
    }
    cufftDestroy(plan);
    return right;
}

// Numbers that lie one behind the other are transformed into every second one of the same memory.
static bool apartInPlace()
{
    const int n = 8, batch = 2;
    std::vector<cufftComplex> host(2 * n * batch, {99, 99});
    for (int i = 0; i < n * batch; ++i) {
        host[i] = {float(number(i)), float(number(i + 50))};
    }
    Device<cufftComplex> data(host);
    int size[] = {n};
    cufftHandle plan;
    cufftPlanMany(&plan, 1, size, size, 1, n, size, 2, 2 * n, CUFFT_C2C, batch);
    bool right = cufftExecC2C(plan, data.data, data.data, CUFFT_FORWARD) == CUFFT_SUCCESS;
    const auto got = data.back();
    for (int b = 0; b < batch; ++b) {
        std::vector<Number> row;
        for (int i = 0; i < n; ++i) {
            row.emplace_back(host[b * n + i].x, host[b * n + i].y);
        }
        const auto want = transformed(row, 1, n, -1);
        for (int i = 0; i < n; ++i) {
            const int at = 2 * (b * n + i);
            right = right && near(got[at], want[i], 1e-3) && got[at + 1].x == host[at + 1].x;
        }
    }
    cufftDestroy(plan);
    return right;
}

int main()
{
    oneDimension();
    realNumbers();
    layouts();
    say("to real numbers, outermost size 0", toReal(3, 1, 8, 1, 12));
    say("to real numbers, one beside the other", toReal(1 << 14, 1 << 14, 1, 1 << 14, 1));
    say("in place, lying otherwise", apartInPlace());
    cufftHandle cube;
    Device<cufftComplex> ones(std::vector<cufftComplex>(2 * 3 * 4, {1, 0}));
    cufftPlan3d(&cube, 2, 3, 4, CUFFT_C2C);
    cufftExecC2C(cube, ones.data, ones.data, CUFFT_FORWARD);
    const auto got = ones.back();
    say("three dimensions", got[0].x == 24 && got[1].x == 0 && got[23].y == 0);
    cufftDestroy(cube);
    return 0;
}
