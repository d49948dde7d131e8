#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>
#include <string>

using namespace weft;

TEST_CASE("t = e takes the shape of e, also when e reads t") {
  tensor<double, 2> t{{1, 2, 3}, {4, 5, 6}};
  t = transpose(t);
  CHECK(t == tensor<double, 2>{{1, 4}, {2, 5}, {3, 6}});
  t = t(range(1, 3), all) * 2.0;
  CHECK(t == tensor<double, 2>{{4, 10}, {6, 12}});
  t = t(0, newaxis, all) + t;
  CHECK(t == tensor<double, 2>{{8, 20}, {10, 22}});
  t = tensor<double, 2>(0, 5);
  CHECK(t.shape() == shape(0, 5));
  tensor<double, 2, column_major> f{{1, 2}, {3, 4}};
  t = f;
  CHECK(t(1, 0) == 3);
  CHECK(t.data()[1] == 2);
  tensor<int> d;
  d = tensor<int, 1>{1, 2};
  CHECK(d.rank() == 1);
  d = tensor<int, 2>{{1, 2}, {3, 4}};
  CHECK(d(1, 1) == 4);
  d = d(1, all);
  CHECK(d == tensor<int, 1>{3, 4});
  t = {{9, 8}};
  CHECK(t == tensor<double, 2>{{9, 8}});
}

TEST_CASE("t = e keeps the memory where the shape stays") {
  tensor<double, 2> t{{1, 2}, {3, 4}};
  double const* const memory = t.data();
  t = t + t;
  t = transpose(t);
  t = tensor<float, 2>(2, 2);
  CHECK(t.data() == memory);
  CHECK(t(1, 1) == 0);
}

TEST_CASE("a scalar fills") {
  tensor<double, 2> t(2, 3);
  t = 1;
  CHECK(t == tensor<double, 2>{{1, 1, 1}, {1, 1, 1}});
  t(all, 1) = 0.5;
  CHECK(t == tensor<double, 2>{{1, 0.5, 1}, {1, 0.5, 1}});
  tensor<double> d(shape(2), 3.0);
  d = 0.0;
  CHECK(d.shape() == shape(2));
  CHECK(d(1) == 0);
  d.fill(4);
  CHECK(d(0) == 4);
}

TEST_CASE("a view writes through, broadcasts, and refuses other shapes without a change") {
  tensor<int, 2> t(2, 3);
  auto v = t(all, range(1, 3));
  v = tensor<int, 1>{1, 2};
  CHECK(t == tensor<int, 2>{{0, 1, 2}, {0, 1, 2}});
  v += tensor<int, 2>{{1}, {2}};
  CHECK(t == tensor<int, 2>{{0, 2, 3}, {0, 3, 4}});
  const tensor<int, 2> before = t;
  CHECK_THROWS_AS(v = (tensor<int, 2>(2, 3)), shape_error);
  CHECK_THROWS_AS(v = (tensor<int, 1>(3)), shape_error);
  CHECK_THROWS_AS((v *= tensor<int, 2>(3, 2)), shape_error);
  CHECK_THROWS_AS((v = tensor<int>(shape(1, 2, 2))), shape_error);
  CHECK_THROWS_AS((t(0, range(0, 1)) = tensor<int, 1>{1, 2}), shape_error); // the target is not broadcast
  CHECK(t == before);
  CHECK(v.shape() == shape(2, 2));
}

TEST_CASE("+= on a tensor keeps its shape: a shape that does not fit throws and changes nothing") {
  tensor<int, 2> t{{1, 2}, {3, 4}};
  t += t;
  t -= 1;
  t *= tensor<int, 1>{1, 10};
  CHECK(t == tensor<int, 2>{{1, 30}, {5, 70}});
  t /= 5;
  CHECK(t == tensor<int, 2>{{0, 6}, {1, 14}});
  CHECK_THROWS_WITH_AS((t += tensor<int, 2>(3, 2)),
                       "weft: operator+=: shape (2,2) and shape (3,2) do not broadcast on axis 0", shape_error);
  CHECK_THROWS_AS((t += tensor<int>(shape(2, 2, 2))), shape_error);
  tensor<int, 1> small{1};
  CHECK_THROWS_AS((small += tensor<int, 1>{1, 2}), shape_error);
  CHECK(small == tensor<int, 1>{1});
  CHECK(t == tensor<int, 2>{{0, 6}, {1, 14}});
}

TEST_CASE("a static shape that differs throws and changes nothing") {
  tensor<double, fixed<2, 2>> r{{1, 2}, {3, 4}};
  CHECK_THROWS_AS((r = tensor<double, 2>(2, 3)), shape_error);
  tensor<double, fixed<dyn, 2>> x(3);
  CHECK_THROWS_AS((x = tensor<double, 2>(2, 3)), shape_error);
  CHECK(x.shape() == shape(3, 2));
  CHECK(r(1, 1) == 4);
  x = tensor<double, 2>(5, 2);
  CHECK(x.shape() == shape(5, 2));
  tensor<double, 2> m(1, 1);
  CHECK_THROWS_AS((m = tensor<double>(shape(2, 2, 2))), shape_error);
  CHECK(m.shape() == shape(1, 1));
}

TEST_CASE("assigning a view writes elements, and overlap is safe") {
  tensor<int, 1> t{0, 1, 2, 3, 4};
  auto low = t(range(0, 4)), high = t(range(1, 5));
  high(ellipsis) = low;
  CHECK(t == tensor<int, 1>{0, 0, 1, 2, 3});
  low += high;
  CHECK(t == tensor<int, 1>{0, 1, 3, 5, 3});
  const auto whole = t(all); // a const view is a handle that writes
  whole(ellipsis) = reverse(t, 0);
  CHECK(t == tensor<int, 1>{3, 5, 3, 1, 0});
  auto const& itself = whole;
  whole(ellipsis) = itself;
  CHECK(t == tensor<int, 1>{3, 5, 3, 1, 0});
}
