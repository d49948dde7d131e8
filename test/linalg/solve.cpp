#include "decomposition.hpp"

#include <support/explained.hpp>
#include <support/guarded_pages.hpp>
#include <support/message.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/explain.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

template <class T>
tensor<T, 2> as_matrix(tensor<T, 1> const& v) {
  return tensor<T, 2>(v(all, newaxis));
}

} // namespace

TEST_CASE_TEMPLATE("solve: small backward errors for both orders of all that takes part", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {1, 2, 3, 7, 8, 9, 16, 17, 33, 64, 100, 131})
    for (const index_t k : {1, 2, 5, 70}) {
      const auto a = random_matrix<T>(n, n, 1 + static_cast<unsigned long>(n));
      const auto b = random_matrix<T>(n, k, 77);
      const tensor<T, 2, column_major> turned_a = a, turned_b = b;
      const double most = 8 * double(n) * double(std::numeric_limits<real_of<T>>::epsilon());
      const tensor<T, 2> x = linalg::solve(a, b), y = linalg::solve(turned_a, b), z = linalg::solve(a, turned_b);
      const tensor<T, 2, column_major> w = linalg::solve(turned_a, turned_b);
      CHECK(backward_error<T>(a, x, b) <= most);
      CHECK(backward_error<T>(a, y, b) <= most);
      CHECK(backward_error<T>(a, z, b) <= most);
      CHECK(backward_error<T>(a, tensor<T, 2>(w), b) <= most);
      const tensor<T, 1> column = linalg::solve(a, b(all, 0));
      CHECK(backward_error<T>(a, as_matrix(column), as_matrix(tensor<T, 1>(b(all, 0)))) <= most);
    }
}

TEST_CASE("solve: operands, right sides and targets of any strides") {
  const auto a = random_matrix<double>(6, 6), b = random_matrix<double>(6, 6, 5);
  const tensor<double, 2> wanted = linalg::solve(a, b);
  REQUIRE(backward_error<double>(a, wanted, b) <= 1e-14);
  const double most = 1e-12;
  in_each_layout(a, [&](auto const& x) { CHECK(all_close(linalg::solve(x, b), wanted, most, most)); });
  in_each_layout(b, [&](auto const& y) { CHECK(all_close(linalg::solve(a, y), wanted, most, most)); });
  tensor<double, 2> room(20, 20);
  const auto check_target = [&](auto const& target) {
    room = 7.0;
    target = linalg::solve(a, b);
    CHECK(all_close(target, wanted, most, most));
    index_t changed = 0;
    for (double x : room)
      changed += x != 7.0;
    CHECK(changed == 36);
  };
  check_target(room(range(0, 6), range(0, 6)));
  check_target(room(range(0, 12, 2), range(1, 19, 3)));
  check_target(reverse(room(range(0, 6), range(0, 6)), 0));
  check_target(reverse(room(range(0, 12, 2), range(0, 6)), 1));
  check_target(transpose(room(range(0, 6), range(0, 12, 2))));
}

