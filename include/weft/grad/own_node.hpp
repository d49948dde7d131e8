#pragma once
#include <weft/grad/computed.hpp>

#include <tuple>

// Functions whose gradient the program computes itself.
namespace weft::detail {

/// Returns a view of the elements of a leaf of the graph, for functions of the program.
template <class T, class Layout>
WEFT_FN auto shown_operand(followed_leaf<T, Layout> const& e) {
  return make_view(strided_leaf<T const, Layout, storage_ref>(e.data, e.place, e.keep->memory));
}

template <class G>
inline constexpr bool is_list_of_gradients = false;
template <class... G>
inline constexpr bool is_list_of_gradients<std::tuple<G...>> = true;

/// Calls the program's function `backward` and hands its results on as gradients.
template <class Backward>
struct own_gradient {
  Backward backward;

  template <class L, class G, class... E>
  WEFT_FN void operator()(L const& result, G const& gradient, E const&... operands) const {
    auto const gradients = backward(make_view(L(result)), make_view(G(gradient)), shown_operand(operands)...);
    using list = std::remove_const_t<decltype(gradients)>;
    if constexpr (is_list_of_gradients<list>) {
      static_assert(std::tuple_size_v<list> == sizeof...(E),
                    "weft: with_gradient: backward returns one gradient for each operand");
      unpack<sizeof...(E)>([&]<int... K>() { (hand_on(operands, std::get<K>(gradients)), ...); });
    } else {
      static_assert(sizeof...(E) == 1, "weft: with_gradient: backward returns a std::tuple, one for each operand");
      (hand_on(operands, gradients), ...);
    }
  }

private:
  template <class T, class Layout, class G>
  WEFT_FN static void hand_on(followed_leaf<T, Layout> const& to, G const& gradient) {
    if constexpr (Tensorial<G>) {
      auto const e = capture<T>(gradient);
      if (!(e.extents() == to.extents()))
        throw_broadcast("with_gradient", to.extents(), e.extents());
      hand_to(to, e);
    } else {
      hand_to(to, constant_leaf<T, typename Layout::extents_type>(static_cast<T>(gradient), to.extents()));
    }
  }
};

} // namespace weft::detail

namespace weft::grad {

/// Returns forward(x...) as a variable, recorded as one node of the graph whose gradient `backward` computes. forward
/// takes views of the elements of the variables x, and returns a tensor, an expression or a number, whose elements are
/// copied. backward(y, g, x...) takes a view of these elements, a view of their gradient, and the views that forward
/// took. It returns the gradient by x: a tensor, an expression or one number for all elements. For several x it returns
/// a std::tuple of such gradients. Throws shape_error, when gradients are computed, unless each gradient has the shape
/// of its x.
///   auto y = grad::with_gradient([](auto const& v) { return round(v); },
///                                [](auto const&, auto const& g, auto const&) { return g; }, x);
template <class Forward, class Backward, class... T, auto... Shape>
[[nodiscard]] WEFT_FN auto with_gradient(Forward const& forward, Backward backward, variable<T, Shape> const&... x) {
  return detail::variable_maker::make("with_gradient", forward(x.value()...),
                                      detail::own_gradient<Backward>{std::move(backward)},
                                      detail::recorded_operands(x...));
}

} // namespace weft::grad
