#pragma once
#include "product/cblas.hpp"

#include <cstddef>

// The routines of LAPACK that weft calls, for the four types of elements. They are declared here because headers of
// LAPACK are rarely installed, and because names and integers are those that cmake/WeftBLASInterface.cmake has found.
// That file and test/package/suffixed_blas read the names in this table. Arguments of Fortran are addresses; for each
// text there is its length behind the last one, which C does not show. Functions that gees would call are never given.
namespace weft::detail {

template <class T>
struct lapack;

#if defined(WEFT_WITH_LAPACK)

// What looks alike for real and complex elements, but for the names of orgqr, orghr, ormqr, syevd, sygvd, sytrf and
// sytrs.
#define WEFT_LAPACK_ALIKE(letter, T)                                                                                   \
  static constexpr char prefix = #letter[0];                                                                           \
  static constexpr auto potrf = &letter##potrf_;                                                                       \
  static constexpr auto getrf = &letter##getrf_;                                                                       \
  static constexpr auto getri = &letter##getri_;                                                                       \
  static constexpr auto gbtrf = &letter##gbtrf_;                                                                       \
  static constexpr auto gbtrs = &letter##gbtrs_;                                                                       \
  static constexpr auto geqrf = &letter##geqrf_;                                                                       \
  static constexpr auto gesdd = &letter##gesdd_;                                                                       \
  static constexpr auto geev = &letter##geev_;                                                                         \
  static constexpr auto gelsd = &letter##gelsd_;                                                                       \
  static constexpr auto geqp3 = &letter##geqp3_;                                                                       \
  static constexpr auto gelsy = &letter##gelsy_;                                                                       \
  static constexpr auto ggev = &letter##ggev_;                                                                         \
  static constexpr auto gees = &letter##gees_;                                                                         \
  static constexpr auto gehrd = &letter##gehrd_;                                                                       \
  static constexpr auto trsyl = &letter##trsyl_;

#define WEFT_LAPACK_REAL(sd, T)                                                                                        \
  extern "C" {                                                                                                         \
  void sd##potrf_(char const* uplo, blas_int const* n, T* a, blas_int const* lda, blas_int* info, std::size_t);        \
  void sd##getrf_(blas_int const* m, blas_int const* n, T* a, blas_int const* lda, blas_int* ipiv, blas_int* info);    \
  void sd##getri_(blas_int const* n, T* a, blas_int const* lda, blas_int const* ipiv, T* work, blas_int const* lwork,  \
                  blas_int* info);                                                                                     \
  void sd##gbtrf_(blas_int const* m, blas_int const* n, blas_int const* kl, blas_int const* ku, T* ab,                 \
                  blas_int const* ldab, blas_int* ipiv, blas_int* info);                                               \
  void sd##gbtrs_(char const* trans, blas_int const* n, blas_int const* kl, blas_int const* ku, blas_int const* nrhs,  \
                  T const* ab, blas_int const* ldab, blas_int const* ipiv, T* b, blas_int const* ldb, blas_int* info,  \
                  std::size_t);                                                                                        \
  void sd##geqrf_(blas_int const* m, blas_int const* n, T* a, blas_int const* lda, T* tau, T* work,                    \
                  blas_int const* lwork, blas_int* info);                                                              \
  void sd##orgqr_(blas_int const* m, blas_int const* n, blas_int const* k, T* a, blas_int const* lda, T const* tau,    \
                  T* work, blas_int const* lwork, blas_int* info);                                                     \
  void sd##gesdd_(char const* jobz, blas_int const* m, blas_int const* n, T* a, blas_int const* lda, T* s, T* u,       \
                  blas_int const* ldu, T* vt, blas_int const* ldvt, T* work, blas_int const* lwork, blas_int* iwork,   \
                  blas_int* info, std::size_t);                                                                        \
  void sd##syevd_(char const* jobz, char const* uplo, blas_int const* n, T* a, blas_int const* lda, T* w, T* work,     \
                  blas_int const* lwork, blas_int* iwork, blas_int const* liwork, blas_int* info, std::size_t,         \
                  std::size_t);                                                                                        \
  void sd##geev_(char const* jobvl, char const* jobvr, blas_int const* n, T* a, blas_int const* lda, T* wr, T* wi,     \
                 T* vl, blas_int const* ldvl, T* vr, blas_int const* ldvr, T* work, blas_int const* lwork,             \
                 blas_int* info, std::size_t, std::size_t);                                                            \
  void sd##gelsd_(blas_int const* m, blas_int const* n, blas_int const* nrhs, T* a, blas_int const* lda, T* b,         \
                  blas_int const* ldb, T* s, T const* rcond, blas_int* rank, T* work, blas_int const* lwork,           \
                  blas_int* iwork, blas_int* info);                                                                    \
  void sd##geqp3_(blas_int const* m, blas_int const* n, T* a, blas_int const* lda, blas_int* jpvt, T* tau, T* work,    \
                  blas_int const* lwork, blas_int* info);                                                              \
  void sd##gelsy_(blas_int const* m, blas_int const* n, blas_int const* nrhs, T* a, blas_int const* lda, T* b,         \
                  blas_int const* ldb, blas_int* jpvt, T const* rcond, blas_int* rank, T* work, blas_int const* lwork, \
                  blas_int* info);                                                                                     \
  void sd##sygvd_(blas_int const* itype, char const* jobz, char const* uplo, blas_int const* n, T* a,                  \
                  blas_int const* lda, T* b, blas_int const* ldb, T* w, T* work, blas_int const* lwork,                \
                  blas_int* iwork, blas_int const* liwork, blas_int* info, std::size_t, std::size_t);                  \
  void sd##ggev_(char const* jobvl, char const* jobvr, blas_int const* n, T* a, blas_int const* lda, T* b,             \
                 blas_int const* ldb, T* alphar, T* alphai, T* beta, T* vl, blas_int const* ldvl, T* vr,               \
                 blas_int const* ldvr, T* work, blas_int const* lwork, blas_int* info, std::size_t, std::size_t);      \
  void sd##gees_(char const* jobvs, char const* sort, void const* select, blas_int const* n, T* a,                     \
                 blas_int const* lda, blas_int* sdim, T* wr, T* wi, T* vs, blas_int const* ldvs, T* work,              \
                 blas_int const* lwork, blas_int* bwork, blas_int* info, std::size_t, std::size_t);                    \
  void sd##gehrd_(blas_int const* n, blas_int const* ilo, blas_int const* ihi, T* a, blas_int const* lda, T* tau,      \
                  T* work, blas_int const* lwork, blas_int* info);                                                     \
  void sd##orghr_(blas_int const* n, blas_int const* ilo, blas_int const* ihi, T* a, blas_int const* lda,              \
                  T const* tau, T* work, blas_int const* lwork, blas_int* info);                                       \
  void sd##trsyl_(char const* trana, char const* tranb, blas_int const* isgn, blas_int const* m, blas_int const* n,    \
                  T const* a, blas_int const* lda, T const* b, blas_int const* ldb, T* c, blas_int const* ldc,         \
                  T* scale, blas_int* info, std::size_t, std::size_t);                                                 \
  void sd##ormqr_(char const* side, char const* trans, blas_int const* m, blas_int const* n, blas_int const* k,        \
                  T const* a, blas_int const* lda, T const* tau, T* c, blas_int const* ldc, T* work,                   \
                  blas_int const* lwork, blas_int* info, std::size_t, std::size_t);                                    \
  void sd##sytrf_(char const* uplo, blas_int const* n, T* a, blas_int const* lda, blas_int* ipiv, T* work,             \
                  blas_int const* lwork, blas_int* info, std::size_t);                                                 \
  void sd##sytrs_(char const* uplo, blas_int const* n, blas_int const* nrhs, T const* a, blas_int const* lda,          \
                  blas_int const* ipiv, T* b, blas_int const* ldb, blas_int* info, std::size_t);                       \
  }                                                                                                                    \
  template <>                                                                                                          \
  struct lapack<T> {                                                                                                   \
    WEFT_LAPACK_ALIKE(sd, T)                                                                                           \
    static constexpr auto orgqr = &sd##orgqr_;                                                                         \
    static constexpr auto syevd = &sd##syevd_;                                                                         \
    static constexpr auto orghr = &sd##orghr_;                                                                         \
    static constexpr auto sygvd = &sd##sygvd_;                                                                         \
    static constexpr auto ormqr = &sd##ormqr_;                                                                         \
    static constexpr auto sytrf = &sd##sytrf_;                                                                         \
    static constexpr auto sytrs = &sd##sytrs_;                                                                         \
  };

