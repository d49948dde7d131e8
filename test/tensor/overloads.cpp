#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <concepts>
#include <doctest/doctest.h>
#include <vector>

// Constructors that refuse take no part in choosing between overloads.
using namespace weft;

namespace {

enum class chosen { view, vector, matrix, number, container };
chosen by_kind(view<const double>) { return chosen::view; }
chosen by_kind(tensor<double, 2>) { return chosen::matrix; }
chosen by_rank(tensor<double, 1>) { return chosen::vector; }
chosen by_rank(tensor<double, 2>) { return chosen::matrix; }
[[maybe_unused]] chosen of_rank_2(view<const double, 2>) { return chosen::view; }
chosen of_rank_2(tensor<double, 2>) { return chosen::matrix; }
chosen number_or(double) { return chosen::number; }
chosen number_or(tensor<double, 2>) { return chosen::matrix; }
chosen container_or(std::vector<double>) { return chosen::container; }
[[maybe_unused]] chosen container_or(tensor<double, 2>) { return chosen::matrix; }
chosen view_or(view<const double>) { return chosen::view; }
chosen view_or(std::vector<double>) { return chosen::container; }

} // namespace

TEST_CASE("a tensor or a view of another rank goes where it fits") {
  tensor<double, 1> v{1, 2};
  tensor<double, 2> m(2, 2);
  tensor<double, 3> c(2, 2, 2);
  CHECK(by_kind(v) == chosen::view);
  CHECK(by_kind(c) == chosen::view);
  CHECK(by_kind(std::move(c)) == chosen::view);
  CHECK(by_kind(m(0, all)) == chosen::view);
  CHECK(by_kind(m) == chosen::matrix);
  CHECK(by_kind(tensor<double, 2>(m)) == chosen::matrix);
  CHECK(by_rank(tensor<float, 2>(2, 2)) == chosen::matrix);
  CHECK(by_rank(m(0, all)) == chosen::vector);
  CHECK(by_rank(transpose(m)) == chosen::matrix);
  static_assert(!std::convertible_to<tensor<double, 3>, tensor<double, 2>> &&
                !std::constructible_from<tensor<double, 2>, tensor<double, 3>&>);
  static_assert(std::convertible_to<tensor<double>, tensor<double, 2>> &&
                std::convertible_to<view<float, 2>, tensor<double, 2>>);
}

TEST_CASE("expressions, other element types, numbers and containers go where they fit") {
  tensor<double, 2> m(2, 2);
  CHECK(by_kind(m + 1.0) == chosen::matrix);
  CHECK(by_kind(matmul(m, m)) == chosen::matrix);
  CHECK(of_rank_2(2.0 * m) == chosen::matrix);
  CHECK(by_kind(tensor<float, 2>(2, 2)) == chosen::matrix);
  CHECK(by_kind(tensor<int, 2>(2, 2)) == chosen::matrix);
  CHECK(by_kind({{1.0, 2.0}, {3.0, 4.0}}) == chosen::matrix);
  CHECK(number_or(3) == chosen::number);
  CHECK(number_or(0.5) == chosen::number);
  CHECK(number_or(tensor<double, 0>(1.0)) == chosen::number);
  CHECK(number_or(m(0, 1)) == chosen::number);
  CHECK(number_or(m) == chosen::matrix);
  std::vector<double> numbers{1, 2};
  CHECK(container_or(numbers) == chosen::container);
  CHECK(view_or(numbers) == chosen::container);
  CHECK(view_or(m) == chosen::view);
  CHECK(view_or({1.0, 2.0}) == chosen::container);
}
