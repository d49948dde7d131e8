// reject: weft: the coefficients of a polynomial are a vector
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 1> const p{1, 2};
#ifdef WEFT_REJECT
  static_cast<void>(numerics::polyval(tensor<double, 2>(2, 2), 1.0));
#endif
  return static_cast<int>(numerics::polyval(p, 1.0));
}
