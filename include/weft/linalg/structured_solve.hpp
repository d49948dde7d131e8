#pragma once
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/structured_product.hpp>

// Solutions, inverses, determinants and factors of matrices of which more is known (linalg/structured.hpp).
namespace weft {

namespace detail {

/// Throws linalg_error where an element of a triangle that is read is not finite, or one of its diagonal is 0.
template <class T>
WEFT_API void check_triangles(char const* operation, matrix_structure const& structure, matrix_stack<const T> const& a);
/// Throws linalg_error where a number is not finite, or is 0; columns are the diagonals of matrices.
template <class T>
WEFT_API void check_diagonals(char const* operation, matrix_stack<const T> const& diagonals);
/// The room that the products want which solve with a triangle a, or invert it; 0: none.
template <class T>
WEFT_API index_t room_for_triangles(matrix_structure const& structure, bool inverse, matrix_stack<const T> const& a,
                                    matrix_stack<T> const& x);
/// True if no element is NaN or infinite.
template <class T>
WEFT_API bool is_finite_stack(matrix_stack<T> const& x);
/// Throws linalg_error where an element of x is not finite, and that of b, which was divided, is.
template <class T>
WEFT_API void require_quotients(char const* operation, bool inverse, matrix_stack<T> const& x,
                                matrix_stack<const T> const& b);
/// x = the inverse of a times x, for each matrix of stacks; `inverse`: x = the inverse of a. Throws linalg_error where
/// a solution of a finite right side is not finite, or the inverse is not.
template <class T>
WEFT_API void solve_triangles(char const* operation, matrix_structure const& structure, bool inverse,
                              matrix_stack<const T> const& a, matrix_stack<T> const& x, void* room, index_t room_bytes);
/// In explain(): own dtrsm(N) n=100 columns=3 batch=2, with the letters of own dtrmm; own dtrtri(N) n=100.
template <class T>
WEFT_API void note_triangles(session& s, matrix_structure const& structure, bool inverse,
                             matrix_stack<const T> const& a, matrix_stack<T> const& x);

/// A triangle is read where it lies: what is written is the target alone.
template <class T, class L, class E, class B>
WEFT_FN void solve_with_triangle(char const* operation, strided_leaf<T, L> const& target, session& s, E const& matrix,
                                 B const& b, bool inverse) {
  const matrix_structure structure = structure_of(matrix);
  const auto read = read_matrix(matrix);
  using in_memory = memory_of<T, std::remove_const_t<decltype(read)>>;
  const auto leaf = in_memory::leaf(read, s);
  const matrix_stack<const T> a = stack_of(leaf, false, false, in_memory::conj);
  const matrix_stack<T> x = stack_of(target, false, !inverse && b.rank() == 1);
  const auto room = new_room(room_for_triangles<T>(structure, inverse, a, x), s);
  described(s, [&](session& t) { note_triangles<T>(t, structure, inverse, a, x); });
  compute(s, [&] { check_triangles<T>(operation, structure, a); });
  assign(target, b, s);
  compute(s, [&] { solve_triangles<T>(operation, structure, inverse, a, x, room.data, room.place.size()); });
}

/// The function object of solve with a structured matrix.
template <class T, class Extents, class Order>
struct structured_solution : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.in_parts = true, .refuses_late = true};
  /// How a matrix is solved with of which nothing is known, and a symmetric one: by weft's own LU of all of it. On one
  /// triangle LAPACK's sytrf took 1.45 and 1.16 of its time for 100 x 100 and 300 x 300 doubles, 0.86 for 1000 x 1000,
  /// 1.0 to 1.2 for floats, and 0.6 to 0.65 for complex doubles, who may take ldlt_factor (one core of Zen 5, OpenBLAS
  /// 0.3.21).
  using any_matrix = solve_operation<T, Extents, Order>;
  using symmetric_matrix = any_matrix;

