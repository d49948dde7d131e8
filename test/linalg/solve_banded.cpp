#include "banded_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/banded.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <utility>

using namespace weft;
using namespace banded_test;

TEST_CASE_TEMPLATE("solve_banded: small backward errors, and corners are not read", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (auto const& [below, above] : std::vector<std::pair<index_t, index_t>>{
           {0, 0}, {0, 1}, {0, 3}, {1, 0}, {3, 0}, {1, 1}, {2, 1}, {1, 3}, {6, 5}, {40, 33}})
    for (const index_t n : {1, 2, 5, 41}) {
      tensor<T, 2> ab = random_band<T>(below, above, n, static_cast<unsigned long>(7 * n + below));
      if (below == 0 || above == 0) // a triangle of random numbers is nearly singular
        for (index_t j = 0; j < n; ++j)
          ab(above, j) += T(4);
      const auto a = full_matrix(ab, below, above);
      const auto b = random_matrix<T>(n, 3, 5);
      const tensor<T, 2> x = linalg::solve_banded(below, above, ab, b);
      CHECK(backward_error<T>(a, x, b) <= allowed<T>(std::min(below, n), std::min(above, n)));
      const tensor<T, 2, column_major> turned = ab, y = linalg::solve_banded(below, above, turned, b);
      CHECK(backward_error<T>(a, tensor<T, 2>(y), b) <= allowed<T>(std::min(below, n), std::min(above, n)));
      const tensor<T, 1> column = linalg::solve_banded(below, above, ab, b(all, 1));
      CHECK(backward_error<T>(a, tensor<T, 2>(column(all, newaxis)), tensor<T, 2>(b(all, range(1, 2)))) <=
            allowed<T>(std::min(below, n), std::min(above, n)));
    }
}

TEST_CASE("solve_banded: operands, right sides and targets of any strides") {
  const auto ab = random_band<double>(2, 1, 6), b = random_matrix<double>(6, 6, 5);
  const tensor<double, 2> wanted = linalg::solve_banded(2, 1, ab, b);
  REQUIRE(backward_error<double>(full_matrix(ab, 2, 1), wanted, b) <= allowed<double>(2, 1));
  const auto same = [&](auto const& x) { CHECK(all_close(x, wanted, 1e-13, 1e-13)); };
  in_each_layout(ab, [&](auto const& x) { same(linalg::solve_banded(2, 1, x, b)); });
  tensor<double, 2> room(20, 20);
  const auto check_target = [&](auto const& target) {
    room = 7.0;
    target = linalg::solve_banded(2, 1, ab, b);
    same(target);
    index_t changed = 0;
    for (double x : room)
      changed += x != 7.0;
    CHECK(changed == 36);
  };
  check_target(room(range(0, 6), range(0, 6)));
  check_target(room(range(0, 12, 2), range(1, 19, 3)));
  check_target(reverse(room(range(0, 6), range(0, 6)), 0));
  check_target(transpose(room(range(0, 6), range(0, 6))));             // LAPACK solves in the target
  check_target(reverse(transpose(room(range(0, 6), range(0, 6))), 1)); // columns backwards: one by one
}

TEST_CASE("solve_banded: batches are broadcast") {
  tensor<double, 3> bands(3, 4, 5), b(3, 5, 2);
  for (index_t k = 0; k < 3; ++k) {
    bands(k, all, all) = random_band<double>(2, 1, 5, 20 + static_cast<unsigned long>(k));
    b(k, all, all) = random_matrix<double>(5, 2, 30 + static_cast<unsigned long>(k));
  }
  const auto one = [](auto const& m, auto const& r) { return tensor<double, 2>(linalg::solve_banded(2, 1, m, r)); };
  const tensor<double, 3> each = linalg::solve_banded(2, 1, bands, b),
                          same_a = linalg::solve_banded(2, 1, bands(1, all, all), b);
  const tensor<double, 4> crossed =
      linalg::solve_banded(2, 1, bands(newaxis, all, all, all), b(all, newaxis, all, all));
  const tensor<double, 1> v{1, 2, 3, 4, 5};
  const tensor<double, 2> vectors = linalg::solve_banded(2, 1, bands, v);
  for (index_t k = 0; k < 3; ++k) {
    CHECK(all_close(each(k, all, all), one(bands(k, all, all), b(k, all, all)), 1e-13, 1e-13));
    CHECK(all_close(same_a(k, all, all), one(bands(1, all, all), b(k, all, all)), 1e-13, 1e-13));
    CHECK(all_close(vectors(k, all), one(bands(k, all, all), v(all, newaxis))(all, 0), 1e-13, 1e-13));
    for (index_t i = 0; i < 3; ++i)
      CHECK(all_close(crossed(i, k, all, all), one(bands(k, all, all), b(i, all, all)), 1e-13, 1e-13));
  }
  const tensor<double> any_bands = bands, any_b = b;
  CHECK(all_close(tensor<double>(linalg::solve_banded(2, 1, any_bands, any_b)), each, 1e-13, 1e-13));
}

TEST_CASE("solve_banded: matrices that are refused") {
  tensor<double, 3> ab(2, 4, 3);
  ab.fill(1);
  for (index_t j = 0; j < 3; ++j)
    ab(0, 1, j) = 5;
  const tensor<double, 1> b(3);
  const auto message = [&] { return support::message_of([&] { (void)eval(linalg::solve_banded(2, 1, ab, b)); }); };
  CHECK(message() ==
        "weft: linalg::solve_banded: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (dgbtrf)");
  ab(1, 0, 2) = std::nan(""); // element (1, 2)
  CHECK(message() == "weft: linalg::solve_banded: matrix 1 of the batch: element (1,2) is NaN or infinite (dgbtrf)");
  const tensor<double, 2> tiny{{1e-308}};
  CHECK(support::message_of([&] { (void)eval(linalg::solve_banded(0, 0, tiny, tensor<double, 1>{4})); }) ==
        "weft: linalg::solve_banded: the solution overflows (dgbtrf)"); // the name that all its messages have
}

TEST_CASE("explain: solutions with bands are computed in their target, in the memory that was said") {
  tensor<double, 2> x(20, 3), b(20, 3), ab(4, 20);
  b.fill(1);
  ab.fill(1);
  ab(1, all) = 9.0;
  const auto check = [](auto& target, auto const& e) {
    support::call_counter none;
    support::check_explained([&] { return explain(target, e); }, [&] { target = e; }, none);
  };
  const auto band = linalg::solve_banded(2, 1, ab, b);
  CHECK(explain(x, band).blas[0] == "dgbtrf n=20 below=2 above=1 columns=3");
  CHECK(explain(x, band).temporary_bytes ==
        20 * 6 * 8 + 20 * 8 + 8 * 64 + 3 * 64); // and the right sides, 480 bytes, in whole lines of a room
  check(x, band);
  tensor<double, 2, column_major> y(20, 3);
  CHECK(explain(y, band).temporary_bytes == 20 * 6 * 8 + 20 * 8);
  check(y, band);
}
