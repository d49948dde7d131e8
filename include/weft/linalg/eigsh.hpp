#pragma once
#include <weft/linalg/iterative.hpp>

namespace weft {

namespace linalg {

/// Which eigenvalues eigsh finds.
enum class eigsh_end : unsigned char { largest, smallest };
inline constexpr eigsh_end largest = eigsh_end::largest;
inline constexpr eigsh_end smallest = eigsh_end::smallest;

/// What eigsh returns.
template <class V, class W>
struct eigsh_result {
  V values;  ///< k real numbers
  W vectors; ///< n x k: column i belongs to value i
  convergence_report report;

  WEFT_INLINE eigsh_result(V&& of_a, W&& columns, convergence_report&& how)
      : values(static_cast<V&&>(of_a)), vectors(static_cast<W&&>(columns)),
        report(static_cast<convergence_report&&>(how)) {}
  WEFT_INLINE eigsh_result(eigsh_result const&) = default;
  WEFT_INLINE eigsh_result(eigsh_result&&) = default;
  WEFT_INLINE eigsh_result& operator=(eigsh_result const&) = default;
  WEFT_INLINE eigsh_result& operator=(eigsh_result&&) = default;
  WEFT_INLINE ~eigsh_result() = default;
};

} // namespace linalg

namespace detail {
/// Throws shape_error unless there are from 1 to `most` values.
WEFT_API void require_wanted(char const* operation, index_t wanted, index_t most);

/// Rows of packed memory as the columns of a tensor.
template <class T>
WEFT_FN tensor<T, 2> rows_as_columns(T const* rows, index_t count, index_t n) {
  return transpose(borrow(rows, weft::shape(count, n)));
}
template <class A>
WEFT_FN auto columns_of_operator(A const& a) {
  if constexpr (KnownMatrix<A>)
    return weft::shape(a.extent(0));
  else
    return a.shape_of_y;
}
template <class A>
inline constexpr bool has_shape = KnownMatrix<A> || is_linear_operator<A>;
} // namespace detail

namespace linalg {

/// auto [values, vectors, report] = eigsh(a, k, largest): the k largest eigenvalues, or `smallest`, of a symmetric or
/// Hermitian a, in ascending order, and orthonormal eigenvectors. a is a matrix, or a linear_operator with its shape,
/// whose elements are T, double unless told otherwise: eigsh<float>(op, k, smallest); eigenvectors of an operator on
/// tensors have their elements in row-major order. Thick-restart Lanczos (Wu and Simon, SIAM J. Matrix Anal. Appl. 22,
/// 2000): options.restart vectors are kept, at least 2 k + 8; an iteration of the report is a restart, of about half as
/// many products, and takes no memory. It ends where |a v - value v| <= tolerance times the largest |eigenvalue| that
/// was seen, for each; these residuals are computed. Eigenvalues near the wanted end converge first; of those inside,
/// or at an end where they crowd, as the smallest of a Laplacian, eigsh of an inverse converges faster. An eigenvalue
/// that is there several times is found so often as far as roundings let its space in.
template <class T = void, class A>
[[nodiscard]] WEFT_FN auto eigsh(A&& a, index_t k, eigsh_end which, iterative_options const& options = {}) {
  using plain = std::remove_cvref_t<A>;
  static_assert(detail::has_shape<plain>, "weft: linalg::eigsh: it takes a matrix, or linear_operator(f, shape)");
  using E = std::conditional_t<std::same_as<T, void>, typename detail::matrix_value<plain>::type, T>;
  using R = detail::real_t<E>;
  if constexpr (detail::KnownMatrix<plain>)
    detail::require_square("linalg::eigsh", a.shape());
  const auto of_y = detail::columns_of_operator(a);
  return detail::with_map<E, false>(
      "linalg::eigsh", a, of_y, [&](detail::linear_map const& map, auto const&, auto const& of_x, auto const&) {
        const index_t n = detail::count_of(of_x);
        detail::require_wanted("linalg::eigsh", k, n);
        detail::iterative_job job(detail::iterative_method::eigsh);
        job.type = dtype_of<E>;
        job.n = job.m = n;
        job.a = map;
        job.options = &options;
        job.wanted = k;
        job.largest = which == eigsh_end::largest;
        tensor<R, 1> values(k);
        detail::packed_elements<E> vectors(n * k);
        job.values = values.data();
        job.vectors = vectors.data();
        detail::run_iterative(job);
        auto columns = detail::rows_as_columns<E>(vectors.data(), k, n);
        if (job.largest) {
          values = tensor<R, 1>(reverse(values, 0));
          columns = tensor<E, 2>(reverse(columns, 1));
        }
        return eigsh_result<tensor<R, 1>, tensor<E, 2>>(std::move(values), std::move(columns), detail::report_of(job));
      });
}

} // namespace linalg
} // namespace weft
