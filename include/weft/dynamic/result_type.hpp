#pragma once
#include <weft/dynamic/any_tensor.hpp>

namespace weft {

/// Kinds of element types, as the Python array API names them.
enum class dtype_kind : unsigned char {
  boolean,
  signed_integer,
  unsigned_integer,
  integral, ///< of either sign
  real_floating,
  complex_floating,
  numeric ///< all but boolean
};

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

/// True if each number of one type is a number of the other, as np.can_cast says; as there, int64 and uint64 count as
/// numbers of float64. Assignments convert more: integers into integers, and into any floating type.
[[nodiscard]] WEFT_API bool can_cast(dtype from, dtype to);
/// The same of the elements of an operand.
template <Untyped X>
[[nodiscard]] WEFT_FN bool can_cast(X const& x, dtype to) {
  return can_cast(x.dtype(), to);
}

/// True if the type is of one of the kinds, or is one of the types.
[[nodiscard]] WEFT_API bool isdtype(dtype t, dtype_kind kind);
[[nodiscard]] WEFT_FN constexpr bool isdtype(dtype t, dtype other) {
  return t == other;
}
template <class A, class... B>
  requires(sizeof...(B) > 0)
[[nodiscard]] WEFT_FN bool isdtype(dtype t, A a, B... b) {
  return isdtype(t, a) || isdtype(t, b...);
}

} // namespace weft
