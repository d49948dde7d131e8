// reject: weft: .*real elements, not complex
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(3);
  auto c = real(z) % 2.0;
#ifdef WEFT_REJECT
  auto d = z % 2.0;
#endif
}
