#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/ops/generate.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// The series of e^(a / 2^s) in a wider type, squared s times; a / 2^s has a norm below 1 / 16, so that 15 terms have a
/// remainder of (1/16)^16 / 16! < 1e-32.
template <class W>
tensor<W, 2> series(tensor<W, 2> const& a) {
  const index_t n = a.extent(0);
  int halved = 0;
  while (std::ldexp(size_of(a), -halved) > 1.0 / 16)
    ++halved;
  tensor<W, 2> x = a, sum(n, n), term(n, n);
  for (W& value : x)
    value *= std::ldexp(real_of<W>(1), -halved);
  for (index_t i = 0; i < n; ++i)
    sum(i, i) = term(i, i) = 1;
  for (int k = 1; k <= 15; ++k) {
    term = product(term, x);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        term(i, j) /= static_cast<real_of<W>>(k);
        sum(i, j) += term(i, j);
      }
  }
  for (int k = 0; k < halved; ++k)
    sum = product(sum, sum);
  return sum;
}

/// Roundings of a, which are those of its norm, move e^a by its condition number, which is the norm of a where a is
/// normal, and near that for the matrices here; the 30 n of bound() leaves room for those that are not.
template <class T>
void check_exponential(tensor<T, 2> const& a, tensor<T, 2> const& e) {
  REQUIRE(e.shape() == a.shape());
  const auto expected = series(widened(a));
  const double condition = std::max(1.0, size_of(widened(a)));
  CHECK(distance(widened(e), expected) <= bound<T>(a.extent(0), a.extent(0)) * condition * size_of(expected));
}

/// a multiplied n times, of whole numbers.
tensor<long long, 2> repeated(tensor<long long, 2> const& a, int n) {
  tensor<long long, 2> p(a.extent(0), a.extent(0));
  for (index_t i = 0; i < a.extent(0); ++i)
    p(i, i) = 1;
  for (int k = 0; k < n; ++k)
    p = product(p, a);
  return p;
}

} // namespace

TEST_CASE_TEMPLATE("expm: the series in a wider type, for norms of each degree and scaling, in both orders", T, float,
                   double, std::complex<float>, std::complex<double>) {
  for (auto const& matrix : square_matrices<T>())
    for (const double norm : {1e-3, 0.1, 0.4, 1.5, 3.0, 8.0, 20.0}) {
      tensor<T, 2> a = matrix;
      const double size = size_of(widened(a));
      if (size > 0)
        a *= static_cast<real_of<T>>(norm / size);
      check_exponential<T>(a, linalg::expm(a));
      const auto of_columns = linalg::expm(tensor<T, 2, column_major>(a));
      static_assert(std::same_as<decltype(of_columns), const tensor<T, 2, column_major>>);
      check_exponential<T>(a, tensor<T, 2>(of_columns));
    }
}

TEST_CASE_TEMPLATE("expm: closed forms", T, float, double, std::complex<float>, std::complex<double>) {
  using R = real_of<T>;
  const double eps = double(std::numeric_limits<R>::epsilon());
  const auto real = [](T const& x) { return double(std::real(x)); };
  // A rotation by t: roundings of t matter as much as t is large.
  for (const double t : {1e-8, 0.5, 3.0, 50.0, 1000.0}) {
    const R rounded = static_cast<R>(t);
    const tensor<T, 2> a{{number<T>(0, 0), T(-rounded)}, {T(rounded), number<T>(0, 0)}};
    const auto e = linalg::expm(a);
    CHECK(std::abs(real(e(0, 0)) - std::cos(double(rounded))) <= 30 * eps * std::max(1.0, t));
    CHECK(std::abs(real(e(1, 0)) - std::sin(double(rounded))) <= 30 * eps * std::max(1.0, t));
    CHECK(std::abs(real(e(0, 1)) + std::sin(double(rounded))) <= 30 * eps * std::max(1.0, t));
    CHECK(std::abs(real(e(1, 1)) - std::cos(double(rounded))) <= 30 * eps * std::max(1.0, t));
  }
  // Nilpotent: the series ends.
  const auto e = linalg::expm(jordan<T>(6, 0));
  double factorial = 1;
  for (index_t k = 0; k < 6; factorial *= double(++k))
    for (index_t i = 0; i + k < 6; ++i) {
      CHECK(std::abs(real(e(i, i + k)) - 1 / factorial) <= 10 * eps / factorial);
      CHECK((k == 0 || e(i + k, i) == T(0)));
    }
  const tensor<T, 2> steep{{T(0), number<T>(1e10, 0)}, {T(0), T(0)}};
  CHECK(linalg::expm(steep) == tensor<T, 2>{{T(1), number<T>(1e10, 0)}, {T(0), T(1)}});
  CHECK(linalg::expm(tensor<T, 2>(5, 5)) == tensor<T, 2>(eye<T>(5)));
  CHECK(linalg::expm(tensor<T, 2>(0, 0)).shape() == shape(0, 0));
  // Diagonal, also where all overflows or vanishes.
  const std::vector<double> values{1, -2, 30, -1e30, 1e30, 0};
  const auto d = linalg::expm(diagonal_of<T>(tensor<T, 1>(cast<T>(tensor<double, 1>(shape(6), values)))));
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(d(i, j) == (i == j ? std::exp(number<T>(values[static_cast<std::size_t>(i)], 0)) : T(0)));
}

