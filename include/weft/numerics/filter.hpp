#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/numerics/convolve.hpp>
#include <weft/ops/quantile.hpp>

// Filters of signals: by rational transfer functions along an axis, and by medians of windows.
namespace weft {

namespace detail {

/// The coefficients of a filter, divided by the first one of the past results.
template <class T>
struct filter_coefficients {
  tensor<T, 1> ahead, back;
};
/// Throws shape_error for filters without coefficients, and error where the first one of `back` is 0.
WEFT_API void check_filter(index_t ahead, index_t back, bool starts_with_zero);

/// Filters a line of n samples in place, by direct form II transposed: `state` has room for `order` values.
template <class T>
WEFT_FN void filter_line(filter_coefficients<T> const& f, index_t order, T* state, T* line, index_t n) {
  T const *const b = f.ahead.data(), *const a = f.back.data();
  for (index_t k = 0; k < order; ++k)
    state[k] = T(0);
  for (index_t i = 0; i < n; ++i) {
    T const x = line[i], y = order > 0 ? state[0] + b[0] * x : b[0] * x;
    for (index_t k = 1; k <= order; ++k)
      state[k - 1] = (k < order ? state[k] : T(0)) + b[k] * x - a[k] * y;
    line[i] = y;
  }
}
/// Returns a vector of count elements that begins with c / by and ends with zeros.
template <class T, class C>
WEFT_FN tensor<T, 1> longer_coefficients(C const& c, index_t count, T by) {
  tensor<T, 1> out(shape(count), T(0));
  for (index_t k = 0; k < c.extent(0); ++k)
    out(k) = static_cast<T>(c(k)) / by;
  return out;
}

/// Filters along an axis, for operands that filter accepts.
template <class B, class A, class X, class Axis>
WEFT_FN auto filtered(B const& b, A const& a, X const& x, Axis axis) {
  constexpr int rank = rank_of<X>;
  using T = op::as_floating_t<convolved_t<convolved_t<value_t<B>, value_t<A>>, value_t<X>>>;
  tensor<T, 1> const ahead = cast<T>(b), back = cast<T>(a);
  check_filter(ahead.extent(0), back.extent(0), back.extent(0) > 0 && back(0) == T(0));
  index_t const most = ahead.extent(0) < back.extent(0) ? back.extent(0) : ahead.extent(0);
  filter_coefficients<T> const f{longer_coefficients<T>(ahead, most, back(0)),
                                 longer_coefficients<T>(back, most, back(0))};
  auto const samples = capture(x);
  int const k = checked_axis("numerics::filter", samples, axis);
  tensor<T, rank> lines = moveaxis(cast<T>(samples), k, rank - 1);
  tensor<T, 1> state(most);
  index_t const n = lines.extent(rank - 1);
  for (index_t done = 0; done < lines.size(); done += n)
    filter_line<T>(f, most - 1, state.data(), lines.data() + done, n);
  return tensor<T, rank>(moveaxis(lines, rank - 1, k));
}

} // namespace detail

namespace numerics {

/// Returns x, filtered along an axis, the last one unless another is named: y(n) = (b(0) x(n) + b(1) x(n - 1) + ... -
/// a(1) y(n - 1) - a(2) y(n - 2) - ...) / a(0), where samples and results before the first count as 0. A new tensor of
/// the floating type of the products. Each line takes n * max(size(a), size(b)) steps, one after the other. Throws
/// shape_error where b or a has no elements, and error where a(0) is 0. SciPy's lfilter.
template <Tensorial B, Tensorial A, Tensorial X, detail::AxisOrLast Axis = detail::last_axis>
[[nodiscard]] WEFT_FN auto filter(B const& b, A const& a, X const& x, Axis axis = {}) {
  constexpr bool fits = detail::rank_of<X> > 0 && detail::rank_of<B> == 1 && detail::rank_of<A> == 1;
  static_assert(fits, "weft: filter(b, a, x): b and a are vectors, x has a static rank of at least 1");
  if constexpr (fits)
    return detail::filtered(b, a, x, axis);
  else
    return detail::refused_value{};
}

/// Returns the medians of the windows of `size` elements along each axis around each element of x, of rank 1 to 3;
/// elements beyond its ends count as 0. A new tensor of the type of x. It copies all windows, size^rank times as many
/// elements as x, and sorts parts of each. Throws error where the size is even or below 1. SciPy's medfilt.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto medfilt(X const& x, index_t size = 3) {
  constexpr int rank = detail::rank_of<X>;
  static_assert(rank >= 1 && rank <= 3, "weft: medfilt takes an operand of static rank 1 to 3");
  if (size < 1 || size % 2 == 0)
    detail::throw_error("numerics::medfilt", "the size of a window is odd and positive");
  using T = detail::value_t<X>;
  tensor<T, rank> const a = x;
  if (a.size() == 0)
    return a;
  auto const extents = detail::convert_extents<dynamic_extents>(a.shape());
  dynamic_extents window = extents, first = extents;
  for (int k = 0; k < rank; ++k) {
    window.set(k, size);
    first.set(k, size / 2);
  }
  auto const padded = detail::with_borders<T, rank>(a, window, {first, extents});
  auto const windows = detail::kernel_windows<0, rank>(padded, window);
  if constexpr (rank == 1)
    return tensor<T, rank>(cast<T>(median(windows, 1)));
  else if constexpr (rank == 2)
    return tensor<T, rank>(cast<T>(median(windows, axes<2, 3>)));
  else
    return tensor<T, rank>(cast<T>(median(windows, axes<3, 4, 5>)));
}

} // namespace numerics
} // namespace weft
