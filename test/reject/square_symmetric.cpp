// reject: weft: linalg: the matrix is not square: its static extents differ
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<3, 3>> a{{2, 1, 0}, {1, 2, 0}, {0, 0, 1}};
  tensor<double, fixed<3, 2>> c;
  auto good = symmetric(a);
#ifdef WEFT_REJECT
  auto x = symmetric(c);
#endif
}
