#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/sylvester.hpp>

namespace weft {

namespace detail {

/// Hands on the gradient g of the x with a x + x b = q. x is linear in q, so the gradient of q is the y with a^T y + y
/// b^T = g, as for solve. By differentials of the equation, the gradient of a is -y x^T, and the gradient of b is -x^T
/// y.
struct sylvester_gradient {
  template <class L, class G, class A, class B, class Q>
  WEFT_FN void operator()(L const& x, G const& g, A const& a, B const& b, Q const& q) const {
    auto const found =
        linalg::solve_sylvester(matrices_transposed(unfollowed(a)), matrices_transposed(unfollowed(b)), g);
    auto const y = capture(found);
    hand_to(q, y);
    if constexpr (is_followed<A>)
      hand_to(a, make_unary<op::negate>(matmul(y, matrices_transposed(x))));
    if constexpr (is_followed<B>)
      hand_to(b, make_unary<op::negate>(matmul(matrices_transposed(x), y)));
  }
};

} // namespace detail

namespace linalg {

/// Returns the x with a x + x b = q as a variable, if a, b or q holds a variable. Its gradient takes another solution
/// and two products of matrices.
template <Tensorial A, Tensorial B, Tensorial Q>
  requires(detail::Followed<A> || detail::Followed<B> || detail::Followed<Q>)
[[nodiscard]] WEFT_FN auto solve_sylvester(A const& a, B const& b, Q const& q) {
  detail::require_matrices<A, B, Q>();
  auto const operands = detail::recorded_operands(a, b, q);
  return detail::variable_maker::make("linalg::solve_sylvester",
                                      solve_sylvester(detail::unfollowed(get<0>(operands)),
                                                      detail::unfollowed(get<1>(operands)),
                                                      detail::unfollowed(get<2>(operands))),
                                      detail::sylvester_gradient{}, operands);
}

} // namespace linalg
} // namespace weft
