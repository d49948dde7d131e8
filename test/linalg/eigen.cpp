#include "decomposition.hpp"
#include "numpy_answers.hpp"

#include <support/message.hpp>
#include <weft/linalg/eigen.hpp>

#include <algorithm>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a = v diag(w) v^H with orthonormal vectors and ascending real values.
template <class T, class W>
void check_symmetric(tensor<T, 2> const& a, W const& w, tensor<T, 2> const& v) {
  const index_t n = a.extent(0);
  REQUIRE(w.shape() == shape(n));
  REQUIRE(v.shape() == a.shape());
  for (index_t i = 1; i < n; ++i)
    CHECK(w(i - 1) <= w(i));
  CHECK(orthogonality(v) <= bound<T>(n, n));
  const auto vectors = widened(v), wide = widened(a);
  const auto back = product(product(vectors, diagonal_of<wide_of<T>>(w)), adjoint(vectors));
  CHECK(distance(back, wide) <= bound<T>(n, n) * size_of(wide));
}

/// a v = v diag(w) with vectors of length 1.
template <class T, class C>
void check_general(tensor<T, 2> const& a, tensor<C, 1> const& w, tensor<C, 2> const& v) {
  const index_t n = a.extent(0);
  REQUIRE(w.shape() == shape(n));
  REQUIRE(v.shape() == a.shape());
  const tensor<C, 2> as_complex = a;
  const auto wide = widened(as_complex), vectors = widened(v);
  for (index_t j = 0; j < n; ++j)
    CHECK(size_of(widened(tensor<C, 2>(v(all, range(j, j + 1))))) == doctest::Approx(1).epsilon(bound<T>(n, n)));
  const auto residual = distance(product(wide, vectors), product(vectors, diagonal_of<wide_of<C>>(w)));
  CHECK(residual <= bound<T>(n, n) * size_of(wide));
}

/// a v = b v diag(w) and v^H b v = 1, with ascending real values. The routine goes through the Cholesky factor of b, so
/// its errors grow with the condition of b (Golub and Van Loan, 8.7.2); positive() has no eigenvalue below 1, so that
/// the norm of b is as large as that.
template <class T, class W>
void check_symmetric_pair(tensor<T, 2> const& a, tensor<T, 2> const& b, W const& w, tensor<T, 2> const& v) {
  const index_t n = a.extent(0);
  REQUIRE(w.shape() == shape(n));
  REQUIRE(v.shape() == a.shape());
  for (index_t i = 1; i < n; ++i)
    CHECK(w(i - 1) <= w(i));
  const auto wide_a = widened(a), wide_b = widened(b), vectors = widened(v);
  const double condition = std::max(1.0, size_of(wide_b));
  const auto right = product(product(wide_b, vectors), diagonal_of<wide_of<T>>(w));
  CHECK(distance(product(wide_a, vectors), right) <= bound<T>(n, n) * size_of(wide_a) * condition);
  const auto gram = product(adjoint(vectors), product(wide_b, vectors));
  wide_matrix<T> one(n, n);
  for (index_t i = 0; i < n; ++i)
    one(i, i) = 1;
  CHECK(distance(gram, one) <= bound<T>(n, n) * condition);
}

/// a v = w b v for each finite value, b v = 0 for each infinite one, with vectors of length 1; backward errors of a and
/// b are roundings of their norms. Returns how many are infinite.
template <class T, class C>
index_t check_general_pair(tensor<T, 2> const& a, tensor<T, 2> const& b, tensor<C, 1> const& w,
                           tensor<C, 2> const& v) {
  const index_t n = a.extent(0);
  REQUIRE(w.shape() == shape(n));
  REQUIRE(v.shape() == a.shape());
  const auto wide_a = widened(tensor<C, 2>(a)), wide_b = widened(tensor<C, 2>(b));
  index_t infinite = 0;
  for (index_t j = 0; j < n; ++j) {
    const auto vector = widened(tensor<C, 2>(v(all, range(j, j + 1))));
    CHECK(std::abs(size_of(vector) - 1) <= bound<T>(n, n));
    auto left = product(wide_a, vector), right = product(wide_b, vector);
    if (std::abs(w(j)) > std::numeric_limits<real_of<T>>::max()) {
      ++infinite;
      CHECK(w(j) == C(std::numeric_limits<real_of<T>>::infinity(), 0));
      CHECK(size_of(right) <= bound<T>(n, n) * size_of(wide_b));
      continue;
    }
    const wide_of<C> value(w(j));
    for (index_t i = 0; i < n; ++i)
      right(i, 0) *= value;
    const double scale = size_of(wide_a) + double(std::abs(value)) * size_of(wide_b);
    CHECK(distance(left, right) <= bound<T>(n, n) * scale);
  }
  return infinite;
}

