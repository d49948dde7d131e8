#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/sylvester.hpp>
#include <weft/ops/generate.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a x + x b = q, with a backward error of roundings of a and b (Higham, Accuracy and Stability, 16.2).
template <class T>
void check_solution(tensor<T, 2> const& a, tensor<T, 2> const& b, tensor<T, 2> const& q, tensor<T, 2> const& x) {
  REQUIRE(x.shape() == q.shape());
  const auto wide_a = widened(a), wide_b = widened(b), wide_x = widened(x);
  const auto left = product(wide_a, wide_x), right = product(wide_x, wide_b);
  auto residual = widened(q);
  for (index_t i = 0; i < q.extent(0); ++i)
    for (index_t j = 0; j < q.extent(1); ++j)
      residual(i, j) -= left(i, j) + right(i, j);
  CHECK(size_of(residual) <=
        bound<T>(q.extent(0), q.extent(1)) * ((size_of(wide_a) + size_of(wide_b)) * size_of(wide_x) + 1e-30));
}
/// Eigenvalues around 4, so that none is that of a small -b.
template <class T>
tensor<T, 2> shifted(index_t n, unsigned long seed) {
  tensor<T, 2> a = random_matrix<T>(n, n, seed);
  for (index_t i = 0; i < n; ++i)
    a(i, i) += number<T>(4, 0);
  return a;
}

} // namespace

TEST_CASE_TEMPLATE("solve_sylvester: the residual is of roundings, in both orders", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (auto const& [m, n] : std::vector<std::pair<index_t, index_t>>{
           {1, 1}, {1, 5}, {5, 1}, {3, 4}, {17, 9}, {8, 30}, {0, 0}, {0, 3}, {3, 0}}) {
    const auto a = shifted<T>(m, 1), b = shifted<T>(n, 2), q = random_matrix<T>(m, n, 3);
    const auto x = linalg::solve_sylvester(a, b, q);
    static_assert(std::same_as<decltype(x), const tensor<T, 2>>);
    check_solution<T>(a, b, q, x);
    const tensor<T, 2, column_major> by_columns = q;
    const auto y = linalg::solve_sylvester(a, b, by_columns);
    static_assert(std::same_as<decltype(y), const tensor<T, 2, column_major>>);
    check_solution<T>(a, b, q, tensor<T, 2>(y));
  }
  for (auto const& a : {jordan<T>(6, 1), frank<T>(6), graded<T>(6, 6), kahan<T>(6)}) {
    const auto b = jordan<T>(4, 3), q = random_matrix<T>(6, 4, 4);
    check_solution<T>(a, b, q, linalg::solve_sylvester(a, b, q));
  }
}

TEST_CASE("solve_sylvester: a known solution; mixed types; static shapes") {
  // SciPy's documentation of solve_sylvester.
  const tensor<int, fixed<3, 3>> a{{-3, -2, 0}, {-1, -1, 3}, {3, -5, -1}};
  const tensor<int, fixed<1, 1>> b{{1}};
  const tensor<int, fixed<3, 1>> q{{1}, {2}, {3}};
  const auto x = linalg::solve_sylvester(a, b, q);
  static_assert(std::same_as<decltype(x), const tensor<double, fixed<3, 1>>>);
  CHECK(all_close(x, tensor<double, 2>{{0.0625}, {-0.5625}, {0.6875}}, 1e-14, 0.0));
  using C = std::complex<double>;
  const auto z = linalg::solve_sylvester(cast<float>(a), tensor<C, 2>{{C(0, 1)}}, q);
  static_assert(std::same_as<decltype(z), const tensor<C, fixed<3, 1>>>);
  check_solution<C>(tensor<C, 2>(cast<C>(a)), tensor<C, 2>{{C(0, 1)}}, tensor<C, 2>(cast<C>(q)), tensor<C, 2>(z));
}

