// reject: weft: .*no order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(3);
  auto c = heaviside(real(z), 0.5);
#ifdef WEFT_REJECT
  auto d = heaviside(z, 0.5);
#endif
}