/// The kind of each diagonal block: Wilkinson's matrix has pairs of values that agree to 15 digits.
tensor<double, 2> wilkinson(index_t n) {
  tensor<double, 2> a(n, n);
  for (index_t i = 0; i < n; ++i) {
    a(i, i) = std::abs(double(n - 1) / 2 - double(i));
    if (i > 0)
      a(i, i - 1) = a(i - 1, i) = 1;
  }
  return a;
}

} // namespace

TEST_CASE_TEMPLATE("eigh: a is v diag(w) v^H, in both orders; the lower triangle is read", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {0, 1, 2, 5, 17, 40}) {
    const auto a = hermitian<T>(n);
    const auto [w, v] = linalg::eigh(a);
    static_assert(std::same_as<decltype(w), const tensor<real_of<T>, 1>>);
    check_symmetric<T>(a, w, v);
    tensor<T, 2, column_major> lower = a;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = i + 1; j < n; ++j)
        lower(i, j) = number<T>(std::nan(""), 1);
    const auto of_columns = linalg::eigh(lower);
    static_assert(std::same_as<decltype(of_columns.vectors), tensor<T, 2, column_major>>);
    check_symmetric<T>(a, of_columns.values, of_columns.vectors);
    const auto values = linalg::eigvalsh(lower);
    for (index_t i = 0; i < n; ++i)
      CHECK(std::abs(values(i) - w(i)) <= bound<T>(n, n) * std::max(std::abs(w(0)), std::abs(w(n - 1))));
  }
  for (auto const& a : {hilbert<T>(12), tensor<T, 2>(5, 5)}) {
    const auto f = linalg::eigh(a);
    check_symmetric<T>(a, f.values, f.vectors);
  }
}

TEST_CASE("eigh: Wilkinson's matrix; any strides; batches; static shapes") {
  const auto a = wilkinson(21);
  const auto f = linalg::eigh(a);
  check_symmetric<double>(a, f.values, f.vectors);
  CHECK(f.values(20) == doctest::Approx(10.746194182903393).epsilon(1e-14)); // Wilkinson 1965, page 308
  in_each_layout(a, [&](auto const& x) {
    const auto g = linalg::eigh(x);
    check_symmetric<double>(a, g.values, tensor<double, 2>(g.vectors));
    CHECK(all_close(linalg::eigvalsh(x), f.values, 1e-13, 1e-13));
  });
  tensor<std::complex<double>, 3> batch(2, 4, 4);
  for (index_t k = 0; k < 2; ++k)
    batch(k, all, all) = hermitian<std::complex<double>>(4) * double(k + 1);
  const auto check = [&](auto const& g) {
    for (index_t k = 0; k < 2; ++k)
      check_symmetric<std::complex<double>>(tensor<std::complex<double>, 2>(batch(k, all, all)),
                                            tensor<double, 1>(g.values(k, all)),
                                            tensor<std::complex<double>, 2>(g.vectors(k, all, all)));
  };
  check(linalg::eigh(batch));
  const tensor<std::complex<double>, 3, column_major> by_columns = batch;
  check(linalg::eigh(by_columns));
  CHECK(all_close(linalg::eigvalsh(by_columns), linalg::eigh(batch).values, 1e-14, 1e-14));
  const tensor<double, fixed<2, 2>> fixed_shape{{2, 1}, {1, 2}};
  const auto g = linalg::eigh(fixed_shape);
  static_assert(std::same_as<decltype(g.values), tensor<double, fixed<2>>>);
  static_assert(std::same_as<decltype(g.vectors), tensor<double, fixed<2, 2>>>);
  CHECK(all_close(g.values, tensor<double, 1>{1, 3}, 1e-15, 1e-15));
}

