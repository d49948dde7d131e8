#pragma once
#include <weft/grad/computed.hpp>
#include <weft/sparse/arithmetic.hpp>
#include <weft/sparse/assembly.hpp>
#include <weft/sparse/solve.hpp>

// Gradients of products with sparse matrices, of solutions and of assemblies, with respect to vectors and dense
// matrices, and to the values of the entries.
namespace weft {

namespace detail {

/// Returns an operand as a matrix: a vector is a column.
template <class T, class E>
WEFT_FN matrix_operand<T const> sampled_matrix(E const& e) {
  return {e.data, matrix_of(e.place, false, e.rank() == 1)};
}

/// If y = a x has the gradient G, the gradient of x is transpose(a) G, and the gradient of the entry at (row, column)
/// is the sum over the columns of G(row) x(column).
template <class T, class Extents, class Index>
struct adjoint<sparse_product<T, Extents, Index>> {
  template <class F, class L, class G, class O, class J, class V, class X>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, O const& offsets, J const& indices, V const& values,
                              X const& x) {
    if constexpr (is_followed<X>)
      hand_to(x, sparse_product_of<T, Index>(f.columns, f.rows, !f.by_rows, offsets, indices, unfollowed(values), g));
    if constexpr (is_followed<V>) {
      session s;
      auto const& o = in_memory(offsets, s);
      auto const& j = in_memory(indices, s);
      auto const before = unfollowed(x);
      auto const& right = in_memory(before, s);
      auto const by_values = new_temporary<T>(values.extents(), s);
      compressed_kernels<T, Index>::sample(
          {f.by_rows ? f.rows : f.columns, f.by_rows ? f.columns : f.rows, o.data, j.data}, f.by_rows,
          sampled_matrix<T>(g), sampled_matrix<T>(right), by_values.data);
      hand_to(values, by_values.template borrowed<T const>());
    }
  }
};

/// If the x of a x = b has the gradient G, the gradient B of b solves transpose(a) B = G. The gradient of the entry at
/// (row, column) is the negative sum over the columns of B(row) x(column).
template <Sparse S>
struct sparse_solution_gradient {
  S matrix;
  template <class X, class G, class V, class B>
  WEFT_FN void operator()(X const& x, G const& g, V const& values, B const& b) const {
    using T = sparse_value<S>;
    auto const by_b = linalg::solve(transpose(matrix), g);
    if constexpr (is_followed<B>)
      hand_to(b, capture(by_b));
    if constexpr (is_followed<V>) {
      session s;
      auto const by_values = new_temporary<T>(values.extents(), s);
      compressed_kernels<T, sparse_index<S>>::sample(structure_of(matrix), has_rows<sparse_order<S>>,
                                                     sampled_matrix<T>(capture(by_b)), sampled_matrix<T>(x),
                                                     by_values.data);
      hand_to(values, make_unary<op::negate>(by_values.template borrowed<T const>()));
    }
  }
};
/// Returns the solution for the values of the entries and a right side, as a variable.
template <Sparse S, class V, class B>
WEFT_FN auto followed_solution(S const& s, V const& values, B const& b) {
  auto const operands = recorded_operands(values, b);
  auto matrix = with_values(s, unfollowed(get<0>(operands)));
  auto const x = linalg::solve(matrix, unfollowed(get<1>(operands)));
  return variable_maker::make("linalg::solve", x, sparse_solution_gradient<decltype(matrix)>{std::move(matrix)},
                              operands);
}

/// The gradient of an assembly: each block gets the gradient of the sums at its positions.
template <class P>
struct assembly_gradient {
  P positions;
  template <class R, class G, class B>
  WEFT_FN void operator()(R const&, G const& g, B const& blocks) const {
    hand_to(blocks, take(g, positions));
  }
};

/// A matrix whose values are a variable, or an expression of one.
template <Sparse S, class V>
struct followed_sparse {
  S const* structure;
  V values;
};

} // namespace detail

/// The entries of s with other values, which are a variable or an expression of one, row by row or column by column:
/// matmul(with_values(s, v), x) has gradients of v and of x. s must outlive the result, and the products made with it.
/// Throws shape_error unless there is a value for each entry.
template <Sparse S, detail::Followed V>
[[nodiscard]] WEFT_FN auto with_values(S&& s WEFT_LIFETIMEBOUND, V&& v) {
  static_assert(
      std::is_lvalue_reference_v<S> || !requires { typename std::remove_cvref_t<S>::owns_memory; },
      "weft: with_values: the matrix is a temporary: a named one gives its structure to many products");
  auto values = detail::capture(static_cast<V&&>(v));
  detail::check_count("with_values: values", detail::count_of(values.extents()), s.nonzeros());
  using plain = std::remove_cvref_t<S>;
  return detail::followed_sparse<plain, decltype(values)>{&s, std::move(values)};
}

/// The product with a vector or a matrix: see matmul of sparse/product.hpp.
template <Sparse S, class V, Tensorial X>
[[nodiscard]] WEFT_FN auto matmul(detail::followed_sparse<S, V> const& a, X&& x) {
  using T = typename V::value_type;
  S const& s = *a.structure;
  return detail::sparse_product_of<T, detail::sparse_index<S>>(
      s.extent(0), s.extent(1), detail::has_rows<detail::sparse_order<S>>, detail::capture(s.offsets()),
      detail::capture(s.indices()), a.values, detail::captured_values<T>(static_cast<X&&>(x)));
}

/// Returns a value for each entry of s: the sum of the elements of the small matrices that are added at its position.
/// It is a variable if the blocks are one. with_values(s, assembled(s, positions, blocks)) is the matrix.
template <Sparse S, Tensorial P, Tensorial B>
[[nodiscard]] WEFT_FN auto assembled(S const& s, P const& positions, B const& blocks) {
  using T = detail::value_t<B>;
  if constexpr (detail::Followed<B>) {
    auto const operands = detail::recorded_operands(blocks);
    tensor<T, 1> sums(s.nonzeros());
    add_at(sums, positions, detail::unfollowed(get<0>(operands)));
    auto places = eval(positions);
    using places_type = decltype(places);
    return detail::variable_maker::make("assembled", sums, detail::assembly_gradient<places_type>{std::move(places)},
                                        operands);
  } else {
    tensor<T, 1> sums(s.nonzeros());
    add_at(sums, positions, blocks);
    return sums;
  }
}

namespace linalg {

/// The solution with a matrix whose values are a variable; it is a variable too: see solve of sparse/solve.hpp. The
/// matrix is factored for the solution, and its transpose again for the gradient. The structure of s is copied.
template <Sparse S, class V, Tensorial B>
[[nodiscard]] WEFT_FN auto solve(detail::followed_sparse<S, V> const& a, B const& b) {
  return detail::followed_solution(*a.structure, a.values, b);
}
/// The solution with a right side that is a variable; it is a variable too.
template <Sparse S, detail::Followed B>
[[nodiscard]] WEFT_FN auto solve(S&& s, B&& b) {
  return detail::followed_solution(s, s.values(), b);
}

} // namespace linalg
} // namespace weft
