// reject: weft: row i is a\(i, all\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = a(ellipsis)(0, all);
#ifdef WEFT_REJECT
  auto d = a(ellipsis).row(0);
#endif
}
