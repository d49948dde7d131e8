// reject: weft: geometry: a point has an axis of coordinates
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  geometry::quaternion<> const q(1);
  tensor<double, 1> const x{1, 2, 3};
  static_cast<void>(q.rotate(x));
#ifdef WEFT_REJECT
  tensor<double, 0> const number = 1.0;
  static_cast<void>(q.rotate(number));
#endif
}
