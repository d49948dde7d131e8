// reject: weft: an index has no value here: out\(i, j\) = e gives it those of its target
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  [[maybe_unused]] const double s = a(1, 1);
#ifdef WEFT_REJECT
  {
    [[maybe_unused]] const double x = a(i, 1);
  }
#endif
}
