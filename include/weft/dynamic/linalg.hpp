#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/schur.hpp>
#include <weft/linalg/svd.hpp>

// Linear algebra of matrices whose element type and rank are known at run time: any_tensor, any_view and expressions of
// them, which are evaluated first. Each function does the same as the function of that name for typed tensors of
// run-time rank, with the same errors, batches, members of results and cost, but computes at once: none is deferred.
// Elements are float, double or their complex types; integers become double. The result of two operands has the wider
// type; one of the two may be a typed tensor. src/linalg/dynamic selects the type, so a program instantiates no
// template.
namespace weft {

namespace detail {

using any_lu = linalg::lu_result<any_tensor, any_tensor, any_tensor>;
using any_slogdet = linalg::slogdet_result<any_tensor, any_tensor>;
using any_qr = linalg::qr_result<any_tensor, any_tensor>;
using any_pivoted_qr = linalg::pivoted_qr_result<any_tensor, any_tensor, any_tensor>;
using any_svd = linalg::svd_result<any_tensor, any_tensor, any_tensor>;
using any_eigh = linalg::eigh_result<any_tensor, any_tensor>;
using any_eig = linalg::eig_result<any_tensor, any_tensor>;
using any_lstsq = linalg::lstsq_result<any_tensor, any_tensor, any_tensor, any_tensor>;
using any_lstsq_qr = linalg::lstsq_qr_result<any_tensor, any_tensor, any_tensor>;
using any_schur = linalg::schur_result<any_tensor, any_tensor>;
using any_hessenberg = linalg::hessenberg_result<any_tensor, any_tensor>;

/// The type that the decomposition D returns for untyped matrices: any_tensor, or a struct of any_tensors.
template <class D>
struct untyped_result {
  template <class... R>
  static auto of(result_table<R...>) -> decltype(D::make(std::declval<std::conditional_t<true, any_tensor, R>>()...));
  using type = decltype(of(std::declval<typename D::template results<double>>()));
};

/// The functions of linalg for untyped matrices. src/linalg/dynamic defines them, and instantiates `decompose` for each
/// description D that this header uses.
struct untyped_linalg {
  using x = any_expr<> const&;
  template <class D>
  WEFT_API static typename untyped_result<D>::type decompose(D const& d, x a);
  template <class D>
  WEFT_API static typename untyped_result<D>::type decompose(D const& d, x a, x b);
  WEFT_API static any_tensor solve(x a, x b);
  WEFT_API static any_tensor inv(x a);
  WEFT_API static any_tensor null_space(x a, double rtol);
  WEFT_API static any_tensor orth(x a, double rtol);
  WEFT_API static any_lstsq lstsq(x a, x b, double rtol);
  WEFT_API static any_lstsq_qr lstsq_by_qr(x a, x b, double rtol);
  WEFT_API static any_tensor norm(x a, norm_order order);
  WEFT_API static any_tensor cond(x a, norm_order order);
  WEFT_API static any_tensor solve_sylvester(x a, x b, x q);
};

} // namespace detail

namespace linalg {

/// Returns the x with a x = b.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor solve(A const& a, B const& b) {
  return detail::untyped_linalg::solve(a, b);
}
/// Returns the inverse of each matrix.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor inv(A const& a) {
  return detail::untyped_linalg::inv(a);
}
/// Returns the determinants, in the shape of the batch. For one matrix the result has rank 0:
/// double(linalg::det(u)(ellipsis)) is the number.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor det(A const& a) {
  return detail::untyped_linalg::decompose(detail::det_description{}, a);
}
/// Returns the sign and the logarithm of the magnitude of each determinant: auto [sign, logabsdet] = slogdet(a).
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_slogdet slogdet(A const& a) {
  return detail::untyped_linalg::decompose(detail::slogdet_description{}, a);
}
/// Returns the lower triangular L with L L^H = a.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor cholesky(A const& a) {
  return detail::untyped_linalg::decompose(detail::cholesky_description{}, a);
}
/// Returns the factors of the LU decomposition: auto [p, l, u] = lu(a).
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_lu lu(A const& a) {
  return detail::untyped_linalg::decompose(detail::lu_description{}, a);
}
/// Returns the factors of the QR decomposition: auto [q, r] = qr(a), or auto [q, r, p] = qr(a, pivoted). With
/// full_matrices q is square.
template <Untyped A, std::same_as<full_matrices_t>... Full>
  requires(sizeof...(Full) < 2)
