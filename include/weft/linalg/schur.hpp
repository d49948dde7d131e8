#pragma once
#include <weft/linalg/batch.hpp>

namespace weft {

namespace detail {
/// Matrices n x n, column by column, which become the reduced ones, and as many for the unitary factors.
struct unitary_job {
  dtype type;
  index_t count, n;
  void *matrices, *unitary;
};
WEFT_API void schur_factors(unitary_job const& job);
WEFT_API void hessenberg_factors(unitary_job const& job);
} // namespace detail

namespace linalg {

/// What schur returns.
template <class T, class Z>
struct schur_result {
  T t;
  Z z;

  WEFT_INLINE schur_result(T&& triangle, Z&& vectors) : t(static_cast<T&&>(triangle)), z(static_cast<Z&&>(vectors)) {}
  WEFT_INLINE schur_result(schur_result const&) = default;
  WEFT_INLINE schur_result(schur_result&&) = default;
  WEFT_INLINE schur_result& operator=(schur_result const&) = default;
  WEFT_INLINE schur_result& operator=(schur_result&&) = default;
  WEFT_INLINE ~schur_result() = default;
};
/// What hessenberg returns.
template <class H, class Q>
struct hessenberg_result {
  H h;
  Q q;

  WEFT_INLINE hessenberg_result(H&& reduced, Q&& unitary)
      : h(static_cast<H&&>(reduced)), q(static_cast<Q&&>(unitary)) {}
  WEFT_INLINE hessenberg_result(hessenberg_result const&) = default;
  WEFT_INLINE hessenberg_result(hessenberg_result&&) = default;
  WEFT_INLINE hessenberg_result& operator=(hessenberg_result const&) = default;
  WEFT_INLINE hessenberg_result& operator=(hessenberg_result&&) = default;
  WEFT_INLINE ~hessenberg_result() = default;
};

} // namespace linalg

namespace detail {
/// f(reduced, unitary) with both factors.
template <class X, class F>
WEFT_FN auto unitary_factors(char const* operation, X const& a, void (*compute)(unitary_job const&), F const& f) {
  using T = linear_t<X>;
  using Order = deduced_order<X const&>;
  const auto e = capture(a);
  auto const& shape = e.extents();
  using S = std::remove_cvref_t<decltype(shape)>;
  const square_batch b(operation, shape);
  batch_result<T, S, Order> reduced(shape, 2, false), unitary(shape, 2, false);
  pack_matrices(reduced.data(), shape, 2, false, e);
  compute({dtype_of<T>, b.count, b.rows, reduced.data(), unitary.data()});
  return f(reduced.take(), unitary.take());
}
} // namespace detail

namespace linalg {

/// auto [t, z] = schur(a): a = z t z^H with z^H z = 1. Of a complex matrix t is upper triangular, with the eigenvalues
/// on its diagonal. Of a real one z and t are real, and t has blocks 2 x 2 on its diagonal for conjugate pairs: both
/// their diagonal elements are the real part, and the two others have different signs; cast<std::complex<double>>(a)
/// has the triangle. The values are in no order. About 12 n^3 multiplications and additions; LAPACK's gees.
/// linalg_error where it does not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto schur(X const& a) {
  if constexpr (detail::takes_matrices<X>())
    return detail::unitary_factors("linalg::schur", a, detail::schur_factors, []<class M>(M&& t, M&& z) {
      return schur_result(static_cast<M&&>(t), static_cast<M&&>(z));
    });
}

/// auto [h, q] = hessenberg(a): a = q h q^H with q^H q = 1, and zeros in h below the first diagonal under the main one.
/// About 7 n^3 / 3 multiplications and additions; LAPACK's gehrd and orghr or unghr.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto hessenberg(X const& a) {
  if constexpr (detail::takes_matrices<X>())
    return detail::unitary_factors("linalg::hessenberg", a, detail::hessenberg_factors, []<class M>(M&& h, M&& q) {
      return hessenberg_result(static_cast<M&&>(h), static_cast<M&&>(q));
    });
}

} // namespace linalg
} // namespace weft
