#include <doctest/doctest.h>
#include <weft/sparse/compressed.hpp>

using namespace weft;

TEST_CASE("entries of lines are found, and structures are looked at") {
  const std::int32_t offsets[] = {0, 2, 2, 3}, indices[] = {1, 4, 0}, falling[] = {4, 1, 0};
  using structure = detail::compressed_structure<std::int32_t>;
  using work = detail::compressed_indices<std::int32_t>;
  const structure a{3, 5, offsets, indices};
  CHECK(a.entries() == 3);
  CHECK(structure{0, 5, nullptr, nullptr}.entries() == 0);
  CHECK(work::find(a, 0, 4) == 1);
  CHECK(work::find(a, 0, 0) == -1);
  CHECK(work::find(a, 1, 0) == -1);
  CHECK(work::find(a, 2, 0) == 2);
  CHECK(work::check("test", a, 3));
  CHECK_FALSE(work::check("test", {3, 5, offsets, falling}, 3));
}
