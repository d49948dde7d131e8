#include <weft/linalg/inline_product.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include "gemm_oracle.hpp"

using namespace linalg_test;
using weft::matmul, weft::tensor;

namespace {

template <index_t M, index_t N, index_t K, class T>
void check_inline() {
  generator g{std::uint64_t(M * 100 + N * 10 + K)};
  for (int kind = 0; kind < writable_classes; ++kind)
    for (int sample = 0; sample < 3; ++sample) {
      guarded<T> a(M, K, stride_class(sample)), b(K, N, stride_class((kind + sample) % all_classes));
      guarded<T> c(M, N, stride_class(kind));
      T const alpha = sample == 1 ? T(2) : T(1), beta = sample == 2 ? T(3) : T(0);
      a.fill(g);
      b.fill(g);
      if (beta != T{}) // what is left is NaN
        c.fill(g);
      guarded<T> const before = c;
      run_inline<M, N, K>(alpha, a.read(), b.read(), beta, c.write());
      INFO("strides " << kind << " sample " << sample << " of " << M << " x " << N << " x " << K);
      CHECK(wrong_elements(alpha, a, b, beta, before, c) == 0);
    }
}

} // namespace

TEST_CASE_TEMPLATE("run_inline: rows of one vector, of overlapping ones, and shorter than any", T, float, double) {
  check_inline<2, 2, 2, T>();
  check_inline<3, 3, 3, T>();
  check_inline<1, 5, 4, T>();
  check_inline<4, 1, 6, T>();
  check_inline<6, 6, 6, T>();
  check_inline<2, 17, 1, T>();
}

TEST_CASE("run_inline: other elements") {
  check_inline<2, 3, 2, std::complex<double>>();
  check_inline<2, 3, 2, int>();
}

