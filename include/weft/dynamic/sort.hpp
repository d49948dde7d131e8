#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/rearrange.hpp>

// Functions that sort elements whose type is known at run time, with the names and the errors of ops/sort.hpp,
// ops/unique.hpp, ops/sets.hpp and ops/searchsorted.hpp. Results are any_tensors, computed at once. The loops that sort
// typed numbers sort these too.
namespace weft {

enum class side : unsigned char; // defined in ops/searchsorted.hpp

/// The distinct elements of an operand in ascending order, and where the operand has them. Indices and counts are
/// int64.
struct any_unique_elements {
  any_tensor values;
  any_tensor indices; ///< for each value, the row-major number of its first element
  any_tensor inverse; ///< has the shape of the operand x: values(inverse(i...)) == x(i...)
  any_tensor counts;  ///< for each value, how many elements are equal to it
};

/// The largest elements of each line, and their indices along the axis, in int64.
struct any_topk {
  any_tensor values, indices;
};

namespace detail {

[[nodiscard]] WEFT_API any_tensor untyped_sort(any_expr<> const& x, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_argsort(any_expr<> const& x, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_partition(any_expr<> const& x, index_t place, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_argpartition(any_expr<> const& x, index_t place, index_t axis);
[[nodiscard]] WEFT_API any_topk untyped_topk(any_expr<> const& x, index_t n, index_t axis);
[[nodiscard]] WEFT_API any_tensor untyped_lexsort(any_expr<> const* keys, index_t count);
[[nodiscard]] WEFT_API any_tensor untyped_unique(any_expr<> const& x);
[[nodiscard]] WEFT_API any_unique_elements untyped_unique_all(any_expr<> const& x);
[[nodiscard]] WEFT_API any_tensor untyped_isin(any_expr<> const& x, any_expr<> const& values);
[[nodiscard]] WEFT_API any_tensor untyped_searchsorted(any_expr<> const& sorted, any_expr<> const& values, bool after);

/// Selects the elements of a and b for a set: in both, in either, in a but not in b, or in exactly one.
enum class untyped_set : unsigned char { both, either, first, one };
[[nodiscard]] WEFT_API any_tensor untyped_set_of(untyped_set kind, any_expr<> const& a, any_expr<> const& b);
template <class A, class B>
WEFT_FN any_tensor set_untyped(untyped_set kind, A&& a, B&& b) {
  return untyped_set_of(kind, any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}

/// Returns the axis of the lines: the given one, else the last.
template <class X>
WEFT_FN index_t line_of(X const& x) {
  return any_expr<>(x).rank() - 1;
}
template <class X, class A>
WEFT_FN index_t line_of(X const&, A axis) {
  return static_cast<index_t>(axis);
}

} // namespace detail

/// Returns x with its lines along an axis, by default the last, sorted in ascending order. NaN comes last; complex
/// numbers are ordered by their real parts, then by their imaginary parts. The sort is stable.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor sort(X const& x, A... axis) {
  return detail::untyped_sort(x, detail::line_of(x, axis...));
}
/// Returns the indices along an axis, in int64, in the order that sorts the lines. Equal elements keep their order.
/// @post take_along(u, argsort(u, k), k) == sort(u, k)
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor argsort(X const& x, A... axis) {
  return detail::untyped_argsort(x, detail::line_of(x, axis...));
}

/// Returns x with the elements of each line along an axis, by default the last, rearranged: the element with index
/// `place` is the one that sorting would put there, no smaller element comes after it and no larger one before it.
/// Throws index_error if `place` is no index of the axis.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor partition(X const& x, index_t place, A... axis) {
  return detail::untyped_partition(x, place, detail::line_of(x, axis...));
}
/// Returns the indices along an axis, in int64, in an order that partitions the lines around index `place`.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor argpartition(X const& x, index_t place, A... axis) {
  return detail::untyped_argpartition(x, place, detail::line_of(x, axis...));
}
/// Returns the n largest elements of each line along an axis, by default the last, in descending order, and their
/// indices: auto [values, indices] = topk(u, 3). NaN counts as larger than all numbers. Among equal elements the first
/// ones are taken. Throws shape_error if the lines have fewer than n elements.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_topk topk(X const& x, index_t n, A... axis) {
  return detail::untyped_topk(x, n, detail::line_of(x, axis...));
}
/// Returns the indices, in int64, that sort by several keys. The last key counts first, and each earlier key orders the
/// entries that are equal in all later keys. The keys are vectors of the same extent, of which some may be typed, or
/// the rows of one matrix. Throws shape_error if the extents of the vectors differ.
template <class... K>
  requires detail::UntypedTensors<K...>
[[nodiscard]] WEFT_FN any_tensor lexsort(K&&... keys) {
  any_expr<> const list[] = {any_expr<>(static_cast<K&&>(keys))...};
  return detail::untyped_lexsort(list, sizeof...(K));
}

/// Returns the distinct elements of x, sorted, as a vector. All NaN count as one element.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor unique(X const& x) {
  return detail::untyped_unique(x);
}
/// Returns the distinct elements of x, sorted, and where x has them: auto [values, indices, inverse, counts] =
/// unique_all(u).
template <Untyped X>
[[nodiscard]] WEFT_FN any_unique_elements unique_all(X const& x) {
  return detail::untyped_unique_all(x);
}

