#include <sparse/random_matrix.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/ops/compare.hpp>
#include <weft/sparse/entries.hpp>

#include <limits>

using namespace weft;

namespace {

template <class T, class Order, class Index>
void check_arithmetic(index_t rows, index_t columns, index_t count, unsigned seed) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(count);
  using made = support::random_matrix<T>;
  const made a(rows, columns, count, seed), b(rows, columns, count / 2, seed + 99);
  const sparse<T, Order, Index> s(a.entries);
  const sparse<T, row_major, std::int64_t> t(b.entries);
  tensor<T, 2> sum(rows, columns), difference(rows, columns), product(rows, columns), scaled(rows, columns);
  const tensor<T, 1> row = made::vector(columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      sum(i, j) = a.dense(i, j) + b.dense(i, j);
      difference(i, j) = b.dense(i, j) - a.dense(i, j);
      product(i, j) = a.dense(i, j) * b.dense(i, j);
      scaled(i, j) = a.dense(i, j) * row(j);
    }
  CHECK(to_dense(s + t) == sum);
  CHECK(to_dense(t - s) == difference);
  CHECK(to_dense(s * t) == product);
  CHECK(to_dense(s * row) == scaled);
  CHECK(to_dense(row * s) == scaled);
  CHECK(s + b.dense == sum);
  CHECK(b.dense - s == difference);
  CHECK(to_dense(-s) == -a.dense);
  CHECK(to_dense(s * T(3)) == a.dense * T(3));
  CHECK(to_dense(conj(s)) == conj(a.dense));
  CHECK(s == s + (t - t));
  CHECK(transpose(transpose(s)) == s);
  CHECK(without_zeros(s).nonzeros() == without_zeros(to_sparse(a.dense)).nonzeros());
}

} // namespace

TEST_CASE("sparse arithmetic is that of the elements") {
  support::for_shapes([](index_t m, index_t n, index_t count, unsigned seed) {
    check_arithmetic<double, row_major, std::int32_t>(m, n, count, seed);
    check_arithmetic<std::complex<double>, column_major, std::int32_t>(m, n, count, seed);
  });
}

TEST_CASE("rows are scaled by a column, and types are promoted") {
  triplets<float> t(2, 2);
  t.add(0, 0, 1);
  t.add(1, 0, 3);
  t.add(1, 1, 4);
  const sparse<float> s(t);
  const tensor<double, 2> column{{2}, {10}};
  const auto scaled = s * column;
  CHECK(std::same_as<decltype(scaled)::value_type, double>);
  CHECK(to_dense(scaled) == tensor<double, 2>{{2, 0}, {30, 40}});
  CHECK(to_dense(s / column) == tensor<double, 2>{{0.5, 0}, {3.0 / 10, 4.0 / 10}});
  CHECK(to_dense(2.0 * s) == tensor<float, 2>{{2, 0}, {6, 8}});
  CHECK(to_dense(s / 2) == tensor<float, 2>{{0.5, 0}, {1.5, 2}});
  CHECK(diag(s) == tensor<float, 1>{1, 4});
  CHECK(to_dense(abs(-s)) == to_dense(s));
}

TEST_CASE("a structure with other values") {
  const sparse<float> s = to_sparse(tensor<float, 2>{{1, 0}, {3, 4}});
  CHECK(to_dense(with_values(s, tensor<double, 1>{5, 6, 7})) == tensor<double, 2>{{5, 0}, {6, 7}});
  CHECK_THROWS_AS((void)with_values(s, tensor<double, 1>{5, 6}), shape_error);
}

TEST_CASE("infinities and NaN") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const sparse<double> s = to_sparse(tensor<double, 2>{{inf, 0}, {0, 1}});
  CHECK(s == s);
  CHECK(to_dense(s * tensor<double, 2>{{1, nan}, {inf, 2}}) == tensor<double, 2>{{inf, 0}, {0, 2}});
  const sparse<double> n = to_sparse(tensor<double, 2>{{nan, 0}});
  CHECK(n.nonzeros() == 1);
  CHECK_FALSE(n == n);
  CHECK(without_zeros(n, 1e300).nonzeros() == 1);
}

