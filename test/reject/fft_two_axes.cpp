// reject: weft: this transform takes one axis: fft::fftn
#include <weft/fft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 4);
  auto e = fft::fftn(a, 0, 1);
#ifdef WEFT_REJECT
  auto f = fft::fft(a, 0, 1);
#endif
}
