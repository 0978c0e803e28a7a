// Runs every kernel on a few sizes and compares with plain loops on the host. Exit status 0 when all agree.
#include "check.h"
#include "seqkernels.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

namespace {

int failures = 0;

void report(const char* what, int rows, int cols, bool ok)
{
    std::printf("%-16s %5d x %-6d %s\n", what, rows, cols, ok ? "ok" : "FAILED");
    failures += ok ? 0 : 1;
}

// Device memory for the lifetime of a test, filled from the host and read back by host().
template <typename T>
class DeviceArray
{
public:
    explicit DeviceArray(size_t size) : m_size(size)
    {
        SEQK_CHECK(cudaMalloc(&m_data, std::max<size_t>(size, 1) * sizeof(T)));
    }
    explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size())
    {
        SEQK_CHECK(cudaMemcpy(m_data, values.data(), m_size * sizeof(T), cudaMemcpyHostToDevice));
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    ~DeviceArray() { cudaFree(m_data); }

    T* get() const { return m_data; }
    std::vector<T> host() const
    {
        std::vector<T> values(m_size);
        SEQK_CHECK(cudaMemcpy(values.data(), m_data, m_size * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    T* m_data = nullptr;
    size_t m_size;
};

std::vector<float> random_values(size_t size, unsigned seed)
{
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(size);
    std::generate(values.begin(), values.end(), [&] { return normal(engine); });
    return values;
}

bool close(const std::vector<float>& a, const std::vector<float>& b, float tolerance)
{
    for (size_t i = 0; i < a.size(); ++i) {
        if (!(std::fabs(a[i] - b[i]) <= tolerance * (1.0f + std::fabs(b[i])))) {
            std::printf("  at %zu: %g instead of %g\n", i, a[i], b[i]);
            return false;
        }
    }
    return a.size() == b.size();
}

void test_row_reduce(int rows, int cols)
{
    const auto x = random_values(size_t(rows) * cols, 1);
    std::vector<float> sums(rows), norms(rows);
    for (int r = 0; r < rows; ++r) {
        double sum = 0, squares = 0;
        for (int c = 0; c < cols; ++c) {
            sum += x[size_t(r) * cols + c];
            squares += double(x[size_t(r) * cols + c]) * x[size_t(r) * cols + c];
        }
        sums[r] = float(sum);
        norms[r] = float(std::sqrt(squares));
    }
    const DeviceArray<float> dx(x), out(rows);
    seqk::row_reduce(dx.get(), out.get(), rows, cols, seqk::RowReduction::Sum, nullptr);
    report("row sum", rows, cols, close(out.host(), sums, 1e-4f));
    seqk::row_reduce(dx.get(), out.get(), rows, cols, seqk::RowReduction::L2Norm, nullptr);
    report("row norm", rows, cols, close(out.host(), norms, 1e-4f));
}

void test_softmax(int rows, int cols)
{
    const auto x = random_values(size_t(rows) * cols, 2);
    std::vector<int> lengths(rows);
    std::vector<float> expected(x.size(), 0.0f);
    for (int r = 0; r < rows; ++r) {
        lengths[r] = r == 0 ? 0 : 1 + (r * 37) % cols;
        const auto begin = x.begin() + ptrdiff_t(r) * cols;
        const float top = lengths[r] > 0 ? *std::max_element(begin, begin + lengths[r]) : 0.0f;
        double sum = 0;
        for (int c = 0; c < lengths[r]; ++c) {
            sum += std::exp(double(begin[c]) - top);
        }
        for (int c = 0; c < lengths[r]; ++c) {
            expected[size_t(r) * cols + c] = float(std::exp(double(begin[c]) - top) / sum);
        }
    }
    const DeviceArray<float> dx(x), out(x.size());
    const DeviceArray<int> dl(lengths);
    seqk::masked_softmax(dx.get(), dl.get(), out.get(), rows, cols, nullptr);
    report("masked softmax", rows, cols, close(out.host(), expected, 1e-5f));
}

void test_layer_norm(int rows, int cols)
{
    const auto x = random_values(size_t(rows) * cols, 3);
    const auto gamma = random_values(cols, 4), beta = random_values(cols, 5);
    std::vector<float> expected(x.size());
    for (int r = 0; r < rows; ++r) {
        const float* row = x.data() + size_t(r) * cols;
        const double mean = std::accumulate(row, row + cols, 0.0) / cols;
        double variance = 0;
        for (int c = 0; c < cols; ++c) {
            variance += (row[c] - mean) * (row[c] - mean) / cols;
        }
        for (int c = 0; c < cols; ++c) {
            expected[size_t(r) * cols + c] =
                float((row[c] - mean) / std::sqrt(variance + 1e-5) * gamma[c] + beta[c]);
        }
    }
    const DeviceArray<float> dx(x), dg(gamma), db(beta), out(x.size());
    seqk::layer_norm(dx.get(), dg.get(), db.get(), out.get(), rows, cols, 1e-5f, nullptr);
    report("layer norm", rows, cols, close(out.host(), expected, 1e-4f));
}

void test_prefix_sums(int rows, int cols)
{
    std::vector<int> lengths(size_t(rows) * cols), by_row(lengths.size()), all(lengths.size());
    for (size_t i = 0; i < lengths.size(); ++i) {
        lengths[i] = int((i * 7919) % 13);
    }
    for (int r = 0; r < rows; ++r) {
        std::exclusive_scan(lengths.begin() + ptrdiff_t(r) * cols, lengths.begin() + ptrdiff_t(r + 1) * cols,
                            by_row.begin() + ptrdiff_t(r) * cols, 0);
    }
    std::exclusive_scan(lengths.begin(), lengths.end(), all.begin(), 0);

    const DeviceArray<int> in(lengths), out(lengths.size());
    seqk::row_offsets(in.get(), out.get(), rows, cols, nullptr);
    report("row offsets", rows, cols, out.host() == by_row);
    size_t bytes = 0;
    seqk::prefix_sum(in.get(), out.get(), int(lengths.size()), nullptr, bytes, nullptr);
    const DeviceArray<char> workspace(bytes);
    seqk::prefix_sum(in.get(), out.get(), int(lengths.size()), workspace.get(), bytes, nullptr);
    report("prefix sum", rows, cols, out.host() == all);
}

void test_compact(int n)
{
    std::vector<uint8_t> flags(n);
    std::vector<int> expected;
    for (int i = 0; i < n; ++i) {
        flags[i] = (i * 2654435761u >> 28) % 3 == 0;
        if (flags[i]) {
            expected.push_back(i);
        }
    }
    const DeviceArray<uint8_t> df(flags);
    const DeviceArray<int> indices(n), count(1);
    seqk::compact_indices(df.get(), indices.get(), count.get(), n, nullptr);
    auto found = indices.host();
    found.resize(std::min<size_t>(found.size(), count.host()[0]));
    std::sort(found.begin(), found.end());
    report("compact", 1, n, found == expected);
}

void test_topk(int rows, int cols, int k)
{
    const auto x = random_values(size_t(rows) * cols, 6);
    std::vector<float> expected;
    for (int r = 0; r < rows; ++r) {
        std::vector<float> row(x.begin() + ptrdiff_t(r) * cols, x.begin() + ptrdiff_t(r + 1) * cols);
        std::sort(row.rbegin(), row.rend());
        expected.insert(expected.end(), row.begin(), row.begin() + k);
    }
    const DeviceArray<float> dx(x), values(size_t(rows) * k);
    const DeviceArray<int> columns(size_t(rows) * k);
    seqk::row_topk(dx.get(), values.get(), columns.get(), rows, cols, k, nullptr);
    const auto found = values.host();
    const auto where = columns.host();
    bool ok = found == expected;
    for (size_t i = 0; i < found.size(); ++i) {
        ok = ok && where[i] >= 0 && where[i] < cols && x[(i / k) * cols + where[i]] == found[i];
    }
    report("top-k", rows, cols, ok);
}

void test_project(int rows, int in_features, int out_features)
{
    const auto x = random_values(size_t(rows) * in_features, 7);
    const auto w = random_values(size_t(out_features) * in_features, 8);
    std::vector<float> expected(size_t(rows) * out_features);
    for (int r = 0; r < rows; ++r) {
        for (int o = 0; o < out_features; ++o) {
            double sum = 0;
            for (int i = 0; i < in_features; ++i) {
                sum += double(x[size_t(r) * in_features + i]) * w[size_t(o) * in_features + i];
            }
            expected[size_t(r) * out_features + o] = float(sum);
        }
    }
    const DeviceArray<float> dx(x), dw(w), dy(expected.size());
    seqk::project(dx.get(), dw.get(), dy.get(), rows, in_features, out_features, nullptr);
    report("project", rows, out_features, close(dy.host(), expected, 1e-3f));
}

void test_smooth(int rows, int cols)
{
    const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    const auto x = random_values(size_t(rows) * cols, 9);
    std::vector<float> expected(x.size());
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < cols; ++c) {
            float sum = 0;
            for (int k = -2; k <= 2; ++k) {
                sum += weights[k + 2] * x[size_t(r) * cols + std::clamp(c + k, 0, cols - 1)];
            }
            expected[size_t(r) * cols + c] = sum;
        }
    }
    const DeviceArray<float> dx(x), out(x.size());
    seqk::smooth(dx.get(), out.get(), rows, cols, nullptr);
    report("smooth", rows, cols, close(out.host(), expected, 1e-5f));
}

} // namespace

int main()
{
    try {
        for (const int cols : {1, 31, 64, 100, 513, 4096}) {
            const int rows = 17;
            test_row_reduce(rows, cols);
            test_softmax(rows, cols);
            test_layer_norm(rows, std::max(cols, 2));
            test_prefix_sums(rows, cols);
            test_compact(cols);
            test_topk(rows, cols, std::min(cols, 8));
            test_smooth(rows, cols);
        }
        test_compact(100000);
        test_project(33, 64, 48);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "check_kernels: %s\n", error.what());
        return 2;
    }
    std::printf("%s\n", failures == 0 ? "all kernels agree with the host" : "some kernels disagree with the host");
    return failures == 0 ? 0 : 1;
}
