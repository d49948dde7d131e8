#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/rearrange.hpp>

// Sorted elements of a type that is known at run time, by the names and with the errors of ops/sort.hpp, unique.hpp,
// sets.hpp and searchsorted.hpp. Results are any_tensors, computed at once. Numbers are sorted by the loops that sort
// typed ones.
namespace weft {

enum class side : unsigned char; // of ops/searchsorted.hpp

/// The distinct elements of an operand, sorted, and where they stand in it; the numbers are int64.
struct any_unique_elements {
  any_tensor values;
  any_tensor indices; ///< the row-major number of the first of each
  any_tensor inverse; ///< in the shape of the operand: values(inverse(i...)) is its element i...
  any_tensor counts;  ///< how often each occurs
};

/// The largest elements of lines, and their indices, of int64, along the axis.
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

/// The elements that a set of two operands has.
enum class untyped_set : unsigned char { both, either, first, one };
[[nodiscard]] WEFT_API any_tensor untyped_set_of(untyped_set kind, any_expr<> const& a, any_expr<> const& b);
template <class A, class B>
WEFT_FN any_tensor set_untyped(untyped_set kind, A&& a, B&& b) {
  return untyped_set_of(kind, any_expr<>(static_cast<A&&>(a)), any_expr<>(static_cast<B&&>(b)));
}

/// The axis of lines: the one that is named, else the last.
template <class X>
WEFT_FN index_t line_of(X const& x) {
  return any_expr<>(x).rank() - 1;
}
template <class X, class A>
WEFT_FN index_t line_of(X const&, A axis) {
  return static_cast<index_t>(axis);
}

} // namespace detail

/// The lines along an axis, without one along the last, sorted; NaN last, complex numbers by their real, then by their
/// imaginary parts. Stable.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor sort(X const& x, A... axis) {
  return detail::untyped_sort(x, detail::line_of(x, axis...));
}
/// The indices, of int64, along an axis in the order that sorts the lines; equal elements keep theirs.
/// @post take_along(u, argsort(u, k), k) == sort(u, k)
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor argsort(X const& x, A... axis) {
  return detail::untyped_argsort(x, detail::line_of(x, axis...));
}

/// The lines along an axis, or the last, so that element `place` is the one that sorting would put there; no smaller
/// one comes after it and no larger one before. index_error for a place that the axis does not have.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor partition(X const& x, index_t place, A... axis) {
  return detail::untyped_partition(x, place, detail::line_of(x, axis...));
}
/// The indices, of int64, along an axis in an order that partitions the lines around element `place`.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_tensor argpartition(X const& x, index_t place, A... axis) {
  return detail::untyped_argpartition(x, place, detail::line_of(x, axis...));
}
/// The n largest elements of each line along an axis, or the last, in descending order, and their indices: auto
/// [values, indices] = topk(u, 3). NaN is larger than all else; of equal elements the first ones are taken. shape_error
/// unless the lines have n elements.
template <Untyped X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN any_topk topk(X const& x, index_t n, A... axis) {
  return detail::untyped_topk(x, n, detail::line_of(x, axis...));
}
/// The order, of int64, that sorts the rows of a table by its last column, equal ones by the one before: of vectors,
/// its columns, lexsort(least, ..., first), typed ones among them; of one matrix its rows are the keys. shape_error
/// unless the vectors have one extent.
template <class... K>
  requires detail::UntypedTensors<K...>
[[nodiscard]] WEFT_FN any_tensor lexsort(K&&... keys) {
  any_expr<> const list[] = {any_expr<>(static_cast<K&&>(keys))...};
  return detail::untyped_lexsort(list, sizeof...(K));
}

/// The distinct elements of x, sorted; NaN counts as one.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor unique(X const& x) {
  return detail::untyped_unique(x);
}
/// The distinct elements of x, sorted, and where they stand: auto [values, indices, inverse, counts] = unique_all(u).
template <Untyped X>
[[nodiscard]] WEFT_FN any_unique_elements unique_all(X const& x) {
  return detail::untyped_unique_all(x);
}

/// A mask of the shape of x: true where the element equals one of the values; integers compare by value. NaN is among
/// no values.
template <AnyTensorial X, AnyTensorial V>
  requires detail::UntypedOperands<X, V>
[[nodiscard]] WEFT_FN any_tensor isin(X&& x, V&& values) {
  return detail::untyped_isin(any_expr<>(static_cast<X&&>(x)), any_expr<>(static_cast<V&&>(values)));
}

/// The distinct elements that are in both operands, sorted, as a vector; of the type that `where` would give them.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor intersect1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::both, a, b);
}
/// The distinct elements that are in either, sorted; one NaN if there is any.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor union1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::either, a, b);
}
/// The distinct elements of a that are not in b, sorted; the NaN of a is among them.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor setdiff1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::first, a, b);
}
/// The distinct elements that are in one but not in the other, sorted; two NaN if both have one.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor setxor1d(A&& a, B&& b) {
  return detail::set_untyped(detail::untyped_set::one, a, b);
}

/// For each value the place, of int64, in a sorted vector before which it would be put: with side::left before equal
/// ones, with side::right behind them. Integers are compared as what they are, so that a negative one comes before all
/// that have no sign, others in the type that `where` would give both.
template <class L, class X>
  requires detail::UntypedTensors<L, X>
[[nodiscard]] WEFT_FN any_tensor searchsorted(L&& sorted, X&& values, side where = side()) {
  return detail::untyped_searchsorted(any_expr<>(static_cast<L&&>(sorted)), any_expr<>(static_cast<X&&>(values)),
                                      where != side());
}

// Programs that sort tensors without the header for those are told its name.
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