[[nodiscard]] WEFT_FN detail::any_qr qr(A const& a, Full...) {
  return detail::untyped_linalg::decompose(detail::qr_description < sizeof...(Full) != 0 > {}, a);
}
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_pivoted_qr qr(A const& a, pivoted_t) {
  return detail::untyped_linalg::decompose(detail::pivoted_qr_description<false>{}, a);
}
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_pivoted_qr qr(A const& a, full_matrices_t, pivoted_t) {
  return detail::untyped_linalg::decompose(detail::pivoted_qr_description<true>{}, a);
}
/// Returns the singular value decomposition: auto [u, s, vh] = svd(a). With full_matrices u and vh are square.
template <Untyped A, std::same_as<full_matrices_t>... Full>
  requires(sizeof...(Full) < 2)
[[nodiscard]] WEFT_FN detail::any_svd svd(A const& a, Full...) {
  return detail::untyped_linalg::decompose(detail::svd_description < sizeof...(Full) != 0 > {}, a);
}
/// Returns the singular values of svd, without the vectors.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor svdvals(A const& a) {
  return detail::untyped_linalg::decompose(detail::svd_description<false, false>{}, a);
}
/// Returns the number of singular values above rtol times the largest one, as int64.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor matrix_rank(A const& a, double rtol = -1) {
  return detail::untyped_linalg::decompose(detail::rank_description{{}, rtol}, a);
}
/// Returns the pseudo-inverse of each matrix.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor pinv(A const& a, double rtol = -1) {
  return detail::untyped_linalg::decompose(detail::pinv_description{{}, rtol}, a);
}
/// Returns an orthonormal basis of the null space.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor null_space(A const& a, double rtol = -1) {
  return detail::untyped_linalg::null_space(a, rtol);
}
/// Returns an orthonormal basis of the space that the columns span.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor orth(A const& a, double rtol = -1) {
  return detail::untyped_linalg::orth(a, rtol);
}

/// Returns eigenvalues and eigenvectors of a symmetric or Hermitian matrix: auto [values, vectors] = eigh(a). eigh(a,
/// b) solves a vectors = b vectors diag(values).
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN detail::any_eigh eigh(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::symmetric_description<true>{}, a, b...);
}
/// Returns the eigenvalues of eigh, without the vectors.
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN any_tensor eigvalsh(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::symmetric_description<false>{}, a, b...);
}
/// Returns complex eigenvalues and eigenvectors of any square matrix: auto [values, vectors] = eig(a). eig(a, b) solves
/// a vectors = b vectors diag(values).
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN detail::any_eig eig(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::general_description<true>{}, a, b...);
}
/// Returns the eigenvalues of eig, without the vectors.
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN any_tensor eigvals(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::general_description<false>{}, a, b...);
}

/// Returns the least-squares solution of a x = b: auto [x, residuals, rank, s] = lstsq(a, b), or auto [x, residuals,
/// rank] = lstsq(a, b, by_qr). The ranks are int64.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN detail::any_lstsq lstsq(A const& a, B const& b, double rtol = -1) {
  return detail::untyped_linalg::lstsq(a, b, rtol);
}
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN detail::any_lstsq_qr lstsq(A const& a, B const& b, by_qr_t, double rtol = -1) {
  return detail::untyped_linalg::lstsq_by_qr(a, b, rtol);
}

