#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/qr.hpp>

namespace weft {

namespace detail {

/// Hands on the gradient g of the x that solves a x = b in the least-squares sense. With y the solution of a^T a y = g,
/// the gradient of b is a y, and the gradient of a is (b - a x) y^T - a y x^T (G. Golub and V. Pereyra, The
/// differentiation of pseudo-inverses, 1973).
struct least_squares_gradient {
  template <class L, class G, class A, class B>
  WEFT_FN void operator()(L const& x, G const& g, A const& a, B const& b) const {
    session s;
    auto const column = is_vector(b);
    auto const matrix = evaluated(unfollowed(a), s);
    auto const factors = linalg::qr(matrix);
    auto const r = capture(factors.r);
    auto const half = evaluated(linalg::solve(matrices_transposed(upper(r)), with_column(column, g)), s);
    auto const y = evaluated(linalg::solve(upper(r), half), s);
    auto const by_b = evaluated(matmul(matrix, y), s);
    if constexpr (is_followed<A>) {
      auto const solution = with_column(column, x);
      auto const left = evaluated(with_column(column, unfollowed(b)) - matmul(matrix, solution), s);
      hand_to(a, matmul(left, matrices_transposed(y)) - matmul(by_b, matrices_transposed(solution)));
    }
    hand_to(with_column(column, b), by_b);
  }
};

/// Throws shape_error unless each of the ranks of matrices with n columns is n.
template <class K>
WEFT_FN void require_full_rank(K const& ranks, index_t n) {
  bool full = true;
  if constexpr (Tensorial<K>)
    full = all_of(equal(ranks, n));
  else
    full = ranks == n;
  if (!full)
    throw_shape_reason("linalg::lstsq", "no gradient is known where the columns of the matrix are dependent");
}

template <class A, class B, class... O>
WEFT_FN auto followed_least_squares(A const& a, B const& b, O... options) {
  require_matrices<A>();
  auto const operands = recorded_operands(a, b);
  auto const& matrix = get<0>(operands);
  auto const& right = get<1>(operands);
  auto found = linalg::lstsq(unfollowed(matrix), unfollowed(right), options...);
  require_full_rank(found.rank, matrix.extents()[matrix.rank() - 1]);
  auto x = variable_maker::make("linalg::lstsq", found.x, least_squares_gradient{}, operands);
  auto const column = is_vector(right);
  auto const left = with_column(column, right) - matmul(matrix, with_column(column, x));
  auto const sums = sum(square(left), axis_from_last<2>(left));
  grad::variable residuals = viewed_if(column, sums, [](auto const& e) { return e(ellipsis, 0); });
  return linalg::lstsq_qr_result(std::move(x), std::move(residuals), std::move(found.rank));
}

} // namespace detail

namespace linalg {

/// Returns the least-squares solution of a x = b, where a or b holds a variable: auto [x, residuals, rank] = lstsq(a,
/// b). x and residuals are variables. Throws shape_error if the columns of a are linearly dependent. The result has no
/// singular values; svdvals returns them. The gradient takes about 2 m n^2 + 4 m n k multiplications and additions for
/// an m x n matrix and k right sides.
template <Tensorial A, Tensorial B>
  requires(detail::Followed<A> || detail::Followed<B>)
[[nodiscard]] WEFT_FN auto lstsq(A const& a, B const& b, double rtol = -1) {
  return detail::followed_least_squares(a, b, rtol);
}
template <Tensorial A, Tensorial B>
  requires(detail::Followed<A> || detail::Followed<B>)
[[nodiscard]] WEFT_FN auto lstsq(A const& a, B const& b, by_qr_t, double rtol = -1) {
  return detail::followed_least_squares(a, b, by_qr, rtol);
}

} // namespace linalg
} // namespace weft
