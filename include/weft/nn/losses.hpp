#pragma once
#include <weft/nn/activations.hpp>
#include <weft/nn/check.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/take.hpp>

// Losses, which training makes small. Each is an expression of rank 0: grad::variable loss = nn::mean_squared_error(y,
// t);
namespace weft::nn {

/// The mean of the squares of the differences; y and target broadcast.
template <Tensorial Y, Operand X>
[[nodiscard]] WEFT_FN auto mean_squared_error(Y const& y, X const& target) {
  return mean(square(y - target));
}

/// The mean of d^2 / 2 where the modulus |d| of the difference is at most `delta`, and of delta (|d| - delta / 2)
/// beyond (Huber 1964).
template <Tensorial Y, Operand X>
[[nodiscard]] WEFT_FN auto huber(Y const& y, X const& target, detail::value_t<Y> delta = 1) {
  using T = detail::value_t<Y>;
  auto const d = abs(y - target);
  return mean(where(d <= delta, T(0.5) * square(d), delta * (d - T(0.5) * delta)));
}

/// The mean over rows of minus the logarithm of the probability that softmax(logits) gives the label of the row.
/// logits: (n, classes); labels: n integers from 0 to classes - 1; others throw index_error. Large logits do not
/// overflow.
template <Tensorial Y, Tensorial L>
[[nodiscard]] WEFT_FN auto cross_entropy(Y const& logits, L const& labels) {
  constexpr bool fits = detail::may_have_rank<Y, 2> && detail::may_have_rank<L, 1>;
  static_assert(fits, "weft: cross_entropy takes logits (n, classes) and n labels");
  if (detail::shape_before(logits).rank() != 2 || detail::shape_before(labels).rank() != 1)
    detail::throw_shape_reason("cross_entropy", "it takes logits (n, classes) and n labels");
  auto const right = take_along(logits, labels(all, newaxis), axis<1>);
  return mean(logsumexp(logits, axis<1>) - right(all, 0));
}

} // namespace weft::nn
