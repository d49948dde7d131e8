#include "decomposition.hpp"
#include "numpy_answers.hpp"

#include <support/message.hpp>
#include <weft/linalg/least_squares.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// The residual is orthogonal to the columns of a, which only the minimum has; returns its square.
template <class T>
double check_minimum(tensor<T, 2> const& a, tensor<T, 2> const& x, tensor<T, 2> const& b) {
  const auto wide = widened(a);
  auto residual = widened(b);
  const auto image = product(wide, widened(x));
  for (index_t i = 0; i < residual.extent(0); ++i)
    for (index_t j = 0; j < residual.extent(1); ++j)
      residual(i, j) -= image(i, j);
  const double scale = size_of(wide) * (size_of(wide) * size_of(widened(x)) + size_of(widened(b)));
  CHECK(size_of(product(adjoint(wide), residual)) <= bound<T>(a.extent(0), a.extent(1)) * scale);
  return size_of(residual) * size_of(residual);
}

} // namespace

TEST_CASE_TEMPLATE("lstsq: the residual is the least; rank and singular values; both orders", T, float, double,
                   std::complex<float>, std::complex<double>) {
  using R = real_of<T>;
  for (auto const& a : any_matrices<T>()) {
    const index_t m = a.extent(0), n = a.extent(1), k = m < n ? m : n;
    const auto b = random_matrix<T>(m, 3, 9);
    const auto [x, residuals, rank, s] = linalg::lstsq(a, b);
    static_assert(std::same_as<decltype(rank), const index_t>);
    static_assert(std::same_as<decltype(residuals), const tensor<R, 1>>);
    REQUIRE(x.shape() == shape(n, 3));
    REQUIRE(residuals.shape() == shape(3));
    REQUIRE(s.shape() == shape(k));
    CHECK(rank <= k);
    const double square = check_minimum<T>(a, x, b);
    CHECK(std::abs(double(residuals(0)) + double(residuals(1)) + double(residuals(2)) - square) <=
          bound<T>(m, n) * (square + size_of(widened(b)) * size_of(widened(a)) * size_of(widened(x))));
    const auto of_columns = linalg::lstsq(tensor<T, 2, column_major>(a), b);
    static_assert(std::same_as<decltype(of_columns.x), tensor<T, 2, column_major>>);
    check_minimum<T>(a, tensor<T, 2>(of_columns.x), b);

    const auto by_qr = linalg::lstsq(a, b, linalg::by_qr);
    static_assert(std::same_as<decltype(by_qr.rank), index_t>);
    REQUIRE(by_qr.x.shape() == shape(n, 3));
    REQUIRE(by_qr.residuals.shape() == shape(3));
    CHECK(by_qr.rank <= k);
    const double same = check_minimum<T>(a, by_qr.x, b);
    CHECK(std::abs(double(by_qr.residuals(0)) + double(by_qr.residuals(1)) + double(by_qr.residuals(2)) - same) <=
          bound<T>(m, n) * (same + size_of(widened(b)) * size_of(widened(a)) * size_of(widened(by_qr.x))));
    check_minimum<T>(a, tensor<T, 2>(linalg::lstsq(tensor<T, 2, column_major>(a), b, linalg::by_qr).x), b);
  }
}

TEST_CASE_TEMPLATE("lstsq: NumPy's answers for a vector", T, std::complex<float>, std::complex<double>) {
  using W = std::complex<double>;
  for (auto const& c : numpy_answers) {
    const tensor<T, 2> a = cast<T>(tensor<W, 2>(shape(c.m, c.n), c.a));
    tensor<T, 1> b(c.m);
    for (index_t i = 0; i < c.m; ++i)
      b(i) = T(static_cast<real_of<T>>(i + 1));
    const auto [x, residual, rank, s] = linalg::lstsq(a, b);
    static_assert(std::same_as<decltype(x), const tensor<T, 1>>);
    static_assert(std::same_as<decltype(residual), const real_of<T>>);
    CHECK(rank == c.rank);
    // The error of x is of the order of the condition number, and its square where there is a residual (Golub and Van
    // Loan, 5.3.7).
    const double condition = c.svdvals[0] / c.svdvals[static_cast<std::size_t>(c.rank - 1)];
    const double tolerance = bound<T>(c.m, c.n) * condition * condition;
    for (index_t i = 0; i < c.n; ++i)
      CHECK(std::abs(W(x(i)) - c.x[static_cast<std::size_t>(i)]) <= tolerance);
    CHECK(std::abs(double(residual) - c.residual[0]) <= tolerance * double(c.m * c.m));
    CHECK(std::abs(double(s(0)) - c.svdvals[0]) <= bound<T>(c.m, c.n) * c.svdvals[0]);
    const auto [y, square, same_rank] = linalg::lstsq(a, b, linalg::by_qr);
    static_assert(std::same_as<decltype(y), const tensor<T, 1>>);
    static_assert(std::same_as<decltype(square), const real_of<T>>);
    CHECK(same_rank == c.rank);
    for (index_t i = 0; i < c.n; ++i)
      CHECK(std::abs(W(y(i)) - c.x[static_cast<std::size_t>(i)]) <= tolerance);
    CHECK(std::abs(double(square) - c.residual[0]) <= tolerance * double(c.m * c.m));
  }
}

