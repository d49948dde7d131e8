// doc/reference: Numerics
#include "show.hpp"

#include <weft/numerics.hpp>

#include <cmath>

using namespace weft;

void roots_and_integrals() {
  RUN(q.x, numerics::root_options rough{.iterations = 50, .tolerance = 1e-6};
      numerics::root_report q = numerics::find_root([](double x) { return std::cos(x) - x; }, 0, 1, rough));
  RUN(area.value, numerics::integral_options ends{.rule = numerics::quadrature::double_exponential};
      numerics::integral_report area = numerics::integrate([](double x) { return std::log(0.5 * x); }, 0, 1, ends));
}

void interpolation() {
  // [a grid and values on it]
  const tensor<double, 1> x{0, 1, 3}, y{1, 4, 2};
  const tensor<double, 2> a{{0, 1, 2}, {4, 8, 6}};
  const tensor<double, 3> c(shape(2, 2, 3), 1.5);
  // [end]
  SHOW(numerics::interp(2.0 * x, x, y));
  RUN(numerics::interp(-1.0, x, y, zero), numerics::interp_options zero{.left = 0.0});
  RUN(g(0.5 * x), numerics::piecewise_cubic g = numerics::cubic_spline(x, y));
  SHOW(g(x, 1));
  SHOW(g.integral(0, 2));
  SHOW(g.grid());
  SHOW(g.coefficients());
  RUN(numerics::cubic_spline(x, y, flat)(2.0), numerics::spline_options flat{.ends = numerics::spline_ends::natural});
  SHOW(numerics::pchip(x, y)(0.5 * x));
  SHOW(numerics::sample(a, 0.25 * x, 0.5 * y));
  SHOW(numerics::sample(c, x, y, y));
  RUN(numerics::sample(a, 0.25 * x, 0.5 * y, smooth),
      numerics::sample_options smooth{.method = numerics::interpolation::cubic, .edges = numerics::outside::mirrored});
  SHOW(numerics::resample(a, shape(2, 2)));
  SHOW(numerics::resample(a, shape(1, 4), numerics::resampling::bilinear));
}

void polynomials_and_samples() {
  // [samples and a polynomial]
  const tensor<double, 1> x{0, 1, 3}, y{1, 4, 2}, p{1, -3, 2};
  const tensor<double, 2> a{{0, 1, 2}, {4, 8, 6}};
  // [end]
  SHOW(numerics::polyfit(x, y, 1));
  SHOW(numerics::polyval(p, x));
  SHOW(numerics::polyder(p));
  SHOW(numerics::polyint(p));
  SHOW(numerics::polyint(p, 2, 1.0));
  SHOW(numerics::roots(p));
  SHOW(numerics::trapezoid(y, x));
  SHOW(numerics::trapezoid(a, 0.5, 0));
  SHOW(numerics::cumulative_trapezoid(y, x));
  SHOW(numerics::gradient(y, x));
  SHOW(numerics::gradient(a, 0.5, 0));
  SHOW(numerics::unwrap(tensor<double, 1>{0, 4, 3}, 5.0));
  SHOW(numerics::convolve(x, p));
  SHOW(numerics::convolve(x, p, numerics::same));
  SHOW(numerics::convolve(x, p, numerics::valid));
  SHOW(numerics::correlate(x, p));
  RUN(numerics::correlate(x, p, mode), numerics::convolution_mode mode = numerics::full);
  SHOW(numerics::filter(p, x + 1.0, y));
  SHOW(numerics::medfilt(y));
  SHOW(numerics::medfilt(y, 5));
  SHOW(numerics::hann(4));
  SHOW(numerics::hamming(4));
  SHOW(numerics::blackman(4));
  SHOW(numerics::kaiser(4, 8.6));
}

void special_functions() {
  // [an order and numbers]
  const double v = 0.5;
  const tensor<double, 1> x{0.5, 1, 2};
  // [end]
  SHOW(numerics::bessel_j(v, x));
  SHOW(numerics::bessel_y(v, x));
  SHOW(numerics::bessel_i(v, x));
  SHOW(numerics::bessel_k(v, x));
  SHOW(numerics::digamma(x));
  SHOW(numerics::polygamma(1, x));
  SHOW(numerics::beta(x, 2.0));
  SHOW(numerics::gamma_p(2.0, x));
  SHOW(numerics::gamma_q(2.0, x));
  SHOW(numerics::beta_inc(2.0, 3.0, 0.25 * x));
  SHOW(numerics::erfinv(0.25 * x));
  SHOW(numerics::ndtri(0.25 * x));
  SHOW(numerics::expint(x));
  SHOW(numerics::expint(1.0));
}
