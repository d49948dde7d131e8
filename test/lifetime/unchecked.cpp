// The other half of checked.cpp: built without checks, whatever the other files of the program are built with.
#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0
#include "unchecked.hpp"

#include <doctest/doctest.h>

using namespace weft;

type_sizes sizes_unchecked() { return sizes_here(); }
tensor<double, 1> make_unchecked(double first) { return {first, first + 1}; }
void regrow_unchecked(tensor<double, 1>& t) { t = tensor<double, 1>{1, 2, 3} + 0.0; }
double sum_unchecked(view<const double, 1> v) {
  double s = 0;
  for (index_t k = 0; k < v.extent(0); ++k)
    s += v(k);
  return s;
}

TEST_CASE("without checks elements, views and expressions work the same") {
  tensor<int, 2> a{{1, 2}, {3, 4}};
  const tensor<int> d = a;
  CHECK(a(1, 0) == 3);
  CHECK(d(1, 1) == 4);
  CHECK(a(end - 1, 0) == 3);
  CHECK(a(all, 1)(0) == 2);
  CHECK(transpose(a)(0, 1) == 3);
  CHECK((a + 1)(1, 1) == 5);
  CHECK(a[{0, 1}] == 2);
  const tensor<int, 2> t = transpose(a) * a;
  CHECK(t(0, 1) == 6);
}

TEST_CASE("without checks at, a[index], ranges, ranks and shapes are still checked") {
  tensor<int, 2> a{{1, 2}, {3, 4}};
  const tensor<int> d = a;
  CHECK_THROWS_AS(a.at(2, 0), index_error);
  CHECK_THROWS_AS(a.at(0, -1), index_error);
  CHECK_THROWS_AS((a[{0, 2}]), index_error);
  CHECK_THROWS_AS(d(0), index_error);
  CHECK_THROWS_AS(a(2, all), index_error);
  CHECK_THROWS_AS(a(range(0, 3), all), index_error);
  CHECK_THROWS_AS(a + (tensor<int, 2>(3, 2)), shape_error);
}

TEST_CASE("without checks a temporary is kept all the same") {
  auto e = tensor<int, 1>{1, 2} + tensor<int, 1>{3, 4};
  auto v = tensor<int, 2>{{1, 2}, {3, 4}}(1, all);
  const tensor<int, 1> noise(shape(64), -7);
  CHECK(e(1) == 6);
  CHECK(v(0) == 3);
}
