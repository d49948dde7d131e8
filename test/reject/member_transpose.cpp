// reject: weft: it is a function: transpose\(a\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = transpose(a);
#ifdef WEFT_REJECT
  auto d = a.transpose();
#endif
}
