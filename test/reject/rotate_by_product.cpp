// reject: weft: geometry: r.rotate\(x\) rotates points x by a rotation r
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  geometry::rotation<double, 3> const r;
  tensor<double, 2> const x(4, 3);
  static_cast<void>(r.rotate(x));
#ifdef WEFT_REJECT
  static_cast<void>(r * x);
#endif
}
