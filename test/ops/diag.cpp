#include <weft/ops/arithmetic.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class E, class V>
void check(E const& e, V const& v, index_t k) {
  using T = typename E::value_type;
  const index_t n = v.extent(0), wide = n + (k < 0 ? -k : k);
  REQUIRE(e.shape() == shape(wide, wide));
  const tensor<T, 2> rows = e;
  const tensor<T, 2, column_major> crossed = transpose(e);
  for (index_t i = 0; i < wide; ++i)
    for (index_t j = 0; j < wide; ++j) {
      const T expected = j - i == k ? v(k < 0 ? j : i) : T(0);
      REQUIRE(rows(i, j) == expected);
      REQUIRE(crossed(j, i) == expected);
    }
}

} // namespace

TEST_CASE("of a vector: the matrix with it on a diagonal") {
  for (const index_t n : {0, 1, 2, 7, 33}) {
    tensor<int, 1> v(n);
    for (index_t i = 0; i < n; ++i)
      v(i) = int(i + 1);
    check(diag(v), v, 0);
    check(diag(v + 1), eval(v + 1), 0);
    check(diag(reverse(v, 0)), eval(reverse(v, 0)), 0);
    for (const index_t k : {0, 1, -1, 3, -40}) {
      check(diag(v, k), v, k);
      check(diag(v + 1, k), eval(v + 1), k);
      check(diag(reverse(v, 0), k), eval(reverse(v, 0)), k);
    }
  }
  const tensor<std::complex<double>, 1> z{{1, 2}, {3, 4}};
  check(diag(z), z, 0);
  const tensor<double, fixed<3>> f{1, 2, 3};
  static_assert(std::same_as<decltype(diag(f))::extents_type, extents<3, 3>>);
  check(diag(f), f, 0);
  CHECK(diag(f)(1, 1) == 2);
  CHECK(diag(f)(1, 2) == 0);
}

TEST_CASE("the vector may be part of the target, and infinite") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  a = diag(a(all, 0));
  CHECK(a == tensor<double, 2>{{1, 0, 0}, {0, 4, 0}, {0, 0, 7}});
  a = diag(diagonal(a)(range(0, 2)), -1);
  CHECK(a == tensor<double, 2>{{0, 0, 0}, {1, 0, 0}, {0, 4, 0}});
  const tensor<double, 1> endless(shape(2), HUGE_VAL);
  CHECK(diag(endless)(0, 1) == 0);
  CHECK(eval(diag(endless, 1))(0, 0) == 0);
}

TEST_CASE("of a matrix: its diagonal, which writes") {
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(diag(a) == tensor<int, 1>{1, 5});
  CHECK(diag(a, 1) == tensor<int, 1>{2, 6});
  CHECK(diag(a, 2) == tensor<int, 1>{3});
  CHECK(diag(a, -1) == tensor<int, 1>{4});
  CHECK(diag(a, 3).empty());
  CHECK(diag(a, -2).empty());
  CHECK(diagonal(a + 1, 1)(1) == 7);
  diag(a, 1) = 0;
  CHECK(a == tensor<int, 2>{{1, 0, 3}, {4, 5, 0}});
  const tensor<int> dynamic = a;
  CHECK(diagonal(dynamic, -1)(0) == 4);
}

TEST_CASE("of run-time rank: whichever it is, the same as of the static rank, onto itself too") {
  for (const index_t n : {0, 1, 2, 7}) {
    tensor<int> v(shape(n));
    for (index_t i = 0; i < n; ++i)
      v(i) = int(i + 1);
    const auto known = v.as<1>();
    check(diag(v), known, 0);
    for (const index_t k : {0, 2, -3}) {
      check(diag(v, k), known, k);
      check(diag(v + 1, k), eval(known + 1), k);
      check(diag(reverse(v, 0), k), eval(reverse(known, 0)), k);
    }
  }
  tensor<int> a = tensor<int, 2>{{1, 2, 3}, {4, 5, 6}};
  CHECK(eval(diag(a)) == tensor<int, 1>{1, 5});
  CHECK(eval(diag(a, 1) * 2) == tensor<int, 1>{4, 12});
  CHECK(eval(diag(a + 1, -1)) == tensor<int, 1>{5});
  CHECK(eval(diag(a, 7)).empty());
  a = diag(diag(a));
  CHECK(a == tensor<int, 2>{{1, 0}, {0, 5}});
  a(ellipsis) = diag(a(range(0, 2), 1) + 1); // reads the column that it writes
  CHECK(a == tensor<int, 2>{{1, 0}, {0, 6}});
  tensor<int, 2> t(2, 2);
  CHECK(explain(t, diag(a(0, all))).temporaries == 0);
  t = diag(a(0, all));
  CHECK(t == tensor<int, 2>{{1, 0}, {0, 0}});
  CHECK_THROWS_AS((void)diag(tensor<int>(shape(2, 2, 2))), shape_error);
  CHECK_THROWS_AS((void)diag(tensor<int>(shape())), shape_error);
  CHECK_THROWS_AS((void)diag(tensor<int>(shape(2)), std::numeric_limits<index_t>::max()), shape_error);
  CHECK_THROWS_AS((void)diag(tensor<int>(shape(2)), std::numeric_limits<index_t>::min()), shape_error);
}
