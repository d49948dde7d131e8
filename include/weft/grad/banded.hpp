#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/banded.hpp>

// Gradients of solutions with banded matrices: those of other solutions (grad/solutions.hpp), of which the elements are
// computed that lie on the diagonals. With x the solution, G its gradient and B that of the right side, which solves
// a^T B = G, element (i, j) of the matrix gets - sum over k of B(i, k) x(j, k).
namespace weft::detail {

/// A right side of rank 1 is a column.
template <class B, class E>
WEFT_FN auto as_columns(E const& e) {
  if constexpr (B::static_rank == 1)
    return e(ellipsis, newaxis);
  else
    return e(ellipsis, all);
}
template <class B, class E>
WEFT_FN void hand_columns(B const& to, E const& e) {
  if constexpr (B::static_rank == 1)
    hand_to(to, e(ellipsis, 0));
  else
    hand_to(to, e);
}
/// What the elements (i, j), (i + 1, j + 1), ... of the matrix get, `count` of them.
template <class B, class X>
WEFT_FN auto along_diagonal(B const& by_b, X const& x, index_t i, index_t j, index_t count) {
  const auto rows = by_b(ellipsis, range(i, i + count), all) * x(ellipsis, range(j, j + count), all);
  return make_unary<op::negate>(sum(rows, axis<std::remove_const_t<decltype(rows)>::static_rank - 1>));
}

/// The matrix transposed has its other two diagonals exchanged. 5 n + 8 n k multiplications and additions for k right
/// sides.
template <class T, class Extents, class Order>
struct adjoint<tridiagonal_operation<T, Extents, Order>> {
  template <class F, class L, class G, class A, class D, class C, class B>
  WEFT_FN static void hand_on(F const&, L const& solution, G const& g, A const& lower, D const& diag, C const& upper,
                              B const& b) {
    (require_known_rank<A>(), require_known_rank<D>(), require_known_rank<C>(), require_known_rank<B>());
    const index_t n = diag.extents()[diag.rank() - 1];
    if (g.place.size() == 0)
      return;
    session s;
    const auto x = as_columns<B>(solution);
    const auto by_b = evaluated(
        linalg::solve_tridiagonal(unfollowed(upper), unfollowed(diag), unfollowed(lower), as_columns<B>(g)), s);
    hand_columns(b, by_b);
    hand_to(diag, along_diagonal(by_b, x, 0, 0, n));
    hand_to(lower, along_diagonal(by_b, x, 1, 0, n - 1));
    hand_to(upper, along_diagonal(by_b, x, 0, 1, n - 1));
  }
};

/// The rows of the matrix transposed are those of ab in the other order, each moved. What is not read gets 0.
template <class T, class Extents, class Order>
struct adjoint<banded_operation<T, Extents, Order>> {
  template <class F, class L, class G, class A, class B>
  WEFT_FN static void hand_on(F const& f, L const& solution, G const& g, A const& ab, B const& b) {
    (require_known_rank<A>(), require_known_rank<B>());
    constexpr int held = A::static_rank - 2;
    const index_t n = ab.extents()[held + 1], rows = ab.extents()[held];
    if (g.place.size() == 0)
      return;
    // row(number, i, j, count): that of ab has elements of the matrix from (i, j) on.
    const auto for_each_row = [&](auto const& row) {
      for (index_t k = 0; k < rows; ++k) {
        const index_t down = k - f.above, i = down > 0 ? down : 0, j = down > 0 ? 0 : -down;
        if (i < n && j < n)
          row(k, i, j, n - i - j);
      }
    };
    session s;
    const auto before = unfollowed(ab);
    tensor<T, A::static_rank> turned(ab.extents());
    for_each_row([&](index_t k, index_t i, index_t j, index_t count) {
      turned(ellipsis, rows - 1 - k, range(i, i + count)) = before(ellipsis, k, range(j, j + count));
    });
    const auto x = as_columns<B>(solution);
    const auto by_b = evaluated(linalg::solve_banded(f.above, f.below, turned, as_columns<B>(g)), s);
    hand_columns(b, by_b);
    if constexpr (is_followed<A>) {
      constexpr int rank = std::remove_const_t<decltype(by_b)>::static_rank;
      auto shape = convert_extents<dims<rank>>(by_b.extents());
      shape.set(rank - 2, rows);
      shape.set(rank - 1, n);
      tensor<T, rank> by_ab(shape);
      for_each_row([&](index_t k, index_t i, index_t j, index_t count) {
        by_ab(ellipsis, k, range(j, j + count)) = along_diagonal(by_b, x, i, j, count);
      });
      hand_to(ab, capture(by_ab));
    }
  }
};

} // namespace weft::detail
