// reject: weft: this view only reads: its elements are const
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a(3);
  tensor<int, 1> i(3);
  const tensor<double, 1> c(3);
  add_at(a, i, 1.0);
#ifdef WEFT_REJECT
  add_at(c, i, 1.0);
#endif
}
