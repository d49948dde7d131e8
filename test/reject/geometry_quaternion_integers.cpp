// reject: weft: geometry::quaternion: of floating numbers or duals
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  static_cast<void>(geometry::quaternion<float>(1));
#ifdef WEFT_REJECT
  static_cast<void>(geometry::quaternion<int>(1));
#endif
}
