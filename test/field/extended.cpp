#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/field/boundary.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace field = weft::field;
using weft::eval;
using weft::explain;
using weft::index_t;
using weft::shape;
using weft::sliding_window;
using weft::tensor;
using weft::window;

namespace {

constexpr weft::index_symbol<0> i{};
constexpr weft::index_symbol<1> j{};
constexpr weft::index_symbol<2> k{};

index_t wrapped(index_t p, index_t n) {
  return ((p % n) + n) % n;
}
index_t clamped(index_t p, index_t n) {
  return p < 0 ? 0 : p < n ? p : n - 1;
}
tensor<double, 2> numbers(index_t m, index_t n, int first = 1) {
  tensor<double, 2> a(m, n);
  int next = first;
  for (double& x : a)
    x = next++ * 37 % 101;
  return a;
}
template <class F>
void check_matrix(tensor<double, 2> const& a, F expected) {
  for (index_t x = 0; x < a.extent(0); ++x)
    for (index_t y = 0; y < a.extent(1); ++y) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(a(x, y) == expected(x, y));
    }
}

} // namespace

TEST_CASE("extended: the interior, faces and corners are the loops of a stencil, and there is no temporary") {
  const auto u = numbers(20, 30);
  tensor<double, 2> r(20, 30);
  const auto p = field::periodic(u);
  const auto laplacian = p(i - 1, j) + p(i + 1, j) + p(i, j - 1) + p(i, j + 1) - 4.0 * p(i, j);
  const auto plan = explain(r(i, j), laplacian);
  CHECK(plan.loops == 9);
  CHECK(plan.temporaries == 0);
  CHECK(plan.flops == 6 * 20 * 30 - 20 * 30); // four additions and a product
  index_t written = 0;
  for (auto const& loop : plan.loop_list) {
    index_t n = 1;
    for (index_t e : loop.extents)
      n *= e;
    written += n;
  }
  CHECK(written == 20 * 30);
  const auto ran = explain([&] { r(i, j) = laplacian; });
  CHECK(ran.loops == 9);
  CHECK(ran.temporaries == 0);
  check_matrix(r, [&](index_t x, index_t y) {
    return u(wrapped(x - 1, 20), y) + u(wrapped(x + 1, 20), y) + u(x, wrapped(y - 1, 30)) + u(x, wrapped(y + 1, 30)) -
           4.0 * u(x, y);
  });
  CHECK(explain(r(i, j), p(i, j) + 1.0).loops == 1);
}

TEST_CASE("extended: subscripts with factors, numbers, transposed and diagonal accesses, and missing indices") {
  const auto u = numbers(5, 7);
  const auto p = field::periodic(u);
  tensor<double, 2> r(6, 4);
  r(i, j) = p(2 * i - 3, 5 - 3 * j) + p(j + 4, i - 9) - p(-1, j) + p(i - j, 3) + p(i, i - 2);
  check_matrix(r, [&](index_t x, index_t y) {
    const auto at = [&](index_t a, index_t b) { return u(wrapped(a, 5), wrapped(b, 7)); };
    return at(2 * x - 3, 5 - 3 * y) + at(y + 4, x - 9) - at(-1, y) + at(x - y, 3) + at(x, x - 2);
  });
  tensor<double, 2> t(7, 5);
  t(j, i) = p(i - 1, j + 1) * 2.0;
  check_matrix(t, [&](index_t x, index_t y) { return u(wrapped(y - 1, 5), wrapped(x + 1, 7)) * 2; });
}

TEST_CASE("extended: reach far beyond a small array") {
  const tensor<double, 2> u{{1, 2, 4}, {8, 16, 32}};
  tensor<double, 2> r(2, 3);
  r(i, j) = field::periodic(u)(i - 1001, j + 1000);
  check_matrix(r, [&](index_t x, index_t y) { return u(wrapped(x - 1001, 2), wrapped(y + 1000, 3)); });
  r(i, j) = field::clamped(u)(i - 1001, j + 1000);
  check_matrix(r, [&](index_t, index_t) { return 4.0; });
}

TEST_CASE("extended: a target that overlaps is written after all pieces are computed") {
  auto u = numbers(6, 5);
  const auto before = u;
  CHECK(explain(u(i, j), field::periodic(u)(i - 1, j) + u(i, j)).temporaries == 1);
  u(i, j) = field::periodic(u)(i - 1, j) + field::clamped(u)(i, j + 1) + u(i, j);
  check_matrix(u, [&](index_t x, index_t y) {
    return before(wrapped(x - 1, 6), y) + before(x, clamped(y + 1, 5)) + before(x, y);
  });
  u = before;
  u(i, j) += field::mirrored(u)(i + 1, j);
  check_matrix(u, [&](index_t x, index_t y) { return before(x, y) + before(x == 5 ? 4 : x + 1, y); });
}

