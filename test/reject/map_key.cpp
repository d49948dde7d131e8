// reject: weft: tensors have no order
#include <weft/weft.hpp>

#include <map>
#include <vector>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::vector<tensor<double, 2>> m{a, b};
#ifdef WEFT_REJECT
  std::map<tensor<double, 2>, int> n;
  n[a] = 1;
#endif
}
