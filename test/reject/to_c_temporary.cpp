// reject: weft: to_c: the tensor is a temporary, whose memory ends before C sees it
#include <weft/io/c_tensor.hpp>

int main() {
  weft::tensor<double, 2> a(2, 3);
  static_cast<void>(weft::to_c(a));
  static_cast<void>(weft::to_c(a(1)));
#ifdef WEFT_REJECT
  static_cast<void>(weft::to_c(weft::tensor<double, 2>(2, 3)));
#endif
}
