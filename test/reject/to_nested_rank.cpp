// reject: weft: to_nested: the containers are as many in each other as the rank
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto rows = to_nested<std::vector<std::vector<double>>>(a);
#ifdef WEFT_REJECT
  auto flat = to_nested<std::vector<double>>(a);
#endif
}
