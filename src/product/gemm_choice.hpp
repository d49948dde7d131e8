#pragma once

#include <weft/linalg/operand.hpp>

#include <string>

// Private to src: who computes a product of float, double and their complex.
namespace weft::detail {

enum class gemm_mode : char { automatic, own, blas }; // the order of the values of WEFT_GEMM

/// What the choice depends on: all of it is made out once per process, but for the threads of BLAS, which a program may
/// set. Products are measured in multiplications.
struct gemm_facts {
  gemm_mode mode = gemm_mode::automatic; ///< WEFT_GEMM
  bool blas = false;                     ///< linked
  index_t side = 0;                      ///< of the largest square matrices whose product is weft's; 0: any
  double always = 0;                     ///< up to here a product is weft's, whatever threads BLAS has
  double alone = 0;                      ///< up to here where BLAS would use no more threads than weft
  double vectors = 0;                    ///< the first of the two for a matrix and a vector, and for two vectors
  double vectors_alone = 0;
};
gemm_facts const& the_gemm_facts();

/// Kernels of OpenBLAS that use AVX-512, by the names it gives them.
bool has_avx512_kernels(std::string const& name);

/// Whether weft's own kernels compute C (m x n), a sum of k products each.
bool own_is_chosen(index_t m, index_t n, index_t k);
/// The same of a matrix and a vector, or of two vectors (m == n == 1).
bool own_vectors_are_chosen(element_kind kind, index_t m, index_t n, index_t k);
/// The same of two vectors of float or double without gaps, see dot_at_once().
bool own_dot_is_chosen(index_t n);

/// How long weft's own kernels take for it in one thread, in nanoseconds: 4 to 7 vectors a nanosecond were measured,
/// and of a matrix that is multiplied by a vector 100 bytes from the second cache, 10 from memory. The estimate is a
/// low one, as threads_for() wants it.
double own_time(element_kind kind, index_t m, index_t n, index_t k);

/// For build_info(): such as "own kernels, BLAS above 512 x 512 x 512".
std::string gemm_choice_text(gemm_facts const& facts);

} // namespace weft::detail
