// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<double> best = a(0, all);
  best.rebind(b);
  best(ellipsis) = b(0, all);
  best = b;
#ifdef WEFT_REJECT
  best = view<double>(a(1, all));
#endif
}
