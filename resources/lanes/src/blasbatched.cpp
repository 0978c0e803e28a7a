// Factors of many small matrices, and products of numbers of several types (lanes/blas/calls.h).

#include "lanes/blas/calls.h"
#include "lanes/smallfloats.h"

#include "fortran.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

namespace rocport_lanes::blas {

namespace {

/// Without exchanging rows; the first pivot that is 0, 1-based, or 0.
template <typename T>
int factorInPlace(int n, T* a, int lda)
{
    const auto at = [&](int i, int j) -> T& { return a[i + static_cast<std::ptrdiff_t>(j) * lda]; };
    int found = 0;
    for (int k = 0; k < n; ++k) {
        if (at(k, k) == T(0)) {
            found = found == 0 ? k + 1 : found;
            continue;
        }
        for (int i = k + 1; i < n; ++i) {
            at(i, k) /= at(k, k);
            for (int j = k + 1; j < n; ++j) {
                at(i, j) -= at(i, k) * at(k, j);
            }
        }
    }
    return found;
}
std::vector<int> inOrder(int n)
{
    std::vector<int> pivots(static_cast<std::size_t>(n));
    std::iota(pivots.begin(), pivots.end(), 1);
    return pivots;
}
/// The inverse from the factors in c.
template <typename T>
int invert(int n, T* c, int ldc, const int* pivots)
{
    std::vector<T> work(static_cast<std::size_t>(std::max(1, n)) * 64);
    const int size = static_cast<int>(work.size());
    int info = 0;
    fortran::getri(&n, c, &ldc, pivots, work.data(), &size, &info);
    return info;
}
template <typename T>
void copyMatrix(int n, const T* a, int lda, T* c, int ldc)
{
    for (int j = 0; j < n; ++j) {
        std::copy_n(a + static_cast<std::ptrdiff_t>(j) * lda, n,
                    c + static_cast<std::ptrdiff_t>(j) * ldc);
    }
}

} // namespace

template <typename T>
Ended getrfBatched(const Call& call, int n, T* const* a, int lda, int* pivots, int* info, int count)
{
    if (n < 0 || count < 0 || lda < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        for (int i = 0; i < count; ++i) {
            if (pivots == nullptr) {
                info[i] = factorInPlace(n, a[i], lda);
            } else {
                fortran::getrf(&n, &n, a[i], &lda, pivots + static_cast<std::ptrdiff_t>(i) * n,
                               info + i);
            }
            call.wrote(a[i]);
        }
        call.wrote(pivots);
        call.wrote(info);
    });
}
template <typename T>
Ended getrsBatched(const Call& call, char op, int n, int columns, const T* const* a, int lda,
                   const int* pivots, T* const* b, int ldb, int* info, int count)
{
    const bool isRight =
        n >= 0 && columns >= 0 && count >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n);
    *info = n < 0 ? -2 : columns < 0 ? -3 : isRight ? 0 : -5;
    if (!isRight) {
        return Ended::Invalid;
    }
    return call.run([=] {
        const std::vector<int> own = inOrder(n);
        int ended = 0;
        for (int i = 0; i < count; ++i) {
            const int* rows =
                pivots == nullptr ? own.data() : pivots + static_cast<std::ptrdiff_t>(i) * n;
            fortran::getrs(&op, &n, &columns, a[i], &lda, rows, b[i], &ldb, &ended);
            call.wrote(b[i]);
        }
    });
}
template <typename T>
Ended getriBatched(const Call& call, int n, const T* const* a, int lda, const int* pivots,
                   T* const* c, int ldc, int* info, int count)
{
    if (n < 0 || count < 0 || lda < std::max(1, n) || ldc < std::max(1, n)) {
        return Ended::Invalid;
    }
    return call.run([=] {
        const std::vector<int> own = inOrder(n);
        for (int i = 0; i < count; ++i) {
            if (a[i] != c[i]) {
                copyMatrix(n, a[i], lda, c[i], ldc);
            }
            info[i] = invert(n, c[i], ldc,
                             pivots == nullptr ? own.data()
                                               : pivots + static_cast<std::ptrdiff_t>(i) * n);
            call.wrote(c[i]);
        }
        call.wrote(info);
    });
}
template <typename T>
Ended matinvBatched(const Call& call, int n, const T* const* a, int lda, T* const* c, int ldc,
                    int* info, int count)
{
    if (n < 0 || n > 32 || count < 0 || lda < std::max(1, n) || ldc < std::max(1, n)) {
        return Ended::Invalid; // the vendor's takes up to 32
    }
    return call.run([=] {
        std::vector<int> pivots(static_cast<std::size_t>(n));
        for (int i = 0; i < count; ++i) {
            copyMatrix(n, a[i], lda, c[i], ldc);
            fortran::getrf(&n, &n, c[i], &ldc, pivots.data(), info + i);
            if (info[i] == 0) {
                info[i] = invert(n, c[i], ldc, pivots.data());
            }
            call.wrote(c[i]);
        }
        call.wrote(info);
    });
}
template <typename T>
Ended geqrfBatched(const Call& call, int m, int n, T* const* a, int lda, T* const* tau, int* info,
                   int count)
{
    *info = m < 0 ? -1 : n < 0 ? -2 : lda < std::max(1, m) ? -4 : count < 0 ? -7 : 0;
    if (*info != 0) {
        return Ended::Invalid;
    }
    return call.run([=] {
        std::vector<T> work(static_cast<std::size_t>(std::max(1, n)) * 64);
        const int size = static_cast<int>(work.size());
        int ended = 0;
        for (int i = 0; i < count; ++i) {
            fortran::geqrf(&m, &n, a[i], &lda, tau[i], work.data(), &size, &ended);
            call.wrote(a[i]);
            call.wrote(tau[i]);
        }
    });
}

