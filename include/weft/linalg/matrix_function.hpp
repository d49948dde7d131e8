#pragma once
#include <weft/linalg/batch.hpp>

namespace weft {

namespace detail {
/// Matrices n x n without gaps, all row by row or all column by column, which become their exponentials or powers.
struct matrix_function_job {
  dtype type;
  index_t count, n;
  bool by_rows;
  void* matrices;
};
WEFT_API void matrix_exponentials(matrix_function_job const& job);
WEFT_API void matrix_powers(matrix_function_job const& job, index_t power);

template <class X, class F>
WEFT_FN auto function_of(char const* operation, X const& a, F const& f) {
  using T = linear_t<X>;
  using Order = deduced_order<X const&>;
  const auto e = capture(a);
  auto const& shape = e.extents();
  const square_batch b(operation, shape);
  batch_result<T, std::remove_cvref_t<decltype(shape)>, Order> out(shape, 2, std::same_as<Order, row_major>);
  pack_matrices(out.data(), shape, 2, out.by_rows(), e);
  f(matrix_function_job{dtype_of<T>, b.count, b.rows, out.by_rows(), out.data()});
  return out.take();
}
} // namespace detail

namespace linalg {

/// e^a = 1 + a + a^2 / 2! + ... of a square matrix; `exp` is of each element. By scaling and squaring with Pade
/// approximants whose degree and scaling follow the norms of powers of a (Al-Mohy and Higham, A new scaling and
/// squaring algorithm for the matrix exponential, SIAM J. Matrix Anal. Appl. 31, 2009). Between 2 and 6 + s products
/// and one solution, n^3 and 4 n^3 / 3 multiplications and additions each, where 2^s is about the norm of a over 4; in
/// builds without LAPACK too. Of a diagonal matrix it is the exp of the diagonal, and of zeros the identity. The error
/// is of the order of roundings times the condition number of the exponential, which for matrices that are not normal
/// may be as large as their norm. What overflows becomes infinite or NaN; of a norm far beyond the inverse of a
/// rounding nothing is known of the result, because it is squared so often. linalg_error where a is not finite.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto expm(X const& a) {
  if constexpr (detail::takes_matrices<X>())
    return detail::function_of("linalg::expm", a, detail::matrix_exponentials);
}

/// a multiplied n times; n = 0: the identity; n < 0: the power -n of the inverse. By squaring, at most 2 log2 |n|
/// products of n^3 multiplications and additions; in builds without LAPACK too. Integers become double, as everywhere
/// in this namespace: powers of matrices of whole numbers are exact while all that is summed stays below 2^53, of
/// float below 2^24, and for n < 0 only where elimination is. What overflows becomes infinite or NaN. linalg_error
/// where a is not finite, or n < 0 and a singular.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto matrix_power(X const& a, index_t n) {
  if constexpr (detail::takes_matrices<X>())
    return detail::function_of("linalg::matrix_power", a,
                               [n](detail::matrix_function_job const& job) { detail::matrix_powers(job, n); });
}

} // namespace linalg
} // namespace weft
