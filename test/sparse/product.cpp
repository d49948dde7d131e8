#include <sparse/random_matrix.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/eval/threads.hpp>
#include <weft/sparse/arithmetic.hpp>
#include <weft/sparse/convert.hpp>
#include <weft/sparse/reduce.hpp>
#include <weft/sparse/product.hpp>
#include <weft/tensor/explain.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

using namespace weft;

namespace {

template <class T, class Order, class Index>
void check_products(index_t rows, index_t columns, index_t count, unsigned seed) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(count);
  using support::product_by_loops;
  using made = support::random_matrix<T>;
  const made a(rows, columns, count, seed);
  const sparse<T, Order, Index> s(a.entries);
  const tensor<T, 2> x = made::matrix(columns, 3), turned = transpose(a.dense);
  const tensor<T, 2> y = product_by_loops(a.dense, x);
  CHECK(tensor<T, 2>(matmul(s, x)) == y);
  CHECK(tensor<T, 2>(matmul(s, reverse(x, 1))) == reverse(y, 1));
  CHECK(tensor<T, 2>(matmul(s, reverse(reverse(x, 0), 0))) == y);
  CHECK(tensor<T, 1>(matmul(s, x(all, 1))) == y(all, 1));
  CHECK(tensor<T, 1>(matmul(s, x(all, 1) + x(all, 1))) == y(all, 1) + y(all, 1));
  tensor<T, 2, column_major> by_columns = matmul(s, x);
  CHECK(by_columns == y);
  const tensor<T, 2> z = made::matrix(rows, 2);
  CHECK(tensor<T, 2>(matmul(transpose(s), z)) == product_by_loops(turned, z));
  // Targets of both signs of strides, updated.
  tensor<T, 2> old = made::matrix(rows, 3);
  const tensor<T, 2> before = old;
  reverse(old, 0) = reverse(old, 0) - matmul(s, x);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < 3; ++j)
      REQUIRE(old(i, j) == before(i, j) - y(rows - 1 - i, j));
  const made b(columns, 7, count, seed + 1000);
  const sparse<T, column_major, std::int64_t> t(b.entries);
  const auto both = matmul(s, t);
  CHECK(std::same_as<typename decltype(both)::order_type, Order>);
  CHECK(tensor<T, 2>(to_dense(both)) == product_by_loops(a.dense, b.dense));
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < 7; ++j)
      REQUIRE(both(i, j) == to_dense(both)(i, j)); // ascending lines
}

} // namespace

TEST_CASE("sparse products are those of loops") {
  support::for_shapes([](index_t m, index_t n, index_t count, unsigned seed) {
    check_products<double, row_major, std::int32_t>(m, n, count, seed);
    check_products<std::complex<float>, column_major, std::int32_t>(m, n, count, seed);
    check_products<std::int64_t, row_major, std::int64_t>(m, n, count, seed);
  });
}

TEST_CASE("a product may overwrite what it reads") {
  triplets<double> t(3, 3);
  t.add(0, 2, 1.5);
  t.add(1, 0, 2);
  t.add(2, 2, 4);
  sparse<double> s(t);
  tensor<double, 1> y{1, 2, 3};
  y = matmul(s, y);
  CHECK(y == tensor<double, 1>{4.5, 2, 12});
  y = y + 2.0 * matmul(s, y);
  CHECK(y == tensor<double, 1>{40.5, 20, 108});
  s.values() = matmul(s, s.values());
  CHECK(s.values() == tensor<double, 1>{6, 3, 16});
}

TEST_CASE("an expression keeps a temporary matrix, and looks at a named one") {
  triplets<double> t(2, 2);
  t.add(0, 1, 3);
  const tensor<double, 1> x{5, 7};
  const auto kept = matmul(sparse<double>(t), x);
  CHECK(tensor<double, 1>(kept) == tensor<double, 1>{21, 0});
  sparse<double> s(t);
  const auto looking = matmul(s, x);
  s.values() = 10.0;
  CHECK(tensor<double, 1>(looking) == tensor<double, 1>{70, 0});
  CHECK(tensor<double, 1>(x - matmul(s, x)) == tensor<double, 1>{-65, 7});
}

