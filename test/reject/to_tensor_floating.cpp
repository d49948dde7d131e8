// reject: weft: storing a floating value into integers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  std::vector<double> v{1, 2};
  tensor<int, 1> t = cast<int>(to_tensor(v));
#ifdef WEFT_REJECT
  auto u = to_tensor<int>(v);
#endif
}
