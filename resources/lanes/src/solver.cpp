// Factors and eigenvalues of dense matrices (lanes/solver/calls.h).

#include "lanes/solver/calls.h"

#include "fortran.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rocport_lanes::solver {

namespace {

/// Calls LAPACK twice: for the size of the memory that it wants, and for the work.
template <typename T, typename Work>
void withMemory(Work work)
{
    T wanted(0);
    work(&wanted, -1);
    std::vector<T> memory(static_cast<std::size_t>(std::max(1.0, double(std::real(wanted)))));
    work(memory.data(), static_cast<int>(memory.size()));
}
bool isMatrix(int rows, int columns, int ld)
{
    return rows >= 0 && columns >= 0 && ld >= std::max(1, rows);
}
template <typename T>
int factorInPlace(int m, int n, T* a, int lda)
{
    int zero = 0;
    const auto at = [&](int i, int j) -> T& { return a[i + static_cast<std::ptrdiff_t>(j) * lda]; };
    for (int k = 0; k < std::min(m, n); ++k) {
        if (at(k, k) == T(0)) {
            zero = zero == 0 ? k + 1 : zero;
            continue;
        }
        for (int i = k + 1; i < m; ++i) {
            at(i, k) /= at(k, k);
        }
        for (int j = k + 1; j < n; ++j) {
            for (int i = k + 1; i < m; ++i) {
                at(i, j) -= at(i, k) * at(k, j);
            }
        }
    }
    return zero;
}

} // namespace

