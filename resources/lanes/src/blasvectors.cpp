// BLAS of vectors, and of a matrix and vectors (lanes/blas/calls.h).

#include "lanes/blas/calls.h"

#include "fortran.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace rocport_lanes::blas {

namespace {

/// Elements of a vector, which a negative step begins at the end of.
template <typename T>
class Elements
{
public:
    Elements(T* first, int count, int step)
        : m_first(step < 0 ? first + static_cast<std::ptrdiff_t>(1 - count) * step : first),
          m_step(step)
    {
    }
    T& operator[](std::ptrdiff_t i) const { return m_first[i * m_step]; }

private:
    T* m_first;
    std::ptrdiff_t m_step;
};

double sizeOf(float x)
{
    return std::fabs(x);
}
double sizeOf(double x)
{
    return std::fabs(x);
}
template <typename R>
double sizeOf(std::complex<R> x)
{
    return std::fabs(static_cast<double>(x.real())) + std::fabs(static_cast<double>(x.imag()));
}
template <typename T>
T conjugate(T x)
{
    if constexpr (kIsComplex<T>) {
        return std::conj(x);
    } else {
        return x;
    }
}
/// What float is summed in; a GPU's tree is nearer to this than one float after the other.
template <typename T>
using Wide = std::conditional_t<kIsComplex<T>, std::complex<double>, double>;

/// What is written without being read where beta is 0: a NaN there is gone.
template <typename T>
void clear(const T& beta, int count, T* y, int stepY)
{
    if (beta == T(0)) {
        const Elements<T> to(y, count, stepY);
        for (int i = 0; i < count; ++i) {
            to[i] = T(0);
        }
    }
}
bool isOp(char op)
{
    return op == 'N' || op == 'T' || op == 'C';
}

} // namespace

