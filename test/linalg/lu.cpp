#include "decomposition.hpp"
#include "numpy_answers.hpp"

#include <support/message.hpp>
#include <weft/linalg/lu.hpp>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a = p l u with a permutation, multipliers of at most 1, and triangles.
template <class T>
void check_factors(tensor<T, 2> const& a, tensor<T, 2> const& p, tensor<T, 2> const& l, tensor<T, 2> const& u) {
  const index_t m = a.extent(0), n = a.extent(1), k = m < n ? m : n;
  REQUIRE(p.shape() == shape(m, m));
  REQUIRE(l.shape() == shape(m, k));
  REQUIRE(u.shape() == shape(k, n));
  for (index_t i = 0; i < m; ++i) {
    index_t ones = 0;
    for (index_t j = 0; j < m; ++j) {
      CHECK((p(i, j) == T(0) || p(i, j) == T(1)));
      ones += p(i, j) == T(1);
    }
    CHECK(ones == 1);
    for (index_t j = 0; j < k; ++j)
      CHECK((i < j ? l(i, j) == T(0) : i == j ? l(i, j) == T(1) : std::abs(l(i, j)) <= real_of<T>(1.5)));
  }
  for (index_t i = 0; i < k; ++i)
    for (index_t j = 0; j < i && j < n; ++j)
      CHECK(u(i, j) == T(0));
  const auto w = widened(a);
  CHECK(distance(product(widened(p), product(widened(l), widened(u))), w) <= bound<T>(m, n) * size_of(w));
}

} // namespace

TEST_CASE_TEMPLATE("lu: a is p l u, in both orders", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (auto const& a : any_matrices<T>()) {
    const auto [p, l, u] = linalg::lu(a);
    check_factors<T>(a, p, l, u);
    const auto of_columns = linalg::lu(tensor<T, 2, column_major>(a));
    static_assert(std::same_as<decltype(of_columns.l), tensor<T, 2, column_major>>);
    check_factors<T>(a, of_columns.p, of_columns.l, of_columns.u);
    CHECK(of_columns.u == u);
  }
}

TEST_CASE("lu: any strides, batches, static shapes") {
  const auto a = random_matrix<double>(6, 4);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::lu(x);
    check_factors<double>(a, f.p, f.l, f.u);
  });
  tensor<double, 3, column_major> batch(3, 4, 5);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(4, 5, 10 + static_cast<unsigned long>(k));
  const auto f = linalg::lu(batch);
  for (index_t k = 0; k < 3; ++k)
    check_factors<double>(tensor<double, 2>(batch(k, all, all)), tensor<double, 2>(f.p(k, all, all)),
                          tensor<double, 2>(f.l(k, all, all)), tensor<double, 2>(f.u(k, all, all)));
  const tensor<double, fixed<3, 2>> fixed_shape{{1, 2}, {3, 4}, {5, 6}};
  const auto g = linalg::lu(fixed_shape);
  static_assert(std::same_as<decltype(g.p), tensor<double, fixed<3, 3>>>);
  static_assert(std::same_as<decltype(g.l), tensor<double, fixed<3, 2>>>);
  static_assert(std::same_as<decltype(g.u), tensor<double, fixed<2, 2>>>);
  check_factors<double>(fixed_shape, g.p, g.l, g.u);
}

TEST_CASE_TEMPLATE("det, slogdet: NumPy's answers", T, float, double,
                   std::complex<float>, std::complex<double>) {
  using R = real_of<T>;
  using W = std::complex<double>;
  for (auto const& c : numpy_answers) {
    bool is_real = true;
    for (auto const& x : c.a)
      is_real = is_real && x.imag() == 0;
    if (c.m != c.n || (!is_complex<T> && !is_real))
      continue;
    tensor<T, 2> a(c.m, c.n);
    for (index_t i = 0; i < c.m; ++i)
      for (index_t j = 0; j < c.n; ++j)
        a(i, j) = number<T>(c.a[static_cast<std::size_t>(i * c.n + j)].real(), c.a[static_cast<std::size_t>(i * c.n + j)].imag());
    // A determinant errs by the condition number of the matrix.
    const double tolerance = bound<T>(c.n, c.n) * c.conditions[1];
    const T det = linalg::det(a);
    CHECK(std::abs(W(det) - c.det[0]) <= tolerance * std::abs(c.det[0]));
    const auto [sign, logabsdet] = linalg::slogdet(a);
    static_assert(std::same_as<decltype(sign), const T> && std::same_as<decltype(logabsdet), const R>);
    CHECK(std::abs(W(sign) - c.sign[0]) <= tolerance);
    CHECK(std::abs(double(logabsdet) - c.logabsdet[0]) <= tolerance * std::abs(c.logabsdet[0]));
    const T by_columns = linalg::det(tensor<T, 2, column_major>(a));
    CHECK(std::abs(W(by_columns) - c.det[0]) <= tolerance * std::abs(c.det[0]));
  }
}

