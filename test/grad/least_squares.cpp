#include <weft/grad/least_squares.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

// Problems of NIST's Statistical Reference Datasets, Nonlinear Regression (https://www.itl.nist.gov/div898/strd), with
// the certified values and standard deviations given there; and problems whose solution is known.

using namespace weft;

namespace {

using vector = tensor<double, 1>;

/// The largest relative distance; NaN is infinitely far.
double apart(vector const& a, vector const& wanted) {
  REQUIRE(a.shape() == wanted.shape());
  double most = 0;
  for (index_t k = 0; k < a.size(); ++k) {
    const double d = std::abs(a(k) - wanted(k)) / std::abs(wanted(k));
    most = d <= most ? most : d == d ? d : std::numeric_limits<double>::infinity();
  }
  return most;
}
template <class F>
void check_certified(F const& residuals, vector const& start, vector const& solution, vector const& deviations,
                     double squares) {
  const auto fit = grad::least_squares(residuals, start);
  CAPTURE(start);
  CAPTURE(fit.iterations);
  CHECK(apart(fit.x, solution) < 1e-7);
  vector found(solution.size());
  for (index_t k = 0; k < solution.size(); ++k)
    found(k) = std::sqrt(fit.covariance(k, k));
  CHECK(apart(found, deviations) < 1e-6);
  CHECK(2 * fit.cost == doctest::Approx(squares).epsilon(1e-9));
  CHECK(fit.end != grad::least_squares_end::iterations);
  CHECK(fit.converged());
}

} // namespace

TEST_CASE("least_squares: NIST Misra1a") {
  const vector y = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
  const vector x = {77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
  const auto residuals = [&](auto const& b) { return y - b(0) * (1.0 - exp(-b(1) * x)); };
  for (vector const& start : {vector{500, 0.0001}, vector{250, 0.0005}})
    check_certified(residuals, start, {2.3894212918E+02, 5.5015643181E-04}, {2.7070075241E+00, 7.2668688436E-06},
                    1.2455138894E-01);
}

TEST_CASE("least_squares: NIST MGH09") {
  const vector y = {1.957E-01, 1.947E-01, 1.735E-01, 1.600E-01, 8.440E-02, 6.270E-02,
                    4.560E-02, 3.420E-02, 3.230E-02, 2.350E-02, 2.460E-02};
  const vector x = {4, 2, 1, 5E-01, 2.5E-01, 1.67E-01, 1.25E-01, 1E-01, 8.33E-02, 7.14E-02, 6.25E-02};
  const auto residuals = [&](auto const& b) { return y - b(0) * (x * x + x * b(1)) / (x * x + x * b(2) + b(3)); };
  for (vector const& start : {vector{25, 39, 41.5, 39}, vector{0.25, 0.39, 0.415, 0.39}})
    check_certified(residuals, start, {1.9280693458E-01, 1.9128232873E-01, 1.2305650693E-01, 1.3606233068E-01},
                    {1.1435312227E-02, 1.9633220911E-01, 8.0842031232E-02, 9.0025542308E-02}, 3.0750560385E-04);
}

TEST_CASE("least_squares: NIST Thurber") {
  const vector y = {80.574,   84.248,   87.264,   87.195,   89.076,   89.608,   89.868,   90.101,   92.405,   95.854,
                    100.696,  101.060,  401.672,  390.724,  567.534,  635.316,  733.054,  759.087,  894.206,  990.785,
                    1090.109, 1080.914, 1122.643, 1178.351, 1260.531, 1273.514, 1288.339, 1327.543, 1353.863, 1414.509,
                    1425.208, 1421.384, 1442.962, 1464.350, 1468.705, 1447.894, 1457.628};
  const vector x = {-3.067, -2.981, -2.921, -2.912, -2.840, -2.797, -2.702, -2.699, -2.633, -2.481,
                    -2.363, -2.322, -1.501, -1.460, -1.274, -1.212, -1.100, -1.046, -0.915, -0.714,
                    -0.566, -0.545, -0.400, -0.309, -0.109, -0.103, 0.010,  0.119,  0.377,  0.790,
                    0.963,  1.006,  1.115,  1.572,  1.841,  2.047,  2.200};
  const tensor<double, 2> powers = stack(0, x * 0.0 + 1.0, x, x * x, x * x * x);
  const auto residuals = [&](auto const& b) {
    return y - matmul(b(range(0, 4)), powers) / (1.0 + matmul(b(range(4, 7)), powers(range(1, 4), all)));
  };
  for (vector const& start : {vector{1000, 1000, 400, 40, 0.7, 0.3, 0.03}, vector{1300, 1500, 500, 75, 1, 0.4, 0.05}})
    check_certified(residuals, start,
                    {1.2881396800E+03, 1.4910792535E+03, 5.8323836877E+02, 7.5416644291E+01, 9.6629502864E-01,
                     3.9797285797E-01, 4.9727297349E-02},
                    {4.6647963344E+00, 3.9571156086E+01, 2.8698696102E+01, 5.5675370270E+00, 3.1333340687E-02,
                     1.4984928198E-02, 6.5842344623E-03},
                    5.6427082397E+03);
}

TEST_CASE("least_squares: Rosenbrock's function, whose residuals vanish") {
  const auto residuals = [](auto const& x) {
    return concatenate(0, 10.0 * (x(range(1, 2)) - square(x(range(0, 1)))), 1.0 - x(range(0, 1)));
  };
  const auto fit = grad::least_squares(residuals, vector{-1.2, 1});
  CHECK(apart(fit.x, {1, 1}) < 1e-11);
  CHECK(fit.cost < 1e-24);
  CHECK(fit.covariance(0, 0) == std::numeric_limits<double>::infinity()); // nothing is left to judge errors by
  const auto stopped = grad::least_squares(residuals, vector{-1.2, 1}, {.iterations = 2});
  CHECK(stopped.end == grad::least_squares_end::iterations);
  CHECK_FALSE(stopped.converged());
  CHECK(stopped.iterations == 2);
}

TEST_CASE("least_squares: one unknown in float, which fits what is exact") {
  const tensor<float, 1> x = {0, 0.5F, 1, 2}, y = {1, 0.778800783F, 0.60653066F, 0.36787944F}; // exp(-x / 2)
  const auto fit = grad::least_squares([&](auto const& b) { return exp(-b.at() * x) - y; }, tensor<float, 0>(3.0F));
  CHECK(fit.x.rank() == 0);
  CHECK(std::abs(fit.x.at() - 0.5F) < 1e-6F);
  CHECK(fit.end != grad::least_squares_end::iterations);
  CHECK(fit.covariance.shape() == shape(1, 1));
  CHECK(fit.covariance(0, 0) < 1e-10F);
}

TEST_CASE("least_squares: what it refuses") {
  const auto one = [](auto const& x) { return sum(x) - 1.0; };
  CHECK_THROWS_AS((void)grad::least_squares(one, vector{1, 2}), shape_error);
  const auto root = [](auto const& x) { return sqrt(x); }; // of a negative number
  const std::string message = support::message_of([&] { (void)grad::least_squares(root, vector{-1, 2}); });
  CHECK(message.find("not finite") != std::string::npos);
}
