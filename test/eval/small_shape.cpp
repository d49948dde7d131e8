#include <weft/eval/small_shape.hpp>

#include <array>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;
using namespace weft::detail;

namespace {

/// The indices that it is called with, and their numbers.
template <bool Total>
struct seen_indices {
  static constexpr bool total = Total;
  std::vector<std::array<index_t, 4>>& all;
  void operator()(index_t number, index_t const* end) const { all.push_back({number, end[-3], end[-2], end[-1]}); }
};

template <class How>
std::vector<std::array<index_t, 4>> indices() {
  std::vector<std::array<index_t, 4>> all;
  for_small<How, extents<2, 3, 4>>(seen_indices<false>{all});
  return all;
}

} // namespace

TEST_CASE("small shapes: indices come in row-major order, written out, in loops and in constant expressions") {
  std::vector<std::array<index_t, 4>> want;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 4; ++k)
        want.push_back({12 * i + 4 * j + k, i, j, k});
  CHECK(indices<written_out>() == want);
  CHECK(indices<in_constants>() == want);
  CHECK(indices<in_loops<32>>() == want);
}

TEST_CASE("small shapes: offsets of dense layouts, of stored strides of either sign, and of axes that repeat") {
  const layout<extents<2, 3>, dense<row_major>> rows{};
  const layout<extents<2, 3>, dense<column_major>> columns{};
  const layout<extents<2, 3>, strided> any(extents<2, 3>{}, strides(-7, 2));
  const layout<extents<2, 3>, row_major> last(extents<2, 3>{}, strides(10, 99)); // which is 1
  const layout<extents<1, 3>, strided> repeats(extents<1, 3>{}, strides(50, -1));
  const layout<extents<dyn, 3>, strided> known_later(extents<dyn, 3>{{1}}, strides(50, 4));
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const index_t places[] = {5, i, j}; // a part takes the last axes for its own
      index_t const* const behind = places + 3;
      CHECK(small_offset(rows, behind) == 3 * i + j);
      CHECK(small_offset(columns, behind) == i + 2 * j);
      CHECK(small_offset(any, behind) == -7 * i + 2 * j);
      CHECK(small_offset(last, behind) == 10 * i + j);
      CHECK(small_offset(repeats, behind) == -j);
      CHECK(small_offset(known_later, behind) == 4 * j);
    }
  CHECK(is_small_shape<extents<8, 8>>());
  CHECK_FALSE(is_small_shape<extents<0, 3>>());
  CHECK_FALSE(is_small_shape<extents<dyn, 3>>());
  CHECK_FALSE(is_small_shape<extents<17, 17>>());
  CHECK_FALSE(is_small_shape<extents<1, 1, 1, 1, 1>>());
}
