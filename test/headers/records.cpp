// How each header of records is used alone: see ops.cpp.
#include <weft/records/columns.hpp>
#include <weft/records/columns_files.hpp>
#include <weft/records/dormand_prince.hpp>
#include <weft/records/expression.hpp>
#include <weft/records/fields.hpp>
#include <weft/records/npz.hpp>
#include <weft/records/operators.hpp>
#include <weft/records/print.hpp>
#include <weft/records/record.hpp>
#include <weft/records/refused.hpp>
#include <weft/records/refused_functions.hpp>
#include <weft/records/steppers.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace weft;

namespace {

template <template <class> class C>
struct particle {
  C<double> x;
  C<int> cell;
};

} // namespace

TEST_CASE("records/columns.hpp") {
  columns<particle> p(2);
  p[0] = {1.0, 2};
  p = concatenate(take(p, tensor<int, 1>{1, 0}), compress(tensor<bool, 1>(2), p));
  CHECK(sort_by(p, p.cell, p.x) == p);
  p.resize(1);
  CHECK(p.size() == 1);
  CHECK(column_names<particle>().size() == 2);
}

TEST_CASE("records/columns_files.hpp") {
  CHECK(parse_csv_columns<particle>("x,cell\n1,2\n").size() == 1);
  CHECK_THROWS_AS((save_csv_columns("no folder/file", columns<particle>(1)), 0), io_error);
  CHECK_THROWS_AS((save_npy_columns("no folder/file", columns<particle>(1)), 0), io_error);
  CHECK_THROWS_AS(load_csv_columns<particle>("no such file"), io_error);
  CHECK_THROWS_AS(load_npy_columns<particle>("no such file"), io_error);
}

TEST_CASE("records/dormand_prince.hpp") {
  double y = 1;
  ode::dormand_prince_report const report = ode::dormand_prince([](double, double x) { return -x; }, y, 0.0, 1.0);
  CHECK(report.end == ode::dormand_prince_end::reached);
}

TEST_CASE("records/expression.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  into(y) = y;
  static_assert(record_access<record_expression<decltype(y), double>>::count == 1);
}

TEST_CASE("records/fields.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  CHECK(dot(y, y) == 0);
  CHECK(norm(y) == max_abs(y));
  CHECK(all_close(copy(y), zeros_like(y)));
  CHECK(element_count(unflatten_fields(flatten_fields(y), y)) == 1);
  into(y) = transform_fields(y, [](auto const& x) { return 2.0 * x; });
}

TEST_CASE("records/npz.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  CHECK_THROWS_AS((save_npz("no folder/file", y), 0), io_error);
  CHECK_THROWS_AS((load_npz("no such file", y), 0), io_error);
}

TEST_CASE("records/operators.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  into(y) = 2.0 * y - y / 2.0;
  (y += y) -= -y;
  (y *= 2.0) /= 2.0;
  const decltype(y) z = y + y;
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

TEST_CASE("records/refused.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> const y(tensor<double, 1>{1, 2}, 3.0);
  auto r = y;
  into(r) = y + y; // two records of the same members are not refused
  CHECK(r[boost::hana::size_c<1>] == 6);
}

TEST_CASE("records/refused_functions.hpp") {
  boost::hana::tuple<tensor<double, 1>, double> y;
  into(y) = 0.0; // refuses nothing
}

TEST_CASE("records/steppers.hpp") {
  tensor<double, 1> y(3);
  auto const decay = [](double, auto const& x) { return -x; };
  CHECK(ode::rk4(decay, y, 0.0, 0.5) == 0.5);
  CHECK(ode::ssp_rk3(decay, y, 0.0, 0.5) == ode::euler(decay, y, 0.0, 0.5));
  ode::rk4_stepper<double> one;
  ode::ssp_rk3_stepper<double> two;
  ode::euler_stepper<double> three;
  double x = 1;
  CHECK(three([](double, double at) { return at; }, x, one(decay, x, 0.0, 0.1), two(decay, x, 0.0, 0.1)) > 0);
}
