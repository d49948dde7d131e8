#include "counting_resource.hpp"
#include "matmul_values.hpp"

#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

using namespace weft;
using namespace matmul_test;

namespace {

/// Bytes of the block that packed operands of so many bytes take: whole cache lines, and one for each of three requests.
constexpr index_t packed(index_t bytes) {
  return (bytes + 63) / 64 * 64 + 3 * 64;
}

/// Sums and products of letters, written out.
struct free_word {
  std::string text;
  free_word() = default;
  explicit free_word(std::string t) : text(std::move(t)) {}
  explicit free_word(int n) : text(n == 0 ? "" : "1") {}
  friend free_word operator+(free_word const& x, free_word const& y) {
    return free_word(x.text.empty() ? y.text : y.text.empty() ? x.text : x.text + "+" + y.text);
  }
  friend free_word operator*(free_word const& x, free_word const& y) {
    auto const factor = [](std::string const& s) { return s.find('+') == std::string::npos ? s : "(" + s + ")"; };
    return free_word(x.text == "1" ? y.text : y.text == "1" ? x.text : factor(x.text) + factor(y.text));
  }
  friend bool operator==(free_word const&, free_word const&) = default;
};

} // namespace

template <>
struct weft::is_scalar<free_word> : std::true_type {};

TEST_CASE("matmul: operands that are expressions, nested products, products within element-wise expressions") {
  auto const a = a34();
  auto const b = b45();
  auto const want = [](index_t i, index_t j) { return product(i, j, 4); };
  CHECK(differing(eval(matmul(a + a, b)), [&](index_t i, index_t j) { return 2 * want(i, j); }) == 0);
  CHECK(differing(eval(matmul(a, b - 0.5 * b)), [&](index_t i, index_t j) { return 0.5 * double(want(i, j)); }) == 0);
  CHECK(differing(eval(matmul(ones<double>(shape(2, 3)), a)), [](index_t, index_t j) {
          return value_a(0, j) + value_a(1, j) + value_a(2, j);
        }) == 0);
  auto const cubed = [&](index_t i, index_t j) {
    index_t total = 0;
    for (index_t l = 0; l < 5; ++l)
      total += want(i, l) * value_b(j, l);
    return total;
  };
  CHECK(differing(eval(matmul(matmul(a, b), transpose(b))), cubed) == 0);
  CHECK(differing(eval(matmul(a, matmul(b, transpose(b)))), cubed) == 0);
  CHECK(differing(eval(transpose(matmul(b, matmul(transpose(b), transpose(a))))), cubed) == 0);
  CHECK(differing(eval(matmul(-2.0 * matmul(a, b), transpose(b))), [&](index_t i, index_t j) { return -2 * cubed(i, j); }) == 0);

  tensor<double, 1> const bias{1, -2, 3, -4, 5};
  auto const layer = maximum(matmul(a, b) + bias, 0.0);
  auto const plan = explain(layer);
  CHECK(plan.blas.size() == 1);
  CHECK(plan.loops == 1);
  CHECK(plan.temporaries == 0); // the product is computed in the result
  CHECK(differing(eval(layer), [&](index_t i, index_t j) {
          double const x = double(want(i, j)) + bias(j);
          return x > 0 ? x : 0.0;
        }) == 0);
}

TEST_CASE("matmul: one product is computed once for each assignment") {
  auto const s = filled(real_matrix(3, 3), value_a);
  auto const p = matmul(s, s);
  auto const twice = [](index_t i, index_t j) {
    index_t total = 0;
    for (index_t l = 0; l < 3; ++l)
      total += value_a(i, l) * value_a(l, j);
    return total;
  };
  CHECK(explain(p * p + p).blas.size() == 1);
  CHECK(differing(eval(p * p + p), [&](index_t i, index_t j) { return twice(i, j) * twice(i, j) + twice(i, j); }) == 0);
  CHECK(explain(matmul(p, p)).blas.size() == 2);
  CHECK(differing(eval(p + transpose(p)), [&](index_t i, index_t j) { return twice(i, j) + twice(j, i); }) == 0);
}

