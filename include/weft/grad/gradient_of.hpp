#pragma once
#include <weft/grad/hessian.hpp>

// The gradient of a function as an operand of statements that are recorded, so that it can be differentiated again.
namespace weft::detail {

/// The deferred operation that computes the gradient of a function at its operand.
template <class F, class T, Shape Extents>
struct gradient_operation : result_of<T, Extents> {
  static constexpr char const* name = "gradient_of";
  static constexpr deferred_traits traits{};

  F function;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& x) const {
    auto const gradient = grad::gradient_of(function, in_rows(x));
    assign(target, capture(gradient), s);
  }
};

/// The adjoint of gradient_of: it multiplies the incoming gradient by the second derivatives, which are a symmetric
/// matrix.
template <class F, class T, class Extents>
struct adjoint<gradient_operation<F, T, Extents>> {
  template <class Operation, class L, class G, class E>
  WEFT_FN static void hand_on(Operation const& f, L const&, G const& g, E const& e) {
    auto const product = grad::hessian_vector_product(f.function, e, g);
    hand_to(e, capture(product));
  }
};

} // namespace weft::detail

namespace weft::grad {

/// Returns the gradient of f at a variable, or at an expression of variables, as an expression, which is recorded as
/// one node when it is assigned. The gradient of that node is a hessian_vector_product of f, for which the graph keeps
/// a copy of f: objects that f captures by reference must outlive the graph. f must not capture variables, because
/// their gradients would be lost: f does not compile if a gradient would reach one. It may capture x.value(), which is
/// a constant.
///   auto g = gradient_of([&](auto const& x) { return sum(square(gradient_of(f, x))); }, x0);
template <class F, Tensorial X>
  requires detail::is_followed<detail::captured_t<X const&>>
[[nodiscard]] WEFT_FN auto gradient_of(F const& f, X const& x) {
  auto operand = detail::capture(x);
  using E = decltype(operand);
  using operation = detail::gradient_operation<F, typename E::value_type, typename E::extents_type>;
  auto const shape = operand.extents();
  return detail::make_deferred("gradient_of", operation{{}, f}, shape, std::move(operand));
}

} // namespace weft::grad
