#include "decomposition.hpp"
#include "numpy_answers.hpp"

#include <support/message.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/generate.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a = l l^H, l is lower triangular and has a positive diagonal.
template <class T>
void check_factor(tensor<T, 2> const& a, tensor<T, 2> const& l) {
  const index_t n = a.extent(0);
  REQUIRE(l.shape() == a.shape());
  for (index_t i = 0; i < n; ++i) {
    CHECK(std::real(l(i, i)) > 0);
    CHECK(std::imag(l(i, i)) == 0);
    for (index_t j = i + 1; j < n; ++j)
      CHECK(l(i, j) == T(0));
  }
  const auto w = widened(l), wide_a = widened(a);
  CHECK(distance(product(w, adjoint(w)), wide_a) <= bound<T>(n, n) * size_of(wide_a));
}

} // namespace

TEST_CASE_TEMPLATE("cholesky: a is l l^H, in both orders; the lower triangle is read", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {0, 1, 2, 3, 17, 64, 150}) {
    const auto a = positive<T>(n);
    check_factor<T>(a, linalg::cholesky(a));
    tensor<T, 2> lower = a;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = i + 1; j < n; ++j)
        lower(i, j) = number<T>(std::nan(""), 1);
    CHECK(linalg::cholesky(lower) == linalg::cholesky(a));
    const tensor<T, 2, column_major> by_columns = lower;
    const auto l = linalg::cholesky(by_columns);
    static_assert(std::same_as<decltype(l), const tensor<T, 2, column_major>>);
    check_factor<T>(a, l);
  }
}

TEST_CASE("cholesky: the Hilbert matrix, and one of sizes 1 to 1e-24") {
  check_factor<double>(hilbert<double>(8), linalg::cholesky(hilbert<double>(8)));
  tensor<double, 2> scaled = positive<double>(10);
  for (index_t i = 0; i < 10; ++i)
    for (index_t j = 0; j < 10; ++j)
      scaled(i, j) *= std::pow(10.0, -1.2 * double(i + j));
  check_factor<double>(scaled, linalg::cholesky(scaled));
}

TEST_CASE("cholesky: any strides, static shapes, integers, expressions") {
  const auto a = positive<double>(7);
  in_each_layout(a, [&](auto const& x) {
    const tensor<double, 2> l = linalg::cholesky(x);
    check_factor<double>(a, l);
  });
  const tensor<float, fixed<2, 2>> f{{4, 2}, {2, 5}};
  static_assert(std::same_as<decltype(linalg::cholesky(f)), tensor<float, fixed<2, 2>>>);
  CHECK(linalg::cholesky(f) == tensor<float, 2>{{2, 0}, {1, 2}});
  const tensor<int, 2> i{{4, 2}, {2, 5}};
  CHECK(linalg::cholesky(i) == tensor<double, 2>{{2, 0}, {1, 2}});
}

TEST_CASE("cholesky: batches, of both orders and of run-time rank") {
  tensor<double, 4> a(2, 3, 5, 5);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      a(i, j, all, all) = positive<double>(5) * double(1 + i + 2 * j);
  const auto check = [&](auto const& l) {
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j)
        check_factor<double>(tensor<double, 2>(a(i, j, all, all)),
                             tensor<double, 2>(slice(slice(l, 0, i), 0, j)));
  };
  check(linalg::cholesky(a));
  const tensor<double, 4, column_major> by_columns = a;
  const auto l = linalg::cholesky(by_columns);
  static_assert(std::same_as<decltype(l), const tensor<double, 4, column_major>>);
  check(l);
  check(linalg::cholesky(transpose(transpose(a))));
  const tensor<double> at_run_time = a;
  check(linalg::cholesky(at_run_time).as<4>());
  CHECK(linalg::cholesky(tensor<double, 3>(0, 4, 4)).shape() == shape(0, 4, 4));
  CHECK(linalg::cholesky(tensor<double, 3>(4, 0, 0)).shape() == shape(4, 0, 0));
}

TEST_CASE("cholesky: NumPy's answers") {
  for (auto const& c : numpy_answers) {
    if (c.m != c.n)
      continue;
    const tensor<std::complex<double>, 2> a(shape(c.m, c.n), c.a);
    auto gram = product(a, adjoint(a));
    for (index_t i = 0; i < c.n; ++i)
      gram(i, i) += 1.0;
    CHECK(all_close(linalg::cholesky(gram), tensor<std::complex<double>, 2>(shape(c.n, c.n), c.cholesky), 1e-12, 1e-12));
  }
}

// Blocks are factored by halves: a place in the second one is counted from the first row of the matrix.
TEST_CASE("cholesky: the first row that is not positive definite, wherever it stands") {
  for (index_t bad = 0; bad < 40; ++bad) {
    tensor<double, 2> a = eye<double>(40);
    a(bad, bad) = -1;
    index_t seen = -1;
    try {
      (void)linalg::cholesky(a);
    } catch (linalg_error const& e) {
      seen = e.position();
    }
    CHECK(seen == bad);
  }
}

TEST_CASE("cholesky: errors name the routine, the place and the matrix") {
  tensor<double, 3> a(2, 3, 3);
  a(0, all, all) = positive<double>(3);
  a(1, all, all) = tensor<double, 2>{{1, 0, 0}, {0, 1, 2}, {0, 2, 3}};
  const tensor<double, 3> before = a;
  CHECK(support::message_of([&] { (void)linalg::cholesky(a); }) ==
        "weft: linalg::cholesky: matrix 1 of the batch: the matrix is not positive definite, seen at column 2 (cholesky)");
  try {
    (void)linalg::cholesky(cast<float>(a));
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.routine()) == "cholesky");
    CHECK(e.position() == 2);
    CHECK(e.batch_index() == 1);
  }
  CHECK(a == before);
  a(0, 2, 1) = HUGE_VAL;
  const std::string at = "weft: linalg::cholesky: matrix 0 of the batch: element (2,1) is NaN or infinite (cholesky)";
  CHECK(support::message_of([&] { (void)linalg::cholesky(a); }) == at);
  const tensor<double, 3, column_major> by_columns = a;
  CHECK(support::message_of([&] { (void)linalg::cholesky(by_columns); }) == at);
  try {
    (void)linalg::cholesky(a);
  } catch (linalg_error const& e) {
    CHECK(e.position() == 7);
  }
  CHECK(support::message_of([] { (void)linalg::cholesky(tensor<double, 2>(3, 4)); }) ==
        "weft: linalg::cholesky: shape (3,4): the matrix is not square");
  CHECK(support::message_of([] { (void)linalg::cholesky(tensor<double>(shape(3))); }) ==
        "weft: linalg::cholesky: shape (3): it takes a matrix, or a batch of matrices in the last two axes");
  CHECK_THROWS_AS((void)linalg::cholesky(tensor<double>(shape(3))), shape_error);
}

TEST_CASE("cholesky: memory comes from the resource, so a no_alloc_scope refuses it") {
  const auto a = positive<double>(3);
  const no_alloc_scope none;
  CHECK_THROWS_AS((void)linalg::cholesky(a), error);
}