#define WEFT_LAPACK_COMPLEX(cz, R)                                                                                     \
  extern "C" {                                                                                                         \
  void cz##potrf_(char const* uplo, blas_int const* n, std::complex<R>* a, blas_int const* lda, blas_int* info,        \
                  std::size_t);                                                                                        \
  void cz##getrf_(blas_int const* m, blas_int const* n, std::complex<R>* a, blas_int const* lda, blas_int* ipiv,       \
                  blas_int* info);                                                                                     \
  void cz##getri_(blas_int const* n, std::complex<R>* a, blas_int const* lda, blas_int const* ipiv,                    \
                  std::complex<R>* work, blas_int const* lwork, blas_int* info);                                       \
  void cz##gbtrf_(blas_int const* m, blas_int const* n, blas_int const* kl, blas_int const* ku, std::complex<R>* ab,   \
                  blas_int const* ldab, blas_int* ipiv, blas_int* info);                                               \
  void cz##gbtrs_(char const* trans, blas_int const* n, blas_int const* kl, blas_int const* ku, blas_int const* nrhs,  \
                  std::complex<R> const* ab, blas_int const* ldab, blas_int const* ipiv, std::complex<R>* b,           \
                  blas_int const* ldb, blas_int* info, std::size_t);                                                   \
  void cz##geqrf_(blas_int const* m, blas_int const* n, std::complex<R>* a, blas_int const* lda, std::complex<R>* tau, \
                  std::complex<R>* work, blas_int const* lwork, blas_int* info);                                       \
  void cz##ungqr_(blas_int const* m, blas_int const* n, blas_int const* k, std::complex<R>* a, blas_int const* lda,    \
                  std::complex<R> const* tau, std::complex<R>* work, blas_int const* lwork, blas_int* info);           \
  void cz##gesdd_(char const* jobz, blas_int const* m, blas_int const* n, std::complex<R>* a, blas_int const* lda,     \
                  R* s, std::complex<R>* u, blas_int const* ldu, std::complex<R>* vt, blas_int const* ldvt,            \
                  std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* iwork, blas_int* info,             \
                  std::size_t);                                                                                        \
  void cz##heevd_(char const* jobz, char const* uplo, blas_int const* n, std::complex<R>* a, blas_int const* lda,      \
                  R* w, std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int const* lrwork,                \
                  blas_int* iwork, blas_int const* liwork, blas_int* info, std::size_t, std::size_t);                  \
  void cz##geev_(char const* jobvl, char const* jobvr, blas_int const* n, std::complex<R>* a, blas_int const* lda,     \
                 std::complex<R>* w, std::complex<R>* vl, blas_int const* ldvl, std::complex<R>* vr,                   \
                 blas_int const* ldvr, std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* info,         \
                 std::size_t, std::size_t);                                                                            \
  void cz##gelsd_(blas_int const* m, blas_int const* n, blas_int const* nrhs, std::complex<R>* a, blas_int const* lda, \
                  std::complex<R>* b, blas_int const* ldb, R* s, R const* rcond, blas_int* rank,                       \
                  std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* iwork, blas_int* info);            \
  void cz##geqp3_(blas_int const* m, blas_int const* n, std::complex<R>* a, blas_int const* lda, blas_int* jpvt,       \
                  std::complex<R>* tau, std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* info);       \
  void cz##gelsy_(blas_int const* m, blas_int const* n, blas_int const* nrhs, std::complex<R>* a, blas_int const* lda, \
                  std::complex<R>* b, blas_int const* ldb, blas_int* jpvt, R const* rcond, blas_int* rank,             \
                  std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* info);                             \
  void cz##hegvd_(blas_int const* itype, char const* jobz, char const* uplo, blas_int const* n, std::complex<R>* a,    \
                  blas_int const* lda, std::complex<R>* b, blas_int const* ldb, R* w, std::complex<R>* work,           \
                  blas_int const* lwork, R* rwork, blas_int const* lrwork, blas_int* iwork, blas_int const* liwork,    \
                  blas_int* info, std::size_t, std::size_t);                                                           \
  void cz##ggev_(char const* jobvl, char const* jobvr, blas_int const* n, std::complex<R>* a, blas_int const* lda,     \
                 std::complex<R>* b, blas_int const* ldb, std::complex<R>* alpha, std::complex<R>* beta,               \
                 std::complex<R>* vl, blas_int const* ldvl, std::complex<R>* vr, blas_int const* ldvr,                 \
                 std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* info, std::size_t, std::size_t);    \
  void cz##gees_(char const* jobvs, char const* sort, void const* select, blas_int const* n, std::complex<R>* a,       \
                 blas_int const* lda, blas_int* sdim, std::complex<R>* w, std::complex<R>* vs, blas_int const* ldvs,   \
                 std::complex<R>* work, blas_int const* lwork, R* rwork, blas_int* bwork, blas_int* info, std::size_t, \
                 std::size_t);                                                                                         \
  void cz##gehrd_(blas_int const* n, blas_int const* ilo, blas_int const* ihi, std::complex<R>* a,                     \
                  blas_int const* lda, std::complex<R>* tau, std::complex<R>* work, blas_int const* lwork,             \
                  blas_int* info);                                                                                     \
  void cz##unghr_(blas_int const* n, blas_int const* ilo, blas_int const* ihi, std::complex<R>* a,                     \
                  blas_int const* lda, std::complex<R> const* tau, std::complex<R>* work, blas_int const* lwork,       \
                  blas_int* info);                                                                                     \
  void cz##trsyl_(char const* trana, char const* tranb, blas_int const* isgn, blas_int const* m, blas_int const* n,    \
                  std::complex<R> const* a, blas_int const* lda, std::complex<R> const* b, blas_int const* ldb,        \
                  std::complex<R>* c, blas_int const* ldc, R* scale, blas_int* info, std::size_t, std::size_t);        \
  void cz##unmqr_(char const* side, char const* trans, blas_int const* m, blas_int const* n, blas_int const* k,        \
                  std::complex<R> const* a, blas_int const* lda, std::complex<R> const* tau, std::complex<R>* c,       \
                  blas_int const* ldc, std::complex<R>* work, blas_int const* lwork, blas_int* info, std::size_t,      \
                  std::size_t);                                                                                        \
  void cz##hetrf_(char const* uplo, blas_int const* n, std::complex<R>* a, blas_int const* lda, blas_int* ipiv,        \
                  std::complex<R>* work, blas_int const* lwork, blas_int* info, std::size_t);                          \
  void cz##hetrs_(char const* uplo, blas_int const* n, blas_int const* nrhs, std::complex<R> const* a,                 \
                  blas_int const* lda, blas_int const* ipiv, std::complex<R>* b, blas_int const* ldb, blas_int* info,  \
                  std::size_t);                                                                                        \
  }                                                                                                                    \
  template <>                                                                                                          \
  struct lapack<std::complex<R>> {                                                                                     \
    WEFT_LAPACK_ALIKE(cz, std::complex<R>)                                                                             \
    static constexpr auto orgqr = &cz##ungqr_;                                                                         \
    static constexpr auto syevd = &cz##heevd_;                                                                         \
    static constexpr auto orghr = &cz##unghr_;                                                                         \
    static constexpr auto sygvd = &cz##hegvd_;                                                                         \
    static constexpr auto ormqr = &cz##unmqr_;                                                                         \
    static constexpr auto sytrf = &cz##hetrf_;                                                                         \
    static constexpr auto sytrs = &cz##hetrs_;                                                                         \
  };

WEFT_LAPACK_REAL(s, float)
WEFT_LAPACK_REAL(d, double)
WEFT_LAPACK_COMPLEX(c, float)
WEFT_LAPACK_COMPLEX(z, double)

#undef WEFT_LAPACK_COMPLEX
#undef WEFT_LAPACK_REAL
#undef WEFT_LAPACK_ALIKE

inline constexpr bool has_lapack = true;
#else
inline constexpr bool has_lapack = false;
#endif

} // namespace weft::detail
