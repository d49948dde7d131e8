#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/picked.hpp>
#include <weft/numerics/sample.hpp>

// Gradients of sampled arrays: by the elements that a point lies between, with their weights, and by the coordinates.
namespace weft::detail {

template <class T, int D, class Extents>
struct adjoint<sampling<T, D, Extents>> {
  template <class F, class L, class G, class U, class... X>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, U const& array, X const&... x) {
    broadcaster<Extents> const wide{convert_extents<Extents>(g.extents())};
    session s;
    auto const values = unfollowed(array);
    auto const& memory = in_memory(values, s);
    int axis = 0;
    (hand_to_axis(sampled_from<T, D, true>(memory.data, memory.place, f.options, axis++), g, wide, x, unfollowed(x)...),
     ...);
    collect_gradient(array,
                     [&](auto const& target) { add_weights(target, f.options, g, window_of(unfollowed(x), wide)...); });
  }

private:
  /// Hands on the gradient to the coordinates e along an axis, with the slope of the array at all coordinates.
  template <class G, class W, class E, class... X>
  WEFT_FN static void hand_to_axis(op::sampled<T, D, true> const& slope, G const& g, W const& wide, E const& e,
                                   X... x) {
    if constexpr (is_followed<E>)
      hand_to(window_of(e, wide), reducer::handed(g, node<op::sampled<T, D, true>, X...>(slope, std::move(x)...)));
  }
  template <class R, class S, class G, class... X>
  WEFT_FN static void add_weights(gradient_target<R, S> const& target, numerics::sample_options const& options,
                                  G const& g, X const&... x) {
    using coordinates = tensor<double, shape_argument<dims<Extents::static_rank>>>;
    coordinates const at[] = {coordinates(x)...};
    auto const f = sampled_from<R, D>(static_cast<R const*>(target.data), target.place, options);
    for (index_t i = 0; i < at[0].size(); ++i)
      unpack<D>([&]<int... K>() {
        f.for_weights([&](index_t offset, double weight) { target.data[offset] += static_cast<R>(g.data[i] * weight); },
                      at[K].data()[i]...);
      });
  }
};

} // namespace weft::detail