#define LANES_BLAS_OF(T)                                                                           \
    template Ended getrfBatched<T>(const Call&, int, T* const*, int, int*, int*, int);             \
    template Ended getrsBatched<T>(const Call&, char, int, int, const T* const*, int, const int*,  \
                                   T* const*, int, int*, int);                                     \
    template Ended getriBatched<T>(const Call&, int, const T* const*, int, const int*, T* const*,  \
                                   int, int*, int);                                                \
    template Ended matinvBatched<T>(const Call&, int, const T* const*, int, T* const*, int, int*,  \
                                    int);                                                          \
    template Ended geqrfBatched<T>(const Call&, int, int, T* const*, int, T* const*, int*, int);
LANES_BLAS_OF(float)
LANES_BLAS_OF(double)
LANES_BLAS_OF(std::complex<float>)
LANES_BLAS_OF(std::complex<double>)
#undef LANES_BLAS_OF

namespace {

std::size_t bytesOf(Number type)
{
    switch (type) {
    case Number::Int8:
        return 1;
    case Number::Half:
    case Number::BFloat16:
        return 2;
    case Number::Float64:
    case Number::Complex32:
        return 8;
    case Number::Complex64:
        return 16;
    default:
        return 4;
    }
}
template <typename T, typename From>
T read(const void* place, std::ptrdiff_t i)
{
    From value;
    std::memcpy(&value, static_cast<const char*>(place) + i * sizeof(From), sizeof(From));
    if constexpr (kIsComplex<From> && !kIsComplex<T>) {
        return T(0); // not asked for
    } else {
        return static_cast<T>(value);
    }
}
template <typename T>
T load(const void* place, Number type, std::ptrdiff_t i)
{
    switch (type) {
    case Number::Half:
        return static_cast<T>(
            static_cast<Real<T>>(numberOf(read<std::uint16_t, std::uint16_t>(place, i), kHalf)));
    case Number::BFloat16:
        return static_cast<T>(static_cast<Real<T>>(
            numberOf(read<std::uint16_t, std::uint16_t>(place, i), kBfloat16)));
    case Number::Int8:
        return static_cast<T>(static_cast<Real<T>>(read<std::int8_t, std::int8_t>(place, i)));
    case Number::Int32:
        return static_cast<T>(static_cast<Real<T>>(read<std::int32_t, std::int32_t>(place, i)));
    case Number::Float64:
        return read<T, double>(place, i);
    case Number::Complex32:
        return read<T, std::complex<float>>(place, i);
    case Number::Complex64:
        return read<T, std::complex<double>>(place, i);
    default:
        return read<T, float>(place, i);
    }
}
template <typename To>
void write(void* place, std::ptrdiff_t i, To value)
{
    std::memcpy(static_cast<char*>(place) + i * sizeof(To), &value, sizeof(To));
}
template <typename T>
void store(void* place, Number type, std::ptrdiff_t i, T value)
{
    if constexpr (kIsComplex<T>) {
        if (type == Number::Complex64) {
            write(place, i, std::complex<double>(value));
        } else {
            write(place, i, std::complex<float>(value));
        }
    } else {
        switch (type) {
        case Number::Half:
            write(place, i, shortOf(value, kHalf, Rounding::Nearest));
            break;
        case Number::BFloat16:
            write(place, i, shortOf(value, kBfloat16, Rounding::Nearest));
            break;
        case Number::Int8:
            write(place, i,
                  static_cast<std::int8_t>(std::clamp(std::nearbyint(value), T(-128), T(127))));
            break;
        case Number::Int32:
            write(place, i, static_cast<std::int32_t>(static_cast<std::int64_t>(value)));
            break;
        case Number::Float64:
            write(place, i, static_cast<double>(value));
            break;
        default:
            write(place, i, static_cast<float>(value));
        }
    }
}

/// A matrix by columns without gaps.
template <typename T>
std::vector<T> loaded(const void* place, Number type, int rows, int columns, int ld)
{
    std::vector<T> all(static_cast<std::size_t>(rows) * columns);
    for (int j = 0; j < columns; ++j) {
        for (int i = 0; i < rows; ++i) {
            all[i + static_cast<std::size_t>(j) * rows] =
                load<T>(place, type, i + static_cast<std::ptrdiff_t>(j) * ld);
        }
    }
    return all;
}

template <typename T>
void multiply(char opA, char opB, int m, int n, int k, T alpha, const Matrices& of, T beta)
{
    const int rowsA = opA == 'N' ? m : k;
    const int rowsB = opB == 'N' ? k : n;
    const auto a = loaded<T>(of.a, of.typeA, rowsA, opA == 'N' ? k : m, of.lda);
    const auto b = loaded<T>(of.b, of.typeB, rowsB, opB == 'N' ? n : k, of.ldb);
    std::vector<T> c(static_cast<std::size_t>(m) * n);
    if (beta != T(0)) {
        c = loaded<T>(of.c, of.typeC, m, n, of.ldc);
    }
    const int lda = std::max(1, rowsA);
    const int ldb = std::max(1, rowsB);
    const int ldc = std::max(1, m);
    fortran::gemm(&opA, &opB, &m, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                  &ldc);
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < m; ++i) {
            store(of.c, of.typeC, i + static_cast<std::ptrdiff_t>(j) * of.ldc,
                  c[i + static_cast<std::size_t>(j) * m]);
        }
    }
}

