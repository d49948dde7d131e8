// reject: weft: indices have a range where a target has them
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  [[maybe_unused]] const tensor<double, 2> s = a;
#ifdef WEFT_REJECT
  {
    [[maybe_unused]] const tensor<double, 2> t = a(i, j);
  }
#endif
}
