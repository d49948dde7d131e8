// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<double, 1> best = a(0, all);
  best.rebind(a(1, all));
  best(ellipsis) = b(1, all);
  best += b(1, all);
#ifdef WEFT_REJECT
  best = a(1, all);
#endif
}
