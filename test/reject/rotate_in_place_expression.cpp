// reject: weft: geometry: points that are moved in place are a tensor or a view
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{4, 2, 1}, {2, 5, 0}};
  const auto q = geometry::quaternion<>::from_axis_angle({0, 0, 1}, 0.5);
  q.rotate_in_place(a);
#ifdef WEFT_REJECT
  q.rotate_in_place(2.0 * a);
#endif
}
