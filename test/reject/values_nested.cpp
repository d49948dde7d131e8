// reject: weft: values behind a shape are a flat range of numbers; to_tensor\(range\) takes nested ranges
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  std::vector<std::vector<double>> v{{1, 2}, {3, 4}};
  tensor<double, 2> t = to_tensor(v);
#ifdef WEFT_REJECT
  tensor<double, 2> u(shape(2, 2), v);
#endif
}
