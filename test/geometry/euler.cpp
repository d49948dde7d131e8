// Expected numbers: SciPy 1.10, scipy.spatial.transform.Rotation.
#include <weft/geometry/rotation.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace weft;
using geometry::quaternion;

namespace {

using point = tensor<double, fixed<3>>;
using turn = geometry::rotation<double, 3>;

constexpr double pi = 3.14159265358979323846;

double distance(point const& a, point const& b) {
  return std::hypot(a(0) - b(0), a(1) - b(1), a(2) - b(2));
}
double distance(turn const& a, turn const& b) {
  return max(abs(a.matrix() - b.matrix()));
}

struct angles_of {
  char const* axes;
  double angles[3];
};
// Of the quaternion 0.7 + 0.3 i - 0.2 j + 0.5 k, normalised.
angles_of const table[] = {
    {"xyz", {0.34613596356936066, -0.7297276562269664, 1.1071487177940906}},
    {"zyx", {1.2308659573252765, 0.022990531023420857, 0.7935280655773922}},
    {"yzx", {0.06885648930104453, 1.230119497071989, 0.8584387287005677}},
    {"xzy", {1.273431181570973, 0.7297276562269661, -1.1071487177940904}},
    {"zxy", {1.2542270731824932, 0.7932594993063651, 0.03277514440407573}},
    {"yxz", {-0.7601934180705063, 0.2556492007982776, 1.3431070070262408}},
    {"zxz", {1.2082520895303892, 0.7937880405202961, 0.03224688243525388}},
    {"xyx", {-1.546410917622178, 1.2309594173407747, 2.356194490192345}},
    {"yzy", {-0.8187191592756955, 1.3506311613932607, 0.2621198412654728}},
    {"zyz", {2.7790484163252858, 0.7937880405202961, -1.5385494443596428}},
    {"xzx", {0.024385409172718506, 1.2309594173407747, 0.7853981633974484}},
    {"yxy", {0.7520771675192011, 1.3506311613932607, -1.308676485529424}},
    {"XYZ", {0.7935280655773922, 0.022990531023420857, 1.2308659573252765}},
    {"ZYX", {1.1071487177940906, -0.7297276562269664, 0.34613596356936066}},
    {"YZX", {-1.1071487177940904, 0.7297276562269661, 1.273431181570973}},
    {"XZY", {0.8584387287005677, 1.230119497071989, 0.06885648930104453}},
    {"ZXY", {1.3431070070262408, 0.2556492007982776, -0.7601934180705063}},
    {"YXZ", {0.03277514440407573, 0.7932594993063651, 1.2542270731824932}},
    {"ZXZ", {0.03224688243525388, 0.7937880405202961, 1.2082520895303892}},
    {"XYX", {2.356194490192345, 1.2309594173407747, -1.546410917622178}},
    {"YZY", {0.2621198412654728, 1.3506311613932607, -0.8187191592756955}},
};

} // namespace

TEST_CASE("euler: Euler angles in all conventions") {
  turn const r(quaternion<>(0.7, 0.3, -0.2, 0.5).normalised());
  for (auto const& row : table) {
    char const* const axes = row.axes;
    CAPTURE(axes);
    point const expected{row.angles[0], row.angles[1], row.angles[2]};
    CHECK(distance(r.euler(axes), expected) < 2e-15);
    CHECK(distance(turn::from_euler(axes, expected), r) < 2e-15);
  }
  tensor<double, fixed<3, 3>> const matrix = turn::from_euler("zyx", {0.3, -0.7, 1.1}).matrix();
  tensor<double, fixed<3, 3>> const expected{{0.7306816499355123, -0.22602632124962302, -0.644217687237691},
                                             {-0.41444199432919854, 0.6030043987602139, -0.6816329865934228},
                                             {0.5425330955655645, 0.7650475783754858, 0.3469294496548989}};
  CHECK(max(abs(matrix - expected)) < 1e-15);
}

TEST_CASE("euler: Euler angles where the first and third axis coincide") {
  turn const r = turn::from_euler("xyz", {0.4, pi / 2, 0.1});
  CHECK(distance(r.euler("xyz"), {0.3, pi / 2, 0}) < 1e-7);
  CHECK(distance(r.euler("ZYX"), {-0.3, pi / 2, 0}) < 1e-7);
  turn const flat = turn::from_euler("zxz", {0.4, 0, 0.3}), opposite = turn::from_euler("zxz", {0.4, pi, 0.1});
  CHECK(distance(flat.euler("zxz"), {0.7, 0, 0}) < 1e-15);
  CHECK(distance(flat.euler("ZXZ"), {0.7, 0, 0}) < 1e-15);
  CHECK(distance(opposite.euler("zxz"), {0.3, pi, 0}) < 1e-15);
  CHECK(distance(opposite.euler("ZXZ"), {-0.3, pi, 0}) < 1e-15);
  for (char const* axes : {"xyz", "ZYX", "zxz", "XYX", "YXZ"})
    for (turn const& one : {r, flat, opposite})
      CHECK(distance(turn::from_euler(axes, one.euler(axes)), one) < 1e-7);
}

TEST_CASE("euler: the tolerance is that of the number type") {
  auto const r = geometry::rotation<float, 3>::from_euler("xyz", {0.4F, float(pi) / 2, 0.1F});
  auto const angles = r.euler("xyz");
  CHECK(std::abs(angles(0) - 0.3F) < 1e-3F);
  CHECK(std::abs(angles(1) - float(pi) / 2) < 1e-3F);
  CHECK(angles(2) == 0);
}
TEST_CASE("euler: texts that name no axes") {
  for (char const* axes : {"", "xy", "xyzx", "xxy", "xyy", "xYz", "abc", "XYz", "xy\x01"})
    CHECK_THROWS_AS(static_cast<void>(turn::from_euler(axes, {1, 2, 3})), error);
  CHECK_THROWS_WITH_AS(static_cast<void>(turn().euler("zzx")), doctest::Contains("no two neighbours are the same"),
                       error);
}
