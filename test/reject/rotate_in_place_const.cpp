// reject: weft: geometry: points that are moved in place only read here: their elements are const
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{4, 2, 1}, {2, 5, 0}};
  const tensor<double, 2> b = a;
  const auto q = geometry::quaternion<>::from_axis_angle({0, 0, 1}, 0.5);
  q.rotate_in_place(a);
#ifdef WEFT_REJECT
  q.rotate_in_place(b);
#endif
}