TEST_CASE("solve_sylvester: any strides; batches of each operand are broadcast") {
  const auto a = shifted<double>(5, 1), b = shifted<double>(5, 2), q = random_matrix<double>(5, 5, 3);
  const auto plain = linalg::solve_sylvester(a, b, q);
  const auto same = [&](auto const& x) { CHECK(all_close(tensor<double, 2>(x), plain, 1e-12, 1e-12)); };
  in_each_layout(a, [&](auto const& x) { same(linalg::solve_sylvester(x, b, q)); });
  in_each_layout(b, [&](auto const& x) { same(linalg::solve_sylvester(a, x, q)); });
  in_each_layout(q, [&](auto const& x) { same(linalg::solve_sylvester(a, b, x)); });
  tensor<double, 3> many(2, 4, 4), right(2, 4, 3);
  tensor<double, 4> others(3, 1, 3, 3);
  for (index_t k = 0; k < 2; ++k) {
    many(k, all, all) = shifted<double>(4, 10 + static_cast<unsigned long>(k));
    right(k, all, all) = random_matrix<double>(4, 3, 20 + static_cast<unsigned long>(k));
  }
  for (index_t k = 0; k < 3; ++k)
    others(k, 0, all, all) = shifted<double>(3, 30 + static_cast<unsigned long>(k));
  const auto check = [&](auto const& x) {
    REQUIRE(x.shape() == shape(3, 2, 4, 3));
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 2; ++k)
        check_solution<double>(tensor<double, 2>(many(k, all, all)), tensor<double, 2>(others(j, 0, all, all)),
                               tensor<double, 2>(right(k, all, all)), tensor<double, 2>(x(j, k, all, all)));
  };
  check(linalg::solve_sylvester(many, others, right));
  check(linalg::solve_sylvester(many, others, tensor<double, 3, column_major>(right)));
  const auto runtime = linalg::solve_sylvester(tensor<double>(many), others, right);
  check(runtime.as<4>());
}

TEST_CASE("solve_sylvester: large solutions; what has none") {
  const tensor<double, 2> tiny{{0.5e-100}}, large{{1e200}}, huge{{1e220}};
  CHECK(linalg::solve_sylvester(tiny, tiny, large)(0, 0) == doctest::Approx(1e300).epsilon(1e-14));
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(tiny, tiny, huge); }) ==
        "weft: linalg::solve_sylvester: the solution overflows (dtrsyl)");
  const tensor<float, 2> one{{1}}, minus{{-1}};
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(one, minus, one); }) ==
        "weft: linalg::solve_sylvester: the sum of an eigenvalue of a and one of b is 0, or too small to be told from that "
        "(strsyl)");
  tensor<double, 3> batch(3, 2, 2);
  batch(0, all, all) = batch(2, all, all) = eye<double>(2);
  batch(1, all, all) = -eye<double>(2);
  try {
    (void)linalg::solve_sylvester(batch, eye<double>(2), random_matrix<double>(2, 2));
    FAIL("the second has no solution");
  } catch (linalg_error const& e) {
    CHECK(e.batch_index() == 1);
    CHECK(std::string(e.routine()) == "dtrsyl");
  }
}

TEST_CASE("solve_sylvester: what is refused") {
  const auto a = shifted<double>(2, 1), b = shifted<double>(3, 2);
  tensor<double, 2> q(2, 3);
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(a, b, transpose(q)); }) ==
        "weft: linalg::solve_sylvester: shape (2,2) and shape (3,2): the right side has as many rows as a and as many "
        "columns as b");
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(a, a, q); }) ==
        "weft: linalg::solve_sylvester: shape (2,2) and shape (2,3): the right side has as many rows as a and as many "
        "columns as b");
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(q, b, q); }) ==
        "weft: linalg::solve_sylvester: shape (2,3): the matrix is not square");
  q(1, 2) = HUGE_VAL;
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(a, b, q); }) ==
        "weft: linalg::solve_sylvester: element (1,2) of the right side is NaN or infinite (dtrsyl)");
  CHECK(support::message_of([&] { (void)linalg::solve_sylvester(a, b * HUGE_VAL, q); }) ==
        "weft: linalg::solve_sylvester: element (0,0) of b is NaN or infinite (dtrsyl)");
}
