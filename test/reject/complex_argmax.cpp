// reject: weft: .*order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 2> c(2, 3);
  auto s = argmax(abs(c));
#ifdef WEFT_REJECT
  auto t = argmax(c);
#endif
}
