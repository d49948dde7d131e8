#include <weft/grad/dual_solve.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <doctest/doctest.h>

// Solutions of duals against Cramer's rule.

using namespace weft;
using dual = grad::dual<double>;

namespace {

double apart(double a, double b) {
  const double d = std::abs(a - b);
  return d == d ? d : 1.0;
}

} // namespace

TEST_CASE("dual_solve: of vectors and matrices, where either has tangents") {
  const tensor<double, 2> m = {{2, 1}, {-1, 3}};
  const tensor<double, 1> r = {4, 5};
  // With m(0, 0) = t: x = (3 * 4 - 1 * 5, t * 5 + 4) / (3 t + 1), whose derivative at 2 is (-3 * 7 / 49, (35 - 3 * 14) / 49).
  const auto f = [&](auto const& t) {
    auto a = eval(m * (t * 0.0 + 1.0));
    a(0, 0) = t.at();
    return linalg::solve(a, r);
  };
  const tensor<double, 1> j = grad::jacobian(f, tensor<double, 0>(2.0));
  CHECK(apart(j(0), -21.0 / 49) < 1e-15);
  CHECK(apart(j(1), -7.0 / 49) < 1e-15);
  // By the right side it is the inverse, here of two columns: x_ij by r_kl is m^-1_ik where j = l.
  const tensor<double, 2> right = {{4, 1}, {5, 2}}, inverse = {{3.0 / 7, -1.0 / 7}, {1.0 / 7, 2.0 / 7}};
  const tensor<double, 4> by_right = grad::jacobian([&](auto const& b) { return linalg::solve(m, b); }, right);
  double worst = 0;
  for (index_t i = 0; i < 2; ++i)
    for (index_t l = 0; l < 2; ++l)
      for (index_t k = 0; k < 2; ++k)
        for (index_t n = 0; n < 2; ++n)
          worst = std::fmax(worst, apart(by_right(i, l, k, n), l == n ? inverse(i, k) : 0.0));
  CHECK(worst < 1e-15);
}

TEST_CASE("dual_solve: second derivatives, and what solve refuses") {
  using second = grad::dual<dual>;
  // x = 6 / t at 2: its derivatives are -1.5 and 1.5.
  const tensor<second, 2> a(shape(1, 1), second(dual(2, 1), dual(1, 0)));
  const tensor<double, 1> b = {6};
  const second x = linalg::solve(a, b)(0);
  CHECK(apart(x.value.value, 3) < 1e-15);
  CHECK(apart(x.tangent[0].value, -1.5) < 1e-15);
  CHECK(apart(x.tangent[0].tangent[0], 1.5) < 1e-15);
  const tensor<dual, 2> singular(shape(1, 1), dual(0, 1)), oblong(2, 3);
  CHECK_THROWS_AS((void)linalg::solve(singular, b), linalg_error);
  CHECK_THROWS_AS((void)linalg::solve(oblong, b), shape_error);
}

TEST_CASE("dual_solve: of a rank that is known at run time") {
  const tensor<double> m = tensor<double, 2>{{2, 1}, {-1, 3}}, r = tensor<double, 1>{4, 5};
  // By the right side it is the inverse, and by m(i, j) minus column i of it times x(j), where x is (1, 2).
  const tensor<double, 2> inverse = {{3.0 / 7, -1.0 / 7}, {1.0 / 7, 2.0 / 7}};
  const tensor<double, 2> by_right = grad::jacobian([&](auto const& b) { return linalg::solve(m, b); }, r);
  const tensor<double, 3> by_matrix = grad::jacobian([&](auto const& a) { return linalg::solve(a, r); }, m);
  for (index_t k = 0; k < 2; ++k)
    for (index_t i = 0; i < 2; ++i) {
      CHECK(apart(by_right(k, i), inverse(k, i)) < 1e-15);
      for (index_t j = 0; j < 2; ++j)
        CHECK(apart(by_matrix(k, i, j), -inverse(k, i) * double(j + 1)) < 1e-15);
    }
  const tensor<dual> vector(shape(2), dual(1, 0)), stack(shape(1, 2, 2), dual(1, 0));
  CHECK_THROWS_AS((void)linalg::solve(vector, r), shape_error);
  CHECK_THROWS_AS((void)linalg::solve(stack, r), shape_error);
  CHECK_THROWS_AS((void)linalg::solve(m, stack), shape_error);
}
