#include <weft/nn/losses.hpp>
#include <weft/weft.hpp>

#include <cmath>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("losses: values and gradients in closed form") {
  grad::variable<double, 2> y = tensor<double, 2>{{1, -2, 0.5}, {700, 710, 705}};
  const tensor<double, 2> t{{0, 0, 0.5}, {701.5, 709.5, 705}};
  grad::variable<double, 0> loss = nn::mean_squared_error(y, t);
  CHECK(loss.item() == doctest::Approx((1 + 4 + 0 + 2.25 + 0.25 + 0) / 6).epsilon(1e-14));
  CHECK(all_close(get<0>(gradients(loss, y)), tensor<double, 2>((2.0 / 6) * (y.value() - t)), 1e-14, 0));
  loss = nn::huber(y, t, 1.0);
  CHECK(loss.item() == doctest::Approx((0.5 + 1.5 + 0 + 1.0 + 0.125 + 0) / 6).epsilon(1e-14));
  CHECK(all_close(get<0>(gradients(loss, y)), tensor<double, 2>{{1.0 / 6, -1.0 / 6, 0}, {-1.0 / 6, 0.5 / 6, 0}}, 1e-14,
                  1e-16));
  const tensor<index_t, 1> labels{2, 1};
  loss = nn::cross_entropy(y, labels);
  long double expected = 0, p[2][3];
  for (int i = 0; i < 2; ++i) {
    long double total = 0;
    for (int j = 0; j < 3; ++j)
      total += p[i][j] = std::exp(static_cast<long double>(y.value()(i, j)) - 710 * i);
    for (int j = 0; j < 3; ++j)
      p[i][j] /= total;
    expected -= std::log(p[i][labels(i)]) / 2;
  }
  CHECK(std::abs(static_cast<long double>(loss.item()) - expected) <= 1e-14L);
  const auto g = get<0>(gradients(loss, y));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      CHECK(std::abs(static_cast<long double>(g(i, j)) - (p[i][j] - (labels(i) == j ? 1 : 0)) / 2) <= 1e-13L);
  const tensor<index_t, 1> bad{2, 3};
  CHECK_THROWS_AS(loss = nn::cross_entropy(y, bad), index_error);
}
