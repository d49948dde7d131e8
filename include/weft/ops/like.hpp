#pragma once
#include <weft/tensor/tensor.hpp>

// Tensors with the shape of another one, made at once. Static extents stay static. The order in memory is the order
// that a copy of x would have: column_major if all memory of x is. The element type is the type of the elements of x,
// or the one that is named: zeros_like<int>(x). The elements of x are not read.
namespace weft {

namespace detail {
template <class T, class X>
using element_like = std::conditional_t<std::same_as<T, unnamed_element>, value_t<X>, T>;
template <class T, class X>
using tensor_like =
    tensor<element_like<T, X>, shape_argument<typename captured_t<X const&>::extents_type>, deduced_order<X const&>>;
} // namespace detail

/// Returns a tensor whose elements are not set.
template <class T = detail::unnamed_element, Tensorial X>
[[nodiscard]] WEFT_FN auto empty_like(X const& x) {
  return detail::tensor_like<T, X>(uninit, detail::shape_before(x));
}
/// Returns a tensor of zeros.
template <class T = detail::unnamed_element, Tensorial X>
[[nodiscard]] WEFT_FN auto zeros_like(X const& x) {
  return detail::tensor_like<T, X>(detail::shape_before(x));
}
/// Returns a tensor of one value, which is converted as by an assignment: no floating number becomes an integer.
template <class T = detail::unnamed_element, Tensorial X, Scalar V>
[[nodiscard]] WEFT_FN auto full_like(X const& x, V const& value) {
  using element = detail::element_like<T, X>;
  if constexpr (detail::may_convert<V, element>())
    return detail::tensor_like<T, X>(detail::shape_before(x), detail::store_as<element>(value));
  else
    return detail::refused_value{};
}
/// Returns a tensor of ones.
template <class T = detail::unnamed_element, Tensorial X>
[[nodiscard]] WEFT_FN auto ones_like(X const& x) {
  return detail::tensor_like<T, X>(detail::shape_before(x), detail::element_like<T, X>(1));
}

} // namespace weft