template <typename T>
Ended extreme(const Call& call, bool smallest, int n, const T* x, int stepX, int* result)
{
    return call.run([=] {
        int found = 0;
        for (int i = 0; n > 0 && stepX > 0 && i < n; ++i) {
            const double size = sizeOf(x[static_cast<std::ptrdiff_t>(i) * stepX]);
            const double best =
                found == 0 ? size : sizeOf(x[static_cast<std::ptrdiff_t>(found - 1) * stepX]);
            if (found == 0 || (smallest ? size < best : size > best)) {
                found = i + 1;
            }
        }
        *result = found;
        call.wrote(result);
    });
}
template <typename T>
Ended asum(const Call& call, int n, const T* x, int stepX, Real<T>* result)
{
    return call.run([=] {
        double sum = 0;
        for (int i = 0; stepX > 0 && i < n; ++i) {
            sum += sizeOf(x[static_cast<std::ptrdiff_t>(i) * stepX]);
        }
        *result = static_cast<Real<T>>(sum);
        call.wrote(result);
    });
}
template <typename T>
Ended nrm2(const Call& call, int n, const T* x, int stepX, Real<T>* result)
{
    return call.run([=] {
        double most = 0;
        for (int i = 0; stepX > 0 && i < n; ++i) {
            const double size = std::abs(x[static_cast<std::ptrdiff_t>(i) * stepX]);
            most = size > most || std::isnan(size) ? size : most;
        }
        double sum = 0;
        const bool isFinite = std::isfinite(most);
        for (int i = 0; stepX > 0 && most > 0 && isFinite && i < n; ++i) {
            const double size = std::abs(x[static_cast<std::ptrdiff_t>(i) * stepX]) / most;
            sum += size * size;
        }
        *result = static_cast<Real<T>>(most > 0 && isFinite ? most * std::sqrt(sum) : most);
        call.wrote(result);
    });
}
template <typename T>
Ended axpy(const Call& call, int n, const T* alpha, const T* x, int stepX, T* y, int stepY)
{
    return call.run([=, factor = CallScalar<T>(call, alpha)] {
        const Elements<const T> from(x, n, stepX);
        const Elements<T> to(y, n, stepY);
        const T times = factor();
        for (int i = 0; times != T(0) && i < n; ++i) {
            to[i] += times * from[i];
        }
        call.wrote(y);
    });
}
template <typename T>
Ended copy(const Call& call, int n, const T* x, int stepX, T* y, int stepY)
{
    return call.run([=] {
        const Elements<const T> from(x, n, stepX);
        const Elements<T> to(y, n, stepY);
        for (int i = 0; i < n; ++i) {
            to[i] = from[i];
        }
        call.wrote(y);
    });
}
template <typename T>
Ended swap(const Call& call, int n, T* x, int stepX, T* y, int stepY)
{
    return call.run([=] {
        const Elements<T> one(x, n, stepX);
        const Elements<T> other(y, n, stepY);
        for (int i = 0; i < n; ++i) {
            std::swap(one[i], other[i]);
        }
        call.wrote(x);
        call.wrote(y);
    });
}
template <typename T>
Ended dot(const Call& call, bool conjugates, int n, const T* x, int stepX, const T* y, int stepY,
          T* result)
{
    return call.run([=] {
        const Elements<const T> one(x, n, stepX);
        const Elements<const T> other(y, n, stepY);
        Wide<T> sum(0);
        for (int i = 0; i < n; ++i) {
            sum += Wide<T>(conjugates ? conjugate(one[i]) : one[i]) * Wide<T>(other[i]);
        }
        *result = static_cast<T>(sum);
        call.wrote(result);
    });
}
template <typename T, typename S>
Ended rot(const Call& call, int n, T* x, int stepX, T* y, int stepY, const Real<T>* c, const S* s)
{
    return call.run([=, cosine = CallScalar<Real<T>>(call, c), sine = CallScalar<S>(call, s)] {
        const Elements<T> one(x, n, stepX);
        const Elements<T> other(y, n, stepY);
        for (int i = 0; i < n; ++i) {
            const T a = cosine() * one[i] + sine() * other[i];
            other[i] = cosine() * other[i] - conjugate(sine()) * one[i];
            one[i] = a;
        }
        call.wrote(x);
        call.wrote(y);
    });
}
template <typename T>
Ended rotg(const Call& call, T* a, T* b, Real<T>* c, T* s)
{
    return call.run([=] {
        fortran::rotg(a, b, c, s);
        call.wrote(a);
        call.wrote(b);
        call.wrote(c);
        call.wrote(s);
    });
}
template <typename T>
Ended rotm(const Call& call, int n, T* x, int stepX, T* y, int stepY, const T* parameters)
{
    const T* p = parameters; // read when it runs only where it is the device's
    const auto value = [&](int i) { return CallScalar<T>(call, p + i); };
    return call.run(
        [=, flag = value(0), h11 = value(1), h21 = value(2), h12 = value(3), h22 = value(4)] {
            const bool isFull = flag() == T(-1);
            const bool hasOnes = flag() == T(0);
            if (flag() == T(-2)) {
                return;
            }
            const T a = isFull || !hasOnes ? h11() : T(1);
            const T b = isFull || hasOnes ? h12() : T(1);
            const T d = isFull || hasOnes ? h21() : T(-1);
            const T e = isFull || !hasOnes ? h22() : T(1);
            const Elements<T> one(x, n, stepX);
            const Elements<T> other(y, n, stepY);
            for (int i = 0; i < n; ++i) {
                const T before = one[i];
                one[i] = a * before + b * other[i];
                other[i] = d * before + e * other[i];
            }
            call.wrote(x);
            call.wrote(y);
        });
}
template <typename T>
Ended rotmg(const Call& call, T* d1, T* d2, T* x1, const T* y1, T* parameters)
{
    return call.run([=] {
        fortran::rotmg(d1, d2, x1, y1, parameters);
        call.wrote(parameters);
    });
}
template <typename T, typename A>
Ended scal(const Call& call, int n, const A* alpha, T* x, int stepX)
{
    return call.run([=, factor = CallScalar<A>(call, alpha)] {
        const A times = factor();
        for (int i = 0; stepX > 0 && i < n; ++i) {
            x[static_cast<std::ptrdiff_t>(i) * stepX] *= times;
        }
        call.wrote(x);
    });
}

