#pragma once
#include <weft/grad/statement.hpp>
#include <weft/linalg/solve.hpp>

// Gradients of solutions and inverses; M. Giles, Collected matrix derivative results for forward and reverse mode
// algorithmic differentiation, 2008. They are computed by solutions with the transposed matrix, and matrix products.
namespace weft::detail {

// Returns an expression with the same elements, but without leaves of the graph.
template <class E>
WEFT_INLINE E const& unfollowed(E const& e) {
  return e;
}
template <class T, class L>
WEFT_INLINE strided_leaf<T const, L> unfollowed(followed_leaf<T, L> const& e) {
  return {e.data, e.place, {}};
}
template <class F, class... C>
  requires is_followed<node<F, C...>>
WEFT_FN auto unfollowed(node<F, C...> const& e) {
  return unpack<sizeof...(C)>([&]<int... K>() {
    using made = node<F, std::remove_cvref_t<decltype(unfollowed(get<K>(e.children)))>...>;
    return made(e.function, make_pack(unfollowed(get<K>(e.children))...),
                convert_extents<typename made::extents_type>(e.extents()));
  });
}

/// The adjoint of the solution x of a x = b, with G the gradient of x: b gets the gradient B = solve(a^T, G), and a
/// gets -B x^T. It takes n^2 (n / 3 + 2 k) multiplications and additions for k right sides, n^2 k if a is a triangle.
struct adjoint_of_solution {
  template <class F, class L, class G, class A, class B>
  WEFT_FN static void hand_on(F const&, L const& x, G const& g, A const& a, B const& b) {
    session s;
    auto const column = is_vector(b);
    auto const by_b = evaluated(linalg::solve(matrices_transposed(unfollowed(a)), with_column(column, g)), s);
    if constexpr (is_followed<A>)
      hand_to(a, make_unary<op::negate>(matmul(by_b, matrices_transposed(with_column(column, x)))));
    hand_to(with_column(column, b), by_b);
  }
};
template <class T, class Extents, class Order>
struct adjoint<solve_operation<T, Extents, Order>> : adjoint_of_solution {};

/// The adjoint of the solution x of x a = b, with G the gradient of x: b gets the gradient B = G a^-T, and a gets -x^T
/// B.
template <class T, class Extents, class Order>
struct adjoint<solve_from_right<T, Extents, Order>> {
  template <class F, class L, class G, class B, class A>
  WEFT_FN static void hand_on(F const&, L const& x, G const& g, B const& b, A const& a) {
    session s;
    auto const row = is_vector(b);
    auto const by_b = evaluated(matmul(with_row(row, g), linalg::inv(matrices_transposed(unfollowed(a)))), s);
    if constexpr (is_followed<A>)
      hand_to(a, make_unary<op::negate>(matmul(matrices_transposed(with_row(row, x)), by_b)));
    hand_to(with_row(row, b), by_b);
  }
};

/// The adjoint of x = a^-1, with G the gradient of x: a gets the gradient -x^T G x^T. It takes 2 n^3 multiplications
/// and additions.
struct adjoint_of_inverse {
  template <class F, class L, class G, class A>
  WEFT_FN static void hand_on(F const&, L const& x, G const& g, A const& a) {
    auto const turned = matrices_transposed(x);
    hand_to(a, make_unary<op::negate>(matmul(matmul(turned, g), turned)));
  }
};
template <class T, class Extents, class Order>
struct adjoint<inv_operation<T, Extents, Order>> : adjoint_of_inverse {};

} // namespace weft::detail
