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
  const detail::typed_operand operands[] = {detail::operand_type(x), detail::operand_type(y)...};
  return detail::result_type_of(operands, int(1 + sizeof...(Y)));
}

/// Whether the elements of an operand convert to a type without losing values (base/promotion.hpp).
template <Untyped X>
[[nodiscard]] WEFT_FN bool can_cast(X const& x, dtype to) {
  return can_cast(x.dtype(), to);
}

} // namespace weft
