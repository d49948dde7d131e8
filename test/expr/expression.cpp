#include <weft/expr/expression.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <support/checked.hpp>

#include <array>
#include <doctest/doctest.h>
#include <vector>

using namespace weft;

namespace {
// a(i, j) + 10 * b(j) for a = 0 ... 5 in rows of 3 and b = 0, 1, 2.
int expected(index_t i, index_t j) {
  return int(3 * i + j + 10 * j);
}
const tensor<int, 2> a{{0, 1, 2}, {3, 4, 5}};
const tensor<int, 1> b{0, 1, 2};
} // namespace

TEST_CASE("queries of an unevaluated expression") {
  const auto e = a + 10 * b;
  CHECK(e.rank() == 2);
  CHECK(e.extent(0) == 2);
  CHECK(e.extent(1) == 3);
  CHECK(e.shape() == shape(2, 3));
  CHECK(e.size() == 6);
  CHECK(!e.empty());
  CHECK((a(range(0, 0), all) + b).empty());
  const auto d = tensor<int>(a) + b;
  CHECK(d.rank() == 2);
  CHECK(d.shape() == shape(2, 3));
}

TEST_CASE("one element is computed, by (i, j), at and [index]; always checked") {
  const auto e = a + 10 * b;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK(e(i, j) == expected(i, j));
      CHECK(e.at(i, j) == expected(i, j));
      CHECK(e[std::array{i, j}] == expected(i, j));
      CHECK(e[{i, unsigned(j)}] == expected(i, j));
    }
  CHECK(e(end - 1, end - 1) == expected(1, 2));
  CHECK(e.at(end - 1, 0) == expected(1, 0));
  if (support::checked) {
    CHECK_THROWS_AS(e(2, 0), index_error);
    CHECK_THROWS_AS(e(0, -1), index_error);
  }
  CHECK_THROWS_AS(e.at(0, 3), index_error);
  CHECK_THROWS_AS(e.at(0), index_error);
  CHECK_THROWS_AS((e[std::vector<int>{0, 0, 0}]), index_error);
  CHECK_THROWS_AS((tensor<int>(a) + b)(1), index_error);
}

TEST_CASE("subscripts of other kinds give a view of the expression: the same as of the evaluated one") {
  const auto e = a + 10 * b;
  CHECK(e(1, all).shape() == shape(3));
  CHECK(e(1)(2) == expected(1, 2));
  CHECK(e(all, 1)(1) == expected(1, 1));
  CHECK(e(all, range(2, -1, -1))(1, 0) == expected(1, 2));
  CHECK(e(newaxis, ellipsis)(0, 1, 2) == expected(1, 2));
  CHECK(e(range(1, end), all)(0, 1) == expected(1, 1));
  CHECK(e()(1, 0) == expected(1, 0));
  CHECK_THROWS_AS(e(2, all), index_error);
  CHECK_THROWS_AS(e(range(0, 3), all), index_error);
  const tensor<int, 1> row = e(1, all);
  CHECK(row(2) == expected(1, 2));
}

namespace {

/// Expressions of a user's own, as the base's comment asks for them.
struct ramp : expression<ramp> {
  using value_type = double;
  using extents_type = dims<2>;
  index_t rows, columns;
  ramp(index_t n, index_t m) : rows(n), columns(m) {}
  extents_type extents() const { return weft::shape(rows, columns); }
  double element(index_t const* i) const { return double(10 * i[0] + i[1]); }
};
struct lucas : expression<lucas> {
  using value_type = int;
  using extents_type = weft::extents<4>;
  extents_type extents() const { return {}; }
  int element(index_t const* i) const { return std::array{2, 1, 3, 4}[static_cast<std::size_t>(i[0])]; }
};
struct cube : expression<cube> {
  using value_type = index_t;
  using extents_type = dynamic_extents;
  extents_type extents() const { return weft::shape(std::vector{2, 2, 2}); }
  index_t element(index_t const* i) const { return 4 * i[0] + 2 * i[1] + i[2]; }
};

} // namespace

TEST_CASE("an expression of one's own: element by element, in expressions, through views, reduced, broadcast") {
  const ramp e(2, 3);
  CHECK((e.rank() == 2 && e.extent(1) == 3 && e.size() == 6));
  CHECK(e(1, 2) == 12);
  CHECK(e[{1, 1}] == 11);
  if (support::checked)
    CHECK_THROWS_AS((void)e(2, 0), index_error);
  const tensor<double, 2> known{{0, 1, 2}, {10, 11, 12}};
  CHECK(eval(e) == known);
  tensor<double, 2> t = 2.0 * e + 1.0;
  CHECK(t == eval(2.0 * known + 1.0));
  t = e;
  CHECK(t == known);
  t(0, all) = e(1, all);
  CHECK(t == tensor<double, 2>{{10, 11, 12}, {10, 11, 12}});
  t += transpose(ramp(3, 2));
  CHECK(t == tensor<double, 2>{{10, 21, 32}, {11, 22, 33}});
  CHECK(eval(e(all, range(2, -1, -1))) == tensor<double, 2>{{2, 1, 0}, {12, 11, 10}});
  CHECK(eval(reverse(e, 0) + e(0, all)) == tensor<double, 2>{{10, 12, 14}, {0, 2, 4}});
  tensor u = e - b;
  static_assert(std::same_as<decltype(u), tensor<double, 2>>);
  CHECK(u == tensor<double, 2>{{0, 0, 0}, {10, 10, 10}});
  CHECK(eval(own(e)) == known);
  static_assert(std::same_as<decltype(eval(lucas())), tensor<int, fixed<4>>>);
  CHECK(eval(lucas() * lucas()) == tensor<int, 1>{4, 1, 9, 16});
  CHECK(eval(permute(cube(), 2, 0, 1)) == eval(permute(eval(cube()), 2, 0, 1)));
  CHECK(eval(cube())(1, 0, 1) == 5);
  CHECK((cube() == eval(cube())));
}
