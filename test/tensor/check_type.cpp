#include <weft/tensor/check_type.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("a rank that only the program's run knows is checked when it becomes part of the type") {
  tensor<double, 3, column_major> a(2, 3, 4);
  const view<const double> v = a;
  CHECK(v.as<3>().data() == a.data());
  CHECK((v.as<3, column_major>().stride(2)) == 6);
  CHECK((v.as<fixed<2, dyn, 4>>().extent(1)) == 3);
  CHECK_THROWS_WITH_AS(v.as<2>(), "weft: as: the rank is 3, not 2; shape (2,3,4)", shape_error);
  CHECK_THROWS_AS((v.as<3, row_major>()), layout_error);
  CHECK_THROWS_WITH_AS((v.as<fixed<2, dyn, 5>>()), "weft: as: axis 2 has extent 4, not 5; shape (2,3,4)", shape_error);
}

TEST_CASE("a rank given up shares the memory; taken up again it is checked") {
  tensor<double, 3> a(2, 3, 4);
  view<double> any = a;
  CHECK(any.data() == a.data());
  any(1, 2, 3) = 5;
  CHECK(a(1, 2, 3) == 5);
  view<double, 3> back = any.as<3>();
  back(0, 0, 0) = 6;
  CHECK(a(0, 0, 0) == 6);
  view<double, fixed<dyn, 3, 4>, row_major> known = as<fixed<dyn, 3, 4>, row_major>(any);
  CHECK(&known(1, 2, 3) == &a(1, 2, 3));
  CHECK_THROWS_AS(static_cast<void>(any.as<2>()), shape_error);
  CHECK_THROWS_AS((static_cast<void>(any.as<fixed<2, 2, dyn>>())), shape_error);
  CHECK_THROWS_AS((static_cast<void>(as<3, column_major>(any))), layout_error);
  CHECK_THROWS_AS((static_cast<void>(as<3, row_major>(transpose(any)))), layout_error);
}
