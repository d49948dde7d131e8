#include <weft/eval/small.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/trigonometry.hpp>

#include <support/checked.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>

#include <doctest/doctest.h>

using namespace weft;

// Statements whose extents types know, against nested loops over copies of what they read. Whole arrays of memory are
// compared, so that a write beside the target is seen.
namespace {

/// What an element of operand `which` is, before a statement.
template <class T>
T value_of(int which, index_t i, index_t j) {
  return T(int((i * 7 + j * 3 + which * 5) % 11 - 4));
}
template <class T, auto S, class O>
void fill(tensor<T, S, O>& t, int which) {
  for (index_t i = 0; i < t.extent(0); ++i)
    if constexpr (tensor<T, S, O>::static_rank == 2)
      for (index_t j = 0; j < t.extent(1); ++j)
        t(i, j) = value_of<T>(which, i, j);
    else
      t(i) = value_of<T>(which, i, 0);
}
template <class View, class Want>
void check_matrix(View const& c, Want want) {
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK(c(i, j) == want(i, j));
    }
}
template <class View, class Want>
void check_vector(View const& c, Want want) {
  for (index_t i = 0; i < c.extent(0); ++i) {
    CAPTURE(i);
    CHECK(c(i) == want(i));
  }
}

/// M x N statements without products.
template <class T, index_t M, index_t N, class O, class P>
void check_elementwise() {
  CAPTURE(M);
  CAPTURE(N);
  tensor<T, fixed<M, N>, O> a, d;
  tensor<T, fixed<N, M>, P> b;
  tensor<T, fixed<N>> x;
  tensor<T, fixed<M>> y;
  tensor<T, fixed<M, N>, P> c;
  fill(a, 1), fill(b, 2), fill(x, 5), fill(y, 6), fill(d, 7);
  const auto va = [](index_t i, index_t j) { return value_of<T>(1, i, j); };
  const auto vb = [](index_t i, index_t j) { return value_of<T>(2, i, j); };
  const auto vx = [](index_t i) { return value_of<T>(5, i, 0); };
  const auto vy = [](index_t i) { return value_of<T>(6, i, 0); };
  const auto vd = [](index_t i, index_t j) { return value_of<T>(7, i, j); };
  const no_alloc_scope nothing;
  c = transpose(b);
  check_matrix(c, [&](index_t i, index_t j) { return vb(j, i); });
  c = transpose(b) * T(2) + a;
  check_matrix(c, [&](index_t i, index_t j) { return T(vb(j, i) * T(2) + va(i, j)); });
  c = a + x;
  check_matrix(c, [&](index_t i, index_t j) { return T(va(i, j) + vx(j)); });
  c = expand_dims(y, axis<1>) - x * T(3);
  check_matrix(c, [&](index_t i, index_t j) { return T(vy(i) - T(vx(j) * T(3))); });
  c = reverse(a, axis<0>) - transpose(reverse(b, axis<0>));
  check_matrix(c, [&](index_t i, index_t j) { return T(va(M - 1 - i, j) - vb(N - 1 - j, i)); });
  // Targets: columns and rows of others, in both directions.
  c = d;
  c(all, N - 1) = y;
  check_matrix(c, [&](index_t i, index_t j) { return j == N - 1 ? vy(i) : vd(i, j); });
  c = d;
  reverse(c, axis<0>) = transpose(b) + a;
  check_matrix(c, [&](index_t i, index_t j) { return T(vb(j, M - 1 - i) + va(M - 1 - i, j)); });
  c = d;
  transpose(c) += b;
  check_matrix(c, [&](index_t i, index_t j) { return T(vd(i, j) + vb(j, i)); });
}

/// M x N statements; products have depth K.
template <class T, index_t M, index_t N, index_t K, class O, class P>
void check_statements() {
  check_elementwise<T, M, N, O, P>();
  CAPTURE(M);
  CAPTURE(N);
  tensor<T, fixed<M, N>, O> a, d;
  tensor<T, fixed<N, M>, P> b;
  tensor<T, fixed<M, K>, P> p;
  tensor<T, fixed<K, N>, O> q;
  tensor<T, fixed<N>> x;
  tensor<T, fixed<M>> y, z;
  tensor<T, fixed<M, N>, P> c;
  fill(a, 1), fill(b, 2), fill(p, 3), fill(q, 4), fill(x, 5), fill(y, 6), fill(d, 7);
  const auto va = [](index_t i, index_t j) { return value_of<T>(1, i, j); };
  const auto vb = [](index_t i, index_t j) { return value_of<T>(2, i, j); };
  const auto vx = [](index_t i) { return value_of<T>(5, i, 0); };
  const auto vy = [](index_t i) { return value_of<T>(6, i, 0); };
  const auto vd = [](index_t i, index_t j) { return value_of<T>(7, i, j); };
  const auto product = [](index_t i, index_t j) {
    T s{};
    for (index_t k = 0; k < K; ++k)
      s = T(s + value_of<T>(3, i, k) * value_of<T>(4, k, j));
    return s;
  };
  const no_alloc_scope nothing;
  c = matmul(p, q);
  check_matrix(c, product);
  c = T(2) * matmul(p, q) - transpose(b);
  check_matrix(c, [&](index_t i, index_t j) { return T(T(T(2) * product(i, j)) - vb(j, i)); });
  c = transpose(matmul(transpose(q), transpose(p))) + d;
  check_matrix(c, [&](index_t i, index_t j) { return T(product(i, j) + vd(i, j)); });
  z = matmul(a, x) + y;
  check_vector(z, [&](index_t i) {
    T s{};
    for (index_t j = 0; j < N; ++j)
      s = T(s + va(i, j) * vx(j));
    return T(s + vy(i));
  });
  z = matmul(x, b);
  check_vector(z, [&](index_t i) {
    T s{};
    for (index_t j = 0; j < N; ++j)
      s = T(s + vx(j) * vb(j, i));
    return s;
  });
}

} // namespace

