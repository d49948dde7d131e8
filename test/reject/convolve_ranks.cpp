// reject: weft: convolve and correlate take two operands of one rank, 1 to 3
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 2> const a(3, 3), k(2, 2);
  tensor<double, 2> const r = numerics::convolve(a, k);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::convolve(a, k(0, all)));
#endif
  return static_cast<int>(r(0, 0));
}
