// reject: weft: .*no order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(3);
  auto c = clamp(abs(z), 0.0, 1.0);
#ifdef WEFT_REJECT
  auto d = clamp(z, 0.0, 1.0);
#endif
}
