// reject: weft: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(2, 3));
  any_view v = u(0, all);
  any_view const w = u(1, all);
  v(ellipsis) = w;
  v.rebind(w);
#ifdef WEFT_REJECT
  v = w;
#endif
}
