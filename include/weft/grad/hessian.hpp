#pragma once
#include <weft/grad/forward.hpp>
#include <weft/grad/variable.hpp>

// Second derivatives. Variables of duals make them: the reverse pass of gradient_of runs over numbers that carry
// derivatives along, forward over reverse.
namespace weft::grad {

/// The derivative of the gradient of f at x along v, a tensor of the shape of x, which v has too (else shape_error):
/// the second derivatives of f times v. f takes a variable and returns one number, as the function given to gradient_of
/// does. It costs what the gradient of f over duals does.
///   auto hv = hessian_vector_product([](auto const& x) { return sum(pow(x, 3.0)); }, x0, v);
template <class F, Tensorial X, Tensorial V>
[[nodiscard]] WEFT_FN auto hessian_vector_product(F const& f, X const& x, V const& v) {
  auto const u = detail::moving_along("hessian_vector_product", x, v);
  return detail::in_rows(map(detail::tangent_of_dual{}, gradient_of(f, u)));
}

/// The second derivatives of f at x, a tensor of the shape of x twice, one after the other: the Jacobian of its
/// gradient, with N columns at a time.
///   tensor<double, 2> h = hessian([](auto const& x) { return sum(pow(x, 3.0)); }, x0);
template <int N = 4, class F, Tensorial X>
[[nodiscard]] WEFT_FN auto hessian(F const& f, X const& x) {
  return jacobian<N>([&](auto const& u) { return gradient_of(f, u); }, x);
}

} // namespace weft::grad