TEST_CASE_TEMPLATE("eigh of a pair: a v is b v diag(w), in both orders; the lower triangles are read", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {0, 1, 2, 5, 17}) {
    const auto a = hermitian<T>(n), b = positive<T>(n);
    const auto [w, v] = linalg::eigh(a, b);
    static_assert(std::same_as<decltype(w), const tensor<real_of<T>, 1>>);
    check_symmetric_pair<T>(a, b, w, v);
    tensor<T, 2, column_major> lower_a = a, lower_b = b;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = i + 1; j < n; ++j)
        lower_a(i, j) = lower_b(i, j) = number<T>(std::nan(""), 1);
    const auto f = linalg::eigh(lower_a, lower_b);
    static_assert(std::same_as<decltype(f.vectors), tensor<T, 2, column_major>>);
    check_symmetric_pair<T>(a, b, f.values, tensor<T, 2>(f.vectors));
    const auto values = linalg::eigvalsh(lower_a, lower_b);
    for (index_t i = 0; i < n; ++i)
      CHECK(std::abs(values(i) - w(i)) <=
            bound<T>(n, n) * size_of(widened(b)) * std::max(std::abs(w(0)), std::abs(w(n - 1))));
  }
  const tensor<T, 2> zero(4, 4), b = positive<T>(4);
  check_symmetric_pair<T>(zero, b, linalg::eigvalsh(zero, b), linalg::eigh(zero, b).vectors);
}

TEST_CASE("eigh of a pair: known values; any strides; batches; static shapes; b must be positive definite") {
  // (a - w b) is singular where 4 - w and 9 - 3 w are 0.
  const tensor<double, fixed<2, 2>> d{{4, 0}, {0, 9}};
  const tensor<int, 2> e{{1, 0}, {0, 3}};
  const auto g = linalg::eigh(d, e);
  static_assert(std::same_as<decltype(g.values), tensor<double, fixed<2>>>);
  CHECK(all_close(g.values, tensor<double, 1>{3, 4}, 1e-15, 0.0));
  CHECK(std::abs(g.vectors(1, 0)) == doctest::Approx(1 / std::sqrt(3.0)).epsilon(1e-15));
  const auto a = hermitian<double>(5), b = positive<double>(5);
  const auto values = linalg::eigvalsh(a, b);
  in_each_layout(a, [&](auto const& x) { CHECK(all_close(linalg::eigvalsh(x, b), values, 1e-12, 1e-12)); });
  in_each_layout(b, [&](auto const& x) {
    const auto f = linalg::eigh(a, x);
    check_symmetric_pair<double>(a, b, tensor<double, 1>(f.values), tensor<double, 2>(f.vectors));
  });
  tensor<double, 3> many(2, 5, 5);
  tensor<double, 4> right(3, 1, 5, 5);
  for (index_t k = 0; k < 2; ++k)
    many(k, all, all) = a * double(k + 1);
  for (index_t k = 0; k < 3; ++k)
    right(k, 0, all, all) = b * double(k + 1);
  const auto check = [&](auto const& f) {
    REQUIRE(f.values.shape() == shape(3, 2, 5));
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 2; ++k)
        check_symmetric_pair<double>(tensor<double, 2>(many(k, all, all)), tensor<double, 2>(right(j, 0, all, all)),
                                     tensor<double, 1>(f.values(j, k, all)),
                                     tensor<double, 2>(f.vectors(j, k, all, all)));
  };
  check(linalg::eigh(many, right));
  check(linalg::eigh(tensor<double, 3, column_major>(many), right));
  right(2, 0, all, all) = 0.0;
  CHECK(support::message_of([&] { (void)linalg::eigh(many, right); }) ==
        "weft: linalg::eigh: matrix 4 of the batch: b is not positive definite, seen at column 0 (dsygvd)");
  const tensor<std::complex<float>, 2> indefinite{{1, 2}, {2, 1}};
  CHECK(support::message_of([&] { (void)linalg::eigvalsh(indefinite, indefinite); }) ==
        "weft: linalg::eigvalsh: b is not positive definite, seen at column 1 (chegvd)");
  CHECK(support::message_of([&] { (void)linalg::eigh(many, d); }) ==
        "weft: linalg::eigh: shape (2,5,5) and shape (2,2): both matrices have the same size");
  CHECK(support::message_of([&] { (void)linalg::eigh(d, tensor<double, 2>{{1, 0}, {HUGE_VAL, 1}}); }) ==
        "weft: linalg::eigh: element (1,0) of b is NaN or infinite (dsygvd)");
}

