#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/triangle.hpp>

// Gradients of the factors l and u of p^T a, where p is constant near a; F. de Hoog, R. Anderssen and M. Lukas,
// Differentiation of matrix functionals using triangular factorization, 2011. Where all are square, with g and h the
// gradients of l and u, it is l^-T (f + k) u^-T, of which f is the strictly lower triangle of l^T g and k the upper one
// of h u^T. Below the square part l is what a has there times u^-1, and beside it u is l^-1 times what a has there.
namespace weft {

namespace detail {

/// l^-T x
template <class L, class X>
WEFT_FN auto under_transposed(L const& l, X const& x) {
  return linalg::solve(matrices_transposed(unit_lower(l)), x);
}
template <class P, class U>
struct lower_factor_gradient {
  P p;
  U u;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& l, G const& g, A const& a) const {
    const int columns = a.rank() - 1;
    const index_t k = l.extents()[columns];
    session s;
    const auto square = evaluated(tril(matmul(matrices_transposed(first_rows(l, k)), first_rows(g, k)), -1) -
                                      triu(matmul(matrices_transposed(rows_behind(l, k)), rows_behind(g, k))),
                                  s);
    const auto both =
        evaluated(concatenate(axis_from_last<2>(a), under_transposed(first_rows(l, k), square), rows_behind(g, k)), s);
    const auto by_columns = evaluated(over_transposed(both, first_columns(capture(u), k)), s);
    hand_to(a, matmul(capture(p), filled_up(by_columns, columns, a.extents()[columns])));
  }
};
template <class P, class L>
struct upper_factor_gradient {
  P p;
  L lower;
  template <class U, class G, class A>
  WEFT_FN void operator()(U const& u, G const& g, A const& a) const {
    const int rows = a.rank() - 2;
    const index_t k = u.extents()[rows];
    session s;
    const auto square = evaluated(triu(matmul(first_columns(g, k), matrices_transposed(first_columns(u, k)))) -
                                      tril(matmul(columns_behind(g, k), matrices_transposed(columns_behind(u, k))), -1),
                                  s);
    const auto both = evaluated(
        concatenate(axis_from_last<1>(a), over_transposed(square, first_columns(u, k)), columns_behind(g, k)), s);
    const auto by_rows = evaluated(under_transposed(first_rows(capture(lower), k), both), s);
    hand_to(a, matmul(capture(p), filled_up(by_rows, rows, a.extents()[rows])));
  }
};

} // namespace detail

namespace linalg {

/// auto [p, l, u] = lu(a), of which l and u are variables; the permutation is constant near a, and is none. The
/// gradient of each factor takes about 3 n^3 multiplications and additions, and throws linalg_error where the first k
/// columns of a are dependent, k being the smaller extent.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto lu(X const& a) {
  detail::require_matrices<X>();
  const auto operands = detail::recorded_operands(a);
  auto found = lu(detail::unfollowed(get<0>(operands)));
  using P = decltype(found.p);
  using L = decltype(found.l);
  using U = decltype(found.u);
  auto lower = detail::variable_maker::make("linalg::lu", found.l,
                                            detail::lower_factor_gradient<P, U>{found.p, found.u}, operands);
  auto upper = detail::variable_maker::make("linalg::lu", found.u,
                                            detail::upper_factor_gradient<P, L>{found.p, std::move(found.l)}, operands);
  return lu_result(std::move(found.p), std::move(lower), std::move(upper));
}

} // namespace linalg
} // namespace weft
