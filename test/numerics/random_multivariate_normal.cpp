#include <weft/numerics/random_multivariate_normal.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>

using namespace weft;
using samples::all_near;

namespace {

tensor<double, 1> const centre{1, -2, 0};
tensor<double, 2> const covariance{{4, 1, 0}, {1, 2, -0.5}, {0, -0.5, 0.25}};

} // namespace

TEST_CASE("random_multivariate_normal: mean and covariance of many vectors") {
  constexpr index_t many = 1 << 15;
  tensor<double, 2> const x = random_multivariate_normal(many, centre, covariance, 3);
  REQUIRE(x.shape() == shape(many, 3));
  double total[3] = {}, products[3][3] = {};
  for (index_t i = 0; i < many; ++i)
    for (int j = 0; j < 3; ++j) {
      total[j] += x(i, j);
      for (int k = 0; k < 3; ++k)
        products[j][k] += (x(i, j) - centre(j)) * (x(i, k) - centre(k));
    }
  for (int j = 0; j < 3; ++j) {
    CHECK(std::abs(total[j] / many - centre(j)) < 4.5 * std::sqrt(covariance(j, j) / many));
    for (int k = 0; k < 3; ++k) {
      double const spread =
          std::sqrt((covariance(j, j) * covariance(k, k) + covariance(j, k) * covariance(j, k)) / many);
      CHECK(std::abs(products[j][k] / many - covariance(j, k)) < 4.5 * spread);
    }
  }
}

TEST_CASE("random_multivariate_normal: the factor times normal numbers, floats, no vectors, other orders") {
  tensor<double, 2> const z = random_normal(shape(4, 2), 9, 5);
  tensor<double, 2> const square{{4, 7e30}, {2, 5}}; // L is 2 0, 1 2; what is above the diagonal is not read
  samples::turned_matrix const t(square);
  tensor<double, 2> const x = random_multivariate_normal(4, tensor<int, 1>{1, 0}, t.x, 9, 5);
  for (index_t i = 0; i < 4; ++i) {
    CHECK(x(i, 0) == doctest::Approx(1 + 2 * z(i, 0)));
    CHECK(x(i, 1) == doctest::Approx(z(i, 0) + 2 * z(i, 1)));
  }
  tensor<float, 2> const f = random_multivariate_normal(2, tensor<float, 1>{0}, tensor<float, 2>{{9}}, 1);
  CHECK(all_near(f, tensor<float, 2>(3.0F * random_normal<float>(shape(2, 1), 1)), 1e-6));
  CHECK(random_multivariate_normal(0, centre, covariance, 3).shape() == shape(0, 3));
}

TEST_CASE("random_multivariate_normal: what is refused") {
  CHECK(support::message_of([] {
          static_cast<void>(random_multivariate_normal(2, centre(range(0, 2)), covariance, 1));
        }) == "weft: random_multivariate_normal: the covariance has a row for each element of the mean");
  CHECK_THROWS_AS(static_cast<void>(random_multivariate_normal(2, centre, -covariance, 1)), linalg_error);
}
