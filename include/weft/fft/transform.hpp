#pragma once
#include <weft/fft/operation.hpp>

// Discrete Fourier and cosine transforms along axes, as NumPy and SciPy define them. They are lazy: an assignment
// computes a transform once, straight into the target, also if the target is the operand. Operands in memory are read
// where they lie, whatever their strides; expressions are first computed into the target, or, where the element types
// differ, into a temporary.
//
// The arguments behind the operand come in any order: axes (an int, axis<k> or axes<...>; by default the last axis), a
// length, fft::length(n), and a norm, fft::backward, fft::ortho or fft::forward. Any length takes O(n log n), primes by
// Bluestein's algorithm. float, double and long double are computed in their own precision; float16 and bfloat16 in
// float; integers and bool in double. PocketFFT computes (M. Reinecke); its plans, one for each length, are kept and
// shared by threads. Batches of lines are divided among the threads of set_num_threads. Transforms throw shape_error
// for an axis without elements.
namespace weft {

namespace detail {

template <int Rank, int... K>
WEFT_FN constexpr bool has_axes(axes_t<K...>) {
  return ((K >= 0 && K < (Rank < 0 ? max_rank : Rank)) && ...);
}
/// Fails to compile with a sentence unless x has numbers, real ones where the transform takes no others, and
/// the axes that types name, and a transform along one axis is told no more than one.
template <transform_kind Kind, int Axes, class X, class... A>
WEFT_FN constexpr bool accepts_operand() {
  constexpr bool few = Axes != 1 || axes_named<A...> < 2;
  static_assert(few, "weft: this transform takes one axis: fft::fftn, fft::rfftn and their inverses take more");
  if constexpr (Untyped<X>) {
    return few;
  } else {
    constexpr bool numbers = is_number<value_t<X>>;
    constexpr bool real = Kind == transform_kind::whole || Kind == transform_kind::restored || !is_complex<value_t<X>>;
    constexpr bool there = (has_axes<rank_of<X>>(typename static_axes<A>::type{}) && ...);
    static_assert(numbers, "weft: a transform takes numbers");
    static_assert(there, "weft: this transform is along an axis that the operand does not have; axes count from 0");
    static_assert(real, "weft: this transform takes real elements: fft::fft takes complex ones");
    return few && numbers && real && there;
  }
}

/// Returns a transform of x, by default along the last `Axes` axes, or along all for 0. `whole` is that of complex
/// elements where x has some.
template <transform_kind Kind, int Axes, class X, class... A>
WEFT_FN auto transform(char const* name, bool forward, X&& x, A const&... a) {
  transform_name const f{name, forward, Axes};
  if constexpr (!accepts_operand<Kind, Axes, X, A...>())
    return 0;
  else if constexpr (Untyped<X>)
    return untyped_transform(answered_above{}, Kind, f, x, a...);
  else if constexpr (Kind == transform_kind::whole && is_complex<value_t<X>>)
    return make_transform<transform_kind::complex>(f, static_cast<X&&>(x), a...);
  else
    return make_transform<Kind>(f, static_cast<X&&>(x), a...);
}

} // namespace detail

namespace fft {

/// The discrete Fourier transform along one axis: the sum over j of x(j) exp(-2 pi i j k / n) at index k. The result is
/// complex, of the shape of x; frequencies(n) are its frequencies. Real elements take half of the time.
///
/// The arguments are, in any order: the axis, by default the last one; length(n), to which lines are cut or filled with
/// zeros; and the norm, backward, ortho or forward. A transform is deferred, and takes O(n log n) operations for any n:
/// PocketFFT. Throws shape_error for an axis without elements and for a length below 1, index_error for an axis that x
/// does not have.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto fft(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::whole, 1>("fft::fft", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of fft: the sum over k of x(k) exp(2 pi i j k / n), divided by n, at index j.
/// @post ifft(fft(x)) is x, up to rounding
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto ifft(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::whole, 1>("fft::ifft", false, static_cast<X&&>(x), arguments...);
}

/// The first n / 2 + 1 elements of fft along an axis of n real elements; the others are their conjugates.
/// real_frequencies(n) are their frequencies.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto rfft(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::halved, 1>("fft::rfft", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of rfft: n real elements of a half spectrum of n / 2 + 1. Without fft::length(n), which odd lengths
/// need, n is 2 (m - 1), where m is the extent of x. The imaginary part of the first element is taken as 0, and for
/// even n that of the last one too.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto irfft(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::restored, 1>("fft::irfft", false, static_cast<X&&>(x), arguments...);
}

/// The transform of a signal that is the conjugate of itself reversed, given by half of it: n real elements of n / 2 +
/// 1, with n as for irfft. It is irfft with the other sign of the exponent, and not divided by n.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto hfft(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::restored, 1>("fft::hfft", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of hfft: n / 2 + 1 elements of n real ones.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto ihfft(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::halved, 1>("fft::ihfft", false, static_cast<X&&>(x), arguments...);
}

/// fft along the last two axes, or along two that are named.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto fft2(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::whole, 2>("fft::fft2", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of fft2.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto ifft2(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::whole, 2>("fft::ifft2", false, static_cast<X&&>(x), arguments...);
}

/// fft along all axes, or along the named ones.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto fftn(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::whole, 0>("fft::fftn", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of fftn.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto ifftn(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::whole, 0>("fft::ifftn", false, static_cast<X&&>(x), arguments...);
}

/// rfftn along the last two axes, or along two that are named.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto rfft2(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::halved, 2>("fft::rfft2", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of rfft2.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto irfft2(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::restored, 2>("fft::irfft2", false, static_cast<X&&>(x),
                                                                arguments...);
}

/// rfft along the last of the axes, then fft along the others: of all axes, or of the named ones in their order.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto rfftn(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::halved, 0>("fft::rfftn", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of rfftn. It takes a temporary of the shape of x if there is more than one axis.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto irfftn(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::restored, 0>("fft::irfftn", false, static_cast<X&&>(x),
                                                                arguments...);
}

/// The cosine transform (DCT-II) of real elements along one axis, as SciPy's dct: 2 times the sum over j of x(j) cos(pi
/// k (2 j + 1) / (2 n)) at index k. With fft::ortho it is orthogonal: element 0 is also divided by the root of 2.
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto dct(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::cosine, 1>("fft::dct", true, static_cast<X&&>(x), arguments...);
}

/// The inverse of dct, a DCT-III divided by 2 n.
/// @post idct(dct(x)) is x, up to rounding
template <AnyTensorial X, detail::TransformArgument... A>
[[nodiscard]] WEFT_FN auto idct(X&& x, A const&... arguments) {
  return detail::transform<detail::transform_kind::cosine, 1>("fft::idct", false, static_cast<X&&>(x), arguments...);
}

} // namespace fft
} // namespace weft
