#pragma once
#include <weft/linalg/batch.hpp>

namespace weft {

namespace detail {
/// The arguments of least squares, for `count` matrices m x n and right sides m x k, column by column. The results of
/// each are x, n x k; k residuals; one rank; and, unless by_qr, as many singular values as the smaller extent.
struct least_squares_job {
  dtype type;
  index_t count, m, n, k;
  double tolerance;
  bool by_qr;
  void *matrices, *right;
  void *x, *residuals, *values;
  index_t* ranks;
};
WEFT_API void least_squares(least_squares_job const& job);
} // namespace detail

namespace linalg {

/// The result of lstsq.
template <class X, class E, class K, class S>
struct lstsq_result {
  X x;         ///< the solution of least norm
  E residuals; ///< the sum of the squares of b - a x, for each right side
  K rank;      ///< the number of singular values that count
  S s;         ///< the singular values of a, descending

  WEFT_INLINE lstsq_result(X&& solution, E&& squares, K&& count, S&& values)
      : x(static_cast<X&&>(solution)), residuals(static_cast<E&&>(squares)), rank(static_cast<K&&>(count)),
        s(static_cast<S&&>(values)) {}
  WEFT_COPIED(lstsq_result);
};
/// Asks lstsq for a decomposition without singular values: lstsq(a, b, by_qr).
struct by_qr_t {};
inline constexpr by_qr_t by_qr{};

/// The result of lstsq by_qr.
template <class X, class E, class K>
struct lstsq_qr_result {
  X x;
  E residuals; ///< the sum of the squares of b - a x, for each right side
  K rank;

