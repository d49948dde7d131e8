#include "reduced.hpp"

#include <weft/ops/histogram.hpp>
#include <weft/ops/quantile.hpp>

namespace numpy {

static void add_statistics(table& t) {
  t["var"] = [](call const& c) {
    return reduced<double, whole, complex128, uint8_t>(c, [](auto const&... a) { return var(a...); });
  };
  t["stddev"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return stddev(a...); }); };
  t["var_ddof"] = [](call const& c) { return kept(var(c.real(0), c.axis(1), ddof(1))); };
  t["norm"] = [](call const& c) { return reduced<double, complex64>(c, [](auto const&... a) { return norm(a...); }); };
  t["logsumexp"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return logsumexp(a...); }); };
  t["nan_var"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return nan_var(a...); }); };
  t["median"] = [](call const& c) {
    return reduced<double, int16_t>(c, [](auto const&... a) { return median(a...); });
  };
  t["nan_median"] = [](call const& c) { return reduced<double>(c, [](auto const&... a) { return nan_median(a...); }); };
  t["quantile"] = [](call const& c) {
    const double q = c.value(3);
    return reduced<double>(c, [q](auto const& x, auto... axes) { return quantile(x, q, axes...); });
  };
  t["quantile_parts"] = [](call const& c) {
    const tensor<double, 1> q{0.9, 0, 0.3};
    return reduced<double>(c, [&q](auto const& x, auto... axes) { return eval(quantile(x, q, axes...)); });
  };
  t["histogram"] = [](call const& c) { return kept(histogram(c.real(0), c.number(1), c.value(2), c.value(3)).counts); };
  t["bincount"] = [](call const& c) { return kept(bincount(c.index(0), c.number(1))); };
}

const commands_of_source added(add_statistics);

} // namespace numpy
