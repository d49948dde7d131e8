// reject: weft: add_at, max_at and min_at index the first axis
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> a(3);
  tensor<int, 1> i(3);
  tensor<double, 0> z;
  add_at(a, i, 1.0);
#ifdef WEFT_REJECT
  add_at(z, i, 1.0);
#endif
}