  WEFT_INLINE lstsq_qr_result(X&& solution, E&& squares, K&& count)
      : x(static_cast<X&&>(solution)), residuals(static_cast<E&&>(squares)), rank(static_cast<K&&>(count)) {}
  WEFT_COPIED(lstsq_qr_result);
};

} // namespace linalg

namespace detail {

/// Returns the numbers at `from` in a tensor of this shape, or as a number if the static rank is 0.
template <class T, class Order, class S>
WEFT_FN auto numbers_from(T const* from, S const& shape) {
  if constexpr (S::static_rank == 0) {
    return *from;
  } else {
    batch_result<T, S, Order> out(shape, 0, true);
    for (index_t k = 0; k < count_of(shape); ++k)
      out.data()[k] = from[k];
    return out.release();
  }
}

/// Returns the sums of squares, one for each right side.
template <class R, class Order, int Batch, int Axes>
WEFT_FN auto residuals_from(R const* from, dynamic_extents const& lead, [[maybe_unused]] int tail,
                            [[maybe_unused]] index_t k) {
  if constexpr (Axes == 1)
    return numbers_from<R, Order>(from, followed_by<Batch>(lead));
  else if constexpr (Batch < 0)
    return numbers_from<R, Order>(from, tail == 1 ? lead : followed_by<-1>(lead, k));
  else
    return numbers_from<R, Order>(from, followed_by<rank_with<Batch, 1>>(lead, k));
}

/// Returns the shape of right sides and solutions: `rows` x k, or, if tail is 1, vectors of `rows` elements.
template <int Batch, int AxesOfX>
WEFT_FN auto shape_of_columns(dynamic_extents const& lead, int tail, index_t rows, [[maybe_unused]] index_t k) {
  if constexpr (AxesOfX == 1)
    return followed_by<rank_with<Batch, 1>>(lead, rows);
  else if constexpr (Batch < 0)
    return tail == 1 ? followed_by<-1>(lead, rows) : followed_by<-1>(lead, rows, k);
  else
    return followed_by<rank_with<Batch, 2>>(lead, rows, k);
}

template <bool ByQR, class A, class B>
WEFT_FN auto least_squares_of(A const& a, B const& b, double tolerance) {
  using T = promote_t<linear_t<A>, linear_t<B>>;
  using R = real_t<T>;
  using Order = deduced_order<A const&>;
  constexpr int batch = batch_rank<A, B>();
  constexpr int axes_of_x = rank_of<B> == 1 ? 1 : 2;
  auto const ea = capture(a);
  auto const eb = capture(b);
  matrix_batch const shape_a("linalg::lstsq", ea.extents(), false);
  auto const of_a = convert_extents<dynamic_extents>(ea.extents());
  auto const of_b = convert_extents<dynamic_extents>(eb.extents());
  int const tail = of_b.rank() == 1 ? 1 : 2;
  if (of_b.rank() == 0 || of_b.entry(of_b.rank() - tail) != shape_a.rows)
    throw_right_side("linalg::lstsq", of_a.values(), of_a.rank(), of_b.values(), of_b.rank());
  dynamic_extents const lead = leading_of_both("linalg::lstsq", of_a, of_b, tail);
  index_t const count = count_of(lead), m = shape_a.rows, n = shape_a.columns, least = m < n ? m : n;
  index_t const k = tail == 1 ? 1 : of_b.entry(of_b.rank() - 1);

  auto const whole_a = followed_by<rank_with<batch, 2>>(lead, m, n);
  packed_elements<T> const work(count_of(whole_a));
  pack_matrices(work.data(), whole_a, 2, false, ea);
  packed_elements<T> const right(count * m * k);
  pack_matrices(right.data(), shape_of_columns<batch, axes_of_x>(lead, tail, m, k), tail, false, eb);
  auto const of_x = shape_of_columns<batch, axes_of_x>(lead, tail, n, k);
  batch_result<T, std::remove_const_t<decltype(of_x)>, Order> x(of_x, tail, false);
  batch_result<R, dims<rank_with<batch, 1>>, Order> s(followed_by<rank_with<batch, 1>>(lead, ByQR ? 0 : least), 1,
                                                      true);
  packed_elements<R> const residuals(count * k);
  packed_elements<index_t> const ranks(count);
  least_squares({dtype_of<T>, count, m, n, k, tolerance, ByQR, work.data(), right.data(), x.data(), residuals.data(),
                 s.data(), ranks.data()});

  auto squares = residuals_from<R, Order, batch, axes_of_x>(residuals.data(), lead, tail, k);
  auto rank = numbers_from<index_t, Order>(ranks.data(), followed_by<batch>(lead));
  if constexpr (ByQR)
    return linalg::lstsq_qr_result(x.release(), std::move(squares), std::move(rank));
  else
    return linalg::lstsq_result(x.release(), std::move(squares), std::move(rank), s.release());
}

} // namespace detail

namespace linalg {

/// auto [x, residuals, rank, s] = lstsq(a, b): of all x for which the 2-norm of b - a x is least, the x of least
/// 2-norm. a is m x n; b is a vector of m elements if its rank is 1, else m x k, and then x is n x k. Batches of a and
/// b are broadcast, a vector to each matrix. Singular values up to rtol times the largest one count as 0; without rtol,
/// up to the larger extent times the epsilon of the type, as in NumPy. About 4 m n j + 8 j^3 multiplications and
/// additions, where j is the smaller extent of a; LAPACK's gelsd. Throws linalg_error if it does not converge, or if x
/// overflows.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto lstsq(A const& a, B const& b, double rtol = -1) {
  static_assert(detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>,
                "weft: linalg::lstsq: the right side is a vector, a matrix or a batch of numbers");
  if constexpr (detail::accepts_matrices<A>() && detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>)
    return detail::least_squares_of<false>(a, b, rtol);
}

/// auto [x, residuals, rank] = lstsq(a, b, by_qr): the x of least norm too, by a complete orthogonal decomposition with
/// exchanged columns, at about 2 m n j multiplications and additions, a fraction of the cost of singular values. The
/// rank is the largest number of leading columns, in the order in which they were taken, whose estimated condition
/// number is below 1 / rtol; without rtol, rtol is as for singular values. Ranks that depend on roundings may differ
/// from the ranks by singular values. LAPACK's gelsy. Throws linalg_error if x overflows.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto lstsq(A const& a, B const& b, by_qr_t, double rtol = -1) {
  static_assert(detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>,
                "weft: linalg::lstsq: the right side is a vector, a matrix or a batch of numbers");
  if constexpr (detail::accepts_matrices<A>() && detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>)
    return detail::least_squares_of<true>(a, b, rtol);
}

} // namespace linalg
} // namespace weft
