// reject: weft: meshgrid: rank mismatch: it takes vectors
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, 1> v(3);
  auto s = meshgrid(v, v);
#ifdef WEFT_REJECT
  auto t = meshgrid(v, a);
#endif
}
