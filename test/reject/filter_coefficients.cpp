// reject: weft: filter(b, a, x): b and a are vectors, and x has a static rank of at least 1
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 1> const b{1, 2}, x(4);
  tensor<double, 1> const r = numerics::filter(b, b, x);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::filter(tensor<double, 2>(2, 2), b, x));
#endif
  return static_cast<int>(r(0));
}
