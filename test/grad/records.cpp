#include <weft/grad/records.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

using namespace weft;
namespace hana = boost::hana;

namespace {

struct inner {
  BOOST_HANA_DEFINE_STRUCT(inner, (grad::variable<double, 2>, w), (grad::variable<double, 0>, s));
};
struct model {
  BOOST_HANA_DEFINE_STRUCT(model, (inner, first), (grad::variable<double, 1>, b), (double, fixed_number));
  int kept = 0;
};
model some_model() {
  return {{tensor<double, 2>{{1, 2}, {3, 4}}, 0.5}, tensor<double, 1>{-1, 2}, 7, 3};
}
/// sum((w b)^2) s + sum(b^3), whose gradients are 2 s (w b) b^T, sum((w b)^2) and 2 s w^T (w b) + 3 b^2.
const auto loss_of = [](auto const& m) {
  return sum(square(matmul(m.first.w, m.b))) * m.first.s + sum(pow(m.b, 3.0));
};
void check_gradient(model const& g) {
  // w b = (3, 5)
  CHECK(g.first.w.value() == tensor<double, 2>{{-3, 6}, {-5, 10}});
  CHECK(g.first.s.item() == 34);
  CHECK(g.b.value() == tensor<double, 1>{1 * 3 + 3 * 5 + 3, 2 * 3 + 4 * 5 + 12});
}
struct numbers {
  BOOST_HANA_DEFINE_STRUCT(numbers, (tensor<double, 1>, u), (double, a), (tensor<float, 2>, w));
};

} // namespace

TEST_CASE("gradients by a record are a record of its type") {
  const model m = some_model();
  const grad::variable<double, 0> loss = loss_of(m);
  const model g = gradients(loss, m);
  check_gradient(g);
  CHECK((g.fixed_number == 0 && g.kept == 3));
  CHECK(!m.b.has_gradient());
  const grad::variable<double, 0> other = sum(m.b);
  CHECK(gradients(other, m).first.w.value() == zeros<double>(2, 2)); // it does not depend on w
}

TEST_CASE("gradient_of at a record of variables, and at one of numbers by structured bindings") {
  model m = some_model();
  const inner part = m.first;
  const inner g = grad::gradient_of([](auto const& x) { return sum(square(x.w)) * x.s; }, part);
  CHECK(g.w.value() == tensor<double, 2>{{1, 2}, {3, 4}});
  CHECK(g.s.item() == 30);

  const numbers y{{1, 2}, 3, {{1, -1}}};
  const numbers slope = grad::gradient_of(
      [](auto const& x) {
        auto const& [u, a, w] = x;
        return sum(square(u)) * a + sum(square(w));
      },
      y);
  CHECK((slope.u == tensor<double, 1>{6, 12} && slope.a == 5 && slope.w == tensor<float, 2>{{2, -2}}));
  const numbers same = grad::gradient_of([](auto const& x) { return dot(x, x) / 2.0; }, y); // operators of records too
  CHECK(all_close(same, y, 1e-15, 0));
}

TEST_CASE("minimise from a record on") {
  const numbers y{{3, 3}, 5, {{1, 2}}};
  const auto found = grad::minimise(
      [](auto const& x) {
        auto const& [u, a, w] = x;
        return sum(square(u - 1.0)) + square(a - 2.0) + sum(square(square(w)));
      },
      y, {.iterations = 200});
  CHECK(found.end == grad::minimise_end::gradient);
  CHECK((all_close(found.x.u, ones<double>(2), 1e-6, 0) && std::abs(found.x.a - 2) < 1e-6));
  CHECK(max_abs(found.gradient) <= 1e-8);
}

TEST_CASE("least_squares from a record on") {
  struct fit {
    BOOST_HANA_DEFINE_STRUCT(fit, (double, height), (tensor<double, 1>, rates));
  };
  const tensor<double, 1> t{0, 0.5, 1, 1.5, 2, 3};
  const tensor<double, 1> seen = 2.0 * exp(-0.5 * t) + 2.0 * exp(-2.0 * t);
  const auto found = grad::least_squares(
      [&](auto const& p) {
        auto const& [height, rates] = p;
        return height * (exp(-rates(0) * t) + exp(-rates(1) * t)) - seen;
      },
      fit{1.5, {0.3, 1.5}});
  const fit& p = found.x;
  CHECK((std::abs(p.height - 2) < 1e-6 && all_close(p.rates, tensor<double, 1>{0.5, 2}, 1e-6, 0)));
  CHECK(found.covariance.shape() == shape(3, 3));
}

TEST_CASE("checkpoint of a record: the same gradients, and fewer nodes") {
  const auto steps = [](auto const& x) {
    inner y = x;
    for (int k = 0; k < 5; ++k)
      into(y) = hana::make_tuple(tanh(y.w) * y.s, y.s * 0.9);
    return y;
  };
  const auto run = [&](auto const& step) {
    inner y{tensor<double, 2>{{0.1, 0.2}, {0.3, 0.4}}, 1.1};
    const inner from = y;
    for (int k = 0; k < 3; ++k)
      y = step(y);
    const auto nodes = grad::count_nodes();
    const grad::variable<double, 0> loss = sum(square(y.w)) + y.s;
    return std::pair(gradients(loss, from), nodes);
  };
  const auto [plain, many] = run(steps);
  const auto [saved, few] = run([&](inner const& y) { return grad::checkpoint(steps, y); });
  CHECK(all_close(plain.w.value(), saved.w.value(), 1e-14, 0));
  CHECK(std::abs(plain.s.item() - saved.s.item()) < 1e-14);
  CHECK(few < many);
}

TEST_CASE("norm, max_abs and dot of records of variables have gradients") {
  const model m = some_model();
  const inner y = m.first;
  const grad::variable<double, 0> length = norm(y), largest_one = max_abs(y), square_sum = dot(y, y);
  CHECK(length.item() == doctest::Approx(std::sqrt(30.25)));
  const inner g = gradients(length, y);
  CHECK(all_close(g.w.value(), y.w.value() / std::sqrt(30.25), 1e-14, 0));
  CHECK(g.s.item() == doctest::Approx(0.5 / std::sqrt(30.25)));
  CHECK(gradients(largest_one, y).w.value() == tensor<double, 2>{{0, 0}, {0, 1}});
  CHECK(gradients(square_sum, y).s.item() == 1);
}

TEST_CASE("functions of records may return expressions over the fields, which end before they are computed") {
  struct point {
    BOOST_HANA_DEFINE_STRUCT(point, (tensor<double, 1>, at));
  };
  const auto found = grad::least_squares(
      [](auto const& p) {
        auto const& [at] = p;
        return at * at - 4.0;
      },
      point{{1, 3}});
  CHECK(all_close(found.x.at, tensor<double, 1>{2, 2}, 1e-6, 0));
  const auto least = grad::minimise(
      [](auto const& p) {
        auto const& [at] = p;
        return sum(square(at - 1.0), 0);
      },
      point{{4, -2}});
  CHECK(all_close(least.x.at, tensor<double, 1>{1, 1}, 1e-6, 0));
}
