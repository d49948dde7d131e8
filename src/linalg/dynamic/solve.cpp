#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/solve.hpp>
#include <weft/linalg/subspace.hpp>
#include <weft/linalg/sylvester.hpp>

namespace weft::detail {

any_tensor untyped_linalg::solve(x a, x b) {
  return with_matrices([](auto const& m, auto const& y) { return eval(linalg::solve(m, y)); }, a, b);
}
any_tensor untyped_linalg::inv(x a) {
  return with_matrices([](auto const& m) { return eval(linalg::inv(m)); }, a);
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
any_tensor untyped_linalg::norm(x a, norm_order order) {
  return with_matrices([&](auto const& m) { return norm_by(m, order); }, a);
}
any_tensor untyped_linalg::cond(x a, norm_order order) {
  return with_matrices([&](auto const& m) { return conditions_by(m, order); }, a);
}
any_tensor untyped_linalg::solve_sylvester(x a, x b, x q) {
  return with_matrices(
      [](auto const& m, auto const& n, auto const& right) { return linalg::solve_sylvester(m, n, right); }, a, b, q);
}

} // namespace weft::detail
