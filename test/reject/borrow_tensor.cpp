// reject: weft: a view of a tensor is a\(ellipsis\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = a(ellipsis);
#ifdef WEFT_REJECT
  auto d = borrow(a);
#endif
}
