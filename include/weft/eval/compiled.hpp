#pragma once
#include <weft/expr/half_operation.hpp>

#include <cstdint>

// The operations that the library has kernels of, for elements of certain types. Expressions that are decided at run
// time are made of them without a kernel in the program; src/dynamic/program/operations.hpp compiles this list.
namespace weft::op {

struct plus;
struct minus;
struct times;
struct divide;
struct negate;
struct minimum;
struct maximum;
struct abs;
struct square;
struct sqrt;
struct exp;
struct less;
struct less_equal;
struct equal_to;
struct not_equal_to;
struct both;
struct either;
struct negation;
struct choose;
struct conj;
struct real;
struct imag;
struct arg;
struct abs2;
struct sign;
struct isnan;
struct isinf;
struct isfinite;
struct signbit;
struct copysign;
struct nextafter;
struct cube;
struct reciprocal;
struct rsqrt;
struct cbrt;
struct hypot;
struct pow;
struct fma;
struct exp2;
struct exp10;
struct expm1;
struct log;
struct log2;
struct log10;
struct log1p;
struct sin;
struct cos;
struct tan;
struct asin;
struct acos;
struct atan;
struct atan2;
struct sinh;
struct cosh;
struct tanh;
struct asinh;
struct acosh;
struct atanh;
struct degrees;
struct radians;
struct erf;
struct erfc;
struct tgamma;
struct lgamma;
struct logistic;
struct sinc;
struct floor;
struct ceil;
struct trunc;
struct round;
struct rint;
struct fmod;
struct remainder;
struct fmin;
struct fmax;
struct relu;
struct heaviside;
struct not_below;
struct not_above;
struct modulo;
struct bit_and;
struct bit_or;
struct bit_xor;
struct bit_not;
struct shift_left;
struct shift_right;
struct gcd;
struct lcm;
struct positive;
struct floor_divide;
struct floor_modulo;
struct logaddexp;

} // namespace weft::op

