#include <weft/geometry/refused.hpp>

#include <weft/geometry/affine.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

using quaternion = geometry::quaternion<double>;
using rotation = geometry::rotation<double, 3>;
using isometry = geometry::isometry<double, 3>;
using affine = geometry::affine<double, 3>;

struct by {
  double factor;
};
affine operator*(isometry const& m, by const& x) {
  return affine(m) * affine::scaling({x.factor, x.factor, x.factor});
}
isometry operator-(isometry const& m, isometry const& n) {
  return m * n.inverse();
}

} // namespace

// test/reject and test/structure/messages_geometry.txt have the operators that are refused.
TEST_CASE("refused: maps have neither an order nor comparisons with maps of other numbers, which concepts see") {
  CHECK_FALSE(std::totally_ordered<quaternion>);
  CHECK_FALSE(std::totally_ordered<rotation>);
  CHECK_FALSE(std::equality_comparable_with<quaternion, geometry::quaternion<float>>);
  CHECK(std::equality_comparable<quaternion>);
  CHECK(std::equality_comparable<affine>);
}

TEST_CASE(
    "refused: operands that convert keep their operators, and those of the program are taken before refused ones") {
  quaternion const turn(0, 0, 0, 1); // by half a turn about z
  isometry const m(turn, {1, 2, 3});
  CHECK(turn * rotation() == rotation(turn));
  CHECK(rotation(turn) * turn == rotation());
  CHECK((m * turn).apply({1, 1, 1}) == tensor<double, fixed<3>>{2, 3, 4});
  CHECK((affine(m) * m).apply({1, 1, 1}) == tensor<double, fixed<3>>{1, 1, 7});
  CHECK(2.0F * turn + 1 == quaternion(1, 0, 0, 2));
  CHECK((m * by{2}).apply({1, 1, 1}) == tensor<double, fixed<3>>{-1, 0, 5});
  CHECK((m - m).apply({1, 2, 4}) == tensor<double, fixed<3>>{1, 2, 4});
}

TEST_CASE("refused: quaternions are elements, which operators of tensors take") {
  tensor<double, 1> const x{1, 2};
  quaternion const k(0, 0, 0, 1);
  tensor<quaternion, 1> const products = x * k, sums = products + k;
  CHECK(products(1) == quaternion(0, 0, 0, 2));
  CHECK(sums(0) == quaternion(0, 0, 0, 2));
}
