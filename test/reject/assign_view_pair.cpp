// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::pair<int, view<double, 1>> p(0, a(0, all));
  p.second.rebind(b(0, all));
#ifdef WEFT_REJECT
  p = std::pair<int, view<double, 1>>(1, b(0, all));
#endif
}
