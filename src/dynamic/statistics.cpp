#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/statistics.hpp>
#include <weft/ops/histogram.hpp>

#include <type_traits>
#include <utility>

namespace weft::detail {

namespace {

void require_real(char const* operation, dtype type) {
  if (is_complex_type(type))
    throw_elements(operation, type);
}

/// The shape of the results, behind an axis for several q.
dynamic_extents quantile_shape(any_expr<> const& q, dynamic_extents const& each) {
  return q.rank() == 0 ? each : shape_of_parts<dynamic_extents>(q.size(), each);
}

/// A real operand as doubles, row by row.
memory_operand real_operand(char const* operation, any_expr<> const& x) {
  require_real(operation, x.dtype());
  return dense_operand(cast(x, dtype::float64));
}
memory_operand weight_operand(char const* operation, index_t values, any_expr<> const& weights) {
  memory_operand w = real_operand(operation, weights);
  check_count(operation, weights.size(), values);
  return w;
}

any_histogram histogram_between(memory_operand const& values, any_tensor edges, bool even, any_expr<> const* weights) {
  index_t const bins = edges.size() - 1, n = count_of(values.extents());
  double const *const value = values.data<double>(), *const edge = static_cast<double const*>(edges.data());
  any_tensor counts(weights == nullptr ? dtype::int64 : dtype::float64, shape(bins));
  if (weights == nullptr)
    count_between(value, n, edge, bins, even, static_cast<index_t*>(counts.data()));
  else
    sum_between(value, weight_operand("histogram", n, *weights).data<double>(), n, edge, bins, even,
                static_cast<double*>(counts.data()));
  return {std::move(counts), std::move(edges)};
}

} // namespace

any_tensor untyped_quantile(quantile_request const& wanted, any_expr<> const& q, any_expr<> const& x,
                            untyped_reduction_arguments const& told) {
  require_real(wanted.operation, x.dtype());
  require_real(wanted.operation, q.dtype());
  if (q.rank() > 1)
    throw_shape_reason(wanted.operation, "several q are a vector");
  memory_operand const parts = dense_operand(cast(q, dtype::float64));
  check_quantiles(wanted, parts.data<double>(), q.size());
  bool const single = x.dtype() == dtype::float32 || is_half_type(x.dtype());
  dtype const type = single ? dtype::float32 : dtype::float64;
  dynamic_extents const& whole = x.shape();
  any_tensor out(uninit, type, quantile_shape(q, reduced_extents<dynamic_extents>(whole, told.axes, told.keep)));
  reduced_lines<dynamic_extents> const lines(whole, told.axes);
  if (lines.count == 0)
    return out;
  if (lines.length == 0)
    throw_shape_reason(wanted.operation, "nothing to reduce: the axes have extent 0, and there is no result for that");
  any_tensor values(uninit, type, shape(lines.count * lines.length));
  moved_target target = target_of(values);
  target.place = lines.place;
  session s;
  assign(target, moved_operand{cast_program(untyped_access::program(x), type)}, s);
  with_dtype(types<float, double>, type, [&]<class T>(std::type_identity<T>) {
    for (index_t j = 0; j < q.size(); ++j)
      find_quantiles(wanted, parts.data<double>()[j], static_cast<T*>(values.data()), lines.count, lines.length,
                     static_cast<T*>(out.data()) + j * lines.count);
  });
  return out;
}

any_histogram untyped_histogram(any_expr<> const& x, untyped_bins const& bins, any_expr<> const* weights) {
  memory_operand const values = real_operand("histogram", x);
  any_tensor edges(uninit, dtype::float64, shape(check_bins(bins.count) + 1));
  double* const edge = static_cast<double*>(edges.data());
  if (bins.around)
    spread_edges_around(values.data<double>(), x.size(), edge, bins.count);
  else
    spread_edges(bins.lo, bins.hi, edge, bins.count);
  return histogram_between(values, std::move(edges), true, weights);
}
any_histogram untyped_histogram(any_expr<> const& x, any_expr<> const& edges, any_expr<> const* weights) {
  require_real("histogram", edges.dtype());
  any_tensor places(cast(edges, dtype::float64));
  check_edges(static_cast<double const*>(places.data()), places.size());
  return histogram_between(real_operand("histogram", x), any_tensor(reshape(places, shape(-1))), false, weights);
}

any_tensor untyped_bincount(any_expr<> const& x, any_expr<> const* weights, index_t min_length) {
  if (is_inexact(x.dtype()))
    throw_dtype("bincount", x.dtype(), dtype::int64);
  memory_operand const values = dense_operand(cast(x, dtype::int64));
  index_t const n = x.size(), *const value = values.data<index_t>();
  if (weights == nullptr) {
    any_tensor counts(dtype::int64, shape(bins_for(value, n, min_length, is_unsigned(x.dtype()))));
    for (index_t i = 0; i < n; ++i)
      ++static_cast<index_t*>(counts.data())[value[i]];
    return counts;
  }
  memory_operand const w = weight_operand("bincount", n, *weights);
  any_tensor sums(dtype::float64, shape(bins_for(value, n, min_length, is_unsigned(x.dtype()))));
  for (index_t i = 0; i < n; ++i)
    static_cast<double*>(sums.data())[value[i]] += w.data<double>()[i];
  return sums;
}

} // namespace weft::detail