TEST_CASE("expm: badly scaled matrices") {
  // Al-Mohy and Higham 2009, (1.3): where the norm alone decides, 18 squarings lose what the corner holds.
  for (const double b : {1.0, 1e6, 1e12, 1e200}) {
    const auto e = linalg::expm(tensor<double, 2>{{1, b}, {0, -1}});
    CHECK(e(0, 0) == doctest::Approx(std::exp(1.0)).epsilon(1e-14));
    CHECK(e(0, 1) == doctest::Approx(b * std::sinh(1.0)).epsilon(1e-14));
    CHECK(std::abs(e(1, 0)) <= 1e-15);
    CHECK(e(1, 1) == doctest::Approx(std::exp(-1.0)).epsilon(1e-14));
  }
  // Moler and Van Loan, Nineteen dubious ways, example 1: eigenvalues -1 and -17, and a condition of 1000.
  const auto e = linalg::expm(tensor<double, 2>{{-49, 24}, {-64, 31}});
  const double x = std::exp(-1.0), y = std::exp(-17.0);
  CHECK(all_close(e, tensor<double, 2>{{3 * y - 2 * x, 1.5 * (x - y)}, {4 * (y - x), 3 * x - 2 * y}}, 1e-12, 0.0));
  // Norms whose squares, or which themselves, overflow.
  CHECK(linalg::expm(tensor<double, 2>{{-1e300, 1e300}, {0, -1e300}}) == tensor<double, 2>(2, 2));
  CHECK(linalg::expm(tensor<double, 2>{{-1.5e308, 1e308}, {1e308, -1.5e308}}) == tensor<double, 2>(2, 2));
  CHECK(linalg::expm(tensor<float, 2>{{-1e38f, 1e38f}, {0, -1e38f}}) == tensor<float, 2>(2, 2));
  const auto over = linalg::expm(tensor<double, 2>{{1000, 1}, {0, 1000}});
  CHECK(!(std::abs(over(0, 0)) <= std::numeric_limits<double>::max()));
}

