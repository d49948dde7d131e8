#pragma once
#include <weft/ops/reduce.hpp>

namespace weft {

/// True if shapes and all elements are equal, so that tensors are regular. Element-wise: equal(a, b).
template <Tensorial A, Tensorial B>
WEFT_FN bool operator==(A const& a, B const& b) {
  const auto x = detail::capture(a);
  const auto y = detail::capture(b);
  if (!(x.extents() == y.extents()))
    return false;
  return all_of(equal(x, y));
}

template <Tensorial A, Scalar S>
WEFT_FN bool operator==(A const&, S const&) {
  static_assert(detail::rank_of<A> > 99, "weft: tensor == scalar has two meanings: equal(a, x) gives a mask, all_of(equal(a, x)) one answer");
  return false;
}

/// |a - b| <= atol + rtol * |b| everywhere, after broadcasting; false where either is NaN.
template <class A, class B>
  requires OperandPair<A, B>
WEFT_FN bool all_close(A const& a, B const& b, double rtol = 1e-5, double atol = 1e-8) {
  // Equal infinities are close, though their difference is NaN.
  return all_of(equal(a, b) || abs(a - b) <= atol + rtol * abs(b));
}

/// True if shapes and element types agree.
template <Tensorial A, Tensorial B>
WEFT_FN bool same_shape_and_type(A const& a, B const& b) {
  return std::same_as<detail::value_t<A>, detail::value_t<B>> && a.shape() == b.shape();
}

} // namespace weft
