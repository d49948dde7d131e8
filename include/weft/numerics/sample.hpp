#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/numerics/component.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace weft {

namespace numerics {

/// How a value between elements is computed from its neighbours along each axis.
enum class interpolation : unsigned char {
  nearest, ///< the nearest element; the upper one of two
  linear,  ///< of two elements: bilinear, trilinear
  cubic    ///< of four elements, by the cubic convolution of R. Keys (1981) with a = -1/2: bicubic, tricubic
};
/// The values beyond the first and last element of an axis.
enum class outside : unsigned char {
  clamped,  ///< the element at the edge
  periodic, ///< the elements from the other edge on
  mirrored, ///< the elements before the edge in reverse order; that at the edge appears once
  constant  ///< one value
};
/// How sample reads an array.
struct sample_options {
  interpolation method = interpolation::linear;
  outside edges = outside::clamped;
  double value = 0; ///< what lies outside, for outside::constant
};

} // namespace numerics

namespace detail {

/// Returns the index of an axis of extent n that stands for index i, or -1 for the constant outside.
WEFT_INLINE index_t index_within(index_t i, index_t n, numerics::outside edges) {
  if (i >= 0 && i < n)
    return i;
  switch (edges) {
  case numerics::outside::clamped:
    return i < 0 ? 0 : n - 1;
  case numerics::outside::periodic:
    i %= n;
    return i < 0 ? i + n : i;
  case numerics::outside::mirrored: {
    index_t const period = 2 * n - 2;
    if (period == 0)
      return 0;
    i %= period;
    i = i < 0 ? i + period : i;
    return i < n ? i : period - i;
  }
  default:
    return -1;
  }
}

/// The elements along one axis that a coordinate reads, and their weights: 1 of the nearest, 2 of a line, 4 of a cubic.
template <int Count>
struct axis_taps {
  index_t index[std::size_t{Count}];
  double weight[std::size_t{Count}];

  /// x is below 2^52 in magnitude. For a slope, weights are the derivatives by x.
  WEFT_INLINE axis_taps(double x, index_t n, numerics::outside edges, bool slope) {
    double low = std::floor(x);
    [[maybe_unused]] double const t = x - low;
    if constexpr (Count == 1) {
      low += t >= 0.5; // floor(x + 0.5) would round the sum: the number before 0.5 gives 1
      weight[0] = slope ? 0 : 1;
    } else if constexpr (Count == 2) {
      weight[0] = slope ? -1 : 1 - t;
      weight[1] = slope ? 1 : t;
    } else if (slope) {
      weight[0] = (2 - 1.5 * t) * t - 0.5;
      weight[1] = (4.5 * t - 5) * t;
      weight[2] = (4 - 4.5 * t) * t + 0.5;
      weight[3] = (1.5 * t - 1) * t;
    } else {
      weight[0] = ((1 - 0.5 * t) * t - 0.5) * t;
      weight[1] = (1.5 * t - 2.5) * t * t + 1;
      weight[2] = ((2 - 1.5 * t) * t + 0.5) * t;
      weight[3] = 0.5 * (t - 1) * t * t;
    }
    index_t const first = static_cast<index_t>(low) - (Count == 4 ? 1 : 0);
    WEFT_PRAGMA(GCC unroll 2)
    for (int k = 0; k < Count; ++k)
      index[k] = index_within(first + k, n, edges);
  }
};

} // namespace detail

namespace op {

/// Computes the value of an array of rank D at coordinates, from memory with any strides, or its slope along an axis.
/// The type says which of the two, so that values take no time for slopes.
template <class T, int D, bool Slope = false>
struct sampled {
  static constexpr char const* name = "sample";
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  using result = as_floating_t<T>;
  T const* data;
  index_t extent[std::size_t{D}], stride[std::size_t{D}];
  numerics::sample_options options;
  int slope_axis;

