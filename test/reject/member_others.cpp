// reject: weft: .*var\(a\), var\(a, axis\)
// reject: weft: .*sort\(a, axis\) gives another
// reject: weft: .*flatten\(a\)
// reject: weft: .*of one element a\(i, j\)
// reject: weft: .*no memory to write to: eval\(\) it first
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  a.fill(1.0);
  a(0, all).fill(2.0);
#ifdef WEFT_REJECT
  a.var(0);
  a.sort();
  a.ravel();
  a.item();
  zeros<double>(2, 3).fill(1.0);
#endif
}