/// Returns a mask of the shape of x: true where the element equals one of the values. Integers compare by value,
/// whatever their types. NaN equals no value.
template <AnyTensorial X, AnyTensorial V>
  requires detail::UntypedOperands<X, V>
[[nodiscard]] WEFT_FN any_tensor isin(X&& x, V&& values) {
  return detail::untyped_isin(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<V&&>(values)));
}

/// Returns the distinct elements that are in both operands, sorted, as a vector of the type that `where` would give
/// them.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor intersect1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::both, a, b);
}
/// Returns the distinct elements that are in a or in b, sorted; one NaN if there is any.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor union1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::either, a, b);
}
/// Returns the distinct elements of a that are not in b, sorted. A NaN of a is one of them, even if b has a NaN.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor setdiff1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::first, a, b);
}
/// Returns the distinct elements that are in exactly one of a and b, sorted; two NaN if both have a NaN.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor setxor1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::one, a, b);
}

/// Returns for each value the index, in int64, in a sorted vector at which inserting it keeps the order: before equal
/// elements with side::left, after them with side::right. Integers compare by value, so a negative one comes before all
/// unsigned ones. Other operands are compared in the type that `where` would give both.
template <class L, class X>
  requires detail::UntypedTensors<L, X>
[[nodiscard]] WEFT_FN any_tensor searchsorted(L&& sorted, X&& values, side where = side()) {
  return detail::untyped_searchsorted(any_expr<>(static_cast<L&&>(sorted)), any_expr<>(static_cast<X&&>(values)),
                                      where != side());
}

// For typed tensors without the header that declares the function: the error message names that header.
template <int = 0>
void sort(detail::other, ...) WEFT_REFUSED("weft: sort(a, axis) of a tensor is declared in weft/ops/sort.hpp");
template <int = 0>
void argsort(detail::other, ...) WEFT_REFUSED("weft: argsort(a, axis) of a tensor is declared in weft/ops/sort.hpp");
template <int = 0>
void partition(detail::other, ...)
    WEFT_REFUSED("weft: partition(a, place, axis) of a tensor is declared in weft/ops/sort.hpp");
template <int = 0>
void argpartition(detail::other, ...)
    WEFT_REFUSED("weft: argpartition(a, place, axis) of a tensor is in weft/ops/sort.hpp");
template <int = 0>
void unique(detail::other, ...) WEFT_REFUSED("weft: unique(a) of a tensor is declared in weft/ops/unique.hpp");
template <int = 0>
void unique_all(detail::other, ...) WEFT_REFUSED("weft: unique_all(a) of a tensor is declared in weft/ops/unique.hpp");
template <int = 0>
void searchsorted(detail::other, detail::other, ...) WEFT_REFUSED("weft: of tensors: weft/ops/searchsorted.hpp");

} // namespace weft
