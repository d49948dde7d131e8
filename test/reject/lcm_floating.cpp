// reject: weft: gcd and lcm take integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = lcm(cast<int>(a), 6);
#ifdef WEFT_REJECT
  auto d = lcm(a, 6);
#endif
}
