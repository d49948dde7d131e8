// reject: weft: complex numbers have no order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 2> c(2, 3);
  auto s = abs(c) < 1.0;
#ifdef WEFT_REJECT
  auto t = c < 1.0;
#endif
}
