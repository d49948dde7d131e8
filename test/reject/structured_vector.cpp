// reject: weft: lower, upper, symmetric and their like: rank mismatch
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  tensor<double, 1> v(3);
  auto c = lower(a);
#ifdef WEFT_REJECT
  auto d = lower(v);
#endif
}
