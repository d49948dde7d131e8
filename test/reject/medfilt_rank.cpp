// reject: weft: medfilt takes an operand of static rank 1 to 3: as<1>\(x\) names it
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double> const x = tensor<double, 1>{1, 2, 3};
  tensor<double, 1> const r = numerics::medfilt(x.as<1>());
#ifdef WEFT_REJECT
  tensor<double, 1> const s = numerics::medfilt(x);
#endif
  return static_cast<int>(r(0));
}
