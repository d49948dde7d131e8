#pragma once
#include <weft/base/plain_vector.hpp>

#include <string>

namespace weft {

/// The features that weft was built with, and the machine that it runs on, as data; build_info() makes it.
struct build_report {
  std::string version;   ///< such as 0.1.0
  std::string isa;       ///< the instruction set of weft's own loops: baseline, avx2 or avx512
  std::string blas;      ///< "OpenBLAS 0.3.21", "MKL 2026.2", "not OpenBLAS", "not linked ..." without products, "none"
  std::string blas_core; ///< the processor that the kernels of BLAS were written for; empty if BLAS does not say
  int blas_threads = 0;  ///< the threads that BLAS may use; 0 if BLAS does not say
  bool lapack = false;   ///< decompositions work; without LAPACK they throw (WEFT_WITH_BLAS)
  std::string products;  ///< the sizes of products of floating numbers that go to weft's own kernels and to BLAS
  bool zlib = false;     ///< deflated members of .npz files are read and written (WEFT_WITH_ZLIB)
  bool png = false;      ///< load_png and save_png work; without libspng they throw (WEFT_WITH_PNG)
  std::string hdf5;      ///< the version of HDF5, such as "1.10.8"; empty without (WEFT_WITH_HDF5)
  std::string pocketfft; ///< where PocketFFT's source comes from, such as "NumPy 2.2.0"; empty without transforms
  /// SuperLU factors sparse matrices; without it linalg::lu_factor of a sparse matrix throws (WEFT_WITH_SUPERLU).
  bool superlu = false;
  bool cholmod =
      false; ///< linalg::cholesky_factor of sparse matrices is CHOLMOD's (WEFT_WITH_CHOLMOD), else weft's own
  bool highway = false; ///< numbers are sorted by Highway (WEFT_WITH_HIGHWAY, from AVX2 on), else by digits
  detail::plain_vector<std::string>
      advice; ///< a sentence for each thing that slows programs down, or that weft ignores

  WEFT_API build_report();
  WEFT_API build_report(build_report const&);
  WEFT_API build_report(build_report&&) noexcept;
  WEFT_API build_report& operator=(build_report const&);
  WEFT_API build_report& operator=(build_report&&) noexcept;
  WEFT_API ~build_report();
};

/// The report as text, a line for each entry.
[[nodiscard]] WEFT_API std::string to_string(build_report const& report);

namespace detail {

/// The facts that the advice depends on.
struct build_facts {
  bool optimised, checked; ///< options of the source file that calls build_info()
  bool avx512;             ///< the processor has AVX-512, whatever WEFT_ISA says
  bool limited;            ///< WEFT_ISA keeps weft below what the processor has
  bool above;              ///< that file is compiled for more than WEFT_ISA says
  bool hears_simd;         ///< the compiler of that file obeys WEFT_OMP(simd ...)
  std::string blas, blas_core;
};
WEFT_API plain_vector<std::string> advice_for(build_facts const& facts);
WEFT_API build_report report_build(bool optimised, bool checked, bool hears_simd, int level);

WEFT_KERNELS_BEGIN
/// True if the compiler obeys simd directives of OpenMP: the loop then writes to a private copy of x, and x stays 0.
WEFT_INLINE bool hears_simd() {
  int x = 0;
  WEFT_OMP(simd private(x))
  for (int i = 0; i < 1; ++i)
    x = 1;
  return x == 0;
}
WEFT_KERNELS_END

} // namespace detail

/// Reports the version, the instruction set, BLAS with its kernels and threads, the file formats that weft knows, the
/// code that factors sparse matrices, the way numbers are sorted, and everything that slows this program down: a build
/// without optimisation, without -fopenmp-simd or with checks, an old instruction set, OpenBLAS on kernels for older
/// processors, another BLAS or none. Ignored variables WEFT_... of the environment are named too.
[[nodiscard]] WEFT_INLINE build_report build_info() {
#if defined(__OPTIMIZE__)
  constexpr bool optimised = true;
#else
  constexpr bool optimised = false;
#endif
  return detail::report_build(optimised, WEFT_CHECK_BOUNDS != 0, detail::hears_simd(), WEFT_BUILD_LEVEL);
}

} // namespace weft
