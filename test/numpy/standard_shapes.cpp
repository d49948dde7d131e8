#include "standard.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/ops/broadcast.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/meshgrid.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/split.hpp>
#include <weft/ops/take.hpp>
#include <weft/ops/tile.hpp>
#include <weft/ops/triangle.hpp>

// Elements in other places.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto few = types<double, complex64, int8_t, bool>;

template <class X>
auto in_memory(X const& x) {
  if constexpr (Untyped<X>)
    return any_tensor(x);
  else
    return eval(x);
}

template <class H>
void add_views(half<H> const& h) {
  h.one(few, "expand_dims", [](call const& c, auto const& a) { return expand_dims(a, c.axis(1)); });
  h.one(few, "flip", [](call const& c, auto const& a) {
    const auto axes = c.list(1);
    return axes.empty()       ? stored(flip(a))
           : axes.size() == 1 ? stored(flip(a, axes[0]))
                              : stored(flip(a, axes[0], axes[1]));
  });
  h.one(few, "moveaxis", [](call const& c, auto const& a) { return moveaxis(a, c.axis(1), c.axis(2)); });
  h.one(few, "permute_dims", [](call const& c, auto const& a) {
    const auto p = c.list(1);
    return p.size() == 2 ? stored(permute(a, p[0], p[1])) : stored(permute(a, p[0], p[1], p[2]));
  });
  h.one(few, "matrix_transpose", [](call const&, auto const& a) { return matrix_transpose(a); });
  h.one(few, "reshape", [](call const& c, auto const& a) { return reshape(in_memory(a), c.shape(1)); });
  h.one(few, "squeeze", [](call const& c, auto const& a) { return squeeze(a, c.axis(1)); });
  h.one(few, "unstack",
        [](call const& c, auto const& a) { return unstack(a, c.axis(1)).at(static_cast<std::size_t>(c.number(2))); });
  h.one(few, "broadcast_to", [](call const& c, auto const& a) { return broadcast_to(a, c.shape(1)); });
  h.one(few, "tril", [](call const& c, auto const& a) { return tril(a, c.number(1)); });
  h.one(few, "triu", [](call const& c, auto const& a) { return triu(a, c.number(1)); });
}
template <class H>
void add_joined(half<H> const& h) {
  constexpr auto joined = pairs<of<double>, of<float, double>, of<int8_t, uint8_t>, of<complex64, double>, of<bool>>;
  h.two(joined, "concat", [](call const& c, auto const& a, auto const& b) { return concatenate(c.axis(2), a, b); });
  h.two(joined, "stack", [](call const& c, auto const& a, auto const& b) { return stack(c.axis(2), a, b); });
  h.two(pairs<of<double>, of<int8_t, complex128>>, "broadcast_arrays", [](call const& c, auto const& a, auto const& b) {
    const auto [x, y] = broadcast_arrays(a, b);
    return c.number(2) == 0 ? stored(x) : stored(y);
  });
  h.two(pairs<of<double>, of<bool>, of<int8_t, float>>, "meshgrid", [](call const& c, auto const& a, auto const& b) {
    const auto [x, y] = meshgrid(a, b);
    return c.number(2) == 0 ? stored(x) : stored(y);
  });
}
template <class H>
void add_repeated(half<H> const& h) {
  h.one(few, "repeat", [](call const& c, auto const& a) { return repeat(a, c.number(1), c.axis(2)); });
  h.two(pairs<of<double, whole>, of<bool, int32_t>>, "repeat_each",
        [](call const& c, auto const& a, auto const& n) { return repeat(a, n, c.axis(2)); });
  h.one(few, "roll", [](call const& c, auto const& a) { return roll(a, c.number(1), c.axis(2)); });
  h.one(few, "tile", [](call const& c, auto const& a) { return tile(a, c.shape(1)); });
}
template <class H>
void add_picked(half<H> const& h) {
  constexpr auto picked = pairs<of<double, whole>, of<bool, int32_t>, of<complex64, whole>>;
  h.two(picked, "take", [](call const& c, auto const& a, auto const& i) { return take(a, i, c.axis(2)); });
  h.two(picked, "take_along_axis",
        [](call const& c, auto const& a, auto const& i) { return take_along(a, i, c.axis(2)); });
}

template <class H>
void add_all(half<H> const& h) {
  add_views(h);
  add_joined(h);
  add_repeated(h);
  add_picked(h);
}
const commands_of_source added([](table& t) {
  add_all(half<typed_half>{t});
  add_all(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