namespace {

/// Element (i, j) of the square of the 4 x 4 matrix of value_a.
index_t square_at(index_t i, index_t j) {
  index_t total = 0;
  for (index_t l = 0; l < 4; ++l)
    total += value_a(i, l) * value_a(l, j);
  return total;
}

} // namespace

TEST_CASE("matmul: the target overlaps an operand") {
  auto s = filled(real_matrix(4, 4), value_a);
  auto const t = s;
  s = matmul(s, s);
  CHECK(differing(s, square_at) == 0);
  s = t;
  s += matmul(s, s);
  CHECK(differing(s, [&](index_t i, index_t j) { return square_at(i, j) + value_a(i, j); }) == 0);
  s = t;
  s = 2.0 * matmul(s, s) - 3.0 * s;
  CHECK(differing(s, [&](index_t i, index_t j) { return 2 * square_at(i, j) - 3 * value_a(i, j); }) == 0);
  s = t;
  transpose(s) = matmul(s, s);
  CHECK(differing(s, [&](index_t i, index_t j) { return square_at(j, i); }) == 0);
  s = t;
  s(all, range(0, 2)) = matmul(s, s(all, range(1, 3)));
  CHECK(differing(s, [&](index_t i, index_t j) { return j < 2 ? square_at(i, j + 1) : value_a(i, j); }) == 0);
  s = t;
  s(1) = matmul(s(1), s);
  CHECK(differing(s, [&](index_t i, index_t j) { return i == 1 ? square_at(i, j) : value_a(i, j); }) == 0);
  s = t;
  s(all, 3) -= matmul(s, s(3));
  CHECK(differing(s, [&](index_t i, index_t j) {
          index_t total = value_a(i, j);
          for (index_t l = 0; l < 4 && j == 3; ++l)
            total -= value_a(i, l) * value_a(3, l);
          return total;
        }) == 0);
}

TEST_CASE("matmul: the target lies among the columns of an operand, or in memory that it takes anew") {
  auto s = filled(real_matrix(4, 4), value_a);
  auto const halves = s(all, range(0, 3, 2)); // the other columns are the target: no byte is shared
  s(all, range(1, 4, 2)) = matmul(s(all, range(0, 3, 2)), halves(range(0, 2), all));
  auto odd = s(all, range(1, 4, 2));
  if (with_blas()) // both operands are packed, the target too
    CHECK(explain(odd, matmul(halves, halves(range(0, 2), all))).temporary_bytes ==
          4 * 2 * 8 + packed((4 * 2 + 2 * 2) * 8));
  CHECK(differing(s, [&](index_t i, index_t j) {
          return j % 2 == 0 ? value_a(i, j) : value_a(i, 0) * value_a(0, j - 1) + value_a(i, 2) * value_a(1, j - 1);
        }) == 0);
  // Another type over the same bytes, and a shape that needs new memory.
  auto f = filled(real_matrix(2, 4), value_a);
  f = matmul(f, transpose(f));
  CHECK(f.shape() == shape(2, 2));
  CHECK(differing(f, [](index_t i, index_t j) {
          index_t total = 0;
          for (index_t l = 0; l < 4; ++l)
            total += value_a(i, l) * value_a(j, l);
          return total;
        }) == 0);
}

TEST_CASE("matmul: elements that do not commute keep their order") {
  auto const left = filled(tensor<free_word, 2>(2, 2), [](index_t i, index_t j) { return free_word(i == j ? "a" : "b"); });
  auto const right = filled(tensor<free_word, 2>(2, 2), [](index_t, index_t j) { return free_word(j == 0 ? "c" : "d"); });
  tensor<free_word, 2> p = matmul(left, right);
  CHECK(p(0, 0).text == "ac+bc");
  CHECK(p(0, 1).text == "ad+bd");
  p = matmul(left * free_word("s"), right);
  CHECK(p(0, 0).text == "asc+bsc");
  p = free_word("s") * matmul(left, right) * free_word("t");
  CHECK(p(0, 0).text == "(s(ac+bc))t");
}

