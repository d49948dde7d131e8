// Isometries and affine maps: expected values are small integers.
#include <weft/geometry/affine.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

using namespace weft;
using geometry::quaternion;

namespace {

using point = tensor<double, fixed<3>>;
using pose = geometry::isometry<double, 3>;
using linear = geometry::affine<double, 3>;
using flat = geometry::affine<double, 2>;

constexpr pose moved(quaternion<>(0.5, 0.5, 0.5, 0.5), {10, 20, 30});
static_assert(moved.apply({1, 2, 3}) == point{13, 21, 32});
static_assert((moved * moved).apply({1, 2, 3}) == moved.apply({13, 21, 32}));
static_assert(moved.inverse().apply({13, 21, 32}) == point{1, 2, 3});
static_assert(moved * moved.inverse() == pose());
static_assert(moved.matrix() == tensor<double, fixed<4, 4>>{{0, 0, 1, 10}, {1, 0, 0, 20}, {0, 1, 0, 30}, {0, 0, 0, 1}});

constexpr flat sheared({{1, 2}, {0, 4}}, {5, 6});
static_assert(sheared.apply({1, 2}) == tensor<double, fixed<2>>{10, 14});
static_assert(sheared.inverse().apply({10, 14}) == tensor<double, fixed<2>>{1, 2});
static_assert((flat::scaling({2, 3}) * sheared).apply({1, 2}) == tensor<double, fixed<2>>{20, 42});
static_assert((linear::scaling({2, 2, 2}) * moved).apply({1, 2, 3}) == point{26, 42, 64});
static_assert(sheared * flat() == sheared && sheared.translation()(1) == 6 && sheared.linear()(0, 1) == 2);

} // namespace

TEST_CASE("affine: a singular map has no inverse") {
  CHECK_THROWS_AS(static_cast<void>(flat::from_matrix({{1, 2}, {2, 4}}).inverse()), linalg_error);
}
