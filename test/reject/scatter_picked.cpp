// reject: weft: add_at writes to a tensor or a view
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a(3);
  tensor<int, 1> i(3);
  add_at(a, i, 1.0);
#ifdef WEFT_REJECT
  add_at(a(i), i, 1.0);
#endif
}
