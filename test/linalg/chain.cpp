#include "matmul_values.hpp"

#include <weft/linalg/chain.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <algorithm>
#include <complex>
#include <vector>

// Chains of products: the order against all orders there are, the numbers against nested loops.
using namespace matmul_test;
using complex = std::complex<double>;
using texts = std::vector<std::string>;

namespace {

using extent_list = std::vector<index_t>;

/// Multiplications of the best of all orders, each tried.
double fewest(extent_list const& n, std::size_t first, std::size_t last) {
  if (first == last)
    return 0;
  double best = -1;
  for (std::size_t k = first + 1; k <= last; ++k) {
    const double own = double(n[first]) * double(n[k]) * double(n[last + 1]);
    const double all = fewest(n, first, k - 1) + fewest(n, k, last) + own;
    best = best < 0 ? all : std::min(best, all);
  }
  return best;
}
double of_order(extent_list const& n, std::vector<int> const& split, std::size_t first, std::size_t last) {
  if (first == last)
    return 0;
  const auto k = static_cast<std::size_t>(split[first * (n.size() - 1) + last]);
  REQUIRE(k > first);
  REQUIRE(k <= last);
  return of_order(n, split, first, k - 1) + of_order(n, split, k, last) +
         double(n[first]) * double(n[k]) * double(n[last + 1]);
}

template <class T>
tensor<T, 2> numbered(index_t rows, index_t columns, int seed) {
  return filled(tensor<T, 2>(rows, columns), [&](index_t i, index_t j) { return (seed + 3 * i + 5 * j) % 5 - 2; });
}

/// The product by the definition.
template <class A, class B>
auto multiplied(A const& a, B const& b) {
  using T = typename A::value_type;
  tensor<T, 2> c(a.extent(0), b.extent(1));
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j)
      for (index_t l = 0; l < a.extent(1); ++l)
        c(i, j) = static_cast<T>(c(i, j) + a(i, l) * b(l, j));
  return c;
}

} // namespace

TEST_CASE("order_chain: no order has fewer multiplications") {
  const index_t sizes[] = {0, 1, 2, 7, 30, 1000, index_t(1) << 40};
  unsigned state = 1;
  for (std::size_t n = 2; n <= 7; ++n)
    for (int sample = 0; sample < 300; ++sample) {
      extent_list extents;
      for (std::size_t i = 0; i <= n; ++i)
        extents.push_back(sizes[((state = state * 1664525u + 1013904223u) >> 16) % 7]);
      std::vector<int> split(n * n, -1);
      detail::order_chain(extents.data(), int(n), split.data());
      CHECK(of_order(extents, split, 0, n - 1) <= fewest(extents, 0, n - 1) * (1 + 1e-12)); // sums round
    }
}

TEST_CASE_TEMPLATE("matmul: chains of three and four, each way of writing them", T, double, complex, int) {
  const index_t sizes[][5] = {{2, 30, 3, 20, 1}, {30, 2, 20, 3, 25}, {1, 9, 1, 9, 1},
                              {4, 4, 4, 4, 4},   {3, 0, 5, 2, 7},    {0, 3, 2, 5, 4}};
  for (auto const& n : sizes) {
    const auto a = numbered<T>(n[0], n[1], 1), b = numbered<T>(n[1], n[2], 2), c = numbered<T>(n[2], n[3], 3),
               d = numbered<T>(n[3], n[4], 4);
    const tensor<T, 2> three = multiplied(multiplied(a, b), c), four = multiplied(three, d);
    CHECK(eval(matmul(matmul(a, b), c)) == three);
    CHECK(eval(matmul(a, matmul(b, c))) == three);
    CHECK(eval(matmul(matmul(matmul(a, b), c), d)) == four);
    CHECK(eval(matmul(matmul(a, matmul(b, c)), d)) == four);
    CHECK(eval(matmul(matmul(a, b), matmul(c, d))) == four);
    CHECK(eval(matmul(a, matmul(matmul(b, c), d))) == four);
    CHECK(eval(matmul(a, matmul(b, matmul(c, d)))) == four);
    CHECK(eval(matmul(tensor<T>(a), matmul(tensor<T>(b), c))) == three); // run-time rank
    const tensor<T, 2, column_major> turned = matmul(a, matmul(b, c));
    CHECK(turned == three);
    tensor<T, 2> total = three;
    total += T(3) * matmul(matmul(T(2) * a, -b), c);
    CHECK(total == eval(T(-5) * three));
    total = matmul(a, T(2) * matmul(b, c)) - T(2) * total;
    CHECK(total == eval(T(12) * three));
  }
}

