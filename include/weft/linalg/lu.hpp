#pragma once
#include <weft/linalg/careful_det.hpp>
#include <weft/linalg/small_batch.hpp>

namespace weft {

namespace detail {
/// Matrices m x n, column by column, which are overwritten, and their factors p, l and u, row by row or column by
/// column.
struct lu_job {
  dtype type;
  index_t count, m, n;
  void *matrices, *p, *l, *u;
  bool by_rows;
};
WEFT_API void lu_factors(lu_job const& job);
/// Determinants of square matrices, which are overwritten. Without logarithms: `values` are the determinants.
WEFT_API void determinants(dtype type, void* matrices, index_t count, index_t n, bool by_rows, void* values,
                           void* logarithms);
/// Determinants of triangular matrices, given by their diagonals, n numbers for each; without logarithms as above.
WEFT_API void determinants_of_diagonals(dtype type, void const* diagonals, index_t count, index_t n, void* values,
                                        void* logarithms);
} // namespace detail

namespace linalg {

/// What lu returns: a permutation, a lower triangular matrix with 1 on its diagonal, an upper triangular one.
template <class P, class L, class U>
struct lu_result {
  P p;
  L l;
  U u;

  WEFT_INLINE lu_result(P&& of_rows, L&& lower, U&& upper)
      : p(static_cast<P&&>(of_rows)), l(static_cast<L&&>(lower)), u(static_cast<U&&>(upper)) {}
  WEFT_INLINE lu_result(lu_result const&) = default;
  WEFT_INLINE lu_result(lu_result&&) = default;
  WEFT_INLINE lu_result& operator=(lu_result const&) = default;
  WEFT_INLINE lu_result& operator=(lu_result&&) = default;
  WEFT_INLINE ~lu_result() = default;
};
/// What slogdet returns: a number of modulus 1, or 0, and the logarithm of the modulus.
template <class S, class L>
struct slogdet_result {
  S sign;
  L logabsdet;

