#include <weft/nn/activations.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("activations: values in long double, derivatives by differences") {
  const tensor<double, 1> x = linspace(-4.0, 4.0, 41);
  const auto check = [&](auto const& f, auto const& wide) {
    grad::variable<double, 1> v = x;
    const grad::variable<double, 1> y = f(v);
    const auto g = get<0>(gradients(grad::variable<double, 0>(sum(y)), v));
    for (index_t i = 0; i < x.size(); ++i) {
      const long double at = x(i), h = 1e-4L;
      CHECK(std::abs(static_cast<long double>(y.value()(i)) - wide(at)) <= 1e-15L * 8);
      if (x(i) != 0)
        CHECK(std::abs(static_cast<long double>(g(i)) - (wide(at + h) - wide(at - h)) / (2 * h)) <= 1e-8L);
    }
  };
  using wide = long double;
  check(nn::relu{}, [](wide t) { return t > 0 ? t : 0; });
  check(nn::tanh{}, [](wide t) { return std::tanh(t); });
  check(nn::sigmoid{}, [](wide t) { return 1 / (1 + std::exp(-t)); });
  check(nn::softplus{}, [](wide t) { return std::log1p(std::exp(t)); });
  check(nn::log_sigmoid{}, [](wide t) { return -std::log1p(std::exp(-t)); });
  check(nn::gelu{}, [](wide t) { return t / 2 * (1 + std::erf(t / std::sqrt(2.0L))); });
}

TEST_CASE("softmax: rows sum to one, of large numbers too") {
  const tensor<double, 2> x{{1, 2, 3}, {1000, 1001, 999}};
  const tensor<double, 2> p = nn::softmax{}(x), l = nn::log_softmax{}(x);
  for (int i = 0; i < 2; ++i) {
    long double total = 0;
    for (int j = 0; j < 3; ++j)
      total += std::exp(static_cast<long double>(x(i, j)) - 1000 * i);
    for (int j = 0; j < 3; ++j) {
      const long double expected = std::exp(static_cast<long double>(x(i, j)) - 1000 * i) / total;
      CHECK(std::abs(static_cast<long double>(p(i, j)) - expected) <= 2e-13L);
      CHECK(std::abs(static_cast<long double>(l(i, j)) - std::log(expected)) <= 2e-13L);
    }
  }
}

TEST_CASE("softplus and log_sigmoid of large and infinite numbers, with their gradients") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const tensor<double, 1> x{-inf, -1e308, -800, 800, 1e308, inf};
  grad::variable<double, 1> v = x;
  const grad::variable<double, 1> plus = nn::softplus{}(v), sigmoid = nn::log_sigmoid{}(v);
  CHECK(plus.value() == tensor<double, 1>{0, 0, 0, 800, 1e308, inf});
  CHECK(sigmoid.value() == tensor<double, 1>{-inf, -1e308, -800, 0, 0, 0});
  CHECK(get<0>(gradients(grad::variable<double, 0>(sum(plus)), v)) == tensor<double, 1>{0, 0, 0, 1, 1, 1});
  CHECK(get<0>(gradients(grad::variable<double, 0>(sum(sigmoid)), v)) == tensor<double, 1>{1, 1, 1, 0, 0, 0});
}
