// reject: weft: .*no order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(3);
  auto c = signbit(imag(z));
#ifdef WEFT_REJECT
  auto d = signbit(z);
#endif
}
