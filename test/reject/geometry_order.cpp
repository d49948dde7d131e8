// reject: weft: geometry: maps are multiplied, as in a \* b.inverse\(\), and compared by ==
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  geometry::quaternion<> const q(1), p(1);
  static_cast<void>(q == p);
#ifdef WEFT_REJECT
  static_cast<void>(q < p);
#endif
}