template <typename T>
Ended gemv(const Call& call, char op, int m, int n, const T* alpha, const T* a, int lda, const T* x,
           int stepX, const T* beta, T* y, int stepY)
{
    if (!isOp(op) || m < 0 || n < 0 || lda < std::max(1, m) || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    if (m == 0 || n == 0) {
        return Ended::Done; // y is left as it is
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, op == 'N' ? m : n, y, stepY);
        fortran::gemv(&op, &m, &n, &times, a, &lda, x, &stepX, &keeps, y, &stepY);
        call.wrote(y);
    });
}
template <typename T>
Ended gbmv(const Call& call, char op, int m, int n, int below, int above, const T* alpha,
           const T* a, int lda, const T* x, int stepX, const T* beta, T* y, int stepY)
{
    if (!isOp(op) || m < 0 || n < 0 || below < 0 || above < 0 || lda < below + above + 1 ||
        stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    if (m == 0 || n == 0) {
        return Ended::Done; // y is left as it is
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, op == 'N' ? m : n, y, stepY);
        fortran::gbmv(&op, &m, &n, &below, &above, &times, a, &lda, x, &stepX, &keeps, y, &stepY);
        call.wrote(y);
    });
}
template <typename T>
Ended ger(const Call& call, bool conjugates, int m, int n, const T* alpha, const T* x, int stepX,
          const T* y, int stepY, T* a, int lda)
{
    if (m < 0 || n < 0 || lda < std::max(1, m) || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha)] {
        const T times = al();
        if constexpr (kIsComplex<T>) {
            if (conjugates) {
                fortran::gerc(&m, &n, &times, x, &stepX, y, &stepY, a, &lda);
                call.wrote(a);
                return;
            }
        }
        fortran::ger(&m, &n, &times, x, &stepX, y, &stepY, a, &lda);
        call.wrote(a);
    });
}
template <typename T>
Ended symv(const Call& call, char triangle, int n, const T* alpha, const T* a, int lda, const T* x,
           int stepX, const T* beta, T* y, int stepY)
{
    if (n < 0 || lda < std::max(1, n) || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, n, y, stepY);
        fortran::symv(&triangle, &n, &times, a, &lda, x, &stepX, &keeps, y, &stepY);
        call.wrote(y);
    });
}
template <typename T>
Ended sbmv(const Call& call, char triangle, int n, int k, const T* alpha, const T* a, int lda,
           const T* x, int stepX, const T* beta, T* y, int stepY)
{
    if (n < 0 || k < 0 || lda < k + 1 || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, n, y, stepY);
        fortran::sbmv(&triangle, &n, &k, &times, a, &lda, x, &stepX, &keeps, y, &stepY);
        call.wrote(y);
    });
}
template <typename T>
Ended spmv(const Call& call, char triangle, int n, const T* alpha, const T* a, const T* x,
           int stepX, const T* beta, T* y, int stepY)
{
    if (n < 0 || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha), be = CallScalar<T>(call, beta)] {
        const T times = al();
        const T keeps = be();
        clear(keeps, n, y, stepY);
        fortran::spmv(&triangle, &n, &times, a, x, &stepX, &keeps, y, &stepY);
        call.wrote(y);
    });
}
template <typename T>
Ended syr(const Call& call, char triangle, int n, const Real<T>* alpha, const T* x, int stepX, T* a,
          int lda)
{
    if (n < 0 || lda < std::max(1, n) || stepX == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<Real<T>>(call, alpha)] {
        const Real<T> times = al();
        fortran::syr(&triangle, &n, &times, x, &stepX, a, &lda);
        call.wrote(a);
    });
}
template <typename T>
Ended spr(const Call& call, char triangle, int n, const Real<T>* alpha, const T* x, int stepX, T* a)
{
    if (n < 0 || stepX == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<Real<T>>(call, alpha)] {
        const Real<T> times = al();
        fortran::spr(&triangle, &n, &times, x, &stepX, a);
        call.wrote(a);
    });
}
template <typename T>
Ended syr2(const Call& call, char triangle, int n, const T* alpha, const T* x, int stepX,
           const T* y, int stepY, T* a, int lda)
{
    if (n < 0 || lda < std::max(1, n) || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha)] {
        const T times = al();
        fortran::syr2(&triangle, &n, &times, x, &stepX, y, &stepY, a, &lda);
        call.wrote(a);
    });
}
template <typename T>
Ended spr2(const Call& call, char triangle, int n, const T* alpha, const T* x, int stepX,
           const T* y, int stepY, T* a)
{
    if (n < 0 || stepX == 0 || stepY == 0) {
        return Ended::Invalid;
    }
    return call.run([=, al = CallScalar<T>(call, alpha)] {
        const T times = al();
        fortran::spr2(&triangle, &n, &times, x, &stepX, y, &stepY, a);
        call.wrote(a);
    });
}
template <typename T>
Ended triangular(const Call& call, bool solves, char triangle, char op, char diagonal, int n,
                 const T* a, int lda, T* x, int stepX)
{
    if (!isOp(op) || n < 0 || lda < std::max(1, n) || stepX == 0) {
        return Ended::Invalid;
    }
    return call.run([=] {
        if (solves) {
            fortran::trsv(&triangle, &op, &diagonal, &n, a, &lda, x, &stepX);
        } else {
            fortran::trmv(&triangle, &op, &diagonal, &n, a, &lda, x, &stepX);
        }
        call.wrote(x);
    });
}
template <typename T>
Ended triangularBand(const Call& call, bool solves, char triangle, char op, char diagonal, int n,
                     int k, const T* a, int lda, T* x, int stepX)
{
    if (!isOp(op) || n < 0 || k < 0 || lda < k + 1 || stepX == 0) {
        return Ended::Invalid;
    }
    return call.run([=] {
        if (solves) {
            fortran::tbsv(&triangle, &op, &diagonal, &n, &k, a, &lda, x, &stepX);
        } else {
            fortran::tbmv(&triangle, &op, &diagonal, &n, &k, a, &lda, x, &stepX);
        }
        call.wrote(x);
    });
}
template <typename T>
Ended triangularPacked(const Call& call, bool solves, char triangle, char op, char diagonal, int n,
                       const T* a, T* x, int stepX)
{
    if (!isOp(op) || n < 0 || stepX == 0) {
        return Ended::Invalid;
    }
    return call.run([=] {
        if (solves) {
            fortran::tpsv(&triangle, &op, &diagonal, &n, a, x, &stepX);
        } else {
            fortran::tpmv(&triangle, &op, &diagonal, &n, a, x, &stepX);
        }
        call.wrote(x);
    });
}

