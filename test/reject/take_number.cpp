// reject: weft: indices are a tensor
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = take(a, tensor<int, 1>{0, 2}, 0);
#ifdef WEFT_REJECT
  auto d = take(a, 1, 0);
#endif
}
