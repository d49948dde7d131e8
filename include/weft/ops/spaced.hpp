#pragma once
#include <weft/ops/classify.hpp>

#include <cmath>
#include <limits>
#include <utility>

// Evenly spaced numbers, as generators. Each number is computed from its index, not from the number before, so errors
// do not add up.
namespace weft {

namespace op {

/// Computes the integers first, first + step, ...
template <class T>
struct counted {
  static constexpr char const* name = "arange";
  std::uint64_t first, step;
  WEFT_INLINE constexpr T operator()(index_t n) const { return static_cast<T>(first + std::uint64_t(n) * step); }
};

/// Computes number n, first + n * step * scale; number `last` is exactly `stop`. The step is a product of two factors,
/// so that for a tiny step neither need be subnormal. This product also stands between n * step and the sum, so no
/// build contracts these two into one rounding: the bits are NumPy's, for any instruction set. If the distance of the
/// ends is above the largest number, first and step are halved and `grow` is 2; a product by 1 changes no bit.
template <class T>
struct spaced {
  static constexpr char const* name = "linspace";
  using wide = std::conditional_t<std::is_same_v<T, float>, double, T>;
  T first, stop;
  index_t last;
  wide step;
  detail::real_t<wide> scale, grow = 1;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    wide const x = wide(first) + static_cast<detail::real_t<wide>>(n) * step * scale;
    if constexpr (std::is_same_v<wide, T>)
      return n == last ? stop : x * grow;
    else // two floats are never further apart than the largest double
      return n == last ? stop : static_cast<T>(x);
  }
};

/// Computes base to the power of each element.
template <class B>
struct power_of {
  static constexpr char const* name = "logspace";
  B base;
  template <class A>
  WEFT_INLINE A operator()(A const& a) const {
    return static_cast<A>(std::pow(static_cast<detail::real_t<A>>(base), a));
  }
};

/// Computes sign * 10^exponent; the first and the last number are exactly the given ends.
template <class T>
struct geometric {
  static constexpr char const* name = "geomspace";
  using wide = typename spaced<T>::wide;
  spaced<wide> exponent;
  wide sign;
  T first, stop;
  WEFT_INLINE T operator()(index_t n) const {
    wide const x = sign * std::pow(detail::real_t<wide>(10), exponent(n));
    return n == 0 ? first : n == exponent.last ? stop : static_cast<T>(x);
  }
};

} // namespace op

namespace detail {

template <class A>
concept Real = std::is_arithmetic_v<A> && !std::same_as<A, bool>;
template <class A>
concept RealOrComplex = Real<A> || is_complex<A>;

/// The type of numbers between two numbers of types A and B: double for integers.
template <class A, class B>
using between_t = std::conditional_t<std::is_floating_point_v<real_t<promote_t<A, B>>>, promote_t<A, B>, double>;

/// Returns a vector of n numbers that f computes from their indices.
template <class F>
WEFT_INLINE auto computed(F f, index_t n) {
  auto numbers = element_numbers(F::name, shape(n));
  return node<F, decltype(numbers)>(static_cast<F&&>(f), std::move(numbers));
}

/// Returns the number of elements of arange for integers. Differences are taken modulo 2^64, so nothing overflows.
template <class A, class B, class C>
WEFT_FN index_t count_of_range(A start, B stop, C step) {
  if (step == 0)
    throw_shape_reason("arange", "the step is 0");
  bool const up = step > 0;
  if (!(up ? std::cmp_less(start, stop) : std::cmp_less(stop, start)))
    return 0;
  auto const from = static_cast<std::uint64_t>(start), to = static_cast<std::uint64_t>(stop),
             by = static_cast<std::uint64_t>(step);
  std::uint64_t const n = ((up ? to - from : from - to) - 1) / (up ? by : 0 - by) + 1;
  if (n > std::uint64_t(-1) / 2)
    throw_shape_reason("arange", "it has 2^63 elements or more");
  return static_cast<index_t>(n);
}
template <std::floating_point T>
WEFT_FN index_t count_of_range(T start, T stop, T step) {
  if (step == 0)
    throw_shape_reason("arange", "the step is 0");
  constexpr op::isfinite is_finite{};
  if (!is_finite(start) || !is_finite(stop) || !is_finite(step))
    throw_shape_reason("arange", "an argument is no finite number");
  T const n = std::ceil((stop - start) / step);
  if (!(n < T(9223372036854775808.0)))
    throw_shape_reason("arange", "it has 2^63 elements or more");
  return n > 0 ? static_cast<index_t>(n) : 0;
}

template <class T>
WEFT_FN op::spaced<T> spaced_between(T start, T stop, index_t n, bool endpoint) {
  using wide = typename op::spaced<T>::wide;
  using real = real_t<wide>;
  real const steps = n > 1 ? static_cast<real>(n - (endpoint ? 1 : 0)) : real(1);
  constexpr op::isfinite is_finite{};
  wide const distance = wide(stop) - wide(start);
  bool const halved = !is_finite(distance) && is_finite(start) && is_finite(stop);
  wide const whole = halved ? wide(stop) / real(2) - wide(start) / real(2) : distance, step = whole / steps;
  // This is the smallest normal double: a smaller step has lost digits.
  bool const tiny = std::abs(step) < real(2.2250738585072014e-308);
  return {halved ? static_cast<T>(start / real_t<T>(2)) : start,
          stop,
          endpoint && n > 1 ? n - 1 : -1,
          tiny ? whole : step,
          tiny ? 1 / steps : real(1),
          real(halved ? 2 : 1)};
}

} // namespace detail

