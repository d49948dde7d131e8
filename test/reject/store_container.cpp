// reject: weft: the elements of the target cannot be made of such values
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  tensor<double, 1> x{1, 2};
  tensor<double, 1> good = map([](double v) { return 2 * v; }, x);
#ifdef WEFT_REJECT
  tensor<double, 1> bad = map([](double v) { return std::vector<double>{v, v}; }, x);
#endif
}