#define LANES_BLAS_OF(T)                                                                           \
    template Ended extreme<T>(const Call&, bool, int, const T*, int, int*);                        \
    template Ended asum<T>(const Call&, int, const T*, int, Real<T>*);                             \
    template Ended nrm2<T>(const Call&, int, const T*, int, Real<T>*);                             \
    template Ended axpy<T>(const Call&, int, const T*, const T*, int, T*, int);                    \
    template Ended copy<T>(const Call&, int, const T*, int, T*, int);                              \
    template Ended swap<T>(const Call&, int, T*, int, T*, int);                                    \
    template Ended dot<T>(const Call&, bool, int, const T*, int, const T*, int, T*);               \
    template Ended rot<T, T>(const Call&, int, T*, int, T*, int, const Real<T>*, const T*);        \
    template Ended rotg<T>(const Call&, T*, T*, Real<T>*, T*);                                     \
    template Ended scal<T, T>(const Call&, int, const T*, T*, int);                                \
    template Ended gemv<T>(const Call&, char, int, int, const T*, const T*, int, const T*, int,    \
                           const T*, T*, int);                                                     \
    template Ended gbmv<T>(const Call&, char, int, int, int, int, const T*, const T*, int,         \
                           const T*, int, const T*, T*, int);                                      \
    template Ended ger<T>(const Call&, bool, int, int, const T*, const T*, int, const T*, int, T*, \
                          int);                                                                    \
    template Ended symv<T>(const Call&, char, int, const T*, const T*, int, const T*, int,         \
                           const T*, T*, int);                                                     \
    template Ended sbmv<T>(const Call&, char, int, int, const T*, const T*, int, const T*, int,    \
                           const T*, T*, int);                                                     \
    template Ended spmv<T>(const Call&, char, int, const T*, const T*, const T*, int, const T*,    \
                           T*, int);                                                               \
    template Ended syr<T>(const Call&, char, int, const Real<T>*, const T*, int, T*, int);         \
    template Ended spr<T>(const Call&, char, int, const Real<T>*, const T*, int, T*);              \
    template Ended syr2<T>(const Call&, char, int, const T*, const T*, int, const T*, int, T*,     \
                           int);                                                                   \
    template Ended spr2<T>(const Call&, char, int, const T*, const T*, int, const T*, int, T*);    \
    template Ended triangular<T>(const Call&, bool, char, char, char, int, const T*, int, T*,      \
                                 int);                                                             \
    template Ended triangularBand<T>(const Call&, bool, char, char, char, int, int, const T*, int, \
                                     T*, int);                                                     \
    template Ended triangularPacked<T>(const Call&, bool, char, char, char, int, const T*, T*, int);
LANES_BLAS_OF(float)
LANES_BLAS_OF(double)
LANES_BLAS_OF(std::complex<float>)
LANES_BLAS_OF(std::complex<double>)
#undef LANES_BLAS_OF
#define LANES_BLAS_OF(T)                                                                           \
    template Ended rotm<T>(const Call&, int, T*, int, T*, int, const T*);                          \
    template Ended rotmg<T>(const Call&, T*, T*, T*, const T*, T*);                                \
    template Ended scal<std::complex<T>, T>(const Call&, int, const T*, std::complex<T>*, int);    \
    template Ended rot<std::complex<T>, T>(const Call&, int, std::complex<T>*, int,                \
                                           std::complex<T>*, int, const T*, const T*);
LANES_BLAS_OF(float)
LANES_BLAS_OF(double)
#undef LANES_BLAS_OF

} // namespace rocport_lanes::blas
