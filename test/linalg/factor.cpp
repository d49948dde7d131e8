#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/qr_factor.hpp>

#include <utility>

using namespace weft;
using namespace decomposition_test;

namespace {

/// Of one matrix, by Gauss-Jordan elimination with partial pivoting in the wider type.
template <class W>
tensor<W, 2> inverse_of(tensor<W, 2> a) {
  const index_t n = a.extent(0);
  tensor<W, 2> x(n, n);
  for (index_t i = 0; i < n; ++i)
    x(i, i) = 1;
  for (index_t k = 0; k < n; ++k) {
    index_t best = k;
    for (index_t i = k; i < n; ++i)
      best = std::abs(a(i, k)) > std::abs(a(best, k)) ? i : best;
    REQUIRE(std::abs(a(best, k)) > 0);
    for (index_t j = 0; j < n; ++j) {
      std::swap(a(k, j), a(best, j));
      std::swap(x(k, j), x(best, j));
    }
    const W pivot = a(k, k);
    for (index_t j = 0; j < n; ++j) {
      a(k, j) /= pivot;
      x(k, j) /= pivot;
    }
    for (index_t i = 0; i < n; ++i) {
      const W factor = i == k ? W(0) : a(i, k);
      for (index_t j = 0; j < n; ++j) {
        a(i, j) -= factor * a(k, j);
        x(i, j) -= factor * x(k, j);
      }
    }
  }
  return x;
}
template <class W>
double one_norm(tensor<W, 2> const& a) {
  long double most = 0;
  for (index_t j = 0; j < a.extent(1); ++j) {
    long double sum = 0;
    for (index_t i = 0; i < a.extent(0); ++i)
      sum += std::abs(a(i, j));
    most = sum > most ? sum : most;
  }
  return double(most);
}
template <class T>
double exact_rcond(tensor<T, 2> const& a) {
  const auto w = widened(a);
  return 1 / one_norm(w) / one_norm(inverse_of(w));
}

template <class T>
std::vector<tensor<T, 2>> regular_matrices() {
  std::vector<tensor<T, 2>> all;
  for (const index_t n : {0, 1, 2, 3, 9, 17, 70})
    all.push_back(random_matrix<T>(n, n, 3 + static_cast<unsigned long>(n)));
  all.push_back(hilbert<T>(4));
  all.push_back(graded<T>(12, 12));
  return all;
}
template <class T>
std::vector<tensor<T, 2>> hermitian_matrices() {
  std::vector<tensor<T, 2>> all;
  for (const index_t n : {0, 1, 2, 3, 9, 17, 70})
    all.push_back(hermitian<T>(n));
  all.push_back(hilbert<T>(4));
  all.push_back(tensor<T, 2>{{T(0), T(1)}, {T(1), T(0)}}); // one block of 2 x 2
  return all;
}
template <class T>
std::vector<tensor<T, 2>> definite_matrices() {
  std::vector<tensor<T, 2>> all;
  for (const index_t n : {0, 1, 2, 3, 9, 17, 70})
    all.push_back(positive<T>(n));
  all.push_back(hilbert<T>(4));
  return all;
}

/// Solutions, inverse and condition of one matrix. The estimate of the inverse's norm is at most what it is, but for
/// rounding, and here never less than a third of it.
template <class T, class F>
void check_object(tensor<T, 2> const& a, F const& f) {
  const index_t n = a.extent(0);
  for (const index_t k : {1, 5, 70}) {
    const auto b = random_matrix<T>(n, k, 77);
    const tensor<T, 2, column_major> turned = b;
    CHECK(backward_error<T>(a, f.solve(b), b) <= few<T>(n));
    CHECK(backward_error<T>(a, tensor<T, 2>(f.solve(turned)), b) <= few<T>(n));
  }
  const auto b = random_matrix<T>(n, 1, 78);
  const tensor<T, 1> vector = b(all, 0);
  CHECK(backward_error<T>(a, tensor<T, 2>(f.solve(vector)(all, newaxis)), b) <= few<T>(n));
  tensor<T, 2> one(n, n);
  for (index_t i = 0; i < n; ++i)
    one(i, i) = T(1);
  const double rcond = n == 0 ? 1 : exact_rcond(a);
  CHECK(backward_error<T>(a, f.inverse(), one) <= few<T>(n));
  const double answer = double(f.rcond());
  const double eps = double(std::numeric_limits<real_of<T>>::epsilon());
  const double error = rcond > 0 ? few<T>(n) / rcond : 0; // of a computed inverse
  CHECK(answer >= rcond * (1 - error) - eps);
  CHECK(answer <= 3 * rcond * (1 + error));
}

template <class L>
void check_lower(L const& l) {
  for (index_t i = 0; i < l.extent(0); ++i)
    for (index_t j = i + 1; j < l.extent(1); ++j)
      CHECK(l(i, j) == typename L::value_type(0));
}
template <class T>
void check_square(tensor<T, 2> const& l, wide_matrix<T> const& a, double more = 1) {
  const auto w = widened(l);
  check_lower(l);
  CHECK(distance(product(w, adjoint(w)), a) <= more * few<T>(l.extent(0)) * size_of(a));
}

} // namespace