TEST_CASE("extended: windows beyond the edges, one after the other") {
  const auto u = numbers(4, 5);
  const tensor<double, 2> w = window(window(field::clamped(u), 0, -2, 5), 1, 1, 6);
  CHECK(w.shape() == shape(8, 6));
  check_matrix(w, [&](index_t x, index_t y) { return u(clamped(x - 2, 4), clamped(y + 1, 5)); });
  tensor<double, 2> r(4, 5);
  const auto ghosts = window(field::periodic(u), 1, -1, 5);
  CHECK(explain(r, window(ghosts, 1, 0, 4) - window(ghosts, 1, 2, 6)).temporaries == 0);
  r = window(ghosts, 1, 0, 4) - window(ghosts, 1, 2, 6);
  check_matrix(r, [&](index_t x, index_t y) { return u(x, wrapped(y - 1, 5)) - u(x, wrapped(y + 1, 5)); });
  r(i, j) = ghosts(i, j) * 2.0; // its index 0 lies one before the edge
  check_matrix(r, [&](index_t x, index_t y) { return u(x, wrapped(y - 1, 5)) * 2; });
}

TEST_CASE("extended: a sliding window around each element, along several axes") {
  const auto u = numbers(4, 5);
  const tensor<double, 2> sums =
      sum(sliding_window(sliding_window(field::mirrored(u, field::edge_twice), 0, 3), 1, 2), weft::axes<2, 3>);
  CHECK(sums.shape() == shape(4, 5));
  check_matrix(sums, [&](index_t x, index_t y) {
    double s = 0;
    for (index_t a = -1; a < 2; ++a)
      for (index_t b = -1; b < 1; ++b)
        s += u(clamped(x + a, 4), clamped(y + b, 5)); // one element twice is the element at the edge
    return s;
  });
  const tensor<double, 2> empty(0, 3);
  CHECK(eval(sliding_window(field::clamped(empty), 1, 3)).shape() == shape(0, 3, 3));
}

TEST_CASE("extended: reductions over indices, and products") {
  const auto u = numbers(6, 5);
  const tensor<double, 1> weights{1, 2, 1};
  tensor<double, 2> r(6, 5);
  r(i, j) = sum(k, weights(k) * field::clamped(u)(i + k - 1, j)) + field::periodic(u)(i, j - 1);
  check_matrix(r, [&](index_t x, index_t y) {
    double s = 0;
    for (index_t a = 0; a < 3; ++a)
      s += weights(a) * u(clamped(x + a - 1, 6), y);
    return s + u(x, wrapped(y - 1, 5));
  });
  const auto a = numbers(3, 6, 5);
  tensor<double, 2> c(3, 5);
  c(i, k) = sum(j, a(i, j) * field::periodic(u)(j - 1, k));
  check_matrix(c, [&](index_t x, index_t y) {
    double s = 0;
    for (index_t b = 0; b < 6; ++b)
      s += a(x, b) * u(wrapped(b - 1, 6), y);
    return s;
  });
  const auto p = field::periodic(u);
  const double roughness = sum(i, j, abs(p(i, j) - p(i - 1, j)));
  double expected = 0;
  for (index_t x = 0; x < 6; ++x)
    for (index_t y = 0; y < 5; ++y)
      expected += std::abs(u(x, y) - u(wrapped(x - 1, 6), y));
  CHECK(roughness == expected);
}

TEST_CASE("extended: inside() is as large as the operands that do not go on let it be") {
  const auto u = numbers(5, 6);
  tensor<double, 2> r(5, 6);
  inside(r(i, j)) = field::clamped(u, 0)(i - 1, j + 2);
  check_matrix(r, [&](index_t x, index_t y) { return y < 4 ? u(clamped(x - 1, 5), y + 2) : 0; });
  enum class side : signed char { lower = -1, upper = 1 };
  r.fill(0.0);
  inside(r(i, j)) = field::mirrored(u, 0, side::upper)(i - 1, j) + field::mirrored(u, 0, side::upper)(i + 1, j);
  check_matrix(r, [&](index_t x, index_t y) { return x < 1 ? 0 : u(x - 1, y) + u(x == 4 ? 3 : x + 1, y); });
  r.fill(0.0);
  inside(r(i, j)) = field::clamped(u, 1, side::lower)(i, j - 2) + field::clamped(u, 1, side::lower)(i, j + 1);
  check_matrix(r, [&](index_t x, index_t y) { return y > 4 ? 0 : u(x, clamped(y - 2, 6)) + u(x, y + 1); });
}

