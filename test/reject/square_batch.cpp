// reject: weft: linalg: the matrix is not square: its static extents differ
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<dyn, 3, 3>> a(2);
  tensor<double, fixed<dyn, 2, 3>> c(2);
  auto good = linalg::inv(a);
#ifdef WEFT_REJECT
  auto x = linalg::inv(c);
#endif
}