TEST_CASE("elements of two types are promoted") {
  triplets<float> t(2, 2);
  t.add(0, 1, 3);
  const sparse<float> s(t);
  const tensor<double, 1> y = matmul(s, tensor<double, 1>{0.1, 0.7});
  CHECK(y(0) == 3 * 0.7);
  const auto z = eval(matmul(s, tensor<std::complex<double>, 1>{{0, 1}, {1, 2}}));
  CHECK(z(0) == std::complex<double>(3, 6));
}

TEST_CASE("an update takes no temporary, and a plan names the product") {
  triplets<double> t(3, 2);
  t.add(2, 1, 4);
  const sparse<double> s(t);
  tensor<double, 1> r(3), b(3), x(2);
  const plan_report plan = explain([&] { r = b - matmul(s, x); });
  CHECK(plan.temporaries == 0);
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.blas[0] == "sparse product m=3 n=1 k=2 entries=1");
  CHECK(explain([&] { b = matmul(s, x) + b; }).temporaries == 0);
}

// Beyond the caches of a core entries are asked for ahead, up to the last one; eleven columns are 8, 2 and 1 at a time.
TEST_CASE("sparse products of large matrices with many columns are those of loops") {
  const index_t n = 60000, columns = 11;
  triplets<double> t(n, n);
  tensor<double, 2> x(n, columns), expected(n, columns);
  for (index_t i = 0; i < n; ++i)
    for (index_t k = 0; k < columns; ++k)
      x(i, k) = double((i * 31 + k * 7) % 17 - 8);
  for (index_t i = 0; i < n; ++i)
    for (index_t k = 0; k < (i % 97 == 0 ? 60 : i % 5); ++k) {
      const index_t j = (i * 7 + k * k * 131) % n;
      const double value = double((i + k) % 9 - 4);
      t.add(i, j, value);
      for (index_t c = 0; c < columns; ++c)
        expected(i, c) += value * x(j, c);
    }
  const sparse<double> s(t);
  CHECK(tensor<double, 2>(matmul(s, x)) == expected);
  CHECK(tensor<double, 1>(matmul(s, tensor<double, 1>(x(all, 4)))) == expected(all, 4));
  tensor<double, 2> y(n, columns), updated(n, columns);
  for (index_t i = 0; i < n; ++i)
    for (index_t c = 0; c < columns; ++c)
      updated(i, c) = double(i % 3) - 2.0 * expected(i, c);
  for (index_t i = 0; i < n; ++i)
    y(i, all) = double(i % 3);
  y = y - 2.0 * matmul(s, x);
  CHECK(y == updated);
}

TEST_CASE("rows of a product have the same bits for any number of threads") {
  const index_t n = 60000;
  triplets<double> t(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t k = 0; k < (i % 97 == 0 ? 60 : 9); ++k)
      t.add(i, (i * 7 + k * k * 131) % n, 1.0 / double(1 + k + i % 13));
  const sparse<double> s(t);
  tensor<double, 1> x(n);
  for (index_t i = 0; i < n; ++i)
    x(i) = 1.0 / double(i + 3);
  tensor<double, 2> wide(n, 3);
  wide(all, 0) = x;
  wide(all, 1) = 2.0 * x;
  wide(all, 2) = -x;
  const thread_scope one(1);
  const tensor<double, 1> alone = matmul(s, x);
  const tensor<double, 2> wide_alone = matmul(s, wide);
  for (int threads : {2, 3}) {
    const thread_scope several(threads);
    CHECK(tensor<double, 1>(matmul(s, x)) == alone);
    CHECK(tensor<double, 2>(matmul(s, wide)) == wide_alone);
  }
}

