#pragma once
#include <weft/base/promotion.hpp>
#include <weft/dynamic/any_tensor.hpp>

namespace weft {

namespace detail {

/// The type of an operand of result_type, and whether the operand is a number.
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

/// Returns the element type of x + y + ...: for two tensors, the type that C++ gives the sum of their elements, so
/// int32 for two of int8. Numbers adapt to the tensors. Operands are any_tensor, their views and expressions, typed
/// tensors, numbers, and a dtype, which counts as a tensor. One operand has its own type.
template <detail::TypedOperand X, detail::TypedOperand... Y>
[[nodiscard]] WEFT_FN dtype result_type(X const& x, Y const&... y) {
  detail::typed_operand const operands[] = {detail::operand_type(x), detail::operand_type(y)...};
  return detail::result_type_of(operands, int(1 + sizeof...(Y)));
}

/// Returns true if the elements of x convert to `to` without loss of values (base/promotion.hpp).
template <Untyped X>
[[nodiscard]] WEFT_FN bool can_cast(X const& x, dtype to) {
  return can_cast(x.dtype(), to);
}

/// Properties of a floating type, or of the parts of a complex type: its size in bits, the distance from 1 to the next
/// number, the largest and the lowest number, and the smallest number above 0 of full precision.
struct finfo_result {
  int bits;
  double eps, max, min, smallest_normal;
};
/// Properties of an integer type: its size in bits, the lowest and the largest number.
struct iinfo_result {
  int bits;
  std::int64_t min;
  std::uint64_t max;
};
/// Returns the properties of a floating or complex type, as in finfo(u.dtype()).eps. std::numeric_limits<T> has them
/// for a type that the compiler knows. Throws dtype_error for other types.
[[nodiscard]] WEFT_API finfo_result finfo(dtype t);
/// Returns the properties of an integer type, as in iinfo(u.dtype()).max. Throws dtype_error for other types, including
/// bool.
[[nodiscard]] WEFT_API iinfo_result iinfo(dtype t);

} // namespace weft
