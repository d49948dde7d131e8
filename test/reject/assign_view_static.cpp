// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a;
  tensor<double, 1> b(3);
  view<double, 1> best = b(all);
  best.rebind(a(1, all));
  best = b;
#ifdef WEFT_REJECT
  best = a(1, all);
#endif
}
