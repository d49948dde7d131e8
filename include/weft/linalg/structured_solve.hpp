#pragma once
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/structured_product.hpp>

// Solutions, inverses, determinants and factors of matrices of known structure (linalg/structured.hpp).
namespace weft {

namespace detail {

/// Throws linalg_error if an element of the diagonals is 0 or not finite. `diagonals` has the diagonal of each matrix.
WEFT_API void check_diagonals(char const* operation, dtype type, strided_matrices const& diagonals);
/// True if no element is NaN or infinite.
WEFT_API bool are_finite_matrices(dtype type, strided_matrices const& x);
/// Throws linalg_error if an element of x is not finite although the element of b, which was divided, is finite.
WEFT_API void require_quotients(char const* operation, dtype type, bool inverse, strided_matrices const& x,
                                strided_matrices const& b);

/// Returns the matrices of a leaf that is read, for functions that do not write them.
template <class T, class L, class K>
WEFT_FN strided_matrices read_matrices(strided_leaf<T, L, K> const& leaf, int tail) {
  return matrices_of(
      strided_leaf<std::remove_const_t<T>, L>(const_cast<std::remove_const_t<T>*>(leaf.data), leaf.place, {}), tail);
}

/// Calls use(factors) with the factors of a: a triangle, read where it lies, or the Cholesky factors of a copy.
template <class T, class A, class F>
WEFT_FN void with_structured_factors(char const* operation, strided_matrices const& x, bool inverse, A const& a,
                                     session& s, F const& use) {
  constexpr bool definite = structured_form<A>::kind == matrix_kind::positive_definite;
  matrix_structure const structure = structure_of(a);
  factored_matrices<T> factors(operation, definite ? factor_kind::cholesky : factor_kind::triangle, x, inverse);
  factors.job.upper = !structure.lower;
  auto const read = read_matrix(a);
  if constexpr (definite) {
    factors.factor(read, s);
    use(factors);
  } else {
    using in_memory = memory_of<T, std::remove_const_t<decltype(read)>>;
    auto const leaf = in_memory::leaf(read, s);
    factors.job.unit = structure.kind == matrix_kind::unit_triangle;
    factors.job.conj = in_memory::conj;
    factors.job.matrices = read_matrices(leaf, 2);
    factors.factor(s);
    use(factors);
  }
}

template <class A, matrix_kind... Kinds>
inline constexpr bool is_of_kind = ((structured_form<A>::kind == Kinds) || ...);
template <class A>
inline constexpr bool is_symmetric_form = is_of_kind<A, matrix_kind::symmetric, matrix_kind::hermitian>;
template <class A>
inline constexpr bool is_diagonal_form = is_of_kind<A, matrix_kind::diagonal>;
template <class A>
inline constexpr bool may_be_general = is_symmetric_form<A> || !structured_form<A>::sure;
/// True if systems with the matrix are solved by the LU of a general matrix: it does not have the structure that its
/// type says, or it is symmetric. On one triangle LAPACK's sytrf took 1.45 and 1.16 of the time of weft's own LU for
/// 100 x 100 and 300 x 300 doubles, 0.86 for 1000 x 1000, 1.0 to 1.2 for floats, and 0.6 to 0.65 for complex doubles,
/// for which programs may call ldlt_factor (one core of Zen 5, OpenBLAS 0.3.21).
template <class A>
WEFT_FN bool is_general(A const& a) {
  return is_symmetric_form<A> || !structure_of(a).holds;
}

/// The function object of solve with a structured matrix.
template <class T, class Extents, class Order>
struct structured_solution : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};

  template <class L, class A, class B>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& a, B const& b) const {
    if constexpr (may_be_general<A>)
      if (is_general(a))
        return solve_operation<T, Extents, Order>{}.evaluate(target, s, a, b);
    if constexpr (is_diagonal_form<A>)
      divide(target, s, a, b);
    else if constexpr (!is_symmetric_form<A>)
      with_structured_factors<T>("linalg::solve", matrices_of(target, b.rank() == 1 ? 1 : 2), false, a, s,
                                 [&](factored_matrices<T> const& factors) { factors.solve(target, b, s); });
  }

