// BLAS of matrices (lanes/blas/calls.h).

#include "lanes/blas/calls.h"

#include "fortran.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rocport_lanes::blas {

namespace {

bool isOp(char op)
{
    return op == 'N' || op == 'T' || op == 'C';
}
template <typename T>
T* at(T* matrix, int row, int column, int ld)
{
    return matrix + row + static_cast<std::ptrdiff_t>(column) * ld;
}
template <typename T>
T element(const T* matrix, char op, int row, int column, int ld)
{
    if (op == 'N') {
        return *at(matrix, row, column, ld);
    }
    const T value = *at(matrix, column, row, ld);
    if constexpr (kIsComplex<T>) {
        return op == 'C' ? std::conj(value) : value;
    }
    return value;
}
/// What is written without being read where beta is 0: a NaN there is gone. `triangle` A: all.
template <typename T, typename B>
void clear(B beta, char triangle, int m, int n, T* c, int ldc)
{
    for (int j = 0; beta == B(0) && j < n; ++j) {
        const int first = triangle == 'L' ? j : 0;
        const int last = triangle == 'U' ? std::min(m, j + 1) : m;
        std::fill(at(c, first, j, ldc), at(c, std::max(first, last), j, ldc), T(0));
    }
}
/// Of a product with itself turned: symmetric has no 'C' for complex numbers, Hermitian no 'T'.
template <typename T>
bool isTurn(bool hermitian, char op)
{
    return isOp(op) && (!kIsComplex<T> || op != (hermitian ? 'T' : 'C'));
}
bool areProduct(char opA, char opB, int m, int n, int k, int lda, int ldb, int ldc)
{
    return isOp(opA) && isOp(opB) && m >= 0 && n >= 0 && k >= 0 &&
           lda >= std::max(1, opA == 'N' ? m : k) && ldb >= std::max(1, opB == 'N' ? k : n) &&
           ldc >= std::max(1, m);
}
template <typename T>
void product(char opA, char opB, int m, int n, int k, T alpha, const T* a, int lda, const T* b,
             int ldb, T beta, T* c, int ldc)
{
    clear(beta, 'A', m, n, c, ldc);
    fortran::gemm(&opA, &opB, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
}

} // namespace

template <typename T>
Ended gemm(const Call& call, char opA, char opB, int m, int n, int k, const T* alpha, const T* a,
           int lda, const T* b, int ldb, const T* beta, T* c, int ldc)
{
    return gemmStrided(call, opA, opB, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}
template <typename T>
Ended gemmBatched(const Call& call, char opA, char opB, int m, int n, int k, const T* alpha,
                  const T* const* a, int lda, const T* const* b, int ldb, const T* beta,
                  T* const* c, int ldc, int count)
{
    if (!areProduct(opA, opB, m, n, k, lda, ldb, ldc) || count < 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        for (int i = 0; i < count; ++i) {
            product(opA, opB, m, n, k, al(), a[i], lda, b[i], ldb, be(), c[i], ldc);
            call.wrote(c[i]);
        }
    });
}
template <typename T>
Ended gemmStrided(const Call& call, char opA, char opB, int m, int n, int k, const T* alpha,
                  const T* a, int lda, long long strideA, const T* b, int ldb, long long strideB,
                  const T* beta, T* c, int ldc, long long strideC, int count)
{
    if (!areProduct(opA, opB, m, n, k, lda, ldb, ldc) || count < 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        for (int i = 0; i < count; ++i) {
            product(opA, opB, m, n, k, al(), a + i * strideA, lda, b + i * strideB, ldb, be(),
                    c + i * strideC, ldc);
        }
        call.wrote(c);
    });
}
template <typename T>
Ended symm(const Call& call, bool hermitian, char side, char triangle, int m, int n, const T* alpha,
           const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc)
{
    if (m < 0 || n < 0 || lda < std::max(1, side == 'L' ? m : n) || ldb < std::max(1, m) ||
        ldc < std::max(1, m)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, 'A', m, n, c, ldc);
        if constexpr (kIsComplex<T>) {
            if (hermitian) {
                fortran::hemm(&side, &triangle, &m, &n, &times, a, &lda, b, &ldb, &keeps, c, &ldc);
                call.wrote(c);
                return;
            }
        }
        fortran::symm(&side, &triangle, &m, &n, &times, a, &lda, b, &ldb, &keeps, c, &ldc);
        call.wrote(c);
    });
}
template <typename T>
Ended syrk(const Call& call, char triangle, char op, int n, int k, const T* alpha, const T* a,
           int lda, const T* beta, T* c, int ldc)
{
    if (!isTurn<T>(false, op) || n < 0 || k < 0 || lda < std::max(1, op == 'N' ? n : k) ||
        ldc < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, triangle, n, n, c, ldc);
        fortran::syrk(&triangle, &op, &n, &k, &times, a, &lda, &keeps, c, &ldc);
        call.wrote(c);
    });
}
template <typename T>
Ended herk(const Call& call, char triangle, char op, int n, int k, const Real<T>* alpha, const T* a,
           int lda, const Real<T>* beta, T* c, int ldc)
{
    if (!isTurn<T>(true, op) || n < 0 || k < 0 || lda < std::max(1, op == 'N' ? n : k) ||
        ldc < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run(
        [=, al = CallScalar<Real<T>>(call, alpha), be = CallScalar<Real<T>>(call, beta)] {
            const Real<T> times = al();
            const Real<T> keeps = be();
            clear(keeps, triangle, n, n, c, ldc);
            fortran::herk(&triangle, &op, &n, &k, &times, a, &lda, &keeps, c, &ldc);
            call.wrote(c);
        });
}
template <typename T>
Ended syr2k(const Call& call, char triangle, char op, int n, int k, const T* alpha, const T* a,
            int lda, const T* b, int ldb, const T* beta, T* c, int ldc)
{
    if (!isTurn<T>(false, op) || n < 0 || k < 0 ||
        std::min(lda, ldb) < std::max(1, op == 'N' ? n : k) || ldc < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, triangle, n, n, c, ldc);
        fortran::syr2k(&triangle, &op, &n, &k, &times, a, &lda, b, &ldb, &keeps, c, &ldc);
        call.wrote(c);
    });
}
template <typename T>
Ended her2k(const Call& call, char triangle, char op, int n, int k, const T* alpha, const T* a,
            int lda, const T* b, int ldb, const Real<T>* beta, T* c, int ldc)
{
    if (!isTurn<T>(true, op) || n < 0 || k < 0 ||
        std::min(lda, ldb) < std::max(1, op == 'N' ? n : k) || ldc < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<Real<T>>(call, beta)] {
        const T times = al();
        const Real<T> keeps = be();
        clear(keeps, triangle, n, n, c, ldc);
        fortran::her2k(&triangle, &op, &n, &k, &times, a, &lda, b, &ldb, &keeps, c, &ldc);
        call.wrote(c);
    });
}
template <typename T, typename B>
Ended syrkx(const Call& call, bool hermitian, char triangle, char op, int n, int k, const T* alpha,
            const T* a, int lda, const T* b, int ldb, const B* beta, T* c, int ldc)
{
    if (!isTurn<T>(hermitian, op) || n < 0 || k < 0 ||
        std::min(lda, ldb) < std::max(1, op == 'N' ? n : k) || ldc < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<B>(call, beta)] {
        std::vector<T> all(static_cast<std::size_t>(n) * n);
        const char turned = hermitian ? 'C' : 'T';
        product(op == 'N' ? 'N' : turned, op == 'N' ? turned : 'N', n, n, k, al(), a, lda, b, ldb,
                T(0), all.data(), std::max(1, n));
        const B keeps = be();
        clear(keeps, triangle, n, n, c, ldc);
        for (int j = 0; j < n; ++j) {
            for (int i = triangle == 'L' ? j : 0; i < (triangle == 'U' ? j + 1 : n); ++i) {
                *at(c, i, j, ldc) = keeps * *at(c, i, j, ldc) + *at(all.data(), i, j, n);
            }
        }
        call.wrote(c);
    });
}
template <typename T>
Ended trmm(const Call& call, char side, char triangle, char op, char diagonal, int m, int n,
           const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc)
{
    if (!isOp(op) || m < 0 || n < 0 || lda < std::max(1, side == 'L' ? m : n) ||
        ldb < std::max(1, m) || ldc < std::max(1, m)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha)] {
        for (int j = 0; c != b && j < n; ++j) {
            std::copy_n(at(b, 0, j, ldb), m, at(c, 0, j, ldc));
        }
        const T times = al();
        fortran::trmm(&side, &triangle, &op, &diagonal, &m, &n, &times, a, &lda, c, &ldc);
        call.wrote(c);
    });
}
template <typename T>
Ended trsm(const Call& call, char side, char triangle, char op, char diagonal, int m, int n,
           const T* alpha, const T* a, int lda, T* b, int ldb)
{
    if (!isOp(op) || m < 0 || n < 0 || lda < std::max(1, side == 'L' ? m : n) ||
        ldb < std::max(1, m)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha)] {
        const T times = al();
        fortran::trsm(&side, &triangle, &op, &diagonal, &m, &n, &times, a, &lda, b, &ldb);
        call.wrote(b);
    });
}
template <typename T>
Ended trsmBatched(const Call& call, char side, char triangle, char op, char diagonal, int m, int n,
                  const T* alpha, const T* const* a, int lda, T* const* b, int ldb, int count)
{
    if (!isOp(op) || m < 0 || n < 0 || count < 0 || lda < std::max(1, side == 'L' ? m : n) ||
        ldb < std::max(1, m)) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha)] {
        const T times = al();
        for (int i = 0; i < count; ++i) {
            fortran::trsm(&side, &triangle, &op, &diagonal, &m, &n, &times, a[i], &lda, b[i], &ldb);
            call.wrote(b[i]);
        }
    });
}
template <typename T>
Ended geam(const Call& call, char opA, char opB, int m, int n, const T* alpha, const T* a, int lda,
           const T* beta, const T* b, int ldb, T* c, int ldc)
{
    if (!isOp(opA) || !isOp(opB) || m < 0 || n < 0 || ldc < std::max(1, m) ||
        lda < std::max(1, opA == 'N' ? m : n) || ldb < std::max(1, opB == 'N' ? m : n) ||
        (c == a && opA != 'N') || (c == b && opB != 'N')) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T first = al();
        const T second = be();
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < m; ++i) {
                T sum(0); // what has the factor 0 is not read
                if (first != T(0)) {
                    sum += first * element(a, opA, i, j, lda);
                }
                if (second != T(0)) {
                    sum += second * element(b, opB, i, j, ldb);
                }
                *at(c, i, j, ldc) = sum;
            }
        }
        call.wrote(c);
    });
}
template <typename T>
Ended dgmm(const Call& call, char side, int m, int n, const T* a, int lda, const T* x, int stepX,
           T* c, int ldc)
{
    if (m < 0 || n < 0 || lda < std::max(1, m) || ldc < std::max(1, m)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        const int count = side == 'L' ? m : n;
        const T* first = stepX < 0 ? x + static_cast<std::ptrdiff_t>(1 - count) * stepX : x;
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < m; ++i) {
                *at(c, i, j, ldc) = *at(a, i, j, lda) *
                                    first[static_cast<std::ptrdiff_t>(side == 'L' ? i : j) * stepX];
            }
        }
        call.wrote(c);
    });
}

