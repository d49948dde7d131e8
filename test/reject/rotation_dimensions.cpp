// reject: weft: geometry::rotation: of 2 or 3 dimensions
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  static_cast<void>(geometry::rotation<double, 3>::from_axis_angle({0, 0, 1}, 0.5));
#ifdef WEFT_REJECT
  static_cast<void>(geometry::rotation<double, 4>());
#endif
}
