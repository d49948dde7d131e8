#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/sylvester.hpp>

namespace weft::detail {

any_tensor untyped_linalg::solve(x a, x b) {
  return with_matrices([](auto const& m, auto const& y) { return any_tensor(eval(linalg::solve(m, y))); }, a, b);
}
any_tensor untyped_linalg::inv(x a) {
  return with_matrices([](auto const& m) { return any_tensor(eval(linalg::inv(m))); }, a);
}
any_tensor untyped_linalg::det(x a) {
  return with_matrices([](auto const& m) { return any_tensor(linalg::det(m)); }, a);
}
any_slogdet untyped_linalg::slogdet(x a) {
  return with_matrices(
      [](auto const& m) {
        auto of = linalg::slogdet(m);
        return any_slogdet(any_tensor(std::move(of.sign)), any_tensor(std::move(of.logabsdet)));
      },
      a);
}
any_tensor untyped_linalg::cholesky(x a) {
  return with_matrices([](auto const& m) { return any_tensor(linalg::cholesky(m)); }, a);
}
any_lu untyped_linalg::lu(x a) {
  return with_matrices(
      [](auto const& m) {
        auto of = linalg::lu(m);
        return any_lu(any_tensor(std::move(of.p)), any_tensor(std::move(of.l)), any_tensor(std::move(of.u)));
      },
      a);
}
any_tensor untyped_linalg::solve_sylvester(x a, x b, x q) {
  return with_matrices(
      [](auto const& m, auto const& n, auto const& right) { return any_tensor(linalg::solve_sylvester(m, n, right)); },
      a, b, q);
}

} // namespace weft::detail