TEST_CASE("dot: any strides, types, expressions") {
  tensor<double, 1> const x{1, 2, 3, 4}, y{5, 6, 7, 8};
  CHECK(dot(x, y) == 70.0);
  CHECK(dot(reverse(x, 0), y) == 60.0);
  CHECK(dot(x(range(0, 4, 2)), y(range(0, 4, 2))) == 26.0);
  CHECK(dot(2.0 * x, y * 3.0) == 420.0);
  CHECK(dot(x + y, y) == 70.0 + 174.0);
  CHECK(dot(tensor<int, 1>{1, 2}, tensor<double, 1>{0.5, 2.0}) == 4.5);
  CHECK(dot(tensor<std::uint8_t, 1>{200, 100}, tensor<std::uint8_t, 1>{200, 3}) == 40300);
  using c = std::complex<double>;
  CHECK(dot(tensor<c, 1>{c(1, 2), c(0, 1)}, tensor<c, 1>{c(3, 0), c(0, 1)}) == c(2, 6));
  CHECK(dot(matmul(b45(), tensor<double, 1>{1, 0, 0, 0, 0}), tensor<double, 1>{1, 1, 1, 1}) ==
        double(value_b(0, 0) + value_b(1, 0) + value_b(2, 0) + value_b(3, 0)));
  tensor<double, fixed<4>> const inside{1, 2, 3, 4};
  CHECK(dot(inside, tensor<double, fixed<4>>(inside)) == 30.0);
}

TEST_CASE("matmul: the plan") {
  real_matrix const a(3, 5), b(4, 5);
  real_matrix c(3, 4);
  auto const e = 2.0 * matmul(a, transpose(b)) + 0.5 * c;
  auto const plan = explain(c, e);
  CHECK(plan.loops == 0);
  CHECK(plan.temporaries == 0);
  CHECK(plan.flops == 2 * 3 * 4 * 5);
  CHECK(plan.bytes_read == (3 * 5 + 4 * 5 + 3 * 4) * 8);
  CHECK(plan.bytes_written == 3 * 4 * 8);
  CHECK(!plan.isa.empty());
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.blas[0] == (with_blas() ? "dgemm(N,T) m=3 n=4 k=5" : "own direct m=3 n=4 k=5"));
  CHECK(explain(c, 2.0 * matmul(a, transpose(b))).bytes_read == (3 * 5 + 4 * 5) * 8);

  linalg_test::counting_resource memory;
  c = e;
  c = matmul(a, transpose(b));
  CHECK(memory.taken == 2 * plan.temporaries);
}

TEST_CASE("matmul: packing, overlap and operands that are no memory are the temporaries") {
  real_matrix big(6, 10), c(3, 4);
  real_matrix const b(5, 4);
  auto const check = [&](auto& target, auto const& x, int temporaries, index_t bytes) {
    auto const plan = explain(target, x);
    linalg_test::counting_resource memory;
    target = x;
    CHECK(memory.taken == plan.temporaries);
    if (with_blas()) {
      CHECK(plan.temporaries == temporaries);
      CHECK(plan.temporary_bytes == bytes);
    }
  };
  auto const strided = big(range(0, 6, 2), range(0, 10, 2));
  check(c, matmul(strided, b), 1, packed(3 * 5 * 8));
  check(c, matmul(2.0 * strided, b), 1, packed(3 * 5 * 8));
  check(c, matmul(strided + 1.0, b), 1, 3 * 5 * 8);
  check(c, matmul(strided, eval(b)), 1, packed(3 * 5 * 8));
  auto target = big(range(0, 6, 2), range(1, 9, 2));
  check(target, matmul(strided, b), 1, packed((3 * 5 + 3 * 4) * 8));
  check(c, matmul(c, real_matrix(4, 4)), 1, 3 * 4 * 8);
  check(c, maximum(matmul(strided, b), 0.0), 1, packed(3 * 5 * 8));
  check(c, maximum(matmul(strided, b), 0.0) + c, 2, 3 * 4 * 8 + packed(3 * 5 * 8));
  tensor<double, fixed<9, 9>> s;
  check(s, matmul(s, tensor<double, fixed<9, 9>>()), 1, 9 * 9 * 8);
}

