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

// Each instance states its own visibility. Without it, an instance would be hidden like the types ..._description in
// its signature.
#define WEFT_UNTYPED(result, ...)                                                                                      \
  template __attribute__((visibility("default"))) result untyped_linalg::decompose(__VA_ARGS__)
WEFT_UNTYPED(any_tensor, det_description const&, x);
WEFT_UNTYPED(any_slogdet, slogdet_description const&, x);
WEFT_UNTYPED(any_tensor, cholesky_description const&, x);
WEFT_UNTYPED(any_lu, lu_description const&, x);
WEFT_UNTYPED(any_qr, qr_description<false> const&, x);
WEFT_UNTYPED(any_qr, qr_description<true> const&, x);
WEFT_UNTYPED(any_pivoted_qr, pivoted_qr_description<false> const&, x);
WEFT_UNTYPED(any_pivoted_qr, pivoted_qr_description<true> const&, x);
WEFT_UNTYPED(any_svd, svd_description<false> const&, x);
WEFT_UNTYPED(any_svd, svd_description<true> const&, x);
WEFT_UNTYPED(any_tensor, svd_description<false, false> const&, x);
WEFT_UNTYPED(any_tensor, rank_description const&, x);
WEFT_UNTYPED(any_tensor, pinv_description const&, x);
WEFT_UNTYPED(any_eigh, symmetric_description<true> const&, x);
WEFT_UNTYPED(any_tensor, symmetric_description<false> const&, x);
WEFT_UNTYPED(any_eig, general_description<true> const&, x);
WEFT_UNTYPED(any_tensor, general_description<false> const&, x);
WEFT_UNTYPED(any_eigh, symmetric_description<true> const&, x, x);
WEFT_UNTYPED(any_tensor, symmetric_description<false> const&, x, x);
WEFT_UNTYPED(any_eig, general_description<true> const&, x, x);
WEFT_UNTYPED(any_tensor, general_description<false> const&, x, x);
WEFT_UNTYPED(any_schur, schur_description const&, x);
WEFT_UNTYPED(any_hessenberg, hessenberg_description const&, x);
WEFT_UNTYPED(any_tensor, expm_description const&, x);
WEFT_UNTYPED(any_tensor, power_description const&, x);
#undef WEFT_UNTYPED

} // namespace weft::detail
