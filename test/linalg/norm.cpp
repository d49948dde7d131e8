#include "decomposition.hpp"
#include "numpy_answers.hpp"

#include <support/message.hpp>
#include <weft/linalg/norm.hpp>

using namespace weft;
using namespace decomposition_test;

TEST_CASE("norm of a vector: any number") {
  const tensor<double, 1> x{3, -4, 0};
  static_assert(std::same_as<decltype(linalg::norm(x, 1)), double>);
  CHECK(linalg::norm(x) == 5);
  CHECK(linalg::norm(x, 1) == 7);
  CHECK(linalg::norm(x, 2) == 5);
  CHECK(linalg::norm(x, linalg::frobenius) == 5);
  CHECK(linalg::norm(x, linalg::inf) == 4);
  CHECK(linalg::norm(x, -linalg::inf) == 0);
  CHECK(linalg::norm(x, 0) == 2);
  CHECK(linalg::norm(x, 3) == doctest::Approx(std::cbrt(91.0)).epsilon(1e-15));
  CHECK(linalg::norm(x, 0.5) == doctest::Approx(7 + 2 * std::sqrt(12.0)).epsilon(1e-15));
  CHECK(linalg::norm(x, -1) == 0);
  CHECK(linalg::norm(x(range(0, 2)), -1) == doctest::Approx(12.0 / 7).epsilon(1e-15));
  CHECK(linalg::norm(x(range(1, -1, -1)), 1) == 7);
  const tensor<std::complex<float>, 1> z{{3, 4}, {0, -12}};
  static_assert(std::same_as<decltype(linalg::norm(z, 1)), float>);
  CHECK(linalg::norm(z, 1) == 17);
  CHECK(linalg::norm(z, linalg::inf) == 12);
  CHECK(linalg::norm(tensor<int, 1>{1, 2, 2}, 2) == 3.0);
}

TEST_CASE("norm of a vector: neither overflow nor loss; NaN, infinities, nothing") {
  const tensor<double, 1> large{3e200, 4e200}, small{3e-200, 4e-200};
  CHECK(linalg::norm(large, 2) == doctest::Approx(5e200).epsilon(1e-15));
  CHECK(linalg::norm(small, 2) == doctest::Approx(5e-200).epsilon(1e-15));
  CHECK(linalg::norm(small, 7) == doctest::Approx(4e-200 * std::pow(1 + std::pow(0.75, 7), 1.0 / 7)).epsilon(1e-15));
  CHECK(linalg::norm(large, -3) == doctest::Approx(3e200 * std::pow(1 + std::pow(0.75, 3), -1.0 / 3)).epsilon(1e-15));
  const tensor<double, 1> nan{1, std::nan(""), 2}, infinite{1, -HUGE_VAL};
  for (const double p : {1.0, 2.0, 3.0, HUGE_VAL, -HUGE_VAL})
    CHECK(std::isnan(linalg::norm(nan, p)));
  CHECK(linalg::norm(infinite, 2) == HUGE_VAL);
  CHECK(linalg::norm(infinite, -HUGE_VAL) == 1);
  CHECK(linalg::norm(tensor<double, 1>(0), 1) == 0);
  CHECK_THROWS_AS((void)linalg::norm(tensor<double, 1>(0), -1), shape_error);
  CHECK_THROWS_AS((void)linalg::norm(nan, std::nan("")), error);
  CHECK(support::message_of([&] { (void)linalg::norm(nan, linalg::nuclear); }) ==
        "weft: linalg::norm: a vector has norms of all numbers, and the Frobenius norm");
}

TEST_CASE("norm of a matrix: 1, inf and frobenius need no LAPACK") {
  const tensor<double, 2> a{{1, -2, 3}, {-4, 5, -6}};
  const tensor<double, 2, column_major> by_columns = a;
  const auto check = [](auto const& x) {
    CHECK(linalg::norm(x, 1) == 9);
    CHECK(linalg::norm(x, linalg::inf) == 15);
    CHECK(linalg::norm(x, -1) == 5);
    CHECK(linalg::norm(x, -linalg::inf) == 6);
    CHECK(linalg::norm(x, linalg::frobenius) == doctest::Approx(std::sqrt(91.0)).epsilon(1e-15));
    CHECK(linalg::norm(x) == doctest::Approx(std::sqrt(91.0)).epsilon(1e-15));
  };
  check(a);
  check(by_columns);
  check(a * 1.0);
  CHECK(linalg::norm(transpose(a), 1) == 15);
  tensor<double, 3> batch(2, 2, 3);
  batch(1, all, all) = a;
  CHECK(linalg::norm(batch, 1) == tensor<double, 1>{0, 9});
  CHECK(linalg::norm(tensor<double, 3, column_major>(batch), linalg::inf) == tensor<double, 1>{0, 15});
  const tensor<double> at_run_time = batch, vector(tensor<double, 1>{1, -2});
  CHECK(linalg::norm(at_run_time, 1) == tensor<double, 1>{0, 9});
  CHECK(linalg::norm(vector, 1) == tensor<double, 0>(3.0));
  CHECK(linalg::norm(tensor<double, 2>(0, 3), 1) == 0);
  CHECK(linalg::norm(tensor<double, 2>(3, 0), linalg::inf) == 0);
  tensor<double, 2> nan = a;
  nan(0, 1) = std::nan("");
  CHECK(std::isnan(linalg::norm(nan, 1)));
  CHECK(std::isnan(linalg::norm(nan, linalg::inf)));
  CHECK(support::message_of([&] { (void)linalg::norm(a, 3); }) ==
        "weft: linalg::norm: a matrix has the norms 1, 2, inf, -1, -2, -inf, frobenius and nuclear");
  CHECK(std::isnan(linalg::norm(nan, -1)));
  CHECK(support::message_of([&] { (void)linalg::norm(tensor<double, 2>(0, 3), -1); }) ==
        "weft: linalg::norm: nothing to reduce: there is no least sum or singular value");
}

