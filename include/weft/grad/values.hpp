#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/dual.hpp>
#include <weft/grad/picked.hpp>
#include <weft/numerics/values.hpp>

// Gradients of the values of a function of one number, by the points and by variables that are its coefficients.
namespace weft {

namespace op {

/// Computes the derivative of a function object of one number.
template <class F>
struct derivative_of {
  static constexpr char const* name = "derivative";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  F function;
  template <class T>
  WEFT_INLINE auto operator()(T const& at) const {
    using number = std::conditional_t<std::is_arithmetic_v<T>, double, T>;
    return static_cast<as_floating_t<T>>(function(grad::dual<number>(number(at), number(1))).tangent[0]);
  }
};

} // namespace op

namespace detail {

/// Hands on the gradient of values of a function to the points, and to the coefficients that F::for_weights numbers in
/// row-major order.
template <class F>
struct values_gradient {
  F function;

  template <class L, class G, class E, class... C>
  WEFT_FN void operator()(L const&, G const& g, E const& points, C const&... coefficients) const {
    if constexpr (is_followed<E>)
      hand_to(points, reducer::handed(g, map(op::derivative_of<F>{function}, unfollowed(points))));
    (collect_gradient(coefficients, [&](auto const& target) { add_weights(target, g, unfollowed(points)); }), ...);
  }

private:
  template <class T, class S, class G, class E>
  WEFT_FN void add_weights(gradient_target<T, S> const& target, G const& g, E const& points) const {
    using P = typename E::value_type;
    constexpr bool is_narrow = std::is_arithmetic_v<P> && sizeof(P) <= sizeof(double); // values are computed in double
    using number = std::conditional_t<is_narrow, double, op::as_floating_t<P>>;
    tensor<P, shape_argument<dims<E::static_rank>>> const at = points;
    int const last = target.place.rank() - 1;
    index_t const row = target.place.extent(last);
    for (index_t i = 0; i < at.size(); ++i)
      if (g.data[i] != 0)
        function.for_weights(static_cast<number>(at.data()[i]), [&](index_t k, auto const& weight) {
          index_t const line = last > 0 ? k / row : 0;
          target.data[line * target.place.stride(0) + (k - line * row) * target.place.stride(last)] +=
              static_cast<T>(g.data[i] * weight);
        });
  }
};

/// Returns the values of f at points as a variable. The coefficients of f may be operands.
template <class F, class X, class... C>
WEFT_FN auto variable_values(F const& f, X const& points, C const&... coefficients) {
  if constexpr (!Tensorial<X>) {
    return variable_values(f, tensor<double, 0>(static_cast<double>(points)), coefficients...);
  } else {
    auto const operands = recorded_operands(points, coefficients...);
    return variable_maker::make(F::name, map(f, unfollowed(get<0>(operands))), values_gradient<F>{f}, operands);
  }
}
template <class F, class X>
WEFT_FN auto followed_values(answered_above, F const& f, X const& points) {
  return variable_values(f, points);
}

} // namespace detail
} // namespace weft
