// reject: weft: a mask is the only subscript, as in a\(mask\): compress\(mask, a, axis\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  tensor<bool, 1> m{true, false};
  auto x = eval(a(a > 0));
#ifdef WEFT_REJECT
  auto y = a(m, all);
#endif
}
