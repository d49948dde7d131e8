#include <weft/base/scalar.hpp>
#include <weft/dynamic/dispatch.hpp>
#include <weft/io/convert.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <utility>

namespace weft::detail {
namespace {

/// Returns the least power of 2 above all values of an integer type. A floating type can hold it, the largest value not
/// always.
template <class T, class F>
F above() {
  return std::ldexp(F(1), std::numeric_limits<T>::digits);
}

// to_integer and to_floating store x as To, and return false if its value is not kept. A floating-point number may be
// rounded, but must not become infinite.

template <class To, class From>
bool to_integer(From x, To& y) {
  if constexpr (std::is_same_v<From, bool>) {
    y = static_cast<To>(x ? 1 : 0);
    return true;
  } else {
    y = static_cast<To>(x);
    return std::in_range<To>(x);
  }
}
template <class To, class From>
bool to_floating(From x, To& y) {
  y = static_cast<To>(x);
  if constexpr (std::is_floating_point_v<From>)
    return std::isfinite(y) || !std::isfinite(x);
  else
    return y < above<From, computed_t<To>>() && static_cast<From>(y) == x;
}

/// Stores x as To; returns false if x is refused. Checked conversions refuse values that are not kept. Unchecked ones
/// refuse only complex numbers for real elements, and floating-point numbers beyond an integer type.
template <class To, class From>
bool convert(From const& x, To& y, bool checked) {
  if constexpr (is_complex<From>) {
    if constexpr (!is_complex<To>) {
      return false;
    } else {
      typename To::value_type re{}, im{};
      bool const real = convert(x.real(), re, checked), imaginary = convert(x.imag(), im, checked);
      y = To(re, im);
      return real && imaginary;
    }
  } else if constexpr (is_complex<To>) {
    typename To::value_type re{};
    bool const kept = convert(x, re, checked);
    y = To(re);
    return kept;
  } else if constexpr (std::is_same_v<To, bool>) {
    y = x != From(0);
    return !checked || x == From(0) || x == From(1);
  } else if constexpr (is_half<From>) {
    return convert(static_cast<float>(x), y, checked);
  } else if constexpr (is_floating<To>) {
    return to_floating(x, y) || !checked;
  } else if constexpr (!std::is_floating_point_v<From>) {
    return to_integer(x, y) || !checked;
  } else {
    From const whole = std::trunc(x); // without checks -0.5 becomes an unsigned 0
    bool const fits = whole < above<To, From>() && whole >= (std::is_signed_v<To> ? -above<To, From>() : From(0));
    y = fits ? static_cast<To>(whole) : To(0);
    return fits && (!checked || whole == x);
  }
}

template <class From, class To>
index_t convert_all(From const* from, index_t count, To* to, index_t step, bool checked) {
  for (index_t k = 0; k < count; ++k)
    if (!convert(from[k], to[k * step], checked))
      return k;
  return count;
}

bool is_complex_type(dtype type) {
  return type == dtype::complex64 || type == dtype::complex128;
}

} // namespace

bool convertible(dtype from, dtype to, conversion how) noexcept {
  return from == to || (how != conversion::none && (is_complex_type(to) || !is_complex_type(from)));
}

index_t convert_elements(dtype from, void const* source, index_t count, dtype to, void* target, index_t step,
                         conversion how) noexcept {
  return with_dtype(from, [&]<class From>(std::type_identity<From>) {
    return with_dtype(to, [&]<class To>(std::type_identity<To>) {
      return convert_all(static_cast<From const*>(source), count, static_cast<To*>(target), step,
                         how == conversion::checked);
    });
  });
}

} // namespace weft::detail