TEST_CASE("norm of a matrix: -2 is the least singular value" * doctest::skip(without_lapack())) {
  const tensor<double, 2> a{{3, 0, 0}, {0, -0.5, 0}};
  CHECK(linalg::norm(a, -2) == doctest::Approx(0.5).epsilon(1e-14));
  tensor<double, 3> batch(2, 2, 3);
  batch(1, all, all) = a;
  CHECK(all_close(linalg::norm(batch, -2), tensor<double, 1>{0, 0.5}, 1e-14, 0.0));
  CHECK_THROWS_AS((void)linalg::cond(a, -2), error);
}

TEST_CASE_TEMPLATE("norm, cond: NumPy's answers" * doctest::skip(without_lapack()), T, std::complex<float>,
                   std::complex<double>) {
  using W = std::complex<double>;
  for (auto const& c : numpy_answers) {
    const tensor<T, 2> a = cast<T>(tensor<W, 2>(shape(c.m, c.n), c.a));
    const tensor<T, 2, column_major> by_columns = a;
    const double tolerance = bound<T>(c.m, c.n);
    const auto near = [](double x, double expected, double off) { CHECK(std::abs(x - expected) <= off * expected); };
    near(linalg::norm(a, 1), c.norms[0], tolerance);
    near(linalg::norm(a, 2), c.norms[1], tolerance);
    near(linalg::norm(by_columns, 2), c.norms[1], tolerance);
    near(linalg::norm(a, linalg::inf), c.norms[2], tolerance);
    near(linalg::norm(a, linalg::frobenius), c.norms[3], tolerance);
    near(linalg::norm(a, linalg::nuclear), c.norms[4], tolerance);
    if (c.m != c.n)
      continue;
    const double off = tolerance * c.conditions[1];
    near(linalg::cond(a, 1), c.conditions[0], off);
    near(linalg::cond(a), c.conditions[1], off);
    near(linalg::cond(a, linalg::inf), c.conditions[2], off);
    near(linalg::cond(by_columns, 1), c.conditions[0], off);
    near(linalg::cond(a, linalg::frobenius), c.conditions[3], off);
  }
}

TEST_CASE("cond: singular, batches, wide matrices, what is refused" * doctest::skip(without_lapack())) {
  const tensor<double, 2> singular{{1, 2}, {2, 4}};
  CHECK(linalg::cond(singular, 1) == HUGE_VAL);
  CHECK(linalg::cond(tensor<double, 2>(2, 2)) == HUGE_VAL);
  CHECK(linalg::cond(tensor<double, 2>{{3, 0, 0}, {0, 0.5, 0}}) == doctest::Approx(6).epsilon(1e-14));
  tensor<double, 3> batch(2, 2, 2);
  batch(0, all, all) = tensor<double, 2>{{1, 0}, {0, 2}};
  batch(1, all, all) = tensor<double, 2>{{0, 4}, {1, 0}};
  CHECK(all_close(linalg::cond(batch), tensor<double, 1>{2, 4}, 1e-14, 0.0));
  CHECK(all_close(linalg::cond(batch, linalg::inf), tensor<double, 1>{2, 4}, 1e-14, 0.0));
  CHECK(support::message_of([] { (void)linalg::cond(tensor<double, 2>(2, 3), 1); }) ==
        "weft: linalg::cond: shape (2,3): the matrix is not square");
  for (const auto& empty : {shape(0, 0), shape(0, 3), shape(3, 0)})
    CHECK(support::message_of([&] { (void)linalg::cond(tensor<double, 2>(empty)); }) ==
          "weft: linalg::cond: the matrix has no elements");
  CHECK(support::message_of([&] { (void)linalg::cond(singular, linalg::nuclear); }) ==
        "weft: linalg::cond: condition numbers have the orders 1, 2, inf and frobenius");
  tensor<double, 2> nan = singular;
  nan(0, 1) = std::nan("");
  CHECK(support::message_of([&] { (void)linalg::cond(nan, 1); }) ==
        "weft: linalg::cond: element (0,1) is NaN or infinite (dgetri)");
  CHECK(support::message_of([&] { (void)linalg::norm(nan, 2); }) ==
        "weft: linalg::norm: element (0,1) is NaN or infinite (dgesdd)");
}

namespace both {
using namespace weft::linalg;

template <class X, class P>
concept HasNorm = requires(X const& x, P p) { norm(x, p); };
// An order or an axis? Neither is guessed.
static_assert(!HasNorm<tensor<double, 2>, int>);
static_assert(!HasNorm<tensor<double, 2>&, int>);
static_assert(HasNorm<tensor<double, 2>, double> && HasNorm<tensor<double, 2>, norm_kind>);
} // namespace both

TEST_CASE("norm: with both using-directives, what means one thing only works") {
  using namespace weft::linalg;
  tensor<double, 2> a{{3, 0}, {0, 4}};
  CHECK(norm(a) == 5);
  CHECK(norm(a, inf) == 4);
  CHECK(tensor<double, 1>(norm(a, axis<0>)) == tensor<double, 1>{3, 4});
  CHECK(tensor<double, 1>(weft::norm(a, 0)) == tensor<double, 1>{3, 4});
}
