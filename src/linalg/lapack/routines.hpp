#pragma once
#include "product/cblas.hpp"

#include <cstddef>

// The routines of LAPACK that weft calls, for the four types of elements. They are declared here because headers of
// LAPACK are rarely installed, and because cmake/WeftBLASInterface.cmake has found the names and integers.
// cmake/WeftLAPACKNames.cmake reads the names in this table. Fortran passes addresses, and the length of each text
// after the last named argument. gees is never passed a function to call.
namespace weft::detail {

template <class T>
struct lapack;

#if defined(WEFT_WITH_LAPACK)

using int_at = blas_int const*;
using text_at = char const*;

// p: the first letter of the names; pu, ps: the first letters of names that differ between real and complex elements.
// REAL and COMPLEX pass on declarations that only one of these kinds has.
#define WEFT_LAPACK_PASS(...) __VA_ARGS__
#define WEFT_LAPACK_DROP(...)
#define WEFT_LAPACK(p, pu, ps, T, R, REAL, COMPLEX)                                                                    \
  extern "C" {                                                                                                         \
  void p##getrf_(int_at m, int_at n, T* a, int_at lda, blas_int* ipiv, blas_int* info);                                \
  void p##getri_(int_at n, T* a, int_at lda, int_at ipiv, T* work, int_at lwork, blas_int* info);                      \
  void p##gbtrf_(int_at m, int_at n, int_at kl, int_at ku, T* ab, int_at ldab, blas_int* ipiv, blas_int* info);        \
  void p##gbtrs_(text_at trans, int_at n, int_at kl, int_at ku, int_at nrhs, T const* ab, int_at ldab, int_at ipiv,    \
                 T* b, int_at ldb, blas_int* info, std::size_t);                                                       \
  void p##geqrf_(int_at m, int_at n, T* a, int_at lda, T* tau, T* work, int_at lwork, blas_int* info);                 \
  void p##geqp3_(int_at m, int_at n, T* a, int_at lda, blas_int* jpvt, T* tau, T* work, int_at lwork,                  \
                 COMPLEX(R* rwork, ) blas_int* info);                                                                  \
  void p##gesdd_(text_at jobz, int_at m, int_at n, T* a, int_at lda, R* s, T* u, int_at ldu, T* vt, int_at ldvt,       \
                 T* work, int_at lwork, COMPLEX(R* rwork, ) blas_int* iwork, blas_int* info, std::size_t);             \
  void p##geev_(text_at jobvl, text_at jobvr, int_at n, T* a, int_at lda, T* w, REAL(T* wi, ) T* vl, int_at ldvl,      \
                T* vr, int_at ldvr, T* work, int_at lwork, COMPLEX(R* rwork, ) blas_int* info, std::size_t,            \
                std::size_t);                                                                                          \
  void p##ggev_(text_at jobvl, text_at jobvr, int_at n, T* a, int_at lda, T* b, int_at ldb, T* alpha,                  \
                REAL(T* alphai, ) T* beta, T* vl, int_at ldvl, T* vr, int_at ldvr, T* work, int_at lwork,              \
                COMPLEX(R* rwork, ) blas_int* info, std::size_t, std::size_t);                                         \
  void p##gees_(text_at jobvs, text_at sort, void const* select, int_at n, T* a, int_at lda, blas_int* sdim, T* w,     \
                REAL(T* wi, ) T* vs, int_at ldvs, T* work, int_at lwork, COMPLEX(R* rwork, ) blas_int* bwork,          \
                blas_int* info, std::size_t, std::size_t);                                                             \
  void p##gelsd_(int_at m, int_at n, int_at nrhs, T* a, int_at lda, T* b, int_at ldb, R* s, R const* rcond,            \
                 blas_int* rank, T* work, int_at lwork, COMPLEX(R* rwork, ) blas_int* iwork, blas_int* info);          \
  void p##gelsy_(int_at m, int_at n, int_at nrhs, T* a, int_at lda, T* b, int_at ldb, blas_int* jpvt, R const* rcond,  \
                 blas_int* rank, T* work, int_at lwork, COMPLEX(R* rwork, ) blas_int* info);                           \
  void p##gehrd_(int_at n, int_at ilo, int_at ihi, T* a, int_at lda, T* tau, T* work, int_at lwork, blas_int* info);   \
  void p##trsyl_(text_at trana, text_at tranb, int_at isgn, int_at m, int_at n, T const* a, int_at lda, T const* b,    \
                 int_at ldb, T* c, int_at ldc, R* scale, blas_int* info, std::size_t, std::size_t);                    \
  void pu##gqr_(int_at m, int_at n, int_at k, T* a, int_at lda, T const* tau, T* work, int_at lwork, blas_int* info);  \
  void pu##ghr_(int_at n, int_at ilo, int_at ihi, T* a, int_at lda, T const* tau, T* work, int_at lwork,               \
                blas_int* info);                                                                                       \
  void pu##mqr_(text_at side, text_at trans, int_at m, int_at n, int_at k, T const* a, int_at lda, T const* tau, T* c, \
                int_at ldc, T* work, int_at lwork, blas_int* info, std::size_t, std::size_t);                          \
  void ps##evd_(text_at jobz, text_at uplo, int_at n, T* a, int_at lda, R* w, T* work, int_at lwork,                   \
                COMPLEX(R* rwork, int_at lrwork, ) blas_int* iwork, int_at liwork, blas_int* info, std::size_t,        \
                std::size_t);                                                                                          \
  void ps##gvd_(int_at itype, text_at jobz, text_at uplo, int_at n, T* a, int_at lda, T* b, int_at ldb, R* w, T* work, \
                int_at lwork, COMPLEX(R* rwork, int_at lrwork, ) blas_int* iwork, int_at liwork, blas_int* info,       \
                std::size_t, std::size_t);                                                                             \
  void ps##trf_(text_at uplo, int_at n, T* a, int_at lda, blas_int* ipiv, T* work, int_at lwork, blas_int* info,       \
                std::size_t);                                                                                          \
  void ps##trs_(text_at uplo, int_at n, int_at nrhs, T const* a, int_at lda, int_at ipiv, T* b, int_at ldb,            \
                blas_int* info, std::size_t);                                                                          \
  }                                                                                                                    \
  template <>                                                                                                          \
  struct lapack<T> {                                                                                                   \
    static constexpr char prefix = #p[0];                                                                              \
    static constexpr auto getrf = &p##getrf_;                                                                          \
    static constexpr auto getri = &p##getri_;                                                                          \
    static constexpr auto gbtrf = &p##gbtrf_;                                                                          \
    static constexpr auto gbtrs = &p##gbtrs_;                                                                          \
    static constexpr auto geqrf = &p##geqrf_;                                                                          \
    static constexpr auto geqp3 = &p##geqp3_;                                                                          \
    static constexpr auto gesdd = &p##gesdd_;                                                                          \
    static constexpr auto geev = &p##geev_;                                                                            \
    static constexpr auto ggev = &p##ggev_;                                                                            \
    static constexpr auto gees = &p##gees_;                                                                            \
    static constexpr auto gelsd = &p##gelsd_;                                                                          \
    static constexpr auto gelsy = &p##gelsy_;                                                                          \
    static constexpr auto gehrd = &p##gehrd_;                                                                          \
    static constexpr auto trsyl = &p##trsyl_;                                                                          \
    static constexpr auto orgqr = &pu##gqr_;                                                                           \
    static constexpr auto orghr = &pu##ghr_;                                                                           \
    static constexpr auto ormqr = &pu##mqr_;                                                                           \
    static constexpr auto syevd = &ps##evd_;                                                                           \
    static constexpr auto sygvd = &ps##gvd_;                                                                           \
    static constexpr auto sytrf = &ps##trf_;                                                                           \
    static constexpr auto sytrs = &ps##trs_;                                                                           \
  };

WEFT_LAPACK(s, sor, ssy, float, float, WEFT_LAPACK_PASS, WEFT_LAPACK_DROP)
WEFT_LAPACK(d, dor, dsy, double, double, WEFT_LAPACK_PASS, WEFT_LAPACK_DROP)
WEFT_LAPACK(c, cun, che, std::complex<float>, float, WEFT_LAPACK_DROP, WEFT_LAPACK_PASS)
WEFT_LAPACK(z, zun, zhe, std::complex<double>, double, WEFT_LAPACK_DROP, WEFT_LAPACK_PASS)

#undef WEFT_LAPACK
#undef WEFT_LAPACK_DROP
#undef WEFT_LAPACK_PASS

inline constexpr bool has_lapack = true;
#else
inline constexpr bool has_lapack = false;
#endif

} // namespace weft::detail
