// reject: weft: linalg: what an in-place form overwrites only reads here
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{4, 2}, {2, 5}};
  const tensor<double, 2> b = a;
  linalg::cholesky_in_place(a);
#ifdef WEFT_REJECT
  linalg::cholesky_in_place(b);
#endif
}