  template <class L, class A, class B>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& a, B const& b) const {
    constexpr matrix_kind kind = structured_form<A>::kind;
    const matrix_structure structure = structure_of(a);
    if constexpr (!structured_form<A>::sure)
      if (!structure.holds)
        return any_matrix{}.evaluate(target, s, a, b);
    if constexpr (kind == matrix_kind::diagonal) {
      divide(target, s, a, b);
    } else if constexpr (kind == matrix_kind::positive_definite) {
      const strided_matrices x = matrices_of(target, b.rank() == 1 ? 1 : 2);
      const factored_matrices<T> factors("linalg::solve", factor_kind::cholesky, !structure.lower, x, false,
                                         read_matrix(a), s);
      assign(target, b, s);
      compute(s, [&] { solve_with(factors.job(), x); });
    } else if constexpr (kind == matrix_kind::symmetric || kind == matrix_kind::hermitian) {
      symmetric_matrix{}.evaluate(target, s, a, b);
    } else {
      solve_with_triangle("linalg::solve", target, s, a, b, false);
    }
  }

private:
  template <class L, class A, class B>
  WEFT_FN static void divide(strided_leaf<T, L> const& target, session& s, A const& a, B const& b) {
    const auto read = read_diagonal(a);
    using in_memory = memory_of<T, std::remove_const_t<decltype(read)>>;
    const auto leaf = in_memory::leaf(read, s);
    compute(s, [&] { check_diagonals<T>("linalg::solve", stack_of(leaf, false, true)); });
    const auto by = [&](auto const& divisors) {
      assign(target, make_binary<op::divide>(b, divisors), s);
      const auto stack = [&](auto const& e) { return stack_of(e, false, b.rank() == 1); };
      bool finite = true;
      compute(s, [&] { finite = is_finite_stack<T>(stack(target)); });
      if (finite)
        return;
      auto sides = new_temporary<T>(target.extents(), s);
      assign(sides.template borrowed<T>(), b, s);
      require_quotients<T>("linalg::solve", false, stack(target), stack(std::move(sides).to_read()));
    };
    const auto values = [&] {
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
  static constexpr deferred_traits traits{.in_parts = true, .refuses_late = true};
  static constexpr bool inverts = true;
  using any_matrix = inv_operation<T, Extents, Order>;

  template <class L, class A>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& a) const {
    constexpr matrix_kind kind = structured_form<A>::kind;
    const matrix_structure structure = structure_of(a);
    if constexpr (!structured_form<A>::sure)
      if (!structure.holds)
        return any_matrix{}.evaluate(target, s, a);
    const constant_leaf<T> zero(T(0));
    if constexpr (kind == matrix_kind::diagonal) {
      const auto read = read_diagonal(a);
      auto values = new_temporary<T>(read.extents(), s);
      assign(values.template borrowed<T>(), read, s);
      const auto leaf = std::move(values).to_read();
      compute(s, [&] { check_diagonals<T>("linalg::inv", stack_of(leaf, false, true)); });
      assign(target, zero, s);
      const auto diagonal = window_of_leaf(target, last_diagonal{});
      assign(diagonal, make_binary<op::divide>(constant_leaf<T>(T(1)), leaf), s);
      compute(s, [&] {
        require_quotients<T>("linalg::inv", true, stack_of(diagonal, false, true), stack_of(leaf, false, true));
      });
    } else if constexpr (kind == matrix_kind::positive_definite) {
      const strided_matrices x = matrices_of(target, 2);
      const factored_matrices<T> factors("linalg::inv", factor_kind::cholesky, !structure.lower, x, true,
                                         read_matrix(a), s);
      compute(s, [&] { invert_with(factors.job(), x); });
    } else if constexpr (kind == matrix_kind::symmetric || kind == matrix_kind::hermitian) {
      any_matrix{}.evaluate(target, s, a);
    } else {
      solve_with_triangle("linalg::inv", target, s, a, zero, true);
    }
  }
};