TEST_CASE("lstsq: the x of least norm; rtol") {
  const tensor<double, 2> a{{1, 1}, {1, 1}, {1, 1}};
  const tensor<double, 1> b{1, 2, 3};
  const auto f = linalg::lstsq(a, b);
  CHECK(all_close(f.x, tensor<double, 1>{1, 1}, 1e-14, 0.0));
  CHECK(f.residuals == doctest::Approx(2).epsilon(1e-14));
  CHECK(f.rank == 1);
  const tensor<double, 2> d{{1, 0}, {0, 1e-4}};
  const tensor<double, 1> one{1, 1};
  CHECK(all_close(linalg::lstsq(d, one).x, tensor<double, 1>{1, 1e4}, 1e-12, 0.0));
  CHECK(all_close(linalg::lstsq(d, one, 1e-3).x, tensor<double, 1>{1, 0}, 1e-12, 1e-12));
  const auto g = linalg::lstsq(a, b, linalg::by_qr);
  CHECK(all_close(g.x, tensor<double, 1>{1, 1}, 1e-14, 0.0));
  CHECK(g.residuals == doctest::Approx(2).epsilon(1e-14));
  CHECK(g.rank == 1);
  CHECK(all_close(linalg::lstsq(d, one, linalg::by_qr).x, tensor<double, 1>{1, 1e4}, 1e-12, 0.0));
  const auto cut = linalg::lstsq(d, one, linalg::by_qr, 1e-3);
  CHECK(all_close(cut.x, tensor<double, 1>{1, 0}, 1e-12, 1e-12));
  CHECK(cut.rank == 1);
  CHECK(linalg::lstsq(tensor<double, 2>(3, 2), b, linalg::by_qr).rank == 0);
}

TEST_CASE("lstsq: batches are broadcast, a vector to each matrix") {
  tensor<double, 3> a(2, 5, 3);
  for (index_t k = 0; k < 2; ++k)
    a(k, all, all) = random_matrix<double>(5, 3, 10 + static_cast<unsigned long>(k));
  const auto right = random_matrix<double>(5, 2, 30);
  const tensor<double, 1> vector = right(all, 0);
  const auto f = linalg::lstsq(a, right);
  REQUIRE(f.x.shape() == shape(2, 3, 2));
  REQUIRE(f.residuals.shape() == shape(2, 2));
  REQUIRE(f.rank.shape() == shape(2));
  REQUIRE(f.s.shape() == shape(2, 3));
  const auto g = linalg::lstsq(a, vector);
  REQUIRE(g.x.shape() == shape(2, 3));
  REQUIRE(g.residuals.shape() == shape(2));
  const tensor<double, 3, column_major> by_columns = a;
  const auto h = linalg::lstsq(by_columns, right);
  const auto q = linalg::lstsq(a, vector, linalg::by_qr);
  REQUIRE(q.x.shape() == shape(2, 3));
  REQUIRE(q.rank.shape() == shape(2));
  CHECK(all_close(q.x, g.x, 1e-12, 1e-12));
  CHECK(all_close(q.residuals, g.residuals, 1e-12, 1e-12));
  const tensor<double> at_run_time = a;
  const auto r = linalg::lstsq(at_run_time, vector);
  for (index_t k = 0; k < 2; ++k) {
    const tensor<double, 2> one = a(k, all, all);
    check_minimum<double>(one, tensor<double, 2>(f.x(k, all, all)), right);
    CHECK(all_close(g.x(k, all), f.x(k, all, 0), 1e-13, 1e-13));
    CHECK(g.residuals(k) == doctest::Approx(f.residuals(k, 0)).epsilon(1e-12));
    CHECK(all_close(h.x(k, all, all), f.x(k, all, all), 1e-13, 1e-13));
    CHECK(all_close(r.x.as<2>()(k, all), f.x(k, all, 0), 1e-13, 1e-13));
  }
  tensor<double, 4> many(3, 1, 5, 2);
  for (index_t k = 0; k < 3; ++k)
    many(k, 0, all, all) = right * double(k + 1);
  const auto wide = linalg::lstsq(a, many);
  REQUIRE(wide.x.shape() == shape(3, 2, 3, 2));
  CHECK(all_close(wide.x(2, 1, all, all), f.x(1, all, all) * 3.0, 1e-12, 1e-12));
  CHECK(linalg::lstsq(right(all, range(0, 1)), cast<float>(vector)).x(0) == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("lstsq: any strides") {
  const auto a = random_matrix<double>(6, 4);
  const auto b = random_matrix<double>(6, 2, 8);
  const auto plain = linalg::lstsq(a, b);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::lstsq(x, b);
    CHECK(all_close(tensor<double>(f.x), plain.x, 1e-12, 1e-12));
  });
  in_each_layout(b, [&](auto const& y) {
    const auto f = linalg::lstsq(a, y);
    CHECK(all_close(tensor<double>(f.x), plain.x, 1e-12, 1e-12));
  });
}

TEST_CASE("lstsq: what is refused") {
  const auto a = random_matrix<double>(3, 2);
  tensor<double, 2> b(3, 2);
  b(2, 1) = std::nan("");
  CHECK(support::message_of([&] { (void)linalg::lstsq(a, b); }) ==
        "weft: linalg::lstsq: element (2,1) of the right side is NaN or infinite (dgelsd)");
  CHECK(support::message_of([&] { (void)linalg::lstsq(a, b, linalg::by_qr); }) ==
        "weft: linalg::lstsq: element (2,1) of the right side is NaN or infinite (dgelsy)");
  CHECK(support::message_of([&] { (void)linalg::lstsq(a, tensor<double, 1>(2)); }) ==
        "weft: linalg::lstsq: shape (3,2) and shape (2): the right side has as many rows as the matrix");
  CHECK(support::message_of([&] { (void)linalg::lstsq(tensor<double, 3>(2, 3, 2), tensor<double, 3>(3, 3, 1)); }) ==
        "weft: linalg::lstsq: shape (2) and shape (3) do not broadcast on axis 0");
  tensor<double, 3> empty(0, 3, 2);
  CHECK(linalg::lstsq(empty, b).x.shape() == shape(0, 2, 2));
}
