// reject: weft: affine_view: a subscript for each axis of the tensor
#include <weft/index.hpp>

int main() {
  using namespace weft;
  tensor<int, 2> a(2, 3);
  auto v = affine_view(a, shape(2), "_0", 1);
#ifdef WEFT_REJECT
  auto w = affine_view(a, shape(2), "_0");
#endif
}
