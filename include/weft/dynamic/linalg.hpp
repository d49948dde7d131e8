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
// them, which are evaluated first. A function does what its namesake does for typed tensors of run-time rank,
// with the same errors, batches, fields and cost, but they compute at once: none is deferred. Elements are float,
// double or their complex; integers become double. The result of two operands has the wider type; either may be
// a typed tensor. src/linalg/dynamic finds the type, so a program instantiates nothing.
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

/// The result of a description for untyped matrices: any_tensor, or a struct of them.
template <class D>
struct untyped_result {
  template <class... R>
  static auto of(result_table<R...>) -> decltype(D::make(std::declval<std::conditional_t<true, any_tensor, R>>()...));
  using type = decltype(of(std::declval<typename D::template results<double>>()));
};

/// The functions of linalg for untyped matrices, in src/linalg/dynamic, which has instances of `decompose` for the
/// descriptions that are used here.
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

/// The x with a x = b.
template <class A, class B>
  requires detail::UntypedTensors<A, B>
[[nodiscard]] WEFT_FN any_tensor solve(A const& a, B const& b) {
  return detail::untyped_linalg::solve(a, b);
}
/// The inverse, of each matrix.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor inv(A const& a) {
  return detail::untyped_linalg::inv(a);
}
/// The determinants, of the shape of the batch: of one matrix rank 0, double(linalg::det(u)(ellipsis)).
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor det(A const& a) {
  return detail::untyped_linalg::decompose(detail::det_parts{}, a);
}
/// auto [sign, logabsdet] = slogdet(a)
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_slogdet slogdet(A const& a) {
  return detail::untyped_linalg::decompose(detail::slogdet_parts{}, a);
}
/// The lower triangular L with L L^H = a.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor cholesky(A const& a) {
  return detail::untyped_linalg::decompose(detail::cholesky_parts{}, a);
}
/// auto [p, l, u] = lu(a)
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_lu lu(A const& a) {
  return detail::untyped_linalg::decompose(detail::lu_parts{}, a);
}
/// auto [q, r] = qr(a), with a square q by full_matrices; auto [q, r, p] = qr(a, pivoted).
template <Untyped A, std::same_as<full_matrices_t>... Full>
  requires(sizeof...(Full) < 2)
[[nodiscard]] WEFT_FN detail::any_qr qr(A const& a, Full...) {
  return detail::untyped_linalg::decompose(detail::qr_parts < sizeof...(Full) != 0 > {}, a);
}
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_pivoted_qr qr(A const& a, pivoted_t) {
  return detail::untyped_linalg::decompose(detail::pivoted_qr_parts<false>{}, a);
}
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_pivoted_qr qr(A const& a, full_matrices_t, pivoted_t) {
  return detail::untyped_linalg::decompose(detail::pivoted_qr_parts<true>{}, a);
}
/// auto [u, s, vh] = svd(a), with square u and vh by full_matrices.
template <Untyped A, std::same_as<full_matrices_t>... Full>
  requires(sizeof...(Full) < 2)
[[nodiscard]] WEFT_FN detail::any_svd svd(A const& a, Full...) {
  return detail::untyped_linalg::decompose(detail::svd_parts < sizeof...(Full) != 0 > {}, a);
}
/// The singular values alone.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor svdvals(A const& a) {
  return detail::untyped_linalg::decompose(detail::svd_parts<false, false>{}, a);
}
/// The number of singular values above rtol times the largest one, as int64.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor matrix_rank(A const& a, double rtol = -1) {
  return detail::untyped_linalg::decompose(detail::rank_parts{{}, rtol}, a);
}
/// The pseudo-inverse.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor pinv(A const& a, double rtol = -1) {
  return detail::untyped_linalg::decompose(detail::pinv_parts{{}, rtol}, a);
}
/// An orthonormal basis of the null space.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor null_space(A const& a, double rtol = -1) {
  return detail::untyped_linalg::null_space(a, rtol);
}
/// An orthonormal basis of the space that the columns span.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor orth(A const& a, double rtol = -1) {
  return detail::untyped_linalg::orth(a, rtol);
}

/// auto [values, vectors] = eigh(a) of a symmetric or Hermitian matrix, eigh(a, b) of a vectors = b vectors
/// diag(values).
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN detail::any_eigh eigh(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::symmetric_parts<true>{}, a, b...);
}
/// The eigenvalues of eigh alone.
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN any_tensor eigvalsh(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::symmetric_parts<false>{}, a, b...);
}
/// auto [values, vectors] = eig(a) of any square matrix, complex; eig(a, b).
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN detail::any_eig eig(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::general_parts<true>{}, a, b...);
}
/// The eigenvalues of eig alone.
template <class A, class... B>
  requires(detail::UntypedTensors<A, B...> && sizeof...(B) < 2)
[[nodiscard]] WEFT_FN any_tensor eigvals(A const& a, B const&... b) {
  return detail::untyped_linalg::decompose(detail::general_parts<false>{}, a, b...);
}

/// auto [x, residuals, rank, s] = lstsq(a, b); by_qr: auto [x, residuals, rank]. The ranks are int64.
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

/// The 2-norm of all elements; with an order, the norm of the vector, or of each matrix.
template <Untyped A>
[[nodiscard]] WEFT_FN any_expr<> norm(A const& a) {
  return weft::norm(a);
}
template <Untyped A, detail::NormOrder P>
[[nodiscard]] WEFT_FN any_tensor norm(A const& a, P p) {
  return detail::untyped_linalg::norm(a, detail::order_from(p));
}
/// The condition numbers of the order p.
template <Untyped A, detail::NormOrder P = int>
[[nodiscard]] WEFT_FN any_tensor cond(A const& a, P p = P(2)) {
  return detail::untyped_linalg::cond(a, detail::order_from(p));
}

/// The exponential.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor expm(A const& a) {
  return detail::untyped_linalg::decompose(detail::expm_parts{}, a);
}
/// a multiplied n times, by the inverse where n < 0.
template <Untyped A>
[[nodiscard]] WEFT_FN any_tensor matrix_power(A const& a, index_t n) {
  return detail::untyped_linalg::decompose(detail::power_parts{{}, n}, a);
}

/// auto [t, z] = schur(a)
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_schur schur(A const& a) {
  return detail::untyped_linalg::decompose(detail::schur_parts{}, a);
}
/// auto [h, q] = hessenberg(a)
template <Untyped A>
[[nodiscard]] WEFT_FN detail::any_hessenberg hessenberg(A const& a) {
  return detail::untyped_linalg::decompose(detail::hessenberg_parts{}, a);
}
/// The x with a x + x b = q.
template <class A, class B, class Q>
  requires detail::UntypedTensors<A, B, Q>
[[nodiscard]] WEFT_FN any_tensor solve_sylvester(A const& a, B const& b, Q const& q) {
  return detail::untyped_linalg::solve_sylvester(a, b, q);
}

// Objects that keep factors, and what works in place, are of one type of elements.
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

// Matrices that are known to be triangular or the like are typed.
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