TEST_CASE_TEMPLATE("lu_factor: solutions, inverse, condition, for both orders", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : regular_matrices<T>()) {
    check_object(a, linalg::lu_factor(a));
    check_object(a, linalg::lu_factor(tensor<T, 2, column_major>(a)));
  }
}

TEST_CASE_TEMPLATE("cholesky_factor: solutions, inverse, condition, l", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : definite_matrices<T>()) {
    check_object(a, linalg::cholesky_factor(a));
    tensor<T, 2, column_major> lower = a;
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = i + 1; j < a.extent(0); ++j)
        lower(i, j) = number<T>(std::nan(""), 1);
    const auto f = linalg::cholesky_factor(lower);
    check_object(a, f);
    check_square<T>(f.l(), widened(a));
    const auto inverse = f.inverse();
    CHECK(distance(widened(tensor<T, 2>(inverse)), adjoint(widened(tensor<T, 2>(inverse)))) == 0);
    static_assert(std::same_as<decltype(f.l()), tensor<T, 2, column_major>>);
  }
}

TEST_CASE_TEMPLATE("ldlt_factor: solutions, inverse, condition" * doctest::skip(without_lapack()), T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (auto const& a : hermitian_matrices<T>()) {
    check_object(a, linalg::ldlt_factor(a));
    tensor<T, 2, column_major> lower = a;
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = i + 1; j < a.extent(0); ++j)
        lower(i, j) = number<T>(std::nan(""), 1);
    check_object(a, linalg::ldlt_factor(lower));
  }
}

TEST_CASE_TEMPLATE("qr_factor of square matrices: solutions, inverse, condition, determinant" * doctest::skip(without_lapack()),
                   T, float, double, std::complex<float>, std::complex<double>) {
  for (auto const& a : regular_matrices<T>()) {
    check_object(a, linalg::qr_factor(a));
    check_object(a, linalg::qr_factor(tensor<T, 2, column_major>(a)));
  }
  const auto is = [](T const& answer, T const& wanted) {
    return std::abs(answer - wanted) <= 100 * std::numeric_limits<real_of<T>>::epsilon();
  };
  CHECK(linalg::qr_factor(tensor<T, 2>(0, 0)).det() == T(1));
  CHECK(is(linalg::qr_factor(tensor<T, 2>{{-3}}).det(), T(-3)));
  CHECK(is(linalg::qr_factor(tensor<T, 2>{{0, 1}, {1, 0}}).det(), T(-1)));
  CHECK(is(linalg::qr_factor(tensor<T, 2>{{2, 0}, {0, 3}}).det(), T(6)));
  CHECK(is(linalg::qr_factor(tensor<T, 2>{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}).det(), T(-3)));
  if constexpr (is_complex<T>)
    CHECK(is(linalg::qr_factor(tensor<T, 2>{{T(0, 1), 2}, {3, T(4, 1)}}).det(), T(-7, 4)));
  const auto singular = linalg::qr_factor(tensor<T, 2>(2, 2));
  CHECK(singular.det() == T(0));
  CHECK(singular.rcond() == 0);
  CHECK_THROWS_AS((void)singular.inverse(), linalg_error);
  const auto tall = linalg::qr_factor(tensor<T, 2>(3, 2));
  CHECK_THROWS_AS((void)tall.det(), shape_error);
  CHECK_THROWS_AS((void)tall.rcond(), shape_error);
  CHECK_THROWS_AS((void)tall.inverse(), shape_error);
  tensor<T, 3> batch(2, 2, 2);
  batch(0, all, all) = tensor<T, 2>{{2, 1}, {1, 3}};
  batch(1, all, all) = tensor<T, 2>{{1, 2}, {3, 4}};
  const tensor<T, 1> dets = linalg::qr_factor(batch).det();
  CHECK(is(dets(0), T(5)));
  CHECK(is(dets(1), T(-2)));
}

