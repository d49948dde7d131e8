// reject: weft: geometry: maps of points of 2 or 3 coordinates
#include <weft/geometry.hpp>

int main() {
  using namespace weft;
  static_cast<void>(geometry::affine<double, 3>());
#ifdef WEFT_REJECT
  tensor<double, fixed<4>> const factors{1, 2, 3, 4};
  static_cast<void>(geometry::affine<double, 4>::scaling(factors));
#endif
}