template <Structured A>
struct solver_of<A> {
  template <class T, class Extents, class Order>
  using solve = structured_solution<T, Extents, Order>;
  template <class T, class Extents, class Order>
  using inv = structured_inverse<T, Extents, Order>;
};

/// The diagonals of triangles, packed: 1 where the triangle says so.
template <class T, class E>
WEFT_FN packed_elements<T> packed_diagonals(E const& e, matrix_batch const& b) {
  packed_elements<T> out(b.count * b.rows);
  const auto values = window_of(e, last_diagonal{});
  pack_matrices(out.data(), values.extents(), 1, true, values);
  return out;
}

template <class X>
concept DiagonalDeterminant = StructuredTriangle<X> || StructuredDiagonal<X>;

/// f of the matrix of which the lower triangle is read as that of e, symmetric or Hermitian; f reads no other.
template <class E, class F>
WEFT_FN auto with_lower_triangle(E const& e, F const& f) {
  const matrix_structure structure = structure_of(e);
  const auto read = read_matrix(e);
  if (structure.holds && structure.lower)
    return f(read);
  return f(tensor_of<decltype(read)&>(without_structure(e)));
}

} // namespace detail

namespace linalg {

/// Solves with lower(a), upper(a), unit_lower(a) or unit_upper(a), or a batch of such, as solve does; other kinds of
/// matrices are refused when it is compiled.
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

/// Of a triangular or a diagonal matrix: the product of its diagonal, of which alone linalg_error says that it is not
/// finite; nothing else is read.
template <Tensorial X>
  requires detail::DiagonalDeterminant<X>
[[nodiscard]] WEFT_FN auto det(X const& a) {
  detail::refuse_followed<X>();
  using T = detail::linear_t<X>;
  using Order = detail::deduced_order<X const&>;
  const auto e = detail::capture(a);
  const detail::square_batch b("linalg::det", e.extents());
  if constexpr (!detail::structured_form<std::remove_const_t<decltype(e)>>::sure)
    if (!detail::structure_of(e).holds)
      return det(detail::without_structure(e));
  const auto diagonals = detail::packed_diagonals<T>(e, b);
  return detail::number_for_each<T, Order>(e.extents(), [&](T* values) {
    detail::determinants_of_diagonals(dtype_of<T>, diagonals.data(), b.count, b.rows, values, nullptr);
  });
}
/// The sign and the logarithm of the modulus of that determinant; of a singular matrix 0 and minus infinity.
template <Tensorial X>
  requires detail::DiagonalDeterminant<X>
[[nodiscard]] WEFT_FN auto slogdet(X const& a) {
  detail::refuse_followed<X>();
  using T = detail::linear_t<X>;
  using Order = detail::deduced_order<X const&>;
  const auto e = detail::capture(a);
  const detail::square_batch b("linalg::slogdet", e.extents());
  if constexpr (!detail::structured_form<std::remove_const_t<decltype(e)>>::sure)
    if (!detail::structure_of(e).holds)
      return slogdet(detail::without_structure(e));
  const auto diagonals = detail::packed_diagonals<T>(e, b);
  return detail::signs_and_logarithms<T, Order>(e.extents(), [&](T* signs, detail::real_t<T>* logarithms) {
    detail::determinants_of_diagonals(dtype_of<T>, diagonals.data(), b.count, b.rows, signs, logarithms);
  });
}

/// Of symmetric(a), hermitian(a), positive_definite(a): that of a, whose lower triangle is read as it is.
template <Tensorial X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto cholesky(X const& a) {
  return detail::with_lower_triangle(detail::capture(a), [](auto const& e) { return cholesky(e); });
}
/// Of symmetric(a), hermitian(a), positive_definite(a): those of a, taken for Hermitian as it is there.
template <Tensorial X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  return detail::with_lower_triangle(detail::capture(a), [](auto const& e) { return eigh(e); });
}
/// The values alone.
template <Tensorial X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  return detail::with_lower_triangle(detail::capture(a), [](auto const& e) { return eigvalsh(e); });
}

} // namespace linalg
} // namespace weft