TEST_CASE_TEMPLATE("eig of a pair: a v is b v diag(w), infinite where b is singular", T, float, double,
                   std::complex<float>, std::complex<double>) {
  using R = real_of<T>;
  using C = std::complex<R>;
  for (auto const& a : square_matrices<T>()) {
    const index_t n = a.extent(0);
    const auto b = random_matrix<T>(n, n, 77);
    const auto [w, v] = linalg::eig(a, b);
    static_assert(std::same_as<decltype(w), const tensor<C, 1>> && std::same_as<decltype(v), const tensor<C, 2>>);
    CHECK(check_general_pair<T, C>(a, b, w, v) == 0);
    const auto f = linalg::eig(tensor<T, 2, column_major>(a), b);
    check_general_pair<T, C>(a, b, f.values, tensor<C, 2>(f.vectors));
    CHECK(linalg::eigvals(a, b).shape() == shape(n));
    tensor<T, 2> singular = b;
    if (n > 2) {
      singular(0, all) = T(0);
      const auto g = linalg::eig(random_matrix<T>(n, n, 78), singular);
      CHECK(check_general_pair<T, C>(random_matrix<T>(n, n, 78), singular, g.values, g.vectors) == 1);
    }
  }
  // det(a - w b) = 4 (1 - w) - 6, of degree 1: one value is infinite.
  const tensor<T, 2> a{{T(1), T(2)}, {T(3), T(4)}}, b{{T(1), T(0)}, {T(0), T(0)}};
  auto w = linalg::eigvals(a, b);
  if (std::abs(w(0)) > 1e6f)
    std::swap(w(0), w(1));
  CHECK(std::abs(w(0) + R(0.5)) <= bound<T>(2, 2));
  CHECK(w(1) == C(std::numeric_limits<R>::infinity(), 0));
  // A pencil that is singular for each w has a value that is no number.
  const auto u = linalg::eigvals(b, b);
  CHECK((std::isnan(u(0).real()) && std::isnan(u(0).imag())) != (std::isnan(u(1).real()) && std::isnan(u(1).imag())));
}

TEST_CASE("eig of a pair: conjugate pairs; any strides; batches; what is refused") {
  using C = std::complex<double>;
  const tensor<double, 2> turn{{0, -2}, {2, 0}}, half{{0.5, 0}, {0, 0.25}};
  const auto w = linalg::eigvals(turn, half); // w^2 = -4 / (0.5 * 0.25)
  CHECK(all_close(w, tensor<C, 1>{C(0, std::sqrt(32.0)), C(0, -std::sqrt(32.0))}, 1e-14, 1e-14));
  CHECK(w(1) == std::conj(w(0)));
  const auto a = random_matrix<double>(5, 5), b = random_matrix<double>(5, 5, 9);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::eig(x, b);
    check_general_pair<double, C>(a, b, tensor<C, 1>(f.values), tensor<C, 2>(f.vectors));
  });
  in_each_layout(b, [&](auto const& x) {
    const auto f = linalg::eig(a, x);
    check_general_pair<double, C>(a, b, tensor<C, 1>(f.values), tensor<C, 2>(f.vectors));
  });
  tensor<double, 3, column_major> batch(3, 5, 5);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(5, 5, 20 + static_cast<unsigned long>(k));
  const auto f = linalg::eig(batch, b);
  for (index_t k = 0; k < 3; ++k)
    check_general_pair<double, C>(tensor<double, 2>(batch(k, all, all)), b, tensor<C, 1>(f.values(k, all)),
                                  tensor<C, 2>(f.vectors(k, all, all)));
  CHECK(support::message_of([&] { (void)linalg::eig(a, turn); }) ==
        "weft: linalg::eig: shape (5,5) and shape (2,2): both matrices have the same size");
  CHECK(support::message_of([&] { (void)linalg::eigvals(turn, half * HUGE_VAL); }) ==
        "weft: linalg::eigvals: element (0,0) of b is NaN or infinite (dggev)");
}

TEST_CASE_TEMPLATE("eig: a v is v diag(w), complex also where a is real", T, float, double, std::complex<float>,
                   std::complex<double>) {
  using C = std::complex<real_of<T>>;
  std::vector<tensor<T, 2>> matrices{hilbert<T>(8), tensor<T, 2>(3, 3), graded<T>(8, 8), deficient<T>(9, 9, 4)};
  for (const index_t n : {0, 1, 2, 5, 16, 33})
    matrices.push_back(random_matrix<T>(n, n));
  for (auto const& a : matrices) {
    const index_t n = a.extent(0);
    const auto [w, v] = linalg::eig(a);
    static_assert(std::same_as<decltype(w), const tensor<C, 1>> && std::same_as<decltype(v), const tensor<C, 2>>);
    check_general<T, C>(a, w, v);
    const auto of_columns = linalg::eig(tensor<T, 2, column_major>(a));
    static_assert(std::same_as<decltype(of_columns.vectors), tensor<C, 2, column_major>>);
    check_general<T, C>(a, of_columns.values, tensor<C, 2>(of_columns.vectors));
    CHECK(linalg::eigvals(a).shape() == shape(n));
  }
}

