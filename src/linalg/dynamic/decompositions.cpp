#include "linalg/dynamic/typed.hpp"

namespace weft::detail {

namespace {
using x = any_expr<> const&;
}

template <class D>
typename untyped_result<D>::type untyped_linalg::decompose(D const& d, x a) {
  return with_matrices([&](auto const& m) { return detail::decompose(d, m); }, a);
}
template <class D>
typename untyped_result<D>::type untyped_linalg::decompose(D const& d, x a, x b) {
  return with_matrices([&](auto const& m, auto const& n) { return decompose_pair(d, m, n); }, a, b);
}

// Each instance states its own visibility. Without it, an instance would be hidden like the types ..._parts in its
// signature.
#define WEFT_UNTYPED(result, ...)                                                                                      \
  template __attribute__((visibility("default"))) result untyped_linalg::decompose(__VA_ARGS__)
WEFT_UNTYPED(any_tensor, det_parts const&, x);
WEFT_UNTYPED(any_slogdet, slogdet_parts const&, x);
WEFT_UNTYPED(any_tensor, cholesky_parts const&, x);
WEFT_UNTYPED(any_lu, lu_parts const&, x);
WEFT_UNTYPED(any_qr, qr_parts<false> const&, x);
WEFT_UNTYPED(any_qr, qr_parts<true> const&, x);
WEFT_UNTYPED(any_pivoted_qr, pivoted_qr_parts<false> const&, x);
WEFT_UNTYPED(any_pivoted_qr, pivoted_qr_parts<true> const&, x);
WEFT_UNTYPED(any_svd, svd_parts<false> const&, x);
WEFT_UNTYPED(any_svd, svd_parts<true> const&, x);
WEFT_UNTYPED(any_tensor, svd_parts<false, false> const&, x);
WEFT_UNTYPED(any_tensor, rank_parts const&, x);
WEFT_UNTYPED(any_tensor, pinv_parts const&, x);
WEFT_UNTYPED(any_eigh, symmetric_parts<true> const&, x);
WEFT_UNTYPED(any_tensor, symmetric_parts<false> const&, x);
WEFT_UNTYPED(any_eig, general_parts<true> const&, x);
WEFT_UNTYPED(any_tensor, general_parts<false> const&, x);
WEFT_UNTYPED(any_eigh, symmetric_parts<true> const&, x, x);
WEFT_UNTYPED(any_tensor, symmetric_parts<false> const&, x, x);
WEFT_UNTYPED(any_eig, general_parts<true> const&, x, x);
WEFT_UNTYPED(any_tensor, general_parts<false> const&, x, x);
WEFT_UNTYPED(any_schur, schur_parts const&, x);
WEFT_UNTYPED(any_hessenberg, hessenberg_parts const&, x);
WEFT_UNTYPED(any_tensor, expm_parts const&, x);
WEFT_UNTYPED(any_tensor, power_parts const&, x);
#undef WEFT_UNTYPED

} // namespace weft::detail
