#pragma once
#include <weft/grad/computed.hpp>
#include <weft/numerics/convolve.hpp>

namespace weft {

namespace detail {

/// Hands on the gradient of a convolution. With the gradient of the full one, which has zeros beyond the elements that
/// were asked for, the gradient of each operand is the correlation with the other where that lies within.
struct convolution_gradient {
  char const* operation;
  bool correlates;
  numerics::convolution_mode mode;

  template <class L, class G, class A, class K>
  WEFT_FN void operator()(L const&, G const& g, A const& a, K const& k) const {
    using T = typename G::value_type;
    using array = tensor<T, shape_argument<dims<G::static_rank>>>;
    array const x = cast<T>(unfollowed(a)), given = cast<T>(unfollowed(k));
    array const y = turned(given);
    array const whole = full_gradient<T, array>(g, x, y);
    if constexpr (is_followed<A>)
      hand_to(a, capture(array(numerics::correlate(whole, y, numerics::valid))));
    if constexpr (is_followed<K>)
      hand_to(k, capture(array(turned(array(numerics::correlate(whole, x, numerics::valid))))));
  }

private:
  /// A correlation is the convolution with the reversed operand.
  template <class X>
  WEFT_FN X turned(X const& x) const {
    return correlates ? X(windowed(x, reverse_all{})) : x;
  }
  template <class T, class X, class G>
  WEFT_FN X full_gradient(G const& g, X const& x, X const& y) const {
    auto const n = convert_extents<dynamic_extents>(x.shape()), m = convert_extents<dynamic_extents>(y.shape());
    auto const box = box_of_convolution(operation, n, m, mode);
    auto extents = x.shape();
    for (int k = 0; k < n.rank(); ++k)
      extents.set(k, n[k] + m[k] - 1);
    X whole(extents, T(0));
    view<T, shape_argument<dims<X::static_rank>>> inside(whole.window());
    for (int k = 0; k < n.rank(); ++k)
      inside.rebind(windowed(inside, range_selector<int>{k, box.first[k], box.count[k]}));
    inside(ellipsis) = g;
    return whole;
  }
};

template <class A, class K>
WEFT_FN auto convolve_variables(char const* operation, A const& a, K const& k, bool correlates,
                                numerics::convolution_mode mode) {
  auto const operands = recorded_operands(a, k);
  auto const values =
      convolve_operands(operation, unfollowed(get<0>(operands)), unfollowed(get<1>(operands)), correlates, mode);
  return variable_maker::make(operation, values, convolution_gradient{operation, correlates, mode}, operands);
}

} // namespace detail

namespace numerics {

/// Returns the convolution of operands of which one holds a variable, as a variable. The gradient of each operand is a
/// correlation, which costs as much as the convolution.
template <Tensorial A, Tensorial K>
  requires(detail::Followed<A> || detail::Followed<K>)
[[nodiscard]] WEFT_FN auto convolve(A const& a, K const& k, convolution_mode mode = full) {
  return detail::convolve_variables("numerics::convolve", a, k, false, mode);
}
/// Returns the correlation of operands of which one holds a variable, as a variable.
template <Tensorial A, Tensorial V>
  requires(detail::Followed<A> || detail::Followed<V>)
[[nodiscard]] WEFT_FN auto correlate(A const& a, V const& v, convolution_mode mode = valid) {
  return detail::convolve_variables("numerics::correlate", a, v, true, mode);
}

} // namespace numerics
} // namespace weft
