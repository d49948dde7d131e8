// reject: weft: geometry: untyped points that are moved in place are an any_tensor that is not const, or an any_view
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  geometry::quaternion<> const q(1);
  any_tensor x(dtype::float64, shape(4, 3));
  q.rotate_in_place(x);
#ifdef WEFT_REJECT
  any_tensor const y = x;
  q.rotate_in_place(y);
#endif
}
