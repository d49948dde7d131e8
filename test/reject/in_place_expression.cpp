// reject: weft: linalg: an in-place form overwrites a tensor or a view
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{4, 2}, {2, 5}};
  linalg::inv_in_place(a);
#ifdef WEFT_REJECT
  linalg::inv_in_place(a + a);
#endif
}