private:
  template <class L, class A, class B>
  WEFT_FN static void divide(strided_leaf<T, L> const& target, session& s, A const& a, B const& b) {
    auto const read = read_diagonal(a);
    using in_memory = memory_of<T, std::remove_const_t<decltype(read)>>;
    auto const leaf = in_memory::leaf(read, s);
    compute(s, [&] { check_diagonals("linalg::solve", dtype_of<T>, read_matrices(leaf, 1)); });
    auto const by = [&](auto const& divisors) {
      assign(target, make_binary<op::divide>(b, divisors), s);
      int const tail = b.rank() == 1 ? 1 : 2;
      bool finite = true;
      compute(s, [&] { finite = are_finite_matrices(dtype_of<T>, matrices_of(target, tail)); });
      if (finite)
        return;
      auto sides = new_temporary<T>(target.extents(), s);
      assign(sides.template borrowed<T>(), b, s);
      require_quotients("linalg::solve", dtype_of<T>, false, matrices_of(target, tail), matrices_of(sides, tail));
    };
    auto const values = [&] {
      using D = std::remove_const_t<decltype(leaf)>;
      if constexpr (in_memory::conj)
        return node<op::conj, D>(op::conj{}, leaf);
      else
        return leaf;
    }();
    if constexpr (B::static_rank != 1)
      if (b.rank() != 1)
        return by(window_of(values, expander<int>{values.rank()}));
    if constexpr (B::static_rank <= 1)
      by(values);
  }
};

/// The function object of inv of a structured matrix.
template <class T, class Extents, class Order>
struct structured_inverse : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};
  static constexpr bool inverts = true;

  template <class L, class A>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& a) const {
    if constexpr (may_be_general<A>)
      if (is_general(a))
        return inv_operation<T, Extents, Order>{}.evaluate(target, s, a);
    if constexpr (is_diagonal_form<A>)
      divide(target, s, a);
    else if constexpr (!is_symmetric_form<A>)
      with_structured_factors<T>("linalg::inv", matrices_of(target, 2), true, a, s,
                                 [&](factored_matrices<T> const& factors) { factors.invert(s); });
  }

private:
  template <class L, class A>
  WEFT_FN static void divide(strided_leaf<T, L> const& target, session& s, A const& a) {
    auto const read = read_diagonal(a);
    auto values = new_temporary<T>(read.extents(), s);
    assign(values.template borrowed<T>(), read, s);
    auto const leaf = std::move(values).to_read();
    compute(s, [&] { check_diagonals("linalg::inv", dtype_of<T>, read_matrices(leaf, 1)); });
    assign(target, constant_leaf<T>(T(0)), s);
    auto const diagonal = window_of_leaf(target, last_diagonal{});
    assign(diagonal, make_binary<op::divide>(constant_leaf<T>(T(1)), leaf), s);
    compute(s, [&] {
      require_quotients("linalg::inv", dtype_of<T>, true, matrices_of(diagonal, 1), read_matrices(leaf, 1));
    });
  }
};

template <Structured A>
struct solver_of<A> {
  template <class T, class Extents, class Order>
  using solve = structured_solution<T, Extents, Order>;
  template <class T, class Extents, class Order>
  using inv = structured_inverse<T, Extents, Order>;
};

