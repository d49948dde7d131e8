#pragma once
#include <weft/ops/equal.hpp>
#include <weft/sparse/arithmetic.hpp>

// Selection, comparison and combination of entries.
namespace weft {

/// Returns the matrix without the entries whose modulus is at most the tolerance; NaN stays.
template <Sparse A>
[[nodiscard]] WEFT_FN detail::sparse_copy<A> without_zeros(A const& a, double tolerance = 0) {
  using result = detail::sparse_copy<A>;
  auto const& p = detail::sparse_access::stored(a);
  using index = typename result::index_type;
  tensor<index, 1> offsets(p.offsets), indices(p.indices);
  tensor<typename result::value_type, 1> values(p.values);
  index_t const left = detail::compressed_kernels<typename result::value_type, index>::prune(
      detail::structure_of(a).lines, tolerance, detail::target_of(offsets, indices, values));
  return detail::shortened<typename result::value_type, typename result::order_type>(
      p.rows, p.columns, std::move(offsets), std::move(indices), std::move(values), left);
}

/// True if both have one shape and equal elements, whatever is stored. Both are copied without their zeros; NaN equals
/// nothing.
template <Sparse A, Sparse B>
[[nodiscard]] WEFT_FN bool operator==(A const& a, B const& b) {
  if (!(a.shape() == b.shape()))
    return false;
  using result = detail::sparse_sum<detail::common_value<A, B>, A, B>;
  result const x = without_zeros(detail::as_sparse<result>(a)), y = without_zeros(detail::as_sparse<result>(b));
  return (x.nonzeros() == 0 && y.nonzeros() == 0) ||
         (x.offsets() == y.offsets() && x.indices() == y.indices() && x.values() == y.values());
}

/// The main diagonal, as a dense tensor. It takes min(rows, columns) bisections.
template <Sparse A>
[[nodiscard]] WEFT_FN auto diag(A&& a) {
  index_t const n = a.extent(0) < a.extent(1) ? a.extent(0) : a.extent(1);
  tensor<detail::sparse_value<A>, 1> out(n);
  for (index_t i = 0; i < n; ++i)
    out(i) = a(i, i);
  return out;
}

/// The rows of a matrix, axis 0, or its columns, axis 1, at given indices, in that order: a permutation, a block, one
/// row several times. Rows of csr and columns of csc are copied; along the other axis the matrix is converted to the
/// other order and back, two more passes. Throws index_error if an index is outside of the axis; negative indices do
/// not wrap.
template <Sparse A, detail::IndexTensor At, detail::Axis Along>
[[nodiscard]] WEFT_FN detail::sparse_copy<A> take(A&& a, At&& indices, Along axis) {
  using result = detail::sparse_copy<A>;
  using index = typename result::index_type;
  using T = typename result::value_type;
  constexpr int lines_axis = detail::has_rows<typename result::order_type> ? 0 : 1;
  if (detail::check_axis("take", detail::as_axis<A>(axis), 2) != lines_axis)
    return result(take(sparse<T, detail::other_order<typename result::order_type>, index>(a), indices, axis));
  tensor<index_t, 1> const lines(cast<index_t>(indices));
  auto const from = detail::compressed_of(a);
  tensor<index, 1> offsets(lines.size() + 1);
  index_t const entries =
      detail::compressed_indices<index>::count_lines(from, lines.data(), lines.size(), offsets.data());
  tensor<index, 1> places(uninit, entries);
  tensor<T, 1> values(uninit, entries);
  detail::compressed_kernels<T, index>::take_lines(from, lines.data(), lines.size(),
                                                   detail::target_of(offsets, places, values));
  return detail::sparse_access::made<T, typename result::order_type>(
      lines_axis == 0 ? lines.size() : a.extent(0), lines_axis == 0 ? a.extent(1) : lines.size(), std::move(offsets),
      std::move(places), std::move(values));
}

/// The Kronecker product: blocks a(i, j) * b. It has an entry for each pair of entries of a and b, and takes a pass
/// over them.
template <Sparse A, Sparse B>
[[nodiscard]] WEFT_FN auto kron(A&& a, B&& b) {
  using result = detail::sparse_sum<detail::common_value<A, B>, A, B>;
  using T = typename result::value_type;
  using index = typename result::index_type;
  decltype(auto) left = detail::as_sparse<result>(a);
  decltype(auto) right = detail::as_sparse<result>(b);
  auto const product = [](index_t m, index_t n) { return detail::checked_count(weft::shape(m, n), "kron"); };
  result const whole(product(a.extent(0), b.extent(0)), product(a.extent(1), b.extent(1)));
  index_t const entries = product(a.nonzeros(), b.nonzeros());
  detail::check_numbers<index>("kron", entries);
  tensor<index, 1> offsets(whole.offsets()), indices(uninit, entries);
  tensor<T, 1> values(uninit, entries);
  auto const x = detail::compressed_of(left), y = detail::compressed_of(right);
  auto const to = detail::target_of(offsets, indices, values);
  index_t at = 0;
  for (index_t line = 0; line < x.lines * y.lines; ++line) {
    index_t const i = line / y.lines, k = line % y.lines;
    for (auto e = index_t(x.offsets[i]); e < index_t(x.offsets[i + 1]); ++e)
      for (auto f = index_t(y.offsets[k]); f < index_t(y.offsets[k + 1]); ++f) {
        to.indices[at] = static_cast<index>(index_t(x.indices[e]) * y.width + index_t(y.indices[f]));
        to.values[at++] = static_cast<T>(detail::multiply(x.values[e], y.values[f]));
      }
    to.offsets[line + 1] = static_cast<index>(at);
  }
  return detail::sparse_access::made<T, typename result::order_type>(
      whole.extent(0), whole.extent(1), std::move(offsets), std::move(indices), std::move(values));
}

} // namespace weft
