#include <sparse/random_matrix.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>

#include <weft/sparse/entries.hpp>

#include <complex>
#include <limits>
#include <type_traits>
#include <utility>

using namespace weft;

// Functions of tensors are asked with a sparse matrix, to refuse it; those of sparse matrices win, and constraints look at
// what would be captured without an error.
static_assert(Tensorial<sparse<double>> && Sparse<sparse_view<const double>> && !Operand<sparse<double>>);
static_assert(!Sparse<tensor<double, 2>> && !Stored<sparse<double>> && !Node<sparse<double>>);
static_assert(!detail::is_followed<detail::captured_t<sparse<double>&>>);
static_assert(!std::is_convertible_v<tensor<double, 2>, sparse<double>>);
static_assert(std::is_const_v<decltype(std::declval<sparse<std::complex<double>>>()(0, 0))>);

namespace {

template <class T, class Order, class Index>
void check_all(index_t rows, index_t columns, index_t count, unsigned seed) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(count);
  const support::random_matrix<T> made(rows, columns, count, seed);
  const sparse<T, Order, Index> s(made.entries);
  REQUIRE(s.shape() == made.dense.shape());
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      REQUIRE(s(i, j) == made.dense(i, j));
  const index_t lines = std::same_as<Order, row_major> ? rows : columns;
  REQUIRE(s.offsets().size() == lines + 1);
  for (index_t k = 0; k < lines; ++k)
    for (Index e = Index(s.offsets()(k) + 1); e < s.offsets()(k + 1); ++e)
      REQUIRE(s.indices()(e - 1) < s.indices()(e));
  const sparse<T, row_major, std::int64_t> by_rows(s);
  const sparse<T, column_major, std::int32_t> by_columns(s);
  CHECK(tensor<T, 2>(to_dense(by_rows)) == made.dense);
  CHECK(tensor<T, 2>(to_dense(by_columns)) == made.dense);
}

} // namespace

TEST_CASE("sparse: elements, lines and conversions of random triplets") {
  support::for_shapes([](index_t m, index_t n, index_t count, unsigned seed) {
    check_all<double, row_major, std::int32_t>(m, n, count, seed);
    check_all<std::complex<float>, column_major, std::int64_t>(m, n, count, seed);
    check_all<std::int32_t, column_major, std::int32_t>(m, n, count, seed);
  });
}

TEST_CASE("sparse: of three vectors in any order, with duplicates") {
  const tensor<int, 1> offsets{0, 3, 3, 5}, indices{2, 0, 2, 1, 0};
  const tensor<double, 1> values{1, 2, 3, 4, 5};
  const sparse<double> s(shape(3, 3), offsets, indices, values);
  CHECK(s.offsets() == tensor<std::int32_t, 1>{0, 2, 2, 4});
  CHECK(s.indices() == tensor<std::int32_t, 1>{0, 2, 0, 1});
  CHECK(s.values() == tensor<double, 1>{2, 4, 5, 4});
  // More than a few entries in a line take another way to be sorted.
  tensor<index_t, 1> many(60);
  for (index_t k = 0; k < 60; ++k)
    many(k) = (59 - k) / 2;
  const sparse<double> wide(shape(1, 30), tensor<int, 1>{0, 60}, many, arange(60.0));
  CHECK(wide.nonzeros() == 30);
  for (index_t j = 0; j < 30; ++j)
    CHECK(wide(0, j) == double(2 * (59 - 2 * j) - 1));
}

TEST_CASE("sparse: vectors that make no matrix") {
  const tensor<double, 1> v{1, 2};
  using ints = tensor<int, 1>;
  CHECK_THROWS_AS(sparse<double>(shape(2, 2), ints{0, 1}, ints{0, 1}, v), shape_error);
  CHECK_THROWS_AS(sparse<double>(shape(2, 2), ints{0, 1, 2}, ints{0}, v), shape_error);
  CHECK_THROWS_AS(sparse<double>(shape(2, 2), ints{0, 1, 1}, ints{0, 1}, v), shape_error);
  CHECK_THROWS_AS(sparse<double>(shape(2, 2), ints{1, 1, 2}, ints{0, 1}, v), shape_error);
  CHECK_THROWS_AS(sparse<double>(shape(3, 2), ints{0, 2, 1, 2}, ints{0, 1}, v), shape_error);
  CHECK_THROWS_AS(sparse<double>(shape(2, 2), ints{0, 1, 2}, ints{0, 2}, v), index_error);
  CHECK_THROWS_AS(sparse<double>(shape(2, 2), ints{0, 1, 2}, ints{-1, 0}, v), index_error);
  CHECK_THROWS_AS(sparse<double>(index_t(1) << 33, 2), shape_error);
  CHECK_THROWS_AS(sparse<double>(-1, 2), shape_error);
}

TEST_CASE("sparse: values are written, copies are their own, moved ones are empty") {
  triplets<double> t(2, 2);
  t.add(0, 1, 3);
  t.add(1, 0, 4);
  sparse<double> a(t);
  sparse<double> b = a;
  a.values() *= 2.0;
  CHECK(a(0, 1) == 6);
  CHECK(b(0, 1) == 3);
  const sparse<double> c = std::move(a);
  CHECK(c(1, 0) == 8);
  CHECK(a.shape() == shape(0, 0)); // NOLINT(bugprone-use-after-move): documented
  CHECK(a.nonzeros() == 0);
  b = c;
  CHECK(b.values() == tensor<double, 1>{6, 8});
  CHECK(b(end - 1, 0) == 8);
  CHECK_THROWS_AS((void)b(2, 0), index_error);
  CHECK_THROWS_AS((void)b(0, -1), index_error);
  CHECK(sparse<double>().shape() == shape(0, 0));
}

