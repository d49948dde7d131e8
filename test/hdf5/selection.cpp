#include <weft/hdf5/selection.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

dynamic_extents shape_of(std::initializer_list<index_t> extents) {
  dynamic_extents s(static_cast<int>(extents.size()));
  int k = 0;
  for (index_t n : extents)
    s.set(k++, n);
  return s;
}

} // namespace

TEST_CASE("selection: subscripts of all kinds") {
  auto const part = detail::select(shape_of({5, 6, 7}), range(1, end, 2), end - 1);
  REQUIRE(part.rank == 3);
  index_t const first[] = {1, 5, 0}, count[] = {2, 1, 7}, step[] = {2, 1, 1};
  bool const kept[] = {true, false, true};
  for (int k = 0; k < 3; ++k) {
    CHECK(part.first[k] == first[k]);
    CHECK(part.count[k] == count[k]);
    CHECK(part.step[k] == step[k]);
    CHECK(part.kept[k] == kept[k]);
  }
  CHECK(part.shape() == shape(2, 7));
  CHECK(detail::select(shape_of({5, 6, 7}), ellipsis, 3).shape() == shape(5, 6));
  CHECK(detail::select(shape_of({5, 6, 7}), 0, ellipsis, 3).shape() == shape(6));
  CHECK(detail::select(shape_of({5, 6}), all, range(2, 2)).shape() == shape(5, 0));
  CHECK(detail::select(shape_of({})).shape().rank() == 0);
  CHECK(detail::select(shape_of({0, 3})).shape() == shape(0, 3));
}

TEST_CASE("selection: what is outside, or goes downwards") {
  CHECK_THROWS_AS(detail::select(shape_of({5}), 5), index_error);
  CHECK_THROWS_AS(detail::select(shape_of({5}), -1), index_error);
  CHECK_THROWS_AS(detail::select(shape_of({5}), range(0, 6)), index_error);
  CHECK_THROWS_AS(detail::select(shape_of({5}), 1, 2), index_error);
  CHECK_THROWS_AS(detail::select(shape_of({5}), range(4, 0, -2)), index_error);
}
