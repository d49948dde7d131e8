#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/picked.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/triangle.hpp>

// Gradients of q and r; S. Walter and L. Lehmann, Algorithmic differentiation of linear algebra functions with
// application in optimum experimental design, 2010, in the form of M. Seeger et al., Auto-differentiating linear
// algebra, 2017. The gradient of a is (g + q c) r^-T, where g and h are the gradients of q and r, and c is the
// symmetric matrix with the lower triangle of r h^T - g^T q.
namespace weft {

namespace detail {

/// Returns the symmetric matrix with the lower triangle of m.
template <class M>
WEFT_FN auto mirrored_lower(M const& m) {
  return tril(m) + matrices_transposed(tril(m, -1));
}

/// Returns the gradient of the first columns of a, as many as q has: (g + q c) r^-T, where c is the symmetric matrix
/// with the lower triangle of m.
template <class Q, class G, class M, class R>
WEFT_FN auto by_first_columns(Q const& q, G const& g, M const& m, R const& r, session& s) {
  return evaluated(
      over_transposed(evaluated(g + matmul(q, mirrored_lower(m)), s), first_columns(r, r.extents()[r.rank() - 2])), s);
}

template <class R>
WEFT_FN auto q_gradient(R const& r) {
  return [r](auto const& q, auto const& g, auto const& a) {
    session s;
    auto const m = evaluated(-matmul(matrices_transposed(g), q), s);
    auto const first = by_first_columns(q, g, m, capture(r), s);
    int const columns = a.rank() - 1;
    hand_to(a, filled_up(first, columns, a.extents()[columns]));
  };
}
/// Returns the function that hands on the gradient h of r. If a has more columns than rows, the columns of r beside the
/// square part are q^T times the same columns of a. With the same columns of h, the gradient of these columns of a is q
/// h, and q gets the product of these columns of a and h^T.
template <class Q>
WEFT_FN auto r_gradient(Q const& q) {
  return [q](auto const& r, auto const& h, auto const& a) {
    session s;
    auto const left = capture(q);
    int const columns = a.rank() - 1;
    index_t const k = r.extents()[columns - 1];
    auto const behind = columns_behind(h, k);
    auto const by_q = evaluated(matmul(columns_behind(unfollowed(a), k), matrices_transposed(behind)), s);
    auto const m = evaluated(matmul(first_columns(r, k), matrices_transposed(triu(first_columns(h, k)))) -
                                 matmul(matrices_transposed(by_q), left),
                             s);
    auto const first = by_first_columns(left, by_q, m, r, s);
    hand_to(a, concatenate(axis_from_last<1>(a), first, matmul(left, behind)));
  };
}

/// Returns q and r, which are already computed from the operands, as variables.
template <class Q, class R, class P>
WEFT_FN auto followed_factors(Q const& q, R const& r, P const& operands) {
  return linalg::qr_result(variable_maker::make("linalg::qr", q, q_gradient(r), operands),
                           variable_maker::make("linalg::qr", r, r_gradient(q), operands));
}

} // namespace detail

namespace linalg {

/// Returns the factors of the QR decomposition as variables: auto [q, r] = qr(a). Gradients take about 2 m n^2
/// multiplications and additions for an m x n matrix. They throw linalg_error if the first k columns of a are linearly
/// dependent, where k is the smaller of m and n.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto qr(X const& a) {
  detail::require_matrices<X>();
  auto const operands = detail::recorded_operands(a);
  auto const found = qr(detail::unfollowed(get<0>(operands)));
  return detail::followed_factors(found.q, found.r, operands);
}
/// Returns the factors of the QR decomposition with pivoting: auto [q, r, p] = qr(a, pivoted). q and r are variables;
/// the order p of the columns is constant near a, so it is no variable.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto qr(X const& a, pivoted_t) {
  detail::require_matrices<X>();
  auto const operands = detail::recorded_operands(a);
  auto const& x = get<0>(operands);
  auto found = qr(detail::unfollowed(x), pivoted);
  auto const columns = detail::axis_from_last<1>(x);
  auto const in_order = detail::recorded_operands(take_along(x, found.p(ellipsis, newaxis, all), columns));
  auto [q, r] = detail::followed_factors(found.q, found.r, in_order);
  return pivoted_qr_result(std::move(q), std::move(r), std::move(found.p));
}

} // namespace linalg
} // namespace weft
