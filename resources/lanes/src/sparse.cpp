// Sparse matrices (lanes/sparse/calls.h). Sums are made as double.

#include "lanes/sparse/calls.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace rocport_lanes::sparse {

namespace {

template <typename T>
using Wide = std::conditional_t<kIsComplex<T>, std::complex<double>, double>;

std::int64_t index(const void* all, bool wide, std::int64_t i)
{
    return wide ? static_cast<const std::int64_t*>(all)[i]
                : static_cast<const std::int32_t*>(all)[i];
}
/// Calls `take` with the row, the column and the number of each element, from 0.
template <typename Take>
void each(const Matrix& a, Take take)
{
    if (a.format == Format::Coo) {
        for (std::int64_t k = 0; k < a.count; ++k) {
            take(index(a.outer, a.wideOuter, k) - a.base, index(a.inner, a.wideInner, k) - a.base,
                 k);
        }
        return;
    }
    const bool isCsr = a.format == Format::Csr;
    const std::int64_t lines = isCsr ? a.rows : a.columns;
    for (std::int64_t i = 0; i < lines; ++i) {
        const std::int64_t end = index(a.outer, a.wideOuter, i + 1) - a.base;
        for (std::int64_t k = index(a.outer, a.wideOuter, i) - a.base; k < end; ++k) {
            const std::int64_t other = index(a.inner, a.wideInner, k) - a.base;
            isCsr ? take(i, other, k) : take(other, i, k);
        }
    }
}
template <typename T>
T conjugateIf(T value, bool does)
{
    if constexpr (kIsComplex<T>) {
        return does ? std::conj(value) : value;
    } else {
        return value;
    }
}

/// Calls what is given with a null pointer of the type.
template <typename Do>
Ended withType(Number type, Do work)
{
    switch (type) {
    case Number::Float32:
        return work(static_cast<float*>(nullptr));
    case Number::Float64:
        return work(static_cast<double*>(nullptr));
    case Number::Complex32:
        return work(static_cast<std::complex<float>*>(nullptr));
    case Number::Complex64:
        return work(static_cast<std::complex<double>*>(nullptr));
    }
    return Ended::NotSupported;
}

/// An element of op(B).
template <typename T>
T& at(const Dense& b, char op, std::int64_t row, std::int64_t column)
{
    if (op != 'N') {
        std::swap(row, column);
    }
    return static_cast<T*>(b.values)[b.byRows ? row * b.ld + column : column * b.ld + row];
}
Dense asMatrix(const Vector& x)
{
    return {x.size, 1, std::max<std::int64_t>(1, x.size), x.values, x.type, false};
}

template <typename T>
void multiplyAs(char opA, char opB, T alpha, const Matrix& a, const Dense& b, T beta,
                const Dense& c)
{
    const auto* values = static_cast<const T*>(a.values);
    const std::int64_t rows = opA == 'N' ? a.rows : a.columns;
    std::vector<Wide<T>> sums(static_cast<std::size_t>(rows));
    for (std::int64_t j = 0; j < c.columns; ++j) {
        std::fill(sums.begin(), sums.end(), Wide<T>(0));
        each(a, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
            if (opA != 'N') {
                std::swap(row, column);
            }
            sums[static_cast<std::size_t>(row)] +=
                Wide<T>(conjugateIf(values[k], opA == 'C')) *
                Wide<T>(conjugateIf(at<T>(b, opB, column, j), opB == 'C'));
        });
        for (std::int64_t i = 0; i < rows; ++i) {
            T& to = at<T>(c, 'N', i, j);
            const auto product = static_cast<T>(Wide<T>(alpha) * sums[static_cast<std::size_t>(i)]);
            to = beta == T(0) ? product : product + beta * to;
        }
    }
}

