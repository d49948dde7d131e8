// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

#include <algorithm>
#include <vector>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::vector<view<double, 1>> v{a(0, all), b(0, all)};
  std::vector<view<double, 1>*> p{&v[0], &v[1]};
  std::rotate(p.begin(), p.begin() + 1, p.end());
#ifdef WEFT_REJECT
  std::rotate(v.begin(), v.begin() + 1, v.end());
#endif
}
