#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/generate.hpp>

namespace weft {

namespace detail {

[[nodiscard]] WEFT_API any_tensor filled(dtype t, dynamic_extents const& shape, untyped_operand const& value);
/// @pre the arguments are all of one type: int64, uint64 or float64
[[nodiscard]] WEFT_API any_tensor any_range_of(dtype t, untyped_operand const& start, untyped_operand const& stop,
                                               untyped_operand const& step);
[[nodiscard]] WEFT_API any_tensor spaced_numbers(dtype t, std::complex<double> start, std::complex<double> stop,
                                                 index_t n, bool endpoint);
[[nodiscard]] WEFT_API any_tensor diagonal_of_ones(dtype t, dynamic_extents const& shape, index_t k);

/// True if an operand X, with the dtype that may follow it, gives an element type at run time: X is untyped, or one
/// dtype follows.
template <class X, class... T>
concept UntypedLike = sizeof...(T) == 1 || (sizeof...(T) == 0 && Untyped<X>);
template <class X>
WEFT_FN dtype type_like(X const& x) {
  return x.dtype();
}
template <class X>
WEFT_FN dtype type_like(X const&, dtype t) {
  return t;
}

} // namespace detail

/// Returns a tensor of zeros. Throws shape_error for a negative extent, as each function does that makes an any_tensor
/// of a given shape.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor zeros(dtype t, S const& shape) {
  return any_tensor(t, shape);
}
template <std::integral... At>
[[nodiscard]] WEFT_FN any_tensor zeros(dtype t, At... n) {
  return any_tensor(t, shape(n...));
}
/// Returns a tensor whose elements are not initialised.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor empty(dtype t, S const& shape) {
  return any_tensor(uninit, t, detail::convert_extents<dynamic_extents>(shape));
}
template <std::integral... At>
[[nodiscard]] WEFT_FN any_tensor empty(dtype t, At... n) {
  return weft::empty(t, shape(n...));
}
/// Returns a tensor with all elements equal to `value`, converted as an assignment converts. Throws dtype_error where
/// that needs a cast.
template <Shape S, Scalar X>
[[nodiscard]] WEFT_FN any_tensor full(dtype t, S const& shape, X const& value) {
  return detail::filled(t, detail::convert_extents<dynamic_extents>(shape), detail::as_untyped(value));
}
/// Returns a tensor of ones.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor ones(dtype t, S const& shape) {
  return full(t, shape, true);
}
template <std::integral... At>
[[nodiscard]] WEFT_FN any_tensor ones(dtype t, At... n) {
  return full(t, shape(n...), true);
}

/// Returns zeros in the shape of x. The element type is t if it is given, else that of x.
template <AnyTensorial X, std::same_as<dtype>... T>
  requires detail::UntypedLike<X, T...>
[[nodiscard]] WEFT_FN any_tensor zeros_like(X const& x, T... t) {
  return any_tensor(detail::type_like(x, t...), x.shape());
}
/// Returns a tensor of the shape of x whose elements are not initialised, with the element type t or that of x.
template <AnyTensorial X, std::same_as<dtype>... T>
  requires detail::UntypedLike<X, T...>
[[nodiscard]] WEFT_FN any_tensor empty_like(X const& x, T... t) {
  return weft::empty(detail::type_like(x, t...), x.shape());
}
/// Returns ones in the shape of x, with the element type t or that of x.
template <AnyTensorial X, std::same_as<dtype>... T>
  requires detail::UntypedLike<X, T...>
[[nodiscard]] WEFT_FN any_tensor ones_like(X const& x, T... t) {
  return ones(detail::type_like(x, t...), x.shape());
}
/// Returns a tensor of the shape of x with all elements equal to `value`, converted as full converts it.
template <AnyTensorial X, Scalar V, std::same_as<dtype>... T>
  requires detail::UntypedLike<X, T...>
[[nodiscard]] WEFT_FN any_tensor full_like(X const& x, V const& value, T... t) {
  return full(detail::type_like(x, t...), x.shape(), value);
}

/// Returns start, start + step, ... up to, but not including, stop: the numbers of arange(start, stop, step), computed
/// in 64 bits and converted to t as cast converts.
template <class A, class B, class C>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && std::is_arithmetic_v<C>)
[[nodiscard]] WEFT_FN any_tensor arange(dtype t, A start, B stop, C step) {
  using common = std::common_type_t<A, B, C>;
  using T = std::conditional_t<std::is_floating_point_v<common>, double,
                               std::conditional_t<std::is_signed_v<common>, std::int64_t, std::uint64_t>>;
  return detail::any_range_of(t, detail::as_untyped(static_cast<T>(start)), detail::as_untyped(static_cast<T>(stop)),
                              detail::as_untyped(static_cast<T>(step)));
}
template <class A, class B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
[[nodiscard]] WEFT_FN any_tensor arange(dtype t, A start, B stop) {
  return arange(t, start, stop, std::common_type_t<A, B>(1));
}
template <class A>
  requires(std::is_arithmetic_v<A>)
[[nodiscard]] WEFT_FN any_tensor arange(dtype t, A stop) {
  return arange(t, A(0), stop, A(1));
}

/// Returns n evenly spaced numbers from start. If `endpoint`, the last one is stop; else stop would be the next number
/// after the last. Numbers of an integer type are rounded down. Throws dtype_error if start or stop has an imaginary
/// part and t is real.
template <class A, class B>
  requires(is_number<A> && is_number<B>)
[[nodiscard]] WEFT_FN any_tensor linspace(dtype t, A start, B stop, index_t n = 50, bool endpoint = true) {
  return detail::spaced_numbers(t, detail::store_as<std::complex<double>>(start),
                                detail::store_as<std::complex<double>>(stop), n, endpoint);
}

/// Returns the matrix with 1 on the diagonal that lies k columns to the right of the main one, and 0 elsewhere.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor eye(dtype t, S const& shape, index_t k = 0) {
  return detail::diagonal_of_ones(t, detail::convert_extents<dynamic_extents>(shape), k);
}
[[nodiscard]] WEFT_FN inline any_tensor eye(dtype t, index_t n, index_t m, index_t k = 0) {
  return eye(t, shape(n, m), k);
}
[[nodiscard]] WEFT_FN inline any_tensor eye(dtype t, index_t n) {
  return eye(t, shape(n, n));
}

} // namespace weft
