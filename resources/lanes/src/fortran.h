#pragma once

// Functions of BLAS and LAPACK as Fortran has them: one name each for all types, with the label
// that the library has. Headers of C are not used, since programs may have their own.

#include <complex>

namespace rocport_lanes::fortran {

using Char = const char*;
using Int = const int*;

#define LANES_FORTRAN(s, T, R)                                                                     \
    void gemv(Char, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,                \
              Int) __asm__(#s "gemv_");                                                            \
    void gbmv(Char, Int, Int, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,      \
              Int) __asm__(#s "gbmv_");                                                            \
    void trmv(Char, Char, Char, Int, const T*, Int, T*, Int) __asm__(#s "trmv_");                  \
    void trsv(Char, Char, Char, Int, const T*, Int, T*, Int) __asm__(#s "trsv_");                  \
    void tbmv(Char, Char, Char, Int, Int, const T*, Int, T*, Int) __asm__(#s "tbmv_");             \
    void tbsv(Char, Char, Char, Int, Int, const T*, Int, T*, Int) __asm__(#s "tbsv_");             \
    void tpmv(Char, Char, Char, Int, const T*, T*, Int) __asm__(#s "tpmv_");                       \
    void tpsv(Char, Char, Char, Int, const T*, T*, Int) __asm__(#s "tpsv_");                       \
    void gemm(Char, Char, Int, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,     \
              Int) __asm__(#s "gemm_");                                                            \
    void symm(Char, Char, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,          \
              Int) __asm__(#s "symm_");                                                            \
    void syrk(Char, Char, Int, Int, const T*, const T*, Int, const T*, T*,                         \
              Int) __asm__(#s "syrk_");                                                            \
    void syr2k(Char, Char, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,         \
               Int) __asm__(#s "syr2k_");                                                          \
    void trmm(Char, Char, Char, Char, Int, Int, const T*, const T*, Int, T*,                       \
              Int) __asm__(#s "trmm_");                                                            \
    void trsm(Char, Char, Char, Char, Int, Int, const T*, const T*, Int, T*,                       \
              Int) __asm__(#s "trsm_");                                                            \
    void rotg(T*, T*, R*, T*) __asm__(#s "rotg_");                                                 \
    void getrf(Int, Int, T*, Int, int*, int*) __asm__(#s "getrf_");                                \
    void getrs(Char, Int, Int, const T*, Int, Int, T*, Int, int*) __asm__(#s "getrs_");            \
    void getri(Int, T*, Int, Int, T*, Int, int*) __asm__(#s "getri_");                             \
    void geqrf(Int, Int, T*, Int, T*, T*, Int, int*) __asm__(#s "geqrf_");                         \
    void potrf(Char, Int, T*, Int, int*) __asm__(#s "potrf_");                                     \
    void potrs(Char, Int, Int, const T*, Int, T*, Int, int*) __asm__(#s "potrs_");
LANES_FORTRAN(s, float, float)
LANES_FORTRAN(d, double, double)
LANES_FORTRAN(c, std::complex<float>, float)
LANES_FORTRAN(z, std::complex<double>, double)
#undef LANES_FORTRAN

// Symmetric for real numbers, Hermitian for complex ones.
#define LANES_FORTRAN(s, full, band, packed, rank, rankPacked, T, R)                               \
    void symv(Char, Int, const T*, const T*, Int, const T*, Int, const T*, T*,                     \
              Int) __asm__(#s full);                                                               \
    void sbmv(Char, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,                \
              Int) __asm__(#s band);                                                               \
    void spmv(Char, Int, const T*, const T*, const T*, Int, const T*, T*, Int) __asm__(#s packed); \
    void syr(Char, Int, const R*, const T*, Int, T*, Int) __asm__(#s rank "_");                    \
    void syr2(Char, Int, const T*, const T*, Int, const T*, Int, T*, Int) __asm__(#s rank "2_");   \
    void spr(Char, Int, const R*, const T*, Int, T*) __asm__(#s rankPacked "_");                   \
    void spr2(Char, Int, const T*, const T*, Int, const T*, Int, T*) __asm__(#s rankPacked "2_");
LANES_FORTRAN(s, "symv_", "sbmv_", "spmv_", "syr", "spr", float, float)
LANES_FORTRAN(d, "symv_", "sbmv_", "spmv_", "syr", "spr", double, double)
LANES_FORTRAN(c, "hemv_", "hbmv_", "hpmv_", "her", "hpr", std::complex<float>, float)
LANES_FORTRAN(z, "hemv_", "hbmv_", "hpmv_", "her", "hpr", std::complex<double>, double)
#undef LANES_FORTRAN

#define LANES_FORTRAN(s, T, R)                                                                     \
    void gerc(Int, Int, const T*, const T*, Int, const T*, Int, T*, Int) __asm__(#s "gerc_");      \
    void ger(Int, Int, const T*, const T*, Int, const T*, Int, T*, Int) __asm__(#s "geru_");       \
    void hemm(Char, Char, Int, Int, const T*, const T*, Int, const T*, Int, const T*, T*,          \
              Int) __asm__(#s "hemm_");                                                            \
    void herk(Char, Char, Int, Int, const R*, const T*, Int, const R*, T*,                         \
              Int) __asm__(#s "herk_");                                                            \
    void her2k(Char, Char, Int, Int, const T*, const T*, Int, const T*, Int, const R*, T*,         \
               Int) __asm__(#s "her2k_");
LANES_FORTRAN(c, std::complex<float>, float)
LANES_FORTRAN(z, std::complex<double>, double)
#undef LANES_FORTRAN

#define LANES_FORTRAN(s, T)                                                                        \
    void ger(Int, Int, const T*, const T*, Int, const T*, Int, T*, Int) __asm__(#s "ger_");        \
    void rotmg(T*, T*, T*, const T*, T*) __asm__(#s "rotmg_");
LANES_FORTRAN(s, float)
LANES_FORTRAN(d, double)
#undef LANES_FORTRAN

// Functions of LAPACK whose names or arguments differ between real and complex numbers.
#define LANES_FORTRAN(s, T)                                                                        \
    void ormqr(Char, Char, Int, Int, Int, const T*, Int, const T*, T*, Int, T*, Int,               \
               int*) __asm__(#s "ormqr_");                                                         \
    void orgqr(Int, Int, Int, T*, Int, const T*, T*, Int, int*) __asm__(#s "orgqr_");              \
    void syevd(Char, Char, Int, T*, Int, T*, T*, Int, int*, Int, int*) __asm__(#s "syevd_");       \
    void gesvd(Char, Char, Int, Int, T*, Int, T*, T*, Int, T*, Int, T*, Int,                       \
               int*) __asm__(#s "gesvd_");
LANES_FORTRAN(s, float)
LANES_FORTRAN(d, double)
#undef LANES_FORTRAN
#define LANES_FORTRAN(s, T, R)                                                                     \
    void ormqr(Char, Char, Int, Int, Int, const T*, Int, const T*, T*, Int, T*, Int,               \
               int*) __asm__(#s "unmqr_");                                                         \
    void orgqr(Int, Int, Int, T*, Int, const T*, T*, Int, int*) __asm__(#s "ungqr_");              \
    void syevd(Char, Char, Int, T*, Int, R*, T*, Int, R*, Int, int*, Int,                          \
               int*) __asm__(#s "heevd_");                                                         \
    void gesvd(Char, Char, Int, Int, T*, Int, R*, T*, Int, T*, Int, T*, Int, R*,                   \
               int*) __asm__(#s "gesvd_");
LANES_FORTRAN(c, std::complex<float>, float)
LANES_FORTRAN(z, std::complex<double>, double)
#undef LANES_FORTRAN

} // namespace rocport_lanes::fortran
