// reject: weft: the extents are a shape: borrow\(p, shape\(3, 4\)\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = borrow(a.data(), shape(6));
#ifdef WEFT_REJECT
  auto d = borrow(a.data(), 6);
#endif
}