TEST_CASE("small statements: every layout, reads and writes, without memory") {
  check_statements<double, 2, 2, 2, row_major, row_major>();
  check_statements<double, 3, 3, 3, row_major, column_major>();
  check_statements<double, 1, 4, 3, column_major, row_major>();
  check_statements<double, 5, 1, 2, row_major, column_major>();
  check_statements<double, 3, 4, 1, column_major, column_major>();
  check_statements<double, 6, 7, 5, row_major, column_major>(); // in loops
  check_statements<double, 8, 8, 8, row_major, row_major>();
}
TEST_CASE("small statements: every layout, of other types") {
  check_statements<float, 4, 8, 2, row_major, column_major>();
  check_statements<int, 3, 3, 3, column_major, row_major>();
  check_statements<int, 6, 7, 5, row_major, column_major>();
  check_statements<std::complex<double>, 2, 3, 2, row_major, row_major>();
  check_statements<std::complex<double>, 6, 7, 5, row_major, column_major>(); // products are more than small work
}

TEST_CASE("small statements: bytes wrap as everywhere") {
  tensor<std::uint8_t, fixed<3, 3>> a, c;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      a(i, j) = std::uint8_t(100 + 30 * i + j);
  c = transpose(a) + a;
  check_matrix(c, [](index_t i, index_t j) { return std::uint8_t((100 + 30 * j + i) + (100 + 30 * i + j)); });
  c = matmul(a, transpose(a));
  check_matrix(c, [](index_t i, index_t j) {
    int s = 0;
    for (int k = 0; k < 3; ++k)
      s += (100 + 30 * int(i) + k) * (100 + 30 * int(j) + k);
    return std::uint8_t(s);
  });
}

TEST_CASE("small statements: the target is an operand, in every way") {
  const auto va = [](index_t i, index_t j) { return value_of<double>(1, i, j); };
  tensor<double, fixed<3, 3>> a;
  const auto fresh = [&] { fill(a, 1); };
  fresh();
  a = transpose(a);
  check_matrix(a, [&](index_t i, index_t j) { return va(j, i); });
  fresh();
  a = matmul(a, a);
  check_matrix(a,
               [&](index_t i, index_t j) { return va(i, 0) * va(0, j) + va(i, 1) * va(1, j) + va(i, 2) * va(2, j); });
  fresh();
  a += matmul(transpose(a), a);
  check_matrix(a, [&](index_t i, index_t j) {
    return va(i, j) + va(0, i) * va(0, j) + va(1, i) * va(1, j) + va(2, i) * va(2, j);
  });
  fresh();
  a = a + a(1, all) * 2.0;
  check_matrix(a, [&](index_t i, index_t j) { return va(i, j) + va(1, j) * 2; });
  fresh();
  a(range(0, 2), all) = a(range(1, 3), all) * 3.0;
  check_matrix(a, [&](index_t i, index_t j) { return i < 2 ? va(i + 1, j) * 3 : va(i, j); });
  fresh();
  a(2, all) = matmul(a, a(2, all));
  check_matrix(a, [&](index_t i, index_t j) {
    return i == 2 ? va(j, 0) * va(2, 0) + va(j, 1) * va(2, 1) + va(j, 2) * va(2, 2) : va(i, j);
  });
  fresh();
  reverse(a, axis<1>) = a;
  check_matrix(a, [&](index_t i, index_t j) { return va(i, 2 - j); });
  fresh();
  diagonal(a) = a(0, all) - a(all, 1);
  check_matrix(a, [&](index_t i, index_t j) { return i == j ? va(0, i) - va(i, 1) : va(i, j); });
  tensor<double, fixed<8, 8>> b; // in loops
  fill(b, 2);
  b = transpose(b) - b;
  check_matrix(b, [](index_t i, index_t j) { return value_of<double>(2, j, i) - value_of<double>(2, i, j); });
}

