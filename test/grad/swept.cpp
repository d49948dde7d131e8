#include <weft/grad/derivative.hpp>
#include <weft/weft.hpp>

#include "wider.hpp"

#include <doctest/doctest.h>

using namespace weft;
using namespace wider;

TEST_CASE("swept: a derivative is an expression, and runs in loops as others do") {
  tensor<double, 2> a(37, 29), b(37, 29);
  a = from_function(shape(37, 29), [](index_t i, index_t j) { return 0.1 + 0.01 * double(i) + 0.03 * double(j); });
  b = from_function(shape(37, 29), [](index_t i, index_t j) { return 1.5 - 0.02 * double(i) + 0.01 * double(j); });
  const tensor<double, 1> row = linspace(1.0, 2.4, 29);
  const auto f = [](auto const& x, auto const& y, auto const& r) {
    return exp(sin(x * y)) * r + pow(x, y) / (1.0 + r);
  };
  const auto g = [](wide x, wide y, wide r) { return std::exp(std::sin(x * y)) * r + std::pow(x, y) / (1 + r); };
  const tensor<double, 2> by_a = grad::derivative(f(a, b, row), a) * 2.0;
  const tensor<double, 2> by_b = grad::derivative(f(a, transpose(transpose(b)), row), b);
  const tensor<double, 2> by_row = grad::derivative(f(a, b, row), row);
  tensor<double, 2> by_column = grad::derivative(f(transpose(a), transpose(b), 1.0), transpose(b));
  for (index_t i = 0; i < 37; ++i)
    for (index_t j = 0; j < 29; ++j) {
      const wide x = a(i, j), y = b(i, j), r = row(j);
      CHECK(apart(by_a(i, j), 2 * difference([&](wide t) { return g(t, y, r); }, x)) < 1e-9);
      CHECK(apart(by_b(i, j), difference([&](wide t) { return g(x, t, r); }, y)) < 1e-9);
      CHECK(apart(by_row(i, j), difference([&](wide t) { return g(x, y, t); }, r)) < 1e-9);
      CHECK(apart(by_column(j, i), difference([&](wide t) { return g(x, t, 1); }, y)) < 1e-9);
    }
}
