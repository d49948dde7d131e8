// reject: weft: it is a function: reshape\(a, shape
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = reshape(a, shape(3, 2));
#ifdef WEFT_REJECT
  auto d = a.reshape(3, 2);
#endif
}
