#include "reduced.hpp"

#include <weft/ops/scan.hpp>

namespace numpy {

static void add_sums(table& t) {
  t["sum"] = [](call const& c) {
    return reduced<double, float, whole, complex128, int8_t, uint16_t>(c, [](auto const&... a) { return sum(a...); });
  };
  t["prod"] = [](call const& c) {
    return reduced<double, whole, complex128, int16_t>(c, [](auto const&... a) { return prod(a...); });
  };
  t["mean"] = [](call const& c) {
    return reduced<double, whole, complex64, uint8_t>(c, [](auto const&... a) { return mean(a...); });
  };
  t["nan_sum"] = [](call const& c) {
    return reduced<double, complex64>(c, [](auto const&... a) { return nan_sum(a...); });
  };
  t["nan_mean"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return nan_mean(a...); }); };
  t["all_of"] = [](call const& c) { return reduced<bool>(c, [](auto const&... a) { return all_of(a...); }); };
  t["any_of"] = [](call const& c) { return reduced<bool>(c, [](auto const&... a) { return any_of(a...); }); };
  t["count"] = [](call const& c) { return reduced<bool>(c, [](auto const&... a) { return count(a...); }); };
  t["count_greater"] = [](call const& c) { return kept(count(c.real(0) > c.real(1), c.axis(2))); };
  t["sum_of_product"] = [](call const& c) { return kept(sum(c.real(0) * c.real(1), c.axis(2))); };
  t["cumsum"] = [](call const& c) {
    return c.with<double, whole, complex128, uint8_t>(0, [&](auto const& a) { return kept(cumsum(a, c.axis(1))); });
  };
  t["cumsum_all"] = [](call const& c) { return kept(cumsum(c.real(0))); };
  t["cumprod"] = [](call const& c) { return kept(cumprod(c.real(0), c.axis(1))); };
  t["cummax"] = [](call const& c) { return kept(cummax(c.real(0), c.axis(1))); };
  t["nan_cumsum"] = [](call const& c) { return kept(nan_cumsum(c.real(0), c.axis(1))); };
  t["diff"] = [](call const& c) {
    return c.with<double, complex64>(0, [&](auto const& a) { return kept(diff(a, c.number(1), c.axis(2))); });
  };
}

const commands_of_source added(add_sums);

} // namespace numpy
