#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/numerics/filter.hpp>
#include <weft/numerics/gradient.hpp>
#include <weft/numerics/polynomial.hpp>
#include <weft/numerics/resample.hpp>
#include <weft/numerics/sample.hpp>
#include <weft/numerics/special.hpp>

// Numerics of operands whose element type and rank are known at run time, with the names and the errors of typed ones.
// Results are any_tensors, computed at once; trapezoid returns an expression. Integers are computed as doubles, but for
// sums of products, in 64 bits, and for medians; float16 and bfloat16 as floats. The results of polynomials of single
// precision are rounded from double.
namespace weft {

namespace detail {

/// A function of doubles, as the library calls it: it applies the object to n elements of each operand.
struct untyped_function {
  char const* name;
  void const* object;
  void (*apply)(void const* object, double const* const* x, double* to, index_t n);
};
/// Returns the values of a function at operands, which broadcast. `joint` is their common type: if it is a
/// single-precision one, values are rounded. Throws dtype_error for complex operands.
[[nodiscard]] WEFT_API any_tensor values_of_untyped(untyped_function const& f, any_expr<> const* x, int count,
                                                    dtype joint);
[[nodiscard]] WEFT_API any_tensor polyval_untyped(any_expr<> const& p, any_expr<> const& x, dtype joint);
[[nodiscard]] WEFT_API any_tensor polyder_untyped(any_expr<> const& p, index_t times);
[[nodiscard]] WEFT_API any_tensor polyint_untyped(any_expr<> const& p, index_t times, double constant);
[[nodiscard]] WEFT_API any_tensor polyfit_untyped(any_expr<> const& x, any_expr<> const& y, dtype joint,
                                                  index_t degree);
[[nodiscard]] WEFT_API any_tensor roots_untyped(any_expr<> const& p);
[[nodiscard]] WEFT_API any_tensor convolve_untyped(char const* operation, any_expr<> const& a, any_expr<> const& k,
                                                   bool correlates, numerics::convolution_mode mode);
[[nodiscard]] WEFT_API any_tensor filter_untyped(any_expr<> const& b, any_expr<> const& a, any_expr<> const& x,
                                                 int axis);
[[nodiscard]] WEFT_API any_tensor medfilt_untyped(any_expr<> const& x, index_t size);
[[nodiscard]] WEFT_API any_tensor sample_untyped(any_expr<> const& u, any_expr<> const* x, int count,
                                                 numerics::sample_options const& options);
[[nodiscard]] WEFT_API any_tensor resample_untyped(any_expr<> const& u, dynamic_extents const& shape,
                                                   numerics::resampling method);
[[nodiscard]] WEFT_API any_expr<> untyped_floating(answered_above, any_expr<> const& x);
[[nodiscard]] WEFT_API any_expr<> untyped_grid(answered_above, char const* operation, dynamic_extents const& values,
                                               int axis, any_expr<> const& x);

template <class F, class... X>
WEFT_FN any_tensor untyped_values(answered_above, F const& f, X const&... x) {
  any_expr<> const operands[] = {any_expr<>(x)...};
  auto const apply = [](void const* object, double const* const* at, double* to, index_t n) {
    for (index_t i = 0; i < n; ++i)
      to[i] = unpack<int(sizeof...(X))>([&]<int... K>() { return (*static_cast<F const*>(object))(at[K][i]...); });
  };
  return values_of_untyped({F::name, &f, apply}, operands, int(sizeof...(X)), result_type(x...));
}
template <class P, class X>
WEFT_FN any_tensor untyped_polynomial(answered_above, P const& p, X const& x) {
  return polyval_untyped(any_expr<>(p), any_expr<>(x), result_type(p, x));
}
template <class U, class... X>
WEFT_FN any_tensor untyped_sample(answered_above, numerics::sample_options const& options, U const& u, X const&... x) {
  any_expr<> const at[] = {any_expr<>(x)...};
  return sample_untyped(any_expr<>(u), at, int(sizeof...(X)), options);
}

/// Returns a function of special.hpp of operands of which one is untyped.
template <class F, class... X>
  requires F::is_special
WEFT_FN any_tensor untyped_operation(answered_above, X&&... x) {
  return untyped_values(answered_above{}, F{}, x...);
}

} // namespace detail

namespace numerics {

/// Returns the coefficients of derivative number `times` of a polynomial.
template <Untyped P>
[[nodiscard]] WEFT_FN any_tensor polyder(P const& p, index_t times = 1) {
  return detail::polyder_untyped(any_expr<>(p), times);
}
/// Returns the coefficients of the integral of a polynomial, taken `times` times.
template <Untyped P>
[[nodiscard]] WEFT_FN any_tensor polyint(P const& p, index_t times = 1, double constant = 0) {
  return detail::polyint_untyped(any_expr<>(p), times, constant);
}
/// Returns the coefficients of the polynomial of a degree that fits y at x, of which one is untyped.
template <class X, class Y>
  requires detail::UntypedTensors<X, Y>
[[nodiscard]] WEFT_FN any_tensor polyfit(X const& x, Y const& y, index_t degree) {
  return detail::polyfit_untyped(any_expr<>(x), any_expr<>(y), result_type(x, y), degree);
}
/// Returns the complex roots of a polynomial.
template <Untyped P>
[[nodiscard]] WEFT_FN any_tensor roots(P const& p) {
  return detail::roots_untyped(any_expr<>(p));
}
/// Returns the convolution of operands of which one is untyped, of one rank.
template <class A, class K>
  requires detail::UntypedTensors<A, K>
[[nodiscard]] WEFT_FN any_tensor convolve(A const& a, K const& k, convolution_mode mode = full) {
  return detail::convolve_untyped("numerics::convolve", any_expr<>(a), any_expr<>(k), false, mode);
}
/// Returns the correlation of operands of which one is untyped, of one rank.
template <class A, class V>
  requires detail::UntypedTensors<A, V>
[[nodiscard]] WEFT_FN any_tensor correlate(A const& a, V const& v, convolution_mode mode = valid) {
  return detail::convolve_untyped("numerics::correlate", any_expr<>(a), any_expr<>(v), true, mode);
}
/// Returns x, filtered along an axis by the coefficients b and a; one of the three is untyped.
template <class B, class A, class X, detail::Axis... At>
  requires(detail::UntypedTensors<B, A, X> && sizeof...(At) < 2)
[[nodiscard]] WEFT_FN any_tensor filter(B const& b, A const& a, X const& x, At... axis) {
  return detail::filter_untyped(any_expr<>(b), any_expr<>(a), any_expr<>(x),
                                detail::line_axis("numerics::filter", x, axis...));
}
/// Returns the medians of the windows around each element of x.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor medfilt(X const& x, index_t size = 3) {
  return detail::medfilt_untyped(any_expr<>(x), size);
}
/// Returns an image with other extents along its first axes.
template <Untyped U, Shape S>
[[nodiscard]] WEFT_FN any_tensor resample(U const& u, S const& s, resampling method = resampling::area) {
  return detail::resample_untyped(any_expr<>(u), detail::convert_extents<dynamic_extents>(s), method);
}

} // namespace numerics
} // namespace weft
