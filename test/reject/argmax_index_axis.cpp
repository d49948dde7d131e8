// reject: weft: argmax_index is over all axes; along one it is argmax
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto [i, j] = argmax_index(a);
#ifdef WEFT_REJECT
  auto [p, q] = argmax_index(a, 0);
#endif
}