template <typename T>
Ended getrf(const Call& call, int m, int n, T* a, int lda, int* pivots, int* info)
{
    if (!isMatrix(m, n, lda)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        if (pivots == nullptr) {
            *info = factorInPlace(m, n, a, lda);
        } else {
            fortran::getrf(&m, &n, a, &lda, pivots, info);
        }
        call.wrote(a);
        call.wrote(pivots);
        call.wrote(info);
    });
}
template <typename T>
Ended getrs(const Call& call, char op, int n, int columns, const T* a, int lda, const int* pivots,
            T* b, int ldb, int* info)
{
    if (!isMatrix(n, n, lda) || !isMatrix(n, columns, ldb)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        std::vector<int> own;
        for (int i = 1; pivots == nullptr && i <= n; ++i) {
            own.push_back(i);
        }
        fortran::getrs(&op, &n, &columns, a, &lda, pivots == nullptr ? own.data() : pivots, b, &ldb,
                       info);
        call.wrote(b);
        call.wrote(info);
    });
}
template <typename T>
Ended potrf(const Call& call, char triangle, int n, T* a, int lda, int* info)
{
    if (!isMatrix(n, n, lda)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        fortran::potrf(&triangle, &n, a, &lda, info);
        call.wrote(a);
        call.wrote(info);
    });
}
template <typename T>
Ended potrs(const Call& call, char triangle, int n, int columns, const T* a, int lda, T* b, int ldb,
            int* info)
{
    if (!isMatrix(n, n, lda) || !isMatrix(n, columns, ldb)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        fortran::potrs(&triangle, &n, &columns, a, &lda, b, &ldb, info);
        call.wrote(b);
        call.wrote(info);
    });
}
template <typename T>
Ended geqrf(const Call& call, int m, int n, T* a, int lda, T* tau, int* info)
{
    if (!isMatrix(m, n, lda)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        withMemory<T>([&](T* memory, int size) {
            fortran::geqrf(&m, &n, a, &lda, tau, memory, &size, info);
        });
        call.wrote(a);
        call.wrote(tau);
        call.wrote(info);
    });
}
template <typename T>
Ended ormqr(const Call& call, char side, char op, int m, int n, int k, const T* a, int lda,
            const T* tau, T* c, int ldc, int* info)
{
    if (!isMatrix(side == 'L' ? m : n, k, lda) || !isMatrix(m, n, ldc)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        withMemory<T>([&](T* memory, int size) {
            fortran::ormqr(&side, &op, &m, &n, &k, a, &lda, tau, c, &ldc, memory, &size, info);
        });
        call.wrote(c);
        call.wrote(info);
    });
}
template <typename T>
Ended orgqr(const Call& call, int m, int n, int k, T* a, int lda, const T* tau, int* info)
{
    if (!isMatrix(m, n, lda) || k < 0) {
        return Ended::Invalid;
    }
    return call.run([=] {
        withMemory<T>([&](T* memory, int size) {
            fortran::orgqr(&m, &n, &k, a, &lda, tau, memory, &size, info);
        });
        call.wrote(a);
        call.wrote(info);
    });
}
template <typename T>
Ended syevd(const Call& call, char job, char triangle, int n, T* a, int lda, Real<T>* values,
            int* info)
{
    if (!isMatrix(n, n, lda)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        const std::size_t all = static_cast<std::size_t>(n) * n;
        std::vector<int> whole(static_cast<std::size_t>(5) * n + 3);
        const int wholeSize = static_cast<int>(whole.size());
        if constexpr (kIsComplex<T>) {
            std::vector<Real<T>> real(2 * all + static_cast<std::size_t>(5) * n + 1);
            const int realSize = static_cast<int>(real.size());
            withMemory<T>([&](T* memory, int size) {
                fortran::syevd(&job, &triangle, &n, a, &lda, values, memory, &size, real.data(),
                               &realSize, whole.data(), &wholeSize, info);
            });
        } else {
            withMemory<T>([&](T* memory, int size) {
                fortran::syevd(&job, &triangle, &n, a, &lda, values, memory, &size, whole.data(),
                               &wholeSize, info);
            });
        }
        call.wrote(a);
        call.wrote(values);
        call.wrote(info);
    });
}
template <typename T>
Ended gesvd(const Call& call, char jobU, char jobV, int m, int n, T* a, int lda, Real<T>* values,
            T* u, int ldu, T* v, int ldv, int* info)
{
    if (m < n) {
        return Ended::NotSupported; // as the vendor says
    }
    if (!isMatrix(m, n, lda)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        std::vector<Real<T>> real(static_cast<std::size_t>(std::max(1, 5 * n)));
        withMemory<T>([&](T* memory, int size) {
            if constexpr (kIsComplex<T>) {
                fortran::gesvd(&jobU, &jobV, &m, &n, a, &lda, values, u, &ldu, v, &ldv, memory,
                               &size, real.data(), info);
            } else {
                fortran::gesvd(&jobU, &jobV, &m, &n, a, &lda, values, u, &ldu, v, &ldv, memory,
                               &size, info);
            }
        });
        call.wrote(a);
        call.wrote(values);
        call.wrote(u);
        call.wrote(v);
        call.wrote(info);
    });
}

#define LANES_SOLVER_OF(T)                                                                         \
    template Ended getrf<T>(const Call&, int, int, T*, int, int*, int*);                           \
    template Ended getrs<T>(const Call&, char, int, int, const T*, int, const int*, T*, int,       \
                            int*);                                                                 \
    template Ended potrf<T>(const Call&, char, int, T*, int, int*);                                \
    template Ended potrs<T>(const Call&, char, int, int, const T*, int, T*, int, int*);            \
    template Ended geqrf<T>(const Call&, int, int, T*, int, T*, int*);                             \
    template Ended ormqr<T>(const Call&, char, char, int, int, int, const T*, int, const T*, T*,   \
                            int, int*);                                                            \
    template Ended orgqr<T>(const Call&, int, int, int, T*, int, const T*, int*);                  \
    template Ended syevd<T>(const Call&, char, char, int, T*, int, Real<T>*, int*);                \
    template Ended gesvd<T>(const Call&, char, char, int, int, T*, int, Real<T>*, T*, int, T*,     \
                            int, int*);
LANES_SOLVER_OF(float)
LANES_SOLVER_OF(double)
LANES_SOLVER_OF(std::complex<float>)
LANES_SOLVER_OF(std::complex<double>)
#undef LANES_SOLVER_OF

} // namespace rocport_lanes::solver