TEST_CASE("eig, eigvals: conjugate pairs, defective, any strides, batches") {
  using C = std::complex<double>;
  const tensor<double, 2> turn{{0, -2}, {2, 0}};
  CHECK(all_close(linalg::eigvals(turn), tensor<C, 1>{C(0, 2), C(0, -2)}, 1e-15, 1e-15));
  // A Jordan block: the value is known to the square root of eps, the residual is small all the same.
  const tensor<double, 2> defective{{3, 1}, {0, 3}};
  const auto d = linalg::eig(defective);
  check_general<double, C>(defective, d.values, d.vectors);
  CHECK(all_close(d.values, tensor<C, 1>{3, 3}, 1e-7, 1e-7));
  const auto a = random_matrix<double>(6, 6);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::eig(x);
    check_general<double, C>(a, f.values, tensor<C, 2>(f.vectors));
  });
  tensor<double, 3, column_major> batch(3, 4, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(4, 4, 20 + static_cast<unsigned long>(k));
  const auto f = linalg::eig(batch);
  const auto values = linalg::eigvals(batch);
  for (index_t k = 0; k < 3; ++k) {
    check_general<double, C>(tensor<double, 2>(batch(k, all, all)), tensor<C, 1>(f.values(k, all)),
                             tensor<C, 2>(f.vectors(k, all, all)));
    for (index_t i = 0; i < 4; ++i) // each of the values is one of those
      CHECK(std::min({std::abs(values(k, i) - f.values(k, 0)), std::abs(values(k, i) - f.values(k, 1)),
                      std::abs(values(k, i) - f.values(k, 2)), std::abs(values(k, i) - f.values(k, 3))}) < 1e-13);
  }
}

TEST_CASE_TEMPLATE("eigvalsh, eigvals: NumPy's answers", T, std::complex<float>, std::complex<double>) {
  using W = std::complex<double>;
  for (auto const& c : numpy_answers) {
    if (c.m != c.n)
      continue;
    const tensor<T, 2> a = cast<T>(tensor<W, 2>(shape(c.m, c.n), c.a));
    const double tolerance = bound<T>(c.n, c.n) * c.svdvals[0];
    const tensor<T, 2> twice = a + conj(transpose(a));
    const auto w = linalg::eigvalsh(twice);
    for (index_t i = 0; i < c.n; ++i)
      CHECK(std::abs(double(w(i)) - c.eigvalsh[static_cast<std::size_t>(i)]) <= 2 * tolerance);
    auto values = linalg::eigvals(a);
    // Each of NumPy's values is met once; those of general matrices err by a condition number of their own, here < 10.
    for (auto const& expected : c.eigvals) {
      auto const nearest = std::min_element(values.begin(), values.end(), [&](T const& x, T const& y) {
        return std::abs(W(x) - expected) < std::abs(W(y) - expected);
      });
      CHECK(std::abs(W(*nearest) - expected) <= 10 * tolerance);
      *nearest = T(1e30f);
    }
  }
}

TEST_CASE("eigh, eig: what is refused") {
  tensor<double, 2> a = hermitian<double>(3);
  a(2, 0) = std::nan("");
  CHECK(support::message_of([&] { (void)linalg::eigh(a); }) ==
        "weft: linalg::eigh: element (2,0) is NaN or infinite (dsyevd)");
  CHECK(support::message_of([&] { (void)linalg::eigvalsh(tensor<std::complex<float>, 2>(a)); }) ==
        "weft: linalg::eigvalsh: element (2,0) is NaN or infinite (cheevd)");
  CHECK(support::message_of([&] { (void)linalg::eig(a); }) ==
        "weft: linalg::eig: element (2,0) is NaN or infinite (dgeev)");
  CHECK(support::message_of([&] { (void)linalg::eigvals(a(all, range(0, 2))); }) ==
        "weft: linalg::eigvals: shape (3,2): the matrix is not square");
}
