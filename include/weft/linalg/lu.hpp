#pragma once
#include <weft/linalg/careful_det.hpp>
#include <weft/linalg/decomposition.hpp>

namespace weft {

namespace detail {
/// Writes p, l and u.
WEFT_API void lu_factors(decomposition_job const& job);
/// Writes the signs of determinants and the logarithms of their moduli. If there is no memory for logarithms, writes
/// the determinants.
WEFT_API void determinants(decomposition_job const& job);
/// Writes the determinants of triangular matrices from their diagonals, n numbers for each. If `logarithms` is not
/// null, writes signs and logarithms.
WEFT_API void determinants_of_diagonals(dtype type, void const* diagonals, index_t count, index_t n, void* values,
                                        void* logarithms);
} // namespace detail

namespace linalg {

/// The result of lu: a permutation, a lower triangular matrix with 1 on its diagonal, and an upper triangular one.
template <class P, class L, class U>
struct lu_result {
  P p;
  L l;
  U u;

  WEFT_INLINE lu_result(P&& of_rows, L&& lower, U&& upper)
      : p(static_cast<P&&>(of_rows)), l(static_cast<L&&>(lower)), u(static_cast<U&&>(upper)) {}
  WEFT_COPIED(lu_result);
};
/// The result of slogdet: a number of modulus 1, or 0, and the logarithm of the modulus.
template <class S, class L>
struct slogdet_result {
  S sign;
  L logabsdet;

  WEFT_INLINE slogdet_result(S&& of_det, L&& logarithm)
      : sign(static_cast<S&&>(of_det)), logabsdet(static_cast<L&&>(logarithm)) {}
  WEFT_COPIED(slogdet_result);
};

} // namespace linalg

namespace detail {
/// Returns the slogdet_result that fill(signs, logarithms) writes, for each matrix.
template <class T, class Order, Shape S, class F>
WEFT_FN auto signs_and_logarithms(S const& whole, F const& fill) {
  using R = real_t<T>;
  packed_elements<R> const logarithms(count_of(ending_in<>(whole)));
  auto sign = number_for_each<T, Order>(whole, [&](T* values) { fill(values, logarithms.data()); });
  auto logabsdet = number_for_each<R, Order>(whole, [&](R* values) {
    for (index_t k = 0; k < count_of(ending_in<>(whole)); ++k)
      values[k] = logarithms.data()[k];
  });
  return linalg::slogdet_result(std::move(sign), std::move(logabsdet));
}
} // namespace detail

namespace detail {
struct lu_description : decomposition {
  static constexpr char const* name = "linalg::lu";
  template <class T>
  using results = result_table<ordered_form<T, result_axis::rows, result_axis::rows>,
                               ordered_form<T, result_axis::rows, result_axis::least>,
                               ordered_form<T, result_axis::least, result_axis::columns>>;
  WEFT_FN static void compute(decomposition_job const& job) { lu_factors(job); }
  template <class P, class L, class U>
  WEFT_INLINE static auto make(P&& p, L&& l, U&& u) {
    return linalg::lu_result(static_cast<P&&>(p), static_cast<L&&>(l), static_cast<U&&>(u));
  }
};
struct det_description : decomposition {
  static constexpr char const* name = "linalg::det";
  static constexpr bool square = true, in_order = true;
  static constexpr index_t small_most = small_matrix_extent, lanes_most = small_batch_most;
  static constexpr small_task task = small_task::det;
  template <class T>
  using results = result_table<scalar_form<T>>;

  template <int, int N, class T>
  WEFT_INLINE static constexpr bool small_form(T const* a, T* value) {
    return small_det<N>(a, *value) || find_carefully<N>(a, *value);
  }
  WEFT_FN static void compute(decomposition_job const& job) { determinants(job); }

private:
  /// Computes a determinant that is 0 or near the ends of the range. Returns false if the matrix is not finite.
  template <int N, class T>
  WEFT_SLOW static constexpr bool find_carefully(T const* a, T& value) {
    value = careful_det<N>(a);
    return value == value;
  }
};
struct slogdet_description : decomposition {
  static constexpr char const* name = "linalg::slogdet";
  static constexpr bool square = true, in_order = true;
  template <class T>
  using results = result_table<scalar_form<T>, scalar_form<real_t<T>>>;
  WEFT_FN static void compute(decomposition_job const& job) { determinants(job); }
  template <class S, class L>
  WEFT_INLINE static auto make(S&& sign, L&& logarithm) {
    return linalg::slogdet_result(static_cast<S&&>(sign), static_cast<L&&>(logarithm));
  }
};
} // namespace detail

namespace linalg {

/// auto [p, l, u] = lu(a): a = p l u, by elimination with partial pivoting. For m x n, k the smaller, p is m x m, l is
/// m x k and u is k x n; p has elements of the type of a, one 1 in each row and column. A singular matrix has factors
/// too: u then has a 0 on its diagonal. m n k - (m + n) k^2 / 2 + k^3 / 3 multiplications and additions, most
/// of them in products of matrices (src/linalg/factor/lu.hpp).
template <Tensorial X>
[[nodiscard]] WEFT_FN auto lu(X const& a) {
  return detail::decompose(detail::lu_description{}, a);
}

/// The determinant of each matrix; 1 for 0 x 0. For a regular matrix it is infinite or 0 only if the determinant leaves
/// the range; the results of slogdet never leave it. Throws linalg_error if a is not finite, or if a pivot leaves the
/// range; slogdet does so too. n^3 / 3 multiplications and additions, as lu. One matrix of floats or doubles of static
/// shape is computed in registers up to 8 x 8, in constant expressions too, and by minors up to 4 x 4. Static and
/// dynamic shapes use different methods, so their results may differ where much cancels. The error of either method is
/// at most n^2 roundings of a product: up to 4 x 4 the product of the lengths of the rows, beyond that the n-th power
/// of the Frobenius norm. Batches of eight or more matrices of 2 x 2 to 8 x 8 are computed in registers too, as many at
/// a time as a machine vector has lanes.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto det(X const& a) {
  return detail::decompose(detail::det_description{}, a);
}

/// auto [sign, logabsdet] = slogdet(a): the determinant is sign * exp(logabsdet); for a singular matrix they are 0 and
/// minus infinity. Otherwise as det.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto slogdet(X const& a) {
  return detail::decompose(detail::slogdet_description{}, a);
}

} // namespace linalg
} // namespace weft
