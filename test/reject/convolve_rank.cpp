// reject: weft: convolve and correlate take two operands of one rank, 1 to 3
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 1> const x{1, 2, 3};
  tensor<double, 1> const r = numerics::convolve(x, x);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::convolve(x, tensor<double, 2>{{1, 2}}));
#endif
  return static_cast<int>(r(0));
}
