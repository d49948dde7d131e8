#pragma once
#include <weft/base/promotion.hpp>
#include <weft/dynamic/any_tensor.hpp>

namespace weft {

namespace detail {

/// The type of an operand, as result_type counts it.
struct typed_operand {
  dtype type;
  bool is_scalar;
};
template <class X>
WEFT_FN typed_operand operand_type([[maybe_unused]] X const& x) {
  if constexpr (std::same_as<X, dtype>)
    return {x, false};
  else if constexpr (Untyped<X>)
    return {x.dtype(), false};
  else
    return {dtype_of<value_t<X>>, Scalar<X>};
}
template <class X>
concept TypedOperand = std::same_as<X, dtype> || Untyped<X> || ((Tensorial<X> || Scalar<X>) && HasDtype<value_t<X>>);

[[nodiscard]] WEFT_API dtype result_type_of(typed_operand const* x, int count);

} // namespace detail

/// The element type of x + y + ...: of two tensors the one that C++ gives their elements, so of two int8 it is int32.
/// Numbers adapt to the tensors. Operands are any_tensor, their views and expressions, typed tensors, numbers, and a
/// dtype, which counts as a tensor. One operand has its own type.
template <detail::TypedOperand X, detail::TypedOperand... Y>
[[nodiscard]] WEFT_FN dtype result_type(X const& x, Y const&... y) {
  detail::typed_operand const operands[] = {detail::operand_type(x), detail::operand_type(y)...};
  return detail::result_type_of(operands, int(1 + sizeof...(Y)));
}

/// Whether the elements of an operand convert to a type without losing values (base/promotion.hpp).
template <Untyped X>
[[nodiscard]] WEFT_FN bool can_cast(X const& x, dtype to) {
  return can_cast(x.dtype(), to);
}

/// Numbers that describe a floating type, or the parts of a complex one: how many bits one takes, the distance of 1 to
/// the next number, the largest and the smallest number, and the smallest one above 0 of full precision.
struct finfo_result {
  int bits;
  double eps, max, min, smallest_normal;
};
/// Numbers that describe an integer type: how many bits it has, the smallest and the largest number.
struct iinfo_result {
  int bits;
  std::int64_t min;
  std::uint64_t max;
};
/// finfo(u.dtype()).eps; of a type in the program std::numeric_limits<T> says the same. dtype_error for other types.
[[nodiscard]] WEFT_API finfo_result finfo(dtype t);
/// iinfo(u.dtype()).max; dtype_error for types that are no integers, bool among them.
[[nodiscard]] WEFT_API iinfo_result iinfo(dtype t);

} // namespace weft
