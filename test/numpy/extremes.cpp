#include "reduced.hpp"

namespace numpy {

static void add_extremes(table& t) {
  t["min"] = [](call const& c) {
    return reduced<double, whole, int8_t>(c, [](auto const&... a) { return min(a...); });
  };
  t["max"] = [](call const& c) { return reduced<double, uint16_t>(c, [](auto const&... a) { return max(a...); }); };
  t["argmin"] = [](call const& c) {
    return reduced<double, int16_t>(c, [](auto const&... a) { return argmin(a...); });
  };
  t["argmax"] = [](call const& c) { return reduced<double, whole>(c, [](auto const&... a) { return argmax(a...); }); };
  t["ptp"] = [](call const& c) { return reduced<double, uint8_t>(c, [](auto const&... a) { return ptp(a...); }); };
  t["nan_min"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return nan_min(a...); }); };
  t["nan_max"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return nan_max(a...); }); };
  t["nan_argmax"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return nan_argmax(a...); }); };
}

const commands_of_source added(add_extremes);

} // namespace numpy
