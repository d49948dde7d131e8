#pragma once
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/factor_object.hpp>

namespace weft {

namespace detail {
WEFT_API void cholesky_over(dtype type, strided_matrices const& a, linalg::workspace& w);
WEFT_API void solve_over(dtype type, strided_matrices const& a, strided_matrices const& b, linalg::workspace& w);
WEFT_API void invert_over(dtype type, strided_matrices const& a, linalg::workspace& w);

/// True if an in-place form may overwrite X with its results; otherwise the compiler refuses X.
template <class X>
WEFT_FN constexpr bool may_be_overwritten() {
  using T = value_t<X>;
  constexpr bool floats = HasDtype<T> && !std::integral<T> && !is_half<T>;
  static_assert(
      floats,
      "weft: linalg: in-place forms take float, double or their complex: the results are no integers, and have more "
      "than 16 bits");
  if constexpr (floats)
    return has_memory_to_write<X>();
  else
    return false;
}
template <class X>
WEFT_FN constexpr bool may_be_overwritten_square() {
  if constexpr (may_be_overwritten<X>())
    return accepts_matrices<X>();
  else
    return false;
}
/// Returns the square matrices that an in-place form writes.
template <class X>
WEFT_FN strided_matrices written_squares(char const* operation, X& a) {
  auto const leaf = written_leaf(operation, a);
  require_square(operation, leaf.place.extents());
  return matrices_of(leaf, 2);
}
} // namespace detail

namespace linalg {

// Each of these functions overwrites a tensor or a view, of any strides, and works in memory of a workspace `w`. If an
// earlier call needed as much memory, the call allocates nothing, so it may stand in a no_alloc_scope. Shapes that do
// not fit are refused with shape_error, elements that share memory (an axis of stride 0) with layout_error, and
// elements that are not finite with linalg_error, before anything is written.

/// a becomes L, as of linalg::cholesky, with zeros above the diagonal. n^3 / 6 multiplications and additions. If a
/// matrix is not positive definite, linalg_error is thrown: its lower triangle is lost, the matrices before it are
/// done, and the matrices behind it are as they were.
template <Tensorial X>
WEFT_FN void cholesky_in_place(X&& a, workspace& w) {
  if constexpr (detail::may_be_overwritten_square<X>())
    detail::cholesky_over(dtype_of<detail::value_t<X>>, detail::written_squares("linalg::cholesky_in_place", a), w);
}
/// Overwrites a with its factor, in a workspace of the call, which allocates memory if it needs some.
template <Tensorial X>
WEFT_FN void cholesky_in_place(X&& a) {
  workspace w;
  cholesky_in_place(a, w);
}

/// b becomes the x with a x = b. a becomes its factors, in an order that is weft's own, so its new elements are of no
/// use to the caller. By elimination with partial pivoting, n^3 / 3 + n^2 k multiplications and additions. Throws
/// layout_error if a and b share memory. The leading axes of b are the leading axes of a, broadcast; a vector b has
/// rank 1. If neither axis of a lies without gaps, the workspace holds one matrix. If linalg_error says that a matrix
/// is singular or that a pivot leaves the range, b is as it was, and a is lost. If it says "the solution overflows", as
/// solve does, both are lost.
template <Tensorial A, Tensorial B>
WEFT_FN void solve_in_place(A&& a, B&& b, workspace& w) {
  if constexpr (detail::may_be_overwritten_square<A>() && detail::may_be_overwritten<B>()) {
    using T = detail::value_t<A>;
    static_assert(std::same_as<T, detail::value_t<B>>,
                  "weft: linalg::solve_in_place: the matrix and the right side have one type of elements");
    char const* const operation = "linalg::solve_in_place";
    detail::strided_matrices const m = detail::written_squares(operation, a);
    int const tail = b.rank() == 1 ? 1 : 2;
    auto const x = detail::written_leaf(operation, b);
    auto const of_a = detail::convert_extents<dynamic_extents>(a.shape()),
               of_b = detail::convert_extents<dynamic_extents>(b.shape());
    if (!(detail::solution_extents(operation, of_a, of_b) == of_b))
      detail::throw_too_small(operation, of_a, of_b);
    detail::solve_over(dtype_of<T>, m, detail::matrices_of(x, tail), w);
  }
}
/// Overwrites b with the x of a x = b, and a with its factors, in a workspace of the call, which allocates memory if it
/// needs some.
template <Tensorial A, Tensorial B>
WEFT_FN void solve_in_place(A&& a, B&& b) {
  workspace w;
  solve_in_place(a, b, w);
}

/// a becomes its inverse, by elimination with partial pivoting: n^3 multiplications and additions. The workspace holds
/// the factors of one matrix. If a matrix is singular, or a pivot leaves the range, linalg_error is thrown: this matrix
/// and the matrices behind it are as they were, and the matrices before it are inverted. If the error says "the inverse
/// overflows", this matrix is lost.
template <Tensorial X>
WEFT_FN void inv_in_place(X&& a, workspace& w) {
  if constexpr (detail::may_be_overwritten_square<X>())
    detail::invert_over(dtype_of<detail::value_t<X>>, detail::written_squares("linalg::inv_in_place", a), w);
}
/// Overwrites a with its inverse, in a workspace of the call, which allocates memory if it needs some.
template <Tensorial X>
WEFT_FN void inv_in_place(X&& a) {
  workspace w;
  inv_in_place(a, w);
}

} // namespace linalg
} // namespace weft
