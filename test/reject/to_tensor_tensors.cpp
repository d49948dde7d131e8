// reject: weft: to_tensor: tensors are joined by stack or concatenate
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  std::vector<tensor<double, 1>> v(2);
  auto t = stack(0, v[0], v[1]);
#ifdef WEFT_REJECT
  auto u = to_tensor(v);
#endif
}
