// reject: weft: borrow\(v\) .*adopt.*to_tensor\(v\)
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  std::vector<double> v{1, 2, 3};
  tensor<double, 1> t = borrow(v);
#ifdef WEFT_REJECT
  tensor<double, 1> u = v;
#endif
}
