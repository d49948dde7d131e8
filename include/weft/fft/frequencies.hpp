#pragma once
#include <weft/fft/arguments.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/pad.hpp>

// The frequencies of spectra, and spectra with frequency 0 in the middle.
namespace weft {

namespace detail {

/// The frequency of an element of a spectrum of n samples; where `half`, of one that holds no negative frequencies.
struct frequency_at {
  index_t n;
  double step;
  bool half;
  WEFT_INLINE double operator()(index_t k) const {
    return static_cast<double>(half || k < (n + 1) / 2 ? k : k - n) * step;
  }
};
WEFT_API frequency_at frequency_of(char const* name, index_t n, double d, bool half);

/// Returns x moved along axes by half of their extents, forwards or back; without axes along all.
template <class X, class... A>
WEFT_FN auto moved_by_half(char const* name, bool back, X&& x, A const&... a) {
  if constexpr (Untyped<X>) {
    return untyped_move_by_half(answered_above{}, name, back, x, a...);
  } else {
    auto e = capture(static_cast<X&&>(x));
    auto const whole = convert_extents<dynamic_extents>(e.extents());
    transform_arguments const named({name, true, 0}, whole.rank(), a...);
    dynamic_extents before = number_for_each_axis(0, whole.rank());
    for (int k = 0; k < named.count; ++k) {
      index_t const half = whole[named.axes[k]] / 2;
      before.set(named.axes[k], back ? -half : half);
    }
    using extents_type = typename decltype(e)::extents_type;
    return continued<extents_type>(std::move(e), before, whole, padding::wrap, {});
  }
}
template <class A>
concept ShiftedAxis = is_run_time_axis<A> || is_static_axis<A> || is_axis_list<A>;

} // namespace detail

namespace fft {

/// Returns the frequencies of the elements of fft(x) along an axis of n samples at distances d: 0, 1, ..., then the
/// negative ones, over n d. It is a generator of doubles, without memory. Throws error if n is below 1 or
/// d is 0.
[[nodiscard]] WEFT_FN inline auto frequencies(index_t n, double d = 1) {
  return from_function(weft::shape(n), detail::frequency_of("fft::frequencies", n, d, false));
}
/// Returns the frequencies of the n / 2 + 1 elements of rfft(x): 0, 1, ..., n / 2, over n d.
/// Throws error if n is below 1 or d is 0.
[[nodiscard]] WEFT_FN inline auto real_frequencies(index_t n, double d = 1) {
  return from_function(weft::shape(n / 2 + 1), detail::frequency_of("fft::real_frequencies", n, d, true));
}

/// Moves frequency 0 to the middle, index n / 2, of all axes, or of the named ones. Lazy, without a temporary in
/// expressions, as roll is.
template <AnyTensorial X, detail::ShiftedAxis... A>
[[nodiscard]] WEFT_FN auto shift(X&& x, A const&... axis) {
  return detail::moved_by_half("fft::shift", false, static_cast<X&&>(x), axis...);
}
/// The inverse of shift, also for odd extents.
/// @post unshift(shift(x)) == x
template <AnyTensorial X, detail::ShiftedAxis... A>
[[nodiscard]] WEFT_FN auto unshift(X&& x, A const&... axis) {
  return detail::moved_by_half("fft::unshift", true, static_cast<X&&>(x), axis...);
}

} // namespace fft
} // namespace weft
