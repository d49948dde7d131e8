// reject: weft: sample: an array has a coordinate for each axis
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 3> const u(2, 2, 2);
  tensor<double, 1> const x(3);
  tensor<double, 1> const r = numerics::sample(u, x, x, x);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::sample(u, x, x));
#endif
  return static_cast<int>(r(0));
}
