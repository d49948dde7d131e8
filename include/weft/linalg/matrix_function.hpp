#pragma once
#include <weft/linalg/decomposition.hpp>

namespace weft {

namespace detail {
/// Overwrite matrices with their exponentials or powers.
WEFT_API void matrix_exponentials(decomposition_job const& job);
WEFT_API void matrix_powers(decomposition_job const& job, index_t power);

struct matrix_function_description : decomposition {
  static constexpr bool square = true, in_order = true;
  static constexpr int in_place = 0;
  template <class T>
  using results = result_table<ordered_form<T, result_axis::rows, result_axis::columns>>;
};
struct expm_description : matrix_function_description {
  static constexpr char const* name = "linalg::expm";
  WEFT_FN static void compute(decomposition_job const& job) { matrix_exponentials(job); }
};
struct power_description : matrix_function_description {
  static constexpr char const* name = "linalg::matrix_power";
  index_t power;
  WEFT_FN void compute(decomposition_job const& job) const { matrix_powers(job, power); }
};
} // namespace detail

namespace linalg {

/// e^a = 1 + a + a^2 / 2! + ... for a square matrix; `exp` takes the exponential of each element instead. By scaling
/// and squaring with Pade approximants whose degree and scaling follow the norms of powers of a (Al-Mohy and Higham, A
/// new scaling and squaring algorithm for the matrix exponential, SIAM J. Matrix Anal. Appl. 31, 2009). It takes
/// between 2 and 6 + s products and one solution, n^3 and 4 n^3 / 3 multiplications and additions each, where 2^s is
/// about the norm of a over 4; builds without LAPACK have it too. For a diagonal matrix it is the exp of the diagonal,
/// and for zeros the identity. The error is of the order of roundings times the condition number of the exponential,
/// which for matrices that are not normal may be as large as their norm. Elements that overflow become infinite or NaN.
/// If the norm is far beyond the inverse of a rounding, no digit of the result is reliable, because it is squared so
/// often. Throws linalg_error if a is not finite.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto expm(X const& a) {
  return detail::decompose(detail::expm_description{}, a);
}

/// a multiplied n times; the identity for n = 0; the power -n of the inverse for n < 0. By squaring, at most 2 log2 |n|
/// products of n^3 multiplications and additions; builds without LAPACK have it too. Integers become double, as
/// everywhere in this namespace: powers of matrices of whole numbers are exact while all sums stay below 2^53, for
/// float below 2^24, and for n < 0 only if elimination is exact. Elements that overflow become infinite or NaN. Throws
/// linalg_error if a is not finite, or if n < 0 and a is singular.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto matrix_power(X const& a, index_t n) {
  return detail::decompose(detail::power_description{{}, n}, a);
}

} // namespace linalg
} // namespace weft