  WEFT_INLINE slogdet_result(S&& of_det, L&& logarithm)
      : sign(static_cast<S&&>(of_det)), logabsdet(static_cast<L&&>(logarithm)) {}
  WEFT_INLINE slogdet_result(slogdet_result const&) = default;
  WEFT_INLINE slogdet_result(slogdet_result&&) = default;
  WEFT_INLINE slogdet_result& operator=(slogdet_result const&) = default;
  WEFT_INLINE slogdet_result& operator=(slogdet_result&&) = default;
  WEFT_INLINE ~slogdet_result() = default;
};

} // namespace linalg

namespace detail {
/// The slogdet_result that fill(signs, logarithms) writes, for each matrix.
template <class T, class Order, Shape S, class F>
WEFT_FN auto signs_and_logarithms(S const& whole, F const& fill) {
  using R = real_t<T>;
  const packed_elements<R> logarithms(count_of(ending_in<>(whole)));
  auto sign = number_for_each<T, Order>(whole, [&](T* values) { fill(values, logarithms.data()); });
  auto logabsdet = number_for_each<R, Order>(whole, [&](R* values) {
    for (index_t k = 0; k < count_of(ending_in<>(whole)); ++k)
      values[k] = logarithms.data()[k];
  });
  return linalg::slogdet_result(std::move(sign), std::move(logabsdet));
}
} // namespace detail

namespace detail {
template <class T, class Order, class E>
WEFT_FN auto det_of(E const& e) {
  constexpr bool by_rows = std::same_as<Order, row_major>;
  const square_batch b("linalg::det", e.extents());
  return number_for_each<T, Order>(e.extents(), [&](T* values) {
    if constexpr (may_be_small_batch<T, typename E::extents_type>)
      if (is_small_batch(b.count, b.rows) && with_small_batch<T>(small_task::det, e, b.count, b.rows, [&](auto job) {
            job.x = {values, 1, 0, 0};
            return run_small_batch(job);
          }))
        return;
    const auto work = packed_copy<T>(e, by_rows);
    determinants(dtype_of<T>, work.data(), b.count, b.rows, by_rows, values, nullptr);
  });
}
/// Of a small matrix whose determinant is 0 or near the ends of the range, or which is not finite: then it is refused.
template <int N, class Order, class T>
WEFT_SLOW constexpr T det_with_care(T const* a) {
  const T value = careful_det<N>(a);
  return value == value ? value : det_of<T, Order>(small_leaf<N, N>(a));
}
} // namespace detail

namespace linalg {

/// auto [p, l, u] = lu(a): a = p l u, by elimination with partial pivoting. For m x n, k the smaller, p is m x m, l is
/// m x k and u is k x n; p has elements of the type of a, one 1 in each row and column. A singular matrix has factors
/// too: u then has a 0 on its diagonal. m n k - (m + n) k^2 / 2 + k^3 / 3 multiplications and additions, most
/// of them in products of matrices (src/linalg/factor/lu.hpp).
template <Tensorial X>
[[nodiscard]] WEFT_FN auto lu(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    auto const& shape = e.extents();
    using S = std::remove_cvref_t<decltype(shape)>;
    constexpr index_t rows = detail::static_rows<S>, columns = detail::static_columns<S>;
    constexpr index_t least = detail::least_extent(rows, columns);
    const detail::matrix_batch b("linalg::lu", shape, false);
    const index_t m = b.rows, n = b.columns, k = m < n ? m : n;
    constexpr bool by_rows = std::same_as<Order, row_major>;
    const auto of_p = detail::ending_in<rows, rows>(shape, m, m);
    const auto of_l = detail::ending_in<rows, least>(shape, m, k);
    const auto of_u = detail::ending_in<least, columns>(shape, k, n);
    detail::batch_result<T, std::remove_const_t<decltype(of_p)>, Order> p(of_p, 2, by_rows);
    detail::batch_result<T, std::remove_const_t<decltype(of_l)>, Order> l(of_l, 2, by_rows);
    detail::batch_result<T, std::remove_const_t<decltype(of_u)>, Order> u(of_u, 2, by_rows);
    const auto work = detail::packed_copy<T>(e, false);
    detail::lu_factors({dtype_of<T>, b.count, m, n, work.data(), p.data(), l.data(), u.data(), by_rows});
    return lu_result(p.take(), l.take(), u.take());
  }
}

/// The determinant, of each matrix. Of 0 x 0: 1. It is infinite or 0 only where the determinant leaves the range, and
/// slogdet never. linalg_error where a is not finite, or where a pivot leaves the range, as slogdet does. n^3 / 3
/// multiplications and additions, as lu. Of one matrix of floats or doubles of static shape, up to 8 x 8, in registers
/// and in constant expressions too, up to 4 x 4 by minors. Static and dynamic shapes take different ways, so that what
/// they give may differ where much cancels. The error of either is at most n^2 roundings of the product of the lengths
/// of the rows up to 4 x 4, and beyond of the n-th power of the Frobenius norm. In registers are also batches of eight
/// or more of 2 x 2 to 8 x 8, as many at a time as a machine vector has lanes.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto det(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    const auto e = detail::capture(a);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (detail::is_small_square<E>()) {
      constexpr int n = int(E::extents_type::statics[0]);
      const detail::small_rows<E> of(e);
      typename detail::small_rows<E>::T value(0);
      if (detail::small_det<n>(of.rows(), value))
        return value;
      return detail::det_with_care<n, detail::deduced_order<X const&>>(of.rows());
    } else {
      return detail::det_of<detail::linear_t<X>, detail::deduced_order<X const&>>(e);
    }
  }
}

/// auto [sign, logabsdet] = slogdet(a): the determinant is sign * exp(logabsdet); of a singular matrix they are 0 and
/// minus infinity. Otherwise as det.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto slogdet(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    constexpr bool by_rows = std::same_as<Order, row_major>;
    const auto e = detail::capture(a);
    const detail::square_batch b("linalg::slogdet", e.extents());
    const auto work = detail::packed_copy<T>(e, by_rows);
    return detail::signs_and_logarithms<T, Order>(e.extents(), [&](T* signs, detail::real_t<T>* logarithms) {
      detail::determinants(dtype_of<T>, work.data(), b.count, b.rows, by_rows, signs, logarithms);
    });
  }
}

} // namespace linalg
} // namespace weft
