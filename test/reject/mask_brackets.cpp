// reject: weft: a mask stands in parentheses: a\(mask\) = x writes, a\(mask\) reads
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto b = eval(a(a > 0));
#ifdef WEFT_REJECT
  auto c = a[a > 0];
#endif
}