TEST_CASE("rcond: of ill-conditioned and singular matrices, and of those that Hager's method alone misses") {
  for (const index_t n : {6, 9, 12}) {
    const auto h = hilbert<double>(n);
    const auto w = widened(h);
    // The exact condition of the Hilbert matrix up to rounding of long double, 1e-19; the computed one may err by as
    // much as elimination does, once it nears 1 / eps.
    const double exact = 1 / one_norm(w) / one_norm(inverse_of(w));
    const double answer = linalg::lu_factor(h).rcond();
    CHECK(answer >= exact / 3);
    CHECK(answer <= 3 * exact);
    if (n < 12)
      CHECK(linalg::cholesky_factor(h).rcond() == doctest::Approx(answer).epsilon(0.1));
  }
  CHECK(linalg::lu_factor(tensor<double, 2>{{1, 2}, {2, 4}}).rcond() == 0);
  CHECK(linalg::lu_factor(tensor<double, 2>(3, 3)).rcond() == 0);
  CHECK(linalg::lu_factor(tensor<double, 2>{{-4}}).rcond() == 1);
  CHECK(linalg::lu_factor(tensor<double, 2>{{1, 0}, {0, 1e-320}}).rcond() == 0); // its inverse overflows
  // From ones alone LAPACK's gecon errs by more than 2 for six of these, of ones and minus ones but for 1 %.
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    const index_t n = 2 + index_t(seed % 9);
    auto a = random_matrix<double>(n, n, seed);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        a(i, j) = seed % 2 == 0 ? a(i, j) : a(i, j) > 0 ? 1 + 0.01 * a(i, j) : -1;
    const double exact = exact_rcond(a), answer = linalg::lu_factor(a).rcond();
    if (exact < 1e-15) { // one of them is singular but for rounding, and how a processor rounds decides the answer
      CHECK(answer <= 1e-15);
      continue;
    }
    CHECK(answer >= exact * (1 - 1e-6));
    CHECK(answer <= 2 * exact);
  }
}

namespace {

/// The determinant by Bareiss' elimination, which stays in integers.
double exact_det(tensor<index_t, 2> m) {
  const index_t n = m.extent(0);
  index_t sign = 1, before = 1;
  for (index_t k = 0; k + 1 < n; ++k) {
    index_t p = k;
    while (p < n && m(p, k) == 0)
      ++p;
    if (p == n)
      return 0;
    for (index_t j = 0; j < n && p != k; ++j)
      std::swap(m(k, j), m(p, j));
    sign = p != k ? -sign : sign;
    for (index_t i = k + 1; i < n; ++i)
      for (index_t j = k + 1; j < n; ++j)
        m(i, j) = (m(i, j) * m(k, k) - m(i, k) * m(k, j)) / before;
    before = m(k, k);
  }
  return n == 0 ? 1.0 : double(sign * m(n - 1, n - 1));
}

} // namespace

TEST_CASE("det, slogdet, logdet: exact integers, signs, and what would overflow") {
  random_numbers next(5);
  for (index_t n = 0; n <= 9; ++n) {
    tensor<index_t, 2> m(n, n), g(n, n);
    for (index_t& x : m)
      x = index_t(std::lround(3 * next()));
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        g(i, j) = m(i, j) + m(j, i);
    const double most = 1e-12 * std::pow(9.0, double(n)); // Hadamard's bound is above
    const auto f = linalg::lu_factor(m);
    static_assert(std::same_as<decltype(f.det()), double>);
    const double wanted = exact_det(m);
    CHECK(std::abs(f.det() - wanted) <= most);
    const auto [sign, logarithm] = f.slogdet();
    CHECK(std::abs(sign * std::exp(logarithm) - wanted) <= most);
    if (!without_lapack()) {
      const auto s = linalg::ldlt_factor(g);
      CHECK(std::abs(s.det() - exact_det(g)) <= 100 * most);
      CHECK(std::abs(s.slogdet().sign * std::exp(s.slogdet().logabsdet) - exact_det(g)) <= 100 * most);
      const auto c = linalg::ldlt_factor(cast<std::complex<float>>(g));
      static_assert(std::same_as<decltype(c.det()), float>);
      CHECK(std::abs(c.det() - float(exact_det(g))) <= 1e-3f * std::pow(9.0f, float(n)));
    }
    tensor<index_t, 2> definite(n, n);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        definite(i, j) = i == j ? 1 : 0;
        for (index_t k = 0; k < n && n < 6; ++k) // more would overflow in the exact elimination
          definite(i, j) += m(i, k) * m(j, k);
      }
    const auto d = linalg::cholesky_factor(definite);
    CHECK(d.det() == doctest::Approx(exact_det(definite)).epsilon(1e-10));
    CHECK(std::exp(d.logdet()) == doctest::Approx(exact_det(definite)).epsilon(1e-10));
  }
  const tensor<double, 2> tiny = 1e-200 * positive<double>(3);
  CHECK(linalg::cholesky_factor(tiny).logdet() ==
        doctest::Approx(linalg::cholesky_factor(positive<double>(3)).logdet() - 600 * std::log(10.0)).epsilon(1e-12));
  const auto singular = linalg::lu_factor(tensor<double, 2>{{1, 2}, {2, 4}});
  CHECK(singular.det() == 0);
  CHECK(singular.slogdet().sign == 0);
  CHECK(singular.slogdet().logabsdet == -HUGE_VAL);
}

