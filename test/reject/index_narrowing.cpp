// reject: weft: storing a floating value into integers needs cast<T>\(...\)
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  p(i) = cast<int>(a(i, 0));
#ifdef WEFT_REJECT
  {
    p(i) = a(i, 0);
  }
#endif
}
