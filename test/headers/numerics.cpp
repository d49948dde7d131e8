// How each header of numerics is used alone: see ops.cpp.
#include <weft/numerics/convolve.hpp>
#include <weft/numerics/dynamic.hpp>
#include <weft/numerics/filter.hpp>
#include <weft/numerics/find_root.hpp>
#include <weft/numerics/gradient.hpp>
#include <weft/numerics/integrate.hpp>
#include <weft/numerics/interp.hpp>
#include <weft/numerics/polynomial.hpp>
#include <weft/numerics/random_multivariate_normal.hpp>
#include <weft/numerics/resample.hpp>
#include <weft/numerics/sample.hpp>
#include <weft/numerics/special.hpp>
#include <weft/numerics/spline.hpp>
#include <weft/numerics/taper.hpp>
#include <weft/numerics/trapezoid.hpp>
#include <weft/numerics/unwrap.hpp>
#include <weft/numerics/values.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("numerics/dynamic.hpp") {
  any_tensor const x(tensor<int, 1>{1, 2}), y = numerics::convolve(x, x), z = numerics::digamma(x);
  CHECK(y.size() == 3);
  CHECK(z.dtype() == dtype::float64);
}

TEST_CASE("numerics/find_root.hpp") {
  numerics::root_report const r = numerics::find_root([](double x) { return x - 1; }, 0, 3, {.iterations = 10});
  CHECK(r.converged());
}

TEST_CASE("numerics/gradient.hpp") {
  tensor<double, 1> const y{1, 3, 9}, g = numerics::gradient(y, 2);
  CHECK(g(1) == 2);
}

TEST_CASE("numerics/integrate.hpp") {
  numerics::integral_options const o{.rule = numerics::quadrature::double_exponential};
  numerics::integral_report const r = numerics::integrate([](double x) { return 2 * x; }, 0, 1, o);
  CHECK(r.converged());
}

TEST_CASE("numerics/interp.hpp") {
  tensor<double, 1> const x{0, 2}, y{1, 3}, z = numerics::interp(x, x, y, {.left = 0.0});
  CHECK(z(1) == 3);
}

TEST_CASE("numerics/polynomial.hpp") {
  tensor<double, 1> const p{2, 0}, x{0, 1, 2};
  CHECK(numerics::polyval(numerics::polyfit(x, x, 1), 1.0) > 0.9);
  CHECK(numerics::polyder(numerics::polyint(p)).extent(0) == 2);
  CHECK(numerics::roots(p).extent(0) == 1);
}

TEST_CASE("numerics/random_multivariate_normal.hpp") {
  tensor<double, 2> const x = random_multivariate_normal(3, tensor<double, 1>(1), tensor<double, 2>{{1}}, 42);
  CHECK(x.extent(0) == 3);
}

TEST_CASE("numerics/resample.hpp") {
  CHECK(numerics::resample(tensor<double, 2>{{1, 3}}, shape(1, 1))(0, 0) == 2);
}

TEST_CASE("numerics/sample.hpp") {
  tensor<double, 1> const x = numerics::sample(tensor<double, 2>{{1, 3}}, 0, tensor<double, 1>{0.5});
  CHECK(x(0) == 2);
}

TEST_CASE("numerics/special.hpp") {
  tensor<double, 1> const x = numerics::bessel_j(0, tensor<double, 1>{0.0});
  CHECK(x(0) == 1);
  CHECK(numerics::erfinv(0.0) == 0);
}

TEST_CASE("numerics/spline.hpp") {
  tensor<double, 1> const x{0, 1, 2};
  CHECK(numerics::cubic_spline(x, x, {.ends = numerics::spline_ends::natural})(1.5) == 1.5);
  tensor<double, 1> const y = numerics::pchip(x, x)(x, 1);
  CHECK(y(0) == 1);
}

TEST_CASE("numerics/trapezoid.hpp") {
  tensor<double, 1> const y{1, 3}, c = numerics::cumulative_trapezoid(y);
  CHECK(numerics::trapezoid(y) == c(0));
}

TEST_CASE("numerics/unwrap.hpp") {
  tensor<double, 1> const p = numerics::unwrap(tensor<double, 1>{0, 4}, 5);
  CHECK(p(1) == -1);
}

TEST_CASE("numerics/convolve.hpp") {
  tensor<double, 1> const a{1, 2, 3}, k{1, -1};
  CHECK(numerics::convolve(a, k, numerics::same)(2) == 1);
  CHECK(numerics::correlate(a, k)(0) == -1);
}

TEST_CASE("numerics/filter.hpp") {
  tensor<double, 1> const b{1}, a{1, -0.5}, x{1, 0, 4};
  CHECK(numerics::filter(b, a, x)(2) == 4.25);
  CHECK(numerics::medfilt(x)(1) == 1);
}

TEST_CASE("numerics/taper.hpp") {
  CHECK(numerics::hann(3)(1) == 1);
}

TEST_CASE("numerics/values.hpp") {
  CHECK(detail::vector_of_doubles(tensor<int, 1>{1})(0) == 1);
}
