// reject: weft: medfilt takes an operand of rank 1 to 3
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 1> const x{1, 2, 3};
  tensor<double, 1> const r = numerics::medfilt(x);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::medfilt(tensor<double, 4>(1, 1, 1, 1)));
#endif
  return static_cast<int>(r(0));
}
