// reject: weft: this transform is along an axis that the operand does not have
#include <weft/fft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 4);
  auto e = fft::fft(a, axis<1>);
#ifdef WEFT_REJECT
  auto f = fft::fft(a, axis<2>);
#endif
}
