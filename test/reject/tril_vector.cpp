// reject: weft: tril, triu: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 1> v(3);
  auto c = tril(a);
#ifdef WEFT_REJECT
  auto d = tril(v);
#endif
}
