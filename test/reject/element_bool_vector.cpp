// reject: weft|conver
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  std::vector<double> v(6);
  std::vector<bool> w(6);
  auto s = borrow(v);
#ifdef WEFT_REJECT
  auto t = borrow(w);
#endif
}
