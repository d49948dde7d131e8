#include "structs.hpp"

#include <doctest/doctest.h>

#include <support/counting.hpp>

#include <weft/ops/equal.hpp>
#include <weft/records/dormand_prince.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace weft;
namespace hana = boost::hana;

namespace {

struct planet {
  BOOST_HANA_DEFINE_STRUCT(planet, (tensor<double, fixed<2>>, x), (tensor<double, fixed<2>>, v));
};
/// Around a centre of mass 1.
const auto pulled = [](double, planet const& p) {
  const double r = norm(p.x);
  return hana::make_tuple(1.0 * p.v, p.x * (-1 / (r * r * r)));
};

} // namespace

TEST_CASE("an orbit of eccentricity 1/2 returns, and the error follows what was asked for") {
  double before = 1;
  for (const double relative : {1e-5, 1e-7, 1e-9, 1e-11}) {
    planet p{{0.5, 0}, {0, std::sqrt(3.0)}};
    const auto report =
        ode::dormand_prince(pulled, p, 0.0, 2 * std::acos(-1.0), {.relative = relative, .absolute = relative});
    CHECK(report.end == ode::dormand_prince_end::reached);
    CHECK(report.time == 2 * std::acos(-1.0));
    CHECK(report.evaluations == 6 * (report.accepted + report.rejected) + 2);
    const double error = std::hypot(p.x(0) - 0.5, p.x(1));
    CHECK(error < 300 * relative);
    CHECK(error < before);
    before = error;
    REQUIRE(report.errors.size() == 2);
    CHECK((report.errors[0].path == "x" && report.errors[1].path == "v"));
    for (auto const& e : report.errors)
      CHECK((e.largest > 0 && e.last > 0 && e.last <= e.largest && e.largest < 1.5));
    CHECK(!report.is_stiff);
  }
}

TEST_CASE("one step has the values of the table of the method") {
  // y' = y from 1: the polynomial of stability of the pair.
  for (const double h : {0.125, 0.5}) {
    double y = 1;
    const auto report = ode::dormand_prince([](double, double x) { return x; }, y, 0.0, h,
                                            {.relative = 1, .absolute = 1, .first_step = h});
    const double h2 = h * h, h3 = h2 * h, h4 = h3 * h, h5 = h4 * h, h6 = h5 * h;
    CHECK(y == doctest::Approx(1 + h + h2 / 2 + h3 / 6 + h4 / 24 + h5 / 120 + h6 / 600).epsilon(1e-14));
    CHECK(report.accepted == 1);
    CHECK(report.evaluations == 7);
  }
}

TEST_CASE("time runs backwards, and tensors, columns and complex numbers are states") {
  tensor<double, 2, column_major> y{{1, 2}, {3, 4}};
  const auto decay = [](double, auto const& x) { return -x; };
  const auto report = ode::dormand_prince(decay, y, 1.0, 0.0, {.relative = 1e-10, .absolute = 1e-12});
  CHECK(all_close(y, std::exp(1.0) * tensor<double, 2>{{1, 2}, {3, 4}}, 1e-8, 0));
  CHECK((report.errors.size() == 1 && report.errors[0].path.empty()));
  std::complex<double> z = 1;
  const auto turns = [](double, std::complex<double> x) { return std::complex<double>(0, 1) * x; };
  CHECK(ode::dormand_prince(turns, z, 0.0, std::acos(-1.0), {.relative = 1e-10, .absolute = 1e-12}).rejected < 9);
  CHECK(std::abs(z + 1.0) < 1e-8);
  tensor<float, 1> f{1, 2};
  CHECK(ode::dormand_prince([](float, auto const& x, auto& dx) { dx = -x; }, f, 0.0F, 1.0F).time == 1);
  CHECK(all_close(f, float(std::exp(-1.0)) * tensor<float, 1>{1, 2}, 1e-5, 0));
}

TEST_CASE("a step allocates nothing") {
  tensor<double, 1> y(50);
  y = 1.0;
  const auto run = [&](double to) {
    support::counting_resource memory;
    set_memory_resource(&memory);
    y = 1.0;
    const auto report = ode::dormand_prince([](double, auto const& x) { return -x; }, y, 0.0, to, {.largest_step = 0.1});
    set_memory_resource(nullptr);
    CHECK(report.accepted >= index_t(10 * to));
    return memory.allocations();
  };
  CHECK(run(1) == run(20));
}

TEST_CASE("a stiff problem is said to be one, and a step that jumps is rejected") {
  double y = 0;
  const auto report = ode::dormand_prince([](double t, double x) { return -5000 * (x - std::cos(t)); }, y, 0.0, 3.0);
  CHECK(report.is_stiff);
  CHECK(y == doctest::Approx(std::cos(3.0)).epsilon(1e-2));
  double z = 0;
  const auto jumped = ode::dormand_prince([](double t, double) { return t < 0.5 ? 0.0 : 1.0; }, z, 0.0, 1.0);
  CHECK(jumped.rejected > 0);
  CHECK(z == doctest::Approx(0.5).epsilon(1e-5));
}

TEST_CASE("reports say what ended a run, and progress is told of each step") {
  const auto grows = [](double, double x) { return x * x; }; // infinite at t = 1
  double y = 1;
  auto report = ode::dormand_prince(grows, y, 0.0, 2.0);
  CHECK(report.end == ode::dormand_prince_end::small_step);
  CHECK(report.time == doctest::Approx(1).epsilon(1e-6));
  y = 1;
  report = ode::dormand_prince(grows, y, 0.0, 0.9, {.steps = 3});
  CHECK(report.end == ode::dormand_prince_end::steps);
  CHECK(report.accepted + report.rejected == 3);
  CHECK(y == doctest::Approx(1 / (1 - report.time)));
  y = 1;
  std::vector<double> times;
  report = ode::dormand_prince(grows, y, 0.0, 0.9, {.progress = [&](ode::step_state const& s) {
                                 CHECK(y == doctest::Approx(1 / (1 - s.time)));
                                 CHECK(s.error <= 1);
                                 times.push_back(s.time);
                                 CHECK(s.accepted == index_t(times.size()));
                                 return times.size() < 4;
                               }});
  CHECK(report.end == ode::dormand_prince_end::stopped);
  CHECK((times.size() == 4 && report.time == times.back() && report.accepted == 4));
  y = std::numeric_limits<double>::quiet_NaN();
  CHECK(ode::dormand_prince(grows, y, 0.0, 1.0).end == ode::dormand_prince_end::not_finite);
}
