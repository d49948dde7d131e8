// reject: weft: filter\(b, a, x\): b and a are vectors, and x has a static rank of at least 1: as<1>\(x\)
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  tensor<double> const x = tensor<double, 1>{1, 2, 3};
  tensor<double, 1> const b{1};
  tensor<double, 1> const r = numerics::filter(b, b, x.as<1>());
#ifdef WEFT_REJECT
  tensor<double, 1> const s = numerics::filter(b, b, x);
#endif
  return static_cast<int>(r(0));
}
