// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
// errors: 13
#include <weft/weft.hpp>

#include <algorithm>
#include <vector>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::vector<view<double, 1>> v{a(0, all), b(0, all)};
  std::vector<view<double, 1>*> p{&v[0], &v[1]};
  const auto less = [](auto const& x, auto const& y) { return x(0) < y(0); };
  std::sort(p.begin(), p.end(), [&](auto* x, auto* y) { return less(*x, *y); });
#ifdef WEFT_REJECT
  std::sort(v.begin(), v.end(), less);
#endif
}
