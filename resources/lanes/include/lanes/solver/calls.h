#pragma once

// Factors and eigenvalues of dense matrices, which lie by columns, without names of a vendor;
// defined in src/solver.cpp with LAPACK. `info` is 0, or what LAPACK says.

#include "lanes/librarycall.h"

namespace rocport_lanes::solver {

using Call = LibraryCall;

/// Without `pivots` rows are not exchanged.
template <typename T>
Ended getrf(const Call& call, int m, int n, T* a, int lda, int* pivots, int* info);
template <typename T>
Ended getrs(const Call& call, char op, int n, int columns, const T* a, int lda, const int* pivots,
            T* b, int ldb, int* info);
template <typename T>
Ended potrf(const Call& call, char triangle, int n, T* a, int lda, int* info);
template <typename T>
Ended potrs(const Call& call, char triangle, int n, int columns, const T* a, int lda, T* b, int ldb,
            int* info);
template <typename T>
Ended geqrf(const Call& call, int m, int n, T* a, int lda, T* tau, int* info);
/// C multiplied by Q of geqrf, from the left (L) or the right.
template <typename T>
Ended ormqr(const Call& call, char side, char op, int m, int n, int k, const T* a, int lda,
            const T* tau, T* c, int ldc, int* info);
template <typename T>
Ended orgqr(const Call& call, int m, int n, int k, T* a, int lda, const T* tau, int* info);
/// Eigenvalues of a symmetric or Hermitian matrix, with vectors where `job` is V.
template <typename T>
Ended syevd(const Call& call, char job, char triangle, int n, T* a, int lda, Real<T>* values,
            int* info);
template <typename T>
Ended gesvd(const Call& call, char jobU, char jobV, int m, int n, T* a, int lda, Real<T>* values,
            T* u, int ldu, T* v, int ldv, int* info);

} // namespace rocport_lanes::solver