/// Calls use(e, f) for an operand whose determinant is the product of its diagonal, which has 1 everywhere for unit
/// triangles. f(values, logarithms) writes the determinants, or their signs and logarithms. Calls general(a) if the
/// operand does not have the structure that its type says.
template <class X, class General, class Use>
WEFT_FN auto with_diagonals(char const* operation, X const& a, General const& general, Use const& use) {
  refuse_followed<X>();
  using T = linear_t<X>;
  auto const e = capture(a);
  square_batch const b(operation, e.extents());
  if constexpr (!structured_form<std::remove_const_t<decltype(e)>>::sure)
    if (!structure_of(e).holds)
      return general(without_structure(e));
  packed_elements<T> const diagonals(b.count * b.rows);
  auto const values = window_of(e, last_diagonal{});
  pack_matrices(diagonals.data(), values.extents(), 1, true, values);
  return use(e, [&](T* to, real_t<T>* logarithms) {
    determinants_of_diagonals(dtype_of<T>, diagonals.data(), b.count, b.rows, to, logarithms);
  });
}

template <class X>
concept DiagonalDeterminant = StructuredTriangle<X> || StructuredDiagonal<X>;

/// Calls f with a symmetric or Hermitian matrix whose lower triangle is the lower triangle of e; f reads no other
/// elements.
template <class E, class F>
WEFT_FN auto with_lower_triangle(E const& e, F const& f) {
  matrix_structure const structure = structure_of(e);
  auto const read = read_matrix(e);
  if (structure.holds && structure.lower)
    return f(read);
  return f(tensor_of<decltype(read)&>(without_structure(e)));
}

} // namespace detail

namespace linalg {

/// Solves with lower(a), upper(a), unit_lower(a) or unit_upper(a), or a batch of such, as solve does; the compiler
/// refuses other kinds of matrices.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto solve_triangular(A&& a, B&& b) {
  constexpr bool fits = detail::StructuredTriangle<A>;
  static_assert(fits,
                "weft: linalg::solve_triangular: the matrix is lower(a), upper(a), unit_lower(a) or unit_upper(a)");
  if constexpr (fits)
    return solve(static_cast<A&&>(a), static_cast<B&&>(b));
  else
    return detail::refused_value{};
}

/// The determinant of a triangular or a diagonal matrix: the product of its diagonal. Nothing else is read, so
/// linalg_error is thrown only if the diagonal is not finite.
template <Tensorial X>
  requires detail::DiagonalDeterminant<X>
[[nodiscard]] WEFT_FN auto det(X const& a) {
  using T = detail::linear_t<X>;
  return detail::with_diagonals(
      "linalg::det", a, [](auto const& e) { return det(e); },
      [](auto const& e, auto const& f) {
        return detail::number_for_each<T, detail::deduced_order<X const&>>(e.extents(),
                                                                           [&](T* values) { f(values, nullptr); });
      });
}
/// The sign of the determinant of a triangular or diagonal matrix, and the logarithm of its modulus; 0 and minus
/// infinity if the matrix is singular.
template <Tensorial X>
  requires detail::DiagonalDeterminant<X>
[[nodiscard]] WEFT_FN auto slogdet(X const& a) {
  return detail::with_diagonals(
      "linalg::slogdet", a, [](auto const& e) { return slogdet(e); },
      [](auto const& e, auto const& f) {
        return detail::signs_and_logarithms<detail::linear_t<X>, detail::deduced_order<X const&>>(e.extents(), f);
      });
}

/// The Cholesky factor of a for symmetric(a), hermitian(a) and positive_definite(a); the lower triangle of a is read as
/// it is.
template <Tensorial X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto cholesky(X const& a) {
  return detail::with_lower_triangle(detail::capture(a), [](auto const& e) { return cholesky(e); });
}
/// The eigenvalues and eigenvectors of a for symmetric(a), hermitian(a) and positive_definite(a); a is taken for
/// Hermitian, as in eigh(a).
template <Tensorial X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  return detail::with_lower_triangle(detail::capture(a), [](auto const& e) { return eigh(e); });
}
/// The eigenvalues of eigh(a) alone.
template <Tensorial X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  return detail::with_lower_triangle(detail::capture(a), [](auto const& e) { return eigvalsh(e); });
}

} // namespace linalg
} // namespace weft
