#pragma once
#include <weft/linalg/batch.hpp>

namespace weft {

namespace detail {
/// `count` matrices a of m x m, b of n x n and q of m x n, column by column. a and b are overwritten, and q becomes the
/// solutions.
struct sylvester_job {
  dtype type;
  index_t count, m, n;
  void *a, *b, *q;
};
WEFT_API void sylvester_solutions(sylvester_job const& job);
WEFT_API [[noreturn]] void throw_sylvester_side(char const* operation, index_t const* a, int rank_a, index_t const* q,
                                                int rank_q);

/// Returns the extents of the solutions: the broadcast leading axes of a, b and q, followed by the matrix extents of q.
template <class A, class B, class Q>
WEFT_FN auto sylvester_extents(char const* operation, A const& a, B const& b, Q const& q) {
  matrix_batch const of_a(operation, a, true), of_b(operation, b, true), of_q(operation, q, false);
  auto const ea = convert_extents<dynamic_extents>(a), eb = convert_extents<dynamic_extents>(b);
  auto const eq = convert_extents<dynamic_extents>(q);
  if (of_q.rows != of_a.rows)
    throw_sylvester_side(operation, ea.values(), ea.rank(), eq.values(), eq.rank());
  if (of_q.columns != of_b.rows)
    throw_sylvester_side(operation, eb.values(), eb.rank(), eq.values(), eq.rank());
  if constexpr (A::static_rank == 2 && B::static_rank == 2) {
    return q;
  } else {
    constexpr int rank = larger_rank(larger_rank(A::static_rank, B::static_rank), Q::static_rank);
    dynamic_extents const pair = followed_by<-1>(leading_of_both(operation, ea, eb, 2), index_t(0), index_t(0));
    return followed_by<rank>(leading_of_both(operation, pair, eq, 2), of_q.rows, of_q.columns);
  }
}
} // namespace detail

namespace linalg {

/// The x with a x + x b = q: a is m x m, b is n x n, q and x are m x n; batches are broadcast. By the Schur forms of a
/// and b (Bartels and Stewart, Solution of the matrix equation AX + XB = C, Comm. ACM 15, 1972); LAPACK's gees and
/// trsyl. About 12 (m^3 + n^3) + 2 m n (m + n) multiplications and additions. The residual is of the order of roundings
/// of (|a| + |b|) |x|. Throws linalg_error if an eigenvalue of a and an eigenvalue of -b are equal but for roundings,
/// so that there is no x or more than one, or if x overflows.
template <Tensorial A, Tensorial B, Tensorial Q>
[[nodiscard]] WEFT_FN auto solve_sylvester(A const& a, B const& b, Q const& q) {
  if constexpr (detail::accepts_matrices<A>() && detail::accepts_matrices<B>() && detail::accepts_matrices<Q>()) {
    using T = detail::promote_t<detail::promote_t<detail::linear_t<A>, detail::linear_t<B>>, detail::linear_t<Q>>;
    using Order = detail::deduced_order<Q const&>;
    auto const ea = detail::capture(a);
    auto const eb = detail::capture(b);
    auto const eq = detail::capture(q);
    auto const of_x = detail::sylvester_extents("linalg::solve_sylvester", ea.extents(), eb.extents(), eq.extents());
    int const rank = of_x.rank();
    index_t const m = of_x.entry(rank - 2), n = of_x.entry(rank - 1);
    detail::batch_result<T, std::remove_const_t<decltype(of_x)>, Order> x(of_x, 2, false);
    detail::pack_matrices(x.data(), of_x, 2, false, eq);
    auto const packed = [&](auto const& e, index_t size) {
      auto whole = detail::convert_extents<dynamic_extents>(of_x);
      whole.set(rank - 2, size);
      whole.set(rank - 1, size);
      detail::packed_elements<T> out(detail::count_of(whole));
      detail::pack_matrices(out.data(), whole, 2, false, e);
      return out;
    };
    auto const left = packed(ea, m);
    auto const right = packed(eb, n);
    detail::matrix_batch const batch("linalg::solve_sylvester", of_x, false);
    detail::sylvester_solutions({dtype_of<T>, batch.count, m, n, left.data(), right.data(), x.data()});
    return x.release();
  }
}

} // namespace linalg
} // namespace weft
