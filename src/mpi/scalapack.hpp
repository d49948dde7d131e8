#pragma once
#include <mpi.h>

#include <complex>
#include <cstddef>

// The routines of ScaLAPACK and BLACS that weft calls, for the four types of elements. They are declared here because
// ScaLAPACK has no headers. Its integers have 32 bits. Fortran passes addresses, and the length of each text after the
// last named argument.
namespace weft::detail {

/// The numbers by which ScaLAPACK knows a matrix: kind, context, rows, columns, extents of blocks, coordinates of the
/// first block, rows in memory of this process.
using scalapack_descriptor = int[9];

template <class T>
struct scalapack;

#if defined(WEFT_WITH_SCALAPACK)

using int_in = int const*;
using text_in = char const*;

extern "C" {
int Csys2blacs_handle(MPI_Comm comm);
void Cfree_blacs_system_handle(int handle);
void Cblacs_gridmap(int* context, int* ranks, int pitch, int rows, int columns);
void Cblacs_gridexit(int context);
}

// t: the letter of the type in names; ts: the letters of symmetric matrices, which are Hermitian for complex elements;
// tt: the name of transposition, which conjugates these.
// COMPLEX passes on arguments that only complex elements have.
#define WEFT_SCALAPACK_PASS(...) __VA_ARGS__
#define WEFT_SCALAPACK_DROP(...)
#define WEFT_SCALAPACK(t, ts, tt, T, R, COMPLEX)                                                                       \
  extern "C" {                                                                                                         \
  void Cp##t##gemr2d(int m, int n, T const* a, int ia, int ja, int_in desca, T* b, int ib, int jb, int_in descb,       \
                     int context);                                                                                     \
  void p##t##gemm_(text_in transa, text_in transb, int_in m, int_in n, int_in k, T const* alpha, T const* a,           \
                   int_in ia, int_in ja, int_in desca, T const* b, int_in ib, int_in jb, int_in descb, T const* beta,  \
                   T* c, int_in ic, int_in jc, int_in descc, std::size_t, std::size_t);                                \
  void p##tt##_(int_in m, int_in n, T const* alpha, T const* a, int_in ia, int_in ja, int_in desca, T const* beta,     \
                T* c, int_in ic, int_in jc, int_in descc);                                                             \
  void p##t##gesv_(int_in n, int_in nrhs, T* a, int_in ia, int_in ja, int_in desca, int* ipiv, T* b, int_in ib,        \
                   int_in jb, int_in descb, int* info);                                                                \
  void p##t##posv_(text_in uplo, int_in n, int_in nrhs, T* a, int_in ia, int_in ja, int_in desca, T* b, int_in ib,     \
                   int_in jb, int_in descb, int* info, std::size_t);                                                   \
  void p##t##potrf_(text_in uplo, int_in n, T* a, int_in ia, int_in ja, int_in desca, int* info, std::size_t);         \
  void p##ts##evd_(text_in jobz, text_in uplo, int_in n, T* a, int_in ia, int_in ja, int_in desca, R* w, T* z,         \
                   int_in iz, int_in jz, int_in descz, T* work, int_in lwork,                                          \
                   COMPLEX(R* rwork, int_in lrwork, ) int* iwork, int_in liwork, int* info, std::size_t, std::size_t); \
  void p##t##gesvd_(text_in jobu, text_in jobvt, int_in m, int_in n, T* a, int_in ia, int_in ja, int_in desca, R* s,   \
                    T* u, int_in iu, int_in ju, int_in descu, T* vt, int_in ivt, int_in jvt, int_in descvt, T* work,   \
                    int_in lwork, COMPLEX(R* rwork, ) int* info, std::size_t, std::size_t);                            \
  }                                                                                                                    \
  template <>                                                                                                          \
  struct scalapack<T> {                                                                                                \
    static constexpr char letter = #t[0];                                                                              \
    static constexpr auto gemr2d = &Cp##t##gemr2d;                                                                     \
    static constexpr auto gemm = &p##t##gemm_;                                                                         \
    static constexpr auto adjoint = &p##tt##_;                                                                         \
    static constexpr auto gesv = &p##t##gesv_;                                                                         \
    static constexpr auto posv = &p##t##posv_;                                                                         \
    static constexpr auto potrf = &p##t##potrf_;                                                                       \
    static constexpr char const* evd_name = "p" #ts "evd";                                                             \
    static constexpr auto evd = &p##ts##evd_;                                                                          \
    static constexpr auto gesvd = &p##t##gesvd_;                                                                       \
  };

WEFT_SCALAPACK(s, ssy, stran, float, float, WEFT_SCALAPACK_DROP)
WEFT_SCALAPACK(d, dsy, dtran, double, double, WEFT_SCALAPACK_DROP)
WEFT_SCALAPACK(c, che, ctranc, std::complex<float>, float, WEFT_SCALAPACK_PASS)
WEFT_SCALAPACK(z, zhe, ztranc, std::complex<double>, double, WEFT_SCALAPACK_PASS)

#undef WEFT_SCALAPACK
#undef WEFT_SCALAPACK_DROP
#undef WEFT_SCALAPACK_PASS

inline constexpr bool has_scalapack = true;
#else
inline constexpr bool has_scalapack = false;
#endif

} // namespace weft::detail