TEST_CASE("expm, matrix_power: any strides, batches, static and runtime shapes, integers") {
  const auto a = random_matrix<double>(5, 5);
  const auto cube = product(product(widened(a), widened(a)), widened(a));
  in_each_layout(a, [&](auto const& x) {
    check_exponential<double>(a, tensor<double, 2>(linalg::expm(x)));
    const tensor<double, 2> power = linalg::matrix_power(x, 3);
    CHECK(distance(widened(power), cube) <= bound<double>(5, 5) * size_of(cube));
  });
  tensor<double, 3> batch(3, 4, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(4, 4, 10 + static_cast<unsigned long>(k)) * double(k);
  const auto check = [&](auto const& e, auto const& inverse) {
    for (index_t k = 0; k < 3; ++k) {
      const tensor<double, 2> one = batch(k, all, all);
      check_exponential<double>(one, tensor<double, 2>(e(k, all, all)));
      check_exponential<double>(tensor<double, 2>(one * -2.0), tensor<double, 2>(inverse(k, all, all)));
    }
  };
  const auto e = linalg::expm(batch);
  check(e, linalg::matrix_power(e, -2)); // e^(-2 a), of well-conditioned e^a
  const tensor<double, 3, column_major> by_columns = batch;
  const auto f = linalg::expm(by_columns);
  static_assert(std::same_as<decltype(f), const tensor<double, 3, column_major>>);
  check(f, linalg::matrix_power(f, -2));
  const tensor<int, fixed<2, 2>> turn{{0, -1}, {1, 0}};
  const auto g = linalg::expm(turn);
  static_assert(std::same_as<decltype(g), const tensor<double, fixed<2, 2>>>);
  CHECK(g(1, 0) == doctest::Approx(std::sin(1.0)).epsilon(1e-15));
  CHECK(linalg::matrix_power(turn, 3) == tensor<double, 2>{{0, 1}, {-1, 0}});
  const tensor<double> at_run_time = batch;
  CHECK(linalg::expm(at_run_time).shape() == shape(3, 4, 4));
  CHECK(linalg::expm(tensor<double, 3>(0, 4, 4)).shape() == shape(0, 4, 4));
  CHECK(linalg::matrix_power(tensor<double, 3>(3, 0, 0), -1).shape() == shape(3, 0, 0));
}

TEST_CASE_TEMPLATE("matrix_power: of whole numbers it is exact", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (const index_t n : {1, 2, 3, 6}) {
    tensor<long long, 2> whole(n, n);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        whole(i, j) = (3 * i + 5 * j) % 4 - 1;
    const tensor<T, 2> a = cast<T>(cast<real_of<T>>(whole));
    for (int k = 0; k <= 7; ++k) { // 12^7 > 2^24, but the signs cancel; the test below asks
      const auto expected = repeated(whole, k);
      for (long long const x : expected)
        REQUIRE(std::abs(x) < 1 << 24);
      CHECK(linalg::matrix_power(a, k) == tensor<T, 2>(cast<T>(cast<real_of<T>>(expected))));
      CHECK(linalg::matrix_power(tensor<T, 2, column_major>(a), k) ==
            tensor<T, 2>(cast<T>(cast<real_of<T>>(expected))));
    }
  }
  // The inverse of this one is whole, and elimination finds it exactly.
  const tensor<T, 2> a{{T(2), T(1)}, {T(1), T(1)}};
  CHECK(linalg::matrix_power(a, -1) == tensor<T, 2>{{T(1), T(-1)}, {T(-1), T(2)}});
  CHECK(linalg::matrix_power(a, -5) == tensor<T, 2>{{T(34), T(-55)}, {T(-55), T(89)}});
}

TEST_CASE("matrix_power: all exponents; no power in vain") {
  const tensor<double, 2> fibonacci{{1, 1}, {1, 0}};
  CHECK(linalg::matrix_power(fibonacci, 70)(0, 0) == 308061521170129.0); // the 71st
  constexpr int least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  const tensor<double, 2> minus{{-1}};
  CHECK(linalg::matrix_power(minus, least)(0, 0) == 1);
  CHECK(linalg::matrix_power(minus, most)(0, 0) == -1);
  CHECK(linalg::matrix_power(tensor<double, 2>{{1e100}}, 3)(0, 0) == doctest::Approx(1e300).epsilon(1e-15));
  CHECK(linalg::matrix_power(tensor<double, 2>{{1e300, 0}, {1, 1}}, 1)(0, 0) == 1e300);
  CHECK(linalg::matrix_power(tensor<double, 2>(3, 3), 0) == tensor<double, 2>(eye<double>(3)));
}

TEST_CASE("expm, matrix_power: what is refused") {
  tensor<double, 3> a(2, 2, 2);
  a(1, 0, 1) = std::nan("");
  CHECK(support::message_of([&] { (void)linalg::expm(a); }) ==
        "weft: linalg::expm: matrix 1 of the batch: element (0,1) is NaN or infinite (expm)");
  CHECK(support::message_of([&] { (void)linalg::matrix_power(a, 0); }) ==
        "weft: linalg::matrix_power: matrix 1 of the batch: element (0,1) is NaN or infinite (power)");
  a(0, all, all) = eye<double>(2);
  a(1, all, all) = 1.0;
  CHECK(support::message_of([&] { (void)linalg::matrix_power(a, -3); }) ==
        "weft: linalg::matrix_power: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (lu)");
  CHECK(support::message_of([&] { (void)linalg::expm(tensor<double, 2>(3, 2)); }) ==
        "weft: linalg::expm: shape (3,2): the matrix is not square");
}
