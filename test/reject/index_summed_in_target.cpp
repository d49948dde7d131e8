// reject: weft: an index that is reduced over has a range of its own
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  b(j) = sum(i, a(i, j));
#ifdef WEFT_REJECT
  {
    b(j) = sum(j, a(j, j)) + b(j);
  }
#endif
}
