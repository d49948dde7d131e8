#include "interpreter.hpp"

#include <weft/ops/compare.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/take.hpp>

namespace numpy {

static void add_picking(table& t) {
  t["take"] = [](call const& c) {
    return c.with<double, complex128, uint8_t>(0, [&](auto const& a) { return kept(take(a, c.index(1), c.axis(2))); });
  };
  t["take_numbers"] = [](call const& c) { return kept(take(c.real(0), c.index(1))); };
  t["take_along"] = [](call const& c) { return kept(take_along(c.real(0), c.index(1), c.axis(2))); };
  t["take_of_sum"] = [](call const& c) { return kept(take(c.real(0) + c.real(1), c.index(2), c.axis(3))); };
  t["picked"] = [](call const& c) {
    return c.with<double, complex64, int16_t>(0, [&](auto const& a) { return kept(a(c.index(1))); });
  };
  t["picked_last"] = [](call const& c) { return kept(c.real(0)(ellipsis, c.index(1))); };
  t["picked_two"] = [](call const& c) { return kept(c.real(0)(c.index(1), c.index(2))); };
  t["picked_and_range"] = [](call const& c) {
    return kept(c.real(0)(c.index(1), range(c.number(2), c.number(3), c.number(4))));
  };
  t["compress"] = [](call const& c) {
    return c.with<double, complex128, uint16_t>(1, [&](auto const& a) { return kept(compress(c.mask(0), a)); });
  };
  t["compress_axis"] = [](call const& c) { return kept(compress(c.mask(0), c.real(1), c.axis(2))); };
  t["compress_greater"] = [](call const& c) { return kept(compress(c.real(0) > c.real(1), c.real(0))); };
  t["nonzero"] = [](call const& c) {
    return c.with<double, bool, complex64, int8_t>(
        0, [&](auto const& a) { return kept(nonzero(a).at(static_cast<std::size_t>(c.number(1)))); });
  };
  t["argwhere"] = [](call const& c) { return kept(argwhere(c.real(0))); };
}

const commands_of_source added(add_picking);

} // namespace numpy