/// Returns the 2-norm of all elements; with an order p, the norm of the vector, or of each matrix.
template <Untyped A>
[[nodiscard]] WEFT_FN any_expr<> norm(A const& a) {
  return weft::norm(a);
}
template <Untyped A, detail::NormOrder P>
[[nodiscard]] WEFT_FN any_tensor norm(A const& a, P p) {
  return detail::untyped_linalg::norm(a, detail::order_from(p));
}
/// Returns the condition number of each matrix in the norm of order p.
template <Untyped A, detail::NormOrder P = int>
[[nodiscard]] WEFT_FN any_tensor cond(A const& a, P p = P(2)) {
  return detail::untyped_linalg::cond(a, detail::order_from(p));
}

/// Returns the exponential of each matrix.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor expm(A const& a) {
  return detail::untyped_linalg::decompose(detail::expm_description{}, a);
}
/// Returns a to the power n: the product of n factors a, or of -n factors inv(a) if n < 0.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor matrix_power(A const& a, index_t n) {
  return detail::untyped_linalg::decompose(detail::power_description{{}, n}, a);
}

/// Returns the Schur decomposition: auto [t, z] = schur(a).
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_schur schur(A const& a) {
  return detail::untyped_linalg::decompose(detail::schur_description{}, a);
}
/// Returns the Hessenberg form and its basis: auto [h, q] = hessenberg(a).
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_hessenberg hessenberg(A const& a) {
  return detail::untyped_linalg::decompose(detail::hessenberg_description{}, a);
}
/// Returns the x with a x + x b = q.
template <class A, class B, class Q>
  requires detail::UntypedTensors<A, B, Q>
[[nodiscard]] WEFT_FN any_tensor solve_sylvester(A const& a, B const& b, Q const& q) {
  return detail::untyped_linalg::solve_sylvester(a, b, q);
}

// Functions that return an object with factors, or that work in place, need an element type that the compiler knows.
template <Untyped A, class... B>
void lu_factor(A const&, B const&...) WEFT_REFUSED("weft: linalg::lu_factor of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void cholesky_factor(A const&, B const&...)
    WEFT_REFUSED("weft: linalg::cholesky_factor of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void ldlt_factor(A const&, B const&...) WEFT_REFUSED("weft: linalg::ldlt_factor of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void qr_factor(A const&, B const&...) WEFT_REFUSED("weft: linalg::qr_factor of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void cholesky_in_place(A const&, B const&...)
    WEFT_REFUSED("weft: linalg::cholesky_in_place of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void inv_in_place(A const&, B const&...)
    WEFT_REFUSED("weft: linalg::inv_in_place of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void solve_in_place(A const&, B const&...)
    WEFT_REFUSED("weft: linalg::solve_in_place of u.as<double>(), or of visit(f, u)");
template <Untyped A, class... B>
void solve_triangular(A const&, B const&...)
    WEFT_REFUSED("weft: linalg::solve_triangular of u.as<double>(), or of visit(f, u)");

} // namespace linalg

// Functions that mark a matrix as triangular, symmetric and so on need an element type that the compiler knows.
template <Untyped A>
void lower(A const&) WEFT_REFUSED("weft: lower(u.as<double>()) of an any_tensor, or visit(f, u)");
template <Untyped A>
void upper(A const&) WEFT_REFUSED("weft: upper(u.as<double>()) of an any_tensor, or visit(f, u)");
template <Untyped A>
void symmetric(A const&) WEFT_REFUSED("weft: symmetric(u.as<double>()) of an any_tensor, or visit(f, u)");
template <Untyped A>
void hermitian(A const&) WEFT_REFUSED("weft: hermitian(u.as<double>()) of an any_tensor, or visit(f, u)");
template <Untyped A>
void positive_definite(A const&)
    WEFT_REFUSED("weft: positive_definite(u.as<double>()) of an any_tensor, or visit(f, u)");

} // namespace weft
