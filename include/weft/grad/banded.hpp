#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/banded.hpp>

// Gradients of solutions with banded matrices. They are the gradients of any solution (grad/solutions.hpp), but
// computed only for elements on the stored diagonals. Let a x = b be the system, G the gradient of x, and B the
// gradient of b, which solves a^T B = G. Then the gradient of element (i, j) of the matrix is - sum over k of B(i, k)
// x(j, k).
namespace weft::detail {

/// Returns the gradients of the `count` elements (i, j), (i + 1, j + 1), ... of the matrix.
template <class B, class X>
WEFT_FN auto along_diagonal(B const& by_b, X const& x, index_t i, index_t j, index_t count) {
  auto const rows = by_b(ellipsis, range(i, i + count), all) * x(ellipsis, range(j, j + count), all);
  return make_unary<op::negate>(sum(rows, axis_from_last<1>(rows)));
}

/// The adjoint of a solution with a tridiagonal matrix. The transposed matrix has the lower and the upper diagonal
/// exchanged. It takes 5 n + 8 n k multiplications and additions for k right sides.
template <class T, class Extents, class Order>
struct adjoint<tridiagonal_operation<T, Extents, Order>> {
  template <class F, class L, class G, class A, class D, class C, class B>
  WEFT_FN static void hand_on(F const&, L const& solution, G const& g, A const& lower, D const& diag, C const& upper,
                              B const& b) {
    index_t const n = diag.extents()[diag.rank() - 1];
    if (g.place.size() == 0)
      return;
    session s;
    auto const column = is_vector(b);
    auto const x = with_column(column, solution);
    auto const by_b = evaluated(
        linalg::solve_tridiagonal(unfollowed(upper), unfollowed(diag), unfollowed(lower), with_column(column, g)), s);
    hand_to(with_column(column, b), by_b);
    hand_to(diag, along_diagonal(by_b, x, 0, 0, n));
    hand_to(lower, along_diagonal(by_b, x, 1, 0, n - 1));
    hand_to(upper, along_diagonal(by_b, x, 0, 1, n - 1));
  }
};

/// The adjoint of a solution with a banded matrix, whose diagonals are the rows of ab. The transposed matrix has these
/// rows in reverse order, each shifted. Elements of ab that are not read get the gradient 0.
template <class T, class Extents, class Order>
struct adjoint<banded_operation<T, Extents, Order>> {
  template <class F, class L, class G, class A, class B>
  WEFT_FN static void hand_on(F const& f, L const& solution, G const& g, A const& ab, B const& b) {
    int const held = ab.rank() - 2;
    index_t const n = ab.extents()[held + 1], rows = ab.extents()[held];
    if (g.place.size() == 0)
      return;
    // row(number, i, j, count): this row of ab has `count` elements of the matrix, from (i, j) on.
    auto const for_each_row = [&](auto const& row) {
      for (index_t k = 0; k < rows; ++k) {
        index_t const down = k - f.above, i = down > 0 ? down : 0, j = down > 0 ? 0 : -down;
        if (i < n && j < n)
          row(k, i, j, n - i - j);
      }
    };
    session s;
    auto const before = unfollowed(ab);
    tensor<T, shape_argument<dims<A::static_rank>>> turned(ab.extents());
    for_each_row([&](index_t k, index_t i, index_t j, index_t count) {
      turned(ellipsis, rows - 1 - k, range(i, i + count)) = before(ellipsis, k, range(j, j + count));
    });
    auto const column = is_vector(b);
    auto const x = with_column(column, solution);
    auto const by_b = evaluated(linalg::solve_banded(f.above, f.below, turned, with_column(column, g)), s);
    hand_to(with_column(column, b), by_b);
    if constexpr (is_followed<A>) {
      using S = dims<std::remove_const_t<decltype(by_b)>::static_rank>;
      auto shape = convert_extents<S>(by_b.extents());
      shape.set(shape.rank() - 2, rows);
      shape.set(shape.rank() - 1, n);
      tensor<T, shape_argument<S>> by_ab(shape);
      for_each_row([&](index_t k, index_t i, index_t j, index_t count) {
        by_ab(ellipsis, k, range(j, j + count)) = along_diagonal(by_b, x, i, j, count);
      });
      hand_to(ab, capture(by_ab));
    }
  }
};

} // namespace weft::detail
