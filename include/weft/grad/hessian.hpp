#pragma once
#include <weft/grad/forward.hpp>
#include <weft/grad/variable.hpp>

// Second derivatives by variables of duals (forward over reverse mode): gradient_of computes in duals, whose tangents
// are the derivatives of the gradient.
namespace weft::grad {

/// Returns the second derivatives of f at x times v, which is the derivative of the gradient of f along v, as a tensor
/// of the shape of x. f takes a variable and returns one number, as for gradient_of. Throws shape_error unless v has
/// the shape of x. The cost is that of the gradient of f with duals as elements.
///   auto hv = hessian_vector_product([](auto const& x) { return sum(pow(x, 3.0)); }, x0, v);
template <class F, Tensorial X, Tensorial V>
[[nodiscard]] WEFT_FN auto hessian_vector_product(F const& f, X const& x, V const& v) {
  auto const u = detail::moving_along("hessian_vector_product", x, v);
  return detail::in_rows(map(detail::tangent_of_dual{}, gradient_of(f, u)));
}

/// Returns the second derivatives of f at x: a tensor whose shape is the shape of x followed by the shape of x. It is
/// the Jacobian of the gradient of f, computed N columns at a time.
///   tensor<double, 2> h = hessian([](auto const& x) { return sum(pow(x, 3.0)); }, x0);
template <int N = 4, class F, Tensorial X>
[[nodiscard]] WEFT_FN auto hessian(F const& f, X const& x) {
  return jacobian<N>([&](auto const& u) { return gradient_of(f, u); }, x);
}

} // namespace weft::grad