TEST_CASE("matmul: chains that begin or end with a vector, and vectors inside") {
  const auto a = numbered<double>(3, 5, 1), b = numbered<double>(5, 4, 2), c = numbered<double>(4, 6, 3);
  tensor<double, 1> x{1, -2, 3}, y{1, 0, -1, 2, 2, 1}, z{2, -1, 1, 0, 3};
  const auto row = multiplied(multiplied(multiplied(eval(x(newaxis, all)), a), b), c);
  const auto column = multiplied(multiplied(a, b), multiplied(c, eval(y(all, newaxis))));
  CHECK(eval(matmul(matmul(matmul(x, a), b), c)) == eval(row(0, all)));
  CHECK(eval(matmul(x, matmul(a, matmul(b, c)))) == eval(row(0, all)));
  CHECK(eval(matmul(matmul(matmul(a, b), c), y)) == eval(column(all, 0)));
  CHECK(eval(matmul(a, matmul(b, matmul(c, y)))) == eval(column(all, 0)));
  CHECK(eval(matmul(matmul(matmul(x, a), matmul(b, c)), y))() == multiplied(row, eval(y(all, newaxis)))(0, 0));
  // A vector that is the result of a product is a row to what follows, whatever it was made of.
  const auto az = multiplied(a, eval(z(all, newaxis)));
  const auto d = numbered<double>(3, 2, 4);
  CHECK(eval(matmul(matmul(a, z), d)) == eval(multiplied(eval(transpose(az)), d)(0, all)));
  const auto e = numbered<double>(3, 3, 5);
  const auto xe = multiplied(eval(x(newaxis, all)), e);
  CHECK(eval(matmul(transpose(d), matmul(x, e))) == eval(multiplied(eval(transpose(d)), eval(transpose(xe)))(all, 0)));
  CHECK(eval(matmul(matmul(x, a), z))() == multiplied(eval(x(newaxis, all)), az)(0, 0));
}

TEST_CASE("matmul: a target among the factors of its chain") {
  const auto a = numbered<double>(4, 4, 1), b = numbered<double>(4, 4, 2);
  auto c = numbered<double>(4, 4, 3);
  const auto old = c;
  c = matmul(matmul(a, c), b);
  CHECK(c == multiplied(multiplied(a, old), b));
  c = old;
  c = matmul(a, matmul(b, transpose(c))) + 2.0 * c;
  CHECK(c == eval(multiplied(multiplied(a, b), eval(transpose(old))) + 2.0 * old));
  c = old;
  c(all, range(0, 2)) = matmul(matmul(c, b), c(all, range(1, 3)));
  CHECK(eval(c(all, range(0, 2))) == multiplied(multiplied(old, b), eval(old(all, range(1, 3)))));
}

TEST_CASE("matmul: a chain with a vector never makes a product of two matrices") {
  const auto a = numbered<double>(40, 30, 1), b = numbered<double>(30, 20, 2);
  const tensor<double, 1> x(shape(20), 1.0);
  const auto plan = explain(matmul(matmul(a, b), x));
  CHECK(plan.flops == 2 * (30 * 20 + 40 * 30));
  if (with_blas()) { // weft's own loop packs its operands
    CHECK(plan.temporaries == 1);
    CHECK(plan.temporary_bytes == 30 * index_t(sizeof(double)));
    CHECK(plan.blas == texts{"dgemv(N) m=30 n=20", "dgemv(N) m=40 n=30"});
  }
  CHECK(explain(matmul(transpose(x), matmul(transpose(b), transpose(a)))).flops == plan.flops);
}

TEST_CASE("matmul: a product with a name is computed as it is, and once") {
  const auto a = numbered<double>(4, 3, 1), b = numbered<double>(3, 5, 2);
  const tensor<double, 1> x{1, 2, -1, 0, 3};
  const auto p = matmul(a, b);
  CHECK(explain(matmul(p, x)).flops == 2 * (4 * 3 * 5 + 4 * 5));
  CHECK(explain(matmul(matmul(a, b), x)).flops == 2 * (3 * 5 + 4 * 3));
  CHECK(explain(matmul(2.0 * p, x)).flops == explain(matmul(p, x)).flops);
  const auto both = explain(matmul(p, x)(all, newaxis) + p);
  CHECK(both.blas.size() == 2);
  const auto c = numbered<double>(5, 4, 3);
  CHECK(explain(matmul(2.0 * p, c) + matmul(3.0 * p, c)).blas.size() == 3);
  CHECK(eval(matmul(2.0 * p, c) + matmul(-p, c)) == multiplied(multiplied(a, b), c));
  const tensor<double, 2> total = matmul(p, x)(all, newaxis) + p, ab = multiplied(a, b);
  CHECK(total == eval(multiplied(ab, eval(x(all, newaxis))) + ab));
}

TEST_CASE("chains: a window of a product is a factor") {
  const auto a = filled(tensor<double, 2>(3, 4), value_a), b = filled(tensor<double, 2>(4, 5), value_b);
  const auto product = [](index_t i, index_t j) {
    index_t s = 0;
    for (index_t l = 0; l < 4; ++l)
      s += value_a(i, l) * value_b(l, j);
    return s;
  };
  tensor<double, 2> c = matmul(transpose(matmul(a, b)), a);
  CHECK(differing(c, [&](index_t i, index_t j) {
          index_t s = 0;
          for (index_t l = 0; l < 3; ++l)
            s += product(l, i) * value_a(l, j);
          return s;
        }) == 0);
  c = matmul(matmul(a, b)(all, range(1, 5)), b);
  CHECK(differing(c, [&](index_t i, index_t j) {
          index_t s = 0;
          for (index_t l = 0; l < 4; ++l)
            s += product(i, l + 1) * value_b(l, j);
          return s;
        }) == 0);
  const tensor<double, 1> x = matmul(transpose(a), matmul(a, b)(all, 2));
  for (index_t i = 0; i < 4; ++i)
    CHECK(x(i) == double(value_a(0, i) * product(0, 2) + value_a(1, i) * product(1, 2) + value_a(2, i) * product(2, 2)));
}
