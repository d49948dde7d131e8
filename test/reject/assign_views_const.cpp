// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<double, 1> x;
  const view<double, 1> v = a(0, all), w = b(0, all);
  v(ellipsis) = w;
  x.rebind(w);
  v(all) = w;
#ifdef WEFT_REJECT
  v = w;
#endif
}
