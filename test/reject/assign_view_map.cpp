// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

#include <map>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::map<int, view<double, 1>> rows;
  rows.emplace(0, a(0, all));
#ifdef WEFT_REJECT
  rows.insert_or_assign(0, view<double, 1>(a(1, all)));
#endif
}