/// Returns start, start + step, ... before stop: ceil((stop - start) / step) numbers, of the common type of the
/// arguments. stop itself is not included. Throws shape_error for a step of 0.
template <detail::Real A, detail::Real B, detail::Real C>
[[nodiscard]] WEFT_FN auto arange(A start, B stop, C step) {
  using T = std::common_type_t<A, B, C>;
  if constexpr (std::is_integral_v<T>) {
    index_t const n = detail::count_of_range(+start, +stop, +step);
    return detail::computed(op::counted<T>{static_cast<std::uint64_t>(start), static_cast<std::uint64_t>(step)}, n);
  } else {
    using wide = typename op::spaced<T>::wide;
    wide const first = static_cast<wide>(start), by = static_cast<wide>(step);
    index_t const n = detail::count_of_range(first, static_cast<wide>(stop), by);
    return detail::computed(op::spaced<T>{static_cast<T>(start), static_cast<T>(stop), -1, by, 1, 1}, n);
  }
}
template <detail::Real A, detail::Real B>
[[nodiscard]] WEFT_INLINE auto arange(A start, B stop) {
  return arange(start, stop, std::common_type_t<A, B>(1));
}
template <detail::Real A>
[[nodiscard]] WEFT_INLINE auto arange(A stop) {
  return arange(A(0), stop, A(1));
}

template <int = 0>
void arange(detail::other, ...) WEFT_REFUSED("weft: arange takes numbers: arange(stop), arange(start, stop, step)");

/// Returns n evenly spaced numbers from start to stop; the last one is exactly stop. If `endpoint` is false, stop would
/// be the number after the last one. double for integers. Throws shape_error for a negative n.
template <detail::RealOrComplex A, detail::RealOrComplex B>
[[nodiscard]] WEFT_FN auto linspace(A start, B stop, index_t n = 50, bool endpoint = true) {
  using T = detail::between_t<A, B>;
  return detail::computed(detail::spaced_between(detail::store_as<T>(start), detail::store_as<T>(stop), n, endpoint),
                          n);
}

/// Returns base to the power of linspace(start, stop, n, endpoint).
template <detail::RealOrComplex A, detail::RealOrComplex B, detail::Real C = double>
[[nodiscard]] WEFT_FN auto logspace(A start, B stop, index_t n = 50, bool endpoint = true, C base = 10) {
  auto exponents = linspace(start, stop, n, endpoint);
  return node<op::power_of<C>, decltype(exponents)>({base}, std::move(exponents));
}

/// Returns n numbers from start to stop, each the one before times the same factor; both ends are exact. If `endpoint`
/// is false, stop would be the number after the last one. Ends of opposite sign need a complex type: the numbers then
/// lie on a spiral. Throws error if an end is 0.
template <detail::RealOrComplex A, detail::RealOrComplex B>
[[nodiscard]] WEFT_FN auto geomspace(A start, B stop, index_t n = 50, bool endpoint = true) {
  using T = detail::between_t<A, B>;
  T const first = detail::store_as<T>(start), last = detail::store_as<T>(stop);
  if (first == T(0) || last == T(0))
    detail::throw_error("geomspace", "an end is 0");
  using wide = typename op::geometric<T>::wide;
  wide const sign = wide(first) / std::abs(wide(first)), from = wide(first) / sign, to = wide(last) / sign;
  if constexpr (!is_complex<T>)
    if (to < 0)
      detail::throw_error("geomspace", "the ends have opposite signs: complex ones would do");
  auto const exponent = detail::spaced_between<wide>(std::log10(from), std::log10(to), n, endpoint);
  return detail::computed(op::geometric<T>{exponent, sign, first, last}, n);
}

} // namespace weft
