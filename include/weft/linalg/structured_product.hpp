#pragma once
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/structure.hpp>

// Products with matrices of known structure (linalg/structured.hpp).
namespace weft {

namespace detail {

/// Computes c = alpha a b + beta c, or, if on_right, c = alpha b a + beta c, for each matrix of stacks. a is a
/// triangle, or a symmetric or Hermitian matrix. c is apart from a and b. explain() names it as BLAS does, with the
/// side of a and, for a triangle, a letter. N is the lower triangle of a row-major matrix; T is the upper one, which is
/// a lower one transposed; R and C are N and T conjugated: own dtrmm(L,N) m=3 n=4, own zhemm(R) m=3 n=4 batch=2, where
/// m and n are the rows and columns of c.
template <class T>
WEFT_API void multiply_structured(matrix_structure const& structure, bool on_right, T alpha,
                                  matrix_stack<T const> const& a, matrix_stack<T const> const& b, T beta,
                                  matrix_stack<T> const& c, session& s);

/// The function object of a product with one structured factor.
template <class T, class Extents, bool OnRight>
struct structured_product : result_of<T, Extents> {
  static constexpr deferred_traits traits{.accumulates = true};

  template <class Target, class A, class B>
  WEFT_FN void evaluate(Target const& target, session& s, A const& left, B const& right) const {
    accumulate(target, T(1), T(0), s, left, right);
  }

  /// Computes target = alpha * product + beta * target; old elements are not read where beta is 0.
  template <class L, class A, class B>
  WEFT_FN void accumulate(strided_leaf<T, L> const& target, T alpha, T beta, session& s, A const& left,
                          B const& right) const {
    target.keep.check("matmul");
    if constexpr (OnRight)
      multiply(target, alpha, beta, s, right, left);
    else
      multiply(target, alpha, beta, s, left, right);
  }

private:
  template <class L, class M, class B>
  WEFT_FN static void multiply(strided_leaf<T, L> const& target, T alpha, T beta, session& s, M const& matrix,
                               B const& other) {
    matrix_structure const structure = structure_of(matrix);
    if constexpr (!structured_form<M>::sure)
      if (!structure.holds) {
        matmul_operation<T, Extents> const any{};
        if constexpr (OnRight)
          return any.accumulate(target, alpha, beta, s, other, matrix);
        else
          return any.accumulate(target, alpha, beta, s, matrix, other);
      }
    auto const read = read_matrix(matrix);
    using in_memory = memory_of<T, std::remove_const_t<decltype(read)>>;
    using operand = product_operand<B>;
    auto const x = in_memory::leaf(read, s);
    auto const y = operand::leaf(other, s);
    T const factor = store_as<T>(detail::multiply(operand::factor(other), alpha));
    bool const row = OnRight && other.rank() == 1, column = !OnRight && other.rank() == 1;
    matrix_stack<T const> const a = stack_of(x, false, false, in_memory::conj);
    matrix_stack<T const> const b = stack_of(y, row, column, operand::conj);
    matrix_stack<T> const c = stack_of(target, row, column);
    if (!shares_memory(a, c) && !shares_memory(b, c))
      return multiply_structured<T>(structure, OnRight, factor, a, b, beta, c, s);
    auto const values = new_temporary<T>(convert_extents<Extents>(target.extents()), s);
    auto const products = values.template borrowed<T>();
    multiply_structured<T>(structure, OnRight, factor, a, b, T(0), stack_of(products, row, column), s);
    add_to_old(target, products, beta, s);
  }
};

/// Returns a factor as an expression of its elements, without its structure.
template <class E>
WEFT_FN auto without_structure(E const& e) {
  return e;
}
template <matrix_kind Kind, bool Sure, class... C>
WEFT_FN auto without_structure(node<op::structured<Kind, Sure>, C...> const& e) {
  using plain = op::unstructured<op::structured<Kind, Sure>>;
  return node<plain, C...>(plain{e.function}, e.children, e.extents());
}
template <class E>
  requires structured_form<E>::exists
WEFT_FN auto without_structure(node<op::conj, E> const& e) {
  auto inner = without_structure(get<0>(e.children));
  return node<op::conj, decltype(inner)>(op::conj{}, std::move(inner));
}

/// Returns the diagonal of a matrix in a shape that multiplies the rows of b, or its columns.
template <bool OfRows, class D, class B>
WEFT_FN auto scale_by_diagonal(D const& matrix, [[maybe_unused]] B const& b) {
  auto const values = read_diagonal(matrix);
  constexpr int rank = std::remove_const_t<decltype(values)>::static_rank;
  using behind = boost::hana::int_<OfRows ? rank : rank - 1>;
  if constexpr (B::static_rank == 1)
    return values;
  else
    return window_of(values, expander<behind>{});
}

/// True if matmul multiplies by the diagonal of A alone, because the types say that A is diagonal.
template <class A, class B>
concept DiagonalFactor = StructuredDiagonal<A> && rank_of<A> >= 2 && rank_of<B> >= 1;
template <class A, class B>
concept StructuredFactor = (Structured<A> || Structured<B>) && !InverseFactor<A, B>;

template <class A, class B>
  requires StructuredFactor<A, B>
struct multiplied<A, B> {
  template <class X, class Y, Shape S>
  WEFT_FN static auto of(X&& x, Y&& y, S const& shape) {
    using T = product_t<typename X::value_type, typename Y::value_type>;
    constexpr bool compiled = is_blas_product<T, typename X::value_type, typename Y::value_type, T>;
    if constexpr (DiagonalFactor<X, Y>) {
      return make_binary<op::times>(scale_by_diagonal<true>(x, y), static_cast<Y&&>(y));
    } else if constexpr (DiagonalFactor<Y, X>) {
      auto columns = scale_by_diagonal<false>(y, x);
      return make_binary<op::times>(static_cast<X&&>(x), std::move(columns));
    } else if constexpr (compiled && Structured<X> && !StructuredDiagonal<X>) {
      return make_deferred("matmul", structured_product<T, S, false>{}, shape, static_cast<X&&>(x),
                           static_cast<Y&&>(y));
    } else if constexpr (compiled && Structured<Y> && !StructuredDiagonal<Y>) {
      return make_deferred("matmul", structured_product<T, S, true>{}, shape, static_cast<X&&>(x), static_cast<Y&&>(y));
    } else {
      return matmul(without_structure(x), without_structure(y));
    }
  }
};

} // namespace detail
} // namespace weft
