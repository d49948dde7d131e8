// reject: weft: geometry: points that are moved in place have elements that take the moved coordinates
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  geometry::quaternion<> q(1);
  tensor<float, 2> x(9, 3);
  q.rotate_in_place(x);
#ifdef WEFT_REJECT
  tensor<int, 2> n(9, 3);
  q.rotate_in_place(n);
#endif
}
