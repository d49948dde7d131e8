// reject: weft: kron: rank mismatch: the operands have different ranks
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> v(3);
  tensor<double, 2> a(3, 3);
  tensor<double> d(shape(3));
  auto c = kron(v, d);
#ifdef WEFT_REJECT
  auto e = kron(v, a);
#endif
}