TEST_CASE("det, slogdet: signs, empty, singular, and beyond the range of double") {
  const tensor<double, 2> swapped{{0, 1}, {1, 0}}, singular{{1, 2}, {2, 4}};
  CHECK(linalg::det(swapped) == -1);
  CHECK(linalg::slogdet(swapped).sign == -1);
  CHECK(linalg::slogdet(swapped).logabsdet == 0);
  CHECK(linalg::det(singular) == 0);
  CHECK(linalg::slogdet(singular).sign == 0);
  CHECK(linalg::slogdet(singular).logabsdet == -HUGE_VAL);
  CHECK(linalg::det(tensor<double, 2>(0, 0)) == 1);
  CHECK(linalg::slogdet(tensor<double, 2>(0, 0)).sign == 1);
  tensor<double, 2> wide(4, 4);
  wide(0, 0) = wide(1, 1) = 1e200;
  wide(2, 2) = wide(3, 3) = -1e-200;
  CHECK(linalg::det(wide) == doctest::Approx(1).epsilon(1e-15)); // 1e400 on the way
  wide(3, 3) = 1e200;
  CHECK(linalg::det(wide) == -HUGE_VAL);
  CHECK(linalg::slogdet(wide).sign == -1);
  CHECK(linalg::slogdet(wide).logabsdet == doctest::Approx(400 * std::log(10.0)).epsilon(1e-14));
  const tensor<int, 2> whole{{2, 1}, {1, 3}};
  static_assert(std::same_as<decltype(linalg::det(whole)), double>);
  CHECK(linalg::det(whole) == doctest::Approx(5).epsilon(1e-15));
}

TEST_CASE("det, slogdet: batches give tensors, run-time rank too") {
  tensor<double, 3> a(4, 2, 2);
  for (index_t k = 0; k < 4; ++k)
    a(k, all, all) = tensor<double, 2>{{double(k), 1}, {1, 2}};
  const tensor<double, 1> expected{-1, 1, 3, 5};
  static_assert(std::same_as<decltype(linalg::det(a)), tensor<double, 1>>);
  CHECK(all_close(linalg::det(a), expected, 1e-15, 1e-15));
  CHECK(all_close(linalg::slogdet(a).sign, tensor<double, 1>{-1, 1, 1, 1}, 0.0, 0.0));
  CHECK(all_close(linalg::slogdet(a).logabsdet, tensor<double, 1>({0, 0, std::log(3), std::log(5)}), 1e-14, 1e-14));
  const tensor<double> at_run_time = a, one = a(1, all, all);
  CHECK(all_close(linalg::det(at_run_time), expected, 1e-15, 1e-15));
  CHECK(linalg::det(one).rank() == 0);
  CHECK(linalg::det(tensor<double, 3>(0, 2, 2)).size() == 0);
}

