#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/sylvester.hpp>

namespace weft::detail {

any_tensor untyped_linalg::solve(x a, x b) {
  return with_matrices([](auto const& m, auto const& y) { return eval(linalg::solve(m, y)); }, a, b);
}
any_tensor untyped_linalg::inv(x a) {
  return with_matrices([](auto const& m) { return eval(linalg::inv(m)); }, a);
}
any_tensor untyped_linalg::det(x a) {
  return with_matrices([](auto const& m) { return linalg::det(m); }, a);
}
any_slogdet untyped_linalg::slogdet(x a) {
  return with_matrices([](auto const& m) { return linalg::slogdet(m); }, a);
}
any_tensor untyped_linalg::cholesky(x a) {
  return with_matrices([](auto const& m) { return linalg::cholesky(m); }, a);
}
any_lu untyped_linalg::lu(x a) {
  return with_matrices([](auto const& m) { return linalg::lu(m); }, a);
}
any_tensor untyped_linalg::solve_sylvester(x a, x b, x q) {
  return with_matrices(
      [](auto const& m, auto const& n, auto const& right) { return linalg::solve_sylvester(m, n, right); }, a, b, q);
}

} // namespace weft::detail
