#include <weft/numerics/interp.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/sort.hpp>

#include <cmath>

namespace weft::detail {

void require_increasing(char const* operation, double const* x, index_t n) {
  for (index_t k = 0; k < n; ++k)
    if (!std::isfinite(x[k]) || (k > 0 && x[k] <= x[k - 1]))
      throw_error(operation, "the numbers of a grid are finite, and each is larger than the one before");
}

namespace {

interpolation_table periodic_table(double period, interpolation_table const& t) {
  index_t const n = t.x.extent(0);
  tensor<double, 1> const reduced = t.x - floor(t.x / period) * period;
  tensor<index_t, 1> const order = argsort(reduced, 0);
  interpolation_table out{tensor<double, 1>(n + 2), tensor<double, 1>(n + 2), t.options};
  for (index_t k = 0; k < n + 2; ++k) {
    index_t const from = order((k + n - 1) % n);
    out.x(k) = reduced(from) + (k == 0 ? -period : k > n ? period : 0.0);
    out.values(k) = t.values(from);
  }
  out.options.period = period;
  return out;
}

} // namespace

interpolation_table checked_table(interpolation_table table, numerics::interp_options const& options) {
  if (table.x.extent(0) != table.values.extent(0) || table.x.empty())
    throw_shape_reason("interp", "xp and fp are vectors of one length, which is not 0");
  double const period = std::abs(options.period);
  if (!std::isfinite(period))
    throw_error("interp", "the period is a finite number");
  table.options = options;
  if (period > 0)
    table = periodic_table(period, table);
  require_increasing("interp", table.x.data(), table.x.extent(0));
  return table;
}

} // namespace weft::detail