TEST_CASE("lu, det: what is refused") {
  tensor<double, 2> a = random_matrix<double>(3, 3);
  a(1, 2) = std::nan("");
  CHECK(support::message_of([&] { (void)linalg::lu(a); }) ==
        "weft: linalg::lu: element (1,2) is NaN or infinite (lu)");
  CHECK(support::message_of([&] { (void)linalg::det(a); }) ==
        "weft: linalg::det: element (1,2) is NaN or infinite (lu)");
  const double most = std::numeric_limits<double>::max(); // finite, so not it is named
  tensor<std::complex<double>, 2> large{{1, {most, most}}, {{most, most}, {0, std::nan("")}}};
  CHECK(support::message_of([&] { (void)linalg::det(large); }) ==
        "weft: linalg::det: element (1,1) is NaN or infinite (lu)");
  try {
    (void)linalg::slogdet(a);
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(e.position() == 5);
    CHECK(e.batch_index() == 0);
  }
  CHECK(support::message_of([] { (void)linalg::det(tensor<double, 2>(2, 3)); }) ==
        "weft: linalg::det: shape (2,3): the matrix is not square");
}

namespace {

/// The determinant of whole numbers, exactly, by elimination without fractions (E. Bareiss, 1968).
template <int N>
long double exact_det(std::vector<std::int64_t> const& a) {
  __int128 m[N][N], before = 1;
  int sign = 1;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      m[i][j] = a[std::size_t(i * N + j)];
  for (int k = 0; k + 1 < N; ++k) {
    int pivot = k;
    while (pivot < N && m[pivot][k] == 0)
      ++pivot;
    if (pivot == N)
      return 0;
    if (pivot != k) {
      std::swap(m[k], m[pivot]);
      sign = -sign;
    }
    for (int i = k + 1; i < N; ++i)
      for (int j = k + 1; j < N; ++j)
        m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / before;
    before = m[k][k];
  }
  return sign * static_cast<long double>(m[N - 1][N - 1]);
}

/// Matrices of whole numbers times powers of two, some of them singular or nearly so.
template <class T, int N>
void check_promise(int bits, int most_scale) {
  std::mt19937 r(N);
  const auto below = [&](int n) { return static_cast<int>(r() % static_cast<unsigned>(n)); };
  for (int n = 0; n < 400; ++n) {
    std::vector<std::int64_t> a(N * N);
    for (auto& x : a)
      x = below(2 << bits) - (1 << bits);
    if (n % 3 == 1)
      for (std::size_t j = 0; j < N; ++j)
        a[(N - 1) * N + j] = a[j] - (N > 2 ? a[N + j] : 0) + (n % 2 == 0 && j == 0 ? 1 : 0);
    tensor<T, fixed<N, N>> fixed_one;
    tensor<T, 2> dynamic(N, N);
    int exponents = 0, scale[2][N];
    for (auto& s : scale)
      for (int& e : s)
        exponents += e = most_scale == 0 ? 0 : below(2 * most_scale) - most_scale;
    long double rows = 1, squares = 0;
    for (int i = 0; i < N; ++i) {
      long double row = 0;
      for (int j = 0; j < N; ++j) {
        const T x = std::ldexp(static_cast<T>(a[std::size_t(i * N + j)]), scale[0][i] + scale[1][j]);
        fixed_one(i, j) = dynamic(i, j) = x;
        row += static_cast<long double>(x) * x;
      }
      rows *= std::sqrt(row);
      squares += row;
    }
    const long double exact = std::ldexp(exact_det<N>(a), exponents);
    const long double size = N <= 4 ? rows : std::pow(squares, N / 2.0L);
    const double bound = static_cast<double>(N * N * std::numeric_limits<T>::epsilon() * size);
    CAPTURE(N);
    CAPTURE(n);
    CHECK(static_cast<double>(std::abs(linalg::det(fixed_one) - exact)) <= bound);
    CHECK(static_cast<double>(std::abs(linalg::det(dynamic) - exact)) <= bound);
    CHECK(static_cast<double>(std::abs(linalg::det(tensor<T>(dynamic))() - exact)) <= bound);
  }
}

} // namespace

TEST_CASE("det: static and dynamic shapes are as near to the exact one as the documentation says") {
  for (const int scale : {0, 5, 20, 40}) {
    check_promise<double, 1>(20, scale);
    check_promise<double, 2>(20, scale);
    check_promise<double, 3>(20, scale);
    check_promise<double, 4>(16, scale);
    check_promise<double, 5>(12, scale);
    check_promise<double, 8>(7, scale);
  }
  check_promise<float, 3>(10, 5);
  check_promise<float, 4>(10, 5);
  check_promise<float, 6>(8, 2);
}