TEST_CASE("extended: everywhere else it is the operand; expressions and products as operands") {
  const auto u = numbers(4, 5), w = numbers(4, 5, 9);
  const tensor<double, 2> same = field::periodic(u) + 1.0, turned = transpose(field::padded(u, 3));
  check_matrix(same, [&](index_t x, index_t y) { return u(x, y) + 1; });
  check_matrix(turned, [&](index_t x, index_t y) { return u(y, x); });
  CHECK(sum(field::clamped(u)) == sum(u));
  tensor<double, 2> r(4, 5);
  const auto difference = field::padded(u - w, 0.5);
  r(i, j) = difference(i - 1, j) + difference(i, j + 1);
  const auto at = [&](index_t x, index_t y) { return x < 0 || y > 4 ? 0.5 : u(x, y) - w(x, y); };
  check_matrix(r, [&](index_t x, index_t y) { return at(x - 1, y) + at(x, y + 1); });
  CHECK(explain(r(i, j), difference(i - 1, j) + difference(i, j + 1)).temporaries == 1);
  r(i, j) = field::periodic(matmul(u, transpose(w)))(i, j - 1);
  check_matrix(r, [&](index_t x, index_t y) {
    double s = 0;
    for (index_t a = 0; a < 5; ++a)
      s += u(x, a) * w(wrapped(y - 1, 4), a);
    return s;
  });
}

TEST_CASE("extended: element types, and static shapes") {
  const tensor<signed char, 1> bytes{1, 2, 100};
  tensor<int, 1> n(3);
  n(i) = field::padded(bytes, -1)(i + 1) + field::clamped(bytes)(i - 1);
  CHECK(n == tensor<int, 1>{3, 101, 1});
  n(i) = field::extrapolated(tensor<int, 1>{1, 3, 4})(i - 2) + 0;
  CHECK(n == tensor<int, 1>{-3, -1, 1});
  const tensor<float, weft::fixed<2, 2>> f{{1, 2}, {3, 4}};
  tensor<float, weft::fixed<2, 2>> g;
  g(i, j) = field::periodic(f)(i - 1, j) * 2.0f - f(i, j);
  CHECK(g == tensor<float, weft::fixed<2, 2>>{{5, 6}, {-1, 0}});
}

TEST_CASE("extended: what does not exist is an error, before anything is written") {
  const tensor<double, 1> u{1, 2, 4}, none(0), one{5};
  tensor<double, 1> r{7, 7, 7}, r0(0), r1{7};
  const auto message = [](auto f) { return support::message_of(f); };
  CHECK(message([&] { r(i) = field::periodic(u)(i - 1) + u(i + 1); }) ==
        "weft: index notation: subscript 0, _0 + 1, goes from 1 to 3 (_0 from 0 to 2), axis 0 has extent 3");
  const tensor<double, 2> m(3, 3);
  tensor<double, 2> q(3, 3);
  CHECK(message([&] { q(i, j) = field::periodic(m, 0)(i - 1, j - 1); }) ==
        "weft: index notation: subscript 1, _1 - 1, goes from -1 to 1 (_1 from 0 to 2), axis 1 has extent 3");
  const std::string nothing = "weft: boundary policy: axis 0 has extent 0, and no element to go on with";
  CHECK(message([&] { (void)eval(window(field::clamped(none), 0, -1, 0)); }) == nothing);
  CHECK(message([&] { r(i) = field::periodic(none)(i - 1); }) == nothing);
  CHECK(message([&] { r0(i) = field::periodic(none)(i - 1); }) == "no error");
  r(i) = field::padded(none, 3)(i - 1);
  CHECK(r == tensor<double, 1>{3, 3, 3});
  CHECK(message([&] { r1(i) = field::extrapolated(one)(i - 1); }) ==
        "weft: boundary policy: axis 0 has no two elements that make a line");
  enum class side { lower, upper };
  CHECK(message([&] { (void)field::clamped(field::periodic(u), 0, side::lower); }) ==
        "weft: boundary policy: a periodic axis has no other policy at one end");
  CHECK(message([&] { (void)field::clamped(u, 1); }).find("axis 1") != std::string::npos);
  CHECK(message([&] { (void)window(field::clamped(u, 0, side::lower), 0, -3, 3); }).find("window") !=
        std::string::npos);
}

TEST_CASE("extended: an empty operand stays empty, and a constant counts where a line meets it") {
  const tensor<double, 2> none(0, 5), u{{1, 2}, {3, 4}};
  const tensor<double, 2> periodic = field::extrapolated(field::periodic(none, 0), 1);
  CHECK(periodic.shape() == shape(0, 5));
  const auto twice = field::mirrored(none, 0, field::edge_twice);
  const tensor<double, 2> mirrored = field::padded(field::padded(twice, 1.0, 1), 2.0, 1);
  CHECK(mirrored.shape() == shape(0, 5));
  const double infinity = std::numeric_limits<double>::infinity();
  const auto p = field::padded(field::extrapolated(u, 1), infinity, 0);
  const tensor<double, 2> corner = window(window(p, 0, -1, 1), 1, -1, 1);
  CHECK(corner == tensor<double, 2>{{infinity, infinity, infinity}, {0, 1, 2}, {2, 3, 4}});
}