TEST_CASE("small statements: functions have the bits that they have elsewhere") {
  tensor<double, fixed<3, 3>> a;
  tensor<double, 2> run_time(3, 3), want(3, 3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      a(i, j) = run_time(i, j) = 0.37 * double(i) - 0.21 * double(j) + 0.9;
  tensor<double, fixed<3, 3>> c;
  c = exp(transpose(a)) + pow(a, transpose(a)) * sin(a);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const double x = a(i, j), y = a(j, i);
      CHECK(c(i, j) == doctest::Approx(std::exp(y) + std::pow(x, y) * std::sin(x)).epsilon(1e-15));
    }
  want = exp(transpose(run_time)) + pow(run_time, transpose(run_time)) * sin(run_time);
  check_matrix(c, [&](index_t i, index_t j) { return want(i, j); });
}

TEST_CASE("small statements: a function of the program's own is called once for each element, and before any write") {
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<3, 2>> c;
  fill(a, 1);
  fill(c, 2);
  int calls = 0;
  c = map(
      [&calls](double x) {
        ++calls;
        return x + 1;
      },
      transpose(a));
  CHECK(calls == 6);
  check_matrix(c, [](index_t i, index_t j) { return value_of<double>(1, j, i) + 1; });
  const auto before = c;
  CHECK_THROWS_AS((c = map(
                       [&calls](double x) {
                         if (++calls == 10)
                           throw 7;
                         return x;
                       },
                       transpose(a))),
                  int);
  CHECK(c == before);
  if (support::checked) {
    tensor<int, fixed<2, 2>> p{{1, 2}, {3, 4}}, q{{1, 1}, {0, 1}};
    CHECK_THROWS_AS((p = transpose(p) / q), error);
    CHECK(p == tensor<int, 2>{{1, 2}, {3, 4}});
  }
}

TEST_CASE("small statements: dead operands and shapes that do not fit are found") {
  tensor<double, fixed<3, 3>> c;
  c = 5.0;
  if (support::checked) {
    std::optional<tensor<double, 2>> gone(std::in_place, 3, 3);
    const auto dead = gone->as<fixed<3, 3>>();
    gone.reset();
    CHECK_THROWS_AS((c = transpose(dead) + c), layout_error);
    CHECK_THROWS_AS((transpose(dead) = transpose(c) * 2.0), layout_error);
  }
  CHECK(c == tensor<double, 2>(shape(3, 3), 5.0));
  tensor<double, 2> any(3, 3);
  any = transpose(c) + c;
  CHECK(any == tensor<double, 2>(shape(3, 3), 10.0));
  tensor<double, 2> wide(2, 3);
  CHECK_THROWS_AS((c = wide), shape_error);
  wide(0, all) = c(1, all) * 2.0;
  CHECK(wide == tensor<double, 2>{{10, 10, 10}, {0, 0, 0}});
}

TEST_CASE("small statements: elements in rvalues, generators beside them, ranks 0 to 4") {
  const auto twice = [](tensor<double, fixed<2, 2>> t) { return t; };
  tensor<double, fixed<2, 2>> a{{1, 2}, {3, 4}}, c;
  c = transpose(twice(a)) + matmul(twice(a), a);
  CHECK(c == tensor<double, 2>{{8, 13}, {17, 26}});
  c = matmul(a, a) + zeros<double>(fixed<2, 2>) + full(fixed<2, 2>, 1.0);
  CHECK(c == tensor<double, 2>{{8, 11}, {16, 23}});
  tensor<double, fixed<2, 3, 2, 2>> d, e;
  index_t n = 0;
  for (double& x : d)
    x = double(n++);
  e = swap_axes(d, 2, 3) * 2.0;
  n = 0;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 2; ++k)
        for (index_t l = 0; l < 2; ++l)
          CHECK(e(i, j, k, l) == 2.0 * d(i, j, l, k));
  tensor<double, fixed<>> s;
  s = sum(a, axes<0, 1>) * 2.0;
  CHECK(s() == 20.0);
}

TEST_CASE("small statements: cross, dot and trace of what they are given") {
  tensor<double, fixed<3>> x{1, 2, 3}, y{-4, 5, 7};
  tensor<double, fixed<3>> z = cross(x, y);
  CHECK(z == tensor<double, 1>{-1, -19, 13});
  CHECK(dot(x, y) == 27.0);
  CHECK(dot(x + y, 2.0 * y) == 234.0);
  CHECK(dot(reverse(x, axis<0>), y) == 5.0);
  tensor<int, fixed<1>> one{3};
  CHECK(dot(one, one) == 9);
  tensor<std::complex<float>, fixed<2>> u{{1, 2}, {0, 1}};
  CHECK(dot(u, u) == std::complex<float>(-4, 4));
  tensor<float, fixed<17>> v;
  for (index_t i = 0; i < 17; ++i)
    v(i) = float(i - 5);
  CHECK(dot(v, v) == 561.0f);
  tensor<double, fixed<4, 4>> m;
  fill(m, 3);
  CHECK(trace(m) ==
        value_of<double>(3, 0, 0) + value_of<double>(3, 1, 1) + value_of<double>(3, 2, 2) + value_of<double>(3, 3, 3));
}

