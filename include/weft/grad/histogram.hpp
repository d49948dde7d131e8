#pragma once
#include <weft/grad/computed.hpp>
#include <weft/ops/histogram.hpp>

namespace weft {

namespace detail {

/// The adjoint of bincount with weights: the gradient of a weight is the gradient of the sum that contains it.
template <class P>
struct bincount_gradient {
  P places;
  template <class L, class G, class W>
  WEFT_FN void operator()(L const&, G const& g, W const& weights) const {
    session s;
    auto const values = new_temporary<typename G::value_type>(weights.extents(), s);
    for (index_t i = 0; i < places.size(); ++i)
      values.data[i] = g.data[places.data()[i]]; // weights are in row-major order, as bincount reads them
    hand_to(weights, values.template borrowed<typename G::value_type const>());
  }
};

} // namespace detail

/// Returns for each integer in x the sum of the weights of its elements, as a variable. The gradient of a weight is
/// that of its sum.
template <Tensorial X, detail::RealTensorial W>
  requires std::integral<detail::value_t<X>> && detail::Followed<W>
[[nodiscard]] WEFT_FN auto bincount(X&& x, W&& weights, index_t min_length = 0) {
  auto places = detail::elements_of<index_t>(static_cast<X&&>(x));
  auto const operands = detail::recorded_operands(weights);
  auto const sums = bincount(places, detail::unfollowed(get<0>(operands)), min_length);
  return detail::variable_maker::make("bincount", sums, detail::bincount_gradient<decltype(places)>{std::move(places)},
                                      operands);
}

} // namespace weft
