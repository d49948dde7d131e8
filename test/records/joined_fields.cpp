#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/records/joined_fields.hpp>
#include <weft/records/operators.hpp>
#include <weft/records/steppers.hpp>
#include <weft/tensor/explain.hpp>

#include <boost/hana/define_struct.hpp>
#include <boost/hana/tuple.hpp>
#include <doctest/doctest.h>

using namespace weft;

namespace {

struct gas {
  BOOST_HANA_DEFINE_STRUCT(gas, (tensor<double, 2>, density), (tensor<double, 2>, momentum),
                           (tensor<double, 2>, energy));
};
struct timed {
  BOOST_HANA_DEFINE_STRUCT(timed, (tensor<double, 1>, u), (tensor<float, 1>, w), (double, t));
};

double density_at(index_t i, index_t j) {
  return double((i * 31 + j * 7) % 19 + 1);
}
double momentum_at(index_t i, index_t j) {
  return double((i * 5 + j * 3) % 13 - 6);
}
double energy_at(index_t i, index_t j) {
  return double((i * 11 + j) % 17 + 20);
}
gas start(index_t m, index_t n) {
  return {from_function(shape(m, n), density_at), from_function(shape(m, n), momentum_at),
          from_function(shape(m, n), energy_at)};
}
/// The fluxes of a gas; they share the velocity.
auto fluxes(gas const& g) {
  auto const velocity = g.momentum / g.density;
  return boost::hana::make_tuple(g.momentum * 1.0, g.momentum * velocity, g.energy * velocity);
}
index_t wrong_fluxes(gas const& to, index_t m, index_t n, double keep, double by) {
  index_t wrong = 0;
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      double const d = density_at(i, j), p = momentum_at(i, j), e = energy_at(i, j), u = p / d;
      wrong += to.density(i, j) != keep * d + by * p;
      wrong += to.momentum(i, j) != keep * p + by * (p * u);
      wrong += to.energy(i, j) != keep * e + by * (e * u);
    }
  return wrong;
}

} // namespace

TEST_CASE("fields of a record that share an operation are one loop") {
  for (auto const& size : {std::pair<index_t, index_t>{0, 5}, {1, 7}, {16, 16}, {40, 50}}) {
    index_t const m = size.first, n = size.second;
    CAPTURE(m);
    gas const from = start(m, n);
    gas to = start(m, n);
    auto plan = explain([&] { into(to) = fluxes(from); });
    CHECK(wrong_fluxes(to, m, n, 0, 1) == 0);
    CHECK(plan.temporaries == 0);
    CHECK(plan.loops == (m * n == 0 ? 0 : m * n < 256 ? 3 : 1));
    to = start(m, n);
    plan = explain([&] { into(to) = to + 0.5 * fluxes(to); }); // in place: each field reads others
    CHECK(wrong_fluxes(to, m, n, 1, 0.5) == 0);
    if (m * n >= 256) {
      CHECK(plan.loops == 1);
      CHECK(plan.temporaries == 0);
    }
  }
}

TEST_CASE("fields of other shapes, of shifted memory, and views with steps of both signs") {
  index_t const n = 300;
  tensor<double, 1> const a = from_function(shape(n), [](index_t i) { return density_at(i, 1); }),
                          b = from_function(shape(n), [](index_t i) { return energy_at(i, 2); });
  tensor<double, 1> x(n), y(2 * n);
  boost::hana::tuple<view<double, 1>, view<double, 1>> turned(reverse(x, 0), y(range(0, 2 * n, 2)));
  auto const ratio = a / b;
  auto plan = explain([&] { into(turned) = boost::hana::make_tuple(ratio + a, ratio - b); });
  CHECK(plan.loops == 1);
  index_t wrong = 0;
  for (index_t i = 0; i < n; ++i)
    wrong += x(n - 1 - i) != a(i) / b(i) + a(i) || y(2 * i) != a(i) / b(i) - b(i) || y(2 * i + 1) != 0;
  CHECK(wrong == 0);
  // The second field reads the first one, shifted: it is as if all were computed first.
  tensor<double, 1> p = a, q = b;
  boost::hana::tuple<view<double, 1>, view<double, 1>> shifted(p(range(1, n)), q(range(1, n)));
  auto const part = p(range(0, n - 1)) / q(range(0, n - 1));
  into(shifted) = boost::hana::make_tuple(part + 1.0, part * p(range(0, n - 1)));
  for (index_t i = 1; i < n; ++i)
    wrong += p(i) != a(i - 1) / b(i - 1) + 1 || q(i) != a(i - 1) / b(i - 1) * a(i - 1);
  CHECK(wrong == 0);
  boost::hana::tuple<tensor<double, 1>, tensor<double, 1>> other(tensor<double, 1>(n), tensor<double, 1>(n - 1));
  plan = explain([&] { into(other) = boost::hana::make_tuple(a / b, (a / b)(range(1, n))); });
  CHECK(plan.loops == 2);
  CHECK(boost::hana::at_c<1>(other)(0) == a(1) / b(1));
}

TEST_CASE("numbers beside fields, elements of other types, and fields that share nothing") {
  index_t const n = 500;
  tensor<double, 1> const a = from_function(shape(n), [](index_t i) { return density_at(i, 1); });
  timed y{tensor<double, 1>(n), tensor<float, 1>(n), 1.0};
  auto const inverse = 12.0 / a;
  auto plan = explain([&] { into(y) = boost::hana::make_tuple(inverse + a, inverse - a, 3.0); });
  CHECK(plan.loops == 1);
  CHECK(y.t == 3);
  CHECK(y.u(7) == 12 / a(7) + a(7));
  CHECK(y.w(7) == float(12 / a(7) - a(7)));
  gas const from = start(20, 20);
  gas to = start(20, 20);
  CHECK(explain([&] { into(to) = to + 0.5 * from; }).loops == 3);
  CHECK(explain([&] { into(to) = to / from; }).loops == 3);
  CHECK(to.energy(3, 4) == 1.5);
}

TEST_CASE("slopes of a stepper that share an operation are one loop for each stage") {
  gas y = start(20, 30);
  double time = 0;
  auto const plan = explain([&] { time = ode::euler([](double, gas const& g) { return fluxes(g); }, y, time, 0.5); });
  CHECK(plan.loops == 7); // copies of three fields make room; the slope; three fields of the step
  CHECK(time == 0.5);
  CHECK(wrong_fluxes(y, 20, 30, 1, 0.5) == 0);
}
