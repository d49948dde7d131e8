// Solves a convection-diffusion equation on a square, -(u_xx + u_yy) + 20 u_x = 1 inside and u = 0 on the border, for
// an operator that is a function: by restarted GMRES and by stabilised bi-conjugate gradients, without and with a
// preconditioner. Without convection it is Poisson's equation, for conjugate gradients; then its lowest modes.
//   poisson_gmres [n]      n x n points inside, 63 unless told otherwise
#include "common.hpp"

#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/weft.hpp>

#include <cstdlib>
#include <numbers>

using namespace weft;

namespace {

constexpr auto first = range(0, end - 1), later = range(1, end);

/// y = 4 x - its neighbours, those to the left and right weighted by what flows to the right.
struct flow {
  double strength; ///< of the flow, beside the width of a cell

  template <class X, class Y>
  void operator()(X const& x, Y& y) const {
    y = 4.0 * x;
    y(later, all) -= x(first, all);
    y(first, all) -= x(later, all);
    y(all, later) -= (1.0 + strength) * x(all, first);
    y(all, first) -= (1.0 - strength) * x(all, later);
  }
};

int solve(index_t n) {
  if (n < 2)
    throw shape_error("at least 2 x 2 points are needed");
  const double h = 1.0 / double(n + 1);
  const tensor<double, 2> b = h * h * ones<double>(n, n);

  const flow a{10.0 * h};
  tensor<double, 2> az(n, n);
  const auto sweeps = [&](auto const& r, auto& z) { // four of Jacobi's
    z = 0.25 * r;
    for (int k = 1; k < 4; ++k) {
      a(z, az);
      z += 0.25 * (r - az);
    }
  };
  const linalg::iterative_options options{.tolerance = 1e-10, .restart = 40};
  const auto [u, by_gmres] = linalg::gmres(a, b, options);
  const auto [v, by_gmres_with] = linalg::gmres(a, b, sweeps, options);
  const auto [w, by_bicgstab] = linalg::bicgstab(a, b, options);
  std::printf("%s\n%s, with four sweeps\n%s\n", to_string(by_gmres).c_str(), to_string(by_gmres_with).c_str(),
              to_string(by_bicgstab).c_str());
  const bool same = all_close(u, v, 1e-7, 1e-12) && all_close(u, w, 1e-7, 1e-12);

  const auto [still, by_cg] = linalg::cg(flow{0.0}, b, options);
  std::printf("%s\nu in the middle: %.6f, without the flow %.6f\n", to_string(by_cg).c_str(), u(n / 2, n / 2),
              still(n / 2, n / 2));

  // [modes]
  const auto modes = linalg::eigsh(linalg::linear_operator(flow{0.0}, shape(n, n)), 3, linalg::smallest);
  for (const double value : modes.values)
    std::printf("mode: %.4f pi^2\n", value / (h * h) / (std::numbers::pi * std::numbers::pi));
  // [end]
  std::printf("%s\n", same ? "the same solution three times" : "NOT the same solution");
  return same ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: poisson_gmres [n]\n");
    return 1;
  }
  return run("poisson_gmres", [&] { return solve(argc > 1 ? std::atol(argv[1]) : 63); });
}
