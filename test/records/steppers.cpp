#include "structs.hpp"

#include <doctest/doctest.h>

#include <support/counting.hpp>

#include <weft/memory/no_alloc.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/records/steppers.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace weft;
namespace hana = boost::hana;

namespace {

struct oscillator {
  BOOST_HANA_DEFINE_STRUCT(oscillator, (tensor<double, 1>, x), (tensor<double, 1>, v), (double, clock));
};
const auto swing = [](double, auto const& y) { return hana::make_tuple(1.0 * y.v, -y.x, 1.0); };
const auto swing_into = [](double, oscillator const& y, oscillator& dy) {
  dy.x = y.v;
  dy.v = -y.x;
  dy.clock = 1;
};

/// The stages of the method by their table, on the three numbers of one oscillator.
using three = std::array<double, 3>;
three slope_of(three const& y) {
  return {y[1], -y[0], 1};
}
three along(three const& y, double h, three const& k) {
  return {y[0] + h * k[0], y[1] + h * k[1], y[2] + h * k[2]};
}
three rk4_by_hand(three const& y, double h) {
  const three k1 = slope_of(y), k2 = slope_of(along(y, h / 2, k1)), k3 = slope_of(along(y, h / 2, k2)),
              k4 = slope_of(along(y, h, k3));
  return along(along(along(along(y, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
}
three ssp_by_hand(three const& y, double h) { // k1 / 6 + k2 / 6 + 2 k3 / 3 at 0, 1, 1/2
  const three k1 = slope_of(y), k2 = slope_of(along(y, h, k1)),
              k3 = slope_of(along(along(y, h / 4, k1), h / 4, k2));
  return along(along(along(y, h / 6, k1), h / 6, k2), 2 * h / 3, k3);
}
three euler_by_hand(three const& y, double h) {
  return along(y, h, slope_of(y));
}
oscillator first() {
  return {{1, 0.5, -2}, {0, 0.25, 3}, 0};
}
template <class Step, class Hand>
void check_steps(Step const& step, Hand const& by_hand) {
  const double h = 0.1;
  oscillator y = first(), z = first();
  std::vector<three> expected;
  for (index_t i = 0; i < 3; ++i)
    expected.push_back({y.x(i), y.v(i), 0});
  double const* const data = y.x.data();
  double t = 0;
  for (int k = 0; k < 20; ++k) {
    CHECK(step(swing_into, z, t, h) == t + h);
    t = step(swing, y, t, h);
    for (three& e : expected)
      e = by_hand(e, h);
    for (index_t i = 0; i < 3; ++i) {
      three const& e = expected[std::size_t(i)];
      CHECK((std::abs(y.x(i) - e[0]) < 1e-13 && std::abs(y.v(i) - e[1]) < 1e-13));
      CHECK((std::abs(z.x(i) - e[0]) < 1e-13 && std::abs(z.v(i) - e[1]) < 1e-13));
    }
    CHECK((std::abs(y.clock - t) < 1e-13 && std::abs(z.clock - t) < 1e-13));
  }
  CHECK(t == doctest::Approx(2));
  CHECK(y.x.data() == data);
}
/// The error after time 1 of y' = y cos(t), y(0) = 1, whose solution is exp(sin(t)).
template <class Step>
double error_of(Step const& step, int steps) {
  double y = 1, t = 0;
  for (int k = 0; k < steps; ++k)
    t = step([](double at, double x) { return std::cos(at) * x; }, y, t, 1.0 / steps);
  return std::abs(y - std::exp(std::sin(1.0)));
}
const auto rk4 = [](auto&& f, auto& y, double t, double h) { return ode::rk4(f, y, t, h); };
const auto ssp_rk3 = [](auto&& f, auto& y, double t, double h) { return ode::ssp_rk3(f, y, t, h); };
const auto euler = [](auto&& f, auto& y, double t, double h) { return ode::euler(f, y, t, h); };

} // namespace

TEST_CASE("steps of records are those of the tables of the methods") {
  check_steps(rk4, rk4_by_hand);
  check_steps(ssp_rk3, ssp_by_hand);
  check_steps(euler, euler_by_hand);
}

TEST_CASE("numbers have the order of the method") {
  CHECK(std::log2(error_of(rk4, 16) / error_of(rk4, 32)) == doctest::Approx(4).epsilon(0.05));
  CHECK(std::log2(error_of(ssp_rk3, 16) / error_of(ssp_rk3, 32)) == doctest::Approx(3).epsilon(0.05));
  CHECK(std::log2(error_of(euler, 64) / error_of(euler, 128)) == doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("tensors of static shape, columns and views are states") {
  tensor<double, fixed<3>> y{1, 2, 3};
  tensor<float, 2, column_major> w{{1, 2}, {3, 4}};
  tensor<double, 1> whole{1, 9, 2, 9};
  view<double, 1> part = whole(range(0, end, 2));
  const auto decay = [](auto, auto const& x) { return -x; };
  CHECK(ode::rk4(decay, y, 0.0, 0.5) == 0.5);
  CHECK(ode::rk4(decay, w, 0.0F, 0.5F) == 0.5F);
  CHECK(ode::rk4(decay, part, 0.0, 0.5) == 0.5);
  const double factor = 1 - 0.5 + 0.125 - 0.125 / 6 + 0.0625 / 24;
  CHECK(all_close(y, factor * tensor<double, 1>{1, 2, 3}, 1e-14, 0));
  CHECK(all_close(w, float(factor) * tensor<float, 2>{{1, 2}, {3, 4}}, 1e-6, 0));
  CHECK(all_close(whole, tensor<double, 1>{factor, 9, 2 * factor, 9}, 1e-14, 0));
}

TEST_CASE("a slope that reads its neighbours reads the state before the step") {
  const index_t n = 8;
  const auto shifted = [](double, tensor<double, 1> const& x) { return 1.0 * reverse(x, 0); };
  tensor<double, 1> y{0, 1, 2, 3, 4, 5, 6, 7};
  const tensor<double, 1> before = y;
  CHECK(ode::euler(shifted, y, 0.0, 0.5) == 0.5);
  for (index_t i = 0; i < n; ++i)
    CHECK(y(i) == before(i) + 0.5 * before(n - 1 - i));
  y = before;
  CHECK(ode::rk4(shifted, y, 0.0, 0.5) == 0.5); // the even part grows, the odd one decays
  const double grows = 1 + 0.5 + 0.125 + 0.125 / 6 + 0.0625 / 24, decays = 1 - 0.5 + 0.125 - 0.125 / 6 + 0.0625 / 24;
  for (index_t i = 0; i < n; ++i) {
    const double even = (before(i) + before(n - 1 - i)) / 2, odd = (before(i) - before(n - 1 - i)) / 2;
    CHECK(std::abs(y(i) - (grows * even + decays * odd)) < 1e-14);
  }
}

TEST_CASE("a step allocates nothing from the second one on, and a new shape is taken") {
  oscillator y = first();
  double t = ode::rk4(swing, y, 0.0, 0.1);
  t = ode::ssp_rk3(swing, y, t, 0.1);
  t = ode::euler(swing_into, y, t, 0.1);
  {
    const no_alloc_scope none;
    for (int k = 0; k < 3; ++k) {
      t = ode::rk4(swing, y, t, 0.1);
      t = ode::ssp_rk3(swing, y, t, 0.1);
      t = ode::euler(swing_into, y, t, 0.1);
    }
  }
  y.x = zeros<double>(7);
  y.v = ones<double>(7);
  t = ode::rk4(swing, y, t, 0.1);
  CHECK(y.x.size() == 7);

  support::counting_resource memory;
  set_memory_resource(&memory);
  {
    ode::rk4_stepper<oscillator> own;
    t = own(swing, y, t, 0.1);
    const std::int64_t made = memory.allocations();
    t = own(swing, y, t, 0.1);
    CHECK(memory.allocations() == made);
    t = ode::rk4(swing, y, t, 0.1); // keeps nothing of a resource that may end
  }
  CHECK(memory.live_blocks() == 0);
  set_memory_resource(nullptr);
}

TEST_CASE("a step within a step has memory of its own") {
  const auto inner = [](double, tensor<double, 1> const& x) { return -x; };
  const auto outer = [&](double t, tensor<double, 1> const& x) {
    tensor<double, 1> copied = x;
    static_cast<void>(ode::rk4(inner, copied, t, 0.1));
    return copied;
  };
  tensor<double, 1> y{1, 2};
  double expected = 1;
  const double factor = 1 - 0.1 + 0.005 - 0.001 / 6 + 0.0001 / 24;
  for (int k = 0; k < 3; ++k) {
    CHECK(ode::rk4(outer, y, 0.0, 0.5) == 0.5);
    const double z = 0.5 * factor;
    expected *= 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24;
  }
  CHECK(all_close(y, expected * tensor<double, 1>{1, 2}, 1e-13, 0));
}
