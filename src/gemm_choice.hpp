#pragma once

#include <weft/linalg/operand.hpp>

#include <string>

// Private to src: who computes a product of float, double and their complex.
namespace weft::detail {

enum class gemm_mode : char { automatic, own, blas };

/// What the choice depends on. It is made out once per process, but for the threads of BLAS, which a program may set.
struct gemm_facts {
  gemm_mode mode = gemm_mode::automatic; ///< WEFT_GEMM
  int isa = 0;                           ///< isa_level()
  bool blas = false;                     ///< linked
  std::string core;                      ///< that OpenBLAS has kernels for; empty: another BLAS
};
gemm_facts const& the_gemm_facts();

/// Kernels of OpenBLAS that use AVX-512, by the names it gives them.
bool has_avx512_kernels(std::string core);

/// Whether weft's own kernels compute C (m x n), a sum of k products each. threads: those that BLAS may use.
bool own_is_chosen(gemm_facts const& facts, int threads, index_t m, index_t n, index_t k);
bool own_is_chosen(index_t m, index_t n, index_t k);
/// The same of a matrix and a vector, or of two vectors (m == n == 1).
bool own_vectors_are_chosen(element_kind kind, index_t m, index_t n, index_t k);

/// For build_info(): such as "own kernels, BLAS above 512 x 512 x 512".
std::string gemm_choice_text(gemm_facts const& facts);

} // namespace weft::detail
