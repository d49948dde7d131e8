// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::vector<view<double, 1>> v{a(0, all), b(0, all)};
  v.push_back(a(1, all));
  v.pop_back();
#ifdef WEFT_REJECT
  v.erase(v.begin());
#endif
}
