#include <weft/grad/variable.hpp>
#include <weft/numerics/special.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("special functions have gradients, alone and in expressions") {
  grad::variable<double, 1> const w(tensor<double, 1>{0.25, 3.5});
  grad::variable<double, 0> const loss = sum(numerics::bessel_j(1.0, w) + numerics::beta_inc(2.0, 3.0, w / 7.0));
  backward(loss);
  // SciPy's jvp(1, x), and the density 12 x (1 - x)^2 of the beta distribution
  double const x = 0.25 / 7;
  CHECK(samples::all_near(tensor<double, 1>(w.gradient()),
                          tensor<double, 1>{0.48833202000494497 + 12 * x * (1 - x) * (1 - x) / 7,
                                            -0.41937846209078544 + 12 * 0.5 * 0.25 / 7},
                          1e-12));
}

TEST_CASE("special functions: gradients by the result and by both operands") {
  grad::variable<double, 1> const a(tensor<double, 1>{2}), b(tensor<double, 1>{3}), p(tensor<double, 1>{0.5});
  grad::variable<double, 0> const loss = sum(numerics::beta(a, b) + numerics::ndtri(p) + numerics::digamma(b));
  backward(loss);
  CHECK(samples::all_near(tensor<double, 1>(a.gradient()), tensor<double, 1>{-13.0 / 144}, 1e-12));
  // 1 / (b (b + 1)) has the slope -7 / 144 at 3, and digamma pi^2 / 6 - 5 / 4
  CHECK(samples::all_near(tensor<double, 1>(b.gradient()), tensor<double, 1>{-7.0 / 144 + 0.3949340668482264}, 1e-12));
  CHECK(samples::all_near(tensor<double, 1>(p.gradient()), tensor<double, 1>{2.5066282746310002}, 1e-12));
}
