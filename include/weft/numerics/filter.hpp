#pragma once
#include <weft/numerics/along_axis.hpp>
#include <weft/numerics/convolve.hpp>
#include <weft/ops/quantile.hpp>
#include <weft/ops/sort.hpp>

// Filters of signals: by rational transfer functions along an axis, and by medians of windows.
namespace weft {

namespace detail {

/// Filters a line of n samples in place, by direct form II transposed: `state` has room for `order` values. b holds
/// the coefficients of samples, a of past results, and a[0] is 1.
template <class T>
WEFT_FN void filter_line(T const* b, T const* a, index_t order, T* state, T* line, index_t n) {
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

/// Returns x filtered along an axis.
template <class T, class X>
WEFT_FN auto filtered(tensor<T, 1> const& ahead, tensor<T, 1> const& back, X const& x, int axis) {
  if (ahead.empty() || back.empty())
    throw_shape_reason("numerics::filter", "a filter has no coefficients");
  if (back(0) == T(0))
    throw_error("numerics::filter", "the first coefficient of past results is 0");
  index_t const most = ahead.extent(0) < back.extent(0) ? back.extent(0) : ahead.extent(0);
  tensor<T, 1> const b = longer_coefficients<T>(ahead, most, back(0)), a = longer_coefficients<T>(back, most, back(0));
  using made = tensor<T, shape_argument<dims<X::static_rank>>>;
  int const last = x.rank() - 1;
  made lines = moveaxis(cast<T>(x), axis, last);
  tensor<T, 1> state(most);
  index_t const n = lines.extent(last);
  for (index_t done = 0; done < lines.size(); done += n)
    filter_line<T>(b.data(), a.data(), most - 1, state.data(), lines.data() + done, n);
  return made(moveaxis(lines, last, axis));
}

/// Returns the medians of an odd number of elements along the axes behind the first R. Integers are selected
/// without a conversion, because a double does not hold all integers of 64 bits.
template <class T, int R, class W>
WEFT_FN tensor<T, R> medians_of(W const& windows, dims<R> const& s) {
  if constexpr (std::is_integral_v<T>) {
    index_t const count = count_of(windows.extents()) / count_of(s);
    tensor<T, 2> const lines = reshape(windows, shape(count_of(s), count));
    tensor<T, 2> const sorted = partition(lines, count / 2, 1);
    return reshape(tensor<T, 1>(sorted(all, count / 2)), s);
  } else {
    return cast<T>(median(windows, kernel_axes<R>));
  }
}
/// Returns the medians of the windows of `size` elements along each of the last axes, `count` of them.
template <class T, int R>
WEFT_FN tensor<T, R> median_filtered(view<T const, R> const& a, index_t size, int count) {
  if (size < 1 || size % 2 == 0)
    throw_error("numerics::medfilt", "the size of a window is odd and positive");
  if (a.size() == 0)
    return tensor<T, R>(a);
  auto const extents = convert_extents<dynamic_extents>(a.shape());
  dynamic_extents window = extents, first = extents;
  for (int k = 0; k < R; ++k) {
    window.set(k, k < R - count ? 1 : size);
    first.set(k, window[k] / 2);
  }
  tensor<T, R> padded;
  auto const inside = with_borders<T, R>(a, window, {first, extents}, padded);
  return medians_of<T, R>(capture(kernel_windows<0, R>(inside, window)), a.shape());
}

} // namespace detail

namespace numerics {

/// Returns x, filtered along an axis, the last one unless another is named: y(n) = (b(0) x(n) + b(1) x(n - 1) + ... -
/// a(1) y(n - 1) - a(2) y(n - 2) - ...) / a(0), where samples and results before the first count as 0. A new tensor of
/// the floating type of the products. Each line takes n * max(size(a), size(b)) steps, one after the other. Throws
/// shape_error where b or a has no elements, and error where a(0) is 0. SciPy's lfilter.
template <Tensorial B, Tensorial A, Tensorial X, detail::Axis... At>
  requires(sizeof...(At) < 2)
[[nodiscard]] WEFT_FN auto filter(B const& b, A const& a, X const& x, At... axis) {
  constexpr int ahead = detail::rank_of<B>, back = detail::rank_of<A>;
  constexpr bool fits = detail::rank_of<X> != 0 && (ahead == 1 || ahead < 0) && (back == 1 || back < 0);
  static_assert(fits, "weft: filter(b, a, x): b and a are vectors, and x has a rank of at least 1");
  if constexpr (fits) {
    using T = op::as_floating_t<
        detail::convolved_t<detail::convolved_t<detail::value_t<B>, detail::value_t<A>>, detail::value_t<X>>>;
    return detail::filtered<T>(tensor<T, 1>(cast<T>(b)), tensor<T, 1>(cast<T>(a)), detail::capture(x),
                               detail::line_axis("numerics::filter", x, axis...));
  } else {
    return detail::refused_value{};
  }
}

/// Returns the medians of the windows of `size` elements along each axis around each element of x, of rank 1 to 3,
/// which may be a run-time rank; elements beyond its ends count as 0. A new tensor of the type of x. It copies all
/// windows, size^rank times as many elements as x, and orders each around its middle. Throws error where the size is
/// even or below 1. SciPy's medfilt.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto medfilt(X const& x, index_t size = 3) {
  constexpr int rank = detail::rank_of<X>;
  using T = detail::value_t<X>;
  static_assert(rank != 0 && rank <= 3, "weft: medfilt takes an operand of rank 1 to 3");
  if constexpr (rank >= 1 && rank <= 3) {
    return detail::median_filtered<T, rank>(detail::convolution_operand<T, rank>(x), size, rank);
  } else if constexpr (rank < 0) {
    auto const cube = detail::as_cube<T>("numerics::medfilt", detail::convolution_operand<T, -1>(x));
    return detail::from_cube(detail::median_filtered<T, 3>(cube, size, x.rank()), x.rank());
  } else {
    return detail::refused_value{};
  }
}

} // namespace numerics
} // namespace weft