TEST_CASE("solve: batches are broadcast, and a right side is a vector only if its rank is 1") {
  tensor<double, 3> a(3, 4, 4), b(3, 4, 2);
  for (index_t k = 0; k < 3; ++k) {
    a(k, all, all) = random_matrix<double>(4, 4, 20 + static_cast<unsigned long>(k));
    b(k, all, all) = random_matrix<double>(4, 2, 30 + static_cast<unsigned long>(k));
  }
  const auto one = [](auto const& m, auto const& r) { return tensor<double, 2>(linalg::solve(m, r)); };
  const tensor<double, 3> each = linalg::solve(a, b);
  for (index_t k = 0; k < 3; ++k)
    CHECK(all_close(each(k, all, all), one(a(k, all, all), b(k, all, all)), 1e-13, 1e-13));
  const tensor<double, 3> same_a = linalg::solve(a(1, all, all), b), same_b = linalg::solve(a, b(2, all, all));
  for (index_t k = 0; k < 3; ++k) {
    CHECK(all_close(same_a(k, all, all), one(a(1, all, all), b(k, all, all)), 1e-13, 1e-13));
    CHECK(all_close(same_b(k, all, all), one(a(k, all, all), b(2, all, all)), 1e-13, 1e-13));
  }
  const tensor<double, 1> v{1, 2, 3, 4};
  const tensor<double, 2> vectors = linalg::solve(a, v);
  for (index_t k = 0; k < 3; ++k)
    CHECK(all_close(vectors(k, all), tensor<double, 1>(linalg::solve(a(k, all, all), v)), 1e-13, 1e-13));
  // Two leading axes, of which each operand has one.
  const tensor<double, 4> crossed = linalg::solve(a(newaxis, all, all, all), b(all, newaxis, all, all));
  CHECK(crossed.shape() == shape(3, 3, 4, 2));
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(all_close(crossed(i, j, all, all), one(a(j, all, all), b(i, all, all)), 1e-13, 1e-13));
  const tensor<double> any_a = a, any_b = b, any_v = v;
  CHECK(all_close(tensor<double>(linalg::solve(any_a, any_b)), each, 1e-13, 1e-13));
  CHECK(all_close(tensor<double>(linalg::solve(any_a, any_v)), vectors, 1e-13, 1e-13));
  const tensor<double, fixed<2, 2>> known{{2, 1}, {1, 3}};
  const tensor<double, fixed<2>> right{3, 4};
  const auto solution = eval(linalg::solve(known, right));
  static_assert(std::same_as<decltype(solution), const tensor<double, fixed<2>>>);
  CHECK(solution(0) == doctest::Approx(1).epsilon(1e-15));
  CHECK(solution(1) == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE_TEMPLATE("inv: times the matrix is one", T, float, double, std::complex<float>, std::complex<double>) {
  for (const index_t n : {1, 2, 5, 8, 9, 31, 100}) {
    const auto a = random_matrix<T>(n, n, 3);
    tensor<T, 2> one(n, n);
    for (index_t i = 0; i < n; ++i)
      one(i, i) = T(1);
    const tensor<T, 2> right = linalg::inv(a);
    const tensor<T, 2, column_major> by_columns = linalg::inv(tensor<T, 2, column_major>(a));
    const double most = 8 * double(n) * double(std::numeric_limits<real_of<T>>::epsilon());
    CHECK(backward_error<T>(a, right, one) <= most);
    CHECK(backward_error<T>(a, tensor<T, 2>(by_columns), one) <= most);
  }
}

TEST_CASE_TEMPLATE("solve: pivots by which one cannot be divided", T, float, double, std::complex<float>,
                   std::complex<double>) {
  // One by the pivots overflows. The factors hold few bits, so no step rounds; those of the transposed matrix too.
  const index_t n = 6;
  const real_of<T> tiny = std::numeric_limits<real_of<T>>::min() / 256;
  wide_matrix<T> lower(n, n), upper(n, n), x(n, 3);
  for (index_t i = 0; i < n; ++i) {
    for (index_t j = 0; j < n; ++j) {
      lower(i, j) = i < j ? 0 : i == j ? 1 : (i + j) % 2 == 0 ? 0.5L : -0.5L;
      upper(i, j) = wide_of<T>(i > j    ? number<T>(0, 0)
                               : i == j ? number<T>(8, 0)
                                        : number<T>(double((i + j) % 3 * 2 - 2), double(j % 2 * 2))) *
                    wide_of<T>(tiny);
    }
    for (index_t k = 0; k < 3; ++k)
      x(i, k) = wide_of<T>(number<T>(double(i - 2 * k + 1), double(k - i)));
  }
  const auto wide_a = product(lower, upper), wide_b = product(wide_a, x);
  tensor<T, 2> a(n, n), b(n, 3), wanted(n, 3);
  for (index_t i = 0; i < n; ++i) {
    for (index_t j = 0; j < n; ++j)
      a(i, j) = T(wide_a(i, j));
    for (index_t k = 0; k < 3; ++k) {
      b(i, k) = T(wide_b(i, k));
      wanted(i, k) = T(x(i, k));
    }
  }
  const tensor<T, 2, column_major> turned_a = a, turned_b = b;
  CHECK(tensor<T, 2>(linalg::solve(a, b)) == wanted);
  CHECK(tensor<T, 2>(linalg::solve(turned_a, b)) == wanted);
  CHECK(tensor<T, 2>(linalg::solve(a, turned_b)) == wanted);
  CHECK(tensor<T, 2, column_major>(linalg::solve(turned_a, turned_b)) == wanted);
  CHECK(tensor<T, 1>(linalg::solve(a, b(all, 1))) == wanted(all, 1));
  CHECK(tensor<T, 1>(linalg::solve(turned_a, b(all, 1))) == wanted(all, 1));
}

TEST_CASE_TEMPLATE("solve, inv: nothing beside the operands is touched", T, double, std::complex<float>) {
  const support::guarded_resource pages;
  for (index_t n = 1; n < 26; ++n) {
    const auto a = random_matrix<T>(n, n), b = random_matrix<T>(n, 3, 2);
    const tensor<T, 2, column_major> turned = a;
    const double most = 8 * double(n) * double(std::numeric_limits<real_of<T>>::epsilon());
    const tensor<T, 1> right = b(all, 0), x = linalg::solve(a, right), y = linalg::solve(turned, right);
    CHECK(backward_error<T>(a, as_matrix(x), as_matrix(right)) <= most);
    CHECK(backward_error<T>(a, as_matrix(y), as_matrix(right)) <= most);
    CHECK(backward_error<T>(a, tensor<T, 2>(linalg::solve(a, b)), b) <= most);
    CHECK(backward_error<T>(a, tensor<T, 2>(linalg::solve(turned, b)), b) <= most);
    CHECK(tensor<T, 2>(linalg::inv(a)).extent(0) == n);
  }
}

TEST_CASE("solve, inv: integers, mixed types, expressions, empty shapes") {
  const tensor<int, 2> whole{{2, 1}, {1, 3}};
  static_assert(std::same_as<decltype(linalg::solve(whole, whole))::value_type, double>);
  CHECK(all_close(linalg::inv(whole), tensor<double, 2>{{0.6, -0.2}, {-0.2, 0.4}}, 1e-15, 1e-15));
  const tensor<float, 2> narrow{{2, 1}, {1, 3}};
  static_assert(std::same_as<decltype(linalg::solve(narrow, tensor<double, 1>{1, 2}))::value_type, double>);
  static_assert(std::same_as<decltype(linalg::inv(narrow))::value_type, float>);
  const tensor<double, 2> a{{2, 1}, {1, 3}};
  const tensor<double, 1> b{3, 4};
  CHECK(all_close(linalg::solve(2.0 * a, b + b), tensor<double, 1>{1, 1}, 1e-15, 1e-15));
  CHECK(all_close(matmul(a, linalg::solve(a, b)) - b, tensor<double, 1>{0, 0}, 1e-15, 1e-15));
  CHECK(tensor<double, 2>(linalg::solve(tensor<double, 2>(0, 0), tensor<double, 2>(0, 3))).shape() == shape(0, 3));
  CHECK(tensor<double, 2>(linalg::solve(a, tensor<double, 2>(2, 0))).shape() == shape(2, 0));
  CHECK(tensor<double, 3>(linalg::inv(tensor<double, 3>(0, 4, 4))).shape() == shape(0, 4, 4));
  CHECK(tensor<double, 2>(linalg::inv(tensor<double, 2>(0, 0))).shape() == shape(0, 0));
}

TEST_CASE("solve: the target may be an operand, and stays as it was where nothing solves it") {
  const tensor<double, 2> a{{0, 2}, {3, 0}};
  tensor<double, 2> x{{2, 4}, {3, 6}}, m = a;
  x = linalg::solve(a, x);
  CHECK(x == tensor<double, 2>{{1, 2}, {1, 2}});
  m = linalg::solve(m, transpose(m));
  CHECK(m == tensor<double, 2>{{2.0 / 3, 0}, {0, 1.5}});
  m = linalg::inv(m);
  CHECK(all_close(m, tensor<double, 2>{{1.5, 0}, {0, 2.0 / 3}}, 1e-15, 1e-15));
  const tensor<double, 2> singular{{1, 2}, {2, 4}};
  const tensor<double, 2> before = x;
  CHECK_THROWS_AS(x = linalg::solve(singular, x), linalg_error);
  CHECK_THROWS_AS(x = linalg::solve(singular, a), linalg_error);
  CHECK_THROWS_AS(x += linalg::inv(singular), linalg_error);
  CHECK(x == before);
}

TEST_CASE("solve, inv: what is refused") {
  const tensor<double, 2> a{{1, 2}, {2, 4}}, b(3, 1);
  try {
    (void)eval(linalg::solve(a, tensor<double, 1>{1, 1}));
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.what()) == "weft: linalg::solve: the matrix is singular: pivot 1 is 0 (lu)");
    CHECK(e.position() == 1);
    CHECK(e.batch_index() == 0);
  }
  tensor<double, 3> batch(2, 2, 2);
  batch(0, all, all) = tensor<double, 2>{{1, 0}, {0, 1}};
  batch(1, all, all) = a;
  CHECK(support::message_of([&] { (void)eval(linalg::inv(batch)); }) ==
        "weft: linalg::inv: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (lu)");
  batch(1, 0, 1) = std::nan("");
  CHECK(support::message_of([&] { (void)eval(linalg::inv(batch)); }) ==
        "weft: linalg::inv: matrix 1 of the batch: element (0,1) is NaN or infinite (lu)");
  CHECK(support::message_of([&] { (void)linalg::solve(a, b); }) ==
        "weft: linalg::solve: shape (2,2) and shape (3,1): the right side has as many rows as the matrix");
  CHECK(support::message_of([&] { (void)linalg::inv(b); }) == "weft: linalg::inv: shape (3,1): the matrix is not square");
  CHECK_THROWS_AS((void)linalg::solve(tensor<double>(shape(4)), b), shape_error);
}

