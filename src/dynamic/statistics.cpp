#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/linalg/cov.hpp>
#include <weft/ops/histogram.hpp>

#include <type_traits>
#include <utility>

namespace weft::detail {

namespace {

void require_real(char const* operation, dtype type) {
  if (is_complex_type(type))
    throw_elements(operation, type);
}

/// Returns the shape of the results, with a leading axis if q is a vector.
dynamic_extents quantile_shape(any_expr<> const& q, dynamic_extents const& each) {
  return q.rank() == 0 ? each : shape_of_fractions<dynamic_extents>(q.size(), each);
}

/// Returns a real operand as dense row-major doubles.
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
  memory_operand const fractions = dense_operand(cast(q, dtype::float64));
  check_quantiles(wanted, fractions.data<double>(), q.size());
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
      find_quantiles(wanted, fractions.data<double>()[j], static_cast<T*>(values.data()), lines.count, lines.length,
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

namespace {

/// The edges of bins, and the bin of each value. If the number of bins is given, they have equal widths, from the
/// smallest value to the largest.
struct axis_bins {
  any_tensor edges;
  tensor<index_t, 1> bin;
  index_t count() const { return edges.size() - 1; }

  axis_bins(memory_operand const& values, untyped_axis_bins const& bins) : bin(count_of(values.extents())) {
    double const* const value = values.data<double>();
    if (bins.count >= 0) {
      edges = any_tensor(uninit, dtype::float64, shape(check_bins(bins.count) + 1));
      spread_edges_around(value, bin.size(), static_cast<double*>(edges.data()), bins.count);
    } else {
      edges = any_tensor(reshape(any_tensor(real_operand("histogram2d", bins.edges).expression()), shape(-1)));
      check_edges(static_cast<double const*>(edges.data()), edges.size());
    }
    find_bins(value, bin.size(), static_cast<double const*>(edges.data()), count(), bins.count >= 0, bin.data());
  }
};

} // namespace

any_histogram2d untyped_histogram2d(any_expr<> const& x, any_expr<> const& y, untyped_axis_bins const& x_bins,
                                    untyped_axis_bins const& y_bins, any_expr<> const* weights) {
  constexpr char const* name = "histogram2d";
  memory_operand const u = real_operand(name, x), v = real_operand(name, y);
  check_count(name, y.size(), x.size());
  axis_bins rows(u, x_bins), columns(v, y_bins);
  index_t const n = x.size();
  any_tensor counts(weights == nullptr ? dtype::int64 : dtype::float64, shape(rows.count(), columns.count()));
  auto const sum = [&]<class T>(T* to, auto const& weight) {
    for (index_t k = 0; k < n; ++k)
      if (index_t const i = rows.bin(k), j = columns.bin(k); i >= 0 && j >= 0)
        to[i * columns.count() + j] += weight(k);
  };
  if (weights == nullptr) {
    sum(static_cast<index_t*>(counts.data()), [](index_t) { return index_t(1); });
  } else {
    memory_operand const w = weight_operand(name, n, *weights);
    sum(static_cast<double*>(counts.data()), [&w](index_t k) { return w.data<double>()[k]; });
  }
  return {std::move(counts), std::move(rows.edges), std::move(columns.edges)};
}

any_tensor untyped_digitize(any_expr<> const& x, any_expr<> const& edges, bool right) {
  if (edges.rank() != 1)
    throw_shape_reason("digitize", "the edges are no vector");
  index_t const n = edges.size();
  auto const ascends = [&](any_expr<> const& list) {
    any_tensor const order = argsort(list, 0); // a stable sort, so edges that ascend keep their order
    index_t const* const place = static_cast<index_t const*>(order.data());
    for (index_t i = 0; i < n; ++i)
      if (place[i] != i)
        return false;
    return true;
  };
  if (ascends(edges))
    return untyped_searchsorted(edges, x, !right);
  any_expr<> const turned = reverse(edges, 0);
  if (!ascends(turned))
    throw_error("digitize", "the edges neither ascend nor descend");
  return n - untyped_searchsorted(turned, x, !right);
}

namespace {

/// Calls f with the matrix x, or with a matrix whose rows are x and y, in a type for which covariances are compiled,
/// and returns its result.
template <class F>
any_tensor with_observations(char const* operation, any_expr<> const& x, any_expr<> const* y, F const& f) {
  if (y != nullptr && (x.rank() != 1 || y->rank() != 1 || x.size() != y->size()))
    throw_broadcast(operation, x.shape(), y->shape());
  any_expr<> const both[] = {x, y == nullptr ? x : *y};
  any_expr<> const rows = y == nullptr ? x : any_expr<>(untyped_stack(0, both, 2));
  dtype const t = rows.dtype(), computed = is_half_type(t) ? dtype::float32 : is_inexact(t) ? t : dtype::float64;
  any_tensor const values = cast(rows, computed);
  return with_dtype(types<float, double, std::complex<float>, std::complex<double>>, computed,
                    [&]<class T>(std::type_identity<T>) { return any_tensor(f(values.as<T>())); });
}

} // namespace

any_tensor untyped_cov(any_expr<> const& x, any_expr<> const* y, index_t axis, index_t taken) {
  return with_observations("cov", x, y, [&](auto const& rows) { return cov(rows, axis, ddof(taken)); });
}
any_tensor untyped_corrcoef(any_expr<> const& x, any_expr<> const* y, index_t axis) {
  return with_observations("corrcoef", x, y, [&](auto const& rows) { return corrcoef(rows, axis); });
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