TEST_CASE("sparse_view: reads and writes what it was made of") {
  triplets<double> t(2, 3);
  t.add(0, 2, 3);
  sparse<double> a(t);
  const sparse_view<double> v(a);
  v.values() = 7.0;
  CHECK(a(0, 2) == 7);
  const sparse_view<const double> w(a);
  CHECK(w(0, 2) == 7);
  const sparse<float, column_major> copy(w);
  CHECK(copy(0, 2) == 7.0F);
  const sparse_view<const double> read_only = v;
  v.values() = 8.0;
  CHECK(read_only(0, 2) == 8);
  CHECK(read_only.values().data() == a.values().data());
  static_assert(!std::is_convertible_v<sparse_view<const double>, sparse_view<double>>);
}

TEST_CASE("a matrix that is given away is 0 x 0, whatever was taken of it") {
  const auto made = [] { return to_sparse(tensor<double, 2>{{1, 2}, {0, 3}}); };
  const auto is_empty = [](sparse<double> const& s) {
    return s.shape() == shape(0, 0) && s.nonzeros() == 0 && s == sparse<double>() && without_zeros(s).nonzeros() == 0 &&
           to_dense(s).size() == 0 && (s + s).nonzeros() == 0 && matmul(s, s).nonzeros() == 0;
  };
  sparse<double> a = made(), b = made(), c = made(), d = made(), e = made();
  const auto moved = std::move(a);
  const auto values = std::move(b).values();
  const auto turned = transpose(std::move(c));
  const auto product = matmul(std::move(d), tensor<double, 1>{1, 1});
  const auto offsets = std::move(e).offsets();
  CHECK(is_empty(a)); // NOLINT(bugprone-use-after-move): documented
  CHECK(is_empty(b)); // NOLINT(bugprone-use-after-move)
  CHECK(is_empty(c)); // NOLINT(bugprone-use-after-move)
  CHECK(is_empty(d)); // NOLINT(bugprone-use-after-move)
  CHECK(is_empty(e)); // NOLINT(bugprone-use-after-move)
  CHECK(values == tensor<double, 1>{1, 2, 3});
  CHECK(turned(1, 0) == 2);
  CHECK(tensor<double, 1>(product) == tensor<double, 1>{3, 3});
  CHECK(offsets.size() == 3);
  CHECK(transpose(static_cast<sparse<double> const&&>(moved))(1, 0) == 2);
}

TEST_CASE("indices that do not fit are refused, not cut") {
  const index_t large = (index_t(1) << 32) + 1;
  const tensor<double, 1> v{5};
  CHECK_THROWS_AS(sparse<double>(shape(1, 3), tensor<index_t, 1>{0, 1}, tensor<index_t, 1>{large}, v), index_error);
  CHECK_THROWS_AS(sparse<double>(shape(1, 3), tensor<index_t, 1>{0, large}, tensor<int, 1>{1}, v), shape_error);
  CHECK_THROWS_AS(sparse<double>(shape(1, 3), tensor<int, 1>{0, 1}, tensor<std::uint64_t, 1>{~std::uint64_t(0)}, v),
                  index_error);
  CHECK(sparse<double>(shape(1, 3), tensor<std::uint8_t, 1>{0, 1}, tensor<std::int16_t, 1>{2}, v)(0, 2) == 5);
  const index_t most = std::numeric_limits<index_t>::max();
  CHECK_THROWS_AS((sparse<double, row_major, std::int64_t>(most, 1)), shape_error);
  CHECK_THROWS_AS(sparse<double>(std::numeric_limits<std::int32_t>::max(), 1), shape_error);
}

#if WEFT_CHECK_BOUNDS
TEST_CASE("a view of a matrix that has died is refused") {
  sparse<double> s = to_sparse(tensor<double, 2>{{1, 2}});
  const auto v = transpose(s);
  s = sparse<double>(1, 1);
  s = sparse<double>(2, 2);
  CHECK_THROWS_AS((void)v(0, 0), layout_error);
  CHECK_THROWS_AS((void)(v + v), layout_error);
}
#endif

TEST_CASE("vectors that make no matrix are named, with what they hold") {
  using support::message_of;
  const auto of = [](tensor<int, 1> const& offsets, tensor<int, 1> const& indices, tensor<double, 1> const& values) {
    return message_of([&] { (void)sparse<double>(shape(2, 3), offsets, indices, values); });
  };
  const tensor<double, 1> two{1, 2};
  CHECK(of({0, 2}, {0, 1}, two) == "weft: sparse: offsets: 2 elements for a shape of 3");
  CHECK(of({0, 1, 2}, {0}, two) == "weft: sparse: indices: 1 elements for a shape of 2");
  CHECK(of({0, 1, 1}, {0, 1}, two) ==
        "weft: sparse: the first offset is 0 and the last one 1: they are 0 and the number of entries, 2");
  CHECK(of({0, -1, 2}, {0, 1}, two) ==
        "weft: sparse: offsets 0 and 1 are 0 and -1: they ascend to the number of entries");
  CHECK(of({0, 1, 2}, {0, 3}, two) == "weft: sparse: index 3, number 1, is outside of an axis of extent 3");
  CHECK(message_of([] { (void)sparse<double>(2, -3); }) == "weft: sparse: -3 is no number of rows, columns or entries");
}