namespace weft::detail {

/// Element types in groups: integers of 32 and 64 bits, float and double, their complex, bool. All operands have one
/// type, but for the mask of a choice, and for a real one beside a complex one where the group of such pairs is named
/// too.
inline constexpr unsigned integer_group = 1, real_group = 2, complex_group = 4, mask_group = 8, mixed_group = 16,
                          ordered_group = integer_group | real_group, floating_group = real_group | complex_group,
                          number_group = ordered_group | complex_group;

template <class T>
WEFT_FN constexpr unsigned group_of() {
  if constexpr (std::is_same_v<T, bool>)
    return mask_group;
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    return real_group;
  else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
    return complex_group;
  else
    return std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint32_t> ||
                   std::is_same_v<T, std::uint64_t>
               ? integer_group
               : 0;
}

/// F of `Operands` elements of a type in one of the groups.
template <class F, int Operands, unsigned Groups>
struct compiled {
  using operation = F;
  static constexpr int operands = Operands;
  static constexpr unsigned groups = Groups;
};
template <class... C>
struct compiled_list {
  static constexpr int count = sizeof...(C);
};

using compiled_operations = compiled_list<
    // The first four are those that programs join, see src/dynamic/program/joined.cpp.
    compiled<op::plus, 2, number_group | mixed_group>, compiled<op::minus, 2, number_group | mixed_group>,
    compiled<op::times, 2, number_group | mixed_group>, compiled<op::divide, 2, number_group | mixed_group>,
    compiled<op::negate, 1, number_group>, compiled<op::minimum, 2, ordered_group>,
    compiled<op::maximum, 2, ordered_group>, compiled<op::not_below, 2, ordered_group>,
    compiled<op::not_above, 2, ordered_group>, compiled<op::modulo, 2, ordered_group>,
    compiled<op::abs, 1, number_group>, compiled<op::square, 1, number_group>, compiled<op::cube, 1, number_group>,
    compiled<op::less, 2, ordered_group>, compiled<op::less_equal, 2, ordered_group>,
    compiled<op::equal_to, 2, number_group>, compiled<op::not_equal_to, 2, number_group>,
    compiled<op::both, 2, mask_group>, compiled<op::either, 2, mask_group>, compiled<op::negation, 1, mask_group>,
    compiled<op::choose, 3, number_group | mask_group>, compiled<op::bit_and, 2, integer_group>,
    compiled<op::bit_or, 2, integer_group>, compiled<op::bit_xor, 2, integer_group>,
    compiled<op::bit_not, 1, integer_group>, compiled<op::shift_left, 2, integer_group>,
    compiled<op::shift_right, 2, integer_group>, compiled<op::gcd, 2, integer_group>,
    compiled<op::lcm, 2, integer_group>, compiled<op::conj, 1, number_group>, compiled<op::real, 1, number_group>,
    compiled<op::imag, 1, number_group>, compiled<op::arg, 1, floating_group>, compiled<op::abs2, 1, number_group>,
    compiled<op::sign, 1, number_group>, compiled<op::isnan, 1, floating_group>, compiled<op::isinf, 1, floating_group>,
    compiled<op::isfinite, 1, floating_group>, compiled<op::signbit, 1, real_group>,
    compiled<op::copysign, 2, real_group>, compiled<op::nextafter, 2, real_group>,
    compiled<op::floor, 1, ordered_group>, compiled<op::ceil, 1, ordered_group>, compiled<op::trunc, 1, ordered_group>,
    compiled<op::round, 1, ordered_group>, compiled<op::rint, 1, ordered_group>, compiled<op::fmod, 2, real_group>,
    compiled<op::remainder, 2, real_group>, compiled<op::fmin, 2, ordered_group>, compiled<op::fmax, 2, ordered_group>,
    compiled<op::relu, 1, ordered_group>, compiled<op::heaviside, 2, ordered_group>,
    compiled<op::sqrt, 1, floating_group>, compiled<op::exp, 1, floating_group>, compiled<op::log, 1, floating_group>,
    compiled<op::pow, 2, floating_group | mixed_group>, compiled<op::sin, 1, floating_group>,
    compiled<op::cos, 1, floating_group>, compiled<op::tan, 1, floating_group>, compiled<op::asin, 1, floating_group>,
    compiled<op::acos, 1, floating_group>, compiled<op::atan, 1, floating_group>, compiled<op::atan2, 2, real_group>,
    compiled<op::sinh, 1, floating_group>, compiled<op::cosh, 1, floating_group>, compiled<op::tanh, 1, floating_group>,
    compiled<op::asinh, 1, floating_group>, compiled<op::acosh, 1, floating_group>,
    compiled<op::atanh, 1, floating_group>, compiled<op::reciprocal, 1, floating_group>,
    compiled<op::rsqrt, 1, floating_group>, compiled<op::cbrt, 1, real_group>, compiled<op::hypot, 2, real_group>,
    compiled<op::fma, 3, real_group>, compiled<op::exp2, 1, floating_group>, compiled<op::exp10, 1, floating_group>,
    compiled<op::expm1, 1, floating_group>, compiled<op::log2, 1, floating_group>,
    compiled<op::log10, 1, floating_group>, compiled<op::log1p, 1, floating_group>,
    compiled<op::degrees, 1, real_group>, compiled<op::radians, 1, real_group>, compiled<op::erf, 1, real_group>,
    compiled<op::erfc, 1, real_group>, compiled<op::tgamma, 1, real_group>, compiled<op::lgamma, 1, real_group>,
    compiled<op::logistic, 1, real_group>, compiled<op::sinc, 1, real_group>, compiled<op::positive, 1, number_group>,
    compiled<op::floor_divide, 2, ordered_group>, compiled<op::floor_modulo, 2, ordered_group>,
    compiled<op::logaddexp, 2, real_group>>;

/// The number of F in the list, -1 where it is not in it, and for which elements it is there.
struct compiled_entry {
  int number;
  unsigned groups;
};
template <class F, class... C>
WEFT_FN constexpr compiled_entry find_compiled(compiled_list<C...>) {
  compiled_entry found{-1, 0};
  int n = 0;
  ((std::is_same_v<F, typename C::operation> ? void(found = {n, C::groups}) : void(), ++n), ...);
  return found;
}
template <class F>
inline constexpr compiled_entry compiled_entry_of = find_compiled<F>(compiled_operations{});
/// F is another operation with its operands exchanged, as > is <.
template <class F>
  requires requires { typename F::straight; }
inline constexpr compiled_entry compiled_entry_of<F> = compiled_entry_of<typename F::straight>;

/// True for what one of some templates makes of numbers; not for what is derived from that.
template <class X, template <class> class... Own>
inline constexpr bool is_made_by = false;
template <template <class> class M, class T, template <class> class... Own>
inline constexpr bool is_made_by<M<T>, Own...> = is_number<T> && (std::is_same_v<M<T>, Own<T>> || ...);

/// True for functions of elements that are weft's own: two of the same bytes compute the same.
template <class F>
inline constexpr bool is_own_function = compiled_entry_of<F>.number >= 0;
template <class F, class... V>
inline constexpr bool is_own_function<half_operation<F, V...>> = is_own_function<F>;

/// True if F refuses some integers. The library's kernels of it do so in every build, the loops of a program as it was
/// built.
template <class F, class A>
inline constexpr bool refuses_integers = std::is_integral_v<A> && requires { typename F::refusal; };

/// True if there is a kernel for F of operands of these types that does what F does in this build.
template <class F, class A, class... B>
inline constexpr bool has_compiled =
    (std::is_same_v<A, B> && ...) && (compiled_entry_of<F>.groups & group_of<A>()) != 0 && !refuses_integers<F, A>;
template <class A, class B>
inline constexpr bool has_compiled<op::choose, bool, A, B> =
    std::is_same_v<A, B> && (compiled_entry_of<op::choose>.groups & group_of<A>()) != 0;

} // namespace weft::detail
