// reject: weft: .*order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 2> c(2, 3);
  auto s = maximum(abs(c), 1.0);
#ifdef WEFT_REJECT
  auto t = maximum(c, c);
#endif
}
