// reject: weft: concatenate: the axis comes first
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::vector<tensor<double, 2>> parts{a, b};
  auto c = concatenate(0, parts);
#ifdef WEFT_REJECT
  tensor<double, 2> d = concatenate(parts, 0);
#endif
}