TEST_CASE_TEMPLATE("products, sums and differences of two matrices have the same bits for any number of threads", Order,
                   row_major, column_major) {
  const index_t n = 6000, width = 900;
  triplets<double> t(n, width), u(width, n), v(n, width);
  for (index_t i = 0; i < n; ++i)
    for (index_t k = 0; k < (i % 97 == 0 ? 60 : i % 5 == 0 ? 0 : 30); ++k) {
      t.add(i, (i * 7 + k * k * 131) % width, 1.0 / double(1 + k + i % 13));
      v.add(i, (i * 11 + k * 17) % width, 1.0 / double(2 + k + i % 11));
      u.add((i * 3 + k * 29) % width, i, double(k - 5) / double(1 + i % 7));
    }
  const sparse<double, Order> a(t), b(u), c(v);
  const auto results = [&](int threads) {
    const thread_scope several(threads);
    return std::tuple(matmul(a, b), a + c, a - c, a * c);
  };
  const auto same = [](auto const& x, auto const& y) {
    return x.offsets() == y.offsets() && x.indices() == y.indices() && x.values() == y.values();
  };
  const auto [product, sum_of, difference, common] = results(1);
  for (int threads : {2, 3}) {
    const auto [p, s, d, m] = results(threads);
    CHECK(same(p, product));
    CHECK(same(s, sum_of));
    CHECK(same(d, difference));
    CHECK(same(m, common));
  }
  // Lines of all numbers, by loops.
  const auto da = to_dense(a), db = to_dense(b), dc = to_dense(c), dp = to_dense(product), ds = to_dense(sum_of);
  for (const index_t i : {index_t(0), index_t(97), n / 2, n - 1}) {
    for (index_t j = 0; j < width; ++j)
      CHECK(ds(i, j) == da(i, j) + dc(i, j));
    double worst = 0;
    for (index_t j = 0; j < n; ++j) {
      double total = 0;
      for (index_t k = 0; k < width; ++k)
        total += da(i, k) * db(k, j);
      worst = std::max(worst, std::abs(total - dp(i, j)));
    }
    CHECK(worst < 1e-11);
  }
}

TEST_CASE("factors that do not fit") {
  const sparse<double> s(2, 3);
  CHECK(support::message_of([&] { (void)matmul(s, tensor<double, 1>(2)); }).find("shape (2,3) and shape (2)") !=
        std::string::npos);
  CHECK_THROWS_AS((void)matmul(s, s), shape_error);
  CHECK_THROWS_AS((void)matmul(s, tensor<double, 2>(2, 2)), shape_error);
}

TEST_CASE("a dense factor on the left") {
  const support::random_matrix<double> made(6, 5, 14, 11);
  const sparse<double> s(made.entries);
  const tensor<double, 2> x = support::random_matrix<double>::matrix(3, 6);
  CHECK(tensor<double, 2>(matmul(x, s)) == support::product_by_loops(x, made.dense));
  CHECK(tensor<double, 1>(matmul(x(1, all), s)) == support::product_by_loops(x, made.dense)(1, all));
  CHECK_THROWS_AS((void)matmul(tensor<double, 2>(3, 5), s), shape_error);
}

TEST_CASE("infinities of complex numbers stay what they are beside a product") {
  using complex = std::complex<double>;
  const double inf = std::numeric_limits<double>::infinity();
  const sparse<complex> a = to_sparse(tensor<complex, 2>{{1, 0}, {0, 2}});
  const tensor<complex, 1> x{1, 1};
  tensor<complex, 1> y{complex(inf, 0), 0};
  y = matmul(a, x) + y;
  CHECK(y(0) == complex(inf, 0));
  y -= matmul(transpose(a), x);
  CHECK(y(0) == complex(inf, 0));
  const sparse<complex> b = to_sparse(tensor<complex, 2>{{complex(inf, 0), 0}, {0, 0}});
  CHECK((a + b)(0, 0) == complex(inf, 0));
  CHECK((a - b)(0, 0) == complex(-inf, 0));
  CHECK(sum(b, 1)(0) == complex(inf, 0));
}

TEST_CASE("integers wrap, and structures that are too wide have no entries") {
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  const sparse<std::int32_t> s = to_sparse(tensor<std::int32_t, 2>{{most, 1}});
  CHECK(tensor<std::int32_t, 1>(matmul(s, tensor<std::int32_t, 1>{1, 1}))(0) == std::numeric_limits<std::int32_t>::min());
  using wide = sparse<double, row_major, std::int64_t>;
  CHECK(matmul(wide(1, 1), wide(1, index_t(1) << 60)).nonzeros() == 0);
}