  template <class... X>
  WEFT_INLINE result operator()(X const&... x) const {
    double value = std::numeric_limits<double>::quiet_NaN();
    with_taps([&]<int Count>(detail::axis_taps<Count> const* taps) { value = sum_from<Count, 0>(taps, data); }, x...);
    return static_cast<result>(value);
  }
  /// Calls add(offset, weight) for each element that the value at coordinates contains `weight` times.
  template <class Add, class... X>
  WEFT_FN void for_weights(Add const& add, X const&... x) const {
    with_taps([&]<int Count>(detail::axis_taps<Count> const* taps) { weights_from<Count, 0>(taps, 0, 1, add); }, x...);
  }

private:
  /// Calls f(taps) with the taps of each axis, unless a coordinate is not finite, or too large.
  template <class F, class... X>
  WEFT_INLINE void with_taps(F const& f, X const&... x) const {
    static_assert(sizeof...(X) == D);
    if (!((std::abs(static_cast<double>(x)) < 0x1p52) && ...))
      return;
    if (options.method == numerics::interpolation::linear)
      call_with<2>(f, std::make_integer_sequence<int, D>{}, static_cast<double>(x)...);
    else if (options.method == numerics::interpolation::cubic)
      call_with<4>(f, std::make_integer_sequence<int, D>{}, static_cast<double>(x)...);
    else
      call_with<1>(f, std::make_integer_sequence<int, D>{}, static_cast<double>(x)...);
  }
  template <int Count, class F, int... K, class... X>
  WEFT_INLINE void call_with(F const& f, std::integer_sequence<int, K...>, X... x) const {
    detail::axis_taps<Count> const taps[] = {
        detail::axis_taps<Count>(x, extent[K], options.edges, Slope && slope_axis == K)...};
    f(taps);
  }
  template <int Count, int K, class Add>
  WEFT_FN void weights_from(detail::axis_taps<Count> const* taps, index_t offset, double weight, Add const& add) const {
    if constexpr (K == D) {
      add(offset, weight);
    } else {
      for (int k = 0; k < Count; ++k)
        if (taps[K].weight[k] != 0 && taps[K].index[k] >= 0)
          weights_from<Count, K + 1>(taps, offset + taps[K].index[k] * stride[K], weight * taps[K].weight[k], add);
    }
  }
  /// An element of weight 0 is not read, so that NaN beside a whole coordinate does not matter. Loops over two
  /// taps are written out: otherwise taps stay in memory, and a bilinear sample took 1.2 of the time.
  template <int Count, int K>
  WEFT_INLINE double sum_from(detail::axis_taps<Count> const* taps, T const* from) const {
    if constexpr (K == D) {
      return static_cast<double>(*from);
    } else {
      double sum = 0;
      WEFT_PRAGMA(GCC unroll 2)
      for (int k = 0; k < Count; ++k)
        if (taps[K].weight[k] != 0)
          sum += taps[K].weight[k] * (taps[K].index[k] < 0
                                          ? options.value
                                          : sum_from<Count, K + 1>(taps, from + taps[K].index[k] * stride[K]));
      return sum;
    }
  }
};

} // namespace op

namespace detail {

/// Returns the function of an array in memory.
template <class T, int D, bool Slope = false, class Layout>
WEFT_FN op::sampled<T, D, Slope> sampled_from(T const* data, Layout const& place,
                                              numerics::sample_options const& options, int slope_axis = 0) {
  op::sampled<T, D, Slope> f{data, {}, {}, options, slope_axis};
  place.read(f.extent, f.stride);
  return f;
}

/// The operation that samples an array at coordinates.
template <class T, int D, class Extents>
struct sampling : result_of<op::as_floating_t<T>, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  numerics::sample_options options;

  template <class Target, class U, class... X>
  WEFT_FN void evaluate(Target const& target, session& s, U const& array, X const&... x) const {
    auto const& e = in_memory(array, s);
    assign(target, node<op::sampled<T, D>, X...>(sampled_from<T, D>(e.data, e.place, options), X(x)...), s);
  }
};

template <class U, class... X>
WEFT_FN auto sampled_at(numerics::sample_options const& options, U&& array, X&&... x) {
  constexpr int rank = sizeof...(X);
  if constexpr (UntypedOperands<U, X...>) {
    return untyped_sample(answered_above{}, options, array, x...);
  } else {
    using T = value_t<U>;
    constexpr bool fits = rank_of<U> < 0 || rank_of<U> == rank, is_real = std::is_arithmetic_v<T>;
    static_assert(fits, "weft: sample: an array has a coordinate for each axis");
    static_assert(is_real, "weft: sample: the elements are real numbers");
    if constexpr (fits && is_real) {
      auto u = capture(static_cast<U&&>(array));
      if (u.rank() != rank)
        throw_shape_reason("sample", "an array has a coordinate for each axis");
      auto whole = common_extents("sample", shape_before(x)...);
      if (count_of(u.extents()) == 0 && count_of(whole) != 0)
        throw_shape_reason("sample", "an empty array has no values");
      return make_deferred("sample", sampling<T, rank, decltype(whole)>{{}, options}, whole, std::move(u),
                           capture<double>(static_cast<X&&>(x))...);
    } else {
      return refused_value{};
    }
  }
}

} // namespace detail

namespace numerics {

/// Returns the values of a matrix u between its elements, at points whose coordinates are indices: x along axis 0, y
/// along axis 1. At whole coordinates they are the elements. The coordinates are operands or numbers, at least one of
/// them an operand; they broadcast, and the result has their shape. Bilinear unless the options say nearest or cubic;
/// they also say what lies outside. NaN where a coordinate is NaN or infinite. Deferred; u is read where it lies.
/// Throws shape_error if u is empty. SciPy's map_coordinates of order 1, where outside::mirrored is its "mirror".
template <AnyTensorial U, AnyOperand X, AnyOperand Y>
  requires(AnyTensorial<X> || AnyTensorial<Y>)
[[nodiscard]] WEFT_FN auto sample(U&& u, X&& x, Y&& y, sample_options const& options = {}) {
  return detail::sampled_at(options, static_cast<U&&>(u), static_cast<X&&>(x), static_cast<Y&&>(y));
}
/// Returns the values of an array u of rank 3 at points with three coordinates: trilinear unless the options say
/// otherwise.
template <AnyTensorial U, AnyOperand X, AnyOperand Y, AnyOperand Z>
  requires(AnyTensorial<X> || AnyTensorial<Y> || AnyTensorial<Z>)
[[nodiscard]] WEFT_FN auto sample(U&& u, X&& x, Y&& y, Z&& z, sample_options const& options = {}) {
  return detail::sampled_at(options, static_cast<U&&>(u), static_cast<X&&>(x), static_cast<Y&&>(y),
                            static_cast<Z&&>(z));
}

} // namespace numerics
} // namespace weft