TEST_CASE("compound assignments are assignments of the result") {
  const tensor<double, 2> a{{1, 0, 2}, {0, 3, 0}}, b{{4, 5, 0}, {0, -3, 0}};
  sparse<double> s = to_sparse(a);
  const sparse<double, column_major, std::int64_t> t = to_sparse<column_major, std::int64_t>(b);
  CHECK(&(s += t) == &s);
  CHECK(to_dense(s) == tensor<double, 2>{{5, 5, 2}, {0, 0, 0}});
  CHECK(s.nonzeros() == 4); // the sum at (1, 1) is an entry that is 0
  s -= t;
  CHECK(to_dense(s) == a);
  s *= s;
  CHECK(to_dense(s) == tensor<double, 2>{{1, 0, 4}, {0, 9, 0}});
  s /= tensor<double, 2>{{2}, {3}};
  CHECK(to_dense(s) == tensor<double, 2>{{0.5, 0, 2}, {0, 3, 0}});
  s *= tensor<double, 1>{2, 1, 3};
  CHECK(to_dense(s) == tensor<double, 2>{{1, 0, 6}, {0, 3, 0}});
  (s *= 4.0) /= 2;
  CHECK(to_dense(s) == tensor<double, 2>{{2, 0, 12}, {0, 6, 0}});
  CHECK_THROWS_AS(s += sparse<double>(3, 2), shape_error);
  CHECK_THROWS_AS((s *= tensor<double, 1>(2)), shape_error);
  CHECK(to_dense(s) == tensor<double, 2>{{2, 0, 12}, {0, 6, 0}});
  sparse<float> narrow = to_sparse(tensor<float, 2>{{1, 0, 0}, {0, 1, 0}}); // the type of the left side stays
  narrow += t;
  CHECK(to_dense(narrow) == tensor<float, 2>{{5, 5, 0}, {0, -2, 0}});
}

TEST_CASE("numbers are applied in place, to what a view of a matrix shows too") {
  sparse<double> s = to_sparse(tensor<double, 2>{{1, 0, 2}, {0, 3, 0}});
  double const* const before = s.values().data();
  s *= 3.0;
  transpose(s) /= 2;
  CHECK(s.values().data() == before);
  CHECK(to_dense(s) == tensor<double, 2>{{1.5, 0, 3}, {0, 4.5, 0}});
  sparse<std::complex<double>> z = to_sparse(tensor<std::complex<double>, 2>{{{1, 1}, {0, 0}}});
  z *= std::complex<double>(0, 2);
  CHECK(z(0, 0) == std::complex<double>(-2, 2));
}

TEST_CASE("a sparse matrix is added to a tensor and to a view of any strides") {
  const sparse<double> s = to_sparse(tensor<double, 2>{{1, 0, 2}, {0, 3, 0}});
  tensor<double, 2> a{{10, 20, 30}, {40, 50, 60}};
  CHECK(&(a += s) == &a);
  CHECK(a == tensor<double, 2>{{11, 20, 32}, {40, 53, 60}});
  tensor<double, 2> wide{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
  wide(all, range(4, -1, -2)) -= s;
  CHECK(wide == tensor<double, 2>{{-1, 2, 3, 4, 4}, {6, 7, 5, 9, 10}});
  tensor<double, 2> other(3, 2);
  CHECK_THROWS_AS(other += s, shape_error);
  CHECK(other == tensor<double, 2>(3, 2));
}

TEST_CASE("sparse matrices of other shapes are no operands") {
  const sparse<double> a(2, 3), b(3, 2);
  CHECK_THROWS_AS((void)(a + b), shape_error);
  CHECK_THROWS_AS((void)(a * b), shape_error);
  CHECK_THROWS_AS((void)(a * tensor<double, 1>(2)), shape_error);
  CHECK(support::message_of([&] { (void)(a * tensor<double, 1>(2)); }) ==
        "weft: operator*: shape (2,3) and shape (2) do not broadcast on axis 1");
  CHECK(support::message_of([&] { (void)(a / tensor<double, 1>(2)); }) ==
        "weft: operator/: shape (2,3) and shape (2) do not broadcast on axis 1");
  CHECK_THROWS_AS((void)(a * tensor<double, 3>(2, 2, 3)), shape_error);
  CHECK_FALSE(a == b);
}

TEST_CASE("masks and narrow integers scale entries") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const sparse<double> s = to_sparse(a);
  CHECK(to_dense(s * (a > 2.0)) == tensor<double, 2>{{0, 0}, {3, 4}});
  CHECK(to_dense(s * tensor<std::int8_t, 2>{{2, 3}, {0, -1}}) == tensor<double, 2>{{2, 6}, {0, -4}});
}
