#pragma once
#include <weft/linalg/eigsh.hpp>

namespace weft {

namespace linalg {

/// The result of svds.
template <class U, class S, class V>
struct svds_result {
  U u;  ///< m x k
  S s;  ///< k numbers, descending
  V vh; ///< k x n
  convergence_report report;

  WEFT_INLINE svds_result(U&& left, S&& values, V&& right, convergence_report&& how)
      : u(static_cast<U&&>(left)), s(static_cast<S&&>(values)), vh(static_cast<V&&>(right)),
        report(static_cast<convergence_report&&>(how)) {}
  WEFT_COPIED(svds_result);
};

/// auto [u, s, vh, report] = svds(a, k): the k largest singular values of an a of any shape, and their vectors, by
/// subspace iteration from k + 10 random vectors (Halko, Martinsson and Tropp, Finding structure with randomness, SIAM
/// Rev. 53, 2011). a is a matrix, which multiplies all vectors at once, or a linear_operator with its adjoint, of
/// elements T as in eigsh. An iteration is a product with a and one with its adjoint, for each vector, and takes no
/// memory. Each iteration reduces the error by the square of value k + 11 divided by value k. One or two suffice for a
/// few digits of a low-rank approximation: {.iterations = 2}. The method ends when |a v - s u| of each pair is at most
/// the tolerance times s(0). The columns of u and the rows of vh are orthonormal, also where values are 0. The same
/// options.seed gives the same bits.
template <class T = void, class A>
[[nodiscard]] WEFT_FN auto svds(A&& a, index_t k, iterative_options const& options = {}) {
  using plain = std::remove_cvref_t<A>;
  static_assert(detail::has_shape<plain>,
                "weft: linalg::svds: it takes a matrix, or linear_operator(f, adjoint, shape_of_x, shape_of_y)");
  using E = std::conditional_t<std::same_as<T, void>, typename detail::matrix_value<plain>::type, T>;
  using R = detail::real_t<E>;
  auto const of_y = detail::columns_of_operator(a);
  return detail::with_operator<E, true>(
      "linalg::svds", a, of_y,
      [&](detail::erased_operator const& forward, detail::erased_operator const& adjoint, auto const& of_x,
          auto const& of_rows) {
        constexpr index_t more = 10;
        index_t const n = detail::count_of(of_x), m = detail::count_of(of_rows), least = n < m ? n : m;
        detail::require_wanted("linalg::svds", k, least);
        detail::iterative_job job(detail::iterative_method::svds, dtype_of<E>, n, m, forward, adjoint, options);
        job.wanted = k;
        job.basis = least < k + more ? least : k + more;
        tensor<R, 1> s(k);
        tensor<E, 2> left(job.basis, m), right(job.basis, n);
        job.values = s.data();
        job.vectors = left.data();
        job.x = right.data();
        detail::run_iterative(job);
        auto const found = range(0, k);
        return svds_result<tensor<E, 2>, tensor<R, 1>, tensor<E, 2>>(tensor<E, 2>(transpose(left(found))), std::move(s),
                                                                     tensor<E, 2>(conj(right(found))),
                                                                     detail::report_of(job));
      });
}

} // namespace linalg
} // namespace weft
