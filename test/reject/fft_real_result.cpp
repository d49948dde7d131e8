// reject: weft: a complex value has no one real part to store
#include <weft/fft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> x(4);
  tensor<std::complex<double>, 1> z = fft::fft(x);
#ifdef WEFT_REJECT
  x = fft::fft(x);
#endif
}
