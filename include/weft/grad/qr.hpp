#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/ops/triangle.hpp>

// Gradients of q and r; S. Walter and L. Lehmann, Algorithmic differentiation of linear algebra functions with
// application in optimum experimental design, 2010, in the form of M. Seeger et al., Auto-differentiating linear
// algebra, 2017: (g + q c) r^-T, where c is symmetric and has the lower triangle of r h^T - g^T q, and g and h are the
// gradients of q and r.
namespace weft {

namespace detail {

/// The symmetric matrix with the lower triangle of m.
template <class M>
WEFT_FN auto mirrored_lower(M const& m) {
  return tril(m) + matrices_transposed(tril(m, -1));
}
/// x r^-T
template <class X, class R>
WEFT_FN auto over_transposed(X const& x, R const& r) {
  return matrices_transposed(linalg::solve(upper(r), matrices_transposed(x)));
}

template <class R>
struct q_gradient {
  R r;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& q, G const& g, A const& a) const {
    session s;
    const auto m = evaluated(-matmul(matrices_transposed(g), q), s);
    hand_to(a, over_transposed(evaluated(g + matmul(q, mirrored_lower(m)), s), capture(r)));
  }
};
template <class Q>
struct r_gradient {
  Q q;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& r, G const& g, A const& a) const {
    session s;
    const auto m = evaluated(matmul(r, matrices_transposed(triu(g))), s);
    hand_to(a, over_transposed(evaluated(matmul(capture(q), mirrored_lower(m)), s), r));
  }
};

} // namespace detail

namespace linalg {

/// auto [q, r] = qr(a), of variables, where a has no more columns than rows, else shape_error. Gradients take about 2 m
/// n^2 multiplications and additions; linalg_error where the columns of a are dependent.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto qr(X const& a) {
  detail::require_matrices<X>();
  const auto operands = detail::recorded_operands(a);
  const auto x = detail::unfollowed(get<0>(operands));
  if (const detail::matrix_batch b("linalg::qr", x.extents(), false); b.rows < b.columns)
    detail::throw_shape_reason("linalg::qr", "no gradient is known where there are more columns than rows");
  const auto found = qr(x);
  using Q = std::remove_const_t<decltype(found.q)>;
  using R = std::remove_const_t<decltype(found.r)>;
  return qr_result(detail::variable_maker::make("linalg::qr", found.q, detail::q_gradient<R>{found.r}, operands),
                   detail::variable_maker::make("linalg::qr", found.r, detail::r_gradient<Q>{found.q}, operands));
}

} // namespace linalg
} // namespace weft
