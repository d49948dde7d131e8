// reject: weft: indices are a tensor
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(2, 3));
  auto c = take(u, tensor<int, 1>{0, 2}, 1);
#ifdef WEFT_REJECT
  auto d = take(u, 1, 0);
#endif
}
