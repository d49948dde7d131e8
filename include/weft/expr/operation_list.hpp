#pragma once
#include <weft/base/scalar.hpp>

#include <cstdint>

// Weft's operations in groups. Each operation has a declaration here and an entry in the list of its group. Its
// function object is in expr/operations.hpp or ops/: it has a name, a function, slopes, and `domain`, the operands that
// the library has kernels for. Programs, statements that run as programs, untyped operands and formulas find an
// operation by its index in these lists; src/dynamic/program has a file for each group.
namespace weft::detail {

/// Element types in groups: integers of 32 and 64 bits, float and double, their complex types, bool. All operands of an
/// operation have one type. Exceptions are the mask of a choice, and a real operand beside a complex one in operations
/// whose groups include mixed_group.
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

/// Says that the library has kernels for `Operands` operands of a type in one of the groups.
template <int Operands, unsigned Groups>
struct domain_of {
  static constexpr int operands = Operands;
  static constexpr unsigned groups = Groups;
};

/// A list of operation types. The number of an operation is its index in the list.
template <class... F>
struct operation_list {
  static constexpr int count = sizeof...(F);
};
template <class... F, class... G>
operation_list<F..., G...> operator+(operation_list<F...>, operation_list<G...>);

} // namespace weft::detail

namespace weft::op {

using detail::domain_of, detail::integer_group, detail::real_group, detail::complex_group, detail::mask_group,
    detail::mixed_group, detail::ordered_group, detail::floating_group, detail::number_group;

struct plus;
struct minus;
struct times;
struct divide;
struct negate;
struct positive;
struct minimum;
struct maximum;
struct not_below;
struct not_above;
struct modulo;
struct floor_divide;
struct floor_modulo;
struct abs;
struct square;
struct cube;
struct sign;
struct fmin;
struct fmax;
struct relu;
struct heaviside;
struct sqrt;
struct exp;
struct log;
struct pow;
struct reciprocal;
struct rsqrt;
struct cbrt;
struct hypot;
struct fma;
struct exp2;
struct exp10;
struct expm1;
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
struct less;
struct less_equal;
struct equal_to;
struct not_equal_to;
struct both;
struct either;
struct negation;
struct choose;
struct isnan;
struct isinf;
struct isfinite;
struct signbit;
struct bit_and;
struct bit_or;
struct bit_xor;
struct bit_not;
struct shift_left;
struct shift_right;
struct gcd;
struct lcm;
struct floor;
struct ceil;
struct trunc;
struct round;
struct rint;
struct erf;
struct erfc;
struct tgamma;
struct lgamma;
struct logistic;
struct sinc;
struct logaddexp;
struct fmod;
struct remainder;
struct copysign;
struct nextafter;
struct conj;
struct real;
struct imag;
struct arg;
struct abs2;

/// Programs can join operations of the first four lists into one kernel.
using arithmetic_operations =
    detail::operation_list<plus, minus, times, divide, negate, positive, minimum, maximum, not_below, not_above, modulo,
                           floor_divide, floor_modulo, abs, square, cube, sign, fmin, fmax, relu, heaviside>;
using power_operations = detail::operation_list<sqrt, exp, log, pow, reciprocal, rsqrt, cbrt, hypot, fma, exp2, exp10,
                                                expm1, log2, log10, log1p>;
using trigonometric_operations = detail::operation_list<sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh,
                                                        acosh, atanh, degrees, radians>;
using comparing_operations = detail::operation_list<less, less_equal, equal_to, not_equal_to, both, either, negation,
                                                    choose, isnan, isinf, isfinite, signbit>;
using integer_operations = detail::operation_list<bit_and, bit_or, bit_xor, bit_not, shift_left, shift_right, gcd, lcm,
                                                  floor, ceil, trunc, round, rint>;
using special_operations = detail::operation_list<erf, erfc, tgamma, lgamma, logistic, sinc, logaddexp, fmod, remainder,
                                                  copysign, nextafter, conj, real, imag, arg, abs2>;

} // namespace weft::op

namespace weft::detail {

using all_operations = decltype(op::arithmetic_operations{} + op::power_operations{} + op::trigonometric_operations{} +
                                op::comparing_operations{} + op::integer_operations{} + op::special_operations{});

// The index of a type is found by one conversion to a base class, not by a comparison with each type of the list.
template <class F, int Place>
struct listed_at {};
template <class Places, class List>
struct places_of;
template <int... Place, class... F>
struct places_of<std::integer_sequence<int, Place...>, operation_list<F...>> : listed_at<F, Place>... {};
template <class F, int Place>
WEFT_FN constexpr int find_place(listed_at<F, Place> const*) {
  return Place;
}
template <class>
WEFT_FN constexpr int find_place(void const*) {
  return -1;
}
template <class List>
inline constexpr places_of<std::make_integer_sequence<int, List::count>, List> const* places_in = nullptr;

/// The index of F in the list of all operations, or -1. If F is a listed operation with its operands exchanged, as > is
/// <, it is the index of that operation.
template <class F>
inline constexpr int operation_number = find_place<F>(places_in<all_operations>);
template <class F>
  requires requires { typename F::straight; }
inline constexpr int operation_number<F> = operation_number<typename F::straight>;

} // namespace weft::detail
