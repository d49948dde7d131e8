// reject: weft: .*argmax\(a\), argmax\(a, axis\)
// reject: weft: .*cast<float>\(a\)
// reject: weft: .*copy\(a\)
// reject: weft: .*a = 0.0
// reject: weft: .*a.size\(\) is the number of elements
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  a.fill(1.0);
  a(0, all).fill(2.0);
#ifdef WEFT_REJECT
  a.argmax(1);
  a.astype();
  a.clone();
  a.setZero();
  a.numel();
#endif
}
