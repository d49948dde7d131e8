#include "small_matrices.hpp"

#include <weft/linalg/small_call.hpp>
#include <weft/ops/rearrange.hpp>

using namespace weft;

TEST_CASE("small calls: which operands have a small form") {
  using detail::is_small_matrix, detail::is_small_side, detail::is_small_square;
  const tensor<double, fixed<3, 3>> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const tensor<float, fixed<2, 8>> b;
  const tensor<double, fixed<9, 9>> large;
  const tensor<double, 2> dynamic(3, 3);
  const tensor<int, fixed<2, 2>> whole;
  static_assert(is_small_square<decltype(detail::capture(a))>());
  static_assert(!is_small_square<decltype(detail::capture(b))>() && is_small_matrix<decltype(detail::capture(b))>());
  static_assert(!is_small_matrix<decltype(detail::capture(large))>());
  static_assert(!is_small_matrix<decltype(detail::capture(dynamic))>());
  static_assert(!is_small_matrix<decltype(detail::capture(whole))>());
  static_assert(is_small_side<decltype(detail::capture(b))>() && !is_small_side<decltype(detail::capture(dynamic))>());
  // Elements row by row, of memory in any order and of expressions.
  const tensor<double, fixed<3, 3>, column_major> by_columns = a;
  const auto check = [&](auto const& x, auto const& right) {
    const auto e = detail::capture(x);
    const detail::small_elements<std::remove_const_t<decltype(e)>> of(e);
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < 3; ++j)
        CHECK(of.values[3 * i + j] == right(i, j));
  };
  check(a, [](index_t i, index_t j) { return double(3 * i + j + 1); });
  check(by_columns, [](index_t i, index_t j) { return double(3 * i + j + 1); });
  check(transpose(a), [](index_t i, index_t j) { return double(3 * j + i + 1); });
  check(a + 1.0, [](index_t i, index_t j) { return double(3 * i + j + 2); });
  // And back.
  detail::small_result<double, column_major, 2, 3> r{{1, 2, 3, 4, 5, 6}};
  const tensor<double, fixed<2, 3>, column_major> t = r.release();
  CHECK(t == tensor<double, fixed<2, 3>>{{1, 2, 3}, {4, 5, 6}});
}
