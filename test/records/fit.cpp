#include "structs.hpp"

#include <doctest/doctest.h>

#include <weft/records/fit.hpp>

#include <string>

using namespace weft;
namespace hana = boost::hana;

TEST_CASE("pairs of fields have the paths of the record with names") {
  structs::flow y{{{1, 2}}, {weft::tensor<float, 3>(1, 1, 2), 2.5}, {1, -1}};
  auto const z = hana::make_tuple(1, hana::make_tuple(2, 3), 4);
  std::string paths;
  int sum = 0;
  detail::visit_pairs(y, z, [&]<detail::static_text Path>(auto&, int number) {
    paths += std::string(Path.view()) + ' ' + std::to_string(number) + ' ';
    sum = 10 * sum + number;
  });
  CHECK(paths == "u 1 border.heat 2 border.area 3 phase 4 ");
  CHECK(std::string(detail::title_of<"border.heat">.value) == "the member border.heat");
}

TEST_CASE("types tell whether a field takes an expression") {
  using detail::fit, detail::accepts_values, detail::are_operands;
  static_assert(fit<accepts_values, tensor<double, 2>, tensor<float, 2>>());
  static_assert(fit<accepts_values, tensor<double, 2>, int>());
  static_assert(fit<accepts_values, view<double, 2>, tensor<float, 1>>());
  static_assert(fit<accepts_values, view<double, 2> const, tensor<float, 1>>());
  static_assert(fit<accepts_values, tensor<double, fixed<2, 3>>, tensor<float, 2>>());
  static_assert(fit<accepts_values, tensor<double>, tensor<float, 2>>());
  static_assert(fit<are_operands, tensor<double, fixed<2, 3>>, tensor<float, fixed<3>>>());
  static_assert(fit<are_operands, hana::tuple<tensor<int, 1>, hana::tuple<double>>, detail::for_all_members<int>>());
}