TEST_CASE("run_inline: the target is an operand") {
  double m[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  double const square[9] = {30, 36, 42, 66, 81, 96, 102, 126, 150};
  matrix_operand<double const> const a{m, {3, 3, 3, 1}};
  run_inline<3, 3, 3>(1.0, a, a, 0.0, matrix_operand<double>{m, {3, 3, 3, 1}});
  for (int e = 0; e < 9; ++e)
    CHECK(m[e] == square[e]);
}

namespace {

/// Whole numbers, so no order of additions rounds.
template <class A>
void fill_with_numbers(A& a, int first) {
  for (auto& x : a)
    x = static_cast<typename A::value_type>(first++ * 5 % 11 - 4);
}
template <class T, index_t M, index_t N, index_t K>
struct static_factors {
  tensor<T, weft::fixed<M, K>> a;
  tensor<T, weft::fixed<K, N>> b;
  tensor<T, weft::fixed<M, N>> c, products;
  static_factors() {
    fill_with_numbers(a, 1);
    fill_with_numbers(b, 4);
    fill_with_numbers(c, 7);
    for (index_t i = 0; i < M; ++i)
      for (index_t j = 0; j < N; ++j) {
        T sum = 0;
        for (index_t l = 0; l < K; ++l)
          sum += a(i, l) * b(l, j);
        products(i, j) = sum;
      }
  }
};

/// A product alone, and beside what lies as it does, in another order, and repeats; the target is read too.
template <class T, index_t M, index_t N, index_t K>
void check_static_statements() {
  INFO(M << " x " << N << ", depth " << K);
  static_factors<T, M, N, K> f;
  auto const& products = f.products;
  tensor<T, weft::fixed<M, N>> d, old = f.c;
  tensor<T, weft::fixed<M, N>, weft::column_major> by_columns, other;
  tensor<T, weft::fixed<N>> row;
  fill_with_numbers(other, 2);
  fill_with_numbers(row, 3);
  const auto check = [&](auto const& got, auto const& want) {
    for (index_t i = 0; i < M; ++i)
      for (index_t j = 0; j < N; ++j)
        CHECK(got(i, j) == want(i, j));
  };
  d = matmul(f.a, f.b);
  check(d, [&](index_t i, index_t j) { return products(i, j); });
  by_columns = matmul(f.a, f.b);
  check(by_columns, [&](index_t i, index_t j) { return products(i, j); });
  f.c = matmul(f.a, f.b) + f.c;
  check(f.c, [&](index_t i, index_t j) { return products(i, j) + old(i, j); });
  d = T(2) * matmul(f.a, f.b) - other * row;
  check(d, [&](index_t i, index_t j) { return T(2) * products(i, j) - other(i, j) * row(j); });
  d = matmul(f.a, f.b) - reverse(d, 0);
  check(d, [&](index_t i, index_t j) {
    return products(i, j) - (T(2) * products(M - 1 - i, j) - other(M - 1 - i, j) * row(j));
  });
  if constexpr (M == K && N == K) {
    static_factors<T, M, N, K> left, right, twice;
    left.a = matmul(left.a, left.b);
    check(left.a, [&](index_t i, index_t j) { return products(i, j); });
    right.b = matmul(right.a, right.b);
    check(right.b, [&](index_t i, index_t j) { return products(i, j); });
    twice.a = matmul(twice.a, twice.b) + transpose(twice.a);
    check(twice.a, [&](index_t i, index_t j) { return products(i, j) + static_factors<T, M, N, K>().a(j, i); });
  }
}

} // namespace

TEST_CASE("static statements: products alone, into their operands, and beside other operands") {
  check_static_statements<double, 2, 2, 2>();
  check_static_statements<double, 3, 3, 3>();
  check_static_statements<double, 5, 5, 5>();
  check_static_statements<double, 6, 6, 6>();
  check_static_statements<double, 8, 8, 8>();
  check_static_statements<double, 3, 7, 2>();
  check_static_statements<float, 5, 5, 5>();
  check_static_statements<int, 3, 3, 3>();
}

namespace {

/// Products with small run-time extents, as statements and inside of them.
template <class T>
void check_few(index_t m, index_t n, index_t k) {
  INFO(m << " x " << n << ", depth " << k);
  tensor<T, 2> a(m, k), b(k, n), c(m, n), d(n, m);
  tensor<T, 1> x(k), y(m), z(n);
  const auto number = [](index_t i) { return static_cast<T>(static_cast<real_t<T>>(i * 5 % 7 - 3)); };
  index_t at = 0;
  for (auto* t : {&a, &b, &c})
    for (T& e : *t)
      e = number(at++);
  for (T& e : d)
    e = number(at++);
  for (T& e : x)
    e = number(at++);
  for (T& e : y)
    e = number(at++);
  const auto old = y;
  const auto element = [&](index_t i, index_t j) {
    T s{};
    for (index_t l = 0; l < k; ++l)
      s = static_cast<T>(s + a(i, l) * b(l, j));
    return s;
  };
  c = matmul(a, b);
  const tensor<T, 2> back = weft::reverse(matmul(a, transpose(transpose(b))), 0) + transpose(d);
  y = matmul(a, x) + y; // the target is an operand
  z = matmul(x, b);
  for (index_t i = 0; i < m; ++i) {
    T s = old(i);
    for (index_t l = 0; l < k; ++l)
      s = static_cast<T>(s + a(i, l) * x(l));
    CHECK(y(i) == s);
    for (index_t j = 0; j < n; ++j) {
      CHECK(c(i, j) == element(i, j));
      CHECK(back(i, j) == static_cast<T>(element(m - 1 - i, j) + d(j, i)));
    }
  }
  for (index_t j = 0; j < n; ++j) {
    T s{};
    for (index_t l = 0; l < k; ++l)
      s = static_cast<T>(s + x(l) * b(l, j));
    CHECK(z(j) == s);
  }
}

} // namespace

TEST_CASE_TEMPLATE("products of few elements", T, double, int, std::complex<float>) {
  for (index_t m : {1, 2, 3, 8})
    for (index_t n : {1, 3, 4})
      for (index_t k : {1, 2, 3, 9})
        check_few<T>(m, n, k);
}

TEST_CASE("products of few elements: nothing to multiply, and shapes that do not fit") {
  tensor<double, 2> a(2, 0), b(0, 3), c(2, 3);
  c = 7.0;
  c = matmul(a, b) + c * 0.0;
  CHECK(c == tensor<double, 2>(2, 3));
  tensor<double, 1> x(3);
  CHECK_THROWS_AS(x = matmul(c, tensor<double, 1>(2)), weft::shape_error);
}
