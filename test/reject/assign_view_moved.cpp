// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<double, 1> v = a(0, all), w = b(0, all);
  v.rebind(std::move(w));
  std::move(v) = b(0, all);
#ifdef WEFT_REJECT
  v = std::move(w);
#endif
}