TEST_CASE("small operations in statements that are large: evaluated into memory that lives as long") {
  tensor<double, fixed<3, 3>> a;
  fill(a, 1);
  tensor<double, 2> b(3, 300), c;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 300; ++j)
      b(i, j) = value_of<double>(2, i, j);
  c = b + sum(a, axis<1>, keep_dims) * 2.0;
  check_matrix(c, [](index_t i, index_t j) {
    const auto v = [i](index_t k) { return value_of<double>(1, i, k); };
    return value_of<double>(2, i, j) + (v(0) + v(1) + v(2)) * 2;
  });
  const auto square = matmul(a, a);
  tensor<double, 3> d(200, 3, 3);
  d = 1.0;
  d = d + square * transpose(square);
  const auto element = [](index_t i, index_t j) {
    double s = 0;
    for (index_t k = 0; k < 3; ++k)
      s += value_of<double>(1, i, k) * value_of<double>(1, k, j);
    return s;
  };
  for (index_t i = 0; i < 200; i += 67)
    check_matrix(d(i, all, all), [&](index_t j, index_t k) { return 1 + element(j, k) * element(k, j); });
}

TEST_CASE("small operations on functions of the program's own are evaluated once, however often they stand there") {
  int calls = 0;
  const auto counted = [&calls](double x) {
    ++calls;
    return x;
  };
  tensor<double, fixed<2, 2>> a{{1, 2}, {3, 4}}, c;
  const auto sums = sum(map(counted, a), axis<0>);
  c = transpose(a) + sums * sums;
  CHECK(calls == 4);
  CHECK(c == tensor<double, 2>{{17, 39}, {18, 40}});
  calls = 0;
  tensor<double, 2> b(a), d(2, 2);
  const auto product = matmul(map(counted, b), b);
  d = product + transpose(product);
  CHECK(calls == 4);
  CHECK(d == tensor<double, 2>{{14, 25}, {25, 44}});
  calls = 0;
  const auto [least, most] = minmax(map(counted, a), axis<0>);
  const tensor<double, fixed<2>> width = most - least;
  CHECK(calls == 4);
  CHECK(width == tensor<double, 1>{2, 2});
}

TEST_CASE("small operations: windows whose extents are known at run time, and of many axes") {
  tensor<double, fixed<3, 3>> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, b{{10, 11, 12}, {13, 14, 15}, {16, 17, 18}}, c;
  tensor<double, fixed<3>> y;
  const auto product = [&](index_t i, index_t j) { return a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j); };
  for (index_t n : {1, 2}) {
    CAPTURE(n);
    CHECK_THROWS_AS((y = matmul(a, b)(range(0, n), 0)), shape_error);
    CHECK_THROWS_AS((y = sum(a, axis<0>)(range(1, n + 1))), shape_error);
    CHECK_THROWS_AS((c = matmul(a, b)(range(0, n), all) * 2.0), shape_error);
    CHECK(y == tensor<double, 1>(3));
  }
  for (index_t n : {1, 2, 3}) {
    const auto rows = matmul(a, b)(range(0, n), all);
    double total = 0, first = 0;
    for (index_t i = 0; i < n; ++i) {
      first += product(i, 0);
      for (index_t j = 0; j < 3; ++j)
        total += product(i, j);
    }
    tensor<double, fixed<3>> of_columns = sum(rows, axis<0>);
    CHECK(of_columns(0) == first);
    CHECK(sum(rows) == total);
    CHECK(max(rows) == product(n - 1, 2));
    const tensor<double, 1> ones(shape(n), 1.0);
    CHECK(dot(rows(all, 0), ones) == first);
  }
  y = 0.0;
  const auto deep = expand_dims(expand_dims(expand_dims(matmul(a, b), axis<0>), axis<0>), axis<0>);
  const tensor<double, fixed<1, 1, 1, 3>> sums = sum(deep, axis<4>);
  const tensor<double, fixed<3>> same = sum(deep, axes<0, 1, 2, 4>);
  for (index_t i = 0; i < 3; ++i) {
    CHECK(sums(0, 0, 0, i) == product(i, 0) + product(i, 1) + product(i, 2));
    CHECK(same(i) == sums(0, 0, 0, i));
  }
}
