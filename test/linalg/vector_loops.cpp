#include <weft/linalg/vector_loops.hpp>

#include "gemm_oracle.hpp"

#include <algorithm>
#include <vector>

using namespace linalg_test;

namespace {

/// Whole numbers of which sums are exact, so that their order does not matter.
template <class R>
std::vector<R> whole_numbers(index_t n, std::uint64_t seed) {
  generator g{seed};
  std::vector<R> out;
  for (index_t k = 0; k < n; ++k)
    out.push_back(R(R(g.below(64)) - R(20)));
  return out;
}

/// `Rows` rows of `k` numbers, k + 3 apart: what stands between them must not count.
template <class R, int Bytes, std::size_t Rows>
bool are_row_sums_right(index_t k) {
  index_t const apart = k + 3;
  auto const a = whole_numbers<R>(index_t(Rows) * apart, 3), x = whole_numbers<R>(k, 5);
  R sums[Rows + 1];
  R want[Rows + 1];
  for (std::size_t i = 0; i <= Rows; ++i)
    sums[i] = want[i] = R(7 * i);
  for (std::size_t i = 0; i < Rows; ++i)
    for (index_t l = 0; l < k; ++l)
      want[i] = R(want[i] + a[i * std::size_t(apart) + std::size_t(l)] * x[std::size_t(l)]);
  vector_loops<R, Bytes>::template dot_rows<Rows>(k, a.data(), apart, x.data(), sums);
  return std::equal(sums, sums + Rows + 1, want);
}

template <class R, int Bytes, std::size_t Columns>
bool are_columns_added(index_t n) {
  index_t const apart = n + 3;
  auto const a = whole_numbers<R>(index_t(Columns) * apart, 9), x = whole_numbers<R>(index_t(Columns), 11);
  auto y = whole_numbers<R>(n + 2, 13), want = y;
  for (std::size_t c = 0; c < Columns; ++c)
    for (index_t i = 0; i < n; ++i)
      want[std::size_t(i)] = R(want[std::size_t(i)] + a[c * std::size_t(apart) + std::size_t(i)] * x[c]);
  vector_loops<R, Bytes>::add_columns(n, a.data(), apart, x.data(), y.data(), std::make_index_sequence<Columns>());
  return y == want;
}

template <class R, int Bytes>
void check_loops() {
  for (index_t n = 0; n <= 150; ++n) {
    CAPTURE(Bytes);
    CAPTURE(n);
    auto const x = whole_numbers<R>(n, 1), y = whole_numbers<R>(n, 2);
    R dot{};
    for (std::size_t k = 0; k < x.size(); ++k)
      dot = R(dot + x[k] * y[k]);
    CHECK(vector_loops<R, Bytes>::dot(n, x.data(), y.data()) == dot);
    CHECK(are_row_sums_right<R, Bytes, 1>(n));
    CHECK(are_row_sums_right<R, Bytes, 2>(n));
    CHECK(are_row_sums_right<R, Bytes, 8>(n));
    CHECK(are_columns_added<R, Bytes, 1>(n));
    CHECK(are_columns_added<R, Bytes, 2>(n));
    CHECK(are_columns_added<R, Bytes, 8>(n));
  }
}

} // namespace

TEST_CASE_TEMPLATE("vector_loops: rows and columns of any length, for vectors of any width", R, float, double,
                   std::uint32_t, std::uint64_t) {
  check_loops<R, 16>();
  check_loops<R, 32>();
  check_loops<R, 64>();
}

TEST_CASE("vector_loops: what is read twice for the last vector counts once, be it NaN") {
  // 9 doubles: with vectors of 4 the last one begins at 5, and lanes 5 to 7 have counted.
  double x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, y[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  CHECK(vector_loops<double, 32>::dot(9, x, y) == 45);
  y[6] = std::numeric_limits<double>::infinity();
  CHECK(vector_loops<double, 32>::dot(9, x, y) == std::numeric_limits<double>::infinity());
}