/// A triangle of op(A) by rows, with its diagonal apart.
template <typename T>
struct Triangle
{
    std::vector<std::size_t> offsets;
    std::vector<std::size_t> columns;
    std::vector<T> values;
    std::vector<T> diagonal;
};
template <typename T>
Triangle<T> triangleOf(const Matrix& a, char op)
{
    const auto size = static_cast<std::size_t>(a.rows);
    const auto* values = static_cast<const T*>(a.values);
    Triangle<T> result;
    result.offsets.assign(size + 1, 0);
    result.diagonal.assign(size, a.isUnit ? T(1) : T(0));
    const auto inside = [&](std::int64_t row, std::int64_t column) {
        return a.isUpper ? column > row : column < row;
    };
    each(a, [&](std::int64_t row, std::int64_t column, std::int64_t) {
        if (inside(row, column)) {
            ++result.offsets[static_cast<std::size_t>(op == 'N' ? row : column) + 1];
        }
    });
    for (std::size_t i = 0; i < size; ++i) {
        result.offsets[i + 1] += result.offsets[i];
    }
    result.columns.resize(result.offsets[size]);
    result.values.resize(result.offsets[size]);
    std::vector<std::size_t> next = result.offsets;
    each(a, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
        const T value = conjugateIf(values[k], op == 'C');
        if (row == column && !a.isUnit) {
            result.diagonal[static_cast<std::size_t>(row)] = value;
        } else if (inside(row, column)) {
            const std::size_t place = next[static_cast<std::size_t>(op == 'N' ? row : column)]++;
            result.columns[place] = static_cast<std::size_t>(op == 'N' ? column : row);
            result.values[place] = value;
        }
    });
    return result;
}
template <typename T>
void solveAs(char opA, char opB, T alpha, const Matrix& a, const Dense& b, const Dense& c)
{
    const Triangle<T> triangle = triangleOf<T>(a, opA);
    const std::size_t size = triangle.diagonal.size();
    const bool isForward = a.isUpper != (opA == 'N');
    for (std::int64_t j = 0; j < c.columns; ++j) {
        for (std::size_t step = 0; step < size; ++step) {
            const std::size_t i = isForward ? step : size - 1 - step;
            const auto row = static_cast<std::int64_t>(i);
            Wide<T> sum = Wide<T>(alpha) * Wide<T>(conjugateIf(at<T>(b, opB, row, j), opB == 'C'));
            for (std::size_t k = triangle.offsets[i]; k < triangle.offsets[i + 1]; ++k) {
                const auto column = static_cast<std::int64_t>(triangle.columns[k]);
                sum -= Wide<T>(triangle.values[k]) * Wide<T>(at<T>(c, 'N', column, j));
            }
            at<T>(c, 'N', row, j) = static_cast<T>(sum / Wide<T>(triangle.diagonal[i]));
        }
    }
}
template <typename T>
int factorAs(const Matrix& a)
{
    auto* values = static_cast<T*>(a.values);
    const auto* offsets = static_cast<const int*>(a.outer);
    const auto* columns = static_cast<const int*>(a.inner);
    const int size = static_cast<int>(a.rows);
    std::vector<int> placeOf(static_cast<std::size_t>(size), -1); // in the row that is worked on
    std::vector<int> diagonal(static_cast<std::size_t>(size), -1);
    int zero = -1;
    for (int i = 0; i < size; ++i) {
        const int begin = offsets[i] - a.base;
        const int end = offsets[i + 1] - a.base;
        for (int k = begin; k < end; ++k) {
            placeOf[columns[k] - a.base] = k;
        }
        for (int k = begin; k < end; ++k) {
            const int column = columns[k] - a.base;
            if (column >= i || diagonal[column] < 0) {
                continue;
            }
            values[k] /= values[diagonal[column]];
            const int last = offsets[column + 1] - a.base;
            for (int l = diagonal[column] + 1; l < last; ++l) {
                const int place = placeOf[columns[l] - a.base];
                if (place >= 0) {
                    values[place] -= values[k] * values[l];
                }
            }
        }
        diagonal[i] = placeOf[i];
        if (zero < 0 && (diagonal[i] < 0 || values[diagonal[i]] == T(0))) {
            zero = i + a.base;
        }
        for (int k = begin; k < end; ++k) {
            placeOf[columns[k] - a.base] = -1;
        }
    }
    return zero;
}

bool areOps(char opA, char opB)
{
    return opA != '?' && opB != '?';
}

} // namespace

