#pragma once
#include <weft/expr/capture.hpp>

// Generators: expressions without memory. Each element is computed from its index when it is read, so its value does
// not depend on the loop that reads it, or on the view through which it is read.
namespace weft {

/// Returns `value` everywhere, without memory. As all generators, it throws shape_error for a negative extent, and for
/// more elements than 63 bits can count.
template <Shape S, class T>
[[nodiscard]] WEFT_INLINE constexpr auto full(S const& shape, T value) {
  return constant_leaf<T, S>(static_cast<T&&>(value), detail::checked_shape("full", shape));
}
/// Returns T(0) everywhere, without memory. The argument is a shape, or its extents: zeros<double>(3, 4). Extents
/// that are constants are static: zeros<double>(3_c, n).
template <class T, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto zeros(S const& shape) {
  return constant_leaf<T, S>(T(0), detail::checked_shape("zeros", shape));
}
template <class T, detail::IndexOrConstant... At>
[[nodiscard]] WEFT_INLINE constexpr auto zeros(At... n) {
  return zeros<T>(shape(n...));
}
/// Returns T(1) everywhere, without memory. The argument is a shape, or its extents.
template <class T, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto ones(S const& shape) {
  return constant_leaf<T, S>(T(1), detail::checked_shape("ones", shape));
}
template <class T, detail::IndexOrConstant... At>
[[nodiscard]] WEFT_INLINE constexpr auto ones(At... n) {
  return ones<T>(shape(n...));
}

template <class T = double>
void zeros(detail::other, ...) WEFT_REFUSED("weft: zeros<T> takes a shape, or integers: zeros<double>(3, 4)");
template <class T = double>
void ones(detail::other, ...) WEFT_REFUSED("weft: ones<T> takes a shape, or integers: ones<double>(3, 4)");
template <int = 0>
void full(detail::other, ...) WEFT_REFUSED("weft: full takes a shape and a value: full(shape(3, 4), 1.0)");

/// Returns f(i, j, ...) at each index, called whenever the element is read. f takes one index_t for each axis; for a
/// shape of run-time rank it takes one shape that holds the index. f must not depend on the order of the calls.
template <Shape S, class F>
[[nodiscard]] WEFT_INLINE constexpr auto from_function(S const& shape, F f) {
  using place = layout<S, dense<row_major>>;
  place const whole(detail::checked_shape("from_function", shape));
  return generator_leaf<F, S, place>(static_cast<F&&>(f), shape, whole, 0);
}

namespace op {

/// Computes 1 if the number n of a diagonal is `diagonal`, else 0. With Triangle it is 1 for smaller numbers too.
template <class T, bool Triangle>
struct diagonal_one {
  static constexpr char const* name = Triangle ? "tri" : "eye";
  index_t diagonal;
  WEFT_INLINE constexpr T operator()(index_t n) const {
    return (Triangle ? n <= diagonal : n == diagonal) ? T(1) : T(0);
  }
};

} // namespace op

namespace detail {

/// Returns the matrix of eye or tri. Diagonals are numbered from the lower left corner, which is 0.
template <class T, bool Triangle, Shape S>
WEFT_INLINE constexpr auto diagonal_ones(S const& shape, index_t k) {
  static_assert(S::static_rank < 0 || S::static_rank == 2, "weft: eye and tri: rank mismatch: they make matrices");
  using F = op::diagonal_one<T, Triangle>;
  if (shape.rank() != 2)
    throw_shape_reason(F::name, "the shape is not that of a matrix");
  auto steps = convert_extents<dims<S::static_rank>>(weft::shape(-1, 1));
  auto n = element_numbers(F::name, shape, steps, shape[0] - 1);
  index_t const from = k < -shape[0] ? -shape[0] : k > shape[1] ? shape[1] : k; // so that no sum overflows
  return node<F, decltype(n)>(F{shape[0] - 1 + from}, std::move(n));
}

/// Returns index k of the indices i....
struct entry_of_index {
  template <class... At>
  WEFT_INLINE constexpr index_t operator()(index_t k, At... i) const {
    index_t const index[] = {i..., 0};
    return index[k];
  }
  WEFT_INLINE constexpr index_t operator()(dynamic_extents const& i) const { return i[1 + int(i[0])]; }
};

template <class S>
struct indices_extents {
  using type = dynamic_extents;
};
template <index_t... E>
struct indices_extents<extents<E...>> {
  using type = extents<index_t(sizeof...(E)), E...>;
};

} // namespace detail

/// Returns the matrix with 1 on diagonal k and 0 elsewhere. Diagonal k is k above the main one, -k below it if k < 0.
template <class T = double, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto eye(S const& shape, index_t k = 0) {
  return detail::diagonal_ones<T, false>(shape, k);
}
template <class T = double>
[[nodiscard]] WEFT_INLINE constexpr auto eye(index_t n, index_t m, index_t k = 0) {
  return eye<T>(shape(n, m), k);
}
template <class T = double>
[[nodiscard]] WEFT_INLINE constexpr auto eye(index_t n) {
  return eye<T>(shape(n, n));
}
/// Returns the matrix with 1 on diagonal k and below it, and 0 above. Diagonals are numbered as in eye.
template <class T = double, Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto tri(S const& shape, index_t k = 0) {
  return detail::diagonal_ones<T, true>(shape, k);
}
template <class T = double>
[[nodiscard]] WEFT_INLINE constexpr auto tri(index_t n, index_t m, index_t k = 0) {
  return tri<T>(shape(n, m), k);
}
template <class T = double>
[[nodiscard]] WEFT_INLINE constexpr auto tri(index_t n) {
  return tri<T>(shape(n, n));
}

/// Returns the index of each element of a shape along one axis.
template <Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto indices(S const& shape, index_t axis) {
  auto steps = detail::convert_extents<dims<S::static_rank>>(shape);
  int const along = detail::check_axis("indices", axis, shape.rank());
  for (int k = 0; k < shape.rank(); ++k)
    steps.set(k, k == along ? 1 : 0);
  return detail::element_numbers("indices", shape, steps, 0);
}
/// Returns the indices of a shape along all axes: element (k, i...) is entry k of (i...).
template <Shape S>
[[nodiscard]] WEFT_INLINE constexpr auto indices(S const& shape) {
  detail::checked_count(shape, "indices");
  dynamic_extents whole(detail::check_rank(shape.rank() + 1));
  whole.set(0, shape.rank());
  for (int k = 0; k < shape.rank(); ++k)
    whole.set(k + 1, shape[k]);
  return from_function(detail::convert_extents<typename detail::indices_extents<S>::type>(whole),
                       detail::entry_of_index{});
}

} // namespace weft
