// What users of other libraries lost their numbers with, written with weft's names. Runs under ASan.
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>
#include <utility>
#include <vector>

using namespace weft;

namespace {
using matrix = tensor<double, 2>;
using vec = tensor<double, 1>;

vec make(double a, double b) { return vec{a, b}; }
const vec make_const(double a, double b) { return vec{a, b}; }

auto complement(vec x) { // the parameter ends here
  return 1.0 - std::move(x);
}
auto scaled(vec x, double factor) {
  const double twice = 2 * factor;
  return twice * std::move(x) + factor;
}
auto closed(double start) {
  const vec local{start, start + 1};
  const auto e = local * 2.0 + 1.0;
  return own(e);
}
auto row_of(matrix m) { return std::move(m)(1, all); }
auto two_views() {
  matrix grid{{1, 2}, {3, 4}};
  return std::pair(grid.share()(0, newaxis, all), grid.share()(all, 0)(all, newaxis));
}
vec noise() { // overwrites the stack and the heap that ended before
  vec v(shape(64), -777.0);
  return v * 2.0;
}
} // namespace

TEST_CASE("a named expression over temporaries keeps them (xtensor 270, 302)") {
  auto e = make(1, 2) + make(3, 4) * make(5, 6);
  noise();
  CHECK(e == vec{16, 26});
}

TEST_CASE("a function returns 1 - x of its own argument (xtensor 1366)") {
  auto e = complement(make(0.25, 0.5));
  noise();
  CHECK(e == vec{0.75, 0.5});
}

TEST_CASE("an expression read twice gives the same twice (xtensor 1404)") {
  const auto e = sqrt(make(4, 9)) + make(1, 1);
  for (int k = 0; k < 3; ++k) {
    noise();
    CHECK(e(0) == 3);
    CHECK(e(1) == 4);
  }
}

TEST_CASE("auto&& x = eval(...) (xtensor 1883)") {
  vec a{1, 2};
  auto&& x = eval(a + 1.0);
  auto&& y = eval(make(7, 8));
  const auto& z = eval(a);
  noise();
  a = 0.0;
  CHECK(x == vec{2, 3});
  CHECK(y == vec{7, 8});
  CHECK(z == vec{1, 2});
}

TEST_CASE("a view of a temporary tensor, and of an expression over one (xtensor 1932)") {
  auto row = matrix{{1, 2}, {3, 4}}(1, all);
  auto turned = transpose(matrix{{1, 2}, {3, 4}} + 1.0);
  auto small = transpose(tensor<double, fixed<2, 2>>{{1, 2}, {3, 4}});
  auto mixed = row_of(matrix{{1, 2}, {3, 4}}) * 2.0;
  view<const double> any = matrix{{5, 6}};
  noise();
  CHECK(row == vec{3, 4});
  CHECK(turned == matrix{{2, 4}, {3, 5}});
  CHECK(small(0, 1) == 3);
  CHECK(mixed == vec{6, 8});
  CHECK(any(0, 1) == 6);
}

TEST_CASE("a pair of broadcast views of a local grid (meshgrid, xtensor 2302)") {
  auto [x, y] = two_views();
  noise();
  CHECK(x + y == matrix{{2, 3}, {4, 5}});
}

TEST_CASE("each intermediate gets a name (xtensor 2468)") {
  const vec a{1, 2}, b{3, 4};
  auto s = a + b;
  auto p = s * a;
  auto q = exp(p - p);
  auto r = q + s / make(2, 2);
  noise();
  CHECK(r == vec{3, 4});
}

TEST_CASE("scalars are copied, named or not (xtensor 2597)") {
  double factor = 3;
  const vec a{1, 2};
  auto e = factor * a + float(factor);
  factor = -100;
  CHECK(e == vec{6, 9});
  auto f = scaled(make(1, 2), 5);
  noise();
  CHECK(f == vec{15, 25});
  auto clamped = where(a > factor, a, factor);
  factor = 50;
  CHECK(clamped == vec{1, 2});
}

TEST_CASE("an expression over locals leaves its function with own (xtensor 2871, 2882, 2864)") {
  auto e = closed(1);
  noise();
  CHECK(e == vec{3, 5});
  std::vector<decltype(e)> kept;
  for (int k = 0; k < 20; ++k)
    kept.push_back(closed(k)); // moves and copies
  for (int k = 0; k < 20; ++k)
    CHECK(kept[std::size_t(k)](0) == 2 * k + 1);
}

TEST_CASE("the arms of ?: may be a tensor and an expression") {
  const vec a{1, 2};
  for (const bool flag : {true, false}) {
    auto x = flag ? a : a + make(1, 1);
    auto y = flag ? a * 2.0 : a * 3.0;
    noise();
    CHECK(x(0) == (flag ? 1 : 2));
    CHECK(y(1) == (flag ? 4 : 6));
  }
}

TEST_CASE("a temporary that is const is copied, as it cannot be moved") {
  auto e = make_const(1, 2) + 1.0;
  auto v = make_const(3, 4)(range(1, 2));
  view<const double> w = make_const(5, 6);
  noise();
  CHECK(e == vec{2, 3});
  CHECK(v(0) == 4);
  CHECK(w(1) == 6);
}

TEST_CASE("an axis reduction and a reshape of temporaries, evaluated later") {
  auto s = sum(matrix{{1, 2}, {3, 4}} * make(1, 10), 0);
  auto r = reshape(matrix{{1, 2}, {3, 4}} + make(1, 1), shape(4));
  noise();
  CHECK(s == vec{4, 60});
  CHECK(r == vec{2, 3, 4, 5});
}

TEST_CASE("range-for over what a temporary gives") {
  double total = 0;
  for (double x : make(1, 2))
    total += x;
  for (double x : matrix{{1, 2}, {3, 4}}(all, 1))
    total += 10 * x;
  CHECK(total == 63);
}

TEST_CASE("an expression refers to the memory it was built over, not to the name") {
  vec u{1, 2}, v{3, 4};
  const auto e = u + 0.0;
  std::swap(u, v);
  v(0) = 9; // what was u's
  CHECK(e == vec{9, 2});
  vec w = std::move(v);
  CHECK(e == vec{9, 2});
  std::vector<vec> list;
  list.push_back(vec{1, 2});
  const auto f = list[0] * 2.0;
  for (int k = 0; k < 50; ++k)
    list.push_back(vec{0, 0}); // the tensors move, their memory stays
  CHECK(f == vec{2, 4});
}

TEST_CASE("views that share outlive their tensor") {
  view<double, 1> row;
  {
    matrix a{{1, 2}, {3, 4}};
    const auto s = a.share();
    row.rebind(transpose(s)(1, all));
  }
  noise();
  CHECK(row == vec{2, 4});
  row += 1.0;
  auto e = row * 2.0;
  row.rebind({});
  noise();
  CHECK(e == vec{6, 10});
}
