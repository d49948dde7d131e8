// reject: weft: borrow: the container is a temporary
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  std::vector<double> v(6);
  auto s = borrow(v);
#ifdef WEFT_REJECT
  auto t = borrow(std::vector<double>(6));
#endif
}