Ended multiply(const Call& call, char opA, char opB, const void* alpha, const Matrix& a,
               const Dense& b, const void* beta, const Dense& c)
{
    const std::int64_t inner = opB == 'N' ? b.rows : b.columns;
    if (!areOps(opA, opB) || inner != (opA == 'N' ? a.columns : a.rows) ||
        c.rows != (opA == 'N' ? a.rows : a.columns) ||
        c.columns != (opB == 'N' ? b.columns : b.rows)) {
        return Ended::Invalid;
    }
    if (a.type != b.type || a.type != c.type) {
        return Ended::NotSupported;
    }
    return withType(a.type, [&](auto* none) {
        using T = std::remove_pointer_t<decltype(none)>;
        const CallScalar<T> al(call, static_cast<const T*>(alpha));
        const CallScalar<T> be(call, static_cast<const T*>(beta));
        return call.run([=] {
            multiplyAs<T>(opA, opB, al(), a, b, be(), c);
            call.wrote(static_cast<T*>(c.values));
        });
    });
}
Ended multiply(const Call& call, char op, const void* alpha, const Matrix& a, const Vector& x,
               const void* beta, const Vector& y)
{
    return multiply(call, op, 'N', alpha, a, asMatrix(x), beta, asMatrix(y));
}
Ended solve(const Call& call, char opA, char opB, const void* alpha, const Matrix& a,
            const Dense& b, const Dense& c)
{
    if (!areOps(opA, opB) || a.rows != a.columns || c.rows != a.rows ||
        (opB == 'N' ? b.rows : b.columns) != a.rows ||
        (opB == 'N' ? b.columns : b.rows) != c.columns) {
        return Ended::Invalid;
    }
    if (a.type != b.type || a.type != c.type) {
        return Ended::NotSupported;
    }
    return withType(a.type, [&](auto* none) {
        using T = std::remove_pointer_t<decltype(none)>;
        const CallScalar<T> al(call, static_cast<const T*>(alpha));
        return call.run([=] {
            solveAs<T>(opA, opB, al(), a, b, c);
            call.wrote(static_cast<T*>(c.values));
        });
    });
}
Ended solve(const Call& call, char op, const void* alpha, const Matrix& a, const Vector& x,
            const Vector& y)
{
    return solve(call, op, 'N', alpha, a, asMatrix(x), asMatrix(y));
}
Ended factorIncomplete(const Call& call, const Matrix& a, int* zero)
{
    if (a.rows < 0 || a.wideOuter || a.wideInner) {
        return Ended::Invalid;
    }
    return withType(a.type, [&](auto* none) {
        using T = std::remove_pointer_t<decltype(none)>;
        return call.run([=] {
            *zero = factorAs<T>(a);
            call.wrote(static_cast<T*>(a.values));
        });
    });
}
Ended transpose(const Call& call, const Matrix& a, void* values, int* offsets, int* indices)
{
    return withType(a.type, [&](auto* none) {
        using T = std::remove_pointer_t<decltype(none)>;
        return call.run([=] {
            std::vector<int> next(static_cast<std::size_t>(a.columns) + 1, 0);
            each(a, [&](std::int64_t, std::int64_t column, std::int64_t) { ++next[column + 1]; });
            for (std::int64_t i = 0; i < a.columns; ++i) {
                next[i + 1] += next[i];
            }
            for (std::int64_t i = 0; i <= a.columns; ++i) {
                offsets[i] = next[i] + a.base;
            }
            each(a, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
                const int place = next[column]++;
                indices[place] = static_cast<int>(row) + a.base;
                if (values != nullptr) {
                    static_cast<T*>(values)[place] = static_cast<const T*>(a.values)[k];
                }
            });
            call.wrote(offsets);
            call.wrote(indices);
            call.wrote(static_cast<T*>(values));
        });
    });
}
Ended compress(const Call& call, const int* rows, int count, int size, int* offsets, int base)
{
    return call.run([=] {
        std::fill(offsets, offsets + size + 1, 0);
        for (int k = 0; k < count; ++k) {
            ++offsets[rows[k] - base + 1];
        }
        offsets[0] = base;
        for (int i = 0; i < size; ++i) {
            offsets[i + 1] += offsets[i];
        }
        call.wrote(offsets);
    });
}
Ended expand(const Call& call, const int* offsets, int, int size, int* rows, int base)
{
    return call.run([=] {
        for (int i = 0; i < size; ++i) {
            std::fill(rows + (offsets[i] - base), rows + (offsets[i + 1] - base), i + base);
        }
        call.wrote(rows);
    });
}

} // namespace rocport_lanes::sparse
