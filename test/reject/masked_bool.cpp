// reject: weft: masked\(v, m\) takes .* and a mask, no bool
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  masked(a, equal(a, b)) = 0.0;
#ifdef WEFT_REJECT
  masked(a, a == b) = 0.0;
#endif
}
