// reject: weft: no operand: borrow
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto s = a + 1.0;
#ifdef WEFT_REJECT
  auto t = a + std::vector<double>(3);
#endif
}
