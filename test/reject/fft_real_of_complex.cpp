// reject: weft: this transform takes real elements: fft::fft takes complex ones
#include <weft/fft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(4);
  auto e = fft::fft(z);
#ifdef WEFT_REJECT
  auto f = fft::rfft(z);
#endif
}
