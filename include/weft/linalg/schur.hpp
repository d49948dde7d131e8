#pragma once
#include <weft/linalg/decomposition.hpp>

namespace weft {

namespace detail {
/// Overwrite the matrices with t or h, and write the unitary factors z or q.
WEFT_API void schur_factors(decomposition_job const& job);
WEFT_API void hessenberg_factors(decomposition_job const& job);
} // namespace detail

namespace linalg {

/// The result of schur.
template <class T, class Z>
struct schur_result {
  T t;
  Z z;

  WEFT_INLINE schur_result(T&& triangle, Z&& vectors) : t(static_cast<T&&>(triangle)), z(static_cast<Z&&>(vectors)) {}
  WEFT_COPIED(schur_result);
};
/// The result of hessenberg.
template <class H, class Q>
struct hessenberg_result {
  H h;
  Q q;

  WEFT_INLINE hessenberg_result(H&& reduced, Q&& unitary)
      : h(static_cast<H&&>(reduced)), q(static_cast<Q&&>(unitary)) {}
  WEFT_COPIED(hessenberg_result);
};

} // namespace linalg

namespace detail {
struct unitary_description : decomposition {
  static constexpr bool square = true;
  static constexpr int in_place = 0;
  template <class T>
  using results = result_table<by_columns_form<T, result_axis::rows, result_axis::columns>,
                               by_columns_form<T, result_axis::rows, result_axis::columns>>;
};
struct schur_description : unitary_description {
  static constexpr char const* name = "linalg::schur";
  WEFT_FN static void compute(decomposition_job const& job) { schur_factors(job); }
  template <class T, class Z>
  WEFT_INLINE static auto make(T&& t, Z&& z) {
    return linalg::schur_result(static_cast<T&&>(t), static_cast<Z&&>(z));
  }
};
struct hessenberg_description : unitary_description {
  static constexpr char const* name = "linalg::hessenberg";
  WEFT_FN static void compute(decomposition_job const& job) { hessenberg_factors(job); }
  template <class H, class Q>
  WEFT_INLINE static auto make(H&& h, Q&& q) {
    return linalg::hessenberg_result(static_cast<H&&>(h), static_cast<Q&&>(q));
  }
};
} // namespace detail

namespace linalg {

/// auto [t, z] = schur(a): a = z t z^H with z^H z = 1. For a complex matrix t is upper triangular, with the eigenvalues
/// on its diagonal. For a real matrix z and t are real, and t has blocks 2 x 2 on its diagonal for conjugate pairs:
/// both diagonal elements of a block are the real part, and its two other elements have different signs. For an upper
/// triangular t of a real matrix, call schur(cast<std::complex<double>>(a)). The values are in no order. About 12 n^3
/// multiplications and additions; LAPACK's gees. Throws linalg_error if it does not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto schur(X const& a) {
  return detail::decompose(detail::schur_description{}, a);
}

/// auto [h, q] = hessenberg(a): a = q h q^H with q^H q = 1, and zeros in h below the first diagonal under the main one.
/// About 7 n^3 / 3 multiplications and additions; LAPACK's gehrd and orghr or unghr.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto hessenberg(X const& a) {
  return detail::decompose(detail::hessenberg_description{}, a);
}

} // namespace linalg
} // namespace weft
