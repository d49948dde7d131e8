// reject: weft: .*real elements, not complex
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(3);
  auto c = floor(real(z));
#ifdef WEFT_REJECT
  auto d = floor(z);
#endif
}
