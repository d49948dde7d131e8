#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/triangle.hpp>

// Gradients of the factors l and u of p^T a, where p is constant near a; F. de Hoog, R. Anderssen and M. Lukas,
// Differentiation of matrix functionals using triangular factorization, 2011. If all are square, with g and h the
// gradients of l and u, the gradient of a is l^-T (f + k) u^-T, where f is the strictly lower triangle of l^T g and k
// the upper triangle of h u^T. Rows of l below its square part are the same rows of p^T a times u^-1. Columns of u
// beside its square part are l^-1 times the same columns of p^T a.
namespace weft {

namespace detail {

/// Returns l^-T x for a unit lower triangular l.
template <class L, class X>
WEFT_FN auto under_transposed(L const& l, X const& x) {
  return linalg::solve(matrices_transposed(unit_lower(l)), x);
}
template <class P, class U>
WEFT_FN auto lower_factor_gradient(P const& p, U const& u) {
  return [p, u](auto const& l, auto const& g, auto const& a) {
    int const columns = a.rank() - 1;
    index_t const k = l.extents()[columns];
    session s;
    auto const square = evaluated(tril(matmul(matrices_transposed(first_rows(l, k)), first_rows(g, k)), -1) -
                                      triu(matmul(matrices_transposed(rows_behind(l, k)), rows_behind(g, k))),
                                  s);
    auto const both =
        evaluated(concatenate(axis_from_last<2>(a), under_transposed(first_rows(l, k), square), rows_behind(g, k)), s);
    auto const by_columns = evaluated(over_transposed(both, first_columns(capture(u), k)), s);
    hand_to(a, matmul(capture(p), filled_up(by_columns, columns, a.extents()[columns])));
  };
}
template <class P, class L>
WEFT_FN auto upper_factor_gradient(P const& p, L const& lower) {
  return [p, lower](auto const& u, auto const& g, auto const& a) {
    int const rows = a.rank() - 2;
    index_t const k = u.extents()[rows];
    session s;
    auto const square = evaluated(triu(matmul(first_columns(g, k), matrices_transposed(first_columns(u, k)))) -
                                      tril(matmul(columns_behind(g, k), matrices_transposed(columns_behind(u, k))), -1),
                                  s);
    auto const both = evaluated(
        concatenate(axis_from_last<1>(a), over_transposed(square, first_columns(u, k)), columns_behind(g, k)), s);
    auto const by_rows = evaluated(under_transposed(first_rows(capture(lower), k), both), s);
    hand_to(a, matmul(capture(p), filled_up(by_rows, rows, a.extents()[rows])));
  };
}

} // namespace detail

namespace linalg {

/// Returns the factors of the LU decomposition: auto [p, l, u] = lu(a). l and u are variables; the permutation p is
/// constant near a, so it is no variable. The gradient of each factor takes about 3 n^3 multiplications and additions,
/// and throws linalg_error if the first k columns of a are linearly dependent, where k is the smaller extent of a.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto lu(X const& a) {
  return detail::variables_of(
      "linalg::lu",
      [](auto const& variable, auto const& x) {
        auto found = lu(x);
        auto lower = variable(found.l, detail::lower_factor_gradient(found.p, found.u));
        auto upper = variable(found.u, detail::upper_factor_gradient(found.p, found.l));
        return lu_result(std::move(found.p), std::move(lower), std::move(upper));
      },
      a);
}

} // namespace linalg
} // namespace weft
