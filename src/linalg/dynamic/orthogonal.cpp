#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/subspace.hpp>

namespace weft::detail {

any_qr untyped_linalg::qr(x a, bool full) {
  return with_matrices([&](auto const& m) { return full ? linalg::qr(m, linalg::full_matrices) : linalg::qr(m); }, a);
}
any_pivoted_qr untyped_linalg::pivoted_qr(x a, bool full) {
  return with_matrices(
      [&](auto const& m) {
        return full ? linalg::qr(m, linalg::full_matrices, linalg::pivoted) : linalg::qr(m, linalg::pivoted);
      },
      a);
}
any_svd untyped_linalg::svd(x a, bool full) {
  return with_matrices([&](auto const& m) { return full ? linalg::svd(m, linalg::full_matrices) : linalg::svd(m); }, a);
}
any_tensor untyped_linalg::svdvals(x a) {
  return with_matrices([](auto const& m) { return linalg::svdvals(m); }, a);
}
any_tensor untyped_linalg::matrix_rank(x a, double rtol) {
  return with_matrices([&](auto const& m) { return linalg::matrix_rank(m, rtol); }, a);
}
any_tensor untyped_linalg::pinv(x a, double rtol) {
  return with_matrices([&](auto const& m) { return linalg::pinv(m, rtol); }, a);
}
any_tensor untyped_linalg::null_space(x a, double rtol) {
  return with_matrices([&](auto const& m) { return linalg::null_space(m, rtol); }, a);
}
any_tensor untyped_linalg::orth(x a, double rtol) {
  return with_matrices([&](auto const& m) { return linalg::orth(m, rtol); }, a);
}
any_lstsq untyped_linalg::lstsq(x a, x b, double rtol) {
  return with_matrices([&](auto const& m, auto const& y) { return linalg::lstsq(m, y, rtol); }, a, b);
}
any_lstsq_qr untyped_linalg::lstsq_by_qr(x a, x b, double rtol) {
  return with_matrices([&](auto const& m, auto const& y) { return linalg::lstsq(m, y, linalg::by_qr, rtol); }, a, b);
}

} // namespace weft::detail
