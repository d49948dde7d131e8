#include "standard.hpp"

#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/scan.hpp>

// Running results and differences.
namespace numpy {
namespace {

/// Running results along an axis; operand 2 is 1 to begin with what an empty one has.
template <class X, class R>
slot running(call const& c, X const& x, R const& r, bool begin) {
  const int axis = c.axis(1);
  auto results = r(x, axis);
  if (c.number(2) == 0)
    return stored(results);
  dynamic_extents before(x.rank()), after(x.rank());
  for (int k = 0; k < x.rank(); ++k) {
    before.set(k, k == axis ? 1 : 0);
    after.set(k, false);
  }
  return stored(pad(results, before, after, padding::constant, begin));
}
template <class H>
void add_scans(half<H> const& h) {
  h.one(types<double, complex64, int8_t, uint16_t>, "cumulative_sum", [](call const& c, auto const& a) {
    return running(c, a, [](auto const& x, int axis) { return cumsum(x, axis); }, false);
  });
  h.one(types<double, float, int16_t>, "cumulative_prod", [](call const& c, auto const& a) {
    return running(c, a, [](auto const& x, int axis) { return cumprod(x, axis); }, true);
  });
  h.one(types<double, complex64, int8_t, whole>, "diff",
        [](call const& c, auto const& a) { return diff(a, c.number(1), c.axis(2)); });
}

const commands_of_source added([](table& t) {
  add_scans(half<typed_half>{t});
  add_scans(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
