#pragma once
#include <weft/ops/math.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/sparse/entries.hpp>

// Reductions of sparse matrices. sum(s) is the sum of all elements; sum(s, 0) and sum(s, 1) are dense vectors, the sums
// of the columns and of the rows, by one pass over the entries in one thread. Integers are summed in 64 bits. Throws
// index_error for another axis.
namespace weft {

namespace detail {

/// Returns the sum of all elements, or the sums along an axis; ops/reduction.hpp calls it.
template <Sparse A, class... Axis>
WEFT_FN auto reduction_of_sparse(answered_above, reduction<reducer::sum> const& r, A const& a, Axis... axis) {
  using T = sparse_value<A>;
  constexpr bool fits = sizeof...(Axis) == 0 || (sizeof...(Axis) == 1 && (detail::Axis<Axis> && ...));
  static_assert(fits, "weft: sum of a sparse matrix: sum(s), sum(s, 0), sum(s, 1)");
  if constexpr (sizeof...(Axis) == 0) {
    return r(a.values());
  } else if constexpr (!fits) {
    return refused_value{};
  } else {
    bool const down = (check_axis("sum", as_axis<A>(axis), 2), ...) == 0;
    using kernels = compressed_kernels<T, sparse_index<A>>;
    tensor<typename kernels::sum_type, 1> sums(a.extent(down ? 1 : 0));
    kernels::sum_entries(compressed_of(a), down == has_rows<sparse_order<A>>, sums.data());
    return sums;
  }
}
template <template <class> class R, class O, Sparse A, class... Axis>
WEFT_FN auto reduction_of_sparse(answered_above, reduction<R, O> const&, A const&, Axis...) {
  static_assert(always_false<A>,
                "weft: of a sparse matrix there are sum, max, min and norm; of its entries, s.values(), "
                "all reductions, and of to_dense(s)");
  return refused_value{};
}

/// Returns the largest or the smallest element: `reduce` finds it among the entries, and `of_two` compares it with 0,
/// unless every element is an entry.
template <Sparse A, class Reduce, class Operation>
WEFT_FN sparse_value<A> extreme(A const& a, Reduce const& reduce, Operation const& of_two) {
  using T = sparse_value<A>;
  index_t const rows = a.extent(0), entries = a.nonzeros();
  bool const full = rows == 0 || (entries % rows == 0 && entries / rows == a.extent(1));
  if (entries == 0 && !full)
    return T{};
  T const found = static_cast<T>(reduce(a.values()));
  return full ? found : static_cast<T>(of_two(found, T{}));
}

} // namespace detail

/// The largest element, where elements that are not stored count as 0; NaN if an entry is NaN.
template <Sparse A>
[[nodiscard]] WEFT_FN detail::sparse_value<A>(max)(A&& a) {
  return detail::extreme(a, [](auto const& x) { return (max)(x); }, op::maximum{});
}
/// The smallest element, otherwise as max.
template <Sparse A>
[[nodiscard]] WEFT_FN detail::sparse_value<A>(min)(A&& a) {
  return detail::extreme(a, [](auto const& x) { return (min)(x); }, op::minimum{});
}
/// The Frobenius norm, computed from the entries.
template <Sparse A>
[[nodiscard]] WEFT_FN auto norm(A&& a) {
  return norm(a.values());
}

} // namespace weft
