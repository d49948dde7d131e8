// reject: weft: complex numbers have no order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 2> c(2, 3);
  double s = max(abs(c));
#ifdef WEFT_REJECT
  auto t = max(c);
#endif
}