TEST_CASE_TEMPLATE("cholesky_factor: update and downdate", T, float, double, std::complex<float>,
                   std::complex<double>) {
  using W = wide_of<T>;
  for (const index_t n : {1, 2, 5, 17, 64}) {
    const auto a = positive<T>(n);
    const auto x = random_matrix<T>(n, 1, 8);
    const tensor<T, 1> v = x(all, 0);
    const auto w = widened(a), outer = product(widened(x), adjoint(widened(x)));
    const wide_matrix<T> more = w + outer, less = w - W(wide_real_of<T>(0.01L)) * outer;
    auto f = linalg::cholesky_factor(a);
    f.update(v);
    check_square<T>(f.l(), more);
    const auto b = random_matrix<T>(n, 2, 3);
    tensor<T, 2> rounded(n, n);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        rounded(i, j) = T(more(i, j));
    CHECK(backward_error<T>(rounded, f.solve(b), b) <= 3 * few<T>(n));
    const double exact = exact_rcond(rounded), answer = double(f.rcond());
    CHECK(answer >= exact / 3);
    CHECK(answer <= 3 * exact);
    f.downdate(v); // and back again
    check_square<T>(f.l(), w, 4);
    auto g = linalg::cholesky_factor(a);
    g.downdate(T(real_of<T>(0.1)) * v);
    check_square<T>(g.l(), less, 4);
    for (index_t i = 0; i < n; ++i) {
      CHECK(std::real(g.l()(i, i)) > 0);
      CHECK(std::imag(g.l()(i, i)) == 0);
    }
  }
}

TEST_CASE("update, downdate: of batches, and what they refuse leaves the factors as they were") {
  tensor<double, 3> a(2, 3, 3);
  a(0, all, all) = positive<double>(3);
  a(1, all, all) = tensor<double, 2>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  auto f = linalg::cholesky_factor(a);
  const tensor<double, 3> before = f.l();
  const tensor<double, 1> x{0, 1, 0};
  CHECK(support::message_of([&] { f.downdate(x); }) ==
        "weft: linalg::cholesky_factor: downdate: matrix 1 of the batch: the matrix is not positive definite, seen at "
        "column 1 (cholesky)");
  CHECK(f.l() == before);
  CHECK(support::message_of([&] { f.update(tensor<double, 1>{0, HUGE_VAL, 0}); }) ==
        "weft: linalg::cholesky_factor: update: matrix 0 of the batch: element (0,1) of the vector is NaN or infinite "
        "(cholesky)");
  CHECK(support::message_of([&] { f.update(tensor<double, 1>(4)); }) ==
        "weft: linalg::cholesky_factor: update: shape (2,3,3) and shape (4): it takes a vector of as many elements as "
        "the matrix has rows, or one for each matrix");
  CHECK_THROWS_AS(f.update(tensor<double, 2>(3, 3)), shape_error);
  CHECK_THROWS_AS(f.update(tensor<double, 1>(1)), shape_error);
  CHECK(f.l() == before);
  f.update(tensor<double, 2>{{1, 2, 3}, {0, 0, 2}});
  const auto l = f.l();
  const tensor<double, 2> wanted{{1, 0, 0}, {0, 1, 0}, {0, 0, std::sqrt(5.0)}};
  CHECK(all_close(l(1, all, all), wanted, 1e-15, 1e-15));
  tensor<double, 2> first = positive<double>(3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      first(i, j) += double((i + 1) * (j + 1));
  check_square<double>(tensor<double, 2>(l(0, all, all)), widened(first));
}

TEST_CASE("ldlt_factor: singular matrices" * doctest::skip(without_lapack())) {
  const tensor<double, 2> a{{0, 0}, {0, 4}};
  const auto f = linalg::ldlt_factor(a);
  CHECK(f.det() == 0);
  CHECK(f.rcond() == 0);
  CHECK(support::message_of([&] { (void)f.solve(tensor<double, 1>{1, 2}); }).find(" of D is 0 (dsytrf)") !=
        std::string::npos);
  CHECK(support::message_of([&] { (void)linalg::ldlt_factor(std::complex<float>(HUGE_VALF, 0) * cast<float>(a)); })
            .find("is NaN or infinite (chetrf)") != std::string::npos);
}
