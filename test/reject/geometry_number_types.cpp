// reject: weft: geometry: both operands have one number type, one number of dimensions and one kind
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  geometry::quaternion<> const q(1), p(1);
  static_cast<void>(q * p);
#ifdef WEFT_REJECT
  geometry::quaternion<float> const narrow(1);
  static_cast<void>(q * narrow);
#endif
}
