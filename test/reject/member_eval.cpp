// reject: weft: it is a function: eval\(a\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = eval(a + b);
#ifdef WEFT_REJECT
  auto d = (a + b).eval();
#endif
}
