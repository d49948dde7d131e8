// How each header of records is used alone: see ops.cpp.
#include <weft/records/expression.hpp>
#include <weft/records/fields.hpp>
#include <weft/records/npz.hpp>
#include <weft/records/print.hpp>
#include <weft/records/record.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace weft;

TEST_CASE("records/expression.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  into(y) = 2.0 * y - y / 2.0;
  (y += y) -= -y;
  (y *= 2.0) /= 2.0;
  const decltype(y) z = y + y;
  static_assert(record_access<record_expression<decltype(y), double>>::count == 1);
}

TEST_CASE("records/fields.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  CHECK(dot(y, y) == 0);
  CHECK(norm(y) == max_abs(y));
  CHECK(all_close(copy(y), zeros_like(y)));
  CHECK(count_elements(unflatten_fields(flatten_fields(y), y)) == 1);
  into(y) = transform_fields(y, [](auto const& x) { return 2.0 * x; });
}

TEST_CASE("records/npz.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  CHECK_THROWS_AS((save_npz("no folder/file", y), 0), io_error);
  CHECK_THROWS_AS((load_npz("no such file", y), 0), io_error);
}

TEST_CASE("records/print.hpp") {
  boost::hana::tuple<double> y;
  std::ostringstream out;
  out << y;
}

TEST_CASE("records/record.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  for_each_field(y, [](std::string_view, auto& x) { x = 1.0; });
  static_assert(Record<decltype(y)> && record_access<decltype(y)>::count == 2);
}
