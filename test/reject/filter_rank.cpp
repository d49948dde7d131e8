// reject: weft: filter\(b, a, x\): b and a are vectors, and x has a rank of at least 1
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double, 1> const x{1, 2, 3}, b{1};
  tensor<double, 1> const r = numerics::filter(b, b, x);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::filter(tensor<double, 2>{{1}}, b, x));
#endif
  return static_cast<int>(r(0));
}
