#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/cholesky.hpp>

namespace weft {

namespace detail {

/// Returns the lower triangle of m with its diagonal halved.
template <class M>
WEFT_FN auto half_lower(M const& m) {
  using T = typename M::value_type;
  return tril(m) - triu(tril(m)) * T(0.5);
}
/// Hands the gradient g of the factor l to a. Let p be the lower triangle of l^T g with its diagonal halved. The
/// gradient of a is the lower triangle of l^-T (p + p^T) l^-1 with its diagonal halved (I. Murray, Differentiation of
/// the Cholesky decomposition, 2016). It takes 2 n^3 multiplications and additions.
struct cholesky_gradient {
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& l, G const& g, A const& a) const {
    session s;
    auto const p = evaluated(half_lower(evaluated(matmul(matrices_transposed(l), tril(g)), s)), s);
    auto const turned = upper(matrices_transposed(l));
    auto const half = evaluated(linalg::solve(turned, p + matrices_transposed(p)), s);
    hand_to(a, half_lower(evaluated(linalg::solve(turned, matrices_transposed(half)), s)));
  }
};

} // namespace detail

namespace linalg {

/// Returns the lower triangular L with L L^T = a, as a variable. Only the lower triangle of a is read, so only its
/// elements have a gradient. The gradient takes 2 n^3 multiplications and additions.
template <detail::FollowedMatrices X>
[[nodiscard]] WEFT_FN auto cholesky(X const& a) {
  return detail::computed_of(
      "linalg::cholesky", a, [](auto const& x) { return cholesky(x); }, detail::cholesky_gradient{});
}
/// Returns cholesky(a) for the operands symmetric(a), hermitian(a) and positive_definite(a), where a is a variable.
template <detail::Followed X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto cholesky(X const& a) {
  return cholesky(detail::without_structure(detail::capture(a)));
}

} // namespace linalg
} // namespace weft
