#include "overflow.hpp"

#include <weft/linalg/banded.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/qr_factor.hpp>
#include <weft/linalg/subspace.hpp>
#include <weft/linalg/svd.hpp>

using namespace overflow_test;

TEST_CASE_TEMPLATE("overflow: no solution by LAPACK of finite numbers is not finite", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {1, 2, 5, 9, 40}) {
    const tensor<T, 2> l = lower_of<T>(n), d = diagonal_of<T>(n);
    check_sides<T>(n, [&](auto const& b) { return linalg::ldlt_factor(d).solve(b); });
    const tensor<T, 2> band = full(shape(1, n), T(least<T>));
    check_sides<T>(n, [&](auto const& b) { return eval(linalg::solve_banded(0, 0, band, b)); });
    const tensor<T, 2> b = sides<T>(n, false), lost = sides<T>(n, true);
    CHECK(is_solved<T>(linalg::qr_factor(d).solve(b), n));
    CHECK(overflows([&] { (void)linalg::qr_factor(d).solve(lost); }));
    auto with_nan = b;
    with_nan(0, 2) = nan_of<T>;
    tensor<T, 2> x = linalg::qr_factor(d).solve(with_nan);
    CHECK(is_nan(x(0, 2)));
    x(all, 2) = T(0);
    CHECK(is_solved<T>(x, n));
    CHECK(overflows([&] { (void)linalg::lstsq(d, lost); }));
    CHECK(overflows([&] { (void)linalg::lstsq(d, lost, linalg::by_qr); }));
    auto small = d; // one by it is 2^1025, or 2^129
    small(all, all) *= T(real_of<T>(0.125));
    CHECK(overflows([&] { (void)linalg::ldlt_factor(small).inverse(); }));
    CHECK(overflows([&] { (void)linalg::qr_factor(small).inverse(); }));
    CHECK(overflows([&] { (void)linalg::pinv(small); }));
    tensor<T, 3> batch(4, n, n), right(4, n, 3);
    for (index_t k = 0; k < 4; ++k) {
      batch(k, all, all) = d;
      right(k, all, all) = sides<T>(n, k == 3);
    }
    const auto named = [](auto const& f) {
      const std::string message = support::message_of(f);
      CHECK(message.find("matrix 3 of the batch: the solution overflows") != std::string::npos);
    };
    named([&] { (void)linalg::ldlt_factor(batch).solve(right); });
    named([&] { (void)linalg::qr_factor(batch).solve(right); });
    named([&] { (void)linalg::lstsq(batch, right); });
    named([&] { (void)eval(linalg::solve_banded(0, 0, band, right)); });
  }
}

TEST_CASE_TEMPLATE("overflow: pivots of LAPACK that leave the range divide nothing", T, float, double,
                   std::complex<double>) {
  tensor<T, 2> a = eye<T>(5);
  a(0, 0) = a(0, 1) = a(1, 1) = T(most<T>);
  a(1, 0) = T(-most<T>);
  CHECK(overflows([&] { (void)linalg::qr_factor(a); })); // lengths of columns
  tensor<T, 2> indefinite = eye<T>(5); // a c - b^2 of elements whose sums leave the range
  indefinite(0, 0) = T(most<T>);
  indefinite(1, 0) = indefinite(0, 1) = T(most<T>);
  indefinite(1, 1) = T(-most<T>);
  CHECK(overflows([&] { (void)linalg::ldlt_factor(indefinite).solve(tensor<T, 1>{1, 1, 1, 1, 1}); }));
  // Infinite beside the diagonal of a block of D.
  const real_of<T> big = std::numeric_limits<real_of<T>>::max();
  tensor<T, 2> block{{1, 1, -1}, {1, 0, 2}, {-1, 2, 0}};
  block = block * T(big * real_of<T>(0.45));
  CHECK(overflows([&] { (void)linalg::ldlt_factor(block).solve(tensor<T, 1>{1, 1, 1}); }));
  // The largest singular value is 40 times as large as the elements.
  const tensor<T, 2> wide = full(shape(40, 40), T(most<T>));
  CHECK(overflows([&] { (void)linalg::matrix_rank(wide); }, "the singular values overflow"));
  CHECK(overflows([&] { (void)linalg::orth(wide); }, "the singular values overflow"));
  CHECK(overflows([&] { (void)linalg::null_space(wide); }, "the singular values overflow"));
  CHECK(overflows([&] { (void)linalg::pinv(wide); }, "the singular values overflow"));
  // Two diagonals below: elements (0,0), (0,1), (1,0), (1,1) as above.
  tensor<T, 2> band(4, 5);
  for (index_t j = 0; j < 5; ++j)
    band(1, j) = T(1);
  band(1, 0) = band(0, 1) = band(1, 1) = T(most<T>);
  band(2, 0) = T(-most<T>);
  CHECK(overflows([&] { (void)eval(linalg::solve_banded(2, 1, band, tensor<T, 1>{1, 1, 1, 1, 1})); }));
}

TEST_CASE_TEMPLATE("qr_factor: a column that depends on others to rounding is named, at any scale", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {2, 3, 8, 40})
    for (const index_t m : {n, n + 3})
      for (const auto scale : {real_of<T>(1), least<T> * 64, most<T> / 4096}) {
        tensor<T, 2> a = random_matrix<T>(m, n, 3) * T(scale);
        const tensor<T, 1> b = full(shape(m), T(scale));
        CAPTURE(n);
        CAPTURE(scale);
        CHECK(support::message_of([&] { (void)linalg::qr_factor(a).solve(b); }) == "no error");
        const index_t at = n - 1;
        a(all, at) = T(0);
        for (index_t j = 0; j < at; ++j)
          a(all, at) = tensor<T, 1>(a(all, at) + a(all, j) * T(real_of<T>(0.37) / real_of<T>(at)));
        const std::string place = "r(" + std::to_string(at) + "," + std::to_string(at) + ")";
        const auto f = linalg::qr_factor(a);
        const std::string message = support::message_of([&] { (void)f.solve(b); });
        CHECK(message.find("the matrix has not full rank: " + place + " is 0 to rounding") != std::string::npos);
        if (m == n) {
          CHECK(support::message_of([&] { (void)f.inverse(); }) == message);
          CHECK(f.rcond() >= 0);
          CHECK(f.rcond() < 100 * double(n) * double(std::numeric_limits<real_of<T>>::epsilon()));
        }
      }
}
