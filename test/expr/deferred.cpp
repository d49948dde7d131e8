#include <doctest/doctest.h>
#include <set>
#include <weft/expr/deferred.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

using weft::all;
using weft::shape;
using weft::tensor;

namespace {

struct nothing {
  using value_type = double;
  using extents_type = weft::dims<2>;
  extents_type extents() const { return shape(3, 4); }
};

} // namespace

TEST_CASE("deferred: copies and windows are the same operand, another one is not") {
  const auto d = weft::detail::make_deferred(nothing{}), other = weft::detail::make_deferred(nothing{});
  static_assert(decltype(d)::is_deferred && decltype(d)::is_whole);
  CHECK(d.id != 0);
  CHECK(d.id != other.id);
  const auto copied = d;
  CHECK(copied.id == d.id);
  const auto part = transpose(d)(weft::range(1, 3), all);
  static_assert(!std::remove_cvref_t<decltype(part)>::is_whole);
  CHECK(part.id == d.id);
  CHECK(part.shape() == shape(2, 3));
  CHECK(part.offset == 1);
  CHECK(part.place.stride(0) == 1);
  CHECK(part.place.stride(1) == 4);
}

TEST_CASE("deferred: a node over one is deferred, and has its shape") {
  const auto d = weft::detail::make_deferred(nothing{});
  const auto e = 2.0 * d + 1.0;
  static_assert(std::remove_cvref_t<decltype(e)>::is_deferred);
  CHECK(e.shape() == shape(3, 4));
  CHECK(e.size() == 12);
  const tensor<double, 1> five(5);
  CHECK_THROWS_AS((void)(d + five), weft::shape_error);
}

TEST_CASE("next_operand_id: no number comes twice") {
  std::set<std::uint64_t> seen;
  for (int n = 0; n < 1000; ++n)
    CHECK(seen.insert(weft::detail::next_operand_id()).second);
}