TEST_CASE("explain: a solution is computed in its target, beside one copy of the matrix") {
  const auto a = random_matrix<double>(20, 20), b = random_matrix<double>(20, 3);
  tensor<double, 2> x(20, 3);
  const auto plan = explain(x, linalg::solve(a, b));
  CHECK(plan.temporaries == 2); // the factors, and where their rows went
  CHECK(plan.temporary_bytes == 20 * 20 * 8 + 20 * 8);
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.blas[0] == "own lu n=20 columns=3");
  CHECK(plan.loops == 2);
  CHECK(explain(x, linalg::solve(a, x)).temporaries == 3);
}

TEST_CASE("explain: solutions take the memory that was said, of a resource that counts") {
  for (const index_t n : {3, 40, 100, 200, 300})
    for (const index_t k : {1, 9, 300}) {
      const auto check = [&](auto& target, auto const& e) {
        support::call_counter none;
        support::check_explained([&] { return explain(target, e); }, [&] { target = e; }, none);
        CHECK(explain(target, e).temporary_bytes <= 2 * 8 * (n * n + n * k)); // the operands twice
      };
      const auto a = random_matrix<double>(n, n), b = random_matrix<double>(n, k);
      tensor<double, 2> x(n, k);
      tensor<double, 2, column_major> y(n, k), inverse(n, n);
      check(x, linalg::solve(a, b));
      check(y, linalg::solve(transpose(a), b));
      check(inverse, linalg::inv(a));
      check(x, 2.0 * linalg::solve(a, b) + b);
    }
}