TEST_CASE("matmul: small static shapes are done in place, whatever overlaps") {
  auto s = filled(tensor<double, fixed<3, 3>>(), value_a);
  auto const plan = explain(s, 2.0 * matmul(s, transpose(s)) - s);
  CHECK(plan.blas == std::vector<std::string>{"inline m=3 n=3 k=3"});
  CHECK(plan.temporaries == 0);
  CHECK(plan.bytes_read == 3 * 9 * 8);
  CHECK(plan.bytes_written == 9 * 8);
  linalg_test::counting_resource memory;
  s = 2.0 * matmul(s, transpose(s)) - s;
  CHECK(memory.taken == 0);
  auto const want = [](index_t i, index_t j) {
    index_t total = -value_a(i, j);
    for (index_t l = 0; l < 3; ++l)
      total += 2 * value_a(i, l) * value_a(j, l);
    return total;
  };
  CHECK(differing(s, want) == 0);
  using z = std::complex<double>;
  auto const c = filled(tensor<z, fixed<2, 3>>(), [](index_t i, index_t j) { return z(double(value_a(i, j)), double(i - j)); });
  tensor<z, fixed<2>> const v = matmul(z(0, 1) * c, tensor<int, fixed<3>>{1, 2, -1});
  for (index_t i = 0; i < 2; ++i)
    CHECK(v(i) == z(0, 1) * (c(i, 0) + 2.0 * c(i, 1) - c(i, 2)));
  tensor<int, fixed<2>> const left = matmul(tensor<std::uint8_t, fixed<1>>{200}, tensor<std::uint8_t, fixed<1, 2>>{{200, 3}});
  CHECK(left(0) == 40000);
  tensor<double, fixed<2, 0>> const wide;
  tensor<double, fixed<0, 2>> const high;
  CHECK(differing(eval(matmul(wide, high)), [](index_t, index_t) { return 0; }) == 0);
  CHECK(memory.held == 0);
}

TEST_CASE("matmul: a stack by itself transposed") {
  auto stack = tensor<double, 3>(3, 40, 64);
  index_t n = 0;
  for (double& x : stack)
    x = double(n++ * 7 % 11 - 5);
  auto const check = [&](auto const& a, auto const& b, std::string const& routine) {
    auto const c = eval(matmul(a, b));
    int wrong = 0;
    for (index_t k = 0; k < 3; ++k)
      for (index_t i = 0; i < c.extent(1); ++i)
        for (index_t j = 0; j < c.extent(2); ++j) {
          double total = 0;
          for (index_t l = 0; l < a.extent(2); ++l)
            total += a(a.extent(0) == 1 ? 0 : k, i, l) * b(b.extent(0) == 1 ? 0 : k, l, j);
          wrong += c(k, i, j) == total ? 0 : 1;
        }
    CHECK(wrong == 0);
    if (with_blas())
      CHECK(explain(matmul(a, b)).blas.at(0) == routine);
  };
  check(stack, swap_axes(stack, 1, 2), "dsyrk(N) n=40 k=64 batch=3");
  // Only the first of these meets itself; and all rows of the stack by one matrix are one product.
  auto const first = stack(range(0, 1), all, all);
  check(first, swap_axes(stack, 1, 2), "dgemm(N,T) m=40 n=40 k=64 batch=3");
  check(stack, swap_axes(first, 1, 2), "dgemm(N,T) m=120 n=40 k=64");
  check(broadcast_to(first, shape(3, 40, 64)), swap_axes(broadcast_to(first, shape(3, 40, 64)), 1, 2),
        "dsyrk(N) n=40 k=64 batch=3");
}

TEST_CASE("matmul: integers wrap in their own type before they meet a wider one") {
  tensor<unsigned, 2> const u{{2, 2}, {2, 2}};
  tensor<int, 1> const q{1 << 30, 1 << 30};
  tensor<double, 1> const ones{1, 1};
  double const minus_two = 4294967294.0; // 2^32 - 2
  CHECK(eval(matmul(-u, ones)) == tensor<double, 1>{2 * minus_two, 2 * minus_two});
  CHECK(dot(-u(0, all), ones) == 2 * minus_two);
  CHECK(eval(tensordot(-u, ones, axis<1>)) == tensor<double, 1>{2 * minus_two, 2 * minus_two});
  CHECK(dot(2 * q, ones) == -4294967296.0);
  CHECK(dot(q * 2, tensor<std::int64_t, 1>{1, 1}) == -4294967296);
}