bool isComplexNumber(Number type)
{
    return type == Number::Complex32 || type == Number::Complex64;
}
Number scalarType(const Matrices& of, Compute compute)
{
    if (isComplexNumber(of.typeC)) {
        return of.typeC;
    }
    constexpr Number kTypes[] = {Number::Half, Number::Float32, Number::Float64, Number::Int32};
    return kTypes[static_cast<int>(compute)];
}
bool areTaken(const Matrices& of, Compute compute)
{
    for (const Number type : {of.typeA, of.typeB, of.typeC}) {
        switch (type) {
        case Number::Float32:
        case Number::Float64:
        case Number::Half:
        case Number::Int8:
        case Number::Int32:
        case Number::BFloat16:
            if (isComplexNumber(of.typeC)) {
                return false;
            }
            break;
        case Number::Complex32:
        case Number::Complex64:
            if (!isComplexNumber(of.typeC)) {
                return false;
            }
            break;
        default:
            return false;
        }
    }
    if (of.typeA != of.typeB) {
        return false;
    }
    switch (compute) {
    case Compute::Half:
        return of.typeA == Number::Half && of.typeC == Number::Half;
    case Compute::Int32:
        return of.typeA == Number::Int8 && of.typeC == Number::Int32;
    case Compute::Float64:
        return of.typeA == of.typeC &&
               (of.typeA == Number::Float64 || of.typeA == Number::Complex64);
    case Compute::Float32:
        return of.typeA != Number::Float64 && of.typeA != Number::Complex64 &&
               of.typeA != Number::Int32 && of.typeC != Number::Int32;
    }
    return false;
}
bool haveSizes(char opA, char opB, int m, int n, int k, const Matrices& of, int count)
{
    return m >= 0 && n >= 0 && k >= 0 && count >= 0 && of.lda >= std::max(1, opA == 'N' ? m : k) &&
           of.ldb >= std::max(1, opB == 'N' ? k : n) && of.ldc >= std::max(1, m);
}

