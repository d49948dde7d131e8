// reject: weft: borrow: the elements of nested containers lie apart
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  std::vector<double> flat(6);
  std::vector<std::vector<double>> v(2, std::vector<double>(3));
  auto good = borrow(flat);
  auto copy = to_tensor(v);
#ifdef WEFT_REJECT
  auto x = borrow(v);
#endif
}
