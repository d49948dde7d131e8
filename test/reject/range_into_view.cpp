// reject: weft: no operand: borrow\(v\).*to_tensor\(v\)
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  std::vector<double> v{1, 2, 3};
  tensor<double, 2> t(2, 3);
  t(0, all) = borrow(v);
#ifdef WEFT_REJECT
  t(0, all) = v;
#endif
}
