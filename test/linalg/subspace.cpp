#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/subspace.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// Of a matrix with that rank. Values that count as 0 are below the larger extent in roundings, as in bound().
template <class T, class N, class O>
void check_bases(tensor<T, 2> const& a, N const& null, O const& range, index_t rank) {
  const index_t m = a.extent(0), n = a.extent(1);
  REQUIRE(null.shape() == shape(n, n - rank));
  REQUIRE(range.shape() == shape(m, rank));
  const tensor<T, 2> of_null = null, of_range = range;
  CHECK(orthogonality(of_null) <= bound<T>(m, n));
  CHECK(orthogonality(of_range) <= bound<T>(m, n));
  const auto wide = widened(a), q = widened(of_range);
  CHECK(size_of(product(wide, widened(of_null))) <= bound<T>(m, n) * size_of(wide));
  // What a is made of lies in the range: q q^H a is a.
  CHECK(distance(product(q, product(adjoint(q), wide)), wide) <= bound<T>(m, n) * size_of(wide));
}

} // namespace

TEST_CASE_TEMPLATE("null_space, orth: orthonormal bases of known ranks", T, float, double, std::complex<float>,
                   std::complex<double>) {
  const auto check = [](tensor<T, 2> const& a, index_t rank) {
    check_bases<T>(a, linalg::null_space(a), linalg::orth(a), rank);
    const tensor<T, 2, column_major> by_columns = a;
    const auto null = linalg::null_space(by_columns);
    static_assert(std::same_as<decltype(null), const tensor<T, 2, column_major>>);
    check_bases<T>(a, null, linalg::orth(by_columns), rank);
  };
  for (auto const& [m, n] : std::vector<std::pair<index_t, index_t>>{
           {1, 1}, {5, 3}, {3, 5}, {9, 9}, {20, 4}, {4, 20}, {0, 0}, {0, 3}, {3, 0}, {1, 4}, {4, 1}})
    check(random_matrix<T>(m, n), std::min(m, n)); // of full rank
  for (auto const& [m, n] : std::vector<std::pair<index_t, index_t>>{{12, 8}, {8, 12}, {7, 7}, {30, 5}, {5, 30}}) {
    check(deficient<T>(m, n, 3), 3);
    check(tensor<T, 2>(m, n), 0);
  }
  check(jordan<T>(6, 0), 5);
}

TEST_CASE("null_space, orth: rtol; any strides; static shapes; integers") {
  const tensor<double, 2> d{{1, 0}, {0, 1e-4}};
  CHECK(linalg::null_space(d).shape() == shape(2, 0));
  const auto last = linalg::null_space(d, 1e-3);
  REQUIRE(last.shape() == shape(2, 1));
  CHECK(last(0, 0) == 0);
  CHECK(std::abs(last(1, 0)) == 1);
  CHECK(linalg::orth(d, 1e-3).shape() == shape(2, 1));
  const auto a = deficient<double>(6, 4, 2);
  in_each_layout(a, [&](auto const& x) {
    check_bases<double>(a, tensor<double, 2>(linalg::null_space(x)), tensor<double, 2>(linalg::orth(x)), 2);
  });
  const tensor<int, fixed<1, 2>> row{{3, 4}};
  const auto null = linalg::null_space(row);
  static_assert(std::same_as<decltype(null), const tensor<double, fixed<2, dyn>>>);
  REQUIRE(null.shape() == shape(2, 1));
  CHECK(std::abs(null(0, 0)) == doctest::Approx(0.8).epsilon(1e-15));
  CHECK(null(0, 0) * null(1, 0) == doctest::Approx(-0.48).epsilon(1e-15));
}

TEST_CASE("null_space, orth: what is refused") {
  CHECK(support::message_of([] { (void)linalg::orth(tensor<double>(shape(2, 3, 4))); }) ==
        "weft: linalg::orth: shape (2,3,4): it takes one matrix, because the rank decides the shape");
  tensor<double, 2> a(2, 3);
  a(1, 2) = std::nan("");
  CHECK(support::message_of([&] { (void)linalg::null_space(a); }) ==
        "weft: linalg::null_space: element (1,2) is NaN or infinite (dgesdd)");
  CHECK(support::message_of([&] { (void)linalg::orth(a); }) ==
        "weft: linalg::orth: element (1,2) is NaN or infinite (dgesdd)");
}
