// reject: weft: views have no order
#include <weft/weft.hpp>

#include <map>
#include <vector>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  std::vector<view<double, 2>> m{a(all, all), a(all, all)};
#ifdef WEFT_REJECT
  std::map<view<double, 2>, int> n;
  n[a] = 1;
#endif
}