#define LANES_BLAS_OF(T)                                                                           \
    template Ended gemm<T>(const Call&, char, char, int, int, int, const T*, const T*, int,        \
                           const T*, int, const T*, T*, int);                                      \
    template Ended gemmBatched<T>(const Call&, char, char, int, int, int, const T*,                \
                                  const T* const*, int, const T* const*, int, const T*, T* const*, \
                                  int, int);                                                       \
    template Ended gemmStrided<T>(const Call&, char, char, int, int, int, const T*, const T*, int, \
                                  long long, const T*, int, long long, const T*, T*, int,          \
                                  long long, int);                                                 \
    template Ended symm<T>(const Call&, bool, char, char, int, int, const T*, const T*, int,       \
                           const T*, int, const T*, T*, int);                                      \
    template Ended syrk<T>(const Call&, char, char, int, int, const T*, const T*, int, const T*,   \
                           T*, int);                                                               \
    template Ended syr2k<T>(const Call&, char, char, int, int, const T*, const T*, int, const T*,  \
                            int, const T*, T*, int);                                               \
    template Ended syrkx<T, T>(const Call&, bool, char, char, int, int, const T*, const T*, int,   \
                               const T*, int, const T*, T*, int);                                  \
    template Ended trmm<T>(const Call&, char, char, char, char, int, int, const T*, const T*, int, \
                           const T*, int, T*, int);                                                \
    template Ended trsm<T>(const Call&, char, char, char, char, int, int, const T*, const T*, int, \
                           T*, int);                                                               \
    template Ended trsmBatched<T>(const Call&, char, char, char, char, int, int, const T*,         \
                                  const T* const*, int, T* const*, int, int);                      \
    template Ended geam<T>(const Call&, char, char, int, int, const T*, const T*, int, const T*,   \
                           const T*, int, T*, int);                                                \
    template Ended dgmm<T>(const Call&, char, int, int, const T*, int, const T*, int, T*, int);
LANES_BLAS_OF(float)
LANES_BLAS_OF(double)
LANES_BLAS_OF(std::complex<float>)
LANES_BLAS_OF(std::complex<double>)
#undef LANES_BLAS_OF
#define LANES_BLAS_OF(T, R)                                                                        \
    template Ended herk<T>(const Call&, char, char, int, int, const R*, const T*, int, const R*,   \
                           T*, int);                                                               \
    template Ended her2k<T>(const Call&, char, char, int, int, const T*, const T*, int, const T*,  \
                            int, const R*, T*, int);                                               \
    template Ended syrkx<T, R>(const Call&, bool, char, char, int, int, const T*, const T*, int,   \
                               const T*, int, const R*, T*, int);
LANES_BLAS_OF(std::complex<float>, float)
LANES_BLAS_OF(std::complex<double>, double)
#undef LANES_BLAS_OF

} // namespace rocport_lanes::blas
