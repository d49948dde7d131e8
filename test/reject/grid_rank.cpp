// reject: weft: the grid is a vector, or has the shape of the values
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 3> const y(2, 2, 2);
  tensor<double, 1> const x(2);
  tensor<double, 2> const r = numerics::trapezoid(y, x);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::trapezoid(y, tensor<double, 2>(2, 2)));
#endif
  return static_cast<int>(r(0, 0));
}
