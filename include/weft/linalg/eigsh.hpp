#pragma once
#include <weft/linalg/factor.hpp>
#include <weft/linalg/iterative.hpp>

namespace weft {

namespace linalg {

/// The eigenvalues that eigsh finds.
enum class eigsh_which : unsigned char {
  largest,
  smallest,
  nearest ///< the eigenvalues nearest to iterative_options::shift
};
inline constexpr eigsh_which largest = eigsh_which::largest;
inline constexpr eigsh_which smallest = eigsh_which::smallest;
inline constexpr eigsh_which nearest = eigsh_which::nearest;
using eigsh_end [[deprecated("weft: eigsh_end is called eigsh_which now")]] = eigsh_which;

/// The result of eigsh.
template <class V, class W>
struct eigsh_result {
  V values;  ///< k real numbers
  W vectors; ///< n x k: column i belongs to value i
  convergence_report report;

  WEFT_INLINE eigsh_result(V&& of_a, W&& columns, convergence_report&& how)
      : values(static_cast<V&&>(of_a)), vectors(static_cast<W&&>(columns)),
        report(static_cast<convergence_report&&>(how)) {}
  WEFT_COPIED(eigsh_result);
};

} // namespace linalg

namespace detail {
/// Throws shape_error unless `wanted`, the number of values, is from 1 to `most`.
WEFT_API void require_wanted(char const* operation, index_t wanted, index_t most);
/// Throws an error if there is no matrix to factor, or if the shift is not finite.
WEFT_API void require_shift(char const* operation, bool has_matrix, double shift);

template <class A>
WEFT_FN auto columns_of_operator(A const& a) {
  if constexpr (ShapedMatrix<A>)
    return weft::shape(a.extent(0));
  else
    return a.shape_of_y;
}
template <class A>
inline constexpr bool has_shape = ShapedMatrix<A> || is_linear_operator<A>;

/// Returns the factors of a - shift times the identity, with elements T.
template <class T, Tensorial A>
  requires(!FormedMatrix<A>)
WEFT_FN auto factors_of_shifted(char const* operation, A const& a, T shift) {
  tensor<T, 2> shifted(a);
  diagonal(shifted) -= shift;
  return linalg::lu_factorisation<T, 2>(at_once{}, capture(shifted), operation);
}
template <class T, FormedMatrix A>
WEFT_FN auto factors_of_shifted(char const* operation, A const& a, T shift) {
  return matrix_form<A>::template factors_of_shifted<T>(operation, a, shift);
}
/// The linear operator y = a^-1 x, which solves by the factors of a.
template <class T, class Factors>
struct inverse_operator {
  Factors factors;

  WEFT_FN erased_operator erased() { return {this, &apply, nullptr, {}}; }

private:
  WEFT_FN static void apply(void const* self, index_t count, void const* from, void* to) {
    auto& factors = const_cast<inverse_operator*>(static_cast<inverse_operator const*>(self))->factors;
    index_t const n = factors.shape()[0];
    auto x = borrow(static_cast<T*>(to), weft::shape(count, n));
    x(ellipsis) = borrow(static_cast<T const*>(from), weft::shape(count, n));
    factors.solve_in_place(transpose(x));
  }
};
} // namespace detail

namespace linalg {

/// auto [values, vectors, report] = eigsh(a, k, largest): the k largest eigenvalues, or with `smallest` the k smallest
/// ones, of a symmetric or Hermitian a, in ascending order, and orthonormal eigenvectors. a is a matrix, or a
/// linear_operator with its shape. The elements of an operator are T, double unless told otherwise: eigsh<float>(op, k,
/// smallest); eigenvectors of an operator on tensors have their elements in row-major order. The method is
/// thick-restart Lanczos (Wu and Simon, SIAM J. Matrix Anal. Appl. 22, 2000). It keeps options.restart vectors, at
/// least 2 k + 8. An iteration of the report is one restart: it takes about half as many products as there are vectors,
/// and no memory. The method ends when |a v
/// - value v| of each vector is at most the tolerance times the largest |eigenvalue| that was seen; these residuals are
/// computed. Eigenvalues near the wanted end converge first. For eigenvalues inside the spectrum, or at an end where
/// they crowd, as the smallest of a Laplacian do, `nearest` converges faster. A multiple eigenvalue is found as often
/// as rounding errors bring new directions of its eigenspace into the basis.
///
/// eigsh(a, k, nearest, {.shift = s}): the k eigenvalues nearest to s, 0 unless told otherwise, of a dense or sparse
/// matrix. lu_factor factors a - s times the identity once, and the method runs on its inverse, whose largest
/// eigenvalues are 1 / (value - s); a solution takes the place of each product (Ericsson and Ruhe, The spectral
/// transformation Lanczos method, Math. Comp. 35, 1980). Until the method claims convergence, residuals are residuals
/// of the inverse, relative to 1 / |value - s| of each value. The final residuals are |a v - value v| relative to |a
/// x|, where x is the random unit vector that the method begins with; |a x| is about the root mean square of all
/// eigenvalues. They are at most the tolerance too. Throws linalg_error if s is an eigenvalue, or so near to one that a
/// pivot is 0. Throws an error for a linear_operator, and if s is not finite.
template <class T = void, class A>
[[nodiscard]] WEFT_FN auto eigsh(A&& a, index_t k, eigsh_which which, iterative_options const& options = {}) {
  using plain = std::remove_cvref_t<A>;
  static_assert(detail::has_shape<plain>, "weft: linalg::eigsh: it takes a matrix, or linear_operator(f, shape)");
  using E = std::conditional_t<std::same_as<T, void>, typename detail::matrix_value<plain>::type, T>;
  using R = detail::real_t<E>;
  constexpr char const* operation = "linalg::eigsh";
  if constexpr (detail::ShapedMatrix<plain>)
    detail::require_square(operation, a.shape());
  auto const of_y = detail::columns_of_operator(a);
  return detail::with_operator<E, false>(
      operation, a, of_y, [&](detail::erased_operator const& forward, auto const&, auto const& of_x, auto const&) {
        index_t const n = detail::count_of(of_x);
        detail::require_wanted(operation, k, n);
        detail::iterative_job job(detail::iterative_method::eigsh, dtype_of<E>, n, n, forward, {}, options);
        job.wanted = k;
        job.largest = which != eigsh_which::smallest;
        tensor<R, 1> values(k);
        tensor<E, 2> vectors(k, n);
        job.values = values.data();
        job.vectors = vectors.data();
        if (which != eigsh_which::nearest) {
          detail::run_iterative(job);
        } else {
          detail::require_shift(operation, detail::ShapedMatrix<plain>, options.shift);
          if constexpr (detail::ShapedMatrix<plain>) {
            detail::inverse_operator<E, decltype(detail::factors_of_shifted<E>(operation, a, E()))> inverse{
                detail::factors_of_shifted<E>(operation, a, E(static_cast<R>(options.shift)))};
            job.preconditioner = inverse.erased();
            detail::run_iterative(job);
          }
        }
        return eigsh_result<tensor<R, 1>, tensor<E, 2>>(std::move(values), tensor<E, 2>(transpose(vectors)),
                                                        detail::report_of(job));
      });
}

} // namespace linalg
} // namespace weft
