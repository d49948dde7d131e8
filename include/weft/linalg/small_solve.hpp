#pragma once
#include <weft/linalg/inline_product.hpp>
#include <weft/linalg/small_call.hpp>
#include <weft/linalg/small_matrix.hpp>

// Solutions of systems of up to 8 x 8 real numbers whose shapes are static, and of products with an inverse, which are
// such solutions.
namespace weft::detail {

/// True if a product with the inverse by minors is as exact as a solution by elimination. With s the sum of the squares
/// of the elements, the condition is s <= 8 det for 2 x 2, s^3 <= 2^9 det^2 for 3 x 3, and s^2 <= 2^7 det for 4 x 4.
/// Then minors cancel at most 8 to 23 roundings, and the condition number is at most 8 to 10.
template <int N, class S>
WEFT_INLINE constexpr bool minors_solve(S const* a, S const& det) {
  S const size = lane_size(det), square = sum_of_small_squares<N * N>(a);
  bool const safe = size >= least_safe_det<S> && size <= S(1) / least_safe_det<S>;
  S const ratio = square / size;
  if constexpr (N == 1)
    return safe;
  else if constexpr (N == 2)
    return safe && ratio <= S(8);
  else if constexpr (N == 3)
    return safe && ratio * ratio * square <= S(0x1p9);
  else
    return safe && ratio * square <= S(0x1p7);
}

/// Writes the inverse by minors. Returns true if products with it are as exact as solutions. It takes half of the time
/// of an elimination, in which each pivot waits for the one before.
template <int N, class S>
WEFT_INLINE constexpr bool exact_inverse(S const* a, S* to) {
  S const det = minors_adjugate<N>(a, to), inverse = S(1) / det;
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k < N * N; ++k)
    to[k] = to[k] * inverse;
  return minors_solve<N>(a, det);
}

/// Solves with a small matrix that is singular or not finite by the code for large ones, which throws the right error.
template <index_t N, index_t K, class T>
WEFT_SLOW void solve_with_care(T const* a, T const* b, T* to);

/// Computes to = inverse * b for a b of N x K, or, FromRight, to = b * inverse for a b of K x N. Returns false if an
/// element of `to` is not finite, because intermediate numbers were too large.
template <class How, index_t N, index_t K, bool FromRight, class T>
WEFT_INLINE constexpr bool multiply_exactly(T const* inverse, T const* b, T* to) {
  constexpr index_t rows = FromRight ? K : N, columns = FromRight ? N : K;
  constexpr int bytes = How::expands ? 0 : unrolled_bytes<T, rows, columns>(How::bytes);
  if constexpr (FromRight)
    multiply_values<How, bytes, rows, columns, N>(b, inverse, to);
  else
    multiply_values<How, bytes, rows, columns, N>(inverse, b, to);
  return are_finite<int(N * K)>(to);
}
/// Solves a small system a to = b; b and `to` lie row by row. It uses the inverse if that is as exact, else
/// elimination.
template <class How, index_t N, index_t K, class T>
WEFT_INLINE constexpr void solve_small(T const* a, T const* b, T* to) {
  if constexpr (N <= 4)
    if (T inverse[std::size_t(N * N)];
        exact_inverse<int(N)>(a, inverse) && multiply_exactly<How, N, K, false>(inverse, b, to))
      return;
  if (!small_solution<int(N), int(K)>(a, b, to))
    solve_with_care<N, K>(a, b, to);
}
template <index_t M, index_t N, class T>
WEFT_INLINE constexpr void turn_small(T const* from, T* to) {
  for (index_t i = 0; i < M; ++i)
    for (index_t j = 0; j < N; ++j)
      to[j * M + i] = from[i * N + j];
}
/// Reorders M x N values that lie row by row to Order.
template <class Order, index_t M, index_t N, class T>
WEFT_INLINE constexpr void order_small([[maybe_unused]] T* values) {
  if constexpr (std::same_as<Order, column_major> && M > 1 && N > 1) {
    T rows[std::size_t(M * N)];
    for (index_t k = 0; k < M * N; ++k)
      rows[k] = values[k];
    turn_small<M, N>(rows, values);
  }
}
/// Solves to a = b, for b and `to` of K x N.
template <class How, index_t N, index_t K, class T>
WEFT_INLINE constexpr void solve_small_from_right(T const* a, T const* b, T* to) {
  if constexpr (N <= 4)
    if (T inverse[std::size_t(N * N)];
        exact_inverse<int(N)>(a, inverse) && multiply_exactly<How, N, K, true>(inverse, b, to))
      return;
  T turned[std::size_t(N * N)], sides[std::size_t(N * K)], found[std::size_t(N * K)];
  turn_small<N, N>(a, turned);
  turn_small<K, N>(b, sides);
  if (!small_solution<int(N), int(K)>(turned, sides, found))
    solve_with_care<N, K>(turned, sides, found);
  turn_small<N, K>(found, to);
}

/// The small form of the operations that solve a x = b or, FromRight, x a = b.
template <class T, class Extents, class Order, bool FromRight>
struct solution_of_small : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};
  static constexpr bool comparable = true;

  template <class F, class G>
  WEFT_FN static constexpr index_t small_work() {
    using A = std::conditional_t<FromRight, G, F>;
    using B = std::conditional_t<FromRight, F, G>;
    constexpr bool fits = FromRight ? is_small_row_side<B>() : is_small_side<B>();
    if constexpr (is_small_square<A>() && fits && std::is_same_v<T, typename A::value_type> &&
                  std::is_same_v<T, typename B::value_type>) {
      constexpr index_t operand_work = detail::small_work<A> + detail::small_work<B>;
      return operand_work < not_small ? own_work<A, B>() + operand_work : not_small;
    }
    return not_small;
  }
  template <class F, class G>
  WEFT_FN static constexpr small_step small_step_of() {
    using A = std::conditional_t<FromRight, G, F>;
    using B = std::conditional_t<FromRight, F, G>;
    return small_call_step<F, G>("lu", A::extents_type::statics[0], columns<B>, own_work<A, B>());
  }
  template <class How, class F, class G>
  WEFT_INLINE constexpr void evaluate_small(T* to, F const& f, G const& g) const {
    small_factor<T, How, F> const first(f);
    small_factor<T, How, G> const second(g);
    if constexpr (FromRight) {
      constexpr index_t n = G::extents_type::statics[0];
      solve_small_from_right<How, n, columns<F>>(second.rows(), first.rows(), to);
      order_small<Order, columns<F>, n>(to);
    } else {
      constexpr index_t n = F::extents_type::statics[0];
      solve_small<How, n, columns<G>>(first.rows(), second.rows(), to);
      order_small<Order, n, columns<G>>(to);
    }
  }

private:
  template <class B>
  static constexpr index_t columns = FromRight ? rows_of_side<B> : columns_of_side<B>;
  template <class A, class B>
  WEFT_FN static constexpr index_t own_work() {
    constexpr index_t n = A::extents_type::statics[0];
    return n * n * (n + 3 * columns<B>) / 3;
  }
};

} // namespace weft::detail
