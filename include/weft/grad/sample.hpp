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
    auto const wide = [&](auto const& e) {
      return window_of(e, broadcaster<Extents>{convert_extents<Extents>(g.extents())});
    };
    session s;
    auto const values = unfollowed(array);
    auto const& memory = in_memory(values, s);
    auto const hand_to_axis = [&]<class E>(int axis, E const& e) {
      if constexpr (is_followed<E>) {
        auto const slope = sampled_from<T, D>(memory.data, memory.place, f.options, axis);
        using made = node<op::sampled<T, D>, std::remove_cvref_t<decltype(unfollowed(x))>...>;
        hand_to(wide(e),
                reducer::handed(g, made(slope, std::remove_cvref_t<decltype(unfollowed(x))>(unfollowed(x))...)));
      }
    };
    int axis = 0;
    (hand_to_axis(axis++, x), ...);
    collect_gradient(array, [&](auto const& target) { add_weights(target, f.options, g, wide(unfollowed(x))...); });
  }

private:
  template <class R, class S, class G, class... X>
  WEFT_FN static void add_weights(gradient_target<R, S> const& target, numerics::sample_options const& options,
                                  G const& g, X const&... x) {
    using coordinates = tensor<double, shape_argument<dims<Extents::static_rank>>>;
    coordinates const at[] = {coordinates(x)...};
    auto const f = sampled_from<R, D>(static_cast<R const*>(target.data), target.place, options, -1);
    for (index_t i = 0; i < at[0].size(); ++i)
      unpack<D>([&]<int... K>() {
        f.for_weights([&](index_t offset, double weight) { target.data[offset] += static_cast<R>(g.data[i] * weight); },
                      at[K].data()[i]...);
      });
  }
};

} // namespace weft::detail
