// reject: weft: no operand: borrow\(v\).*to_tensor\(v\)
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  std::vector<double> v{1, 2, 3};
  tensor<double, 1> t(3);
  t += borrow(v);
#ifdef WEFT_REJECT
  t += v;
#endif
}
