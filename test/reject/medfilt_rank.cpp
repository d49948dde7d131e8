// reject: weft: medfilt takes an operand of static rank 1 to 3
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 1> const r = numerics::medfilt(tensor<double, 1>(4));
#ifdef WEFT_REJECT
  static_cast<void>(numerics::medfilt(tensor<double, 4>(2, 2, 2, 2)));
#endif
  return static_cast<int>(r(0));
}
