#pragma once
#include <weft/base/half.hpp>

#include <bit>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace weft {

/// True for std::complex of any type.
template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;

/// True for the types that weft promotes itself: arithmetic and complex types, and the types of base/half.hpp.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || is_complex<T> || is_half<T>;

/// True for real floating types, of 16 bits too.
template <class T>
inline constexpr bool is_floating = std::is_floating_point_v<T> || is_half<T>;

/// Types that may be a scalar operand beside a tensor. Specialise it for your own (dual numbers, units).
template <class T>
struct is_scalar : std::bool_constant<is_number<T>> {};

/// A type that counts as a scalar beside a tensor.
template <class T>
concept Scalar = is_scalar<std::remove_cvref_t<T>>::value;

namespace op {
template <class T>
inline constexpr bool is_float_or_double = std::is_same_v<T, float> || std::is_same_v<T, double>;
/// Returns x if `first`, else y, without branches.
template <class T>
  requires is_float_or_double<T>
WEFT_INLINE constexpr T pick_bits(bool first, T const& x, T const& y) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  bits const mask = bits(0) - bits(first);
  return std::bit_cast<T>(static_cast<bits>((std::bit_cast<bits>(x) & mask) | (std::bit_cast<bits>(y) & ~mask)));
}
} // namespace op

namespace detail {

template <class T>
struct real_of {
  using type = T;
};
template <class T>
struct real_of<std::complex<T>> {
  using type = T;
};
template <class T>
using real_t = typename real_of<T>::type;

/// The type of the real numbers in an element of type T: R for std::complex<R>, else T, unless specialised.
template <class T>
struct number_in {
  using type = real_t<T>;
};

/// True for element types that derivatives can be taken by: real floating types, and types that grad/ adds.
template <class T>
inline constexpr bool is_differentiable = std::is_floating_point_v<T>;

template <class A, class B>
struct promote_numbers {
  using real = decltype(real_t<A>() + real_t<B>());
  using type = std::conditional_t<is_complex<A> || is_complex<B>, std::complex<real>, real>;
};
/// A number of 16 bits keeps its type beside its own type and beside integers of 8 bits. Beside others it is a float.
template <class A, class B>
  requires(is_half<A> || is_half<B>)
struct promote_numbers<A, B> {
  using half = typename half_of<std::conditional_t<is_half<A>, A, B>>::type;
  using other = typename half_of<std::conditional_t<is_half<A>, B, A>>::type;
  static constexpr bool keeps = std::is_same_v<half, other> || (std::is_integral_v<other> && sizeof(other) == 1);
  using type = typename std::conditional_t<keeps, real_of<half>, promote_numbers<float, computed_t<other>>>::type;
};

/// The type of `A + B` in C++. If A or B is complex, it is the complex type of the promoted real type.
template <class A, class B>
using promote_t = typename promote_numbers<A, B>::type;

/// The type that a scalar S takes beside elements of type T. Beside floating elements it takes their precision, so it
/// never widens the tensor. Beside others it keeps type S.
template <class T, class S>
struct scalar_beside {
  using type = S;
};
template <class T, class S>
  requires(is_number<T> && is_number<S> && is_floating<real_t<T>> && (is_complex<S> || !is_half<T>))
struct scalar_beside<T, S> {
  using type = std::conditional_t<is_complex<S>, std::complex<computed_t<real_t<T>>>, real_t<T>>;
};
template <class T, class S>
  requires(is_half<T> && is_number<S> && !is_complex<S>)
struct scalar_beside<T, S> {
  using type = half_scalar<T>;
};
template <class T, class S>
using scalar_beside_t = typename scalar_beside<T, std::remove_cvref_t<S>>::type;

/// Returns x as a number of type R. A bool is converted by its bits: GCC 12 converts the result of a comparison with
/// branches, which takes ten times as long as the comparison.
template <class R, class T>
WEFT_INLINE constexpr R number_as(T const& x) {
  if constexpr (std::is_same_v<T, bool> && op::is_float_or_double<R>)
    return op::pick_bits(x, R(1), R(0));
  else
    return static_cast<R>(x);
}

/// Returns x as an operand of an operation whose result is R. A real x stays real beside a complex operand, which saves
/// half the work. A complex x is copied part by part: Clang returns a whole complex<float> in one register, and no loop
/// over such registers vectorises (3 times the time).
template <class R, class T>
WEFT_INLINE constexpr auto lift(T const& x) {
  if constexpr (is_complex<T> && std::is_same_v<R, T>)
    return R(x.real(), x.imag());
  else if constexpr (is_complex<T> == is_complex<R>)
    return number_as<R>(x);
  else
    return number_as<real_t<R>>(x);
}

/// Returns x as it is stored into an element of type To.
template <class To, class From>
WEFT_INLINE constexpr To store_as(From const& x) {
  if constexpr (is_complex<To> && is_number<From> && !is_complex<From>)
    return To(number_as<real_t<To>>(x));
  else
    return number_as<To>(x);
}

/// Returns conj(x) if x is complex and `conj` is true, else x.
template <class T>
WEFT_INLINE constexpr T conjugate_if(bool conj, T const& x) {
  if constexpr (is_complex<T>)
    return conj ? T(x.real(), -x.imag()) : x;
  else
    return x;
}

/// Returns true if an assignment converts From to To without cast<T>. It does not convert a floating or complex value
/// to an integer, nor a complex value to a real one.
template <class From, class To>
WEFT_FN constexpr bool storable() {
  if constexpr (is_number<From> && is_number<To>)
    return (!is_complex<From> || is_complex<To>) && (!is_floating<real_t<From>> || is_floating<real_t<To>>);
  else
    return std::is_constructible_v<To, From const&>;
}

/// Returns storable<From, To>(). If that is false, compilation stops with a sentence that says why.
template <class From, class To>
WEFT_FN constexpr bool may_convert() {
  constexpr bool fits = storable<From, To>(), numbers = is_number<From> && is_number<To>;
  constexpr bool dual = requires(From const& x) {
    From::tangents; // a member of the duals of grad/dual.hpp
    x.value;
    x.tangent;
  };
  static_assert(fits || !numbers,
                "weft: storing a floating value into integers needs cast<T>(...); of a complex one take real or abs");
  static_assert(fits || numbers || !dual,
                "weft: a dual has tangents, which a number would lose: a function that is differentiated is generic, "
                "auto const& x, and makes its tensors of the elements of x");
  static_assert(fits || numbers || dual,
                "weft: the elements of the target cannot be made of such values, as a number of a std::vector");
  return fits;
}

} // namespace detail
} // namespace weft
