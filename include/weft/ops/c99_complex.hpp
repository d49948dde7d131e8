#pragma once
#include <weft/base/config.hpp>

#include <bit>
#include <complex>
#include <type_traits>
#include <utility>

// Functions of complex numbers, computed as C99 defines them. libstdc++ calls the C library; libc++ has formulas that
// lose digits: the real part of sqrt(-4) is 1e-16 there, asin(0.01 i) has an error of 50 roundings, and tanh one of 9.
// The C library of MinGW-w64 loses digits in other functions: asinh(1e-17) has no correct digit there.
namespace weft::detail::c99 {

/// Returns x in the type for which a function is called without std::. Numbers keep their type; where std:: loses
/// digits, complex numbers become `number`.
template <class T>
WEFT_INLINE constexpr T const& lifted(T const& x) {
  return x;
}

#if WEFT_GNU
#if defined(_LIBCPP_VERSION) || defined(_WIN32)
/// A complex number. A call without std:: finds the functions below; any other function is std::'s.
template <class R>
struct number : std::complex<R> {
  WEFT_INLINE explicit number(std::complex<R> const& z) : std::complex<R>(z) {}
};

template <class R>
  requires std::is_floating_point_v<R>
WEFT_INLINE number<R> lifted(std::complex<R> const& z) {
  return number<R>(z);
}

#if defined(_WIN32)
/// Defined in src/ops/windows/complex_functions.cpp.
template <class R>
struct compiled {
  WEFT_API static std::complex<R> log(std::complex<R> const& z);
  WEFT_API static std::complex<R> tan(std::complex<R> const& z);
  WEFT_API static std::complex<R> tanh(std::complex<R> const& z);
  WEFT_API static std::complex<R> asin(std::complex<R> const& z);
  WEFT_API static std::complex<R> acos(std::complex<R> const& z);
  WEFT_API static std::complex<R> atan(std::complex<R> const& z);
  WEFT_API static std::complex<R> asinh(std::complex<R> const& z);
  WEFT_API static std::complex<R> acosh(std::complex<R> const& z);
  WEFT_API static std::complex<R> atanh(std::complex<R> const& z);
};

template <class R>
WEFT_INLINE std::complex<R> log(number<R> const& z) {
  return compiled<R>::log(z);
}
template <class R>
WEFT_INLINE std::complex<R> tan(number<R> const& z) {
  return compiled<R>::tan(z);
}
template <class R>
WEFT_INLINE std::complex<R> tanh(number<R> const& z) {
  return compiled<R>::tanh(z);
}
template <class R>
WEFT_INLINE std::complex<R> asin(number<R> const& z) {
  return compiled<R>::asin(z);
}
template <class R>
WEFT_INLINE std::complex<R> acos(number<R> const& z) {
  return compiled<R>::acos(z);
}
template <class R>
WEFT_INLINE std::complex<R> atan(number<R> const& z) {
  return compiled<R>::atan(z);
}
template <class R>
WEFT_INLINE std::complex<R> asinh(number<R> const& z) {
  return compiled<R>::asinh(z);
}
template <class R>
WEFT_INLINE std::complex<R> acosh(number<R> const& z) {
  return compiled<R>::acosh(z);
}
template <class R>
WEFT_INLINE std::complex<R> atanh(number<R> const& z) {
  return compiled<R>::atanh(z);
}
#elif defined(_LIBCPP_VERSION)
__extension__ typedef _Complex float c_float;
__extension__ typedef _Complex double c_double;
__extension__ typedef _Complex long double c_long;

WEFT_INLINE c_float bits(number<float> const& z) {
  return std::bit_cast<c_float>(std::complex<float>(z));
}
WEFT_INLINE c_double bits(number<double> const& z) {
  return std::bit_cast<c_double>(std::complex<double>(z));
}
WEFT_INLINE c_long bits(number<long double> const& z) { // padding has no value, so std::bit_cast is refused
  c_long out;
  __builtin_memcpy(&out, &z, sizeof out);
  return out;
}
WEFT_INLINE std::complex<float> plain(c_float z) {
  return std::bit_cast<std::complex<float>>(z);
}
WEFT_INLINE std::complex<double> plain(c_double z) {
  return std::bit_cast<std::complex<double>>(z);
}
WEFT_INLINE std::complex<long double> plain(c_long z) {
  std::complex<long double> out;
  __builtin_memcpy(&out, &z, sizeof out);
  return out;
}

WEFT_INLINE auto sqrt(number<float> const& z) {
  return plain(__builtin_csqrtf(bits(z)));
}
WEFT_INLINE auto sqrt(number<double> const& z) {
  return plain(__builtin_csqrt(bits(z)));
}
WEFT_INLINE auto sqrt(number<long double> const& z) {
  return plain(__builtin_csqrtl(bits(z)));
}

WEFT_INLINE auto log(number<float> const& z) {
  return plain(__builtin_clogf(bits(z)));
}
WEFT_INLINE auto log(number<double> const& z) {
  return plain(__builtin_clog(bits(z)));
}
WEFT_INLINE auto log(number<long double> const& z) {
  return plain(__builtin_clogl(bits(z)));
}

WEFT_INLINE auto tan(number<float> const& z) {
  return plain(__builtin_ctanf(bits(z)));
}
WEFT_INLINE auto tan(number<double> const& z) {
  return plain(__builtin_ctan(bits(z)));
}
WEFT_INLINE auto tan(number<long double> const& z) {
  return plain(__builtin_ctanl(bits(z)));
}

WEFT_INLINE auto asin(number<float> const& z) {
  return plain(__builtin_casinf(bits(z)));
}
WEFT_INLINE auto asin(number<double> const& z) {
  return plain(__builtin_casin(bits(z)));
}
WEFT_INLINE auto asin(number<long double> const& z) {
  return plain(__builtin_casinl(bits(z)));
}

WEFT_INLINE auto acos(number<float> const& z) {
  return plain(__builtin_cacosf(bits(z)));
}
WEFT_INLINE auto acos(number<double> const& z) {
  return plain(__builtin_cacos(bits(z)));
}
WEFT_INLINE auto acos(number<long double> const& z) {
  return plain(__builtin_cacosl(bits(z)));
}

WEFT_INLINE auto atan(number<float> const& z) {
  return plain(__builtin_catanf(bits(z)));
}
WEFT_INLINE auto atan(number<double> const& z) {
  return plain(__builtin_catan(bits(z)));
}
WEFT_INLINE auto atan(number<long double> const& z) {
  return plain(__builtin_catanl(bits(z)));
}

WEFT_INLINE auto tanh(number<float> const& z) {
  return plain(__builtin_ctanhf(bits(z)));
}
WEFT_INLINE auto tanh(number<double> const& z) {
  return plain(__builtin_ctanh(bits(z)));
}
WEFT_INLINE auto tanh(number<long double> const& z) {
  return plain(__builtin_ctanhl(bits(z)));
}

WEFT_INLINE auto asinh(number<float> const& z) {
  return plain(__builtin_casinhf(bits(z)));
}
WEFT_INLINE auto asinh(number<double> const& z) {
  return plain(__builtin_casinh(bits(z)));
}
WEFT_INLINE auto asinh(number<long double> const& z) {
  return plain(__builtin_casinhl(bits(z)));
}

WEFT_INLINE auto acosh(number<float> const& z) {
  return plain(__builtin_cacoshf(bits(z)));
}
WEFT_INLINE auto acosh(number<double> const& z) {
  return plain(__builtin_cacosh(bits(z)));
}
WEFT_INLINE auto acosh(number<long double> const& z) {
  return plain(__builtin_cacoshl(bits(z)));
}

WEFT_INLINE auto atanh(number<float> const& z) {
  return plain(__builtin_catanhf(bits(z)));
}
WEFT_INLINE auto atanh(number<double> const& z) {
  return plain(__builtin_catanh(bits(z)));
}
WEFT_INLINE auto atanh(number<long double> const& z) {
  return plain(__builtin_catanhl(bits(z)));
}
#endif
#endif
#endif

/// True if functions of complex numbers are the functions of std::.
inline constexpr bool standard =
    std::is_same_v<decltype(lifted(std::declval<std::complex<double> const&>())), std::complex<double> const&>;

} // namespace weft::detail::c99
