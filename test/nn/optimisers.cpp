#include <weft/nn/losses.hpp>
#include <weft/nn/optimisers.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

// The oracle of each method is its recurrence in long double, by hand, for the gradient of sum(c (x - t)^2).
namespace {

constexpr int steps = 25;
constexpr long double curve[] = {0.5L, 2.0L, 0.125L}, target[] = {1.0L, -2.0L, 0.25L};

/// What `method` makes of three numbers: it is called with an element, its number and its gradient.
template <class Method>
std::vector<long double> by_hand(Method const& method) {
  std::vector<long double> x{0.3L, 0.4L, -0.5L};
  for (int s = 1; s <= steps; ++s)
    for (std::size_t k = 0; k < 3; ++k)
      method(x[k], k, s, 2 * curve[k] * (x[k] - target[k]));
  return x;
}
template <class Optimiser, class Options>
tensor<double, 1> by_weft(Options const& options) {
  grad::variable<double, 1> x = tensor<double, 1>{0.3, 0.4, -0.5}, unused = ones<double>(2);
  Optimiser optimiser(boost::hana::make_tuple(x, 3.0, boost::hana::make_tuple(unused)), options);
  const tensor<double, 1> c{0.5, 2.0, 0.125}, t{1.0, -2.0, 0.25};
  for (int s = 0; s < steps; ++s) {
    backward(grad::variable<double, 0>(sum(c * square(x - t))));
    optimiser.step();
    CHECK(!x.has_gradient());
  }
  CHECK(unused.value() == ones<double>(2));
  return x.value();
}
void check_near(tensor<double, 1> const& x, std::vector<long double> const& expected) {
  REQUIRE(x.size() == index_t(expected.size()));
  for (index_t k = 0; k < x.size(); ++k)
    CHECK(std::abs(static_cast<long double>(x(k)) - expected[std::size_t(k)]) <= 1e-13L);
}

} // namespace

TEST_CASE("sgd: plain, with momentum, Nesterov's, with decay") {
  check_near(by_weft<nn::sgd<double>>(nn::sgd_options{.rate = 0.05}),
             by_hand([](long double& x, std::size_t, int, long double g) { x -= 0.05L * g; }));
  for (const bool nesterov : {false, true}) {
    long double v[3] = {0, 0, 0};
    check_near(
        by_weft<nn::sgd<double>>(nn::sgd_options{.rate = 0.02, .momentum = 0.8, .nesterov = nesterov, .decay = 0.1}),
        by_hand([&](long double& x, std::size_t k, int, long double g) {
          g += 0.1L * x;
          v[k] = 0.8L * v[k] + g;
          x -= 0.02L * (nesterov ? g + 0.8L * v[k] : v[k]);
        }));
  }
}

TEST_CASE("adam, and with decay beside the gradient") {
  for (const bool decoupled : {false, true}) {
    long double m[3] = {0, 0, 0}, s[3] = {0, 0, 0};
    check_near(by_weft<nn::adam<double>>(nn::adam_options{
                   .rate = 0.05, .mean_decay = 0.8, .square_decay = 0.99, .decay = 0.2, .decoupled = decoupled}),
               by_hand([&](long double& x, std::size_t k, int t, long double g) {
                 if (decoupled)
                   x -= 0.05L * 0.2L * x;
                 else
                   g += 0.2L * x;
                 m[k] = 0.8L * m[k] + 0.2L * g;
                 s[k] = 0.99L * s[k] + 0.01L * g * g;
                 x -= 0.05L * m[k] / (1 - std::pow(0.8L, t)) / (std::sqrt(s[k] / (1 - std::pow(0.99L, t))) + 1e-8L);
               }));
  }
}

TEST_CASE("lbfgs: parameters of several ranks at once") {
  grad::variable<double, 2> a = zeros<double>(2, 3);
  grad::variable<double, 1> b = zeros<double>(3);
  const tensor<double, 2> t{{1, 2, 3}, {4, 5, 6}};
  const auto found = nn::lbfgs(boost::hana::make_tuple(a, b), [&] { return sum(square(square(square(a - t)))) + sum(square(a(0, all) - b)); },
                               {.iterations = 300});
  CHECK(found.end == grad::minimise_end::gradient);
  CHECK(all_close(a.value(), t, 0, 0.05)); // flat: the fourth power
  CHECK(all_close(b.value(), a.value()(0, all), 0, 1e-6));
  CHECK(!a.has_gradient());
}