/// Scalars of a type that the call names: the host's are kept.
struct Kept
{
    Kept(const Call& call, const void* given, Number type)
        : place(call.deviceScalars ? given : nullptr), kind(type)
    {
        if (!call.deviceScalars && given != nullptr) {
            std::memcpy(bytes, given, bytesOf(type));
        }
    }
    template <typename T>
    T value() const
    {
        return load<T>(place != nullptr ? place : bytes, kind, 0);
    }
    const void* place;
    Number kind;
    alignas(16) char bytes[16] = {};
};

void multiplyAny(char opA, char opB, int m, int n, int k, const Kept& alpha, const Matrices& of,
                 const Kept& beta)
{
    if (of.typeC == Number::Complex64) {
        using T = std::complex<double>;
        multiply(opA, opB, m, n, k, alpha.value<T>(), of, beta.value<T>());
    } else if (of.typeC == Number::Complex32) {
        using T = std::complex<float>;
        multiply(opA, opB, m, n, k, alpha.value<T>(), of, beta.value<T>());
    } else if (of.typeC == Number::Float64 || of.typeA == Number::Int8) {
        multiply(opA, opB, m, n, k, alpha.value<double>(), of, beta.value<double>());
    } else {
        multiply(opA, opB, m, n, k, alpha.value<float>(), of, beta.value<float>());
    }
}

void wroteNumbers(const Call& call, void* c, Number type)
{
    switch (type) {
    case Number::Int8:
        return call.wrote(static_cast<std::int8_t*>(c));
    case Number::Int32:
        return call.wrote(static_cast<std::int32_t*>(c));
    case Number::Float64:
        return call.wrote(static_cast<double*>(c));
    case Number::Float32:
        return call.wrote(static_cast<float*>(c));
    default:
        return call.wrote(static_cast<void*>(c)); // the type is what the memory was used as
    }
}

} // namespace

Ended gemmEx(const Call& call, char opA, char opB, int m, int n, int k, const void* alpha,
             const Matrices& matrices, const void* beta, const Strides& strides, int count,
             Compute compute)
{
    if (!haveSizes(opA, opB, m, n, k, matrices, count)) {
        return Ended::Invalid;
    }
    if (!areTaken(matrices, compute)) {
        return Ended::NotSupported;
    }
    const Number type = scalarType(matrices, compute);
    return call.run([=, al = Kept(call, alpha, type), be = Kept(call, beta, type)] {
        const auto moved = [](auto* place, Number kind, long long by) {
            using Place = std::remove_pointer_t<decltype(place)>;
            using Byte = std::conditional_t<std::is_const_v<Place>, const char, char>;
            return static_cast<Byte*>(place) + by * static_cast<long long>(bytesOf(kind));
        };
        for (int i = 0; i < count; ++i) {
            Matrices one = matrices;
            one.a = moved(matrices.a, matrices.typeA, i * strides.a);
            one.b = moved(matrices.b, matrices.typeB, i * strides.b);
            one.c = moved(matrices.c, matrices.typeC, i * strides.c);
            multiplyAny(opA, opB, m, n, k, al, one, be);
        }
        wroteNumbers(call, matrices.c, matrices.typeC);
    });
}

Ended gemmBatchedEx(const Call& call, char opA, char opB, int m, int n, int k, const void* alpha,
                    const Matrices& matrices, const void* beta, int count, Compute compute)
{
    if (!haveSizes(opA, opB, m, n, k, matrices, count)) {
        return Ended::Invalid;
    }
    if (!areTaken(matrices, compute)) {
        return Ended::NotSupported;
    }
    const Number type = scalarType(matrices, compute);
    return call.run([=, al = Kept(call, alpha, type), be = Kept(call, beta, type)] {
        for (int i = 0; i < count; ++i) {
            Matrices one = matrices;
            one.a = static_cast<const void* const*>(matrices.a)[i];
            one.b = static_cast<const void* const*>(matrices.b)[i];
            one.c = static_cast<void* const*>(matrices.c)[i];
            multiplyAny(opA, opB, m, n, k, al, one, be);
            wroteNumbers(call, one.c, one.typeC);
        }
    });
}

} // namespace rocport_lanes::blas
