// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<const double, 1> best = a(0, all);
  best.rebind(b(0, all));
#ifdef WEFT_REJECT
  best = view<const double, 1>(b(0, all));
#endif
}
