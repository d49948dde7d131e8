#pragma once
#include <weft/grad/statement.hpp>
#include <weft/linalg/solve.hpp>

// Gradients of solutions and inverses; M. Giles, Collected matrix derivative results for forward and reverse mode
// algorithmic differentiation, 2008. They are again solutions with the matrix transposed, and products.
namespace weft::detail {

// An expression in which nothing is followed, of the same elements.
template <class E>
WEFT_INLINE E const& unfollowed(E const& e) {
  return e;
}
template <class T, class L>
WEFT_INLINE strided_leaf<const T, L> unfollowed(followed_leaf<T, L> const& e) {
  return {e.data, e.place, {}};
}
template <class F, class... C>
  requires is_followed<node<F, C...>>
WEFT_FN auto unfollowed(node<F, C...> const& e) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    using made = node<F, std::remove_cvref_t<decltype(unfollowed(get<K>(e.children)))>...>;
    return made(e.function, make_pack(unfollowed(get<K>(e.children))...),
                convert_extents<typename made::extents_type>(e.extents()));
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

template <class E>
WEFT_FN constexpr void require_known_rank() {
  static_assert(E::static_rank >= 0, "weft: gradient: the ranks of the operands of linear algebra are known: as<2>()");
}

/// Of a x = b, with G the gradient of x: B = solve(a^T, G) is that of b, and -B x^T that of a. n^2 (n / 3 + 2 k)
/// multiplications and additions for k right sides, n^2 k where a is a triangle.
struct adjoint_of_solution {
  template <class F, class L, class G, class A, class B>
  WEFT_FN static void hand_on(F const&, L const& x, G const& g, A const& a, B const& b) {
    require_known_rank<A>();
    require_known_rank<B>();
    session s;
    const auto by_b = [&] {
      const auto turned = matrices_transposed(unfollowed(a));
      if constexpr (B::static_rank == 1)
        return evaluated(linalg::solve(turned, g(ellipsis, newaxis))(ellipsis, 0), s); // of a batch g is no vector
      else
        return evaluated(linalg::solve(turned, g), s);
    }();
    if constexpr (is_followed<A>) {
      if constexpr (B::static_rank == 1)
        hand_to(a, make_unary<op::negate>(by_b(ellipsis, newaxis) * x(ellipsis, newaxis, all)));
      else
        hand_to(a, make_unary<op::negate>(matmul(by_b, matrices_transposed(x))));
    }
    hand_to(b, by_b);
  }
};
template <class T, class Extents, class Order>
struct adjoint<solve_operation<T, Extents, Order>> : adjoint_of_solution {};

/// Of x a = b: B = G a^-T is the gradient of b, and -x^T B that of a.
template <class T, class Extents, class Order>
struct adjoint<solve_from_right<T, Extents, Order>> {
  template <class F, class L, class G, class B, class A>
  WEFT_FN static void hand_on(F const&, L const& x, G const& g, B const& b, A const& a) {
    require_known_rank<A>();
    require_known_rank<B>();
    session s;
    const auto by_b = evaluated(matmul(g, linalg::inv(matrices_transposed(unfollowed(a)))), s);
    if constexpr (is_followed<A>) {
      if constexpr (B::static_rank == 1)
        hand_to(a, make_unary<op::negate>(x(ellipsis, newaxis) * by_b(ellipsis, newaxis, all)));
      else
        hand_to(a, make_unary<op::negate>(matmul(matrices_transposed(x), by_b)));
    }
    hand_to(b, by_b);
  }
};

/// Of x = a^-1, with G the gradient of x: -x^T G x^T. 2 n^3 multiplications and additions.
struct adjoint_of_inverse {
  template <class F, class L, class G, class A>
  WEFT_FN static void hand_on(F const&, L const& x, G const& g, A const& a) {
    require_known_rank<A>();
    const auto turned = matrices_transposed(x);
    hand_to(a, make_unary<op::negate>(matmul(matmul(turned, g), turned)));
  }
};
template <class T, class Extents, class Order>
struct adjoint<inv_operation<T, Extents, Order>> : adjoint_of_inverse {};

} // namespace weft::detail
